"""Checkpoints sent while the service runs: to witnesses that sign, and others that keep them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Event as Bell
from threading import Thread
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec

from ledger.messages import say
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import cosigned_in, latest_in, made_in, signed_up_to, whole_note
from ledger.proof.facts import CheckpointMade
from ledger.proof.witnesses import Knows, NotSigned, Signed, Why, Witness, answer, asked, said_again
from ledger.proof.witnessing import SeenLog, another_history, log_id
from ledger.record.events import Event, record_id
from ledger.vocabulary.closed_lists import WitnessFound
from ledger.vocabulary.refusals import Refusal
from web.proofs.exchange import Answered, Away, fetch, post

# Asking one witness to sign one checkpoint, as often as its answers want, and keeping its line.


TRIES = 3  # how often one is asked anew because it says that it knows another size

MOST_BEHIND = 20
"""Checkpoints that a witness still gets when it was away: those it missed last, oldest first."""

Post = Callable[[str, bytes], Answered]


class AskingAWitness:
    """Asks one witness for its signature under the checkpoints it has not signed."""

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
                return NotSigned(_unreachable(key.name, trouble.why))
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
        return NotSigned(_why("another-size", key.name))

    def _same_size_again(self, made: CheckpointMade, old: int) -> NotSigned:
        """It will not go on from the very size that it names."""
        name = self.witness.key.name
        if old != made.size:
            return NotSigned(_why("contradicts-itself", name, old=old))
        refused = NotSigned(_why("signed-others", name, old=old), disagrees=True)
        return self._disagrees(made, old, refused)

    def _not_in_the_record(self, made: CheckpointMade, means: Knows) -> NotSigned | None:
        """What it is if the witness signed a checkpoint that was never made here; ``None``: it was.

        Each is kept before it is sent, by whichever node.
        """
        sizes = {one.size for one in made_in(self._events()) if one.origin == made.origin}
        if not means.size or means.size in sizes:
            return None
        what = _why("not-held-here", self.witness.key.name, size=means.size)
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


def _why(code: str, name: str, **values: object) -> Why:
    return Why.of(lambda: say(f"proofs.not-sent.{code}", name=name, **values))


def _unreachable(name: str, why: str) -> Why:
    return Why.of(lambda: say("proofs.not-sent.unreachable", name=name, why=said_again(why)))


LOOKS = 60.0  # seconds after which the record is looked at unasked: others may have written to it

LOOKS_AT_WITNESS = timedelta(minutes=10)
"""How often it is looked at what a witness shows of us."""

FIRST_AGAIN, LAST_AGAIN = 15.0, 900.0
"""Seconds until one that failed is tried again: first, and, doubled each time, at most."""

logger = logging.getLogger(__name__)


class Round(Protocol):
    """One thing that is done for one receiver, as often as somebody rings."""

    name: str

    def go(self) -> tuple[str, bool]:
        """Send what is owed; why it could not be done, or empty, and whether it is an alarm."""


class Standing(NamedTuple):
    """How it stands with one receiver.

    Attributes:
      trouble: why it lacks something, in words; empty: it has all.
      alarm: whether it says that the record is not what it saw.
      since: when that began, UTC; ``None``: nothing is wrong.
    """

    name: str
    trouble: str
    alarm: bool
    since: datetime | None

    @property
    def told(self) -> str:
        """The trouble, to whoever reads it."""
        return said_again(self.trouble)


class Courier:
    """Goes to one receiver, on a thread of its own."""

    def __init__(
        self,
        round_: Round,
        looks: float = LOOKS,
        first: float = FIRST_AGAIN,
        last: float = LAST_AGAIN,
    ) -> None:
        self._round = round_
        self._looks, self._first, self._last = looks, first, last
        self._bell, self._ended = Bell(), Bell()
        self._failed = 0
        self.standing = Standing(round_.name, "", alarm=False, since=None)

    def start(self) -> None:
        """Begin, on a thread that is gone with the service; the first look is at once."""
        self._bell.set()
        Thread(target=self._run, name=f"to {self._round.name}"[:40], daemon=True).start()

    def stop(self) -> None:
        self._ended.set()
        self._bell.set()

    def ring(self) -> None:
        """Say that there is something new. It waits for nothing."""
        self._bell.set()

    def go(self) -> None:
        trouble: str
        try:
            trouble, alarm = self._round.go()
        except Refusal as refused:  # the record is away, or others write without a pause
            trouble, alarm = Why.of(partial(str, copy(refused))), False
        except Exception:  # whatever it was, the thread goes on
            logger.exception("checkpoints for %s", self._round.name)
            trouble, alarm = Why.of(lambda: say("proofs.not-sent.fault")), False
        before = self.standing
        if trouble and trouble != before.trouble:
            logger.log(logging.ERROR if alarm else logging.WARNING, "%s", trouble)
        elif before.trouble and not trouble:
            logger.warning("%s has every checkpoint", self._round.name)
        self._failed = self._failed + 1 if trouble else 0
        since = (before.since or datetime.now(UTC)) if trouble else None
        self.standing = Standing(self._round.name, trouble, alarm, since)

    def wait(self) -> float:
        """Seconds until it goes again by itself."""
        if not self._failed:
            return self._looks
        return min(self._last, self._first * 2.0 ** min(self._failed - 1, 16))

    def _run(self) -> None:
        while True:
            # A bell does not shorten the wait after a failure: nobody is asked more often than
            # that, however many rounds are closed meanwhile.
            if self._failed:
                self._ended.wait(self.wait())
            else:
                self._bell.wait(self.wait())
            self._bell.clear()
            if self._ended.is_set():
                return
            self.go()


class Sending:
    def __init__(self, couriers: Iterable[Courier]) -> None:
        self._couriers = tuple(couriers)

    def start(self) -> None:
        for each in self._couriers:
            each.start()

    def stop(self) -> None:
        for each in self._couriers:
            each.stop()

    def ring(self, _made: object = None) -> None:
        for each in self._couriers:
            each.ring()

    @property
    def standing(self) -> tuple[Standing, ...]:
        return tuple(each.standing for each in self._couriers)


# Who gets checkpoints while the service runs, and what each is sent.


class Witnessing:
    """The round to a witness: what it has not signed, oldest first, until one is refused.

    Then, now and then, it reads what the witness shows of this log: one of ours tells there
    whether another history was signed with our key, and shown to it or to another witness.

    Args:
      checkpoints: opens those of the record; not before there is something to send.
    """

    def __init__(
        self,
        witness: Witness,
        checkpoints: Callable[[], Checkpoints],
        now: Callable[[], datetime],
        send: Post = post,
        look: Callable[[str], Answered] = fetch,
    ) -> None:
        self.name = witness.key.name
        self._witness, self._checkpoints = witness, checkpoints
        self._now, self._send, self._look = now, send, look
        self._looked: datetime | None = None

    def go(self) -> tuple[str, bool]:
        checkpoints, now = self._checkpoints(), self._now()
        asking = AskingAWitness(self._witness, checkpoints, self._now, self._send)
        for made in asking.waiting():
            if refused := asking.ask(made):
                return refused.what, refused.disagrees
        if self._looked is None or not timedelta() <= now - self._looked < LOOKS_AT_WITNESS:
            self._looked = now
            self._look_for_another_history(checkpoints, now)
        return "", False

    def _look_for_another_history(self, checkpoints: Checkpoints, now: datetime) -> None:
        """Write down what the witness shows against this record; other witnesses show nothing."""
        events = checkpoints.log.events_of(record_id())
        latest = latest_in(events)
        if latest is None:
            return
        origin = checkpoints.origin
        try:
            shown = self._look(f"{self._witness.address}/heads/{log_id(origin)}.json")
            seen = msgspec.json.decode(shown.body, type=SeenLog) if shown.status == 200 else None
        except (Away, msgspec.MsgspecError):
            return
        tree = checkpoints.tree
        keys = [key for key in checkpoints.keys if key.name == origin]
        found = seen and another_history(
            seen, origin, keys, lambda size: tree.root(size) if size <= tree.size else None
        )
        key = self._witness.key
        if found and checkpoints.disagreed(latest, key, found.size, "split-view", now=now):
            logger.error("%s shows another record, signed with this one's key", self.name)


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
                return _unreachable(self.name, trouble.why), False
            if not 200 <= answered.status < 300:
                return _why("not-taken", self.name, status=answered.status), False
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
