"""What the rulebook file of a book says under the number of a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from ledger.rulebook import Clause, Rulebook, load
from ledger.rulebook.model.options import Choice
from ledger.rulebook.model.section import Section
from ledger.rulebook.shelf import kept_with_the_books

NOT_SAID = {"book", "number", "point", "note", "trap", "inferred"}
"""Fields of an entry that are told beside its value, or not at all."""

ITS_OWN_NAME = {"words", "do", "kind", "to"}
"""Fields whose value says by itself what it is."""


@dataclass(frozen=True)
class Parameter:
    """One value this program works with, and the rule it comes from.

    Attributes:
      point: what it is about, as ``overtime: forfeit after``.
      value: the value in words; empty where the book sets none.
      standing: ``stated``, ``silent``, ``organiser`` or ``not-in-our-copy``.
      inferred: True where the value is our reading of the rule.
      note: what else to know; empty if nothing.
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
    for option in rules.options():
        number = option.clause.removeprefix(f"{rules.id} ")
        words = f"{option.words.rstrip('.')}: {option.allowed}"
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
        said = [_said(name, getattr(value, name)) for name in value.__struct_fields__]
        return ", ".join(filter(None, said))
    return str(value)


def _said(name: str, value: object) -> str:
    """One field of an entry in words; nothing where it says no more than ``no``."""
    if name in NOT_SAID or name.endswith("number") or not value:
        return ""
    words = name.replace("_", " ")
    if value is True:
        return words
    return _words(value) if name in ITS_OWN_NAME else f"{words} {_words(value)}"
