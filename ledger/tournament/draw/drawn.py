"""What a draw comes to: pairings, why they start as they do, and which rules had to give way."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

StartedBy = Literal[
    "", "fewer-firsts", "more-seconds", "head-to-head", "lot", "schedule", "drawn-at-the-table"
]
"""What settled who starts; empty for a bye."""

Rule = Literal["repeat", "same-again", "forbidden", "second-bye", "left-over", "table-shared"]
"""A rule that can give way: no second meeting, none in the round right after, no forbidden pair,
no second bye, the schedule as laid down, a kept table for one player only."""


class DrawnPairing(Struct, frozen=True, omit_defaults=True):
    """Two players at a table, the starter first; ``second`` is 0 for a bye, which has no table.

    Attributes:
      gibson: whether Gibson's rule paired them.
      kept: whether the table is one kept for a player who needs it.
    """

    table: int
    first: int
    second: int
    started_by: StartedBy = ""
    gibson: bool = False
    kept: bool = False


class Relaxed(Struct, frozen=True):
    """A rule that gave way, and for whom."""

    rule: Rule
    players: tuple[int, ...]


class Drawn(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round as it was drawn.

    Attributes:
      pairings: by table, then the byes.
      relaxed: the rules that gave way, and for whom.
      plan: what later rounds of the same draw go on from, as in ``Inputs``.
      gibsons: who can no longer be caught, best first.
    """

    pairings: tuple[DrawnPairing, ...]
    relaxed: tuple[Relaxed, ...] = ()
    plan: tuple[tuple[int, ...], ...] = ()
    gibsons: tuple[int, ...] = ()

    def opponent_of(self, number: int) -> int | None:
        """Whom a player meets; 0 for a bye, ``None`` for one who is not in the draw."""
        for one in self.pairings:
            if number in (one.first, one.second):
                return one.second if number == one.first else one.first
        return None


class Met(Struct, frozen=True):
    """Two players a system put together, before tables and starts; ``starter``: where it says."""

    one: int
    two: int
    starter: int = 0
    gibson: bool = False
