"""Reading a rulebook from its file. A rulebook is a file alone: no code knows its name.

To add one, see "How to add a rulebook" in ``ledger/README.md``: put the file into
``ledger/rulebook/books``; its name without ``.toml`` is its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import tomli
from msgspec.structs import fields, replace

from ledger.refusals.saying import refusal
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.options import OPTIONS, OptionValue
from ledger.rulebook.model.turns import ChallengeMode

SHELF = Path(__file__).parent / "books"

NOT_SHIPPED = "wespa-5.2"
"""An id kept free for a book that exists and that we could not read."""


def names_in(folder: Path) -> tuple[str, ...]:
    """The ids of the rulebooks in a folder, in alphabetical order."""
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


NAMES = names_in(SHELF)
"""The ids of the rulebooks this program knows."""


def make_ready() -> None:
    """Let msgspec work out what a rulebook is made of, while there is one thread.

    msgspec 0.22 can crash when several threads are the first to need a type. It takes longer
    than reading a game file, so it waits for the first room that threads share: the desk.
    """
    msgspec.json.Decoder(Rulebook)


@cache
def load(name: str, folder: Path | None = None) -> Rulebook:
    """The rulebook called ``name``, as its file says, with no option settled.

    >>> load("wespa-1.0").exchange.minimum_in_bag.known()
    7
    >>> print(load("nsa-1998").exchange.minimum_in_bag)
    nsa-1998 IV.H.2

    Args:
      name: its id.
      folder: where the files are, if not in ours.

    Raises:
      Refusal: ``no-such-rulebook``.
      ValueError: the file is not a whole rulebook. Says where.
    """
    must_be_there(name, folder)
    try:
        return _decode(name, folder)
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise ValueError(f"rulebook {name}: {error}") from error


def must_be_there(name: str, folder: Path | None = None) -> None:
    """Refuse the name of a rulebook that is not in the folder; ours if none is given.

    Raises:
      Refusal: ``no-such-rulebook``.
    """
    names = names_in(folder or SHELF)
    if name not in names:
        if name == NOT_SHIPPED:
            raise refusal("no-such-rulebook/wespa-5.2")
        raise refusal("no-such-rulebook/unknown", name=name, books=", ".join(names))


@cache
def title_of(name: str) -> str:
    """The name of one of our books, for who asks for nothing else: only its head is read.

    >>> title_of("nsa-1998") == load("nsa-1998").title
    True

    Raises:
      Refusal: ``no-such-rulebook``.
    """
    must_be_there(name)
    head, _, _ = (SHELF / f"{name}.toml").read_text("utf-8").partition("\n[")
    return str(tomli.loads(head)["title"])


@lru_cache(maxsize=256)
def _in_force(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Rulebook:
    return load(name).with_options(options)


def in_force(name: str, options: Iterable[tuple[str, OptionValue]] = ()) -> Rulebook:
    """The rulebook of a tournament: ``load(name)`` with its options, worked out once.

    Raises:
      Refusal: as ``load`` and ``Rulebook.with_options``.
    """
    return _in_force(name, tuple(options))


def _decode(name: str, folder: Path | None) -> Rulebook:
    tables = _read(name, folder)
    profiles = tables.get("profiles", {})
    whole = {section: entries for section, entries in tables.items() if section != "profiles"}
    elsewhere = _ModesElsewhere(folder)
    varied = {
        profile: _convert(name, _merged(whole, changes), elsewhere)
        for profile, changes in profiles.items()
    }
    book = replace(_convert(name, whole, elsewhere), profiles=varied)
    for each in (book, *varied.values()):
        _check_choices(each)
    return book


class _ModesElsewhere(dict[str, ChallengeMode]):
    """The challenge modes of all books of a folder; the others are read when one is asked for.

    Few ever are: a book names the modes it offers, and only a ruling goes beyond them. It looks
    empty, for what other books say is no part of a book that is written down or compared.
    """

    def __init__(self, folder: Path | None) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, mode: str) -> ChallengeMode:
        return _modes_known(self._folder)[mode]


@cache
def _modes_known(folder: Path | None) -> dict[str, ChallengeMode]:
    """The challenge modes of all books, by name; where two have one, that of the later id."""
    found = {
        mode: entry
        for name in names_in(folder or SHELF)
        for mode, entry in _read(name, folder)["challenge"]["modes"].items()
    }
    return msgspec.convert(found, dict[str, ChallengeMode])


@cache
def _read(name: str, folder: Path | None) -> dict[str, Any]:
    """The tables of a file, with the name of the book written into every entry; not to be changed.

    Read once: a book may be asked for its challenge modes by all the others.
    """
    whole = tomli.loads(((folder or SHELF) / f"{name}.toml").read_text("utf-8"))
    director_decides = whole["fallback"]["decides"]["clause"]
    profiles = whole.get("profiles", {})
    for tables in (whole, *profiles.values()):
        for section, key, entry in _entries(tables):
            entry["book"] = name
            entry["point"] = f"{section}: {key}".replace("_", " ")
            if entry.get("standing") == "silent":
                entry.setdefault("clause", director_decides)
    return whole


def _entries(tables: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every clause, mode and choice of a file, with its section and its name."""
    for section, entries in tables.items():
        if section == "profiles" or not isinstance(entries, dict):
            continue
        for key, entry in entries.items():
            if key in ("modes", "methods"):
                yield from ((f"{section} {key}", name, each) for name, each in entry.items())
            else:
                yield section, key, entry


def _merged(whole: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The tables of a file with those of one of its profiles laid over them."""
    return whole | {section: whole[section] | entries for section, entries in changes.items()}


def _convert(name: str, tables: dict[str, Any], elsewhere: _ModesElsewhere) -> Rulebook:
    book = msgspec.convert({"id": name, **tables}, Rulebook)
    return replace(book, modes_elsewhere=elsewhere)


def _check_choices(book: Rulebook) -> None:
    """Refuse, at load, an option nobody knows, or a value its clause could not take."""
    for name, choice in book.choices.items():
        option = OPTIONS[name]
        kinds = {field.name: field.type for field in fields(getattr(book, option.section))}
        for value in choice.values:
            entry = {"book": book.id, "clause": choice.number, "value": value}
            msgspec.convert(entry, kinds[option.clause])
            book.with_options([(name, value)])
