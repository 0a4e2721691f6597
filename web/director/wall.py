"""The wall of tables, one of them in short, and how visitors see boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast
from uuid import UUID

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec import Struct

from ledger.hall import GameRow
from ledger.incidents.wording import number_wording
from ledger.messages import say
from ledger.record.events import tournament_id
from ledger.refusals.saying import refusal
from ledger.tournament.facts import LATEST_MINUTES, LiveBoards
from ledger.tournament.opening import ChooseLiveBoards
from ledger.tournament.tournament import Tournament
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall, the_viewer_of
from web.asgi.telling import the_mark
from web.cases.registers import files_of
from web.director.inbox import running, with_a_tablet
from web.frame.addresses import of_game, tournament_at
from web.frame.bodies import as_json, sent_by_form
from web.frame.pages import Pages
from web.frame.wording import FINISHED, LATE
from web.replay import shown_position, spelled
from web.site import the_site

# The wall of tables, and one of them in short, as types.


class WallTable(Struct, frozen=True, kw_only=True):
    """One table of the wall: the row of its game, and the pages about it.

    Attributes:
      tablet: whether a tablet was taken in for its table; else it may well play on paper.
    """

    game: GameRow
    entry: str
    replayed: str
    evidence: str
    peek: str
    tablet: bool


class WallNow(Struct, frozen=True, kw_only=True):
    """The tables of the rounds being played; ``after``: where a stream goes on (``?after=``)."""

    after: str
    tables: tuple[WallTable, ...]


class SideView(Struct, frozen=True, kw_only=True):
    """A player of a table in short; ``clock``: seconds left, when it was read last."""

    name: str
    total: int
    clock: int | None
    to_move: bool
    warned: tuple[str, ...]


class MoveView(Struct, frozen=True, kw_only=True):
    ply: int
    square: str
    word: str
    score: int


class PeekView(Struct, frozen=True, kw_only=True):
    """One table in short.

    Attributes:
      squares: row by row, how a square looks and the letter on it.
      moves: the last ones, the latest first.
      cases: what each is called with its state, and where it is.
    """

    sides: tuple[SideView, ...]
    squares: tuple[tuple[tuple[str, str], ...], ...]
    moves: tuple[MoveView, ...]
    bag: int
    cases: tuple[tuple[str, str], ...]
    warn: str


pages = Pages("wall", manual=None)

LATEST_MOVES = 4  # moves shown with a table in short


@pages.get("/desk/wall.json", who=DIRECTORS, answers=WallNow)
def wall() -> Response:
    """The tables of the rounds being played: ``?tournament=`` of one tournament.

    Read once; what happens after ``after`` comes as changes (``stream.events``).
    """
    after = the_mark()
    found = [
        table
        for slug in running(request.args.get("tournament", ""))
        for table in _tables(the_hall().games(slug))
    ]
    return as_json(WallNow(after=after, tables=tuple(found)))


def _tables(rows: Sequence[GameRow]) -> Iterator[WallTable]:
    tablets = with_a_tablet(rows)
    for row in being_played(rows):
        yield WallTable(
            game=row,
            entry=of_game(row, "entering.page"),
            replayed=of_game(row),
            evidence=of_game(row, "evidence.page"),
            peek=url_for("wall.peek", game=row.id),
            tablet=row.id in tablets,
        )


def being_played(rows: Iterable[GameRow]) -> list[GameRow]:
    """Of each division, the games of the first round that is not finished; else of the last."""
    rounds: dict[str, dict[int, list[GameRow]]] = {}
    for row in rows:
        rounds.setdefault(row.division, {}).setdefault(row.round_number, []).append(row)
    return [
        row
        for by_number in rounds.values()
        for row in by_number[
            min(
                (number for number, games in by_number.items() if not _are_done(games)),
                default=max(by_number),
            )
        ]
    ]


def _are_done(games: Iterable[GameRow]) -> bool:
    return all(row.state in FINISHED or row.state == "void" for row in games)


@pages.get("/desk/peek/<uuid:game>.json", who=DIRECTORS, answers=PeekView)
def peek(game: UUID) -> Response:
    row = the_hall().game(game)
    if row is None:
        raise refusal("no-such-game", game=game)
    replayed = the_site().replay(game, None, the_viewer_of(game))
    tournament, files = files_of(accounts().desk, row.tournament)
    position = shown_position(replayed, None)
    return as_json(
        PeekView(
            sides=tuple(
                SideView(
                    name=player.name,
                    total=position.totals[place],
                    clock=row.clocks[place] if row.clocks else None,
                    to_move=position.on_move == player.seat,
                    warned=_warned(tournament, player.number),
                )
                for place, player in enumerate(replayed.players)
            ),
            squares=tuple(tuple((one.look, one.letter) for one in line) for line in position.rows),
            moves=tuple(
                MoveView(ply=one.ply, square=one.square or "", word=spelled(one), score=one.score)
                for one in reversed(replayed.plies[-LATEST_MOVES:])
            ),
            bag=position.bag,
            cases=tuple(
                (
                    say(
                        "desk.case-and-state",
                        case=number_wording(file.opened.number),
                        state=say(f"cases.state.{file.state.replace(' ', '-')}"),
                    ),
                    url_for("cases.one", slug=row.tournament, number=file.opened.number),
                )
                for file in files
                if file.opened.game == game
            ),
            warn=of_game(row, "warning.page"),
        )
    )


def _warned(tournament: Tournament | None, number: int | None) -> tuple[str, ...]:
    """A player's earlier warnings, each in a word or two."""
    if tournament is None or not number:
        return ()
    return tuple(one.wording(tournament.rules) for one in tournament.conduct.warnings_of(number))


# The page on which a director or an organiser chooses how visitors see games being played.


live_boards_pages = Pages("live_boards", manual="organiser", area="organise", tab="set-up")


@live_boards_pages.get("/t/<slug>/live-boards", who=DIRECTORS)
def page(slug: str) -> str:
    return render_template(
        "tournaments/live_boards.html",
        tournament=tournament_at(slug),
        late=LATE,
        latest=LATEST_MINUTES,
    )


@live_boards_pages.post("/t/<slug>/live-boards", who=DIRECTORS)
def choose(slug: str) -> Response:
    minutes = request.form.get("minutes", "", type=str).strip()
    desk_request = ChooseLiveBoards(
        how=cast("LiveBoards", request.form.get("how", "")),  # the desk looks which it is
        minutes=int(minutes) if minutes.isascii() and minutes.isdigit() and len(minutes) < 6 else 0,
    )
    stream = tournament_id(tournament_at(slug).slug)
    accounts().desk.must_write(stream, desk_request, sent_by_form(signed_in().badge))
    return make_response(redirect(url_for("tournaments.one", slug=slug), 303))
