"""Files to take away: score sheet and slips as PDF, GCG, JSON."""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Blueprint, Response, current_app, request

from ledger.hall import GameRow
from ledger.shown_to import Paper
from ledger.vocabulary.refusals import Refusal
from web.access.viewers import the_viewer_of
from web.frame.addresses import asked_asof, game_at
from web.replay.game_page import PLACES
from web.site.site import Printer, the_site

bp = Blueprint("downloads", __name__)

PAPERS = ("a4", "letter")


def paper(
    form: Paper,
    slug: str,
    round_number: int,
    table: int,
    division: str = "",
    replay: int = 1,
) -> Response:
    """A form about a game as PDF: ``?paper=a4`` or ``letter``, ``?asof=``.

    Of challenges it is a slip for each, and one to fill in where there was none.
    """
    game = game_at(slug, division, round_number, table, replay)
    size = _asked_paper()
    sheet = the_site().sheet(game.id, asked_asof(), the_viewer_of(game.id), form)
    return _to_take_away(
        _printer()(form, sheet, size), "application/pdf", _name(game, f"{form}.pdf")
    )


def gcg(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> Response:
    """The game as a GCG file."""
    game = game_at(slug, division, round_number, table, replay)
    return _to_take_away(
        the_site().gcg(game.id, the_viewer_of(game.id)), "text/plain", _name(game, "game.gcg")
    )


def game_json(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """The same data as the replay page has, as a file."""
    game = game_at(slug, division, round_number, table, replay)
    told = the_site().replay(game.id, asked_asof(), the_viewer_of(game.id))
    return _to_take_away(msgspec.json.encode(told), "application/json", _name(game, "game.json"))


_FORMS = {form: partial(paper, form) for form in Paper}

for _place in PLACES:
    for _form, _view in _FORMS.items():
        bp.add_url_rule(f"{_place}{_form}.pdf", _form.replace("-", "_"), _view)
    bp.add_url_rule(f"{_place}game.gcg", view_func=gcg)
    bp.add_url_rule(f"{_place}game.json", view_func=game_json)


def _printer() -> Printer:
    printer: Printer | None = current_app.extensions["printer"]
    if printer is None:
        raise Refusal(
            "no-printer",
            "This service was started without the forms it prints.",
            "Ask the organiser to print the sheet with the tilescribe command.",
        )
    return printer


def _asked_paper() -> str:
    paper = request.args.get("paper", "a4").lower()
    if paper not in PAPERS:
        raise Refusal(
            "unreadable-address",
            "The paper in this address is not one we print on.",
            "Choose a4 or letter.",
        )
    return paper


def _name(game: GameRow, what: str) -> str:
    """``spring-open-r3-t14-score-sheet.pdf``: plain letters only, whatever the slug holds."""
    division = f"-{game.division}" if game.division else ""
    again = f"-{game.replay}" if game.replay != 1 else ""
    where = f"{game.tournament}{division}-r{game.round_number}-t{game.table}{again}"
    plain = "".join(ch if ch.isascii() and (ch.isalnum() or ch in "-_") else "-" for ch in where)
    return f"{plain}-{what}"


def _to_take_away(body: bytes, kind: str, name: str) -> Response:
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
