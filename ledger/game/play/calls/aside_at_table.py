"""What a table is told of a matter that was put off, waived or taken back, and what that does."""

from __future__ import annotations

from ledger import rulebook
from ledger.game.facts.calls import DirectorCalled, MatterSetAside
from ledger.game.play.calls.calling import clocks_started, clocks_stopped
from ledger.game.play.clock.stop_reasons import CALLED
from ledger.game.play.procedure import Procedure
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.in_words import told
from ledger.record.fact import Fact


def at_table(sheet: Sheet, aside: MatterSetAside) -> tuple[Fact, ...]:
    """What is written at the table about a matter that is set aside, or is so no more.

    A call that is waived lets the clocks run that were stopped for it; taken back, they stand
    still again where that let them run.
    """
    if aside.kind != "call" or aside.how == "put-off":
        return (aside,)
    rules = rulebook.rules_of(sheet.scheduled)
    if aside.how == "waived":
        left = [one for one in sheet.open if str(one.version) != aside.which]
        is_open = len(left) < len(sheet.open)
        return (aside, *(clocks_started(sheet, left, rules) if is_open else ()))
    return (aside, *(clocks_stopped(sheet, rules) if _ran_again(sheet, aside.which) else ()))


def _ran_again(sheet: Sheet, call: str) -> bool:
    """Whether waiving this call is what let the clocks run that run now."""
    if all(
        str(one.version) != call or not isinstance(one.fact, DirectorCalled) for one in sheet.waived
    ):
        return False
    waived = [
        event
        for event in sheet.events
        if isinstance(event.fact, MatterSetAside)
        and (event.fact.kind, event.fact.which, event.fact.how) == ("call", call, "waived")
    ]
    since = sheet.events[sheet.events.index(waived[-1]) + 1 :]
    return bool(since) and getattr(since[0].fact, "reason", "") == CALLED


def last_told(sheet: Sheet) -> tuple[Procedure, ...]:
    """What the table is told of what was set aside since the last turn, as things going on.

    What was taken back, or is a call that was put off, shows by the procedure itself.
    """
    turn: Line | None = sheet.last_turn
    told_of: dict[tuple[str, str], Procedure] = {}
    for event in reversed(sheet.events):
        if turn is not None and event.originator_version <= turn.version:
            break
        fact = event.fact
        if isinstance(fact, MatterSetAside) and (fact.kind, fact.which) not in told_of:
            told_of[fact.kind, fact.which] = Procedure(
                name=f"aside-{fact.how}", title=told(fact, sheet), clause="", steps=(),
                version=event.originator_version,
            )  # fmt: skip
    open_calls = {str(one.version) for one in sheet.open if isinstance(one.fact, DirectorCalled)}
    return tuple(
        procedure
        for (kind, which), procedure in reversed(told_of.items())
        if not (kind == "call" and which in open_calls) and procedure.name != "aside-taken-back"
    )
