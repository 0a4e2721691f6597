"""``tilescribe tournament``: one tournament shown, or opened, closed, opened again, checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.command_line.in_its_place import log_read

if TYPE_CHECKING:
    from ledger.tournament.particulars import Particulars
    from ledger.tournament.tournament import Tournament

SHOW = "show"


class OneOrDo(click.Group):
    """A group whose first word may be the name of a tournament, which is then shown.

    No tournament is called like one of the commands: the ledger refuses such names.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the word ``show`` before a name."""
        asks_help = {"-h", "--help"} & set(args[:1])
        if args and args[0] not in self.commands and not asks_help:
            args = [SHOW, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; of the name of a tournament the one that shows it."""
        return super().get_command(ctx, cmd_name) or self.commands[SHOW]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """How it is called, the name alone first."""
        return [f"SLUG | {' '.join(super().collect_usage_pieces(ctx))}"]


@click.group(cls=OneOrDo)
def tournament() -> None:
    """Show how SLUG was set up; or open a tournament, close it, see what it still lacks."""


@tournament.command(SHOW)
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def show(slug: str, as_json: bool, data: Path) -> None:
    """Show the rulebook of SLUG, what was chosen, and whether its games may be rated."""
    from ledger.rulebook.computing.rated_limits import rating_of
    from web.command_line.tournaments import in_words, told

    with log_read(data) as log:
        found = tournament_named(slug, log)
    rating = rating_of(found.rules)
    if as_json:
        click.echo(msgspec.json.encode(told(found, rating)))
    else:
        click.echo("\n".join(in_words(found, rating)))


@tournament.command("new")
@click.argument("slug")
@click.option("--name", required=True, metavar="N", help="As it stands on the slips.")
@click.option("--rulebook", "rules", metavar="B", help="As wespa-5.1; left out with --like.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="A point settled.")
@click.option("--lexicon", metavar="L", help="The word list that decides challenges.")
@click.option("--zone", metavar="Z", help="The time zone of the hall, as Europe/Lisbon.")
@click.option("--like", metavar="SLUG", help="Set up like this one; players are not taken.")
@data_option
def new(
    slug: str,
    name: str,
    rules: str | None,
    options: tuple[str, ...],
    lexicon: str | None,
    zone: str | None,
    like: str | None,
    data: Path,
) -> None:
    """Open a tournament called SLUG in addresses and commands.

    Options are those that `tilescribe rule --book B` and the set-up in the browser know:
    --option challenge-mode=lose-turn --option time-limit=22:00.
    """
    if not rules and not like:
        raise click.UsageError("Name a rulebook with --rulebook, or a tournament with --like.")
    from ledger.tournament.opening import OpenTournament
    from web.command_line.opened import opened

    with opened(data, make=True) as here:
        other = tournament_named(like, here.log) if like else None
        settled = dict(other.options) if other and rules in (None, other.rulebook) else {}
        settled.update(_option(each) for each in options)
        asked = OpenTournament(
            slug=slug,
            name=name,
            rules=rules or (other.rulebook if other else ""),
            place=other.place if other else "",
            options=tuple(settled.items()),
            particulars=_particulars(other, lexicon, zone, data),
            prizes=other.prizes if other else (),
        )
        here.organise(slug, asked)
        opened_one = tournament_named(slug, here.log)
    click.echo(f"{opened_one.name} ({slug}) is opened under {opened_one.rulebook}.")
    click.echo(f"`tilescribe tournament checklist {slug}` says what is missing before round 1.")


@tournament.command("close")
@click.argument("slug")
@data_option
def close(slug: str, data: Path) -> None:
    """Write down that SLUG is over. From here on appeals may be lodged."""
    from ledger.tournament.opening import CloseTournament
    from web.command_line.opened import opened

    with opened(data) as here:
        found = tournament_named(slug, here.log)
        here.organise(slug, CloseTournament())
    click.echo(f"{found.name} is closed.")


@tournament.command("reopen")
@click.argument("slug")
@click.option("--reason", required=True, metavar="R", help="Why it goes on.")
@data_option
def reopen(slug: str, reason: str, data: Path) -> None:
    """Write down that SLUG, which was closed, goes on."""
    from ledger.tournament.set_up import ReopenTournament
    from web.command_line.opened import opened

    with opened(data) as here:
        found = tournament_named(slug, here.log)
        here.organise(slug, ReopenTournament(reason=reason))
    click.echo(f"{found.name} goes on.")


@tournament.command("checklist")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def checklist(slug: str, as_json: bool, data: Path) -> None:
    """Say what is missing before round 1 of SLUG. Exit 1: round 1 can't be played yet."""
    from ledger.tournament.checklist import checklist as lines
    from web.command_line.opened import opened
    from web.organiser.around import around

    with opened(data) as here:
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


def _option(told: str) -> tuple[str, str]:
    name, equals, value = told.partition("=")
    if not equals:
        raise click.UsageError(f"Write an option as NAME=VALUE, not {told!r}")
    return name.strip(), value.strip()


def _particulars(
    other: Tournament | None, lexicon: str | None, zone: str | None, data: Path
) -> Particulars:
    """What is chosen beside the rulebook; the days of another one are left open."""
    from msgspec.structs import replace

    from ledger.lexicon.lexicon import open_lexicon
    from ledger.tournament.particulars import Particulars, particulars_of

    chosen = particulars_of(other) if other else Particulars()
    chosen = replace(chosen, first_day="", last_day="")
    if zone is not None:
        chosen = replace(chosen, zone=zone)
    if lexicon is not None:
        chosen = replace(chosen, words=lexicon, digest="")
        try:
            about = open_lexicon(data, lexicon).about
            chosen = replace(chosen, words=about.name, digest=about.digest)
        except Refusal as unknown:
            if unknown.code != "no-such-lexicon":
                raise
            click.echo(f"{lexicon} is not installed here; no word judge can use it yet.", err=True)
    return chosen


COMMANDS = (tournament,)
