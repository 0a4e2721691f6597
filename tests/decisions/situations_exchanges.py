"""Situations of the family of exchanges, blanks and placements; merged in ``test_overruling``."""

from __future__ import annotations

from ledger.game.blanks.requests import AcceptRedesignation, ConfirmBlank, ReplayMove
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange, PutExchangeRight
from ledger.game.exchanges.requests import (
    ExchangeTiles,
    FindUnwantedTiles,
    ReturnUnwantedTiles,
)
from ledger.game.placement.requests import (
    ChallengePlacement,
    CorrectOrientation,
    JudgePlacement,
    StraightenTiles,
)
from tests.decisions.situations import a_play, two_plays
from tests.desks import DIRECTOR, A, B


def nothing(table):
    return None


def a_blank(table):
    table.play(A, "8D", "WiNDY")


def an_exchange(table):
    table.enter(ExchangeTiles(seat=A, count=3))


def a_challenged_exchange(table):
    an_exchange(table)
    table.enter(ChallengeExchange(seat=B, bag=5))


def an_exchange_judged(table):
    an_exchange(table)
    table.enter(ChallengeExchange(seat=B, bag=5, drawn=3))
    table.enter(JudgeExchange(legal=False), by=DIRECTOR)


def an_exchange_found_illegal(table):
    an_exchange(table)
    table.play(B, "8D", "WINDY")
    table.enter(ChallengeExchange(seat=B, bag=5, drawn=3))
    table.enter(JudgeExchange(legal=False), by=DIRECTOR)


def old_tiles_found(table):
    an_exchange(table)
    table.enter(FindUnwantedTiles(seat=A, count=3))


def a_placement_challenge(table):
    a_play(table)
    table.enter(ChallengePlacement(seat=B, ground="diagonal"))


SITUATIONS = {
    "exchange-not-final": (an_exchange, ChallengeExchange(seat=B, pressed=False)),
    "challenge-pending, exchange": (a_challenged_exchange, ChallengeExchange(seat=B)),
    "judged-already": (an_exchange_found_illegal, ChallengeExchange(seat=B, drawn=3)),
    "not-judged": (a_challenged_exchange, PutExchangeRight()),
    "director-judges": (a_challenged_exchange, JudgeExchange(legal=True)),
    "director-judges, placement": (a_placement_challenge, JudgePlacement(legal=True)),
    "tiles-do-not-add-up": (an_exchange_judged, PutExchangeRight(shown=1, returned=1)),
    "not-shown": (old_tiles_found, ReturnUnwantedTiles(shown=False)),
    "nothing-to-challenge, placement": (nothing, ChallengePlacement(seat=B, ground="diagonal")),
    "challenge-pending, placement": (
        a_placement_challenge,
        ChallengePlacement(seat=B, ground="diagonal"),
    ),
    "no-challenge, placement": (a_play, JudgePlacement(legal=True)),
    "orientation-fixed": (two_plays, CorrectOrientation(seat=B)),
    "no-dispute": (a_blank, ConfirmBlank(square="8E", reason="as declared")),
    "not-on-turn": (a_play, StraightenTiles(seat=A)),
    "replay-not-available": (a_play, ReplayMove(seat=A, reason="misread")),
    "no-new-letter": (a_play, AcceptRedesignation()),
}
