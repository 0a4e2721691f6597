"""Signing in, and where it leads first; a tablet taken in; badges, PINs, tokens handed out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast
from uuid import UUID

import msgspec
import segno
from flask import (
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from msgspec import Struct

from ledger.accounts.badges import Welcome
from ledger.accounts.devices import CLEARED, DESK, MIXER, SCREEN, STREAM, is_a_desk, shows_only
from ledger.accounts.requests import LONGEST_DAYS, MakeToken
from ledger.accounts.sessions import LONGEST_BADGE
from ledger.desk.streams import looked_up
from ledger.messages import say
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import must_be_short
from ledger.vocabulary.closed_lists import TokenScope, choices
from ledger.vocabulary.names import LONGEST_NAME
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.door_log import noted
from web.access.permissions import (
    ALLOWED_WITH_PIN,
    AT_THE_TABLE,
    DIRECTORS,
    EVERYBODY,
    bearer_words,
    leads_here,
    role_words,
)
from web.access.visitors import (
    accounts,
    let_in,
    let_out,
    mark_device,
    signed_in,
    the_device,
    the_hall,
    the_origin,
    the_session,
)
from web.entry.entries import Answer, EntrySent, enter_at_once
from web.frame.addresses import of_game, of_round, usual_tournament, where_asked
from web.frame.bodies import decoded, sent_by_form
from web.frame.pages import LARGEST, Limit, Pages, is_too_large
from web.frame.refused import must_be_for_a_page, next_step_of, status_of
from web.site import the_site

# Badges, PINs, tablets and tokens of programs: made, handed out, taken back.


badge_pages = Pages("badges", manual="hall", prefix="/badges")

GIVEN = (Role.SCOREKEEPER, Role.WORD_JUDGE, Role.DIRECTOR, Role.ORGANISER, Role.DISPLAY)


@badge_pages.get("/", who=DIRECTORS)
def desk() -> str:
    return _page()


@badge_pages.post("/issue", who=DIRECTORS)
def issue() -> Response:
    return _or_what_is_wrong(_issued, "badge")


def _issued() -> Response:
    try:
        role = Role(request.form.get("role", ""))
    except ValueError:
        raise Refusal(
            "unreadable-request", say("doors.that-no-role"), say("doors.choose-one-list")
        ) from None
    badge, name = request.form.get("badge", ""), request.form.get("name", "")
    return _welcomed(accounts().issue(badge, name, role, by=_by(), sent=sent_by_form(_by())))


def _or_what_is_wrong(act: Callable[[], Response], field: str) -> Response:
    """What ``act`` answers; what it refuses stands at ``field``, with what was typed."""
    try:
        return act()
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        wrong = {field: f"{refusal.what} {next_step_of(refusal)}"}
        return make_response(_page(wrong=wrong, typed=request.form), status_of(refusal))


@badge_pages.post("/new-pin", who=DIRECTORS)
def new_pin() -> Response:
    return _welcomed(accounts().new_pin(request.form.get("badge", ""), by=_by()))


@badge_pages.post("/revoke", who=DIRECTORS)
def revoke() -> Response:
    reason = request.form.get("reason", "").strip() or "no reason given"
    accounts().revoke(request.form.get("badge", ""), reason, by=_by())
    return _back()


@badge_pages.post("/devices/invite", who=DIRECTORS)
def invite() -> Response:
    """A code and a QR code that take one device in: for ``table``, or the results ``desk`` of."""
    return _or_what_is_wrong(_invited, "desk" if request.form.get("desk") else "table")


def _invited() -> Response:
    table, desk = (request.form.get(name, "").strip() for name in ("table", "desk"))
    table = f"{desk}/{DESK}" if desk else _table_meant(table)
    code = accounts().tablets.invite(table, by=_by())
    address = url_for("signing_in.enrol", code=code, _external=True)
    return _private(_page(code=code, table=table, desk=desk, address=address, picture=_qr(address)))


@badge_pages.post("/devices/revoke", who=DIRECTORS)
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
        resting={one.device: one for one in office.tablets.resting(office.desk.now())},
        cleared_before=office.desk.now() - CLEARED,
        said=office.tablets.scope_wording,
        roles=[(role.value, role_words(role)) for role in GIVEN],
        role_words=role_words,
        bearer_words=bearer_words,
        running=running,
        desks=[(row.slug, row.name) for row in running],
        tables=[table for row in running for table in _tables(row.slug)],
        **{"wrong": {}, "typed": {}} | more,
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

    ``4`` and ``A 4`` are enough where one tournament that goes on has that table, and ``4`` before
    the only one has any.
    """
    if not typed or re.fullmatch(r".+/T\d+", typed, re.IGNORECASE):
        return typed
    must_be_short(typed, LONGEST_NAME)
    running = [row.slug for row in the_site().hall.tournaments() if not row.over]
    tables = {table: table.partition("/")[2] for slug in running for table in _tables(slug)}
    meant = _alike(typed)
    found = [table for table, there in tables.items() if _alike(there) == meant]
    if not tables and len(running) == 1 and meant.isdecimal():
        found = [f"{running[0]}/T{int(meant)}"]
    if len(found) != 1:
        raise Refusal(
            "unreadable-request",
            say("doors.more-than-one-has-that-table", table=typed)
            if found
            else say("doors.no-tournament-has-that-table", table=typed),
            say("doors.write-it-with-tournament-as"),
        )
    return found[0]


