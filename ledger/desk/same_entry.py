"""An entry that was answered before, and comes again by another way: it is the same entry.

A director may hand in what a tablet wrote, and then the tablet sends it too; a tablet that was
taken in anew sends what had arrived under its old name. The desk sees another badge, device or
number and calls it another request. What was asked, of which game, after what and when is all
the same, so the answer is too; nothing is written under anybody's name by telling it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from msgspec import structs

from ledger.desk.answering import answered_before
from ledger.desk.requests import Outcome, Sent
from ledger.game.deciding import AnyGameRequest
from ledger.record.log import Log


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
