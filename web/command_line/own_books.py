"""The organiser's own rulebooks, put beside ours at the start of a service or a command."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from ledger.vocabulary.rulebook_copies import COPIES
from web.settings import known
from web.settings.in_force import value_of

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
