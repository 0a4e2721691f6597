"""``tilescribe print``: the papers of a table, blank for hands or filled from the record."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from ledger.refusals import Refusal
from ledger.sheet import Sheet
from ledger.streams import tournament_id
from ledger.tournament import tournament_of
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
from printing.from_record import (
    blank_slip_pdf,
    challenge_slips_pdf,
    paper_named,
    player_sheet_pdf,
    result_slip_pdf,
    result_slips_pdf,
    score_cards_pdf,
    score_sheet_pdf,
    tally_sheets_pdf,
)
from printing.page import Paper
from printing.played import Played
from printing.sheets import Cells
from printing.source import Source
from web.command_line.looking import looked_at
from web.command_line.naming import game_named
from web.command_line.opened import Opened, data_option
from web.command_line.sources import source_of

Slip = TypeVar("Slip")

ROUND = re.compile(r"(?P<tournament>[^/]+)/(?:(?P<division>[^/]+)/)?[Rr](?P<round>\d{1,4})")

PLAYER = re.compile(r"(?P<tournament>[^/]+)(?:/[Pp](?P<number>\d{1,5}))?")

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

FILLED: dict[str, Callable[[Sheet, str, Source], bytes]] = {
    "score-sheet": score_sheet_pdf,
    "blank-slip": blank_slip_pdf,
    "challenge-slip": challenge_slips_pdf,
    "result-slip": result_slip_pdf,
}
FORMS = (*FILLED, "scorecard", "tally-sheet")


@click.command("print", short_help="Print a form, blank or filled from a game.")
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
        pdf = BLANK["player-sheet" if seat else form](paper_named(paper))
    else:
        with looked_at(data) as here:
            pdf = _filled(here, form, subject, paper, seat)
    try:
        output.write_bytes(pdf)
    except OSError:
        if output.is_file():
            output.unlink()  # half a sheet of paper is worse than none
        raise
    click.echo(f"Written to {output}.")


def _filled(here: Opened, form: str, subject: str, paper: str, seat: str | None) -> bytes:
    if form == "scorecard":
        return _score_cards(here, subject, paper)
    if form in ("tally-sheet", "result-slip") and (shape := ROUND.fullmatch(subject)) is not None:
        number = int(shape["round"])
        played = _played(here, subject, shape["tournament"], number, shape["division"])
        if form == "tally-sheet":
            return tally_sheets_pdf(played, paper, number)
        return result_slips_pdf(played, paper)
    if form == "tally-sheet":
        raise Refusal(
            "unreadable-name",
            f"{subject!r} is not the name of a round.",
            "Write TOURNAMENT/R3, or TOURNAMENT/DIVISION/R3 for one division.",
        )
    sheet = here.desk.sheet(game_named(here.hall, subject).id)
    source = source_of(here, sheet)
    if seat is not None:
        return player_sheet_pdf(sheet, paper, Seat(seat), source)
    return FILLED[form](sheet, paper, source)


def _score_cards(here: Opened, subject: str, paper: str) -> bytes:
    shape = PLAYER.fullmatch(subject)
    if shape is None:
        raise Refusal(
            "unreadable-name",
            f"{subject!r} is not the name of a player.",
            "Write TOURNAMENT/P7, or TOURNAMENT alone for the cards of everybody.",
        )
    number = int(shape["number"]) if shape["number"] else None
    return score_cards_pdf(_played(here, subject, shape["tournament"]), paper, number)


def _played(
    here: Opened,
    subject: str,
    slug: str,
    round_number: int | None = None,
    division: str | None = None,
) -> Played:
    """The games of a tournament, or of one round of it."""
    rows = here.hall.games(slug, round_number, division)
    row = here.hall.tournament(slug)
    if row is None or (round_number is not None and not rows):
        what = "round" if round_number is not None else "tournament"
        raise Refusal(
            f"no-such-{what}",
            f"There are no games at {subject}.",
            "Check the tournament and the round; `tilescribe serve` lists them all.",
        )
    position, link = here.log.head()
    sheets = [here.desk.sheet(row.id) for row in rows]
    return Played(
        slug=slug,
        games=tuple((sheet, source_of(here, sheet)) for sheet in sheets),
        tournament=tournament_of(here.log.events_of(tournament_id(slug))),
        source=Source(tournament=row.name, link=link),
        record_to=position,
    )


def _a_page_of(slip: Slip, cells: Cells) -> tuple[Slip, ...]:
    return (slip,) * (cells.across * cells.down)


COMMANDS = (print_,)
