"""What is known about answering the play just made, and about the challenge judged last."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.holds import CourtesyDraw, FlashDraw
from ledger.game.sheet.opened import Opened
from ledger.vocabulary import Seat, Seconds


class NewTiles(Struct, frozen=True, kw_only=True, gc=False):
    """New tiles that left the bag for the play just made, as far as anybody noted them.

    Attributes:
      drawn: how many; ``None``: nobody counted.
      racked: one of them has been on the rack.
      mixed: one of them was mixed with old tiles.
    """

    drawn: int | None = None
    racked: bool = False
    mixed: bool = False

    def beside(self, before: NewTiles | None) -> NewTiles:
        """Both reports together; the later one has the number, where it has any."""
        if before is None:
            return self
        return NewTiles(
            drawn=before.drawn if self.drawn is None else self.drawn,
            racked=before.racked or self.racked,
            mixed=before.mixed or self.mixed,
        )


class Answering(Struct, frozen=True, kw_only=True, gc=False):
    """Since the last turn: what bears on the right to hold or to challenge it.

    Attributes:
      released: a hold on it was called and released.
      hold_after: seconds from the end of the turn to the hold; ``None``: not known.
      irregular: how it was made out of order, as ``TurnEndedIrregularly.how``; or empty.
      accepted: it played out, and the opponent accepted it.
      reopened: the director found that it may still be answered.
      passed: the time to answer it is over.
      flash: the flash draw that came with it.
      courtesy: the courtesy draw that came with it.
      new_tiles: what was drawn for it already; ``None``: nothing is on record.
      held: the hold that a challenge followed; it goes on where the challenge is undone.
    """

    released: bool = False
    hold_after: Seconds | None = None
    irregular: str = ""
    accepted: bool = False
    reopened: bool = False
    passed: bool = False
    flash: FlashDraw | None = None
    courtesy: CourtesyDraw | None = None
    new_tiles: NewTiles | None = None
    held: Opened | None = None


class Judged(Struct, frozen=True, kw_only=True, gc=False):
    """A challenge that has its verdict.

    Attributes:
      version: the event that took the play off or let it stand.
      play_seat: whose play it was.
      challenge: as it was issued.
      verdicts: each verdict, oldest first.
      judges: who gave each, empty where not known.
      in_force: the verdict that the sheet follows.
      asked: another opinion was asked for and is not given yet.
    """

    version: int
    play_seat: Seat
    challenge: ChallengeIssued
    verdicts: tuple[bool, ...]
    judges: tuple[str, ...]
    in_force: bool
    asked: bool = False
