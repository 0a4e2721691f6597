"""Reading a rulebook from its file. A rulebook is a file alone: no code knows its name.

To add one, see "How to add a rulebook" in ``ledger/README.md``. Its name without ``.toml`` is its
id; what it has from another book it leaves out, as ``shelf`` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec.structs import fields, replace

from ledger.messages import ENGLISH, Text, family, known, language, say
from ledger.rulebook.book_files import (
    NAMES,
    SHELF,
    Tables,
    WrongBook,
    above,
    edition_in_force,
    forgotten_with_the_books,
    kept_with_the_books,
    must_be_there,
    names_in,
    tables_of,
    whole,
)
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.endings import Offence
from ledger.rulebook.model.options import OPTIONS, OptionValue
from ledger.rulebook.model.turns import ChallengeMode
from ledger.vocabulary.names import EDITION
from ledger.vocabulary.read_once import read_once
from ledger.vocabulary.refusals import Refusal


def make_ready() -> None:
    """Let msgspec work out what a rulebook is made of, while there is one thread.

    msgspec 0.22 can crash when several threads are the first to need a type. It takes longer
    than reading a game file, so it waits for the first room that threads share: the desk.
    """
    msgspec.json.Decoder(Rulebook)


@kept_with_the_books
def load(name: str, folder: Path | None = None) -> Rulebook:
    """The rulebook called ``name``, as its file says, with no option settled.

    >>> load("wespa-1.0").exchange.minimum_in_bag.known()
    7
    >>> print(load("nsa-1998").exchange.minimum_in_bag)
    nsa-1998 IV.H.2

    Args:
      folder: where the files are, if not in ours.

    Raises:
      Refusal: ``no-such-rulebook``.
      ValueError: the file is not a whole rulebook. Says where.
    """
    must_be_there(name, folder)
    if folder is None and name in NAMES:
        return read_once(SHELF / name, _read_from(), lambda: _loaded(name, None))
    return _loaded(name, folder)


def _loaded(name: str, folder: Path | None) -> Rulebook:
    try:
        return decoded(name, _read(name, folder), folder)
    except (msgspec.ValidationError, KeyError, TypeError, WrongBook) as error:
        raise ValueError(f"rulebook {name}: {error}") from error


def _read_from() -> list[Path]:
    """What a book of ours is read from: all of ours, for one may extend another, and this code."""
    here = Path(__file__).parent
    return [*SHELF.glob("*.toml"), *here.glob("*.py"), *here.glob("model/*.py")]


@kept_with_the_books
def title_of(name: str) -> str:
    """The name of a book that may be chosen, for who asks for nothing else.

    >>> title_of("nsa-1998") == load("nsa-1998").title
    True
    """
    must_be_there(name)
    return str(tables_of(name)["title"])


def called(name: str) -> str:
    """What people call a book: its title; its id, where no file of it is left.

    >>> called("wespa-5.1"), called("a-book-of-theirs")
    ('WESPA Game Rules 5.1', 'a-book-of-theirs')
    """
    try:
        return title_of(name)
    except Refusal:
        return name


OF_THIS_EVENT = "a rule of this event: "
"""How a citation begins of a rule that no book has, such as one posted in the hall."""


def rule_wording(citation: str) -> str:
    """A citation as people read it: one of a rule of the event begins in their language.

    >>> rule_wording("a rule of this event: no hats"), rule_wording("wespa-5.1 3.8(b)")
    ('a rule of this event: no hats', 'wespa-5.1 3.8(b)')
    """
    if not citation.startswith(OF_THIS_EVENT):
        return citation
    return say("rules.of-this-event", rule=citation.removeprefix(OF_THIS_EVENT))


def penalty_wording(code: str, rules: Rulebook | None = None) -> str:
    """What people call a penalty that a book names; of an organiser's own book, its words.

    >>> penalty_wording("official-warning"), penalty_wording("a-round-of-tea")
    ('official warning', 'a round of tea')
    """
    if known(f"rules.penalty.{code}"):
        return say(f"rules.penalty.{code}")
    named = rules.penalties.get(code) if rules else None
    return named.words if named else code.replace("-", " ")


def offence_wording(words: str) -> str:
    """An act that a book names, in the reader's language; of an organiser's own book, as it stands.

    >>> offence_wording("looking into the bag"), offence_wording("singing at the table")
    ('looking into the bag', 'singing at the table')
    """
    name = _offences().get(words)
    return say(f"offences.{name}") if name else words


def offences_worded(acts: Mapping[str, Offence]) -> list[tuple[str, str]]:
    """The acts of a book for who chooses one: each code, and the same words in their language."""
    if language() == ENGLISH:
        return [(code, act.words) for code, act in acts.items()]
    return [(code, offence_wording(act.words)) for code, act in acts.items()]


def offence_called(code: str, book: str = "") -> str:
    """An act by its code, as English papers are bound to have it; else as a book of ours says it.

    Args:
      book: whose words it is said in, if it is one of ours and names the act.

    >>> offence_called("bag-looked-into"), offence_called("sung-at-the-table")
    ('bag looked into', 'sung at the table')
    """
    if language() == ENGLISH or not known(f"offences.{code}"):
        return code.replace("-", " ")
    act = load(book).offences.get(code) if book in NAMES else None
    return offence_wording(act.words) if act else say(f"offences.{code}")


@cache
def _offences() -> dict[Text, str]:
    """The ids of the acts that our books name, by their words."""
    return {text: name for name, text in family("offences.", ENGLISH).items()}


@forgotten_with_the_books
@lru_cache(maxsize=256)
def _in_force(edition: str, options: tuple[tuple[str, OptionValue], ...]) -> Rulebook:
    return load(edition).with_options(options)


def in_force(
    name: str, options: Iterable[tuple[str, OptionValue]] = (), digest: str = ""
) -> Rulebook:
    """The rulebook of a tournament: ``load(name)`` with its options, worked out once.

    Args:
      digest: the edition of an organiser's own book that the record was made under.
    """
    return _in_force(edition_in_force(name, digest), tuple(options))


class PlayedUnder(Protocol):
    @property
    def rulebook(self) -> str:
        """The id of the book."""

    @property
    def options(self) -> tuple[tuple[str, OptionValue], ...]:
        """What the organiser settled."""

    @property
    def rulebook_digest(self) -> str:
        """The edition of a book of the organiser's own; else empty."""


