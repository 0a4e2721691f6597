"""The replay of a game: the page, its data, its permanent address."""

from __future__ import annotations

from uuid import UUID

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ledger.vocabulary import Boards
from ledger.vocabulary.refusals import Refusal
from web.access.viewers import the_hall, the_viewer_of
from web.frame.addresses import asked_asof, game_at, of_game, tournament_at
from web.frame.told_json import as_json
from web.frame.wording import FINISHED
from web.replay.board_shown import ply_asked, shown_position, signed_by, spelled
from web.site.site import the_site

bp = Blueprint("games", __name__)

PLACES = (
    "/t/<slug>/r<int:round_number>/t<int:table>/",
    "/t/<slug>/r<int:round_number>/t<int:table>/<int:replay>/",
    "/t/<slug>/<division>/r<int:round_number>/t<int:table>/",
    "/t/<slug>/<division>/r<int:round_number>/t<int:table>/<int:replay>/",
)
"""How the place of a game is written: with a division or without, replayed or not."""


def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    """The replay page: ``?ply=`` the turn to show, ``?asof=`` as known then, ``?embed=1`` bare."""
    after = the_site().last_position()  # before the row is read, so that no change is missed
    game = game_at(slug, division, round_number, table, replay)
    asof = asked_asof()
    replayed = the_site().replay(game.id, asof, the_viewer_of(game.id))
    if replayed.boards == Boards.HIDDEN:
        return render_template(
            "games/hidden.html", game=game, live=tournament_at(slug), after=after
        )
    embedded = request.args.get("embed") == "1"
    return render_template(
        "games/replay.html",
        game=game,
        replay=replayed,
        after=after,
        position=shown_position(replayed, ply_asked(request.args.get("ply"))),
        spelled=spelled,
        signed_by=signed_by,
        data=in_a_page(msgspec.json.encode(replayed)),
        asof=request.args.get("asof", "") if asof else "",
        embedded=embedded,
        watched=asof is None and game.state not in FINISHED,
        live=tournament_at(slug),
        permanent=url_for("games.permanent", game=game.id, _external=True),
    )


def replay_json(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """The whole game on the client: every ply, every moment (``?asof=``)."""
    game = game_at(slug, division, round_number, table, replay)
    replayed = the_site().replay(game.id, asked_asof(), the_viewer_of(game.id))
    return as_json(replayed, may_be_kept=True)


for _place in PLACES:
    bp.add_url_rule(_place, view_func=page)
    bp.add_url_rule(f"{_place}replay.json", view_func=replay_json)


@bp.get("/games/<uuid:game>/")
def permanent(game: UUID) -> AnyResponse:
    """The address that stays when a table is renumbered: on to where the game is now.

    Raises:
      Refusal: ``no-such-game``.
    """
    row = the_hall().game(game)
    if row is None:
        raise Refusal(
            "no-such-game",
            "This record has no game with that number.",
            "Look for it by player on the tournament's page.",
        )
    kept = {name: request.args[name] for name in ("ply", "asof", "embed") if name in request.args}
    return redirect(of_game(row, **kept))


def in_a_page(body: bytes) -> Markup:
    r"""JSON made safe inside a ``script`` element: no ``<`` can close it or open a comment.

    >>> print(in_a_page(b'{"names": ["</script>"]}'))
    {"names": ["\u003c/script>"]}
    """
    return Markup(body.decode().replace("<", "\\u003c"))  # noqa: S704 (made safe just here)
