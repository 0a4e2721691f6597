"""What a request comes to as things stand: one at a time, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from threading import BoundedSemaphore
from typing import NamedTuple, TypeVar, get_args
from uuid import UUID

from ledger.asking.asked import About, Asked, Decision
from ledger.asking.work_first import WorkFirst
from ledger.desk.answering import answered_before, has_seen_all, lacking, seen_as
from ledger.desk.kinds import AtHand, Kind, Looked, kind_of
from ledger.desk.requests import ATTEMPTS, Outcome, Refused, Sent, Stale, written_meanwhile
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import RecordAway, Refusal

_Told = TypeVar("_Told")


class Decided(NamedTuple):
    """What is to be written, and the stream as it was when that was decided."""

    kind: Kind
    looked: Looked
    decision: Decision


class NotWritten(NamedTuple):
    """An answer that writes nothing, and the version of the stream it was given on."""

    stream: UUID
    version: int
    outcome: Stale | Refused


class Turnstile:
    """Where requests are looked at one after another; what is decided is written outside.

    Args:
      at_hand: what decisions may need beyond the stream that is asked about.
    """

    def __init__(self, at_hand: AtHand) -> None:
        self._at_hand = at_hand
        self._log = at_hand.log
        self._kinds: dict[About, Kind] = {}
        self._one_at_a_time = BoundedSemaphore(self._log.store.looks_at_once)

    def get_ready(self) -> None:
        """Load all that answers requests, so that the first of them need not wait for it."""
        for about in get_args(About):
            self.kind(about)

    def kind(self, about: About) -> Kind:
        """What answers requests about such a stream."""
        kind = self._kinds.get(about)
        if kind is None:
            kind = self._kinds[about] = kind_of(about)(self._at_hand)
        return kind

    def comes_to(
        self, stream: UUID, asked: Asked, sent: Sent, payload: bytes
    ) -> Outcome | Decided | NotWritten:
        """What is to be written, or answered and kept, or was answered before."""
        return self._in_turn(partial(self._looked_at, stream, asked, sent, payload))

    def decided(
        self, stream: UUID, asked: Asked, sent: Sent, begun: Sequence[Event] = ()
    ) -> Decided:
        """What a request would write, whatever its sender has seen; ``begun``: to a stream so.

        Raises:
          Refusal: why nothing would be.
        """
        kind = self.kind(asked.about)

        def look() -> Decided:
            looked = kind.as_begun(stream, begun) if begun else kind.look(stream)
            return Decided(kind, looked, _must_write_something(kind.decided(looked, asked, sent)))

        return self._in_turn(look)

    def answered_before(self, sent: Sent, payload: bytes) -> Outcome | None:
        """The answer a request already has, or the gap before it; ``None`` if it is new."""
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
        self, stream: UUID, asked: Asked, sent: Sent, payload: bytes
    ) -> Outcome | Decided | NotWritten:
        # Stream first, then the answer: a copy of this request that is written in between
        # leaves the stream old and the answer there, never the reverse.
        kind = self.kind(asked.about)
        try:
            looked = kind.look(stream)
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
            same_as = kind.the_same(looked, lack, asked, sent) if sent.queued else None
            return NotWritten(stream, looked.version, Stale(lack, same_as=same_as))
        try:
            decision = _must_write_something(kind.decided(looked, asked, sent))
        except RecordAway:
            raise
        except Refusal as refusal:
            if not kind.still_stands(looked):
                return self._looked_at(stream, asked, sent, payload)
            ruled = tuple(fact.topic() for fact in kind.under_a_ruling(looked, asked, sent))
            return NotWritten(stream, looked.version, Refused(refusal, would_write=ruled))
        return Decided(kind, looked, decision)


def _must_write_something(decision: Decision) -> Decision:
    """The decision, where it writes to the stream that was asked about, which its answer names.

    Raises:
      Refusal: ``nothing-to-write``.
    """
    if not decision.facts:
        raise refusal("nothing-to-write")
    return decision
