"""A game told ply by ply, for the replay page and the JSON download.

Everything the page needs is in one value, so that stepping through a game asks the server
nothing: where tiles came and went, scores, totals, clocks, what was corrected and by whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.sheet import Sheet
from ledger.game.sheet.rescoring import Finding, findings
from ledger.game.sheet.result_lines import result_told
from ledger.game.sheet.telling.in_words import told
from ledger.record.events import Event
from ledger.replay.plies import Ply, plies_of, utc
from ledger.vocabulary import Seat


class Replay(Struct, frozen=True, kw_only=True):
    """A whole game. Its JSON is described in ``web/frame/openapi.yaml``."""

    game: dict[str, Any]
    players: tuple[dict[str, Any], ...]
    board: dict[str, Any]
    tiles: tuple[dict[str, Any], ...]
    asof: str | None
    moments: tuple[dict[str, Any], ...]
    plies: tuple[Ply, ...]
    result: dict[str, Any]
    findings: tuple[Finding, ...]
    boards: str


def replay_of(
    sheet: Sheet,
    *,
    tournament_name: str = "",
    moments: Iterable[Event] = (),
    asof: datetime | None = None,
    boards: str = "now",
) -> Replay:
    """Tell the game on ``sheet``.

    Args:
      sheet: the game as it stands, or as it was known at ``asof``.
      tournament_name: the tournament's full name, if known.
      moments: every event of the game, known at ``asof`` or not, for the record-time slider.
      asof: the moment of knowledge shown; ``None`` for now.
      boards: how live the sheet is, as ``ledger.shown_to.Boards`` says it.
    """
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    disagreeing = findings(sheet)
    return Replay(
        game=_game(sheet, tournament_name),
        players=tuple(
            {
                "seat": seat.value,
                "name": sheet.name(seat),
                "number": sheet.numbers[seat.place] if sheet.numbers else None,
            }
            for seat in Seat
        ),
        board={"size": board.size, "premiums": board.premiums},
        tiles=tuple(
            {"tile": tile, "value": int(tile_set.value(tile)), "count": count}
            for tile, count in tile_set.counts.items()
        ),
        asof=utc(asof) if asof else None,
        moments=tuple(
            {
                "version": event.originator_version,
                "at": utc(event.envelope.written_at),
                "what": told(event.fact, sheet),
            }
            for event in (tuple(moments) or sheet.events)
        ),
        plies=tuple(plies_of(sheet, disagreeing)),
        result=result_told(sheet),
        findings=disagreeing,
        boards=boards,
    )


def _game(sheet: Sheet, tournament_name: str) -> dict[str, Any]:
    scheduled = sheet.scheduled
    return {
        "id": str(sheet.id),
        "tournament": scheduled.tournament,
        "tournament_name": tournament_name or scheduled.tournament,
        "division": scheduled.division,
        "round": scheduled.round_number,
        "table": scheduled.table,
        "replay": scheduled.replay,
        "rulebook": scheduled.rulebook,
        "lexicon": scheduled.lexicon,
        "version": sheet.version,
        "state": sheet.state,
        "source": scheduled.source,
    }
