"""What goes wrong in made-up games of a seed: ``python -m tests.recount.of_any_seed 1 500``.

A draw of numbers must not decide: whatever seed is drawn, the games come to their end, nothing that
is offered is refused, the other program counts the same, and no point is lost twice.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import fields

from ledger import rulebook
from ledger.desk.desk import Desk
from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.deciding import REQUESTS
from ledger.game.going_on import open_procedures
from ledger.game.judging.facts import MisadjudicationFound, VerdictOvertaken
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import after, replay
from ledger.game.sheet.sheet import Sheet
from ledger.record.engine import open_log
from ledger.record.events import Event
from ledger.simulation import simulated
from ledger.simulation.tournament import Ticking
from migrations import bring_up_to_date
from tests.recount.compared import compared

GAMES = 4

SCREENS_WORK_OUT = {"sign-amendment": {"shown"}}
"""What a screen of the tablet works out itself: the digest of the result that it shows."""


def trouble(folder: Path, book: str, seed: int) -> list[str]:
    """All that is wrong with the games of this seed under this book; nothing as a rule."""
    bring_up_to_date(folder, {})
    log = open_log(folder, {})
    try:
        report = simulated(Desk(log, now=Ticking()), book, seed=seed, games=GAMES)
        found = [str(defect) for defect in report.defects]
        games = [event.originator_id for _, event in log.about(GameScheduled)]
        for events in map(log.events_of, games):
            found += compared(replay(events))[1]
            found += step_by_step(events)
    finally:
        log.close()
    return [f"{book}, seed {seed}: {what}" for what in found]


def step_by_step(events: Sequence[Event]) -> Iterator[str]:
    """What is wrong with any state of a game: verdicts overtaken in vain, steps nobody can take."""
    sheet = replay(events[:1])
    for event in events[1:]:
        yield from overtaken_in_vain(sheet, event)
        sheet = after(sheet, [event])
        yield from steps_that_lack(sheet)


def overtaken_in_vain(sheet: Sheet, event: Event) -> Iterator[str]:
    """A verdict overtaken, or points lost, for a play that is off the board already."""
    match event.fact:
        case VerdictOvertaken(acceptable=False, since=verdict):
            what = "a verdict is overtaken"
        case MisadjudicationFound(supersedes=verdict, replacement=PhoneyWithdrawn()):
            what = "points are lost again"
        case _:
            return
    turns = [line for line in sheet.lines if line.is_turn and line.place < verdict]
    if not turns or turns[-1].withdrawn:
        yield f"event {event.originator_version}: {what} on a play that is off the board"


def steps_that_lack(sheet: Sheet) -> Iterator[str]:
    """Steps whose request needs a field that they neither know nor ask."""
    rules = rulebook.in_force(sheet.scheduled.rulebook, sheet.scheduled.options)
    for going in open_procedures(sheet, rules):
        for step in going.steps:
            if not step.asks or step.done:
                continue
            required = {field.name for field in fields(REQUESTS[step.asks]) if field.required}
            known = {question.field for question in step.questions} | dict(step.answers).keys()
            lacking = required - known - SCREENS_WORK_OUT.get(step.asks, set())
            if lacking:
                yield f"event {sheet.version}: step {step.asks} of {going.name} lacks {lacking}"


def main(first: int, last: int) -> int:
    """Say what is wrong with each seed from ``first`` to ``last``, under all five books."""
    wrong = 0
    for seed in range(first, last + 1):
        for book in rulebook.NAMES:
            with tempfile.TemporaryDirectory() as folder:
                found = trouble(Path(folder), book, seed)
            wrong += bool(found)
            for what in found:
                print(what, flush=True)
        print(f"seed {seed} done, {wrong} with trouble so far", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(*map(int, sys.argv[1:3]))))
