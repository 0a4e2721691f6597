"""The replay of a game: the page, its data, its permanent address."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

import msgspec
from flask import Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ledger.hall import GameRow
from ledger.incidents.wording import number_wording
from ledger.replay.replayed import Replayed, sees_the_whole_lane
from ledger.vocabulary import Boards
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import whole
from web.access.permissions import EVERYBODY
from web.access.visitors import accounts, the_hall, the_viewer, the_viewer_of
from web.cases.waiting import files_of
from web.frame.addresses import asked_asof, game_at, of_game, tournament_at
from web.frame.json_io import as_json
from web.frame.pages import Pages, of_a_game
from web.frame.wording import FINISHED
from web.live.told_upto import the_mark
from web.replay.board_view import ply_asked, shown_position, signed_by, spelled
from web.site.site import the_site

pages = Pages("games", manual="replay")

PLACES = (
    "/t/<slug>/r<int:round_number>/t<int:table>/",
    "/t/<slug>/r<int:round_number>/t<int:table>/<int:replay>/",
    "/t/<slug>/<division>/r<int:round_number>/t<int:table>/",
    "/t/<slug>/<division>/r<int:round_number>/t<int:table>/<int:replay>/",
)
"""How the place of a game is written: with a division or without, replayed or not."""


@pages.get(*of_a_game(), who=EVERYBODY)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    """The replay page: ``?ply=`` the turn to show, ``?asof=`` as known then, ``?embed=1`` bare."""
    after = the_mark()  # before the row is read, so that no change is missed
    game = game_at(slug, division, round_number, table, replay)
    asof = asked_asof()
    replayed = the_site().replay(game.id, asof, the_viewer_of(game.id))
    if replayed.boards == Boards.HIDDEN:
        return render_template(
            "games/hidden.html", game=game, live=tournament_at(slug), after=after
        )
    embedded = request.args.get("embed") == "1"
    ply, rules_here = ply_asked(request.args.get("ply")), _may_rule()
    return render_template(
        "games/replay.html",
        game=game,
        replay=replayed,
        after=after,
        position=shown_position(replayed, ply),
        beyond=beyond(ply, len(replayed.plies)),
        rules_here=rules_here,
        open_cases=_open_cases(game) if rules_here else (),
        spelled=spelled,
        signed_by=signed_by,
        data=in_a_page(msgspec.json.encode(replayed)),
        asof=request.args.get("asof", "") if asof else "",
        embedded=embedded,
        watched=asof is None and game.state not in FINISHED,
        live=tournament_at(slug),
    )


def beyond(desk_request: int | None, last: int) -> str:
    """What is said where an address asks for a turn that is not there.

    >>> beyond(-4, 26), beyond(7, 26)
    ('There is no turn −4: this is the empty board.', '')
    """
    if desk_request is None or 0 <= desk_request <= last:
        return ""
    number = whole(desk_request)
    if desk_request < 0 or not last:
        return f"There is no turn {number}: this is the empty board."
    return f"There is no turn {number}: this is the last one, {last}."


class OpenCase(NamedTuple):
    number: int
    called: str
    title: str


def _may_rule() -> bool:
    """Whether whoever asks sees evidence: directors and organisers, who are told of cases."""
    return sees_the_whole_lane(the_viewer())


def _open_cases(game: GameRow) -> tuple[OpenCase, ...]:
    files = files_of(accounts().desk, game.tournament)[1]
    return tuple(
        OpenCase(file.opened.number, number_wording(file.opened.number), file.opened.title)
        for file in reversed(files)
        if file.opened.game == game.id and not file.is_closed
    )


@pages.get(*of_a_game("replay.json"), who=EVERYBODY, answers=Replayed)
def replay_json(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    game = game_at(slug, division, round_number, table, replay)
    replayed = the_site().replay(game.id, asked_asof(), the_viewer_of(game.id))
    return as_json(replayed, may_be_kept=True)


@pages.get("/games/<uuid:game>/", who=EVERYBODY)
def permanent(game: UUID) -> AnyResponse:
    """The address that stays when a table is renumbered: on to where the game is now."""
    row = the_hall().game(game)
    if row is None:
        raise Refusal(
            "no-such-game",
            "This record has no game with that number.",
            "Look for it by player on the tournament's page.",
        )
    kept = {
        name: request.args[name]
        for name in ("ply", "asof", "embed", "incident")
        if name in request.args
    }
    return redirect(of_game(row, **kept))


def in_a_page(body: bytes) -> Markup:
    r"""JSON made safe inside a ``script`` element: no ``<`` can close it or open a comment.

    >>> print(in_a_page(b'{"names": ["</script>"]}'))
    {"names": ["\u003c/script>"]}
    """
    return Markup(body.decode().replace("<", "\\u003c"))  # noqa: S704 (made safe just here)
