"""A warning that is due: the director gives or waives it; what the book names the next time."""

from __future__ import annotations

from ledger.game.facts.calls import WarningDue
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.rulebook.model.conduct import Offence

WHY = Question(field="reason", words="What was said, or why was no warning given?", kind="text")


@opened_by(WarningDue)
def warning(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """It stays open, also when what it is about is put right, until a director settles it."""
    fact = opened.fact
    assert isinstance(fact, WarningDue)
    player, act = sheet.name(fact.seat), rules.offences.get(fact.offence)
    clause, what = (str(act), act.words) if act else (str(rules.fallback.decides), fact.offence)
    given = Question(field="given", words=f"Was {player} warned?", kind="yes-no")
    return Procedure(
        name="warning",
        title=f"A warning is due to {player}: {what}",
        clause=clause,
        steps=(
            Step(
                who="director",
                does=f"The director warns {player}, or waives it and says why.",
                clause=clause,
                asks="settle-warning",
                answers=(("seat", fact.seat.value), ("offence", fact.offence)),
                questions=(given, WHY),
                calls_director=True,
            ),
            *(_again(fact, player, act) if act is not None and fact.before else ()),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("times before", fact.before),),
    )


def _again(fact: WarningDue, player: str, act: Offence) -> tuple[Step, ...]:
    """What the book names for doing it again. The director enters it, or does not."""
    if act.then == "free-challenge":
        return (
            Step(
                who="director",
                does=f"{player} has done it before: the book suggests a free challenge for the "
                "opponent.",
                clause=str(act),
                asks="grant-free-challenge",
                optional=True,
                answers=(("seat", fact.seat.opponent.value), ("reason", act.words)),
            ),
        )
    if act.then != "reduced-margin":
        return ()
    return (
        Step(
            who="director",
            does=f"{player} has done it before: the book suggests {act.amount} off the spread.",
            clause=str(act),
            asks="apply-penalty",
            optional=True,
            answers=(
                ("seat", fact.seat.value),
                ("unit", "spread"),
                ("amount", int(act.amount)),
                ("reason", f"{act.words}, again"),
                ("clause", str(act)),
            ),
        ),
    )
