"""What may be written next: one small pure function per kind of request.

``DECISIONS`` is the whole table; ``decide`` looks a request up in it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ledger.game.play.arrivals import arriving, lateness
from ledger.game.play.blanks import blank_disputes, designating, false_blanks, new_letters
from ledger.game.play.calls import calling
from ledger.game.play.challenges import challenging
from ledger.game.play.clock import clock, overtime, sand, timers
from ledger.game.play.drawing import (
    draw_order,
    drawn_off,
    dropped_tiles,
    noting,
    overdraw_steps,
    overdraws,
    underdraws,
)
from ledger.game.play.endings import declared_over, forfeits, play_out, resignations
from ledger.game.play.entry import Asked, Decide, Decision, Entry
from ledger.game.play.exchanges import exchanging, objections, unwanted_tiles, verdicts
from ledger.game.play.holds import courtesy, holding
from ledger.game.play.judging import other_opinions, restarts, slips
from ledger.game.play.keeping import keeping
from ledger.game.play.leaving import emergencies, leaving, putting_off
from ledger.game.play.loose_tiles import found_tiles, missing_tiles, spills
from ledger.game.play.placement import orientation, placement
from ledger.game.play.results import amendments, papers, signing
from ledger.game.play.scores import agreeing, disputes, recounts
from ledger.game.play.setting_up import first_acts, set_up
from ledger.game.play.turns import corrections, plays, retractions, turn_order
from ledger.game.play.upsets import upset
from ledger.game.play.virtual_play import platform
from ledger.game.sheet.sheet import Sheet
from ledger.record.known_words import must_be_listed
from ledger.vocabulary.bounds import must_make_sense

DECISIONS: dict[type[Asked], Decide] = {
    **set_up.DECISIONS,
    **plays.DECISIONS,
    **retractions.DECISIONS,
    **exchanging.DECISIONS,
    **designating.DECISIONS,
    **blank_disputes.DECISIONS,
    **false_blanks.DECISIONS,
    **objections.DECISIONS,
    **verdicts.DECISIONS,
    **placement.DECISIONS,
    **orientation.DECISIONS,
    **new_letters.DECISIONS,
    **unwanted_tiles.DECISIONS,
    **holding.DECISIONS,
    **challenging.DECISIONS,
    **slips.DECISIONS,
    **restarts.DECISIONS,
    **other_opinions.DECISIONS,
    **courtesy.DECISIONS,
    **drawn_off.DECISIONS,
    **calling.DECISIONS,
    **clock.DECISIONS,
    **draw_order.DECISIONS,
    **noting.DECISIONS,
    **dropped_tiles.DECISIONS,
    **found_tiles.DECISIONS,
    **missing_tiles.DECISIONS,
    **overdraws.DECISIONS,
    **overdraw_steps.DECISIONS,
    **spills.DECISIONS,
    **underdraws.DECISIONS,
    **play_out.DECISIONS,
    **overtime.DECISIONS,
    **resignations.DECISIONS,
    **declared_over.DECISIONS,
    **forfeits.DECISIONS,
    **corrections.DECISIONS,
    **turn_order.DECISIONS,
    **agreeing.DECISIONS,
    **signing.DECISIONS,
    **amendments.DECISIONS,
    **platform.DECISIONS,
    **sand.DECISIONS,
    **timers.DECISIONS,
    **leaving.DECISIONS,
    **putting_off.DECISIONS,
    **emergencies.DECISIONS,
    **arriving.DECISIONS,
    **lateness.DECISIONS,
    **first_acts.DECISIONS,
    **papers.DECISIONS,
    **recounts.DECISIONS,
    **disputes.DECISIONS,
    **upset.DECISIONS,
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
