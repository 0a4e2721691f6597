"""A number that is not clear, and exchanged tiles that were never returned (I-03, I-05)."""

from __future__ import annotations

from ledger.game.facts.exchanges import ExchangeChallenged, UnwantedTilesFound
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.rulebook import Rulebook

SHOWN = Question(field="shown", words="Have both players seen them?", kind="yes-no")


def number(sheet: Sheet, opened: Opened, fact: ExchangeChallenged, rules: Rulebook) -> Procedure:
    """The number said is not the number put out: stop, ask, call the director (I-05)."""
    kind = rules.exchange.number_that_binds
    asked = kind.value == "announcement"
    player = sheet.name(fact.exchanger)
    settled = Step(
        who="director",
        does="The tiles put out count, whatever was said; the director says so."
        if kind.value == "tiles-on-table"
        else "The director says what stands.",
        clause=str(kind) if kind.is_known else str(rules.fallback.decides),
        asks="judge-exchange",
        questions=(Question(field="legal", words="Does it stand?", kind="yes-no"),),
    )
    return Procedure(
        name="exchange-number",
        title=f"{player}: how many tiles?",
        clause=str(kind),
        steps=_asked_how_many(sheet, fact, settled) if asked else (settled,),
        seat=fact.exchanger,
        version=opened.version,
        counts=(("put out", fact.laid),),
        traps=("TN-17",) if kind.value == "announcement" else (),
        needs_ruling=True,
    )


def _asked_how_many(sheet: Sheet, fact: ExchangeChallenged, settled: Step) -> tuple[Step, ...]:
    """What a book says of a number that binds because it was said."""
    clause = settled.clause
    return (
        Step(
            who="opponent",
            does=f"{sheet.name(fact.seat)} stops the clocks and asks how many.",
            clause=clause,
            clock="neutral",
            done=True,
        ),
        Step(
            who="opponent",
            does="The director is called.",
            clause=clause,
            calls_director=True,
        ),
        settled,
        Step(
            who="director",
            does="A small time penalty makes up for time gained.",
            clause=clause,
            asks="apply-penalty",
            optional=True,
            answers=(
                ("seat", fact.exchanger.value),
                ("unit", "time"),
                ("reason", "time gained by an exchange not clearly announced"),
                ("clause", clause),
            ),
            questions=(Question(field="amount", words="How many seconds?", kind="number"),),
        ),
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
            does=f"Both players see the {tiles(fact.count)}.",
            clause=str(rule),
            tiles=fact.count,
        ),
        Step(
            who="both",
            does=f"The {tiles(fact.count)} must go into the bag.",
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
