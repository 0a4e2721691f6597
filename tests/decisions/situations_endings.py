"""Scores, recounts, papers, upset boards: what is refused, after what, asked for how."""

from __future__ import annotations

from ledger.game.challenges.requests import IssueChallenge
from ledger.game.endings.requests import EndRound, Resign, VoidGame
from ledger.game.placement.upset import EndAfterUpset, FindUpset, RebuildPosition, ReportUpset
from ledger.game.results.signing import (
    ProposeResult,
    RefuseAmendment,
    SettlePapers,
    SignTallySheet,
)
from ledger.game.scores.recounts import (
    AskRecount,
    BarRecountFavour,
    FinishRecount,
    SeeScoreSheet,
    StopRecount,
)
from ledger.game.scores.requests import SettleScores
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.requests import CorrectScore, MissTurn
from tests.desks import DIRECTOR, A, B, a_tournament, signature


def nothing(table):
    return None


def under(table, book):
    """The same table, at a game under another book."""
    [table.game] = a_tournament(table.desk, book, slug="elsewhere")
    table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
    table.enter(StartGame())


def counted(table):
    table.over_and_counted()


def counted_under_v4(table):
    under(table, "wespa-4.0")
    table.over_and_counted()


def signed_by_one_under_nsa(table):
    under(table, "nsa-1998")
    table.over_and_counted()
    table.enter(ProposeResult())
    table.enter(signature(table.sheet, A))


def recount(table):
    table.over_and_counted()
    table.enter(AskRecount(seat=A))


def favour_barred(table):
    recount(table)
    table.enter(BarRecountFavour(seat=A, reason="slow"), by=DIRECTOR)


def challenged(table):
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))


def upset(table):
    table.play(A, "8D", "WINDY")
    table.enter(ReportUpset())


def upset_over(table):
    table.six_zeros()


def upset_with_tiles_to_follow(table):
    table.enter(MissTurn(seat=A, announced=20))
    table.enter(ReportUpset())


RIGHT_OF_A = CorrectScore(version=4, now=90, reason="count", approved_by="both players")

SITUATIONS = {
    "not-over, recount": (nothing, AskRecount(seat=A)),
    "not-over, tally sheet": (nothing, SignTallySheet(seat=A, totals=(0, 0))),
    "recount-open": (recount, AskRecount(seat=B)),
    "no-right-to-recount": (counted_under_v4, AskRecount(seat=A)),
    "recount-whole-only": (counted, AskRecount(seat=A, last_turns=2)),
    "sheet-through-director": (recount, SeeScoreSheet(of=B, objected=True)),
    "no-recount": (counted, FinishRecount()),
    "no-recount, stopped": (counted, StopRecount(reason="too-long")),
    "recount-goes-on": (recount, StopRecount(reason="tea is ready")),
    "no-change-in-favour": (favour_barred, FinishRecount(scores=((4, 90),))),
    "no-change-in-favour, later": (favour_barred, RIGHT_OF_A),
    "scores-closed": (signed_by_one_under_nsa, RIGHT_OF_A),
    "needs-ruling, scores": (counted, SettleScores(reason="counted on the board")),
    "needs-ruling, void": (counted, VoidGame(reason="cheating")),
    "challenge-pending, round ended": (challenged, EndRound()),
    "margin-to-be-set": (nothing, Resign(seat=A, proper=False)),
    "other-margin": (nothing, Resign(seat=A, margin=20)),
    "papers-agree": (counted, SettlePapers(basis="ruling", totals=(1, 2))),
    "nothing-petitioned": (counted, RefuseAmendment(reason="too late")),
    "game-over, upset": (upset_over, ReportUpset()),
    "upset-open": (upset, ReportUpset()),
    "no-upset": (nothing, RebuildPosition()),
    "needs-ruling, upset": (upset, FindUpset(how="intentional", seat=A)),
    "needs-ruling, ended by upset": (upset, EndAfterUpset()),
    "tiles-to-follow": (upset_with_tiles_to_follow, RebuildPosition()),
}
BY = {
    EndRound: DIRECTOR,
    Resign: DIRECTOR,
    VoidGame: DIRECTOR,
    SettlePapers: DIRECTOR,
    RefuseAmendment: DIRECTOR,
    BarRecountFavour: DIRECTOR,
    StopRecount: DIRECTOR,
    SettleScores: DIRECTOR,
    FindUpset: DIRECTOR,
    EndAfterUpset: DIRECTOR,
}
