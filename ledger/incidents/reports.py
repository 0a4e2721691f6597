"""Reports of a ruling, and earlier rulings to go by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, worked_out_once
from ledger.incidents.consequences import consequences_of
from ledger.incidents.facts.cases import CaseReported, RuleCited, RulingGiven
from ledger.incidents.wording import act_found, number_wording
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.help.book import is_below
from ledger.rulebook.model.conduct import Report
from ledger.rulebook.reading import called
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import ReportedBecause

# A ruling as it can be published: what was decided and by which rule, and nobody's name.


A_PLAYER = "a player"


def without_names(text: str, names: Iterable[str]) -> str:
    """``text`` with each of the names, whole or a part of it, put as ``a player``.

    Parts of one or two letters stay: initials would take words with them.

    >>> without_names("Zoë Lind drew late; Lind's clock ran.", ["Zoë Lind", "Bo Ek"])
    "A player drew late; a player's clock ran."
    """
    whole = sorted({name.strip() for name in names if name.strip()}, key=len, reverse=True)
    parts = {part.strip(",.") for name in whole for part in name.split()}
    known = [*whole, *sorted((part for part in parts if len(part) > 2), key=len, reverse=True)]
    if not known:
        return text
    found = "|".join(re.escape(name) for name in known)
    return re.sub(
        rf"(?<!\w)(?:{found})(?!\w)",
        lambda match: A_PLAYER.capitalize() if _begins(text, match.start()) else A_PLAYER,
        text,
        flags=re.IGNORECASE,
    )


def _begins(text: str, at: int) -> bool:
    """Whether a sentence begins there."""
    before = text[:at].rstrip()
    return not before or before[-1] in ".!?"


DUTIES = {
    "must": "must be reported",
    "should": "should be reported",
    "may": "may be reported",
    "if-serious": "is reported if it is serious enough",
}


class DueReport(NamedTuple):
    """A report that was not made yet, or not to all of its bodies.

    Attributes:
      why: under which the book names it.
      rule: what the book says.
      to: the bodies that were not told.
    """

    why: ReportedBecause
    rule: Report
    to: tuple[str, ...]


def due_reports(file: CaseFile, rules: Rulebook) -> tuple[DueReport, ...]:
    """Who is to be told of what was ruled and is not told yet, as the book has it."""
    whys: list[ReportedBecause] = []
    if file.finding is not None and file.finding.level:
        levels: dict[int, ReportedBecause] = {1: "level-1", 2: "level-2", 3: "level-3"}
        whys.append(levels[file.finding.level])
    if any(ruling.gap or ruling.trap for ruling in file.each(RulingGiven)):
        whys.append("gap")
    found = []
    for why in whys:
        if why in rules.reports:
            rule = rules.reports[why]
            to = tuple(body for body in rule.to if (body, why) not in _made(file))
            if to:
                found.append(DueReport(why, rule, to))
    return tuple(found)


def _made(file: CaseFile) -> set[tuple[str, ReportedBecause]]:
    """To whom it was reported, and why; a gap may be referred as well."""
    return {
        (one.to, "gap" if one.why == "referred" else one.why) for one in file.each(CaseReported)
    }


def draft_of(file: CaseFile, due: DueReport, tournament: Tournament, sheet: Sheet | None) -> str:
    """A report as it could be sent: facts, ruling, what followed; nobody's own words.

    A body that is asked about a rule is told no names.
    """
    text = "\n".join(_lines(file, due, tournament, sheet))
    if due.why != "gap":
        return text
    return without_names(text, [player.name for player in tournament.players])


def _lines(
    file: CaseFile, due: DueReport, tournament: Tournament, sheet: Sheet | None
) -> Iterator[str]:
    opened, ruling = file.opened, file.ruling
    yield f"To {' and '.join(due.to)}"
    yield f"{number_wording(opened.number)}: {opened.title or opened.category}"
    yield ""
    at = f", round {sheet.scheduled.round_number}, table {sheet.scheduled.table}" if sheet else ""
    yield f"{tournament.name}{at}. Played by {called(tournament.rulebook)}."
    if sheet is not None:
        yield f"{sheet.name(Seat.FIRST)} and {sheet.name(Seat.SECOND)}."
        yield from _stood(file, sheet)
    elif player := tournament.player(opened.player):
        yield f"About {player.name}."
    if ruling is None:
        return
    yield ""
    if ruling.found:
        resting = f" ({ruling.standard.replace('-', ' ')})" if ruling.standard else ""
        yield f"Found: {ruling.found}{resting}"
    yield f"Ruled: {ruling.finding}"
    if act := act_found(ruling, sheet.name if sheet else lambda seat: seat.value):
        yield f"Act found: {act}"
    yield f"Under: {ruling.citation}"
    if trap := ambiguities().get(ruling.trap):
        yield f"What the book leaves open: {trap.sentence}"
    elif ruling.gap:
        yield "The book leaves this open."
    if ruling.reading:
        yield f"Read as: {ruling.reading}"

    followed = consequences_of(file, sheet, tournament)
    yield from (f"What followed: {one.words}" for one in followed if one.taken_back is None)
    yield ""
    note = f" {due.rule.note[0].upper()}{due.rule.note[1:]}." if due.rule.note else ""
    yield f"By {due.rule} this {DUTIES[due.rule.duty]}.{note}"


def _stood(file: CaseFile, sheet: Sheet) -> Iterator[str]:
    """The table as it stood."""
    then = file.opened.situation
    if then is None:
        return
    clocks = f", clocks {' / '.join(map(minutes, then.clocks))}" if then.clocks else ""
    move = f", {sheet.name(then.on_move)} to move" if then.on_move else ""
    yield f"It stood {then.totals[0]} : {then.totals[1]}{clocks}, {then.bag} in the bag{move}."


# Rulings to go by: which earlier ones are like a case, and why.


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
    if len(subjects) > 1:
        return True
    return len({_act(file), _act(other)} - {""}) > 1


@worked_out_once
def _act(file: CaseFile) -> str:
    """The act it is about: as it was found, or as it was reported."""
    found = file.finding.offence if file.finding else ""
    return "" if found == WHATEVER else found or file.opened.offence
