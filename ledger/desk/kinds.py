"""What the desk wants to know of the streams that requests are about: games, cases, tournaments.

A kind of stream is the same inside whatever it is about: facts, what they add up to, and
decisions registered for it (``ledger.asking``). The desk answers all of them by one contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from ledger.asking.asked import About, Asked, Decision, RequestsOf
from ledger.desk.authority import Authority
from ledger.desk.requests import Sent
from ledger.desk.sheet_cache import Shelf
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.known_words import must_be_listed
from ledger.record.log import Log
from ledger.tournament.names import OnPaper, Unprintable, must_be_printable
from ledger.tournament.standing_now import RoundsRead
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import must_make_sense
from ledger.vocabulary.refusals import Refusal

State = TypeVar("State")
Under = TypeVar("Under")


class AtHand(NamedTuple):
    """What a decision may need beyond its own stream.

    Attributes:
      log: the record.
      shelf: folded sheets.
      authority: who may do what, and what was ruled.
      now: the ledger's clock.
      unprintable: tells which characters of a name our paper can't print; the outer rooms bring
        it, for the ledger knows no paper.
      rounds_read: rounds of tournaments as they were read for a draw.
    """

    log: Log
    shelf: Shelf
    authority: Authority
    now: Callable[[], datetime]
    unprintable: Unprintable
    rounds_read: RoundsRead


class Looked(NamedTuple):
    """A stream as it was when a request came to it.

    Attributes:
      id: which.
      version: of its last event; 0 where it has none.
      events: oldest first.
      state: what they add up to; ``None`` where they don't make one of this kind.
    """

    id: UUID
    version: int
    events: tuple[Event, ...]
    state: Any


class Kind(ABC):
    """One kind of stream.

    Args:
      at_hand: what its decisions may need beyond the stream.
    """

    def __init__(self, at_hand: AtHand) -> None:
        self.at_hand = at_hand

    @abstractmethod
    def look(self, stream: UUID) -> Looked:
        """The stream as it stands.

        Raises:
          Refusal: nothing can be asked about it.
        """

    def as_begun(self, stream: UUID, events: Sequence[Event]) -> Looked:
        """The stream as it would be once these events had begun it."""
        raise NotImplementedError(stream, events)

    @abstractmethod
    def decided(self, looked: Looked, asked: Asked, sent: Sent) -> Decision:
        """What is to be written for a request.

        Raises:
          Refusal: why nothing is.
        """

    def keep(self, looked: Looked, events: Sequence[Event]) -> None:  # noqa: B027 (may be left)
        """Keep what the stream adds up to with ``events`` after it, for whoever looks next."""

    def still_stands(self, looked: Looked) -> bool:
        """Whether nothing was written to the stream since it was looked at, as far as is known.

        A decision that asks other streams may meet what was written together with its own.
        """
        del looked
        return True

    def the_same(
        self, looked: Looked, lack: Sequence[Event], asked: Asked, sent: Sent
    ) -> UUID | None:
        """The request that had written just the same in the place of this one, if there is one.

        Args:
          looked: the stream as it stands.
          lack: its events that whoever asked has not seen.
          asked: what came too late.
          sent: what it says about itself.
        """
        del looked, lack, asked, sent
        return None

    def under_a_ruling(self, looked: Looked, asked: Asked, sent: Sent) -> tuple[Fact, ...]:
        """What a director would write for a refused request under a ruling; empty: nothing.

        Args:
          looked: the stream as it stands.
          asked: what was refused.
          sent: what it says about itself.
        """
        del looked, asked, sent
        return ()


class Folded(Kind, Generic[State, Under]):
    """A kind whose streams are short, so that each request reads and folds them anew.

    Attributes:
      begins: requests that begin a stream, which is empty before.
      goes_on: requests about one that is there.
    """

    begins: RequestsOf[None, Under]
    goes_on: RequestsOf[State, Under]

    @abstractmethod
    def fold(self, events: tuple[Event, ...]) -> State | None:
        """What the events add up to; ``None`` where they don't make one."""

    @abstractmethod
    def under(self, looked: Looked, sent: Sent, role: Role | None) -> Under:
        """The authority under which something is asked, and what may be asked of the record."""

    @abstractmethod
    def missing(self, asked: Asked, stream: UUID) -> Refusal:
        """The refusal for a request about a stream nobody began."""

    @abstractmethod
    def there(self, asked: Asked) -> Refusal:
        """The refusal for who would begin a stream that is there."""

    def must_be_open_for(self, state: State, asked: Asked) -> None:
        """Refuse what does not go on any more where the stream says that something is over."""

    def look(self, stream: UUID) -> Looked:
        """The stream, read and folded; one that is empty may be begun."""
        events = self.at_hand.log.events_of(stream)
        return Looked(stream, len(events), events, self.fold(events) if events else None)

    def as_begun(self, stream: UUID, events: Sequence[Event]) -> Looked:
        """The stream as it would be once these events had begun it."""
        return Looked(stream, len(events), tuple(events), self.fold(tuple(events)))

    def still_stands(self, looked: Looked) -> bool:
        """Whether the stream has as many events as when it was read."""
        return self.at_hand.log.version_of(looked.id) == looked.version

    def named(self, state: State) -> Iterable[OnPaper]:
        """The names that stand on the paper of such a stream already."""
        del state
        return ()

    def _named(self, state: State | None) -> Iterable[OnPaper]:
        return () if state is None else self.named(state)

    def role(self, asked: Asked, sent: Sent) -> Role | None:
        """What the badge of who asks allows."""
        del asked
        return self.at_hand.authority.role_of(sent.by)

    def decided(self, looked: Looked, asked: Asked, sent: Sent) -> Decision:
        """What is to be written, for whom may ask and where it makes sense.

        Raises:
          Refusal: why nothing is.
        """
        role = self.role(asked, sent)
        begins = type(asked) in self.begins.decisions
        requests = self.begins if begins else self.goes_on
        requests.must_be_allowed(role, asked)
        must_be_listed(asked)
        under = self.under(looked, sent, role)
        if begins:
            decision = self.begins.decisions[type(asked)](None, asked, under)
            if looked.version:
                raise self.there(asked)
        elif looked.state is None:
            raise self.missing(asked, looked.id)
        else:
            self.must_be_open_for(looked.state, asked)
            decision = self.goes_on.decisions[type(asked)](looked.state, asked, under)
        # Last, for a decision says better what it can't take than that it is too long.
        must_make_sense(asked)
        must_be_printable(
            decision.facts, partial(self._named, looked.state), self.at_hand.unprintable
        )
        return decision


def kind_of(about: About) -> type[Kind]:
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
            from ledger.desk.games import Cases

            return Cases
        case "badge":
            from ledger.desk.badges import BadgeStreams

            return BadgeStreams
