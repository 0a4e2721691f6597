"""Every fact the ledger can remember, by topic.

``FACT_TYPES`` is the fixed table: a stored topic is looked up here, never imported. A topic
of the design that no program writes yet keeps its seat in ``RESERVED``.
"""

from __future__ import annotations

from ledger.facts import (
    appeals,
    arrivals,
    badges,
    beside_the_log,
    blanks,
    calls,
    cases,
    challenges,
    clock,
    conduct,
    courtesy,
    drawing,
    endings,
    exchanges,
    interruptions,
    judging,
    keeping,
    loose_tiles,
    objections,
    recounts,
    results,
    sand,
    scores,
    setting_up,
    starting,
    timers,
    tournaments,
    turn_order,
    turns,
    upsets,
    virtual_play,
)
from ledger.record.fact import Fact

CHAPTERS = (
    setting_up,
    turns,
    turn_order,
    blanks,
    exchanges,
    objections,
    challenges,
    judging,
    courtesy,
    clock,
    drawing,
    loose_tiles,
    endings,
    scores,
    results,
    recounts,
    upsets,
    calls,
    cases,
    appeals,
    tournaments,
    conduct,
    starting,
    arrivals,
    interruptions,
    timers,
    sand,
    virtual_play,
    keeping,
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
        "log-restored",
    }
)
"""Topics of the design that later work will write; nobody may use them for anything else."""
