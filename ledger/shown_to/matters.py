"""What every kind of fact is about, and which of its fields say more than the board shows.

``SEALED`` fields are shown when the game is over: what is on a rack, what was drawn, and
whether a score adds up. ``PRIVATE`` fields are for officials, then as now: reasons and notes in
somebody's words, who noticed or witnessed, what players said about the moment of a challenge,
and the digests of signatures. A kind of fact that is not listed is a ``CASE``, and shown to
directors and organisers alone. ``tests/ledger/shown_to_whom.txt`` has all of it to read.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ledger.accounts import badge_facts
from ledger.game.facts import (
    arrivals,
    blanks,
    calls,
    challenges,
    clock,
    drawing,
    endings,
    exchanges,
    holds,
    judging,
    keeping,
    leaving,
    loose_tiles,
    placement,
    results,
    scores,
    setting_up,
    turns,
    upsets,
    virtual_play,
)
from ledger.record import word_facts
from ledger.record.fact import Fact
from ledger.tournament.facts import conduct, tournaments


class Matter(StrEnum):
    """What a fact is about.

    Attributes:
      BOARD: what everybody round the table sees and hears: turns, challenges, verdicts, scores.
      HANDS: drawing, exchanging, spilling: what lies on racks or came out of the bag.
      SIGNING: corrections, and the result that the players sign for.
      PAPERS: what players wrote and compare before they sign.
      TALK: calls, petitions, absences, health, arrangements, suspicions.
      KEEPING: which badge on which tablet keeps or looked over the record.
      EVENT: tournaments, players, rounds.
      CONDUCT: what changes standings by a ruling.
      CASE: hearings, statements, rulings, warnings, appeals.
      BADGES: badges, PINs, tablets, and words removed beside the log.
    """

    BOARD = "board"
    HANDS = "hands"
    SIGNING = "signing"
    PAPERS = "papers"
    TALK = "talk"
    KEEPING = "keeping"
    EVENT = "event"
    CONDUCT = "conduct"
    CASE = "case"
    BADGES = "badges"


class About(NamedTuple):
    """The matter of a kind of fact, and its fields that are not for everybody."""

    matter: Matter
    sealed: tuple[str, ...] = ()
    private: tuple[str, ...] = ()


_SINCE = (
    "after", "hand_in_bag", "tile_out", "tile_racked", "score_written", "accepted_aloud", "away",
    "out_of_order",
)  # fmt: skip
_REASON = ("reason",)
_RULED = ("reason", "clause")
_CORRECTED = ("reason", "approved_by")


def _all(matter: Matter, *kinds: type[Fact]) -> dict[type[Fact], About]:
    return {kind: About(matter) for kind in kinds}


def _board(sealed: tuple[str, ...] = (), private: tuple[str, ...] = ()) -> About:
    return About(Matter.BOARD, sealed, private)


def _hands(*private: str) -> About:
    return About(Matter.HANDS, private=private)


ABOUT: dict[type[Fact], About] = {
    **_all(
        Matter.BOARD,
        setting_up.GameScheduled, setting_up.StarterDetermined, setting_up.GameStarted,
        turns.TurnMissed, turns.PlayRetracted,
        blanks.BlankDesignated, blanks.RedesignationChallenged, blanks.RedesignationAccepted,
        blanks.BlankUndeclared,
        exchanges.ExchangeVoided,
        placement.StrayTilesPlaced, placement.WordsUnscored, placement.OrientationSet,
        placement.OrientationCorrected, placement.TilesMisplaced, placement.TilesStraightened,
        holds.HoldReleased, challenges.ChallengeSlipConfirmed, challenges.PhoneyWithdrawn,
        challenges.ChallengeFailed,
        judging.ChallengedEarly, judging.ChallengeWordsChanged, judging.ChallengeHandedOver,
        judging.ChallengeReissued, judging.ReadjudicationAsked, judging.RestartConfirmed,
        clock.TimeRead, clock.ScoreCheckAsked,
        endings.PlayedOut, endings.PlayOutAccepted, endings.GameEnded, endings.OvertimeRecorded,
        scores.CumulativeAgreed,
        results.ResultProposed, results.ResultHandedIn,
        scores.ScoreDisputeSettled,
        upsets.PositionRebuilt,
        setting_up.StartTilesReturned, setting_up.FirstTileDrawn, setting_up.FirstRackDrawn,
        leaving.GameResumed,
        clock.SandWarned, clock.SandTurnLost, clock.SandTimeCalled,
    ),
    setting_up.SetChecked: _board(private=("note",)),
    setting_up.TimeAssigned: _board(private=_REASON),
    setting_up.GameForfeited: _board(private=("cause",)),
    turns.PlayRecorded: _board(sealed=("rack", "computed")),
    turns.TilesExchanged: _board(sealed=("tiles", "rack")),
    turns.TurnPassed: _board(sealed=("rack",)),
    blanks.BlankDisputed: _board(private=("on_paper",)),
    blanks.BlankRedesignated: _board(private=("basis",)),
    blanks.BlankConfirmed: _board(private=_REASON),
    blanks.MoveReplayed: _board(private=_REASON),
    blanks.FalseBlankFound: _board(sealed=("drawn", "mixed")),
    placement.PlacementChallenged: _board(sealed=("drawn",)),
    placement.PlacementJudged: _board(private=("adjudicator",)),
    holds.HoldCalled: _board(private=_SINCE),
    challenges.ChallengeIssued: _board(
        private=(*_SINCE, "voiced", "neutral", "agreed", "authority")
    ),
    challenges.ChallengeAdjudicated: _board(private=("adjudicator",)),
    challenges.ChallengeVoided: _board(private=_REASON),
    judging.WindowClosed: _board(private=("after",)),
    judging.Readjudicated: _board(private=("adjudicator",)),
    judging.MisadjudicationFound: _board(
        private=(*_CORRECTED, "new_tile_racked", "retracted_tile_racked", "next_turn_done")
    ),
    clock.ClockNeutralised: _board(private=("reason", "seat")),
    clock.ClockRestarted: _board(private=("reason", "by")),
    clock.TimeAdjusted: _board(private=_REASON),
    clock.TimerFailed: _board(private=("timer",)),
    clock.TimesSet: _board(private=("timer", "replaced_by", "owner_told")),
    clock.OvertimeWaived: _board(private=_REASON),
    loose_tiles.UnplayedTakenBack: _board(private=_REASON),
    loose_tiles.GameReopened: _board(private=_REASON),
    endings.UnplayedTilesCounted: _board(sealed=("racks",)),
    endings.GameResigned: _board(private=_REASON),
    endings.RoundEnded: _board(private=_REASON),
    endings.GameVoided: _board(private=_REASON),
    scores.ScoreCorrected: About(Matter.SIGNING, private=_CORRECTED),
    scores.EntryCorrected: About(Matter.SIGNING, private=_CORRECTED),
    scores.PenaltyApplied: _board(private=_RULED),
    scores.CreditApplied: _board(private=_RULED),
    turns.TurnInserted: About(Matter.SIGNING, private=_CORRECTED),
    turns.SeatsExchanged: About(Matter.SIGNING, private=_CORRECTED),
    results.ResultSigned: About(Matter.SIGNING, private=("shown", "witness", "words")),
    results.ResultAmended: About(
        Matter.SIGNING, private=("reason", "agreed_by", "told", "citation")
    ),
    results.ResultReopened: About(Matter.SIGNING, private=_REASON),
    results.RecordsSettled: About(Matter.SIGNING, private=("basis", "note")),
    scores.RecountAsked: _board(
        private=("margin", "margin_of_play", "right", "agreed_by", "consents")
    ),
    scores.RecountDone: _board(private=("by",)),
    scores.RecountStopped: _board(private=("reason", "no_change_in_favour_of")),
    upsets.BoardUpset: _board(private=("seat", "note")),
    upsets.UpsetEnded: _board(private=("seat",)),
    arrivals.GamePostponed: _board(private=("reason", "consents")),
    setting_up.TimerChosen: _board(private=("label", "owner")),
    leaving.GameAdjourned: _board(private=("reason", "racks_sealed")),
    **_all(
        Matter.HANDS,
        blanks.FalseBlankSettled,
        exchanges.ExchangeNoted, exchanges.ExchangeChallenged, exchanges.ExchangePutRight,
        exchanges.UnwantedTilesFound, exchanges.UnwantedTilesReturned,
        judging.TurnEndedIrregularly,
        holds.CourtesyDraw, holds.CourtesyTilesMixed, holds.FlashDraw,
        holds.DrawnThenChallengedOff, holds.NewTilesReturned,
        drawing.TilesDrawn, drawing.OverdrawCorrectionBotched, drawing.OverdrawCorrected,
        drawing.UnderdrawMended, drawing.DrawOrderRestored, drawing.TileDroppedBack,
        drawing.DropMended,
        loose_tiles.SpillSettled, loose_tiles.FoundTileChecked, loose_tiles.RacksRestored,
        loose_tiles.TileMissing, loose_tiles.ExtraTiles,
        leaving.WaitingDrawMade, clock.BagCounted,
    ),
    exchanges.ExchangeJudged: _hands("adjudicator"),
    judging.WindowReopened: _hands("reason"),
    drawing.Overdrawn: _hands("noticed_by", "cause", "concealed", "observer"),
    drawing.OverdrawExposed: _hands("seen_by"),
    drawing.Underdrawn: _hands("noticed_by", "concealed"),
    drawing.DrawnOutOfOrder: _hands("had_chance"),
    drawing.DrawingSettled: _hands("finding"),
    loose_tiles.TilesSpilled: _hands("declined"),
    loose_tiles.TilesFound: _hands("by"),
    loose_tiles.EntitledPlayer: _hands("basis"),
    **_all(
        Matter.PAPERS,
        scores.DiscrepancyFound, results.TallySheetSigned, results.RecordsDiffer,
        scores.ScoresWritten,
    ),
    results.SetGathered: About(Matter.PAPERS, private=("note",)),
    results.AmendmentAsked: About(Matter.SIGNING, private=_REASON),
    results.AmendmentRefused: About(Matter.SIGNING, private=_REASON),
    **_all(
        Matter.TALK,
        calls.DirectorCalled, calls.DirectorSetOut, calls.DirectorArrived, calls.DirectorLeft,
        calls.ChallengeCreditGranted, calls.ChallengeCreditUsed,
        drawing.DrawingImproper,
        scores.ScoreSheetSeen, scores.RecountFavourBarred,
        upsets.UpsetFound, upsets.PlayerEjected,
        setting_up.EquipmentNoted, setting_up.RecordingAgreed, setting_up.ArrangementMade,
        arrivals.LateClockStarted, arrivals.PlayerArrived, arrivals.LateClockRanOut,
        arrivals.ForfeitElected,
        leaving.PlayerLeft, leaving.PlayerReturned,
        leaving.EmergencyDeclared, leaving.EmergencyAssessed,
        leaving.EmergencyOver,
        clock.RecollectionsWritten, clock.DirectorPetitioned, clock.PetitionDeclined,
        clock.PressNullified,
        virtual_play.MonitorNamed, virtual_play.ConnectionLost,
    ),
    **_all(Matter.KEEPING, keeping.TableHandedOver, keeping.TurnsVerified),
    **_all(
        Matter.EVENT,
        tournaments.TournamentOpened, tournaments.RulebookChosen, tournaments.WordSourceChosen,
        tournaments.LiveBoardsChosen,
        tournaments.PlayerEntered, tournaments.RoundPaired, tournaments.RoundClosed,
        conduct.TournamentClosed,
    ),
    tournaments.OptionSet: About(Matter.EVENT, private=("source",)),
    conduct.SpreadAdjusted: About(Matter.CONDUCT, private=_RULED),
    conduct.GamesVoided: About(Matter.CONDUCT, private=("clause",)),
    conduct.GamesAwarded: About(Matter.CONDUCT, private=("clause",)),
    conduct.PlayerWithdrawn: About(Matter.CONDUCT, private=("reason", "ejected")),
    **_all(
        Matter.BADGES,
        badge_facts.BadgeIssued, badge_facts.BadgeRevoked, badge_facts.PinSet,
        badge_facts.BadgeLocked, badge_facts.DeviceEnrolled, badge_facts.DeviceRevoked,
        word_facts.WordsRemoved,
    ),
}  # fmt: skip
"""Every kind of fact that is not about a case. Cases, warnings and appeals are not listed."""

_A_CASE = About(Matter.CASE)


def about(kind: type[Fact]) -> About:
    """What a kind of fact is about; of a case where nobody said otherwise."""
    return ABOUT.get(kind, _A_CASE)
