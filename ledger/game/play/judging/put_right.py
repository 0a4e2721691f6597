"""A verdict put right: what should have followed, put in the place of what did."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.facts.challenges import ChallengeFailed, PhoneyWithdrawn
from ledger.game.facts.holds import DrawnThenChallengedOff
from ledger.game.facts.judging import MisadjudicationFound
from ledger.game.facts.scores import EntryCorrected
from ledger.game.play.challenges.in_time import last_play
from ledger.game.play.challenges.verdicts import what_follows
from ledger.game.play.endings.undone_ends import ends_undone, turns_since
from ledger.game.play.entry import Entry
from ledger.game.sheet import replay
from ledger.game.sheet.answering import Judged
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import remarks

READJUDICATED = "readjudicated"
"""The reason where another opinion found it."""


class PutRight(Struct, frozen=True, kw_only=True):
    """What puts a verdict right.

    Attributes:
      found: the consequence that stands in the place of the wrong one.
      undone: an end of the game that came of the wrong verdict.
      others: what follows beside the consequence, as the end of the game.
      remarks: what is remarked on.
    """

    found: MisadjudicationFound
    undone: tuple[EntryCorrected, ...]
    others: tuple[Fact, ...]
    remarks: tuple[str, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All of it, in order."""
        return (self.found, *self.undone, *self.others)


def put_right(
    sheet: Sheet,
    judged: Judged,
    entry: Entry,
    *,
    reason: str,
    approved_by: str,
    new_tile_racked: bool | None = None,
    retracted_tile_racked: bool | None = None,
    next_turn_done: bool | None = None,
) -> PutRight:
    """What should have followed from a verdict, in the place of what did.

    It is worked out on the sheet as it stood when the verdict was given. The turns made since stay
    as they are; a director is to confirm that.
    """
    then = replay(sheet.events[: judged.version - 1])
    following = what_follows(then, not judged.in_force, entry)
    consequence, others = _parted(following.facts)
    if isinstance(consequence, PhoneyWithdrawn):
        consequence = _as_scored_now(consequence, then, sheet)
    found = MisadjudicationFound(
        supersedes=judged.version,
        replacement=consequence,
        reason=reason,
        approved_by=approved_by,
        new_tile_racked=new_tile_racked,
        retracted_tile_racked=retracted_tile_racked,
        next_turn_done=next_turn_done,
    )
    # What was drawn goes back by a report of its own: much may have happened since.
    others = tuple(fact for fact in others if not isinstance(fact, DrawnThenChallengedOff))
    undone = ends_undone(sheet, judged, reason, approved_by, entry.rules)
    noticed = following.remarks
    played_on = turns_since(sheet, judged) > 0
    if (undone or played_on) and remarks.DIRECTOR_TO_CONFIRM not in noticed:
        noticed = (remarks.DIRECTOR_TO_CONFIRM, *noticed)
    return PutRight(found=found, undone=undone, others=others, remarks=noticed)


def _as_scored_now(off: PhoneyWithdrawn, then: Sheet, now: Sheet) -> PhoneyWithdrawn:
    """What comes off is the score as it stands: it may have been corrected since."""
    play = last_play(then)
    lines = (line.score for line in now.lines if play and line.version == play.version)
    return replace(off, lost=next(lines, off.lost))


def _parted(facts: tuple[Fact, ...]) -> tuple[PhoneyWithdrawn | ChallengeFailed, tuple[Fact, ...]]:
    first, *others = facts
    if not isinstance(first, PhoneyWithdrawn | ChallengeFailed):  # pragma: no cover
        raise TypeError(f"a verdict is followed by no {first.topic()}")
    return first, tuple(others)
