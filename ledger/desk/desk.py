"""The scoring desk: load the sheet, ask the decisions, write, once and in order or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID

from msgspec.structs import replace

from ledger.asking.asked import Asked, Decision
from ledger.desk.answering import answer_of, answered_before, has_seen_all, lacking
from ledger.desk.authority import Authority
from ledger.desk.kinds import AtHand
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
from ledger.desk.sheet_cache import Shelf
from ledger.desk.turnstile import Decided, NotWritten, Turnstile
from ledger.game.sheet import Sheet
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.record.log import Log, Taken
from ledger.tournament.rounds_read import RoundsRead
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal


class Follower(Protocol):
    """A read model that keeps up with the log."""

    def catch_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Take in everything up to the end of the log.

        Args:
          written: events just written, with their positions, to save reading them back.
        """


class Desk:
    """One way in for everything that is written: about games, tournaments, cases and badges.

    Args:
      log: the record.
      now: the ledger's clock; UTC and aware.
      followers: read models to bring up to date before a request is answered, so that it
        always sees its own write.
      shelf: folded sheets.
      unprintable: tells which characters of a name our paper can't print; the outer rooms bring
        it, for the ledger knows no paper.
    """

    def __init__(
        self,
        log: Log,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        followers: Sequence[Follower] = (),
        shelf: Shelf | None = None,
        unprintable: Callable[[str], Sequence[str]] = lambda _name: (),
    ) -> None:
        self.log = log
        self.now = now
        self.followers = tuple(followers)
        self.shelf = shelf or Shelf(log)
        self.unprintable = unprintable
        self._authority = Authority(log)
        self.rounds_read = RoundsRead(log)
        self._turnstile = Turnstile(
            AtHand(log, self.shelf, self._authority, now, unprintable, self.rounds_read)
        )

    def get_ready(self) -> None:
        """Load all that answers requests, so that the first of them need not wait for it."""
        self._turnstile.get_ready()

    def sheet(self, game: UUID, *, at: int | None = None, as_of: datetime | None = None) -> Sheet:
        """The sheet of ``game``: now, at version ``at``, or as it was known at ``as_of``.

        Raises:
          Refusal: ``no-such-game``, or ``no-such-moment`` before its first event.
        """
        return self.shelf.as_known(game, at=at, as_of=as_of)

    def enter(
        self, stream: UUID, asked: Asked, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Outcome:
        """Answer a request, once, however often it arrives (design, section 7).

        Args:
          stream: which game, tournament, case or badge it is for.
          asked: what is asked.
          sent: what the request says about itself.
          words: people's words that the request names by digest, such as the strokes of a
            signature; kept beside the log in the same transaction.

        Raises:
          RecordAway: nothing can be read or written at the moment; nothing was answered.
        """
        try:
            payload = sent.digest(stream, asked)
        except Refusal as refusal:
            return Refused(refusal)
        for _ in range(ATTEMPTS):
            found = self._turnstile.comes_to(stream, asked, sent, payload)
            if isinstance(found, NotWritten):
                return self._kept(found, sent, payload, asked)
            if not isinstance(found, Decided):
                return found
            if (outcome := self._written(found, asked, sent, payload, words)) is not None:
                return outcome
        raise written_meanwhile()

    def would_write(
        self, stream: UUID, asked: Asked, sent: Sent, *, begun: Sequence[Event] = ()
    ) -> tuple[Event, ...]:
        """The events that a request would write as things stand, on all streams; none are.

        Args:
          stream: which stream it is for.
          asked: what is asked.
          sent: what the request says about itself.
          begun: the events that the stream would have by then, where a request before this one
            is to begin it.

        Raises:
          Refusal: why nothing would be.
        """
        found = self._turnstile.decided(stream, asked, sent, begun)
        return (*self._own(found, sent), *self._for_others(found.decision, sent))

    def _own(self, found: Decided, sent: Sent) -> tuple[Event, ...]:
        """The events of a decision for the stream it was asked about."""
        _, looked, decision = found
        return self.enveloped(
            looked.id, looked.version, decision.facts, sent, remarks=decision.remarks
        )

    def _for_others(self, decision: Decision, sent: Sent) -> tuple[Event, ...]:
        """The events of a decision for other streams; what the clocks showed is not theirs."""
        own = replace(sent, clocks=None)
        return tuple(
            event
            for part in decision.also
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
        asked: Asked,
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
            now = kind.look(looked.id)
            if sent.after is None or has_seen_all(now.events, sent.after):
                return None
            stale = NotWritten(now.id, now.version, Stale(lacking(now.events, sent.after)))
            return self._kept(stale, sent, payload, asked)
        kind.keep(looked, own)
        self.caught_up(tuple(zip(positions, (*own, *also), strict=True)))
        return written

    def _kept(
        self, found: NotWritten, sent: Sent, payload: bytes, asked: Asked | None = None
    ) -> Outcome:
        """Keep an answer that wrote nothing; the earlier one if a copy was faster."""
        answer = answer_of(
            found.outcome, sent, payload,
            stream=found.stream, version=found.version, at=self.now(), asked=asked,
        )  # fmt: skip
        try:
            self.log.keep_answer(answer)
        except Taken:
            return answered_before(self.log, sent, payload) or found.outcome
        return found.outcome

    def refuse(self, game: UUID, told: bytes, sent: Sent, refusal: Refusal) -> Outcome:
        """Answer a request with a refusal found before it could be read or asked.

        It uses up its number like any other answer, or it would block the tablet's queue.

        Args:
          game: which game it was for.
          told: what was asked, as it arrived.
          sent: what the request says about itself.
          refusal: why it is not even looked at.
        """
        payload = sent.digest_of(game, told)
        before = self._turnstile.answered_before(sent, payload)
        if before is not None:
            return before
        version = self.log.version_of(game)
        return self._kept(NotWritten(game, version, Refused(refusal)), sent, payload)

    def record(
        self, game: UUID, asked: Asked, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Sheet:
        """Enter a request about a game and return the sheet after it.

        Raises:
          Refusal: the request was refused, is stale, or skipped a number.
        """
        written = self.must_write(game, asked, sent, words)
        return self.sheet(game, at=written.events[-1].originator_version)

    def must_write(
        self, stream: UUID, asked: Asked, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Written:
        """Enter a request that nobody could do anything but hand on the refusal of.

        Raises:
          Refusal: the request was refused, is stale, or skipped a number.
        """
        return must_be_written(self.enter(stream, asked, sent, words))

    def caught_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Let every read model take in what was written."""
        for follower in self.followers:
            follower.catch_up(written)

    def role_of(self, badge: str) -> Role | None:
        """What ``badge`` allows; ``None`` if it was never issued, or is revoked."""
        return self._authority.role_of(badge)

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
            Event(
                stream,
                version + place,
                sent.envelope(fact, at=now, remarks=remarks if place == 1 else ()),
            )
            for place, fact in enumerate(facts, 1)
        )
