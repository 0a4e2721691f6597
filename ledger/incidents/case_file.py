"""A case as its events add up (`CaseFile`): appeals decided, rules cited, who is to be told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, wraps
from operator import is_
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, TypeGuard, TypeVar, cast
from uuid import UUID

from msgspec import Struct

from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    CaseActTakenBack,
    CaseClosed,
    CaseOpened,
    CaseReopened,
    CaseReported,
    DraftDropped,
    EvidenceTakenBack,
    NothingCarriedOut,
    PenaltyDecided,
    RuleCited,
    RulingGiven,
    RulingTold,
    StatementTaken,
)
from ledger.incidents.wording import number_wording
from ledger.messages import language, say
from ledger.record.events import Event, Streams
from ledger.record.fact import Fact
from ledger.record.standing import standing_of, taken_back
from ledger.refusals.saying import refusal
from ledger.rulebook.help.finder import as_cited, words_of_rule
from ledger.rulebook.reading import rule_wording
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import AppealOutcome, ToldOf, choices
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from ledger.record.log import Log

# Decisions on appeal: what each was about, and whether it is carried out.
#
# A decision that changes nothing is done once it is written down. One that changes something is
# carried out by a ruling in the same case, or somebody says why nothing is to be carried out.


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
        if isinstance(event.envelope.fact, RulingGiven):
            rulings[event.envelope.fact.decision] = event.originator_version
        elif isinstance(event.envelope.fact, NothingCarriedOut):
            nothing[event.envelope.fact.decision] = event.envelope.fact.reason
    against, found = 0, []
    for event in kept:
        fact, version = event.envelope.fact, event.originator_version
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
        if puts_to_a_body(event.envelope.fact):
            waiting.append(event)
        elif isinstance(event.envelope.fact, AppealDecided):
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
        fact, waits = event.envelope.fact, before_a_body(kept[:place])
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


def appeal_wording(events: Iterable[Event]) -> str:
    """How the last appeal or referral stands, for who reads a paper of it; empty: none was made.

    The names in it are those of the appellant and the body.
    """
    kept = tuple(events)
    decided = decisions_in(kept)
    if waiting := before_a_body(kept):
        last = waiting[-1].fact
        if isinstance(last, AppealLodged):
            body = last.to or say("incidents.a-body")
            return say(f"incidents.under_appeal.{last.against}", who=last.who, body=body)
        if isinstance(last, CaseReported):
            body = last.to or say("incidents.a-body")
            return say("incidents.was-referred", body=body)
    return decision_wording(decided[-1]) if decided else ""


def decision_wording(decided: Decided) -> str:
    """A decision in a few words, and how far it is carried out."""
    fact = decided.fact
    outcome = dict(choices(AppealOutcome))[fact.outcome]
    effect = fact.effect.strip().rstrip(".")
    decision = {"by": fact.by or say("incidents.the-body"), "outcome": outcome, "effect": effect}
    said = [
        say("incidents.decided-effect", **decision)
        if effect
        else say("incidents.decided", **decision)
    ]
    if fact.accepted == "rejected":
        said.append(say("incidents.executive-rejected"))
    if decided.ruling:
        said.append(say("incidents.ruling-carried-it-out"))
    elif decided.nothing:
        reason = decided.nothing.rstrip(".")
        said.append(say("incidents.nothing-to-carry-out", reason=reason))
    elif changes_something(fact):
        said.append(say("incidents.not-carried-out-yet"))
    return " ".join(said)


F = TypeVar("F", bound=Fact)

STATES = (
    "open", "ruled", "closed", "under appeal", "referred", "to be carried out", "decided on appeal"
)  # fmt: skip
"""How far a case can have come; ``to be carried out`` is a decision on appeal.

