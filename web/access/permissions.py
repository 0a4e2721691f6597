"""Who there is, and who may come where: each page says it (``web.frame.pages``).

An address that no page declared is locked.
"""

from __future__ import annotations

from flask import current_app, request

from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import TokenScope
from ledger.vocabulary.refusals import Refusal
from web.frame.pages import page_here

ANYONE = "anyone"
"""The role of a visitor who has shown no badge."""

EVERYBODY: frozenset[str] = frozenset({ANYONE, *Role})
ALLOWED_WITH_PIN: frozenset[str] = EVERYBODY - {Role.PLAYER}
"""A player at signing goes by the badge of who let them in, and has no PIN to change."""
AT_THE_TABLE: frozenset[str] = frozenset({Role.SCOREKEEPER, Role.WORD_JUDGE, Role.DIRECTOR})
OFFICIALS: frozenset[str] = AT_THE_TABLE | {Role.ORGANISER}
JUDGES: frozenset[str] = frozenset({Role.WORD_JUDGE, Role.DIRECTOR})
DIRECTORS: frozenset[str] = frozenset({Role.DIRECTOR, Role.ORGANISER})
AT_THE_RESULTS: frozenset[str] = DIRECTORS | {Role.SCOREKEEPER}

THE_DIRECTOR: frozenset[str] = frozenset({Role.DIRECTOR})


def opens_at_the_kiosk() -> bool:
    """Whether the page that is asked for is one of a terminal that is kept to judging."""
    page = page_here()
    return page is not None and page.at_kiosk


PROGRAMS = "api"
"""Pages of the interface for other programs: there tokens count, and no cookie."""


def is_for_programs() -> bool:
    """Whether the page that is asked for is one of the interface for other programs."""
    return request.blueprint == PROGRAMS


def scope_of() -> TokenScope:
    """What a token has to be allowed to do at the page that is asked for, there."""
    page = page_here()
    return page.scope if page else "read"


def opens_for_everybody() -> bool:
    """Whether the page that is asked for opens for every role, and without any."""
    page = page_here()
    return page is not None and page.who >= EVERYBODY


def authorize() -> None:
    """Turn away anyone whose role doesn't open the door they are at.

    On a tablet of ours that nobody is signed in on, the sign-in of the day before has ended.

    Raises:
      Refusal: ``not-allowed``.
    """
    if request.endpoint is None:  # no such door: Flask answers 404
        return
    if opens_for_everybody():
        return  # and nobody need be looked up, which the record being away would prevent
    role = current_app.extensions["role_of"](request)
    page = page_here()
    if page is None or role not in page.who:
        if role == ANYONE and current_app.extensions["device_of"]():
            raise Refusal(
                "not-allowed",
                "Nobody is signed in on this tablet. A sign-in ends after 16 hours.",
                "Sign in again with your badge and PIN: the tablet keeps what it has.",
            )
        raise Refusal(
            "not-allowed",
            "This is not open to you.",
            "Sign in with a badge that allows it, or ask the tournament director.",
        )
