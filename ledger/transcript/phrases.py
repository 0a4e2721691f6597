"""The wording of every fact that is not a row of the score sheet.

A phrase is words with the fact's fields between them, in braces; what stands in square
brackets is left out where the fields in it say nothing. Two words after a field's name,
``{complete|right|wrong}``, stand for yes and no.

To let a transcript hold a new kind of fact, add its phrase here. Its fields are spelled as
their types are (``SPELLINGS``). What follows a colon is either a special spelling, by name
(``entry``, ``fact``, ``word``), or the words that stand for ``None``.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ledger.facts import (
    appeals,
    beside_the_log,
    blanks,
    calls,
    cases,
    challenges,
    clock,
    courtesy,
    drawing,
    endings,
    exchanges,
    judging,
    loose_tiles,
    objections,
    recounts,
    results,
    scores,
    setting_up,
    turns,
    upsets,
)
from ledger.facts.fact import Fact
from ledger.transcript import spelling
from ledger.transcript.phrases_table import AROUND_THE_GAME
from ledger.transcript.spelling import Spelling
from ledger.vocabulary import Clocks, Points, Seat, Seconds, Tiles, Totals

SPELLINGS: dict[Any, Spelling] = {
    str: spelling.TEXT,
    Tiles: spelling.TILES,
    int: spelling.NUMBER,
    Points: spelling.NUMBER,
    Seconds: spelling.CLOCK,
    UUID: spelling.IDENTITY,
    Seat: spelling.SEAT,
    Totals: spelling.TOTALS,
    Clocks: spelling.pair(spelling.CLOCK, " ", spelling.CLOCK),
    tuple[Tiles, Tiles]: spelling.pair(spelling.TILES, " ", spelling.TILES),
    tuple[int, int]: spelling.pair(spelling.NUMBER, " and ", spelling.NUMBER),
    recounts.Counted: spelling.listed(spelling.pair(spelling.NUMBER, " = ", spelling.NUMBER)),
    tuple[str, str]: spelling.pair(spelling.TEXT, " : ", spelling.TEXT),
    tuple[str, ...]: spelling.listed(spelling.ITEM),
    tuple[tuple[str, str], ...]: spelling.listed(spelling.pair(spelling.WORD, " ", spelling.WORD)),
    tuple[tuple[str, setting_up.OptionValue], ...]: spelling.OPTIONS,
}
"""How a field is spelled, by its type; ``None`` is spelled ``not known``."""

SINCE = (
    "[; after {after}][; {hand_in_bag|hand in the bag|no hand in the bag}]"
    "[; {tile_out|tile out|no tile out}][; {tile_racked|tile racked|no tile racked}]"
    "[; {score_written|score written|score not written}]"
    "[; {accepted_aloud|accepted aloud|not accepted aloud}][; {away|was away|was there}]"
    "[; turn {out_of_order}]"
)
"""How what had happened since the turn is told, of a hold and of a challenge."""

PHRASES: dict[type[Fact], str] = {
    setting_up.GameScheduled: (
        "scheduled {players}; {tournament}[; division {division}]; round {round_number}"
        "; table {table}[; replay {replay}][; numbers {numbers}]; rulebook {rulebook}"
        "[; options {options}][; words {lexicon}][; time {time_limits}]"
        "[; tiles {tile_set}][; board {board}][; from {source}]"
    ),
    setting_up.SetChecked: "set checked: {complete|complete|wrong}[ by {counted_by}][; {note}]",
    setting_up.StarterDetermined: (
        "starter {starter} ({method})[; drew {draws}][; firsts {firsts}][; seconds {seconds}]"
        "[; unplayed {unplayed}]"
    ),
    setting_up.TimeAssigned: "time of {seat} set to {seconds}: {reason}",
    setting_up.GameStarted: "started[ ({cause})][; timer {timer}]",
    setting_up.GameForfeited: (
        "forfeited by {loser:both} ({cause})[; scores {scores}][; margin {margin}]"
        "[; loser's spread {loser_spread}]"
        "[; {rated|rated|not rated}]"
    ),
    turns.PlayRetracted: "taken back {supersedes:entry}",
    blanks.BlankDesignated: (
        "blank {blank} of {seat} = {letter} at {square} ({how})[; {changed|changed|as played}]"
    ),
    blanks.BlankDisputed: (
        "blank at {square} disputed by {seat}: {claimed}"
        "[; {declared|declared|not declared}][; on paper of {on_paper}]"
    ),
    blanks.BlankRedesignated: (
        "blank at {square} now = {letter} by {seat}: {basis}[; words open {words}]"
    ),
    blanks.RedesignationChallenged: (
        "new letter challenged by {seat}: {words}; {acceptable|acceptable|unacceptable}"
    ),
    blanks.RedesignationAccepted: "new letter accepted",
    blanks.BlankConfirmed: "blank at {square} stays {letter}: {reason}",
    blanks.BlankUndeclared: "blank at {square} of {seat} not declared[; before {before}]",
    blanks.MoveReplayed: "{seat} replays {move:entry}: {reason}",
    blanks.FalseBlankFound: (
        "false blank at {square} of {player} found by {seat}: {real}"
        "; {taken_back|comes off|stays}[; drawn {drawn}][; {mixed|mixed|not mixed}]"
    ),
    blanks.FalseBlankSettled: (
        "false blank of {player} settled; shown {shown}; returned {returned}"
    ),
    exchanges.ExchangeNoted: (
        "exchange of {seat}[; announced {announced:not known}][; laid {laid:not known}]"
        "[; then said {said_next:nothing}][; {at_once|at once|after a pause}]"
        "[; drew {drawn:not known}][; {returned_first|returned first|drew first}]"
    ),
    exchanges.ExchangeChallenged: (
        "exchange {exchange:entry} of {exchanger} challenged by {seat}: {ground}; bag {bag}"
        "; rack {rack}; laid {laid}[; drawn {drawn}][; {racked|racked|not racked}]"
        "[; returned {returned}][; timer {pressed|pressed|not pressed}]"
        "[; {next_turn_done|after the next turn|before the next turn}]"
    ),
    exchanges.ExchangeJudged: (
        "exchange {legal|legal|illegal}[; {settled|settled|to put right}][ ({adjudicator})]"
    ),
    exchanges.ExchangeVoided: (
        "exchange {exchange:entry} of {seat} void: {becomes}[; {counted|counted|not counted}]"
    ),
    exchanges.ExchangePutRight: (
        "exchange put right for {seat}; shown {shown}; returned {returned}; rack {rack}"
        "; bag {bag}[; now {tiles}][; took {seconds}]"
    ),
    exchanges.UnwantedTilesFound: "unwanted tiles of {seat} found: {count}",
    exchanges.UnwantedTilesReturned: (
        "unwanted tiles of {seat} returned: {count}[; {shown|seen by both|unseen}]"
    ),
    objections.PlacementChallenged: (
        "placement challenged by {seat}: {ground}[; {drawn|drawn already|before drawing}]"
    ),
    objections.PlacementJudged: "placement {legal|legal|illegal}[ ({adjudicator})]",
    objections.StrayTilesPlaced: "stray tiles of {seat}: {tiles}",
    objections.WordsUnscored: "words unscored at {squares}",
    objections.OrientationSet: "board at {degrees}[; {to_correct|to be turned|as it stays}]",
    objections.OrientationCorrected: "board turned by {seat}[ to {degrees}]",
    objections.TilesMisplaced: "tiles of {seat} askew: {how}[; at {squares}]",
    objections.TilesStraightened: "tiles straightened by {seat}",
    challenges.HoldCalled: "hold {seat}" + SINCE,
    challenges.HoldReleased: "released {seat}",
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
    judging.ReadjudicationAsked: "second opinion asked by {seat:director}",
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
    courtesy.CourtesyDraw: (
        "courtesy draw {seat} {drawn}[; after {after}][; {looked|looked|not looked}]"
        "[; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]"
    ),
    courtesy.CourtesyTilesMixed: "courtesy tiles of {seat} on the rack: {mixed|mixed|apart}",
    courtesy.FlashDraw: (
        "flash draw {seat} {drawn} ({ground})[; {racked|on the rack|off the rack}]"
        "[; {mixed|mixed|apart}][; {deliberate|deliberate|not deliberate}]"
    ),
    courtesy.DrawnThenChallengedOff: (
        "drawn for a play that came off {seat} {drawn} ({how})[; held {held}]"
        "[; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]"
        "[; {looked|looked|not looked}]"
    ),
    courtesy.NewTilesReturned: "new tiles of {seat} returned {returned} ({seen|seen|unseen})",
    clock.TimeRead: "time read",
    clock.ClockNeutralised: "clock stopped: {reason}[; by {seat}]",
    clock.ClockRestarted: "clock started {seat}[; by {by}][: {reason}]",
    clock.TimeAdjusted: "time adjusted {seat} {seconds}: {reason}",
    drawing.TilesDrawn: "draw of {seat}: {moment}[; tiles {count}]",
    drawing.DrawingImproper: "improper draw of {seat}: {manner}[; time {times}][; {note}]",
    drawing.Overdrawn: (
        "overdrawn {seat}: held {held}, drew {drawn}, due {due}, too many {over}"
        "; {touched|touched|untouched}, {mixed|mixed|apart}; noticed by {noticed_by:word}"
        "; {group:word} {size}; to turn up {revealed}; racks {racks}[; from {cause}]"
        "[; {concealed|concealed|disclosed}][; apart {apart}][; seen by {observer}]"
        "[; {put_right|put right|left as it is}]"
    ),
    drawing.OverdrawExposed: (
        "turned up of {seat}: {revealed}; seen by {seen_by:word}[; tiles {tiles}]"
    ),
    drawing.OverdrawCorrectionBotched: "too many turned up of {seat}: {revealed}; again {again}",
    drawing.OverdrawCorrected: (
        "overdraw corrected {seat}: back {returned}; racks {racks}[; used {used:not measured}]"
        "[; charged {charged}][; tiles {tiles}]"
    ),
    drawing.Underdrawn: (
        "underdrawn {seat}: short {short}; noticed by {noticed_by:word}; remedy {remedy:word}"
        "; racks {racks}[; {concealed|concealed|disclosed}]"
    ),
    drawing.UnderdrawMended: (
        "underdraw mended {seat}: {count} from {source:word}; racks {racks}"
        "[; used {used:not measured}]"
    ),
    drawing.DrawnOutOfOrder: (
        "drawn out of order {seat}: held {held}, drew {drawn}; opponent due {opponent_due}"
        "; bag {bag}; {touched|touched|untouched}; {had_chance|had a chance|had no chance}"
        "; remedy {remedy:word}; racks {racks}"
    ),
    drawing.DrawOrderRestored: "draws in order again: racks {racks}",
    drawing.TileDroppedBack: (
        "dropped back by {seat}: {count}; remedy {remedy:word}; racks {racks}; bag {bag}"
        "[; rack to hold {target}][; from bag {from_bag}][; from rack {from_rack}]"
    ),
    drawing.DropMended: (
        "drop mended {seat}: shown {exposed}, given {given}, back {returned}; racks {racks}"
        "[; used {used:not measured}][; charged {charged}]"
    ),
    drawing.DrawingSettled: "settled {what:word}: {finding}; racks {racks}",
    loose_tiles.TilesSpilled: (
        "spilled by {seat}: {count}; {phase:word}; bag {bag}; remedy {remedy:word}"
        "[; face up {face_up}][; to give {given}][; {declined|declined|not declined}]"
    ),
    loose_tiles.SpillSettled: (
        "spill settled {seat}: given {given}, back {returned}; racks {racks}"
    ),
    loose_tiles.TilesFound: (
        "found {where:word} by {by}: {count}; tiles {tiles}; remedy {remedy:word}"
        "[; missed before {to_count}]"
    ),
    loose_tiles.FoundTileChecked: (
        "tile found {from_board|came off the board|was not from the board}[; at {square}]"
    ),
    loose_tiles.RacksRestored: "racks restored {racks}[; {resumed|play goes on|a draw follows}]",
    loose_tiles.EntitledPlayer: (
        "entitled {seat:nobody} ({basis:word}): {count}; racks {racks}[; tiles {tiles}]"
    ),
    loose_tiles.TileMissing: (
        "missing {count}; racks {racks}[; tiles {tiles}][; {searched|searched|not searched}]"
        "[; found {found}]"
    ),
    loose_tiles.ExtraTiles: "too many in the set {count}; racks {racks}[; tiles {tiles}]",
    loose_tiles.UnplayedTakenBack: "count of unplayed tiles taken back: {reason}",
    loose_tiles.GameReopened: "game goes on, {on_move} on move: {reason}",
    endings.PlayedOut: "played out {seat}",
    endings.PlayOutAccepted: "play-out accepted {seat}",
    endings.GameEnded: "ended: {cause}",
    endings.UnplayedTilesCounted: "unplayed tiles {racks}; adjusted {adjustments} ({mode})",
    endings.OvertimeRecorded: (
        "overtime {seat} {over:not known}; penalty {penalty}[; at the end {at_end}]"
        "[; at the reveal {at_reveal}][; at last {at_last}]"
    ),
    endings.GameResigned: (
        "resigned {seat} ({proper|proper|improper}); margin {margin:not set}"
        "[; {rated|rated|not rated}][; because {reason}]"
    ),
    endings.RoundEnded: "round ended by the director[: {reason}]",
    endings.GameVoided: "void: {reason}",
    scores.ScoreCorrected: (
        "score of {supersedes:entry} corrected {was} -> {now}: {reason} ({approved_by})"
    ),
    scores.EntryCorrected: (
        "entry of {supersedes:entry} corrected: {reason} ({approved_by}) -> {replacement:fact}"
    ),
    scores.CumulativeAgreed: "totals agreed {totals}[; after turn {turn}]",
    scores.DiscrepancyFound: "discrepancy: {seat} wrote {written}",
    scores.PenaltyApplied: "penalty {seat} {amount} {unit:word}: {reason}[; {clause}]",
    scores.CreditApplied: "credit {seat} {amount} {unit:word}: {reason}[; {clause}]",
    results.ResultProposed: "proposed {totals}",
    results.ResultSigned: (
        "signed {seat} {totals} ({how})[; shown {shown}][; witness {witness}][; words {words}]"
    ),
    results.ResultHandedIn: "handed in {seat}",
    results.AmendmentAsked: "amendment asked by {seat:director}: {reason}",
    results.ResultAmended: (
        "amended {was} -> {now} ({kind}): {reason}; agreed by {agreed_by}[; told {told}]"
    ),
    results.AmendmentRefused: "amendment refused: {reason}",
    results.TallySheetSigned: "tally sheet signed {seat} {totals} ({how})",
    results.RecordsDiffer: "papers differ {of_first} and {of_second}",
    results.RecordsSettled: "papers settled {totals} ({basis})[: {note}]",
    results.SetGathered: (
        "set gathered {complete|complete|wrong}[ as {layout}][; {tiles} tiles][; note {note}]"
    ),
    recounts.ScoresWritten: (
        "written by {seat}[ for {turn:entry}][; score {score}][; totals {totals}]"
    ),
    recounts.ScoreDisputeSettled: "scores settled {was} -> {now}; turns {turns}",
    recounts.RecountAsked: (
        "recount asked {seat}; margin {margin}, of play {margin_of_play} ({right})"
        "[; last {last_turns} turns][; agreed by {agreed_by}][; consent of {consents}]"
    ),
    recounts.ScoreSheetSeen: (
        "sheet of {of} seen by {by}[; {objected|objected|no objection}]"
        "[; {on_request|asked for|unasked}]"
    ),
    recounts.RecountFavourBarred: "recount not to favour {seat}: {reason}",
    recounts.RecountDone: "counted again by {by} {was} -> {now}; turns {turns}",
    recounts.RecountStopped: "recount stopped: {reason}[; no gain for {no_change_in_favour_of}]",
    upsets.BoardUpset: "board upset[ by {seat}][; {note}]",
    upsets.UpsetFound: "upset found {how}[; by {seat}][; witnesses {witnesses}]",
    upsets.PositionRebuilt: "position rebuilt as of event {version}, {tiles} tiles: {board}",
    upsets.UpsetEnded: "not rebuilt; turns {turns}[; taken off {taken_off}][; from {seat}]",
    upsets.PlayerEjected: "ejected {seat}[; {clause}]",
    results.ResultReopened: "result reopened: {reason}",
    cases.CaseOpened: (
        "case about {game}[; entry {about}][; raised by {raised_by}][; seat {seat}]"
        "[; act {offence}][; although {although}] ({category})[; {rule}]"
    ),
    cases.StatementTaken: (
        "statement of {who} ({role})[; seat {seat}][; words {words}]"
        "[; {declined|declined|not declined}]"
    ),
    cases.EvidenceAttached: "evidence {kind}[; of {seat}][; {digest}]: {what}",
    cases.RuleCited: "rule cited {citation}[; by {cited_by}][; trap {trap}]",
    cases.RulingGiven: (
        "ruling for {game}[; found {found}][; on {standard}][; trap {trap}][; read {reading}]"
        "[; {gap|gap|no gap}][; against {seat}][; act {offence}][; level {level}]"
        "[; {minor|minor|not minor}][; mind {state_of_mind}][; raised by {raised_by}]"
        "[; although {although}]: {finding} ({citation})[; {consequences}]"
    ),
    cases.PenaltyDecided: (
        "penalty decided {seat} {kind:word} {scope:word}[; of {amount}][; by {clause}]"
        "[; although {although}]: {reason}"
    ),
    cases.CaseReported: (
        "reported to {to} ({why})[; {duty:word} by duty][; rule {clause}][: {note}]"
    ),
    cases.CaseClosed: "case closed",
    cases.CaseReopened: "case reopened: {reason}",
    appeals.AppealLodged: (
        "appeal of {who}[; seat {seat}] against {against:word} of event {version}"
        "[; words {grounds}][; although {although}] (to {to})"
    ),
    appeals.AppealHeard: (
        "appeal heard by {by}[; {how:word} heard][; sat {committee}][; executive {executive}]"
    ),
    appeals.AppealDecided: (
        "appeal decided by {by} ({outcome})[; accepted {accepted}][; recommends {recommends}]"
    ),
    appeals.BundleIssued: (
        "papers up to event {version} for {to} ({digest})[; {redacted|redacted|whole}]"
    ),
    calls.DirectorCalled: (
        "director called[; by {raised_by}][; about {seat}][; act {offence}]: {reason}"
    ),
    calls.DirectorArrived: "director came",
    calls.DirectorLeft: "director done[: {outcome}]",
    calls.ChallengeCreditGranted: "free challenge for {seat}: {reason}[; {clause}]",
    calls.ChallengeCreditUsed: "free challenge used {seat}",
    **AROUND_THE_GAME,
    beside_the_log.WordsRemoved: "words {digest} removed by {removed_by}: {reason}",
}
"""Turns are rows (``ledger.transcript.rows``), and so is ``PhoneyWithdrawn``."""
