"""Recounts, score disputes, upset boards and papers, told in a few words."""

from __future__ import annotations

from ledger.game.facts.endings import GameVoided, RoundEnded
from ledger.game.facts.results import (
    AmendmentRefused,
    RecordsDiffer,
    RecordsSettled,
    SetGathered,
    TallySheetSigned,
)
from ledger.game.facts.scores import (
    RecountAsked,
    RecountDone,
    RecountFavourBarred,
    RecountStopped,
    ScoreDisputeSettled,
    ScoreSheetSeen,
    ScoresWritten,
)
from ledger.game.facts.upsets import (
    BoardUpset,
    PlayerEjected,
    PositionRebuilt,
    UpsetEnded,
    UpsetFound,
)
from ledger.game.sheet.because import because, if_shown
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Totals


def tell(fact: Fact, sheet: Sheet) -> str:
    """The fact in a few words; empty if it is none of ours."""
    return _scores(fact, sheet) or _recount(fact, sheet) or _paper(fact, sheet) or _end(fact, sheet)


def _scores(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case ScoresWritten():
            turn = f", entry {fact.turn}" if fact.turn else ""
            score = "" if fact.score is None else f" {fact.score}"
            totals = "" if fact.totals is None else f" totals {_pair(fact.totals)}"
            return f"{sheet.name(fact.seat)} has written down{turn}:{score}{totals}"
        case ScoreDisputeSettled():
            return f"Scores settled by ruling: {_pair(fact.was)}, now {_pair(fact.now)}"
    return ""


def _recount(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case RecountAsked():
            part = f" of the last {fact.last_turns} turns" if fact.last_turns else ""
            return f"{sheet.name(fact.seat)} asked for a recount{part}"
        case ScoreSheetSeen():
            other = sheet.name(fact.of.opponent) if fact.by == "opponent" else "The director"
            return f"{other} looked at the score sheet of {sheet.name(fact.of)}"
        case RecountFavourBarred():
            return (
                f"No change of the recount may favour {sheet.name(fact.seat)}{because(fact.reason)}"
            )
        case RecountDone():
            changed = "nothing changes" if fact.was == fact.now else f"now {_pair(fact.now)}"
            return f"Counted again, {len(fact.turns)} turns: {changed}"
        case RecountStopped():
            return f"Recount stopped{because(fact.reason.replace('-', ' '))}"
    return ""


def _paper(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case AmendmentRefused():
            return f"Amendment not granted{because(fact.reason)}"
        case TallySheetSigned():
            return f"{sheet.name(fact.seat)} signed the tally sheet for {_pair(fact.totals)}"
        case RecordsDiffer():
            return f"The papers differ: {_pair(fact.of_first)}, and {_pair(fact.of_second)}"
        case RecordsSettled():
            basis = if_shown(fact.basis).replace("-", " ")
            return f"{_pair(fact.totals)} holds{f', by the {basis}' if basis else ''}"
        case SetGathered():
            return "Tiles left for counting" if fact.complete else "Set found incomplete"
    return ""


def _end(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case RoundEnded():
            return "The director ended the round"
        case GameVoided():
            return f"Game void{because(fact.reason)}"
        case BoardUpset():
            whose = f" by {sheet.name(fact.seat)}" if fact.seat else ""
            return f"Board upset{whose}"
        case UpsetFound():
            return f"The board was upset by {'accident' if fact.how == 'accidental' else 'intent'}"
        case PositionRebuilt():
            return f"Position rebuilt, {fact.tiles} tiles"
        case UpsetEnded():
            return "Position not rebuilt; the scores of that moment stand"
        case PlayerEjected():
            return f"{sheet.name(fact.seat)} must leave the event"
    return ""


def _pair(totals: Totals) -> str:
    return f"{totals[0]} to {totals[1]}"
