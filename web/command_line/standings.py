"""``tilescribe tournament standings``: who stands where, and why, as pages and paper say it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from ledger.hall.standings import won_by
from ledger.hall.standings_view import Course
from ledger.hall.wording import (
    byes_wording,
    order_wording,
    provisional_wording,
    state_wording,
    tie_worth_saying,
    unsigned_wording,
)
from ledger.refusals.saying import refusal
from ledger.vocabulary.bounds import halves
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import signed
from web.command_line.data_folder import data_option


@click.command()
@click.argument("slug")
@click.option("--after", type=click.IntRange(1, 9999), help="As it stood after this round.")
@click.option("--division", metavar="NAME", help="Of this division only.")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def standings(
    slug: str, after: int | None, division: str | None, as_json: bool, data: Path
) -> None:
    """Show who stands where in SLUG, and what told players with as many wins apart.

    While a game of a round that was begun has no result the standings are provisional, and it is
    said which games are missing.
    """
    from web.command_line.opened import looked_at
    from web.public.rows import standings_view

    with looked_at(data) as here:
        course = here.hall.course(slug, after or 0)
    if course is None:
        raise Refusal(
            "no-such-tournament",
            f"This record has no tournament called {slug!r}.",
            "`tilescribe serve` lists them all.",
        )
    if division is not None and division not in course.divisions:
        listed = ", ".join(name or "one without a name" for name in course.divisions)
        raise refusal(
            "no-such-division", name=course.tournament.name, division=division, listed=listed
        )
    if as_json:
        click.echo(msgspec.json.encode(standings_view(course, division)))
    else:
        click.echo("\n".join(wording(course, division)))


def wording(course: Course, division: str | None = None) -> Iterator[str]:
    tournament = course.tournament
    ties = tournament.ties.split() or ["spread"]
    yield f"{tournament.name}, {state_wording(course, division)}"
    missing = [one for one in course.missing if division in (None, one.division)]
    if missing:
        yield provisional_wording(missing)
    if unsigned := [one for one in course.unsigned if division in (None, one.division)]:
        yield unsigned_wording(unsigned)
    if byes := course.byes_worth_nothing(division):
        yield byes_wording(byes)
    yield order_wording(ties, tournament.spread_cap)
    for name in course.divisions if division is None else (division,):
        yield ""
        if name:
            yield f"Division {name}"
        rows = [row for row in course.standings if row.division == name]
        wide = max((len(row.name) for row in rows), default=0)
        for row in rows:
            record = f"{halves(int(2 * row.wins))}–{halves(int(2 * row.losses))}"
            notes = [
                *(f"{one.name} {one.place or ''}".strip() for one in row.classes),
                *won_by(row, course.prizes),
                tie_worth_saying(row.tie, ties),
            ]
            told = (
                f"{row.place or '–':>4}  {row.name:<{wide}}  {record:>7}  {signed(row.spread):>6}"
            )
            more = "; ".join(words for words in notes if words)
            yield f"{told}  {more}" if more else told
