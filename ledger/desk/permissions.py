"""Which role may ask for what, as one table. What is not in it, nobody may ask for."""

from __future__ import annotations

from ledger.game.play.arrivals import arriving, lateness
from ledger.game.play.blanks import blank_disputes, designating, false_blanks, new_letters
from ledger.game.play.calls import calling
from ledger.game.play.challenges import challenging
from ledger.game.play.clock import clock, overtime, sand, timers
from ledger.game.play.drawing import (
    draw_order,
    drawn_off,
    dropped_tiles,
    noting,
    overdraw_steps,
    overdraws,
    underdraws,
)
from ledger.game.play.endings import declared_over, forfeits, play_out, resignations
from ledger.game.play.entry import Asked
from ledger.game.play.exchanges import exchanging, objections, unwanted_tiles, verdicts
from ledger.game.play.holds import courtesy, holding
from ledger.game.play.judging import other_opinions, restarts, slips
from ledger.game.play.keeping import keeping
from ledger.game.play.leaving import emergencies, leaving, putting_off
from ledger.game.play.loose_tiles import found_tiles, missing_tiles, spills
from ledger.game.play.placement import orientation, placement
from ledger.game.play.results import amendments, papers, signing
from ledger.game.play.scores import agreeing, disputes, recounts
from ledger.game.play.setting_up import first_acts, set_up
from ledger.game.play.turns import corrections, plays, retractions, turn_order
from ledger.game.play.upsets import upset
from ledger.game.play.virtual_play import platform
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

STAFF = frozenset({Role.SCOREKEEPER, Role.DIRECTOR})
JUDGES = frozenset({Role.WORD_JUDGE, Role.SCOREKEEPER, Role.DIRECTOR})
DIRECTORS = frozenset({Role.DIRECTOR})

