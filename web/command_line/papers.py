"""``tilescribe paper print``: the papers of a table, blank for hands or filled from the record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from printing.fonts import FOLDER_VARIABLE, wrong_folder
from printing.forms import FORMS, blank
from web.command_line.data_folder import data_option
from web.command_line.outputs import is_standard_output, output_file, put, say

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from printing.papers import Papers

SEATS = ("first", "second")

SHORT = {form.also: name for name, form in FORMS.items() if form.also}
"""Other names that forms go by, which people script against too."""


class AForm(click.Choice[str]):
    """A form of paper, by either of its names."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(SHORT.get(value, value), param, ctx)


class PrintOptions(NamedTuple):
    """What the command was told besides form and subject; each is for some forms only."""

    tournament: str | None
    redacted: bool
    day: str
    states: tuple[int, int]
    anonymous: bool
    seat: str | None
    order: str | None
    by_hand: bool
    tables: int


@click.command("print")
@click.argument("form", type=AForm(list(FORMS)))
@click.argument("subject", required=False)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter", "receipt"]),
    default="a4",
    show_default=True,
    help="A receipt is 80 mm wide and for slips.",
)
@click.option(
    "--seat",
    type=click.Choice(SEATS),
    help="A player's own score sheet, with racks and tile tracking.",
)
@click.option("--tournament", metavar="SLUG", help="Whose case SUBJECT is: C-12.")
@click.option("--day", metavar="2026-11-21", help="Which day a day-log is of; else the last one.")
@click.option("--at", type=int, default=0, help="After which event an evidence-sheet looks.")
@click.option("--with", "beside", type=int, default=0, help="And after which other; else now.")
@click.option(
    "--by",
    "order",
    type=click.Choice(["table", "name"]),
    help="How pairings are ordered; by table if left out.",
)
@click.option("--anonymous", is_flag=True, help="A register of rulings without names.")
@click.option(
    "--redacted",
    is_flag=True,
    help="A copy of the papers of a case without people's words and names of the uninvolved.",
)
@click.option(
    "--by-hand",
    is_flag=True,
    help="A form for every table of a round, filled in no further than the names.",
)
@click.option("--count", type=click.IntRange(1, 500), help="For how many tables, by hand.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=output_file,
    metavar="FILE.pdf",
    help="Where to write the PDF; - is standard output.",
)
@data_option
def print_(
    form: str,
    subject: str | None,
    paper: str,
    seat: str | None,
    tournament: str | None,
    day: str | None,
    at: int,
    beside: int,
    anonymous: bool,
    redacted: bool,
    order: str | None,
    by_hand: bool,
    count: int | None,
    output: Path,
    data: Path,
) -> None:
    """Print FORM of SUBJECT, a game (TOURNAMENT/R3/T14); without SUBJECT, to fill in by hand.

    The result slips of a whole round come with TOURNAMENT/R3 as SUBJECT, in an order that one
    cut through the pile puts right. With --seat a score sheet is that player's own.

    A scorecard is of a player, TOURNAMENT/P7, or of everybody, TOURNAMENT. A tally-sheet is
    of a round, TOURNAMENT/R3.

    The papers of a case are of TOURNAMENT/C-12, or of C-12 with --tournament; incident, ruling
    and appeal are short for the record, the notices and the form. A day-log and the register
    of rulings (also rulings-register) are of a TOURNAMENT, a round-close of TOURNAMENT/R3. An
    evidence-sheet is of a game, as known after the event --at beside that after --with.

    Pairings are of a round, TOURNAMENT/R3. Standings and wall-chart are of a TOURNAMENT, or of
    it as it stood after a round; missing-slips and prizes of a TOURNAMENT. A player-card is of
    TOURNAMENT/P7, or of everybody. Of one division: TOURNAMENT/DIVISION, TOURNAMENT/DIVISION/R3.
    A poster is of a TOURNAMENT: a square code that leads phones to its page.

    With --by-hand a result-slip, score-sheet, challenge-slip or blank-slip of TOURNAMENT/R3 is
    printed for every table, to be filled in: tournament, division, round, table, and the names
    once the round is paired. Before that --count says for how many tables; without it there are
    as many as the players of each division need.
    """
    lines = PrintOptions(
        tournament, redacted, day or "", (at, beside), anonymous, seat, order, by_hand, count or 0
    )
    _must_fit(form, subject, lines)
    if trouble := wrong_folder(os.environ.get(FOLDER_VARIABLE, "")):
        click.echo(f"Warning: {trouble} Letters that our own fonts lack are spelled.", err=True)
    if subject is None:
        pdf = blank(form, paper, of_a_player=seat is not None)
    else:
        from printing.filling.sources import noted
        from web.command_line.data_folder import base_of, say_of_codes
        from web.command_line.opened import looked_at

        with looked_at(data) as here:
            papers = _filled(here, form, subject, lines)
            base = base_of(data)
            pdf = papers.pdf(paper, base, noted(here))
        if papers.coded or papers.leads:
            say_of_codes(base)
    put(output, pdf)
    if not is_standard_output(output):
        say(output, f"Written to {output}.")


def _must_fit(form: str, subject: str | None, options: PrintOptions) -> None:
    """Refuse what is said about another form than this one."""
    of_a_case = "case" in FORMS[form].filled and subject is not None
    fits = FORMS[form].options.__contains__
    wrong = (
        (options.seat is not None and not fits("seat"), _only("seat")),
        (
            (options.tournament is not None or options.redacted) and not of_a_case,
            "--tournament and --redacted are for the papers of a case, C-12.",
        ),
        (bool(options.day) and not fits("day"), _only("day")),
        (any(options.states) and not fits("at"), "--at and --with: evidence-sheet only."),
        (options.anonymous and not fits("anonymous"), _only("anonymous")),
        (
            options.by_hand and (subject is None or options.seat is not None),
            "--by-hand is for a round: TOURNAMENT/R3.",
        ),
        (bool(options.tables) and not options.by_hand, "--count is for --by-hand only."),
        (options.order is not None and not fits("by"), _only("by")),
    )
    for is_wrong, words in wrong:
        if is_wrong:
            raise click.UsageError(words)


def _only(option: str) -> str:
    [form] = [name for name, form in FORMS.items() if option in form.options]
    return f"--{option} is for {form} only."


def _filled(here: Opened, form: str, subject: str, options: PrintOptions) -> Papers:
    """The form of what a person calls ``subject``; what makes it is loaded when it is wanted."""
    about = FORMS[form].filled
    if options.by_hand:
        from printing.filling.course_papers import by_hand_named, by_hand_paper

        return by_hand_paper(here, form, by_hand_named(subject, options.tables))
    if "case" in about:
        from printing.filling.case_papers import case_paper, case_to_print

        which = case_to_print(subject, options.tournament, redacted=options.redacted)
        return case_paper(here, form, which)
    if "evidence" in about:
        from printing.filling.evidence_papers import evidence_named

        return evidence_named(here, subject, options.states)
    if "course" in about:
        from printing.filling.course_papers import course_named, course_paper

        course = course_named(here, form, subject, order=options.order)
        return course_paper(here, form, course)
    if "desk" in about:
        from printing.filling.desk_papers import desk_named, desk_paper

        desk = desk_named(form, subject, day=options.day, anonymous=options.anonymous)
        return desk_paper(here, form, desk)
    from printing.filling.table_papers import filled

    return filled(here, form, subject, options.seat)
