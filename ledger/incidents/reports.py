"""Whom a book wants told of what was ruled, and the report as it could be sent (R-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger.game.sheet.sheet import Sheet
from ledger.incidents.anonymised import without_names
from ledger.incidents.case_file import CaseFile
from ledger.incidents.consequences import consequences_of
from ledger.incidents.facts.cases import CaseReported, RulingGiven
from ledger.incidents.in_words import act_found, number_told
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import traps
from ledger.rulebook.model.conduct import Report
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.clock_time import minutes
from ledger.vocabulary.closed_lists import ReportedBecause

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
    yield f"{number_told(opened.number)}: {opened.title or opened.category}"
    yield ""
    at = f", round {sheet.scheduled.round_number}, table {sheet.scheduled.table}" if sheet else ""
    yield f"{tournament.name}{at}. Played by {tournament.rulebook}."
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
    if trap := traps().get(ruling.trap):
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
