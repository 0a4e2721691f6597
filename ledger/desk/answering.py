"""Requests answered before, the same entry by another way; conflicts: what came too late."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct, structs

from ledger.desk.requests import (
    Gap,
    Outcome,
    Refused,
    RejectedRequest,
    Sent,
    Stale,
    Written,
    as_kept,
    as_refused,
    refused_of,
    wanted_of,
)
from ledger.game.deciding import AnyGameRequest
from ledger.game.keeping.facts import TurnsVerified
from ledger.game.setting_up.facts import PlayersNamed
from ledger.record.events import Event
from ledger.record.log import Log, Taken
from ledger.record.store import Answer
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.tournament.facts import CaseListed
from ledger.vocabulary import Role


def answered_before(log: Log, sent: Sent, payload: bytes) -> Outcome | None:
    """The answer a request already has, or the gap before it; ``None`` if it is new."""
    # Both at one moment: a copy of this request that is answered in between must not leave the
    # count moved on and the answer unseen.
    last, answer = log.answered(sent.command_id, sent.device)
    expected = last + 1
    if answer is not None:
        return _again(log, answer, sent, payload)
    if sent.device_seq is None:
        return None
    if sent.device_seq > expected:
        return Gap(expected)
    if sent.device_seq < expected:
        return Refused(refusal("number-used", device_seq=sent.device_seq))
    return None


def _again(log: Log, answer: Answer, sent: Sent, payload: bytes) -> Outcome:
    if answer.payload != payload:
        return Refused(refusal("changed-request"))
    if answer.kind == "refused":
        kept = refused_of(answer.body)
        return Refused(kept.refusal, again=True, would_write=kept.would_write)
    events = log.events_of(answer.stream)
    if answer.kind == "stale":
        seen = seen_as(log, sent.after)
        lack = lacking(events[: answer.version], seen)
        return Stale(lack, again=True, same_as=_same_as(answer))
    written = tuple(e for e in events if e.envelope.command_id == answer.command_id)
    return Written(written, again=True)


def answer_of(
    outcome: Outcome,
    sent: Sent,
    payload: bytes,
    *,
    stream: UUID,
    version: int,
    at: datetime,
    request: Request | None = None,
) -> Answer:
    """The answer to keep: ``version`` is that of the last event written, or of the stream.

    What it wanted is kept with it of a queued request that came too late, and of one about a
    game that was refused.
    """
    kind, body = "written", b""
    if isinstance(outcome, Refused):
        kind, body = "refused", as_refused(outcome, request, sent)
    elif isinstance(outcome, Stale):
        kind = "stale"
        body = (
            b"" if request is None or not sent.queued else as_kept(request, sent, outcome.same_as)
        )
    return Answer(
        command_id=sent.command_id,
        device=sent.device,
        device_seq=sent.device_seq,
        payload=payload,
        kind=kind,
        stream=stream,
        version=version,
        body=body,
        at=at,
    )


def seen_as(log: Log, after: UUID | None) -> UUID | None:
    """The entry that ``after`` stands for: where it came too late itself, the same as written."""
    answer = None if after is None else log.answer_to(after)
    return after if answer is None else _same_as(answer) or after


def _same_as(answer: Answer) -> UUID | None:
    if answer.kind != "stale" or not answer.body:
        return None
    return wanted_of(answer.body).same_as


def has_seen_all(events: Sequence[Event], seen: UUID) -> bool:
    """Whether the last event is one that request ``seen`` wrote.

    Looking turns over changes nothing on the sheet: what another wrote about that on top may
    be unseen, or a second pair of eyes would hold the first one's entries up. Nor does a case
    change a tournament by getting its number there, nor a corrected name what was played.
    """
    for event in reversed(events):
        if event.envelope.command_id == seen:
            return True
        if not isinstance(event.envelope.fact, TurnsVerified | CaseListed | PlayersNamed):
            return False
    return False


def lacking(events: Sequence[Event], seen: UUID | None) -> tuple[Event, ...]:
    last = max((e.originator_version for e in events if e.envelope.command_id == seen), default=0)
    return tuple(e for e in events if e.originator_version > last)


# Entries that came too late and wait for a person: seen at every tablet, settled once.
#
# An entry is settled by whoever made it (the device it came from, or the badge), or by a director:
# entered anew as another request, or dropped with a reason. That is kept as an answer too, under an
# id made from the entry's own, so that nothing is settled twice, however often it is told. So is an
# entry that was refused and that a ruling could overcome: nobody need rule on what was a slip.


_SETTLED = UUID("6d1c7f0e-52a4-5f0b-9c55-2f6d8f3f5a17")
LONGEST_REASON = 500


class Conflict(Struct, frozen=True, kw_only=True):
    """An entry that was not written because somebody else's was there first.

    Attributes:
      wanted: what it asked, and under whose badge.
      version: of the game at that moment.
      seen: the last entry its scorekeeper had seen that was written: what it waited behind in
        the tablet's queue may have come too late itself.
    """

    entry: UUID
    game: UUID
    device: str
    wanted: RejectedRequest
    answered_at: datetime
    version: int
    seen: UUID | None

    def meanwhile(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        return lacking(events[: self.version], self.seen)


class Settled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of an entry.

    Attributes:
      became: the request it was entered anew as; ``None``: it was dropped.
    """

    entry: UUID
    by: str
    became: UUID | None = None
    reason: str = ""


