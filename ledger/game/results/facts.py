"""The result slip: proposed, signed, handed in, amended only as the rulebook allows."""

from __future__ import annotations

from ledger.record.fact import BOARD, PAPERS, SIGNING, Fact
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.closed_lists import (
    Layout,
    PapersBasis,
    SignedHow,
    SlipTakenBackFor,
    TallyHow,
)


class ResultProposed(Fact, frozen=True, kw_only=True, tag="result-proposed"):
    """The final scores, adjustments included, were put before both players."""

    visibility = BOARD

    totals: tuple[Points, Points]


class SlipTyped(Fact, frozen=True, kw_only=True, tag="slip-typed"):
    """A result slip filled in by hand was typed: nobody recorded its game turn by turn.

    Attributes:
      whose: whose slip it is; ``None``: the one slip of both.
      photo: digest of a photo of the slip, which lies beside the log; empty if there is none.
      starter: of a slip that says otherwise than the record, who it says started, 1 or 2 as
        paired; 0: it doesn't say.
      unsigned: of such a slip, who has not signed it, 1 or 2 as paired. Both count once the other
        slip was taken back.
    """

    visibility = BOARD.less("photo")

    totals: tuple[Points, Points]
    whose: Seat | None = None
    photo: str = ""
    starter: int = 0
    unsigned: tuple[int, ...] = ()


class SlipTakenBack(Fact, frozen=True, kw_only=True, tag="slip-taken-back"):
    """A slip typed just now was another table's, or was typed wrong: it was never this game's.

    Nothing on paper changed: the record says again what it said before.

    Attributes:
      supersedes: version of the ``SlipTyped``; what was written with it goes with it.
      why: ``wrong-table`` or ``typed-wrong``; ``entered-anew``: a slip before it was taken back,
        and this one is written after it once more, as what the record now rests on.
    """

    visibility = BOARD

    supersedes: int
    why: SlipTakenBackFor


class ResultTakenOver(Fact, frozen=True, kw_only=True, tag="result-taken-over"):
    """The result stands in a file of another program, and was taken over from there.

    Nobody has signed it here: the number stands over the name of who took the file in, which is
    the badge in the envelope. A slip with signatures is compared with it when it comes.

    Attributes:
      file: its name, as it was given; empty where its text was pasted.
      digest: SHA-256, in hex, of all that was given.
    """

    visibility = BOARD.less("file", "digest")

    totals: tuple[Points, Points]
    file: str
    digest: str


class PaperElsewhere(Fact, frozen=True, kw_only=True, tag="paper-elsewhere"):
    """The signed slip of a result that came in a file lies where that file came from.

    Nobody is asked to sign it here, and the result stands as the file has it.
    """

    visibility = SIGNING


class ResultReported(Fact, frozen=True, kw_only=True, tag="result-reported"):
    """A player told the result on an own phone: no signature, and no result by itself."""

    visibility = PAPERS

    seat: Seat
    totals: tuple[Points, Points]


class ResultSigned(Fact, frozen=True, kw_only=True, tag="result-signed"):
    """``seat`` signed the result.

    Attributes:
      shown: SHA-256, in hex, of exactly what was on the screen or the slip.
      witness: badge of the director who witnessed, if one did.
      words: digest of the strokes, which lie beside the log; empty if there are none.
      covers: version of the last event the signature is for; ``None``: not known, and ``shown``
        was never checked (records older than the check).
      amendment: version of the ``AmendmentAsked`` whose amended scores this agrees to;
        ``None`` for a signature on the result as it stands.
      under_protest: whether its player said at once that something about the game is contested.
      text: which text ``shown`` is of, and in which language: ``es.1``; empty: ``en.1``. The
        sentences of these texts (``signed_one``, notes of ``lines``) never change.
    """

    visibility = SIGNING.less("shown", "text", "witness", "words")

    seat: Seat
    totals: tuple[Points, Points]
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""
    covers: int | None = None
    amendment: int | None = None
    under_protest: bool = False
    text: str = ""


class ResultHandedIn(Fact, frozen=True, kw_only=True, tag="result-handed-in"):
    """``seat`` handed in the signed slip."""

    visibility = BOARD

    seat: Seat


class AmendmentAsked(Fact, frozen=True, kw_only=True, tag="amendment-asked"):
    """``seat`` (``None``: the director) asked for a signed result to be amended.

    Attributes:
      now: what the scores should be; ``None``: not said, so nobody can agree to it by signing.
    """

    visibility = SIGNING.less("reason")

    seat: Seat | None
    reason: str
    now: tuple[Points, Points] | None = None


class ResultAmended(Fact, frozen=True, kw_only=True, tag="result-amended"):
    """A signed result was amended, as far as the rulebook allows it.

    Attributes:
      agreed_by: who agreed: seats that signed for ``now``, and the director's badge. (Records
        from before players signed for an amendment have here whom the scorekeeper named.)
      clause: the rule of the book it was done under; empty: not known, or by a ruling past it.
      citation: what the director cited in that ruling.
    """

    visibility = SIGNING.less("reason", "agreed_by", "told", "citation")

    was: tuple[Points, Points]
    now: tuple[Points, Points]
    kind: str
    reason: str
    agreed_by: tuple[str, ...]
    told: tuple[str, ...] = ()
    clause: str = ""
    citation: str = ""


class ResultReopened(Fact, frozen=True, kw_only=True, tag="result-reopened"):
    """The signatures no longer stand; both players sign again."""

    visibility = SIGNING.less("reason")

    reason: str


class AmendmentRefused(Fact, frozen=True, kw_only=True, tag="amendment-refused"):
    """The director did not grant a petition; both players know why."""

    visibility = SIGNING.less("reason")

    reason: str


class TallySheetSigned(Fact, frozen=True, kw_only=True, tag="tally-sheet-signed"):
    """``seat`` signed the organiser's tally sheet."""

    visibility = PAPERS

    seat: Seat
    totals: tuple[Points, Points]
    how: TallyHow = "signature"


class RecordsDiffer(Fact, frozen=True, kw_only=True, tag="result-records-differ"):
    """Two papers tell one result differently."""

    visibility = PAPERS

    of_first: tuple[Points, Points]
    of_second: tuple[Points, Points]


class RecordsSettled(Fact, frozen=True, kw_only=True, tag="result-records-settled"):
    """It was found what holds.

    Attributes:
      basis: ``tally-sheet`` (nothing proves it wrong), ``evidence`` or ``ruling``.
    """

    visibility = SIGNING.less("basis", "note")

    totals: tuple[Points, Points]
    basis: PapersBasis
    note: str = ""


class SetGathered(Fact, frozen=True, kw_only=True, tag="set-gathered"):
    """The tiles were left so that the set can be checked."""

    visibility = PAPERS.less("note")

    complete: bool
    layout: Layout = ""
    tiles: int | None = None
    note: str = ""
