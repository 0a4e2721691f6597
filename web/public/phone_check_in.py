"""Check-in on a phone: with the code that hangs at the door, by whoever stands there.

Nobody is signed in. Whoever has the code may say that a player is there, which the desk sees and
can take back; and may take back what this very phone said, as long as the player is in no pairing.
The code is no secret from anybody in the hall: it keeps out who is not there. A phone keeps it in a
cookie, and in another the numbers of the requests by which it checked players in, which no page and
no list tells.
"""

from __future__ import annotations

import hmac
from typing import NamedTuple
from uuid import UUID, uuid4

from flask import Response, current_app, make_response, redirect, render_template, request, url_for

from ledger.desk.requests import Sent
from ledger.hall.standings_view import Course
from ledger.messages import say
from ledger.record.events import tournament_id
from ledger.refusals.saying import refusal
from ledger.tournament.players import CheckInByPhone, TakeBackCheckInByPhone, code_at_the_door
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.access.rate_limit import RateLimit, network_of
from web.access.visitors import accounts, chosen_player
from web.frame.addresses import card_at, course_at, tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.public.own_page import LONGEST_SEARCH, by_name

pages = Pages("phone_check_in", manual="players", area="public", tab="my-page")

DOOR = "tilescribe-door"
"""The cookie with the code of the door."""

MADE = "tilescribe-here"
"""The cookie with what this phone checked in: ``7.REQUEST`` for each, with ``~`` between."""

MOST_MADE = 8  # players of one phone that it can take back: a family, a car
KEPT_FOR = 60 * 60 * 24  # seconds: a check-in is of one day
TRIES, TRIES_IN = 240, 60.0
"""Codes, and check-ins, that one address may send within so many seconds: a hall that comes in by
one address may all be there at once, and of a thousand million codes nobody finds one so."""


class Made(NamedTuple):
    """A check-in that this phone made and that stands."""

    player: int
    name: str
    request: UUID


@pages.get("/t/<slug>/check-in", who=EVERYBODY, name="page")
def page(slug: str) -> Response:
    """Where the QR at the door leads: its code is asked for, then the name (``?q=``).

    ``?player=`` is who is to be checked in once the code is known.
    """
    return _page(course_at(slug))


@pages.post("/t/<slug>/check-in", who=EVERYBODY)
def do(slug: str) -> Response:
    """Hand in the code (``what=open``), check a player in (``in``) or take it back (``back``)."""
    course = course_at(slug)
    tournament = accounts().desk.cases.tournament(tournament_at(slug).slug)
    number = request.form.get("player", 0, type=int)
    try:
        match request.form.get("what"):
            case "open":
                return _opened(course, tournament, number)
            case "in":
                return _checked_in(course, tournament, number)
            case "back":
                return _taken_back(course, tournament, number)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return _page(course, refused)
    return _to_page(course, number)


def code_of(tournament: Tournament) -> str:
    """The code at the door; empty where phones check nobody in."""
    digest = tournament.check_in.key
    key = accounts().desk.log.words_of(digest) if digest else None
    return code_at_the_door(key) if key else ""


def _opened(course: Course, tournament: Tournament, number: int) -> Response:
    """Keep the code on the phone, and go on to the player's page, or to the names."""
    typed = request.form.get("code", "").replace(" ", "").replace("-", "").upper()
    _must_not_be_too_often("codes")
    if not _is_the_code(tournament, typed):
        raise Refusal(
            "no-such-door-code",
            say("phones.no-such-door-code.what"),
            say("phones.no-such-door-code.next"),
        )
    known = number or chosen_player()
    response = _to_player(course, known) if course.card(known) else _to_page(course)
    return _with_cookie(course, response, DOOR, typed)


def _checked_in(course: Course, tournament: Tournament, number: int) -> Response:
    """Check a player in; whoever lacks the code is asked for it first."""
    card_at(course, number)
    if not tournament.check_in.key:
        raise refusal("phones-do-not-check-in")
    if not _is_the_code(tournament, request.cookies.get(DOOR, "")):
        return _to_page(course, number)
    _must_not_be_too_often("check-ins")
    sent = _sent(tournament)
    try:
        _enter(tournament, CheckInByPhone(player=number), sent)
    except Refusal as refused:
        if refused.code != "nothing-changed":
            raise
        return _to_player(course, number)  # who was here before is here
    response = _to_player(course, number)
    others = [(player, made) for player, made in _remembered() if player != number]
    return _with_made(course, response, [(number, sent.command_id), *others])


