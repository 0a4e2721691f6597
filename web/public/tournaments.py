"""Tournaments, their rounds and their standings."""

from __future__ import annotations

from shlex import quote

from flask import Blueprint, Response, current_app, render_template, request

from ledger.vocabulary.refusals import Refusal
from web.access.doors import DIRECTORS
from web.access.viewers import the_hall
from web.frame.addresses import of_game, tournament_at
from web.frame.told_json import as_json
from web.frame.wording import PLAYING
from web.public.rows import (
    GamesTold,
    game_listed,
    rounds_of,
    standings_by_division,
    standings_told,
)
from web.public.standings import asked_of
from web.site.site import the_site
from web.watching.here import is_from_here

bp = Blueprint("tournaments", __name__)

LONGEST_SEARCH = 80
"""Characters of a search that are looked at."""


@bp.get("/")
def all_of_them() -> str:
    """The tournaments of this record."""
    tournaments = the_hall().tournaments()
    return render_template(
        "tournaments/list.html", tournaments=tournaments, folder="" if tournaments else _folder()
    )


def _folder() -> str:
    """The data folder of this record, for commands; its name alone to officials and from here."""
    folder = current_app.config.get("WORD_LISTS")
    known = is_from_here() or current_app.extensions["role_of"](request) in DIRECTORS
    return quote(str(folder)) if folder is not None and known else "DIR"


@bp.get("/t/<slug>/")
def one(slug: str) -> str:
    """A tournament: what is on the boards, rounds, standings, search (``?q=``)."""
    hall = the_hall()
    after = the_site().mark()  # before the rows are read, so that no change is missed
    tournament = tournament_at(slug)
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    found = [row for row in hall.search(text, 200) if row.tournament == slug] if text else []
    games = hall.games(slug)
    rounds = rounds_of(games)
    return render_template(
        "tournaments/tournament.html",
        tournament=tournament,
        rounds=rounds,
        divisions=sorted({each.division for each in rounds}),
        on_the_boards=[row for row in games if row.state in PLAYING],
        standings=standings_by_division(hall.standings(slug)),
        text=text,
        found=found,
        after=after,
    )


@bp.get("/t/<slug>/games.json")
def games_json(slug: str) -> Response:
    """Every game of a tournament, as rows."""
    tournament_at(slug)
    games = (game_listed(row, of_game(row)) for row in the_hall().games(slug))
    return as_json(GamesTold(tuple(games)), may_be_kept=True)


@bp.get("/t/<slug>/standings.json")
def standings_json(slug: str) -> Response:
    """The standings, as rows: ``?after=`` a round, ``?division=`` of one division only.

    Raises:
      Refusal: ``no-such-round``, ``no-such-division``.
    """
    asked = asked_of(slug)
    return as_json(standings_told(asked.course, asked.chosen), may_be_kept=True)


@bp.get("/t/<slug>/r<int:round_number>/")
@bp.get("/t/<slug>/<division>/r<int:round_number>/")
def one_round(slug: str, round_number: int, division: str | None = None) -> str:
    """The tables of a round.

    Raises:
      Refusal: ``no-such-round``.
    """
    hall = the_hall()
    after = the_site().mark()
    tournament = tournament_at(slug)
    games = hall.games(slug, round_number, division)
    if not games:
        raise Refusal(
            "no-such-round",
            f"{tournament.name} has no tables in round {round_number}.",
            "Choose a round from the tournament's page.",
        )
    numbers = sorted({row.round_number for row in hall.games(slug, None, division)})
    return render_template(
        "tournaments/round.html",
        tournament=tournament,
        round_number=round_number,
        division=division or "",
        rounds=rounds_of(games),
        numbers=numbers,
        after=after,
    )
