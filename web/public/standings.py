"""What everybody looks at while a tournament runs: standings, wall chart, missing slips, prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template, request, url_for

from ledger.hall import GameRow
from ledger.hall.rows import StandingRow, Tie, TournamentRow, lacks_wording, slips_wording
from ledger.hall.standings import PrizeWon, prizes_won, won_by
from ledger.hall.standings_view import (
    Card,
    CardLine,
    Course,
    byes_wording,
    how_wording,
    level_by_name,
    next_round_wording,
    order_wording,
    place_wording,
    provisional_wording,
    result_wording,
    state_wording,
    tie_worth_saying,
    unsigned_wording,
)
from ledger.messages import say
from ledger.vocabulary import Boards, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.asgi.telling import the_mark
from web.frame.addresses import course_at, of_round
from web.frame.headers import alike_for_visitors
from web.frame.pages import Pages
from web.frame.wording import state_words
from web.public.rows import RoundProgress, Segment, round_strip, rounds_held

pages = Pages("standings", manual="players", area="public", tab="standings")


@dataclass(frozen=True)
class PlaceView:
    row: StandingRow
    wins: tuple[str, ...]


@dataclass(frozen=True)
class StandingsQuery:
    """What every page of this kind shows.

    Attributes:
      course: the tournament, now or after the round that is asked for.
      chosen: the one division that is asked for; ``None``: all.
      after: where the log ended before anything was read, so that no change is missed.
    """

    course: Course
    chosen: str | None
    after: str

    @property
    def divisions(self) -> tuple[str, ...]:
        return self.course.divisions if self.chosen is None else (self.chosen,)

    @property
    def tournament(self) -> TournamentRow:
        return self.course.tournament

    def tables(self) -> dict[str, list[PlaceView]]:
        prizes = self.course.prizes
        rows = level_by_name(self.course.standings)
        return {
            division: [
                PlaceView(row, won_by(row, prizes)) for row in rows if row.division == division
            ]
            for division in self.divisions
        }

    def neighbours(self, number: int) -> tuple[Card | None, Card | None, Card | None]:
        """A player of the wall chart, the first if none is named, between two neighbours."""
        cards = [card for cards in self.charts().values() for card in cards]
        at = next((nth for nth, card in enumerate(cards) if card.player.number == number), 0)
        before = cards[at - 1] if at else None
        behind = cards[at + 1] if at + 1 < len(cards) else None
        return (before, cards[at] if cards else None, behind)

    def charts(self) -> dict[str, list[Card]]:
        return {
            division: [card for card in self.course.cards if card.player.division == division]
            for division in self.divisions
        }


@pages.get("/t/<slug>/standings", who=EVERYBODY)
@alike_for_visitors()
def page(slug: str) -> str:
    """Who stands where, and why: ``?after=`` a round, ``?division=`` of one division only."""
    return _shown("standings", slug)


@pages.get("/t/<slug>/wall-chart", who=EVERYBODY, tab="wall-chart")
@alike_for_visitors()
def wall_chart(slug: str) -> str:
    """Every round of every player: ``?after=`` a round, ``?division=`` of one division only.

    With ``?player=`` one of them alone, with the one before and the one behind: as on a phone.
    """
    return _shown("wall_chart", slug, number=request.args.get("player", 0, type=int))


@pages.get("/t/<slug>/missing", who=EVERYBODY, tab="rounds")
@alike_for_visitors()
def missing(slug: str) -> str:
    """Tables of rounds that were begun whose slips are not in, or not signed."""
    return _shown("round", slug, by="missing", round_number=0, division="", text="")


@pages.get("/t/<slug>/prize-list", who=EVERYBODY, tab="prizes")
@alike_for_visitors()
def prize_list(slug: str) -> str:
    return _shown("prize_list", slug)


def _shown(name: str, slug: str, **more: object) -> str:
    desk_request = asked_of(slug)
    course = desk_request.course
    return render_template(
        f"tournaments/{name}.html",
        asked=desk_request,
        course=course,
        rounds=rounds_held(course_at(slug) if course.after else course),
        tournament=desk_request.tournament,
        after=desk_request.after,
        **more,
    )


def asked_of(slug: str, after_round: int | None = None) -> StandingsQuery:
    """What is asked for; ``after_round``: where the address doesn't say after which round."""
    after = the_mark()
    if after_round is None:
        after_round = max(0, request.args.get("after", 0, type=int))
    course = course_at(slug, after_round)
    chosen = request.args.get("division")
    if chosen is not None and chosen not in course.divisions:
        raise Refusal(
            "no-such-division",
            say("public.name-has-no-division-this", name=course.tournament.name),
            say("public.choose-one-from-tournaments-standings"),
        )
    return StandingsQuery(course, chosen, after)


def won_in(course: Course) -> list[PrizeWon]:
    """Each prize, and who has it as things stand; several share what their places bring."""
    return prizes_won(course.standings, course.prizes)


def order_of(tournament: TournamentRow) -> str:
    return order_wording(tournament.ties.split() or ["spread"], tournament.spread_cap)


def tie_shown(tie: Tie | None, tournament: TournamentRow) -> str:
    """Why below the one above, where the columns of wins, losses and spread don't say it."""
    return tie_worth_saying(tie, tournament.ties.split() or ["spread"])


