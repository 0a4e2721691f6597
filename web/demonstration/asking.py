"""Which request would have put a fact on the sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ledger.asking.asked import Asked
from ledger.game.facts import (
    blanks,
    challenges,
    clock,
    endings,
    holds,
    results,
    scores,
    setting_up,
    turns,
)
from ledger.game.play.blanks.designating import DesignateBlank
from ledger.game.play.challenges.challenging import Adjudicate, IssueChallenge
from ledger.game.play.clock.clock import AdjustTime, NeutraliseClock, RestartClock
from ledger.game.play.clock.overtime import RecordOvertime
from ledger.game.play.endings.play_out import AcceptPlayOut, CountUnplayed
from ledger.game.play.exchanges.exchanging import ExchangeTiles, PassTurn
from ledger.game.play.holds.holding import CallHold, ReleaseHold
from ledger.game.play.judging.slips import ConfirmSlip
from ledger.game.play.results.amendments import AskAmendment, SignAmendment
from ledger.game.play.results.signing import HandIn, ProposeResult, SignResult
from ledger.game.play.scores.agreeing import AgreeTotals, ReportDiscrepancy
from ledger.game.play.setting_up.set_up import CheckSet, DetermineStarter, StartGame
from ledger.game.play.turns.corrections import CorrectEntry, CorrectScore
from ledger.game.play.turns.plays import PlaceTiles
from ledger.game.sheet import Sheet
from ledger.game.sheet.shown_result import digest, digest_shown, shown_amendment
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.simulation.drawn import drawn_by

FOLLOWS = (
    challenges.PhoneyWithdrawn,
    challenges.ChallengeFailed,
    endings.PlayedOut,
    endings.GameEnded,
    results.ResultAmended,
)
"""Facts nobody asks for: the desk writes them with the entry they follow from."""

NEED_A_RULING = (clock.TimeAdjusted, scores.PenaltyApplied, scores.CreditApplied)

SAME_FIELDS: dict[type[Fact], type[Asked]] = {
    setting_up.SetChecked: CheckSet,
    setting_up.StarterDetermined: DetermineStarter,
    setting_up.GameStarted: StartGame,
    turns.TilesExchanged: ExchangeTiles,
    turns.TurnPassed: PassTurn,
    blanks.BlankDesignated: DesignateBlank,
    holds.HoldCalled: CallHold,
    holds.HoldReleased: ReleaseHold,
    challenges.ChallengeIssued: IssueChallenge,
    challenges.ChallengeSlipConfirmed: ConfirmSlip,
    challenges.ChallengeAdjudicated: Adjudicate,
    clock.ClockNeutralised: NeutraliseClock,
    clock.ClockRestarted: RestartClock,
    clock.TimeAdjusted: AdjustTime,
    endings.PlayOutAccepted: AcceptPlayOut,
    scores.CumulativeAgreed: AgreeTotals,
    scores.DiscrepancyFound: ReportDiscrepancy,
    results.ResultHandedIn: HandIn,
    results.AmendmentAsked: AskAmendment,
}
"""Requests whose fields are those of the fact they put down, or more."""


def signature(signed: results.ResultSigned) -> SignResult | SignAmendment:
    """A signature, as yet without what was on the screen: that is known when it is given."""
    asked = SignResult if signed.amendment is None else SignAmendment
    return asked(
        seat=signed.seat, totals=signed.totals, how=signed.how, shown="", witness=signed.witness
    )


IN_OTHER_WORDS: dict[type[Fact], Callable[[Any], Asked]] = {
    turns.PlayRecorded: lambda fact: PlaceTiles(
        seat=fact.seat, placement=fact.placement, announced=fact.announced, rack=fact.rack
    ),
    endings.UnplayedTilesCounted: lambda fact: CountUnplayed(racks=fact.racks),
    endings.OvertimeRecorded: lambda fact: RecordOvertime(seat=fact.seat, over=fact.over),
    scores.ScoreCorrected: lambda fact: CorrectScore(
        version=fact.supersedes, now=fact.now, reason=fact.reason, approved_by=fact.approved_by
    ),
    scores.EntryCorrected: lambda fact: CorrectEntry(
        version=fact.supersedes,
        replacement=fact.replacement,
        reason=fact.reason,
        approved_by=fact.approved_by,
    ),
    results.ResultProposed: lambda _: ProposeResult(),
    results.ResultSigned: signature,
}


def request_for(fact: Fact) -> Asked | None:
    """The request that puts ``fact`` down; ``None`` if it follows from the one before.

    Raises:
      KeyError: no request of the demonstration puts down such a fact.
    """
    if isinstance(fact, FOLLOWS):
        return None
    kind = type(fact)
    if kind in IN_OTHER_WORDS:
        return IN_OTHER_WORDS[kind](fact)
    asked = SAME_FIELDS[kind]
    both = set(asked.__struct_fields__) & set(fact.__struct_fields__)
    return asked(**{name: getattr(fact, name) for name in both})


def as_seen(asked: Asked, sheet: Sheet) -> tuple[Asked, tuple[KeptWords, ...]]:
    """A signature with the digest of what its player sees, and the strokes of the hand."""
    if isinstance(asked, SignResult):
        shown = digest_shown(sheet, asked.seat)
    elif isinstance(asked, SignAmendment) and sheet.result.amending is not None:
        reason = sheet.result.amending.reason
        shown = digest(shown_amendment(sheet, asked.seat, asked.totals, reason))
    else:
        return asked, ()
    by_hand = asked.how == "stroke"
    kept = (drawn_by(sheet.id, asked.seat, sheet.version),) if by_hand else ()
    return replace(asked, shown=shown, words=kept[0].digest if kept else ""), kept
