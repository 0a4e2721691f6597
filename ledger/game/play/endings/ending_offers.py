"""What can be reported about the end of a game that the players' turns do not bring about."""

from __future__ import annotations

from ledger.game.facts.leaving import GameAdjourned
from ledger.game.play.endings.requests import end_of, scoreless_row
from ledger.game.play.entry import awaits_verdict
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """The end of the round, a resignation, and scoreless turns that need a ruling."""
    if sheet.ended or not sheet.started:
        return ()
    waits = awaits_verdict(sheet, rules) or sheet.out or find(sheet.open, GameAdjourned)
    of_the_round = () if waits else _end_of_the_round(rules)
    return (*of_the_round, *_resignation(rules), *_scoreless(sheet, rules))


def _end_of_the_round(rules: Rulebook) -> tuple[Offer, ...]:
    ends = rules.keeping.director_ends_round
    if not ends.is_known:
        return ()
    return (
        Offer(
            name="end-of-round",
            title="The director ends the round",
            asks="end-round",
            clause=str(ends),
            questions=(Question(field="reason", words="Why?", kind="text"),),
        ),
    )


def _resignation(rules: Rulebook) -> tuple[Offer, ...]:
    allowed = rules.resignation.allowed
    if not allowed.is_known:
        return ()
    return (
        Offer(
            name="resignation",
            title="A player resigns",
            asks="resign",
            clause=str(allowed),
            questions=(
                Question(field="seat", words="Who resigns?", kind="seat"),
                Question(
                    field="proper",
                    words="Is it an emergency, as the director confirms?",
                    kind="yes-no",
                ),
                Question(
                    field="margin",
                    words="If it is none: by how many points is the game lost?",
                    kind="number",
                ),
                Question(field="reason", words="What happened?", kind="text"),
            ),
        ),
    )


def _scoreless(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """The game would be over if every scoreless turn counted: a director says whether it is."""
    _, why = end_of(scoreless_row(sheet.lines, rules), sheet.totals, rules)
    if not why:
        return ()
    return (
        Offer(
            name="scoreless-turns",
            title="The director rules that the scoreless turns end the game",
            asks="end-game",
            clause=str(rules.zeros.counted),
            questions=(
                Question(
                    field="cause",
                    words="What ends the game?",
                    kind="choice",
                    choices=(("six-zeros", "scoreless turns in a row"),),
                ),
            ),
        ),
    )
