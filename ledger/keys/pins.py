"""PINs: kept as scrypt hashes, asked for at every sign-in, locked after too many wrong ones.

A lock is for one badge at one origin (an enrolled tablet, or a network address): whoever
tries the director's PIN from one tablet locks the director out there, and nowhere else.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from ledger.keys.cabinet import Cabinet
from ledger.refusals import Refusal

SHORTEST, LONGEST = 6, 200
WRONG_AT_MOST = 10
LOCKED_FOR = timedelta(minutes=5)
KEPT_FOR = timedelta(hours=1)
"""How long guesses are remembered, so that made-up badges don't fill the disk."""

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""For PINs we make up: no letter or digit that is read as another."""


class Cost(Struct, frozen=True):
    """What one guess costs: scrypt's numbers. The default takes 16 MB and a tenth of a second."""

    n: int = 2**14
    r: int = 8
    p: int = 5

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


class Pins:
    """The PINs of a record's badges.

    Args:
      cabinet: where they lie.
      now: the time, UTC.
      cost: of a guess; tests lower it.
      on_lock: told the badge and the origin, once for each lock, when it begins.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        now: Callable[[], datetime],
        cost: Cost | None = None,
        on_lock: Callable[[str, str], None] = lambda _badge, _origin: None,
    ) -> None:
        self._cabinet = cabinet
        self._now = now
        self._cost = cost or Cost()
        self._on_lock = on_lock
        self._nobody = (secrets.token_bytes(16), secrets.token_bytes(32), str(self._cost), 0)

    def set(self, badge: str, pin: str, *, must_change: bool = False) -> None:
        """Give ``badge`` a PIN in place of any it had.

        Raises:
          Refusal: ``weak-pin``.
        """
        must_be_strong(pin, badge)
        salt = secrets.token_bytes(16)
        self._cabinet.change(
            "INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (badge) DO UPDATE SET "
            "salt = excluded.salt, hash = excluded.hash, cost = excluded.cost, "
            "must_change = excluded.must_change, set_at = excluded.set_at",
            badge,
            salt,
            _hash(pin, salt, self._cost),
            str(self._cost),
            int(must_change),
            self._now().isoformat(),
        )

    def made_up(self, badge: str) -> str:
        """A new PIN for ``badge``, to be changed at the first sign-in. It is told only once."""
        pin = "".join(secrets.choice(ALPHABET) for _ in range(8))
        self.set(badge, pin, must_change=True)
        return pin

    def check(self, badge: str, pin: str, origin: str) -> bool:
        """Whether the PIN must be changed now; the PIN is right.

        Raises:
          Refusal: ``wrong-pin``, or ``locked-out`` after ``WRONG_AT_MOST`` from one origin.
        """
        tries = self.count_guess(badge, origin)
        found = self._cabinet.rows(
            "SELECT salt, hash, cost, must_change FROM pins WHERE badge = ?", badge
        )
        salt, kept, cost, must_change = found[0] if found else self._nobody
        # A badge without a PIN costs the same time as one with another PIN.
        right = hmac.compare_digest(_hash(pin, bytes(salt), Cost.read(cost)), bytes(kept))
        if not (found and right):
            if tries == WRONG_AT_MOST:
                self._on_lock(badge, origin)
            raise Refusal(
                "wrong-pin", "Badge and PIN do not belong together.", "Check both and try again."
            )
        self.guessed_right(badge, origin)
        return bool(must_change)

    def count_guess(self, badge: str, origin: str) -> int:
        """Count a guess before it is looked at: a hundred made at once are a hundred guesses.

        Returns:
          Which one it is since the last right one or the last lock, from 1. No other guess is
          told the same, so whoever was told ``WRONG_AT_MOST`` and is wrong began the lock.

        Raises:
          Refusal: ``locked-out``: there were ``WRONG_AT_MOST``, and the lock still holds.
        """
        now = self._now()
        self._cabinet.change("DELETE FROM wrong_pins WHERE since < ?", (now - KEPT_FOR).isoformat())
        counted = self._cabinet.rows(
            "INSERT INTO wrong_pins VALUES (?, ?, 1, ?) ON CONFLICT (badge, origin) DO UPDATE SET "
            "tries = CASE WHEN wrong_pins.tries < ? THEN wrong_pins.tries + 1 ELSE 1 END, "
            "since = excluded.since WHERE wrong_pins.tries < ? OR wrong_pins.since <= ? "
            "RETURNING tries",
            badge, origin, now.isoformat(),
            WRONG_AT_MOST, WRONG_AT_MOST, (now - LOCKED_FOR).isoformat(),
        )  # fmt: skip
        if not counted:
            raise self._locked(badge, origin, now)
        return int(counted[0][0])

    def guessed_right(self, badge: str, origin: str) -> None:
        """Forget the wrong guesses before a right one."""
        self._cabinet.change("DELETE FROM wrong_pins WHERE badge = ? AND origin = ?", badge, origin)

    def _locked(self, badge: str, origin: str, now: datetime) -> Refusal:
        found = self._cabinet.rows(
            "SELECT since FROM wrong_pins WHERE badge = ? AND origin = ?", badge, origin
        )
        since = datetime.fromisoformat(found[0][0]) if found else now
        minutes = max(1, -(-int((since + LOCKED_FOR - now).total_seconds()) // 60))
        return Refusal(
            "locked-out",
            "Too many wrong tries from here.",
            f"Try again in {minutes} min, use another tablet, or ask the director.",
        )


def must_be_strong(pin: str, badge: str = "") -> None:
    """Refuse a PIN that is guessed at once.

    >>> must_be_strong("774418")

    Raises:
      Refusal: ``weak-pin``.
    """
    steps = {ord(b) - ord(a) for a, b in pairwise(pin)}
    if not SHORTEST <= len(pin) <= LONGEST or len(steps) < 2 or badge.upper() == pin.upper():
        raise Refusal(
            "weak-pin",
            f"That PIN is too short or too easy to guess; {SHORTEST} characters at least.",
            "Choose another, with letters if you like.",
        )


def _hash(pin: str, salt: bytes, cost: Cost) -> bytes:
    return hashlib.scrypt(
        pin.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=2**20 + 256 * cost.n * cost.r
    )
