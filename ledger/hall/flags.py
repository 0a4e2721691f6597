"""What a director should notice about a game, one word each."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import pairwise

from ledger.equipment.bag import unseen_tiles
from ledger.equipment.tile_set import load_tile_set
from ledger.game.facts.calls import DirectorCalled
from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.endings import CALLED_OFF
from ledger.game.facts.judging import MisadjudicationFound
from ledger.game.facts.results import AmendmentAsked
from ledger.game.facts.scores import EntryCorrected, ScoreCorrected
from ledger.game.facts.turns import SeatsExchanged, TurnInserted
from ledger.game.sheet import LineKind, Sheet
from ledger.game.sheet.disagreeing import ABOUT, FLAG_OF, Disagreement
from ledger.game.sheet.line import LOST_TURNS
from ledger.game.sheet.opened import find
from ledger.game.sheet.rescoring import findings
from ledger.record.standing import standing_of

CORRECTED = (
    ScoreCorrected, EntryCorrected, MisadjudicationFound, TurnInserted, SeatsExchanged,
)  # fmt: skip
UNREADABLE = "unreadable"
"""An event of the game can't be read, so its row stands as it stood before."""

PAPERS_DIFFER = "papers-differ"
"""Two slips of the game tell its result differently, and nobody found yet what holds."""

TAKEN_BACK = "taken-back"
"""Called off unbegun, with its round or as that was put right: found by its address, in no list."""

FLAGS = (
    "challenge", "phoney", "correction", "overtime", "ruling",
    "board-differs", "turns-differ", "score-differs", "end-in-doubt", "six-zeros",
    "director-called", "amendment", PAPERS_DIFFER, TAKEN_BACK,
    UNREADABLE,
)  # fmt: skip

SIX = 6
"""Scoreless turns in a row that can end a game."""


def flags_of(sheet: Sheet, *, differs: AbstractSet[Disagreement] = frozenset()) -> tuple[str, ...]:
    """The flags of the game on ``sheet``.

    A turn taken back before the opponent's entry is no correction: nobody relied on it. What an
    official took back is noticed no more.

    Args:
      sheet: the game.
      differs: what on the sheet needs a director, as ``disagreements`` finds.
    """
    stands = standing_of(sheet.events)
    facts = [type(event.envelope.fact) for event in stands]
    raised = (
        ChallengeIssued in facts,
        any(line.kind is LineKind.WITHDRAWN for line in sheet.lines),
        any(kind in facts for kind in CORRECTED),
        any(sheet.clock.overtime) or (sheet.clock.times is not None and min(sheet.clock.times) < 0),
        any(event.envelope.case is not None for event in stands),
        *(one in differs for one in FLAG_OF),
        sheet.ended == "six-zeros" or (sheet.zero_turns >= SIX and not sheet.ended),
        find(sheet.open, DirectorCalled) is not None,
        find(sheet.open, AmendmentAsked) is not None,
        sheet.result.records_differ is not None,
        sheet.ending.voided in CALLED_OFF,
    )
    return tuple(flag for flag, up in zip(FLAGS, raised, strict=False) if up)


def disagreements(sheet: Sheet) -> frozenset[Disagreement]:
    """What on the sheet needs a director, as far as the hall asks.

    A score announced wrong is mere arithmetic, with which no director interferes unasked.
    Counting a whole game again is slow, so it is asked only of a game that was corrected or
    is over, and not where one look settles it: the score of a play is worked out when it is
    entered, on the board as it stands then.
    """
    if not (sheet.corrected or sheet.ended):
        return frozenset()
    if not sheet.corrected and _plays_settle_it(sheet):
        return frozenset()
    return frozenset(ABOUT[one.code] for one in findings(sheet) if one.for_director)


def _plays_settle_it(sheet: Sheet) -> bool:
    """Whether nothing can disagree on this sheet but announced scores."""
    if sheet.board.blanks or (sheet.result.proposed or sheet.totals) != sheet.totals:
        return False
    laid: list[str] = []
    for line in sheet.lines:
        if line.kind is LineKind.PLAY:
            if line.computed is None or not line.fits:
                return False
            laid += [tile for _, tile in line.placed]
        elif line.kind is LineKind.MISSED:
            return False
    turns = [x.seat for x in sheet.lines if x.is_turn or x.kind in LOST_TURNS]
    if any(one is next_one for one, next_one in pairwise(turns)):
        return False
    # Tiles that came off again are counted too: too many is then only "have a closer look".
    unseen = unseen_tiles(load_tile_set(sheet.scheduled.tile_set), laid)
    return min(unseen.values()) >= 0
