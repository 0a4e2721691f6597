"""What the desk asks of each kind of stream (`StreamHandler`), has at hand (`DeskServices`).

A kind of stream is the same inside whatever it is about: facts, what they add up to, and
decisions registered for it (``ledger.requests``). The desk answers all of them by one contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from ledger.accounts.facts import BadgeIssued, BadgeRevoked
from ledger.desk.requests import Sent
from ledger.desk.sheet_cache import SheetCache
from ledger.incidents.case_file import CaseFile, all_there, case_file, numbered_in
from ledger.incidents.facts import RulingGiven
from ledger.record.events import Event, badge_id, tournament_id
from ledger.record.fact import Fact
from ledger.record.log import Log
from ledger.record.mapper import validate_choices
from ledger.record.standing import standing_of
from ledger.refusals.saying import refusal
from ledger.requests import About, Decision, Request, RequestsOf
from ledger.tournament.names import OnPaper, Unprintable, must_be_printable
from ledger.tournament.standing_now import RoundsRead
from ledger.tournament.tournament import Tournament, tournament_after, tournament_of
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import validate_bounds
from ledger.vocabulary.refusals import Refusal

# Whose badge allows what, and whether a director has ruled.


class _Badge(NamedTuple):
    """What the events of one badge add up to.

    Attributes:
      role: what the badge allows; ``None`` once it is revoked.
      directed: it was a director's at some time.
      name: whose it is.
    """

    stream: UUID
    version: int = 0
    role: Role | None = None
    directed: bool = False
    name: str = ""

    def after(self, events: Sequence[Event]) -> _Badge:
        role, directed, name = self.role, self.directed, self.name
        for event in events:
            if isinstance(event.fact, BadgeIssued):
                role, name = event.fact.role, event.fact.name
                directed = directed or role is Role.DIRECTOR
            elif isinstance(event.fact, BadgeRevoked):
                role = None
        return _Badge(self.stream, events[-1].originator_version, role, directed, name)


_looked_up: ContextVar[tuple[str, Role] | None] = ContextVar("looked up", default=None)


@contextmanager
def looked_up(badge: str, role: Role) -> Iterator[None]:
    """While one request is answered: what ``badge`` allows was read for it already."""
    before = _looked_up.set((badge, role))
    try:
        yield
    finally:
        _looked_up.reset(before)


class Authority:
    """Looks badges and rulings up in the log; what a request says of itself proves nothing.

    A badge is asked about with every request, so what its events add up to is kept, and only
    events after them are read: another node's revocation counts at the very next request.
    """

    def __init__(self, log: Log, room: int = 2000) -> None:
        self._log = log
        self._room = room
        self._badges: OrderedDict[str, _Badge] = OrderedDict()
        self._lock = Lock()

    def role_of(self, badge: str) -> Role | None:
        """What ``badge`` allows; ``None`` if it was never issued, or is revoked."""
        known = _looked_up.get()
        if known is not None and known[0] == badge:
            return known[1]
        return self._badge(badge).role

    def name_of(self, badge: str) -> str:
        """Whose a badge is, as it was read when its role was last asked for; else empty."""
        kept = self._badges.get(badge)
        return kept.name if kept else ""

    def _badge(self, badge: str) -> _Badge:
        kept = self._badges.get(badge) or _Badge(badge_id(badge))
        events = self._log.events_of(kept.stream, after=kept.version)
        if not events:
            return kept  # Nothing is kept of a badge nobody has: there is no end of those.
        with self._lock:
            found = self._badges[badge] = kept.after(events)
            while len(self._badges) > self._room:
                self._badges.popitem(last=False)
        return found

    def ruled(self, game: UUID, case: UUID | None) -> UUID | None:
        """``case``, once a director's ruling for this game was found there."""
        if case is None:
            return None
        for event in standing_of(self._log.events_of(case)):
            fact = event.fact
            if (
                isinstance(fact, RulingGiven)
                and fact.game == game
                and self._was_director(event.envelope.written_by)
            ):
                return case
        raise refusal("no-such-ruling")

    def cited(self, game: UUID, case: UUID | None) -> str:
        """What the director cited in the latest ruling for this game in that case."""
        if case is None:
            return ""
        rulings = [
            event.fact.citation
            for event in standing_of(self._log.events_of(case))
            if isinstance(event.fact, RulingGiven) and event.fact.game == game
        ]
        return rulings[-1] if rulings else ""

    def gaps_ruled(self, game: UUID, case: UUID) -> frozenset[str]:
        """The traps that the director's rulings for this game in that case settle."""
        return frozenset(
            event.fact.trap
            for event in standing_of(self._log.events_of(case))
            if isinstance(event.fact, RulingGiven) and event.fact.game == game and event.fact.trap
        )

    def _was_director(self, badge: str) -> bool:
        """A ruling outlives the badge it was given under.

        Only a director's badge can write one (``ledger.incidents``).
        """
        return self._badge(badge).directed


