"""The end of a record: tiles left, time penalties, racks where it stops."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.equipment.bag import value_of
from ledger.gcg.oddities import Oddity
from ledger.gcg.position import Position
from ledger.gcg.record import TURNS, GcgEvent, GcgRecord, Kind

SIX_ZEROS = 6


def check_end(
    record: GcgRecord,
    position: Position,
    zeros: int,
    standing: Sequence[GcgEvent],
    noted: list[Oddity],
) -> None:
    """Note what is odd about the end.

    Args:
      record: the whole record.
      position: the board after the last event.
      zeros: scoreless turns in a row at the end.
      standing: the plays that were not taken back.
      noted: where to write it down.
    """
    lines = [event for event in record.events if event.kind is Kind.LEFT]
    if not lines and record.events:
        what = "The record stops here: no line says how the game ended."
        noted.append(Oddity(record.events[-1].line, "no-end-line", what))
    losers = {event.player for event in lines if takes_off(event)}
    for event in lines:
        _rack_is_what_is_left(event, position, noted)
        _value_of_tiles_left(event, bool(losers - {event.player}), position, noted)
    for event in [event for event in lines if not takes_off(event)][:1]:
        _nobody_plays_after(event, standing, noted)
    if lines:
        _sides(record, lines, zeros, position, noted)
        _bag_is_empty(lines, position, zeros, noted)
    if any(event.kind is Kind.TIME for event in record.events):
        _time(record.events, noted)
    _racks_held(record, position, noted)


def takes_off(event: GcgEvent) -> bool:
    """Whether a line at the end takes a player's own tiles off, or gives the other's."""
    return event.score < 0 if event.score else event.rack != ""


def _tiles(letters: str, position: Position) -> tuple[str, ...] | None:
    if position.tile_set is None:
        return None
    try:
        return position.tile_set.cut_rack(letters)
    except ValueError:
        return None


def _rack_is_what_is_left(event: GcgEvent, position: Position, noted: list[Oddity]) -> None:
    """Who loses tiles has them on the rack and in brackets, the same ones."""
    rack = _tiles(event.rack, position)
    if rack is None:
        if position.tile_set is not None:
            what = f"{event.rack[:20]} is no rack; the tiles in brackets were taken."
            noted.append(Oddity(event.line, "rack-not-tiles", what))
        return
    left = _tiles(event.letters, position)
    if rack and left and takes_off(event) and sorted(rack) != sorted(left):
        what = f"The rack is {event.rack[:20]}, the tiles left are {event.letters[:20]}."
        noted.append(Oddity(event.line, "end-racks-differ", what))


def _value_of_tiles_left(
    event: GcgEvent, paired: bool, position: Position, noted: list[Oddity]
) -> None:
    tiles = _tiles(event.letters, position)
    if position.tile_set is None:
        return
    if tiles is None:
        what = f"({event.letters[:20]}) are not tiles. Counted as written."
        noted.append(Oddity(event.line, "end-not-tiles", what))
        return
    if position.counted:
        gone = [tile for tile in tiles if tiles.count(tile) > position.unseen[tile]]
        if gone and position.sure:
            what = f"({event.letters[:20]}): {gone[0]} is no longer off the board."
            noted.append(Oddity(event.line, "end-tiles-not-left", what))
    worth = value_of(position.tile_set, tiles)
    gained = worth if paired else 2 * worth
    expected = -worth if takes_off(event) else gained
    if event.score is not None and event.score != expected:
        what = f"({event.letters[:20]}) gives {expected:+}; {event.score:+} is written."
        noted.append(Oddity(event.line, "end-value-differs", what))


def _sides(
    record: GcgRecord,
    lines: Sequence[GcgEvent],
    zeros: int,
    position: Position,
    noted: list[Oddity],
) -> None:
    """Whether each player has the lines that such an end gives, and no other.

    Six scoreless turns take each player's own tiles off. Who goes out is given points; the other
    may lose the same number, and then both lines are there.
    """

    def note(event: GcgEvent, code: str, what: str) -> None:
        noted.append(Oddity(event.line, code, what))

    counted: set[int] = set()
    for event in lines:
        nick = record.players[event.player].nick[:30]
        if event.player in counted:
            what = f"{nick} has a line at the end already. This one counts for nothing."
            note(event, "end-line-twice", what)
        counted.add(event.player)
    gains = [event for event in lines if not takes_off(event)]
    losses = [event for event in lines if takes_off(event)]
    if zeros >= SIX_ZEROS:
        for event in gains:
            what = "Nobody went out: after six scoreless turns nobody is given points."
            note(event, "end-bonus-unearned", f"{what} Counted as written.")
    elif len({event.player for event in losses}) > 1:
        what = f"Both lose their tiles after {zeros} scoreless turns in a row; it takes six."
        note(losses[-1], "end-without-zeros", what)
    if len({event.player for event in losses}) == 1 and not gains:
        lacking = 1 - losses[0].player
        if len(record.players) == 2 and not _holds_nothing_of_worth(record, lacking, position):
            nick = record.players[lacking].nick[:30]
            what = f"No line at the end is {nick}'s: tiles are counted on one side only."
            note(losses[0], "end-line-missing", what)


def _holds_nothing_of_worth(record: GcgRecord, player: int, position: Position) -> bool:
    """Whether the last rack written of a player who made no play with it is worth nothing."""
    own = [event for event in record.events if event.player == player and event.kind in TURNS]
    if not own or own[-1].kind is Kind.PLAY or position.tile_set is None:
        return False
    tiles = _tiles(own[-1].rack, position)
    return bool(tiles) and not value_of(position.tile_set, tiles or ())


def _bag_is_empty(
    lines: Sequence[GcgEvent], position: Position, zeros: int, noted: list[Oddity]
) -> None:
    """Only after six scoreless turns may a game end while there are tiles in the bag."""
    if not (position.sure and position.counted and position.tile_set) or zeros >= SIX_ZEROS:
        return
    named = {event.letters for event in lines}
    tiles = [_tiles(letters, position) for letters in named]
    if None in tiles:
        return
    counted = sum(len(some) for some in tiles if some)
    if position.left > counted:
        what = f"{position.left} tiles are not on the board, {counted} are named at the end."
        noted.append(Oddity(lines[0].line, "end-too-early", what))


def _nobody_plays_after(event: GcgEvent, standing: Sequence[GcgEvent], noted: list[Oddity]) -> None:
    """The player who gets the points went out; the other can't have played after that."""
    for play in reversed(standing):
        if play.player == event.player:
            return
        if play.line < event.line:
            what = f"{play.square} {play.letters} was played after the other player went out."
            noted.append(Oddity(play.line, "play-after-the-end", what))


