"""Checkpoints sent while the service runs: to witnesses that sign, and others that keep them."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from threading import Event as Bell
from threading import Thread, Timer
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.facts import CheckpointMade
from ledger.proof.made import cosigned_in, made_in, signed_up_to, whole_note
from ledger.proof.witnesses import Knows, NotSigned, Signed, Witness, answer, asked
from ledger.record.events import Event, record_id
from ledger.vocabulary.closed_lists import WitnessFound
from ledger.vocabulary.refusals import Refusal

# Sending something small to an address and reading what it answers: bounded in time and in size.
#
# Who answers may be slow, drip a byte a second, answer without end, or send us on to somewhere
# else: none of that keeps a thread longer than ``LONGEST``, and nothing is followed.


LONGEST = 20.0  # seconds for all of it, from the connection to the last byte
PATIENCE = 8.0  # seconds that one step may take: a connection, a byte
MOST_BYTES = 64 * 1024  # of an answer; whoever answers more is not who we meant

IN_TIME = "no answer in time"
HEADERS = {
    "Content-Type": "text/plain; charset=utf-8",
    "User-Agent": "tilescribe",
    "Connection": "close",
}


class Away(Exception):
    """Nothing of use came back; in words."""


class Answered(NamedTuple):
    status: int
    kind: str
    body: bytes


def post(address: str, body: bytes, longest: float = LONGEST) -> Answered:
    """Send a body as text and read the answer.

    Args:
      address: ``http`` or ``https``; a certificate must be good by what this computer trusts.
      longest: seconds for all of it.
    """
    # Here, because whoever prints a blank form imports the settings and needs no network.
    from http.client import HTTPConnection, HTTPException

    parts = urlsplit(address)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    late: list[bool] = []
    try:
        plain = socket.create_connection((host, port), min(PATIENCE, longest))
    except OSError as trouble:
        raise Away(_wording(trouble)) from trouble
    spare = plain.dup()  # that which speaks TLS hides the first one away

    def give_up() -> None:
        late.append(True)
        with suppress(OSError):  # it may have ended just now
            spare.shutdown(socket.SHUT_RDWR)

    timer = Timer(longest, give_up)
    timer.daemon = True
    timer.start()
    connection = HTTPConnection(host, port)
    try:
        connection.sock = _under_tls(plain, host) if secure else plain
        where = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", where, body, HEADERS | {"Host": parts.netloc})
        response = connection.getresponse()
        data = response.read(MOST_BYTES + 1)
    except (OSError, HTTPException, ValueError) as trouble:
        raise Away(IN_TIME if late else _wording(trouble)) from trouble
    finally:
        timer.cancel()
        for each in (connection, plain, spare):
            each.close()
    if late:
        raise Away(IN_TIME)
    if len(data) > MOST_BYTES:
        raise Away("an answer without end")
    return Answered(response.status, response.headers.get("Content-Type", ""), data)


def _under_tls(plain: socket.socket, host: str) -> socket.socket:
    """The same connection once the other side has shown a certificate that is good."""
    import ssl

    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _wording(trouble: Exception) -> str:
    if isinstance(trouble, TimeoutError):
        return IN_TIME
    if isinstance(trouble, socket.gaierror):
        return "no such name in the network"
    if type(trouble).__name__ == "SSLCertVerificationError":
        return "its certificate is not good here"
    if isinstance(trouble, OSError) and trouble.strerror:
        return trouble.strerror.lower()
    return "an answer that can't be read"


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


LOOKS = 60.0  # seconds after which the record is looked at unasked: others may have written to it

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
        try:
            trouble, alarm = self._round.go()
        except Refusal as refusal:  # the record is away, or others write without a pause
            trouble, alarm = str(refusal), False
        except Exception:  # whatever it was, the thread goes on
            logger.exception("checkpoints for %s", self._round.name)
            trouble, alarm = "Something went wrong here; the log of the service says what.", False
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
