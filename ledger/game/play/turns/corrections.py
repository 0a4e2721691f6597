"""Putting right what was entered wrong."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.equipment.scoring import Unplaceable
from ledger.game.facts.blanks import BlankDesignated
from ledger.game.facts.endings import (
    GameEnded,
    OvertimeRecorded,
    PlayedOut,
    PlayOutAccepted,
    UnplayedTilesCounted,
)
from ledger.game.facts.holds import HoldCalled, HoldReleased
from ledger.game.facts.scores import EntryCorrected, Replacement, ScoreCorrected
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.facts.turns import TURNS, PlayRecorded, TilesExchanged, TurnMissed
from ledger.game.play.blanks.designating import designated_letter
from ledger.game.play.clock.overtime import must_be_overtime
from ledger.game.play.clock.overtime_rule import overtime_penalty
from ledger.game.play.endings.play_out import counted
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.exchanges.exchanging import must_be_exchangeable
from ledger.game.play.scores.counting import Change, must_be_correctable, must_not_favour
from ledger.game.play.turns.struck import goes_with
from ledger.game.sheet.effective import standing
from ledger.game.sheet.rescoring import rescored
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, words_of
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.vocabulary import Points

CORRECTABLE = (
    *get_args(Replacement), HoldCalled, HoldReleased, PlayedOut, PlayOutAccepted, GameEnded,
)  # fmt: skip
"""What a scorekeeper may put right: turns, blanks, and how the game ended."""


class CorrectScore(Asked, frozen=True, tag="correct-score", kw_only=True):
    """The score of the turn at ``version`` is ``now`` points; who approved it, and why."""

    version: int
    now: Points
    reason: str
    approved_by: str


class CorrectEntry(Asked, frozen=True, tag="correct-entry", kw_only=True):
    """``replacement`` stands in the place of the entry at ``version``; ``None`` strikes it."""

    version: int
    replacement: Replacement | None
    reason: str
    approved_by: str


@decides(CorrectScore, may=STAFF)
def correct_score(sheet: Sheet, asked: CorrectScore, entry: Entry) -> Decision:
    """Put the score of a turn right; the tiles stay (F-03)."""
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    wrong = entry_at(sheet, asked.version)
    fact = wrong.fact if wrong is not None else None
    if wrong is None or not isinstance(fact, PlayRecorded | TurnMissed):
        raise entry.refusal("no-such-entry/turn-with-score", version=asked.version)
    must_not_undo_the_director(wrong, entry)
    must_not_favour(sheet, Change(asked.version, fact.seat, fact.announced, asked.now), entry)
    return Decision(
        (
            ScoreCorrected(
                supersedes=asked.version,
                was=fact.announced,
                now=asked.now,
                reason=asked.reason,
                approved_by=asked.approved_by,
            ),
        )
    )


@decides(CorrectEntry, may=STAFF)
def correct_entry(sheet: Sheet, asked: CorrectEntry, entry: Entry) -> Decision:
    """Put another entry in the place of a wrong one; later turns stay as entered."""
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    wrong = entry_at(sheet, asked.version)
    if wrong is None or isinstance(wrong.event.fact, GameScheduled):
        raise entry.refusal("no-such-entry/correctable", version=asked.version)
    must_not_undo_the_director(wrong, entry)
    replacement = asked.replacement
    if replacement is not None:
        _must_be_of_a_kind(wrong.made, replacement)
        place = asked.version if wrong.before is None else wrong.before - 0.5
        replacement = worked_out(sheet, place, replacement, entry)
    return Decision(
        (
            EntryCorrected(
                supersedes=asked.version,
                replacement=replacement,
                reason=asked.reason,
                approved_by=asked.approved_by,
            ),
        ),
        goes_with(sheet, asked.version) if replacement is None else (),
    )


def entry_at(sheet: Sheet, version: int) -> Standing | None:
    """What stands at ``version``, unless that is a correction itself."""
    return next((x for x in standing(sheet.events) if x.event.originator_version == version), None)


def must_not_undo_the_director(wrong: Standing, entry: Entry) -> None:
    """Refuse to correct what a ruling, a director or a player's hand put there."""
    entry.must_unless_ruled(
        wrong.event.envelope.case is None and isinstance(wrong.made, CORRECTABLE),
        "needs-ruling/not-correctable",
    )


def _must_be_of_a_kind(wrong: Fact, replacement: Replacement) -> None:
    """Refuse to put a turn in the place of something that is none, and the like."""
    kinds = TURNS if isinstance(wrong, TURNS) else (type(wrong),)
    if not isinstance(replacement, kinds):
        raise refusal(
            "unreadable-request/replacement", put=words_of(replacement), there=words_of(wrong)
        )


def worked_out(sheet: Sheet, place: float, replacement: Replacement, entry: Entry) -> Replacement:
    """``replacement`` with what follows from it worked out here, as for a new entry.

    A ruling may say otherwise: then points stand as they were entered.
    """
    match replacement:
        case PlayRecorded():
            try:
                return rescored(sheet, place, replacement)
            except Unplaceable as wrong:
                entry.must_be_ruled(f"{wrong.code}/corrected", wrong=wrong)
                return replace(replacement, computed=None, words=())
        case TilesExchanged():
            must_be_exchangeable(replacement.count)
        case BlankDesignated():
            return replace(replacement, letter=designated_letter(sheet, replacement, entry))
        case UnplayedTilesCounted() if entry.case is None:
            return counted(replacement.racks, sheet, entry)
        case OvertimeRecorded(over=over) if over is not None:
            must_be_overtime(over)
            if entry.case is None:
                return replace(replacement, penalty=overtime_penalty(over, entry.rules))
    return replacement


def must_have_reason(reason: str) -> None:
    """Refuse a correction that does not say what was wrong."""
    if not reason.strip():
        raise refusal("unreadable-request/correction-without-reason")
