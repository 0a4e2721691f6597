"""Reading a GCG file: forgiving, complete, and never silent about what it forgave."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.gcg.encoding import decode
from ledger.gcg.equipment import spell_declared_tiles
from ledger.gcg.lines import read_event
from ledger.gcg.oddities import Oddity, in_order
from ledger.gcg.players import Roll, renamed, share_a_nick, told_apart
from ledger.gcg.record import TURNS, GcgEvent, GcgRecord, Held, Kind, Player, Pragma
from ledger.gcg.scanning import Scan
from ledger.gcg.tokens import turned_round

MOST_LINES = 20_000
"""A game has some sixty lines, a heavily annotated one a thousand."""

LINES_READ = 10_000
"""Of a file with more than ``MOST_LINES``: enough to see what it is."""


def read_gcg(data: bytes) -> GcgRecord:
    """Everything a file says. It never raises; what is odd is listed in ``oddities``."""
    noted: list[Oddity] = []
    text, encoding = decode(data, noted)
    scan = Scan(noted)
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        what = f"There are {len(lines)} lines; those after this one were not read."
        noted.append(Oddity(LINES_READ, "too-many-lines", what))
        del lines[LINES_READ:]
    for number, line in enumerate(lines, 1):
        scan.take(number, line)
    if not scan.any_line:
        noted.append(Oddity(1, "empty-file", "The file holds nothing."))
    _seat_spare_players(scan)
    alike = share_a_nick(scan.declared)
    roll = Roll(scan.declared, noted)
    events = _events(scan, roll)
    if alike:
        nick = scan.declared[max(scan.declared)].nick[:30]
        what = f"Both players are called {nick}; turns and totals told who is who."
        noted.append(Oddity(scan.declared_at, "same-nick", what))
        roll.players = renamed(roll.players)
        events = tuple(told_apart(events))
    players = tuple(player for _, player in sorted(roll.players.items()))
    pragmas = scan.kept()
    rows = next((one for one in pragmas if is_lettered_rows(one)), None)
    if rows is not None:
        what = "Rows are lettered and columns numbered here; squares were turned round."
        noted.append(Oddity(rows.line, "orientation", what))
        events = tuple(replace(one, square=turned_round(one.square)) for one in events)
        pragmas = tuple(one for one in pragmas if not is_lettered_rows(one))
    return GcgRecord(
        players=players,
        events=events,
        pragmas=pragmas,
        notes=tuple(scan.notes),
        held=tuple(Held(at, tiles, line) for at, (tiles, line) in sorted(scan.racks.items())),
        incomplete=scan.incomplete,
        readable=_is_readable(players, events, scan),
        encoding=encoding,
        oddities=in_order(noted),
    )


def is_lettered_rows(pragma: Pragma) -> bool:
    """Whether a pragma says that rows have letters and columns numbers, as on some boards."""
    return pragma.keyword == "orientation" and pragma.text.lower() == "lettered-rows"


def _seat_spare_players(scan: Scan) -> None:
    """A second ``#player1`` is the second player, if nobody else is."""
    nicks = {player.nick for player in scan.declared.values()}
    for player in scan.spare:
        free = [place for place in (1, 2) if place not in scan.declared]
        if free and player.nick not in nicks:
            scan.declared[free[0]] = player
            nicks.add(player.nick)


def _events(scan: Scan, roll: Roll) -> tuple[GcgEvent, ...]:
    """The events that make sense. The others become notes, so that nothing is lost."""
    if scan.events and scan.events[0][0] < scan.declared_at:
        what = "This event comes before both players are declared."
        scan.noted.append(Oddity(scan.events[0][0], "event-before-players", what))
    events: list[GcgEvent] = []
    remarked: list[list[str]] = []
    notes, apart = scan.notes, 0
    for number, line, following in scan.events:
        whose = roll.whose(line, number)
        event = None
        if whose:
            composed = unicodedata.normalize("NFC", whose[1])
            apart = apart or (number if composed != whose[1] else 0)
            event = read_event(composed, whose[0], number, scan.noted)
        if event is None:
            notes += [line, *following]
        else:
            events.append(event)
            remarked.append(following)
            notes = following
    if apart:
        what = "Letters and their marks are written apart; they were put together."
        scan.noted.append(Oddity(apart, "letters-apart", what))
    index = {place: at for at, place in enumerate(sorted(roll.players))}
    for at, notes in enumerate(remarked):
        event = events[at]
        if notes:
            events[at] = replace(event, player=index[event.player], notes=(*event.notes, *notes))
        elif event.player != index[event.player]:
            events[at] = replace(event, player=index[event.player])
    return tuple(spell_declared_tiles(events, scan.kept()))


def _is_readable(players: Sequence[Player], events: Sequence[GcgEvent], scan: Scan) -> bool:
    """Whether this is a game of two players; where it is not, an oddity says why."""
    last = scan.events[-1][0] if scan.events else 1
    why = []
    if len(players) > 2:
        names = ", ".join(player.nick[:20] for player in players)
        what = f"{len(players)} players ({names}): only games of two can be kept here."
        why.append(Oddity(scan.declared_at, "more-than-two-players", what))
    elif len(players) < 2:
        what = "This is not the record of a game: fewer than two players are named."
        why.append(Oddity(1, "no-players", what))
    if scan.events and 2 * len(events) < len(scan.events):
        what = f"Only {len(events)} of {len(scan.events)} event lines could be understood."
        why.append(Oddity(last, "mostly-unreadable", what))
    scan.noted += why
    if scan.incomplete is not None and any(event.kind is Kind.LEFT for event in events):
        what = "The file says that it is incomplete, yet it holds the end of the game."
        scan.noted.append(Oddity(scan.incomplete_at, "incomplete-but-ended", what))
    if not scan.events:
        scan.noted.append(Oddity(1, "no-events", "The file has no events: nobody made a move."))
    elif (first := next((one for one in events if one.kind in TURNS), None)) and first.player == 1:
        what = "The game is started by player 2, who moves first in this record."
        scan.noted.append(Oddity(first.line, "second-player-starts", what))
    return not why
