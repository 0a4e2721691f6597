"""Placing tiles for a score, and the turn a scorekeeper could not follow."""

from __future__ import annotations

from collections import Counter

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.equipment.bag import unseen_tiles
from ledger.equipment.board import load_board
from ledger.equipment.scoring import ScoredPlay, Unplaceable, place, score_play
from ledger.equipment.tile_set import TileSet, load_tile_set
from ledger.game.facts.endings import PlayedOut
from ledger.game.facts.turns import PlayRecorded, TurnMissed
from ledger.game.play.endings.zero_turns import unnamed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_be_on_move,
    must_be_playing,
    played_on,
)
from ledger.game.play.placement import astray
from ledger.game.play.placement.astray import Beside
from ledger.game.sheet.laying import with_real_letters
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import NO_TILES, RACK_SIZE, Placement, Points, Seat, Tiles, remarks

FLAWS = {
    "misses-centre": remarks.MISSES_CENTRE,
    "one-tile-first": remarks.ONE_TILE_FIRST,
    "disconnected": remarks.DISCONNECTED,
}


class PlaceTiles(Asked, frozen=True, tag="place-tiles", kw_only=True):
    """``seat`` places tiles.

    Attributes:
      announced: points the player said; ``None`` if the same as our count.
      rack: tiles held before the play, as far as known.
      beside: square and tile of each tile that is not in line with the rest.
      misoriented: the word runs against the way the first play set.
    """

    seat: Seat
    placement: Placement
    announced: Points | None = None
    rack: Tiles = Tiles("")
    beside: Beside = ()
    misoriented: bool = False


class MissTurn(Asked, frozen=True, tag="miss-turn", kw_only=True):
    """``seat`` made a play nobody could follow: the score now, the tiles later."""

    seat: Seat
    announced: Points


@decides(PlaceTiles, may=STAFF)
def place_tiles(sheet: Sheet, asked: PlaceTiles, entry: Entry) -> Decision:
    """Write a play down, phoney or not: that is for the judge to say."""
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "play", entry)
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    board = load_board(sheet.scheduled.board)
    try:
        scored = score_play(sheet.board.squares, asked.placement, board, tile_set)
    except Unplaceable as wrong:
        entry.must_be_ruled(f"{wrong.code}/placed", wrong=wrong)
        return _as_ruled(asked)
    beside = astray.must_lie_there(sheet.board.squares, asked.beside, scored, board, tile_set)
    scored, unscored = astray.counted_as_it_lies(
        sheet, asked.placement, scored, beside, board, entry
    )
    computed = scored.score if unscored or not beside else None
    if computed is None and asked.announced is None:
        raise entry.refusal("unreadable-request/score-not-stated")
    announced = scored.score if asked.announced is None else asked.announced
    play = PlayRecorded(
        seat=asked.seat,
        placement=asked.placement,
        announced=announced,
        computed=computed,
        words=scored.words,
        rack=asked.rack,
    )
    noticed = [*played_on(sheet, entry), *(FLAWS[flaw] for flaw in scored.flaws)]
    noticed += astray.noticed(asked.beside, scored, unscored, entry)
    if asked.misoriented:
        noticed.append(remarks.MISORIENTED)
    if computed is not None and announced != computed:
        noticed.append(remarks.ANNOUNCED_DIFFERS)
    if not (announced or scored.score):
        noticed += unnamed(sheet, "no-points", entry)
    strays = tuple(zip(beside, (tile for _, tile in asked.beside), strict=True))
    known = with_real_letters(sheet.board.squares, sheet.board.false_blanks, board.size)
    squares = place(known, (*scored.placed, *strays))
    if any(left < 0 for left in unseen_tiles(tile_set, squares).values()):
        noticed.append(remarks.TOO_MANY_OF_A_TILE)
    if not _held(tile_set, asked.rack, scored):
        noticed.append(remarks.NOT_ON_RACK)
    tiles = len(scored.placed) + len(beside)
    return Decision(
        (
            play,
            *astray.noted(asked.seat, asked.beside, unscored, board),
            *_play_out(sheet, asked.seat, tiles),
        ),
        tuple(noticed),
    )


def _as_ruled(asked: PlaceTiles) -> Decision:
    """A play that does not fit the board, written down because a director ruled it so."""
    play = PlayRecorded(
        seat=asked.seat,
        placement=asked.placement,
        announced=asked.announced or Points(0),
        rack=asked.rack,
    )
    return Decision((play,), (remarks.DOES_NOT_FIT,))


def _held(tile_set: TileSet, rack: Tiles, scored: ScoredPlay) -> bool:
    """Whether the tiles played can have come from ``rack``; a partial rack proves nothing."""
    if not rack or rack == NO_TILES:
        return True
    try:
        held = Counter(tile_set.cut_rack(rack))
    except ValueError:
        return False
    used = Counter(
        tile if tile in tile_set.values and tile != "?" else "?" for _, tile in scored.placed
    )
    return sum(held.values()) < RACK_SIZE or not used - held


def _play_out(sheet: Sheet, seat: Seat, tiles: int) -> tuple[Fact, ...]:
    """The play-out, if the bag is empty and these were the last tiles on the rack."""
    if sheet.stock.bag == 0 and sheet.stock.racks[seat.place] <= tiles:
        return (PlayedOut(seat=seat),)
    return ()


@decides(MissTurn, may=STAFF)
def miss_turn(sheet: Sheet, asked: MissTurn, entry: Entry) -> Decision:
    """Write down a score whose tiles follow later, so that the next turn can be entered."""
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "turn", entry)
    missed = TurnMissed(seat=asked.seat, announced=asked.announced)
    return Decision((missed,), played_on(sheet, entry))
