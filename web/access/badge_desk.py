"""The director's desk for badges and tablets: who may do what, and from where."""

from __future__ import annotations

import segno
from flask import Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from ledger.accounts.badges import Welcome
from ledger.accounts.tablets import DESK
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.pages import Pages
from web.frame.sent_forms import sent_by_form
from web.site.site import the_site

pages = Pages("badges", manual="hall", prefix="/badges")

WAYS_BACK = 3
"""Running tournaments that the page leads back to."""

GIVEN = (Role.SCOREKEEPER, Role.WORD_JUDGE, Role.DIRECTOR, Role.ORGANISER, Role.DISPLAY)


@pages.get("/", who=DIRECTORS)
def desk() -> str:
    return _page()


@pages.post("/issue", who=DIRECTORS)
def issue() -> Response:
    try:
        role = Role(request.form.get("role", ""))
    except ValueError:
        raise Refusal("unreadable-request", "That is no role.", "Choose one of the list.") from None
    badge, name = request.form.get("badge", ""), request.form.get("name", "")
    return _welcomed(accounts().issue(badge, name, role, by=_by(), sent=sent_by_form(_by())))


@pages.post("/new-pin", who=DIRECTORS)
def new_pin() -> Response:
    return _welcomed(accounts().new_pin(request.form.get("badge", ""), by=_by()))


@pages.post("/revoke", who=DIRECTORS)
def revoke() -> Response:
    reason = request.form.get("reason", "").strip() or "no reason given"
    accounts().revoke(request.form.get("badge", ""), reason, by=_by())
    return _back()


@pages.post("/devices/invite", who=DIRECTORS)
def invite() -> Response:
    """A code and a QR code that take one device in: for ``table``, or the results ``desk`` of."""
    table, desk = (request.form.get(name, "").strip() for name in ("table", "desk"))
    if desk:
        table = f"{desk}/{DESK}"
    code = accounts().tablets.invite(table, by=_by())
    address = url_for("signing_in.enrol", code=code, _external=True)
    return _private(_page(code=code, table=table, desk=desk, address=address, picture=_qr(address)))


@pages.post("/devices/revoke", who=DIRECTORS)
def revoke_device() -> Response:
    reason = request.form.get("reason", "").strip() or "no reason given"
    accounts().tablets.revoke(request.form.get("device", ""), reason, by=_by())
    return _back()


def _page(**more: object) -> str:
    office = accounts()
    running = [row for row in the_site().hall.tournaments() if not row.over]
    return render_template(
        "doors/badges.html",
        badges=office.all_badges(),
        without_a_pin=office.without_a_pin(),
        devices=office.tablets.enrolled(),
        said=office.tablets.in_words,
        roles=GIVEN,
        tournaments=running[:WAYS_BACK],
        running=running,
        tables=[table for row in running for table in _tables(row.slug)],
        **more,
    )


def _tables(slug: str) -> list[str]:
    """The tables of a tournament's rounds so far, as a tablet's code names them."""
    return list(
        dict.fromkeys(
            f"{slug}/{row.division}/T{row.table}" if row.division else f"{slug}/T{row.table}"
            for row in the_site().hall.games(slug)
        )
    )


def _welcomed(welcome: Welcome) -> Response:
    return _private(_page(welcome=welcome))


def _private(page: str) -> Response:
    """A page that holds a secret: shown once, kept by no browser."""
    response = make_response(page)
    response.headers["Cache-Control"] = "no-store"
    return response


def _by() -> str:
    return signed_in().badge


def _back() -> Response:
    return make_response(redirect(url_for("badges.desk"), 303))


def _qr(address: str) -> Markup:
    """The address as an SVG picture; drawn by us from our own address, so safe as it is."""
    drawn = segno.make(address, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff")
    return Markup(drawn)  # noqa: S704
