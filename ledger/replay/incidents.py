"""What was not an ordinary turn: the lane of incidents that a dispute is looked at by."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from ledger.game.facts import (
    blanks,
    clock,
    endings,
    files,
    keeping,
    results,
    scores,
    setting_up,
    turns,
)
from ledger.game.facts.drawing import TilesDrawn
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.in_words import told
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.replay.plies import utc
from ledger.replay.replayed import IncidentTold, RulingTold
from ledger.vocabulary import Clocks

ORDINARY: frozenset[type[Fact]] = frozenset(
    {
        setting_up.GameScheduled, setting_up.StarterDetermined, setting_up.GameStarted,
        setting_up.TimerChosen, setting_up.EquipmentNoted, setting_up.FirstTileDrawn,
        setting_up.FirstRackDrawn, setting_up.StartTilesReturned, setting_up.RecordingAgreed,
        turns.PlayRecorded, turns.TilesExchanged, turns.TurnPassed, TilesDrawn,
        blanks.BlankDesignated, clock.TimeRead, keeping.TurnsVerified, scores.CumulativeAgreed,
        endings.PlayedOut, endings.UnplayedTilesCounted, results.ResultProposed,
        results.TallySheetSigned, files.GameLineNoted, files.GameFileTakenIn,
    }
)  # fmt: skip
"""Facts of a game without a word about it; all others are incidents."""

SIGNS = {
    "holds": "hold", "challenges": "challenge", "judging": "challenge", "calls": "call",
    "clock": "clock", "drawing": "tiles", "loose_tiles": "tiles", "exchanges": "tiles",
    "blanks": "blank", "scores": "correction", "turns": "correction", "leaving": "away",
    "arrivals": "away", "upsets": "upset", "placement": "correction", "results": "result",
    "endings": "result", "keeping": "record", "setting_up": "record", "virtual_play": "record",
}  # fmt: skip
"""What an incident is about, by the chapter its fact is written down in."""

LATE_FROM = 5
"""Seconds between what happened and when it was written that are worth a word."""


class Incident(Struct, frozen=True, kw_only=True):
    """One thing that was no ordinary turn.

    Attributes:
      ply: how many lines the sheet had when it was written; where it wrote one, with that.
      about: ``hold``, ``call``, ``clock``, ``challenge``, ``tiles``, ``blank``, ``correction``,
        ``away``, ``upset``, ``result``, ``record`` or ``ruling``.
      words: what happened, as on every screen.
      happened_at: by the clock of the tablet, put right; ``None``: it was not said.
      late: seconds it was written after it happened, where that is worth a word; else 0.
      clocks: seconds left on both, where they were read with it.
      ruling: under which it was entered, if under one.
    """

    version: int
    ply: int
    about: str
    words: str
    written_at: datetime
    happened_at: datetime | None
    late: int
    by: str
    device: str
    clocks: Clocks | None
    ruling: RulingTold | None


def incidents_of(
    sheet: Sheet,
    ruling_of: Callable[[UUID], RulingTold | None],
    ruled: Iterable[tuple[datetime, RulingTold]] = (),
) -> tuple[Incident, ...]:
    """Every incident of a game, oldest first.

    Args:
      sheet: the game.
      ruling_of: gives the ruling of a case for this game.
      ruled: every ruling for this game, with when it was given. One that nothing at the table
        was entered under stands where the game was when it was given.
    """
    plies = _plies(sheet)
    found = [
        _told(sheet, event, plies[event.originator_version], ruling_of)
        for event in sheet.events
        if type(event.fact) not in ORDINARY or event.envelope.case is not None
    ]
    carried_out = {one.ruling.number for one in found if one.ruling}
    times = [event.envelope.written_at for event in sheet.events]
    for given_at, ruling in ruled:
        place = bisect_right(times, given_at)
        if ruling.number not in carried_out and place:
            found.append(_ruled(sheet.events[place - 1], plies, given_at, ruling))
    return tuple(sorted(found, key=lambda one: (one.version, one.written_at)))


def lane_of(incidents: Iterable[Incident]) -> tuple[IncidentTold, ...]:
    """The incidents as the replay tells them, along the plies."""
    found = sorted(incidents, key=lambda one: (one.ply, one.version))
    return tuple(
        IncidentTold(
            version=one.version,
            ply=one.ply,
            about=one.about,
            words=one.words,
            written_at=utc(one.written_at),
            occurred_at=utc(one.happened_at) if one.happened_at else None,
            late=one.late,
            by=one.by,
            device=one.device,
            clocks=one.clocks,
            ruling=one.ruling,
        )
        for one in found
    )


def _plies(sheet: Sheet) -> dict[int, int]:
    """By version of an event, the ply that is shown at it."""
    at_line = {line.version: number for number, line in enumerate(sheet.lines, 1)}
    plies, ply = {}, 0
    for event in sheet.events:
        ply = at_line.get(event.originator_version, ply)
        plies[event.originator_version] = ply
    return plies


def _ruled(last: Event, plies: dict[int, int], given_at: datetime, ruling: RulingTold) -> Incident:
    version = last.originator_version
    return Incident(
        version=version, ply=plies[version], about="ruling", words=f"Ruled: {ruling.finding}",
        written_at=given_at, happened_at=None, late=0, by=ruling.by, device="", clocks=None,
        ruling=ruling,
    )  # fmt: skip


def _told(
    sheet: Sheet, event: Event, ply: int, ruling_of: Callable[[UUID], RulingTold | None]
) -> Incident:
    envelope = event.envelope
    ruled = ruling_of(envelope.case) if envelope.case is not None else None
    happened = envelope.occurred_at
    late = round((envelope.written_at - happened).total_seconds()) if happened else 0
    chapter = type(event.fact).__module__.rpartition(".")[2]
    return Incident(
        version=event.originator_version,
        ply=ply,
        about="ruling" if envelope.case is not None else SIGNS.get(chapter, "record"),
        words=told(event.fact, sheet),
        written_at=envelope.written_at,
        happened_at=happened,
        late=late if late >= LATE_FROM else 0,
        by=envelope.written_by,
        device=envelope.device,
        clocks=envelope.clocks,
        ruling=ruled,
    )