def line_wording(line: CardLine) -> str:
    """What is to be said of a round that has no scores."""
    return how_wording(line.how)


# What the strip of rounds and the choices above a table lead to.

View = tuple[str, str, bool]
"""One of the ways to look at a thing: address, words, whether it is this one."""


def strip_to_rounds(
    rounds: Sequence[RoundProgress], slug: str, here: int = 0, division: str = "", by: str = ""
) -> list[Segment]:
    """Every round, leading to who sits where in it."""

    def where(number: int) -> str:
        return of_round(slug, number, division, **({"by": by} if by else {}))

    return round_strip(rounds, where, here)


def strip_of_standings(
    rounds: Sequence[RoundProgress], query: StandingsQuery, endpoint: str, **more: object
) -> list[Segment]:
    """Every round, leading to how things stood after it; the last with a result is now."""
    latest = max((one.number for one in rounds if one.settled), default=0)
    shown = query.course.after or latest
    where: dict[str, Any] = {"slug": query.tournament.slug, "division": query.chosen, **more}

    def address(number: int) -> str:
        if number > latest:
            return ""
        return url_for(endpoint, **where, after=number if number < latest else None)

    return round_strip(rounds, address, shown)


def round_views(course: Course, number: int, division: str, by: str) -> list[View]:
    """By name, by table, and the slips that are missing, of all rounds that were begun."""
    slug, count = course.tournament.slug, len(course.slips)
    number = number or course.rounds
    views = [
        (of_round(slug, number, division, by=way), words, by == way)
        for way, words in (("name", say("public.by-name")), ("table", say("public.by-table")))
        if number
    ]
    missing = (
        say("public.missing-slips-count", count=count) if count else say("public.missing-slips")
    )
    return [*views, (url_for("standings.missing", slug=slug), missing, by == "missing")]


def division_views(
    course: Course, chosen: str | None, endpoint: str, has_all: bool = True, **where: object
) -> list[View]:
    """Each division of a tournament of several, and all of them."""

    def address(name: str | None) -> str:
        query: dict[str, Any] = {**where, "division": name or None}
        return url_for(endpoint, **query)

    views = [(address(name), name or "–", name == chosen) for name in course.divisions]
    return [*views, (address(None), say("public.all"), chosen is None)] if has_all else views


def results_in_words(rounds: Sequence[RoundProgress], number: int) -> str:
    """How far a round is.

    >>> results_in_words([RoundProgress(1, 30, 20)], 1)
    '20 of 30 results in'
    """
    one = next((one for one in rounds if one.number == number), None)
    return say("public.results-in", settled=one.settled, tables=one.tables) if one else ""


def lacking_in_words(course: Course) -> str:
    """That standings are provisional, and how much they lack; empty where they lack nothing."""
    differing = sum(one.lacks == "one-that-holds" for one in course.unsigned)
    lacking = [
        say("public.results-missing", n=len(course.missing)) if course.missing else "",
        say("public.results-not-signed", n=len(course.unsigned) - differing)
        if len(course.unsigned) > differing
        else "",
        say("public.results-with-two-slips", n=differing) if differing else "",
    ]
    told = [words for words in lacking if words]
    return say("public.provisional-lacking", lacking=", ".join(told)) if told else ""


def players_in_words(tournament: TournamentRow, course: Course) -> str:
    """How many play: ``60 players in 2 divisions``."""
    players = say("public.players-count", n=tournament.players)
    several = len(course.divisions)
    if several < 2:
        return players
    return say("public.players-in-divisions", players=players, divisions=several)


def moves_in_words(row: GameRow) -> str:
    """What happens at a table: ``Ada to move``."""
    if row.boards == Boards.HIDDEN:
        return say("public.board-not-shown")
    late = row.boards == Boards.LATE
    if row.state != "playing" or row.on_move is None:
        state = state_words(row.state)
        return say("public.state-shown-late", state=state) if late else state
    name = row.names[0 if row.on_move == Seat.FIRST else 1]
    first = name.split()[0] if name.split() else name
    if late:
        return say("public.to-move-shown-late", name=first)
    return say("public.name-to-move", name=first)


def boards_in_words(row: GameRow) -> str:
    """What is to be said of a board that is not shown as it is now."""
    if row.boards == Boards.HIDDEN and row.state != "scheduled":
        return say("public.board-not-shown")
    return say("public.shown-late") if row.boards == Boards.LATE else ""


FOR_TEMPLATES = {
    "boards_in_words": boards_in_words,
    "division_views": division_views,
    "lacking_in_words": lacking_in_words,
    "moves_in_words": moves_in_words,
    "players_in_words": players_in_words,
    "results_in_words": results_in_words,
    "round_views": round_views,
    "strip_of_standings": strip_of_standings,
    "strip_to_rounds": strip_to_rounds,
    "byes_told": byes_wording,
    "lacks_told": lacks_wording,
    "next_round_told": next_round_wording,
    "line_told": line_wording,
    "order_of": order_of,
    "place_told": place_wording,
    "provisional_told": provisional_wording,
    "result_told": result_wording,
    "slips_told": slips_wording,
    "state_told": state_wording,
    "tie_shown": tie_shown,
    "unsigned_told": unsigned_wording,
    "won_in": won_in,
}
