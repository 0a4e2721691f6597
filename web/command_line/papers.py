"""``tilescribe print``: the papers of a table, blank for hands or filled from the record."""

from __future__ import annotations

from pathlib import Path

import click

from printing.forms import FORMS, blank
from web.command_line.data_folder import data_option

SEATS = ("first", "second")


@click.command("print")
@click.argument("form", type=click.Choice(list(FORMS)))
@click.argument("subject", required=False)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--seat",
    type=click.Choice(SEATS),
    help="A player's own score sheet, with racks and tile tracking.",
)
@click.option("--tournament", metavar="SLUG", help="Whose case SUBJECT is: C-12.")
@click.option("--day", metavar="2026-11-21", help="Which day a day-log is of; else the last one.")
@click.option("--anonymous", is_flag=True, help="A register of rulings without names.")
@click.option(
    "--redacted",
    is_flag=True,
    help="A copy of the papers of a case without people's words and names of the uninvolved.",
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
    form: str,
    subject: str | None,
    paper: str,
    seat: str | None,
    tournament: str | None,
    day: str | None,
    anonymous: bool,
    redacted: bool,
    output: Path,
    data: Path,
) -> None:
    """Print FORM of SUBJECT, a game (TOURNAMENT/R3/T14); without SUBJECT, to fill in by hand.

    The result slips of a whole round come with TOURNAMENT/R3 as SUBJECT, in an order that one
    cut through the pile puts right. With --seat a score sheet is that player's own.

    A scorecard is of a player, TOURNAMENT/P7, or of everybody, TOURNAMENT. A tally-sheet is
    of a round, TOURNAMENT/R3.

    The papers of a case are of C-12 with --tournament, or of TOURNAMENT/C-12. A day-log and
    the register of rulings are of a TOURNAMENT, a round-close of TOURNAMENT/R3.
    """
    if seat is not None and form != "score-sheet":
        raise click.UsageError("--seat is for score-sheet only.")
    of_a_case = "case" in FORMS[form].filled
    if (tournament is not None or redacted) and (not of_a_case or subject is None):
        raise click.UsageError("--tournament and --redacted are for the papers of a case, C-12.")
    if day is not None and form != "day-log":
        raise click.UsageError("--day is for day-log only.")
    if anonymous and form != "rulings":
        raise click.UsageError("--anonymous is for rulings only.")
    if subject is None:
        pdf = blank(form, paper, of_a_player=seat is not None)
    else:
        from web.command_line.filled import filled
        from web.command_line.looking import looked_at

        with looked_at(data) as here:
            if of_a_case:
                from web.command_line.case_papers import case_named, case_paper

                which = case_named(subject, tournament, redacted=redacted)
                pdf = case_paper(here, form, which, paper)
            elif "desk" in FORMS[form].filled:
                from web.command_line.desk_papers import desk_named, desk_paper

                about = desk_named(form, subject, day=day or "", anonymous=anonymous)
                pdf = desk_paper(here, form, about, paper)
            else:
                pdf = filled(here, form, subject, paper, seat)
    try:
        output.write_bytes(pdf)
    except OSError:
        if output.is_file():
            output.unlink()  # half a sheet of paper is worse than none
        raise
    click.echo(f"Written to {output}.")


COMMANDS = (print_,)
