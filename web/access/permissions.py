"""Who there is, who may come where, and from which pages and names requests may come."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import ip_address

from flask import current_app, request

from ledger.messages import listed, say
from ledger.vocabulary import COMMAND_LINE, FIRST_DIRECTOR, Role
from ledger.vocabulary.closed_lists import TokenScope
from ledger.vocabulary.refusals import Refusal
from web.frame.pages import HTML, Page, page_here

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


NAMED = (
    Role.DIRECTOR, Role.ORGANISER, Role.WORD_JUDGE, Role.SCOREKEEPER, Role.PLAYER, Role.DISPLAY,
)  # fmt: skip
"""In this order the roles are named for which a page is."""


def role_words(role: str) -> str:
    """What people call who has a role."""
    return say(f"doors.role.{role}")


def bearer_words(name: str) -> str:
    """Whose a badge is: as it was given, or in the reader's language where the software gave it."""
    if name == FIRST_DIRECTOR:
        return say("doors.first-director")
    return say("doors.command-line") if name == COMMAND_LINE else name


def opens_at_the_kiosk() -> bool:
    page = page_here()
    return page is not None and page.at_kiosk


PROGRAMS = "api"
"""Pages of the interface for other programs: there tokens count, and no cookie."""


def is_for_programs() -> bool:
    return request.blueprint == PROGRAMS


def scope_of() -> TokenScope:
    """What a token has to be allowed to do at the page that is asked for, there."""
    page = page_here()
    return page.scope if page else "read"


def opens_for_everybody() -> bool:
    page = page_here()
    return page is not None and page.who >= EVERYBODY


def authorize() -> None:
    """Turn away anyone whose role doesn't open the door they are at.

    On a tablet of ours that nobody is signed in on, the sign-in of the day before has ended.
    """
    if request.endpoint is None:  # no such door: Flask answers 404
        return
    page = page_here()
    if page is not None and page.who >= EVERYBODY:
        return  # and nobody need be looked up, which the record being away would prevent
    role = current_app.extensions["role_of"](request)
    if page is None or role not in page.who:
        if role == ANYONE and current_app.extensions["device_of"]():
            raise Refusal(
                "not-allowed",
                say("doors.nobody-signed-in-on-this"),
                say("doors.sign-in-again-with-your"),
            )
        a_page = page is not None and page.answers == HTML
        raise Refusal(
            "not-allowed",
            say("doors.page-is-for", people=_people(page))
            if a_page
            else say("doors.this-is-for", people=_people(page)),
            say("doors.sign-in-with-badge-that"),
        )


def _people(page: Page | None) -> str:
    """Whom a page is for, in words; nobody, of one that says nothing of it."""
    of = [say(f"doors.people.{role}") for role in NAMED if page and role in page.who]
    return listed(of) if of else say("doors.nobody")


# Requests that change something must come from our own pages.
#
# A browser says where a request comes from: ``Sec-Fetch-Site`` over HTTPS and on this machine,
# ``Origin`` over plain HTTP. A request that says neither is not taken.


HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


def must_come_from_here() -> None:
    """Turn away a request that another site's page may have sent."""
    if request.method in HARMLESS or request.endpoint is None:
        return
    if is_for_programs():  # no cookie counts there, and no other site's page has a token
        return
    fields = request.environ
    site, origin = fields.get("HTTP_SEC_FETCH_SITE"), fields.get("HTTP_ORIGIN")
    ours = f"{fields['wsgi.url_scheme']}://{fields.get('HTTP_HOST', '')}"
    # A page of ours sends both over HTTPS; one of them that says otherwise is enough.
    if site is None and origin is None:
        fits = False
    else:
        fits = site in (None, "same-origin") and origin in (None, ours)
    if not fits:
        raise Refusal(
            "forged",
            say("doors.this-request-did-not-come"),
            say("doors.open-page-here-and-enter"),
        )


# Under which names this service may be asked.
#
# A name that somebody else gave this computer (a rebound name, a forged ``Host``) would let their
# page pass for one of ours, and stand in the links we make. An address in digits can't be given
# away like a name, so each of those is taken: of this computer it has several, and routers more.


VARIABLE = "TILESCRIBE_HOSTS"
"""Where further names, as of a proxy in front, stand in the environment, a space between."""

_WITH_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def own_names() -> frozenset[str]:
    called = socket.gethostname().lower()
    return frozenset({"localhost", called, f"{called.partition('.')[0]}.local"})


def names_in(environment: Mapping[str, str], names: Iterable[str] = ()) -> frozenset[str]:
    """The own names, those in the environment, and ``names``.

    >>> sorted(names_in({"TILESCRIBE_HOSTS": "Sheet.example"}) - own_names())
    ['sheet.example']
    """
    lines = environment.get(VARIABLE, "").lower().split()
    return own_names().union(lines, (name.lower() for name in names))


def must_be_asked_by_our_name() -> None:
    host = request.environ.get("HTTP_HOST")
    if host is not None and not is_ours(host, current_app.config["HOSTS"]):
        raise Refusal(
            "another-name",
            say("doors.this-service-does-not-go"),
            say("doors.open-it-under-address-that"),
        )


def leads_here(address: str) -> bool:
    r"""Whether an address leads to a page of this service, however a browser reads it.

    >>> leads_here("/t/spring-open/?q=x")
    True
    >>> [leads_here(x) for x in ("//evil", "/\\evil", "/\t/evil", "//[", "/a\r\nb", "x")]
    [False, False, False, False, False, False]
    """
    return (
        address.startswith("/")
        and not address.startswith("//")
        and address.isprintable()
        and not {"\\", " "} & set(address)
    )


@lru_cache(maxsize=256)
def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a ``Host`` names this service.

    >>> names = frozenset({"localhost", "sheet.local"})
    >>> [is_ours(host, names) for host in ("sheet.local:8421", "[::1]:80", "192.168.1.20")]
    [True, True, True]
    >>> [is_ours(host, names) for host in ("evil.example", "sheet.local.evil.example", "a b", "")]
    [False, False, False, False]
    """
    parts = _WITH_PORT.fullmatch(host)
    if parts is None:
        return False
    name = parts[1].lower().rstrip(".")
    if name in names:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
