"""Who looks: the badge that is signed in, as the ledger's room ``shown_to`` asks for it."""

from __future__ import annotations

from uuid import UUID

from flask import current_app, g, request

from ledger.shown_to import Viewer, viewer_of
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import the_device, the_session
from web.site.site import Hall, the_site


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
    """The hall, as whoever is asking is shown it."""
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
    if role != Role.SCOREKEEPER or not the_device():
        return False
    try:
        current_app.extensions["badges"].tablets.must_serve(the_device(), session.badge, game)
    except Refusal:
        return False
    return True
