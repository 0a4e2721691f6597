"""A fact of a case told in a few words, and one act as one line though several streams hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from uuid import UUID

from ledger.game.calls.facts import ChallengeCreditGranted, WarningSettled
from ledger.game.endings.facts import GameForfeited
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.sheet.standing import amount_of
from ledger.incidents import facts as cases
from ledger.incidents.facts import PenaltyDecided
from ledger.incidents.offences import OTHER
from ledger.messages import known, listed, say
from ledger.messages.coded import in_english, told_of
from ledger.messages.written import moment_written, reason_given
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.rulebook.reading import offence_called, penalty_wording, rule_wording
from ledger.tournament.facts import PlayerWithdrawn, SpreadAdjusted, WarningGiven
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseRaisedBy, ConfirmedHow, ReportedBecause, choices

if TYPE_CHECKING:
    from ledger.incidents.ruling import GiveRuling

F = TypeVar("F", bound=Fact)
NameOf = Callable[[Seat], str]

LONGEST_FINDING = 300  # letters of a finding that a form takes
LONGEST_TITLE = 200  # letters that the title of a case has room for

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


def title_wording(opened: cases.CaseOpened) -> str:
    """What a case is called: its title, or what it is about."""
    title = opened.title_coded and told_of(opened.title_coded, opened.title, LONGEST_TITLE)
    return title or reason_given(opened.title) or about_wording(opened.category)


def finding_wording(ruled: cases.RulingGiven | GiveRuling) -> str:
    """What was found, or is to be, in the reader's language where a form offered it."""
    coded = ruled.finding_coded and told_of(ruled.finding_coded, ruled.finding, LONGEST_FINDING)
    return coded or reason_given(ruled.finding)


def about_wording(category: str) -> str:
    """What a case is about; in the word of an older release, where it had another."""
    known_as = f"cases.about.{category}"
    return say(known_as) if known(known_as) else category


def number_wording(number: int) -> str:
    """How people call a case.

    >>> number_wording(12), number_wording(0)
    ('C-12', 'Case without a number')
    """
    return f"C-{number}" if number else say("incidents.without-a-number")


def raised_wording(raised_by: CaseRaisedBy, seat: Seat | None, name: NameOf) -> str:
    """Who raised a case, by name where that is known; empty: nobody noted it.

    ``player`` is also what a call says of which nobody asked whose it is, so no name is made of it.
    """
    if raised_by == "opponent" and seat is not None:
        return say("incidents.name-the-opponent", name=name(seat.opponent))
    return dict(choices(CaseRaisedBy))[raised_by] if raised_by else ""


def _which(given: Mapping[str, object]) -> str:
    """Which of the sentences: ``-about-raised`` where both are given."""
    return "".join(f"-{part}" for part, value in given.items() if value)


@tells(cases.CaseOpened)
def _opened(fact: cases.CaseOpened, name: NameOf) -> str:
    raised = raised_wording(fact.raised_by, fact.seat, name)
    title = title_wording(fact)
    about = name(fact.seat) if fact.seat else ""
    given = {"about": about, "raised": raised}
    return say(f"incidents.case_opened{_which(given)}", **given, title=title)


@tells(cases.StatementTaken)
def _heard(fact: cases.StatementTaken, _name: NameOf) -> str:
    if fact.declined:
        return say("incidents.nothing-to-say", who=fact.who)
    given = {"language": fact.language, "interpreter": fact.interpreter}
    return say(f"incidents.was_heard{_which(given)}", **given, who=fact.who)


@tells(cases.CaseWordsRemoved)
def _removed(fact: cases.CaseWordsRemoved, _name: NameOf) -> str:
    return say("incidents.words-removed", reason=fact.reason)


@tells(cases.StatementConfirmed)
def _confirmed(fact: cases.StatementConfirmed, _name: NameOf) -> str:
    if fact.witness:
        return say("incidents.confirmed-before", witness=fact.witness)
    return say("incidents.confirmed", how=dict(choices(ConfirmedHow))[fact.how])


@tells(cases.EvidenceAttached)
def _attached(fact: cases.EvidenceAttached, name: NameOf) -> str:
    kind = say(f"cases.evidence_kind.{fact.kind}")
    whose = name(fact.seat) if fact.seat else ""
    given = {"whose": whose, "what": fact.what}
    return say(f"incidents.evidence{_which(given)}", **given, kind=kind)


@tells(cases.EvidenceTakenBack)
def _taken_back(fact: cases.EvidenceTakenBack, _name: NameOf) -> str:
    return say("incidents.evidence-taken-back", event=fact.evidence, reason=fact.reason)


@tells(cases.RuleCited)
def _cited(fact: cases.RuleCited, _name: NameOf) -> str:
    given = {"by": fact.cited_by}
    return say(
        f"incidents.rule_named{_which(given)}", **given, citation=rule_wording(fact.citation)
    )


@tells(cases.RulingGiven)
def _ruled(fact: cases.RulingGiven, name: NameOf) -> str:
    act = act_found(fact, name)
    given = {"act": act}
    return say(
        f"incidents.ruled{_which(given)}",
        **given,
        finding=finding_wording(fact),
        citation=rule_wording(fact.citation),
    )


