"""Signing in and out, changing a PIN, and taking a tablet in."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from ledger.refusals import RecordAway, Refusal
from web.visitors import (
    let_in,
    let_out,
    mark_device,
    signed_in,
    the_badges,
    the_device,
    the_origin,
    the_session,
)

bp = Blueprint("signing_in", __name__)

ENROLMENT = " enrolment"


@bp.get("/sign-in")
def sign_in() -> str:
    """Where a badge and its PIN are asked for."""
    the_badges()
    return _asked("")


@bp.post("/sign-in")
def signed() -> Response:
    """Begin a session; the page tells what was wrong where it was asked."""
    office, badge = the_badges(), request.form.get("badge", "").strip()
    try:
        found = office.sign_in(
            badge, request.form.get("pin", ""), device=the_device(), origin=the_origin()
        )
    except RecordAway:
        raise
    except Refusal as refusal:
        return make_response(_asked(f"{refusal.what} {refusal.next_step}", badge), 403)
    # A session the browser had before is not taken over, and does not live on beside this one.
    response = let_out(_onwards(request.form.get("then", "")))
    if found.session.must_change:
        response = let_out(_to("signing_in.pin"))
    return let_in(response, found.token)


@bp.post("/sign-out")
def sign_out() -> Response:
    """End the session."""
    response = let_out(_to("tournaments.all_of_them"))
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


@bp.get("/pin")
def pin() -> str:
    """Where one's own PIN is changed."""
    return _new_pin_asked("")


@bp.post("/pin")
def changed() -> Response:
    """Change one's own PIN."""
    session = signed_in()
    new, again = request.form.get("new", ""), request.form.get("again", "")
    try:
        if new != again:
            raise Refusal("unreadable-request", "The two new PINs differ.", "Type both again.")
        found = the_badges().change_pin(session, request.form.get("old", ""), new, the_origin())
    except RecordAway:
        raise
    except Refusal as refusal:
        return make_response(_new_pin_asked(f"{refusal.what} {refusal.next_step}"), 403)
    return let_in(_to("tournaments.all_of_them"), found.token)


@bp.get("/enrol")
def enrol() -> str:
    """Where a tablet's code is entered; the QR code of an invitation brings it along."""
    the_badges()
    return _code_asked("", request.args.get("code", ""))


@bp.post("/enrol")
def enrolled() -> Response:
    """Take this device in."""
    office, code = the_badges(), request.form.get("code", "")
    try:
        # Guessing a code is counted like guessing a PIN; no badge has this name.
        office.pins.count_guess(ENROLMENT, the_origin())
        taken = office.enrol(code, request.form.get("name", ""))
        office.pins.guessed_right(ENROLMENT, the_origin())
    except RecordAway:
        raise
    except Refusal as refusal:
        return make_response(_code_asked(f"{refusal.what} {refusal.next_step}", code), 403)
    return mark_device(_to("signing_in.sign_in"), taken.key)


def _asked(wrong: str, badge: str = "") -> str:
    then = request.values.get("then", "")
    return render_template(
        "doors/sign_in.html", wrong=wrong, badge=badge, then=then, device=the_device()
    )


def _new_pin_asked(wrong: str) -> str:
    return render_template("doors/pin.html", wrong=wrong, session=signed_in())


def _code_asked(wrong: str, code: str) -> str:
    return render_template("doors/enrol.html", wrong=wrong, code=code, device=the_device())


def _onwards(then: str) -> Response:
    """To the page asked for before, if it is one of ours."""
    parts = urlsplit(then)
    ours = then.startswith("/") and not then.startswith(("//", "/\\")) and not parts.netloc
    return _see(then) if ours else _to("tournaments.all_of_them")


def _to(endpoint: str) -> Response:
    return _see(url_for(endpoint))


def _see(address: str) -> Response:
    return make_response(redirect(address, 303))


def who_is_here() -> dict[str, object]:
    """For every page: who is signed in, and where one signs in and comes back from."""
    visitor = the_session()
    offered = visitor is None and current_app.extensions["badges"] is not None
    read = request.method in ("GET", "HEAD")
    back = request.full_path.rstrip("?") if read else "/"
    return {
        "visitor": visitor,
        "sign_in_url": url_for("signing_in.sign_in", then=back) if offered else "",
    }
