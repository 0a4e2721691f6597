"""The scoring desk: load the sheet, ask the decisions, write, once and in order or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from threading import Lock
from typing import NamedTuple, Protocol
from uuid import UUID

import msgspec

from ledger import rulebook
from ledger.answers import Answer
from ledger.decisions import Asked, Decision, Entry, decide
from ledger.events import Envelope, Event
from ledger.facts.badges import BadgeIssued, BadgeRevoked
from ledger.facts.cases import RulingGiven
from ledger.facts.fact import Fact
from ledger.log import Log, Taken
from ledger.permissions import must_be_allowed
from ledger.refusals import Refusal
from ledger.requests import Gap, Outcome, Refused, Sent, Stale, Written
from ledger.sheet import Sheet, after, replay
from ledger.shelf import Shelf, no_such_game
from ledger.streams import badge_id
from ledger.vocabulary import Role
from ledger.words import KeptWords

_REFUSALS = msgspec.json.Decoder(Refusal)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


class Follower(Protocol):
    """A read model that keeps up with the log."""

    def catch_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Take in everything up to the end of the log.

        Args:
          written: events just written, with their positions, to save reading them back.
        """


class _Decided(NamedTuple):
    """What is to be written, and the sheet it was decided on."""

    sheet: Sheet
    events: tuple[Event, ...]


class _NotWritten(NamedTuple):
    """An answer that writes nothing, and the version of the game it was given on."""

    game: UUID
    version: int
    outcome: Stale | Refused


