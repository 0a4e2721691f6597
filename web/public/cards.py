"""A player's own page, for a phone: the next table, what was played, where it stands.

Which player a phone asks for is kept on the phone, as a cookie of this tournament that holds the
player's number and nothing else: My page is the first tab then, and the rows of that player are
marked (``js/live/mine.js``). There is no account, and nothing on the page that is not public.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ledger.hall.rows import StandingRow
from ledger.hall.standings_view import Card, CardLine, Course
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.access.visitors import MINE, chosen_player
from web.asgi.telling import the_mark
from web.frame.addresses import course_at
from web.frame.headers import alike_for_visitors
from web.frame.pages import Pages

pages = Pages("cards", manual="players", area="public", tab="My page")

KEPT_FOR = 60 * 60 * 24 * 30  # seconds that it is kept: longer than any tournament
LONGEST_SEARCH = 80  # characters of a search that are looked at


@dataclass(frozen=True)
class Next:
    line: CardLine
    opponent: Card | None


@dataclass(frozen=True)
class Home:
    tournament: str
    division: str
    round_number: int
    table: int
    replay: int


@pages.get("/t/<slug>/p/<int:number>", who=EVERYBODY, tab="Standings")
@alike_for_visitors
def one(slug: str, number: int) -> str:
    after = the_mark()
    course = course_at(slug)
    card = card_at(course, number)
    return render_template(
        "tournaments/player.html",
        tournament=course.tournament,
        course=course,
        card=card,
        next=next_of(course, card),
        standing=standing_of(course, card),
        at_home=lambda line: home_of(course, line),
        after=after,
    )


@pages.get("/t/<slug>/me", who=EVERYBODY)
def mine(slug: str) -> ResponseReturnValue:
    """The page of the player this phone has chosen; else the names to choose from (``?q=``)."""
    course = course_at(slug)
    number = chosen_player()
    if "q" not in request.args and number and course.card(number) is not None:
        return _not_kept(url_for("cards.one", slug=slug, number=number), 302)
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    entered = [card for card in course.cards if card.player.number]
    return render_template(
        "tournaments/me.html",
        tournament=course.tournament,
        text=text,
        cards=by_name(entered, text),
        entered=len(entered),
    )


@pages.post("/t/<slug>/me", who=EVERYBODY, writes=False)
def chosen(slug: str) -> ResponseReturnValue:
    course = course_at(slug)
    number = request.form.get("number", 0, type=int)
    card_at(course, number)
    response = _not_kept(url_for("cards.one", slug=slug, number=number), 303)
    response.set_cookie(
        MINE, str(number), max_age=KEPT_FOR, path=url_for("tournaments.one", slug=slug),
        samesite="Lax", secure=request.is_secure,
    )  # fmt: skip
    return response


def card_at(course: Course, number: int) -> Card:
    card = course.card(number) if number else None
    if card is None:
        raise Refusal(
            "no-such-player",
            f"{course.tournament.name} has no player {number}.",
            "Look the name up in the standings.",
        )
    return card


def next_of(course: Course, card: Card) -> Next | None:
    """Where a player sits next; ``None`` where the next round is not paired."""
    line = card.next_line
    if line is None:
        return None
    other = course.card(line.opponent) if line.opponent else None
    return Next(line, other)


def standing_of(course: Course, card: Card) -> StandingRow | None:
    number = card.player.number
    return next((row for row in course.standings if row.number == number), None)


def home_of(course: Course, line: CardLine) -> Home | None:
    """Where a game is that is over and shown, to be taken home."""
    if line.game is None or not line.counts or not line.recorded:
        return None
    return Home(course.tournament.slug, line.division, line.round_number, line.table, line.replay)


def by_name(cards: list[Card], text: str = "") -> list[Card]:
    """Cards by name, those alone that have every word asked for at the beginning of a name."""
    desk_request = sought(text).split()
    found = [
        card
        for card in cards
        if all(any(name.startswith(word) for name in sought(card.player.name).split())
               for word in desk_request)
    ]  # fmt: skip
    return sorted(found, key=lambda card: (sought(card.player.name), card.player.number))


def _not_kept(address: str, status: int) -> Response:
    response = make_response(redirect(address, status))
    response.headers["Cache-Control"] = "no-store"
    return response
