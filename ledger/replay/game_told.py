"""A game told ply by ply, for the replay page and the JSON download.

Everything the page needs is in one value, so that stepping through a game asks the server
nothing: where tiles came and went, scores, totals, clocks, what was corrected and by whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.sheet import Sheet
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.result_lines import result_told
from ledger.game.sheet.telling.in_words import told
from ledger.record.events import Event
from ledger.replay.incidents import Incident, lane_of
from ledger.replay.plies import plies_of, utc
from ledger.replay.replayed import (
    BoardFacts,
    GameFacts,
    Moment,
    PlayerFacts,
    Replayed,
    TileFacts,
)
from ledger.vocabulary import Boards, Seat


def replay_of(
    sheet: Sheet,
    *,
    tournament_name: str = "",
    moments: Iterable[Event] = (),
    asof: datetime | None = None,
    boards: Boards = Boards.NOW,
    incidents: Iterable[Incident] = (),
) -> Replayed:
    """Tell the game on ``sheet``.

    Args:
      sheet: the game as it stands, or as it was known at ``asof``.
      tournament_name: the tournament's full name, if known.
      moments: every event of the game, known at ``asof`` or not, for the record-time slider.
      asof: the moment of knowledge shown; ``None`` for now.
      boards: how live the sheet is.
      incidents: what was no ordinary turn, as far as whoever asks is shown it.
    """
    disagreeing = findings(sheet)
    return Replayed(
        game=_game(sheet, tournament_name),
        players=players_told(sheet),
        board=board_told(sheet.scheduled.board),
        tiles=tiles_told(sheet.scheduled.tile_set),
        asof=utc(asof) if asof else None,
        moments=tuple(
            Moment(
                event.originator_version, utc(event.envelope.written_at), told(event.fact, sheet)
            )
            for event in (tuple(moments) or sheet.events)
        ),
        plies=plies_of(sheet, disagreeing),
        result=result_told(sheet),
        findings=disagreeing,
        boards=boards,
        incidents=lane_of(incidents),
    )


def players_told(sheet: Sheet) -> tuple[PlayerFacts, PlayerFacts]:
    """Who sits where: the first seat, then the second."""
    (one, two), (its, other) = sheet.names, sheet.numbers or (None, None)
    return PlayerFacts(Seat.FIRST, one, its), PlayerFacts(Seat.SECOND, two, other)


@cache
def board_told(name: str) -> BoardFacts:
    """The bare board of this name."""
    board = load_board(name)
    return BoardFacts(board.size, board.premiums)


@cache
def tiles_told(name: str) -> tuple[TileFacts, ...]:
    """Every kind of tile in the set of this name."""
    tiles = load_tile_set(name)
    return tuple(TileFacts(tile, tiles.values[tile], count) for tile, count in tiles.counts.items())


def _game(sheet: Sheet, tournament_name: str) -> GameFacts:
    scheduled = sheet.scheduled
    return GameFacts(
        id=sheet.id,
        tournament=scheduled.tournament,
        tournament_name=tournament_name or scheduled.tournament,
        division=scheduled.division,
        round=scheduled.round_number,
        table=scheduled.table,
        replay=scheduled.replay,
        rulebook=scheduled.rulebook,
        lexicon=scheduled.lexicon,
        version=sheet.version,
        state=sheet.state,
        source=scheduled.source,
    )
