"""Every fact the ledger can remember, by topic.

``FACT_TYPES`` is the fixed table: a stored topic is looked up here, never imported.
"""

from __future__ import annotations

from ledger.accounts import badge_facts
from ledger.backup import facts as backup_facts
from ledger.game.facts import (
    arrivals,
    blanks,
    calls,
    challenges,
    clock,
    drawing,
    endings,
    exchanges,
    files,
    holds,
    judging,
    keeping,
    leaving,
    loose_tiles,
    placement,
    results,
    scores,
    setting_up,
    taking_back,
    turns,
    upsets,
    virtual_play,
)
from ledger.incidents.facts import cases
from ledger.proof import facts as proof_facts
from ledger.record import word_facts
from ledger.record.fact import Fact
from ledger.tournament.facts import (
    conduct,
    matters,
    set_up,
    tournaments,
)

CHAPTERS = (
    setting_up,
    turns,
    blanks,
    exchanges,
    placement,
    challenges,
    judging,
    holds,
    clock,
    drawing,
    loose_tiles,
    endings,
    scores,
    results,
    upsets,
    calls,
    taking_back,
    cases,
    tournaments,
    set_up,
    matters,
    conduct,
    arrivals,
    leaving,
    virtual_play,
    keeping,
    files,
    badge_facts,
    word_facts,
    backup_facts,
    proof_facts,
)

FACT_TYPES: dict[str, type[Fact]] = {
    kind.topic(): kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type) and issubclass(kind, Fact) and kind.__module__ == chapter.__name__
}
