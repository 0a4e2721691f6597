"""Wrong PINs, counted: by badge and place, by place alone, and by badge alone.

A place is an enrolled tablet or a network address. Ten wrong in one place lock a badge there,
and nowhere else. What one address tries at all badges together, and what all addresses together
try at one badge, is bounded too; but who signs in on a tablet that was taken in, or where this
badge was signed in with before, goes on: nobody can lock a director out of the hall.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from ledger.accounts.cabinet import Cabinet
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

WRONG_AT_MOST = 10
"""Wrong PINs of one badge in one place."""

WRONG_OF_A_PLACE = 100
"""Wrong PINs of all badges in one place, while a lock would last."""

WRONG_OF_A_BADGE = 100
"""Wrong PINs of one badge at all network addresses within an hour."""

LOCKED_FOR = timedelta(minutes=5)
KEPT_FOR = timedelta(hours=1)
"""How long guesses are remembered, so that made-up badges don't fill the disk."""

KNOWN_FOR = timedelta(days=30)
"""How long it is remembered where a badge was signed in with."""

ROWS_AT_MOST = 20_000
"""Guesses remembered at all; the oldest are forgotten first."""

ADDRESS = "address "
"""How a place begins that is no enrolled tablet."""

KNOWN = "known "
"""Before the name of a place where a badge was signed in with: a row without wrong tries."""


class Guesses:
    """The wrong guesses of a record's badges.

    Args:
      cabinet: where they are counted, for all nodes.
      now: the time, UTC.
    """

    def __init__(self, cabinet: Cabinet, now: Callable[[], datetime]) -> None:
        self._cabinet = cabinet
        self._now = now

    def must_be_open(self, badge: str, place: str) -> None:
        """Refuse what is locked, before anything is worked out.

        Raises:
          Refusal: ``locked-out``.
        """
        now = self._now()
        found = self._cabinet.rows(
            "SELECT tries, since FROM wrong_pins WHERE badge = ? AND origin = ?", badge, place
        )
        if found and found[0][0] >= WRONG_AT_MOST:
            since = datetime.fromisoformat(found[0][1])
            if since > now:  # The clock was set back: the lock holds as long as any, from now.
                self._forget_old(now)
                since = now
            if since + LOCKED_FOR > now:
                raise _locked_out(since + LOCKED_FOR - now)
        asked = "SELECT sum(tries) FROM wrong_pins WHERE origin = ? AND since > ?"
        if self._tries(asked, place, (now - LOCKED_FOR).isoformat()) >= WRONG_OF_A_PLACE:
            raise _locked_out(LOCKED_FOR)
        if not place.startswith(ADDRESS) or self._is_known(badge, place):
            return
        asked = "SELECT sum(tries) FROM wrong_pins WHERE badge = ? AND origin LIKE ? AND since > ?"
        lately = (now - KEPT_FOR).isoformat()
        if self._tries(asked, badge, f"{ADDRESS}%", lately) >= WRONG_OF_A_BADGE:
            raise refusal("locked-out/everywhere")

    def count(self, badge: str, place: str) -> int:
        """Count a guess before it is looked at: a hundred made at once are a hundred guesses.

        Returns:
          Which one it is since the last right one or the last lock, from 1. No other guess is
          told the same, so whoever was told ``WRONG_AT_MOST`` and is wrong began the lock.

        Raises:
          Refusal: ``locked-out``: there were ``WRONG_AT_MOST``, and the lock still holds.
        """
        now = self._now()
        self._forget_old(now)
        counted = self._cabinet.change_and_tell(
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
        """Forget the wrong guesses before a right one."""
        self._cabinet.change("DELETE FROM wrong_pins WHERE badge = ? AND origin = ?", badge, place)

    def forgive(self, badge: str) -> None:
        """Forget every wrong guess of ``badge``, wherever: its PIN is another from now on."""
        self._cabinet.change("DELETE FROM wrong_pins WHERE badge = ? AND tries > 0", badge)

    def was_right(self, badge: str, place: str) -> None:
        """Forget the wrong guesses, and remember that the badge belongs to somebody here."""
        self.forget(badge, place)
        if place.startswith(ADDRESS):
            self._cabinet.change(
                "INSERT INTO wrong_pins VALUES (?, ?, 0, ?) ON CONFLICT (badge, origin) "
                "DO UPDATE SET since = excluded.since",
                badge, f"{KNOWN}{place}", self._now().isoformat(),
            )  # fmt: skip

    def _is_known(self, badge: str, place: str) -> bool:
        asked = "SELECT 1 FROM wrong_pins WHERE badge = ? AND origin = ?"
        return bool(self._cabinet.rows(asked, badge, f"{KNOWN}{place}"))

    def _tries(self, asked: str, *values: str) -> int:
        return int(self._cabinet.rows(asked, *values)[0][0] or 0)

    def _forget_old(self, now: datetime) -> None:
        at = now.isoformat()
        change = self._cabinet.change
        change("DELETE FROM wrong_pins WHERE tries > 0 AND since < ?", (now - KEPT_FOR).isoformat())
        change("DELETE FROM wrong_pins WHERE since < ?", (now - KNOWN_FOR).isoformat())
        change("UPDATE wrong_pins SET since = ? WHERE since > ?", at, at)
        [(rows,)] = self._cabinet.rows("SELECT count(*) FROM wrong_pins WHERE tries > 0")
        if rows >= ROWS_AT_MOST:
            change(
                "DELETE FROM wrong_pins WHERE tries > 0 AND since <= (SELECT since FROM wrong_pins "
                "WHERE tries > 0 ORDER BY since LIMIT 1 OFFSET ?)",
                ROWS_AT_MOST // 10,
            )


def _locked_out(left: timedelta) -> Refusal:
    minutes = max(1, -(-int(left.total_seconds()) // 60))
    return refusal("locked-out/here", minutes=minutes)
