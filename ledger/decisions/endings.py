"""How a game ends: a play-out accepted, tiles counted, overtime, a resignation, an early end."""

from __future__ import annotations

from ledger import remarks
from ledger.bag import unseen_tiles, value_of
from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.decisions.forfeits import forfeited_by_overtime
from ledger.facts.endings import (
    GameEnded,
    GameResigned,
    OvertimeRecorded,
    PlayOutAccepted,
    UnplayedTilesCounted,
)
from ledger.facts.fact import Fact
from ledger.refusals import Refusal
from ledger.rules.overtime import over_limit, overtime_penalty
from ledger.rules.resignation import accept_improper_margin, resignation_margin
from ledger.rules.unplayed import unplayed_tiles
from ledger.sheet.sheet import Sheet
from ledger.tile_set import TileSet, load_tile_set
from ledger.vocabulary import NO_TILES, Points, Role, Seat, Seconds, Tiles

CAUSES = ("round-ended", "ruling", "incomplete", "played-out", "six-zeros")
"""How a game may be declared over. Who resigns or forfeits is entered as such."""


class AcceptPlayOut(Asked, frozen=True, tag="accept-play-out", kw_only=True):
    """``seat`` accepts the opponent's play-out."""

    seat: Seat


class CountUnplayed(Asked, frozen=True, tag="count-unplayed", kw_only=True):
    """The tiles left were counted.

    Attributes:
      racks: tiles left on each seat's rack; empty where the record is to work them out
        (after a play-out they are the tiles nobody has seen).
    """

    racks: tuple[Tiles, Tiles] = (Tiles(""), Tiles(""))


class RecordOvertime(Asked, frozen=True, tag="record-overtime", kw_only=True):
    """``seat`` used ``over`` seconds more than its allowance."""

    seat: Seat
    over: Seconds


class Resign(Asked, frozen=True, tag="resign", kw_only=True):
    """``seat`` resigns; ``margin`` is the director's, where the rulebook asks for one."""

    seat: Seat
    proper: bool = True
    margin: Points | None = None


class EndGame(Asked, frozen=True, tag="end-game", kw_only=True):
    """The game ends for a ``cause`` outside the players' turns."""

    cause: str


def accept_play_out(sheet: Sheet, asked: AcceptPlayOut, entry: Entry) -> Decision:
    """Write down that the opponent accepted the last play; the game is over (O-02).

    Raises:
      Refusal: ``not-played-out`` or ``challenge-pending``.
    """
    must_not_be_final(sheet, entry)
    if sheet.out is None or sheet.out is asked.seat or sheet.ended:
        entry.unless_ruled(
            Refusal(
                "not-played-out",
                f"There is no play-out for {sheet.name(asked.seat)} to accept.",
                "Go on with the next turn.",
            )
        )
    if sheet.challenge is not None:
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "The last play is under challenge; it can't be accepted before the verdict.",
                "Enter the verdict first.",
            )
        )
    return Decision((PlayOutAccepted(seat=asked.seat), GameEnded(cause="played-out")))


