"""What has happened by the time it is written, at a door or in a drawer: nobody decides on it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.desk.requests import ATTEMPTS, Sent, written_meanwhile
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.log import Taken


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
      desk: where it is written.
      stream: where it belongs.
      fact: what happened.
      sent: who did it, and where.
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
