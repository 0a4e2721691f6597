"""``tilescribe simulate``: made-up tournaments at the real desk, to find what breaks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.vocabulary import CONSOLE
from ledger.vocabulary.names import COPIES
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import FOLDER, config_option, folder_in_force, put_up_own_books
from web.command_line.outputs import progress
from web.settings.in_force import put_in_force
from web.settings.known import DATA

if TYPE_CHECKING:
    from ledger.desk.desk import Desk

IN_MEMORY = Path("/dev/shm")  # noqa: S108 (a folder of our own is made in it)
"""Where Linux keeps files that nobody needs after the next power cut."""


@click.command()
@click.option(
    "--book",
    "books",
    multiple=True,
    metavar="BOOK",
    help="The rulebook, or the file of one; may be given again. Without it, all of them.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1, 100_000), help="A book."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the record in DIR, which must be new. Without it, it is thrown away.",
)
@config_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a book.")
def simulate(
    books: tuple[str, ...],
    seed: int,
    games: int,
    data: Path | None,
    config: Path | None,
    as_json: bool,
) -> None:
    """Play made-up tournaments, irregularities and all, and check every game.

    Exit 1 if a game raised an exception, could not be brought to its end, or broke a law:
    points and tiles add up, the record folds to the same sheet however it is cut, the result
    is the sum of its parts, and what is offered can be taken.
    """
    if config is not None and data is None:
        raise click.UsageError("--config goes with --data: without it no record is kept.")
    if data is not None:
        data = folder_in_force(config, data)
    else:
        put_up_own_books(Path(str(put_in_force().value(DATA))))
    from ledger.rulebook.shelf import names
    from ledger.simulation import simulated
    from ledger.simulation.clerk import in_sentences

    chosen = tuple(_played_under(book) for book in books) or names()
    sound = True
    with _desk(data) as desk:
        for book in chosen:
            with progress(f"Playing {book}", games, hidden=as_json) as advance:
                report = simulated(desk, book, seed, games, by=CONSOLE, progress=advance)
            sound &= report.sound
            click.echo(msgspec.json.encode(report) if as_json else f"{in_sentences(report)}\n")
    sys.exit(0 if sound else 1)


def _played_under(book: str) -> str:
    """The id of a book that is named, or whose file is; that file is put up with the others."""
    from ledger.rulebook.own_books import ENDING, checked
    from ledger.rulebook.shelf import must_be_there, own_books, put_up

    if not book.endswith(ENDING):
        try:
            must_be_there(book)
        except Refusal as refusal:
            raise click.BadParameter(str(refusal), param_hint="--book") from refusal
        return book
    found, faults = checked(Path(book))
    if faults or found is None:
        raise click.BadParameter(
            f"{book} is no rulebook: {faults[0]}. "
            f"`tilescribe rulebook check {quote(book)}` says all that is wrong.",
            param_hint="--book",
        )
    put_up({**own_books(), found.name: found})
    return found.name


@contextmanager
def _desk(data: Path | None) -> Iterator[Desk]:
    """A desk on a new record: in ``data``, or in a folder that is deleted at the end."""
    if data is not None:
        if data.exists() and any(each.name not in (FOLDER, COPIES) for each in data.iterdir()):
            raise _another_record(str(data))
        from web.command_line.opened import opened

        with opened(data, make=True) as here:
            if here.hall.tournaments():
                raise _another_record("The database")
            yield here.desk
        return
    from ledger.desk.desk import Desk
    from ledger.record.engine import open_log
    from ledger.simulation.tournament import Ticking
    from migrations import bring_up_to_date

    memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="tilescribe-simulation-", dir=memory) as folder:
        bring_up_to_date(Path(folder), {})
        log = open_log(Path(folder), {})
        try:
            yield Desk(log, now=Ticking())
        finally:
            log.close()


def _another_record(where: str) -> Refusal:
    return Refusal(
        "another-record",
        f"{where} holds something already.",
        "Choose a new folder with --data, or leave it out.",
    )
