"""The page on which a round is closed and opened again: what keeps it open, what was waived."""

from __future__ import annotations

from typing import Any, NamedTuple, cast
from uuid import UUID

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ledger.asking.asked import Asked
from ledger.desk.matters import round_games
from ledger.game.play.calls.calling import DirectorSetsOut
from ledger.matters.aside_told import numbers_of, waived_of
from ledger.record.streams import tournament_id
from ledger.tournament.matters import CloseRound, ReopenRound, TakeBackMatter, WaiveMatter, counted
from ledger.vocabulary import Role
from ledger.vocabulary.desk_matters import AT_A_TABLE
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.director.closing_told import (
    groups_of,
    key_of,
    named_by,
    waiting_in,
    waives_of,
)
from web.director.inbox import inbox_of
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form

bp = Blueprint("closing", __name__)


class Meant(NamedTuple):
    """What a form asks, and of which stream."""

    stream: UUID
    asked: Asked


@bp.get("/t/<slug>/r<int:round_number>/close")
def page(slug: str, round_number: int) -> str:
    """What keeps a round open, a line each; ``?division=`` of which.

    ``?alone=`` and ``?back=`` ask why one matter is waived, or waits again.

    Raises:
      Refusal: ``no-such-tournament`` or ``no-such-round``.
    """
    return _page(slug, round_number, request.args.get("division", ""))


@bp.post("/t/<slug>/r<int:round_number>/close")
def do(slug: str, round_number: int) -> Response:
    """Do what a button of the page says; what the desk refuses is said there, nothing typed lost.

    Args:
      slug: the tournament.
      round_number: the round.
    """
    division = request.form.get("division", "")
    try:
        stream, asked = _meant(tournament_at(slug).slug, round_number, division)
        the_badges().desk.must_write(stream, asked, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(slug, round_number, division, refusal), status_of(refusal))
    where: dict[str, Any] = {
        "slug": slug,
        "round_number": round_number,
        "division": division or None,
    }
    return make_response(redirect(url_for("closing.page", **where), 303))


def _meant(slug: str, round_number: int, division: str) -> Meant:
    """What the form asks: by the button of a line, or else by ``what``."""
    form, stream = request.form, tournament_id(slug)
    if key := form.get("sets-out"):
        return Meant(named_by(key)[1], DirectorSetsOut())
    reason, what = form.get("reason", ""), form.get("what", "")
    if what == "close":
        return Meant(stream, _closing(round_number, division, reason))
    if what == "reopen":
        asked = ReopenRound(round_number=round_number, division=division, reason=reason)
        return Meant(stream, asked)
    if what == "waive":
        return Meant(stream, WaiveMatter(**_named(form.get("key", "")), reason=reason))
    if what == "back":
        return Meant(stream, TakeBackMatter(**_named(form.get("key", "")), reason=reason))
    raise Refusal(
        "unreadable-request",
        "There is no such form on the page of a round.",
        "Go back to the page you came from, and try again.",
    )


def _closing(round_number: int, division: str, reason: str) -> CloseRound:
    """The round closed with what is ticked; with all that was listed, where their number is typed.

    What is waived is named as the page showed it: what came since is asked about again.
    """
    form = request.form
    typed = form.get("all", "").strip()
    listed = waives_of(form.get("listed", "").splitlines())
    if typed and typed != str(len(listed)):
        raise Refusal(
            "unreadable-request",
            f"“{typed[:20]}” is not how many can be waived together: they are {len(listed)}.",
            f"Type {len(listed)} to waive them all, or leave it empty.",
        )
    waives = listed if typed else waives_of(form.getlist("waive"))
    return CloseRound(
        round_number=round_number,
        division=division,
        last=bool(form.get("last")),
        waives=waives,
        count=int(typed or 0),
        waiving=reason,
    )


def _named(key: str) -> dict[str, Any]:
    kind, subject, which = named_by(key)
    return {"kind": cast("Any", kind), "subject": subject, "which": which}


def _page(slug: str, number: int, division: str, refused: Refusal | None = None) -> str:
    row, desk, one = tournament_at(slug), the_badges().desk, inbox_of(slug)
    tournament = one.tournament
    games = round_games(tournament, division, number) if tournament else ()
    if tournament is None or not games:
        raise Refusal(
            "no-such-round",
            f"{row.name} has no round {number}{f' of division {division}' if division else ''}.",
            "Choose a round from the tournament's page.",
        )
    rows = {game: one.rows[game] for game in games if game in one.rows}
    waiting = waiting_in(desk, tournament, division, number)
    groups = groups_of(one, waiting)
    waived = waived_of(tournament.set_aside, numbers_of(one.files), rows)
    asked = request.form if refused else request.args
    alone = asked.get("alone") or (asked.get("key") if asked.get("what") == "waive" else None)
    back = asked.get("back") or (asked.get("key") if asked.get("what") == "back" else None)
    lines = {line.key: line for group in groups for line in group.lines}
    held = {key_of(line.named): line for line in waived if not line.gone}
    return render_template(
        "tournaments/close.html",
        tournament=row,
        round_number=number,
        division=division,
        groups=groups,
        open=len(waiting),
        counted=counted(waiting),
        together=[line for line in lines.values() if line.together],
        counted_together=counted(line.matter for line in lines.values() if line.together),
        ticked=set(request.form.getlist("waive")) if refused else set(),
        typed=request.form if refused else {},
        waived=waived,
        alone=lines.get(alone or ""),
        back=held.get(back or ""),
        rows=rows,
        key_of=key_of,
        at_a_table=AT_A_TABLE,
        is_closed=(division, number) in tournament.closed,
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
    )
