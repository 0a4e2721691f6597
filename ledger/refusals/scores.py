"""What is refused of scores: agreed, disputed, counted again."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/amount": Said(
        "A {what} of {amount} {unit} makes no sense.",
        "Enter a whole number above zero.",
        example={"what": "credit", "amount": 0, "unit": "points"},
    ),
    "needs-ruling/by-ruling": Said(
        "A {what} takes a director's ruling.",
        "Open a case, rule with a citation, and enter it under that case.",
        example={"what": "credit"},
    ),
    "unreadable-request/turn-counted": Said(
        "Entry {version} is not a turn with a score among those counted.",
        "Choose the turn on the sheet.",
        example={"version": 12},
    ),
    "scores-closed": Said(
        "A player has signed the other's card; no score is adjusted any more.",
        "Let the other player sign too; then ask the director for an amendment.",
        clause="signing.scores_correctable_until",
    ),
    "no-change-in-favour": Said(
        "The director ruled that no change of this recount favours {player}.",
        "Leave this turn as it is.",
        clause="recount.bars_abuser",
        example={"player": "Ada"},
    ),
    "unreadable-request/score-kept": Said(
        "There is no score to keep.",
        "Enter the score of the turn, the totals, or both.",
    ),
    "no-such-entry/turn-disputed": Said(
        "Entry {version} of this game is not a turn.",
        "Choose the turn on the sheet, or leave it out for the totals alone.",
        example={"version": 12},
    ),
    "needs-ruling/scores": Said(
        "Where the players can't agree on the scores, the director rules.",
        "Call the director, who hears both and enters the ruling.",
        clause="fallback.decides",
    ),
    "not-over/recount": Said(
        "A recount is for a game that is over.",
        "Compare the totals now, and ask for a recount at the end.",
        clause="recount.right",
    ),
    "recount-open": Said(
        "This game is being counted again already.",
        "Enter what that recount finds, or that the director stopped it.",
    ),
    "unreadable-request/turns-to-count": Said(
        "There are fewer than {turns:turn} to count.",
        "Enter at most {most:turn}, or none for the whole game.",
        example={"turns": 30, "most": 24},
    ),
    "no-right-to-recount": Said(
        "{why}",
        "Call the director.",
        example={"why": "The time to ask for a recount is over."},
    ),
    "recount-whole-only": Said(
        "A part of the game is not counted alone here: the whole game, or nothing.",
        "Count the whole game again, or leave it as it is.",
        clause="recount.partial",
    ),
    "sheet-through-director": Said(
        "{player} objects to showing the own score sheet.",
        "Call the director, who may ask for the sheet and use it to help.",
        clause="recount.sheet_access",
        example={"player": "Ada"},
    ),
    "recount-goes-on": Said(
        "A recount may be stopped for: {reasons}.",
        "Let it go on, or rule.",
        clause="recount.stopped_for",
        example={"reasons": "no-progress, abuse"},
    ),
    "no-recount": Said(
        "Nobody has asked for a recount.",
        "Enter that it was asked for.",
    ),
}