class Desk:
    """One way in for everything that is written about games.

    Args:
      log: the record.
      now: the ledger's clock; UTC and aware.
      followers: read models to bring up to date before a request is answered, so that it
        always sees its own write.
    """

    def __init__(
        self,
        log: Log,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        followers: Sequence[Follower] = (),
        shelf: Shelf | None = None,
    ) -> None:
        self.log = log
        self.now = now
        self.followers = tuple(followers)
        self.shelf = shelf or Shelf(log)
        self._turnstile = Lock()

    def sheet(self, game: UUID, *, at: int | None = None, as_of: datetime | None = None) -> Sheet:
        """The sheet of ``game``: now, at version ``at``, or as it was known at ``as_of``.

        Raises:
          Refusal: ``no-such-game``, or ``no-such-moment`` before its first event.
        """
        sheet = self.shelf.sheet(game)
        if at is None and as_of is None:
            return sheet
        events = sheet.events
        if as_of is not None:
            moment = as_of
            events = tuple(takewhile(lambda e: e.envelope.written_at <= moment, events))
        if at is not None:
            if at < 1 or at > sheet.version:
                raise Refusal(
                    "no-such-moment",
                    f"This game has events 1 to {sheet.version}; there is no event {at}.",
                    "Choose one of those.",
                )
            events = events[:at]
        if not events:
            raise Refusal(
                "no-such-moment",
                "Nothing was known of this game at that moment.",
                f"Choose a moment from {sheet.events[0].envelope.written_at:%Y-%m-%d %H:%M:%S} on.",
            )
        return replay(events)

    def enter(
        self, game: UUID, asked: Asked, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Outcome:
        """Answer a request, once, however often it arrives (design, section 7).

        Args:
          game: which game it is for.
          asked: what is asked.
          sent: what the request says about itself.
          words: people's words that the request names by digest, such as the strokes of a
            signature; kept beside the log in the same transaction.
        """
        try:
            payload = sent.digest(game, asked)
        except Refusal as refusal:
            return Refused(refusal)
        # One at a time looks and decides, which is all Python; many at once wait for the disk.
        # Left to themselves, sixteen threads spend half their time handing the interpreter on.
        with self._turnstile:
            found = self._looked_at(game, asked, sent, payload)
        if isinstance(found, _Decided):
            return self._written(found, asked, sent, payload, words)
        if isinstance(found, _NotWritten):
            return self._kept(found, sent, payload)
        return found

    def _looked_at(
        self, game: UUID, asked: Asked, sent: Sent, payload: bytes
    ) -> Outcome | _Decided | _NotWritten:
        # Sheet first, then the answer: a copy of this request that is written in between
        # leaves the sheet old and the answer there, never the reverse.
        try:
            sheet = self.shelf.sheet(game)
        except Refusal as unknown:
            # Kept like any other refusal, or it would block what the tablet queued behind it.
            before = self._answered_before(sent, payload)
            return before or _NotWritten(game, 0, Refused(unknown))
        if (outcome := self._answered_before(sent, payload)) is not None:
            return outcome
        if sent.after is not None and sheet.events[-1].envelope.command_id != sent.after:
            return _NotWritten(game, sheet.version, Stale(_past(sheet.events, sent.after)))
        try:
            return _Decided(sheet, self._decided(sheet, asked, sent))
        except Refusal as refusal:
            return _NotWritten(game, sheet.version, Refused(refusal))

    def _written(
        self,
        found: _Decided,
        asked: Asked,
        sent: Sent,
        payload: bytes,
        words: Sequence[KeptWords],
    ) -> Outcome:
        sheet, events = found.sheet, found.events
        version = events[-1].originator_version
        answer = self._answer("written", version, sheet.id, sent, payload)
        try:
            positions = self.log.append(events, answer=answer, words=words)
        except Taken:
            # Another request got there first: a copy of this one, which has its answer, or a
            # different entry for the same game.
            outcome = self._answered_before(sent, payload)
            if outcome is not None:
                return outcome
            if sent.after is None:
                return self.enter(sheet.id, asked, sent, words)
            now = self.shelf.sheet(sheet.id)
            stale = _NotWritten(now.id, now.version, Stale(_past(now.events, sent.after)))
            return self._kept(stale, sent, payload)
        self.shelf.keep(after(sheet, events))
        self.caught_up(tuple(zip(positions, events, strict=True)))
        return Written(events)

    def _kept(self, found: _NotWritten, sent: Sent, payload: bytes) -> Outcome:
        """Keep an answer that wrote nothing; the earlier one if a copy was faster."""
        body, kind = b"", "stale"
        if isinstance(found.outcome, Refused):
            body, kind = msgspec.json.encode(found.outcome.refusal), "refused"
        answer = self._answer(kind, found.version, found.game, sent, payload, body)
        try:
            self.log.keep_answer(answer)
        except Taken:
            return self._answered_before(sent, payload) or found.outcome
        return found.outcome

    def record(
        self, game: UUID, asked: Asked, sent: Sent, words: Sequence[KeptWords] = ()
    ) -> Sheet:
        """Enter a request and return the sheet after it.

        Raises:
          Refusal: the request was refused, is stale, or skipped a number.
        """
        outcome = self.enter(game, asked, sent, words)
        if isinstance(outcome, Refused):
            raise outcome.refusal
        if isinstance(outcome, Stale):
            raise Refusal(
                "stale-sheet",
                f"{len(outcome.lacking)} entries were written to this game in the meantime.",
                "Check them on the sheet, then enter yours again if it is still right.",
            )
        if isinstance(outcome, Gap):
            raise Refusal(
                "skipped-number",
                f"Request {sent.device_seq} came before request {outcome.expected}.",
                f"Send request {outcome.expected} first.",
            )
        return self.sheet(game, at=outcome.events[-1].originator_version)

    def caught_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Let every read model take in what was written."""
        for follower in self.followers:
            follower.catch_up(written)

    def role_of(self, badge: str) -> Role | None:
        """What ``badge`` allows; ``None`` if it was never issued, or is revoked."""
        role = None
        for event in self.log.events_of(badge_id(badge)):
            if isinstance(event.fact, BadgeIssued):
                role = event.fact.role
            elif isinstance(event.fact, BadgeRevoked):
                role = None
        return role

    def _decided(self, sheet: Sheet, asked: Asked, sent: Sent) -> tuple[Event, ...]:
        """The events to write for ``asked``.

        Raises:
          Refusal: why there are none.
        """
        role = self.role_of(sent.by)
        must_be_allowed(role, asked)
        scheduled = sheet.scheduled
        entry = Entry(
            rules=rulebook.in_force(scheduled.rulebook, scheduled.options),
            by=sent.by,
            role=role or Role.SCOREKEEPER,
            clocks=sent.clocks,
            case=self._ruled(sheet.id, sent.case),
        )
        decision: Decision = decide(sheet, asked, entry)
        return self.enveloped(
            sheet.id, sheet.version, decision.facts, sent, remarks=decision.remarks
        )

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
                Envelope(
                    written_at=now,
                    written_by=sent.by,
                    command_id=sent.command_id,
                    device=sent.device,
                    occurred_at=sent.occurred_at,
                    skew=sent.skew(now),
                    clocks=sent.clocks,
                    case=sent.case,
                    remarks=remarks if place == 1 else (),
                    fact=fact,
                ),
            )
            for place, fact in enumerate(facts, 1)
        )

    def _ruled(self, game: UUID, case: UUID | None) -> UUID | None:
        """``case``, once a director's ruling for this game was found there.

        Raises:
          Refusal: ``no-such-ruling``: a number sent proves nothing.
        """
        if case is None:
            return None
        for event in self.log.events_of(case):
            fact = event.fact
            if (
                isinstance(fact, RulingGiven)
                and fact.game == game
                and self._was_director(event.envelope.written_by)
            ):
                return case
        raise Refusal(
            "no-such-ruling",
            "No director has ruled on this game under that case.",
            "Ask the director for the ruling, then enter it under its case.",
        )

    def _was_director(self, badge: str) -> bool:
        """Whether ``badge`` was ever a director's: a ruling outlives the badge it was given under.

        Only a director's badge can write one (``ledger.directing``).
        """
        return any(
            isinstance(event.fact, BadgeIssued) and event.fact.role is Role.DIRECTOR
            for event in self.log.events_of(badge_id(badge))
        )

    def _answered_before(self, sent: Sent, payload: bytes) -> Outcome | None:
        """The answer this request already has, or the gap before it; ``None`` if it is new."""
        # The count first, then the answer: a copy of this request that is answered in between
        # leaves the count old and the answer there, never the reverse.
        expected = 0 if sent.device_seq is None else self.log.last_seq(sent.device) + 1
        answer = self.log.answer_to(sent.command_id)
        if answer is not None:
            return self._again(answer, payload, sent)
        if sent.device_seq is None:
            return None
        if sent.device_seq > expected:
            return Gap(expected)
        if sent.device_seq < expected:
            return Refused(
                Refusal(
                    "number-used",
                    f"This device has already used number {sent.device_seq} for another request.",
                    "Enrol the tablet again; its count was lost.",
                )
            )
        return None

    def _again(self, answer: Answer, payload: bytes, sent: Sent) -> Outcome:
        if answer.payload != payload:
            return Refused(
                Refusal(
                    "changed-request",
                    "This request was answered before, with other contents.",
                    "Enter it again as a new request.",
                )
            )
        if answer.kind == "refused":
            return Refused(_REFUSALS.decode(answer.body), again=True)
        events = self.log.events_of(answer.stream)
        if answer.kind == "stale":
            return Stale(_past(events[: answer.version], sent.after), again=True)
        return Written(
            tuple(e for e in events if e.envelope.command_id == answer.command_id), again=True
        )

    def _answer(
        self, kind: str, version: int, stream: UUID, sent: Sent, payload: bytes, body: bytes = b""
    ) -> Answer:
        return Answer(
            command_id=sent.command_id,
            device=sent.device,
            device_seq=sent.device_seq,
            payload=payload,
            kind=kind,
            stream=stream,
            version=version,
            body=body,
            at=self.now(),
        )


def _past(events: Sequence[Event], seen: UUID | None) -> tuple[Event, ...]:
    """The events after the last one that request ``seen`` wrote; all, if it wrote none."""
    last = max((e.originator_version for e in events if e.envelope.command_id == seen), default=0)
    return tuple(e for e in events if e.originator_version > last)


__all__ = ["Desk", "Follower", "no_such_game"]
