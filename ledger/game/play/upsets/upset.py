"""A board that was upset: reported, found, rebuilt or ended (H-23, 2.H.5)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.endings import GameEnded
from ledger.game.facts.scores import PenaltyApplied
from ledger.game.facts.setting_up import GameForfeited
from ledger.game.facts.upsets import (
    BoardUpset,
    PlayerEjected,
    PositionRebuilt,
    UpsetEnded,
    UpsetFound,
)
from ledger.game.play.drawing.numbers import clock_again
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.upsets.upset_rule import UpsetScores, intentional_upset_margin, upset_scores
from ledger.game.sheet.line import LOST_TURNS, LineKind
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.squares import squares_text
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Points, Seat, remarks
from ledger.vocabulary.closed_lists import UpsetHow
from ledger.vocabulary.refusals import Refusal


class ReportUpset(Asked, frozen=True, tag="report-upset", kw_only=True):
    """The board was upset; fields as in ``BoardUpset``."""

    seat: Seat | None = None
    note: str = ""


class FindUpset(Asked, frozen=True, tag="find-upset", kw_only=True):
    """The director, after hearing both players and witnesses, finds what it was."""

    how: UpsetHow
    seat: Seat | None = None
    witnesses: tuple[str, ...] = ()


class RebuildPosition(Asked, frozen=True, tag="rebuild-position", kw_only=True):
    """The position was laid out again, as the record shows it."""


class EndAfterUpset(Asked, frozen=True, tag="end-after-upset", kw_only=True):
    """The position can't be rebuilt, or there is no time: the game ends."""


@decides(ReportUpset, may=STAFF)
def report_upset(sheet: Sheet, asked: ReportUpset, entry: Entry) -> Decision:
    """Write down that the board was upset; the clocks stand until the director has decided."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not sheet.ended, "game-over/upset")
    entry.must_unless_ruled(find(sheet.open, BoardUpset) is None, "upset-open")
    return Decision((BoardUpset(seat=asked.seat, note=asked.note),))


@decides(FindUpset, may=DIRECTORS)
def find_upset(sheet: Sheet, asked: FindUpset, entry: Entry) -> Decision:
    """Write the director's finding down; an offender loses at once, which takes a ruling."""
    must_not_be_final(sheet, entry)
    _upset(sheet, entry)
    if asked.how == "intentional" and asked.seat is None:
        raise entry.refusal("unreadable-request/upset")
    found = UpsetFound(how=asked.how, seat=asked.seat, witnesses=asked.witnesses)
    if asked.how == "accidental" or asked.seat is None:
        return Decision((found,))
    return _offended(sheet, found, asked.seat, entry)


def _offended(sheet: Sheet, found: UpsetFound, seat: Seat, entry: Entry) -> Decision:
    """The offender loses and is ejected; nothing is said of the offender's other games."""
    clause = entry.rules.upset.when_intentional
    if not clause.is_known:
        entry.unless_ruled(clause.refusal())
        # What follows is then for the director to enter, under the same case.
        return Decision((found,))
    margin = intentional_upset_margin(sheet.totals, seat, entry.rules)
    entry.must_be_ruled("needs-ruling/upset", player=sheet.name(seat), margin=margin)
    facts: tuple[Fact, ...] = (
        found,
        GameForfeited(loser=seat, cause="board-upset", margin=margin),
        PlayerEjected(seat=seat, clause=str(clause)),
    )
    return Decision(facts, (remarks.EJECTED, *touching(entry.rules, "T4-44", "T4-17")))


@decides(RebuildPosition, may=STAFF)
def rebuild_position(sheet: Sheet, asked: RebuildPosition, entry: Entry) -> Decision:
    """Write down that the position was laid out from the plays on record; play goes on."""
    must_not_be_final(sheet, entry)
    _upset(sheet, entry)
    _must_be_provided(entry)
    entry.must_unless_ruled(
        all(line.kind is not LineKind.MISSED or line.withdrawn for line in sheet.lines),
        "tiles-to-follow",
    )
    size = len([square for square in sheet.board.squares if square])
    rebuilt = PositionRebuilt(version=sheet.version, tiles=size, board=squares_text(sheet))
    return Decision((rebuilt, *clock_again(sheet, BoardUpset)))


def proposed_scores(sheet: Sheet, rules: Rulebook) -> UpsetScores:
    """The scores the game would end with now, for the director to rule on."""
    turns = turns_made(sheet)
    last = sheet.last_turn
    gone = last is None or last.withdrawn
    points = Points(0) if gone or last is None else last.score
    return upset_scores(sheet.totals, turns, points, rules)


def turns_made(sheet: Sheet) -> tuple[int, int]:
    """Turns each player has made; a turn lost is one."""
    made = [0, 0]
    for line in sheet.lines:
        if line.is_turn or line.kind in LOST_TURNS:
            made[line.seat.place] += 1
    return made[0], made[1]


@decides(EndAfterUpset, may=DIRECTORS)
def end_after_upset(sheet: Sheet, asked: EndAfterUpset, entry: Entry) -> Decision:
    """End the game with the scores the rule gives, which takes a ruling."""
    must_not_be_final(sheet, entry)
    _upset(sheet, entry)
    end = GameEnded(cause="board-upset")
    try:
        scores = proposed_scores(sheet, entry.rules)
    except Refusal as open_point:
        entry.unless_ruled(open_point)
        return Decision((UpsetEnded(turns=turns_made(sheet)), end))
    entry.must_be_ruled(
        "needs-ruling/game-ends",
        first=scores.scores[0],
        second=scores.scores[1],
        clause=scores.clause,
    )
    facts: list[Fact] = [
        UpsetEnded(turns=turns_made(sheet), taken_off=scores.taken_off, seat=scores.seat)
    ]
    if scores.seat is not None and scores.taken_off:
        facts.append(
            PenaltyApplied(
                seat=scores.seat,
                unit="points",
                amount=scores.taken_off,
                reason="last turn taken off: board upset, unequal turns",
                clause=scores.clause,
            )
        )
    unequal = touching(entry.rules, "T4-30") if scores.seat is not None else ()
    return Decision((*facts, end), (*unequal, *touching(entry.rules, "T4-17")))


def _upset(sheet: Sheet, entry: Entry) -> Opened | None:
    upset = find(sheet.open, BoardUpset)
    entry.must_unless_ruled(upset is not None, "no-upset")
    return upset


def _must_be_provided(entry: Entry) -> None:
    clause = entry.rules.upset.when_accidental
    if not clause.is_known:
        entry.unless_ruled(clause.refusal())
