"""A player's own page, for a phone; all events of a name; why one is paired with whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Response, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ledger.hall.phases import phase_of_player
from ledger.hall.rows import StandingRow
from ledger.hall.standings_view import Card, CardLine, Course
from ledger.messages import say
from ledger.messages.written import by_name as listed_by_name
from ledger.messages.written import name_key
from ledger.record.events import tournament_id
from ledger.requests import WorkedOut
from ledger.tournament.draw.explaining import (
    Explained,
    Named,
    Why,
    for_everybody,
    how_counted,
    round_for_everybody,
    round_wording,
    why_wording,
)
from ledger.tournament.draw.systems import system_of
from ledger.tournament.facts import RoundDrawn
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.permissions import EVERYBODY
from web.access.visitors import MINE, accounts, chosen_player, the_hall
from web.asgi.telling import the_mark
from web.frame.addresses import card_at, course_at, tournament_at
from web.frame.headers import alike_for_visitors
from web.frame.pages import Pages
from web.proofs.players_files import games_over, last_of_the_record, not_yet_proved

# A player's own page, for a phone: the next table, what was played, where it stands.
#
# Which player a phone asks for is kept on the phone, as a cookie of this tournament that holds the
# player's number and nothing else: My page is the first tab then, and the rows of that player are
# marked (``js/live/mine.js``). There is no account, and nothing on the page that is not public.


card_pages = Pages("cards", manual="players", area="public", tab="my-page")

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


@dataclass(frozen=True)
class ToKeep:
    """How many games are over, and how many of them have no proof before the next checkpoint."""

    games: int
    unproved: int


def _also() -> tuple[int, str]:
    """What a player's page follows from beside the tournament's course."""
    return last_of_the_record(), _elsewhere()


def _elsewhere() -> str:
    """The key of the player of this page whose name is in another tournament as well."""
    where = request.view_args or {}
    return the_hall().elsewhere(where["slug"], where["number"])


@card_pages.get("/t/<slug>/p/<int:number>", who=EVERYBODY, tab="standings", name="one")
@alike_for_visitors(also=_also)
def own_page(slug: str, number: int) -> str:
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
        phase=phase_of_player(course, card),
        at_home=lambda line: home_of(course, line),
        to_keep=to_keep_of(card),
        elsewhere=_elsewhere(),
        after=after,
    )


@card_pages.get("/t/<slug>/me", who=EVERYBODY)
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


@card_pages.post("/t/<slug>/me", who=EVERYBODY, writes=False)
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


def to_keep_of(card: Card) -> ToKeep | None:
    """What this player can take home; ``None`` as long as no game is over."""
    games = games_over(card)
    return ToKeep(len(games), not_yet_proved(games)) if games else None


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
    return sorted(found, key=lambda card: (name_key(card.player.name), card.player.number))


def _not_kept(address: str, status: int) -> Response:
    response = make_response(redirect(address, status))
    response.headers["Cache-Control"] = "no-store"
    return response


# A player over all tournaments, by the name as it was entered: two of one name are together.


all_events = Pages("all_events", manual="players", area="")

EVENTS_AT_ONCE = 50
MOST_NAMES = 200
"""Names that are listed at once; with more of them the first letters are asked for."""


@all_events.get("/players", who=EVERYBODY)
def names() -> str:
    """Everybody who played in a tournament of this record, by name; ``?q=`` some of them."""
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    found = the_hall().called(text, MOST_NAMES + 1)
    return render_template(
        "tournaments/all_players.html",
        text=text,
        names=listed_by_name(found[:MOST_NAMES]),
        too_many=len(found) > MOST_NAMES,
    )


@all_events.get("/players/<key>", who=EVERYBODY)
def of_one(key: str) -> str:
    """One name in all tournaments, the newest first; ``?from=`` passes over so many."""
    start = min(max(0, request.args.get("from", 0, type=int)), MOST_PASSED_OVER)
    found = the_hall().over_all(key, start, EVENTS_AT_ONCE)
    if found is None:
        raise Refusal(
            "no-such-player", say("public.no-such-name"), say("public.look-for-name-in-list")
        )
    return render_template(
        "tournaments/all_events.html",
        player=found,
        key=key,
        start=start,
        older=start + EVENTS_AT_ONCE if found.count > start + EVENTS_AT_ONCE else 0,
    )


MOST_PASSED_OVER = 1_000_000


# Why am I paired with this player? For players, about rounds drawn; nothing private is told.


Rounds = frozenset[tuple[str, int]]
"""Rounds by division and number."""

pages = Pages("why_paired", manual="players", area="public", tab="rounds")


class Other(NamedTuple):
    name: str
    address: str


@pages.get(
    "/t/<slug>/r<int:round_number>/why/",
    "/t/<slug>/<division>/r<int:round_number>/why/",
    who=EVERYBODY,
)
def page(slug: str, round_number: int, division: str = "") -> str:
    """What is said of the whole round, and everybody of it to choose from."""
    return _page(slug, round_number, division, 0)


@pages.get(
    "/t/<slug>/r<int:round_number>/why/<int:player>",
    "/t/<slug>/<division>/r<int:round_number>/why/<int:player>",
    who=EVERYBODY,
)
def one(slug: str, round_number: int, player: int, division: str = "") -> str:
    return _page(slug, round_number, division, player)


def _page(slug: str, round_number: int, division: str, number: int) -> str:
    row = tournament_at(slug)
    tournament = accounts().desk.cases.tournament(row.slug)
    fact = _draw(tournament, round_number, division)
    assert fact.inputs is not None, "the record has the inputs of each draw"

    def named(of: int) -> str:
        player = tournament.player(of)
        return player.name if player else say("public.player-number", number=of)

    lines, opponent, weighed = list(_of_the_round(fact, named)), 0, False
    if number:
        why = _why(fact, number)
        lines = [*_changed(tournament, fact, number, named), *why_wording(why, named, fact.inputs)]
        opponent, weighed = why.opponent, why.parts is not None
    return render_template(
        "tournaments/why.html",
        tournament=row,
        round_number=round_number,
        division=division,
        player=number,
        title=_title(number, opponent, named)
        if number
        else say("public.round-round-number-why-so", round_number=round_number),
        called=system_of(fact.method).called,
        does=system_of(fact.method).does,
        seed=fact.seed,
        lines=lines,
        how_counted=how_counted() if weighed else "",
        others=_others(slug, fact, named),
    )


def _title(number: int, opponent: int, named: Named) -> str:
    if not opponent:
        return say("public.why-number-sits-out", number=named(number))
    return say("public.why-they-meet", player=named(number), opponent=named(opponent))


def _draw(tournament: Tournament, round_number: int, division: str) -> RoundDrawn:
    found = [
        one
        for one in tournament.draws
        if (one.division, one.round_number) == (division, round_number)
    ]
    if not found:
        raise Refusal(
            "not-drawn",
            say("public.round-round-number-was-not", round_number=round_number),
            say("public.ask-organiser-how-it-was"),
        )
    return found[-1]


def _of_the_round(fact: RoundDrawn, named: Named) -> Iterator[str]:
    assert fact.inputs is not None, "looked at before"
    return round_wording(fact.inputs, round_for_everybody(fact.drawn), named)


def _why(fact: RoundDrawn, number: int) -> Why:
    """Why, without what is private; kept, for a whole hall asks at once when a round is out."""
    kept = _kept.get((fact.digest, number))
    if kept is not None:
        return kept
    assert fact.inputs is not None, "looked at before"
    why = Explained(fact.inputs, fact.drawn).why(number)
    if why is None:
        raise Refusal(
            "no-such-player",
            say("public.player-number-was-not-drawn", number=number),
            say("public.choose-player"),
        )
    why = for_everybody(why)
    _kept.put((fact.digest, number), why)
    return why


KEPT = 2000  # explanations that are remembered: those of a few rounds

_kept: WorkedOut[Why] = WorkedOut(KEPT)


def _changed(tournament: Tournament, fact: RoundDrawn, number: int, named: Named) -> Iterator[str]:
    """That the pairing holds otherwise than it was drawn, where it does."""
    now = next(
        (
            pairing
            for paired in tournament.rounds
            if (paired.division, paired.round_number) == (fact.division, fact.round_number)
            for pairing in paired.pairings
            if number in (pairing.first, pairing.second)
        ),
        None,
    )
    drawn = fact.drawn.opponent_of(number)
    if now is None:
        yield say("public.number-was-drawn-and-in", number=named(number))
        return
    opponent = now.second if now.first == number else now.first
    if opponent != drawn:
        yield (
            say("public.changed-meets", player=named(number), opponent=named(opponent))
            if opponent
            else say("public.changed-sits-out", player=named(number))
        )


def _others(slug: str, fact: RoundDrawn, named: Named) -> list[Other]:
    where: dict[str, Any] = {"division": fact.division} if fact.division else {}
    numbers = [x for one in fact.drawn.pairings for x in (one.first, one.second) if x]
    others = (
        Other(
            named(number),
            url_for(
                "why_paired.one", slug=slug, round_number=fact.round_number, player=number, **where
            ),
        )
        for number in numbers
    )
    return listed_by_name(others)


def was_drawn(slug: str, round_number: int, division: str = "") -> bool:
    """Whether a round was drawn by this program, so that it can say why.

    Asked on a page that a hall looks at: a tournament is folded once for each of its versions. With
    the record away it is as it was known last.
    """
    if current_app.extensions["badges"] is None:
        return False
    log, stream = accounts().desk.log, tournament_id(slug)
    kept: dict[str, tuple[int, Rounds]] = current_app.extensions.setdefault("rounds drawn", {})
    known, rounds = kept.get(slug, (0, frozenset()))
    try:
        version = log.version_of(stream)
        if version != known:
            tournament = tournament_of(log.events_of(stream))
            draws = tournament.draws if tournament else ()
            rounds = frozenset((one.division, one.round_number) for one in draws)
            kept[slug] = version, rounds
    except RecordAway:
        pass
    return (division, round_number) in rounds


FOR_TEMPLATES = {"was_drawn": was_drawn}
