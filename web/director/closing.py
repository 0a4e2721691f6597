"""The page on which a round is closed and opened again: what keeps it open, what was let go."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ledger.asking.asked import Asked
from ledger.desk.matters import matters_of_round, round_games
from ledger.hall import GameRow
from ledger.matters.in_game import matters_in
from ledger.record.streams import tournament_id
from ledger.tournament.matters import CloseRound, ReopenRound, WaiveMatter, open_in
from ledger.tournament.set_aside import Waived
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import Role
from ledger.vocabulary.desk_matters import MATTERS_TOLD
from ledger.vocabulary.refusals import Refusal
from web.access.viewers import the_hall
from web.access.visitors import signed_in, the_badges
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form

bp = Blueprint("closing", __name__)


@bp.get("/t/<slug>/r<int:round_number>/close")
def page(slug: str, round_number: int) -> str:
    """What keeps a round open, each with a way to waive it; ``?division=`` of which.

    Raises:
      Refusal: ``no-such-tournament`` or ``no-such-round``.
    """
    return _page(slug, round_number, request.args.get("division", ""))


@bp.post("/t/<slug>/r<int:round_number>/close")
def do(slug: str, round_number: int) -> Response:
    """Waive one thing (``what=waive``), close the round (``close``) or open it again (``reopen``).

    What the desk refuses is said on the page, with what was typed still there.
    """
    division = request.form.get("division", "")
    try:
        asked = _asked(round_number, division)
        stream = tournament_id(tournament_at(slug).slug)
        the_badges().desk.must_write(stream, asked, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(slug, round_number, division, refusal), status_of(refusal))
    where: dict[str, Any] = {
        "slug": slug,
        "round_number": round_number,
        "division": division or None,
    }
    here = url_for("closing.page", **where)
    return make_response(redirect(here, 303))


def _asked(round_number: int, division: str) -> Asked:
    reason, what = request.form.get("reason", ""), request.form.get("what", "")
    if what == "close":
        return CloseRound(
            round_number=round_number, division=division, waiving=reason,
            last=bool(request.form.get("last")),
        )  # fmt: skip
    if what == "reopen":
        return ReopenRound(round_number=round_number, division=division, reason=reason)
    if what == "waive":
        return WaiveMatter(
            kind=cast("Any", request.form.get("kind", "")),  # the desk looks which it is
            subject=_subject(request.form.get("subject", "")),
            which=request.form.get("which", ""),
            reason=reason,
        )
    raise Refusal(
        "unreadable-request",
        "There is no such form on the page of a round.",
        "Go back to the page you came from, and try again.",
    )


def _page(slug: str, number: int, division: str, refused: Refusal | None = None) -> str:
    row, desk = tournament_at(slug), the_badges().desk
    tournament = tournament_named(slug, desk.log)
    games = round_games(tournament, division, number)
    if not games:
        raise Refusal(
            "no-such-round",
            f"{row.name} has no round {number}{f' of division {division}' if division else ''}.",
            "Choose a round from the tournament's page.",
        )
    found = matters_of_round(
        desk.log, lambda game: matters_in(desk.sheet(game)), tournament, division, number
    )
    rows = {one.id: one for one in the_hall().games(slug, number)}
    return render_template(
        "tournaments/close.html",
        tournament=row,
        round_number=number,
        division=division,
        rows=rows,
        waiting=open_in(tournament, found),
        waived=_waived(tournament, rows),
        is_closed=(division, number) in tournament.closed,
        directs=signed_in().role is Role.DIRECTOR,
        told=MATTERS_TOLD,
        refusal=refused,
    )


def _waived(tournament: Tournament, rows: dict[UUID, GameRow]) -> list[Waived]:
    """What was let go in the games of the round, the latest first."""
    waived = tournament.set_aside.waived.values()
    return sorted((one for one in waived if one.fact.subject in rows), key=lambda w: w.at)[::-1]


def _subject(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
