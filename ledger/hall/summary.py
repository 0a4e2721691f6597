"""One sheet summed up as one row of the hall's table of games."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from ledger.game.sheet import Line, LineKind, Sheet
from ledger.game.sheet.disagreeing import Disagreement
from ledger.game.sheet.on_paper import said_of_start, start_method, start_of
from ledger.game.sheet.signatures import amendments_told
from ledger.hall.flags import flags_of
from ledger.hall.results import (
    NOT_PLAYED,
    STARTER_KNOWN,
    STARTER_UNKNOWN,
    GameResult,
    result_of,
)
from ledger.hall.rows import GameRow
from ledger.incidents.facts.cases import CaseOpened, RulingGiven
from ledger.record.events import Event
from ledger.vocabulary import Seat
from ledger.vocabulary.signs import always_signed

COLUMNS = (
    "id", "tournament", "division", "round_number", "table_number", "replay",
    "first", "second", "first_number", "second_number", "first_total", "second_total",
    "state", "on_move", "turns", "version", "position", "unseen", "first_clock", "second_clock",
    "flags", "last_line", "written_at", "lines", "corrected", "ended", "counted", "begun",
    "first_half_wins", "second_half_wins", "first_spread", "second_spread",
    "start", "starts_by", "edition",
)  # fmt: skip
"""Columns of the table of games, in the order of ``summary``."""

_NO_RESULT = GameResult((0, 0), (0, 0), played=False)


def summary(sheet: Sheet, position: int, *, differs: AbstractSet[Disagreement]) -> tuple[Any, ...]:
    """The row of a game, in the order of ``COLUMNS``.

    Args:
      sheet: the game.
      position: place in the log of the game's last event.
      differs: what on the sheet does not agree.
    """
    scheduled = sheet.scheduled
    totals = sheet.stands
    result = result_of(sheet)
    worth = result or _NO_RESULT
    return (
        sheet.id.hex,
        scheduled.tournament,
        scheduled.division,
        scheduled.round_number,
        scheduled.table,
        scheduled.replay,
        *sheet.names,
        *(sheet.numbers or (0, 0)),
        *totals,
        sheet.state,
        sheet.on_move and sheet.on_move.value,
        sheet.turn_count,
        sheet.version,
        position,
        unseen(sheet),
        *(sheet.clock.times or (None, None)),
        " ".join(flags_of(sheet, differs=differs)),
        last_line(sheet),
        in_utc(sheet.events[-1].envelope.written_at),
        len(sheet.lines),
        sheet.corrected,
        bool(sheet.ended),
        result is not None,
        _played(sheet, worth),
        *worth.half_wins,
        *worth.spreads,
        said_of_start(sheet),
        start_method(sheet),
        scheduled.rulebook_digest,
    )


def _played(sheet: Sheet, worth: GameResult) -> int:
    if not worth.played:
        return NOT_PLAYED
    return STARTER_KNOWN if start_of(sheet).who else STARTER_UNKNOWN


def row_of(sheet: Sheet, position: int) -> GameRow:
    """A sheet as a row, where it is not the one the table holds: an earlier state, or a part.

    Whether its scores agree is not asked; that flag is for officials, who get the row itself.
    """
    scheduled = sheet.scheduled
    return GameRow(
        id=sheet.id,
        tournament=scheduled.tournament,
        division=scheduled.division,
        round_number=scheduled.round_number,
        table=scheduled.table,
        replay=scheduled.replay,
        names=sheet.names,
        totals=sheet.final or sheet.totals,
        state=sheet.state,
        on_move=sheet.on_move,
        turns=sheet.turn_count,
        version=sheet.version,
        position=position,
        unseen=unseen(sheet),
        clocks=sheet.clock.times,
        flags=flags_of(sheet),
        last_line=last_line(sheet),
        written_at=in_utc(sheet.events[-1].envelope.written_at),
    )


def unseen(sheet: Sheet) -> int:
    """Tiles in the bag and on the rack of the opponent of whoever is on move.

    Before the start that is who will begin; once the tiles are played out, who did.
    """
    looking = sheet.out or sheet.on_move or Seat.FIRST
    return sheet.stock.bag + sheet.stock.racks[looking.opponent.place]


def last_line(sheet: Sheet) -> str:
    """The last line of the sheet in a few words: who, move, points; or what was amended.

    What a slip on paper adds is nobody's move, and no line of these.
    """
    amended = amendments_told(sheet) if sheet.result.amended is not None else ()
    if amended:
        (first, second), now = amended[-1].was, sheet.stands
        return f"Signed {first} : {second}, amended to {now[0]} : {now[1]}"
    moves = [line for line in sheet.lines if line.kind is not LineKind.SLIP]
    if not moves:
        return ""
    line = moves[-1]
    points = always_signed(line.score) if line.score or line.kind is LineKind.PLAY else ""
    return f"{_called(sheet, line)} {line.told} {points}".rstrip()


def _called(sheet: Sheet, line: Line) -> str:
    """The player's first name, unless both go by it."""
    one, two = (name.split(maxsplit=1)[0] if name.split() else name for name in sheet.names)
    return sheet.name(line.seat) if one == two else (one, two)[line.seat.place].rstrip(",")


def in_utc(moment: datetime) -> str:
    """A moment as screens and scripts get it: ``2026-11-21T14:32:07Z``."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")[:19] + "Z"


def words_played(sheet: Sheet) -> str:
    """Every word formed on the board, phoneys included, once each, for the search."""
    words = {word.word: None for line in sheet.lines for word in line.words}
    return " ".join(words).replace("[", "").replace("]", "")


def subject_of(event: Event) -> UUID:
    """The stream that an event is about: of a case the game, where it names one; else its own."""
    fact = event.fact
    game = fact.game if isinstance(fact, CaseOpened | RulingGiven) else None
    return game or event.originator_id
