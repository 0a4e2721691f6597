"""What a forfeit would come to under the book, before anybody declares it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ledger import rulebook
from ledger.game.play.deciding import decide
from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.entry import Entry
from ledger.game.sheet import Sheet, after
from ledger.game.sheet.outcome import outcome_of
from ledger.record.events import Event
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import signed


class Worth(NamedTuple):
    """What a forfeit comes to.

    Attributes:
      words: who wins by how much and whether it is rated; of what is refused, why.
      clause: the rule.
      ruled: whether it takes a director's ruling.
    """

    words: str
    clause: str
    ruled: bool


def worth_of(sheet: Sheet, asked: Forfeit) -> Worth:
    """What a director would write, and what the game then comes to."""
    rules = rulebook.rules_of(sheet.scheduled)
    rule = rules.leaving.outcome if asked.cause == "left" else rules.lateness.forfeit_margin
    try:
        decision = decide(sheet, asked, Entry(rules=rules, by="", role=Role.DIRECTOR))
    except Refusal as refusal:
        return Worth(f"{refusal.what} {refusal.next_step}", refusal.clause or str(rule), ruled=True)
    envelope = replace(sheet.events[-1].envelope, fact=decision.facts[0])
    return Worth(
        told(after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])), str(rule), ruled=False
    )


def told(sheet: Sheet) -> str:
    """What a game comes to as its sheet stands: who wins, by how much, whether it is rated."""
    outcome = outcome_of(sheet)
    both = " and ".join(
        f"{sheet.name(seat)} {_won(half_wins)} {signed(spread)}"
        for seat, half_wins, spread in zip(Seat, outcome.half_wins, outcome.spreads, strict=True)
    )
    return f"{both}, {rated_told(outcome.rated)}"


def _won(half_wins: int) -> str:
    return {2: "wins", 1: "ties", 0: "loses"}[half_wins]


def rated_told(rated: bool | None) -> str:
    """Whether a game or a bye counts for ratings, in words."""
    return {True: "rated", False: "not rated", None: "nobody settled whether it is rated"}[rated]
