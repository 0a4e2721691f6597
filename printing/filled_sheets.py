"""Score sheets filled from the record: the official one, and a player's own."""

from __future__ import annotations

import re
from dataclasses import replace

from ledger.equipment.bag import unseen_tiles
from ledger.equipment.board import load_board
from ledger.equipment.tile_set import THROUGH, load_tile_set
from ledger.game.facts.scores import CreditApplied
from ledger.game.sheet import Line, LineKind, Sheet
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.on_paper import kept_on_paper, said_of_start, start_of
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.plays import with_dots
from printing.board_picture import BoardPicture
from printing.closing_words import Adjustment, Closing, rows_of
from printing.filled_sanctions import sanctions_of
from printing.irregularities import noted, remarks_of, since, written_at
from printing.kinds_of_result import (
    IN_PLAY,
    Pair,
    by_margin,
    ending_words,
    margin_of,
    provisional_words,
    result_of,
)
from printing.moves import move_words
from printing.officials import officials_of
from printing.page import clock_words
from printing.places import turn_numbers
from printing.player_columns import OwnTurn
from printing.player_sheet import PlayerSheet
from printing.score_sheet import ScoreSheet
from printing.signature import Signature
from printing.source import (
    NOTHING_ELSE,
    Source,
    blank_letters,
    book_of,
    challenge_points,
    credit_points,
    finished_at,
    heading_of,
    names_by_seat,
    numbers_of,
    overtime_points,
    penalty_points,
    signatures_of,
    sums,
    unplayed_mode,
    unplayed_points,
)
from printing.tile_tracking import tracking_of
from printing.turn_columns import Turn

SUMMED = frozenset({LineKind.UNPLAYED, LineKind.OVERTIME})
"""Lines that stand in the sums at the foot and not among the turns."""

BESIDE = frozenset(
    {LineKind.WITHDRAWN, LineKind.BONUS, LineKind.COST, LineKind.PENALTY, LineKind.CREDIT}
)
"""Lines that stand beside a turn."""

MODE = re.compile(r"points-per-(?P<each>word|turn)-(?P<points>\d+)")


def score_sheet_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> ScoreSheet:
    """The official score sheet of a game, as far as it has got."""
    numbers = turn_numbers(sheet)
    game = sheet.scheduled
    first, second = sheet.clock.limits
    allowed = (
        clock_words(first) if first == second else f"{clock_words(first)} and {clock_words(second)}"
    )
    return ScoreSheet(
        heading=replace(heading_of(sheet, source), provisional=provisional_words(sheet)),
        names=sheet.names,
        numbers=numbers_of(sheet),
        starter_known=start_of(sheet).who > 0,
        by_starts=_by_starts(sheet, source),
        details=(
            f"Rulebook {book_of(game)}",
            *([f"words: {game.lexicon}"] if game.lexicon else []),
            *([f"{game.tile_set} tiles"] if game.tile_set != "english" else []),
            f"{allowed} on the clock",
        ),
        turns=tuple(
            turn_of(line, numbers, sheet) for line in sheet.lines if line.kind not in SUMMED
        ),
        picture=BoardPicture(load_board(game.board), sheet.board.squares),
        closing=closing_of(sheet, source),
        sanctions=sanctions_of(sheet, source),
    )


def _by_starts(sheet: Sheet, source: Source) -> int:
    """Who is to start by the starts so far, on a sheet that has nothing of the game yet."""
    return 0 if said_of_start(sheet) or sheet.lines else start_of(sheet, source.before).who


def turn_of(line: Line, numbers: dict[int, int], sheet: Sheet) -> Turn:
    """One line of the record as a line on paper."""
    beside = line.kind in BESIDE
    said = [word.word for word in line.words]
    move = move_words(line, sheet)
    alone = len(said) <= 1 and line.placement is not None and THROUGH not in with_dots(move)
    event = sheet.event(line.version)
    differs = remarks.ANNOUNCED_DIFFERS in event.envelope.remarks
    return Turn(
        seat=line.seat,
        move="credit" if isinstance(event.fact, CreditApplied) else move,
        number=None if beside else numbers.get(line.version),
        words=() if alone else tuple(said),
        score=line.score,
        written=written_at(sheet).get(line.version, (None, None)),
        total=line.totals[line.seat.place],
        clock=line.clocks[line.seat.place] if line.clocks and not beside else None,
        remarks=(
            *([note_words(line.note)] if line.note else []),
            *(
                ", ".join(filter(None, (f"corrected: was {each.was}", if_shown(each.reason))))
                for each in line.corrections
            ),
            *(differing(line, sheet) if differs else ()),
            *(() if beside else noted(event, sheet)),
        ),
    )


def note_words(note: str) -> str:
    """A note of the record in words for paper: the ways to count a challenge, and causes.

    >>> note_words("points-per-word-5")
    '5 points a word'
    """
    mode = MODE.fullmatch(note)
    return f"{mode['points']} points a {mode['each']}" if mode else note.replace("-", " ")


