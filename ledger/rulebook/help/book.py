"""The rules of a book by number, and what its file says under each."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ledger.messages import ENGLISH, speaking
from ledger.refusals.saying import refusal
from ledger.rulebook import Clause, Rulebook, load
from ledger.rulebook.ambiguities import RULE
from ledger.rulebook.book_files import kept_with_the_books, must_be_there, names, shipped_under
from ledger.rulebook.model.options import Choice, Section
from ledger.rulebook.reading import own_words, title_of
from ledger.vocabulary.read_once import tables_of

# Rule numbers, as the books print them and as people type them.


BEFORE_A_NUMBER = re.compile(r"^(rules?|clauses?|guidelines?(?=\s*\d)|sections?|§+)\s*")


def split_numbers(written: str) -> tuple[str, ...]:
    """The rule numbers of a list separated by blanks.

    >>> split_numbers("3.9.5 3.9.6 App. 1")
    ('3.9.5', '3.9.6', 'App. 1')
    """
    return tuple(RULE.findall(written))


@lru_cache(maxsize=1024)  # a ruling asks for its citations several times
def squeezed(number: str) -> str:
    """A rule number without what people leave out or add: blanks, brackets, capitals.

    >>> [squeezed(number) for number in ("3.9.5(a)(iii)", "3.9.5 a iii", "Rule 3.9.5.a(iii)")]
    ['3.9.5aiii', '3.9.5aiii', '3.9.5aiii']
    >>> squeezed("App. 1") == squeezed("app 1") == squeezed("Appendix 1")
    True
    >>> squeezed("Guideline 12") == squeezed("G12"), squeezed("x.d")
    (True, 'x.d')
    >>> squeezed("App3-1.2(b)") == squeezed("App. 3 1.2b")
    True
    """
    text = number.strip().lower()
    text = re.sub(r"^guidelines?(?=\s*\d)", "g", text)
    text = BEFORE_A_NUMBER.sub("", text)
    text = re.sub(r"^app(endix|x)?\.?(?=\W*\d)", "app", text)
    text = re.sub(r"[\s()\[\]-]", "", text)
    return re.sub(r"(?<=\d)\.(?=[a-z])", "", text).rstrip(".,;:")


def is_below(number: str, above: str) -> bool:
    """Whether a rule is a part of another one, by its number.

    >>> is_below("3.9.5(a)", "3.9"), is_below("3.10", "3.1"), is_below("3.9", "3.9")
    (True, False, False)
    >>> is_below("VI.D*", "VI.D"), is_below("VI.D**", "VI.D*"), is_below("XI", "X")
    (True, False, False)
    >>> is_below("G11b", "G11"), is_below("G11", "G1"), is_below("G11", "G")
    (True, False, True)
    """
    if not number.startswith(above) or number == above or above.endswith("*"):
        return False
    last, following = above[-1], number[len(above)]
    return (
        following in ".(-*"
        or (last.isdigit() and following.islower())
        or (last.isalpha() and following.isdigit())
    )


# What the rulebook file of a book says under the number of a rule.


NOT_SAID = {"book", "number", "point", "note", "trap", "inferred"}
"""Fields of an entry that are told beside its value, or not at all."""

ITS_OWN_NAME = {"words", "do", "kind", "to"}
"""Fields whose value says by itself what it is."""


class Parameter(Struct, frozen=True):
    """One value this program works with, and the rule it comes from.

    Attributes:
      value: the value in words; empty where the book sets none.
      inferred: True where the value is our reading of the rule.
    """

    point: str
    value: str
    standing: str
    inferred: bool = False
    note: str = ""


@kept_with_the_books
def parameters(book: str) -> dict[str, tuple[Parameter, ...]]:
    """The values of a book by rule number, and what it leaves to the organiser.

    Where a book says nothing, its rule for gaps is not held to say it.

    >>> [found.value for found in parameters("wespa-4.0")["3.2.1(a)"]]
    ['7']
    """
    rules = load(book)
    found: dict[str, list[Parameter]] = {}
    for number, each in (*_clauses(rules), *_options(rules)):
        found.setdefault(number, []).append(each)
    for name, profile in rules.profiles.items():
        for number, each in _clauses(profile):
            if each not in found.get(number, ()):
                only_there = Parameter(
                    f"{name}: {each.point}", each.value, each.standing, each.inferred, each.note
                )
                found.setdefault(number, []).append(only_there)
    return {number: tuple(dict.fromkeys(listed)) for number, listed in found.items()}


def _clauses(rules: Rulebook) -> Iterator[tuple[str, Parameter]]:
    for section in (getattr(rules, name) for name in rules.__struct_fields__):
        if isinstance(section, Section):
            for entry in (getattr(section, name) for name in section.__struct_fields__):
                yield from _said_by(entry, rules)
        else:
            yield from _said_by(section, rules)


def _said_by(entry: object, rules: Rulebook) -> Iterator[tuple[str, Parameter]]:
    """A clause, or the entries of a table of modes, methods, offences, penalties or reports."""
    if isinstance(entry, Clause) and not _is_a_gap(entry, rules):
        point = entry.point.replace("_", " ")
        words = _words(entry.value)
        yield entry.number, Parameter(point, words, entry.standing, entry.inferred, entry.note)
    if isinstance(entry, dict):
        for each in entry.values():
            if getattr(each, "book", "") == rules.id and not isinstance(each, Choice):
                words, note = _words(each), getattr(each, "note", "")
                yield each.number, Parameter(each.point, words, "stated", note=note)


def _options(rules: Rulebook) -> Iterator[tuple[str, Parameter]]:
    """What may be chosen, in English, as the words of the rules beside it are: it is kept."""
    with speaking(ENGLISH):
        options = rules.options()
    for option in options:
        number = option.clause.removeprefix(f"{rules.id} ")
        words = f"{option.words}: {option.allowed}"
        yield number, Parameter(f"option: {option.name}", words, "organiser", note=option.note)


def _is_a_gap(clause: Clause[Any], rules: Rulebook) -> bool:
    return clause.standing == "silent" and clause.number == rules.fallback.decides.number


def _words(value: object) -> str:
    """A value in words: ``yes``, ``180, 300``, ``challenge (4.1(a)), overdraw (4.1(c))``."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and value and all(isinstance(each, tuple) for each in value):
        return ", ".join(f"{each[0]} ({', '.join(map(_words, each[1:]))})" for each in value)
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(map(_words, value))
    if isinstance(value, Struct):
        said = [_said_parameters(name, getattr(value, name)) for name in value.__struct_fields__]
        return ", ".join(filter(None, said))
    return str(value)


