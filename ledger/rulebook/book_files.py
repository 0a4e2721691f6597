"""Files of rulebooks: ours, an organiser's own, what one `extends`, editions and digests.

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

from msgspec.structs import fields

from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.options import Section
from ledger.vocabulary import read_once
from ledger.vocabulary.names import COPY, EDITION

# A book that says what it does otherwise than another one: ``extends = "wespa-4.0"``.
#
# The rule, for tables, lists and clauses alike:
#
# - A *line* is what has a rule of its own: a value, a mode, a method, an offence, a penalty, a
#   report, an option, a chapter of the coverage. A line of the child takes the place of its
#   parent's of the same name, **whole**: value, rule, note and all. Nothing of the parent's line
#   is left, and lists are never joined.
# - What the child leaves out it has from its parent, with the parent's rule number, **in its own
#   name**: wespa-5.1 says what wespa-4.0 has in 3.9.5 as "wespa-5.1 3.9.5". So a child leaves out
#   only what stands under the same number in both; what moved is written again with its number.
# - A line of the child that its parent lacks stands after the line above it, else at the end.
# - ``silent = ["per_move"]`` in a table is short for ``per_move = { standing = "silent" }``: the
#   book says nothing of it. At the top, ``silent = ["sand"]`` says so of whole tables.
# - ``without = ["dingle"]`` in a table takes lines of the parent away; ``without = "all"`` takes
#   all of them, and the child says the whole table itself.
#
# ``title`` and ``edition`` are each book's own. ``[words]``, words for a rule by its number, is
# laid over likewise.


Tables = dict[str, Any]

EXTENDS = "extends"
HEAD = ("title", "edition", "our_copy")
"""What a book says of itself, and never has from another."""

SILENT = "silent"
WITHOUT = "without"
LINE = frozenset({"clause", "standing", "handled"})
"""What only a line has, and no table of lines."""

LONGEST_CHAIN = 6  # books above one another; more is taken for a slip
DEEPEST = 5  # tables within one another: ``profiles.virtual.options.play.values``


class NoBook(NamedTuple):
    """A file that is left out of the rulebooks, and the first that is wrong with it, in English."""

    file: str
    wrong: str


class WrongBook(ValueError):
    """A file that is no whole rulebook, in words for the person who wrote it.

    Attributes:
      key: the place in the file, as ``exchange.minimum_in_bag``; empty for the whole.
    """

    def __init__(self, words: str, key: str = "") -> None:
        super().__init__(words)
        self.key = key


def whole(name: str, read: Callable[[str], Tables]) -> Tables:
    """The tables of a book with all it has from the books above it.

    Args:
      read: the tables of one file; refuses a name there is no file for.

    Raises:
      WrongBook: it extends itself, a book that is not there, or too many.
    """
    books = [spelled_out(tables) for tables in chain(name, read)]
    found: Tables = {}
    for tables in reversed(books):
        found = laid_over({key: found[key] for key in found if key not in HEAD}, tables)
    if (above := found.pop(EXTENDS, None)) is not None:
        found.setdefault("our_copy", f"as {above}, but for what its own file says")
    return found


def spelled_out(tables: Tables) -> Tables:
    """What a file says, with a line for each name that it only lists as silent.

    >>> spelled_out({"time": {"silent": ["limit"]}})
    {'time': {'limit': {'standing': 'silent'}}}
    """
    lists = {key: said for key, said in tables.items() if key != SILENT}
    for name in _named(tables, SILENT, SILENT):
        lines = _lines_of(name)
        if name in lists:
            raise WrongBook(f"{name} is listed as silent, and is said as well", SILENT)
        if not lines:
            raise WrongBook(f"{name} is listed as silent, and is no table of a rulebook", SILENT)
        lists[name] = {SILENT: lines}
    return {key: _all_said(said, key) for key, said in lists.items()}


def _all_said(said: object, at: str) -> object:
    """A table with its silent lines; within a profile, its tables with theirs."""
    if not isinstance(said, dict) or is_line(said):
        return said
    found = {
        key: _all_said(inner, f"{at}.{key}") if at.count(".") < DEEPEST else inner
        for key, inner in said.items()
        if key != SILENT or is_line(inner)
    }
    if is_line(said.get(SILENT)):
        return found
    for name in _named(said, SILENT, f"{at}.{SILENT}"):
        if name in found:
            raise WrongBook(f"{name} is listed as silent, and said as well", f"{at}.{SILENT}")
        found[name] = {"standing": "silent"}
    return found


def _lines_of(table: str) -> list[str]:
    kinds = {field.encode_name: field.type for field in fields(Rulebook)}
    kind = kinds.get(table)
    if not (isinstance(kind, type) and issubclass(kind, Section)):
        return []
    return [field.encode_name for field in fields(kind) if field.required]


def _named(table: Tables, key: str, place: str) -> list[str]:
    named = table.get(key, [])
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise WrongBook(f'write {key} = ["name", "name"]', place)
    return named


def chain(name: str, read: Callable[[str], Tables]) -> list[Tables]:
    """The tables of a book, of the one it extends, and so on to one that extends none.

    Raises:
      WrongBook: as ``whole``.
    """
    named, books = [name], [read(name)]
    while (above := books[-1].get(EXTENDS)) is not None:
        if not isinstance(above, str):
            raise WrongBook(
                'the book it extends is named in quotes: extends = "wespa-4.0"', EXTENDS
            )
        if above in named:
            way = [*named[named.index(above) :], above]
            raise WrongBook(f"a book can't extend itself: {' extends '.join(way)}", EXTENDS)
        if len(named) > LONGEST_CHAIN:
            raise WrongBook(f"more than {LONGEST_CHAIN} books extend one another", EXTENDS)
        named.append(above)
        books.append(read(above))
    return books


def laid_over(parent: Tables, child: Tables, at: str = "") -> Tables:
    """The parent's lines with the child's in their places.

    >>> mode = {"time": {"clause": "3.10"}, "none": {"clause": "3.11"}}
    >>> laid_over(mode, {"without": ["time"], "none": {"clause": "4.1"}})
    {'none': {'clause': '4.1'}}
    """
    gone = _taken_away(parent, child, at)
    order = [key for key in parent if key not in gone]
    found = {key: parent[key] for key in order}
    above = None
    for key, said in child.items():
        if key == WITHOUT:
            continue
        if key not in found:
            order.insert(order.index(above) + 1 if above is not None else len(order), key)
        had = found.get(key)
        found[key] = _together(had, said, f"{at}.{key}" if at else key)
        above = key
    return {key: found[key] for key in order}


def is_line(said: object) -> bool:
    """Whether this is a line of a book, and no table of lines."""
    return isinstance(said, dict) and not LINE.isdisjoint(said)


def _together(had: object, said: object, at: str) -> object:
    if not isinstance(said, dict) or is_line(said) or is_line(had):
        return said
    if at.count(".") >= DEEPEST:
        raise WrongBook("tables lie too deep in one another", at)
    return laid_over(had if isinstance(had, dict) else {}, said, at)


def _taken_away(parent: Tables, child: Tables, at: str) -> frozenset[str]:
    named = child.get(WITHOUT, [])
    place = f"{at}.{WITHOUT}" if at else WITHOUT
    if named == "all":
        return frozenset(parent)
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise WrongBook('write without = ["name", "name"], or without = "all"', place)
    for each in named:
        if each not in parent:
            raise WrongBook(f"the book it extends has no {each} to take away", place)
        if each in child:
            raise WrongBook(f"{each} is taken away, and said as well", place)
    return frozenset(named)


# Where rulebooks stand: ours in the package, an organiser's own beside them since the start.


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
_left_out: list[NoBook] = []
_cached: list[_lru_cache_wrapper[Any]] = []


def kept_with_the_books(worked_out: Callable[..., Worked]) -> _lru_cache_wrapper[Worked]:
    """As ``functools.cache``, until other books of the organiser's are put up."""
    return forgotten_with_the_books(cache(worked_out))


def forgotten_with_the_books(kept: _lru_cache_wrapper[Worked]) -> _lru_cache_wrapper[Worked]:
    _cached.append(kept)
    return kept


def put_up(
    own: Mapping[str, OwnBook], copies: Path | None = None, left_out: tuple[NoBook, ...] = ()
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


def left_out() -> tuple[NoBook, ...]:
    """The organiser's files that are no rulebooks, each with what is wrong."""
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
    """Where the file of a book is no more what a record began under: what became of it.

    Empty for a book of ours, and for a file that is what it was.
    """
    if not digest:
        return ""
    now = _own.get(name)
    if now is not None and now.digest == digest:
        return ""
    became = "changed" if now else "gone"
    copy = "lost" if _copy(f"{name}{EDITION}{digest}") is None else "kept"
    return say(f"rules.file-{became}-copy-{copy}", book=name, edition=digest[:8])


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
