"""One event of a game with what stands of it, an entry in a few words, and a reason after it."""

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
from ledger.vocabulary import WITHHELD
from ledger.vocabulary.plays import spelled

# A reason after what it is the reason for.


def because(reason: str) -> str:
    """``: reason``; empty where there is none, or where it is not shown to whoever reads.

    >>> f"Game void{because('no lights')}", f"Game void{because(WITHHELD)}"
    ('Game void: no lights', 'Game void')
    """
    return f": {reason}" if if_shown(reason) else ""


def under(clause: str) -> str:
    """The rule something rests on, in brackets; empty where none is named or it is not shown.

    >>> f"A turn lost{under('wespa-4.0 6.3.3')}", f"A turn lost{under('')}"
    ('A turn lost (wespa-4.0 6.3.3)', 'A turn lost')
    """
    return f" ({clause})" if if_shown(clause) else ""


def if_shown(words: str) -> str:
    """Words that are shown; empty where they are withheld."""
    return "" if words == WITHHELD else words


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
