"""Signing in: PINs, kept as hashes and locked after wrong ones, and the sessions they begin."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import pairwise
from threading import BoundedSemaphore, Lock, Semaphore, Thread
from uuid import UUID

from msgspec import Struct

from ledger.accounts.local_store import LocalStore
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal

__all__ = ["Cost", "Pins", "must_be_strong"]


# PINs: kept as scrypt hashes, locked after too many wrong ones, which are counted.


# What a guess of a PIN costs, and how many are worked out at a time.
#
# Each takes tens of megabytes and a tenth of a second of one processor, on purpose. So only two are
# worked out at once, and who comes while two hundred wait is told so at once: a hall that signs in
# together, or somebody who floods the door, takes neither the memory nor the processors that the
# tablets need.


AT_ONCE = 2  # guesses worked out at a time; more gain nothing on two processors (measured)
WAITING = 200  # guesses that may wait, about a quarter of a minute's worth


class Cost(Struct, frozen=True):
    """What one guess costs: scrypt's numbers. The default takes 32 MB and a sixth of a second."""

    n: int = 2**15
    r: int = 8
    p: int = 1

    def __str__(self) -> str:
        return f"scrypt {self.n} {self.r} {self.p}"

    @classmethod
    def read(cls, words: str) -> Cost:
        """The cost a PIN was kept with.

        >>> Cost.read(str(Cost())) == Cost()
        True
        """
        n, r, p = map(int, words.split()[1:])
        return cls(n, r, p)


class Gate:
    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._working = Semaphore(at_once)
        self._room = BoundedSemaphore(at_once + waiting)

    @contextmanager
    def passed(self) -> Iterator[None]:
        if not self._room.acquire(blocking=False):
            raise refusal("too-many-signing-in")
        try:
            with self._working:
                yield
        finally:
            self._room.release()


GATE = Gate()
"""The one of this process: memory is the machine's, whoever signs in to whichever record."""


def hashed(pin: str, salt: bytes, cost: Cost) -> bytes:
    """What is kept of a PIN. Takes as long, and as much memory, as ``cost`` says."""
    room = 2**20 + 256 * cost.n * cost.r
    return hashlib.scrypt(pin.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=room)


# Wrong PINs, counted: by badge and place, by place alone, and by badge alone.
#
# A place is an enrolled tablet or a network address. Ten wrong in one place lock a badge there,
# and nowhere else. What one address tries at all badges together, and what all addresses together
# try at one badge, is bounded too; but who signs in on a tablet that was taken in, or where this
# badge was signed in with before, goes on: nobody can lock a director out of the hall.


WRONG_AT_MOST = 10  # wrong PINs of one badge in one place
WRONG_OF_A_PLACE = 100  # wrong PINs of all badges in one place, while a lock would last
WRONG_OF_A_BADGE = 100  # wrong PINs of one badge at all network addresses within an hour

LOCKED_FOR = timedelta(minutes=5)
KEPT_FOR = timedelta(hours=1)
"""How long guesses are remembered, so that made-up badges don't fill the disk."""

KNOWN_FOR = timedelta(days=30)
"""How long it is remembered where a badge was signed in with."""

ROWS_AT_MOST = 20_000  # guesses remembered at all; the oldest are forgotten first

ADDRESS = "address "
"""How a place begins that is no enrolled tablet."""

KNOWN = "known "
"""Before the name of a place where a badge was signed in with: a row without wrong tries."""


