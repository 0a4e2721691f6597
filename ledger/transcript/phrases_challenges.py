"""The wording of holds, challenges and verdicts, of draws meanwhile, and of the clock."""

from __future__ import annotations

from ledger.game.facts import challenges, clock, holds, judging
from ledger.record.fact import Fact

SINCE = (
    "[; after {after}][; {hand_in_bag|hand in the bag|no hand in the bag}]"
    "[; {tile_out|tile out|no tile out}][; {tile_racked|tile racked|no tile racked}]"
    "[; {score_written|score written|score not written}]"
    "[; {accepted_aloud|accepted aloud|not accepted aloud}][; {away|was away|was there}]"
    "[; turn {out_of_order}]"
)
"""How what had happened since the turn is told, of a hold and of a challenge."""

ABOUT_CHALLENGES: dict[type[Fact], str] = {
    holds.HoldCalled: "hold {seat}" + SINCE,
    holds.HoldReleased: "released {seat}",
    challenges.ChallengeIssued: (
        "challenge {seat}[: {words}][ ({method})]"
        "[; {voiced|said aloud|not said aloud}][; {neutral|clocks stopped|clocks running}]"
        "[; {agreed|method agreed|method not agreed}][; authority {authority}]"
    )
    + SINCE,
    challenges.ChallengeSlipConfirmed: "slip confirmed {seat}",
    challenges.ChallengeAdjudicated: (
        "verdict {acceptable|acceptable|unacceptable}[ ({adjudicator})][; list {lexicon}]"
    ),
    challenges.ChallengeFailed: (
        "challenge failed {seat} ({mode})[; credited {credited}][; debited {debited}]"
        "[; {turn_lost|turn lost|turn kept}][; {counts_as_zero|scoreless|no zero}]"
        "[; time lost {time_lost}]"
    ),
    challenges.ChallengeVoided: "no verdict: {reason}",
    judging.TurnEndedIrregularly: "turn of {seat} ended: {how}[; pressed after {pressed_after}]",
    judging.WindowReopened: "{seat} may still answer: {reason}",
    judging.WindowClosed: "no answer from {seat}[; after {after}]",
    judging.ChallengedEarly: "challenged early {seat}",
    judging.ChallengeWordsChanged: "challenge of {seat} changed: {words}",
    judging.ChallengeHandedOver: "challenge of {seat} handed over",
    judging.ChallengeReissued: "challenge of {seat} reissued: {words}",
    judging.ReadjudicationAsked: (
        "second opinion asked by {seat:director}[; {differ|verdicts differ|verdicts agree}]"
    ),
    judging.Readjudicated: (
        "again {acceptable|acceptable|unacceptable}[ ({adjudicator})][; list {lexicon}]"
        "[; {final|final|not final}]"
    ),
    judging.MisadjudicationFound: (
        "verdict of {supersedes:entry} was wrong: {reason} ({approved_by})"
        "[; {new_tile_racked|new tile racked|no new tile racked}]"
        "[; {retracted_tile_racked|retracted tile racked|no retracted tile racked}]"
        "[; {next_turn_done|next turn done|next turn not done}] -> {replacement:fact}"
    ),
    judging.RestartConfirmed: "ready for the clock of {seat}",
    holds.CourtesyDraw: (
        "courtesy draw {seat} {drawn}[; after {after}][; held for {held_for}]"
        "[; {looked|looked|not looked}][; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]"
    ),
    holds.CourtesyTilesMixed: "courtesy tiles of {seat} on the rack: {mixed|mixed|apart}",
    holds.FlashDraw: (
        "flash draw {seat} {drawn} ({ground})[; {racked|on the rack|off the rack}]"
        "[; {mixed|mixed|apart}][; {deliberate|deliberate|not deliberate}]"
    ),
    holds.DrawnThenChallengedOff: (
        "drawn for a play that came off {seat} {drawn} ({how})[; held {held}]"
        "[; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]"
        "[; {looked|looked|not looked}]"
    ),
    holds.NewTilesReturned: "new tiles of {seat} returned {returned} ({seen|seen|unseen})",
    clock.TimeRead: "time read",
    clock.ClockNeutralised: "clock stopped: {reason}[; by {seat}]",
    clock.ClockRestarted: "clock started {seat}[; by {by}][: {reason}]",
    clock.TimeAdjusted: "time adjusted {seat} {seconds}: {reason}",
}
