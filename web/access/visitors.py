"""Who is asking: the session a cookie names, the device, and what the badge may see."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import cast
from uuid import UUID

from flask import Request, Response, current_app, g, request

from ledger.accounts.badges import Badges
from ledger.accounts.devices import SCREEN, Token, is_a_screen, shows_only
from ledger.accounts.facts import ScreenSet
from ledger.accounts.sessions import LONGEST, Session
from ledger.messages import say
from ledger.visibility import Viewer, viewer_of
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.permissions import (
    ANYONE,
    is_for_programs,
    opens_at_the_kiosk,
    opens_for_everybody,
    scope_of,
)
from web.access.rate_limit import network_of
from web.site import Hall, the_site

SESSION, DEVICE, KIOSK = "tilescribe-session", "tilescribe-device", "tilescribe-kiosk"
MINE = "tilescribe-me"
"""The cookie of a tournament's pages with the number of the player a phone has chosen."""
DEVICE_LASTS = timedelta(days=400)
"""As long as browsers keep a cookie at most; a tablet is taken out by revoking it."""


def accounts() -> Badges:
    """The badge office of this application; refuses ``nobody-signs-in`` where it only shows."""
    office = current_app.extensions["badges"]
    if office is None:
        raise Refusal(
            "nobody-signs-in",
            say("doors.nobody-can-sign-in-here"),
            say("doors.start-it-with-serve"),
        )
    return cast("Badges", office)


def role_by_session(_request: Request) -> str:
    """The role of who is asking; a badge whose PIN must be changed opens nothing yet."""
    session = the_session()
    return ANYONE if session is None or session.must_change else session.role


def the_session() -> Session | None:
    """The session of who is asking, looked up once a request.

    One that is kept to the judge's terminal is nobody's at any other door. At the interface for
    programs a token stands for it, and no cookie counts: another site's page could send that.
    While the record is away nobody can be known; what is open to all is shown as to anyone.

    Raises:
      RecordAway: at any other door.
      Refusal: ``no-such-token``, ``token-needed`` or ``scope-lacking``, where a token is meant.
    """
    if "session" not in g and is_for_programs():
        g.session = None  # who shows a token that opens nothing is nobody, to what says so too
        g.session = _by_token(the_token())
    if "session" not in g:
        token = request.cookies.get(_named(SESSION), "")
        office = current_app.extensions["badges"]
        try:
            g.session = office.sessions.find(token) if office is not None and token else None
        except RecordAway:
            if not opens_for_everybody():
                raise
            g.session = None
        if g.session is not None and g.session.kiosk and not opens_at_the_kiosk():
            g.session = None
    return cast("Session | None", g.session)


def chosen_player() -> int:
    """The number of the player whose name this phone has chosen in this tournament; 0: none."""
    kept = request.cookies.get(MINE, "")
    return int(kept) if kept.isascii() and kept.isdigit() and len(kept) < 6 else 0


def is_own_page() -> bool:
    """Whether this is the page of the player whose name this phone has chosen."""
    number = chosen_player()
    here = (request.view_args or {}).get("number") if request.endpoint == "cards.one" else 0
    return bool(number) and here == number


def the_token() -> Token | None:
    """The token a program shows, as ``Authorization: Bearer …``; ``None``: it shows none."""
    shown = request.authorization
    if shown is None and "Authorization" not in request.headers:
        return None
    token = shown.token if shown is not None and shown.type == "bearer" else None
    office = current_app.extensions["badges"]
    found = office.tokens.find(token) if office is not None and token else None
    if found is None:
        raise Refusal(
            "no-such-token",
            say("doors.this-token-was-never-made"),
            say("doors.ask-organiser-for-new-one"),
        )
    return cast("Token", found)


def _by_token(token: Token | None) -> Session | None:
    """Whose session a token stands for at this door: reading with it alone shows nothing more."""
    scope = scope_of()
    if token is None:
        if scope != "read":
            raise Refusal(
                "token-needed",
                say("doors.programs-enter-something-with-token"),
                say("doors.ask-organiser-for-one-and"),
            )
        return None
    if scope != "read" and scope not in token.scopes:
        raise Refusal(
            "scope-lacking",
            say("doors.this-token-may-not-do", scope=scope),
            say("doors.ask-organiser-for-one-that"),
        )
    shown = scope != "read" or "official" in token.scopes
    role = token.role if shown else Role.DISPLAY
    return Session(badge=token.badge, role=role, device=f"token {token.name}", began=token.made_at)


def signed_in() -> Session:
    """The session of who is asking; refuses ``not-signed-in``."""
    session = the_session()
    if session is None:
        raise Refusal(
            "not-signed-in", say("doors.you-not-signed-in"), say("doors.sign-in-with-your-badge")
        )
    return session


