"""The scoring desk: load the sheet, ask the decisions, write, once and in order or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple, Protocol
from uuid import UUID

from ledger import rulebook
from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.desk.answering import answer_of, answered_before, has_seen_all, lacking, seen_as
from ledger.desk.authority import Authority
from ledger.desk.overruling import about_the_gap
from ledger.desk.requests import Gap, Outcome, Refused, Sent, Stale, Written
from ledger.desk.sheet_cache import Shelf
from ledger.game.facts.clock import TimeRead
from ledger.game.play.deciding import decide
from ledger.game.play.entry import OF_GAMES, Entry
from ledger.game.sheet import Sheet, after
from ledger.game.sheet.as_known import sheet_as_known
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.record.log import Log, Taken
from ledger.tournament.balancing import starts_before
from ledger.tournament.earlier_challenges import failed_before
from ledger.tournament.last_round import last_round_is_over
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import RecordAway, Refusal

rulebook.make_ready()


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
        self._authority = Authority(log)
        self._turnstile = Lock()

    def sheet(self, game: UUID, *, at: int | None = None, as_of: datetime | None = None) -> Sheet:
        """The sheet of ``game``: now, at version ``at``, or as it was known at ``as_of``.

        Raises:
          Refusal: ``no-such-game``, or ``no-such-moment`` before its first event.
        """
        return self.shelf.as_known(game, at=at, as_of=as_of)

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

        Raises:
          RecordAway: nothing can be read or written at the moment; nothing was answered.
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
            return self._kept(found, sent, payload, asked)
        return found

    def _looked_at(
        self, game: UUID, asked: Asked, sent: Sent, payload: bytes
    ) -> Outcome | _Decided | _NotWritten:
        # Sheet first, then the answer: a copy of this request that is written in between
        # leaves the sheet old and the answer there, never the reverse.
        try:
            sheet = self.shelf.sheet(game)
        except RecordAway:
            raise  # says nothing about the request: never its answer
        except Refusal as unknown:
            # Kept like any other refusal, or it would block what the tablet queued behind it.
            before = answered_before(self.log, sent, payload)
            return before or _NotWritten(game, 0, Refused(unknown))
        if (outcome := answered_before(self.log, sent, payload)) is not None:
            return outcome
        seen = sent.after
        if seen is not None and not has_seen_all(sheet.events, seen):
            seen = seen_as(self.log, seen)
        if seen is not None and not has_seen_all(sheet.events, seen):
            lack = lacking(sheet.events, seen)
            same_as = self._the_same(sheet, lack, asked, sent) if sent.queued else None
            return _NotWritten(game, sheet.version, Stale(lack, same_as=same_as))
        try:
            return _Decided(sheet, self._decided(sheet, asked, sent))
        except RecordAway:
            raise
        except Refusal as refusal:
            return _NotWritten(game, sheet.version, Refused(refusal))

    def _the_same(
        self, sheet: Sheet, lack: tuple[Event, ...], asked: Asked, sent: Sent
    ) -> UUID | None:
        """The request that was written in the place of this one, if it wrote just the same.

        Two keepers of one table enter the same turn: there is nothing to differ about. Two
        readings of the clocks are two readings.
        """
        if not lack or lack[0].originator_version == 1 or isinstance(lack[0].fact, TimeRead):
            return None
        first = lack[0].envelope.command_id
        try:
            then = sheet_as_known(sheet, at=lack[0].originator_version - 1)
            ours = self._decided(then, asked, sent)
        except RecordAway:
            raise
        except Refusal:
            return None
        theirs = [event.fact for event in lack if event.envelope.command_id == first]
        return first if theirs == [event.fact for event in ours] else None

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
        written = Written(events)
        answer = answer_of(written, sent, payload, stream=sheet.id, version=version, at=self.now())
        try:
            positions = self.log.append(events, answer=answer, words=words)
        except Taken:
            # Another request got there first: a copy of this one, which has its answer, or a
            # different entry for the same game.
            outcome = answered_before(self.log, sent, payload)
            if outcome is not None:
                return outcome
            now = self.shelf.sheet(sheet.id)
            if sent.after is None or has_seen_all(now.events, sent.after):
                return self.enter(sheet.id, asked, sent, words)
            stale = _NotWritten(now.id, now.version, Stale(lacking(now.events, sent.after)))
            return self._kept(stale, sent, payload, asked)
        self.shelf.keep(after(sheet, events))
        self.caught_up(tuple(zip(positions, events, strict=True)))
        return written

    def _kept(
        self, found: _NotWritten, sent: Sent, payload: bytes, asked: Asked | None = None
    ) -> Outcome:
        """Keep an answer that wrote nothing; the earlier one if a copy was faster."""
        answer = answer_of(
            found.outcome, sent, payload,
            stream=found.game, version=found.version, at=self.now(), asked=asked,
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
        with self._turnstile:
            before = answered_before(self.log, sent, payload)
        if before is not None:
            return before
        version = self.log.version_of(game)
        return self._kept(_NotWritten(game, version, Refused(refusal)), sent, payload)

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
        return self._authority.role_of(badge)

    def _decided(self, sheet: Sheet, asked: Asked, sent: Sent) -> tuple[Event, ...]:
        """The events to write for ``asked``.

        Raises:
          Refusal: why there are none.
        """
        role = self.role_of(sent.by)
        OF_GAMES.must_be_allowed(role, asked)
        case = self._authority.ruled(sheet.id, sent.case)
        if case is not None and sheet.is_final and role is not Role.DIRECTOR:
            raise _the_director_enters_it()
        scheduled = sheet.scheduled
        rules = rulebook.in_force(scheduled.rulebook, scheduled.options)
        entry = Entry(
            rules=rules,
            by=sent.by,
            role=role or Role.SCOREKEEPER,
            device=sent.device,
            clocks=sent.clocks,
            case=case,
            citation=self._authority.cited(sheet.id, sent.case),
            last_round_over=lambda: last_round_is_over(self.log, scheduled),
            failed_before=lambda seat: failed_before(self.log, self.shelf, sheet, seat, rules),
            starts_before=lambda: starts_before(self.log, self.shelf, scheduled),
        )
        decision: Decision = decide(sheet, asked, entry)
        noticed = decision.remarks
        if entry.case is not None:
            ruled = self._authority.gaps_ruled(sheet.id, entry.case)
            noticed = (*noticed, *about_the_gap(sheet, asked, entry, ruled))
        noticed = tuple(dict.fromkeys(noticed))
        return self.enveloped(sheet.id, sheet.version, decision.facts, sent, remarks=noticed)

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


def _the_director_enters_it() -> Refusal:
    """Of a result that stands: a ruling for something else, given earlier, must not open it."""
    return Refusal(
        "result-final",
        "This result is final; a ruling about it is carried out under a director's own badge.",
        "Call the director, who enters badge and PIN.",
    )
