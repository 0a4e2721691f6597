"""Which request would have put a fact on the sheet."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from ledger.decisions import (
    blanks as ask_blanks,
)
from ledger.decisions import (
    challenges as ask_challenges,
)
from ledger.decisions import (
    clock as ask_clock,
)
from ledger.decisions import (
    corrections as ask_corrections,
)
from ledger.decisions import (
    endings as ask_endings,
)
from ledger.decisions import (
    exchanges as ask_exchanges,
)
from ledger.decisions import (
    plays as ask_plays,
)
from ledger.decisions import (
    setting_up as ask_setting_up,
)
from ledger.decisions import (
    signing as ask_signing,
)
from ledger.decisions.entry import Asked
from ledger.facts import (
    blanks,
    challenges,
    clock,
    endings,
    results,
    scores,
    setting_up,
    turns,
)
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
    setting_up.SetChecked: ask_setting_up.CheckSet,
    setting_up.StarterDetermined: ask_setting_up.DetermineStarter,
    setting_up.GameStarted: ask_setting_up.StartGame,
    turns.TilesExchanged: ask_exchanges.ExchangeTiles,
    turns.TurnPassed: ask_exchanges.PassTurn,
    blanks.BlankDesignated: ask_blanks.DesignateBlank,
    challenges.HoldCalled: ask_challenges.CallHold,
    challenges.HoldReleased: ask_challenges.ReleaseHold,
    challenges.ChallengeIssued: ask_challenges.IssueChallenge,
    challenges.ChallengeSlipConfirmed: ask_challenges.ConfirmSlip,
    challenges.ChallengeAdjudicated: ask_challenges.Adjudicate,
    clock.ClockNeutralised: ask_clock.NeutraliseClock,
    clock.ClockRestarted: ask_clock.RestartClock,
    clock.TimeAdjusted: ask_clock.AdjustTime,
    endings.PlayOutAccepted: ask_endings.AcceptPlayOut,
    scores.CumulativeAgreed: ask_corrections.AgreeTotals,
    scores.DiscrepancyFound: ask_corrections.ReportDiscrepancy,
    results.ResultHandedIn: ask_signing.HandIn,
    results.AmendmentAsked: ask_signing.AskAmendment,
}
"""Requests whose fields are those of the fact they put down."""

IN_OTHER_WORDS: dict[type[Fact], Callable[[Any], Asked]] = {
    turns.PlayRecorded: lambda fact: ask_plays.PlaceTiles(
        seat=fact.seat, placement=fact.placement, announced=fact.announced, rack=fact.rack
    ),
    endings.UnplayedTilesCounted: lambda fact: ask_endings.CountUnplayed(racks=fact.racks),
    endings.OvertimeRecorded: lambda fact: ask_endings.RecordOvertime(
        seat=fact.seat, over=fact.over
    ),
    scores.ScoreCorrected: lambda fact: ask_corrections.CorrectScore(
        version=fact.supersedes, now=fact.now, reason=fact.reason, approved_by=fact.approved_by
    ),
    scores.EntryCorrected: lambda fact: ask_corrections.CorrectEntry(
        version=fact.supersedes,
        replacement=fact.replacement,
        reason=fact.reason,
        approved_by=fact.approved_by,
    ),
    results.ResultProposed: lambda _: ask_signing.ProposeResult(),
    results.ResultSigned: lambda fact: ask_signing.SignResult(
        seat=fact.seat,
        totals=fact.totals,
        how=fact.how,
        shown=shown(fact),
        witness=fact.witness,
    ),
    results.ResultAmended: lambda fact: ask_signing.AmendResult(
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
    return asked(**{name: getattr(fact, name) for name in asked.__struct_fields__})


def shown(signed: results.ResultSigned) -> str:
    """Digest of what was on the screen, which in the demonstration was the scores."""
    return sha256(f"{signed.totals[0]} : {signed.totals[1]}".encode()).hexdigest()
