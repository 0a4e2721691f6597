"""What a request was answered before, and the answer kept for the next time it arrives."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from ledger.asking.asked import Asked
from ledger.desk.came_too_late import as_kept, wanted_of
from ledger.desk.refused_body import as_refused, refused_of
from ledger.desk.requests import Gap, Outcome, Refused, Sent, Stale, Written
from ledger.game.facts.keeping import TurnsVerified
from ledger.game.facts.setting_up import PlayersNamed
from ledger.record.answers import Answer
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.refusals.saying import refusal
from ledger.tournament.facts.case_numbers import CaseListed


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
    asked: Asked | None = None,
) -> Answer:
    """The answer to keep: ``version`` is that of the last event written, or of the stream.

    What it wanted is kept with it of a queued request that came too late, and of one about a
    game that was refused.
    """
    kind, body = "written", b""
    if isinstance(outcome, Refused):
        kind, body = "refused", as_refused(outcome, asked, sent)
    elif isinstance(outcome, Stale):
        kind = "stale"
        body = b"" if asked is None or not sent.queued else as_kept(asked, sent, outcome.same_as)
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
        if not isinstance(event.fact, TurnsVerified | CaseListed | PlayersNamed):
            return False
    return False


def lacking(events: Sequence[Event], seen: UUID | None) -> tuple[Event, ...]:
    """The events after the last one that request ``seen`` wrote; all, if it wrote none."""
    last = max((e.originator_version for e in events if e.envelope.command_id == seen), default=0)
    return tuple(e for e in events if e.originator_version > last)
