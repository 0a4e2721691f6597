"""A refusal in its one shape: a page for people, JSON for programs."""

from __future__ import annotations

from flask import Flask, Response, current_app, g, make_response, render_template, request, url_for
from markupsafe import Markup
from msgspec import Struct
from werkzeug.exceptions import HTTPException

from ledger.messages import say
from ledger.refusals.saying import next_id, next_step_for
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.door_log import noted
from web.access.permissions import is_for_programs
from web.access.visitors import the_session
from web.frame import languages
from web.frame.addresses import WayOut, of_rule, way_out, where_asked
from web.frame.bodies import as_json
from web.frame.languages import english
from web.monitoring.metrics import door_wording, the_number

STATUS_OF = {
    "no-such-page": 404,
    "no-such-tournament": 404,
    "no-such-round": 404,
    "not-drawn": 404,
    "no-such-player": 404,
    "no-such-division": 404,
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-case": 404,
    "no-such-warning": 404,
    "no-checkpoint": 404,
    "no-such-certificate": 404,
    "no-such-rulebook": 404,
    "not-allowed": 403,
    "board-not-shown": 404,
    "slip-not-shown": 404,
    "forged": 403,
    "not-signed-in": 403,
    "no-such-token": 401,
    "token-needed": 401,
    "scope-lacking": 403,
    "kept-to-judging": 403,
    "no-device": 403,
    "another-badge": 403,
    "wrong-pin": 403,
    "locked-out": 403,
    "nobody-signs-in": 404,
    "not-this-way": 405,
    "too-slow": 408,
    "too-large": 413,
    "too-many-unfinished": 429,
    "too-many-checks": 429,
    "too-many-from-here": 429,
    "too-many-files": 503,
    "too-long-to-check": 503,
    "unreadable-pdf": 422,
    "unreadable-address": 400,
    "another-name": 421,
    "too-many-watching": 503,
    "too-busy": 503,
    "too-many-signing-in": 503,
    "stopping": 503,
    "no-printer": 503,
    "no-game-over": 409,
    "something-broke": 500,
}
"""Refusal code to HTTP status; any other code is 422, and 503 while the record is away."""


class RefusalTold(Struct, frozen=True, kw_only=True):
    """What cannot be done, and what to do next.

    Attributes:
      refused: a stable code in kebab case.
      what: why not, one sentence for people.
      next_step: what to do instead.
      clause: the rule that stands in the way, or empty.
      help: where that rule is explained, or empty.
    """

    refused: str
    what: str
    next_step: str
    clause: str
    help: str


def status_of(refusal: Refusal) -> int:
    return 503 if isinstance(refusal, RecordAway) else STATUS_OF.get(refusal.code, 422)


def refused(refusal: Refusal) -> Response:
    status = status_of(refusal)
    if isinstance(refusal, RecordAway):
        g.session = None  # the page that says so must not ask for who is looking at it
    if asked_by_a_person():
        try:
            response = make_response(_page(refusal, status), status)
        except Exception:
            if status != STATUS_OF["something-broke"]:
                raise
            g.pop("frame", None)
            g.bare = True  # what broke may be what the bar asks for
            response = make_response(_page(refusal, status), status)
    else:
        found_refusal = RefusalTold(
            refused=refusal.code,
            what=refusal.what,
            next_step=next_step_of(refusal),
            clause=refusal.clause,
            help=of_rule(refusal.clause),
        )
        response = as_json(found_refusal, status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Accept"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status in (429, 503):
        response.headers["Retry-After"] = "10"
    return response


def _page(refusal: Refusal, status: int) -> str:
    return render_template(
        "refused/refused.html",
        refusal=refusal,
        status=status,
        on=way_on(refusal.code, status),
        all_of_them=url_for("tournaments.all_of_them"),
    )


def way_on(code: str, status: int) -> WayOut:
    """The one way on from a page that could not be shown: to sign in, back, or once more."""
    if code == "not-allowed" and current_app.extensions["badges"] is not None:
        signed_in = bool(g.get("session"))
        words = say("frame.sign-in-with-another-badge") if signed_in else say("frame.sign-in")
        return WayOut(url_for("signing_in.sign_in", then=where_asked()), words)
    read = request.method in ("GET", "HEAD")
    if read and status in (408, 429, 500, 503) and request.url_rule is not None:
        return WayOut(request.full_path.rstrip("?"), say("frame.try-again"))
    nearest = None if status >= 500 else way_out(code)
    return nearest or WayOut(url_for("tournaments.all_of_them"), say("frame.all-tournaments"))


def next_step_of(refusal: Refusal) -> str:
    """What to do next, as who is asking is told it."""
    return next_step_for(_who_asks(), refusal)


def _who_asks() -> Role | None:
    try:
        session = the_session()
    except Refusal:  # nobody can be known while the record is away
        return None
    return session.role if session is not None else None


IN_ENGLISH = ("sentence", "readings")
"""What a rulebook's gap is told by; it is in English for everybody, and so is marked."""


def told_in_full(refusal: Refusal) -> Markup:
    """What is refused and what to do next, in one line of a page."""
    if not refusal.trap or "sentence" not in refusal.values:
        return Markup("{} {}").format(refusal.what, next_step_of(refusal))
    values = {
        name: english(str(value)) if name in IN_ENGLISH else value
        for name, value in refusal.values.items()
    }
    what = languages.say(f"{refusal.message}.what", **values)
    return Markup("{} {}").format(what, languages.say(next_id(_who_asks(), refusal), **values))


def answer_refusals(app: Flask) -> None:
    """Let every error leave this application as a refusal."""

    @app.errorhandler(Refusal)
    def by_us(refusal: Refusal) -> Response:
        noted("refused", code=refusal.code)
        return refused(refusal)

    @app.errorhandler(HTTPException)
    def by_the_server(error: HTTPException) -> Response:
        refusal = _in_our_words(error)
        noted("refused", code=refusal.code)
        answer = refused(refusal)
        answer.status_code = error.code or 500
        if error.code == 405:
            answer.headers["Allow"] = ", ".join(getattr(error, "valid_methods", None) or ("GET",))
        return answer

    @app.errorhandler(Exception)
    def by_accident(error: Exception) -> Response:
        where = (door_wording(request.method, request.path), the_number())
        current_app.logger.exception("while answering %r request=%s", *where, exc_info=error)
        return refused(
            Refusal(
                "something-broke",
                say("frame.something-went-wrong-in-this"),
                say("frame.try-again-if-it-comes", the_number=the_number()),
            )
        )


def _in_our_words(error: HTTPException) -> Refusal:
    if error.code == 404:
        return Refusal(
            "no-such-page",
            say("frame.there-nothing-at-this-address"),
            say("frame.start-from-list-tournaments"),
        )
    if error.code == 405:
        return Refusal(
            "not-this-way",
            say("frame.this-address-can-be-read"),
            say("frame.open-it-as-page"),
        )
    return Refusal(
        "unreadable-request",
        say("frame.request-could-not-be-understood"),
        say("frame.go-back-page-you-came"),
    )


def must_be_for_a_page(refusal: Refusal) -> None:
    """Raise what is not said on the page of a form: the record is away, or JSON is wanted."""
    if isinstance(refusal, RecordAway) or not asked_by_a_person():
        raise refusal


def asked_by_a_person() -> bool:
    """Whether a page is wanted, and no JSON; at the doors for programs none is."""
    if is_for_programs():
        return False
    named = {kind for kind, quality in request.accept_mimetypes if quality > 0}
    return bool(named & {"text/html", "application/xhtml+xml"})
