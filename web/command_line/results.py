"""Results in and out: slips typed, what is missing, standings, exports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.hall.rows import Missing, at_the_tables, lacks_wording, missing_slips, open_rounds
from ledger.tournament.divisions import division_meant
from ledger.tournament.local_time import time_of_day, zone_words
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.bounds import halves
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import score, signed
from web.command_line.data_folder import data_option, is_standard_output, output_file, put, say

if TYPE_CHECKING:
    from ledger.hall.standings_view import Course
    from ledger.interchange.exporting import Kind


# ``tilescribe round result`` and ``missing``: slips of tables without a tablet.


UNSIGNED: dict[str, tuple[int, ...]] = {"": (), "1": (1,), "2": (2,), "both": (1, 2)}


class Numbered(click.ParamType[int]):
    """A number behind a letter, ``R3`` or ``T14``; the number alone is taken as well."""

    def __init__(self, letter: str) -> None:
        self.name = f"{letter}N"
        self._shape = re.compile(rf"{letter}?(\d{{1,5}})", re.IGNORECASE)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        shape = self._shape.fullmatch(str(value))
        if shape is None:
            self.fail(f"{value!r} is not written like {self.name[:-1]}3", param, ctx)
        return int(shape[1])


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("slug")
@click.argument("number", metavar="ROUND", type=Numbered("R"))
@click.argument("table", type=Numbered("T"))
@click.argument("one", type=int)
@click.argument("two", type=int)
@click.option("--division", default="", help="Where there are several.")
@click.option("--starter", type=click.IntRange(1, 2), default=None, help="Who started.")
@click.option("--unsigned", type=click.Choice(["1", "2", "both"]), help="Who has not signed it.")
@click.option("--sure", is_flag=True, help="What hardly ever happens is meant.")
@data_option
def result(
    slug: str,
    number: int,
    table: int,
    one: int,
    two: int,
    division: str,
    starter: int | None,
    unsigned: str | None,
    sure: bool,
    data: Path,
) -> None:
    """Type the result of a slip: tilescribe round result SLUG R3 T14 412 388.

    The scores are those of the two players in the order in which they were paired. Both have
    signed the slip, unless --unsigned says who has not.
    """
    from ledger.desk.opened import game_named
    from ledger.desk.requests import from_the_desk
    from ledger.game.results.slips import TypeSlip
    from web.command_line.opened import opened

    where = f"{slug}/{f'{division}/' if division else ''}R{number}/T{table}"
    with opened(data) as here:
        named = game_named(here.hall, where)
        rows = at_the_tables(here.hall.games(named.tournament, number, named.division))
        game = next(row for row in rows if row.table == table)
        where = f"{slug}/{f'{game.division}/' if game.division else ''}R{number}/T{table}"
        request = TypeSlip(
            scores=(one, two), starter=starter or 0, unsigned=UNSIGNED[unsigned or ""], sure=sure
        )
        sheet = here.desk.record(game.id, request, from_the_desk(CONSOLE))
    first, second = sheet.scheduled.players
    state = "differs from what is there" if sheet.result.records_differ else sheet.state
    click.echo(f"{where}: {first} {one}, {second} {two}; {state}.")


@click.command()
@click.argument("slug")
@click.argument("number", metavar="[ROUND]", type=Numbered("R"), required=False)
@click.option("--division", default=None, help="Only this division.")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def missing(slug: str, number: int | None, division: str | None, as_json: bool, data: Path) -> None:
    """List the tables of SLUG whose result slip is not in, and since when nothing came.

    Without ROUND: of each division, the first round of which a slip is missing.
    """
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        tournament = tournament_named(slug, here.log)
        if division is not None:
            division = division_meant(tournament, division)
        rows = here.hall.games(slug, number, division)
        zone = here.hall.time_zone(slug)
    rounds = open_rounds(rows)
    found = [
        one
        for one in missing_slips(rows)
        if number is not None or rounds[one.game.division] == one.game.round_number
    ]
    if as_json:
        click.echo(msgspec.json.encode([_missing_view(one) for one in found]))
        return
    for one in found:
        click.echo(_missing_line(one, zone))
    if not found:
        click.echo("No slip is missing.")


def _missing_line(one: Missing, zone: str) -> str:
    row = one.game
    place = f"{f'{row.division} ' if row.division else ''}R{row.round_number} T{row.table}"
    since = f"{time_of_day(datetime.fromisoformat(one.since), zone)} {zone_words(zone)}"
    return f"{place}: {row.names[0]} – {row.names[1]}: {lacks_wording(one.lacks)}, since {since}"


def _missing_view(one: Missing) -> dict[str, object]:
    row = one.game
    return {
        "division": row.division,
        "round": row.round_number,
        "table": row.table,
        "players": row.names,
        "lacks": one.lacks,
        "since": one.since,
    }


@click.command("paper-elsewhere")
@click.argument("slug")
@click.argument("until", metavar="ROUND", type=Numbered("R"))
@click.option("--division", default="", help="Where there are several.")
@data_option
def paper_elsewhere(slug: str, until: int, division: str, data: Path) -> None:
    """Say that the slips of results from files, up to ROUND, lie with another program.

    They are not asked for any more, and standings call these results final.
    """
    from ledger.tournament.divisions import division_meant
    from ledger.tournament.rounds import LeavePaperElsewhere
    from ledger.tournament.tournament import tournament_named
    from web.command_line.opened import opened

    with opened(data) as here:
        division = division_meant(tournament_named(slug, here.log), division)
        here.organise(slug, LeavePaperElsewhere(until=until, division=division))
    of = f" of division {division}" if division else ""
    click.echo(f"The paper of rounds 1 to {until}{of} lies elsewhere, where it came from a file.")


# ``tilescribe tournament standings``: who stands where, and why, as pages and paper say it.


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
        from ledger.refusals.saying import refusal

        raise refusal(
            "no-such-division", name=course.tournament.name, division=division, listed=listed
        )
    if as_json:
        click.echo(msgspec.json.encode(standings_view(course, division)))
    else:
        click.echo("\n".join(standings_wording(course, division)))


def standings_wording(course: Course, division: str | None = None) -> Iterator[str]:
    from ledger.hall.standings import won_by
    from ledger.hall.standings_view import (
        byes_wording,
        order_wording,
        provisional_wording,
        state_wording,
        tie_worth_saying,
        unsigned_wording,
    )

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
            record = score(halves(int(2 * row.wins)), halves(int(2 * row.losses)))
            notes = [
                *(f"{one.name} {one.place or ''}".strip() for one in row.classes),
                *won_by(row, course.prizes),
                tie_worth_saying(row.tie, ties),
            ]
            text = (
                f"{row.place or '–':>4}  {row.name:<{wide}}  {record:>7}  {signed(row.spread):>6}"
            )
            more = "; ".join(words for words in notes if words)
            yield f"{text}  {more}" if more else text


@click.command()
@click.argument("slug")
@click.option(
    "--format", "kind", required=True, type=click.Choice(["tsh", "tou", "csv", "json", "gcg"])
)
@click.option(
    "-o", "--output", required=True, type=output_file, help="A file; - is standard output."
)
@data_option
def export(slug: str, kind: Kind, output: Path, data: Path) -> None:
    """Write SLUG out, and say what of it is not rated or does not fit the format.

    tsh: a division as .t, several as a zip with config.tsh. tou: a results file of AUPAIR, as
    WESPA takes it. csv: results, or, where the file's name ends in .zip, tables of players,
    results and standings. json: everything. gcg: a zip of all games recorded turn by turn.
    """
    from ledger.interchange.exporting import exported_as
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        found = tournament_named(slug, here.log)
        exported = exported_as(
            kind,
            found,
            here.shelf.sheet,
            standings=here.hall.standings(slug),
            games=(here.shelf.sheet(row.id) for row in here.hall.games(slug)),
            table=output.suffix.lower() != ".zip",
        )
    put(output, exported.body)
    for remark in exported.remarks:
        say(output, remark)
    if not is_standard_output(output):
        say(output, f"Written to {output}.")
