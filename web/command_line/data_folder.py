"""The data folder of a command, itself or a copy of it; and the files and words it puts out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ledger.record.opening import LEDGER_FILE, STORE, may_write, private_folder
from ledger.record.opening import in_postgres as is_in_postgres
from ledger.vocabulary.names import COPIES
from ledger.vocabulary.refusals import Refusal
from migrations import RELEASE, behind, bring_up_to_date, changes_in_postgres, missing_in_postgres
from web.settings import known
from web.settings.in_force import put_in_force, value_of
from web.settings.known import ADDRESS, LONGEST_ADDRESS, is_here_alone
from web.settings.known import DATA as DATA_SETTING

if TYPE_CHECKING:
    from ledger.record.log import Log


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
    from ledger.rulebook.book_files import NoBook, put_up
    from ledger.rulebook.own_books import found_in

    found = found_in(folder)
    left_out = tuple(NoBook(one.path.name, str(one.faults[0])) for one in found.left_out)
    put_up(found.books, copies, left_out)


def _has_files(folder: Path) -> bool:
    try:
        return any(folder.iterdir())
    except OSError:
        return False


def _take_down() -> None:
    """Where another folder had books, within one process."""
    if (books := sys.modules.get("ledger.rulebook.book_files")) is not None:
        books.put_up({})


def keep_copies(data: Path) -> Iterator[str]:
    """Keep a copy of each edition, so that its file may change.

    Yields:
      Which could not be kept, in words: a record in PostgreSQL can be written to all the same.
    """
    books = sys.modules.get("ledger.rulebook.book_files")
    if books is None:
        return
    for book in books.own_books().values():
        try:
            books.keep_copy(book, data / COPIES)
        except OSError as error:
            yield (
                f"Warning: no copy of the rulebook {book.name} can be kept in {data / COPIES} "
                f"({error.strerror}). Don't change its file while a tournament follows it."
            )


def left_out_wording() -> Iterator[str]:
    """What is wrong with the files that were left out, a line each."""
    from ledger.rulebook.book_files import left_out

    for file, wrong in left_out():
        words = f"{file} is left out of the rulebooks: {wrong}."
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
    from printing.engine.pen import NOWHERE

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
    from printing.engine.pen import NOWHERE

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


# Where a command writes what it made, and the bar that shows how far it is.


STANDARD_OUTPUT = Path("-")

output_file = click.Path(dir_okay=False, path_type=Path, allow_dash=True)
"""The type of an option that names one."""


def is_standard_output(output: Path | None) -> bool:
    """Whether what is made goes to standard output, where it must stand alone."""
    return output is None or output == STANDARD_OUTPUT


def named_output(output: Path | None) -> str:
    return "Standard output" if is_standard_output(output) else str(output)


def put(output: Path | None, content: bytes) -> None:
    """Write it there; of a file that can't be written whole, nothing stays."""
    if output is None or output == STANDARD_OUTPUT:
        click.echo(content, nl=False)
        return
    with output.open("wb", buffering=0) as file:
        try:
            left = memoryview(content)
            while left:
                left = left[file.write(left) :]
        except OSError:
            if output.is_file():
                output.unlink()  # half a sheet of paper is worse than none
            raise


def say(output: Path | None, words: str) -> None:
    """Tell a person about it, where that does not get into what was made."""
    click.echo(words, err=is_standard_output(output))


# A bar on standard error for whatever takes over a second; none where nobody looks.


SHOWN_AFTER = 1.0  # seconds of work before a bar is drawn: what is over at once needs none


