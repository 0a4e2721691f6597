"""What may be written next: one small pure function per kind of request.

``DECISIONS`` is the whole table; ``decide`` looks a request up in it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ledger.decisions import (
    amendments,
    arrivals,
    blank_disputes,
    blanks,
    calls,
    challenges,
    clock,
    corrections,
    courtesy,
    declared_over,
    disputes,
    draw_order,
    drawing,
    drawn_off,
    dropped_tiles,
    emergencies,
    endings,
    exchange_objections,
    exchange_verdicts,
    exchanges,
    false_blanks,
    forfeits,
    found_tiles,
    holds,
    judging,
    keeping,
    lateness,
    leaving,
    missing_tiles,
    new_letters,
    orientation,
    overdraw_steps,
    overdraws,
    overtime,
    papers,
    placement,
    plays,
    putting_off,
    recounts,
    resignations,
    restarts,
    retractions,
    sand,
    scores,
    setting_up,
    signing,
    slips,
    spills,
    starting,
    timers,
    turn_order,
    underdraws,
    unwanted_tiles,
    upsets,
    virtual_play,
)
from ledger.decisions.entry import Asked, Decide, Decision, Entry
from ledger.game.sheet.sheet import Sheet
from ledger.record.known_words import must_be_listed
from ledger.vocabulary.bounds import must_make_sense

DECISIONS: dict[type[Asked], Decide] = {
    **setting_up.DECISIONS,
    **plays.DECISIONS,
    **retractions.DECISIONS,
    **exchanges.DECISIONS,
    **blanks.DECISIONS,
    **blank_disputes.DECISIONS,
    **false_blanks.DECISIONS,
    **exchange_objections.DECISIONS,
    **exchange_verdicts.DECISIONS,
    **placement.DECISIONS,
    **orientation.DECISIONS,
    **new_letters.DECISIONS,
    **unwanted_tiles.DECISIONS,
    **holds.DECISIONS,
    **challenges.DECISIONS,
    **slips.DECISIONS,
    **restarts.DECISIONS,
    **judging.DECISIONS,
    **courtesy.DECISIONS,
    **drawn_off.DECISIONS,
    **calls.DECISIONS,
    **clock.DECISIONS,
    **draw_order.DECISIONS,
    **drawing.DECISIONS,
    **dropped_tiles.DECISIONS,
    **found_tiles.DECISIONS,
    **missing_tiles.DECISIONS,
    **overdraws.DECISIONS,
    **overdraw_steps.DECISIONS,
    **spills.DECISIONS,
    **underdraws.DECISIONS,
    **endings.DECISIONS,
    **overtime.DECISIONS,
    **resignations.DECISIONS,
    **declared_over.DECISIONS,
    **forfeits.DECISIONS,
    **corrections.DECISIONS,
    **turn_order.DECISIONS,
    **scores.DECISIONS,
    **signing.DECISIONS,
    **amendments.DECISIONS,
    **virtual_play.DECISIONS,
    **sand.DECISIONS,
    **timers.DECISIONS,
    **leaving.DECISIONS,
    **putting_off.DECISIONS,
    **emergencies.DECISIONS,
    **arrivals.DECISIONS,
    **lateness.DECISIONS,
    **starting.DECISIONS,
    **papers.DECISIONS,
    **recounts.DECISIONS,
    **disputes.DECISIONS,
    **upsets.DECISIONS,
    **keeping.DECISIONS,
}

AnyAsked: Any = reduce(or_, DECISIONS)
"""The union of all requests, for reading one from JSON."""


def decide(sheet: Sheet, asked: Asked, entry: Entry) -> Decision:
    """What is to be written for ``asked``.

    Raises:
      Refusal: why nothing is.
    """
    must_be_listed(asked)
    must_make_sense(asked, entry.clocks)
    keeping.must_keep_the_table(sheet, asked, entry)
    return DECISIONS[type(asked)](sheet, asked, entry)


__all__ = ["DECISIONS", "AnyAsked", "Asked", "Decision", "Entry", "decide"]
