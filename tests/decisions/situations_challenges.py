"""What is refused about holds, challenges and verdicts (merged in ``test_overruling``)."""

from __future__ import annotations

from ledger.game.challenges.holds import (
    CallHold,
    CloseWindow,
    DrawCourteously,
    MixCourtesyTiles,
    ReleaseHold,
    ReopenWindow,
    ReportFlashDraw,
    ReportIrregularTurn,
)
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.drawing.drawn_off import ReportDrawnOff, ReturnNewTiles
from ledger.game.exchanges.requests import PassTurn
from ledger.game.judging.requests import (
    AskAgain,
    ConfirmRestart,
    Readjudicate,
    ReportMisadjudication,
)
from ledger.game.judging.slips import ChangeWords, HandOver
from ledger.game.judging.turns_since import SettleTurnsSince
from tests.decisions.situations import a_play
from tests.desks import DIRECTOR, A, B


def b_moved_on(table):
    a_play(table)
    table.play(B, "7C", "GALE")


def a_hold(table):
    a_play(table)
    table.enter(CallHold(seat=B))


def a_hold_released(table):
    a_hold(table)
    table.enter(ReleaseHold(seat=B))


def a_challenge(table):
    a_play(table)
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))


def a_challenge_handed_over(table):
    a_challenge(table)
    table.enter(HandOver())


def a_challenge_that_failed(table):
    a_challenge(table)
    table.enter(Adjudicate(acceptable=True))


def another_challenge(table):
    a_challenge_that_failed(table)
    table.play(B, "7C", "GALE")
    table.enter(IssueChallenge(seat=A, words=("GALE",)))


def another_opinion_asked(table):
    a_challenge_that_failed(table)
    table.enter(AskAgain(seat=B))


def two_equal_opinions(table):
    another_opinion_asked(table)
    table.enter(Readjudicate(acceptable=True))


def two_contrary_opinions(table):
    another_opinion_asked(table)
    table.enter(Readjudicate(acceptable=False))


def an_opinion_asked_of_its_judge(table):
    a_challenge(table)
    table.enter(Adjudicate(acceptable=True, adjudicator="K1"))
    table.enter(AskAgain(seat=B))


def turns_since_a_verdict(table):
    a_challenge_that_failed(table)
    table.play(B, "7C", "GALE")
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False))
    table.enter(Readjudicate(acceptable=False), DIRECTOR)


WORDS = ("WINDY",)
SITUATIONS = {
    "too-late": (a_play, IssueChallenge(seat=B, words=WORDS, tile_racked=True)),
    "too-late, hold": (a_play, CallHold(seat=B, tile_racked=True)),
    "too-late, next turn": (b_moved_on, IssueChallenge(seat=B, words=WORDS)),
    "right-given-up": (a_hold_released, IssueChallenge(seat=B, words=WORDS)),
    "no-such-turn": (a_play, ReportIrregularTurn(seat=B, how="timer-forgotten")),
    "window-open": (a_play, CloseWindow(seat=B)),
    "needs-ruling, window": (a_play, ReopenWindow(seat=B, reason="drew too quickly")),
    "turn-not-over": (a_play, IssueChallenge(seat=B, words=WORDS, turn_over=False)),
    "device-declined": (a_play, IssueChallenge(seat=B, method="smart-device", agreed=False)),
    "no-concession": (a_challenge, VoidChallenge(reason="conceded")),
    "words-locked": (a_challenge_handed_over, ChangeWords(seat=B, words=WORDS)),
    "hold-called": (a_hold, CallHold(seat=B)),
    "window-open, hold": (a_hold, CloseWindow(seat=B, tile_racked=True)),
    "not-the-challenger": (a_challenge, ChangeWords(seat=A, words=WORDS)),
    "other-clock-runs": (a_challenge_that_failed, ConfirmRestart(seat=A)),
    "challenge-pending, another opinion": (another_challenge, AskAgain(seat=A)),
    "not-ready-to-restart": (a_challenge_that_failed, ConfirmRestart(seat=B, seated=False)),
    "opinion-asked": (another_opinion_asked, AskAgain(seat=A)),
    "opinion-not-asked": (a_challenge_that_failed, Readjudicate(acceptable=False)),
    "verdict-final": (two_equal_opinions, AskAgain(seat=A)),
    "director-adjudicates": (two_contrary_opinions, Readjudicate(acceptable=True)),
    "verdicts-differ": (two_contrary_opinions, PassTurn(seat=B)),
    "same-judge": (an_opinion_asked_of_its_judge, Readjudicate(acceptable=False)),
    "turns-since-ruled": (turns_since_a_verdict, SettleTurnsSince(how="stand")),
    "turns-since-undecided": (turns_since_a_verdict, PassTurn(seat=A)),
    "verdict-stands": (
        a_challenge_that_failed, ReportMisadjudication(reason="misread", new_tile_racked=True),
    ),
    "no-drawing-now": (a_challenge, DrawCourteously(seat=A, drawn=5, after=90)),
    "too-early-to-draw": (a_hold, DrawCourteously(seat=A, drawn=5, after=29)),
    "no-hold, draw": (a_play, DrawCourteously(seat=A, drawn=5, after=90)),
    "no-courtesy-draw": (a_hold, MixCourtesyTiles(seat=A, mixed=True)),
    "not-a-flash-draw": (a_play, ReportFlashDraw(seat=A, ground="drew-too-quickly", drawn=1)),
    "nothing-to-challenge, flash": (
        a_play, ReportFlashDraw(seat=B, ground="drew-before-recording"),
    ),
    "nothing-came-off": (a_play, ReportDrawnOff(seat=A, drawn=3)),
    "nothing-to-return": (a_play, ReturnNewTiles(seat=A, returned=3, seen=True)),
}  # fmt: skip

BY = {ReopenWindow: DIRECTOR, SettleTurnsSince: DIRECTOR}
