"""Every fact the ledger can remember, by topic.

``FACT_TYPES`` is the fixed table: a stored topic is looked up here, never imported. A topic
of the design that no program writes yet keeps its seat in ``RESERVED``.
"""

from __future__ import annotations

from ledger.facts import (
    badges,
    beside_the_log,
    blanks,
    cases,
    challenges,
    clock,
    endings,
    results,
    scores,
    setting_up,
    tournaments,
    turns,
)
from ledger.facts.fact import Fact

CHAPTERS = (
    setting_up,
    turns,
    blanks,
    challenges,
    clock,
    endings,
    scores,
    results,
    cases,
    tournaments,
    badges,
    beside_the_log,
)

FACT_TYPES: dict[str, type[Fact]] = {
    kind.topic(): kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type) and issubclass(kind, Fact) and kind.__module__ == chapter.__name__
}

RESERVED = frozenset(
    {
        "late-clock-started",
        "player-arrived",
        "game-postponed",
        "turn-ended-irregularly",
        "orientation-set",
        "orientation-corrected",
        "tiles-drawn",
        "overdrawn",
        "overdraw-exposed",
        "overdraw-corrected",
        "overdraw-correction-botched",
        "underdrawn",
        "underdraw-mended",
        "tile-dropped-back",
        "tiles-spilled",
        "tiles-found",
        "tile-missing",
        "courtesy-draw",
        "flash-draw",
        "readjudication-asked",
        "readjudicated",
        "challenge-reissued",
        "misadjudication-found",
        "placement-challenged",
        "exchange-challenged",
        "timer-failed",
        "recollections-written",
        "press-nullified",
        "player-left",
        "player-returned",
        "board-upset",
        "position-rebuilt",
        "emergency-declared",
        "director-called",
        "round-ended",
        "recount-asked",
        "recount-done",
        "recount-stopped",
        "set-gathered",
        "statement-taken",
        "evidence-attached",
        "rule-cited",
        "penalty-decided",
        "warning-given",
        "case-reported",
        "appeal-lodged",
        "appeal-heard",
        "appeal-decided",
        "bundle-issued",
        "case-reopened",
        "device-enrolled",
        "device-revoked",
        "log-restored",
    }
)
"""Topics of the design that later work will write; nobody may use them for anything else."""
