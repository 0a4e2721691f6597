"""What comes next in a tournament under way: of each division, in words, with the ways there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import url_for

from ledger.hall.missing import LACKS_TOLD, Missing, at_the_tables, missing_slips
from ledger.hall.rows import GameRow
from ledger.tournament.divisions import called, divisions_of, rounds_to_come
from ledger.tournament.tournament import Tournament, is_over

MOST_NAMED = 8
"""Tables that are named one by one; the page of missing slips has them all."""


class Way(NamedTuple):
    """Where a step is taken."""

    words: str
    address: str


class Step(NamedTuple):
    """How one round stands.

    Attributes:
      what: ``Round 7: 2 of 4 slips are in``, with the division where there is one.
      waits: for which tables, and why; empty: for none.
      share: of the slips that are in, between 0 and 1; ``None``: nothing is being played.
      ways: what may be done now, the likeliest first.
    """

    what: str
    waits: str
    share: float | None
    ways: tuple[Way, ...]


def next_steps(tournament: Tournament, games: Sequence[GameRow]) -> list[Step]:
    """What comes next, by division and round; empty before the first round is paired.

    Args:
      tournament: as its events have it.
      games: its games, as the hall has them.
    """
    if not tournament.rounds:
        return []
    unpaired = {one.division for one in rounds_to_come(tournament) if one.first == 1}
    if tournament.conduct.closed or (is_over(tournament) and not unpaired):
        out = Way("Results out", url_for("transfers.page", slug=tournament.slug))
        return [Step("The tournament is over", "", None, (out, _standings(tournament)))]
    at_tables = [row for row in at_the_tables(games) if row.state != "void"]
    return [
        step
        for division in divisions_of(tournament)
        for step in _of(tournament, division, [r for r in at_tables if r.division == division])
    ]


def _of(tournament: Tournament, division: str, rows: list[GameRow]) -> Iterator[Step]:
    paired = {one.round_number for one in tournament.rounds if one.division == division}
    waiting = sorted(n for n in paired if (division, n) not in tournament.closed)
    for number in waiting:
        yield _open(tournament, division, number, [r for r in rows if r.round_number == number])
    if paired and not waiting:
        yield _closed(tournament, division, max(paired))
    if any(one.division == division and one.first == 1 for one in rounds_to_come(tournament)):
        what = f"{_called(tournament, division, 1)} is not paired"
        yield Step(what, "", None, (_pair(tournament, 1),))


def _open(tournament: Tournament, division: str, number: int, rows: list[GameRow]) -> Step:
    slug = tournament.slug
    missing = missing_slips(rows)
    close = Way(
        f"Close round {number}",
        url_for("closing.page", slug=slug, round_number=number, division=division or None),
    )
    number_in = len(rows) - len(missing)
    what = f"{_called(tournament, division, number)}: {number_in} of {len(rows)} slips are in"
    if not missing:
        return Step(what, "", 1.0, (close,))
    results = Way(
        "Type results",
        url_for("slip_results.page", slug=slug, round=number, division=division or None),
    )
    differ = [one for one in missing if one.lacks == "one-that-holds"]
    to_type = (results,) if len(differ) < len(missing) else ()
    share = number_in / len(rows)
    return Step(what, _waits(missing), share, (*to_type, *_both_slips(slug, differ), close))


def _both_slips(slug: str, differ: list[Missing]) -> list[Way]:
    """To the slips of the tables where two of them differ: a director finds which holds."""
    return [
        Way(
            f"Both slips of table {one.game.table}",
            url_for("two_slips.page", slug=slug, game=one.game.id),
        )
        for one in differ[:MOST_NAMED]
    ]


def _waits(missing: list[Missing]) -> str:
    named = [f"table {one.game.table} ({LACKS_TOLD[one.lacks]})" for one in missing[:MOST_NAMED]]
    more = len(missing) - len(named)
    if more:
        named.append(f"{more} more")
    words = " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else named[0]
    return f"Waits for {words}."


def _closed(tournament: Tournament, division: str, last: int) -> Step:
    planned = next((one.rounds for one in tournament.planned if one.name == division), 0)
    pair = _pair(tournament, last + 1)
    close = Way("Close the tournament", url_for("ending.page", slug=tournament.slug))
    if planned and last >= planned:
        what = f"{_called(tournament, division, last)}, the last, is closed"
        return Step(what, "", None, (close, _standings(tournament)))
    ways = (pair, _standings(tournament)) if planned else (pair, close, _standings(tournament))
    return Step(f"{_called(tournament, division, last)} is closed", "", None, ways)


def _pair(tournament: Tournament, number: int) -> Way:
    return Way(f"Pair round {number}", url_for("drawing_rounds.page", slug=tournament.slug))


def _standings(tournament: Tournament) -> Way:
    return Way("Standings", url_for("standings.page", slug=tournament.slug))


def _called(tournament: Tournament, division: str, number: int) -> str:
    of = called(tournament, division)
    return f"{of}, round {number}" if of else f"Round {number}"
