"""Something that waits for an official at the desk, and what of it keeps a round open."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from ledger.tournament.set_aside import Named
from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import AT_A_TABLE, MATTERS_TOLD, MatterKind

FOR_PLAYERS = frozenset({"arithmetic"})
"""What players put right themselves, unasked for (wespa-5.1 4.8(a)); a director may look."""

KEEPS_NO_ROUND_OPEN = FOR_PLAYERS | {"clock", "silent", "slip", "not-started", "appeal"}
"""What is over when the game is, or is settled in its own time; the rest keeps a round open."""


class DeskMatter(Struct, frozen=True, kw_only=True):
    """Something that waits for a person.

    Attributes:
      since: from when on it waits; it is shown from ``shown_from`` on, if that is later.
      words: what it is, in a few words; of a slip and of a statement never what stands in it.
      called: what people call it, where that says more than its kind does.
      clause: the rule, if one is named.
      game: where it is about one.
      in_play: whether that game is being played.
      step: of a step of the director's, the request that records it; empty: none does.
      seat: who asks or protests, where it is a player.
      once_told: what players must have been told for this to be news for them; ``None``: nothing.
    """

    named: Named
    since: datetime
    words: str
    called: str = ""
    clause: str = ""
    game: UUID | None = None
    step: str = ""
    seat: Seat | None = None
    shown_from: datetime | None = None
    in_play: bool = False
    once_told: Named | None = None

    @property
    def kind(self) -> MatterKind:
        """What kind of thing waits."""
        return self.named.kind

    @property
    def told(self) -> str:
        """What people call it."""
        return self.called or MATTERS_TOLD[self.kind]

    @property
    def keeps_open(self) -> bool:
        """Whether its round can't be closed until it is settled or waived."""
        return self.kind not in KEEPS_NO_ROUND_OPEN

    @property
    def at_a_table(self) -> bool:
        """Whether somebody waits or plays at a table, so that it is never waived with others."""
        return self.in_play or self.kind in AT_A_TABLE

    def is_due(self, now: datetime) -> bool:
        """Whether it has waited long enough to be shown."""
        return self.shown_from is None or self.shown_from <= now
