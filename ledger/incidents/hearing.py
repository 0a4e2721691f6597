"""Hearing people, putting evidence with a case, ruling, and reporting."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from ledger.incidents.case_desk import CaseDesk
from ledger.incidents.facts.cases import (
    CaseReported,
    EvidenceAttached,
    RuleCited,
    RulingGiven,
    StatementTaken,
)
from ledger.incidents.finding import Finding, about_intent, must_be_heard, must_have_a_minor_case
from ledger.incidents.offences import level_found
from ledger.record.kept_words import KeptWords
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps.ruled import must_be_a_trap, reading_ruled
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.refusals import Refusal


class Hearings(CaseDesk):
    """What leads to a ruling, and the ruling."""

    def take_statement(
        self,
        case: UUID,
        who: str,
        role: str,
        words: KeptWords | None,
        *,
        by: str,
        seat: Seat | None = None,
        at: datetime | None = None,
    ) -> None:
        """Write down that somebody was heard; the words go beside the log.

        Args:
          case: the case.
          who: name of who spoke.
          role: as in ``StatementTaken``.
          words: what was said; ``None`` where the person was asked and said nothing.
          by: the director's badge.
          seat: of a player of the game.
          at: when it was said, if not just now.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case`` or ``case-closed``.
        """
        file = self._open_file(case)
        fact = StatementTaken(
            who=who,
            role=role,
            seat=seat,
            words=words.digest if words else "",
            declined=words is None,
        )
        self._add(file, (fact,), by, words=[words] if words else (), occurred_at=at)

    def attach(
        self,
        case: UUID,
        kind: str,
        what: str,
        *,
        by: str,
        kept: KeptWords | None = None,
        digest: str = "",
        seat: Seat | None = None,
    ) -> None:
        """Put a piece of evidence with the case: kept beside the log, or named by its digest.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``case-closed``, or
            ``unreadable-request`` where there is neither the thing nor its digest.
        """
        file = self._open_file(case)
        if kept is None and not digest:
            raise Refusal(
                "unreadable-request",
                "Evidence needs the thing itself, or its digest.",
                "Attach a picture or file, or enter its SHA-256.",
            )
        fact = EvidenceAttached(
            kind=kind, digest=kept.digest if kept else digest, what=what, seat=seat
        )
        self._add(file, (fact,), by, words=[kept] if kept else ())

    def cite(
        self, case: UUID, citation: str, *, by: str, cited_by: str = "", trap: str = ""
    ) -> None:
        """Note a rule that bears on the case.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``case-closed``, ``unreadable-request``.
        """
        file = self._open_file(case)
        must_be_a_trap(trap)
        noticed = _of_this_book(citation, self.rules_of(file.opened.game))
        fact = RuleCited(citation=citation, cited_by=cited_by, trap=trap)
        self._add(file, (fact,), by, remarks=noticed)

    def rule(
        self,
        case: UUID,
        game: UUID,
        finding: str,
        citation: str,
        *,
        by: str,
        consequences: tuple[str, ...] = (),
        conduct: Finding | None = None,
        found: str = "",
        trap: str = "",
        reading: str = "",
        another: str = "",
        gap: bool = False,
        although: str = "",
    ) -> None:
        """Rule in a case. What is then entered under it outranks the software.

        Args:
          case: the case.
          game: the game it is for.
          finding: what is decided.
          citation: the rule it rests on.
          by: the director's badge.
          consequences: what follows, one line each.
          conduct: what is found about a player's conduct; ``None`` for nothing.
          found: the facts found.
          trap: id of a gap or contradiction this settles.
          reading: which of its readings holds: its number, from 1, or its words.
          another: how it was read, in the director's words, where none of them holds.
          gap: whether it decides what the book leaves open.
          although: why it is ruled before each player was heard, or against another bar.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``no-such-game``,
            ``unreadable-request`` for a ruling without a citation, ``no-such-reading`` for
            one on a trap that does not say how it is read, and about conduct
            ``not-both-heard``, ``level-not-found`` or ``no-minor-case``.
        """
        file = self.case_file(case)
        rules = self.rules_of(game)
        if not citation.strip() or not finding.strip():
            raise Refusal(
                "unreadable-request",
                "A ruling needs a finding and the rule it rests on.",
                "Write both; where the rules are silent, cite the clause that leaves it to you.",
            )
        read = reading_ruled(trap, reading, another)
        level, noticed = 0, _of_this_book(citation, rules)
        if conduct is not None:
            level = level_found(conduct.offence, conduct.level, rules)
            must_be_heard(file, rules, although)
            must_have_a_minor_case(conduct, level, rules, although)
            noticed += about_intent(conduct, level, rules)
        fact = RulingGiven(
            game=game,
            finding=finding,
            citation=citation,
            consequences=consequences,
            found=found,
            standard=(rules.hearing.standard.value or "") if found or conduct else "",
            trap=trap,
            reading=read,
            another=bool(another.strip()),
            gap=gap,
            seat=conduct.seat if conduct else None,
            offence=conduct.offence if conduct else "",
            level=level,
            minor=conduct.minor if conduct else False,
            state_of_mind=conduct.state_of_mind if conduct else "",
            raised_by=file.opened.raised_by,
            although=although,
        )
        self._add(file, (fact,), by, remarks=noticed)

    def report(self, case: UUID, to: str, why: str, *, by: str) -> None:
        """Write down that the case was reported, or ``why="referred"``, to a body.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``case-not-ruled`` or, for a referral,
            ``no-such-referral``.
        """
        file = self.case_file(case)
        rules = self.rules_of(file.opened.game)
        named = rules.reports.get("gap" if why == "referred" else why)
        if why == "referred":
            appeal = rules.appeal.who
            if appeal.value != "director-may-refer":
                raise Refusal(
                    "no-such-referral",
                    "Under this book a case is not referred; who is affected appeals.",
                    "Report it instead, or lodge the appeal.",
                    clause=str(appeal),
                )
        elif not file.ruling:
            raise Refusal("case-not-ruled", "Nothing has been ruled yet.", "Rule first.")
        fact = CaseReported(
            to=to,
            why=why,
            duty=named.duty if named else "",
            clause=str(named) if named else "",
            note=named.note if named else "",
        )
        known = named is not None and to in named.to
        self._add(file, (fact,), by, remarks=() if known else (remarks.REPORTED_ELSEWHERE,))


def _of_this_book(citation: str, rules: Rulebook) -> tuple[str, ...]:
    """A remark where the citation does not name the book in force: numbers move (T5-02)."""
    return () if citation.startswith(f"{rules.id} ") else (remarks.CITES_ANOTHER_BOOK,)
