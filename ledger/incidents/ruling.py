"""The ruling of a case, and whom it is reported to."""

from __future__ import annotations

from uuid import UUID

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.incidents.asking import AskedOfCase, Under, decides
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import CaseReported, RulingGiven
from ledger.incidents.finding import Finding, about_intent, must_be_heard, must_have_a_minor_case
from ledger.incidents.hearing import of_this_book
from ledger.incidents.offences import level_found
from ledger.record.known_words import must_be_listed
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.ruled import reading_ruled
from ledger.vocabulary import remarks
from ledger.vocabulary.closed_lists import ReportedBecause


class GiveRuling(AskedOfCase, frozen=True, tag="give-ruling", kw_only=True):
    """Rule in a case. What is then entered under it outranks the software.

    Attributes:
      game: the game it is for.
      finding: what is decided.
      citation: the rule it rests on.
      consequences: what follows, one line each.
      conduct: what is found about a player's conduct; ``None`` for nothing.
      found: the facts found.
      trap: id of a gap or contradiction this settles.
      reading: which of its readings holds: its number, from 1, or its words.
      another: how it was read, in the director's words, where none of them holds.
      gap: whether it decides what the book leaves open.
      although: why it is ruled before each player was heard, or against another bar.
    """

    game: UUID
    finding: str
    citation: str
    consequences: tuple[str, ...] = ()
    conduct: Finding | None = None
    found: str = ""
    trap: str = ""
    reading: str = ""
    another: str = ""
    gap: bool = False
    although: str = ""


class ReportCase(AskedOfCase, frozen=True, tag="report-case", kw_only=True):
    """The case was reported, or ``why="referred"``, to a body beyond the tournament."""

    to: str
    why: ReportedBecause


@decides(GiveRuling, may=DIRECTORS)
def give_ruling(file: CaseFile, asked: GiveRuling, under: Under) -> Decision:
    """Write a ruling down, once each player was heard where it is about conduct."""
    rules = under.rules_of(asked.game)
    if not asked.citation.strip() or not asked.finding.strip():
        raise refusal("unreadable-request/ruling-without-citation")
    read = reading_ruled(asked.trap, asked.reading, asked.another)
    conduct, level, noticed = asked.conduct, 0, of_this_book(asked.citation, rules)
    if conduct is not None:
        must_be_listed(conduct)
        level = level_found(conduct.offence, conduct.level, rules)
        must_be_heard(file, rules, asked.although)
        must_have_a_minor_case(conduct, level, rules, asked.although)
        noticed += about_intent(conduct, level, rules)
    fact = RulingGiven(
        game=asked.game,
        finding=asked.finding,
        citation=asked.citation,
        consequences=asked.consequences,
        found=asked.found,
        standard=(rules.hearing.standard.value or "") if asked.found or conduct else "",
        trap=asked.trap,
        reading=read,
        another=bool(asked.another.strip()),
        gap=asked.gap,
        seat=conduct.seat if conduct else None,
        offence=conduct.offence if conduct else "",
        level=level,
        minor=conduct.minor if conduct else False,
        state_of_mind=conduct.state_of_mind if conduct else "",
        raised_by=file.opened.raised_by,
        although=asked.although,
    )
    return Decision((fact,), noticed)


@decides(ReportCase, may=DIRECTORS)
def report_case(file: CaseFile, asked: ReportCase, under: Under) -> Decision:
    """Write a report down, with the duty the book lays on the director."""
    rules = under.rules_of(file.opened.game)
    named = rules.reports.get("gap" if asked.why == "referred" else asked.why)
    if asked.why == "referred":
        appeal = rules.appeal.who
        if appeal.value != "director-may-refer":
            raise refusal("no-such-referral", clause=appeal)
    elif not file.ruling:
        raise refusal("case-not-ruled")
    fact = CaseReported(
        to=asked.to,
        why=asked.why,
        duty=named.duty if named else "",
        clause=str(named) if named else "",
        note=named.note if named else "",
    )
    known = named is not None and asked.to in named.to
    return Decision((fact,), () if known else (remarks.REPORTED_ELSEWHERE,))
