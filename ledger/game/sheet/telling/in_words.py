"""A fact told in a few words, for lists of what happened at a table."""

from __future__ import annotations

from ledger.game.facts.blanks import BlankDesignated, BlankDisputed, BlankRedesignated
from ledger.game.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
    PhoneyWithdrawn,
)
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted, TimeAdjusted, TimeRead
from ledger.game.facts.endings import (
    GameEnded,
    GameResigned,
    OvertimeRecorded,
    PlayedOut,
    PlayOutAccepted,
    UnplayedTilesCounted,
)
from ledger.game.facts.holds import HoldCalled, HoldReleased
from ledger.game.facts.keeping import TurnsVerified
from ledger.game.facts.scores import (
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    EntryCorrected,
    PenaltyApplied,
    ScoreCorrected,
)
from ledger.game.facts.setting_up import (
    GameForfeited,
    GameScheduled,
    GameStarted,
    SetChecked,
    StarterDetermined,
    TimeAssigned,
)
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
from ledger.game.sheet.telling import calls, judging, keeping, recounts
from ledger.game.sheet.telling.drawing import told_drawing
from ledger.game.sheet.telling.placement import told_objection
from ledger.game.sheet.telling.results import told_result
from ledger.game.sheet.telling.table import told_round_the_game
from ledger.record.fact import Fact
from ledger.vocabulary import Totals

ENDINGS = {
    "played-out": "Game over: played out",
    "six-zeros": "Game over: too many scoreless turns in a row",
    "resigned": "Game over: resigned",
    "forfeited": "Game over: forfeited",
    "round-ended": "Game over: the round was ended",
    "board-upset": "Game over: the board was upset",
    "incomplete": "The record stops here",
    "time-called": "Game over: time called",
}
HOW_DESIGNATED = {
    "slip-circled": "circled on the slip",
    "slip-written": "written on the slip",
    "announced": "announced only",
    "score-sheet": "on the score sheets",
}


def note_of(fact: Fact, sheet: Sheet) -> str:
    """The words for a fact that makes no line of its own; empty where nothing need be said."""
    if isinstance(fact, GameScheduled | StarterDetermined | GameStarted | TimeRead | TurnsVerified):
        return ""
    return f"{told(fact, sheet)}."


def told(fact: Fact, sheet: Sheet) -> str:
    """Any fact of a game in a few words, with the players' names."""
    turn = _turn(fact, sheet)
    if turn:
        return turn
    for tell in CHAPTERS:
        words = tell(fact, sheet)
        if words:
            return words
    return told_round_the_game(fact, sheet) or type(fact).topic().replace("-", " ")


def _turn(fact: Fact, sheet: Sheet) -> str:
    if isinstance(fact, PlayRecorded | TilesExchanged | TurnPassed | TurnMissed):
        return f"{sheet.name(fact.seat)}: {words_of(fact)}"
    if isinstance(fact, PlayRetracted):
        return f"Entry {fact.supersedes} taken back"
    return ""


