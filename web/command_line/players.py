"""``tilescribe players import``: players, rounds and results taken in from files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.tournament.tournament import tournament_named
from web.command_line.data_folder import data_option
from web.command_line.gcg import STANDARD_INPUT, contents, files_argument
from web.command_line.player_entries import ENTRIES

if TYPE_CHECKING:
    from ledger.interchange.importing import Preview
    from ledger.interchange.reading import Format

WORDS = {
    "understood": "read", "remark": "note",
    "new": "new", "changed": "changes", "same": "the same", "said": "note",
    "refused": "not taken", "left-out": "left out", "unusable": "can't be used",
}  # fmt: skip
"""What is said of a line, and what becomes of it."""

BAD = ("refused", "left-out", "unusable")
COUNTED = {
    "new": "new", "changed": "changed", "same": "the same", "said": "noted",
    "refused": "not taken", "left-out": "left out",
}  # fmt: skip


@click.group()
def players() -> None:
    """Players of a tournament: listed, added, taken in from files, withdrawn, renamed."""


@players.command("import", short_help="Take in tsh, AUPAIR, CSV and spreadsheet files.")
@click.argument("slug")
@files_argument
@click.option(
    "--format",
    "of",
    type=click.Choice(["tsh", "tou", "csv", "sheet", "json"]),
    help="Of the files.  [default: as their names and contents say]",
)
@click.option(
    "--encoding", default="", help="Of the files.  [default: UTF-8, or as the bytes suggest]"
)
@click.option("--division", help="The division of SLUG that a file of one division goes into.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", is_flag=True, help="Write it without asking, as from a script.")
@click.option("--leave-out", is_flag=True, help="Write the rest where something is not taken.")
@click.option("--quiet", is_flag=True, help="Only what was not taken, and the counts.")
@data_option
def import_(
    slug: str,
    files: tuple[Path, ...],
    of: Format | None,
    encoding: str,
    division: str | None,
    dry_run: bool,
    yes: bool,
    leave_out: bool,
    quiet: bool,
    data: Path,
) -> None:
    """Take FILEs into SLUG, all of them together.

    They are a configuration of tsh with its .t files, or a zip of that folder; a results file of
    AUPAIR (.tou); a table (CSV); or a spreadsheet (.xlsx, .ods) with its columns named.
    What is there already is left as it is, what differs is told anew, nobody is removed. Results
    stand over the badge of the command line and the file's name until they are signed.

    All of it is shown line by line first. It is written once you say yes, or with --yes; while a
    line is not taken nothing is written, unless --leave-out says so. Exit 1: something was not
    taken, or not written for want of a yes.
    """
    from ledger.interchange.importing import previewed
    from ledger.interchange.reading import Given
    from web.command_line.looking import looked_at
    from web.command_line.opened import opened

    given = [
        Given("" if path == STANDARD_INPUT else path.name, contents(path), encoding)
        for path in files
    ]
    with looked_at(data) if dry_run else opened(data) as here:
        found = tournament_named(slug, here.log)
        unprintable = here.desk.unprintable
        preview = previewed(
            found, given, here.shelf.sheet, of=of, into=division, unprintable=unprintable
        )
        _say(preview, quiet=quiet)
        why_not = _why_not(preview, dry_run=dry_run, leave_out=leave_out)
        if not why_not and not yes:
            why_not = _not_confirmed(files)
        if not why_not:
            here.organise(slug, preview.asked)
    click.echo(why_not or "Written.")
    taken = preview.usable and (leave_out or not preview.refused)
    sys.exit(0 if taken and why_not in ("", DRY, NO_NEWS) else 1)


DRY, NO_NEWS = "Nothing was written.", "There is nothing to write."


def _why_not(preview: Preview, *, dry_run: bool, leave_out: bool) -> str:
    """Why nothing is written, whatever anybody says; empty: nothing keeps it from being written."""
    if dry_run:
        return DRY
    if not preview.is_news:
        return NO_NEWS
    if preview.refused and not leave_out:
        return "Nothing was written: put that right, or add --leave-out to take in the rest."
    return ""


def _not_confirmed(files: Sequence[Path]) -> str:
    """Ask whether to write it; why it is not written, or empty for a yes."""
    if STANDARD_INPUT in files or not _at_a_terminal():
        return "Nothing was written: add --yes to write it."
    return "" if click.confirm("Write it?") else DRY


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


def _say(preview: Preview, *, quiet: bool) -> None:
    """Line by line what was read and what becomes of it; what is not taken last, to be seen."""
    said = [(line.file, line.number, str(line.weight), line.said) for line in preview.lines]
    said += [(one.file, one.line, str(one.verdict), one.said) for one in preview.changes]
    files = list(dict.fromkeys(file for file, *_ in said))
    several = len({line.file for line in preview.lines}) > 1
    for file, number, what, told in sorted(
        said, key=lambda one: (one[2] in BAD, files.index(one[0]), one[1])
    ):
        if what in BAD or not quiet:
            click.echo(f"{_where(file if several else '', number)}{WORDS[what]}: {told}")
    counts = Counter(what for _, _, what, _ in said)
    told = ", ".join(f"{counts[what]} {word}" for what, word in COUNTED.items() if counts[what])
    click.echo(f"{told or 'nothing that can be taken'}.".capitalize())


def _where(file: str, line: int) -> str:
    told = " ".join(part for part in (file, f"line {line}" if line else "") if part)
    return f"{told}: " if told else ""


for entry in ENTRIES:
    players.add_command(entry)

COMMANDS = (players,)
