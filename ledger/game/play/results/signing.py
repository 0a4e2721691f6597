"""The result slip: proposed, signed, handed in."""

from __future__ import annotations

from typing import Protocol

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.results import ResultHandedIn, ResultProposed, ResultSigned
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    decides,
    must_not_be_final,
)
from ledger.game.play.results.comparing import now_differs
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.shown_result import digest_shown
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Role, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import SignedHow


class ProposeResult(Asked, frozen=True, tag="propose-result", kw_only=True):
    """Put the final scores before both players."""


class SignResult(Asked, frozen=True, tag="sign-result", kw_only=True):
    """``seat`` signs for ``totals``; fields as in ``ResultSigned``.

    Attributes:
      how: ``stroke``, ``witness`` or ``paper``. With a PIN nobody signs: no player's is known.
      shown: digest of what the player saw. The desk works it out again and takes no other.
      words: digest of the strokes.
      under_protest: signed so that the result can stand, with something contested: the director
        is shown it. It takes no right away, and no book of ours knows the word (an inference).
    """

    seat: Seat
    totals: Totals
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""
    under_protest: bool = False


class Signs(Protocol):
    """What every signature says of itself."""

    @property
    def how(self) -> str:
        """How it was given."""

    @property
    def witness(self) -> str:
        """The badge of who saw it."""

    @property
    def words(self) -> str:
        """The digest of what was drawn."""


class HandIn(Asked, frozen=True, tag="hand-in", kw_only=True):
    """``seat`` hands in the signed slip."""

    seat: Seat


@decides(ProposeResult, may=STAFF)
def propose_result(sheet: Sheet, asked: ProposeResult, entry: Entry) -> Decision:
    """Put the scores as they stand before the players.

    Where both told other scores on their phones, the director finds what holds.
    """
    must_not_be_final(sheet, entry)
    _must_be_over(sheet, entry)
    noticed = (remarks.SET_IRREGULAR,) if sheet.set_irregular else ()
    proposed = ResultProposed(totals=sheet.stands)
    return Decision((proposed, *now_differs(sheet, sheet.stands)), noticed)


def must_be_a_signature(asked: Signs, entry: Entry) -> None:
    """Refuse a signature that nothing but the word of whoever enters it speaks for.

    No PIN of a player is known here, so none was checked; a line has to be drawn; a witness is
    the director who enters it.
    """
    entry.must(asked.how != "pin", "no-pin-checked")
    if asked.how == "witness" and not (entry.role is Role.DIRECTOR and asked.witness == entry.by):
        entry.must_be_ruled("no-witness/director")
    entry.must(asked.how != "stroke" or asked.words, "unreadable-request/empty-signature")


def _must_not_be_one_hand(sheet: Sheet, asked: SignResult, entry: Entry) -> None:
    """Refuse that one scorekeeper has seen both names on paper: then two look at the slip.

    At the results desk it lies before whoever types it (``TypeSlip``).
    """
    if asked.how != "paper" or entry.role is not Role.SCOREKEEPER:
        return
    other = next((one for one in sheet.result.signatures if one.seat is not asked.seat), None)
    entry.must_unless_ruled(
        other is None
        or other.fact.how != "paper"
        or sheet.event(other.version).envelope.written_by != entry.by,
        "one-hand",
        player=sheet.name(asked.seat),
    )


def must_be_what_stands(asked: tuple[Totals, str], stands: tuple[Totals, str]) -> None:
    """Refuse a signature for something else than what its player would be shown now.

    No ruling helps: nobody has signed for what nobody saw.

    Args:
      asked: the scores signed for, and the digest of what was shown.
      stands: the same as the record has them.
    """
    if asked != stands:
        raise refusal("result-changed")


@decides(SignResult, may=STAFF)
def sign_result(sheet: Sheet, asked: SignResult, entry: Entry) -> Decision:
    """Write a signature down, with what it covers: the result as the player saw it."""
    must_not_be_final(sheet, entry)
    _must_be_over(sheet, entry)
    must_be_a_signature(asked, entry)
    _must_not_be_one_hand(sheet, asked, entry)
    entry.must_unless_ruled(
        asked.seat not in sheet.signed_by, "already-signed/result", player=sheet.name(asked.seat)
    )
    stands = (sheet.stands, digest_shown(sheet, asked.seat))
    must_be_what_stands((asked.totals, asked.shown), stands)
    return Decision(
        (
            ResultSigned(
                seat=asked.seat,
                totals=asked.totals,
                how=asked.how,
                shown=asked.shown,
                witness=asked.witness,
                words=asked.words,
                covers=sheet.version,
                under_protest=asked.under_protest,
            ),
            *now_differs(sheet, asked.totals),
        )
    )


@decides(HandIn, may=STAFF)
def hand_in(sheet: Sheet, asked: HandIn, entry: Entry) -> Decision:
    """Write down that the slip was handed in (Q-05)."""
    must_be_signed(sheet, entry)
    if sheet.result.amending is not None and sheet.result.amending.signatures:
        entry.must_be_ruled(
            "amendment-under-way", player=sheet.name(sheet.result.amending.signatures[-1].seat)
        )
    entry.must_unless_ruled(sheet.result.handed_in is None, "handed-in")
    return Decision((ResultHandedIn(seat=asked.seat),), _not_the_winner(sheet, asked.seat, entry))


def _not_the_winner(sheet: Sheet, seat: Seat, entry: Entry) -> tuple[str, ...]:
    """What is noticed about who hands in; where nobody won, staff say who is to (TX-14)."""
    if not entry.rules.signing.handed_in_by.is_known:
        return ()
    winner = outcome_of(sheet).winner
    if winner is None:
        return touching(entry.rules, "TX-14")
    return () if seat is winner else (remarks.NOT_HANDED_IN_BY_WINNER,)


def _must_be_over(sheet: Sheet, entry: Entry) -> None:
    entry.must_unless_ruled(not awaits_verdict(sheet, entry.rules), "challenge-pending/result")
    entry.must_unless_ruled(sheet.ended, "not-over/result")
    if not sheet.ending.unplayed_counted and sheet.ended in (
        "played-out",
        "six-zeros",
        "round-ended",
    ):
        entry.must_be_ruled("unplayed-not-counted")


def must_be_signed(sheet: Sheet, entry: Entry) -> None:
    """Refuse what only a result that both players have signed as it stands allows."""
    if not sheet.is_final:
        void = (
            len(sheet.result.given) > len(sheet.result.signatures)
            or sheet.result.amended is not None
        )
        entry.must_be_ruled("not-signed/changed-since" if void else "not-signed/not-both")
