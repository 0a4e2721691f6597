"""Results typed from slips: one line made for speed, and the tables of the round as a grid.

The page works without scripts: a form of table and two scores. With them, the line is read as it
is typed (``js/organiser/slip_line.js``), and what was typed is sent in order, each once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.json import encode

from ledger.game.play.results.slips import USUAL, USUAL_MARGIN, TakeBackSlip, TypeSlip
from ledger.hall.rows import LACKS_TOLD
from ledger.requests.request import Request
from ledger.tournament.paper_elsewhere import LeavePaperElsewhere, unsigned_from_files
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_RESULTS, DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import tournament_at
from web.frame.json_io import as_json
from web.frame.pages import Pages
from web.frame.refused import asked_by_a_person, must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.players import ask, the_tournament
from web.organiser.slips_view import (
    ResultsNow,
    TableView,
    as_it_is,
    may_enter_here,
    rows_of,
    table_meant,
    table_view,
    tables_view,
)
from web.replay.game_page import in_a_page

pages = Pages("slip_results", manual="organiser", section="Results")

USUAL_HERE = encode(
    {
        "least": USUAL.start,
        "most": USUAL.stop - 1,
        "closest": USUAL_MARGIN.start,
        "widest": USUAL_MARGIN.stop - 1,
    }
).decode()
"""What nobody is asked about twice, for the line: it asks before anything is sent."""


@pages.get("/t/<slug>/organise/results", who=AT_THE_RESULTS, leads=True, camera=True)
def page(slug: str) -> str:
    """The line and the grid: ``?round=`` and ``?division=`` of another round than the open one."""
    return _page(slug)


@pages.get("/t/<slug>/organise/results.json", who=AT_THE_RESULTS, answers=ResultsNow)
def now(slug: str) -> Response:
    row = tournament_at(slug)
    return as_json(ResultsNow(tables=tables_view(rows_of(row.slug, *_round_asked()))))


@pages.post("/t/<slug>/organise/results", who=AT_THE_RESULTS, answers=TableView)
def typed(slug: str) -> Response:
    """Type a slip: ``table``, ``first``, ``second`` and what else it says."""
    return _enter(slug, _slip)


@pages.post("/t/<slug>/organise/results/taken-back", who=AT_THE_RESULTS, answers=TableView)
def taken_back(slug: str) -> Response:
    """Take back the slip just typed for ``table``, whose event is ``version``; ``why``."""
    return _enter(slug, _take_back)


@pages.post("/t/<slug>/organise/results/paper-elsewhere", who=DIRECTORS)
def paper_elsewhere(slug: str) -> Response:
    """Say once that the slips of results from files lie with the program they came from."""
    tournament_at(slug)
    tournament = the_tournament(slug)
    until = _number(request.form.get("until", ""))
    ask(tournament, LeavePaperElsewhere(until=until, division=request.form.get("division", "")))
    return make_response(redirect(url_for("slip_results.page", slug=slug, **_kept()), 303))


def _enter(slug: str, read: Any) -> Response:  # noqa: ANN401 (a function of the form)
    row = tournament_at(slug)
    try:
        may_enter_here(row.slug)
        game = table_meant(row.slug, request.form)
        desk_request: Request = read()
        accounts().desk.must_write(game.id, desk_request, sent_by_form(signed_in().badge))
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(slug, refused), status_of(refused))
    if not asked_by_a_person():
        return as_json(table_view(as_it_is(game)))
    return make_response(redirect(url_for("slip_results.page", slug=slug, **_kept()), 303))


def _slip() -> TypeSlip:
    unsigned: Any = tuple(_number(one) for one in request.form.getlist("unsigned") if one)
    return TypeSlip(
        scores=(_number(request.form.get("first", "")), _number(request.form.get("second", ""))),
        starter=_number(request.form.get("starter") or "0"),
        whose=_number(request.form.get("whose") or "0"),
        unsigned=unsigned,
        sure=bool(request.form.get("sure")),
    )


def _take_back() -> TakeBackSlip:
    why: Any = request.form.get("why") or "typed-wrong"  # the desk looks which it is
    return TakeBackSlip(version=_number(request.form.get("version", "")), why=why)


def _number(text: str) -> int:
    text = text.strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
        raise Refusal(
            "unreadable-request",
            f"“{text[:20]}” is no score.",
            "Type the table, then both scores in digits.",
        )
    return int(text)


def _round_asked() -> tuple[int | None, str | None]:
    text = request.args.get("round", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
    return number, request.args.get("division")


def _kept() -> dict[str, Any]:
    """The round that was looked at, for the address gone back to."""
    return {name: request.args[name] for name in ("round", "division") if request.args.get(name)}


def _page(slug: str, refused: Refusal | None = None) -> str:
    row = tournament_at(slug)
    tournament = accounts().desk.cases.tournament(row.slug)
    rows = rows_of(row.slug, *_round_asked())
    tables = tables_view(rows)
    return render_template(
        "organiser/results.html",
        tournament=row,
        rounds=_rounds(tournament),
        asked=_round_asked(),
        kept=_kept(),
        tables=tables,
        told=in_a_page(encode(ResultsNow(tables=tables))),
        usual=USUAL_HERE,
        missing=sum(bool(one.lacks) for one in tables),
        lacks_told=LACKS_TOLD,
        to_close=_to_close(tournament, tables),
        elsewhere=list(_elsewhere(tournament, tables)),
        refusal=refused or _not_the_desk(row.slug),
        form=request.form,
    )


def _not_the_desk(slug: str) -> Refusal | None:
    """Why nothing that is typed here would be taken; ``None``: it would."""
    try:
        may_enter_here(slug)
    except Refusal as refused:
        return refused
    return None


class ToClose(NamedTuple):
    """A round among the tables that is not closed; it may be once no slip is ``missing``."""

    division: str
    round: int
    missing: int


def _to_close(tournament: Tournament, tables: Sequence[TableView]) -> list[ToClose]:
    missing: dict[tuple[str, int], int] = {}
    for one in tables:
        which = (one.division, one.round)
        missing[which] = missing.get(which, 0) + bool(one.lacks)
    return [
        ToClose(*which, count) for which, count in missing.items() if which not in tournament.closed
    ]


class Elsewhere(NamedTuple):
    """Results of a division up to a round that came in files and are signed by nobody."""

    division: str
    until: int
    results: int


def _elsewhere(tournament: Tournament, tables: Sequence[TableView]) -> Iterator[Elsewhere]:
    desk = accounts().desk
    at_hand = RecordAtHand(desk.log.version_of, desk.sheet)
    for division in dict.fromkeys(one.division for one in tables if one.lacks == "signatures"):
        found = list(unsigned_from_files(tournament, division, LAST_ROUND, at_hand))
        if found:
            until = max(sheet.scheduled.round_number for sheet in found)
            yield Elsewhere(division, until, len(found))


LAST_ROUND = 999
"""No tournament has more rounds."""


class RecordAtHand(NamedTuple):
    """The record around a tournament, to be read."""

    version_of: Any
    sheet: Any


def _rounds(tournament: Tournament) -> list[tuple[str, int]]:
    return sorted({(one.division, one.round_number) for one in tournament.rounds})
