"""Who was turned away: a line for each, and no more of them than anybody reads."""

from __future__ import annotations

import logging
import time
from collections import Counter
from threading import Lock

from flask import current_app, g, request

from web.monitoring.metrics import door_wording, the_number, write

logger = logging.getLogger("tilescribe.door")

OF_AN_ADDRESS, OF_ALL = 30, 300  # lines a minute

LOUD = frozenset(
    {
        "locked-out", "forged", "another-name", "something-broke",
        "too-many-signing-in", "too-many-unfinished", "too-busy",
    }
)  # fmt: skip
"""Codes that are written as warnings; the others, and who came in, for information."""


class Meter:
    """Counts lines, and says which are too many."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute = 0
        self._written: Counter[str] = Counter()
        self._left_out = 0

    def lets(self, address: str, now: float) -> int | None:
        """How many lines were left out before this one; ``None``: so is this."""
        with self._lock:
            minute = int(now // 60)
            if minute != self._minute:
                self._minute = minute
                self._written.clear()
            self._written[address] += 1
            self._written[""] += 1
            if self._written[address] > OF_AN_ADDRESS or self._written[""] > OF_ALL:
                self._left_out += 1
                return None
            before, self._left_out = self._left_out, 0
            return before


def noted(what: str, *, code: str = "", badge: str = "") -> None:
    """Write a line about the request that is being answered.

    Args:
      what: ``signed-in``, ``sign-in-refused``, ``signed-out``, ``pin-changed``,
        ``tablet-taken-in``, ``tablet-refused``, ``kiosk-begun``, ``kiosk-kept`` (by a wrong badge
        or PIN), ``kiosk-ended``, or ``refused``.
      code: why, as the refusal has it.
      badge: whose; of somebody who is not signed in, what was given as one.
    """
    _line(
        current_app.extensions["door_meter"],
        what,
        request.remote_addr or "-",
        request.method,
        request.path,
        code=code,
        number=the_number(),
        badge=_known(badge) if badge else _signed_in(),
        tablet=g.get("device", ""),
    )


def turned_away_noted(
    meter: Meter, code: str, address: str, method: str, path: str, number: str
) -> None:
    """Write a line about a request that never got as far as the application."""
    _line(meter, "refused", address or "-", method, path, code=code, number=number)


def _line(
    meter: Meter,
    what: str,
    address: str,
    method: str,
    path: str,
    *,
    code: str,
    number: str,
    badge: str = "",
    tablet: str = "",
) -> None:
    left_out = meter.lets(address, time.time())
    if left_out is None:
        return
    fields = {
        "code": code,
        "badge": badge,
        "from": address,
        "tablet": tablet,
        "door": door_wording(method, path),
        "request": number,
        "left-out": left_out or "",
    }
    write(logger, logging.WARNING if code in LOUD else logging.INFO, what, fields)


def _known(badge: str) -> str:
    office = current_app.extensions["badges"]
    return badge if office is not None and office.desk.role_of(badge) is not None else "unknown"


def _signed_in() -> str:
    session = g.get("session")
    return session.badge if session is not None else ""