def _said_parameters(name: str, value: object) -> str:
    if name in NOT_SAID or name.endswith("number") or not value:
        return ""
    words = name.replace("_", " ")
    if value is True:
        return words
    return _words(value) if name in ITS_OWN_NAME else f"{words} {_words(value)}"


SHELF = Path(__file__).parent / "clauses"


def books() -> tuple[str, ...]:
    return names()


@kept_with_the_books
def clauses(book: str) -> dict[str, str]:
    """Every rule of a book we know something about: its number and what it lays down.

    >>> clauses("wespa-4.0")["3.9.6"]
    'Too many were turned up: they are turned down again, only as many as the surplus are \
turned up, and those go back.'

    Raises:
      Refusal: ``no-such-rulebook``.
    """
    must_be_there(book)
    lines = SHELF / f"{book}.toml"
    if not lines.is_file():
        return _of_a_book_of_their_own(book)
    return msgspec.convert(tables_of(lines), dict[str, str])


def _of_a_book_of_their_own(book: str) -> dict[str, str]:
    """Words for the rules of an organiser's book: its own, else those of the book it extends.

    Where it changes a value, its value comes first, for the words of the other book no longer
    hold; where it put the value under another rule, it is said where.
    """
    under = shipped_under(book)
    mine, theirs = parameters(book), parameters(under) if under else {}
    place = {each.point: number for number, said in mine.items() for each in said}
    found = {}
    for number, words in (clauses(under) if under else {}).items():
        changed = _said(each for each in mine.get(number, ()) if each not in theirs.get(number, ()))
        points = {each.point for each in mine.get(number, ())}
        moved = "".join(
            f"{each.point}: see {place[each.point]}. "
            for each in theirs.get(number, ())
            if each.point not in points and each.point in place
        )
        found[number] = f"{changed}{moved}{title_of(under)}: {words}" if changed + moved else words
    for number, said in mine.items():
        found.setdefault(number, _said(said).strip())
    return found | own_words(book)


