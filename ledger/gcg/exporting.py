"""A game of the ledger as a GCG file, with notes for what the format can't hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.equipment.board import load_board, read_square
from ledger.equipment.tile_set import THROUGH, USUAL_TILES, load_tile_set, name_of
from ledger.game.keeping.facts import GameFileTakenIn
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.line import Correction, Line, LineKind
from ledger.game.sheet.sheet import FromFile, Sheet
from ledger.game.sheet.standing import if_shown, standing
from ledger.gcg.record import (
    NOT_RECORDED,
    NOT_SO,
    TURNS,
    GcgEvent,
    GcgRecord,
    Held,
    Kind,
    Player,
    Pragma,
    alike,
    kind_for,
)
from ledger.gcg.writing import write_gcg
from ledger.messages import ENGLISH, speaking
from ledger.replay.replayed import Ply, notes_between, replay_of
from ledger.vocabulary import NO_TILES, Seat, Totals
from ledger.vocabulary.bounds import minutes

# The lines of a score sheet as events of a GCG file, with notes for what those can't hold.


KINDS = {
    LineKind.PLAY: Kind.PLAY,
    LineKind.EXCHANGE: Kind.EXCHANGE,
    LineKind.PASS: Kind.PASS,
    LineKind.MISSED: Kind.PASS,
    LineKind.TURN_LOST: Kind.PASS,
    LineKind.SAND: Kind.PASS,
    LineKind.WITHDRAWN: Kind.WITHDRAWN,
    LineKind.BONUS: Kind.CHALLENGE,
    LineKind.COST: Kind.CHALLENGE,
    LineKind.UNPLAYED: Kind.LEFT,
    LineKind.OVERTIME: Kind.TIME,
}
"""What a line of the sheet is in GCG. Others are points of another kind, or notes."""

NOTES_OF_KINDS = {
    LineKind.MISSED: NOT_RECORDED,
    LineKind.TURN_LOST: "Turn lost: the challenge failed.",
    LineKind.SAND: "Turn lost: the sand ran out.",
}


def events_of(sheet: Sheet) -> tuple[list[GcgEvent], list[str]]:
    """The events with their notes, and the notes before the first.

    Of a game that came from a file, what the file said of a line is said again, and of our own
    only what happened since.
    """
    events: list[GcgEvent] = []
    before: list[str] = []
    racks_follow: list[int] = []
    beside = _said_since(sheet)
    for number, (line, ply) in enumerate(zip(sheet.lines, replay_of(sheet).plies, strict=True)):
        here = sheet.file is None or line.version > sheet.file.version
        said = ply.notes if beside is None else beside.get(number, ())
        own = [on_one_line(note) for note in (*_of_the_line(line, ply, here), *said)]
        notes = [*(line.noted.notes if line.noted else ()), *own]
        event, first_note = _event(line, ply, sheet, events, here)
        if first_note and here:
            notes.insert(0, on_one_line(first_note))
        if event is None:
            _say(notes, events, before)
            continue
        at = _where(event, events)
        if at < len(events):
            _put_before_points(at, replace(event, notes=tuple(notes)), events)
            racks_follow = [place + (place >= at) for place in racks_follow]
            continue
        if not event.rack and _moves_no_tile(event, line):
            racks_follow.append(len(events))
        events.append(replace(event, notes=tuple(notes)))
    for at in reversed(racks_follow):  # the last first: of passes in a row each has the same
        events[at] = replace(events[at], rack=_rack_held_after(at, events))
    if sheet.result.amended is not None:
        _carry(events, sheet.result.amended)
    _say(_of_the_result(sheet), events, before)
    return events, before


def on_one_line(text: str) -> str:
    """People's words without line breaks, after which they could pass for a turn of the game."""
    return " ".join(text.split())


def _moves_no_tile(event: GcgEvent, line: Line) -> bool:
    """Whether a player holds the same tiles after it, so that the next turn tells the rack."""
    passed = event.kind is Kind.PASS and line.kind not in (LineKind.MISSED, LineKind.PLAY)
    return passed or event.kind is Kind.CHALLENGE


def _said_since(sheet: Sheet) -> dict[int, tuple[str, ...]] | None:
    """What was noted since the file was taken in, by line; ``None`` for a game played here."""
    if sheet.file is None:
        return None
    return notes_between(sheet, standing(sheet.events), sheet.file.version)


