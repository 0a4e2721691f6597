"""Words for what an organiser may choose: options, their values, and what follows from them."""

from __future__ import annotations

FIRST = frozenset({"challenge-mode", "time-limit", "unplayed-tiles", "start-method"})
"""Options that most organisers look at."""

TITLES = {
    "play": "Where it is played",
    "challenge-mode": "A failed challenge costs",
    "challenge-points": "Challenge points are",
    "challenge-count": "Failed challenges are counted",
    "challenge-rising-points": "Points of the first, second … failed challenge",
    "challenge-seconds": "Seconds off the clock for a failed challenge",
    "adjudication": "Challenges are judged",
    "unplayed-tiles": "Tiles left on the other rack are worth",
    "time-limit": "Time for each player",
    "overtime-forfeit": "Overtime that loses the game",
    "overtime-forfeit-rated": "A game lost by overtime is rated",
    "resignation-rated": "A resigned game is rated",
    "late-forfeit-margin": "A game lost by lateness is lost by",
    "bye-spread": "Spread of a bye",
    "spread-cap": "Most spread of one game",
    "bye-rated": "A bye is rated",
    "tie-half-wins": "Half wins of a tie",
    "start-method": "Who plays first",
    "round-robin": "Everybody meets everybody",
}
"""By name of the option, what is chosen, as a form says it."""

CONSEQUENCES = {
    "play": "On a platform other times, connections and monitors hold.",
    "challenge-mode": "Tablets, slips and score sheets work it out; it must be announced.",
    "challenge-points": "Decides whose score the points of a failed challenge change.",
    "challenge-count": "Matters where the cost rises with each failed challenge.",
    "challenge-rising-points": "Only where the cost rises; the last number holds from there on.",
    "challenge-seconds": "Only where a failed challenge costs time.",
    "adjudication": "The tablet leads through this procedure, step by step.",
    "unplayed-tiles": "Decides what the player who is out gains, and the other loses.",
    "time-limit": "Each clock starts with it; overtime is counted from its end.",
    "overtime-forfeit": "The game is over when a player is over time by so much.",
    "overtime-forfeit-rated": "Stands with the game in what ratings officers get.",
    "resignation-rated": "Stands with the game in what ratings officers get.",
    "late-forfeit-margin": "Goes into both players' spread; no scores are made up.",
    "bye-spread": "A bye counts as a win by so much; unsettled, it counts for nothing.",
    "spread-cap": "The standings count no more of a game's spread than this; unsettled, all of it.",
    "bye-rated": "Stands with the bye in what ratings officers get.",
    "tie-half-wins": "1 is half a win for each, as most do.",
    "start-method": "Tablets propose the starter that way, or ask for the draw.",
    "round-robin": "Decides what becomes of the games of a player found cheating.",
}
"""By name of the option, what follows from the choice."""

VALUES = {
    "play": {"over-the-board": "over the board", "virtual": "on a platform"},
    "challenge-mode": {
        "none": "nothing",
        "points-per-word-5": "5 points a word",
        "points-per-word-10": "10 points a word",
        "points-per-turn-5": "5 points a turn",
        "points-per-turn-10": "10 points a turn",
        "lose-turn": "the turn",
        "dingle": "nothing the first time, then the turn",
        "five-then-ten": "5 points the first time, then 10",
        "rising": "points that rise each time",
        "time": "time off the clock",
    },
    "challenge-points": {
        "credit-challenged": "added to the challenged player",
        "debit-challenger": "taken off the challenger",
    },
    "challenge-count": {"game": "in each game", "tournament": "through the tournament"},
    "adjudication": {
        "self-adjudicated": "by both players at a screen",
        "runner": "by a word judge, a runner carries the slip",
        "self-run": "by a word judge, the players carry the slip",
        "director": "by the director",
        "word-judge": "by a word judge",
    },
    "unplayed-tiles": {"double": "double, added", "single": "once, added and taken off"},
    "start-method": {
        "draw": "by drawing tiles",
        "assigned": "as the pairing says",
        "self-balancing": "who started less often, else a draw",
        "other": "another way",
    },
}
"""By name of the option, words for each value that is a word."""
