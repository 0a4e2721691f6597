"""A game declared over by the director: the round is ended, or a ruling ends or voids it."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.endings import GameEnded, GameVoided, RoundEnded
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    decides,
    must_be_playing,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary.closed_lists import DeclaredEnd


class EndRound(Asked, frozen=True, tag="end-round", kw_only=True):
    """The director declares the round over while this game is going on."""

    reason: str = ""


class VoidGame(Asked, frozen=True, tag="void-game", kw_only=True):
    """The game is to count for nobody."""

    reason: str


class EndGame(Asked, frozen=True, tag="end-game", kw_only=True):
    """The game ends for a ``cause`` outside the players' turns."""

    cause: DeclaredEnd


@decides(EndRound, may=DIRECTORS)
def end_round(sheet: Sheet, asked: EndRound, entry: Entry) -> Decision:
    """End a game because the director ended the round; the racks are counted next (O-07)."""
    must_be_playing(sheet, entry)
    entry.must_unless_ruled(not awaits_verdict(sheet, entry.rules), "challenge-pending/round-ends")
    ends = entry.rules.keeping.director_ends_round
    if not ends.is_known:
        entry.unless_ruled(ends.refusal())
    return Decision((RoundEnded(reason=asked.reason), GameEnded(cause="round-ended")))


@decides(VoidGame, may=DIRECTORS)
def void_game(sheet: Sheet, asked: VoidGame, entry: Entry) -> Decision:
    """Let a game count for nobody, signed or not, which takes a ruling."""
    entry.must_be_ruled("needs-ruling/void")
    return Decision((GameVoided(reason=asked.reason),))


@decides(EndGame, may=STAFF)
def end_game(sheet: Sheet, asked: EndGame, entry: Entry) -> Decision:
    """End a game for a cause the players' turns do not show, which takes a ruling."""
    must_not_be_final(sheet, entry)
    entry.must_be_ruled("needs-ruling/end")
    facts: tuple[Fact, ...] = (GameEnded(cause=asked.cause),)
    return Decision(facts)
