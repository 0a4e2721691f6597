"""A game as somebody is shown it: the sheet folded from the facts this viewer may see."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from ledger.game.sheet import Sheet
from ledger.game.sheet.folding import replay
from ledger.record.events import Event
from ledger.record.shown_as import Matter
from ledger.shown_to.facts import Extent, extent, sees_sealed, shown_to
from ledger.shown_to.viewers import Viewer
from ledger.vocabulary import remarks

KEPT = 600
"""Sheets as shown that are kept at hand: a round of 200 tables for three kinds of viewers."""

TOLD_AFTERWARDS = frozenset(
    {
        remarks.ANNOUNCED_DIFFERS, remarks.BAG_BELOW_MINIMUM, remarks.DISCONNECTED,
        remarks.MISSES_CENTRE, remarks.MISORIENTED, remarks.NOT_SCORED, remarks.ONE_TILE_FIRST,
        remarks.TILES_ASTRAY, remarks.WORDS_NOT_FORMED,
    }
)  # fmt: skip
"""Remarks about a play that anybody may read once the game is over. Before, they would tell a
player what to challenge; the others speak of people, or are for the director."""


def is_over(sheet: Sheet) -> bool:
    """Whether the game is over, so that nothing shown of it can help anybody to play it."""
    waits = sheet.challenges.hold is not None or sheet.challenges.pending is not None
    return bool(sheet.ended or sheet.ending.voided or sheet.ending.forfeit) and not waits


def sees_whole(viewer: Viewer, *, over: bool) -> bool:
    """Whether this viewer is shown a game without anything left out."""
    return sees_sealed(viewer, over=over) and extent(viewer, Matter.TALK, over=over) is Extent.WHOLE


def sheet_shown_to(viewer: Viewer, sheet: Sheet, *, over: bool | None = None) -> Sheet:
    """The game as this viewer is shown it.

    It has the versions of the record, and none of those left out. Who is shown everything gets
    the very sheet.

    Args:
      viewer: who looks.
      sheet: the game as it stands, or as it was known at a moment.
      over: whether the game is over now, where ``sheet`` is an earlier state of it.
    """
    over = is_over(sheet) if over is None else over
    if sees_whole(viewer, over=over):
        return sheet
    return _copy(viewer, _Record(sheet), over)


def known_events(sheet: Sheet, count: int) -> Sheet:
    """The sheet after its first ``count`` events."""
    return sheet if count == len(sheet.events) else _cut(_Record(sheet), count)


class _Record:
    """A sheet by what tells it from any other: its game and its last event."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        last = sheet.events[-1].envelope
        self.key = (sheet.id, sheet.version, last.command_id, last.written_at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Record) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=KEPT)
def _cut(record: _Record, count: int) -> Sheet:
    return replay(record.sheet.events[:count])


@lru_cache(maxsize=KEPT)
def _copy(viewer: Viewer, record: _Record, over: bool) -> Sheet:
    events = (event_shown_to(viewer, event, over=over) for event in record.sheet.events)
    return replace(replay(event for event in events if event is not None), withheld=True)


def event_shown_to(viewer: Viewer, event: Event, *, over: bool) -> Event | None:
    """An event as this viewer is shown it, or ``None``.

    Who wrote it on which tablet is for those who are shown who keeps the record; when it was
    written, what the clocks read and that it followed a ruling is for everybody.
    """
    fact = shown_to(viewer, event.fact, over=over)
    if fact is None:
        return None
    envelope = event.envelope
    if extent(viewer, Matter.KEEPING, over=over) is not Extent.WHOLE:
        noticed = tuple(code for code in envelope.remarks if over and code in TOLD_AFTERWARDS)
        envelope = replace(
            envelope, fact=fact, written_by="", device="", skew=None, remarks=noticed
        )
        return Event(event.originator_id, event.originator_version, envelope)
    return replace(event, envelope=replace(envelope, fact=fact))
