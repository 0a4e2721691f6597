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
    beside_the_log,
    blanks,
    cases,
    challenges,
    clock,
    endings,
    results,
    scores,
    setting_up,
    turns,
)
from ledger.facts.fact import Fact
from ledger.transcript import spelling
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
    tuple[str, str]: spelling.pair(spelling.TEXT, " : ", spelling.TEXT),
    tuple[str, ...]: spelling.listed(spelling.ITEM),
    tuple[tuple[str, str], ...]: spelling.listed(spelling.pair(spelling.WORD, " ", spelling.WORD)),
    tuple[tuple[str, setting_up.OptionValue], ...]: spelling.OPTIONS,
}
"""How a field is spelled, by its type; ``None`` is spelled ``not known``."""

PHRASES: dict[type[Fact], str] = {
    setting_up.GameScheduled: (
        "scheduled {players}; {tournament}[; division {division}]; round {round_number}"
        "; table {table}[; replay {replay}][; numbers {numbers}]; rulebook {rulebook}"
        "[; options {options}][; words {lexicon}][; time {time_limits}]"
        "[; tiles {tile_set}][; board {board}][; from {source}]"
    ),
    setting_up.SetChecked: "set checked: {complete|complete|wrong}[; {note}]",
    setting_up.StarterDetermined: "starter {starter} ({method})[; drew {draws}]",
    setting_up.TimeAssigned: "time of {seat} set to {seconds}: {reason}",
    setting_up.GameStarted: "started",
    setting_up.GameForfeited: (
        "forfeited by {loser:both} ({cause})[; scores {scores}][; margin {margin}]"
        "[; loser's spread {loser_spread}]"
        "[; {rated|rated|not rated}]"
    ),
    turns.PlayRetracted: "taken back {supersedes:entry}",
    blanks.BlankDesignated: "blank {blank} of {seat} = {letter} at {square} ({how})",
    blanks.BlankDisputed: "blank at {square} disputed by {seat}: {claimed}",
    blanks.BlankRedesignated: "blank at {square} now = {letter} by {seat}: {basis}",
    challenges.HoldCalled: "hold {seat}",
    challenges.HoldReleased: "released {seat}",
    challenges.ChallengeIssued: "challenge {seat}[: {words}][ ({method})]",
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
    clock.TimeRead: "time read",
    clock.ClockNeutralised: "clock stopped: {reason}",
    clock.ClockRestarted: "clock started {seat}",
    clock.TimeAdjusted: "time adjusted {seat} {seconds}: {reason}",
    endings.PlayedOut: "played out {seat}",
    endings.PlayOutAccepted: "play-out accepted {seat}",
    endings.GameEnded: "ended: {cause}",
    endings.UnplayedTilesCounted: "unplayed tiles {racks}; adjusted {adjustments} ({mode})",
    endings.OvertimeRecorded: "overtime {seat} {over:not known}; penalty {penalty}",
    endings.GameResigned: "resigned {seat} ({proper|proper|improper}); margin {margin:not set}",
    scores.ScoreCorrected: (
        "score of {supersedes:entry} corrected {was} -> {now}: {reason} ({approved_by})"
    ),
    scores.EntryCorrected: (
        "entry of {supersedes:entry} corrected: {reason} ({approved_by}) -> {replacement:fact}"
    ),
    scores.CumulativeAgreed: "totals agreed {totals}",
    scores.DiscrepancyFound: "discrepancy: {seat} wrote {written}",
    scores.PenaltyApplied: "penalty {seat} {amount} {unit:word}: {reason}[; {clause}]",
    scores.CreditApplied: "credit {seat} {amount} {unit:word}: {reason}[; {clause}]",
    results.ResultProposed: "proposed {totals}",
    results.ResultSigned: (
        "signed {seat} {totals} ({how})[; shown {shown}][; witness {witness}][; words {words}]"
    ),
    results.ResultHandedIn: "handed in {seat}",
    results.AmendmentAsked: "amendment asked by {seat:director}: {reason}",
    results.ResultAmended: "amended {was} -> {now} ({kind}): {reason}; agreed by {agreed_by}",
    results.ResultReopened: "result reopened: {reason}",
    cases.CaseOpened: "case about {game}[; entry {about}] ({category})[; {rule}]",
    cases.RulingGiven: "ruling for {game}: {finding} ({citation})[; {consequences}]",
    cases.CaseClosed: "case closed",
    beside_the_log.WordsRemoved: "words {digest} removed by {removed_by}: {reason}",
}
"""Turns are rows (``ledger.transcript.rows``), and so is ``PhoneyWithdrawn``."""
