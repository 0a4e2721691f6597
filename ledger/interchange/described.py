"""A tournament as any file tells it: players, and what each of them did in each round.

Every reader makes it, every writer is made from it, and so is what an import would change. A
player is called by a number within the division, as in the files; numbers of ours come later.
"""

from __future__ import annotations

from msgspec import Struct


class Outing(Struct, frozen=True, omit_defaults=True):
    """What one player did in one round.

    Attributes:
      opponent: number within the division; 0: nobody; ``None``: the file leaves a gap.
      score: the player's own score; without an opponent the change of spread; ``None``: none yet.
      half_wins: of a round without an opponent: 2, 1 or 0; ``None``: it counts for nothing.
      started: whether the player went first; ``None``: the file does not say.
      table: 0: the file does not say.
    """

    opponent: int | None = None
    score: int | None = None
    half_wins: int | None = None
    started: bool | None = None
    table: int = 0


GAP = Outing()
"""A round of which a file says nothing about a player."""


class Entrant(Struct, frozen=True, omit_defaults=True):
    """A player, as a file has it.

    Attributes:
      number: within the division, from 1.
      name: as the file spells it.
      line: where the file tells of the player; 0: nowhere by itself.
      numbered: under which number the file has the player, so that a name may change under it; 0:
        it numbers nobody.
      table: the table kept for a player who needs one; 0: any.
      off: where the player takes no further part, the spread of each round missed; ``None``: plays.
      outings: round by round, from the first.
      others: what else the file says of the player, as (keyword, words), word for word.
    """

    number: int
    name: str
    line: int = 0
    numbered: int = 0
    rating: int = 0
    team: str = ""
    classes: tuple[str, ...] = ()
    member: str = ""
    table: int = 0
    off: int | None = None
    outings: tuple[Outing, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def outing(self, round_number: int) -> Outing:
        """What the player did in a round; a gap where nothing is told."""
        return self.outings[round_number - 1] if round_number <= len(self.outings) else GAP


class DivisionTold(Struct, frozen=True, omit_defaults=True):
    """A division, as a file has it.

    Attributes:
      name: empty where there is only one.
      planned: how many rounds it is to have; 0: not said.
      file: the name of the file that tells of it.
    """

    name: str = ""
    entrants: tuple[Entrant, ...] = ()
    planned: int = 0
    file: str = ""

    @property
    def rounds(self) -> int:
        """How many rounds anybody did something in."""
        return max((len(each.outings) for each in self.entrants), default=0)


class Told(Struct, frozen=True, omit_defaults=True):
    """A tournament, as one or several files tell it.

    Attributes:
      name: of the event; empty: not said.
      day: its first day, as ``2026-11-21``; empty: not said.
      options: points of the rulebook that its settings settle, as (name, value) of ours.
    """

    divisions: tuple[DivisionTold, ...] = ()
    name: str = ""
    day: str = ""
    options: tuple[tuple[str, int], ...] = ()
