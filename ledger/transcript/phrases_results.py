"""The wording of how a game ends, of its scores, counted again or not, and of its result."""

from __future__ import annotations

from ledger.game.facts import endings, results, scores, turns, upsets
from ledger.record.fact import Fact

ABOUT_RESULTS: dict[type[Fact], str] = {
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
    turns.TurnInserted: (
        "turn missed before {before:entry}: {reason} ({approved_by}) -> {turn:fact}"
    ),
    turns.SeatsExchanged: (
        "turns of the other player: {supersedes:entry}, {onwards|and all after it|it alone}: "
        "{reason} ({approved_by})"
    ),
    scores.CumulativeAgreed: "totals agreed {totals}[; after turn {turn}]",
    scores.DiscrepancyFound: "discrepancy: {seat} wrote {written}",
    scores.PenaltyApplied: "penalty {seat} {amount} {unit:word}: {reason}[; {clause}]",
    scores.CreditApplied: "credit {seat} {amount} {unit:word}: {reason}[; {clause}]",
    results.ResultProposed: "proposed {totals}",
    results.ResultSigned: (
        "signed {seat} {totals} ({how})[; shown {shown}][; witness {witness}][; words {words}]"
        "[; up to event {covers}][; for the amendment of event {amendment}]"
    ),
    results.ResultHandedIn: "handed in {seat}",
    results.AmendmentAsked: "amendment asked by {seat:director}[ to {now}]: {reason}",
    results.ResultAmended: (
        "amended {was} -> {now} ({kind}): {reason}; agreed by {agreed_by}[; told {told}]"
        "[; under {clause}][; citing {citation}]"
    ),
    results.AmendmentRefused: "amendment refused: {reason}",
    results.TallySheetSigned: "tally sheet signed {seat} {totals} ({how})",
    results.RecordsDiffer: "papers differ {of_first} and {of_second}",
    results.RecordsSettled: "papers settled {totals} ({basis})[: {note}]",
    results.SetGathered: (
        "set gathered {complete|complete|wrong}[ as {layout}][; {tiles} tiles][; note {note}]"
    ),
    scores.ScoresWritten: (
        "written by {seat}[ for {turn:entry}][; score {score}][; totals {totals}]"
    ),
    scores.ScoreDisputeSettled: "scores settled {was} -> {now}; turns {turns}",
    scores.RecountAsked: (
        "recount asked {seat}; margin {margin}, of play {margin_of_play} ({right})"
        "[; last {last_turns} turns][; agreed by {agreed_by}][; consent of {consents}]"
    ),
    scores.ScoreSheetSeen: (
        "sheet of {of} seen by {by}[; {objected|objected|no objection}]"
        "[; {on_request|asked for|unasked}]"
    ),
    scores.RecountFavourBarred: "recount not to favour {seat}: {reason}",
    scores.RecountDone: "counted again by {by} {was} -> {now}; turns {turns}",
    scores.RecountStopped: "recount stopped: {reason}[; no gain for {no_change_in_favour_of}]",
    upsets.BoardUpset: "board upset[ by {seat}][; {note}]",
    upsets.UpsetFound: "upset found {how}[; by {seat}][; witnesses {witnesses}]",
    upsets.PositionRebuilt: "position rebuilt as of event {version}, {tiles} tiles: {board}",
    upsets.UpsetEnded: "not rebuilt; turns {turns}[; taken off {taken_off}][; from {seat}]",
    upsets.PlayerEjected: "ejected {seat}[; {clause}]",
    results.ResultReopened: "result reopened: {reason}",
}