def _alike(table: str) -> str:
    """A table however people write it.

    >>> {_alike(table) for table in ("Open/T4", "open 4", "Open T4", "OPEN4")}
    {'open4'}
    """
    return re.sub(r"[\W_]|t(?=\d+$)", "", table.casefold())


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
        scopes=choices(TokenScope),
        usual_days=USUAL_DAYS,
        longest=LONGEST_DAYS,
        chosen=request.form.getlist("scope") or ["read"],
        **more,
    )
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


# Signing in: badge and PIN, a tablet taken in, an entry that a director puts a PIN to.


pages = Pages("signing_in", manual="hall")

HOME: dict[str, str] = {Role.DIRECTOR: "desk.page", Role.WORD_JUDGE: "judging.page"}
"""Where somebody of a role is led who asked for no page, whatever is played."""

SHOWS = {
    SCREEN: "screens.turning", STREAM: "stream_screens.on_air", MIXER: "stream_control.page",
}  # fmt: skip
"""Where a device is led that was taken in for one of these."""

ENROLMENT = " enrolment"


@pages.get("/sign-in", who=EVERYBODY)
def sign_in() -> str:
    accounts()
    return _asked("")


@pages.post("/sign-in", who=EVERYBODY, checks_pin=True)
def signed() -> Response:
    office, badge = accounts(), request.form.get("badge", "").strip()
    try:
        found = office.sign_in(
            badge, request.form.get("pin", ""), device=the_device(), origin=the_origin()
        )
    except Refusal as refusal:
        _must_be_for_a_form(refusal)
        noted("sign-in-refused", code=refusal.code, badge=badge[:LONGEST_BADGE])
        text = f"{refusal.what} {refusal.next_step}"
        return make_response(_asked(text, badge[:LONGEST_BADGE]), 403)
    noted("signed-in", badge=found.session.badge)
    # A session the browser had before is not taken over, and does not live on beside this one.
    response = let_out(_onwards(request.form.get("then", ""), found.session.role))
    if found.session.must_change:
        response = let_out(_to("signing_in.pin"))
    return let_in(response, found.token)


@pages.post("/sign-out", who=EVERYBODY)
def sign_out() -> Response:
    the_session()
    noted("signed-out")
    response = let_out(_to("tournaments.front"))
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


@pages.get("/pin", who=ALLOWED_WITH_PIN)
def pin() -> str:
    return _new_pin_asked("")


