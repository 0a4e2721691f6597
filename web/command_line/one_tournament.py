"""``tilescribe tournament``: one tournament shown, or opened, closed, opened again, checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from ledger.tournament.tournament import tournament_named
from web.command_line.data_folder import data_option
from web.command_line.in_its_place import log_read
from web.command_line.set_up_options import option_view, particulars_view, set_up_options


@click.command("show")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def show(slug: str, as_json: bool, data: Path) -> None:
    """Show the rulebook of SLUG, what was chosen, and whether its games may be rated."""
    from ledger.rulebook.computing.limits import rating_of
    from web.command_line.tournaments import view, wording

    with log_read(data) as log:
        found = tournament_named(slug, log)
    rating = rating_of(found.rules)
    if as_json:
        click.echo(msgspec.json.encode(view(found, rating)))
    else:
        click.echo("\n".join(wording(found, rating)))


@click.command("prizes")
@click.argument("slug")
@click.option(
    "--prize",
    "told",
    multiple=True,
    metavar="P",
    help="PLACE=WHAT, as 1=200 EUR; with a division A/1=200 EUR, with a class 1@under-18=book.",
)
@click.option("--none", "nothing", is_flag=True, help="Take the whole list down.")
@data_option
def prizes(slug: str, told: tuple[str, ...], nothing: bool, data: Path) -> None:
    """List the prizes of SLUG, or name them all, in place of any list before.

    Gibson's rule asks which places win something.
    """
    from ledger.tournament.opening import AnnouncePrizes
    from web.command_line.opened import opened
    from web.command_line.set_up_options import prize_view

    if told and nothing:
        raise click.UsageError("--none takes down the whole list; leave --prize out")
    if told or nothing:
        with opened(data) as here:
            tournament_named(slug, here.log)
            here.organise(slug, AnnouncePrizes(prizes=tuple(prize_view(one) for one in told)))
    with log_read(data) as log:
        found = tournament_named(slug, log).prizes
    for one in found:
        of = f"{one.division}/" if one.division else ""
        among = f"@{one.class_name}" if one.class_name else ""
        click.echo(f"{of}{one.place}{among}={one.wins}")
    if not found:
        click.echo(f"No prize of {slug} is named.")


@click.command("new")
@click.argument("slug")
@set_up_options
@data_option
def new(slug: str, *, data: Path, **view: Any) -> None:  # noqa: ANN401
    """Open a tournament called SLUG in addresses and commands.

    Options are those that `tilescribe rulebook find --book B` and the set-up in the browser know:
    --option challenge-mode=lose-turn --option time-limit=22:00.
    """
    rules, like = view["rulebook"], view["like"]
    if not rules and not like:
        raise click.UsageError("Name a rulebook with --rulebook, or a tournament with --like.")
    from ledger.tournament.opening import OpenTournament
    from web.command_line.opened import opened

    with opened(data, make=True) as here:
        other = tournament_named(like, here.log) if like else None
        settled = dict(other.options) if other and rules in (None, other.rulebook) else {}
        settled.update(option_view(each) for each in view["options"])
        request = OpenTournament(
            slug=slug,
            name=view["name"],
            rules=rules or (other.rulebook if other else ""),
            place=view["place"] or (other.place if other else ""),
            options=tuple(settled.items()),
            particulars=particulars_view(other, view, data),
            prizes=other.prizes if other else (),
        )
        here.organise(slug, request)
        opened_one = tournament_named(slug, here.log)
    click.echo(f"{opened_one.name} ({slug}) is opened under {opened_one.rulebook}.")
    click.echo(f"`tilescribe tournament checklist {slug}` says what is missing before round 1.")


@click.command("close")
@click.argument("slug")
@data_option
def close(slug: str, data: Path) -> None:
    """Write down that SLUG is over. From here on appeals may be lodged.

    Results that are still out, signatures, rulings and corrected names come in as before; nobody
    is entered or paired any more, unless `tilescribe tournament reopen` lets it go on.
    """
    from ledger.tournament.divisions import rounds_to_come
    from ledger.tournament.opening import CloseTournament
    from web.command_line.opened import opened
    from web.command_line.still_out import still_out

    with opened(data) as here:
        found = tournament_named(slug, here.log)
        missing = still_out(slug, here.hall.games(slug))
        here.organise(slug, CloseTournament())
    click.echo(f"{found.name} is closed: nobody is entered or paired any more.")
    unpaired = rounds_to_come(found) if found.rounds else ()
    if unpaired:
        click.echo("What is planned, or people are entered for, and was not paired:")
    for each in unpaired:
        click.echo(f"  {each.in_words}")
    if missing:
        click.echo(missing)
    if missing or unpaired:
        click.echo("`tilescribe tournament reopen` lets it go on.")


@click.command("reopen")
@click.argument("slug")
@click.option("--reason", required=True, metavar="R", help="Why it goes on.")
@data_option
def reopen(slug: str, reason: str, data: Path) -> None:
    """Write down that SLUG, which was closed, goes on."""
    from ledger.tournament.opening import ReopenTournament
    from web.command_line.opened import opened

    with opened(data) as here:
        found = tournament_named(slug, here.log)
        here.organise(slug, ReopenTournament(reason=reason))
    click.echo(f"{found.name} goes on.")


@click.command("checklist")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def checklist(slug: str, as_json: bool, data: Path) -> None:
    """Say what is missing before round 1 of SLUG. Exit 1: round 1 can't be played yet."""
    from ledger.tournament.checklist import checklist as lines
    from web.command_line.opened import looked_at
    from web.organiser.overview import around

    with looked_at(data) as here:
        found = tournament_named(slug, here.log)
        items = lines(found, around(found, here.badges, data))
    if as_json:
        click.echo(msgspec.json.encode(items))
    else:
        for item in items:
            mark = "done  " if item.is_done else "NEEDED" if item.needed == "must" else "open  "
            click.echo(f"{mark}  {item.words}{f' {item.next_step}' if item.next_step else ''}")
    if any(not item.is_done and item.needed == "must" for item in items):
        sys.exit(1)
