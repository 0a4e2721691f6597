"""What happens to a PIN, written into the stream of its badge: set, or locked after wrong tries.

It has happened by the time it is written, so somebody else's event in between is no reason to
give up. No PIN and no network address is ever written.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from ledger.accounts.badge_facts import BadgeLocked, PinSet
from ledger.accounts.guesses import LOCKED_FOR
from ledger.desk.desk import Desk
from ledger.desk.happened import write_down
from ledger.desk.requests import Sent
from ledger.record.events import Event
from ledger.record.streams import badge_id, device_id
from ledger.vocabulary import Seconds


def pin_was_set(
    desk: Desk, badge: str, *, by: str, made_up: bool = False, device: str = ""
) -> None:
    """Write down that ``badge`` has a new PIN.

    Args:
      desk: where it is written.
      badge: whose PIN.
      by: badge of who set it.
      made_up: it was made up, and must be changed.
      device: the enrolled device it happened on, or ``""``.

    Raises:
      Refusal: ``written-meanwhile``, should others write to this badge without a pause.
    """
    sent = Sent(by=by, command_id=uuid4(), device=device or "desk")
    write_down(desk, badge_id(badge), PinSet(badge=badge, made_up=made_up), sent)


def badge_was_locked(desk: Desk, badge: str, origin: str) -> None:
    """Write down that ``badge`` was locked out at ``origin``, if there is such a badge.

    On a tablet the count of tries sees to it that this is once for each lock. Addresses can be
    had by the thousand, so all of them together have one event while a lock lasts.

    Args:
      desk: where it is written.
      badge: what was typed as a badge.
      origin: an enrolled device, or anything else.

    Raises:
      Refusal: ``written-meanwhile``, should others write to this badge without a pause.
    """
    device = origin if origin and desk.log.version_of(device_id(origin)) else ""
    fact = BadgeLocked(badge=badge, seconds=Seconds(int(LOCKED_FOR.total_seconds())), device=device)
    sent = Sent(by="", command_id=uuid4(), device=device)
    # Of a badge that was made up nothing is kept: there is no end of those.
    write_down(
        desk,
        badge_id(badge),
        fact,
        sent,
        unless=lambda events: not events or (not device and _lasts(desk, events)),
    )


def _lasts(desk: Desk, events: Sequence[Event]) -> bool:
    """Whether a lock on a device that is not ours was written so lately that it still holds."""
    since = desk.now() - LOCKED_FOR
    return any(
        isinstance(event.fact, BadgeLocked)
        and not event.fact.device
        and event.envelope.written_at > since
        for event in reversed(events)
    )
