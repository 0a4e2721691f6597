"""The scoring desk: load the sheet, ask the decisions, write with the answer, once and in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from threading import BoundedSemaphore
from typing import NamedTuple, Protocol, TypeVar, get_args
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.desk.answering import answer_of, answered_before, has_seen_all, lacking, seen_as
from ledger.desk.requests import (
    ATTEMPTS,
    Outcome,
    Refused,
    Sent,
    Stale,
    Written,
    must_be_written,
    written_meanwhile,
)
from ledger.desk.sheet_cache import SheetCache
from ledger.desk.streams import Authority, CaseIndex, DeskServices, Snapshot, StreamHandler, kind_of
from ledger.game.sheet.folding import after
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.record.log import Log, Taken
from ledger.refusals.saying import refusal
from ledger.requests import About, Decision, Request, WorkFirst
from ledger.tournament.standing_now import RoundsRead
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import RecordAway, Refusal

# What a request comes to as things stand: one at a time, and nothing is written.


_Told = TypeVar("_Told")


class Decided(NamedTuple):
    """What is to be written, and the stream as it was when that was decided."""

    kind: StreamHandler
    looked: Snapshot
    decision: Decision


class NotWritten(NamedTuple):
    """An answer that writes nothing, and the version of the stream it was given on."""

    stream: UUID
    version: int
    outcome: Stale | Refused


class RequestQueue:
    """Where requests are looked at one after another; what is decided is written outside."""

    def __init__(self, at_hand: DeskServices) -> None:
        self._at_hand = at_hand
        self._log = at_hand.log
        self._kinds: dict[About, StreamHandler] = {}
        self._one_at_a_time = BoundedSemaphore(self._log.store.looks_at_once)

    def get_ready(self) -> None:
        """Load all that answers requests, so that the first of them need not wait for it."""
        for about in get_args(About):
            self.kind(about)

    def kind(self, about: About) -> StreamHandler:
        kind = self._kinds.get(about)
        if kind is None:
            kind = self._kinds[about] = kind_of(about)(self._at_hand)
        return kind

    def evaluate(
        self, stream: UUID, request: Request, sent: Sent, payload: bytes
    ) -> Outcome | Decided | NotWritten:
        return self._in_turn(partial(self._looked_at, stream, request, sent, payload))

    def decided(
        self, stream: UUID, request: Request, sent: Sent, begun: Sequence[Event] = ()
    ) -> Decided:
        """What a request would write, whatever its sender has seen; ``begun``: to a stream so."""
        kind = self.kind(request.about)

        def look() -> Decided:
            looked = kind.as_begun(stream, begun) if begun else kind.load(stream)
            return Decided(kind, looked, _must_write_something(kind.decided(looked, request, sent)))

        return self._in_turn(look)

    def answered_before(self, sent: Sent, payload: bytes) -> Outcome | None:
        return self._in_turn(partial(answered_before, self._log, sent, payload))

    def _in_turn(self, look: Callable[[], _Told]) -> _Told:
        """Look and decide when it is this one's turn; what takes long is done outside of it.

        One at a time looks and decides, which is all Python; many at once wait for the disk.
        Left to themselves, sixteen threads spend half their time handing on. Where to look is to
        wait for a server, a few may.
        """
        for _ in range(ATTEMPTS):
            try:
                with self._one_at_a_time:
                    return look()
            except WorkFirst as wanted:
                wanted.work()
        raise written_meanwhile()

    def _looked_at(
        self, stream: UUID, request: Request, sent: Sent, payload: bytes
    ) -> Outcome | Decided | NotWritten:
        # Stream first, then the answer: a copy of this request that is written in between
        # leaves the stream old and the answer there, never the reverse.
        kind = self.kind(request.about)
        try:
            looked = kind.load(stream)
        except RecordAway:
            raise  # says nothing about the request: never its answer
        except Refusal as unknown:
            # Kept like any other refusal, or it would block what the tablet queued behind it.
            before = answered_before(self._log, sent, payload)
            return before or NotWritten(stream, 0, Refused(unknown))
        if (outcome := answered_before(self._log, sent, payload)) is not None:
            return outcome
        seen = sent.after
        if seen is not None and not has_seen_all(looked.events, seen):
            seen = seen_as(self._log, seen)
        if seen is not None and not has_seen_all(looked.events, seen):
            lack = lacking(looked.events, seen)
            same_as = kind.the_same(looked, lack, request, sent) if sent.queued else None
            return NotWritten(stream, looked.version, Stale(lack, same_as=same_as))
        try:
            decision = _must_write_something(kind.decided(looked, request, sent))
        except RecordAway:
            raise
        except Refusal as refusal:
            if not kind.is_current(looked):
                return self._looked_at(stream, request, sent, payload)
            ruled = tuple(fact.topic() for fact in kind.under_a_ruling(looked, request, sent))
            return NotWritten(stream, looked.version, Refused(refusal, would_write=ruled))
        return Decided(kind, looked, decision)


def _must_write_something(decision: Decision) -> Decision:
    """It writes to the stream that was asked about, which its answer names."""
    if not decision.facts:
        raise refusal("nothing-to-write")
    return decision


class Follower(Protocol):
    def catch_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Take in everything up to the end of the log.

        Args:
          written: events just written, with their positions, to save reading them back.
        """