@pages.post("/pin", who=ALLOWED_WITH_PIN, checks_pin=True)
def changed() -> Response:
    session = signed_in()
    new, again = request.form.get("new", ""), request.form.get("again", "")
    try:
        if new != again:
            raise Refusal(
                "unreadable-request", say("doors.two-new-pins-differ"), say("doors.type-both-again")
            )
        found = accounts().change_pin(session, request.form.get("old", ""), new, the_origin())
    except Refusal as refusal:
        _must_be_for_a_form(refusal)
        noted("pin-refused", code=refusal.code)
        return make_response(_new_pin_asked(f"{refusal.what} {refusal.next_step}"), 403)
    noted("pin-changed")
    return let_in(_onwards("", session.role), found.token)


@pages.get("/enrol", who=EVERYBODY)
def enrol() -> str:
    """Where a tablet's code is entered; the QR code of an invitation brings it along."""
    accounts()
    return _code_asked("", request.args.get("code", ""))


@pages.post("/enrol", who=EVERYBODY)
def enrolled() -> Response:
    office, code = accounts(), request.form.get("code", "")
    try:
        # Guessing a code is counted like guessing a PIN; no badge has this name.
        guesses, place = office.pins.guesses, the_origin()
        guesses.must_be_open(ENROLMENT, place)
        guesses.count(ENROLMENT, place)
        taken = office.tablets.enrol(code, request.form.get("name", ""))
        guesses.forget(ENROLMENT, place)
    except Refusal as refusal:
        _must_be_for_a_form(refusal)
        noted("tablet-refused", code=refusal.code)
        return make_response(_code_asked(f"{refusal.what} {refusal.next_step}", code), 403)
    g.device = taken.device
    noted("tablet-taken-in")
    if shows_only(taken.table):  # nobody signs in there
        slug, _, kind = taken.table.partition("/")
        return let_out(mark_device(_see(url_for(SHOWS[kind], slug=slug)), taken.key))
    session = the_session()
    if session is None or session.role != Role.SCOREKEEPER or session.must_change:
        return mark_device(_to("signing_in.sign_in"), taken.key)
    # A scorekeeper who showed the PIN here a moment ago goes on; what the session opens, and how
    # long it lasts, stays. Directors, who take tablets in for others, are not left signed in.
    token = office.sessions.begin(session.badge, taken.device, began=session.began)
    response = let_out(_onwards("", session.role))
    return mark_device(let_in(response, token), taken.key)


def _must_be_for_a_form(refusal: Refusal) -> None:
    """Let what the form can't help with be told as it is everywhere."""
    if isinstance(refusal, RecordAway) or refusal.code == "too-many-signing-in":
        raise refusal


def _asked(wrong: str, badge: str = "") -> str:
    then = request.values.get("then", "")
    return render_template(
        "doors/sign_in.html", wrong=wrong, badge=badge, then=then, device=the_device()
    )


def _new_pin_asked(wrong: str) -> str:
    return render_template("doors/pin.html", wrong=wrong, session=signed_in())


def _code_asked(wrong: str, code: str) -> str:
    return render_template("doors/enrol.html", wrong=wrong, code=code, device=the_device())


def _onwards(then: str, role: str) -> Response:
    """To the page asked for before, if it is one of ours and not only where everybody begins."""
    everybodys = ("/", url_for("tournaments.all_of_them"))
    if then and leads_here(then) and then not in everybodys:
        return _see(then)
    return _see(at_home(role))


def at_home(role: str) -> str:
    """What somebody of a role looks at first: what waits for them, of what is played now."""
    if role in HOME:
        return url_for(HOME[role])
    slug = usual_tournament(the_hall().tournament_names())
    if role == Role.ORGANISER and slug:
        return url_for("organising.overview", slug=slug)
    if role == Role.SCOREKEEPER:
        own = at_the_tablets_table() or at_the_tables()
        games = () if own or not slug else the_hall().games(slug)
        latest = max((row.round_number for row in games), default=0)
        return own or (of_round(slug, latest) if latest else "/")
    return "/"


