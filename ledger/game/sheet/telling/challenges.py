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
from ledger.game.sheet.telling.tells import tells


@tells(ChallengeIssued)
def _challenge_issued(fact: ChallengeIssued, sheet: Sheet) -> str:
    words = f" {', '.join(fact.words)}" if fact.words else ""
    return f"{sheet.name(fact.seat)} challenged{words}"


@tells(ChallengeSlipConfirmed)
def _challenge_slip_confirmed(fact: ChallengeSlipConfirmed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} checked the slip"


@tells(ChallengeAdjudicated)
def _challenge_adjudicated(fact: ChallengeAdjudicated, _sheet: Sheet) -> str:
    verdict = "the play is acceptable" if fact.acceptable else "the play is not acceptable"
    return f"Verdict: {verdict}"


@tells(PhoneyWithdrawn)
def _phoney_withdrawn(fact: PhoneyWithdrawn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} took the play off the board"


@tells(ChallengeFailed)
def _challenge_failed(fact: ChallengeFailed, sheet: Sheet) -> str:
    return f"The challenge by {sheet.name(fact.seat)} failed"


@tells(ChallengeVoided)
def _challenge_voided(fact: ChallengeVoided, _sheet: Sheet) -> str:
    return f"Challenge void{because(fact.reason)}"