def count_unplayed(sheet: Sheet, asked: CountUnplayed, entry: Entry) -> Decision:
    """Add and take the unplayed tiles as the rulebook's mode says (O-03, O-06).

    Raises:
      Refusal: ``not-over``, ``unplayed-counted``, ``unplayed-not-known`` or
        ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    if not sheet.ended:
        entry.unless_ruled(
            Refusal(
                "not-over",
                "The game is not over; unplayed tiles are counted at its end.",
                "Enter how the game ended first.",
            )
        )
    if sheet.unplayed_counted:
        entry.unless_ruled(
            Refusal(
                "unplayed-counted",
                "The unplayed tiles of this game have been counted.",
                "Correct that entry if it is wrong.",
            )
        )
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    racks = list(asked.racks)
    noticed: tuple[str, ...] = ()
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
    """What the tiles left on ``racks`` do to both scores, by the mode in force.

    Raises:
      Refusal: ``unplayed-not-known``, ``unreadable-request``, or what the rulebook leaves open.
    """
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
    unseen = unseen_tiles(tile_set, sheet.squares)
    if any(line.kind.value == "missed" for line in sheet.lines):
        return Tiles("")
    return Tiles(
        tile_set.spell(tile for tile, count in unseen.items() for _ in range(max(0, count)))
    )


def _cut(tile_set: TileSet, rack: Tiles) -> tuple[str, ...]:
    if rack == NO_TILES:
        return ()
    try:
        return tile_set.cut_rack(rack)
    except ValueError as wrong:
        raise Refusal(
            "unreadable-request", f"{wrong}.", "Enter the tiles left, ? for a blank."
        ) from None


def _value(tile_set: TileSet, rack: Tiles) -> Points:
    if not rack:
        raise Refusal(
            "unplayed-not-known",
            "The tiles left on a rack are not known.",
            "Enter the tiles each player has left, or - for none.",
        )
    return value_of(tile_set, _cut(tile_set, rack))


def record_overtime(sheet: Sheet, asked: RecordOvertime, entry: Entry) -> Decision:
    """Take the points for overtime, or declare the game forfeited past the book's limit (M-05).

    Raises:
      Refusal: ``overtime-recorded``, ``needs-ruling``, ``unreadable-request`` or
        ``result-final``.
    """
    must_not_be_final(sheet, entry)
    must_be_overtime(asked.over)
    if sheet.overtime[asked.seat.place] is not None:
        entry.unless_ruled(
            Refusal(
                "overtime-recorded",
                f"The overtime of {sheet.name(asked.seat)} has been recorded.",
                "Correct that entry if it is wrong.",
            )
        )
    if over_limit(asked.over, entry.rules):
        if entry.role is not Role.DIRECTOR:
            entry.unless_ruled(
                Refusal(
                    "needs-ruling",
                    "So much overtime forfeits the game, which the director declares.",
                    "Call the director.",
                    clause=str(entry.rules.overtime.forfeit_after),
                )
            )
        return forfeited_by_overtime(sheet, asked.seat, asked.over, entry)
    penalty = overtime_penalty(asked.over, entry.rules)
    return Decision((OvertimeRecorded(seat=asked.seat, over=asked.over, penalty=penalty),))


def must_be_overtime(over: Seconds) -> None:
    """Refuse overtime below zero.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if over < 0:
        raise Refusal(
            "unreadable-request",
            "Overtime can't be below zero.",
            "Enter the seconds used beyond the allowance.",
        )


def resign(sheet: Sheet, asked: Resign, entry: Entry) -> Decision:
    """Write a resignation down, with the margin of the rulebook or the director's (P-01, P-02).

    Raises:
      Refusal: ``game-over``, or what the rulebook leaves to a ruling.
    """
    must_not_be_final(sheet, entry)
    if sheet.ended:
        entry.unless_ruled(
            Refusal("game-over", "This game is over; nobody can resign it.", "Enter the result.")
        )
    margin = asked.margin
    if margin is None:
        try:
            margin = resignation_margin(sheet.totals, asked.seat, asked.proper, entry.rules)
        except Refusal as open_point:
            entry.unless_ruled(open_point)
    elif not asked.proper:
        try:
            accept_improper_margin(margin, sheet.totals, asked.seat, entry.rules)
        except Refusal as below:
            entry.unless_ruled(below)
    return Decision((GameResigned(seat=asked.seat, proper=asked.proper, margin=margin),))


def end_game(sheet: Sheet, asked: EndGame, entry: Entry) -> Decision:
    """End a game for a cause the players' turns do not show, which takes a ruling.

    Raises:
      Refusal: ``needs-ruling`` or ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    if asked.cause not in CAUSES:
        raise Refusal(
            "unreadable-request",
            f"{asked.cause!r} is no way for a game to end.",
            f"Enter one of {', '.join(CAUSES)}.",
        )
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "A game ends by play, by scoreless turns, or by a director's ruling.",
            "Call the director.",
        )
    )
    facts: tuple[Fact, ...] = (GameEnded(cause=asked.cause),)
    return Decision(facts)


DECISIONS: dict[type[Asked], Decide] = {
    AcceptPlayOut: accept_play_out,
    CountUnplayed: count_unplayed,
    RecordOvertime: record_overtime,
    Resign: resign,
    EndGame: end_game,
}
