"""``tilescribe paper``: forms printed, blank or from the record; a code or a PDF looked up."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ledger.vocabulary.refusals import Refusal
from printing.fonts import FOLDER_VARIABLE, wrong_folder
from printing.forms import FORMS, blank
from printing.languages import asked_for, printed_in
from web.command_line.data_folder import (
    data_option,
    is_standard_output,
    output_file,
    progress,
    put,
    say,
)

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict, SignedVerdict
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
@click.option(
    "--language",
    metavar="es",
    help="In which language; es+de: labels in both. Without it as the tournament has it.",
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
    language: str | None,
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
    spoken = asked_for(language or "")
    if subject is None:
        with printed_in(*spoken):
            pdf = blank(form, paper, of_a_player=seat is not None)
    else:
        from printing.filling.table_papers import languages_of, noted
        from web.command_line.data_folder import base_of, say_of_codes
        from web.command_line.opened import looked_at

        with looked_at(data) as here:
            of = tournament or subject.partition("/")[0]
            chosen = spoken if language else languages_of(here.hall.tournament(of))
            with printed_in(*chosen):
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
        from printing.filling.case_papers import evidence_named

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


# ``tilescribe paper check``: whether a sheet of paper is ours, and whether it is the latest.


SUPERSEDED, NOT_GENUINE, UNREADABLE = 3, 1, 2
"""What the command ends with, besides 0 for what is genuine and holds."""

PDF = b"%PDF"
MARK = "/v/"
"""What stands before the code in an address on paper."""


class CantBeRead(click.ClickException):
    """What was to be looked up is no code, no PDF and no text."""

    exit_code = UNREADABLE


@click.command("verify-paper")
@click.argument("what")
@click.option(
    "--of", "state", default="", metavar="31/TOURNAMENT/R3/T14",
    help="The event at the foot of the sheet and the game at its head; of a list "
    "e812/TOURNAMENT, its entry of the record.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The verdict as JSON.")
@data_option
def verify_paper(what: str, state: str, as_json: bool, data: Path) -> None:
    """Look up WHAT: a code (7K3M2-QX9TA), the address in a square code, a PDF, or a file of codes.

    Of a signed code, an address with /S/ or its letters, it says whether the signature is the
    hall's, what the sheet says, and whether the record agrees, has gone on, or was changed.

    It says whether a sheet with that code was printed from this record and is the latest; whether
    the record has gone on since, and what changed; whether a restore lost it; whether it was
    printed here and the record says something else now; or that it is not ours. A PDF is drawn
    again and compared, of a bundle the checkpoint inside. Of a text file each line is looked up.

    It ends with 0 for genuine and still what the record says, be it that this has gone on, 3 where
    the sheet would say something else now, or something was removed that may stand on it, 1 for
    anything else. Papers of a case end with 3 once something follows in it or its game; that they
    were handed out is no such thing. It ends with 2 where WHAT can't be read: no such file, a
    folder, nothing in it, no PDF though it is called one, no text.
    """
    from web.command_line.opened import looked_at

    content = _content_of(what)
    verdicts: Sequence[PaperVerdict | SignedVerdict]
    with looked_at(data) as here:
        if content is None:
            verdicts, whole = _of_codes(here, [(what, state)]), ""
        elif content.startswith(PDF):
            from printing.checking.files import check_pdf

            try:
                found = check_pdf(here, content)
            except Refusal as refusal:
                if refusal.code != "unreadable-pdf":
                    raise
                raise CantBeRead(f"{what} is a PDF that is broken off, or not whole.") from refusal
            verdicts, whole = found.sheets, found.wording
            _say(verdicts, whole, as_json=as_json, of_a_file=found)
            if found.is_issued:  # its bytes are on record, whatever this release makes of its codes
                verdicts = [one for one in verdicts if one.genuine]
                raise SystemExit(_ends_with(verdicts) if verdicts else 0)
            if found.superseded:  # as by its codes: what was removed can't be drawn to compare
                raise SystemExit(SUPERSEDED)
            raise SystemExit(_ends_with(verdicts) if found.genuine else NOT_GENUINE)
        else:
            lines = [line.strip() for line in content.decode("utf-8", "replace").splitlines()]
            verdicts = _of_codes(here, [(line, "") for line in lines if line])
            whole = "" if verdicts else "There is no code in this file."
    _say(verdicts, whole, as_json=as_json)
    raise SystemExit(_ends_with(verdicts))


def _of_codes(here: Opened, codes: list[tuple[str, str]]) -> Sequence[PaperVerdict | SignedVerdict]:
    """What each is: a code with its state, or the address of one that is signed."""
    from ledger.proof.signed_paper import is_signed_address
    from printing.checking.codes import check_paper

    found: list[PaperVerdict | SignedVerdict] = []
    for what, state in codes:
        if is_signed_address(what):
            from printing.checking.signed import check_signed

            found.append(check_signed(here, what))
        else:
            found.append(check_paper(here, *_named(what, state), progress=progress))
    return found


def _content_of(what: str) -> bytes | None:
    """What a file holds; ``None`` of what is no file, but a code or an address."""
    from ledger.proof.signed_paper import is_signed_address

    if is_signed_address(what) and len(what) > LONGEST_NAME:
        return None  # longer than a file's name may be
    file = Path(what)
    is_called_a_pdf = what.lower().endswith(".pdf") and MARK not in what
    if file.is_dir():
        raise CantBeRead(f"{what} is a folder. Name a file in it.")
    if not file.is_file():
        if is_called_a_pdf or (MARK not in what and what.startswith(("/", "./", "../", "~"))):
            raise CantBeRead(f"there is no file {what}.")
        return None
    try:
        content = file.read_bytes()
    except OSError as trouble:
        raise CantBeRead(f"{what} can't be read: {trouble.strerror}.") from trouble
    if not content.strip():
        raise CantBeRead(f"{what} is empty.")
    if not content.startswith(PDF):
        if is_called_a_pdf:
            raise CantBeRead(f"{what} is no PDF, whatever it is called.")
        if b"\0" in content:
            raise CantBeRead(f"{what} is neither a PDF nor a text with codes.")
    return content


def _named(what: str, state: str) -> tuple[str, str]:
    """Code and state of what was typed: an address says both."""
    if MARK in what:
        from printing.checking.files import parts_of

        return parts_of(what)
    code, _, rest = what.partition(" ")
    return (code, rest.strip()) if not state and "/" in rest else (what, state)


LONGEST_NAME = 100


def _ends_with(verdicts: Sequence[PaperVerdict | SignedVerdict]) -> int:
    from ledger.proof.paper_verdicts import Found, Signed, SignedVerdict

    if not verdicts or not all(verdict.genuine for verdict in verdicts):
        return NOT_GENUINE
    gone_on = any(
        one.found is Signed.LATER
        if isinstance(one, SignedVerdict)
        else one.found is Found.SUPERSEDED or one.followed
        for one in verdicts
    )
    return SUPERSEDED if gone_on else 0


def _say(
    verdicts: Sequence[PaperVerdict | SignedVerdict],
    whole: str,
    *,
    as_json: bool,
    of_a_file: PdfVerdict | None = None,
) -> None:
    """Say what was found; of a PDF first of all whether the file can be relied on."""
    if as_json:
        import msgspec

        rows = [
            {**msgspec.to_builtins(one), "changed": one.changed, "words": one.wording}
            for one in verdicts
        ]
        click.echo(msgspec.json.encode({"sheets": rows, "file": whole}).decode())
        return
    if of_a_file:
        click.echo(whole)
    codes_alone = "By its code alone: " if of_a_file and not of_a_file.genuine else ""
    for verdict in verdicts:
        click.echo(f"{codes_alone}{verdict.wording}")
        for label, words in getattr(verdict, "says", ()):
            click.echo(f"  {label}: {words}")
        for sign, line in verdict.changed:
            click.echo(f"  {sign} {line}")
    if whole and not of_a_file:
        click.echo(whole)
