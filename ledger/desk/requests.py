"""A request as sent (`Sent`), its digest, its answer (`Written`, `Stale`, `Refused`, `Gap`)."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any, Literal, get_args
from uuid import UUID, uuid4, uuid5

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.messages import ENGLISH, known, speaking
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.vocabulary import Clocks, Moment, Seconds
from ledger.vocabulary.refusals import RecordAway, Refusal, Saying

FollowsOn = Literal["ruling", "forfeited on withdrawing", "looked at again"]
"""What one form asks for besides, in a request of its own."""


def numbers_after(number: UUID) -> set[UUID]:
    """The numbers of all requests that may follow on one, which anybody can work out from it."""
    return {uuid5(number, what) for what in get_args(FollowsOn)}


class Sent(Struct, frozen=True, kw_only=True):
    """What every request says about itself.

    Attributes:
      command_id: the device's own number for this request; the same when sent again.
      device: the tablet, or ``desk`` for what is entered on the server itself.
      device_seq: the request's place in the device's own count, from 1; ``None`` on the
        server itself, which keeps no count.
      after: ``command_id`` of the last entry on the sheet its scorekeeper saw; for a queued
        turn, of the turn queued before it. ``None``: whatever stands.
      clocks: what both players' clocks showed.
      queued: it waited in a tablet's queue, so nobody is told at once should it come too late;
        what it wanted is then kept until somebody settles it (``ledger.desk.answering``).
    """

    by: str
    command_id: UUID
    device: str = "desk"
    device_seq: int | None = None
    after: UUID | None = None
    occurred_at: Moment | None = None
    sent_at: Moment | None = None
    clocks: Clocks | None = None
    case: UUID | None = None
    queued: bool = False

    def followed_by(self, what: FollowsOn) -> Sent:
        """The request that one form makes after this one, numbered from it: once, if sent again."""
        return replace(self, command_id=uuid5(self.command_id, what))

    def skew(self, now: datetime) -> Seconds | None:
        """How far the device's clock is ahead of the ledger's, in whole seconds."""
        if self.sent_at is None:
            return None
        return Seconds(round((self.sent_at - now).total_seconds()))

    def envelope(self, fact: Fact, *, at: datetime, remarks: tuple[str, ...] = ()) -> Envelope:
        return Envelope(
            written_at=at,
            written_by=self.by,
            command_id=self.command_id,
            device=self.device,
            occurred_at=self.occurred_at,
            skew=self.skew(at),
            clocks=self.clocks,
            case=self.case,
            remarks=remarks,
            fact=fact,
        )

    def digest(self, stream: UUID, request: Request) -> bytes:
        """SHA-256 of all that was asked, but not of when it was sent: that changes.

        Raises:
          Refusal: ``unreadable-request``: there are characters in it that nothing can write.
        """
        try:
            return self.digest_of(stream, request)
        except UnicodeEncodeError:
            raise refusal("unreadable-request/unwritable-characters") from None

    def digest_of(self, stream: UUID, request: Request | bytes) -> bytes:
        """SHA-256 as ``digest``; of a request that can't be read, over its bytes as they came."""
        seconds = (
            stream, request, self.by, self.device, self.device_seq, self.after,
            self.occurred_at, self.clocks, self.case,
        )  # fmt: skip
        return hashlib.sha256(msgspec.json.encode(seconds)).digest()


def from_the_desk(by: str) -> Sent:
    return Sent(by=by, command_id=uuid4())


class Written(Struct, frozen=True):
    """The request was written. ``again``: it had been before, and this is that answer."""

    events: tuple[Event, ...]
    again: bool = False


class Stale(Struct, frozen=True):
    """The sheet had moved on; nothing was written.

    Attributes:
      lacking: the events not yet seen.
      same_as: the request, seen by nobody here yet, that had written just the same in its place;
        then there is nothing to settle.
    """

    lacking: tuple[Event, ...]
    again: bool = False
    same_as: UUID | None = None


class Refused(Struct, frozen=True):
    """The request was refused, in words.

    Attributes:
      would_write: topics of what a director could write for it under a ruling; empty: a ruling
        changes nothing.
    """

    refusal: Refusal
    again: bool = False
    would_write: tuple[str, ...] = ()

    @property
    def ruling(self) -> bool:
        return bool(self.would_write)


class Gap(Struct, frozen=True):
    """A number was skipped in the device's count; ``expected`` is the one to send."""

    expected: int


Outcome = Written | Stale | Refused | Gap

ATTEMPTS = 50  # how often somebody else may be first before we give up


def must_be_written(outcome: Outcome) -> Written:
    """The outcome, for who could do nothing but hand on why nothing was written."""
    if isinstance(outcome, Refused):
        raise outcome.refusal
    if isinstance(outcome, Stale):
        raise Refusal.of("stale-sheet", n=len(outcome.lacking))
    if isinstance(outcome, Gap):
        raise refusal("skipped-number", expected=outcome.expected)
    return outcome


