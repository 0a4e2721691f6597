"""The fold: from the events of one game to its sheet. Pure, and it never refuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ledger.equipment.board import Squares, empty_squares, load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.sheet.effective import CORRECTIONS, standing
from ledger.game.sheet.folds import (
    arrivals,
    blanks,
    calls,
    challenges,
    clock,
    drawing,
    endings,
    exchanges,
    files,
    holds,
    judging,
    keeping,
    leaving,
    loose_tiles,
    placement,
    results,
    scores,
    setting_up,
    turns,
    upsets,
    virtual_play,
    word_facts,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.line import Stock
from ledger.game.sheet.parts import AtTheClock, OnBoard
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.signed import with_signatures
from ledger.game.sheet.standing import Standing
from ledger.record.events import Event
from ledger.vocabulary import RACK_SIZE

FOLDS: Folds = {
    **calls.FOLDS,
    **setting_up.FOLDS,
    **turns.FOLDS,
    **blanks.FOLDS,
    **exchanges.FOLDS,
    **placement.FOLDS,
    **holds.FOLDS,
    **challenges.FOLDS,
    **judging.FOLDS,
    **clock.FOLDS,
    **drawing.FOLDS,
    **loose_tiles.FOLDS,
    **endings.FOLDS,
    **scores.FOLDS,
    **results.FOLDS,
    **leaving.FOLDS,
    **arrivals.FOLDS,
    **upsets.FOLDS,
    **keeping.FOLDS,
    **virtual_play.FOLDS,
    **word_facts.FOLDS,
    **files.FOLDS,
}
"""What each kind of fact does to the sheet. A test compares it with the vocabulary."""


def replay(events: Iterable[Event]) -> Sheet:
    """Fold the events of one game, oldest first, into its sheet.

    Raises:
      ValueError: there are no events, or the first is not ``GameScheduled``.
    """
    return with_signatures(_folded(tuple(events)), _folded)


def _folded(kept: Sequence[Event]) -> Sheet:
    """What the events add up to, but for which signatures stand."""
    if not kept or not isinstance(kept[0].fact, GameScheduled):
        raise ValueError("a game starts with GameScheduled")
    sheet = blank_sheet(kept[0], kept[0].fact)
    if _corrects(kept):
        for entry in standing(kept)[1:]:
            if entry.fact is not None:
                sheet = FOLDS[type(entry.fact)](sheet, entry.fact, entry)
        sheet = replace(sheet, corrected=True)
    else:
        for event in kept[1:]:
            fact = event.envelope.fact
            sheet = FOLDS[type(fact)](sheet, fact, Standing(event, fact, ()))
    return replace(sheet, events=tuple(kept), version=kept[-1].originator_version)


def after(sheet: Sheet, events: Sequence[Event]) -> Sheet:
    """The sheet after ``events``, which follow those it holds.

    A correction folds the game again from its first event; anything else adds to the sheet.
    """
    kept = sheet.events + tuple(events)
    if sheet.corrected or _corrects(events):
        return replay(kept)
    for event in events:
        fact = event.envelope.fact
        sheet = FOLDS[type(fact)](sheet, fact, Standing(event, fact, ()))
    sheet = replace(sheet, events=kept, version=kept[-1].originator_version)
    unsigned = not (
        sheet.result.given
        or sheet.result.ruled_at
        or sheet.result.signatures
        or sheet.result.carried
    )
    return sheet if unsigned else with_signatures(sheet, _folded)


def _corrects(events: Sequence[Event]) -> bool:
    """Whether one of ``events`` is a correction."""
    return not {type(event.envelope.fact) for event in events}.isdisjoint(CORRECTIONS)


def blank_sheet(event: Event, fact: GameScheduled) -> Sheet:
    """The sheet before anything happened but that the game was scheduled."""
    return Sheet(
        id=event.originator_id,
        version=event.originator_version,
        events=(event,),
        scheduled=fact,
        board=OnBoard(squares=_empty(fact.board)),
        stock=full_stock(fact.tile_set),
        clock=AtTheClock(limits=fact.time_limits),
    )


@lru_cache
def _empty(board: str) -> Squares:
    return empty_squares(load_board(board))


@lru_cache
def full_stock(tile_set: str) -> Stock:
    """The stock when both racks have been drawn and nothing played."""
    return Stock(load_tile_set(tile_set).size - 2 * RACK_SIZE, (RACK_SIZE, RACK_SIZE))
