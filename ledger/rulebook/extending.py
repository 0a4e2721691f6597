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
- ``without = ["dingle"]`` in a table takes lines of the parent away; ``without = "all"`` takes
  all of them, and the child says the whole table itself.

``title`` and ``edition`` are each book's own. ``[words]``, words for a rule by its number, is laid
over likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Tables = dict[str, Any]

EXTENDS = "extends"
HEAD = ("title", "edition", "our_copy")
"""What a book says of itself, and never has from another."""

WITHOUT = "without"
LINE = frozenset({"clause", "standing", "handled"})
"""What only a line has, and no table of lines."""

LONGEST_CHAIN = 6
"""Books above one another; more is taken for a slip."""

DEEPEST = 5
"""Tables within one another: ``profiles.virtual.options.play.values``."""


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
      name: its id.
      read: the tables of one file; refuses a name there is no file for.

    Raises:
      WrongBook: it extends itself, a book that is not there, or too many.
    """
    books = chain(name, read)
    found: Tables = {}
    for tables in reversed(books):
        found = laid_over({key: found[key] for key in found if key not in HEAD}, tables)
    if (above := found.pop(EXTENDS, None)) is not None:
        found.setdefault("our_copy", f"as {above}, but for what its own file says")
    return found


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

    Raises:
      WrongBook: ``without`` names what the parent lacks, or what the child says itself.
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
    """The names of the parent's lines that the child has not."""
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