@contextmanager
def progress(label: str, whole: int, *, hidden: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar; the caller says how much is done so far out of ``whole``."""
    if hidden or not sys.stderr.isatty():
        yield lambda _done: None
        return
    began, reached = monotonic(), 0
    bar: click._termui_impl.ProgressBar[int] | None = None
    with ExitStack() as shown:

        def advance(done: int) -> None:
            nonlocal bar, reached
            if bar is None:
                if monotonic() - began < SHOWN_AFTER:
                    return
                bar = shown.enter_context(
                    click.progressbar(
                        length=whole,
                        label=label,
                        file=sys.stderr,
                        update_min_steps=max(1, whole // 200),
                    )
                )
            bar.update(done - reached)
            reached = done

        yield advance


# Files that are named on the command line, and read; a hyphen is standard input.


files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)


STANDARD_INPUT = Path("-")


def named_file(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else str(path)


def contents(path: Path) -> bytes:
    """A file's bytes; a hyphen is standard input; refuses ``unreadable-file``."""
    try:
        return sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
    except OSError as trouble:
        raise Refusal(
            "unreadable-file",
            f"{path} can't be read: {trouble.strerror}.",
            "Check its name and whether you may read it.",
        ) from trouble


text_file = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
"""The type of an option that names one; a hyphen is standard input."""


def text_of(path: Path) -> str:
    """The text of a file, whatever its encoding; where that is a guess, it is said."""
    from ledger.interchange.parsed import Report, decoded
    from ledger.refusals.saying import refusal

    report = Report()
    text = decoded(contents(path), report)
    if text is None:
        raise refusal("unreadable-pairings", troubles=report.lines[-1].said.rstrip("."))
    for line in report.lines:
        click.echo(f"{path}: {line.said}", err=True)
    return text


# A record copied: before its tables are changed, or to be read without a line being written.


# Where a record can be read without a line of it being written.
#
# What can't be read in its place is read from a private copy, thrown away at the end: a record of
# an earlier release, whose tables must be brought up to date to be read, and one that lies
# write-protected with its write-ahead file. PostgreSQL has no private copies; it is refused, in
# words.


@contextmanager
def readable(folder: Path) -> Iterator[Path]:
    """Where the record of ``folder`` can be read: there, or in a private copy."""
    must_hold_a_record(folder)
    if in_postgres():
        yield folder
        return
    path = folder / LEDGER_FILE
    in_its_place = may_write(path) or not path.with_name(f"{LEDGER_FILE}-wal").exists()
    if in_its_place and not behind(folder):
        yield folder
        return
    from ledger.record.sqlite.durable import copy_record, pages_of

    with private_folder() as private:
        with progress("Copying", pages_of(path)) as advance:
            copy_record(path, private / LEDGER_FILE, advance)
        if bring_up_to_date(private):
            click.echo(
                f"{folder} is of an earlier release: shown from a private copy, itself left as "
                "it is. `tilescribe record migrate` brings it up to date.",
                err=True,
            )
        yield private


@contextmanager
def log_read(folder: Path) -> Iterator[Log]:
    """The log of ``folder`` alone, for who needs neither lists nor boards."""
    from ledger.record.engine import open_log

    with readable(folder) as place, closing(open_log(place, to_write=False)) as log:
        yield log


@contextmanager
def copy_read(place: Path) -> Iterator[Log]:
    """The log of a copy in a folder, whatever keeps the record; of an earlier release as well."""
    from ledger.record.engine import open_log

    if not behind(place):
        with closing(open_log(place, {}, to_write=False)) as log:
            yield log
        return
    from ledger.record.sqlite.durable import copy_record

    with private_folder() as private:
        copy_record(place / LEDGER_FILE, private / LEDGER_FILE, lambda _pages: None)
        bring_up_to_date(private, {})
        with closing(open_log(private, {}, to_write=False)) as log:
            yield log


def copied_before(folder: Path) -> Path | None:
    """Copy a record whose tables are about to be changed; ``None`` where there is none to change.

    The copy lies beside the record, flushed, before anything is changed.
    """
    path = folder / LEDGER_FILE
    if in_postgres() or not path.exists() or not path.stat().st_size:
        return None
    if not (changes := behind(folder)):
        return None
    # Whose tables are up to date need not wait for what copies them.
    from ledger.record.sqlite.durable import copy_record, flush, pages_of, put_away

    copy = folder / f"before-{changes[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.db"
    aside = copy.with_suffix(".part")
    try:
        with progress("Copying", pages_of(path)) as advance:
            copy_record(path, aside, advance)
        put_away(aside)
        flush(aside)
        aside.replace(copy)
        flush(folder)
    finally:
        aside.unlink(missing_ok=True)
    return copy


def server_copied_before(folder: Path) -> Path | None:
    """Back a record on a server up whose tables are about to be changed.

    They are changed in one transaction; the backup is for whoever wants the release before back.
    """
    there = changes_in_postgres(os.environ)
    if not there or not (waiting := missing_in_postgres(there)):
        return None
    from ledger.backup.taking import take
    from web.command_line.backups import source_of

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"before-{waiting[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.tilescribe"
    return take(source_of(folder), copy, {}, RELEASE, read=copy_read).file
