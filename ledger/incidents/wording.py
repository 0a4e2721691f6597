"""A fact of a case told in a few words, and one act as one line though several streams hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from ledger.game.calls.facts import ChallengeCreditGranted, WarningSettled
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.setting_up.facts import GameForfeited
from ledger.game.sheet.standing import amount_of
from ledger.incidents import facts as cases
from ledger.incidents.facts import PenaltyDecided
from ledger.incidents.offences import OTHER
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.tournament.facts import PlayerWithdrawn, SpreadAdjusted, WarningGiven
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseRaisedBy, ConfirmedHow, ReportedBecause, choices

F = TypeVar("F", bound=Fact)
NameOf = Callable[[Seat], str]

CASES_TOLD: dict[type[Fact], Callable[[Any, NameOf], str]] = {}
"""By kind of fact, what tells it. A fact of a case that is not in it fails a test."""


def tells(
    kind: type[F],
) -> Callable[[Callable[[F, NameOf], str]], Callable[[F, NameOf], str]]:
    def register(tell: Callable[[F, NameOf], str]) -> Callable[[F, NameOf], str]:
        assert kind not in CASES_TOLD, f"{kind.__name__} is told twice"
        CASES_TOLD[kind] = tell
        return tell

    return register


def case_wording(fact: Fact, name: NameOf) -> str:
    """Any fact of a case in a few words, with a capital; ``name`` gives the players' names."""
    words = CASES_TOLD[type(fact)](fact, name)
    return words[:1].upper() + words[1:]


CALLED = {
    "ruling-given": "ruling",
    "penalty-decided": "penalty",
    "statement-taken": "statement",
    "statement-confirmed": "confirmation of a statement",
    "rule-cited": "rule named",
    "facts-bookmarked": "bookmark",
    "draft-seconded": "second official’s agreement",
    "draft-dropped": "dropping of what was prepared",
    "ruling-told": "note of who was told",
    "case-reported": "report",
    "evidence-taken-back": "taking away of evidence",
    "appeal-lodged": "appeal",
    "appeal-heard": "hearing of the appeal",
    "appeal-decided": "decision on appeal",
    "nothing-carried-out": "note that nothing is carried out",
}
"""What people call an act that can be taken back, by its topic."""


def number_wording(number: int) -> str:
    """How people call a case.

    >>> number_wording(12), number_wording(0)
    ('C-12', 'Case without a number')
    """
    return f"C-{number}" if number else "Case without a number"


def raised_wording(raised_by: CaseRaisedBy, seat: Seat | None, name: NameOf) -> str:
    """Who raised a case, by name where that is known; empty: nobody noted it.

    ``player`` is also what a call says of which nobody asked whose it is, so no name is made of it.
    """
    if raised_by == "opponent" and seat is not None:
        return f"{name(seat.opponent)}, the opponent"
    return dict(choices(CaseRaisedBy))[raised_by] if raised_by else ""


def _and(words: tuple[str, ...]) -> str:
    return " and ".join(words)


def _aside(before: str, words: str, after: str = "") -> str:
    return f"{before}{words}{after}" if words else ""


@tells(cases.CaseOpened)
def _opened(fact: cases.CaseOpened, name: NameOf) -> str:
    raised = raised_wording(fact.raised_by, fact.seat, name)
    about = f" about {name(fact.seat)}" if fact.seat else ""
    return f"Case opened{about}: {fact.title or fact.category}{_aside('; raised by ', raised)}"


@tells(cases.StatementTaken)
def _heard(fact: cases.StatementTaken, _name: NameOf) -> str:
    if fact.declined:
        return f"{fact.who} was asked, and had nothing to say"
    interpreter = _aside(", interpreted by ", fact.interpreter)
    return f"{fact.who} was heard{_aside(' in ', fact.language)}{interpreter}"


@tells(cases.CaseWordsRemoved)
def _removed(fact: cases.CaseWordsRemoved, _name: NameOf) -> str:
    return f"Something kept with the case was removed from the record: {fact.reason}"


@tells(cases.StatementConfirmed)
def _confirmed(fact: cases.StatementConfirmed, _name: NameOf) -> str:
    how = fact.witness and f"before {fact.witness}"
    return f"Statement read back and confirmed, {how or dict(choices(ConfirmedHow))[fact.how]}"