# Tournaments and cases kept at hand, brought up to date; requests about a case: ``games.py``.


class KeptTournament(NamedTuple):
    """A tournament as it was last read: its events, and what they add up to."""

    events: tuple[Event, ...]
    state: Tournament


class CaseIndex:
    """Tournaments and cases as far as they were read, each with the version it has got to.

    Whoever asks gets them as they stand: the log is asked once, for all of them together, what
    was written past those versions, and nothing is read twice. So nothing here can be stale, and
    what was thrown away is read again. Neither tournaments nor cases change: any thread may hold
    one.
    """

    def __init__(self, log: Log, tournaments: int = 40, cases: int = 2000) -> None:
        self._log = log
        self._room = tournaments, cases
        self._tournaments: OrderedDict[UUID, KeptTournament] = OrderedDict()
        self._cases: OrderedDict[UUID, CaseFile] = OrderedDict()
        self._lock = Lock()

    def read(self, stream: UUID) -> KeptTournament | None:
        """The tournament of this stream with its events; ``None``: nobody opened it."""
        kept = self._tournaments.get(stream)
        events = self._log.events_of(stream, after=len(kept.events) if kept else 0)
        return self._read(stream, kept, events)

    def find(self, slug: str) -> Tournament | None:
        """The tournament known as ``slug``; ``None``: nobody opened it."""
        found = self.read(tournament_id(slug))
        return found.state if found else None

    def tournament(self, slug: str) -> Tournament:
        """The tournament known as ``slug``."""
        return _must_be_there(self.read(tournament_id(slug)), slug)

    def with_cases(self, slug: str) -> tuple[Tournament, tuple[CaseFile, ...]]:
        """The tournament known as ``slug`` and its cases, of one moment and by their numbers."""
        stream = tournament_id(slug)
        kept = self._tournaments.get(stream)
        files = self._at_hand(kept.state.cases if kept else ())
        versions = {stream: len(kept.events) if kept else 0} | _versions(files)
        new = self._log.events_past(versions)
        tournament = _must_be_there(self._read(stream, kept, new.pop(stream, ())), slug)
        self._put_on(files, new)
        if len(tournament.cases) > len(files):
            return tournament, self.cases_of(tournament)
        return tournament, all_there(files)

    def cases_of(self, tournament: Tournament) -> tuple[CaseFile, ...]:
        """The cases of a tournament, in the order of their numbers."""
        files = self._at_hand(tournament.cases)
        self._put_on(files, self._log.events_past(_versions(files)))
        return all_there(files)

    def find_case(self, stream: UUID) -> CaseFile | None:
        """A case as it stands; ``None``: nobody opened it."""
        kept = self._cases.get(stream)
        events = self._log.events_of(stream, after=kept.version if kept else 0)
        files = {stream: kept}
        if events:
            self._put_on(files, {stream: events})
        return files[stream]

    def case(self, stream: UUID) -> CaseFile:
        """A case as it stands."""
        return all_there({stream: self.find_case(stream)})[0]

    def numbered(self, slug: str, number: int) -> tuple[Tournament, CaseFile]:
        """The tournament, and the case that people call ``C-`` and this number there."""
        stream = tournament_id(slug)
        kept = self._tournaments.get(stream)
        if kept is None or not 1 <= number <= len(kept.state.cases):
            tournament = self.tournament(slug)
            return tournament, self.case(numbered_in(tournament, number))
        files = self._at_hand([kept.state.cases[number - 1]])
        new = self._log.events_past({stream: len(kept.events)} | _versions(files))
        tournament = _must_be_there(self._read(stream, kept, new.pop(stream, ())), slug)
        self._put_on(files, new)
        return tournament, all_there(files)[0]

    def _at_hand(self, streams: Iterable[UUID]) -> dict[UUID, CaseFile | None]:
        return {stream: self._cases.get(stream) for stream in streams}

    def _put_on(
        self, files: dict[UUID, CaseFile | None], new: Mapping[UUID, tuple[Event, ...]]
    ) -> None:
        """Put what was written since on the cases, and keep those."""
        for stream, events in new.items():
            kept = files[stream]
            file = case_file((*kept.events, *events) if kept else events)
            if file is not None:
                files[stream] = file
                self._keep(file)

    def _keep(self, file: CaseFile) -> None:
        with self._lock:
            there = self._cases.get(file.id)
            if there is None or there.version < file.version:
                self._cases[file.id] = file
            self._cases.move_to_end(file.id)
            while len(self._cases) > self._room[1]:
                self._cases.popitem(last=False)

    def _read(
        self, stream: UUID, kept: KeptTournament | None, events: tuple[Event, ...]
    ) -> KeptTournament | None:
        if kept is not None and not events:
            return kept
        if kept is not None:
            state = tournament_after(kept.state, kept.events, events)
            found = KeptTournament((*kept.events, *events), state)
        else:
            opened = tournament_of(events)
            if opened is None:
                return None
            found = KeptTournament(events, opened)
        with self._lock:
            there = self._tournaments.get(stream)
            if there is None or len(there.events) < len(found.events):
                self._tournaments[stream] = found
            self._tournaments.move_to_end(stream)
            while len(self._tournaments) > self._room[0]:
                self._tournaments.popitem(last=False)
        return found


