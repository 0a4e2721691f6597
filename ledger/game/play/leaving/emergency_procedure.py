"""Emergencies: what is done meanwhile, and what follows once somebody has seen what it was."""

from __future__ import annotations

from ledger.game.facts.leaving import EmergencyAssessed, EmergencyDeclared, EmergencyOver
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook


@opened_by(EmergencyDeclared)
def emergency(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is done in an emergency on a player's own turn (N-06)."""
    fact = opened.fact
    if not isinstance(fact, EmergencyDeclared):
        raise TypeError("an emergency is opened by EmergencyDeclared")
    rule = rules.absence.emergency
    name, clause = sheet.name(fact.seat), str(rule)
    known = rule.value == "stop-assess-restart"
    over = next((step for step in opened.done if isinstance(step, EmergencyOver)), None)
    does = (
        f"The director looks after {name}, and has the clock started again at once."
        if known
        else "The director decides what is done."
    )
    steps = [
        Step(
            who="director",
            does=does,
            clause=clause,
            clock="player" if known else "",
            asks="assess-emergency",
            questions=(
                Question(field="finding", words="What did the director find?", kind="text"),
            ),
            done=opened.has(EmergencyAssessed),
        ),
        Step(
            who="director",
            does=f"{name} goes on if fit again before the own time is up."
            if known
            else f"The director finds whether {name} can go on.",
            clause=clause,
            asks="end-emergency",
            questions=(Question(field="fit", words=f"Can {name} go on?", kind="yes-no"),),
            done=over is not None,
        ),
    ]
    if over is not None and not over.fit:
        steps.append(_not_fit(sheet, fact, rules))
    return Procedure(
        name="emergency",
        title=f"Emergency: {fact.what}",
        clause=clause,
        steps=tuple(steps),
        seat=fact.seat,
        version=opened.version,
        needs_ruling=not known,
    )


def _not_fit(sheet: Sheet, fact: EmergencyDeclared, rules: Rulebook) -> Step:
    """How the game of a player who can't go on ends."""
    leaving, allowed = rules.leaving.outcome, rules.resignation.allowed
    resigns = allowed.value == "emergency"
    return Step(
        who="player" if resigns else "director",
        does=f"{sheet.name(fact.seat)} resigns for the emergency."
        if resigns
        else "The director adjourns the game or declares it lost.",
        clause=str(leaving if leaving.is_known or not resigns else allowed),
        asks="resign" if resigns else "forfeit",
        answers=(("seat", fact.seat.value), ("proper", True), ("reason", fact.what))
        if resigns
        else (("loser", fact.seat.value), ("cause", "left")),
        done=bool(sheet.ended),
    )