def at_the_tablets_table() -> str:
    """Where the latest game at this tablet's table is entered, or slips; ``""``: nowhere."""
    scope = accounts().tablets.table_of(the_device())
    slug, _, rest = scope.partition("/")
    if is_a_desk(scope):
        return url_for("slip_results.page", slug=slug)
    division, _, table = rest.rpartition("/")
    if not table.removeprefix("T").isdigit():
        return ""
    number = int(table.removeprefix("T"))
    games = [
        row
        for row in the_hall().games(slug)
        if row.table == number and division.casefold() in ("", row.division.casefold())
    ]
    game = max(games, key=lambda row: (row.round_number, row.replay), default=None)
    return of_game(game, "entering.page") if game else ""


def writes_at_any_table() -> bool:
    """Whether who asks is a scorekeeper, at a tablet that was taken in for any table."""
    try:
        session, device = the_session(), the_device()
        if session is None or session.role != Role.SCOREKEEPER or not device:
            return False
        return not accounts().tablets.table_of(device)
    except RecordAway:
        return False  # nobody can be known; the page is shown as to anyone


def at_the_tables() -> str:
    """The round that is played, for a tablet of any table to choose from; ``""``: several are."""
    if not the_device() or accounts().tablets.table_of(the_device()):
        return ""
    running = [row for row in the_hall().tournaments() if not row.over and row.games]
    if len(running) != 1:
        return ""
    slug = running[0].slug
    return of_round(slug, max(row.round_number for row in the_hall().games(slug)))


def _to(endpoint: str) -> Response:
    return _see(url_for(endpoint))


def _see(address: str) -> Response:
    return make_response(redirect(address, 303))


def who_is_here() -> dict[str, object]:
    """For every page: who is signed in, and where one signs in and comes back from."""
    visitor = the_session()
    offered = visitor is None and current_app.extensions["badges"] is not None
    return {
        "visitor": visitor,
        "sign_in_url": url_for("signing_in.sign_in", then=where_asked()) if offered else "",
    }


# A director at a scorekeeper's tablet: badge and PIN for one entry, and nobody is signed out.
#
# What only a director may enter at a table, or must witness, is written under the director's own
# badge. It goes past the tablet's queue, so it needs the server; the queue must be empty first.


by_director_pages = Pages("by_director", manual=None)


class ByDirector(Struct, frozen=True, forbid_unknown_fields=True):
    badge: str
    pin: str
    entry: EntrySent


_SENT = msgspec.json.Decoder(ByDirector)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


@by_director_pages.post(
    "/api/games/<uuid:game>/by-director",
    who=AT_THE_TABLE,
    answers=Answer,
    reads=Limit(LARGEST),
    checks_pin=True,
)
def enter(game: UUID) -> Response:
    signed_in()
    if request.mimetype != "application/json" or is_too_large():
        raise _unreadable(say("doors.directors-entry-handed-in-as"))
    try:
        sent = decoded(_SENT, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise _unreadable(say("doors.entry-cant-be-read-trouble", trouble=trouble)) from trouble
    if sent.entry.game != game:
        raise _unreadable(say("doors.entry-for-another-game"))
    office = accounts()
    if office.pins.check(sent.badge, sent.pin, the_origin()):
        raise Refusal(
            "must-change-pin",
            say("doors.this-pin-was-made-up"),
            say("doors.sign-in-with-it-once"),
        )
    if office.desk.role_of(sent.badge) is not Role.DIRECTOR:
        raise Refusal(
            "no-director", say("doors.that-not-directors-badge"), say("doors.call-director")
        )
    with looked_up(sent.badge, Role.DIRECTOR):
        return enter_at_once(sent.entry, sent.badge)


def _unreadable(what: str) -> Refusal:
    return Refusal("unreadable-request", what, say("doors.reload-page-and-enter-it"))
