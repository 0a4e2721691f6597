"""The wording of a game's start and its turns: blanks, exchanges, what is said of a placement."""

from __future__ import annotations

from ledger.game.facts import blanks, exchanges, placement, setting_up, turns
from ledger.record.fact import Fact

ABOUT_TURNS: dict[type[Fact], str] = {
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
        "blank {blank} of {seat} = {letter:word} at {square} ({how})[; {changed|changed|as played}]"
    ),
    blanks.BlankDisputed: (
        "blank at {square} disputed by {seat}: {claimed}"
        "[; {declared|declared|not declared}][; on paper of {on_paper}]"
    ),
    blanks.BlankRedesignated: (
        "blank at {square} now = {letter:word} by {seat}: {basis}[; words open {words}]"
    ),
    blanks.RedesignationChallenged: (
        "new letter challenged by {seat}: {words}; {acceptable|acceptable|unacceptable}"
    ),
    blanks.RedesignationAccepted: "new letter accepted",
    blanks.BlankConfirmed: "blank at {square} stays {letter:word}: {reason}",
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
    placement.PlacementChallenged: (
        "placement challenged by {seat}: {ground}[; {drawn|drawn already|before drawing}]"
    ),
    placement.PlacementJudged: "placement {legal|legal|illegal}[ ({adjudicator})]",
    placement.StrayTilesPlaced: "stray tiles of {seat}: {tiles}",
    placement.WordsUnscored: "words unscored at {squares}",
    placement.OrientationSet: "board at {degrees}[; {to_correct|to be turned|as it stays}]",
    placement.OrientationCorrected: "board turned by {seat}[ to {degrees}]",
    placement.TilesMisplaced: "tiles of {seat} askew: {how}[; at {squares}]",
    placement.TilesStraightened: "tiles straightened by {seat}",
}