@tells(cases.EvidenceAttached)
def _attached(fact: cases.EvidenceAttached, name: NameOf) -> str:
    whose = f" of {name(fact.seat)}" if fact.seat else ""
    return f"Evidence: {fact.kind.replace('-', ' ')}{whose}{_aside(', ', fact.what)}"


@tells(cases.EvidenceTakenBack)
def _taken_back(fact: cases.EvidenceTakenBack, _name: NameOf) -> str:
    return f"Evidence of event {fact.evidence} taken back: {fact.reason}"


@tells(cases.RuleCited)
def _cited(fact: cases.RuleCited, _name: NameOf) -> str:
    return f"Rule named{_aside(' by ', fact.cited_by)}: {fact.citation}"


@tells(cases.RulingGiven)
def _ruled(fact: cases.RulingGiven, name: NameOf) -> str:
    act = _aside("; act found: ", act_found(fact, name))
    return f"Ruled: {fact.finding} ({fact.citation}){act}"


def act_found(fact: cases.RulingGiven, name: NameOf) -> str:
    """What a ruling finds that a player did, how grave, whether it was meant; empty: nothing."""
    if not fact.offence:
        return ""
    act = "another act" if fact.offence == OTHER else fact.offence.replace("-", " ")
    whom = f" by {name(fact.seat)}" if fact.seat else ""
    level = f", level {fact.level}" if fact.level else ""
    return f"{act}{whom}{level}{', minor' if fact.minor else ''}{_aside(', ', fact.state_of_mind)}"


@tells(cases.RulingDrafted)
def _drafted(fact: cases.RulingDrafted, _name: NameOf) -> str:
    where = ", from what was tried" if fact.tried else ""
    return f"Prepared{where}, not given: {fact.says}"


@tells(cases.DraftDropped)
def _dropped(fact: cases.DraftDropped, _name: NameOf) -> str:
    return f"What was prepared is not ruled{_aside(': ', fact.reason)}"


@tells(cases.FactsBookmarked)
def _bookmarked(fact: cases.FactsBookmarked, _name: NameOf) -> str:
    note = _aside(": ", fact.note)
    return f"Facts bookmarked, as they were after event {fact.situation.version}{note}"


@tells(cases.DraftSeconded)
def _seconded(_fact: cases.DraftSeconded, _name: NameOf) -> str:
    return "A second official agreed to what was prepared"


@tells(cases.RulingTold)
def _wording(fact: cases.RulingTold, name: NameOf) -> str:
    whom = _and(tuple(name(seat) for seat in fact.seats)) or "Whom it concerns"
    right = ", and of the right to appeal" if fact.right_told else ""
    until = f" until {fact.appeal_until:%Y-%m-%d %H:%M} UTC" if fact.appeal_until else ""
    news = {
        "": "of the ruling",
        "taken-back": "that the ruling was taken back",
        "stands-again": "that the ruling stands after all",
    }[fact.of]
    return f"{whom} told {news}{right}{until}"


@tells(cases.PenaltyDecided)
def _penalised(fact: cases.PenaltyDecided, name: NameOf) -> str:
    if fact.amount and fact.scope in ("points", "spread", "time", "turn"):
        lost = amount_of(fact.amount, fact.scope)
        return f"{name(fact.seat)} loses {lost}{_aside(': ', fact.reason)}"
    return f"{name(fact.seat)}: {fact.kind.replace('-', ' ')}{_aside(': ', fact.reason)}"


@tells(cases.CaseReported)
def _reported(fact: cases.CaseReported, _name: NameOf) -> str:
    why = dict(choices(ReportedBecause))[fact.why]
    return f"Reported to {fact.to} ({why}){_aside('; ', fact.sent)}"


@tells(cases.CaseActTakenBack)
def _act_taken_back(fact: cases.CaseActTakenBack, _name: NameOf) -> str:
    called = [CALLED[topic] for topic in fact.what if topic in CALLED]
    if called:
        return f"The {called[0]} is taken back: {fact.reason}"
    if fact.what:
        return f"What was taken back stands after all: {fact.reason}"
    return f"What was entered is taken back: {fact.reason}"


