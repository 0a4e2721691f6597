"""What was not an ordinary turn: the lane of incidents that a dispute is looked at by."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from ledger.game.facts import blanks, clock, endings, keeping, results, scores, setting_up, turns
from ledger.game.facts.drawing import TilesDrawn
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.in_words import told
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.vocabulary import Clocks

ORDINARY: frozenset[type[Fact]] = frozenset(
    {
        setting_up.GameScheduled, setting_up.StarterDetermined, setting_up.GameStarted,
        setting_up.TimerChosen, setting_up.EquipmentNoted, setting_up.FirstTileDrawn,
        setting_up.FirstRackDrawn, setting_up.StartTilesReturned, setting_up.RecordingAgreed,
        turns.PlayRecorded, turns.TilesExchanged, turns.TurnPassed, TilesDrawn,
        blanks.BlankDesignated, clock.TimeRead, keeping.TurnsVerified, scores.CumulativeAgreed,
        endings.PlayedOut, endings.UnplayedTilesCounted, results.ResultProposed,
        results.TallySheetSigned,
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


class RulingTold(NamedTuple):
    """The ruling under which something was entered.

    Attributes:
      called: the case as people call it, and ``number`` of it in its tournament.
      by: badge of the director.
    """

    called: str
    number: int
    finding: str
    citation: str
    by: str


class Incident(Struct, frozen=True, kw_only=True):
    """One thing that was no ordinary turn.

    Attributes:
      about: ``hold``, ``call``, ``clock``, ``challenge``, ``tiles``, ``blank``, ``correction``,
        ``away``, ``upset``, ``result``, ``record`` or ``ruling``.
      words: what happened, as on every screen.
      happened_at: by the clock of the tablet, put right; ``None``: it was not said.
      late: seconds it was written after it happened, where that is worth a word; else 0.
      clocks: seconds left on both, where they were read with it.
      ruling: under which it was entered, if under one.
    """

    version: int
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
    sheet: Sheet, ruling_of: Callable[[UUID], RulingTold | None]
) -> tuple[Incident, ...]:
    """Every incident of a game, oldest first.

    Args:
      sheet: the game.
      ruling_of: gives the ruling of a case for this game.
    """
    return tuple(
        _told(sheet, event, ruling_of)
        for event in sheet.events
        if type(event.fact) not in ORDINARY or event.envelope.case is not None
    )


def _told(sheet: Sheet, event: Event, ruling_of: Callable[[UUID], RulingTold | None]) -> Incident:
    envelope = event.envelope
    ruled = ruling_of(envelope.case) if envelope.case is not None else None
    happened = envelope.occurred_at
    late = round((envelope.written_at - happened).total_seconds()) if happened else 0
    chapter = type(event.fact).__module__.rpartition(".")[2]
    return Incident(
        version=event.originator_version,
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
