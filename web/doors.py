"""Who may come through which door. A route that is not listed here is locked."""

from __future__ import annotations

from flask import current_app, request

from ledger.refusals import Refusal
from ledger.vocabulary import Role

ANYONE = "anyone"
"""The role of a visitor who has shown no badge."""

EVERYBODY: frozenset[str] = frozenset({ANYONE, *Role})

DOORS: dict[str, frozenset[str]] = {
    "tournaments.all_of_them": EVERYBODY,
    "tournaments.one": EVERYBODY,
    "tournaments.games_json": EVERYBODY,
    "tournaments.standings_json": EVERYBODY,
    "tournaments.one_round": EVERYBODY,
    "games.page": EVERYBODY,
    "games.replay_json": EVERYBODY,
    "games.permanent": EVERYBODY,
    "downloads.score_sheet": EVERYBODY,
    "downloads.result_slip": EVERYBODY,
    "downloads.gcg": EVERYBODY,
    "downloads.game_json": EVERYBODY,
    "stream.events": EVERYBODY,
    "health.alive": EVERYBODY,
    "health.ready": EVERYBODY,
    "health.description": EVERYBODY,
    "assets.file": EVERYBODY,
    "assets.icon": EVERYBODY,
}
"""Endpoint to the roles it opens for. Tests try every door with every role."""


def guard() -> None:
    """Turn away anyone whose role doesn't open the door they are at.

    Raises:
      Refusal: ``not-allowed``.
    """
    if request.endpoint is None:  # no such door: Flask answers 404
        return
    role = current_app.extensions["role_of"](request)
    if role not in DOORS.get(request.endpoint, frozenset()):
        raise Refusal(
            "not-allowed",
            "This is not open to you.",
            "Sign in with a badge that allows it, or ask the tournament director.",
        )