def written_meanwhile() -> RecordAway:
    """Others write to this stream without a pause: nothing was answered, and may be tried again."""
    return RecordAway.of("written-meanwhile")


# What a queued entry wanted that came too late, kept beside its answer.
#
# Of a request the ledger keeps a digest only. One that waited in a tablet's queue and came back
# *stale* is an exception: two people differ about what happened at a table, and both must be able
# to see both entries. One about a game that was *refused* is another (``refused_body``). It lies in
# the answer's own row, which is never changed and has check sums: an event would make the game go
# on, and every other tablet's queue stale for it.


class RejectedRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was asked, and what the request said about itself.

    Attributes:
      asked: the request as plain data, with its tag under ``ask``.
      after: the last entry its scorekeeper had seen.
      same_as: the request that had written just the same; then nobody need settle anything.
    """

    by: str
    asked: dict[str, Any]
    after: UUID | None = None
    occurred_at: Moment | None = None
    clocks: Clocks | None = None
    same_as: UUID | None = None


_WANTED = msgspec.json.Decoder(RejectedRequest)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def as_kept(request: Request, sent: Sent, same_as: UUID | None = None) -> bytes:
    return msgspec.json.encode(rejected_by(request, sent, same_as))


def rejected_by(request: Request, sent: Sent, same_as: UUID | None = None) -> RejectedRequest:
    return RejectedRequest(
        by=sent.by,
        asked=msgspec.to_builtins(request),
        after=sent.after,
        occurred_at=sent.occurred_at,
        clocks=sent.clocks,
        same_as=same_as,
    )


def wanted_of(body: bytes) -> RejectedRequest:
    return _WANTED.decode(body)


# The body of a refusal's answer: what was said, and what a refused request about a game wanted.
#
# A refusal that a director's ruling can overcome is where a ruling starts: whoever rules reads what
# was wanted, and enters that very request under the case. It lies in the answer's own row, as what
# came too late does. The id and the values of a refusal's sentences are kept, and it is said in the
# language of whoever reads it. Its English stands beside them, which older releases read; of
# their own bodies there is nothing else.


LONGEST = 8192  # bytes of what was wanted that are kept: more is no entry anybody would read again


class SaidValue(Struct, frozen=True, omit_defaults=True):
    """A ``Saying`` as it is kept."""

    message: str
    values: dict[str, str | int | None] = {}


class RefusedBody(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was said of a request, in ``Refusal``'s own fields, and what it wanted.

    Attributes:
      what: in English, as ``next_step``: said where no sentence has the id ``message``.
      values: what the sentences name; words are in English.
      said: those of the values that are sentences of the catalogues, by id.
      would_write: topics of what a director could write for it under a ruling; empty: a ruling
        changes nothing.
    """

    code: str
    what: str
    next_step: str
    message: str = ""
    values: dict[str, str | int | None] = {}
    said: dict[str, SaidValue] = {}
    clause: str = ""
    trap: str = ""
    would_write: tuple[str, ...] = ()
    wanted: RejectedRequest | None = None

    @property
    def refusal(self) -> Refusal:
        message = self.message if self.message and known(f"{self.message}.what") else ""
        said = {
            name: Saying(one.message, **one.values)
            for name, one in self.said.items()
            if known(one.message)
        }
        return Refusal(
            self.code, self.what, self.next_step, self.clause, self.trap,
            message=message, values={**self.values, **said},
        )  # fmt: skip


_BODIES = msgspec.json.Decoder(RefusedBody)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def as_refused(refused: Refused, request: Request | None, sent: Sent) -> bytes:
    said = refused.refusal
    with speaking(ENGLISH):
        what, next_step = said.what, said.next_step
        values = {name: _kept(value) for name, value in said.values.items()}
    body = RefusedBody(
        code=said.code,
        what=what,
        next_step=next_step,
        message=said.message,
        values=values,
        said={
            name: SaidValue(value.message, value.values)
            for name, value in said.values.items()
            if isinstance(value, Saying)
        },
        clause=said.clause,
        trap=said.trap,
        would_write=refused.would_write,
    )
    if request is None or request.about != "game":
        return msgspec.json.encode(body)
    wanted = rejected_by(request, sent)
    if len(msgspec.json.encode(wanted)) > LONGEST:
        return msgspec.json.encode(body)
    return msgspec.json.encode(msgspec.structs.replace(body, wanted=wanted))


def _kept(value: object) -> str | int | None:
    return value if value is None or isinstance(value, int) else str(value)


def refused_of(body: bytes) -> RefusedBody:
    return _BODIES.decode(body)
