"""Every fact the ledger can remember, by topic.

``FACT_TYPES`` is the fixed table: a stored topic is looked up here, never imported.
"""

from __future__ import annotations

from ledger.accounts import badge_facts
from ledger.backup import facts as backup_facts
from ledger.game.absences import facts as absences
from ledger.game.blanks import facts as blanks
from ledger.game.calls import facts as calls
from ledger.game.challenges import facts as challenges
from ledger.game.clock import facts as clock
from ledger.game.drawing import facts as drawing
from ledger.game.endings import facts as endings
from ledger.game.exchanges import facts as exchanges
from ledger.game.judging import facts as judging
from ledger.game.keeping import facts as keeping
from ledger.game.loose_tiles import facts as loose_tiles
from ledger.game.placement import facts as placement
from ledger.game.results import facts as results
from ledger.game.scores import facts as scores
from ledger.game.setting_up import facts as setting_up
from ledger.game.turns import facts as turns
from ledger.incidents import facts as cases
from ledger.proof import facts as proof_facts
from ledger.record import kept_words as word_facts
from ledger.record.fact import Fact
from ledger.tournament import facts as tournaments

CHAPTERS = (
    setting_up,
    turns,
    blanks,
    exchanges,
    placement,
    challenges,
    judging,
    clock,
    drawing,
    loose_tiles,
    endings,
    scores,
    results,
    calls,
    cases,
    tournaments,
    absences,
    keeping,
    badge_facts,
    word_facts,
    backup_facts,
    proof_facts,
)

FACT_TYPES: dict[str, type[Fact]] = {
    kind.topic(): kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type)
    and issubclass(kind, Fact)
    and kind.__module__ == chapter.__name__
    and kind.topic() != kind.__name__  # what kinds have in common has no topic of its own
}
