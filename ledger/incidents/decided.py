"""Decisions on appeal: what each was about, and whether it is carried out (R-16, R-17).

A decision that changes nothing is done once it is written down. One that changes something is
carried out by a ruling in the same case, or somebody says why nothing is to be carried out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from msgspec import Struct

from ledger.incidents.facts.appeals import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    NothingCarriedOut,
)
from ledger.incidents.facts.cases import CaseReported, RulingGiven
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.vocabulary.closed_lists import AppealOutcome, choices


class Decided(Struct, frozen=True, kw_only=True):
    """A decision on appeal, and how far it is carried out.

    Attributes:
      version: of its event; ``against``: of the decision appealed against; 0: it was referred to
        a body, and nobody appealed.
      ruling: version of the ruling that carries it out; 0: none does.
      nothing: why nothing is to be carried out; empty: nobody said so.
    """

    version: int
    fact: AppealDecided
    against: int = 0
    ruling: int = 0
    nothing: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether it was carried out, or nothing is to be."""
        return bool(self.ruling or self.nothing)


def puts_to_a_body(fact: Fact) -> TypeGuard[AppealLodged | CaseReported]:
    """Whether it puts a case to a body: an appeal, or a report that refers the matter."""
    return isinstance(fact, AppealLodged) or (
        isinstance(fact, CaseReported) and fact.why == "referred"
    )


def decisions_in(events: Iterable[Event]) -> tuple[Decided, ...]:
    """Every decision on appeal among the events of a case, oldest first."""
    kept = tuple(events)
    rulings, nothing = {}, {}
    for event in kept:
        if isinstance(event.fact, RulingGiven):
            rulings[event.fact.decision] = event.originator_version
        elif isinstance(event.fact, NothingCarriedOut):
            nothing[event.fact.decision] = event.fact.reason
    against, found = 0, []
    for event in kept:
        fact, version = event.fact, event.originator_version
        if isinstance(fact, AppealLodged):
            against = fact.version
        elif isinstance(fact, AppealDecided):
            found.append(
                Decided(
                    version=version, fact=fact, against=against,
                    ruling=rulings.get(version, 0), nothing=nothing.get(version, ""),
                )
            )  # fmt: skip
            against = 0
    return tuple(found)


def before_a_body(events: Iterable[Event]) -> tuple[Event, ...]:
    """The appeals, and matters that were referred, that wait for their decision, oldest first."""
    waiting: list[Event] = []
    for event in events:
        if puts_to_a_body(event.fact):
            waiting.append(event)
        elif isinstance(event.fact, AppealDecided):
            waiting = waiting[1:]
    return tuple(waiting)


def out_of_turn(events: Iterable[Event]) -> tuple[Event, ...]:
    """What makes no sense among these events of a case, oldest first.

    An appeal while one waits; a body that sat, or decided, when none waited; the carrying out of a
    decision that is not there, or that is settled already.
    """
    kept, found = tuple(events), []
    unsettled: set[int] = set()
    for place, event in enumerate(kept):
        fact, waits = event.fact, before_a_body(kept[:place])
        decision = fact.decision if isinstance(fact, RulingGiven | NothingCarriedOut) else 0
        if (
            (puts_to_a_body(fact) and waits)
            or (isinstance(fact, AppealHeard | AppealDecided) and not waits)
            or (decision and decision not in unsettled)
        ):
            found.append(event)
        unsettled.discard(decision)
        if isinstance(fact, AppealDecided):
            unsettled.add(event.originator_version)
    return tuple(found)


def to_carry_out(events: Iterable[Event]) -> Decided | None:
    """The decision that waits to be carried out; ``None``: none does.

    It is the last that changes something: a body that decides after another takes its place, and
    one that dismisses an appeal leaves what was decided before as it is.
    """
    changing = [one for one in decisions_in(events) if changes_something(one.fact)]
    return changing[-1] if changing and not changing[-1].is_settled else None


def changes_something(decided: AppealDecided) -> bool:
    """Whether a decision leaves something to be done.

    >>> changes_something(AppealDecided(by="local body", outcome="dismissed"))
    False
    >>> changes_something(AppealDecided(by="local body", outcome="upheld-in-part"))
    True
    >>> changes_something(AppealDecided(by="local body", outcome="dismissed", effect="a warning"))
    True

    What a committee recommends is nothing to be done where the Executive rejects it (R-17).

    >>> changes_something(AppealDecided(by="committee", outcome="upheld", accepted="rejected"))
    False
    """
    if decided.accepted == "rejected":
        return False
    return decided.outcome != "dismissed" or bool(decided.effect.strip())


def appeal_told(events: Iterable[Event]) -> str:
    """How the last appeal or referral stands, for who reads a paper of it; empty: none was made.

    The names in it are those of the appellant and the body.
    """
    kept = tuple(events)
    decided = decisions_in(kept)
    if waiting := before_a_body(kept):
        last = waiting[-1].fact
        if isinstance(last, AppealLodged):
            body = last.to or "a body"
            return f"Under appeal: {last.who} appealed to {body}, which has not decided."
        if isinstance(last, CaseReported):
            body = last.to or "a body"
            return f"The director referred the matter to {body}, which has not decided."
    return decision_told(decided[-1]) if decided else ""


def decision_told(decided: Decided) -> str:
    """A decision in a few words, and how far it is carried out."""
    fact = decided.fact
    outcome = dict(choices(AppealOutcome))[fact.outcome]
    effect = f"; {fact.effect.strip().rstrip('.')}" if fact.effect.strip() else ""
    words = f"Decided on appeal by {fact.by or 'the body'}: {outcome}{effect}."
    if fact.accepted == "rejected":
        words += " The Executive rejected it, so nothing changes."
    if decided.ruling:
        return f"{words} A ruling has carried it out."
    if decided.nothing:
        return f"{words} Nothing is to be carried out: {decided.nothing.rstrip('.')}."
    return f"{words} It is not carried out yet." if changes_something(fact) else words