def _taken_back(course: Course, tournament: Tournament, number: int) -> Response:
    made = dict(_remembered())
    if number not in made or not tournament.check_in.key:
        raise refusal("not-checked-in-here", name=card_at(course, number).player.name)
    asked = TakeBackCheckInByPhone(player=number, check_in=made.pop(number))
    _enter(tournament, asked, _sent(tournament))
    return _with_made(course, _to_page(course), list(made.items()))


def _enter(
    tournament: Tournament, asked: CheckInByPhone | TakeBackCheckInByPhone, sent: Sent
) -> None:
    accounts().desk.must_write(tournament_id(tournament.slug), asked, sent)


def _sent(tournament: Tournament) -> Sent:
    """Under the badge of who lets phones do it; its number is known to this phone alone."""
    return Sent(by=tournament.check_in.by, command_id=uuid4(), device="phone")


def _is_the_code(tournament: Tournament, typed: str) -> bool:
    code = code_of(tournament)
    return bool(code) and hmac.compare_digest(code.encode(), typed.encode())


def _must_not_be_too_often(what: str) -> None:
    asked: dict[str, RateLimit] = current_app.extensions.setdefault("phones_asked", {})
    often = asked.setdefault(what, RateLimit(TRIES, TRIES_IN))
    if not often.may(network_of(request.remote_addr or "")):
        raise Refusal(
            "too-many-from-here",
            say("phones.too-many-from-here.what"),
            say("phones.too-many-from-here.next"),
        )


def _remembered() -> list[tuple[int, UUID]]:
    """What the cookie says that this phone did; what can't be read is left out."""
    found: list[tuple[int, UUID]] = []
    for one in request.cookies.get(MADE, "").split("~")[:MOST_MADE]:
        number, _, made = one.partition(".")
        try:
            found.append((int(number), UUID(made)))
        except ValueError:
            continue
    return found


def _page(course: Course, refused: Refusal | None = None) -> Response:
    """The page as this phone is shown it: closed, the code, or the names."""
    tournament = accounts().desk.cases.tournament(course.tournament.slug)
    stands = {(one.player, one.request) for one in tournament.attendance.phones}
    names = {card.player.number: card.player.name for card in course.cards}
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    expected = [
        card
        for card in course.cards
        if card.player.number and not card.player.withdrawn and card.player.first_round == 1
    ]
    shown = render_template(
        "tournaments/check_in.html",
        tournament=course.tournament,
        refusal=refused,
        is_open=bool(tournament.check_in.key),
        has_code=_is_the_code(tournament, request.cookies.get(DOOR, "")),
        player=course.card(request.values.get("player", 0, type=int)),
        made=[
            Made(number, names[number], asked)
            for number, asked in _remembered()
            if (number, asked) in stands and number in names
        ],
        text=text,
        cards=by_name(expected, text),
    )
    response = make_response(shown, status_of(refused) if refused else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def _to_page(course: Course, number: int = 0) -> Response:
    where = {"player": number} if number else {}
    return _to(url_for("phone_check_in.page", slug=course.tournament.slug, **where))  # type: ignore[arg-type]


def _to_player(course: Course, number: int) -> Response:
    return _to(url_for("cards.one", slug=course.tournament.slug, number=number))


def _to(address: str) -> Response:
    response = make_response(redirect(address, 303))
    response.headers["Cache-Control"] = "no-store"
    return response


def _with_made(course: Course, response: Response, made: list[tuple[int, UUID]]) -> Response:
    kept = "~".join(f"{number}.{asked.hex}" for number, asked in made[:MOST_MADE])
    return _with_cookie(course, response, MADE, kept)


def _with_cookie(course: Course, response: Response, name: str, value: str) -> Response:
    response.set_cookie(
        name, value, max_age=KEPT_FOR, httponly=True, samesite="Lax", secure=request.is_secure,
        path=url_for("tournaments.one", slug=course.tournament.slug),
    )  # fmt: skip
    return response
