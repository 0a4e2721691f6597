"""The appeals of a case as its page shows them: who may, the ladder, the time, the decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from ledger.desk.desk import Desk
from ledger.incidents.appeals import AppealStanding, RungState, appeal_standing
from ledger.incidents.case_file import CaseFile, Decided
from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    CaseReported,
    RulingGiven,
)
from ledger.incidents.wording import AGAINST
from ledger.record.standing import removed_on
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.closed_lists import AcceptedByExecutive, AppealOutcome, choices

RUNGS_TOLD: dict[RungState, str] = {
    "decided": "decided",
    "heard": "heard, to decide",
    "lodged": "lodged, to be heard",
    "next": "the next to ask",
    "later": "after that",
}
"""What people call how far a body is."""

WHO_TOLD = {
    "anyone-affected": "Whoever the decision affects may appeal.",
    "adverse-conduct-finding": "Only who was found against for conduct may appeal.",
    "director-may-refer": "No player may appeal; the director may refer the matter.",
}
"""Who may appeal, as the books have it (R-15)."""

AN_OUTCOME = dict(choices(AppealOutcome))
AN_ANSWER = dict(choices(AcceptedByExecutive))


@dataclass(frozen=True)
class Member:
    """One who sat.

    Attributes:
      declared: whether they declared that the outcome is nothing to them.
      executive: whether they are of the body's Executive.
    """

    name: str
    declared: bool
    executive: bool


@dataclass(frozen=True)
class Appeal:
    """How far an appeal has come.

    Attributes:
      referred: whether the director put it to the body, and nobody appealed.
      grounds: the appellant's words; ``None`` where they were removed, at ``removed_at``.
      although: why somebody sat who has a part in the case; empty: nobody did.
      decided: the decision, and how far it is carried out; ``None``: not decided yet.
    """

    lodged: AppealLodged
    at: datetime
    grounds: str | None
    referred: bool = False
    panel: tuple[Member, ...] = ()
    heard: bool = False
    how: str = ""
    outcome: str = ""
    answer: str = ""
    reasons: str = ""
    effect: str = ""
    although: str = ""
    decided_at: datetime | None = None
    removed_at: datetime | None = None
    decided: Decided | None = None

    @property
    def body(self) -> str:
        return self.lodged.to

    @property
    def against(self) -> str:
        """What is appealed against, where it is not the ruling as a whole."""
        return AGAINST[self.lodged.against]


@dataclass(frozen=True)
class Step:
    body: str
    state: RungState
    words: str


@dataclass(frozen=True)
class AppealsView:
    """All about the appeals of a case.

    Attributes:
      who: who may appeal, in words, and ``clause``: by which rule; empty: the book is silent.
      declares: whether the book wants who sits to have no interest in the outcome.
      refers_to: the body to which the director may refer the matter; empty: to none.
    """

    standing: AppealStanding
    who: str
    clause: str
    declares: bool
    refers_to: str
    ladder: tuple[Step, ...]
    each: tuple[Appeal, ...]
    now: datetime

    @property
    def pending(self) -> Appeal | None:
        """The appeal that waits for its decision."""
        return self.each[-1] if self.each and not self.each[-1].outcome else None

    @property
    def is_over_time(self) -> bool:
        until = self.standing.until
        return until is not None and self.now > until and self.standing.after_close is None


def appeals_shown(
    desk: Desk, file: CaseFile, rules: Rulebook, tournament: Tournament
) -> AppealsView:
    now, who = desk.now(), rules.appeal.who
    standing = appeal_standing(file, rules, tournament, now)
    return AppealsView(
        standing=standing,
        who=WHO_TOLD[who.known()] if who.is_known else "",
        clause=str(who) if who.is_known else "",
        declares=rules.appeal.committee.is_known,
        refers_to=(rules.appeal.bodies.value or ("",))[0]
        if who.value == "director-may-refer"
        else "",
        ladder=tuple(
            Step(
                rung.body,
                rung.state,
                AN_OUTCOME[rung.outcome].lower() if rung.outcome else RUNGS_TOLD[rung.state],
            )
            for rung in standing.ladder
        ),
        each=appeals_of(desk, file),
        now=now,
    )


def appeals_of(desk: Desk, file: CaseFile) -> tuple[Appeal, ...]:
    found: list[Appeal] = []
    removed = removed_on(file.events)
    decisions = {one.version: one for one in file.decisions}
    for event in file.stands:
        fact = event.fact
        if isinstance(fact, AppealLodged):
            kept = desk.log.words_of(fact.grounds) if fact.grounds else b""
            words = None if kept is None else kept.decode(errors="replace")
            gone = removed.get(fact.grounds)
            found.append(Appeal(fact, event.envelope.written_at, words, removed_at=gone))
        elif isinstance(fact, CaseReported) and fact.why == "referred":
            to_body = AppealLodged(who="", against="ruling", version=0, to=fact.to)
            found.append(Appeal(to_body, event.envelope.written_at, "", referred=True))
        elif found and isinstance(fact, AppealHeard):
            found[-1] = replace(found[-1], panel=_panel(fact), heard=True, how=fact.how,
                                although=fact.although)  # fmt: skip
        elif found and isinstance(fact, AppealDecided):
            found[-1] = replace(
                found[-1],
                outcome=AN_OUTCOME[fact.outcome],
                answer=AN_ANSWER[fact.accepted] if fact.accepted else "",
                reasons=_sentences((fact.reasons, *fact.recommends)),
                effect=fact.effect,
                decided_at=event.envelope.written_at,
                decided=decisions[event.originator_version],
            )
    return tuple(found)


def _sentences(said: Iterable[str]) -> str:
    """What was said, each as a sentence."""
    each = [one.strip() for one in said if one.strip()]
    return " ".join(one if one[-1] in ".!?…" else f"{one}." for one in each)


def _panel(heard: AppealHeard) -> tuple[Member, ...]:
    return tuple(
        Member(name, name in heard.declared, name in heard.executive)
        for name in heard.committee or (heard.by,)
    )


LONGEST_FINDING = 300  # letters that the finding of a ruling has room for


def carrying_out(file: CaseFile) -> dict[str, str]:
    """The fields of the form of a ruling that carries out a decision; none where none waits.

    The finding and the rule only: what is done to the sheet is chosen by who rules.
    """
    waits = file.to_carry_out
    if waits is None:
        return {}
    fact = waits.fact
    ruled = file.fact(waits.against, RulingGiven) or file.ruling
    effect = fact.effect or "; ".join(fact.recommends)
    words = f"On appeal: {AN_OUTCOME[fact.outcome]}{f', {effect}' if effect else ''}"
    return {
        "decision": str(waits.version),
        "finding": words[:LONGEST_FINDING],
        "citation": ruled.citation if ruled else file.opened.rule,
    }