``referred``: the director put it to a body, which has not decided.
"""


class CaseFile(Struct, frozen=True, kw_only=True, dict=True):
    """One case as it stands. It never changes, so what follows from it is worked out once.

    Attributes:
      events: everything on its stream, oldest first, with who wrote it and when.
      stands: what of that stands: all but what was taken back, and the takings back.
    """

    id: UUID
    version: int
    opened: CaseOpened
    events: tuple[Event, ...]
    stands: tuple[Event, ...]

    @cached_property
    def _of_kind(self) -> dict[type[Fact], tuple[tuple[int, Fact], ...]]:
        """Facts that stand, with their versions, oldest first: by kinds that were asked for."""
        return {}

    def _each(self, kind: type[F]) -> tuple[tuple[int, F], ...]:
        found = self._of_kind.get(kind)
        if found is None:
            facts = [(event.originator_version, event.envelope.fact) for event in self.stands]
            found = tuple(each for each in facts if isinstance(each[1], kind))
            self._of_kind[kind] = found
        return cast("tuple[tuple[int, F], ...]", found)

    def each(self, kind: type[F]) -> tuple[F, ...]:
        found = self._each(kind)
        return tuple([fact for _, fact in found]) if found else ()

    def last(self, kind: type[F]) -> tuple[int, F] | None:
        """The latest fact of this kind that stands, with its version, or ``None``."""
        found = self._each(kind)
        return found[-1] if found else None

    def fact(self, version: int, kind: type[F]) -> F | None:
        """The fact of this version, where it is of this kind and stands."""
        found = (e.fact for e in self.stands if e.originator_version == version)
        fact = next(found, None)
        return fact if isinstance(fact, kind) else None

    @cached_property
    def taken_back(self) -> dict[int, Event]:
        return taken_back(self.events)

    @cached_property
    def state(self) -> str:
        """How far it has come: one of ``STATES``."""
        if waiting := before_a_body(self.stands):
            appealed = any(isinstance(event.envelope.fact, AppealLodged) for event in waiting)
            return "under appeal" if appealed else "referred"
        if self.to_carry_out:
            return "to be carried out"
        if self.each(AppealDecided):
            return "decided on appeal"
        if self.is_closed:
            return "closed"
        return "ruled" if self.ruling else "open"

    @cached_property
    def is_before_a_body(self) -> bool:
        return bool(before_a_body(self.stands))

    @cached_property
    def put_to(self) -> tuple[str, ...]:
        """The bodies it was put to by an appeal or referred to, oldest first; empty: not named."""
        return tuple(
            event.envelope.fact.to for event in self.stands if puts_to_a_body(event.envelope.fact)
        )

    @cached_property
    def decisions(self) -> tuple[Decided, ...]:
        """Every decision on appeal, oldest first."""
        return decisions_in(self.stands)

    @cached_property
    def to_carry_out(self) -> Decided | None:
        return to_carry_out(self.stands)

    @cached_property
    def appeal_told(self) -> str:
        return appeal_wording(self.stands)

    @cached_property
    def is_closed(self) -> bool:
        """Whether it was closed, and not taken up again since: by somebody, or by a decision.

        A decision on appeal that changes something is to be carried out, and told.
        """
        last = [
            event.envelope.fact
            for event in self.stands
            if isinstance(event.envelope.fact, CaseClosed | CaseReopened)
            or event.originator_version in self._taken_up_by
        ]
        return bool(last) and isinstance(last[-1], CaseClosed)

    @cached_property
    def _taken_up_by(self) -> frozenset[int]:
        """Versions of the decisions on appeal that change something."""
        found = (one for one in self.decisions if changes_something(one.fact))
        return frozenset(one.version for one in found if not one.nothing)

    @cached_property
    def heard(self) -> tuple[Seat, ...]:
        """The players heard, or asked and with nothing to say."""
        seats = {one.seat for one in self.each(StatementTaken)}
        return tuple(seat for seat in Seat if seat in seats)

    @cached_property
    def both_heard(self) -> bool:
        return len(self.heard) == len(Seat)

    @cached_property
    def ruling(self) -> RulingGiven | None:
        found = self.last(RulingGiven)
        return found[1] if found else None

    @cached_property
    def finding(self) -> RulingGiven | None:
        """The last ruling with a finding about somebody's conduct."""
        return next((one for one in reversed(self.each(RulingGiven)) if one.offence), None)

    @cached_property
    def penalties(self) -> tuple[PenaltyDecided, ...]:
        return self.each(PenaltyDecided)

    @cached_property
    def reported_to(self) -> tuple[str, ...]:
        return tuple(report.to for report in self.each(CaseReported))


