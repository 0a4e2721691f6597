"""Traps: where a rulebook says nothing, two things, or something that can't be carried out.

The software never settles one. It explains the trap in a sentence and offers the readings;
the director rules, and the ruling is recorded with its citation. Ids are those of the rules
matrix and never change.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.book_files import shipped_under
from ledger.vocabulary.read_once import tables_of
from ledger.vocabulary.refusals import Refusal


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to read the rule.

    Attributes:
      ours: whether this is the reading the program works with until a director rules.
      leads_to: what becomes of an entry that was refused for the gap, where the rule is read so:
        the director enters it, or refuses it.
    """

    words: str
    ours: bool = False
    leads_to: Literal["enter", "refuse"] = "enter"


class Ambiguity(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A gap or contradiction.

    Attributes:
      clauses: the rules at issue, by rulebook, separated by blanks; the first is the one to
        cite: ``{"wespa-4.0": "3.9.9(a) 3.10.6(c)"}``.
      readings: the ways to read it, at least two; one where the trap is settled.
      settled: there is nothing to rule on; it only warns of a misprint, of a number that
        moved, or of two books taken for one.
      settled_by: what settles it at a table without a ruling, so that no decision has to name
        it, one sentence; empty where a decision names it, refusing or remarking.
    """

    id: str
    sentence: str
    clauses: dict[str, str]
    readings: tuple[Reading, ...]
    topics: tuple[str, ...] = ()
    settled: bool = False
    settled_by: str = ""

    @property
    def unnamed(self) -> str:
        """Why no decision has to name it; empty where one does.

        >>> trap("T4-04").unnamed
        'the later of the two is cited as the third item'
        >>> trap("T4-20").unnamed
        ''
        """
        return self.settled_by or (self.readings[0].words if self.settled else "")

    def rules(self, book: str) -> tuple[str, ...]:
        """The rules at issue in this book, the one to cite first.

        >>> trap("T4-38").rules("wespa-4.0")
        ('App. 1', '1.1(b)')
        """
        return tuple(RULE.findall(self.clauses.get(shipped_under(book), "")))

    def cited(self, book: str) -> str:
        """The rule to cite under this book; empty if it has none.

        >>> trap("T4-20").cited("wespa-5.1")
        'wespa-5.1 3.9.10(a)'
        """
        rules = self.rules(book)
        return f"{book} {rules[0]}" if rules else ""

    @property
    def ours(self) -> Reading | None:
        """The reading the program works with until a director rules; None if it has none."""
        return next((reading for reading in self.readings if reading.ours), None)


RULE = re.compile(r"App\. \d|\S+")
"""One rule number in a list of them; that of an appendix has a blank inside."""


msgspec.json.Decoder(Ambiguity)  # known while there is one thread: ``rulebook.make_ready``


@cache
def ambiguities() -> dict[str, Ambiguity]:
    found = {}
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.name.endswith(".toml"):
            for id_, entry in tables_of(path).items():
                found[id_] = msgspec.convert({"id": id_, **entry}, Ambiguity)
    return found


def trap(id_: str) -> Ambiguity:
    return ambiguities()[id_]


def call_the_director(id_: str, rules: Rulebook) -> Refusal:
    """The refusal that says a director must rule, why, and how it could be read."""
    found = trap(id_)
    readings = "; or: ".join(reading.words for reading in found.readings)
    return refusal(
        "call-the-director",
        sentence=found.sentence,
        readings=readings,
        clause=found.cited(rules.id) or rules.fallback.decides,
        trap=id_,
    )
