"""The disputes in which the books differ most, under all five, without a browser.

What a book has done by itself, what it leaves to a ruling and what it refuses; then everything
is done by a ruling, taken back, let stand again, and reversed on appeal. Through the pages two
books each are played in ``tests/web/disputes``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from ledger.asking.asked import Asked
from ledger.game.play.blanks.designating import DesignateBlank, ReportUndeclaredBlank
from ledger.game.play.calls.warnings import SettleWarning
from ledger.game.play.drawing.noting import SettleDrawing
from ledger.game.play.drawing.overdraw_steps import CorrectOverdraw, ExposeOverdraw
from ledger.game.play.drawing.overdraws import ReportOverdraw
from ledger.game.play.endings.play_out import AcceptPlayOut, CountUnplayed
from ledger.game.play.exchanges.exchanging import ExchangeTiles
from ledger.game.play.exchanges.objections import ChallengeExchange
from ledger.game.play.exchanges.verdicts import JudgeExchange
from ledger.game.play.going_on import open_procedures
from ledger.game.play.judging.turns_since import SettleTurnsSince
from ledger.game.play.loose_tiles.found_tiles import (
    CheckFoundTile,
    NameEntitled,
    ReportFound,
    RestoreRacks,
)
from ledger.incidents.appeals import DecideAppeal, HearAppeal, LodgeAppeal
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, B
from tests.web.law.acts import body, since_a_verdict
from tests.web.law.hall import CLOCKS, Ground

V1, V4, V51, WSC, NSA = "wespa-1.0", "wespa-4.0", "wespa-5.1", "wsc-2003", "nsa-1998"


class Row(NamedTuple):
    """A dispute under one book.

    Attributes:
      begins: brings the ground to where it arises.
      book: the rulebook.
      acts: what is done about it, in order.
      alone: what a director is told without a ruling: "" nothing, the book has it done; "ruled":
        the steps say that the director rules; otherwise the code of the refusal.
      totals, racks: what stands in the end.
      warned: warnings of the first player in the end.
    """

    begins: Callable[[Ground], object]
    book: str
    acts: tuple[Asked, ...]
    alone: str
    totals: tuple[int, int]
    racks: tuple[int, int] = (7, 7)
    warned: int = 0


def undeclared(at):
    at.started()
    at.table.play(A, "8D", "WiNDY")


def six_in_the_bag(at):
    at.started()
    at.table.fill_up(6, scores=(250, 240))
    at.table.enter(ExchangeTiles(seat=A, count=3))
    at.table.put(B, 2)


def played_out(at):
    at.started()
    at.table.fill_up(0, scores=(200, 200))
    at.table.passes(A)
    at.table.put(B, 4)
    at.table.put(A, 7)
    at.table.enter(AcceptPlayOut(seat=B))
    at.table.enter(CountUnplayed(racks=("-", "QE")))


LATE = ReportOverdraw(
    seat=A, drawn=6, touched=True, mixed=True, noticed_by="opponent", after_next_play=True
)
BLANK = ReportUndeclaredBlank(seat=A, square="8E")
AN_I = DesignateBlank(seat=A, blank=1, letter="I", square="8E")
WARNED = SettleWarning(seat=A, offence="blank-undesignated", given=True)
SIX = ChallengeExchange(seat=B, drawn=3, racked=True, returned=3)
NOT_LEGAL = JudgeExchange(legal=False)
UNDER_THE_TABLE = ReportFound(where="outside", count=1, tiles="V", by="a player")
NOT_FROM_THE_BOARD = CheckFoundTile(from_board=False)
AS_THEY_WERE, DUE = RestoreRacks(racks=(0, 2)), NameEntitled(seat=B)
KEPT = SettleDrawing(what="found-tiles", finding="it stays out")
STAND = SettleTurnsSince(how="stand")


def turned_up(count):
    return LATE, ExposeOverdraw(revealed=count), CorrectOverdraw(returned=1)


UNDER = Ground.under_way
ROWS = {
    "H-09": [
        Row(UNDER, V1, turned_up(8), "", (32, 17)),
        Row(UNDER, V4, turned_up(3), "", (32, 17)),
        Row(UNDER, V51, turned_up(3), "", (32, 17)),
        Row(UNDER, WSC, (LATE,), "", (32, 17), (8, 7)),
        Row(UNDER, NSA, turned_up(3), "", (32, 17)),
    ],
    "G-05": [
        Row(undeclared, V1, (BLANK, AN_I), "", (30, 0)),
        Row(undeclared, V4, (BLANK, AN_I), "", (30, 0)),
        Row(undeclared, V51, (BLANK, AN_I), "", (30, 0)),
        Row(undeclared, WSC, (BLANK, AN_I), "ruled", (30, 0)),
        Row(undeclared, NSA, (BLANK, AN_I, WARNED), "", (30, 0), warned=1),
    ],
    "I-08": [
        Row(six_in_the_bag, V1, (SIX, NOT_LEGAL), "right-gone", (250, 240)),
        Row(six_in_the_bag, V4, (SIX, NOT_LEGAL), "", (220, 240)),
        Row(six_in_the_bag, V51, (SIX, NOT_LEGAL), "", (220, 240)),
        Row(six_in_the_bag, WSC, (SIX, NOT_LEGAL), "rulebook-silent", (250, 240)),
        Row(six_in_the_bag, NSA, (SIX, NOT_LEGAL), "", (250, 240)),
    ],
    "H-15": [
        Row(played_out, V1, (UNDER_THE_TABLE, AS_THEY_WERE, DUE), "", (230, 200), (0, 3)),
        Row(
            played_out, V4, (UNDER_THE_TABLE, NOT_FROM_THE_BOARD, AS_THEY_WERE, DUE), "",
            (230, 200), (0, 3),
        ),
        Row(
            played_out, V51, (UNDER_THE_TABLE, NOT_FROM_THE_BOARD, AS_THEY_WERE, DUE), "",
            (230, 200), (0, 3),
        ),
        Row(played_out, WSC, (UNDER_THE_TABLE, KEPT), "needs-ruling", (222, 200), (0, 3)),
        Row(played_out, NSA, (UNDER_THE_TABLE,), "", (222, 200), (0, 2)),
    ],
    "L-17": [
        *(
            Row(since_a_verdict, book, (STAND,), "turns-since-ruled", (0, 4))
            for book in (V1, V4, V51, WSC)
        ),
        # The failed challenge cost a turn, the same player went on, and a play apart counts 0.
        Row(since_a_verdict, NSA, (STAND,), "turns-since-ruled", (0, 0)),
    ],
}  # fmt: skip


def by_itself(at, acts):
    """What a director is told who enters these without a ruling, as ``Row.alone`` has it."""
    ruled = False
    for asked in acts:
        try:
            at.table.enter(asked, by=DIRECTOR, clocks=CLOCKS)
        except Refusal as refused:
            answer = at.table.ask(asked, by=DIRECTOR, clocks=CLOCKS)
            assert answer.ruling, "no door to a ruling"
            return refused.code
        ruled |= any(one.needs_ruling for one in open_procedures(at.sheet, at.rules))
    return "ruled" if ruled else ""


def as_the_row_has_it(at, row):
    assert at.sheet.totals == row.totals
    assert at.sheet.stock.racks == row.racks
    assert len(at.tournament.conduct.warnings_of(1)) == row.warned


def takes_back(at, act, why):
    """Take an act of the case back; the taking back is an act too."""
    at.director.asks(at.case, TakeCaseActBack(act=act, reason=why, alone="one"), DIRECTOR)
    return at.file.events[-1].envelope.command_id


@pytest.mark.found("DI-3")
@pytest.mark.found("DI-5")
@pytest.mark.parametrize(
    ("situation", "row"),
    [pytest.param(name, row, id=f"{name}-{row.book}") for name in ROWS for row in ROWS[name]],
)
def test_a_dispute_is_ruled_on_taken_back_and_reversed_on_appeal(halls, situation, row):
    alone = halls(row.book).ground()
    row.begins(alone)
    assert by_itself(alone, row.acts) == row.alone

    at = halls(row.book).ground()
    row.begins(at)
    at.opened()
    before = at.stands()
    at.rule(follows=row.acts)
    as_the_row_has_it(at, row)
    after = at.stands()

    [ruled] = [one for one in at.file.events if isinstance(one.fact, RulingGiven)]
    back = takes_back(at, ruled.envelope.command_id, "the wrong game")
    assert at.stands() == before
    takes_back(at, back, "it was right")
    assert at.stands() == after

    accepted = "whole" if at.rules.appeal.outcome.value == "recommends" else ""
    of_whom = body(at)
    for asked in (
        LodgeAppeal(who="Player 1", seat=A, to=of_whom, although="heard at once"),
        HearAppeal(body=of_whom, committee=("Wim",), declared=("Wim",)),
        DecideAppeal(body=of_whom, outcome="upheld", accepted=accepted, effect="as it was"),
    ):
        at.director.asks(at.case, asked, DIRECTOR)
    assert at.stands()["games"] == after["games"]  # a decision changes nothing until carried out
    decision = at.file.version
    reverses = GiveRuling(
        game=at.game, finding="as the committee has it", citation=at.cited, decision=decision
    )
    at.director.asks(at.case, reverses, DIRECTOR)

    now = at.stands()
    for what in ("games", "standings", "conduct", "rounds"):
        assert now[what] == before[what], f"{what} differ"
