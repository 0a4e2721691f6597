"""Forms of a whole round to fill in by hand, before it is paired or where play is on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ledger.game.sheet import Sheet
from ledger.game.sheet.as_known import sheet_as_known
from ledger.game.sheet.on_paper import start_of
from ledger.hall import GameRow
from ledger.hall.course import Course
from ledger.tournament.divisions import divisions_of
from ledger.tournament.taking_part import playing
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from printing.by_hand import BY_HAND, Table, by_hand_papers
from printing.heading import Heading
from printing.papers import Papers
from web.command_line.opened import Opened
from web.command_line.sources import source_in, standing_before
from web.site.to_print import ByHandToPrint

NAMED = re.compile(
    r"(?P<tournament>[^/]+)(?:/(?P<division>(?![Rr]\d+$)[^/]+))?(?:/[Rr](?P<round>\d{1,4}))?"
)

MOST = 500
"""Forms of one file: 500 score sheets are a thousand pages, and six seconds."""


def by_hand_named(subject: str, count: int) -> ByHandToPrint:
    """What a person calls ``TOURNAMENT``, ``TOURNAMENT/R3`` or ``TOURNAMENT/DIVISION/R3``.

    Raises:
      Refusal: ``unreadable-name``.
    """
    shape = NAMED.fullmatch(subject)
    if shape is None:
        raise Refusal(
            "unreadable-name",
            f"{subject!r} is not the name of a round.",
            "Write TOURNAMENT/R3, or TOURNAMENT/DIVISION/R3; TOURNAMENT leaves the round white.",
        )
    return ByHandToPrint(shape["tournament"], int(shape["round"] or 0), shape["division"], count)


def by_hand_paper(here: Opened, form: str, which: ByHandToPrint) -> Papers:
    """A form for each table of a round, filled in no further than its names.

    Raises:
      Refusal: ``not-by-hand``, ``no-such-tournament``, ``no-such-division``, ``which-division``,
        ``no-such-round``, ``no-tables``, ``too-many-forms``.
    """
    if form not in BY_HAND:
        raise Refusal(
            "not-by-hand",
            f"The form called {form} is none that lies on every table.",
            f"These are: {', '.join(BY_HAND)}.",
        )
    tournament = tournament_named(which.tournament, here.log)
    known = divisions_of(tournament)
    if which.division is not None and which.division not in known:
        raise Refusal(
            "no-such-division",
            f"{tournament.name} has no division {which.division!r}.",
            "Leave the division out for all of them.",
        )
    divisions = known if which.division is None else (which.division,)
    if which.tables and len(divisions) > 1:
        raise Refusal(
            "which-division",
            "A number of tables is of one division.",
            f"Name it: {', '.join(divisions)}; without a number each has as many as it needs.",
        )
    held = _with_such_a_round(here, tournament, divisions, which.round_number)
    tables = [table for division in held for table in _tables(here, tournament, division, which)]
    if not tables:
        raise Refusal(
            "no-tables",
            "Nobody is entered yet, so nobody knows how many tables there will be.",
            "Say how many forms you want.",
        )
    if len(tables) > MOST:
        raise Refusal(
            "too-many-forms",
            f"{len(tables)} forms are more than one file holds, which is {MOST}.",
            "Print them by division, or fewer at a time.",
        )
    return by_hand_papers(form, tables)


def _with_such_a_round(
    here: Opened, tournament: Tournament, divisions: Sequence[str], number: int
) -> list[str]:
    """Those divisions that are planned over so many rounds, or were paired for it all the same.

    Raises:
      Refusal: ``no-such-round``: none is.
    """
    planned = {one.name: one.rounds for one in tournament.planned if one.rounds}
    found = [
        one
        for one in divisions
        if number <= planned.get(one, number) or here.hall.games(tournament.slug, number, one)
    ]
    if not found:
        most = max(planned[one] for one in divisions)
        raise Refusal(
            "no-such-round",
            f"{tournament.name} is planned over {most} rounds, and round {number} is none of them.",
            f"Plan more rounds, or write {tournament.slug} alone: the round is then left white.",
        )
    return found


def _tables(
    here: Opened, tournament: Tournament, division: str, which: ByHandToPrint
) -> Iterator[Table]:
    """Every table of a division, with its game where that is paired; up to so many."""
    rows = (
        here.hall.games(tournament.slug, which.round_number, division) if which.round_number else ()
    )
    earlier = which.round_number - 1
    before = here.hall.course(tournament.slug, earlier) if earlier > 0 else None
    games = {row.table: row for row in rows}  # of a game played again, the last
    last = which.tables or max(games, default=_needed(tournament, division, which.round_number))
    for table in range(1, min(last, MOST + 1) + 1):
        row = games.get(table)
        then = _before_play(here, row, before) if row is not None else None
        if then is not None:
            yield then
        elif row is not None or which.tables or not games:
            yield Heading(
                tournament=tournament.name,
                division=division,
                undivided=not division,
                round_number=which.round_number or None,
                table=table,
            )


def _needed(tournament: Tournament, division: str, round_number: int) -> int:
    """How many tables the players of a division sit down at."""
    return len(playing(tournament, round_number or 1, division)) // 2


def _before_play(here: Opened, row: GameRow, before: Course | None) -> Table | None:
    """A game as it was while nothing was done yet, and what a sheet of that says.

    ``None``: somebody else started than the record said then, so that such a sheet would be wrong.
    """
    sheet = here.shelf.sheet(row.id)
    then = sheet
    if sheet.state != "scheduled":
        versions = (sheet_as_known(sheet, at=at) for at in range(1, sheet.version))
        fitting = [one for one in takewhile(_nothing_done, versions) if _agrees(one, sheet)]
        if not fitting:
            return None
        then = fitting[-1]
    position, _ = here.log.placed_events_of(row.id)[then.version - 1]
    source = source_in(here.log, then, here.log.link_at(position))
    return then, standing_before(source, before, then)


def _agrees(then: Sheet, now: Sheet) -> bool:
    """Whether an earlier state names nobody else as who starts than the record does now."""
    was, stands = (
        one.numbers[start_of(one).who - 1] if one.numbers and start_of(one).who else 0
        for one in (then, now)
    )
    return not was or was == stands


def _nothing_done(sheet: Sheet) -> bool:
    return sheet.state == "scheduled"
