"""The rules that were named in a case, with what each lays down in our own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import PenaltyDecided, RuleCited, RulingGiven
from ledger.rulebook.help.citation import as_cited, words_of_rule

NO_WORDS = "no words of this rule are kept here; look it up in the book"
"""What stands beside a rule that is none of a book we have, or has a number we don't know."""


class CitedRule(NamedTuple):
    """A rule that was named.

    Attributes:
      why: what it was named for, in a word or two.
      citation: as it was written, ``wespa-5.1 3.9.5(a)``.
      words: what it lays down; empty where we have no words for it.
      by: who named it, where somebody noted it.
    """

    why: str
    citation: str
    words: str
    by: str = ""

    @property
    def told(self) -> str:
        """Number and words, for paper and pages."""
        by = f", named by {self.by}" if self.by else ""
        return f"{self.citation}{by}: {self.words or NO_WORDS}"


def rules_cited(file: CaseFile, book: str) -> tuple[CitedRule, ...]:
    """Every rule of a case once, that of the ruling that stands first.

    Args:
      file: the case.
      book: the rulebook in force, whose rule is meant where no book was named.
    """
    found: dict[str, CitedRule] = {}
    for why, citation, by in _named(file):
        if citation and citation not in found:
            found[citation] = CitedRule(why, citation, words_of_rule(as_cited(citation, book)), by)
    return tuple(found.values())


def _named(file: CaseFile) -> Iterator[tuple[str, str, str]]:
    rulings = file.each(RulingGiven)
    for ruling in reversed(rulings):
        yield "Ruled under" if ruling is rulings[-1] else "Before", ruling.citation, ""
    yield "At issue", file.opened.rule, ""
    for fact in file.each(RuleCited):
        yield "Named", fact.citation, fact.cited_by
    for penalty in file.each(PenaltyDecided):
        yield "Penalty", penalty.clause, ""
