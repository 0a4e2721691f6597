"""From a game's sheet to the bytes of a PDF: what ``web`` is given to print with.

Every function takes the sheet, the paper (``a4`` or ``letter``), and, where they are at hand,
the things a sheet doesn't know (``printing.source.Source``): the tournament's full name, the
chain's link for the check code, the strokes of the signatures.
"""

from __future__ import annotations

from ledger.game.sheet import Sheet
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
from printing.filled_cards import score_cards_of
from printing.filled_sheets import player_sheet_of, score_sheet_of
from printing.filled_slips import blank_slip_of, challenge_slips_of, result_slip_of
from printing.filled_tallies import bye_slips_of, tally_sheets_of
from printing.page import PAPERS, Paper
from printing.played import Played
from printing.source import NOTHING_ELSE, Source, heading_of


def score_sheet_pdf(sheet: object, paper: str, source: Source = NOTHING_ELSE) -> bytes:
    """The official score sheet of a game.

    Raises:
      Refusal: ``no-such-paper``.
    """
    return score_sheet.draw(score_sheet_of(a_game(sheet), source), paper=paper_named(paper))


def result_slip_pdf(sheet: object, paper: str, source: Source = NOTHING_ELSE) -> bytes:
    """The result slip of a game, filled as far as the record goes.

    Raises:
      Refusal: ``no-such-paper``.
    """
    return result_slip.draw(result_slip_of(a_game(sheet), source), paper=paper_named(paper))


def blank_slip_pdf(sheet: object, paper: str, source: Source = NOTHING_ELSE) -> bytes:
    """The blank designation slip of a game.

    Raises:
      Refusal: ``no-such-paper``.
    """
    return blank_slip.draw(blank_slip_of(a_game(sheet), source), paper=paper_named(paper))


def challenge_slips_pdf(sheet: object, paper: str, source: Source = NOTHING_ELSE) -> bytes:
    """A challenge slip for each challenge of a game; one to fill in by hand if there was none.

    Raises:
      Refusal: ``no-such-paper``.
    """
    game = a_game(sheet)
    by_hand = challenge_slip.ChallengeSlip(heading=heading_of(game, source))
    slips = challenge_slips_of(game, source) or (by_hand,)
    return challenge_slip.draw(*slips, paper=paper_named(paper))


def player_sheet_pdf(sheet: object, paper: str, seat: Seat, source: Source = NOTHING_ELSE) -> bytes:
    """The sheet of one player. It may hold that player's racks: show it to nobody else.

    Raises:
      Refusal: ``no-such-paper``.
    """
    return player_sheet.draw(player_sheet_of(a_game(sheet), seat, source), paper=paper_named(paper))


def result_slips_pdf(played: Played, paper: str, round_number: int | None = None) -> bytes:
    """The result slips of the games of a round, cut-and-stack, and of its byes.

    Raises:
      Refusal: ``no-such-paper``.
      ValueError: there is no game.
    """
    del round_number  # of what was played, only the games of the round are here
    slips = [result_slip_of(sheet, source) for sheet, source in played.games]
    rounds = {(sheet.scheduled.division, sheet.scheduled.round_number) for sheet, _ in played.games}
    slips += [slip for which in sorted(rounds) for slip in bye_slips_of(played, *which)]
    return result_slip.draw(*slips, paper=paper_named(paper))


def score_cards_pdf(played: Played, paper: str, number: int | None = None) -> bytes:
    """The score cards of a tournament, or that of the player with a number.

    Raises:
      Refusal: ``no-such-paper`` or ``no-such-player``.
    """
    cards = score_cards_of(played, number)
    if not cards:
        who = "nobody" if number is None else f"no player {number}"
        raise Refusal(
            "no-such-player",
            f"There is {who} in {played.slug}.",
            "Look up the numbers in the standings; without one, every card is printed.",
        )
    return score_card.draw(*cards, paper=paper_named(paper))


def tally_sheets_pdf(played: Played, paper: str, round_number: int) -> bytes:
    """The tally sheet of a round, one for each division.

    Raises:
      Refusal: ``no-such-paper``.
      ValueError: there is no game.
    """
    return tally_sheet.draw(*tally_sheets_of(played, round_number), paper=paper_named(paper))


def paper_named(name: str) -> Paper:
    """The paper of that name.

    Raises:
      Refusal: ``no-such-paper``.
    """
    if name not in PAPERS:
        raise Refusal("no-such-paper", f"There is no paper {name!r}.", "Ask for a4 or letter.")
    return PAPERS[name]


def a_game(sheet: object) -> Sheet:
    """``sheet``, which ``web`` hands on without looking inside."""
    if not isinstance(sheet, Sheet):
        raise TypeError(f"a game's sheet is wanted, not {type(sheet).__name__}")
    return sheet
