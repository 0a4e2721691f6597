"""Scores found to be other than written: what changes, and in whose favour."""

from __future__ import annotations

from typing import NamedTuple

from ledger.game.facts.scores import Counted, ScoreCorrected
from ledger.game.play.entry import Entry, must_not_be_final
from ledger.game.play.results.signing_rule import scores_are_closed
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.vocabulary import Points, Seat, Totals


class Change(NamedTuple):
    """One turn found to be worth something else."""

    version: int
    seat: Seat
    was: Points
    now: Points

    @property
    def favours(self) -> Seat:
        """Whose margin it improves."""
        return self.seat if self.now > self.was else self.seat.opponent


def counted_turns(sheet: Sheet) -> tuple[Line, ...]:
    """Every turn there is to count, oldest first; those that scored nothing included."""
    return tuple(line for line in sheet.lines if line.is_turn)


def changes_of(turns: tuple[Line, ...], scores: Counted) -> tuple[Change, ...]:
    """What changes where these turns are worth ``scores``."""
    by_version = {turn.version: turn for turn in turns}
    changes = []
    for version, now in scores:
        turn = by_version.get(version)
        if turn is None or turn.announced is None:
            raise refusal("unreadable-request/turn-counted", version=version)
        if now != turn.announced:
            changes.append(Change(version, turn.seat, turn.announced, now))
    return tuple(changes)


def must_be_correctable(sheet: Sheet, entry: Entry) -> None:
    """Refuse to touch a score past the moment from which the book lets scores stand (F-03)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(
        not scores_are_closed(len(sheet.result.signatures), entry.rules), "scores-closed"
    )


def must_not_favour(sheet: Sheet, change: Change, entry: Entry) -> None:
    """Refuse a change in favour of who was ruled to gain nothing from the recount."""
    if sheet.result.barred is not None and change.favours is sheet.result.barred:
        entry.must_be_ruled("no-change-in-favour", player=sheet.name(sheet.result.barred))


def scores_changed(
    sheet: Sheet, changes: tuple[Change, ...], reason: str, approved_by: str
) -> tuple[tuple[ScoreCorrected, ...], Totals]:
    """The corrections these changes make, and the totals after them."""
    totals = sheet.totals
    withdrawn = {line.version for line in sheet.lines if line.withdrawn}
    for change in changes:
        if change.version not in withdrawn:  # a play that came off again leaves no points
            totals = added(totals, change.seat, change.now - change.was)
    corrections = tuple(
        ScoreCorrected(
            supersedes=change.version,
            was=change.was,
            now=change.now,
            reason=reason,
            approved_by=approved_by,
        )
        for change in changes
    )
    return corrections, totals
