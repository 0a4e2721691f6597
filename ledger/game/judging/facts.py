"""What happens round a challenge: slips, second opinions, wrong verdicts, turns since."""

from __future__ import annotations

from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.record.fact import BOARD, CORRECTED, Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import TurnsSince


class ChallengedEarly(Fact, frozen=True, kw_only=True, tag="challenged-early"):
    """``seat`` challenged before the opponent's turn was over; nothing was challenged by it."""

    visibility = BOARD

    seat: Seat


class ChallengeWordsChanged(Fact, frozen=True, kw_only=True, tag="challenge-words-changed"):
    """The challenger named other ``words`` before they were handed over."""

    visibility = BOARD

    seat: Seat
    words: tuple[str, ...]


class ChallengeHandedOver(Fact, frozen=True, kw_only=True, tag="challenge-handed-over"):
    """The words of the challenge by ``seat`` went to be judged and can't be changed any more."""

    visibility = BOARD

    seat: Seat


class ChallengeReissued(Fact, frozen=True, kw_only=True, tag="challenge-reissued"):
    """The slip named a word that is not on the board; it was written anew. Not a verdict."""

    visibility = BOARD

    seat: Seat
    words: tuple[str, ...]


class ReadjudicationAsked(Fact, frozen=True, kw_only=True, tag="readjudication-asked"):
    """``seat`` asked that the challenge be judged again; ``None``: the director did.

    Attributes:
      differ: nobody had to ask: two verdicts differ, and the last one is the director's.
    """

    visibility = BOARD

    seat: Seat | None = None
    differ: bool = False


class Readjudicated(Fact, frozen=True, kw_only=True, tag="readjudicated"):
    """A challenge was judged again: one bit for the whole play.

    Attributes:
      final: no further opinion can be asked for without a ruling.
    """

    visibility = BOARD.less("adjudicator")

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""
    final: bool = False


class MisadjudicationFound(Fact, frozen=True, kw_only=True, tag="misadjudication-found"):
    """The verdict was wrong, and what followed from it was put right.

    Attributes:
      supersedes: version of the event that took the play off or let it stand.
      replacement: what should have followed; it stands in that event's place.
      approved_by: who judged it again, or who found it.
      new_tile_racked: whether a newly drawn tile had touched the rack; ``None``: not known.
    """

    visibility = BOARD.less(
        *CORRECTED, "new_tile_racked", "retracted_tile_racked", "next_turn_done"
    )

    supersedes: int
    replacement: PhoneyWithdrawn | ChallengeFailed
    reason: str
    approved_by: str
    new_tile_racked: bool | None = None
    retracted_tile_racked: bool | None = None
    next_turn_done: bool | None = None


class VerdictOvertaken(Fact, frozen=True, kw_only=True, tag="verdict-overtaken"):
    """Another verdict holds than the one the sheet follows, and turns were made in between.

    The sheet stays as it is until the director says what becomes of those turns.

    Attributes:
      acceptable: the verdict that now holds.
      since: version of the event that took the play off or let it stand.
      reason: how it was found, where it was reported as wrong and not judged again.
      new_tile_racked: as in ``MisadjudicationFound``, and so ``retracted_tile_racked``.
    """

    visibility = BOARD.less("reason", "found_by", "new_tile_racked", "retracted_tile_racked")

    seat: Seat
    acceptable: bool
    since: int
    reason: str = ""
    found_by: str = ""
    new_tile_racked: bool | None = None
    retracted_tile_racked: bool | None = None


class TurnsSinceSettled(Fact, frozen=True, kw_only=True, tag="turns-since-settled"):
    """The director said what becomes of the turns made since a verdict that no longer holds.

    Attributes:
      how: ``as-it-is``: no account is taken of the other verdict; otherwise it is carried out, and
        the turns made since ``stand``, their plays ``come-off``, or the turns are a ``replay``.
    """

    visibility = BOARD

    how: TurnsSince


class RestartConfirmed(Fact, frozen=True, kw_only=True, tag="restart-confirmed"):
    """After a verdict everything was in order for the clock of ``seat`` to be started."""

    visibility = BOARD

    seat: Seat
