"""Writing tables: our own of players, results and standings, and those that others ask for."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from msgspec import Struct

from ledger.hall.rows import StandingRow
from ledger.interchange.cells import guarded
from ledger.interchange.described import DivisionTold, Told

PLAYERS = (
    "Number", "Name", "Division", "Rating", "Team", "Class", "ID", "Fixed Table", "Withdrawn",
)  # fmt: skip
RESULTS = (
    "Division", "Round", "Table", "Player 1", "Score 1", "Player 2", "Score 2", "Started",
    "Bye",
)  # fmt: skip
STANDINGS = ("Division", "Place", "Number", "Name", "Wins", "Losses", "Spread", "Games")
OF_COCO = ("Submitted On", "Round", "Winner", "Winners Score", "Opponent", "Opponents Score")


class Played(Struct, frozen=True):
    """A game with its result, who started first where that is known."""

    division: str
    round_number: int
    table: int
    names: tuple[str, str]
    scores: tuple[int, int]
    started: bool


def players_table(told: Told) -> bytes:
    """Every player, under the number in the tournament."""
    return _table(
        PLAYERS,
        (
            (each.numbered or each.number, each.name, division.name, each.rating, each.team,
             " ".join(each.classes), each.member, each.table or "",
             "" if each.off is None else "yes")
            for division in told.divisions
            for each in division.entrants
        ),
    )  # fmt: skip


def results_table(told: Told) -> bytes:
    """A game a row, and each round without an opponent that counts, its spread for the score."""
    return _table(RESULTS, _result_rows(told))


def of_results_alone(told: Told) -> Iterator[str]:
    """What a table of results does not say of the players."""
    yield "Results alone: numbers, ratings and who withdrew are in the tables of a zip."
    nobodys = [
        each.name
        for division in told.divisions
        for each in division.entrants
        if not any(outing.opponent or outing.score for outing in each.outings)
    ]
    if nobodys:
        yield f"Without a round, and not in it: {', '.join(nobodys)}."


def _result_rows(told: Told) -> Iterator[Sequence[object]]:
    for division in told.divisions:
        for at in range(1, division.rounds + 1):
            for game in _games(division, at, scored=False):
                one, two = game.names
                scores = ("", "") if game.scores == NOT_YET else game.scores
                yield (division.name, at, game.table or "", one, scores[0], two, scores[1],
                       1 if game.started else "", "")  # fmt: skip
            for each in division.entrants:
                outing = each.outing(at)
                if outing.opponent == 0 and (outing.score or outing.half_wins is not None):
                    worth = BYES.get(outing.half_wins, "")
                    yield division.name, at, "", each.name, outing.score or 0, "", "", "", worth


def results_for_absp(told: Told) -> bytes:
    """Results as the British association takes them: no header, who started first, no byes."""
    games = (game for division in told.divisions for game in _all_games(division))
    return _table(
        (),
        (
            (game.division or "A", game.round_number, game.names[0], game.scores[0],
             game.names[1], game.scores[1])
            for game in games
        ),
    )  # fmt: skip


def results_for_coco(told: Told) -> bytes:
    """Results as CoCo takes them: the winner first."""
    day = told.day
    rows = []
    for game in (game for division in told.divisions for game in _all_games(division)):
        (one, two), (mine, others) = game.names, game.scores
        if others > mine:
            one, two, mine, others = two, one, others, mine
        rows.append((day, game.round_number, one, mine, two, others))
    return _table(OF_COCO, rows)


def standings_table(standings: Iterable[StandingRow]) -> bytes:
    """Who stands where."""
    return _table(
        STANDINGS,
        (
            (row.division, row.place, row.number or "", row.name, _half(row.wins),
             _half(row.losses), row.spread, row.games)
            for row in standings
        ),
    )  # fmt: skip


BYES: dict[int | None, str] = {2: "won", 1: "half", 0: "lost"}
"""What a round without an opponent counts for, by its half wins; the score alone can't say it."""

NOT_YET = (-100_000, -100_000)
"""Scores of a game that has none."""


def _all_games(division: DivisionTold) -> Iterator[Played]:
    for at in range(1, division.rounds + 1):
        yield from _games(division, at, scored=True)


def _games(division: DivisionTold, at: int, *, scored: bool) -> Iterator[Played]:
    by_number = {each.number: each for each in division.entrants}
    for each in division.entrants:
        mine = each.outing(at)
        other = by_number.get(mine.opponent or 0)
        if other is None or other.number < each.number:
            continue
        others = other.outing(at)
        has_scores = mine.score is not None and others.score is not None
        if scored and not has_scores:
            continue
        scores = (mine.score or 0, others.score or 0) if has_scores else NOT_YET
        first, second = each, other
        if mine.started is False or others.started is True:
            first, second, scores = other, each, (scores[1], scores[0])
        known = mine.started is not None or others.started is not None
        yield Played(
            division.name, at, mine.table, (first.name, second.name), scores, started=known
        )


def _half(wins: float) -> str:
    return f"{wins:g}"


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A table as spreadsheets open it: UTF-8 that says so, no cell that is taken for a formula."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    if header:
        writer.writerow(header)
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig" if header else "utf-8")
