"""What must hold for every game, however much went wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from ledger.equipment.tile_set import load_tile_set
from ledger.game.facts.results import RecordsSettled, ResultAmended
from ledger.game.sheet import Sheet, after, replay
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.result_lines import adjustments
from ledger.replay.game_told import replay_of
from ledger.replay.text_sheet import game_text
from ledger.vocabulary import Seat

CUTS = 3
"""At so many places, chosen by chance, is a game cut in two and folded in parts."""


def broken_laws(sheet: Sheet, random: Random, *, cuts: int = CUTS) -> list[str]:
    """Every law that ``sheet`` breaks, in words; none as a rule."""
    return [
        *points_that_do_not_add_up(sheet),
        *tiles_that_do_not_add_up(sheet),
        *tiles_fewer_than_none(sheet),
        *folds_that_differ(sheet, random, cuts),
        *results_not_explained(sheet),
        *results_nobody_stands_for(sheet),
    ]


def points_that_do_not_add_up(sheet: Sheet) -> Iterator[str]:
    """The lines of a sheet add up to its totals, and its running totals step by step."""
    running = [0, 0]
    for line in sheet.lines:
        running[line.seat.place] += line.score
        if tuple(running) != line.totals:
            yield f"event {line.version}: the lines come to {running}, the line says {line.totals}"
            return
    if tuple(running) != sheet.totals:
        yield f"the lines come to {running}, the totals are {sheet.totals}"


def tiles_that_do_not_add_up(sheet: Sheet) -> Iterator[str]:
    """What lies on the board, the racks and in the bag is the set.

    The set as it is: without the tiles that are missing, with those there are too many of.
    """
    whole = (
        load_tile_set(sheet.scheduled.tile_set).size
        - sheet.irregular.missing
        + sheet.irregular.extra
    )
    board, racks, bag = sum(map(bool, sheet.board.squares)), sheet.stock.racks, sheet.stock.bag
    if board + sum(racks) + bag != whole:
        yield f"board {board}, racks {racks}, bag {bag}: not the {whole} tiles of the set"


def tiles_fewer_than_none(sheet: Sheet) -> Iterator[str]:
    """Nobody holds less than nothing, and no bag does; no ruling makes it so.

    One way to it stands: a correction leaves later turns as entered, so that they may need
    tiles which were never drawn. The findings then name it.
    """
    racks, bag = sheet.stock.racks, sheet.stock.bag
    if min(*racks, bag) >= 0:
        return
    named = any(finding.code == "tile-count" for finding in findings(sheet))
    if not sheet.corrected or not named:
        yield f"racks {racks}, bag {bag}: fewer than none"


def folds_that_differ(sheet: Sheet, random: Random, cuts: int = CUTS) -> Iterator[str]:
    """A game folded in one go is the game folded in two parts, and the sheet at hand."""
    whole = replay(sheet.events)
    if whole != sheet:
        yield f"folded again the sheet differs in {_difference(whole, sheet)}"
    for _ in range(cuts):
        cut = random.randint(1, len(sheet.events))
        in_parts = after(replay(sheet.events[:cut]), sheet.events[cut:])
        if in_parts != whole:
            yield f"cut after event {cut} it differs in {_difference(in_parts, whole)}"


def results_not_explained(sheet: Sheet) -> Iterator[str]:
    """The result is the sum of the parts it is explained by; it can be told in every way."""
    rows = {label: (int(first), int(second)) for label, first, second in adjustments(sheet)}
    total = rows.pop("Total")
    stands = rows.pop("Amended to", None) or rows.pop("Recorded as", None) or total
    parts = tuple(sum(row[seat.place] for row in rows.values()) for seat in Seat)
    if parts != total:
        yield f"the parts of the result come to {parts}, the result says {total}"
    if stands != sheet.stands:
        yield f"the result is told as {stands} and recorded as {sheet.final}"
    outcome = outcome_of(sheet)
    if sum(outcome.half_wins) > 2:
        yield f"both win: {outcome.half_wins}"
    game_text(sheet)
    msgspec.json.encode(replay_of(sheet, tournament_name="Simulation", moments=sheet.events))


def results_nobody_stands_for(sheet: Sheet) -> Iterator[str]:
    """A result is final only by both signatures for the scores that stand, or by a ruling."""
    if any(one.fact.totals != sheet.stands for one in sheet.result.signatures):
        yield f"a signature counts that was given for other scores than {sheet.stands}"
    if sheet.is_final and len(sheet.result.signatures) < len(Seat):
        event = sheet.event(sheet.result.carried)
        if not (event.envelope.case or isinstance(event.fact, ResultAmended | RecordsSettled)):
            yield f"event {sheet.result.carried} makes the result final and is no ruling"


def _difference(one: Sheet, other: Sheet) -> str:
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return ", ".join(names) or "nothing"
