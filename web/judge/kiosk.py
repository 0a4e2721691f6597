"""The judge's terminal kept to judging: nobody leaves it, but by a badge with its PIN.

The session itself is kept to the terminal's doors, so that nothing else opens, whatever is typed
or tapped. A mark in the browser outlasts the session: the day after, the screen is still the
terminal's, and asks for a badge.
"""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ledger.vocabulary import Role
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.door_log import noted
from web.access.permissions import EVERYBODY, JUDGES, opens_at_the_kiosk
from web.access.visitors import (
    accounts,
    keep_to_judging,
    kept_to_judging,
    let_go,
    let_in,
    let_out,
    signed_in,
    the_device,
    the_origin,
    the_session,
)
from web.frame.pages import Pages

pages = Pages("kiosk", manual="judge")

ENDS = frozenset({Role.WORD_JUDGE, Role.DIRECTOR})
"""Whose badge ends it, or opens the terminal again."""


def must_stay() -> AnyResponse | None:
    """Lead whoever asks for anything else back to the terminal."""
    if not kept_to_judging() or request.endpoint is None:
        return None
    if request.endpoint == "kiosk.begin":  # tapped twice
        return redirect(url_for("judging.page"), 303)
    if request.endpoint == "judging.page" and the_session() is None:
        return redirect(url_for("kiosk.page"), 303)
    if opens_at_the_kiosk():
        return None
    if request.method == "GET" and request.accept_mimetypes.accept_html:
        return redirect(url_for("judging.page"), 303)
    raise Refusal(
        "kept-to-judging",
        "This screen is kept to judging.",
        "Ask a word judge or the director; a badge with its PIN opens it.",
    )


@pages.post("/judge/kiosk/begin", who=JUDGES)
def begin() -> Response:
    """Keep this browser to the terminal, under the badge that is signed in.

    The session it had goes out of the browser and is not ended: where the answer is lost, or the
    button tapped twice, the same request comes again under it.
    """
    session = signed_in()
    token = accounts().keep_at_the_terminal(session)
    slug = request.form.get("tournament", "")
    response = make_response(redirect(url_for("judging.page", tournament=slug or None), 303))
    noted("kiosk-begun", badge=session.badge)
    return keep_to_judging(let_in(response, token), slug)


@pages.get("/judge/kiosk", who=EVERYBODY, at_kiosk=True)
def page() -> AnyResponse | str:
    """Where a badge and its PIN end it; on a screen that is not kept to judging, the terminal."""
    if not kept_to_judging():
        return redirect(url_for("judging.page"), 303)
    return _asked("", "")


@pages.post("/judge/kiosk/end", who=EVERYBODY, at_kiosk=True, checks_pin=True)
def end() -> Response:
    """Let the browser go (``what=end``), or open the terminal again (``what=again``).

    Sent twice, it is ended once, and leads to the same page.
    """
    office, badge = accounts(), request.form.get("badge", "").strip()
    try:
        found = office.sign_in(
            badge, request.form.get("pin", ""), device=the_device(), origin=the_origin()
        )
        if found.session.role not in ENDS or found.session.must_change:
            office.sessions.end(found.token)
            raise Refusal(
                "not-allowed", "This badge does not end it.", "It takes a word judge or a director."
            )
    except Refusal as refusal:
        if isinstance(refusal, RecordAway) or refusal.code == "too-many-signing-in":
            raise
        noted("kiosk-kept", code=refusal.code, badge=badge[:40])
        text = f"{refusal.what} {refusal.next_step}"
        return make_response(_asked(text, badge[:40]), 403)
    noted("kiosk-ended" if request.form.get("what") != "again" else "kiosk-begun", badge=badge[:40])
    response = let_out(make_response(redirect(url_for("judging.page"), 303)))
    if request.form.get("what") == "again":
        token = office.keep_at_the_terminal(found.session)
        office.sessions.end(found.token)
        return let_in(response, token)
    return let_go(let_in(response, found.token))


def _asked(wrong: str, badge: str) -> str:
    return render_template(
        "judge/kiosk.html", wrong=wrong, badge=badge, locked=the_session() is None
    )
