"""Papers about games filled from their sheets: what ``web`` is given to print with.

Every function takes the sheet and, where they are at hand, the things a sheet doesn't know
(``printing.source.Source``): the tournament's full name, the chain's link for the code, the
strokes of the signatures.
"""

from __future__ import annotations

from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from printing import (
    blank_slip,
    challenge_slip,
    player_sheet,
    result_slip,
    score_card,
    score_sheet,
    tally_sheet,
)
from printing.filled_sheets import player_sheet_of, score_sheet_of
from printing.filled_slips import (
    blank_slip_of,
    bye_slips_of,
    challenge_slips_of,
    result_slip_of,
    score_cards_of,
    tally_sheets_of,
)
from printing.papers import Papers
from printing.source import NOTHING_ELSE, Played, Source, heading_of


def score_sheet_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    return Papers.of(score_sheet, source, score_sheet_of(a_game(sheet), source))


def result_slip_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    return Papers.of(result_slip, source, result_slip_of(a_game(sheet), source))


def blank_slip_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    return Papers.of(blank_slip, source, blank_slip_of(a_game(sheet), source))


def challenge_slips_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    """A challenge slip for each challenge of a game; one to fill in by hand if there was none."""
    game = a_game(sheet)
    by_hand = challenge_slip.ChallengeSlip(heading=heading_of(game, source))
    slips = challenge_slips_of(game, source) or (by_hand,)
    return Papers.of(challenge_slip, source, *slips)


def player_sheet_papers(sheet: object, seat: Seat, source: Source = NOTHING_ELSE) -> Papers:
    """The sheet of one player. It may hold that player's racks: show it to nobody else."""
    return Papers.of(player_sheet, source, player_sheet_of(a_game(sheet), seat, source))


def result_slips_papers(played: Played, round_number: int | None = None) -> Papers:
    """The result slips of the games of a round, cut-and-stack, and of its byes."""
    del round_number  # of what was played, only the games of the round are here
    slips = [(result_slip_of(sheet, source), source) for sheet, source in played.games]
    rounds = {(sheet.scheduled.division, sheet.scheduled.round_number) for sheet, _ in played.games}
    for which in sorted(rounds):
        slips += [(slip, NOTHING_ELSE) for slip in bye_slips_of(played, *which)]
    return Papers.each(result_slip, slips)


def score_cards_papers(played: Played, number: int | None = None) -> Papers:
    cards = score_cards_of(played, number)
    if not cards:
        who = "nobody" if number is None else f"no player {number}"
        raise Refusal(
            "no-such-player",
            f"There is {who} in {played.slug}.",
            "Look up the numbers in the standings; without one, every card is printed.",
        )
    return Papers.of(score_card, played.source, *cards)


def tally_sheets_papers(played: Played, round_number: int) -> Papers:
    return Papers.of(tally_sheet, played.source, *tally_sheets_of(played, round_number))


def a_game(sheet: object) -> Sheet:
    """``sheet``, which ``web`` hands on without looking inside."""
    if not isinstance(sheet, Sheet):
        raise TypeError(f"a game's sheet is wanted, not {type(sheet).__name__}")
    return sheet
