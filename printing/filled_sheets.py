"""Score sheets filled from the record: the official one, and a player's own."""

from __future__ import annotations

from ledger import remarks
from ledger.bag import unseen_tiles
from ledger.board import load_board
from ledger.facts.challenges import ChallengeVoided
from ledger.facts.clock import TimeAdjusted
from ledger.facts.fact import Fact
from ledger.facts.results import AmendmentAsked, ResultAmended, ResultReopened
from ledger.facts.scores import CreditApplied, DiscrepancyFound, PenaltyApplied
from ledger.facts.setting_up import GameForfeited, SetChecked, TimeAssigned
from ledger.sheet import Line, LineKind, Sheet
from ledger.sheet.rescoring import findings
from ledger.sheet.telling import told
from ledger.tile_set import load_tile_set
from ledger.vocabulary import Seat
from printing.board_picture import BoardPicture
from printing.closing_block import Adjustment, Closing
from printing.page import clock_words
from printing.player_sheet import OwnTurn, PlayerSheet
from printing.score_sheet import ScoreSheet
from printing.source import (
    NOTHING_ELSE,
    Pair,
    Source,
    blank_letters,
    challenge_points,
    ending_of,
    facts_of,
    finished_at,
    heading_of,
    names_by_seat,
    numbers_of,
    overtime_points,
    penalty_points,
    result_of,
    signatures_of,
    sums,
    unplayed_mode,
    unplayed_points,
)
from printing.tile_tracking import tracking_of
from printing.turn_columns import Turn

SUMMED = frozenset({LineKind.UNPLAYED, LineKind.OVERTIME})
"""Lines that stand in the sums at the foot and not among the turns."""

REMARKED: tuple[type[Fact], ...] = (
    AmendmentAsked,
    ChallengeVoided,
    CreditApplied,
    DiscrepancyFound,
    GameForfeited,
    PenaltyApplied,
    ResultAmended,
    ResultReopened,
    SetChecked,
    TimeAdjusted,
    TimeAssigned,
)
"""Facts that a reader of the paper should know of and that no turn shows."""


def turn_numbers(sheet: Sheet) -> dict[int, int]:
    """The number of each turn, from 1, by the version of its event."""
    turns = [line for line in sheet.lines if line.is_turn or line.kind is LineKind.TURN_LOST]
    return {line.version: number for number, line in enumerate(turns, start=1)}


def score_sheet_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> ScoreSheet:
    """The official score sheet of a game, as far as it has got."""
    numbers = turn_numbers(sheet)
    game = sheet.scheduled
    first, second = sheet.limits
    allowed = (
        clock_words(first) if first == second else f"{clock_words(first)} and {clock_words(second)}"
    )
    return ScoreSheet(
        heading=heading_of(sheet, source),
        names=sheet.names,
        numbers=numbers_of(sheet),
        details=(
            f"Rulebook {game.rulebook}",
            *([f"words: {game.lexicon}"] if game.lexicon else []),
            *([f"{game.tile_set} tiles"] if game.tile_set != "english" else []),
            f"{allowed} on the clock",
        ),
        turns=tuple(
            turn_of(line, numbers, sheet) for line in sheet.lines if line.kind not in SUMMED
        ),
        picture=BoardPicture(load_board(game.board), sheet.squares),
        closing=closing_of(sheet, source),
    )


def turn_of(line: Line, numbers: dict[int, int], sheet: Sheet) -> Turn:
    """One line of the record as a line on paper."""
    beside = line.kind in (LineKind.WITHDRAWN, LineKind.BONUS, LineKind.PENALTY)
    said = [word.word for word in line.words]
    alone = len(said) <= 1 and line.placement is not None and "." not in line.placement.letters
    codes = next(
        (e.envelope.remarks for e in sheet.events if e.originator_version == line.version), ()
    )
    return Turn(
        seat=line.seat,
        move=line.move,
        number=None if beside else numbers.get(line.version),
        words=() if alone else tuple(said),
        score=line.score,
        total=line.totals[line.seat.place],
        clock=line.clocks[line.seat.place] if line.clocks and not beside else None,
        remarks=(
            *([line.note.replace("-", " ")] if line.note else []),
            *(f"corrected: was {each.was}, {each.reason}" for each in line.corrections),
            *(differing(line) if remarks.ANNOUNCED_DIFFERS in codes else ()),
            *(
                code.replace("-", " ")
                for code in codes
                if code != remarks.ANNOUNCED_DIFFERS and not beside
            ),
        ),
    )


