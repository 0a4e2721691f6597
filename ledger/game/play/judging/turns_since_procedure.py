"""Another verdict holds, and turns were made since: what the director decides, and on what rule."""

from __future__ import annotations

from ledger.game.facts.judging import VerdictOvertaken
from ledger.game.play.judging.turns_since import said_by_the_book, turns_made_since
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import TurnsSince, choices


@opened_by(VerdictOvertaken)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Play waits, and the director says what becomes of the turns made since (L-17, L-19)."""
    overtaken = opened.fact
    assert isinstance(overtaken, VerdictOvertaken)
    says = said_by_the_book(sheet, overtaken, rules)
    since = turns_made_since(sheet, overtaken.since)
    how = Question(
        field="how",
        words="What becomes of the turns made since?",
        kind="choice",
        choices=choices(TurnsSince),
    )
    return Procedure(
        name="turns-since",
        title=f"The verdict changed after {told(len(since))}",
        clause=says.clause,
        steps=(
            Step(
                who="director",
                does="Play waits; the director says what becomes of them.",
                clause=says.clause,
                clock="neutral",
                asks="settle-turns-since",
                questions=(how,),
            ),
        ),
        seat=overtaken.seat,
        version=opened.version,
        counts=(("turns since", len(since)),),
        traps=(says.trap,) if says.trap else (),
        needs_ruling=says.how is None,
    )


def told(turns: int) -> str:
    """How many turns were made since, in words.

    >>> told(1), told(2)
    ('a turn', '2 turns')
    """
    return "a turn" if turns == 1 else f"{turns} turns"
