"""A tile played for a blank that is none: the tiles drawn since go back."""

from __future__ import annotations

from ledger.game.facts.blanks import FalseBlankFound
from ledger.game.play.blanks.false_blank_rule import drawn_back
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook


@opened_by(FalseBlankFound)
def false_blank(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The tiles drawn since go back, as after an overdraw with none due (G-10, TN-07)."""
    fact = opened.fact
    assert isinstance(fact, FalseBlankFound)
    rule = rules.blank_declaring.false_blank
    player, opponent = sheet.name(fact.player), sheet.name(fact.player.opponent)
    shown = drawn_back(fact.drawn, fact.mixed, rules)
    group = "the whole rack, old and new" if fact.mixed else "the new tiles"
    return Procedure(
        name="false-blank",
        title=f"{player} played a tile that is no blank",
        clause=str(rule),
        steps=(
            Step(
                who="player",
                does=f"{player} takes all tiles of the turn back and scores nothing.",
                clause=str(rule),
                done=True,
            ),
            Step(
                who="opponent",
                does=f"{opponent} looks at {shown} of {group}.",
                clause=str(rules.drawing.touched_found_by_opponent),
                tiles=shown,
            ),
            Step(
                who="opponent",
                does=f"{opponent} returns {fact.drawn} of them to the bag.",
                clause=str(rules.drawing.touched_found_by_opponent),
                tiles=fact.drawn,
                asks="settle-false-blank",
                answers=(("shown", shown), ("returned", fact.drawn)),
            ),
        ),
        seat=fact.player,
        version=opened.version,
        counts=(("drawn", fact.drawn), ("shown", shown), ("back to the bag", fact.drawn)),
        traps=("TN-07", "TN-12"),
    )