def _versions(files: Mapping[UUID, CaseFile | None]) -> dict[UUID, int]:
    return {stream: file.version if file else 0 for stream, file in files.items()}


def _must_be_there(found: KeptTournament | None, slug: str) -> Tournament:
    if found is None:
        raise refusal("no-such-tournament/by-name", slug=slug)
    return found.state


# What the desk wants to know of the streams that requests are about: games, cases, tournaments.


State = TypeVar("State")
Context = TypeVar("Context")


class DeskServices(NamedTuple):
    """What a decision may need beyond its own stream.

    Attributes:
      unprintable: tells which characters of a name our paper can't print; the outer rooms bring
        it, for the ledger knows no paper.
      rounds_read: rounds of tournaments as they were read for a draw.
      cases: tournaments and their cases.
    """

    log: Log
    shelf: SheetCache
    authority: Authority
    now: Callable[[], datetime]
    unprintable: Unprintable
    rounds_read: RoundsRead
    cases: CaseIndex


class Snapshot(NamedTuple):
    """A stream as it was when a request came to it.

    Attributes:
      version: of its last event; 0 where it has none.
      state: what they add up to; ``None`` where they don't make one of this kind.
    """

    id: UUID
    version: int
    events: tuple[Event, ...]
    state: Any


class StreamHandler(ABC):
    def __init__(self, at_hand: DeskServices) -> None:
        self.at_hand = at_hand

    @abstractmethod
    def load(self, stream: UUID) -> Snapshot:
        """The stream as it stands."""

    def as_begun(self, stream: UUID, events: Sequence[Event]) -> Snapshot:
        raise NotImplementedError(stream, events)

    @abstractmethod
    def decided(self, snapshot: Snapshot, request: Request, sent: Sent) -> Decision:
        """What is to be written for a request."""

    def keep(self, snapshot: Snapshot, events: Sequence[Event]) -> None:  # noqa: B027 (may be left)
        """Keep what the stream adds up to with ``events`` after it, for whoever looks next."""

    def is_current(self, snapshot: Snapshot) -> bool:
        """Whether nothing was written to the stream since it was looked at, as far as is known.

        A decision that asks other streams may meet what was written together with its own.
        """
        del snapshot
        return True

    def the_same(
        self, snapshot: Snapshot, lack: Sequence[Event], request: Request, sent: Sent
    ) -> UUID | None:
        """The request that had written just the same in the place of this one, if there is one.

        Args:
          lack: its events that whoever asked has not seen.
        """
        del snapshot, lack, request, sent
        return None

    def under_a_ruling(self, snapshot: Snapshot, request: Request, sent: Sent) -> tuple[Fact, ...]:
        """What a director would write for a refused request under a ruling; empty: nothing."""
        del snapshot, request, sent
        return ()


