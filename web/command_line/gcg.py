"""``tilescribe gcg``: real game files checked, taken into the record, and written out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from ledger.gcg import Check
from ledger.gcg import check as checked
from ledger.gcg.exporting import exported
from ledger.importing import import_gcg
from ledger.refusals import Refusal
from web.command_line.looking import looked_at
from web.command_line.naming import game_named
from web.command_line.opened import CONSOLE, data_option, opened
from web.command_line.progress import progress

IMPORTED = "imported"
SHOWN = 40
"""Oddities a person is shown of one file; the rest are counted."""


files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)


@click.group()
def gcg() -> None:
    """Check, import and export game files in the GCG format."""


@gcg.command(short_help="Read, replay and score files, and list what is odd.")
@files_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Read, replay and score FILEs; exit 1 if one of them is not a game we can read."""
    readable = True
    with progress("Checking", len(files), hidden=as_json) as advance:
        for done, path in enumerate(files, 1):
            report = checked(contents(path), str(path))
            readable &= report.readable
            if as_json:
                click.echo(msgspec.json.encode(report))
            else:
                click.echo(in_words(report))
            advance(done)
    sys.exit(0 if readable else 1)


@gcg.command("import")
@files_argument
@click.option(
    "--tournament", default=IMPORTED, show_default=True, help="Short name; made if it is new."
)
@click.option("--round", "round_number", default=1, show_default=True, type=click.IntRange(1, 9999))
@click.option(
    "--rulebook", default="wespa-5.1", show_default=True, help="For a tournament made new."
)
@data_option
def import_(
    files: tuple[Path, ...], tournament: str, round_number: int, rulebook: str, data: Path
) -> None:
    """Take FILEs into the record as events. A file taken in before is recognised."""
    refused = 0
    with opened(data, make=True) as here, progress("Importing", len(files)) as advance:
        if here.hall.tournament(tournament) is None:
            name = "Imported games" if tournament == IMPORTED else tournament
            here.organiser.open_tournament(tournament, name, rulebook, by=CONSOLE)
        for done, path in enumerate(files, 1):
            try:
                taken = import_gcg(here.desk, contents(path), tournament, round_number, by=CONSOLE)
            except Refusal as refusal:
                refused += 1
                said = str(refusal)
                named = said if said.startswith(str(path)) else f"{path}: {said}"
                click.echo(named, err=True)
            else:
                game = here.hall.game(taken.game)
                where = f"{game.tournament}/R{game.round_number}/T{game.table}" if game else ""
                known = "already in the record" if taken.again else f"{taken.events} events"
                click.echo(f"{path}: {where}, {known}, {_counted(taken.oddities)}")
            advance(done)
    sys.exit(1 if refused else 0)


@gcg.command(short_help="Write a game as a GCG file.")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file.")
@data_option
def export(game: str, output: Path | None, data: Path) -> None:
    """Write GAME as a GCG file, with notes for what the format can't hold."""
    with looked_at(data) as here:
        row = game_named(here.hall, game)
        tournament = here.hall.tournament(row.tournament)
        written = exported(here.desk.sheet(row.id), tournament.name if tournament else "")
    if output is None:
        click.echo(written, nl=False)
    else:
        output.write_bytes(written)
        click.echo(f"Written to {output}.")


def _counted(oddities: Sequence[object]) -> str:
    number = len(oddities)
    return "nothing odd" if number == 0 else "1 oddity" if number == 1 else f"{number} oddities"


def in_words(report: Check) -> str:
    """A report for people: what the file is, then every oddity with its line."""
    if not report.readable:
        head = f"{report.file}: not a game of two players"
    else:
        scores = ", ".join(f"{nick} {report.scores[nick]}" for nick in report.players)
        state = "complete" if report.complete else "unfinished"
        head = f"{report.file}: {scores}; {report.turns} turns, {state}"
    odd = [f"  line {oddity.line}: {oddity.what}" for oddity in report.oddities[:SHOWN]]
    if (unsaid := len(report.oddities) - SHOWN) > 0:
        odd.append(f"  and {unsaid} more; `tilescribe gcg check --json` lists them all")
    return "\n".join([head, *odd])


def contents(path: Path) -> bytes:
    """A file's bytes.

    Raises:
      Refusal: ``unreadable-file``.
    """
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise Refusal(
            "unreadable-file",
            f"{path} can't be read: {trouble.strerror}.",
            "Check its name and whether you may read it.",
        ) from trouble


COMMANDS = (gcg,)
