"""The ruling of a case, and whom it is reported to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

from msgspec.structs import replace

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.incidents.asking import (
    AskedOfCase,
    Under,
    decides,
    must_be_as_seen,
    must_be_open,
    must_be_to_carry_out,
)
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import CaseReported, RulingGiven
from ledger.incidents.finding import Finding, about_intent, must_be_heard, must_have_a_minor_case
from ledger.incidents.following import Follows, carried_out
from ledger.incidents.hearing import of_this_book
from ledger.incidents.offences import level_found
from ledger.incidents.reversing import replaced
from ledger.incidents.second_official import seconded, taken_up
from ledger.record.known_words import must_be_listed
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps.ruled import reading_ruled
from ledger.rulebook.help.citation import cited
from ledger.vocabulary import remarks
from ledger.vocabulary.closed_lists import ReportedBecause


class GiveRuling(AskedOfCase, frozen=True, tag="give-ruling", kw_only=True):
    """Rule in a case. What is then entered under it outranks the software.

    Attributes:
      game: the game it is for; ``None`` in a case about none.
      finding: what is decided.
      citation: the rule it rests on.
      consequences: what follows, one line each, in the director's words.
      conduct: what is found about a player's conduct; ``None`` for nothing.
      found: the facts found.
      trap: id of a gap or contradiction this settles.
      reading: which of its readings holds: its number, from 1, or its words.
      another: how it was read, in the director's words, where none of them holds.
      gap: whether it decides what the book leaves open.
      although: why it is ruled before each player was heard, or against another bar.
      follows: what is carried out with it, in this order: entries at the table, penalties. All of
        it is written together with the ruling, or nothing is.
      alone: why no second official agreed, where a result that both signed changes.
      draft: version of the prepared ruling that is taken up with it; 0: the one that is the same
        as this, or none.
      decision: version of the decision on appeal that it carries out; 0: it carries out none.
      beside: whether earlier rulings of this case go on standing. Else this one replaces them:
        they are taken back first, with all that followed from them, in the same transaction.
      game_seen: version of the game on which it was looked at what would follow; 0: not said. A
        game that moved on since is to be looked at again first.
    """

    game: UUID | None = None
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
    follows: tuple[Follows, ...] = ()
    alone: str = ""
    draft: int = 0
    decision: int = 0
    beside: bool = False
    game_seen: int = 0


class ReportCase(AskedOfCase, frozen=True, tag="report-case", kw_only=True):
    """The case was reported, or ``why="referred"``, to a body beyond the tournament."""

    needs: ClassVar[Mapping[str, str]] = {"to": "Who it was reported to"}

    to: str
    why: ReportedBecause
    sent: str = ""


@decides(GiveRuling, may=DIRECTORS)
def give_ruling(file: CaseFile, asked: GiveRuling, under: Under) -> Decision:
    """Write a ruling down, once each player was heard where it is about conduct.

    What follows from it is carried out in the same transaction, once the ruling that it replaces
    is taken back.
    """
    must_be_open(file)
    rules = under.rules_of(asked.game) if asked.game else under.rules_for(file)
    if not asked.finding.strip():
        raise refusal("unreadable-request/ruling-without-finding")
    citation = cited(asked.citation, rules)
    if not citation:
        raise refusal("unreadable-request/ruling-without-citation")
    if asked.decision:
        must_be_to_carry_out(file, asked.decision)
    if asked.game and asked.follows and asked.game_seen:
        must_be_as_seen(under.sheet(asked.game), asked.game_seen)
    draft = taken_up(file, asked, asked.draft)
    read = reading_ruled(asked.trap, asked.reading, asked.another)
    level, noticed = _weighed(file, asked, rules)
    given = replace(_given(file, asked, rules, level, read), draft=draft, citation=citation)
    back = None if asked.beside else replaced(file, under)
    done = carried_out(file, given, asked.follows, under, back)
    officials = seconded(
        file, asked, under,
        changes_a_signed_result=done.changes_a_signed_result, alone=asked.alone,
    )  # fmt: skip
    fact = replace(given, **officials)
    first = () if back is None else (back.fact,)
    return Decision((*first, fact, *done.facts), (*noticed, *done.remarks), done.parts)


def _weighed(file: CaseFile, asked: GiveRuling, rules: Rulebook) -> tuple[int, tuple[str, ...]]:
    """The level found, and what is remarked on.

    Raises:
      Refusal: ``not-both-heard``, ``no-minor-case`` or ``level-not-found``.
    """
    conduct, noticed = asked.conduct, of_this_book(cited(asked.citation, rules), rules)
    if conduct is None:
        return 0, noticed
    must_be_listed(conduct)
    level = level_found(conduct.offence, conduct.level, rules)
    must_be_heard(file, rules, asked.although)
    must_have_a_minor_case(conduct, level, rules, asked.although)
    return level, noticed + about_intent(conduct, level, rules)


def _given(
    file: CaseFile, asked: GiveRuling, rules: Rulebook, level: int, read: str
) -> RulingGiven:
    conduct = asked.conduct
    return RulingGiven(
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
        decision=asked.decision,
    )


@decides(ReportCase, may=DIRECTORS)
def report_case(file: CaseFile, asked: ReportCase, under: Under) -> Decision:
    """Write a report down, with the duty the book lays on the director."""
    rules = under.rules_for(file)
    named = rules.reports.get("gap" if asked.why == "referred" else asked.why)
    if asked.why == "referred":
        appeal = rules.appeal.who
        if appeal.value != "director-may-refer":
            raise refusal("no-such-referral", clause=appeal)
        if file.is_before_a_body:
            raise refusal("nothing-to-appeal/waits")
    elif not file.ruling:
        raise refusal("case-not-ruled")
    fact = CaseReported(
        to=asked.to,
        why=asked.why,
        duty=named.duty if named else "",
        clause=str(named) if named else "",
        note=named.note if named else "",
        sent=asked.sent,
    )
    known = named is not None and asked.to in named.to
    return Decision((fact,), () if known else (remarks.REPORTED_ELSEWHERE,))
