"""Rulings to go by: which earlier ones are like a case, and why."""

from __future__ import annotations

from typing import NamedTuple

from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import RuleCited
from ledger.rulebook import Rulebook
from ledger.rulebook.help.numbers import is_below

WHATEVER = "other"
"""The subject of a case of which nobody said what it is about."""


class Likeness(NamedTuple):
    """In what an earlier ruling is like a case: how near, the nearest first, and in words."""

    distance: int
    why: str


def likeness(file: CaseFile, citation: str, other: CaseFile, rules: Rulebook) -> Likeness | None:
    """In what the ruling that stands in another case is like this one; ``None``: in nothing.

    It is under the same rule, or one is a part of the other, and about nothing else. The rule that
    leaves a matter to the director says nothing of what the matter is: there, and where no rule is
    named yet, the subject has to be the same, and known.

    Args:
      file: the case that is to be ruled on.
      citation: the rule it is about, with its book.
      other: the case that was ruled on.
      rules: the rulebook in force.
    """
    ruling = other.ruling
    if ruling is None or not citation or _is_about_something_else(file, other):
        return None
    rule = _between(citation, ruling.citation)
    same_subject = other.opened.category == file.opened.category != WHATEVER
    if rule is None and same_subject and not _is_rule_named(file):
        rule = Likeness(2, "no rule is named yet")
    if rule is None or (citation == str(rules.fallback.decides) and not same_subject):
        return None
    subject = f", the same subject ({file.opened.category})" if same_subject else ""
    return Likeness(2 * rule.distance + (not same_subject), f"{rule.why}{subject}")


def _is_rule_named(file: CaseFile) -> bool:
    return bool(file.opened.rule or file.ruling or file.each(RuleCited))


def _between(citation: str, ruled: str) -> Likeness | None:
    """How near two rules are to each other."""
    if citation == ruled:
        return Likeness(0, "the same rule")
    (book, _, number), (named, _, under) = citation.partition(" "), ruled.partition(" ")
    if book != named or not number or not under:
        return None
    if is_below(under, number):
        return Likeness(1, "a part of this rule")
    if is_below(number, under):
        return Likeness(1, "the rule this one is a part of")
    return None


def _is_about_something_else(file: CaseFile, other: CaseFile) -> bool:
    """Whether both say what they are about, and say different things."""
    subjects = {file.opened.category, other.opened.category} - {WHATEVER}
    acts = {_act(file), _act(other)} - {""}
    return len(subjects) > 1 or len(acts) > 1


def _act(file: CaseFile) -> str:
    """The act it is about: as it was found, or as it was reported."""
    found = file.finding.offence if file.finding else ""
    return "" if found == WHATEVER else found or file.opened.offence