class Guesses:
    def __init__(self, local_store: LocalStore, now: Callable[[], datetime]) -> None:
        self._local_store = local_store
        self._now = now

    def must_be_open(self, badge: str, place: str) -> None:
        """Refuse what is locked, before anything is worked out."""
        now = self._now()
        found = self._local_store.rows(
            "SELECT tries, since FROM wrong_pins WHERE badge = ? AND origin = ?", badge, place
        )
        if found and found[0][0] >= WRONG_AT_MOST:
            since = datetime.fromisoformat(found[0][1])
            if since > now:  # The clock was set back: the lock holds as long as any, from now.
                self._forget_old(now)
                since = now
            if since + LOCKED_FOR > now:
                raise _locked_out(since + LOCKED_FOR - now)
        request = "SELECT sum(tries) FROM wrong_pins WHERE origin = ? AND since > ?"
        if self._tries(request, place, (now - LOCKED_FOR).isoformat()) >= WRONG_OF_A_PLACE:
            raise _locked_out(LOCKED_FOR)
        if not place.startswith(ADDRESS) or self._is_known(badge, place):
            return
        request = (
            "SELECT sum(tries) FROM wrong_pins WHERE badge = ? AND origin LIKE ? AND since > ?"
        )
        lately = (now - KEPT_FOR).isoformat()
        if self._tries(request, badge, f"{ADDRESS}%", lately) >= WRONG_OF_A_BADGE:
            raise refusal("locked-out/everywhere")

    def count(self, badge: str, place: str) -> int:
        """Count a guess before it is looked at: a hundred made at once are a hundred guesses.

        Returns:
          Which one it is since the last right one or the last lock, from 1. No other guess is
          told the same, so whoever was told ``WRONG_AT_MOST`` and is wrong began the lock.
        """
        now = self._now()
        self._forget_old(now)
        counted = self._local_store.change_and_tell(
            "INSERT INTO wrong_pins VALUES (?, ?, 1, ?) ON CONFLICT (badge, origin) DO UPDATE SET "
            "tries = CASE WHEN wrong_pins.tries < ? THEN wrong_pins.tries + 1 ELSE 1 END, "
            "since = excluded.since WHERE wrong_pins.tries < ? OR wrong_pins.since <= ? "
            "RETURNING tries",
            badge, place, now.isoformat(),
            WRONG_AT_MOST, WRONG_AT_MOST, (now - LOCKED_FOR).isoformat(),
        )  # fmt: skip
        if not counted:
            self.must_be_open(badge, place)
            raise _locked_out(LOCKED_FOR)  # Opened this very moment.
        return int(counted[0][0])

    def forget(self, badge: str, place: str) -> None:
        self._local_store.change(
            "DELETE FROM wrong_pins WHERE badge = ? AND origin = ?", badge, place
        )

    def forgive(self, badge: str) -> None:
        """Forget every wrong guess of ``badge``, wherever: its PIN is another from now on."""
        self._local_store.change("DELETE FROM wrong_pins WHERE badge = ? AND tries > 0", badge)

    def was_right(self, badge: str, place: str) -> None:
        """Forget the wrong guesses, and remember that the badge belongs to somebody here."""
        self.forget(badge, place)
        if place.startswith(ADDRESS):
            self._local_store.change(
                "INSERT INTO wrong_pins VALUES (?, ?, 0, ?) ON CONFLICT (badge, origin) "
                "DO UPDATE SET since = excluded.since",
                badge, f"{KNOWN}{place}", self._now().isoformat(),
            )  # fmt: skip

    def _is_known(self, badge: str, place: str) -> bool:
        request = "SELECT 1 FROM wrong_pins WHERE badge = ? AND origin = ?"
        return bool(self._local_store.rows(request, badge, f"{KNOWN}{place}"))

    def _tries(self, request: str, *values: str) -> int:
        return int(self._local_store.rows(request, *values)[0][0] or 0)

    def _forget_old(self, now: datetime) -> None:
        at = now.isoformat()
        change = self._local_store.change
        change("DELETE FROM wrong_pins WHERE tries > 0 AND since < ?", (now - KEPT_FOR).isoformat())
        change("DELETE FROM wrong_pins WHERE since < ?", (now - KNOWN_FOR).isoformat())
        change("UPDATE wrong_pins SET since = ? WHERE since > ?", at, at)
        [(rows,)] = self._local_store.rows("SELECT count(*) FROM wrong_pins WHERE tries > 0")
        if rows >= ROWS_AT_MOST:
            change(
                "DELETE FROM wrong_pins WHERE tries > 0 AND since <= (SELECT since FROM wrong_pins "
                "WHERE tries > 0 ORDER BY since LIMIT 1 OFFSET ?)",
                ROWS_AT_MOST // 10,
            )


