"""Tokens for other programs: made, told once, taken back."""

from __future__ import annotations

from typing import cast, get_args

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.accounts.giving_out import LONGEST_DAYS, MakeToken
from ledger.vocabulary.closed_lists import LISTS, TokenScope
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form

pages = Pages("tokens", manual="programs", prefix="/tokens")

USUAL_DAYS = 30
"""Days that the form proposes: longer than any tournament."""


@pages.get("/", who=DIRECTORS)
def desk() -> Response:
    return _page()


@pages.post("/make", who=DIRECTORS)
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
        return _page(refusal=refusal, status=status_of(refusal))
    return _page(made=made, name=desk_request.token)


@pages.post("/revoke", who=DIRECTORS)
def revoke() -> Response:
    badge, name = request.form.get("badge", ""), request.form.get("name", "")
    reason = request.form.get("reason", "").strip() or "no reason given"
    accounts().revoke_token(badge, name, reason, by=signed_in().badge)
    return make_response(redirect(url_for("tokens.desk"), 303))


def _days(text: str) -> int:
    """The days typed; none, which is refused, where that is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _page(*, status: int = 200, **more: object) -> Response:
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