class Desk:
    """One way in for everything that is written: about games, tournaments, cases and badges.

    Args:
      followers: read models to bring up to date before a request is answered, so that it
        always sees its own write.
      unprintable: tells which characters of a name our paper can't print; the outer rooms bring
        it, for the ledger knows no paper.
    """

    def __init__(
        self,
        log: Log,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        followers: Sequence[Follower] = (),
        shelf: SheetCache | None = None,
        unprintable: Callable[[str], Sequence[str]] = lambda _name: (),
    ) -> None:
        self.log = log
        self.now = now
        self.followers = tuple(followers)
        self.shelf = shelf or SheetCache(log)
        self.unprintable = unprintable
        self._authority = Authority(log)
        self.rounds_read = RoundsRead(log)
        self.cases = CaseIndex(log)
        self._turnstile = RequestQueue(
            DeskServices(
                log, self.shelf, self._authority, now, unprintable, self.rounds_read, self.cases
            )
        )

    def get_ready(self) -> None:
        self._turnstile.get_ready()

    def sheet(self, game: UUID, *, at: int | None = None, as_of: datetime | None = None) -> Sheet:
        """The sheet of ``game``: now, at version ``at``, or as it was known at ``as_of``."""
        return self.shelf.as_known(game, at=at, as_of=as_of)

    def enter(
        self, stream: UUID, request: Request, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Outcome:
        """Answer a request, once, however often it arrives (design, section 7).

        Args:
          words: people's words that the request names by digest, such as the strokes of a
            signature; kept beside the log in the same transaction.

        Raises:
          RecordAway: nothing can be read or written at the moment; nothing was answered.
        """
        try:
            payload = sent.digest(stream, request)
        except Refusal as refusal:
            return Refused(refusal)
        for _ in range(ATTEMPTS):
            found = self._turnstile.evaluate(stream, request, sent, payload)
            if isinstance(found, NotWritten):
                return self._kept(found, sent, payload, request)
            if not isinstance(found, Decided):
                return found
            if (outcome := self._written(found, request, sent, payload, words)) is not None:
                return outcome
        raise written_meanwhile()

    def would_write(
        self, stream: UUID, request: Request, sent: Sent, *, begun: Sequence[Event] = ()
    ) -> tuple[Event, ...]:
        """The events that a request would write as things stand, on all streams; none are.

        Args:
          begun: the events that the stream would have by then, where a request before this one
            is to begin it.
        """
        found = self._turnstile.decided(stream, request, sent, begun)
        return (*self._own(found, sent), *self._for_others(found.decision, sent))

    def _own(self, found: Decided, sent: Sent) -> tuple[Event, ...]:
        _, looked, decision = found
        return self.enveloped(
            looked.id, looked.version, decision.facts, sent, remarks=decision.remarks
        )

    def _for_others(self, decision: Decision, sent: Sent) -> tuple[Event, ...]:
        """The events of a decision for other streams; what the clocks showed is not theirs."""
        own = replace(sent, clocks=None)
        return tuple(
            event
            for part in decision.other_writes
            for event in self.enveloped(
                part.stream,
                part.version,
                part.facts,
                replace(own, case=part.case),
                remarks=part.remarks,
            )
        )

    def _written(
        self,
        found: Decided,
        request: Request,
        sent: Sent,
        payload: bytes,
        words: Sequence[KeptWords],
    ) -> Outcome | None:
        """The answer, or ``None`` where the stream was written to in between: look anew."""
        kind, looked, decision = found
        own, also = self._own(found, sent), self._for_others(decision, sent)
        version = own[-1].originator_version
        written = Written(own)
        answer = answer_of(written, sent, payload, stream=looked.id, version=version, at=self.now())
        try:
            positions = self.log.append((*own, *also), answer=answer, words=words)
        except Taken:
            # Another request got there first: a copy of this one, which has its answer, or a
            # different entry for the same stream.
            outcome = answered_before(self.log, sent, payload)
            if outcome is not None:
                return outcome
            now = kind.load(looked.id)
            if sent.after is None or has_seen_all(now.events, sent.after):
                return None
            stale = NotWritten(now.id, now.version, Stale(lacking(now.events, sent.after)))
            return self._kept(stale, sent, payload, request)
        kind.keep(looked, own)
        self.caught_up(tuple(zip(positions, (*own, *also), strict=True)))
        return written

    def _kept(
        self, found: NotWritten, sent: Sent, payload: bytes, request: Request | None = None
    ) -> Outcome:
        """Keep an answer that wrote nothing; the earlier one if a copy was faster."""
        answer = answer_of(
            found.outcome, sent, payload,
            stream=found.stream, version=found.version, at=self.now(), request=request,
        )  # fmt: skip
        try:
            self.log.keep_answer(answer)
        except Taken:
            return answered_before(self.log, sent, payload) or found.outcome
        return found.outcome

    def refuse(self, game: UUID, data: bytes, sent: Sent, refusal: Refusal) -> Outcome:
        """Answer a request with a refusal found before it could be read or asked.

        It uses up its number like any other answer, or it would block the tablet's queue.
        """
        payload = sent.digest_of(game, data)
        before = self._turnstile.answered_before(sent, payload)
        if before is not None:
            return before
        version = self.log.version_of(game)
        return self._kept(NotWritten(game, version, Refused(refusal)), sent, payload)

    def record(
        self, game: UUID, request: Request, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Sheet:
        written = self.must_write(game, request, sent, words)
        return self.sheet(game, at=written.events[-1].originator_version)

    def must_write(
        self, stream: UUID, request: Request, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Written:
        """Enter a request that nobody could do anything but hand on the refusal of."""
        return must_be_written(self.enter(stream, request, sent, words))

    def caught_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        for follower in self.followers:
            follower.catch_up(written)

    def role_of(self, badge: str) -> Role | None:
        return self._authority.role_of(badge)

    def name_of(self, badge: str) -> str:
        return self._authority.name_of(badge)

    def enveloped(
        self,
        stream: UUID,
        version: int,
        facts: Sequence[Fact],
        sent: Sent,
        *,
        remarks: tuple[str, ...] = (),
    ) -> tuple[Event, ...]:
        """``facts`` as the next events of ``stream``; remarks go on the first."""
        now = self.now()
        return tuple(
            [
                Event(
                    stream,
                    version + place,
                    sent.envelope(fact, at=now, remarks=remarks if place == 1 else ()),
                )
                for place, fact in enumerate(facts, 1)
            ]
        )


# What has happened by the time it is written, at a door or in a drawer: nobody decides on it.


def write_down(
    desk: Desk,
    stream: UUID,
    fact: Fact,
    sent: Sent,
    *,
    unless: Callable[[tuple[Event, ...]], bool] = lambda _events: False,
) -> None:
    """Write down what has happened; somebody else's event in between is no reason to give up.

    Args:
      unless: asked about the events of the stream; nothing is written where it says so.

    Raises:
      RecordAway: others write to this stream without a pause.
    """
    for _ in range(ATTEMPTS):
        there = desk.log.events_of(stream)
        if unless(there):
            return
        try:
            desk.log.append(desk.enveloped(stream, len(there), (fact,), sent))
        except Taken:
            continue
        desk.caught_up()
        return
    raise written_meanwhile()


# A ruling seen before it is given: what would be written, and the sheet before and after.


class Preview(Struct, frozen=True, kw_only=True):
    events: tuple[Event, ...]
    before: Sheet | None
    after: Sheet | None


def preview(desk: Desk, case: UUID, game: UUID | None, request: Request, sent: Sent) -> Preview:
    return seen_on(desk, game, desk.would_write(case, request, sent))


def seen_on(desk: Desk, game: UUID | None, events: tuple[Event, ...]) -> Preview:
    if game is None:
        return Preview(events=events, before=None, after=None)
    before = desk.sheet(game)
    own = tuple(event for event in events if event.originator_id == game)
    return Preview(events=events, before=before, after=after(before, own) if own else before)
