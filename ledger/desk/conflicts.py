"""Entries that came too late and wait for a person: seen at every tablet, settled once.

An entry is settled by whoever made it (the device it came from, or the badge), or by a director:
entered anew as another request, or dropped with a reason. That is kept as an answer too, under an
id made from the entry's own, so that nothing is settled twice, however often it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct

from ledger.desk.answering import lacking
from ledger.desk.came_too_late import Wanted, wanted_of
from ledger.record.answers import Answer
from ledger.record.events import Event
from ledger.record.log import Log, Taken
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role

_SETTLED = UUID("6d1c7f0e-52a4-5f0b-9c55-2f6d8f3f5a17")
LONGEST_REASON = 500


class Unsettled(Struct, frozen=True, kw_only=True):
    """An entry that was not written because somebody else's was there first.

    Attributes:
      entry: its command id.
      game: the game it is for.
      device: the tablet it came from.
      wanted: what it asked, and under whose badge.
      answered_at: when the server turned it away.
      version: of the game at that moment.
      seen: the last entry its scorekeeper had seen that was written: what it waited behind in
        the tablet's queue may have come too late itself.
    """

    entry: UUID
    game: UUID
    device: str
    wanted: Wanted
    answered_at: datetime
    version: int
    seen: UUID | None

    def meanwhile(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """What had been written in its place, out of the ``events`` of its game."""
        return lacking(events[: self.version], self.seen)


class Settled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of an entry.

    Attributes:
      entry: its command id.
      by: badge of who settled it.
      became: the request it was entered anew as; ``None``: it was dropped.
      reason: why it was dropped, in the words of whoever dropped it.
    """

    entry: UUID
    by: str
    became: UUID | None = None
    reason: str = ""


def unsettled(log: Log, game: UUID | None = None) -> tuple[Unsettled, ...]:
    """The entries of ``game``, or of every game, that nobody has settled yet; oldest first."""
    settled = {answer.command_id for answer in log.answers_not_written("settled", game)}
    late = [one for one in log.answers_not_written("stale", game) if one.body]
    wanted = {answer.command_id: wanted_of(answer.body) for answer in late}
    stale = [one for one in late if wanted[one.command_id].same_as is None]
    return tuple(
        Unsettled(
            entry=answer.command_id,
            game=answer.stream,
            device=answer.device,
            wanted=wanted[answer.command_id],
            answered_at=answer.at,
            version=answer.version,
            seen=_last_seen(answer.command_id, wanted),
        )
        for answer in stale
        if _name_of_settling(answer.command_id) not in settled
    )


def _last_seen(entry: UUID, wanted: Mapping[UUID, Wanted]) -> UUID | None:
    seen, followed = wanted[entry].after, {entry}
    while seen is not None and seen in wanted and seen not in followed:
        followed.add(seen)
        seen = wanted[seen].after
    return seen


def settle(
    log: Log,
    game: UUID,
    told: Settled,
    *,
    device: str,
    role: Role | None,
    now: Callable[[], datetime],
) -> None:
    """Keep what became of an entry. Told again, it stays as it was told first.

    Args:
      log: the record.
      game: the game the entry is for.
      told: what became of it.
      device: the tablet that says so.
      role: what the badge of who says so allows.
      now: the ledger's clock.

    Raises:
      Refusal: ``no-such-entry``, ``another-tablets``, ``no-reason`` or ``not-entered``.
    """
    answer = log.answer_to(told.entry)
    if answer is None or answer.stream != game or answer.kind != "stale" or not answer.body:
        raise refusal("no-such-entry/that-waits")
    theirs = device == answer.device or told.by == wanted_of(answer.body).by
    if not theirs and role is not Role.DIRECTOR:
        raise refusal("another-tablets", device=answer.device)
    _must_say_what_became_of_it(log, game, told)
    body = msgspec.json.encode(told)
    kept = Answer(
        command_id=_name_of_settling(told.entry),
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


def _must_say_what_became_of_it(log: Log, game: UUID, told: Settled) -> None:
    if told.became is None:
        if not told.reason.strip() or len(told.reason) > LONGEST_REASON:
            raise refusal("no-reason/to-drop")
        return
    anew = log.answer_to(told.became)
    if anew is None or anew.stream != game or told.became == told.entry:
        raise refusal("not-entered")


def _name_of_settling(entry: UUID) -> UUID:
    return uuid5(_SETTLED, entry.hex)
