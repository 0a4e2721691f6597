"""PINs: kept as scrypt hashes, asked for at every sign-in, locked after too many wrong ones."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from datetime import datetime
from itertools import pairwise
from threading import Lock

from ledger.accounts.cabinet import Cabinet
from ledger.accounts.guesses import WRONG_AT_MOST, Guesses
from ledger.accounts.hashing import GATE, Cost, hashed
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

__all__ = ["Cost", "Pins", "must_be_strong"]

SHORTEST, LONGEST = 6, 200
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
      cabinet: where they lie.
      now: the time, UTC.
      cost: of a guess; tests lower it.
      on_lock: told the badge and the place, once for each lock, when it begins.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        now: Callable[[], datetime],
        cost: Cost | None = None,
        on_lock: Callable[[str, str], None] = lambda _badge, _place: None,
    ) -> None:
        self._cabinet = cabinet
        self._now = now
        self._cost = cost or Cost()
        self._on_lock = on_lock
        self._nobody = (secrets.token_bytes(16), secrets.token_bytes(64), str(self._cost), 0)
        self._turns = tuple(Lock() for _ in range(TURNS))
        self.guesses = Guesses(cabinet, now)

    def set(self, badge: str, pin: str, *, must_change: bool = False) -> None:
        """Give ``badge`` a PIN in place of any it had.

        Raises:
          Refusal: ``weak-pin`` or ``too-many-signing-in``.
        """
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

        Raises:
          Refusal: ``wrong-pin``, ``locked-out``, or ``too-many-signing-in``.
        """
        if not can_be_a_badge(badge):
            raise _wrong_pin()
        self.guesses.must_be_open(badge, place)
        if not SHORTEST <= len(pin) <= LONGEST:  # No PIN is, so it tells nothing about any.
            self._wrong(badge, place, self.guesses.count(badge, place))
            raise _wrong_pin()
        with GATE.passed(), self._turn(badge, place):
            # One at a time for a badge in a place: ten who are right at once are not ten wrong.
            tries = self.guesses.count(badge, place)
            found = self._cabinet.rows(
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
        kept = self._cabinet.change(
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

    Raises:
      Refusal: ``weak-pin``.
    """
    steps = {ord(b) - ord(a) for a, b in pairwise(pin)}
    if not SHORTEST <= len(pin) <= LONGEST or len(steps) < 2 or badge.upper() == pin.upper():
        raise refusal("weak-pin/too-short", shortest=SHORTEST)


def _wrong_pin() -> Refusal:
    return refusal("wrong-pin")
