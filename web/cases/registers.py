"""The registers of a tournament: rulings, players' conduct, the director's log of the day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from flask import Blueprint, render_template, request

from ledger.desk.desk import Desk
from ledger.game.facts.calls import DirectorArrived, DirectorCalled, DirectorLeft, DirectorSetOut
from ledger.game.sheet.telling.in_words import told
from ledger.hall import GameRow
from ledger.incidents.anonymised import without_names
from ledger.incidents.case_file import CaseFile, case_in
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.in_words import case_told, number_told
from ledger.record.streams import tournament_id
from ledger.tournament.conduct_ledger import Warned
from ledger.tournament.facts.case_numbers import CaseListed
from ledger.tournament.in_words import tournament_told
from ledger.tournament.tournament import Player, Tournament, tournament_named
from ledger.vocabulary import Role, Seat
from web.access.viewers import the_hall
from web.access.visitors import the_badges
from web.frame.addresses import of_game, tournament_at
from web.frame.local_time import day_here

bp = Blueprint("registers", __name__)

CALLS = (DirectorCalled, DirectorSetOut, DirectorArrived, DirectorLeft)
"""Facts of a game that are a director's business, whoever entered them."""


class Ruled(NamedTuple):
    """One ruling of the register."""

    called: str
    number: int
    at: datetime
    by: str
    title: str
    ruling: RulingGiven


class OnConduct(NamedTuple):
    """A player, with the warnings, the cases and what else was decided."""

    player: Player
    warnings: tuple[Warned, ...]
    spread: int
    out: str
    cases: tuple[tuple[str, int], ...]


class Act(NamedTuple):
    """One act of the day: when, by whom, where, and what."""

    at: datetime
    by: str
    where: str
    words: str
    address: str = ""


@bp.get("/t/<slug>/rulings")
def rulings(slug: str) -> str:
    """Every ruling, the latest first: ``?q=`` words, ``?clause=`` of a rule, ``?anonymous=1``.

    The anonymised edition names no player and no official, to be published.
    """
    tournament = tournament_named(slug, the_badges().desk.log)
    anonymous = request.args.get("anonymous") == "1"
    words = request.args.get("q", "").lower().split()[:12]
    clause = request.args.get("clause", "").strip().lower()
    names = [player.name for player in tournament.players]
    found = [
        one
        for one in _ruled(the_badges().desk, tournament)
        if all(word in _searched(one) for word in words) and clause in one.ruling.citation.lower()
    ]
    return render_template(
        "cases/rulings.html",
        tournament=tournament_at(slug),
        found=found,
        anonymous=anonymous,
        text=request.args.get("q", ""),
        clause=request.args.get("clause", ""),
        shown=lambda text: without_names(text, names) if anonymous else text,
    )


@bp.get("/t/<slug>/conduct")
def conduct(slug: str) -> str:
    """Every player about whom anything was decided: warnings, spread, cases, who is out."""
    desk = the_badges().desk
    tournament = tournament_named(slug, desk.log)
    found = [
        one
        for player in tournament.players
        if (one := _on_conduct(desk, tournament, player)) is not None
    ]
    return render_template(
        "cases/conduct.html",
        tournament=tournament_at(slug),
        found=found,
        players=len(tournament.players),
    )


@bp.get("/t/<slug>/log")
def log(slug: str) -> str:
    """Every official act of a day in the hall, in order: ``?day=``; without it the latest."""
    desk = the_badges().desk
    tournament = tournament_named(slug, desk.log)
    acts = sorted(_acts(desk, tournament), key=lambda act: act.at)
    days = sorted({day_here(act.at) for act in acts}, reverse=True)
    asked = _day(request.args.get("day", ""))
    chosen = asked.isoformat() if asked else next(iter(days), None)
    return render_template(
        "cases/log.html",
        tournament=tournament_at(slug),
        acts=[act for act in acts if day_here(act.at) == chosen],
        days=days,
        chosen=chosen,
    )


def _ruled(desk: Desk, tournament: Tournament) -> list[Ruled]:
    found = []
    for number, case in enumerate(tournament.cases, 1):
        file = case_in(desk.log, case)
        for event in file.events:
            if isinstance(event.fact, RulingGiven):
                title = file.opened.title or file.opened.category
                at, by = event.envelope.written_at, event.envelope.written_by
                found.append(Ruled(number_told(number), number, at, by, title, event.fact))
    return sorted(found, key=lambda one: one.at, reverse=True)


def _searched(one: Ruled) -> str:
    ruling = one.ruling
    return f"{one.called} {one.title} {ruling.finding} {ruling.citation} {ruling.found}".lower()


def _on_conduct(desk: Desk, tournament: Tournament, player: Player) -> OnConduct | None:
    kept, number = tournament.conduct, player.number
    warnings = kept.warnings_of(number)
    spread = sum(points for who, points in kept.spread if who == number)
    out = "put out" if number in kept.ejected else "withdrawn" if number in kept.withdrawn else ""
    cases = tuple(
        (number_told(nth), nth)
        for nth, case in enumerate(tournament.cases, 1)
        if _is_about(desk, case_in(desk.log, case), number)
    )
    if not (warnings or spread or out or cases):
        return None
    return OnConduct(player, warnings, spread, out, cases)


def _is_about(desk: Desk, file: CaseFile, number: int) -> bool:
    """Whether a case is about what this player did."""
    opened = file.opened
    if opened.player:
        return opened.player == number
    seat = opened.seat or (file.finding.seat if file.finding else None)
    if opened.game is None or seat is None:
        return False
    numbers = desk.sheet(opened.game).numbers
    return numbers is not None and numbers[seat.place] == number


def _acts(desk: Desk, tournament: Tournament) -> Iterator[Act]:
    named = {player.number: player.name for player in tournament.players}
    for event in desk.log.events_of(tournament_id(tournament.slug)):
        if isinstance(event.fact, CaseListed):
            continue  # the case itself says that it was opened
        words = tournament_told(event.fact, lambda number: named.get(number, f"player {number}"))
        yield Act(event.envelope.written_at, event.envelope.written_by, "", words)
    rows = the_hall().games(tournament.slug)
    for row in rows:
        yield from _acts_at(desk, row)
    by_game = {row.id: row for row in rows}
    for case in tournament.cases:
        yield from _acts_in(desk, case_in(desk.log, case), by_game)


def _acts_at(desk: Desk, row: GameRow) -> Iterator[Act]:
    """What officials did about one game."""
    sheet = desk.sheet(row.id)
    for event in sheet.events[1:]:
        envelope = event.envelope
        if isinstance(event.fact, CALLS) or desk.role_of(envelope.written_by) is Role.DIRECTOR:
            words = told(event.fact, sheet)
            yield Act(
                envelope.written_at, envelope.written_by, _where(row), words,
                of_game(row, "evidence.page"),
            )  # fmt: skip


def _acts_in(desk: Desk, file: CaseFile, rows: dict[UUID, GameRow]) -> Iterator[Act]:
    game = file.opened.game
    sheet = desk.sheet(game) if game else None

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    row = rows.get(game) if game else None
    where = f"{number_told(file.opened.number)}{f', {_where(row)}' if row else ''}"
    for event in file.events:
        words = case_told(event.fact, name)
        yield Act(event.envelope.written_at, event.envelope.written_by, where, words)


def _where(row: GameRow) -> str:
    division = f" {row.division}" if row.division else ""
    return f"R{row.round_number}{division} T{row.table}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