@tells(cases.CaseClosed)
def _closed(_fact: cases.CaseClosed, _name: NameOf) -> str:
    return "Case closed"


@tells(cases.CaseReopened)
def _reopened(fact: cases.CaseReopened, _name: NameOf) -> str:
    return f"Taken up again: {fact.reason}"


@tells(cases.AppealLodged)
def _appealed(fact: cases.AppealLodged, _name: NameOf) -> str:
    return f"{fact.who} appealed{AGAINST[fact.against]}{_aside(' to ', fact.to)}"


AGAINST = {
    "ruling": "", "conduct-finding": " against the finding on conduct",
    "penalty": " against the penalty",
}  # fmt: skip
"""What is appealed against, where it is not the ruling as a whole."""


@tells(cases.AppealHeard)
def _appeal_heard(fact: cases.AppealHeard, _name: NameOf) -> str:
    sat = _aside(": ", ", ".join(fact.committee))
    return f"{fact.by or 'the body'} heard the appeal{_aside(' ', fact.how)}{sat}"


@tells(cases.AppealDecided)
def _appeal_decided(fact: cases.AppealDecided, _name: NameOf) -> str:
    outcome = fact.outcome.replace("-", " ")
    return f"{fact.by or 'the body'}: appeal {outcome}{_aside('; ', fact.effect)}"


@tells(cases.NothingCarriedOut)
def _nothing_carried_out(fact: cases.NothingCarriedOut, _name: NameOf) -> str:
    return f"Nothing is to be carried out of the decision on appeal: {fact.reason}"


@tells(cases.BundleIssued)
def _bundle(fact: cases.BundleIssued, _name: NameOf) -> str:
    return f"Papers handed to {fact.to}{', redacted' if fact.redacted else ''}"


# One act of an official is one line, though several streams hold it.
#
# A penalty is written in the case and where it is carried out, a warning in the tournament and at
# the table where it was due. A player who read it twice would count two.


Place = tuple[UUID, int]
"""Which event: its stream, and its version there."""

CARRIERS: dict[str, type[Fact]] = {
    "person": WarningGiven,
    "credit": ChallengeCreditGranted,
    "time": PenaltyApplied,
    "turn": PenaltyApplied,
    "points": PenaltyApplied,
    "spread": SpreadAdjusted,
    "game": GameForfeited,
    "tournament": PlayerWithdrawn,
}
"""What carries a penalty out, by what it touches."""


class SaidOnce(NamedTuple):
    """What is told of some events.

    Attributes:
      said_by_another: those that say what another of them says already.
      reasons: of what carries a penalty out, why it was decided.
    """

    said_by_another: frozenset[Place]
    reasons: dict[Place, str]


def place_of(event: Event) -> Place:
    return event.originator_id, event.originator_version


def said_once(events: Sequence[Event]) -> SaidOnce:
    carried = tuple(_carried(events))
    penalties = {place_of(decided) for decided, _, _ in carried}
    reasons = {place_of(carrier): penalty.reason for _, penalty, carrier in carried}
    return SaidOnce(frozenset(penalties | _settled_by_a_warning(events)), reasons)


def _carried(events: Sequence[Event]) -> Iterator[tuple[Event, PenaltyDecided, Event]]:
    """Each penalty that was decided, with what carries it out: each in its order."""
    taken: set[Place] = set()
    for decided in events:
        penalty = decided.fact
        if not isinstance(penalty, PenaltyDecided):
            continue
        kind = CARRIERS.get(penalty.scope)
        carrier = next(
            (
                event
                for event in events
                if kind is not None
                and isinstance(event.fact, kind)
                and event.envelope.command_id == decided.envelope.command_id
                and place_of(event) not in taken
            ),
            None,
        )
        if carrier is not None:
            taken.add(place_of(carrier))
            yield decided, penalty, carrier


def _settled_by_a_warning(events: Sequence[Event]) -> set[Place]:
    """The warnings due at a table that were given with a warning of the tournament's."""
    given = {one.envelope.command_id for one in events if isinstance(one.fact, WarningGiven)}
    return {
        place_of(event)
        for event in events
        if isinstance(event.fact, WarningSettled) and event.envelope.command_id in given
    }
