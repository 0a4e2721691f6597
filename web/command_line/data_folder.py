"""Which data folder a command works on, its settings and rulebooks, and where it is served."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ledger.record.opening import LEDGER_FILE, STORE
from ledger.record.opening import in_postgres as is_in_postgres
from ledger.vocabulary.names import COPIES
from ledger.vocabulary.refusals import Refusal
from web.settings import known
from web.settings.in_force import put_in_force, value_of
from web.settings.known import ADDRESS, LONGEST_ADDRESS, is_here_alone
from web.settings.known import DATA as DATA_SETTING

# The organiser's own rulebooks, put beside ours at the start of a service or a command.


FOLDER = "rulebooks"
"""Where they lie in a data folder, unless a setting names another one."""


def folder_of(data: Path) -> Path:
    named = str(value_of(known.RULEBOOKS))
    return Path(named).expanduser() if named else data / FOLDER


def put_up_own_books(data: Path) -> None:
    """Put the books up that can be read; with none there is nothing to read, and nothing loaded."""
    folder, copies = folder_of(data), data / COPIES
    if not (_has_files(folder) or _has_files(copies)):
        _take_down()
        return
    from ledger.rulebook.own_books import found_in
    from ledger.rulebook.shelf import put_up

    found = found_in(folder)
    put_up(found.books, copies, tuple(map(str, found.left_out)))


def _has_files(folder: Path) -> bool:
    try:
        return any(folder.iterdir())
    except OSError:
        return False


def _take_down() -> None:
    """Where another folder had books, within one process."""
    if (shelf := sys.modules.get("ledger.rulebook.shelf")) is not None:
        shelf.put_up({})


def keep_copies(data: Path) -> Iterator[str]:
    """Keep a copy of each edition, so that its file may change.

    Yields:
      Which could not be kept, in words: a record in PostgreSQL can be written to all the same.
    """
    shelf = sys.modules.get("ledger.rulebook.shelf")
    if shelf is None:
        return
    for book in shelf.own_books().values():
        try:
            shelf.keep_copy(book, data / COPIES)
        except OSError as error:
            yield (
                f"Warning: no copy of the rulebook {book.name} can be kept in {data / COPIES} "
                f"({error.strerror}). Don't change its file while a tournament follows it."
            )


def left_out_wording() -> Iterator[str]:
    """What is wrong with the files that were left out, a line each."""
    from ledger.rulebook.shelf import left_out

    for words in left_out():
        yield f"{words} (`tilescribe rulebook check` says all.)"


HALL_FILE = "hall.db"
"""As ``ledger.hall`` has it, which takes a while to load."""

DATA = Path(str(DATA_SETTING.default))

config_option = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Settings.  [default: TILESCRIBE_CONFIG, or tilescribe.toml in the data folder]",
)


def data_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command ``--data`` and ``--config``, and put the settings in force before it.

    The command is handed the data folder as ``data``.
    """

    @click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help=f"The data folder.  [default: {DATA}]",
    )
    @config_option
    @wraps(command)
    def settled(*args: Any, data: Path | None, config: Path | None, **others: Any) -> Any:  # noqa: ANN401 (whatever the command has)
        return command(*args, data=folder_in_force(config, data), **others)

    return settled


def folder_in_force(config: Path | None, data: Path | None) -> Path:
    """Put the settings in force, and say which data folder they name."""
    folder = Path(str(put_in_force(config, data).value(DATA_SETTING)))
    if in_postgres():
        must_hold_no_record(folder)
    put_up_own_books(folder)
    return folder


def in_postgres() -> bool:
    """Whether PostgreSQL holds the record."""
    return is_in_postgres(os.environ)


def must_hold_no_record(folder: Path) -> None:
    """Refuse a folder with a record of its own, where PostgreSQL is to hold the record.

    Its lists and checkpoints follow that one, and may be in use: they would be made anew for
    the other under whoever serves them.
    """
    if (folder / LEDGER_FILE).exists():
        raise Refusal(
            "two-records",
            f"{folder} has a record of its own in {LEDGER_FILE}, and the settings say that "
            "PostgreSQL holds the record.",
            "Choose another data folder with --data; or, to use the record in the folder, take "
            f"{STORE} (in the file: store) out of the settings.",
        )


def follows_a_record_elsewhere(folder: Path) -> bool:
    """Whether what lies in a folder was made from a record that is not in it."""
    return (
        not in_postgres() and (folder / HALL_FILE).exists() and not (folder / LEDGER_FILE).exists()
    )


def must_hold_a_record(folder: Path) -> None:
    """Refuse a folder without a record, unless PostgreSQL holds it."""
    if not in_postgres() and not (folder / LEDGER_FILE).exists():
        raise Refusal(
            "no-record",
            f"There is no record in {folder}.",
            "Choose the data folder with --data, or begin one with `tilescribe serve`.",
        )


# Where a data folder is served, or was last: what square codes begin with when commands print.


SERVED_AT_FILE = "served-at.txt"


def keep_served_at(folder: Path, address: str) -> None:
    """Leave the address that people are told in the data folder. Never fails.

    It stays when the service ends: paper that is printed then is looked up when it runs again.
    """
    beside = folder / f".{SERVED_AT_FILE}.{os.getpid()}"
    with suppress(OSError):
        try:
            beside.touch(0o600)
            beside.write_text(f"{address}\n", "utf-8")
            beside.replace(folder / SERVED_AT_FILE)
        finally:
            beside.unlink(missing_ok=True)


def base_of(folder: Path) -> str:
    """What square codes begin with: the setting, else where the folder is or was served."""
    from printing.engine.code import NOWHERE

    return _paper_base(_served_at(folder) or NOWHERE)


def base_asked(folder: Path, request: str) -> str:
    """What square codes begin with on what a page prints, that was ``request`` for at this address.

    Who sits at the server often asks for ``localhost``, which no phone opens: then it is where
    the folder is served, if that is another.
    """
    base = _paper_base(request)
    text = _served_at(folder) if is_here_alone(base) else ""
    return _paper_base(text) if text and not is_here_alone(text) else base


def _paper_base(request: str) -> str:
    """What square codes begin with: as the setting has it, else as the page was ``request`` for."""
    return (str(value_of(known.PAPER_ADDRESS)) or request).rstrip("/")


def _served_at(folder: Path) -> str:
    """What is in the file; empty where that is nothing ``serve`` writes."""
    try:
        with (folder / SERVED_AT_FILE).open(encoding="utf-8") as file:
            return str(ADDRESS.read(file.read(2 * LONGEST_ADDRESS)))
    except (OSError, ValueError):
        return ""


def say_of_codes(base: str) -> None:
    """Say on standard error, where it is so, that no phone opens the codes that are printed."""
    from printing.engine.code import NOWHERE

    if base == NOWHERE:
        where = "no phone opens the square codes: this folder was never served here"
    elif is_here_alone(base):
        where = f"the square codes lead to {base}, which opens on this computer alone"
    else:
        return
    click.echo(
        f"On this paper {where}. {known.PAPER_ADDRESS.key} (or "
        f"{known.PAPER_ADDRESS.variable}) says what they begin with: https://hall.example",
        err=True,
    )
