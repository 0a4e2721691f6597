"""Live changes to screens that are watching, as server-sent events.

The id of an event is its position in the log, so a browser that lost the connection asks with
``Last-Event-ID`` and gets exactly what it missed. While nothing happens the thread waits in
``wait_past`` and holds no database connection.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from flask import Blueprint, Response, current_app, request

from ledger.refusals import Refusal
from ledger.shown_to import Viewer
from web.addresses import tournament_at
from web.site import Site, the_site
from web.told import LATE_EVERY, audience_of, fell_due, told_to

bp = Blueprint("stream", __name__)

AT_ONCE = 200
"""Events read from the log in one go."""

COME_BACK_AFTER = 2000
"""Milliseconds a browser waits before it connects again."""


class Listeners:
    """How many streams are open, and how many may be: each holds a thread."""

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._open = 0
        self._lock = Lock()

    def come_in(self) -> None:
        """Count one more.

        Raises:
          Refusal: ``too-many-watching``.
        """
        with self._lock:
            if self._open >= self._at_most:
                raise Refusal(
                    "too-many-watching",
                    "Too many screens are watching live at the moment.",
                    "Reload the page now and then; it shows the latest each time.",
                )
            self._open += 1

    def leave(self) -> None:
        """Count one less."""
        with self._lock:
            self._open -= 1


@bp.get("/events")
def events() -> Response:
    """``?tournament=slug`` or ``?game=uuid``, and ``&after=position``; a stream without end."""
    slug, game = request.args.get("tournament", ""), _asked_game()
    if slug:
        tournament_at(slug)
    site = the_site()
    listeners: Listeners = current_app.extensions["listeners"]
    listeners.come_in()
    after = _asked_position(site)
    audience = audience_of(current_app.extensions["role_of"](request))
    heartbeat = current_app.config["HEARTBEAT_SECONDS"]
    lines = told(site, audience, Watched(slug, game), after, heartbeat)
    response = Response(lines, mimetype="text/event-stream")
    response.call_on_close(listeners.leave)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


class Watched(NamedTuple):
    """What a stream is about: one tournament, or all; one game, or all of them."""

    slug: str = ""
    game: UUID | None = None

    def has(self, tournament: str, game: UUID | None) -> bool:
        """Whether a change of this is told here."""
        return self.slug in ("", tournament) and self.game in (None, game)


def told(
    site: Site, audience: Viewer, watched: Watched, after: int, heartbeat: float
) -> Iterator[str]:
    """What goes down the wire, from the event past ``after`` on, and never an end.

    Several changes of one game that are read together are told once, as the game stands
    after the last of them that this audience is told of.
    """
    since = datetime.now(UTC)
    yield f"retry: {COME_BACK_AFTER}\nid: {after}\n\n"
    if after > site.last_position():  # the record was restored from a backup: count anew
        after = site.last_position()
        yield f"event: begun-again\nid: {after}\ndata: {{}}\n\n"
    while True:
        changes = site.changes(after, AT_ONCE)
        latest: dict[UUID | None, str] = {}
        for change in changes:
            if watched.has(change.tournament, change.game):
                row = site.hall.game(change.game) if change.game else None
                data = told_to(site, audience, change, row)
                if data is not None:
                    latest.pop(change.game, None)
                    latest[change.game] = _as_event(change.game, change.position, data)
        if changes:
            after = changes[-1].position
        yield from latest.values()
        now = datetime.now(UTC)
        for game, data in fell_due(site, audience, watched.slug, since, now):
            if watched.game in (None, game):
                yield _as_event(game, after, data)
        since = now
        if not site.wait_past(after, min(heartbeat, LATE_EVERY)):
            yield f": still here\nid: {after}\n\n"


def _as_event(game: UUID | None, position: int, data: bytes) -> str:
    kind = "game" if game else "tournament"
    return f"event: {kind}\nid: {position}\ndata: {data.decode()}\n\n"


def _asked_game() -> UUID | None:
    text = request.args.get("game", "")
    try:
        return UUID(text) if text else None
    except ValueError:
        raise Refusal(
            "unreadable-address",
            "The game in this address cannot be read.",
            "Open the game from its round and reload the page.",
        ) from None


def _asked_position(site: Site) -> int:
    text = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    return (
        int(text) if text.isascii() and text.isdigit() and len(text) < 19 else site.last_position()
    )
