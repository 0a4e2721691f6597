"""Refusals by the front itself: in the same shape as every other, made once, and logged."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from ledger.vocabulary.refusals import Refusal
from web.access.door_log import turned_away_noted
from web.frame.refused import refused
from web.front.bridge import Answer, Scope
from web.watching.requests import HEADER, a_new_number

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
    """Answers whom the front does not let through.

    Args:
      app: makes each answer, once for people and once for programs, as it makes all others.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._made: dict[tuple[str, bool], Answer] = {}

    def answer(self, code: str, scope: Scope, address: str) -> Answer:
        """The refusal ``code``, for whoever asked."""
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