class Folded(StreamHandler, Generic[State, Context]):
    """A kind whose streams are short, so that each request reads and folds them anew.

    Attributes:
      creates: requests that begin a stream, which is empty before.
      updates: requests about one that is there.
    """

    creates: RequestsOf[None, Context]
    updates: RequestsOf[State, Context]

    @abstractmethod
    def fold(self, events: tuple[Event, ...]) -> State | None:
        """What the events add up to; ``None`` where they don't make one."""

    @abstractmethod
    def context_for(self, snapshot: Snapshot, sent: Sent, role: Role | None) -> Context:
        """The authority under which something is asked, and what may be asked of the record."""

    @abstractmethod
    def missing(self, request: Request, stream: UUID) -> Refusal:
        """The refusal for a request about a stream nobody began."""

    @abstractmethod
    def there(self, request: Request) -> Refusal:
        """The refusal for who would begin a stream that is there."""

    def must_be_open_for(self, state: State, request: Request) -> None:
        """Refuse what does not go on any more where the stream says that something is over."""

    def load(self, stream: UUID) -> Snapshot:
        """The stream, read and folded; one that is empty may be begun."""
        events = self.at_hand.log.events_of(stream)
        return Snapshot(stream, len(events), events, self.fold(events) if events else None)

    def as_begun(self, stream: UUID, events: Sequence[Event]) -> Snapshot:
        return Snapshot(stream, len(events), tuple(events), self.fold(tuple(events)))

    def is_current(self, snapshot: Snapshot) -> bool:
        return self.at_hand.log.version_of(snapshot.id) == snapshot.version

    def named(self, state: State) -> Iterable[OnPaper]:
        del state
        return ()

    def _named(self, state: State | None) -> Iterable[OnPaper]:
        return () if state is None else self.named(state)

    def role(self, request: Request, sent: Sent) -> Role | None:
        del request
        return self.at_hand.authority.role_of(sent.by)

    def decided(self, snapshot: Snapshot, request: Request, sent: Sent) -> Decision:
        role = self.role(request, sent)
        begins = type(request) in self.creates.decisions
        requests = self.creates if begins else self.updates
        requests.must_be_allowed(role, request)
        validate_choices(request)
        under = self.context_for(snapshot, sent, role)
        if begins:
            decision = self.creates.decisions[type(request)](None, request, under)
            if snapshot.version:
                raise self.there(request)
        elif snapshot.state is None:
            raise self.missing(request, snapshot.id)
        else:
            self.must_be_open_for(snapshot.state, request)
            decision = self.updates.decisions[type(request)](snapshot.state, request, under)
        # Last, for a decision says better what it can't take than that it is too long.
        validate_bounds(request)
        must_be_printable(
            decision.facts, partial(self._named, snapshot.state), self.at_hand.unprintable
        )
        return decision


def kind_of(about: About) -> type[StreamHandler]:
    """What answers requests about such a stream, loaded when it is first needed.

    Whoever closes a round need not wait for all the rules of play.
    """
    match about:
        case "game":
            from ledger.desk.games import Games

            return Games
        case "tournament":
            from ledger.desk.tournaments import Tournaments

            return Tournaments
        case "case":
            from ledger.desk.cases import Cases

            return Cases
        case "badge":
            from ledger.desk.badges import BadgeStreams

            return BadgeStreams