def _said(parameters_: Iterable[Parameter]) -> str:
    said = "; ".join(f"{each.point}: {each.value or 'not said'}" for each in parameters_)
    return f"{said}. " if said else ""


def find(book: str, written: str) -> str:
    """The number of the rule that was meant, as the book prints it.

    >>> find("wespa-4.0", "3.9.5 a(iii)"), find("nsa-1998", "x.d"), find("nsa-1998", "g12")
    ('3.9.5(a)(iii)', 'X.D', 'G12')
    >>> find("wespa-1.0", "Appendix 1")
    'App. 1'
    """
    found = _by_squeezed(book).get(squeezed(written.removeprefix(book)))
    if found is not None:
        return found
    nearest = near(book, written)
    title, rule = title_of(book), written.strip()[:40]
    if not nearest:
        raise refusal("no-such-clause/none-near", title=title, rule=rule)
    raise refusal("no-such-clause/nearest", title=title, rule=rule, nearest=", ".join(nearest))


def parent(book: str, number: str) -> str | None:
    """The number of the rule this one is a part of, or None.

    >>> parent("wespa-4.0", "3.9.5(a)(iii)"), parent("nsa-1998", "IV.H.1"), parent("wsc-2003", "7")
    ('3.9.5(a)', 'IV.H', None)
    """
    return _parents(book)[number]


def children(book: str, number: str) -> tuple[str, ...]:
    """The numbers of the rules that are parts of this one, one step down.

    >>> children("wespa-4.0", "3.9.9")
    ('3.9.9(a)', '3.9.9(b)')
    """
    return tuple(below for below, above in _parents(book).items() if above == number)


def chapters(book: str) -> tuple[str, ...]:
    return tuple(number for number, above in _parents(book).items() if above is None)


def chapter_with(book: str, number: str) -> str:
    """The chapter that a rule stands in.

    >>> chapter_with("wespa-5.1", "3.9.5(a)"), chapter_with("nsa-1998", "VI.D**")
    ('3.9', 'VI')
    """
    above = parent(book, number)
    return number if above is None else chapter_with(book, above)


def depth(book: str, number: str) -> int:
    above = parent(book, number)
    return 0 if above is None else 1 + depth(book, above)


@kept_with_the_books
def _parents(book: str) -> dict[str, str | None]:
    known = clauses(book)
    return {number: _nearest_above(number, known) for number in known}


def _nearest_above(number: str, known: Container[str]) -> str | None:
    """The longest beginning of a number that is a rule it is a part of."""
    beginnings = (number[:end] for end in range(len(number) - 1, 0, -1))
    return next((each for each in beginnings if each in known and is_below(number, each)), None)


@kept_with_the_books
def _by_squeezed(book: str) -> dict[str, str]:
    return {squeezed(number): number for number in clauses(book)}


def near(book: str, written: str) -> list[str]:
    """The rule it would be a part of, with its parts, else numbers that look alike."""
    known, request = _by_squeezed(book), squeezed(written)
    above = max((key for key in known if is_below(request, key)), key=len, default=None)
    if above is not None:
        return [known[above], *children(book, known[above])[:3]]
    alike = get_close_matches(request[:20], list(known), n=3, cutoff=0.6)
    return [known[key] for key in alike]
