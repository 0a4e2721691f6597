"""Games put off or broken off, to be played or finished later."""

from __future__ import annotations

from ledger.game.facts.arrivals import GamePostponed
from ledger.game.facts.leaving import GameAdjourned
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Offer, Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import Consent, choices


@opened_by(GamePostponed)
def postponed(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A game put off: it is played later, by the consent of both (C-13)."""
    fact = opened.fact
    until = fact.until if isinstance(fact, GamePostponed) else ""
    return Procedure(
        name="postponed",
        title=f"Postponed until {until}" if until else "Postponed",
        clause=str(rules.lateness.postponing),
        steps=(
            Step(
                who="both",
                does="The game is played at the time agreed.",
                clause=str(rules.lateness.postponing),
                asks="" if sheet.ended else "start-game",
                done=sheet.started,
            ),
        ),
        version=opened.version,
    )


@opened_by(GameAdjourned)
def adjourned(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A game to be finished later; who can't, forfeits (C-15, C-12)."""
    rule = rules.absence.adjourned
    turn = "" if sheet.on_move is None else f"; {sheet.name(sheet.on_move)} is on turn"
    return Procedure(
        name="adjourned",
        title="Broken off, to be finished later",
        clause=str(rule),
        steps=(
            Step(
                who="both",
                does=f"The game goes on at the time arranged{turn}.",
                clause=str(rule),
                asks="resume-game",
                if_wrong="A player who can't finish it then loses it." if rule.is_known else "",
            ),
        ),
        version=opened.version,
    )


def postpone(rules: Rulebook) -> Offer:
    """What is asked of who wants a game played later."""
    return Offer(
        name="postponed",
        title="Postpone the game",
        asks="postpone-game",
        clause=str(rules.lateness.postponing),
        questions=(
            Question(field="reason", words="What delays the player?", kind="text"),
            Question(field="until", words="When is it played?", kind="text"),
            Question(
                field="consents",
                words="Who agrees?",
                kind="choice",
                choices=choices(Consent),
            ),
        ),
    )


def adjourn(rules: Rulebook) -> Offer:
    """What is asked of who wants a game finished later."""
    return Offer(
        name="adjourned",
        title="Break the game off, to be finished later",
        asks="adjourn-game",
        clause=str(rules.absence.adjourned),
        questions=(
            Question(field="reason", words="Why?", kind="text"),
            Question(field="until", words="Until when?", kind="text"),
        ),
    )
