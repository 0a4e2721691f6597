"""A game of the ledger as a GCG file, with notes for what the format can't hold.

GCG has no form for holds, verdicts, clocks, corrections, penalties or signatures: those
become ``#note`` lines on the event before them, so that a reader loses nothing, though a
program may.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from ledger.equipment.board import read_square
from ledger.equipment.tile_set import load_tile_set
from ledger.game.sheet import Line, LineKind, Sheet
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.line import Correction
from ledger.gcg.record import GcgEvent, GcgRecord, Kind, Player, Pragma
from ledger.gcg.writing import write_gcg
from ledger.replay.game_told import replay_of
from ledger.replay.replayed import Ply
from ledger.vocabulary import NO_TILES, Seat, Totals
from ledger.vocabulary.clock_time import minutes

LAYOUTS = {"standard": "", "super": "SuperCrosswordGame"}
KINDS = {
    LineKind.PLAY: Kind.PLAY,
    LineKind.EXCHANGE: Kind.EXCHANGE,
    LineKind.PASS: Kind.PASS,
    LineKind.MISSED: Kind.PASS,
    LineKind.TURN_LOST: Kind.PASS,
    LineKind.SAND: Kind.PASS,
    LineKind.WITHDRAWN: Kind.WITHDRAWN,
    LineKind.BONUS: Kind.CHALLENGE,
    LineKind.UNPLAYED: Kind.LEFT,
    LineKind.OVERTIME: Kind.TIME,
}
"""What a line of the sheet is in GCG. The others have no line there and become notes."""


def exported(sheet: Sheet, tournament_name: str = "") -> bytes:
    """The game as a GCG file: UTF-8, with the declaration first."""
    return write_gcg(record_of(sheet, tournament_name))


def record_of(sheet: Sheet, tournament_name: str = "") -> GcgRecord:
    """The game as a GCG record. Player 1 is who plays first."""
    scheduled = sheet.scheduled
    where = f"{tournament_name or scheduled.tournament}, round {scheduled.round_number}"
    pragmas = [
        Pragma("title", _on_one_line(f"{where}, table {scheduled.table}")),
        Pragma("id", f"tilescribe {sheet.id}"),
        _word_list(scheduled.lexicon),
        Pragma("board-layout", LAYOUTS.get(scheduled.board, scheduled.board)),
        Pragma("tile-distribution", "" if scheduled.tile_set == "english" else scheduled.tile_set),
    ]
    events, before = _events(sheet)
    unfinished = sheet.ended in ("", "incomplete", "on-paper", "from-a-file")
    return GcgRecord(
        players=_players(sheet.names),
        events=tuple(events),
        pragmas=tuple(pragma for pragma in pragmas if pragma.text),
        notes=tuple(before),
        incomplete="" if unfinished else None,
    )


def _word_list(name: str) -> Pragma:
    """Where words come from: as ``#lexicon`` only if other programs may know the name.

    One that they don't know makes them refuse the file, or judge its words by no list at all.
    """
    if WIDELY_KNOWN.fullmatch(name):
        return Pragma("lexicon", name)
    return Pragma("description", f"Word list: {_on_one_line(name)}" if name else "")


WIDELY_KNOWN = re.compile(
    r"(TWL|NWL|NSWL|CSW|OSW|OSWI|OWL|OSPD|CEL|ECWL|FRA|ODS|FISE|FILE|RD|DISC|OSPS|NSF|SWL)\d{0,4}"
    r"|ENABLE\d?|CROEL"
)
"""Word lists as the programs that read game files call them, with a year or a number."""


def _players(names: tuple[str, str]) -> tuple[Player, Player]:
    first, second = ("_".join(name.split()) or f"player{n}" for n, name in enumerate(names, 1))
    if first == second:
        second += "2"
    return Player(first, _on_one_line(names[0])), Player(second, _on_one_line(names[1]))


def _events(sheet: Sheet) -> tuple[list[GcgEvent], list[str]]:
    """The events with their notes, and the notes before the first."""
    events: list[GcgEvent] = []
    before: list[str] = []
    for line, ply in zip(sheet.lines, replay_of(sheet).plies, strict=True):
        notes = [_on_one_line(note) for note in (*_of_the_line(line, ply), *ply.notes)]
        if line.kind in KINDS and _fits(line, events) and _is_legible(line, sheet):
            event = _event(line, tuple(notes))
            if event.kind is Kind.WITHDRAWN:
                event = replace(event, rack=events[-1].rack)
            events.append(event)
            continue
        notes.insert(0, _on_one_line(ply.text))
        if events:
            last = events[-1]
            events[-1] = replace(last, notes=(*last.notes, *notes))
        else:
            before += notes
    result = _of_the_result(sheet)
    if sheet.result.amended is not None:
        _carry(events, sheet.result.amended)
    if events:
        last = events[-1]
        events[-1] = replace(last, notes=(*last.notes, *result))
    else:
        before += result
    return events, before


def _carry(events: list[GcgEvent], amended: Totals) -> None:
    """Let each player's last total be the amended one, for no line of its own could tell it.

    A note says the same in words; whoever adds the scores up finds the difference.
    """
    for seat in Seat:
        own = [at for at, event in enumerate(events) if event.player == seat.place]
        if own:
            events[own[-1]] = replace(events[own[-1]], total=amended[seat.place])


def _on_one_line(text: str) -> str:
    """People's words without line breaks, after which they could pass for a turn of the game."""
    return " ".join(text.split())


def _fits(line: Line, events: list[GcgEvent]) -> bool:
    """Whether GCG would understand the line here: some must follow the play they are about."""
    last = events[-1] if events else None
    if line.kind is LineKind.WITHDRAWN:
        return last is not None and last.kind is Kind.PLAY and last.player == line.seat.place
    if line.kind is LineKind.BONUS:
        return last is not None and last.kind is Kind.PLAY and last.player == line.seat.place
    return True


def _is_legible(line: Line, sheet: Sheet) -> bool:
    """Whether a reader could make out the play; what a ruling let stand need not be one."""
    if line.placement is None:
        return True
    try:
        read_square(line.placement.square)
        return bool(load_tile_set(sheet.scheduled.tile_set).cut(line.placement.letters))
    except ValueError:
        return False


def _event(line: Line, notes: tuple[str, ...]) -> GcgEvent:
    kind = KINDS[line.kind]
    rack = "" if line.rack == NO_TILES else line.rack
    left = line.tiles if kind is Kind.LEFT and line.tiles != NO_TILES else ""
    if kind is Kind.LEFT and line.score < 0:
        rack = left
    return GcgEvent(
        kind=kind,
        player=line.seat.place,
        rack=rack,
        square=line.placement.square.upper() if line.placement else "",
        letters=line.placement.letters if line.placement else (left or line.tiles),
        count=line.count,
        score=line.score,
        total=line.totals[line.seat.place],
        notes=notes,
    )


def _why(correction: Correction) -> str:
    """Why and by whom, in brackets, as far as whoever reads is told."""
    told = "; ".join(filter(None, (if_shown(correction.reason), if_shown(correction.by))))
    return f" ({told})" if told else ""


def _of_the_line(line: Line, ply: Ply) -> list[str]:
    """What is known of a line and has no place in its own GCG event."""
    notes = []
    if line.kind is LineKind.MISSED:
        notes.append("The tiles of this turn were not recorded.")
    if line.kind is LineKind.TURN_LOST:
        notes.append("Turn lost: the challenge failed.")
    if line.kind is LineKind.SAND:
        notes.append("Turn lost: the sand ran out.")
    if line.computed is not None and line.computed != line.announced:
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