def _locked_out(left: timedelta) -> Refusal:
    minutes = max(1, -(-int(left.total_seconds()) // 60))
    return refusal("locked-out/here", minutes=minutes)


SHORTEST_PIN, LONGEST_PIN = 6, 200
LONGEST_BADGE = 40

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""For PINs we make up: no letter or digit that is read as another."""

TURNS = 64

_KEEP_FIRST = "INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (badge) DO NOTHING"
_KEEP = (
    "INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (badge) DO UPDATE SET "
    "salt = excluded.salt, hash = excluded.hash, cost = excluded.cost, "
    "must_change = excluded.must_change, set_at = excluded.set_at"
)


class Pins:
    """The PINs of a record's badges.

    Args:
      on_lock: told the badge and the place, once for each lock, when it begins.
    """

    def __init__(
        self,
        local_store: LocalStore,
        now: Callable[[], datetime],
        cost: Cost | None = None,
        on_lock: Callable[[str, str], None] = lambda _badge, _place: None,
    ) -> None:
        self._local_store = local_store
        self._now = now
        self._cost = cost or Cost()
        self._on_lock = on_lock
        self._nobody = (secrets.token_bytes(16), secrets.token_bytes(64), str(self._cost), 0)
        self._turns = tuple(Lock() for _ in range(TURNS))
        self.guesses = Guesses(local_store, now)

    def set(self, badge: str, pin: str, *, must_change: bool = False) -> None:
        must_be_strong(pin, badge)
        with GATE.passed():
            self._keep(badge, pin, must_change=must_change)

    def first(self, badge: str) -> str | None:
        """A PIN made up for ``badge`` where it has none yet; ``None`` if somebody was faster.

        Of several nodes that begin a record together one gives it, and the others tell none.
        """
        pin = self._thought_up()
        with GATE.passed():
            return pin if self._keep(badge, pin, must_change=True, unless_there=True) else None

    def made_up(self, badge: str) -> str:
        """A new PIN for ``badge``, to be changed at the first sign-in. It is told only once."""
        pin = self._thought_up()
        self.set(badge, pin, must_change=True)
        return pin

    def _thought_up(self) -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(8))

    def check(self, badge: str, pin: str, place: str) -> bool:
        """Whether the PIN must be changed now; the PIN is right.

        What costs nothing to refuse is refused first, so that nobody waits for it.
        """
        if not can_be_a_badge(badge):
            raise _wrong_pin()
        self.guesses.must_be_open(badge, place)
        if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:  # No PIN is, so it tells nothing about any.
            self._wrong(badge, place, self.guesses.count(badge, place))
            raise _wrong_pin()
        with GATE.passed(), self._turn(badge, place):
            # One at a time for a badge in a place: ten who are right at once are not ten wrong.
            tries = self.guesses.count(badge, place)
            found = self._local_store.rows(
                "SELECT salt, hash, cost, must_change FROM pins WHERE badge = ?", badge
            )
            salt, kept, cost, must_change = found[0] if found else self._nobody
            # A badge without a PIN costs the same time as one with another PIN.
            given = hashed(pin, bytes(salt), Cost.read(cost))
            if not (hmac.compare_digest(given, bytes(kept)) and found):
                self._wrong(badge, place, tries)
                raise _wrong_pin()
            self.guesses.was_right(badge, place)
            if cost != str(self._cost):  # An older release kept it at another cost.
                self._keep(badge, pin, must_change=bool(must_change))
        return bool(must_change)

    def _keep(self, badge: str, pin: str, *, must_change: bool, unless_there: bool = False) -> bool:
        salt = secrets.token_bytes(16)
        kept = self._local_store.change(
            _KEEP_FIRST if unless_there else _KEEP,
            badge,
            salt,
            hashed(pin, salt, self._cost),
            str(self._cost),
            int(must_change),
            self._now().isoformat(),
        )
        return kept > 0

    def _turn(self, badge: str, place: str) -> Lock:
        return self._turns[hash((badge, place)) % TURNS]

    def _wrong(self, badge: str, place: str, tries: int) -> None:
        if tries == WRONG_AT_MOST:
            self._on_lock(badge, place)


def can_be_a_badge(text: str) -> bool:
    """Whether a badge may be called so: nothing else is ever counted or looked up."""
    return 0 < len(text) <= LONGEST_BADGE and text.isprintable()


def must_be_strong(pin: str, badge: str = "") -> None:
    """Refuse a PIN that is guessed at once.

    >>> must_be_strong("774418")
    """
    steps = {ord(b) - ord(a) for a, b in pairwise(pin)}
    if (
        not SHORTEST_PIN <= len(pin) <= LONGEST_PIN
        or len(steps) < 2
        or badge.upper() == pin.upper()
    ):
        raise refusal("weak-pin/too-short", shortest=SHORTEST_PIN)


def _wrong_pin() -> Refusal:
    return refusal("wrong-pin")


# When each session was last used: noted in memory, and written beside what people do.
#
# Whoever reads a page waits for no disk, and a disk that is full or a server that is away keeps
# nobody from reading. What was not written yet is lost with the process; it says no more than
# that somebody was here a minute ago.


# Sessions: who signed in, on which device, since when, and when last used.


EVERY = timedelta(minutes=1)
"""How precisely it is kept, and how often it is written at most."""

AT_HAND = timedelta(hours=1)
"""How long a moment is kept in memory; by then it has long been written."""

logger = logging.getLogger(__name__)


class LastSeen:
    """The moments that sessions were last used at, by the digests of their tokens."""

    def __init__(self, local_store: LocalStore) -> None:
        self._local_store = local_store
        self._moments: dict[bytes, datetime] = {}
        self._unwritten: dict[bytes, datetime] = {}
        self._written_at: datetime | None = None
        self._lock, self._writing = Lock(), Lock()

    def note(self, token: bytes, now: datetime) -> None:
        """Somebody used this session. Never fails, and never waits."""
        before = self._moments.get(token)
        if before is not None and now - before <= EVERY:
            return
        with self._lock:
            self._moments[token] = self._unwritten[token] = now
            if self._written_at is None:
                self._written_at = now
            due = now - self._written_at > EVERY
            if due:
                self._written_at = now
                kept = {t: at for t, at in self._moments.items() if now - at <= AT_HAND}
                self._moments = kept
        if due:
            Thread(target=self.write, name="last seen", daemon=True).start()

    def known(self) -> dict[bytes, datetime]:
        """What was noted lately, and perhaps not written yet."""
        return self._moments.copy()

    def write(self) -> None:
        """Write down what was noted since; what can't be written is tried again next time."""
        with self._writing:
            with self._lock:
                noted, self._unwritten = self._unwritten, {}
            try:
                for token, moment in noted.items():
                    self._local_store.change(
                        "UPDATE sessions SET seen = ? WHERE token = ?", moment.isoformat(), token
                    )
            except Exception as trouble:
                logger.warning("when sessions were last used can't be written: %s", trouble)
                with self._lock:
                    self._unwritten = noted | self._unwritten


LONGEST = timedelta(hours=16)
"""A session lasts a day of play; the next day everybody signs in again."""

SIGNING_LASTS = timedelta(minutes=30)
"""A player's own session at signing."""


class Session(Struct, frozen=True, kw_only=True):
    """Somebody who is signed in.

    Attributes:
      badge: whose session it is; of a player at signing, the badge of who let them in.
      role: what the badge allows now; a player at signing is ``Role.PLAYER``.
      kiosk: it opens the judge's terminal and nothing else, until a badge with its PIN ends it.
    """

    badge: str
    role: Role
    device: str = ""
    game: UUID | None = None
    seat: Seat | None = None
    began: datetime
    must_change: bool = False
    kiosk: bool = False


class Sessions:
    def __init__(
        self,
        local_store: LocalStore,
        role_of: Callable[[str], Role | None],
        now: Callable[[], datetime],
    ) -> None:
        self._local_store = local_store
        self._role_of = role_of
        self._now = now
        self.last_seen = LastSeen(local_store)

    def ask_whether_there(self) -> None:
        """Ask for nothing in particular, to learn whether the local store answers.

        Raises:
          RecordAway: it doesn't; nobody can sign in or send anything.
        """
        self._local_store.rows("SELECT 1 FROM sessions WHERE token = ?", b"")

    def begin(
        self, badge: str, device: str = "", scope: str = "", began: datetime | None = None
    ) -> str:
        """Begin a session; its token (256 bits), which is kept nowhere.

        Args:
          scope: ``""``, ``must-change``, ``kiosk``, or ``signing GAME SEAT`` for a player at
            signing.
          began: when the PIN was shown, if that was for a session before this one.
        """
        self.clear_old()
        token = secrets.token_urlsafe(32)
        now = self._now()
        self._local_store.change(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)",
            _digest(token), badge, device, scope, (began or now).isoformat(), now.isoformat(),
        )  # fmt: skip
        return token

    def find(self, token: str) -> Session | None:
        """The session a token belongs to; ``None`` if it ended, is too old or was never there.

        Nothing is written by it: a full disk keeps nobody from reading.
        """
        digest = _digest(token)
        found = self._local_store.rows(
            "SELECT badge, device, scope, began FROM sessions WHERE token = ?", digest
        )
        if not found:
            return None
        badge, device, scope, began = found[0]
        role, now = self._role_of(badge), self._now()
        began = datetime.fromisoformat(began)
        signing = scope.startswith("signing ")
        if role is None or now - began > (SIGNING_LASTS if signing else LONGEST):
            return None
        self.last_seen.note(digest, now)
        if signing:
            _, game, seat = scope.split()
            return Session(
                badge=badge, role=Role.PLAYER, device=device, game=UUID(game), seat=Seat(seat),
                began=began,
            )  # fmt: skip
        return Session(
            badge=badge, role=role, device=device, began=began,
            must_change=scope == "must-change", kiosk=scope == "kiosk",
        )  # fmt: skip

    def end(self, token: str) -> None:
        self._local_store.change("DELETE FROM sessions WHERE token = ?", _digest(token))

    def end_all_of(self, badge: str) -> int:
        return self._local_store.change("DELETE FROM sessions WHERE badge = ?", badge)

    def end_all_on(self, device: str) -> int:
        return self._local_store.change("DELETE FROM sessions WHERE device = ?", device)

    def clear_old(self) -> int:
        """Throw away sessions that are too old to be used; how many."""
        return self._local_store.change(
            "DELETE FROM sessions WHERE began < ?", (self._now() - LONGEST).isoformat()
        )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
