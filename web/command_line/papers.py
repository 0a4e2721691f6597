"""``tilescribe print``: the papers of a table, blank for hands or filled from the record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from ledger.vocabulary import Seat
from printing import (
    blank_slip,
    challenge_slip,
    player_sheet,
    result_slip,
    score_card,
    score_sheet,
    tally_sheet,
)
from printing.page import PAPERS, Paper
from printing.sheets import Cells
from web.command_line.data_folder import data_option

Slip = TypeVar("Slip")

BLANK: dict[str, Callable[[Paper], bytes]] = {
    "score-sheet": lambda paper: score_sheet.draw(score_sheet.ScoreSheet(), paper=paper),
    "player-sheet": lambda paper: player_sheet.draw(player_sheet.PlayerSheet(), paper=paper),
    "blank-slip": lambda paper: blank_slip.draw(
        *_a_page_of(blank_slip.BlankSlip(), blank_slip.CELLS), paper=paper
    ),
    "challenge-slip": lambda paper: challenge_slip.draw(
        *_a_page_of(challenge_slip.ChallengeSlip(), challenge_slip.CELLS), paper=paper
    ),
    "result-slip": lambda paper: result_slip.draw(
        *_a_page_of(result_slip.ResultSlip(), result_slip.CELLS), paper=paper
    ),
    "scorecard": lambda paper: score_card.draw(score_card.ScoreCard(), paper=paper),
    "tally-sheet": lambda paper: tally_sheet.draw(tally_sheet.TallySheet(), paper=paper),
}
"""Each form to fill in by hand; slips fill a page."""

FORMS = tuple(form for form in BLANK if form != "player-sheet")


@click.command("print")
@click.argument("form", type=click.Choice(FORMS))
@click.argument("subject", required=False)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--seat",
    type=click.Choice([seat.value for seat in Seat]),
    help="A player's own score sheet, with racks and tile tracking.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Where to write the PDF.",
)
@data_option
def print_(
    form: str, subject: str | None, paper: str, seat: str | None, output: Path, data: Path
) -> None:
    """Print FORM of SUBJECT, a game (TOURNAMENT/R3/T14); without SUBJECT, to fill in by hand.

    The result slips of a whole round come with TOURNAMENT/R3 as SUBJECT, in an order that one
    cut through the pile puts right. With --seat a score sheet is that player's own.

    A scorecard is of a player, TOURNAMENT/P7, or of everybody, TOURNAMENT. A tally-sheet is
    of a round, TOURNAMENT/R3.
    """
    if seat is not None and form != "score-sheet":
        raise click.UsageError("--seat is for score-sheet only.")
    if subject is None:
        pdf = BLANK["player-sheet" if seat else form](PAPERS[paper])
    else:
        from web.command_line.filled import filled
        from web.command_line.looking import looked_at

        with looked_at(data) as here:
            pdf = filled(here, form, subject, paper, seat)
    try:
        output.write_bytes(pdf)
    except OSError:
        if output.is_file():
            output.unlink()  # half a sheet of paper is worse than none
        raise
    click.echo(f"Written to {output}.")


def _a_page_of(slip: Slip, cells: Cells) -> tuple[Slip, ...]:
    return (slip,) * (cells.across * cells.down)


COMMANDS = (print_,)
