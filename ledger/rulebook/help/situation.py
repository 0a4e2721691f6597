"""Situations of the hall: what Tilescribe does in each, and which rules speak of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import tomli
from msgspec import Struct, field

from ledger.rulebook.help.numbers import split_numbers
from ledger.rulebook.shelf import kept_with_the_books, shipped_under

SHELF = Path(__file__).parent

DOES = ("recorded", "computed", "offered", "warned", "refused", "official decides", "not ours")
"""What this program may do about a situation; a test holds every file to these words."""


class Situation(Struct, frozen=True, kw_only=True):
    """One situation that the rules of at least one book speak of.

    Attributes:
      id: as ``H-07``; never given to another one.
      title: the situation in a few words.
      does: what this program does about it: one of ``DOES``.
      how: the same in a sentence for people.
      because: why it is left to others, where it is; else empty.
      uses: what it is done with, as ``fact:overdrawn`` or ``ask:report-overdraw``.
      cases: ids of worked cases that show it.
      tests: names of tests that show it where no worked case does.
      clauses: the rules that speak of it, by book, separated by blanks.
    """

    id: str
    title: str
    does: str
    how: str = ""
    because: str = ""
    uses: tuple[str, ...] = field(name="with", default=())
    cases: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    clauses: dict[str, str] = {}

    def rules(self, book: str) -> tuple[str, ...]:
        """The rules of a book that speak of it; none where the book is silent."""
        return split_numbers(self.clauses.get(shipped_under(book), ""))


@cache
def situations() -> dict[str, Situation]:
    """Every situation, by id, in alphabetical order of the ids."""
    found: dict[str, Situation] = {}
    shelf = SHELF / "situations"
    if shelf.is_dir():
        for path in shelf.iterdir():
            if path.name.endswith(".toml"):
                for id_, entry in tomli.loads(path.read_text("utf-8")).items():
                    found[id_] = msgspec.convert({"id": id_, **entry}, Situation)
    return dict(sorted(found.items()))


@kept_with_the_books
def citing(book: str) -> dict[str, tuple[Situation, ...]]:
    """The situations by the number of each rule of a book that they cite."""
    found: dict[str, tuple[Situation, ...]] = {}
    for situation in situations().values():
        for number in dict.fromkeys(situation.rules(book)):
            found[number] = (*found.get(number, ()), situation)
    return found