def _say(notes: Sequence[str], events: list[GcgEvent], before: list[str]) -> None:
    """Notes that have no event of their own go to the one before them."""
    if events:
        events[-1] = replace(events[-1], notes=(*events[-1].notes, *notes))
    else:
        before += notes


def _event(
    line: Line, ply: Ply, sheet: Sheet, events: list[GcgEvent], here: bool
) -> tuple[GcgEvent | None, str]:
    """A line as GCG has it, and what has to be said of it first; ``None`` if it is a note alone."""
    noted = line.noted
    if noted is not None and noted.form:
        return _as_noted(_as_it_stands(line, Kind(noted.form)), line, sheet), ""
    kind = KINDS.get(line.kind)
    follows = _follows_its_play(line, events)
    if kind is Kind.PLAY and here and not _is_legible(line, sheet):
        return _as_it_stands(line, Kind.PASS), ply.text
    if kind is Kind.WITHDRAWN and not follows:
        kind = None
    if kind is not None:
        event = _as_it_stands(line, kind, _loses_its_own(line, sheet))
        if kind is Kind.PLAY:
            event = replace(event, letters=_with_dots(line, sheet))
        if kind is Kind.WITHDRAWN:
            event = replace(event, rack=events[_last_turn(events)].rack)
        astray = line.kind is LineKind.BONUS and not follows
        return _as_noted(event, line, sheet), ply.text if astray else ""
    if not line.score:
        turn = _as_it_stands(line, Kind.PASS) if _loses_a_turn(line, events) else None
        return turn, ply.text
    kind = kind_for(line.score)
    return _as_it_stands(line, kind), NOT_SO[kind] + ply.text


def _loses_a_turn(line: Line, events: Sequence[GcgEvent]) -> bool:
    """Whether a penalty took the turn that this player would have had now."""
    at = _last_turn(events)
    last = events[at].player if at >= 0 else Seat.SECOND.place
    return line.kind is LineKind.PENALTY and last != line.seat.place


def _with_dots(line: Line, sheet: Sheet) -> str:
    """The word of a play, with a dot for each tile that lay there, spelled out or not."""
    assert line.placement is not None
    letters = line.placement.letters
    if not (line.fits and line.placed):
        return letters
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    size = load_board(sheet.scheduled.board).size
    start = read_square(line.placement.square)
    first, step = start.row * size + start.column, 1 if start.across else size
    new = {at for at, _ in line.placed}
    tiles = tile_set.cut(letters)
    laid = (tile if first + step * at in new else THROUGH for at, tile in enumerate(tiles))
    return tile_set.spell(laid)


def _as_it_stands(line: Line, kind: Kind, own_tiles: bool = False) -> GcgEvent:
    left = line.tiles if kind is Kind.LEFT and line.tiles != NO_TILES else ""
    rack = "" if line.rack == NO_TILES else line.rack
    placed = line.placement if kind is Kind.PLAY else None
    return GcgEvent(
        kind=kind,
        player=line.seat.place,
        rack=left if own_tiles else rack,
        square=placed.square.upper() if placed else "",
        letters=placed.letters if placed else left or line.tiles,
        count=line.count,
        score=line.score,
        total=line.totals[line.seat.place],
    )


def _as_noted(event: GcgEvent, line: Line, sheet: Sheet) -> GcgEvent:
    """The event with what the file has otherwise than we should; nothing if it was corrected."""
    if line.noted is None or sheet.corrected:
        return event
    noted = line.noted
    return replace(
        event,
        rack=noted.rack or event.rack,
        total=event.total if noted.total is None else noted.total,
        comment=noted.comment,
    )


def _loses_its_own(line: Line, sheet: Sheet) -> bool:
    """Whether a line at the end takes a player's own tiles off."""
    if line.kind is not LineKind.UNPLAYED or line.score > 0:
        return False
    moved = line.note == "single" and line.seat is not sheet.out
    return bool(line.score) or line.note == "own" or moved


def _last_turn(events: Sequence[GcgEvent]) -> int:
    return next((at for at in range(len(events) - 1, -1, -1) if events[at].kind in TURNS), -1)


