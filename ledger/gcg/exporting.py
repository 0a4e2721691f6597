"""A game of the ledger as a GCG file, with notes for what the format can't hold.

GCG has no form for holds, verdicts, clocks, corrections or signatures: those
become ``#note`` lines on the event before them, so that a reader loses nothing, though a
program may.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from ledger.game.facts.files import GameFileTakenIn
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.sheet import Sheet
from ledger.game.sheet.sheet import FromFile
from ledger.gcg.players import alike
from ledger.gcg.record import GcgRecord, Held, Kind, Player, Pragma
from ledger.gcg.sheet_events import events_of, on_one_line
from ledger.gcg.writing import write_gcg

LAYOUTS = {"standard": "", "super": "SuperCrosswordGame"}


def exported(sheet: Sheet, tournament_name: str = "") -> bytes:
    """The game as a GCG file: UTF-8, with the declaration first."""
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
    """What we declare of a game that was played here."""
    scheduled = sheet.scheduled
    where = f"{tournament_name or scheduled.tournament}, round {scheduled.round_number}"
    pragmas = (
        Pragma("title", on_one_line(f"{where}, table {scheduled.table}")),
        Pragma("id", f"tilescribe {sheet.id}"),
        _word_list(scheduled.lexicon),
        Pragma("board-layout", LAYOUTS.get(scheduled.board, scheduled.board)),
        Pragma("tile-distribution", "" if scheduled.tile_set == "english" else scheduled.tile_set),
    )
    return [pragma for pragma in pragmas if pragma.text]


def _declared_there(told: GameFileTakenIn, ours: list[Pragma]) -> list[Pragma]:
    """What the file declared, as it came; ours beside it where it said nothing of the kind.

    Our name of a word list is no declaration of the file's: it is that of the tournament.
    """
    theirs = [Pragma(keyword, text) for keyword, text in told.declared]
    said = {pragma.keyword for pragma in theirs} | {"lexicon", "description"}
    return [*(pragma for pragma in ours if pragma.keyword not in said), *theirs]


def _as_in_the_file(sheet: Sheet) -> bool:
    """Whether the players still have the names that they were entered with."""
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
