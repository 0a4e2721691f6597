"""Which request would have put a fact on the sheet."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from ledger.decisions.amendments import AmendResult, AskAmendment
from ledger.decisions.blanks import DesignateBlank
from ledger.decisions.challenges import Adjudicate, IssueChallenge
from ledger.decisions.clock import AdjustTime, NeutraliseClock, RestartClock
from ledger.decisions.corrections import CorrectEntry, CorrectScore
from ledger.decisions.endings import AcceptPlayOut, CountUnplayed
from ledger.decisions.entry import Asked
from ledger.decisions.exchanges import ExchangeTiles, PassTurn
from ledger.decisions.holds import CallHold, ReleaseHold
from ledger.decisions.overtime import RecordOvertime
from ledger.decisions.plays import PlaceTiles
from ledger.decisions.scores import AgreeTotals, ReportDiscrepancy
from ledger.decisions.setting_up import CheckSet, DetermineStarter, StartGame
from ledger.decisions.signing import HandIn, ProposeResult, SignResult
from ledger.decisions.slips import ConfirmSlip
from ledger.facts import blanks, challenges, clock, endings, results, scores, setting_up, turns
from ledger.facts.fact import Fact

FOLLOWS = (
    challenges.PhoneyWithdrawn,
    challenges.ChallengeFailed,
    endings.PlayedOut,
    endings.GameEnded,
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
    challenges.HoldCalled: CallHold,
    challenges.HoldReleased: ReleaseHold,
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
    results.ResultSigned: lambda fact: SignResult(
        seat=fact.seat,
        totals=fact.totals,
        how=fact.how,
        shown=shown(fact),
        witness=fact.witness,
    ),
    results.ResultAmended: lambda fact: AmendResult(
        now=fact.now, reason=fact.reason, agreed_by=fact.agreed_by
    ),
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


def shown(signed: results.ResultSigned) -> str:
    """Digest of what was on the screen, which in the demonstration was the scores."""
    return sha256(f"{signed.totals[0]} : {signed.totals[1]}".encode()).hexdigest()
