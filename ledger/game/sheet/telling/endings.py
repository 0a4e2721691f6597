"""How a game ends, told in a few words."""

from __future__ import annotations

from ledger.game.facts.endings import (
    GameEnded,
    GameResigned,
    GameVoided,
    OvertimeRecorded,
    PlayedOut,
    PlayOutAccepted,
    RoundEnded,
    UnplayedTilesCounted,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import signed
from ledger.game.sheet.telling.tells import tells

ENDINGS = {
    "played-out": "Game over: played out",
    "six-zeros": "Game over: too many scoreless turns in a row",
    "resigned": "Game over: resigned",
    "forfeited": "Game over: forfeited",
    "round-ended": "Game over: the round was ended",
    "board-upset": "Game over: the board was upset",
    "incomplete": "The record stops here",
    "time-called": "Game over: time called",
    "on-paper": "Game over: kept on paper",
    "from-a-file": "Game over: told by a file",
}


@tells(PlayedOut, "played out {seat}")
def _played_out(fact: PlayedOut, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} played out"


@tells(PlayOutAccepted, "play-out accepted {seat}")
def _play_out_accepted(fact: PlayOutAccepted, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} accepted the play-out"


@tells(GameEnded, "ended: {cause}")
def _game_ended(fact: GameEnded, _sheet: Sheet) -> str:
    return ENDINGS.get(fact.cause, f"Game over{because(fact.cause.replace('-', ' '))}")


@tells(UnplayedTilesCounted, "unplayed tiles {racks}; adjusted {adjustments} ({mode})")
def _unplayed_tiles_counted(fact: UnplayedTilesCounted, _sheet: Sheet) -> str:
    return f"Unplayed tiles counted: {signed(fact.adjustments)}"


@tells(
    OvertimeRecorded,
    "overtime {seat} {over:not known}; penalty {penalty}[; at the end {at_end}]"
    "[; at the reveal {at_reveal}][; at last {at_last}]",
)
def _overtime_recorded(fact: OvertimeRecorded, sheet: Sheet) -> str:
    return f"Overtime of {sheet.name(fact.seat)}: {-fact.penalty}"


@tells(
    GameResigned,
    "resigned {seat} ({proper|proper|improper}); margin {margin:not set}"
    "[; {rated|rated|not rated}][; because {reason}]",
)
def _game_resigned(fact: GameResigned, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} resigned"


@tells(RoundEnded, "round ended by the director[: {reason}]")
def _round_ended(fact: RoundEnded, _sheet: Sheet) -> str:
    return f"The director ended the round{because(fact.reason)}"


@tells(GameVoided, "void: {reason}")
def _game_voided(fact: GameVoided, _sheet: Sheet) -> str:
    return f"Game void{because(fact.reason)}"
