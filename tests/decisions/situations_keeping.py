"""What is refused about keeping a table and looking turns over, and how."""

from __future__ import annotations

from ledger.game.exchanges.requests import PassTurn
from ledger.game.keeping.requests import HandOverTable, TakeOverTable, VerifyTurns
from ledger.game.turns.requests import CorrectScore
from tests.decisions.situations import a_play
from tests.desks import DIRECTOR, A


def handed_over(table):
    table.enter(HandOverTable())
    table.enter(TakeOverTable(), by=DIRECTOR, device="t2")


def put_right_by_the_director(table):
    table.play(A, "8D", "WINDY", by=DIRECTOR)
    request = CorrectScore(version=4, now=30, reason="x", approved_by="both players")
    table.enter(request, by=DIRECTOR)


SITUATIONS = {
    "table-handed-over": (handed_over, PassTurn(seat=A)),
    "not-yours-to-hand-over": (handed_over, HandOverTable()),
    "own-entry": (a_play, VerifyTurns(versions=(4,), seen=4)),
    "corrected-since": (put_right_by_the_director, VerifyTurns(versions=(4,), seen=4)),
}