P = ParamSpec("P")
T = TypeVar("T")


def worked_out_once(
    work: Callable[Concatenate[CaseFile, P], T],
) -> Callable[Concatenate[CaseFile, P], T]:
    """Work out what follows from a case and ``with_`` once, till it is asked with others.

    None of them changes: what a case, a sheet, a tournament or a rulebook is now, is another one.
    It is kept with the case, for each language, and goes with it.
    """

    @wraps(work)
    def found(file: CaseFile, /, *with_: P.args, **named: P.kwargs) -> T:
        if named:
            return work(file, *with_, **named)
        name = f"{work.__module__}.{work.__qualname__} {language()}"
        kept = vars(file).get(name)
        if kept is None or len(kept[0]) != len(with_) or not all(map(is_, kept[0], with_)):
            kept = vars(file)[name] = with_, work(file, *with_, **named)
        return cast("T", kept[1])

    return found


def case_file(events: Iterable[Event]) -> CaseFile | None:
    """Fold the events of one case; ``None`` if there are none, or they are no case."""
    kept = tuple(events)
    if not kept or not isinstance(kept[0].fact, CaseOpened):
        return None
    return CaseFile(
        id=kept[0].originator_id,
        version=kept[-1].originator_version,
        opened=kept[0].fact,
        events=kept,
        stands=standing_of(kept),
    )


def case_in(log: Streams, case: UUID) -> CaseFile:
    file = case_file(log.events_of(case))
    if file is None:
        raise no_such_case(case)
    return file


def all_there(files: Mapping[UUID, CaseFile | None]) -> tuple[CaseFile, ...]:
    """Cases by their streams, once each of them is one; refuses ``no-such-case``."""
    found = []
    for stream, file in files.items():
        if file is None:
            raise no_such_case(stream)
        found.append(file)
    return tuple(found)


def no_such_case(case: UUID) -> Refusal:
    return refusal("no-such-case", case=case)


# A case found by the number it has in its tournament.


def case_numbered(log: Streams, slug: str, number: int) -> tuple[Tournament, UUID]:
    """The tournament, and the case that people call ``C-`` and this number there."""
    tournament = tournament_named(slug, log)
    return tournament, numbered_in(tournament, number)


def numbered_in(tournament: Tournament, number: int) -> UUID:
    """The case of this number in a tournament; refuses ``no-such-case``."""
    if not 1 <= number <= len(tournament.cases):
        raise refusal("no-such-case", case=number_wording(number))
    return tournament.cases[number - 1]


# The rules that were named in a case, with what each lays down in our own words.


class CitedRule(NamedTuple):
    """A rule that was named.

    Attributes:
      words: what it lays down; empty where we have no words for it.
      by: who named it, where somebody noted it.
    """

    why: str
    citation: str
    words: str
    by: str = ""

    @property
    def wording(self) -> str:
        citation = rule_wording(self.citation)
        words = self.words or say("incidents.no-words-kept")
        if self.by:
            return say("incidents.citation-named-by", citation=citation, by=self.by, words=words)
        return say("incidents.citation-says", citation=citation, words=words)


def rules_cited(file: CaseFile, book: str) -> tuple[CitedRule, ...]:
    """Every rule of a case once, that of the ruling that stands first.

    Args:
      book: the rulebook in force, whose rule is meant where no book was named.
    """
    found: dict[str, CitedRule] = {}
    for why, citation, by in _named(file):
        if citation and citation not in found:
            found[citation] = CitedRule(why, citation, words_of_rule(as_cited(citation, book)), by)
    return tuple(found.values())


def _named(file: CaseFile) -> Iterator[tuple[str, str, str]]:
    rulings = file.each(RulingGiven)
    for ruling in reversed(rulings):
        yield (
            (
                say("incidents.cited.ruled-under")
                if ruling is rulings[-1]
                else say("incidents.cited.before")
            ),
            ruling.citation,
            "",
        )
    yield say("incidents.cited.at-issue"), file.opened.rule, ""
    for fact in file.each(RuleCited):
        yield say("incidents.cited.named"), fact.citation, fact.cited_by
    for penalty in file.each(PenaltyDecided):
        yield say("incidents.cited.penalty"), penalty.clause, ""


