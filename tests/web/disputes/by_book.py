"""The ten disputes: how each comes about at a table, and what must come of it under each book.

The values are read off the rulebooks; ``tests/web/law/test_disputes_by_book.py`` holds the record
to all fifty of them. Through the pages each is played under every book that differs.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ledger.game.blanks.requests import ReportUndeclaredBlank
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import ReportTimerFault, WriteRecollection
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.objections import ChallengeExchange
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.loose_tiles.requests import ReportFound
from ledger.game.placement.upset import FindUpset, ReportUpset
from ledger.game.results.amending import AskAmendment
from ledger.game.results.signing import HandIn, ProposeResult
from tests.desks import DIRECTOR, A, B, agreement, signature

V1, V4, V51, WSC, NSA = BOOKS = "wespa-1.0", "wespa-4.0", "wespa-5.1", "wsc-2003", "nsa-1998"
CLOCKS = (1200, 1100)


class Comes(NamedTuple):
    """What must come of a dispute under one book.

    Attributes:
      rule: the number of the rule that the record cites for it.
      totals: the scores in the end.
      alone: what a director is told who enters it without a ruling: "" nothing, the book has it
        done; "ruled": the steps say that the director rules; else the code of the refusal.
      offered: requests of the steps that are offered when it has arisen, in order.
      tiles: how many tiles those steps count, turn up, give back or lay out, in order.
      racks: tiles on both racks in the end.
      clocks: what both clocks show in the end; ``None``: they are not known.
      ended: how the game ended.
      act: the act of the book that is found; "other": the book names none.
      level: how grave the book has it; 0: it does not say.
      warned: warnings of the two players in the end.
      penalty: its name in the book, and how much of it.
    """

    rule: str
    totals: tuple[int, int]
    alone: str = ""
    offered: tuple[str, ...] = ()
    tiles: tuple[int, ...] = ()
    racks: tuple[int, int] = (7, 7)
    clocks: tuple[int, int] | None = None
    ended: str = ""
    act: str = ""
    level: int = 0
    warned: tuple[int, int] = (0, 0)
    penalty: tuple[str, int] = ("", 0)


_BLANK = ("designate-blank",)
_OVER = ("expose-overdraw", "correct-overdraw")
_JUDGED = ("judge-exchange",)
_FOUND = ("restore-racks", "name-entitled")
_CHECKED = ("check-found-tile", *_FOUND)
_UPSET = ("find-upset", "rebuild-position", "end-after-upset")
_BOTH, _REFUSE = ("sign-amendment", "sign-amendment"), "refuse-amendment"
_TOLD = ("write-recollection", "write-recollection")

COMES: dict[str, dict[str, Comes]] = {
    # A blank lies on the board and nobody knows as what.
    "G-05": {
        V1: Comes("3.8(b)(ii)", (30, 0), "", _BLANK),
        V4: Comes("3.8(b)", (30, 0), "", _BLANK),
        V51: Comes("3.8(b)", (30, 0), "", _BLANK),
        WSC: Comes("9.1", (30, 0), "ruled", _BLANK),
        NSA: Comes("IV.I.3", (30, 0), "", (*_BLANK, "settle-warning"), warned=(1, 0)),
    },
    # One tile too many, seen after the next play. 40 seconds to choose: where 15 are free, 25 cost.
    "H-09": {
        V1: Comes("3.9.6", (32, 17), "", _OVER, (8, 1), clocks=CLOCKS),
        V4: Comes("3.9.5(b)", (32, 17), "", _OVER, (3, 1), clocks=(1200, 1075)),
        V51: Comes("3.9.5(b)", (32, 17), "", _OVER, (3, 1), clocks=(1200, 1075)),
        WSC: Comes("7.5", (32, 17), racks=(8, 7), clocks=CLOCKS),
        NSA: Comes("III.C.2", (32, 17), "", _OVER, (3, 1), clocks=CLOCKS),
    },
    # An exchange with six in the bag, found after the opponent's next play.
    "I-08": {
        V1: Comes("3.10.16(e)", (250, 240), "right-gone"),
        V4: Comes("3.13.2(i)(i)", (220, 240), "", _JUDGED, (6,)),
        V51: Comes("3.13.2(i)(i)", (220, 240), "", _JUDGED, (6,)),
        WSC: Comes("14.7", (250, 240), "rulebook-silent", _JUDGED, (6,)),
        NSA: Comes("IV.H.3", (250, 240), "", _JUDGED, (6,)),
    },
    # A four-point tile under the table, once the first player is out.
    "H-15": {
        V1: Comes("4.3", (230, 200), "", _FOUND, racks=(0, 3), ended="played-out"),
        V4: Comes("4.3", (230, 200), "", _CHECKED, racks=(0, 3), ended="played-out"),
        V51: Comes("4.3", (230, 200), "", _CHECKED, racks=(0, 3), ended="played-out"),
        WSC: Comes(
            "14.7", (222, 200), "needs-ruling", ("settle-drawing",), racks=(0, 3),
            ended="played-out",
        ),
        NSA: Comes("G4", (222, 200), racks=(0, 2), ended="played-out"),
    },
    # A board upset by accident that can't be laid out again; the starter is a turn ahead.
    "H-23": {
        V1: Comes(
            "4.1(b)(vii)", (312, 298), "rulebook-silent", _UPSET, (10,), ended="board-upset"
        ),
        V4: Comes("4.5.1", (286, 298), "needs-ruling", _UPSET, (10,), ended="board-upset"),
        V51: Comes("4.5.1", (286, 298), "needs-ruling", _UPSET, (10,), ended="board-upset"),
        WSC: Comes("14.7", (312, 298), "rulebook-silent", _UPSET, (10,), ended="board-upset"),
        NSA: Comes("XII", (312, 298), "rulebook-silent", _UPSET, (10,), ended="board-upset"),
    },
    # Ten points too many in a result that is signed and handed in.
    "Q-04": {
        V1: Comes(
            "5.4.1(c)", (28, 6), "", (*_BOTH, "amend-result", _REFUSE), ended="six-zeros"
        ),
        V4: Comes(
            "5.4.1(b)", (28, 6), "amendment-not-allowed", ("amend-result", _REFUSE),
            ended="six-zeros",
        ),
        V51: Comes(
            "5.4.1(b)", (28, 6), "amendment-not-allowed", ("amend-result", _REFUSE),
            ended="six-zeros",
        ),
        WSC: Comes(
            "14.7", (28, 6), "amendment-not-allowed", ("amend-result", _REFUSE), ended="six-zeros"
        ),
        NSA: Comes(
            "VII.H*", (28, 6), "", (*_BOTH, "amend-result", _REFUSE), ended="six-zeros"
        ),
    },
    # The clock went dark; each remembers other times, and half way between is set.
    "M-12": {
        V1: Comes("1.4.1(b)", (32, 17), "needs-ruling", ("set-times",), clocks=(1130, 1170)),
        V4: Comes("1.4.6", (32, 17), "needs-ruling", (*_TOLD, "set-times"), clocks=(1130, 1170)),
        V51: Comes("1.4.6", (32, 17), "needs-ruling", (*_TOLD, "set-times"), clocks=(1130, 1170)),
        WSC: Comes("14.7", (32, 17), "needs-ruling", ("set-times",), clocks=(1130, 1170)),
        NSA: Comes("XII", (32, 17), "needs-ruling", ("set-times",), clocks=(1130, 1170)),
    },
    # The second player holds each play, only to block the draw.
    "K-12": {
        V1: Comes("6.2.2(i)", (41, 17), act="frivolous-challenge", level=2, warned=(0, 1)),
        V4: Comes("6.3.1(h)", (41, 17), act="frivolous-challenge", level=2, warned=(0, 1)),
        V51: Comes("6.3.1(h)", (41, 17), act="frivolous-challenge", level=2, warned=(0, 1)),
        WSC: Comes("14.7", (41, 17), act="discourtesy"),
        NSA: Comes("XII", (41, 17), act="other"),
    },
    # A phone rings, and rings again.
    "R-07": {
        V1: Comes(
            "6.2.2(l)", (32, 0), act="device-used", level=2, warned=(1, 0),
            penalty=("reduced-margin", 50),
        ),
        V4: Comes(
            "6.3.1(j)", (22, 0), act="aids-used", level=2, warned=(1, 0),
            penalty=("lost-points", 10),
        ),
        V51: Comes(
            "6.3.1(j)", (22, 0), act="aids-used", level=2, warned=(1, 0),
            penalty=("lost-points", 10),
        ),
        WSC: Comes(
            "14.3", (32, 0), act="phone", warned=(1, 0), penalty=("forfeit", 0), ended="forfeited"
        ),
        NSA: Comes("XII", (32, 0), act="other", warned=(1, 0), penalty=("lost-time", 60)),
    },
    # A play was judged good; two plays later another judge, and the director, say it is bad.
    "L-17": {
        V1: Comes("3.10.12", (9, 17), "turns-since-ruled", ("settle-turns-since",)),
        V4: Comes("3.10.11", (9, 17), "turns-since-ruled", ("settle-turns-since",)),
        V51: Comes("3.10.11(a)", (46, 17), "", ("settle-turns-since",)),
        WSC: Comes("14.7", (9, 17), "turns-since-ruled", ("settle-turns-since",)),
        NSA: Comes("XII", (17, 9), "turns-since-ruled", ("settle-turns-since",)),
    },
}  # fmt: skip


def differing(dispute: str) -> tuple[str, ...]:
    """The books under which it is played through the pages: one of those that agree in all."""
    first = {}
    for book, comes in COMES[dispute].items():
        first.setdefault(comes, book)
    return tuple(first.values())


LATE = ReportOverdraw(
    seat=A, drawn=6, touched=True, mixed=True, noticed_by="opponent", after_next_play=True
)
SIX = ChallengeExchange(seat=B, drawn=3, racked=True, returned=3)


def two_plays(at):
    at.table.play(A, "8D", "WINDY")
    at.table.play(B, "9C", "HOT", clocks=CLOCKS)


def undeclared(at):
    at.table.play(A, "8D", "WiNDY")
    at.table.enter(ReportUndeclaredBlank(seat=A, square="8E"))


def overdrawn(at):
    two_plays(at)
    at.table.enter(LATE)


def six_in_the_bag(at):
    """The objection is only asked for: there is a book that has it come too late."""
    at.table.fill_up(6, scores=(250, 240))
    at.table.enter(ExchangeTiles(seat=A, count=3))
    at.table.put(B, 2)
    return at.table.ask(SIX)


def under_the_table(at):
    at.table.fill_up(0, scores=(200, 200))
    at.table.passes(A)
    at.table.put(B, 4)
    at.table.put(A, 7)
    at.table.enter(AcceptPlayOut(seat=B))
    at.table.enter(CountUnplayed(racks=("-", "QE")))
    at.table.enter(ReportFound(where="outside", count=1, tiles="V", by="a player"))


def upset(at):
    at.table.play(A, "8D", "WINDY", announced=286)
    at.table.play(B, "9C", "HOT", announced=298)
    at.table.play(A, "10B", "AT", announced=26)
    at.table.enter(ReportUpset(note="a bag fell on it"))
    found = FindUpset(how="accidental", seat=A, witnesses=("the player behind",))
    at.table.enter(found, by=DIRECTOR)


def signed(at, *, both):
    """Both signed and handed it in, and it turns out that the second play is ten too many.

    Where the book wants ``both`` to agree, they have.
    """
    table = at.table
    table.play(A, "8D", "WINDY", announced=32)
    table.play(B, "9C", "HOT", announced=27)
    for seat in (A, B, A, B, A, B):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(at.sheet, seat))
    table.enter(HandIn(seat=A))
    first, second = at.sheet.stands
    table.enter(AskAmendment(seat=A, reason="HOT was added wrong", now=(first, second - 10)))
    for seat in (A, B) if both else ():
        table.enter(agreement(at.sheet, seat))


def went_dark(at):
    two_plays(at)
    at.table.enter(ReportTimerFault(fault="display-dead"))
    at.table.enter(WriteRecollection(seat=A, remembered=(1140, 1165)))
    at.table.enter(WriteRecollection(seat=B, remembered=(1120, 1175)))


def held(at):
    for seat, square, word in ((A, "8D", "WINDY"), (B, "9C", "HOT"), (A, "10B", "AT")):
        at.table.play(seat, square, word)
        if seat is A:
            at.table.enter(CallHold(seat=B))
            at.table.enter(ReleaseHold(seat=B))


def rang(at):
    at.table.play(A, "8D", "WINDY", announced=32)


def judged_good(at):
    """WINDY was judged good, and two plays were made since."""
    at.table.play(A, "8D", "WINDY")
    at.table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    at.table.enter(Adjudicate(acceptable=True, adjudicator="J1"))
    for square, word in (("9C", "HOT"), ("10B", "AT")):
        at.table.play(at.sheet.on_move, square, word)


def judged_bad(at):
    """Another judge says that it is bad."""
    at.table.enter(AskAgain(seat=B))
    at.table.enter(Readjudicate(acceptable=False, adjudicator="J2"))


def judged_bad_for_good(at):
    """Where the books leave the last word to the director, the director says so too."""
    judged_good(at)
    judged_bad(at)
    if at.book.startswith("wespa"):
        at.table.enter(Readjudicate(acceptable=False, adjudicator="D1"), by=DIRECTOR)


ARISES = {
    "G-05": undeclared,
    "H-09": overdrawn,
    "I-08": six_in_the_bag,
    "H-15": under_the_table,
    "H-23": upset,
    "Q-04": lambda at: signed(at, both=at.book in (V1, NSA)),
    "M-12": went_dark,
    "K-12": held,
    "R-07": rang,
    "L-17": judged_bad_for_good,
}
"""How each comes about, in a game that has begun."""

EVERYDAY = {
    "G-05": NSA, "H-09": V1, "I-08": WSC, "H-15": V4, "H-23": WSC,
    "Q-04": V4, "M-12": V1, "K-12": NSA, "R-07": V4, "L-17": V51,
}  # fmt: skip
"""The book under which each is played through the pages in every run; the others in the long."""


SHORT = {"Q-04"}
"""What is short enough to be a journey to the very end."""

FIRST = {"Q-04", "I-08"}
"""The journeys of the first tier: one to the very end, and one that begins with an exchange."""


def under_each_book(dispute):
    """For ``parametrize``, a book and whether the dispute is gone through to the very end.

    It is gone through under the everyday book, from the call to the paper: of two disputes in the
    first tier, of the others in the second. That the ruling is then taken back, and reversed on
    appeal, is of the second tier; the other books are of the long runs.
    """
    everyday = EVERYDAY[dispute]
    what = ["a dispute", *(["exchange"] if dispute == "I-08" else [])]
    journey = [pytest.mark.journey(*what)] if dispute in FIRST else []
    others = [book for book in differing(dispute) if book != everyday]
    return [
        pytest.param(everyday, dispute in SHORT, marks=journey, id=everyday),
        *([] if dispute in SHORT else [pytest.param(everyday, True, id=f"{everyday} whole")]),
        *(pytest.param(book, True, marks=pytest.mark.torture, id=book) for book in others),
    ]
