"""A game counted again, turn by turn, on the board as it stands: what no longer fits."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ledger.bag import unseen_tiles
from ledger.board import empty_squares, load_board
from ledger.facts.turns import PlayRecorded
from ledger.scoring import Unplaceable, score_play
from ledger.sheet.laying import square_index, with_tiles, without_tiles
from ledger.sheet.line import Line, LineKind
from ledger.sheet.sheet import Sheet
from ledger.tile_set import load_tile_set


class Finding(Struct, frozen=True):
    """Something on the sheet that does not agree with the rest of it, for the director.

    Attributes:
      version: the event it is about.
      code: ``does-not-fit``, ``computed-differs``, ``announced-differs``,
        ``too-many-of-a-tile``, ``blank-not-there``, ``ended-early``, ``turn-out-of-order``,
        ``totals-differ`` or ``tiles-to-follow``.
      what: the same in words.
    """

    version: int
    code: str
    what: str


def findings(sheet: Sheet) -> tuple[Finding, ...]:
    """Everything on the sheet that does not agree, oldest line first.

    A correction leaves later turns as entered; what it makes inconsistent is listed here,
    never dropped.
    """
    return (
        *_plays_that_differ(sheet),
        *_turns_out_of_order(sheet),
        *_blanks_not_there(sheet),
        *_of_the_whole(sheet),
    )


def rescored(sheet: Sheet, version: int, play: PlayRecorded) -> PlayRecorded:
    """``play`` with its words and computed score on the board as it stood at ``version``.

    Raises:
      Unplaceable: it does not fit there.
    """
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    squares = empty_squares(board)
    for line in sheet.lines:
        if line.version >= version:
            break
        squares = (
            without_tiles(squares, _withdrawn_by(sheet, line))
            if line.kind is LineKind.WITHDRAWN
            else with_tiles(squares, line.placed)
        )
    scored = score_play(squares, play.placement, board, tile_set)
    return replace(play, computed=scored.score, words=scored.words)


def _withdrawn_by(sheet: Sheet, withdrawal: Line) -> tuple[tuple[int, str], ...]:
    """The tiles that came off the board with ``withdrawal``: those of the turn before it."""
    turns = (x for x in reversed(sheet.lines) if x.version < withdrawal.version and x.is_turn)
    turn = next(turns, None)
    return turn.placed if turn is not None and turn.withdrawn else ()


def _plays_that_differ(sheet: Sheet) -> list[Finding]:
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    squares = empty_squares(board)
    found: list[Finding] = []
    short = False
    for line in sheet.lines:
        if line.kind is LineKind.WITHDRAWN:
            squares = without_tiles(squares, _withdrawn_by(sheet, line))
        if line.kind is LineKind.MISSED and not line.withdrawn:
            found.append(
                Finding(
                    line.version, "tiles-to-follow", "The tiles of this turn are still missing."
                )
            )
        if line.kind is not LineKind.PLAY or line.placement is None:
            continue
        try:
            scored = score_play(squares, line.placement, board, tile_set)
        except Unplaceable as wrong:
            found.append(Finding(line.version, "does-not-fit", str(wrong)))
            continue
        if line.computed is not None and line.computed != scored.score:
            found.append(
                Finding(
                    line.version,
                    "computed-differs",
                    f"{line.placement} counts {scored.score} on the board as it stands now; "
                    f"it counted {line.computed} when it was entered.",
                )
            )
        if line.announced != scored.score and line.announced != line.computed:
            found.append(
                Finding(
                    line.version,
                    "announced-differs",
                    f"{line.placement} was announced as {line.announced} and counts "
                    f"{scored.score}; the announced score stands until it is corrected.",
                )
            )
        squares = with_tiles(squares, scored.placed)
        unseen = unseen_tiles(tile_set, squares)
        if not short and any(count < 0 for count in unseen.values()):
            short = True
            tiles = ", ".join(tile for tile, count in unseen.items() if count < 0)
            found.append(
                Finding(
                    line.version,
                    "too-many-of-a-tile",
                    f"More of {tiles} lie on the board than the set holds.",
                )
            )
    return found


def _turns_out_of_order(sheet: Sheet) -> list[Finding]:
    found: list[Finding] = []
    before: Line | None = None
    for line in sheet.lines:
        if line.kind is LineKind.TURN_LOST:
            before = line
        if not line.is_turn:
            continue
        if before is not None and before.seat is line.seat:
            found.append(
                Finding(
                    line.version,
                    "turn-out-of-order",
                    f"{sheet.name(line.seat)} has two turns running; one in between is missing.",
                )
            )
        before = line
    return found


def _blanks_not_there(sheet: Sheet) -> list[Finding]:
    size = load_board(sheet.scheduled.board).size

    def there(square: str) -> str:
        index = square_index(square, size)
        tile = "" if index is None else sheet.squares[index]
        return tile if tile != tile.upper() else ""

    return [
        Finding(
            sheet.version,
            "blank-not-there",
            f"Blank {blank.blank} was written down as {blank.letter} at {blank.square}; "
            f"on the board that square holds {there(blank.square) or 'no blank'}.",
        )
        for blank in sheet.blanks
        if there(blank.square).upper() != blank.letter
    ]


def _of_the_whole(sheet: Sheet) -> list[Finding]:
    found: list[Finding] = []
    if sheet.ended == "six-zeros" and sheet.corrected and sheet.zero_turns < 6:
        found.append(
            Finding(
                sheet.version,
                "ended-early",
                "The game was ended by scoreless turns; as corrected there are fewer.",
            )
        )
    if sheet.proposed is not None and sheet.amended is None and sheet.forfeit is None:
        recorded = sheet.totals
        if sheet.proposed != recorded:
            found.append(
                Finding(
                    sheet.version,
                    "totals-differ",
                    f"The result says {sheet.proposed[0]}-{sheet.proposed[1]}; the lines add up "
                    f"to {recorded[0]}-{recorded[1]}.",
                )
            )
    return found