def _time(events: Sequence[GcgEvent], noted: list[Oddity]) -> None:
    last_turn = max((at for at, event in enumerate(events) if event.kind in TURNS), default=-1)
    ends = [at for at, event in enumerate(events) if event.kind is Kind.LEFT]
    fined: set[int] = set()
    for at, event in enumerate(events):
        if event.kind is not Kind.TIME:
            continue
        if at < last_turn or (ends and at < ends[0]):
            what = "A time penalty before the end of the game, while it is still being played."
            noted.append(Oddity(event.line, "time-before-end", what))
        elif ends and at < ends[-1]:
            what = "The time penalty stands between the lines that end the game."
            noted.append(Oddity(event.line, "time-between-end-lines", what))
        if event.player in fined:
            what = "This player has a time penalty already. Counted as written."
            noted.append(Oddity(event.line, "time-twice", what))
        if (event.score or 0) > 0:
            what = f"A time penalty of {event.score:+} gives points. Counted as written."
            noted.append(Oddity(event.line, "time-positive", what))
        fined.add(event.player)


def _racks_held(record: GcgRecord, position: Position, noted: list[Oddity]) -> None:
    unseen = dict(position.unseen)
    for held in record.held:
        tiles = _tiles(held.tiles, position)
        if tiles is None:
            if position.tile_set is not None:
                what = f"#rack{held.player + 1} {held.tiles[:20]} are not tiles."
                noted.append(Oddity(held.line, "rack-not-tiles", what))
            continue
        for tile in tiles:
            unseen[tile] -= 1
        gone = [tile for tile in tiles if unseen[tile] < 0]
        if gone and position.counted:
            what = f"#rack{held.player + 1} holds more {gone[0]} than are left."
            noted.append(Oddity(held.line, "rack-not-in-bag", what))