def rules_of(played: PlayedUnder) -> Rulebook:
    """The rulebook that a game or a tournament was begun under."""
    edition = edition_in_force(played.rulebook, played.rulebook_digest)
    return _in_force(edition, tuple(played.options))


def decoded(name: str, tables: Tables, folder: Path | None = None) -> Rulebook:
    """The rulebook that these tables are, with the name of the book in each of their lines."""
    profiles = tables.get("profiles", {})
    whole_book = {each: said for each, said in tables.items() if each not in ("profiles", "words")}
    elsewhere = _ModesElsewhere(folder)
    varied = {
        profile: _convert(name, _merged(whole_book, changes), elsewhere)
        for profile, changes in profiles.items()
    }
    book = replace(_convert(name, whole_book, elsewhere), profiles=varied)
    for each in (book, *varied.values()):
        _check_choices(each)
    return book


def own_words(name: str) -> dict[str, str]:
    """The words that a book of the organiser's has for its rules, by number."""
    return msgspec.convert(_read(name, None).get("words", {}), dict[str, str])


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


@kept_with_the_books
def _modes_known(folder: Path | None) -> dict[str, ChallengeMode]:
    """The challenge modes of all books, by name; where two have one, that of the later id.

    An organiser's own books are left out: what a ruling under another book means is not theirs.
    """
    found = {
        mode: entry
        for name in (NAMES if folder is None else names_in(folder))
        for mode, entry in _read(name, folder)["challenge"]["modes"].items()
    }
    return msgspec.convert(found, dict[str, ChallengeMode])


@kept_with_the_books
def _read(name: str, folder: Path | None) -> Tables:
    """The tables of a whole book, as ``written_in``; not to be changed.

    Read once: a book may be asked for its challenge modes by all the others.
    """
    if folder is None:
        found = whole(name, above(name))
    else:
        here = names_in(folder)
        found = whole(name, lambda each: tables_of(each, folder if each in here else None))
    return written_in(name.partition(EDITION)[0], found)


def written_in(name: str, found: Tables) -> Tables:
    """A whole book with its name, and what it is about, written into each line, in place."""
    director_decides = found["fallback"]["decides"]["clause"]
    for tables in (found, *found.get("profiles", {}).values()):
        for section, key, entry in _entries(tables):
            entry["book"] = name
            entry["point"] = f"{section}: {key}".replace("_", " ")
            if entry.get("standing") == "silent":
                entry.setdefault("clause", director_decides)
    return found


def _entries(tables: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for section, entries in tables.items():
        if section in ("profiles", "words", "coverage") or not isinstance(entries, dict):
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
    chapters = [{"chapter": each, **said} for each, said in tables["coverage"].items()]
    its_id = name.partition(EDITION)[0]
    book = msgspec.convert({**tables, "id": its_id, "coverage": chapters}, Rulebook)
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
