"""Pages of a tournament's registers: rulings, conduct, log of the day; cases that wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from flask import render_template, request

from ledger.desk.desk import Desk
from ledger.desk.matters import refused_for_a_ruling
from ledger.desk.registers import acts_of, by_case, conduct_of, rulings_of
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile
from ledger.incidents.reports import without_names
from ledger.incidents.wording import number_wording, title_wording
from ledger.matters.matter import DeskMatter
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.director.desk_view import CaseWaiting, RefusedWaiting
from web.entry.request_wording import words_of
from web.frame.addresses import of_game, of_rule, to_rule_on, tournament_at
from web.frame.headers import iso_day_here
from web.frame.pages import Pages

# What waits for a ruling, and what is still to be done in a case.


def refused_waiting(
    desk: Desk,
    rows: Mapping[UUID, GameRow],
    line: Callable[[DeskMatter, str], dict[str, Any]],
    waits: Mapping[UUID, DeskMatter],
) -> list[RefusedWaiting]:
    """Entries that the book leaves to the director, of those that wait, by entry."""
    found = []
    for one in refused_for_a_ruling(desk.log):
        matter = waits.get(one.entry)
        if matter is not None:
            wanted = words_of(one.wanted, desk.sheet(one.game))
            found.append(
                RefusedWaiting(
                    **line(matter, wanted),
                    wanted=wanted,
                    what=one.refusal.what,
                    clause=one.refusal.clause,
                    rule=of_rule(one.refusal.clause),
                    rule_on=to_rule_on(rows[one.game].tournament, one.entry),
                )
            )
    return found


def files_of(desk: Desk, slug: str) -> tuple[Tournament | None, tuple[CaseFile, ...]]:
    """A tournament with its cases; of a game whose tournament nobody opened, none."""
    try:
        return desk.cases.with_cases(slug)
    except Refusal:
        if _is_read(desk, slug):
            raise
        return None, ()


def _is_read(desk: Desk, slug: str) -> bool:
    try:
        desk.cases.tournament(slug)
    except Refusal:
        return False
    return True


def case_waiting(file: CaseFile, matter: DeskMatter, line: dict[str, Any]) -> CaseWaiting:
    return CaseWaiting(
        **line,
        called=number_wording(file.opened.number),
        title=title_wording(file.opened),
        lacks=matter.named.which.partition(" ")[0],
        address=line["first"].at,
    )


registers_pages = Pages("registers", manual="cases", area="cases")


@registers_pages.get("/t/<slug>/rulings", who=DIRECTORS, tab="ruled")
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


@registers_pages.get("/t/<slug>/conduct", who=DIRECTORS, tab="conduct")
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


@registers_pages.get("/t/<slug>/log", who=DIRECTORS, tab="log-of-the-day")
def log(slug: str) -> str:
    """Every official act of a day in the hall, in order: ``?day=``; without it the latest."""
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    rows = {row.id: row for row in the_hall().games(tournament.slug)}
    acts = acts_of(desk, tournament, rows.values())
    days = sorted({iso_day_here(act.at) for act in acts}, reverse=True)
    query = _day(request.args.get("day", ""))
    chosen = query.isoformat() if query else next(iter(days), None)
    return render_template(
        "cases/log.html",
        tournament=tournament_at(slug),
        acts=[act for act in acts if iso_day_here(act.at) == chosen],
        addresses={game: of_game(row, "evidence.page") for game, row in rows.items()},
        days=days,
        chosen=chosen,
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
