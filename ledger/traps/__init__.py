"""Traps: where a rulebook says nothing, two things, or something that can't be carried out.

The software never settles one. It explains the trap in a sentence and offers the readings;
the director rules, and the ruling is recorded with its citation. Ids are those of the rules
matrix and never change.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from ledger.refusals import Refusal
from ledger.rulebook import Rulebook


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to read the rule.

    Attributes:
      words: what would then be done, one sentence without a full stop.
      ours: whether this is the reading the program works with until a director rules.
    """

    words: str
    ours: bool = False


class Trap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A gap or contradiction.

    Attributes:
      id: as ``T4-20``.
      sentence: what is unclear, one sentence for people.
      clauses: the rule at issue, by rulebook: ``{"wespa-4.0": "3.9.9(a)"}``.
      readings: the ways to read it, at least two; one where the trap is settled.
      topics: what it is about, as in the rule help: ``overdraw``.
    """

    id: str
    sentence: str
    clauses: dict[str, str]
    readings: tuple[Reading, ...]
    topics: tuple[str, ...] = ()

    def cited(self, book: str) -> str:
        """The rule at issue in this book, as ``wespa-4.0 3.9.9(a)``; empty if it has none."""
        return f"{book} {self.clauses[book]}" if book in self.clauses else ""


@cache
def traps() -> dict[str, Trap]:
    """Every trap, by id."""
    found = {}
    for path in sorted(resources.files(__name__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml"):
            for id_, entry in tomllib.loads(path.read_text("utf-8")).items():
                found[id_] = msgspec.convert({"id": id_, **entry}, Trap)
    return found


def trap(id_: str) -> Trap:
    """One trap.

    Raises:
      KeyError: there is none with this id.
    """
    return traps()[id_]


def call_the_director(id_: str, rules: Rulebook) -> Refusal:
    """The refusal that says a director must rule, why, and how it could be read."""
    found = trap(id_)
    readings = "; or: ".join(reading.words for reading in found.readings)
    return Refusal(
        "call-the-director",
        found.sentence,
        f"Call the director, who rules. Readings: {readings}.",
        clause=found.cited(rules.id) or str(rules.fallback.decides),
        trap=id_,
    )
