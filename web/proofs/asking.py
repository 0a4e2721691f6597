"""Asking one witness to sign one checkpoint, as often as its answers want, and keeping its line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.cosigned import cosigned_in, signed_up_to
from ledger.proof.facts import CheckpointMade
from ledger.proof.made import made_in
from ledger.proof.witnesses import Knows, NotSigned, Signed, Witness, answer, asked
from ledger.record.events import Event
from ledger.record.streams import record_id
from ledger.vocabulary.closed_lists import WitnessFound
from web.proofs.posting import Answered, Away, post

TRIES = 3
"""How often one is asked anew because it says that it knows another size."""

MOST_BEHIND = 20
"""Checkpoints that a witness still gets when it was away: those it missed last, oldest first."""

Post = Callable[[str, bytes], Answered]


class AskingAWitness:
    """Asks one witness for its signature under the checkpoints it has not signed.

    Args:
      witness: who.
      checkpoints: those of the record.
      now: the time, UTC.
      send: how it is sent.
    """

    def __init__(
        self,
        witness: Witness,
        checkpoints: Checkpoints,
        now: Callable[[], datetime],
        send: Post = post,
    ) -> None:
        self.witness = witness
        self._checkpoints = checkpoints
        self._now = now
        self._send = send

    def waiting(self) -> tuple[CheckpointMade, ...]:
        """Checkpoints of this log that the witness can still sign, oldest first."""
        events = self._events()
        found = made_in(events)
        if not found:
            return ()
        origin = self._checkpoints.origin
        upto = signed_up_to(self.witness.key, origin, events)
        sizes = {made.size: made for made in found if made.origin == origin and made.size > upto}
        return tuple(sizes[size] for size in sorted(sizes))[-MOST_BEHIND:]

    def ask(self, made: CheckpointMade) -> NotSigned | None:
        """Ask for a signature under a checkpoint and keep it; why there is none, or ``None``.

        It is ``None`` too where the witness has signed a later one meanwhile: it signs none before.
        """
        events = self._events()
        if self._has_signed(made, events):
            return None
        key = self.witness.key
        old = min(signed_up_to(key, made.origin, events), made.size)
        for _ in range(TRIES):
            try:
                said = self._send(self.witness.asked_at, self._asked(made, old))
            except Away as trouble:
                return NotSigned(f"{key.name} can't be reached: {trouble}.")
            means = answer(self.witness, made.note, *said, now=self._now())
            if isinstance(means, Signed):
                self._checkpoints.cosign(made, key, means.line, now=self._now())
                return None
            if isinstance(means, NotSigned):
                return self._disagrees(made, old, means) if means.disagrees else means
            if means.size == old:
                return self._same_size_again(made, old)
            if refused := self._not_in_the_record(made, means):
                return refused
            if means.size > made.size:
                return None
            old = means.size
        return NotSigned(f"{key.name} knows another size each time it is asked.")

    def _same_size_again(self, made: CheckpointMade, old: int) -> NotSigned:
        """It will not go on from the very size that it names."""
        name = self.witness.key.name
        if old != made.size:
            return NotSigned(f"{name} contradicts itself: it was asked from {old} events on.")
        what = f"{name} has signed other {old} events than these."
        return self._disagrees(made, old, NotSigned(what, disagrees=True))

    def _not_in_the_record(self, made: CheckpointMade, means: Knows) -> NotSigned | None:
        """What it is if the witness signed a checkpoint that was never made here; ``None``: it was.

        Each is kept before it is sent, by whichever node.
        """
        sizes = {one.size for one in made_in(self._events()) if one.origin == made.origin}
        if not means.size or means.size in sizes:
            return None
        what = (
            f"{self.witness.key.name} has signed a checkpoint of {means.size} events, which this "
            "record does not hold."
        )
        refused = NotSigned(what, disagrees=True)
        return self._disagrees(made, means.size, refused, "not-in-the-record")

    def _disagrees(
        self,
        made: CheckpointMade,
        knows: int,
        refused: NotSigned,
        found: WitnessFound = "not-a-continuation",
    ) -> NotSigned:
        key, now = self.witness.key, self._now()
        self._checkpoints.disagreed(made, key, knows, found, now=now)
        return refused

    def _asked(self, made: CheckpointMade, old: int) -> bytes:
        tree = self._checkpoints.tree
        path = tree.consistency(old, made.size) if old else []
        return asked(made.note, old, path)

    def _has_signed(self, made: CheckpointMade, events: tuple[Event, ...]) -> bool:
        lines = cosigned_in(made, events)
        return any(one.good and one.key == str(self.witness.key) for one in lines)

    def _events(self) -> tuple[Event, ...]:
        return self._checkpoints.log.events_of(record_id())
