"""Where rulebooks stand: ours in the package, an organiser's own beside them since the start.

The organiser's are read once, when a service or a command begins, and never again: what a
tournament is played under does not change while somebody is at a table. Each edition that was
ever read is kept in the data folder as a copy with a digest in its name. So a record that names
an edition is read under that edition, though its file has since been changed or is gone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import _lru_cache_wrapper, cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ledger.refusals.saying import refusal
from ledger.rulebook.extending import EXTENDS, Tables
from ledger.vocabulary import read_once
from ledger.vocabulary.names import COPY, EDITION

SHELF = Path(__file__).parent / "books"

NOT_SHIPPED = "wespa-5.2"
"""An id kept free for a book that exists and that we could not read."""

ENDING = ".json"

Worked = TypeVar("Worked")


def names_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


NAMES = names_in(SHELF)
"""The ids of the rulebooks that ship with this program."""


class OwnBook(NamedTuple):
    """A rulebook of the organiser's: what its file says, and what the books above it say.

    Attributes:
      chain: its tables, those of the own book it extends, and so on.
      digest: of all that, without comments and the order of the sections.
      path: its file; None where only a copy of it is left.
    """

    name: str
    chain: tuple[Tables, ...]
    digest: str
    path: Path | None

    @property
    def edition(self) -> str:
        return f"{self.name}{EDITION}{self.digest}"


_own: dict[str, OwnBook] = {}
_gone: dict[str, OwnBook] = {}
_copies: list[Path] = []
_editions: dict[str, OwnBook] = {}
_left_out: list[str] = []
_cached: list[_lru_cache_wrapper[Any]] = []


def kept_with_the_books(worked_out: Callable[..., Worked]) -> _lru_cache_wrapper[Worked]:
    """As ``functools.cache``, until other books of the organiser's are put up."""
    return forgotten_with_the_books(cache(worked_out))


def forgotten_with_the_books(kept: _lru_cache_wrapper[Worked]) -> _lru_cache_wrapper[Worked]:
    _cached.append(kept)
    return kept


def put_up(
    own: Mapping[str, OwnBook], copies: Path | None = None, left_out: tuple[str, ...] = ()
) -> None:
    """Put the organiser's own books beside ours, in place of those that stood there.

    Args:
      copies: where copies of all editions are kept.
    """
    _left_out[:] = left_out
    gone = {name: book for name, book in _last_copies(copies).items() if name not in own}
    if (dict(own), gone, [copies] if copies else []) == (_own, _gone, _copies):
        return
    for kept, new in ((_own, own), (_gone, gone)):
        kept.clear()
        kept.update(new)
    _copies[:] = [copies] if copies else []
    _editions.clear()
    for each in _cached:
        each.cache_clear()


def left_out() -> tuple[str, ...]:
    """The organiser's files that are no rulebooks, each with what is wrong, in words."""
    return tuple(_left_out)


def own_books() -> Mapping[str, OwnBook]:
    return _own


@kept_with_the_books
def names() -> tuple[str, ...]:
    """The ids of all books that may be chosen, in alphabetical order."""
    return tuple(sorted((*NAMES, *_own)))


def must_be_there(name: str, folder: Path | None = None) -> None:
    known = names() if folder is None else names_in(folder)
    if name in known or (folder is None and (name in _gone or _copy(name) is not None)):
        return
    if name == NOT_SHIPPED:
        raise refusal("no-such-rulebook/wespa-5.2")
    raise refusal("no-such-rulebook/unknown", name=name, books=", ".join(known))


def shipped_under(name: str) -> str:
    """The book of ours whose words, situations and gaps a book has; empty where it has none.

    One of ours has its own, whatever it extends: what 4.0 leaves unclear may be clear in 5.1.

    >>> shipped_under("wespa-5.1")
    'wespa-5.1'
    """
    if name in NAMES:
        return name
    book = _own.get(name) or _gone.get(name)
    last = str(book.chain[-1].get(EXTENDS, "")) if book is not None else ""
    return last if last in NAMES else ""


