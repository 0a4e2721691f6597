"""Turns, told in a few words."""

from __future__ import annotations

from ledger.game.facts.turns import (
    PlayRecorded,
    PlayRetracted,
    SeatsExchanged,
    TilesExchanged,
    TurnInserted,
    TurnMissed,
    TurnPassed,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import words_of
from ledger.game.sheet.telling.tells import tells


@tells(PlayRecorded)
def _play_recorded(fact: PlayRecorded, sheet: Sheet) -> str:
    return _turn(fact, sheet)


@tells(TilesExchanged)
def _tiles_exchanged(fact: TilesExchanged, sheet: Sheet) -> str:
    return _turn(fact, sheet)


@tells(TurnPassed)
def _turn_passed(fact: TurnPassed, sheet: Sheet) -> str:
    return _turn(fact, sheet)


@tells(TurnMissed)
def _turn_missed(fact: TurnMissed, sheet: Sheet) -> str:
    return _turn(fact, sheet)


def _turn(fact: PlayRecorded | TilesExchanged | TurnPassed | TurnMissed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)}: {words_of(fact)}"


@tells(PlayRetracted, "taken back {supersedes:entry}")
def _play_retracted(fact: PlayRetracted, _sheet: Sheet) -> str:
    return f"Entry {fact.supersedes} taken back"


@tells(TurnInserted, "turn missed before {before:entry}: {reason} ({approved_by}) -> {turn:fact}")
def _turn_inserted(fact: TurnInserted, sheet: Sheet) -> str:
    whose = sheet.name(fact.turn.seat)
    return f"{whose}: {words_of(fact.turn)}, missed and put in before entry {fact.before}"


@tells(
    SeatsExchanged,
    "turns of the other player: {supersedes:entry}, {onwards|and all after it|it alone}: "
    "{reason} ({approved_by})",
)
def _seats_exchanged(fact: SeatsExchanged, _sheet: Sheet) -> str:
    which = f"Entry {fact.supersedes}" + (" and what follows" if fact.onwards else "")
    return f"{which}: the other player's turn{because(fact.reason)}"