def act_found(fact: cases.RulingGiven, name: NameOf) -> str:
    """What a ruling finds that a player did, how grave, whether it was meant; empty: nothing."""
    if not fact.offence:
        return ""
    another = fact.offence == OTHER
    book = fact.citation.partition(" ")[0]
    act = say("incidents.another-act") if another else offence_called(fact.offence, book)
    parts = [say("incidents.act-by", act=act, name=name(fact.seat)) if fact.seat else act]
    if fact.level:
        parts.append(say("incidents.level", level=fact.level))
    if fact.minor:
        parts.append(say("incidents.minor"))
    if fact.state_of_mind:
        parts.append(say(f"incidents.mind.{fact.state_of_mind}"))
    return ", ".join(parts)


@tells(cases.RulingDrafted)
def _drafted(fact: cases.RulingDrafted, _name: NameOf) -> str:
    says = says_wording(fact)
    return (
        say("incidents.prepared-tried", says=says)
        if fact.tried
        else say("incidents.prepared", says=says)
    )


def says_wording(drafted: cases.RulingDrafted) -> str:
    """What a prepared ruling says: its finding as people read it, and what follows as written."""
    english = in_english(drafted.finding_coded)[:LONGEST_FINDING]
    if begins_with(drafted.says, english):
        found = told_of(drafted.finding_coded, english, LONGEST_FINDING)
        return (found or english) + drafted.says[len(english) :]
    finding, then, follows = drafted.says.partition("; ")
    return f"{reason_given(finding)}{then}{follows}"


def begins_with(says: str, finding: str) -> bool:
    """Whether this is the whole finding of what a prepared ruling says."""
    return bool(finding) and (says == finding or says.startswith(f"{finding}; "))


@tells(cases.DraftDropped)
def _dropped(fact: cases.DraftDropped, _name: NameOf) -> str:
    given = {"reason": fact.reason}
    return say(f"incidents.not_ruled{_which(given)}", **given)


@tells(cases.FactsBookmarked)
def _bookmarked(fact: cases.FactsBookmarked, _name: NameOf) -> str:
    after = fact.situation.version
    given = {"note": fact.note}
    return say(f"incidents.bookmarked{_which(given)}", **given, event=after)


@tells(cases.DraftSeconded)
def _seconded(_fact: cases.DraftSeconded, _name: NameOf) -> str:
    return say("incidents.seconded")


@tells(cases.RulingTold)
def _wording(fact: cases.RulingTold, name: NameOf) -> str:
    whom = listed(name(seat) for seat in fact.seats) or say("incidents.whom-it-concerns")
    until = f"{moment_written(fact.appeal_until)} UTC" if fact.appeal_until else ""
    given = {"right": fact.right_told, "until": until}
    return say(f"incidents.told.{fact.of or 'ruling'}{_which(given)}", **given, whom=whom)


@tells(cases.PenaltyDecided)
def _penalised(fact: cases.PenaltyDecided, name: NameOf) -> str:
    given = {"reason": reason_given(fact.reason)}
    if fact.amount and fact.scope in ("points", "spread", "time", "turn"):
        lost = amount_of(fact.amount, fact.scope)
        return say(f"incidents.loses{_which(given)}", **given, name=name(fact.seat), lost=lost)
    kind = penalty_wording(fact.kind)
    return say(f"incidents.penalised{_which(given)}", **given, name=name(fact.seat), kind=kind)


@tells(cases.CaseReported)
def _reported(fact: cases.CaseReported, _name: NameOf) -> str:
    why = dict(choices(ReportedBecause))[fact.why]
    given = {"sent": fact.sent}
    return say(f"incidents.reported{_which(given)}", **given, to=fact.to, why=why)


@tells(cases.CaseActTakenBack)
def _act_taken_back(fact: cases.CaseActTakenBack, _name: NameOf) -> str:
    reason = reason_given(fact.reason)
    called = [topic for topic in fact.what if known(f"incidents.is_taken_back.{topic}")]
    if called:
        return say(f"incidents.is_taken_back.{called[0]}", reason=reason)
    if fact.what:
        return say("incidents.stands-after-all", reason=reason)
    return say("incidents.entry-taken-back", reason=reason)


@tells(cases.CaseClosed)
def _closed(_fact: cases.CaseClosed, _name: NameOf) -> str:
    return say("incidents.closed")


@tells(cases.CaseReopened)
def _reopened(fact: cases.CaseReopened, _name: NameOf) -> str:
    return say("incidents.taken-up-again", reason=fact.reason)


@tells(cases.AppealLodged)
def _appealed(fact: cases.AppealLodged, _name: NameOf) -> str:
    given = {"to": fact.to}
    return say(f"incidents.appealed.{fact.against}{_which(given)}", **given, who=fact.who)


@tells(cases.AppealHeard)
def _appeal_heard(fact: cases.AppealHeard, _name: NameOf) -> str:
    given = {"how": fact.how, "sat": ", ".join(fact.committee)}
    return say(
        f"incidents.appeal_heard{_which(given)}", **given, by=fact.by or say("incidents.the-body")
    )


@tells(cases.AppealDecided)
def _appeal_decided(fact: cases.AppealDecided, _name: NameOf) -> str:
    by = fact.by or say("incidents.the-body")
    given = {"effect": fact.effect}
    return say(f"incidents.appeal.{fact.outcome}{_which(given)}", **given, by=by)


@tells(cases.NothingCarriedOut)
def _nothing_carried_out(fact: cases.NothingCarriedOut, _name: NameOf) -> str:
    return say("incidents.nothing-carried-out", reason=fact.reason)


@tells(cases.BundleIssued)
def _bundle(fact: cases.BundleIssued, _name: NameOf) -> str:
    if fact.redacted:
        return say("incidents.handed-redacted", to=fact.to)
    return say("incidents.handed", to=fact.to)


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
