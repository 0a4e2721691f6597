"""How a game ends at the table: a play-out accepted, and the tiles that are left counted."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.equipment.bag import unseen_tiles, value_of
from ledger.equipment.board import load_board
from ledger.equipment.tile_set import TileSet, load_tile_set
from ledger.game.facts.endings import GameEnded, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.play.endings.unplayed_rule import unplayed_tiles
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.laying import with_real_letters
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import NO_TILES, Points, Seat, Tiles, Totals, remarks
from ledger.vocabulary.refusals import Refusal


class AcceptPlayOut(Asked, frozen=True, tag="accept-play-out", kw_only=True):
    """``seat`` accepts the opponent's play-out."""

    seat: Seat


class CountUnplayed(Asked, frozen=True, tag="count-unplayed", kw_only=True):
    """The tiles left were counted.

    Attributes:
      racks: tiles left on each seat's rack; empty where the record is to work them out
        (after a play-out they are the tiles nobody has seen).
      adjustments: what a ruling makes of them, where the rulebook leaves it open.
    """

    racks: tuple[Tiles, Tiles] = (Tiles(""), Tiles(""))
    adjustments: Totals | None = None


@decides(AcceptPlayOut, may=STAFF)
def accept_play_out(sheet: Sheet, asked: AcceptPlayOut, entry: Entry) -> Decision:
    """Write down that the opponent accepted the last play; the game is over (O-02)."""
    must_not_be_final(sheet, entry)
    if sheet.out is None or sheet.out is asked.seat or sheet.ended:
        entry.must_be_ruled(
            "not-played-out/over" if sheet.ended else "not-played-out/under-way",
            player=sheet.name(asked.seat),
        )
    entry.must_unless_ruled(not awaits_verdict(sheet, entry.rules), "challenge-pending/play-out")
    return Decision((PlayOutAccepted(seat=asked.seat), GameEnded(cause="played-out")))


@decides(CountUnplayed, may=STAFF)
def count_unplayed(sheet: Sheet, asked: CountUnplayed, entry: Entry) -> Decision:
    """Add and take the unplayed tiles as the rulebook's mode says (O-03, O-06)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(sheet.ended, "not-over/unplayed")
    entry.must_unless_ruled(not sheet.ending.unplayed_counted, "unplayed-counted")
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    racks = list(asked.racks)
    noticed: tuple[str, ...] = ()
    if sheet.ended == "round-ended" and sheet.out is None and NO_TILES in racks:
        # One rack is empty and the bag is not: neither of the book's two ways fits.
        entry.unless_ruled(call_the_director("TW-09", entry.rules))
    if entry.case is not None and asked.adjustments is not None:
        ruled = UnplayedTilesCounted(
            racks=asked.racks, adjustments=asked.adjustments, mode="ruling"
        )
        return Decision((ruled,))
    if sheet.out is not None:
        left = _left_over(sheet, tile_set)
        other = sheet.out.opponent.place
        racks[sheet.out.place] = NO_TILES
        if not racks[other]:
            racks[other] = left or NO_TILES
        elif left and sorted(_cut(tile_set, racks[other])) != sorted(_cut(tile_set, left)):
            noticed = (remarks.UNPLAYED_TILES_DIFFER,)
    return Decision((counted((racks[0], racks[1]), sheet, entry),), noticed)


def counted(racks: tuple[Tiles, Tiles], sheet: Sheet, entry: Entry) -> UnplayedTilesCounted:
    """What the tiles left on ``racks`` do to both scores, by the mode in force."""
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    first, second = (_value(tile_set, rack) for rack in racks)
    mode, adjustments = "ruling", (Points(0), Points(0))
    try:
        outcome = unplayed_tiles((first, second), sheet.out, entry.rules)
        mode, adjustments = outcome.mode, outcome.adjustments
    except Refusal as open_point:
        # What they are worth to whom is then for the director to enter, under the same case.
        entry.unless_ruled(open_point)
    return UnplayedTilesCounted(racks=racks, adjustments=adjustments, mode=mode)


def _left_over(sheet: Sheet, tile_set: TileSet) -> Tiles:
    """The tiles that are not on the board: after a play-out, the opponent's rack."""
    size = load_board(sheet.scheduled.board).size
    lying = with_real_letters(sheet.board.squares, sheet.board.false_blanks, size)
    unseen = unseen_tiles(tile_set, lying)
    missing, extra = (
        _cut(tile_set, sheet.irregular.missing_tiles),
        _cut(tile_set, sheet.irregular.extra_tiles),
    )
    unknown = len(missing) != sheet.irregular.missing or len(extra) != sheet.irregular.extra
    if unknown or any(line.kind.value == "missed" for line in sheet.lines):
        return Tiles("")
    for tile in missing:
        unseen[tile] -= 1
    for tile in extra:
        unseen[tile] += 1
    return Tiles(
        tile_set.spell(tile for tile, count in unseen.items() for _ in range(max(0, count)))
    )


def _cut(tile_set: TileSet, rack: Tiles) -> tuple[str, ...]:
    if rack == NO_TILES:
        return ()
    try:
        return tile_set.cut_rack(rack)
    except ValueError as wrong:
        raise refusal("unreadable-request/tiles-left", wrong=wrong) from None


def _value(tile_set: TileSet, rack: Tiles) -> Points:
    if not rack:
        raise refusal("unplayed-not-known")
    return value_of(tile_set, _cut(tile_set, rack))