def differing(line: Line, sheet: Sheet) -> tuple[str, ...]:
    """That the score announced isn't the one by our count, where that is so still."""
    if line.computed is None or line.announced == line.computed:
        return ()
    words = f"announced {line.announced}, counts {line.computed}"
    return (since(sheet, line.version, remarks.ANNOUNCED_DIFFERS, words),)


def closing_of(sheet: Sheet, source: Source) -> Closing:
    """The foot of the official sheet."""
    mode = unplayed_mode(sheet)
    plays = sums(sheet, LineKind.PLAY, LineKind.MISSED, LineKind.WITHDRAWN)
    final, given = result_of(sheet), credit_points(sheet)
    first, second = signatures_of(sheet, source)
    closing = Closing(
        plays=plays,
        adjustments=_on_paper(sheet)
        or (
            Adjustment("Challenges", challenge_points(sheet)),
            Adjustment(
                f"Unplayed tiles, {mode}" if mode else "Unplayed tiles", unplayed_points(sheet)
            ),
            Adjustment("Overtime", overtime_points(sheet)),
            Adjustment("Penalties", penalty_points(sheet)),
            *([Adjustment("Credits", given)] if any(given) else []),
            *recorded_otherwise(sheet, final),
        ),
        totals=final,
        so_far=sheet.totals if sheet.state in IN_PLAY else (None, None),
        provisional=bool(provisional_words(sheet)),
        by_margin=by_margin(sheet) or bool(sheet.ending.voided),
        margin=margin_of(sheet),
        ending=ending_words(sheet),
        blanks=blank_letters(sheet),
        signatures=(replace(first, before=""), replace(second, before="")),
        finished_at=finished_at(sheet, source),
        handed_in_by=names_by_seat(sheet, sheet.result.handed_in),
        remarks=(
            *officials_of(sheet, source),
            *signed_before(sheet, (first, second)),
            *remarks_of(sheet),
        ),
    )
    return closing if sheet.lines or final != NOT_YET else _to_write_in(closing)


NOT_YET: Pair = (None, None)


def _to_write_in(closing: Closing) -> Closing:
    """The sums of a game of which nothing is recorded: no nought stands where a hand writes."""
    asked = tuple(replace(each, points=NOT_YET) for each in closing.adjustments)
    return replace(closing, plays=NOT_YET, adjustments=asked, so_far=NOT_YET)


def signed_before(sheet: Sheet, signatures: tuple[Signature, Signature]) -> tuple[str, ...]:
    """What stands beside signatures, as remarks: the boxes are for the hands."""
    return tuple(
        f"Signature of {sheet.name(seat)}: {signatures[seat.place].before}."
        for seat in Seat
        if signatures[seat.place].before
    )


def _on_paper(sheet: Sheet) -> tuple[Adjustment, ...]:
    """What a slip has beyond the lines that were recorded, where the game was kept on paper."""
    if not kept_on_paper(sheet):
        return ()
    told = {LineKind.SLIP: "As on the slip", LineKind.FILE: "As in the file"}
    kinds = {line.kind for line in sheet.lines}
    more = (Adjustment(label, sums(sheet, kind)) for kind, label in told.items() if kind in kinds)
    return (*more, *recorded_otherwise(sheet, result_of(sheet)))


def recorded_otherwise(sheet: Sheet, final: Pair) -> tuple[Adjustment, ...]:
    """The difference between what the lines add up to and the result, if there is one."""
    first, second = final
    if first is None or second is None or final == sheet.totals:
        return ()
    label = "Amended by" if sheet.result.amended is not None else "Recorded otherwise"
    return (Adjustment(label, (first - sheet.totals[0], second - sheet.totals[1])),)


def player_sheet_of(sheet: Sheet, seat: Seat, source: Source = NOTHING_ELSE) -> PlayerSheet:
    """A player's own sheet, as the record has it; racks only as far as they were entered."""
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    unseen = unseen_tiles(tile_set, sheet.board.squares)
    crossed = {tile: count - unseen[tile] for tile, count in tile_set.counts.items()}
    sides = [
        tuple(
            OwnTurn(
                rack=tile_set.cut_rack(line.rack) if who is seat else (),
                word=move_words(line, sheet),
                score=line.score,
                total=line.totals[who.place],
            )
            for line in sheet.lines
            if line.seat is who and line.kind not in SUMMED
        )
        for who in (seat, seat.opponent)
    ]
    own, theirs = seat.place, seat.opponent.place
    start = start_of(sheet, source.before)
    return PlayerSheet(
        heading=replace(heading_of(sheet, source), provisional=provisional_words(sheet)),
        player=sheet.name(seat),
        opponent=sheet.name(seat.opponent),
        started=start.by(seat.place),
        by_starts=start.known == "balanced" and not said_of_start(sheet),
        own=sides[0],
        theirs=sides[1],
        blanks=blank_letters(sheet),
        sums=tuple(
            Adjustment(each.label, (each.points[own], each.points[theirs]))
            for each in rows_of(closing_of(sheet, source))
        ),
        tracking=tracking_of(tile_set, crossed),
    )
