"""Scores on both players' sheets, and a dispute about them that the director settles (F-05)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.scores import Counted, ScoreDisputeSettled, ScoresWritten
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.scores.counting import (
    changes_of,
    counted_turns,
    must_be_correctable,
    scores_changed,
)
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat, Totals


class WriteScores(Asked, frozen=True, tag="write-scores", kw_only=True):
    """What ``seat`` has on the own score sheet; fields as in ``ScoresWritten``."""

    seat: Seat
    turn: int = 0
    score: Points | None = None
    totals: Totals | None = None


class SettleScores(Asked, frozen=True, tag="settle-scores", kw_only=True):
    """The director settles the scores: turns that are worth something else, and why."""

    scores: Counted = ()
    reason: str


@decides(WriteScores, may=STAFF)
def write_scores(sheet: Sheet, asked: WriteScores, entry: Entry) -> Decision:
    """Keep what a player wrote beside what the record says; nothing follows from it (F-01)."""
    if asked.score is None and asked.totals is None:
        raise entry.refusal("unreadable-request/score-kept")
    if asked.turn and all(turn.version != asked.turn for turn in counted_turns(sheet)):
        raise entry.refusal("no-such-entry/turn-disputed", version=asked.turn)
    return Decision(
        (ScoresWritten(seat=asked.seat, turn=asked.turn, score=asked.score, totals=asked.totals),)
    )


@decides(SettleScores, may=DIRECTORS)
def settle_scores(sheet: Sheet, asked: SettleScores, entry: Entry) -> Decision:
    """Settle a dispute, which takes a ruling; all the arithmetic is written with it."""
    must_be_correctable(sheet, entry)
    entry.must_be_ruled("needs-ruling/scores")
    turns = counted_turns(sheet)
    changes = changes_of(turns, asked.scores)
    corrections, now = scores_changed(sheet, changes, asked.reason, entry.by)
    found = {change.version: change.now for change in changes}
    settled = ScoreDisputeSettled(
        turns=tuple((turn.version, found.get(turn.version, turn.score)) for turn in turns),
        was=sheet.totals,
        now=now,
    )
    return Decision((settled, *corrections))
