"""Badges, PINs, tablets and tokens of programs: made, handed out, taken back."""

from __future__ import annotations

import re
from typing import cast, get_args

import segno
from flask import Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from ledger.accounts.badges import Welcome
from ledger.accounts.devices import DESK
from ledger.accounts.giving_out import LONGEST_DAYS, MakeToken
from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import LISTS, TokenScope
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, ROLE_WORDS
from web.access.visitors import accounts, signed_in
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.site.site import the_site

pages = Pages("badges", manual="hall", prefix="/badges")

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
    table = f"{desk}/{DESK}" if desk else _table_meant(table)
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
        said=office.tablets.scope_wording,
        roles=[(role.value, ROLE_WORDS[role]) for role in GIVEN],
        role_words=ROLE_WORDS.__getitem__,
        running=running,
        desks=[(row.slug, row.name) for row in running],
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


def _table_meant(typed: str) -> str:
    """The table that was typed, as a tablet's code names it; empty: any.

    ``4`` and ``A 4`` are enough where one tournament that goes on has that table.
    """
    if not typed or re.fullmatch(r".+/T\d+", typed, re.IGNORECASE):
        return typed
    running = [row.slug for row in the_site().hall.tournaments() if not row.over]
    tables = {table: table.partition("/")[2] for slug in running for table in _tables(slug)}
    meant = "/T".join(typed.upper().split()).removeprefix("T")
    found = [table for table, there in tables.items() if there.removeprefix("T") == meant]
    if len(found) != 1:
        raise Refusal(
            "unreadable-request",
            f"{'More than one' if found else 'No'} tournament that goes on has a table {typed}.",
            "Write it with the tournament, as spring-open/T4, or leave it empty for any table.",
        )
    return found[0]


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


# Tokens for other programs: made, told once, taken back.


tokens_pages = Pages("tokens", manual="programs", prefix="/tokens")

USUAL_DAYS = 30  # days that the form proposes: longer than any tournament


@tokens_pages.get("/", name="desk", who=DIRECTORS)
def tokens_desk() -> Response:
    return _token_desk_page()


@tokens_pages.post("/make", who=DIRECTORS)
def make() -> Response:
    by = signed_in().badge
    try:
        desk_request = MakeToken(
            badge=by,
            token=request.form.get("name", "").strip(),
            scopes=cast("tuple[TokenScope, ...]", tuple(request.form.getlist("scope"))),
            days=_days(request.form.get("days", str(USUAL_DAYS)).strip()),
        )
        made = accounts().make_token(desk_request, sent_by_form(by))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return _token_desk_page(refusal=refusal, status=status_of(refusal))
    return _token_desk_page(made=made, name=desk_request.token)


@tokens_pages.post("/revoke", name="revoke", who=DIRECTORS)
def tokens_revoke() -> Response:
    badge, name = request.form.get("badge", ""), request.form.get("name", "")
    reason = request.form.get("reason", "").strip() or "no reason given"
    accounts().revoke_token(badge, name, reason, by=signed_in().badge)
    return make_response(redirect(url_for("tokens.desk"), 303))


def _days(text: str) -> int:
    """The days typed; none, which is refused, where that is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _token_desk_page(*, status: int = 200, **more: object) -> Response:
    """The page, which may hold a secret: kept by no browser."""
    page = render_template(
        "doors/tokens.html",
        tokens=accounts().tokens.all_of(),
        scopes=[(scope, LISTS[TokenScope].words[scope]) for scope in get_args(TokenScope)],
        usual_days=USUAL_DAYS,
        longest=LONGEST_DAYS,
        chosen=request.form.getlist("scope") or ["read"],
        **more,
    )
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response
