"""Who has which prize as things stand, and which prizes are shared or lie with one player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ledger.hall.rows import StandingRow
from ledger.tournament.facts.set_up import Prize


class PrizeWon(Struct, frozen=True, kw_only=True):
    """A prize and who has it as things stand.

    Attributes:
      rows: who has it; several share it, with all prizes that their places bring.
      notes: that it is shared, and what else its winner has, each a sentence.
    """

    prize: Prize
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have it."""
        return tuple(row.name for row in self.rows)


def prizes_won(standings: Iterable[StandingRow], prizes: Sequence[Prize]) -> list[PrizeWon]:
    """Each prize in the order in which they were announced."""
    rows = tuple(standings)
    return [_won(prize, rows, prizes) for prize in prizes]


def won_by(row: StandingRow, prizes: Iterable[Prize]) -> tuple[str, ...]:
    """What a place, or a place in a class, brings as things stand.

    >>> row = StandingRow(number=7, name="Ann", division="", wins=3, losses=0, spread=10,
    ...     games=3, starts=1, place=1)
    >>> won_by(row, (Prize(place=1, wins="a cup"), Prize(place=2, wins="a mug")))
    ('a cup',)
    """
    brings = []
    for prize in prizes:
        if _has(row, prize):
            _, sharing = _span(row, prize)
            brings.append(prize.wins if sharing == 1 else f"{prize.wins}, shared by {sharing}")
    return tuple(brings)


def _won(prize: Prize, rows: Sequence[StandingRow], prizes: Sequence[Prize]) -> PrizeWon:
    winners = tuple(row for row in rows if _has(row, prize))
    notes = dict.fromkeys(_shared(row, prize, prizes) for row in winners)
    also = (_also(row, prizes) for row in winners if prize.class_name)
    return PrizeWon(
        prize=prize, rows=winners, notes=tuple(note for note in (*notes, *also) if note)
    )


def _shared(row: StandingRow, prize: Prize, prizes: Sequence[Prize]) -> str:
    """What all who share a place have between them; empty: nobody shares it.

    How it is split among them, the organiser says.
    """
    place, sharing = _span(row, prize)
    if sharing == 1:
        return ""
    together = [one.wins for one in prizes if one.class_name == prize.class_name and _has(row, one)]
    last = place + sharing - 1
    places = f"{place} and {last}" if sharing == 2 else f"{place} to {last}"
    of = " ".join(words for words in (row.division, prize.class_name) if words)
    what = " and ".join(([", ".join(together[:-1])] if together[1:] else []) + together[-1:])
    return f"Places {places}{f' of {of}' if of else ''} are shared: {what} between them."


def _also(row: StandingRow, prizes: Sequence[Prize]) -> str:
    """What a winner in a class has for the place among all; empty: nothing."""
    wins = [one for one in prizes if not one.class_name and _has(row, one)]
    if not wins:
        return ""
    told = " and ".join(f"{one.wins} for place {one.place}" for one in wins)
    return f"{row.name} also wins {told}."


def _has(row: StandingRow, prize: Prize) -> bool:
    place, sharing = _span(row, prize)
    covered = place <= prize.place < place + sharing
    in_it = prize.division in ("", row.division)
    return bool(place and covered and in_it and row.games and not row.ejected)


def _span(row: StandingRow, prize: Prize) -> tuple[int, int]:
    """The place that counts for a prize, and by how many it is shared; 0: there is none."""
    if not prize.class_name:
        return row.place, row.sharing
    found = next((one for one in row.classes if one.name == prize.class_name), None)
    return (found.place, found.sharing) if found else (0, 1)
