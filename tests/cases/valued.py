"""Which values of a book each sentence of a step rests on: found by changing the values.

A book's values are changed one at a time, and every procedure of a table is worked out again. A
sentence that is gone then, or that the book can't give any more, rests on that value. What is
compared in ``test_steps_as_valued`` comes from the values alone, never from the sentences.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import Literal, NamedTuple, get_args, get_origin

from msgspec.structs import fields, replace

from ledger.game.going_on import open_procedures
from ledger.rulebook.model.options import Clause, Section
from ledger.vocabulary.refusals import Refusal
from tests.ledger.irregular_tables import BY_METHOD, TABLES, table_at
from tests.tabletop import FIVE

ODD = 37
"""Added to a number: no sentence says the sum by chance."""


class Said(NamedTuple):
    """A sentence of a step, or the title of a procedure, which names what happened."""

    procedure: str
    words: str
    is_title: bool = False


class Shown(NamedTuple):
    """A sentence at a table under a book.

    Attributes:
      rules: of the table.
      known: numbers that were reported, or that the record has: tiles, scores, turns.
      rests: by ``section.clause``, the values with which it would not be said.
      becomes: by ``section.clause``, what the procedure says once a number is larger by ``ODD``.
    """

    book: str
    table: str
    said: Said
    clause: str
    rules: object
    known: frozenset[int]
    rests: dict[str, set[object]]
    becomes: dict[str, frozenset[str]]


class _Read:
    """A section that notes which of its clauses are read."""

    def __init__(self, section, name, seen):
        self._section, self._name, self._seen = section, name, seen

    def __getattr__(self, name):
        self._seen.add((self._name, name))
        return getattr(self._section, name)


def sections_of(rules):
    """The sections of a book, by name."""
    found = {one.name: getattr(rules, one.name) for one in fields(rules)}
    return {name: section for name, section in found.items() if isinstance(section, Section)}


def clauses_read(table):
    """Every clause that the procedures of a table read, as (section, clause)."""
    seen = set()
    noting = {name: _Read(one, name, seen) for name, one in sections_of(table.rules).items()}
    open_procedures(table.sheet, replace(table.rules, **noting))
    return sorted(seen)


def other_values(kind, value):
    """Values that a clause of this kind may have instead; ``None``: the book is silent."""
    [inner] = get_args(kind)
    if get_origin(inner) is Literal:
        others = [*get_args(inner), None]
    elif inner is bool:
        others = [True, False, None]
    elif get_origin(inner) is tuple:
        others = [(), None]
    else:
        others = [value + ODD if isinstance(value, int) else 3 * ODD, None]
    return [one for one in others if one != value]


def with_value(rules, section, clause, value):
    """The same book with another value of one clause."""
    part = getattr(rules, section)
    standing = "silent" if value is None else "stated"
    new = replace(getattr(part, clause), value=value, standing=standing, chosen=False)
    return replace(rules, **{section: replace(part, **{clause: new})})


def said_by(procedures):
    """Every sentence, with the clause it stands under."""
    for one in procedures:
        yield Said(one.name, one.title, is_title=True), one.clause
        for step in one.steps:
            for words in filter(None, (step.does, step.if_wrong)):
                yield Said(one.name, words), step.clause


def _without(rules):
    """The same book, with a step of its ways to judge a challenge left out each time."""
    for name, method in rules.judging.methods.items():
        for place in range(len(method.steps)):
            steps = method.steps[:place] + method.steps[place + 1 :]
            methods = rules.judging.methods | {name: replace(method, steps=steps)}
            value = (name, method.steps[place].do)
            yield value, replace(rules, judging=replace(rules.judging, methods=methods))


def changed_books(table):
    """A book with one value changed each time: where, to what, and the book."""
    for section, clause in clauses_read(table):
        found = getattr(getattr(table.rules, section), clause)
        if (section, clause) == ("judging", "methods"):
            yield from (("judging.methods", value, rules) for value, rules in _without(table.rules))
        if not isinstance(found, Clause):
            continue
        part = getattr(table.rules, section)
        kind = next(one.type for one in fields(part) if one.name == clause)
        for value in other_values(kind, found.value):
            yield f"{section}.{clause}", value, with_value(table.rules, section, clause, value)


def numbers_in(value):
    """Every whole number in a value, however deep."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {value}
    if isinstance(value, tuple | list):
        return set().union(*map(numbers_in, value))
    return set()


def known_at(table):
    """Numbers that are the table's: reported, or what the record has counted."""
    sheet = table.sheet
    facts = [opened.fact for opened in sheet.open]
    facts += [step for opened in sheet.open for step in opened.done]
    told = {getattr(fact, one.name) for fact in facts for one in fields(fact)
            if isinstance(getattr(fact, one.name), int | tuple)}  # fmt: skip
    lines = {number for line in sheet.lines for number in (line.score, *line.totals)}
    found = {table.bag, *table.racks, *sheet.totals, *lines}
    for value in told:
        found |= numbers_in(value)
    return frozenset(map(abs, found))


@cache
def everything_shown():
    """Every sentence at every table under every book, with the values it rests on."""
    found = []
    for book in FIVE:
        for name in (*TABLES, *(one for one in BY_METHOD if one[0] == book)):
            found += _at(book, name)
    return found


def _at(book, name):
    table = table_at(book, name)
    now = list(said_by(open_procedures(table.sheet, table.rules)))
    rests = {said: defaultdict(set) for said, _ in now}
    becomes = {said: {} for said, _ in now}
    for place, value, rules in changed_books(table):
        try:
            instead = {said for said, _ in said_by(open_procedures(table.sheet, rules))}
        except (Refusal, KeyError):  # such a book gives no procedure here
            instead = set()
        for said in rests:
            if said not in instead:
                rests[said][place].add(value)
                if isinstance(value, int):
                    others = {one.words for one in instead if one.procedure == said.procedure}
                    becomes[said][place] = frozenset(others)
    known = known_at(table)
    return [
        Shown(book, str(name), said, clause, table.rules, known, rests[said], becomes[said])
        for said, clause in now
    ]


NUMBER = re.compile(r"\d+")


def as_one(words):
    """A sentence without who it is about, where, and how many."""
    words = re.sub(r"\b(Ann|Bob)\b", "N.N.", words)
    words = re.sub(r"\b(\d+[A-O]|[A-O]\d+)\b( [A-Z]+)?(; \d+[A-O] [A-Z]+)*", "#", words)
    return re.sub(
        r"\((wespa|nsa|wsc)-\S+ [^()]*(\([^)]*\))*\)", "(the rule)", NUMBER.sub("#", words)
    )
