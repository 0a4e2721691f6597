"""Tournaments and games, as programs read them, and what programs enter."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from flask import Response, request
from msgspec import Meta, Struct

from ledger.desk.requests import Sent
from ledger.game.results.slips import Score, TypeSlip
from ledger.hall import GameRow, TournamentRow
from ledger.record.events import tournament_id
from ledger.replay.replayed import Replayed
from ledger.requests import Request
from ledger.tournament.drawing import UnpairRound
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.players import EnterPlayers
from ledger.tournament.rounds import PairRound
from ledger.tournament.tournament import Player, tournament_of
from ledger.vocabulary import GameState
from ledger.vocabulary.names import unlikely_name
from ledger.vocabulary.refusals import Refusal
from web import live as stream
from web.access.visitors import accounts, signed_in, the_hall, the_viewer_of
from web.api.operations import AFTER, LIMIT, Parameter, a_page, operation, unreadable
from web.frame.addresses import course_at, game_at, of_game, tournament_at
from web.public.rows import GameListed, StandingTold, game_listed, rounds_of, standings_view
from web.site import the_site

# What other programs are told: rows of the hall, a page at a time.


class Page(Struct, frozen=True, kw_only=True):
    """A page of a longer list.

    Attributes:
      total: how many there are in all.
      next: to be sent as `after` for the next page; empty: this is the last.
    """

    total: int
    next: str = ""


class TournamentsPage(Page, frozen=True, kw_only=True):
    """Tournaments of this record, by name."""

    tournaments: tuple[TournamentRow, ...]


class PlayerTold(Struct, frozen=True, kw_only=True):
    """A player as everybody may know one.

    Attributes:
      number: in the tournament, from 1.
      rating: 0: none was told.
      classes: prize classes.
      takes_part: not once the player withdrew or was put out.
    """

    number: int
    name: str
    division: str
    rating: int
    team: str
    classes: tuple[str, ...]
    takes_part: bool


class PlayersPage(Page, frozen=True, kw_only=True):
    """Players of a tournament, by number."""

    players: tuple[PlayerTold, ...]


class StandingsPage(Page, frozen=True, kw_only=True):
    """Where players stand, leader first in each division."""

    standings: tuple[StandingTold, ...]


class RoundTold(Struct, frozen=True, kw_only=True):
    """One round of one division.

    Attributes:
      finished: games with a result; ``playing``: games on the boards now.
    """

    division: str
    round: int
    games: int
    finished: int
    playing: int


class RoundsPage(Page, frozen=True, kw_only=True):
    """Rounds that have games, by division and number."""

    rounds: tuple[RoundTold, ...]


class GamesPage(Page, frozen=True, kw_only=True):
    """Games by division, round, table and replay."""

    games: tuple[GameListed, ...]


class TableNow(Struct, frozen=True, kw_only=True):
    """What is played at a table: an address that stays the same over the whole event.

    Attributes:
      game: of the latest round that has one there; ``null``: none was paired there yet.
      minutes_late: how late its board is shown, where it is not shown as it is now.
    """

    tournament: str
    table: int
    game: GameListed | None
    minutes_late: int


DIVISION = Parameter(
    "division", Annotated[str, Meta(max_length=80)], "Of this division alone.", None
)
ROUND = Parameter("round", Annotated[int, Meta(ge=1, le=999_999)], "Of this round alone.", None)
STATE = Parameter("state", GameState, "Games that are like this at the moment.", None)


@operation("/tournaments", TournamentsPage, LIMIT, AFTER)
def tournaments(limit: int, after: str) -> TournamentsPage:
    """The tournaments of this record."""
    rows = the_hall().tournaments()
    page, following = a_page(rows, lambda row: row.slug, limit, after)  # type: ignore[arg-type]
    return TournamentsPage(tournaments=page, total=len(rows), next=following)


@operation("/tournaments/<slug>", TournamentRow)
def tournament(slug: str) -> TournamentRow:
    """One tournament: its rulebook, how far it is, how live its boards are."""
    return tournament_at(slug)


@operation("/tournaments/<slug>/players", PlayersPage, LIMIT, AFTER)
def players(slug: str, limit: int, after: str) -> PlayersPage:
    """The players of a tournament, without what is for officials."""
    tournament_at(slug)
    found = tournament_of(accounts().desk.log.events_of(tournament_id(slug)))
    out = found.conduct.withdrawn if found else ()
    rows = [
        PlayerTold(
            number=one.number, name=one.name, division=one.division, rating=one.rating,
            team=one.team, classes=one.classes, takes_part=one.number not in out,
        )
        for one in (found.players if found else ())
    ]  # fmt: skip
    page, following = a_page(rows, lambda row: str(row.number), limit, after)
    return PlayersPage(players=page, total=len(rows), next=following)


@operation("/tournaments/<slug>/standings", StandingsPage, DIVISION, LIMIT, AFTER)
def standings(slug: str, division: str | None, limit: int, after: str) -> StandingsPage:
    """The standings, with ties broken as it was announced."""
    rows = standings_view(course_at(slug), division).standings
    page, following = a_page(rows, _standing, limit, after)
    return StandingsPage(standings=page, total=len(rows), next=following)


def _standing(row: StandingTold) -> str:
    return f"{row.division} {row.number} {row.name}"[:80]


@operation("/tournaments/<slug>/rounds", RoundsPage, DIVISION, LIMIT, AFTER)
def rounds(slug: str, division: str | None, limit: int, after: str) -> RoundsPage:
    """The rounds that have games, and how far each is."""
    tournament_at(slug)
    rows = [
        RoundTold(
            division=one.division, round=one.number, games=len(one.games),
            finished=one.finished, playing=one.playing,
        )
        for one in rounds_of(the_hall().games(slug, None, division))
    ]  # fmt: skip
    page, following = a_page(rows, lambda row: f"{row.round} {row.division}"[:80], limit, after)
    return RoundsPage(rounds=page, total=len(rows), next=following)


@operation("/tournaments/<slug>/games", GamesPage, ROUND, DIVISION, STATE, LIMIT, AFTER)
def games(slug: str, limit: int, after: str, state: str | None, **which: Any) -> GamesPage:  # noqa: ANN401
    """The games of a tournament, each as live as it is shown to who asks."""
    tournament_at(slug)
    rows = [
        row
        for row in the_hall().games(slug, which["round"], which["division"])
        if state in (None, row.state)
    ]
    page, following = a_page(rows, lambda row: str(row.id), limit, after)
    listed_games = tuple(game_listed(row, of_game(row)) for row in page)
    return GamesPage(games=listed_games, total=len(rows), next=following)


@operation("/tournaments/<slug>/tables/<int:table>", TableNow, DIVISION)
def table_now(slug: str, table: int, division: str | None) -> TableNow:
    """What is played at a table: the game of the latest round that has one there."""
    found = tournament_at(slug)
    rows = [row for row in the_hall().games(slug, None, division) if row.table == table]
    game: GameRow | None = max(rows, key=lambda row: (row.round_number, row.replay), default=None)
    late = found.minutes_late if found.live_boards == "delayed" else 0
    return TableNow(
        tournament=found.name,
        table=table,
        game=game_listed(game, of_game(game)) if game else None,
        minutes_late=late,
    )


# One game, for other programs: as a row, ply by ply, as a file; and changes as they come.


TOURNAMENT = Parameter(
    "tournament", Annotated[str, Meta(max_length=80)], "Of this tournament alone.", ""
)
GAME = Parameter("game", UUID, "Of this game alone.", None)
SINCE = Parameter(
    "after",
    Annotated[str, Meta(max_length=27, pattern="^(([0-9a-f]{8}[.])?[0-9]{1,18})?$")],
    "Everything past this position, as the id of an event; `Last-Event-ID` goes first.",
    "",
)


@operation("/games/<uuid:game>", GameListed)
def game(game: UUID) -> GameListed:
    """One game as it stands: names, scores, clocks, the last line of its sheet."""
    row = _game(game)
    return game_listed(row, of_game(row))


@operation("/games/<uuid:game>/plies", Replayed)
def plies(game: UUID) -> Replayed:
    """One game ply by ply, as far as it is shown to who asks."""
    return the_site().replay(_game(game).id, None, the_viewer_of(game))


@operation("/games/<uuid:game>/gcg", "text/plain")
def gcg(game: UUID) -> Response:
    """One game as a GCG file."""
    content = the_site().gcg(_game(game).id, the_viewer_of(game))
    return Response(content, mimetype="text/plain")


@operation("/events", "text/event-stream", TOURNAMENT, GAME, SINCE, refusals=(400, 404))
def events(tournament: str, game: UUID | None, after: str) -> Response:
    """Changes as they are written, as server-sent events whose id is their place in the log."""
    del tournament, game, after  # the stream reads them itself, as at its own address
    return stream.events()


def _game(game: UUID) -> GameRow:
    row = the_hall().game(game)
    if row is None:
        raise Refusal.of("no-such-game/in-the-interface")
    return row


# What other programs enter: results from slips, players, rounds. A token says for whose badge.


ONCE = "Idempotency-Key"
"""The header with which a program numbers what it sends: a UUID, the same when sent again."""

ENTERED = (400, 401, 403, 404, 422)


class EntryTold(Struct, frozen=True, kw_only=True):
    """It is written.

    Attributes:
      again: it had been written under this key before; nothing was written now.
      remarks: codes of what was noticed about it.
    """

    written: bool = True
    again: bool = False
    remarks: tuple[str, ...] = ()


class ResultSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result as it stands on a slip filled in by hand.

    Attributes:
      scores: of the players in the order of the pairing, adjustments included.
      division: where there are several; ``replay``: 2 for the game played again.
      starter: who started, 1 or 2; 0: the slip does not say.
      whose: whose slip it is, 1 or 2; 0: the one slip of both.
      unsigned: who has not signed it.
      sure: scores that hardly ever happen are meant.
    """

    scores: tuple[Score, Score]
    division: Annotated[str, Meta(max_length=80)] = ""
    replay: Annotated[int, Meta(ge=1, le=99)] = 1
    starter: Annotated[int, Meta(ge=0, le=2)] = 0
    whose: Annotated[int, Meta(ge=0, le=2)] = 0
    unsigned: tuple[Annotated[int, Meta(ge=1, le=2)], ...] = ()
    sure: bool = False


class PlayerSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player to be entered; under a number that is taken the entry is put in its place.

    Attributes:
      number: in the tournament, from 1.
      rating: 0: none.
      classes: prize classes.
    """

    number: Annotated[int, Meta(ge=1, le=99_999)]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    division: Annotated[str, Meta(max_length=80)] = ""
    rating: Annotated[int, Meta(ge=0, le=9_999)] = 0
    team: Annotated[str, Meta(max_length=80)] = ""
    classes: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=20)] = ()


class PlayersSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players to be entered, all or none."""

    players: Annotated[tuple[PlayerSent, ...], Meta(min_length=1, max_length=500)]


class PairingSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two players at a table, by number; ``second`` 0: a bye."""

    table: Annotated[int, Meta(ge=0, le=9_999)]
    first: Annotated[int, Meta(ge=1, le=99_999)]
    second: Annotated[int, Meta(ge=0, le=99_999)] = 0


class RoundSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round to be paired, all of it."""

    round: Annotated[int, Meta(ge=1, le=999)]
    pairings: Annotated[tuple[PairingSent, ...], Meta(min_length=1, max_length=1_000)]
    division: Annotated[str, Meta(max_length=80)] = ""


class RoundTakenBack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A paired round that nobody has begun, to be taken back; ``reason`` may be left out."""

    division: Annotated[str, Meta(max_length=80)] = ""
    reason: Annotated[str, Meta(max_length=200)] = ""


@operation(
    "/tournaments/<slug>/rounds/<int:round_number>/tables/<int:table>/result",
    EntryTold,
    sent=ResultSent,
    scope="results",
    refusals=ENTERED,
)
def type_result(slug: str, round_number: int, table: int, sent: ResultSent) -> EntryTold:
    """Type a result from a slip: compared with what is there, as at the desk."""
    game = game_at(slug, sent.division, round_number, table, sent.replay)
    desk_request = TypeSlip(
        scores=sent.scores, starter=sent.starter, whose=sent.whose, unsigned=sent.unsigned,
        sure=sent.sure,
    )  # fmt: skip
    return _entered(game.id, desk_request)


@operation(
    "/tournaments/<slug>/players", EntryTold, sent=PlayersSent, scope="players", refusals=ENTERED
)
def enter_players(slug: str, sent: PlayersSent) -> EntryTold:
    """Enter players, all in one go; of one who is there, what officials keep stays as it is."""
    tournament_at(slug)
    there = tournament_of(accounts().desk.log.events_of(tournament_id(slug)))
    for one in sent.players:
        if unlikely := unlikely_name(one.name):
            raise Refusal.of(
                "unreadable-request/player-unlikely", number=one.number, unlikely=unlikely
            )
    players = tuple(
        _entry(one, there.player(one.number) if there else None) for one in sent.players
    )
    return _entered(tournament_id(slug), EnterPlayers(players=players))


def _entry(sent: PlayerSent, known: Player | None) -> PlayerEntered:
    return PlayerEntered(
        number=sent.number,
        name=sent.name,
        division=sent.division,
        rating=sent.rating,
        team=sent.team,
        classes=sent.classes,
        table=known.table if known else 0,
        member=known.member if known else "",
    )


@operation(
    "/tournaments/<slug>/rounds", EntryTold, sent=RoundSent, scope="rounds", refusals=ENTERED
)
def pair_round(slug: str, sent: RoundSent) -> EntryTold:
    """Pair a round and schedule its games."""
    tournament_at(slug)
    pairings = tuple(Pairing(one.table, one.first, one.second) for one in sent.pairings)
    desk_request = PairRound(round_number=sent.round, pairings=pairings, division=sent.division)
    return _entered(tournament_id(slug), desk_request)


@operation(
    "/tournaments/<slug>/rounds/<int:round_number>/taken-back",
    EntryTold,
    sent=RoundTakenBack,
    scope="rounds",
    refusals=ENTERED,
)
def take_round_back(slug: str, round_number: int, sent: RoundTakenBack) -> EntryTold:
    """Take back a round that nobody has begun, with its games, so that it is paired anew."""
    tournament_at(slug)
    desk_request = UnpairRound(
        round_number=round_number, division=sent.division, reason=sent.reason
    )
    return _entered(tournament_id(slug), desk_request)


def _entered(stream: UUID, desk_request: Request) -> EntryTold:
    session = signed_in()
    try:
        key = UUID(request.headers.get(ONCE, ""))
    except ValueError:
        raise unreadable("not-numbered", header=ONCE) from None
    sent = Sent(by=session.badge, command_id=key, device=session.device)
    written = accounts().desk.must_write(stream, desk_request, sent)
    remarks = dict.fromkeys(r for event in written.events for r in event.envelope.remarks)
    return EntryTold(again=written.again, remarks=tuple(remarks))
