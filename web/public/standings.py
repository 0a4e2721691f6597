"""What everybody looks at while a tournament runs: standings, wall chart, missing slips, prizes."""

from __future__ import annotations

from dataclasses import dataclass

from flask import render_template, request

from ledger.hall.rows import LACKS_TOLD, StandingRow, Tie, TournamentRow
from ledger.hall.standings import PrizeWon, prizes_won, won_by
from ledger.hall.standings_view import (
    HOW,
    Card,
    CardLine,
    Course,
    byes_wording,
    last_round_wording,
    order_wording,
    place_wording,
    provisional_wording,
    result_wording,
    state_wording,
    tie_worth_saying,
    unsigned_wording,
)
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.frame.addresses import course_at
from web.frame.headers import alike_for_visitors
from web.frame.pages import Pages
from web.live.told_upto import the_mark

pages = Pages("standings", manual="players", area="public", tab="Standings")


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
        return {
            division: [
                PlaceView(row, won_by(row, prizes))
                for row in self.course.standings
                if row.division == division
            ]
            for division in self.divisions
        }

    def charts(self) -> dict[str, list[Card]]:
        return {
            division: [card for card in self.course.cards if card.player.division == division]
            for division in self.divisions
        }


@pages.get("/t/<slug>/standings", who=EVERYBODY)
@alike_for_visitors
def page(slug: str) -> str:
    """Who stands where, and why: ``?after=`` a round, ``?division=`` of one division only."""
    return _shown("standings", slug)


@pages.get("/t/<slug>/wall-chart", who=EVERYBODY, tab="Wall chart")
@alike_for_visitors
def wall_chart(slug: str) -> str:
    """Every round of every player: ``?after=`` a round, ``?division=`` of one division only."""
    return _shown("wall_chart", slug)


@pages.get("/t/<slug>/missing", who=EVERYBODY, tab="Rounds")
@alike_for_visitors
def missing(slug: str) -> str:
    """Tables of rounds that were begun whose slips are not in, or not signed."""
    return _shown("missing", slug)


@pages.get("/t/<slug>/prize-list", who=EVERYBODY, tab="Prizes")
@alike_for_visitors
def prize_list(slug: str) -> str:
    return _shown("prize_list", slug)


def _shown(name: str, slug: str) -> str:
    desk_request = asked_of(slug)
    return render_template(
        f"tournaments/{name}.html",
        asked=desk_request,
        course=desk_request.course,
        tournament=desk_request.tournament,
        after=desk_request.after,
    )


def asked_of(slug: str) -> StandingsQuery:
    after = the_mark()
    course = course_at(slug, max(0, request.args.get("after", 0, type=int)))
    chosen = request.args.get("division")
    if chosen is not None and chosen not in course.divisions:
        raise Refusal(
            "no-such-division",
            f"{course.tournament.name} has no division of this name.",
            "Choose one from the tournament's standings.",
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
    return HOW.get(line.how, "")


FOR_TEMPLATES = {
    "byes_told": byes_wording,
    "lacks_told": LACKS_TOLD,
    "last_round_told": last_round_wording,
    "line_told": line_wording,
    "order_of": order_of,
    "place_told": place_wording,
    "provisional_told": provisional_wording,
    "result_told": result_wording,
    "state_told": state_wording,
    "tie_shown": tie_shown,
    "unsigned_told": unsigned_wording,
    "won_in": won_in,
}
