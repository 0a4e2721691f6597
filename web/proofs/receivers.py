"""Who gets checkpoints while the service runs, and what each is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from urllib.parse import urlsplit

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.made import made_in, whole_note
from ledger.proof.witnesses import Witness
from ledger.record.events import record_id
from web.proofs.sending import (
    MOST_BEHIND,
    AskingAWitness,
    Away,
    Courier,
    Post,
    Round,
    Sending,
    post,
)


class Witnessing:
    """The round to a witness: what it has not signed, oldest first, until one is refused.

    Args:
      checkpoints: opens those of the record; not before there is something to send.
    """

    def __init__(
        self,
        witness: Witness,
        checkpoints: Callable[[], Checkpoints],
        now: Callable[[], datetime],
        send: Post = post,
    ) -> None:
        self.name = witness.key.name
        self._witness, self._checkpoints = witness, checkpoints
        self._now, self._send = now, send

    def go(self) -> tuple[str, bool]:
        asking = AskingAWitness(self._witness, self._checkpoints(), self._now, self._send)
        for made in asking.waiting():
            if refused := asking.ask(made):
                return refused.what, refused.disagrees
        return "", False


class Delivering:
    """The round to a subscriber: each checkpoint once, and again once a witness signed it.

    What it has is not remembered over a restart: then it gets the newest, which covers all before.

    Args:
      notes: the latest checkpoints with all their signatures, oldest first.
    """

    def __init__(
        self, address: str, notes: Callable[[], tuple[str, ...]], send: Post = post
    ) -> None:
        self.name = urlsplit(address).hostname or ""  # all that is no secret of an address
        self._address, self._notes, self._send = address, notes, send
        self._has: set[str] | None = None

    def go(self) -> tuple[str, bool]:
        notes = self._notes()
        if self._has is None:
            self._has = set(notes[:-1])
        for note in notes:
            if note in self._has:
                continue
            try:
                answered = self._send(self._address, note.encode())
            except Away as trouble:
                return f"{self.name} can't be reached: {trouble}.", False
            if not 200 <= answered.status < 300:
                return f"{self.name} did not take a checkpoint ({answered.status}).", False
            self._has.add(note)
        self._has &= set(notes)  # nobody remembers what is not sent again
        return "", False


def latest_notes(checkpoints: Checkpoints) -> tuple[str, ...]:
    """The latest checkpoints as they travel, oldest first."""
    events = checkpoints.log.events_of(record_id())
    return tuple(whole_note(made, events) for made in made_in(events)[-MOST_BEHIND:])


def sending_to(
    witnesses: Iterable[Witness],
    subscribers: Iterable[str],
    checkpoints: Callable[[], Checkpoints],
    now: Callable[[], datetime],
) -> Sending | None:
    """What sends checkpoints to those that the settings name; ``None`` where they name nobody."""
    rounds: list[Round] = [
        *(Witnessing(each, checkpoints, now) for each in witnesses),
        *(Delivering(each, lambda: latest_notes(checkpoints())) for each in subscribers),
    ]
    return Sending(Courier(each) for each in rounds) if rounds else None
