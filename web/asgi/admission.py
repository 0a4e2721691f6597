"""Who stands at the door, and refusals by the front itself: in one shape, made once, logged."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from flask import Flask

from ledger.accounts.badges import Badges
from ledger.vocabulary.refusals import Refusal
from web.access.door_log import turned_away_noted
from web.access.visitors import DEVICE, SESSION, is_known, named, network_of
from web.asgi.wsgi_adapter import Answer, Scope
from web.frame.refused import refused
from web.monitoring.requests import HEADER, a_new_number

REMEMBERED = {True: 60.0, False: 10.0}
"""Seconds for which it is remembered that a cookie is one of ours, or is none."""

AT_MOST = 8192  # cookies that are remembered; the one not seen for longest goes

LOOKS = 1024
"""Cookies that are being looked up, a fifth of a second's worth. With more than that, whoever comes
is a stranger for now; a whole hall that comes back at once is not."""


@dataclass(frozen=True)
class Visitor:
    """Who sends a request; ``known``: whether a badge or an enrolled device was shown."""

    address: str
    known: bool


class Doorman:
    """Tells badges, devices and tokens of ours from strangers: for who goes first, and no more.

    What a badge opens is decided where it always is. A cookie is looked up once a minute, on one
    thread, so that a flood of cookies somebody made up is at nobody's cost but its own.

    Args:
      office: where cookies are looked up; without one all are strangers.
    """

    def __init__(self, office: Badges | None) -> None:
        self._office = office
        self._remembered: OrderedDict[bytes, tuple[bool, float]] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="doorman")
        self._looking = 0

    async def visitor(self, scope: Scope) -> Visitor:
        address = network_of((scope.get("client") or ("",))[0])
        shown = (*_cookies(scope), _bearer(scope))
        known = any(shown) and await self._is_known(shown)
        return Visitor(address, known)

    async def stranger(self, scope: Scope) -> Visitor:
        """The same where it does not matter who it is: nothing is looked up."""
        return Visitor(network_of((scope.get("client") or ("",))[0]), known=False)

    async def _is_known(self, shown: tuple[str, str, str]) -> bool:
        digest = hashlib.blake2b(" ".join(shown).encode(), digest_size=16).digest()
        known, until = self._remembered.get(digest, (False, 0.0))
        now = time.monotonic()
        if now < until:
            self._remembered.move_to_end(digest)
            return known
        if self._office is None or self._looking >= LOOKS:
            return known
        self._looking += 1
        try:
            loop = asyncio.get_running_loop()
            known = await loop.run_in_executor(self._pool, is_known, self._office, *shown)
        except Refusal:  # the record is away: as it was
            return known
        finally:
            self._looking -= 1
        self._remembered[digest] = known, now + REMEMBERED[known]
        while len(self._remembered) > AT_MOST:
            self._remembered.popitem(last=False)
        return known


def _cookies(scope: Scope) -> tuple[str, str]:
    """The session's token and the device's key that a request brings, ``""`` for none."""
    text = "; ".join(v.decode("latin-1") for name, v in scope["headers"] if name == b"cookie")
    if not text:
        return "", ""
    secure = scope["scheme"] == "https"
    return _cookie(text, named(SESSION, secure=secure)), _cookie(text, named(DEVICE, secure=secure))


def _bearer(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return str(value[7:].decode("latin-1").strip())
    return ""


def _cookie(header: str, name: str) -> str:
    found = re.search(rf"(?:^|;)\s*{re.escape(name)}=([^;\s]+)", header)
    return found[1] if found else ""


# Refusals by the front itself: in the same shape as every other, made once, and logged.


REFUSALS = {
    each.code: each
    for each in (
        Refusal(
            "too-slow",
            "What you sent did not arrive in time.",
            "Send it again; nothing was written.",
        ),
        Refusal(
            "too-many-unfinished",
            "Too much is on its way from your address at once.",
            "Wait a moment and send it again; nothing was written.",
        ),
        Refusal(
            "too-busy",
            "Too many people are asking for something at this moment.",
            "Wait a moment and try again; nothing was written.",
        ),
        Refusal(
            "too-many-signing-in",
            "Too many people are signing in at this moment.",
            "Wait a moment and sign in again.",
        ),
        Refusal(
            "stopping",
            "This service is being stopped.",
            "Try again when it is back; nothing was written.",
        ),
    )
}


class TurnedAway:
    """Answers whom the front does not let through."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._made: dict[tuple[str, bool], Answer] = {}

    def answer(self, code: str, scope: Scope, address: str) -> Answer:
        number = a_new_number()
        turned_away_noted(
            self._app.extensions["door_meter"],
            code, address, scope["method"], scope["path"], number,
        )  # fmt: skip
        self._app.extensions["figures"].turned_away(code)
        accept = next((value for name, value in scope["headers"] if name == b"accept"), b"")
        for_people = b"text/html" in accept
        if (code, for_people) not in self._made:
            self._made[code, for_people] = self._make(REFUSALS[code], for_people=for_people)
        made = self._made[code, for_people]
        return replace(made, headers=[*made.headers, (HEADER.lower().encode(), number.encode())])

    def _make(self, refusal: Refusal, *, for_people: bool) -> Answer:
        accept = "text/html" if for_people else "application/json"
        with self._app.test_request_context("/", headers={"Accept": accept}):
            response = self._app.process_response(refused(refusal))
            headers = [
                (name.lower().encode("latin-1"), text.encode("latin-1"))
                for name, text in response.headers
                if name != HEADER
            ]
            return Answer(response.status_code, headers, response.get_data())
