"""Which role may ask for what, as one table. What is not in it, nobody may ask for."""

from __future__ import annotations

from ledger.decisions import (
    blanks,
    challenges,
    clock,
    corrections,
    endings,
    exchanges,
    forfeits,
    plays,
    scores,
    setting_up,
    signing,
)
from ledger.decisions.entry import Asked
from ledger.refusals import Refusal
from ledger.vocabulary import Role

STAFF = frozenset({Role.SCOREKEEPER, Role.DIRECTOR})
JUDGES = frozenset({Role.WORD_JUDGE, Role.SCOREKEEPER, Role.DIRECTOR})
DIRECTORS = frozenset({Role.DIRECTOR})

MAY_ASK: dict[type[Asked], frozenset[Role]] = {
    setting_up.CheckSet: STAFF,
    setting_up.DetermineStarter: STAFF,
    setting_up.AssignTime: DIRECTORS,
    setting_up.StartGame: STAFF,
    forfeits.Forfeit: DIRECTORS,
    plays.PlaceTiles: STAFF,
    plays.MissTurn: STAFF,
    plays.RetractTurn: STAFF,
    exchanges.ExchangeTiles: STAFF,
    exchanges.PassTurn: STAFF,
    blanks.DesignateBlank: STAFF,
    blanks.DisputeBlank: STAFF,
    blanks.RedesignateBlank: STAFF,
    challenges.CallHold: STAFF,
    challenges.ReleaseHold: STAFF,
    challenges.IssueChallenge: STAFF,
    challenges.ConfirmSlip: STAFF,
    challenges.Adjudicate: JUDGES,
    challenges.VoidChallenge: STAFF,
    clock.NeutraliseClock: STAFF,
    clock.RestartClock: STAFF,
    clock.ReadClocks: STAFF,
    clock.AdjustTime: STAFF,
    endings.AcceptPlayOut: STAFF,
    endings.CountUnplayed: STAFF,
    endings.RecordOvertime: STAFF,
    endings.Resign: DIRECTORS,
    endings.EndGame: STAFF,
    corrections.CorrectScore: STAFF,
    corrections.CorrectEntry: STAFF,
    scores.AgreeTotals: STAFF,
    scores.ReportDiscrepancy: STAFF,
    scores.ApplyPenalty: STAFF,
    scores.ApplyCredit: STAFF,
    signing.ProposeResult: STAFF,
    signing.SignResult: STAFF,
    signing.HandIn: STAFF,
    signing.AskAmendment: STAFF,
    signing.AmendResult: STAFF,
    signing.ReopenResult: DIRECTORS,
}

NAMES = {
    Role.SCOREKEEPER: "a scorekeeper",
    Role.WORD_JUDGE: "a word judge",
    Role.DIRECTOR: "the tournament director",
    Role.ORGANISER: "the organiser",
}


def must_be_allowed(role: Role | None, asked: Asked) -> None:
    """Turn away a badge whose role may not ask for this.

    Raises:
      Refusal: ``not-allowed``.
    """
    allowed = MAY_ASK.get(type(asked), frozenset())
    if role not in allowed:
        raise not_allowed(allowed)


def not_allowed(allowed: frozenset[Role]) -> Refusal:
    """The refusal that says for whom a thing is, and whom to call."""
    whom = " or ".join(NAMES[role] for role in Role if role in allowed) or "nobody"
    return Refusal(
        "not-allowed", f"This is for {whom}.", "Call the director, or sign in with that badge."
    )