def differing(line: Line) -> tuple[str, ...]:
    """That the score announced isn't the one by our count, where that is so still."""
    if line.computed is None or line.announced == line.computed:
        return ()
    return (f"announced {line.announced}, counts {line.computed}",)


def closing_of(sheet: Sheet, source: Source) -> Closing:
    """The foot of the official sheet."""
    mode = unplayed_mode(sheet)
    plays = sums(sheet, LineKind.PLAY, LineKind.MISSED, LineKind.WITHDRAWN)
    final = result_of(sheet)
    return Closing(
        plays=plays,
        adjustments=(
            Adjustment("Challenges", challenge_points(sheet)),
            Adjustment(
                f"Unplayed tiles, {mode}" if mode else "Unplayed tiles", unplayed_points(sheet)
            ),
            Adjustment("Overtime", overtime_points(sheet)),
            Adjustment("Penalties, credits", penalty_points(sheet)),
            *recorded_otherwise(sheet, final),
        ),
        totals=final,
        ending=ending_of(sheet),
        blanks=blank_letters(sheet),
        signatures=signatures_of(sheet, source),
        finished_at=finished_at(sheet, source),
        handed_in_by=names_by_seat(sheet, sheet.handed_in),
        remarks=remarks_of(sheet),
    )


def recorded_otherwise(sheet: Sheet, final: Pair) -> tuple[Adjustment, ...]:
    """The difference between what the lines add up to and the result, if there is one."""
    first, second = final
    if first is None or second is None or final == sheet.totals:
        return ()
    label = "Amended by" if sheet.amended is not None else "Recorded otherwise"
    return (Adjustment(label, (first - sheet.totals[0], second - sheet.totals[1])),)


def remarks_of(sheet: Sheet) -> tuple[str, ...]:
    """What happened that no turn shows, and what doesn't agree, each with its event."""
    happened = [
        (entry.event.originator_version, told(entry.fact, sheet))
        for entry in facts_of(sheet)
        if isinstance(entry.fact, REMARKED)
        and not (isinstance(entry.fact, SetChecked) and entry.fact.complete)
    ]
    disagreeing = [(finding.version, finding.what) for finding in findings(sheet)]
    return tuple(
        f"Event {version}: {what.rstrip('.')}." for version, what in sorted(happened + disagreeing)
    )


def player_sheet_of(sheet: Sheet, seat: Seat, source: Source = NOTHING_ELSE) -> PlayerSheet:
    """A player's own sheet, as the record has it; racks only as far as they were entered."""
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    unseen = unseen_tiles(tile_set, sheet.squares)
    crossed = {tile: count - unseen[tile] for tile, count in tile_set.counts.items()}
    sides = [
        tuple(
            OwnTurn(
                rack=tile_set.cut_rack(line.rack) if who is seat else (),
                word=line.move,
                score=line.score,
                total=line.totals[who.place],
            )
            for line in sheet.lines
            if line.seat is who and line.kind not in SUMMED
        )
        for who in (seat, seat.opponent)
    ]
    order = (seat.place, seat.opponent.place)
    return PlayerSheet(
        heading=heading_of(sheet, source),
        player=sheet.name(seat),
        opponent=sheet.name(seat.opponent),
        started=seat is Seat.FIRST,
        own=sides[0],
        theirs=sides[1],
        sums=tuple(
            (points[order[0]], points[order[1]])
            for points in (unplayed_points(sheet), overtime_points(sheet), result_of(sheet))
        ),
        tracking=tracking_of(tile_set, crossed),
    )
