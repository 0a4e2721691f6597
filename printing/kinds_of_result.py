"""What a game came to, for paper: scores to sign for or a margin, and how it came to that."""

from __future__ import annotations

from ledger.game.sheet import Sheet
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.outcome import outcome_of
from ledger.vocabulary import Seat

Pair = tuple[int | None, int | None]
"""A number for each player, where it is known."""

ENDINGS = {
    "played-out": "played out",
    "six-zeros": "six zeros",
    "resigned": "resigned",
    "forfeited": "forfeited",
    "round-ended": "round ended",
    "board-upset": "board upset",
    "time-called": "time called",
    "on-paper": "kept on paper",
    "from-a-file": "told by a file",
    "incomplete": "record incomplete",
}
"""How a game ended (``GameEnded.cause``), in words for paper."""

KINDS = {
    "played": "played",
    "resigned": "resigned",
    "forfeit": "forfeit",
    "forfeit_overtime": "forfeit, overtime",
    "ended_by_upset": "board upset",
    "bye": "bye",
    "void": "void",
}
"""How a game came to its result (``ledger.game.sheet.outcome``), in words for paper."""

INCOMPLETE = "record incomplete"

PROVISIONAL = "provisional"
"""What is said on a list of a result that is not signed for by both."""

IN_PLAY = {
    "playing": "",
    "on hold": ", on hold",
    "challenge": ", a challenge being judged",
    "played out": ", the play-out not accepted yet",
}
"""States of a game that goes on (``Sheet.state``), as they follow "printed in play"."""


def ending_of(sheet: Sheet) -> str:
    """Why the game ended, in words; empty while it goes on."""
    cause = "forfeited" if sheet.ending.forfeit is not None else sheet.ended
    return ENDINGS.get(cause, cause.replace("-", " "))


def result_of(sheet: Sheet) -> Pair:
    """The scores to sign for; not known before the game is over, or where a margin is all."""
    if (
        sheet.result.amended is None
        and sheet.ending.forfeit is not None
        and sheet.ending.forfeit.scores is None
    ):
        return None, None
    if sheet.final is not None:
        return sheet.final
    return sheet.totals if sheet.ended else (None, None)


def is_over(sheet: Sheet) -> bool:
    """Whether there is a result at all."""
    return bool(sheet.ended or sheet.ending.voided or sheet.result.amended is not None)


def provisional_words(sheet: Sheet) -> str:
    """That a game that has begun has no final result yet, and why; else nothing."""
    if sheet.state in IN_PLAY:
        return f"Provisional: printed in play{IN_PLAY[sheet.state]}"
    if sheet.state == "over":
        return "Provisional until both have signed"
    if sheet.state == "incomplete":
        return "Provisional: the record ends before the game does"
    if sheet.state == "signed by one":
        return f"Provisional: signed by {sheet.name(sheet.signed_by[0])} alone"
    return ""


def is_provisional(sheet: Sheet) -> bool:
    """Whether a result on a list may change still: it waits for a signature, or for its end.

    Nobody signs a game whose players were never entered, as an older file was taken in.
    """
    waits = any(sheet.numbers or ()) or sheet.state == "incomplete"
    return waits and is_over(sheet) and bool(provisional_words(sheet))


def kind_of_result(sheet: Sheet) -> str:
    """How the game came to its result, in words; empty while it goes on or was left off."""
    return KINDS.get(outcome_of(sheet).kind, "") if is_over(sheet) else ""


def is_rated(sheet: Sheet) -> bool | None:
    """Whether the result counts for ratings; ``None`` where nobody has settled it yet."""
    return outcome_of(sheet).rated if is_over(sheet) else None


def by_margin(sheet: Sheet) -> bool:
    """Whether the result is a margin, and the scores on the sheet say nothing about it."""
    if sheet.result.amended is not None or sheet.ending.voided:
        return False
    if sheet.ending.forfeit is not None:
        return sheet.ending.forfeit.scores is None
    return sheet.ending.resigned is not None


def margin_of(sheet: Sheet) -> int | None:
    """By how much the game was won where the result is a margin; ``None`` until it is set."""
    if not by_margin(sheet):
        return None
    forfeit = sheet.ending.forfeit
    if forfeit is None:
        return sheet.ending.margin
    return forfeit.margin if forfeit.loser_spread is None else forfeit.loser_spread


def ending_words(sheet: Sheet) -> str:
    """Why the game ended and what that makes of the result, on one line of the score sheet."""
    ending, kind = ending_of(sheet), kind_of_result(sheet)
    words = {"played": ending, "forfeit": ending}.get(kind, kind or ending)
    rated = is_rated(sheet)
    if words and kind and rated is not True:
        return f"{words}; {'not rated' if rated is False else 'rating open'}"
    return words


def cause_of(sheet: Sheet) -> str:
    """For what a game was forfeited."""
    return (
        ""
        if sheet.ending.forfeit is None
        else if_shown(sheet.ending.forfeit.cause).replace("-", " ")
    )


def notes_of(sheet: Sheet) -> tuple[str, str]:
    """Below each name how the game came to its result, where it was not played out."""
    kind = kind_of_result(sheet)
    rated = outcome_of(sheet).rated
    added = {True: "", False: ", not rated", None: ", rating open"}[rated]
    if sheet.ended == "incomplete":
        return INCOMPLETE, ""
    if kind in ("", KINDS["played"]):
        return "", ""
    loser = sheet.ending.resigned if sheet.ending.forfeit is None else sheet.ending.forfeit.loser
    words = f"forfeits, {cause_of(sheet)}" if sheet.ending.forfeit is not None else kind
    said = f"{words}{added}"
    if kind in (KINDS["void"], KINDS["ended_by_upset"]):
        return f"{kind}{added}", ""
    return said if loser is not Seat.SECOND else "", said if loser is not Seat.FIRST else ""
