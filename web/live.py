"""Live changes to screens that are watching, as server-sent events.

The id of an event is its position in the log, so a browser that lost the connection asks with
``Last-Event-ID`` and gets exactly what it missed: that much is answered here, like any page. From
there on the hub tells it (``web.asgi.sse``). Where no front holds streams, as in a test of one
request, the answer ends there, and a browser would come back for more.

Events are named ``game`` (its row changed), ``tournament`` (something else of it did), ``news``
(pages of the tournament show something else), ``table`` (an entry of this tablet that came too late
waits, or was settled), ``still-here`` every 15 seconds, and ``begun-again``: the record was
restored, or too much was missed, so reload. Several changes of one game may be told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from flask import Response, current_app, request

from ledger.accounts.devices import is_a_screen
from ledger.hall import ChangeRow
from ledger.record.events import device_id
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.access.rate_limit import network_of
from web.access.visitors import the_device, the_scope, the_session, the_viewer_of
from web.asgi import telling
from web.asgi.sse import Hub
from web.asgi.telling import TOO_FAR, Upto, Watched, blocks, in_a_stream, marked, position_of
from web.asgi.wsgi_adapter import HOLDING, Holding
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.site import Site, the_site

pages = Pages("stream", manual=None)

AT_ONCE = 200  # events read from the log in one go
COME_BACK_AFTER = 2000  # milliseconds a browser waits before it connects again


@pages.get("/events", who=EVERYBODY, answers="text/event-stream", at_kiosk=True)
def events() -> Response:
    """``?tournament=slug``, ``?game=uuid`` or ``?table=uuid``, and ``&after=position``.

    A stream without end. ``table`` is the game at a tablet's own table. With ``&news=1`` it only
    says that something changed which the pages of the tournament show; a screen that was taken in
    is also told, by ``table``, that it is to show something else.
    """
    slug, table = request.args.get("tournament", ""), _asked_game("table")
    game = table or _asked_game("game")
    if slug:
        tournament_at(slug)
    site = the_site()
    audience = telling.audience_of(current_app.extensions["role_of"](request))
    if table is not None and the_viewer_of(table) is Viewer.KEEPER:
        audience = Viewer.KEEPER
    news, scope = request.args.get("news", "") == "1", the_scope(slug) if slug else ""
    known = the_device() if scope else ""
    shows = known and (news or not is_a_screen(scope))
    watched = Watched(audience, slug, game, news=news, screen=device_id(known) if shows else None)
    hub: Hub = current_app.extensions["hub"]
    upto = hub.told.of(audience)  # before the place is taken: from there on the hub tells it
    after = _asked_position(site, upto)
    holding: Holding | None = request.environ.get(HOLDING)
    if holding is not None and request.method == "GET":
        session = the_session()
        holding.watcher = hub.join(
            watched,
            (the_device() or session.badge) if session else known,
            network_of(request.remote_addr or ""),
            after if after <= site.last_position() else 0,
        )
        missed = beginning(site, watched, after, holding.watcher.since, upto)
    else:
        missed = beginning(site, watched, after, site.last_position(), upto)
    response = Response(b"".join(missed), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def tell_screen(device: str) -> None:
    """Tell a screen, or who switches it, that something else is to be shown."""
    tell_table(device_id(device))


def watching_screens() -> frozenset[UUID]:
    """The devices of the screens that are connected to this node."""
    hub: Hub = current_app.extensions["hub"]
    return hub.screens()


def tell_table(game: UUID) -> None:
    """Tell a table's tablets of what is new there and is no event: see ``Hub.tell_table``."""
    hub: Hub = current_app.extensions["hub"]
    hub.tell_table(game)


def beginning(site: Site, watched: Watched, after: int, upto: int, told: Upto) -> Iterator[bytes]:
    """What a stream begins with: everything past ``after`` and up to ``upto``.

    Several changes of one game are told once, as it stands now. How far its audience was ``told``
    is where a stream stands that begins anew; what nobody is told is not looked through again.
    """
    # The record was restored from a backup, the mark is none of ours, or too much has happened.
    too_far = after < told.told and upto - after > TOO_FAR
    anew = after > site.last_position() or too_far
    stands = marked(site.era, told.told if anew else after)
    yield f"retry: {COME_BACK_AFTER}\nid: {stands}\n\n".encode()
    if anew:
        yield in_a_stream("begun-again", stands, b"{}")
        return
    if after >= told.told:
        after = max(after, min(told.seen, upto))
    missed: list[ChangeRow] = []
    while after < upto and (changes := site.changes(after, AT_ONCE)):
        after = changes[-1].position
        missed += [
            change
            for change in changes
            if change.position <= upto and watched.shows(change.tournament, change.game)
        ]
    for block in blocks(site, telling, watched.audience, missed):
        yield block.told(watched)


def _asked_game(name: str) -> UUID | None:
    text = request.args.get(name, "")
    try:
        return UUID(text) if text else None
    except ValueError:
        raise Refusal.of("unreadable-address/game") from None


def _asked_position(site: Site, upto: Upto) -> int:
    text = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    return position_of(text, site.era) if text else upto.told