def _follows_its_play(line: Line, events: Sequence[GcgEvent]) -> bool:
    at = _last_turn(events)
    if at < 0 or any(event.kind is Kind.WITHDRAWN for event in events[at:]):
        return False
    return events[at].kind is Kind.PLAY and events[at].player == line.seat.place


def _where(event: GcgEvent, events: Sequence[GcgEvent]) -> int:
    """Where an event goes: at the end, but a withdrawal at once after its play."""
    return _last_turn(events) + 1 if event.kind is Kind.WITHDRAWN else len(events)


def _put_before_points(at: int, event: GcgEvent, events: list[GcgEvent]) -> None:
    """Put a withdrawal in front of points that came between it and its play."""
    score = event.score or 0
    before = events[at - 1].total or 0
    events.insert(at, replace(event, total=before + score))
    for later in range(at + 1, len(events)):
        if events[later].player == event.player and (total := events[later].total) is not None:
            events[later] = replace(events[later], total=total + score)


def _rack_held_after(at: int, events: Sequence[GcgEvent]) -> str:
    """What a player holds after an event that moves no tile of his: the rack of the next turn."""
    for event in events[at + 1 :]:
        if event.player == events[at].player and (event.kind in TURNS or event.kind is Kind.LEFT):
            return event.rack
    return ""


def _carry(events: list[GcgEvent], amended: Totals) -> None:
    """Let each player's last total be the amended one, for no line of its own could tell it.

    A note says the same in words; whoever adds the scores up finds the difference.
    """
    for seat in Seat:
        own = [at for at, event in enumerate(events) if event.player == seat.place]
        if own:
            events[own[-1]] = replace(events[own[-1]], total=amended[seat.place])


def _is_legible(line: Line, sheet: Sheet) -> bool:
    """Whether a reader could make out the play; what a ruling let stand need not be one."""
    if line.placement is None:
        return True
    try:
        read_square(line.placement.square)
        return bool(load_tile_set(sheet.scheduled.tile_set).cut(line.placement.letters))
    except ValueError:
        return False


def _why(correction: Correction) -> str:
    text = "; ".join(filter(None, (if_shown(correction.reason), if_shown(correction.by))))
    return f" ({text})" if text else ""


def _of_the_line(line: Line, ply: Ply, here: bool) -> list[str]:
    """What is known of a line and has no place in its own event; ``here``: it was made here."""
    notes = [NOTES_OF_KINDS[line.kind]] if here and line.kind in NOTES_OF_KINDS else []
    if (here or line.corrections) and line.computed not in (None, line.announced):
        notes.append(f"Announced {line.announced}, counts {line.computed}.")
    notes += [f"Corrected: was {c.was}, now {c.now}{_why(c)}." for c in line.corrections]
    if line.clocks is not None:
        notes.append(f"Clocks {' '.join(minutes(clock) for clock in line.clocks)}.")
    return [*notes, *ply.remarks]


def _of_the_result(sheet: Sheet) -> list[str]:
    notes = []
    if sheet.final is not None and sheet.final != sheet.totals:
        notes.append(f"Result recorded as {sheet.final[0]} to {sheet.final[1]}.")
    if sheet.ending.margin is not None:
        notes.append(f"Recorded with a margin of {sheet.ending.margin}.")
    signed = [sheet.name(seat) for seat in Seat if seat in sheet.signed_by]
    if signed:
        notes.append(f"Result signed by {' and '.join(signed)}.")
    return notes


LAYOUTS = {"standard": "", "super": "SuperCrosswordGame"}


def exported(sheet: Sheet, tournament_name: str = "") -> bytes:
    """The file. Its notes are in English, whoever asks for it: a game has one file."""
    with speaking(ENGLISH):
        return write_gcg(record_of(sheet, tournament_name))


def record_of(sheet: Sheet, tournament_name: str = "") -> GcgRecord:
    """The game as a GCG record. Player 1 is who plays first.

    A game that was taken in from a file is written as it came, with what happened here since.
    """
    events, before = events_of(sheet)
    file = sheet.file
    if file is None:
        unfinished = sheet.ended in ("", "incomplete", "on-paper", "from-a-file")
        return GcgRecord(
            players=_players(sheet.names),
            events=tuple(events),
            pragmas=tuple(_declared(sheet, tournament_name)),
            notes=tuple(before),
            incomplete="" if unfinished else None,
        )
    stopped = sheet.ended == "incomplete"
    record = GcgRecord(
        players=_players(sheet.names, file.told.nicks if _as_in_the_file(sheet) else None),
        events=tuple(events),
        pragmas=tuple(_declared_there(file.told, _declared(sheet, tournament_name))),
        notes=(*file.told.notes, *before),
        held=tuple(
            Held(place, tiles)
            for place, tiles in enumerate(file.told.racks)
            if tiles and stopped and sheet.version == file.version
        ),
        incomplete=_stops(sheet, file),
    )
    return _turned(record) if file.told.turned else record


