"""Challenges, told in a few words."""

from __future__ import annotations

from ledger.game.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
    PhoneyWithdrawn,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.since import SINCE
from ledger.game.sheet.telling.tells import tells


@tells(
    ChallengeIssued,
    (
        "challenge {seat}[: {words}][ ({method})]"
        "[; {voiced|said aloud|not said aloud}][; {neutral|clocks stopped|clocks running}]"
        "[; {agreed|method agreed|method not agreed}][; authority {authority}]"
    )
    + SINCE,
)
def _challenge_issued(fact: ChallengeIssued, sheet: Sheet) -> str:
    words = f" {', '.join(fact.words)}" if fact.words else ""
    return f"{sheet.name(fact.seat)} challenged{words}"


@tells(ChallengeSlipConfirmed, "slip confirmed {seat}")
def _challenge_slip_confirmed(fact: ChallengeSlipConfirmed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} checked the slip"


@tells(
    ChallengeAdjudicated,
    "verdict {acceptable|acceptable|unacceptable}[ ({adjudicator})][; list {lexicon}]",
)
def _challenge_adjudicated(fact: ChallengeAdjudicated, _sheet: Sheet) -> str:
    verdict = "the play is acceptable" if fact.acceptable else "the play is not acceptable"
    return f"Verdict: {verdict}"


@tells(PhoneyWithdrawn)
def _phoney_withdrawn(fact: PhoneyWithdrawn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} took the play off the board"


@tells(
    ChallengeFailed,
    "challenge failed {seat} ({mode})[; credited {credited}][; debited {debited}]"
    "[; {turn_lost|turn lost|turn kept}][; {counts_as_zero|scoreless|no zero}]"
    "[; time lost {time_lost}]",
)
def _challenge_failed(fact: ChallengeFailed, sheet: Sheet) -> str:
    return f"The challenge by {sheet.name(fact.seat)} failed"


@tells(ChallengeVoided, "no verdict: {reason}")
def _challenge_voided(fact: ChallengeVoided, _sheet: Sheet) -> str:
    return f"Challenge void{because(fact.reason)}"
