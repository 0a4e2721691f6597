"""The registers of a tournament: rulings, players' conduct, the director's log of the day."""

from __future__ import annotations

from datetime import date

from flask import render_template, request

from ledger.desk.registers import acts_of, by_case, conduct_of, rulings_of
from ledger.incidents.reports import without_names
from ledger.vocabulary import Role
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.frame.addresses import of_game, tournament_at
from web.frame.page_text import day_here
from web.frame.pages import Pages

pages = Pages("registers", manual="director")


@pages.get("/t/<slug>/rulings", who=DIRECTORS)
def rulings(slug: str) -> str:
    """Every ruling, the latest first: ``?q=`` words, ``?clause=`` of a rule, ``?anonymous=1``.

    The anonymised edition names no player and no official, to be published.
    """
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    anonymous = request.args.get("anonymous") == "1"
    text, clause = request.args.get("q", ""), request.args.get("clause", "")
    names = [player.name for player in tournament.players]
    return render_template(
        "cases/rulings.html",
        tournament=tournament_at(slug),
        found=by_case(rulings_of(desk, tournament, text=text, clause=clause)),
        anonymous=anonymous,
        text=text,
        clause=clause,
        shown=lambda text: without_names(text, names) if anonymous else text,
    )


@pages.get("/t/<slug>/conduct", who=DIRECTORS)
def conduct(slug: str) -> str:
    """Every player about whom anything was decided: warnings, spread, cases, who is out."""
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    return render_template(
        "cases/conduct.html",
        tournament=tournament_at(slug),
        found=conduct_of(desk, tournament),
        rules=tournament.rules,
        players=len(tournament.players),
        directs=signed_in().role is Role.DIRECTOR,
    )


@pages.get("/t/<slug>/log", who=DIRECTORS)
def log(slug: str) -> str:
    """Every official act of a day in the hall, in order: ``?day=``; without it the latest."""
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    rows = {row.id: row for row in the_hall().games(tournament.slug)}
    acts = acts_of(desk, tournament, rows.values())
    days = sorted({day_here(act.at) for act in acts}, reverse=True)
    query = _day(request.args.get("day", ""))
    chosen = query.isoformat() if query else next(iter(days), None)
    return render_template(
        "cases/log.html",
        tournament=tournament_at(slug),
        acts=[act for act in acts if day_here(act.at) == chosen],
        addresses={game: of_game(row, "evidence.page") for game, row in rows.items()},
        days=days,
        chosen=chosen,
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
