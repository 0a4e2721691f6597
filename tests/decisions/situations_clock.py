"""What is refused about starting, lateness, timers and leaving, and how."""

from __future__ import annotations

from ledger.game.absences.requests import (
    AdjournGame,
    DeclareEmergency,
    ElectForfeit,
    EndEmergency,
    LeaveTable,
    MakeWaitingDraw,
    PostponeGame,
    ReportArrival,
    ReportNotCome,
    ResumeGame,
    ReturnToTable,
    StartLateClock,
)
from ledger.game.clock.requests import (
    AskScoreCheck,
    CallSandTime,
    EndAfterLastPlays,
    NullifyPress,
    RecordOvertime,
    ReportSandOut,
    SetTimes,
    WaiveOvertime,
    WarnOfSand,
)
from ledger.game.endings.forfeits import Forfeit
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.setting_up.requests import DetermineStarter, ReportOutage, StartGame
from ledger.game.turns.requests import CorrectEntry
from tests.desks import DIRECTOR, A, B


def nothing(table):
    return None


def over(table):
    table.six_zeros()


def not_begun(table):
    """The start struck out, under a ruling: before it, a late clock may be started."""
    struck = CorrectEntry(version=3, replacement=None, reason="x", approved_by="both")
    table.enter(struck, case=table.ruled())


def one_late(table):
    not_begun(table)
    table.enter(StartLateClock(player=1, by="director", after=0))


def arrived(table):
    one_late(table)
    table.enter(ReportArrival(player=1, after=60))


def came_too_late(table):
    one_late(table)
    table.enter(ReportArrival(player=1, after=1500))


def both_late(table):
    not_begun(table)
    table.enter(StartLateClock(player=0, by="director", after=0))


def adjourned(table):
    table.enter(AdjournGame(reason="fire", until="later"), by=DIRECTOR, case=table.ruled())


def away(table):
    table.enter(ExchangeTiles(seat=A, count=1))
    table.enter(LeaveTable(seat=A))


def away_and_played(table):
    away(table)
    table.enter(ExchangeTiles(seat=B, count=1))


def back_and_played(table):
    away_and_played(table)
    table.enter(ReturnToTable(seat=A))


def emergency(table):
    table.enter(DeclareEmergency(seat=A, what="ill"), clocks=(0, 900))


def overtime(table):
    table.enter(RecordOvertime(seat=A, over=61))


def time_called(table):
    table.enter(CallSandTime(after=3300), case=table.ruled())


def last_play_made(table):
    time_called(table)
    table.passes(A)
    table.passes(B)


def drawn(*draws, starter=1, **what):
    return DetermineStarter(starter=starter, method="draw", draws=draws, **what)


def level(starter=1, firsts=(2, 2)):
    return DetermineStarter(starter=starter, method="self-balancing", firsts=firsts)


SITUATIONS = {
    "draw-again": (not_begun, drawn(("E", "E"))),
    "draw-says-otherwise": (not_begun, drawn(("E", "C"))),
    "draw-needed": (not_begun, level()),
    "balance-says-otherwise": (not_begun, level(firsts=(3, 2))),
    "no-timer": (not_begun, StartGame(timer="none")),
    "player-not-here": (one_late, StartGame()),
    "already-started, late clock": (nothing, StartLateClock(player=1, by="director", after=0)),
    "already-started, postponed": (nothing, PostponeGame(reason="snow")),
    "rulebook-silent, postponed": (not_begun, PostponeGame(reason="snow")),
    "late-clock-runs": (one_late, StartLateClock(player=1, by="director", after=0)),
    "already-here": (arrived, ReportArrival(player=1, after=90)),
    "not-missing": (arrived, ReportNotCome(player=1, after=1500)),
    "late-clock-running": (one_late, ReportNotCome(player=1, after=1499)),
    "may-not-forfeit": (arrived, ElectForfeit(player=1)),
    "may-not-forfeit, declared": (arrived, Forfeit(loser=A, cause="late")),
    "call-the-director, neither came": (both_late, Forfeit(loser=None, cause="no-show")),
    "already-started, late": (nothing, Forfeit(loser=A, cause="late")),
    "late-clock-running, declared": (one_late, Forfeit(loser=A, cause="no-show")),
    "forfeit-due": (came_too_late, StartGame()),
    "not-under-way, left": (over, LeaveTable(seat=A)),
    "adjourned, again": (adjourned, AdjournGame(reason="fire", until="later")),
    "already-away": (away, LeaveTable(seat=A)),
    "not-away": (nothing, ReturnToTable(seat=A)),
    "player-away": (away_and_played, PassTurn(seat=A)),
    "opponent-away": (away_and_played, MakeWaitingDraw(seat=B)),
    "no-draw-waits": (nothing, MakeWaitingDraw(seat=B)),
    "draw-in-turn-order": (back_and_played, MakeWaitingDraw(seat=B)),
    "own-time-gone": (emergency, EndEmergency(fit=True)),
    "not-under-way": (over, AdjournGame(reason="fire", until="later")),
    "rulebook-silent, adjourned": (nothing, AdjournGame(reason="fire", until="later")),
    "adjourned": (adjourned, PassTurn(seat=A)),
    "not-adjourned": (nothing, ResumeGame()),
    "needs-ruling, times": (nothing, SetTimes(times=(600, 600))),
    "needs-ruling, press": (nothing, NullifyPress(seat=A, reason="a sleeve")),
    "needs-ruling, waived": (overtime, WaiveOvertime(seat=A, points=10, reason="forced")),
    "not-on-your-time": (nothing, AskScoreCheck(seat=B)),
    "rulebook-silent, sand": (nothing, WarnOfSand(seat=A)),
    "rulebook-silent, sand out": (nothing, ReportSandOut(seat=A, warned=True, after=9)),
    "last-plays-to-come": (nothing, EndAfterLastPlays()),
    "time-called": (last_play_made, PassTurn(seat=A)),
    "not-on-a-platform": (nothing, ReportOutage(seat=A)),
}
"""What is refused, after what, asked for how, in the game of ``tests.desks.a_table``."""

BY = {
    PostponeGame: DIRECTOR,
    EndEmergency: DIRECTOR,
    AdjournGame: DIRECTOR,
    ResumeGame: DIRECTOR,
    SetTimes: DIRECTOR,
    NullifyPress: DIRECTOR,
    WaiveOvertime: DIRECTOR,
}

ONLY_IN_OTHER_BOOKS = {
    "needs-consent",  # postponing: the book of these tests does not know it
    "hold-still-possible",  # seconds for a returning player
    "turn-kept",  # sand timers
    "time-not-up",
}
"""Met, and overruled, in ``tests/cases`` under the books that have them."""
