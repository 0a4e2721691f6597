"""Tournaments and rounds as everybody reads them, and on the screens of a hall."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import Literal

from flask import Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from ledger.hall.standings_view import Course
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.signing_in import writes_at_any_table
from web.access.visitors import the_hall
from web.frame.addresses import course_at, of_game, tournament_at
from web.frame.bodies import as_json
from web.frame.headers import alike_for_visitors
from web.frame.pages import Pages
from web.frame.wording import PLAYING
from web.live.told_upto import the_mark
from web.monitoring.metrics import is_from_here
from web.public.cards import by_name as by_name_cards
from web.public.rows import (
    GamesView,
    RoundView,
    StandingsView,
    game_listed,
    rounds_of,
    standings_by_division,
    standings_view,
)
from web.public.standings import asked_of

# Who sits where in a round, as people look for themselves: by name.


@dataclass(frozen=True)
class Sits:
    """One player of a round.

    Attributes:
      letter: the one that the name begins with, where the name before it began with another.
      table: 0 for a bye; ``kept``: whether it is kept for somebody who needs it.
      starts: who starts, as far as that is settled; of a game that was begun, who did.
    """

    letter: str
    name: str
    number: int
    division: str
    table: int
    kept: bool
    opponent: str
    starts: Literal["you", "opponent", "open"]


def by_name(
    course: Course, round_number: int, division: str | None = None, text: str = ""
) -> list[Sits]:
    """Everybody of a round by name; those alone that have every word asked for.

    Args:
      text: what was typed: each word must begin a part of the name.
    """
    desk_request = sought(text).split()
    found = []
    for one in course.of_round(round_number, division):
        for seat, (name, number) in enumerate(zip(one.names, one.numbers, strict=True)):
            if not all(any(p.startswith(a) for p in sought(name).split()) for a in desk_request):
                continue
            opponent = one.names[1 - seat] if one.table else ""
            line = course.line(number, round_number)
            starts = line.starts if line else "open"
            found.append((sought(name), name, number, one, opponent, starts))
    found.sort(key=lambda row: (row[0], row[2]))
    rows, before = [], ""
    for plain, name, number, one, opponent, starts in found:
        letter = plain.strip()[:1].upper()
        rows.append(
            Sits(
                letter if letter != before else "", name, number, one.division, one.table, one.kept,
                opponent, starts,
            )
        )  # fmt: skip
        before = letter
    return rows


pages = Pages("tournaments", manual="players", area="public")

LONGEST_SEARCH = 80  # characters of a search that are looked at


@pages.get("/", who=EVERYBODY)
def all_of_them() -> str:
    tournaments = the_hall().tournaments()
    return render_template(
        "tournaments/list.html", tournaments=tournaments, folder="" if tournaments else _folder()
    )


def _folder() -> str:
    """The data folder of this record, for commands; its name alone to officials and from here."""
    folder = current_app.config.get("WORD_LISTS")
    known = is_from_here() or current_app.extensions["role_of"](request) in DIRECTORS
    return quote(str(folder)) if folder is not None and known else "DIR"


@pages.get("/t/<slug>/", who=EVERYBODY, tab="Overview")
def one(slug: str) -> str:
    """A tournament: what a visitor looks for first, rounds, standings, search (``?q=``)."""
    hall = the_hall()
    after = the_mark()  # before the rows are read, so that no change is missed
    tournament = tournament_at(slug)
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    found = [row for row in hall.search(text, 200) if row.tournament == slug] if text else []
    games = hall.games(slug)
    rounds = rounds_of(games)
    course = course_at(slug)
    return render_template(
        "tournaments/tournament.html",
        tournament=tournament,
        course=course,
        now=round_now(rounds),
        players=[card for card in by_name_cards(list(course.cards), text) if card.player.number][
            :12
        ]
        if text
        else [],
        rounds=rounds,
        divisions=sorted({each.division for each in rounds}),
        on_the_boards=[row for row in games if row.state in PLAYING],
        standings=standings_by_division(course.standings),
        text=text,
        found=found,
        after=after,
    )


@pages.get("/t/<slug>/games.json", who=EVERYBODY, answers=GamesView)
def games_json(slug: str) -> Response:
    tournament_at(slug)
    games = (game_listed(row, of_game(row)) for row in the_hall().games(slug))
    return as_json(GamesView(tuple(games)), may_be_kept=True)


@pages.get("/t/<slug>/standings.json", who=EVERYBODY, answers=StandingsView)
def standings_json(slug: str) -> Response:
    """The standings, as rows: ``?after=`` a round, ``?division=`` of one division only."""
    desk_request = asked_of(slug)
    return as_json(standings_view(desk_request.course, desk_request.chosen), may_be_kept=True)


@pages.get(
    "/t/<slug>/r<int:round_number>/",
    "/t/<slug>/<division>/r<int:round_number>/",
    who=EVERYBODY,
    tab="Rounds",
)
def one_round(slug: str, round_number: int, division: str | None = None) -> ResponseReturnValue:
    """The tables of a round; with ``?by=name`` its players by name, ``?q=`` some of them."""
    if request.args.get("by") == "name":
        return _by_name(slug=slug, round_number=round_number, division=division)
    return _round(slug, round_number, division)


@alike_for_visitors
def _by_name(slug: str, round_number: int, division: str | None) -> str:
    return _round(slug, round_number, division)


def _round(slug: str, round_number: int, division: str | None) -> str:
    hall = the_hall()
    after = the_mark()
    tournament = tournament_at(slug)
    games = hall.games(slug, round_number, division)
    if not games:
        raise Refusal(
            "no-such-round",
            f"{tournament.name} has no tables in round {round_number}.",
            "Choose a round from the tournament's page.",
        )
    numbers = sorted({row.round_number for row in hall.games(slug, None, division)})
    course = course_at(slug)
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    named = request.args.get("by") == "name"
    paired = course.of_round(round_number, division)
    return render_template(
        "tournaments/round.html",
        sits=by_name(course, round_number, division, text) if named else None,
        byes=[one for one in paired if not one.table],
        kept={one.game for one in paired if one.kept},
        text=text,
        tournament=tournament,
        round_number=round_number,
        division=division or "",
        rounds=rounds_of(games),
        numbers=numbers,
        after=after,
        enters=named is False and writes_at_any_table(),
    )


def round_now(rounds: tuple[RoundView, ...]) -> tuple[RoundView, ...]:
    """The round that people look for: of each division the last one that was paired."""
    last = {each.division: each for each in sorted(rounds, key=lambda one: one.number)}
    return tuple(last[division] for division in sorted(last))


# What hangs on the wall, on a projector: large type, page after page, and nobody touches it.


screens_pages = Pages("screens", manual="organiser")

TITLES = {
    "tables": "Pairings",
    "names": "Pairings by name",
    "standings": "Standings",
    "wall-chart": "Wall chart",
    "missing": "Missing slips",
    "announcements": "Announcements and prizes",
}
"""By the word in their address, what there is to be shown."""

ROUNDS_SHOWN = 5  # rounds of a wall chart that can be read from the back of a hall: the last ones


@screens_pages.get("/t/<slug>/screen/<what>", name="page", who=EVERYBODY)
@alike_for_visitors
def screens_page(slug: str, what: str) -> ResponseReturnValue:
    """One of ``TITLES``, of the round that was paired last."""
    if what not in TITLES:
        abort(404)
    after = the_mark()
    course = course_at(slug)
    latest = course.rounds
    last = max(latest, 1)
    return render_template(
        "tournaments/screen.html",
        tournament=course.tournament,
        course=course,
        what=what,
        title=TITLES[what],
        round_number=latest,
        sits=by_name(course, latest) if what == "names" else [],
        paired=course.of_round(latest) if what == "tables" else (),
        rounds=range(max(1, last - ROUNDS_SHOWN + 1), last + 1),
        others=TITLES,
        after=after,
    )