_SETTLINGS = msgspec.json.Decoder(Settled)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def unsettled(log: Log, game: UUID | None = None) -> tuple[Conflict, ...]:
    """The entries of ``game``, or of every game, that nobody has settled yet; oldest first."""
    late = [one for one in log.answers_not_written("stale", game) if one.body]
    if not late:
        return ()
    done = settled(log, game)
    wanted = {answer.command_id: wanted_of(answer.body) for answer in late}
    stale = [one for one in late if wanted[one.command_id].same_as is None]
    return tuple(
        Conflict(
            entry=answer.command_id,
            game=answer.stream,
            device=answer.device,
            wanted=wanted[answer.command_id],
            answered_at=answer.at,
            version=answer.version,
            seen=_last_seen(answer.command_id, wanted),
        )
        for answer in stale
        if answer.command_id not in done
    )


def settled(log: Log, game: UUID | None = None) -> frozenset[UUID]:
    """The entries of ``game``, or of every game, of which somebody said what became."""
    answers = log.answers_not_written("settled", game)
    return frozenset(_SETTLINGS.decode(answer.body).entry for answer in answers)


def _last_seen(entry: UUID, wanted: Mapping[UUID, RejectedRequest]) -> UUID | None:
    seen, followed = wanted[entry].after, {entry}
    while seen is not None and seen in wanted and seen not in followed:
        followed.add(seen)
        seen = wanted[seen].after
    return seen


def settle(
    log: Log,
    game: UUID,
    outcome: Settled,
    *,
    device: str,
    role: Role | None,
    now: Callable[[], datetime],
) -> None:
    """Keep what became of an entry that came too late, or that a ruling could overcome.

    Told again, it stays as it was told first.
    """
    answer = log.answer_to(outcome.entry)
    wanted = None if answer is None or answer.stream != game else _wanted_by(answer)
    if answer is None or wanted is None:
        raise refusal("no-such-entry/that-waits")
    theirs = device == answer.device or outcome.by == wanted.by
    if not theirs and role is not Role.DIRECTOR:
        raise refusal("another-tablets", device=answer.device)
    _must_say_what_became_of_it(log, game, outcome)
    body = msgspec.json.encode(outcome)
    kept = Answer(
        command_id=_name_of_settling(outcome.entry),
        device=device or "desk",
        device_seq=None,
        payload=sha256(body).digest(),
        kind="settled",
        stream=game,
        version=answer.version,
        body=body,
        at=now(),
    )
    try:
        log.keep_answer(kept)
    except Taken:
        return  # It was settled before; that stands.


def _wanted_by(answer: Answer) -> RejectedRequest | None:
    """What an entry wanted that waits for a person; ``None``: it does not."""
    if answer.kind == "refused":
        body = refused_of(answer.body)
        return body.wanted if body.would_write else None
    return wanted_of(answer.body) if answer.kind == "stale" and answer.body else None


def _must_say_what_became_of_it(log: Log, game: UUID, outcome: Settled) -> None:
    if outcome.became is None:
        if not outcome.reason.strip() or len(outcome.reason) > LONGEST_REASON:
            raise refusal("no-reason/to-drop")
        return
    anew = log.answer_to(outcome.became)
    if anew is None or anew.stream != game or outcome.became == outcome.entry:
        raise refusal("not-entered")


def _name_of_settling(entry: UUID) -> UUID:
    return uuid5(_SETTLED, entry.hex)


# The same entry by another way: it was answered before, so it is answered alike.
#
# A director may hand in what a tablet wrote, and then the tablet sends it too; a tablet that was
# taken in anew sends what had arrived under its old name. The desk sees another badge, device or
# number and calls it another request. What was asked, of which game, after what and when is all
# the same, so the answer is too; nothing is written under anybody's name by telling it again.


class Before(NamedTuple):
    """The answer given before; ``elsewhere``: to another device, or under another number."""

    outcome: Outcome
    elsewhere: bool


def answered_otherwise(
    log: Log,
    game: UUID,
    forms: tuple[AnyGameRequest | bytes, ...],
    sent: Sent,
    badges: Callable[[], Iterable[str]],
) -> Before | None:
    """What ``sent`` was answered when it came by another way; ``None`` if it is another request.

    Args:
      forms: what is asked, as it is digested when it can be read and when it can't.
      badges: who may have handed it in then, besides who wrote it and who sends it now; asked
        when neither did.
    """
    answer = log.answer_to(sent.command_id)
    if answer is None or answer.stream != game:
        return None
    then = structs.replace(sent, device=answer.device, device_seq=answer.device_seq)
    for badge in _who_may_have(log, game, sent, badges):
        copy = structs.replace(then, by=badge)
        for form in forms:
            if copy.digest_of(game, form) == answer.payload:
                outcome = answered_before(log, copy, answer.payload)
                elsewhere = (copy.device, copy.device_seq) != (sent.device, sent.device_seq)
                return None if outcome is None else Before(outcome, elsewhere)
    return None


def _who_may_have(
    log: Log, game: UUID, sent: Sent, badges: Callable[[], Iterable[str]]
) -> Iterator[str]:
    yield from dict.fromkeys(
        event.envelope.written_by
        for event in log.events_of(game)
        if event.envelope.command_id == sent.command_id
    )
    yield sent.by
    yield from badges()