MAY_ASK: dict[type[Asked], frozenset[Role]] = {
    set_up.CheckSet: STAFF,
    set_up.DetermineStarter: STAFF,
    set_up.AssignTime: DIRECTORS,
    set_up.StartGame: STAFF,
    forfeits.Forfeit: DIRECTORS,
    plays.PlaceTiles: STAFF,
    plays.MissTurn: STAFF,
    retractions.RetractTurn: STAFF,
    turn_order.InsertTurn: STAFF,
    turn_order.ExchangeSeats: STAFF,
    exchanging.ExchangeTiles: STAFF,
    exchanging.PassTurn: STAFF,
    designating.DesignateBlank: STAFF,
    designating.ReportUndeclaredBlank: STAFF,
    blank_disputes.DisputeBlank: STAFF,
    blank_disputes.RedesignateBlank: STAFF,
    blank_disputes.ConfirmBlank: STAFF,
    blank_disputes.ReplayMove: STAFF,
    new_letters.ChallengeRedesignation: STAFF,
    new_letters.AcceptRedesignation: STAFF,
    false_blanks.ReportFalseBlank: STAFF,
    false_blanks.SettleFalseBlank: STAFF,
    objections.ChallengeExchange: STAFF,
    verdicts.JudgeExchange: STAFF,
    verdicts.PutExchangeRight: STAFF,
    unwanted_tiles.FindUnwantedTiles: STAFF,
    unwanted_tiles.ReturnUnwantedTiles: STAFF,
    placement.ChallengePlacement: STAFF,
    placement.JudgePlacement: STAFF,
    orientation.SetOrientation: STAFF,
    orientation.CorrectOrientation: STAFF,
    orientation.ReportMisplacedTiles: STAFF,
    orientation.StraightenTiles: STAFF,
    holding.CallHold: STAFF,
    holding.ReleaseHold: STAFF,
    holding.ReportIrregularTurn: STAFF,
    holding.CloseWindow: STAFF,
    holding.ReopenWindow: DIRECTORS,
    challenging.IssueChallenge: STAFF,
    slips.ConfirmSlip: STAFF,
    slips.ChangeWords: STAFF,
    slips.HandOver: STAFF,
    slips.ReissueChallenge: JUDGES,
    slips.ReportEarlyChallenge: STAFF,
    restarts.ConfirmRestart: STAFF,
    other_opinions.AskAgain: STAFF,
    other_opinions.Readjudicate: JUDGES,
    other_opinions.ReportMisadjudication: JUDGES,
    courtesy.DrawCourteously: STAFF,
    courtesy.MixCourtesyTiles: STAFF,
    courtesy.ReportFlashDraw: STAFF,
    drawn_off.ReportDrawnOff: STAFF,
    drawn_off.ReturnNewTiles: STAFF,
    challenging.Adjudicate: JUDGES,
    challenging.VoidChallenge: STAFF,
    keeping.HandOverTable: STAFF,
    keeping.TakeOverTable: STAFF,
    keeping.VerifyTurns: STAFF,
    calling.CallDirector: JUDGES,
    calling.DirectorSetsOut: DIRECTORS,
    calling.DirectorComes: STAFF,
    calling.DirectorGoes: DIRECTORS,
    calling.GrantFreeChallenge: DIRECTORS,
    clock.NeutraliseClock: STAFF,
    clock.RestartClock: STAFF,
    clock.ReadClocks: STAFF,
    clock.AdjustTime: STAFF,
    noting.RecordDraw: STAFF,
    noting.ReportManner: STAFF,
    noting.SettleDrawing: DIRECTORS,
    overdraws.ReportOverdraw: STAFF,
    overdraw_steps.ExposeOverdraw: STAFF,
    overdraw_steps.CorrectOverdraw: STAFF,
    underdraws.ReportUnderdraw: STAFF,
    underdraws.MendUnderdraw: STAFF,
    draw_order.ReportOutOfOrder: STAFF,
    draw_order.CompleteDraws: STAFF,
    dropped_tiles.ReportDroppedBack: STAFF,
    dropped_tiles.MendDrop: STAFF,
    spills.ReportSpill: STAFF,
    spills.SettleSpill: STAFF,
    found_tiles.ReportFound: STAFF,
    found_tiles.CheckFoundTile: STAFF,
    found_tiles.RestoreRacks: STAFF,
    found_tiles.NameEntitled: STAFF,
    missing_tiles.ReportMissing: STAFF,
    missing_tiles.ReportExtra: STAFF,
    play_out.AcceptPlayOut: STAFF,
    play_out.CountUnplayed: STAFF,
    overtime.RecordOvertime: STAFF,
    resignations.Resign: DIRECTORS,
    declared_over.EndGame: STAFF,
    declared_over.EndRound: DIRECTORS,
    declared_over.VoidGame: DIRECTORS,
    corrections.CorrectScore: STAFF,
    corrections.CorrectEntry: STAFF,
    agreeing.AgreeTotals: STAFF,
    agreeing.ReportDiscrepancy: STAFF,
    agreeing.ApplyPenalty: STAFF,
    agreeing.ApplyCredit: STAFF,
    signing.ProposeResult: STAFF,
    signing.SignResult: STAFF,
    signing.HandIn: STAFF,
    amendments.AskAmendment: STAFF,
    amendments.SignAmendment: STAFF,
    amendments.AmendResult: DIRECTORS,
    amendments.ReopenResult: DIRECTORS,
    first_acts.ChooseTimer: STAFF,
    first_acts.NoteEquipment: STAFF,
    first_acts.AgreeToRecording: STAFF,
    first_acts.MakeArrangement: DIRECTORS,
    first_acts.ReturnStartTiles: STAFF,
    first_acts.ReportFirstTile: STAFF,
    first_acts.DrawFirstRack: STAFF,
    arriving.StartLateClock: STAFF,
    arriving.ReportArrival: STAFF,
    lateness.ReportNotCome: STAFF,
    lateness.ElectForfeit: STAFF,
    putting_off.PostponeGame: DIRECTORS,
    leaving.LeaveTable: STAFF,
    leaving.ReturnToTable: STAFF,
    leaving.MakeWaitingDraw: STAFF,
    emergencies.DeclareEmergency: STAFF,
    emergencies.AssessEmergency: DIRECTORS,
    emergencies.EndEmergency: DIRECTORS,
    putting_off.AdjournGame: DIRECTORS,
    putting_off.ResumeGame: DIRECTORS,
    timers.ReportTimerFault: STAFF,
    timers.WriteRecollection: STAFF,
    timers.SetTimes: DIRECTORS,
    timers.PetitionDirector: STAFF,
    timers.DeclinePetition: DIRECTORS,
    timers.NullifyPress: DIRECTORS,
    timers.WaiveOvertime: DIRECTORS,
    timers.AskScoreCheck: STAFF,
    timers.ReportBagCount: STAFF,
    sand.WarnOfSand: STAFF,
    sand.ReportSandOut: STAFF,
    sand.CallSandTime: STAFF,
    sand.EndAfterLastPlays: STAFF,
    platform.NameMonitor: STAFF,
    platform.ReportOutage: STAFF,
    papers.SignTallySheet: STAFF,
    papers.ReportPapersDiffer: STAFF,
    papers.SettlePapers: DIRECTORS,
    papers.GatherSet: STAFF,
    papers.RefuseAmendment: DIRECTORS,
    recounts.AskRecount: STAFF,
    recounts.SeeScoreSheet: STAFF,
    recounts.BarRecountFavour: DIRECTORS,
    recounts.FinishRecount: STAFF,
    recounts.StopRecount: DIRECTORS,
    disputes.WriteScores: STAFF,
    disputes.SettleScores: DIRECTORS,
    upset.ReportUpset: STAFF,
    upset.FindUpset: DIRECTORS,
    upset.RebuildPosition: STAFF,
    upset.EndAfterUpset: DIRECTORS,
}

NAMES = {
    Role.SCOREKEEPER: "a scorekeeper",
    Role.WORD_JUDGE: "a word judge",
    Role.DIRECTOR: "the tournament director",
    Role.ORGANISER: "the organiser",
    Role.DISPLAY: "a display",
    Role.PLAYER: "a player who signs",
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
