"""The sanction box filled from a game's sheet: only what the sheet's reader may see is in it.

Warnings lie in the tournament's ledger of conduct, which is for officials; a score sheet goes to
players, so none is taken from there. What a director gives them to see is the warning notice.
"""

from __future__ import annotations

from dataclasses import replace

from ledger.game.facts.clock import SandWarned
from ledger.game.facts.scores import PenaltyApplied
from ledger.game.facts.setting_up import GameForfeited
from ledger.game.sheet import Sheet
from ledger.game.sheet.effective import standing
from ledger.record.fact import Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.counted import some
from printing.places import turn_numbers
from printing.sanction_box import Sanction
from printing.source import NOTHING_ELSE, Source


def sanctions_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> tuple[Sanction, ...]:
    """Penalties, forfeits and warnings of the sand that stand, oldest first."""
    found = []
    for event, fact, _ in standing(sheet.events):
        for seat, kind in given(fact):
            one = sanction_at(sheet, event.originator_version, seat, kind)
            case = event.envelope.case
            found.append(replace(one, case=source.called(case) if case else ""))
    return tuple(found)


def given(fact: Fact | None) -> tuple[tuple[Seat, str], ...]:
    """To whom a fact gives which sanction, in words."""
    if isinstance(fact, PenaltyApplied):
        amount = {
            "points": some(fact.amount, "point"),
            "spread": f"{some(fact.amount, 'point')} of spread",
            "time": some(fact.amount, "second"),
            "turn": "loss of turn",
        }
        return ((fact.seat, f"Penalty: {amount[fact.unit]}"),)
    if isinstance(fact, GameForfeited):
        losers = tuple(Seat) if fact.loser is None else (fact.loser,)
        return tuple((seat, "Game forfeited") for seat in losers)
    if isinstance(fact, SandWarned):
        return ((fact.seat, "Warned: sand running out"),)
    return ()


def sanction_at(sheet: Sheet, version: int, seat: Seat, kind: str) -> Sanction:
    """A sanction with turn, scores and clock as they were when it was given."""
    before = [line for line in sheet.lines if line.version < version]
    numbers = turn_numbers(sheet)
    clocks = [line.clocks[seat.place] for line in before if line.clocks]
    return Sanction(
        turn=max((numbers[line.version] for line in before if line.version in numbers), default=0),
        totals=before[-1].totals if before else (0, 0),
        clock=clocks[-1] if clocks else None,
        player=sheet.name(seat),
        kind=kind,
    )
