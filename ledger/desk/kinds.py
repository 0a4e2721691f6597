"""What the desk wants to know of the streams that requests are about: games, cases, tournaments.

A kind of stream is the same inside whatever it is about: facts, what they add up to, and
decisions registered for it (``ledger.requests``). The desk answers all of them by one contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from ledger.desk.authority import Authority
from ledger.desk.case_index import CaseIndex
from ledger.desk.requests import Sent
from ledger.desk.sheet_cache import SheetCache
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.log import Log
from ledger.record.mapper import validate_choices
from ledger.requests.request import About, Decision, Request, RequestsOf
from ledger.tournament.names import OnPaper, Unprintable, must_be_printable
from ledger.tournament.standing_now import RoundsRead
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import validate_bounds
from ledger.vocabulary.refusals import Refusal

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
    def under(self, snapshot: Snapshot, sent: Sent, role: Role | None) -> Context:
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
        under = self.under(snapshot, sent, role)
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