def tables_of(name: str, folder: Path | None = None) -> Tables:
    """What the file of one book says; in the folder if one is given, else on our shelf."""
    must_be_there(name, folder)
    if folder is None and name not in NAMES:
        book = _own.get(name) or _gone.get(name) or _copy(name)
        if book is not None:
            return deepcopy(book.chain[0])
    if folder is None:
        return read_once.tables_of(SHELF / f"{name}.toml")
    import tomli

    return tomli.loads((folder / f"{name}.toml").read_text("utf-8"))


def above(name: str) -> Callable[[str], Tables]:
    """How the books above one are read: those of an edition as they were when it was kept."""
    book = _own.get(name) or _gone.get(name) or _copy(name)
    if book is None:
        return tables_of
    kept = dict(zip(_names_of(book), book.chain, strict=True)) | {name: book.chain[0]}
    return lambda request: deepcopy(kept[request]) if request in kept else tables_of(request)


def _names_of(book: OwnBook) -> list[str]:
    return [book.name, *(str(tables[EXTENDS]) for tables in book.chain[:-1])]


def digest_of(chain: tuple[Tables, ...]) -> str:
    """What tells one edition of a book from another: 32 letters of a SHA-256."""
    said = [dict(sorted(tables.items())) for tables in chain]
    return sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()[:32]


def edition_in_force(name: str, digest: str) -> str:
    """The name to load for a record that was made under an edition of a book.

    What was begun under one book is not decided by another: without a copy of that edition it is
    refused.
    """
    book = _own.get(name) or _gone.get(name)
    if not digest or (book is not None and book.digest == digest):
        return name
    edition = f"{name}{EDITION}{digest}"
    if _copy(edition) is None:
        raise refusal("no-such-rulebook/edition", name=name, edition=digest[:8])
    return edition


def edition_differs(name: str, digest: str) -> str:
    """Where the file of a book is no more what a record began under: what became of it, in words.

    Empty for a book of ours, and for a file that is what it was.
    """
    if not digest:
        return ""
    now = _own.get(name)
    if now is not None and now.digest == digest:
        return ""
    what = f"The file of the rulebook {name} {'was changed since' if now else 'is gone'}"
    if _copy(f"{name}{EDITION}{digest}") is None:
        return (
            f"{what}, and no copy is left of the edition {digest[:8]} that was followed. Put the "
            "file back as it was: until then nothing can be worked out under it."
        )
    return f"{what}. What was begun under it goes on under the edition {digest[:8]}, kept here."


def digest_now(name: str) -> str:
    """The digest to note in a record that begins now; empty for a book of ours."""
    book = _own.get(name) or _gone.get(name)
    return book.digest if book is not None else ""


def keep_copy(book: OwnBook, folder: Path) -> Path:
    path = folder / f"{book.edition}{ENDING}"
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unready = path.with_suffix(".new")
        unready.touch(mode=0o600)
        unready.write_text(json.dumps({"chain": book.chain}, ensure_ascii=False), "utf-8")
        unready.replace(path)
    return path


def _copy(edition: str) -> OwnBook | None:
    """The copy of an edition, if there is one that is what its name says."""
    name, at, digest = edition.partition(EDITION)
    if not at or not _copies or "/" in edition:
        return None
    if edition not in _editions and (found := _copy_read(_copies[0], name, digest)) is not None:
        _editions[edition] = found  # one that is missing may come, from another node
    return _editions.get(edition)


def _copy_read(folder: Path, name: str, digest: str) -> OwnBook | None:
    try:
        kept = json.loads((folder / f"{name}{EDITION}{digest}{ENDING}").read_text("utf-8"))
        chain = tuple(kept["chain"])
        if digest_of(chain) != digest:
            return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return OwnBook(name, chain, digest, None)


def _last_copies(folder: Path | None) -> dict[str, OwnBook]:
    """The edition kept last of each book, by id; what is not what its name says is none."""
    if folder is None or not folder.is_dir():
        return {}
    kept = [path for path in folder.iterdir() if COPY.fullmatch(path.name)]
    last = {}
    for path in sorted(kept, key=lambda path: path.stat().st_mtime_ns, reverse=True):
        name, _, digest = path.name.removesuffix(ENDING).partition(EDITION)
        if name in last or name in NAMES:
            continue
        if (book := _copy_read(folder, name, digest)) is not None:
            last[name] = book
    return last