def the_device() -> str:
    """The enrolled device that is asking; ``""`` where there is none."""
    if "device" not in g:
        key = request.cookies.get(_named(DEVICE), "")
        office = current_app.extensions["badges"]
        g.device = office.devices.known_by(key) if office is not None and key else ""
    return cast("str", g.device)


def the_screen(slug: str = "") -> ScreenSet | None:
    """What this screen of a hall shows; ``None``: it is none that was taken in, or of another.

    Args:
      slug: of which tournament; empty: of any.
    """
    try:
        tablets = accounts().tablets if the_device() else None
    except RecordAway:
        return None  # shown as to anyone, and as it is once the record is there again
    scope = tablets.table_of(the_device()) if tablets else ""
    if tablets is None or not is_a_screen(scope) or (slug and scope != f"{slug}/{SCREEN}"):
        return None
    return tablets.screen(the_device())


def the_scope(slug: str) -> str:
    """What this device was taken in for, if it is a screen of this tournament, or switches them.

    As ``spring-open/stream``; ``""``: it is neither.
    """
    try:
        scope = accounts().tablets.table_of(the_device()) if the_device() else ""
    except RecordAway:
        return ""
    return scope if shows_only(scope) and scope.startswith(f"{slug}/") else ""


def is_known_no_more() -> bool:
    """Whether this browser was a device once, and is none any more."""
    return bool(request.cookies.get(_named(DEVICE))) and not the_device()


def the_origin() -> str:
    """Where wrong PINs are counted: the device, or the network address.

    Who has one address of IPv6 has some 2**64 of them, so all of those count as one.
    """
    return the_device() or f"address {network_of(request.remote_addr or '')}"


def the_asker() -> str:
    """Who asks, where each is to have a turn: the badge, else where wrong PINs are counted."""
    session = the_session()
    return session.badge if session is not None else the_origin()


def is_known(office: Badges, token: str, key: str, shown: str) -> bool:
    """Whether something shown is one of ours: for who goes first, and for no more.

    Args:
      office: where it is looked up.
      token: the session's cookie.
      key: the device's cookie.
      shown: a program's token.

    Raises:
      Refusal: the record can't be read.
    """
    return (
        bool(token and office.sessions.find(token))
        or bool(key and office.devices.known_by(key))
        or bool(shown and office.tokens.find(shown))
    )


def let_in(response: Response, token: str) -> Response:
    _set(response, SESSION, token, LONGEST)
    return response


def let_out(response: Response) -> Response:
    token = request.cookies.get(_named(SESSION), "")
    if token:
        accounts().sessions.end(token)
    response.delete_cookie(
        _named(SESSION), path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return response


def kept_to_judging() -> str:
    """Whether this browser is kept to the judge's terminal: to which slips, or ``""`` if not."""
    return request.cookies.get(_named(KIOSK), "")


def keep_to_judging(response: Response, slug: str) -> Response:
    _set(response, KIOSK, slug or "all", DEVICE_LASTS)
    return response


def let_go(response: Response) -> Response:
    """Keep this browser to nothing any more."""
    response.delete_cookie(
        _named(KIOSK), path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return response


def mark_device(response: Response, key: str) -> Response:
    _set(response, DEVICE, key, DEVICE_LASTS)
    return response


def _set(response: Response, name: str, value: str, lasts: timedelta) -> None:
    response.set_cookie(
        _named(name),
        value,
        max_age=int(lasts.total_seconds()),
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _named(name: str) -> str:
    return named(name, secure=request.is_secure)


@cache
def named(name: str, *, secure: bool) -> str:
    return f"__Host-{name}" if secure else name


# Who looks: the badge that is signed in, as the ledger's room ``shown_to`` asks for it.


def the_viewer() -> Viewer:
    """Who looks at lists of games: by the role alone, for no table of a list is the own one."""
    return viewer_of(_role())


def the_viewer_of(game: UUID) -> Viewer:
    """Who looks at this game: of a scorekeeper, whether it is the own table's."""
    viewers: dict[UUID, Viewer] = g.setdefault("viewers", {})
    if game not in viewers:  # looked up once a request: a tablet may hand in a hundred entries
        role = _role()
        viewers[game] = viewer_of(role, at_this_table=_is_at_the_table(role, game))
    return viewers[game]


def the_hall() -> Hall:
    return the_site().hall_shown_to(the_viewer())


def _role() -> str:
    return str(current_app.extensions["role_of"](request))


def _is_at_the_table(role: str, game: UUID) -> bool:
    """Whether a player signs this very game, or the scorekeeper's tablet may write at its table."""
    session = the_session()
    if session is None:
        return False
    if role == Role.PLAYER:
        return session.game == game
    device = the_device() if role == Role.SCOREKEEPER else ""
    if not device:
        return False
    try:
        current_app.extensions["badges"].tablets.must_serve(device, session.badge, game)
    except Refusal:
        return False
    return True