# What players are to be told of the rulings of a case: that one stands, or that it went.
#
# They know what they were told last. A ruling that is taken back is news for them, and so is one
# that stands after all when they were told that it does not. One that another replaces is told with
# that.


class ToTell(NamedTuple):
    """Something that players are told of.

    Attributes:
      version: of the ruling, or of what took it back.
      untold: who does not know it; ``None`` for whom a case about no game concerns.
    """

    version: int
    of: ToldOf
    untold: tuple[Seat | None, ...]

    @property
    def is_told(self) -> bool:
        return not self.untold


@worked_out_once
def to_tell(file: CaseFile) -> ToTell | None:
    """What players are told next, or were told last where they know it all; ``None``: nothing."""
    went, given = went_back(file), file.last(RulingGiven)
    if went is not None and not went.is_told:
        return went
    if given is None:
        return went
    version = given[0]
    backs = {v for v, struck in _went(file, all_of_them=True).items() if version in struck}
    again = any(_last_known(file, backs, seat) for seat in _concerned(file))
    return ToTell(version, "stands-again" if again else "", _untold(file, version, backs))


@worked_out_once
def went_back(file: CaseFile) -> ToTell | None:
    """The last taking back of a ruling; ``None``: none stands, or somebody ruled since."""
    found = _went(file)
    version = max(found, default=0)
    last = file.last(RulingGiven)
    if not version or (last and last[0] > version):
        return None
    return ToTell(version, "taken-back", _untold(file, version, found[version]))


def _concerned(file: CaseFile) -> tuple[Seat | None, ...]:
    return (None,) if file.opened.game is None else tuple(Seat)


def _untold(file: CaseFile, version: int, opposite: Collection[int]) -> tuple[Seat | None, ...]:
    """Who was not told this, or was told its opposite since."""
    return tuple(
        seat
        for seat in _concerned(file)
        if _last_known(file, {version}, seat) <= _last_known(file, opposite, seat)
    )


def _went(file: CaseFile, *, all_of_them: bool = False) -> dict[int, frozenset[int]]:
    """By version, what took rulings back by itself, and which; those that stand, or all."""
    gone = {} if all_of_them else file.taken_back
    rulings = [event for event in file.events if isinstance(event.envelope.fact, RulingGiven)]
    versions = {event.originator_version for event in rulings}
    replacing = {event.envelope.command_id for event in rulings}
    return {
        event.originator_version: frozenset(versions.intersection(event.envelope.fact.versions))
        for event in file.events
        if isinstance(event.envelope.fact, CaseActTakenBack)
        and event.originator_version not in gone
        and event.envelope.command_id not in replacing
        and versions.intersection(event.envelope.fact.versions)
    }


def _last_known(file: CaseFile, about: Collection[int], seat: Seat | None) -> int:
    """When somebody was last told of one of these, as the version of that event; 0: never."""
    return max(
        (
            event.originator_version
            for event in file.events
            if isinstance(event.envelope.fact, RulingTold)
            and event.envelope.fact.ruling in about
            and (seat is None or seat in event.envelope.fact.seats)
            and _was_said(event, event.envelope.fact.ruling, file)
        ),
        default=0,
    )


def _was_said(event: Event, about: int, file: CaseFile) -> bool:
    """Whether it was said: the note of it stands, or went together with what it is about."""
    by = file.taken_back.get(event.originator_version)
    return by is None or by is file.taken_back.get(about)


def withdrawn(file: CaseFile) -> dict[int, Event]:
    """By version of evidence or of a prepared ruling, what took it back by a fact of its own."""
    found = {}
    for event in file.stands:
        match event.envelope.fact:
            case EvidenceTakenBack(evidence=version) | DraftDropped(draft=version):
                found[version] = event
    return found


def files_of(log: Log, tournament: Tournament) -> tuple[CaseFile, ...]:
    events = log.events_past(dict.fromkeys(tournament.cases, 0))
    files = {case: case_file(events.get(case, ())) for case in tournament.cases}
    return all_there(files)
