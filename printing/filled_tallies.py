"""What a round is told by: its tally sheets, and the slips of its byes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ledger.game.facts.results import TallySheetSigned
from ledger.game.sheet import Sheet
from ledger.game.sheet.on_paper import start_of
from ledger.game.sheet.outcome import outcome_of
from ledger.vocabulary import Seat
from printing.amendments import amended_words
from printing.filled_slips import bye_slip
from printing.heading import marked, table_words
from printing.kinds_of_result import (
    KINDS,
    PROVISIONAL,
    by_margin,
    is_over,
    is_provisional,
    margin_of,
    notes_of,
    result_of,
)
from printing.page import whole
from printing.played import Played
from printing.result_words import ResultSlip
from printing.source import Source, heading_of, numbers_of
from printing.tally_sheet import TallyLine, TallySheet


def tally_sheets_of(played: Played, round_number: int) -> tuple[TallySheet, ...]:
    """The tally sheet of a round, one for each division."""
    games = [each for each in played.games if each[0].scheduled.round_number == round_number]
    divisions = sorted({sheet.scheduled.division for sheet, _ in games})
    unsaid = {
        sheet.scheduled.division
        for sheet, source in games
        if start_of(sheet, source.before).who != 1
    }
    return tuple(
        TallySheet(
            starters_first=division not in unsaid,
            heading=marked(
                played.heading(division, round_number),
                provisional=any(
                    is_provisional(sheet)
                    for sheet, _ in games
                    if sheet.scheduled.division == division
                ),
            ),
            games=(
                *(
                    tally_line(sheet, source, marked=division in unsaid)
                    for sheet, source in in_table_order(games)
                    if sheet.scheduled.division == division
                ),
                *(bye_line(slip) for slip in bye_slips_of(played, division, round_number)),
            ),
        )
        for division in divisions
    )


def in_table_order(games: Sequence[tuple[Sheet, Source]]) -> list[tuple[Sheet, Source]]:
    """Games by table, a replay after the game it replaces."""
    return sorted(games, key=lambda each: (each[0].scheduled.table, each[0].scheduled.replay))


def tally_line(sheet: Sheet, source: Source, *, marked: bool) -> TallyLine:
    """One game on the tally sheet; ``marked``: it is said below the name who starts."""
    names = [f"{whole(numbers_of(sheet)[seat.place])} {sheet.name(seat)}".strip() for seat in Seat]
    scores = result_of(sheet)
    counts = is_over(sheet) and not sheet.ending.voided and sheet.ended != "incomplete"
    won_by = margin_of(sheet) if by_margin(sheet) else outcome_of(sheet).spread
    first, second = (tally_words(sheet, seat, scores) for seat in Seat)
    start = start_of(sheet, source.before)
    notes = [
        ", ".join(part for part in ("starts" if marked and start.by(place) else "", note) if part)
        for place, note in enumerate(amended_notes(sheet))
    ]
    return TallyLine(
        table=table_words(heading_of(sheet, source)),
        players=(names[0], names[1]),
        scores=scores,
        spread=won_by if counts else None,
        notes=(notes[0], notes[1]),
        signed=(first, second),
    )


def amended_notes(sheet: Sheet) -> tuple[str, str]:
    """Below each name how the game came to its result, what was amended, and what may change."""
    first, second = notes_of(sheet)
    amended = amended_words(sheet, Seat.FIRST)
    first = ", ".join(part for part in (first, amended) if part)
    if not is_provisional(sheet):
        return first, second
    if first and not second:  # there is more room below the other name
        return first, PROVISIONAL
    return ", ".join(part for part in (first, PROVISIONAL) if part), second


def tally_words(sheet: Sheet, seat: Seat, scores: tuple[int | None, int | None]) -> str:
    """How a player signed the tally sheet, and for which scores if those are others."""
    found: TallySheetSigned | None = next((x for x in sheet.result.tally if x.seat is seat), None)
    if found is None:
        return ""
    how = "initials" if found.how == "initials" else "signed"
    other = tuple(found.totals) != scores and None not in scores
    return f"{how}: {found.totals[0]} to {found.totals[1]}" if other else how


def bye_slips_of(played: Played, division: str, round_number: int) -> tuple[ResultSlip, ...]:
    """A result slip for everybody who has a bye in a round of a division."""
    heading = replace(played.heading(division, round_number), state="", record_to=None)
    return tuple(
        bye_slip(number, played.named(number), played.bye_worth, heading)
        for _, number in played.byes(division, round_number)
    )


def bye_line(slip: ResultSlip) -> TallyLine:
    """A bye on the tally sheet."""
    player = slip.sides[0]
    name = f"{whole(player.number)} {player.name}".strip()
    return TallyLine(players=(name, KINDS["bye"]), spread=slip.margin)
