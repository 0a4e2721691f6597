"""A number that is not clear, and exchanged tiles that were never returned (I-03, I-05)."""

from __future__ import annotations

from ledger.game.facts.exchanges import ExchangeChallenged, UnwantedTilesFound
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook

SHOWN = Question(field="shown", words="Have both players seen them?", kind="yes-no")


def number(sheet: Sheet, opened: Opened, fact: ExchangeChallenged, rules: Rulebook) -> Procedure:
    """The number said is not the number put out: stop, ask, call the director (I-05)."""
    kind = rules.exchange.number_that_binds
    player = sheet.name(fact.exchanger)
    return Procedure(
        name="exchange-number",
        title=f"{player}: how many tiles?",
        clause=str(kind),
        steps=(
            Step(
                who="opponent",
                does=f"{sheet.name(fact.seat)} stops the clocks and asks how many.",
                clause=str(kind),
                clock="neutral",
                done=True,
            ),
            Step(
                who="opponent",
                does="The director is called.",
                clause=str(kind),
                calls_director=True,
            ),
            Step(
                who="director",
                does="The director says what stands.",
                clause=str(kind),
                asks="judge-exchange",
                questions=(Question(field="legal", words="Does it stand?", kind="yes-no"),),
            ),
            Step(
                who="director",
                does="A small time penalty makes up for time gained.",
                clause=str(kind),
                asks="apply-penalty",
                optional=True,
                answers=(
                    ("seat", fact.exchanger.value),
                    ("unit", "time"),
                    ("reason", "time gained by an exchange not clearly announced"),
                    ("clause", str(kind)),
                ),
                questions=(Question(field="amount", words="How many seconds?", kind="number"),),
            ),
        ),
        seat=fact.exchanger,
        version=opened.version,
        counts=(("put out", fact.laid),),
        traps=("TN-17",) if kind.value == "announcement" else (),
        needs_ruling=True,
    )


@opened_by(UnwantedTilesFound)
def unwanted_tiles(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Old tiles never returned after an exchange: both see them, then the bag (I-03)."""
    fact = opened.fact
    assert isinstance(fact, UnwantedTilesFound)
    rule = rules.improper_exchange.left_on_table
    steps = (
        Step(
            who="both",
            does=f"Both players see the {fact.count} tiles.",
            clause=str(rule),
            tiles=fact.count,
        ),
        Step(
            who="both",
            does=f"The {fact.count} tiles go into the bag.",
            clause=str(rule),
            tiles=fact.count,
            asks="return-unwanted-tiles",
            questions=(SHOWN,),
        ),
    )
    ruling = Step(
        who="director",
        does="The director rules what becomes of these tiles.",
        clause=str(rule),
        tiles=fact.count,
        asks="return-unwanted-tiles",
        questions=(SHOWN,),
    )
    return Procedure(
        name="unwanted-tiles",
        title=f"Exchanged tiles of {sheet.name(fact.seat)} were never returned",
        clause=str(rule),
        steps=steps if rule.is_known else (ruling,),
        seat=fact.seat,
        version=opened.version,
        counts=(("tiles", fact.count),),
        needs_ruling=not rule.is_known,
    )