def _turned(record: GcgRecord) -> GcgRecord:
    """The record with its players the other way round: the second of them moves first.

    So are two lines that end the game, which stand in the order of the players.
    """
    events = [replace(event, player=1 - event.player) for event in record.events]
    for at in range(1, len(events)):
        one, two = events[at - 1], events[at]
        if one.kind is two.kind is Kind.LEFT and one.player > two.player:
            events[at - 1], events[at] = two, one
    first, second = record.players
    held = tuple(replace(one, player=1 - one.player) for one in reversed(record.held))
    return replace(record, players=(second, first), events=tuple(events), held=held)


def _stops(sheet: Sheet, file: FromFile) -> str | None:
    """What follows the word that the record stops, while it does; ``None`` without that word."""
    if sheet.ended != "incomplete" and sheet.version != file.version:
        return None
    hidden = sheet.withheld and sheet.ended == "incomplete"
    return "" if hidden and file.told.stops is None else file.told.stops


def _declared(sheet: Sheet, tournament_name: str) -> list[Pragma]:
    scheduled = sheet.scheduled
    where = f"{tournament_name or scheduled.tournament}, round {scheduled.round_number}"
    pragmas = (
        Pragma("title", on_one_line(f"{where}, table {scheduled.table}")),
        Pragma("id", f"tilescribe {sheet.id}"),
        _word_list(scheduled.lexicon),
        Pragma("board-layout", LAYOUTS.get(scheduled.board, scheduled.board)),
        *_tiles(scheduled.tile_set),
    )
    return [pragma for pragma in pragmas if pragma.text]


def _tiles(kept: str) -> tuple[Pragma, ...]:
    """Which tiles were played with, so that nobody scores them as English ones."""
    if kept == USUAL_TILES:
        return ()
    name = name_of(kept)
    if name == kept:
        return (Pragma("tile-distribution", name.replace("-", "_")),)
    return (Pragma("tile-distribution", "-".join(name.split())), Pragma("tile-set", kept))


def _declared_there(file: GameFileTakenIn, ours: list[Pragma]) -> list[Pragma]:
    """What the file declared, as it came; ours beside it where it said nothing of the kind.

    Our name of a word list is no declaration of the file's: it is that of the tournament.
    """
    theirs = [Pragma(keyword, text) for keyword, text in file.declared]
    said = {pragma.keyword for pragma in theirs} | {"lexicon", "description"}
    return [*(pragma for pragma in ours if pragma.keyword not in said), *theirs]


def _as_in_the_file(sheet: Sheet) -> bool:
    first = sheet.events[0].fact
    return isinstance(first, GameScheduled) and first.players == sheet.scheduled.players


def _word_list(name: str) -> Pragma:
    """Where words come from: as ``#lexicon`` only if other programs may know the name.

    One that they don't know makes them refuse the file, or judge its words by no list at all.
    """
    if WIDELY_KNOWN.fullmatch(name):
        return Pragma("lexicon", name)
    return Pragma("description", f"Word list: {on_one_line(name)}" if name else "")


WIDELY_KNOWN = re.compile(
    r"(TWL|NWL|NSWL|CSW|OSW|OSWI|OWL|OSPD|CEL|ECWL|FRA|ODS|FISE|FILE|RD|DISC|OSPS|NSF|SWL)\d{0,4}"
    r"|ENABLE\d?|CROEL"
)
"""Word lists as the programs that read game files call them, with a year or a number."""


def _players(names: tuple[str, str], nicks: tuple[str, str] | None = None) -> tuple[Player, Player]:
    first, second = nicks or (
        "_".join(name.split()) or f"player{n}" for n, name in enumerate(names, 1)
    )
    if alike(first) == alike(second):
        second += "2"
    return Player(first, on_one_line(names[0])), Player(second, on_one_line(names[1]))
