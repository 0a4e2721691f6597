"""Two states of a game in, the bytes of an evidence sheet out."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.sheet.line import Line
from ledger.game.sheet.outcome import start_of
from ledger.game.sheet.sheet import Sheet
from ledger.replay.replayed import Incident
from ledger.replay.what_if import difference
from ledger.vocabulary.bounds import some
from printing.engine.page import clock_words, signed
from printing.languages import say
from printing.papers import Papers
from printing.sheets.board_picture import EVIDENCE_SHEET, BoardAt, BoardPicture, EvidenceSheet
from printing.sheets.filled_sheets import move_words
from printing.source import Source, book_of, heading_of, name_of_game, place_words, turn_numbers


def evidence_sheet_papers(
    sheet: Sheet,
    states: tuple[int, int],
    incidents: tuple[Incident, ...],
    source: Source,
) -> Papers:
    """The evidence sheet of a game after two of its events, each state as it was known then."""
    return Papers.of(EVIDENCE_SHEET, source, evidence_of(sheet, states, incidents, source))


def evidence_of(
    sheet: Sheet, states: tuple[int, int], incidents: tuple[Incident, ...], source: Source
) -> EvidenceSheet:
    one, other = (sheet_as_known(sheet, at=version) for version in states)
    first, second = sheet.names
    return EvidenceSheet(
        heading=replace(
            heading_of(sheet, source),
            state=f"{sheet.version}x{states[0]}x{states[1]}/{name_of_game(sheet)}",
        ),
        players=(first, second),
        starter_known=start_of(sheet).who > 0,
        rulebook=book_of(sheet.scheduled),
        boards=tuple(_board(known) for known in (one, other)),
        differs=(
            *(
                (
                    row.what,
                    say("paper.one-beside-other", one=row.one or "–", other=row.other or "–"),
                )
                for row in difference(one, other)
                if not row.what.startswith(SQUARE) or row.what not in laid_between(one, other)
            ),
            *turns_between(one, other),
        ),
        between=tuple(
            (f"{each.written_at.astimezone(source.zone):%H:%M:%S}", _words(each, source))
            for each in incidents
            if each.version <= max(states)
        ),
    )


SQUARE = "Square "
"""How a row begins that tells of a square."""


def _new_lines(one: Sheet, other: Sheet) -> list[Line]:
    """The lines that only one of two states has: those of the turns between them."""
    known = {line.version for line in one.lines} & {line.version for line in other.lines}
    more = max(one, other, key=lambda sheet: sheet.version)
    return [line for line in more.lines if line.version not in known]


def laid_between(one: Sheet, other: Sheet) -> set[str]:
    """The squares on which turns between two states laid tiles: the turns tell of them."""
    width = int(len(one.board.squares) ** 0.5)
    return {
        f"{SQUARE}{at // width + 1}{chr(ord('A') + at % width)}"
        for line in _new_lines(one, other)
        for at, _ in line.placed
    }


def turns_between(one: Sheet, other: Sheet) -> tuple[tuple[str, str], ...]:
    """What was played between two states, line by line, as the score sheet has it."""
    more = max(one, other, key=lambda sheet: sheet.version)
    numbers = turn_numbers(more)
    return tuple(
        (
            say("paper.turn-numbers", numbers=numbers[line.version])
            if line.version in numbers
            else say("paper.beside-turn"),
            f"{more.name(line.seat)}: {move_words(line, more)}, {signed(line.score)}",
        )
        for line in _new_lines(one, other)
    )


def _board(known: Sheet) -> BoardAt:
    place = place_words(known, known.version)
    return BoardAt(
        caption=say(
            "paper.place-event", place=f"{place[:1].upper()}{place[1:]}", event=known.version
        ),
        known=known_of(known),
        picture=BoardPicture(load_board(known.scheduled.board), known.board.squares),
    )


def _words(one: Incident, source: Source) -> str:
    who = source.official(one.by)
    told = (
        say(
            "paper.event-told-late",
            event=one.version, words=one.words, who=who, late=some(one.late, "second"),
        )
        if one.late
        else say("paper.event-told", event=one.version, words=one.words, who=who)
    )  # fmt: skip
    if (ruling := one.ruling) is None:
        return told
    finding, citation = ruling.finding, ruling.citation
    return (
        told
        + " "
        + say("paper.ruling-called", called=ruling.called, finding=finding, citation=citation)
    )


def known_of(then: Sheet) -> str:
    times = then.clock.times
    clocks = " / ".join(clock_words(one) for one in times) if times else say("paper.not-read")
    return say(
        "paper.score-and-clocks", score=f"{then.totals[0]} : {then.totals[1]}", clocks=clocks
    )
