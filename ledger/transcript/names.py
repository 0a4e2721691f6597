"""Which name stands for which seat, in the head of a transcript and on its lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from ledger.game.facts.scores import EntryCorrected
from ledger.game.facts.setting_up import GameScheduled, PlayersNamed, StarterDetermined
from ledger.record.fact import Fact
from ledger.vocabulary import Seat

NOBODY_NAMED = ("First", "Second")
HEAD = re.compile(r"\s*(?P<first>[^\W\d_][^/]*) / (?P<second>[^\s/][^/]*)")
NUMBERED_LINE = re.compile(r"\s*(\d+)\s+(\S+)")
RESERVED_WORDS = frozenset({"both", "director", "nobody"})


@dataclass(frozen=True)
class Labels:
    """One word for each seat, as the lines of a transcript use it."""

    first: str
    second: str

    def of(self, seat: Seat) -> str:
        """The word for a seat."""
        return self.first if seat is Seat.FIRST else self.second

    def seat(self, label: str) -> Seat:
        """The seat a word stands for.

        Raises:
          ValueError: nobody at this table has that name.
        """
        if label == self.first:
            return Seat.FIRST
        if label == self.second:
            return Seat.SECOND
        raise ValueError(
            f"nobody at this table is called {label}: it is {self.first} or {self.second}."
        )


def on_the_line(name: str) -> str:
    """A name as it can stand in the head: one line, nothing that parts two names."""
    kept = "".join(ch if ch.isprintable() and ch != "/" else " " for ch in name)
    return " ".join(kept.split())


def head(names: tuple[str, str]) -> str:
    """The line with both names, first seat first, that a transcript begins with.

    Names that could not be told from other lines are left out.

    >>> head(("Ann Lee", "Ben Ode")), head(("2 Fast", "Ben Ode"))
    ('Ann Lee / Ben Ode', 'First / Second')
    """
    line = " / ".join(map(on_the_line, names))
    return line if HEAD.fullmatch(line) else " / ".join(NOBODY_NAMED)


def labels_in(line: str) -> Labels | None:
    """The words for the seats that a head gives, or ``None`` if it is no head."""
    found = HEAD.fullmatch(line)
    return labels((found["first"], found["second"])) if found else None


def labels(names: tuple[str, str]) -> Labels:
    """The shortest words that tell two players apart: first names, or all names joined.

    >>> labels(("Ann Lee", "Ben Ode"))
    Labels(first='Ann', second='Ben')
    >>> labels(("Ann Lee", "Ann Ode"))
    Labels(first='Ann.Lee', second='Ann.Ode')
    >>> labels(("", "Ben Ode"))
    Labels(first='First', second='Second')
    """
    spelled = [[_bare(word) for word in on_the_line(name).split()] for name in names]
    for cut in (1, None):
        first, second = (".".join(words[:cut]) for words in spelled)
        if first != second and all(_is_label(label) for label in (first, second)):
            return Labels(first, second)
    return Labels(*NOBODY_NAMED)


def _bare(word: str) -> str:
    return "".join(ch for ch in word if unicodedata.category(ch)[0] in "LMN" or ch in "'’-")


def _is_label(label: str) -> bool:
    return label[:1].isalpha() and label.casefold() not in RESERVED_WORDS


def names_in(facts: Iterable[Fact]) -> tuple[str, str]:
    """The players' names, first seat first, as far as the facts tell them."""
    names, starter = NOBODY_NAMED, 1
    for fact in facts:
        if isinstance(fact, GameScheduled | PlayersNamed):
            names = fact.players
        elif isinstance(fact, StarterDetermined):
            starter = fact.starter
        elif isinstance(fact, EntryCorrected) and isinstance(fact.replacement, StarterDetermined):
            starter = fact.replacement.starter
    return names if starter == 1 else (names[1], names[0])


def labels_on(rows: Iterable[str]) -> Labels:
    """Who sits where, in a transcript without a head: odd turns are the first seat's.

    Without a head, only those who made a turn can be named on other lines.
    """
    found: dict[str, Seat] = {}
    for row in rows:
        if turn := NUMBERED_LINE.match(row):
            number, label = int(turn[1]), turn[2]
            if label not in found:
                seat = Seat.FIRST if number % 2 else Seat.SECOND
                found[label] = seat.opponent if seat in found.values() else seat
    by_seat = {seat: label for label, seat in found.items()}
    return Labels(
        by_seat.get(Seat.FIRST, NOBODY_NAMED[0]), by_seat.get(Seat.SECOND, NOBODY_NAMED[1])
    )
