"""Tournaments as everybody looks at them, made up for tests of standings, pages and paper."""

from __future__ import annotations

from random import Random
from uuid import UUID

from ledger.hall.rows import TournamentRow
from ledger.hall.standings import NOTHING
from ledger.hall.standings_building import ByeRow, Entered, Entrant, Sat, course_of

NAMES = (
    "Ottilie Brandt", "Kwabena Osei-Lund", "Marisol Teague", "Piotr Wilczak", "Anneke Voss",
    "Dara Quillan", "Ignatius Okoro", "Sunniva Hale", "Tobias Renn", "Leocadia Marsh",
    "Yusuf Denholm", "Bríd Calloway", "Noor Abendroth", "Casimir Pell", "Xiomara Lunt",
    "Hollis Greenaway", "Ayọ̀délé Fásanyà", "Nguyễn Thị Minh Châu",
)  # fmt: skip
LONGEST = (
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Maximiliana Kon",
    "María de los Ángeles Fernández-Bustamante y Álvarez de Toledo",
    "Ζωή Παπαθεοδωρακοπούλου-Χατζηκωνσταντίνου",
)


def a_row(**what) -> TournamentRow:
    """A tournament with the parts a test cares about set."""
    plain = {
        "slug": "kestrel-bay-2026", "name": "Kestrel Bay Open 2026", "place": "Harbour Hall",
        "rulebook": "wespa-5.1", "lexicon": "", "players": 0, "rounds": 0, "games": 0,
        "finished": 0, "ties": "spread", "starts_by": "assigned",
    }  # fmt: skip
    return TournamentRow(**(plain | what))


def a_game(number, first, second, scores=None, *, table=1, division="", state=None, names=None):
    """A game of a round: over with ``scores``, or not begun."""
    one, two = scores or (0, 0)
    return Sat(
        id=UUID(int=number * 10000 + table + hash_of(division)).hex,
        division=division, round_number=number, table=table, replay=1,
        first_number=first, first=(names or {}).get(first, f"Player {first}"),
        second_number=second, second=(names or {}).get(second, f"Player {second}"),
        first_total=one, second_total=two,
        state=state or ("final" if scores else "scheduled"), counted=int(scores is not None),
        begun=int(scores is not None),
        first_half_wins=(1 + (one > two) - (one < two)) if scores else 0,
        second_half_wins=(1 + (two > one) - (two < one)) if scores else 0,
        first_spread=one - two, second_spread=two - one,
    )  # fmt: skip


def hash_of(division: str) -> int:
    """A number for a division, the same each time."""
    return sum(ord(letter) for letter in division) * 10**9


def players(count, division="", first=1, names=NAMES, **what):
    """So many players entered, by number."""
    called = {n: names[(n - 1) % len(names)] for n in range(first, first + count)}
    if count > len(names):
        called = {
            n: f"{name} {'I' * (1 + (n - first) // len(names))}" for n, name in called.items()
        }
    kept = what.pop("kept", {})
    return [
        Entered(Entrant(number=n, name=name, division=division, **what), kept.get(n, 0))
        for n, name in called.items()
    ]


def a_course(entered, games, byes=(), found=NOTHING, *, row=None, after=0, prizes=(), ties=None):
    """The course of a tournament from its parts."""
    row = row or a_row(players=len(entered))
    order = ties or tuple(row.ties.split())
    games = [one._replace(starts_by=one.starts_by or row.starts_by) for one in games]
    return course_of(row, entered, games, byes, found, ties=order, prizes=prizes, after=after)


def rounds_of(entered, rounds, rng, *, lacking=0, bye_spread=50, more=0):
    """Random rounds of everybody of a division, ``lacking`` games of the last without a result.

    Args:
      more: rounds that are paired behind those.
    """
    names = {one.entrant.number: one.entrant.name for one in entered}
    division = entered[0].entrant.division
    games, byes = [], []
    for number in range(1, rounds + more + 1):
        order = list(names)
        rng.shuffle(order)
        if len(order) % 2:
            byes.append(ByeRow(order.pop(), number, division, 2, bye_spread))
        for table, (one, two) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            open_ = number > rounds or (number == rounds and table <= lacking)
            scores = None if open_ else (rng.randint(250, 560), rng.randint(250, 560))
            games.append(
                a_game(number, one, two, scores, table=table, division=division, names=names)
            )
    return games, byes


def a_tournament_of(
    count, rounds, *, divisions=("",), seed=1, lacking=0, names=NAMES, more=0, **what
):
    """A whole tournament: ``count`` players, spread over divisions."""
    rng, entered, games, byes = Random(seed), [], [], []
    each = count // len(divisions)
    for place, division in enumerate(divisions):
        first = place * each + 1
        some = players(each, division, first, names)
        entered += some
        played, without = rounds_of(some, rounds, rng, lacking=lacking, more=more)
        games += played
        byes += without
    row = what.pop("row", None) or a_row(players=len(entered), rounds=rounds + more)
    return a_course(entered, games, byes, row=row, **what)
