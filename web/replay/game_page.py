"""The replay of a game: the page, its data, its permanent address, the board of one turn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

import msgspec
from flask import Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ledger.hall import GameRow
from ledger.incidents.wording import number_wording
from ledger.replay.replayed import Ply, Replayed, sees_the_whole_lane
from ledger.vocabulary import Boards, Seat
from ledger.vocabulary.names import in_brackets, main_word
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import whole
from web.access.permissions import EVERYBODY
from web.access.visitors import accounts, the_hall, the_viewer, the_viewer_of
from web.cases.registers import files_of
from web.frame.addresses import asked_asof, game_at, of_game, tournament_at
from web.frame.bodies import as_json
from web.frame.pages import Pages, of_a_game
from web.frame.wording import FINISHED, PLAYING
from web.live.told_upto import the_mark
from web.site.site import the_site

# The board and the players after a ply, as the page shows them before any script has run.
#
# ``static/js/replay/game.js`` does the same on the client; a browser test holds the two together.


PREMIUM_WORDS = {
    "2L": "double letter",
    "3L": "triple letter",
    "2W": "double word",
    "3W": "triple word",
    "4L": "quadruple letter",
    "4W": "quadruple word",
}


_NOT_READ = (None, None)
ASKED = re.compile(r"\s*([+-]?[0-9]{1,9})")
"""A ply as an address asks for it; more digits than that are past any end."""


@dataclass(frozen=True)
class SquareView:
    """One square.

    Attributes:
      at: its index, row by row.
      look: classes for the style sheet.
      letter: what lies there, or lay there until this ply took it off; else ``""``.
      points: the tile's points; ``""`` for a blank.
      name: what a screen reader says.
      ply: the ply that put the tile there, 0 if none.
    """

    at: int
    look: str
    letter: str
    points: str
    name: str
    ply: int


@dataclass(frozen=True)
class PositionView:
    """The game after ``ply`` plies.

    Attributes:
      clocks: what they showed when they were last read, or ``None`` for each.
      left: kinds of tile, how many of each are not on the board, and of how many.
      totals: each player's, after the last ply those of the result, amended or not.
      over: True at the last ply of a game that has a result.
    """

    ply: int
    current: Ply | None
    rows: tuple[tuple[SquareView, ...], ...]
    totals: tuple[int, int]
    clocks: tuple[int | None, int | None]
    on_move: Seat | None
    left: tuple[tuple[str, int, int], ...]
    off_the_board: int
    bag: int
    over: bool
    begun: bool


def _begun(replay: Replayed) -> bool:
    """Whether the game has begun here: only then it is settled who plays first."""
    return replay.game.state in PLAYING or any(ply.kind in TURN_KINDS for ply in replay.plies)


TURN_KINDS = frozenset({"play", "phoney", "exchange", "pass", "missed"})
"""The kinds of plies that are a turn of play."""


def _totals(replay: Replayed, ply: int) -> tuple[int, int]:
    if ply == 0:
        return (0, 0)
    if ply == len(replay.plies) and replay.result is not None and replay.result.over:
        return replay.result.totals
    return replay.plies[ply - 1].totals


def column_name(column: int) -> str:
    return chr(ord("A") + column)


def spelled(ply: Ply) -> str:
    """The word of a move with the tiles played through in brackets: ``Q(U)EYN``.

    >>> spelled(Ply(1, 1, "first", "play", "E7 Q.EYN", "", square="E7"))
    'Q.EYN'
    >>> from ledger.vocabulary import Points, WordScore
    >>> spelled(Ply(1, 1, "first", "play", "E7 Q.EYN", "", square="E7",
    ...             words=(WordScore("QUEYN", Points(34)),)))
    'Q(U)EYN'
    """
    if not ply.square or not ply.move.startswith(f"{ply.square} "):
        return ply.move
    return in_brackets(ply.move[len(ply.square) + 1 :], main_word(ply.words))


def signed_by(replay: Replayed) -> str:
    """Who signed the result, in words; ``""`` while there is none."""
    result = replay.result
    if result is None:
        return ""
    if len(result.signed) > 1:
        who = "Signed by both players"
    elif result.signed:
        who = f"Signed by {replay.players[result.signed[0] == 'second'].name}"
    else:
        noted = "Not signed as it stands" if result.notes else "Not signed yet"
        who = "Stands by an official’s decision" if result.by_ruling else noted
    handed_in = ", handed in" if result.handed_in else ""
    return f"{who}{handed_in}{', amended' if result.amended else ''}."


def ply_asked(text: str | None) -> int | None:
    """The ply an address asks for: a number, whatever follows it; ``None`` where there is none.

    >>> [ply_asked(text) for text in ("7", "-4", " 7.5", "last", "", None)]
    [7, -4, 7, None, None, None]
    """
    number = ASKED.match(text or "")
    return int(number[1]) if number else None


def shown_position(replay: Replayed, request: int | None) -> PositionView:
    """The position after ply ``request``, or the nearest there is; without one, after the last."""
    count = len(replay.plies)
    ply = count if request is None else max(0, min(request, count))
    squares: dict[int, tuple[str, int]] = {}
    gone: dict[int, str] = {}
    for number, each in enumerate(replay.plies[:ply], start=1):
        gone = {at: squares.pop(at)[0] for at in each.removed if at in squares}
        squares.update({placed.at: (placed.tile, number) for placed in each.placed})
    current = replay.plies[ply - 1] if ply else None
    values = {kind.tile: kind.value for kind in replay.tiles}
    size = replay.board.size
    cells = [
        _square(replay, at, squares.get(at), gone.get(at), ply, current, values)
        for at in range(size * size)
    ]
    lying = [("?" if tile != tile.upper() else tile) for tile, _ in squares.values()]
    left = tuple(
        (kind.tile, kind.count - lying.count(kind.tile), kind.count) for kind in replay.tiles
    )
    begun = _begun(replay)
    return PositionView(
        ply=ply,
        current=current,
        rows=tuple(tuple(cells[row * size : (row + 1) * size]) for row in range(size)),
        totals=_totals(replay, ply),
        clocks=next((each.clocks for each in replay.plies[:ply][::-1] if each.clocks), _NOT_READ),
        on_move=current.on_move if current else (Seat.FIRST if begun else None),
        left=left,
        off_the_board=sum(count for _, count, _ in left),
        bag=current.bag if current else sum(kind.count for kind in replay.tiles) - 14,
        over=replay.result is not None and replay.result.over and ply == count,
        begun=begun,
    )


def _square(
    replay: Replayed,
    at: int,
    lies: tuple[str, int] | None,
    went: str | None,
    ply: int,
    current: Ply | None,
    values: dict[str, int],
) -> SquareView:
    size = replay.board.size
    row, column = divmod(at, size)
    name = f"{row + 1}{column_name(column)}"
    premium = replay.board.premiums[at]
    look = ["sq"] + ([f"p{premium.lower()}"] if premium else [])
    if at == size * size // 2:
        look.append("centre")
    if lies is None and went is None:
        under = PREMIUM_WORDS.get(premium, "")
        return SquareView(
            at, " ".join(look), "", "", f"{name}, empty{', ' if under else ''}{under}", 0
        )
    tile, number = lies or (went or "", 0)
    blank = tile != tile.upper()
    points = 0 if blank else values.get(tile, 0)
    face = tile.upper()
    says = f"{name}, blank as {face}, 0 points" if blank else f"{name}, {face}, {_points(points)}"
    look += ["blank"] if blank else []
    look += ["wide"] if len(tile) > 1 else []
    if lies is None:
        look.append("gone")
        says = f"{name}, empty, {face} taken off"
    else:
        look.append("tile")
        if current and number == ply:
            look += ["last"] + (["phoney"] if current.kind == "phoney" else [])
            says += ", just played"
    return SquareView(
        at, " ".join(look), tile if blank else face, "" if blank else str(points), says, number
    )


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


pages = Pages("games", manual="replay", area="public", tab="Rounds")


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
