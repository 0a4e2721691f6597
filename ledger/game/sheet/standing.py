"""One event of a game with what stands of it, and an entry in a few words."""

from __future__ import annotations

from typing import NamedTuple

from ledger.game.facts.turns import (
    PlayRecorded,
    TilesExchanged,
    TurnInserted,
    TurnMissed,
    TurnPassed,
)
from ledger.game.sheet.line import Correction
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.vocabulary.plays import spelled


class Standing(NamedTuple):
    """An event, the fact that stands in its place (``None``: struck out), and how it came so."""

    event: Event
    fact: Fact | None
    corrections: tuple[Correction, ...]

    @property
    def made(self) -> Fact:
        """What was entered at first: of a turn that was put in, the turn."""
        fact = self.event.fact
        return fact.turn if isinstance(fact, TurnInserted) else fact

    @property
    def before(self) -> int | None:
        """Version of the turn it was put in before; ``None`` where nothing was put in."""
        fact = self.event.fact
        return fact.before if isinstance(fact, TurnInserted) else None


def words_of(fact: Fact | None) -> str:
    """An entry in a few words, to show what stood before and what stands now.

    >>> from ledger.vocabulary import Seat
    >>> words_of(TilesExchanged(seat=Seat.FIRST, count=3))
    'exchange 3'
    """
    if fact is None:
        return "nothing"
    if isinstance(fact, PlayRecorded):
        return f"{spelled(fact.placement, fact.words)} {fact.announced:+d}"
    if isinstance(fact, TilesExchanged):
        return f"exchange {fact.count}"
    if isinstance(fact, TurnPassed):
        return "pass"
    if isinstance(fact, TurnMissed):
        return f"tiles to follow {fact.announced:+d}"
    return type(fact).topic().replace("-", " ")
