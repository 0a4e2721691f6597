"""``tilescribe paper check``: whether a sheet of paper is ours, and whether it is the latest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.command_line.outputs import progress

if TYPE_CHECKING:
    from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict

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
    with looked_at(data) as here:
        if content is None:
            from printing.checking.codes import check_paper

            verdicts = [check_paper(here, *_named(what, state), progress=progress)]
            whole = ""
        elif content.startswith(PDF):
            from printing.checking.files import check_pdf

            try:
                found = check_pdf(here, content)
            except Refusal as refusal:
                if refusal.code != "unreadable-pdf":
                    raise
                raise CantBeRead(f"{what} is a PDF that is broken off, or not whole.") from refusal
            verdicts, whole = list(found.sheets), found.wording
            _say(verdicts, whole, as_json=as_json, of_a_file=found)
            if found.is_issued:  # its bytes are on record, whatever this release makes of its codes
                verdicts = [one for one in verdicts if one.genuine]
                raise SystemExit(_ends_with(verdicts) if verdicts else 0)
            if found.superseded:  # as by its codes: what was removed can't be drawn to compare
                raise SystemExit(SUPERSEDED)
            raise SystemExit(_ends_with(verdicts) if found.genuine else NOT_GENUINE)
        else:
            from printing.checking.codes import check_paper

            lines = [line.strip() for line in content.decode("utf-8", "replace").splitlines()]
            codes = [_named(line, "") for line in lines if line]
            verdicts = [check_paper(here, *code, progress=progress) for code in codes]
            whole = "" if verdicts else "There is no code in this file."
    _say(verdicts, whole, as_json=as_json)
    raise SystemExit(_ends_with(verdicts))


def _content_of(what: str) -> bytes | None:
    """What a file holds; ``None`` of what is no file, but a code or an address."""
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


def _ends_with(verdicts: list[PaperVerdict]) -> int:
    from ledger.proof.paper_verdicts import Found

    if not verdicts or not all(verdict.genuine for verdict in verdicts):
        return NOT_GENUINE
    gone_on = any(one.found is Found.SUPERSEDED or one.followed for one in verdicts)
    return SUPERSEDED if gone_on else 0


def _say(
    verdicts: list[PaperVerdict],
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
        for sign, line in verdict.changed:
            click.echo(f"  {sign} {line}")
    if whole and not of_a_file:
        click.echo(whole)
