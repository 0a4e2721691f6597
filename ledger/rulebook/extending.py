"""A book that says what it does otherwise than another one: ``extends = "wespa-4.0"``.

The rule, for tables, lists and clauses alike:

- A *line* is what has a rule of its own: a value, a mode, a method, an offence, a penalty, a
  report, an option, a chapter of the coverage. A line of the child takes the place of its
  parent's of the same name, **whole**: value, rule, note and all. Nothing of the parent's line
  is left, and lists are never joined.
- What the child leaves out it has from its parent, with the parent's rule number, **in its own
  name**: wespa-5.1 says what wespa-4.0 has in 3.9.5 as "wespa-5.1 3.9.5". So a child leaves out
  only what stands under the same number in both; what moved is written again with its number.
- A line of the child that its parent lacks stands after the line above it, else at the end.
- ``silent = ["per_move"]`` in a table is short for ``per_move = { standing = "silent" }``: the book
  says nothing of it. At the top, ``silent = ["sand"]`` says so of every line of whole tables.
- ``without = ["dingle"]`` in a table takes lines of the parent away; ``without = "all"`` takes
  all of them, and the child says the whole table itself.

``title`` and ``edition`` are each book's own. ``[words]``, words for a rule by its number, is laid
over likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import fields

from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.clause import Section

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
        if name in lists or not lines:
            words = "is said as well" if name in lists else "is no table of a rulebook"
            raise WrongBook(f"{name} is listed as silent, and {words}", SILENT)
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
            way = " extends ".join([*named[named.index(above) :], above])
            raise WrongBook(f"a book can't extend itself: {way}", EXTENDS)
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