def _setting_up(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case GameScheduled():
            return f"Paired: {fact.players[0]} and {fact.players[1]}"
        case SetChecked():
            checked = "Set counted and complete" if fact.complete else "Set found wrong"
            return f"{checked}: {fact.note}" if fact.note else checked
        case StarterDetermined():
            return f"{sheet.names[0]} starts ({fact.method.replace('-', ' ')})"
        case GameStarted():
            return "Game started"
        case TimeAssigned():
            return f"{sheet.name(fact.seat)} has {minutes(fact.seconds)}{because(fact.reason)}"
        case GameForfeited():
            loser = "Both players" if fact.loser is None else sheet.name(fact.loser)
            return f"{loser} forfeited{because(fact.cause.replace('-', ' '))}"
    return ""


def _blank(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case BlankDesignated():
            how = HOW_DESIGNATED.get(fact.how, fact.how)
            return f"Blank {fact.blank} at {fact.square} is {fact.letter} ({how})"
        case BlankDisputed():
            return (
                f"{sheet.name(fact.seat)} disputes the blank at {fact.square}: says {fact.claimed}"
            )
        case BlankRedesignated():
            return f"Blank at {fact.square} is now {fact.letter}{because(fact.basis)}"
    return ""


def _challenge(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case HoldCalled():
            return f"{sheet.name(fact.seat)} called hold"
        case HoldReleased():
            return f"{sheet.name(fact.seat)} released the hold"
        case ChallengeIssued():
            words = f" {', '.join(fact.words)}" if fact.words else ""
            return f"{sheet.name(fact.seat)} challenged{words}"
        case ChallengeSlipConfirmed():
            return f"{sheet.name(fact.seat)} checked the slip"
        case ChallengeAdjudicated():
            verdict = "the play is acceptable" if fact.acceptable else "the play is not acceptable"
            return f"Verdict: {verdict}"
        case PhoneyWithdrawn():
            return f"{sheet.name(fact.seat)} took the play off the board"
        case ChallengeFailed():
            return f"The challenge by {sheet.name(fact.seat)} failed"
        case ChallengeVoided():
            return f"Challenge void{because(fact.reason)}"
    return ""


def _clock(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case TimeRead():
            return "Clocks read"
        case ClockNeutralised():
            return f"Clocks stopped{because(fact.reason.replace('-', ' '))}"
        case ClockRestarted():
            return f"Clock of {sheet.name(fact.seat)} started again"
        case TimeAdjusted():
            sign = "given" if fact.seconds >= 0 else "taken"
            return (
                f"{abs(fact.seconds)} seconds {sign}, {sheet.name(fact.seat)}{because(fact.reason)}"
            )
    return ""


def _ending(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case PlayedOut():
            return f"{sheet.name(fact.seat)} played out"
        case PlayOutAccepted():
            return f"{sheet.name(fact.seat)} accepted the play-out"
        case GameEnded():
            return ENDINGS.get(fact.cause, f"Game over{because(fact.cause.replace('-', ' '))}")
        case UnplayedTilesCounted():
            return f"Unplayed tiles counted: {_signed(fact.adjustments)}"
        case OvertimeRecorded():
            return f"Overtime of {sheet.name(fact.seat)}: {-fact.penalty}"
        case GameResigned():
            return f"{sheet.name(fact.seat)} resigned"
    return ""


def _score(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case ScoreCorrected():
            return (
                f"Score of entry {fact.supersedes} corrected from {fact.was} to {fact.now}"
                f"{because(fact.reason)}"
            )
        case EntryCorrected():
            now = words_of(fact.replacement) if fact.replacement else "struck out"
            return f"Entry {fact.supersedes} corrected, now {now}{because(fact.reason)}"
        case TurnInserted():
            whose = sheet.name(fact.turn.seat)
            return f"{whose}: {words_of(fact.turn)}, missed and put in before entry {fact.before}"
        case SeatsExchanged():
            which = f"Entry {fact.supersedes}" + (" and what follows" if fact.onwards else "")
            return f"{which}: the other player's turn{because(fact.reason)}"
        case CumulativeAgreed():
            return f"Totals agreed: {_pair(fact.totals)}"
        case DiscrepancyFound():
            return f"{sheet.name(fact.seat)} has other totals: {_pair(fact.written)}"
        case PenaltyApplied():
            taken = amount_of(fact.amount, fact.unit)
            return f"Penalty of {taken}, {sheet.name(fact.seat)}{because(fact.reason)}"
        case CreditApplied():
            given = amount_of(fact.amount, fact.unit)
            return f"Credit of {given}, {sheet.name(fact.seat)}{because(fact.reason)}"
    return ""


CHAPTERS = (
    _setting_up,
    _blank,
    _challenge,
    _clock,
    _ending,
    _score,
    told_result,
    calls.told_call,
    keeping.told_keeping,
    judging.told_judging,
    told_drawing,
    told_objection,
    recounts.tell,
)
"""Who tells what: the first that has words for a fact."""


def amount_of(amount: int, unit: str) -> str:
    """What a penalty takes or a credit gives, in words.

    >>> [amount_of(1, unit) for unit in ("points", "spread", "time", "turn")]
    ['1 point', '1 point of spread', '0:01 of time', '1 turn']
    >>> [amount_of(90, unit) for unit in ("points", "time")]
    ['90 points', '1:30 of time']
    """
    if unit == "time":
        return f"{minutes(amount)} of time"
    what = "turn" if unit == "turn" else "point"
    return f"{amount} {what}{'' if amount == 1 else 's'}{' of spread' if unit == 'spread' else ''}"


def minutes(seconds: int) -> str:
    """A time as minutes and seconds.

    >>> minutes(1450), minutes(-35)
    ('24:10', '-0:35')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


def _pair(totals: Totals) -> str:
    return f"{totals[0]} to {totals[1]}"


def _signed(totals: Totals) -> str:
    return f"{totals[0]:+d} and {totals[1]:+d}"
