"""What decisions about conduct do to the standings: kept apart from the games themselves.

No score and no winner on any sheet changes with it (TX-16); the standings follow from the
games and from this, so that a hall built anew shows the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ledger.hall.results import Result
from ledger.tournament.conduct_ledger import ConductLedger

VOID, AWARDED, SPREAD, EJECTED = "void", "awarded", "spread", "ejected"


class Decided(NamedTuple):
    """What was decided in one tournament.

    Attributes:
      voided: games that count for nobody.
      awarded: games given to a player: by game, whose number, by what margin.
      spread: change of each player's spread, by number.
      ejected: numbers of those who stand last.
    """

    voided: frozenset[str]
    awarded: dict[str, tuple[int, int]]
    spread: dict[int, int]
    ejected: frozenset[int]

    @property
    def ruled(self) -> frozenset[str]:
        """The games that count as was decided, whoever signed what."""
        return self.voided | self.awarded.keys()

    def applied(self, result: Result) -> Result | None:
        """A result as it counts after what was decided; ``None`` if it does not."""
        if result.game in self.voided:
            return None
        if result.game not in self.awarded:
            return result
        winner, margin = self.awarded[result.game]
        first = winner == result.first_number
        return result._replace(
            first_half_wins=2 if first else 0,
            second_half_wins=0 if first else 2,
            first_spread=margin if first else -margin,
            second_spread=-margin if first else margin,
        )


NOTHING = Decided(frozenset(), {}, {}, frozenset())
"""Where nothing was decided."""


def write_decided(connection: sqlite3.Connection, slug: str, conduct: ConductLedger) -> None:
    """Write what stands of a tournament's decisions, in place of what stood before."""
    connection.execute("DELETE FROM decided WHERE tournament = ?", (slug,))
    connection.executemany(
        "INSERT INTO decided VALUES (?, ?, ?, ?, ?)", [(slug, *row) for row in _rows(conduct)]
    )


def decided_by(conduct: ConductLedger) -> Decided:
    """What was decided in a tournament, by its own record."""
    return _sorted(_rows(conduct))


def _rows(conduct: ConductLedger) -> Iterator[tuple[str, str, int, int]]:
    yield from ((VOID, game.hex, player, 0) for player, game in conduct.voided)
    yield from ((AWARDED, a.game.hex, a.opponent, int(a.margin)) for _, a in conduct.awarded)
    yield from ((SPREAD, "", player, points) for player, points in conduct.spread)
    yield from ((EJECTED, "", player, 0) for player in conduct.ejected)


def decided(db: sqlite3.Connection, slug: str) -> Decided:
    """What was decided in a tournament."""
    rows = db.execute(
        "SELECT kind, game, number, amount FROM decided WHERE tournament = ?", (slug,)
    ).fetchall()
    return _sorted(rows)


def _sorted(rows: Iterable[Any]) -> Decided:
    awarded: dict[str, tuple[int, int]] = {}
    spread: dict[int, int] = {}
    voided, ejected = set(), set()
    for kind, game, number, amount in rows:
        if kind == VOID:
            voided.add(game)
        elif kind == AWARDED:
            awarded[game] = (number, amount)
        elif kind == SPREAD:
            spread[number] = spread.get(number, 0) + amount
        else:
            ejected.add(number)
    return Decided(frozenset(voided), awarded, spread, frozenset(ejected))
