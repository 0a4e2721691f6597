"""A text file that is named on the command line, read as an import reads it."""

from __future__ import annotations

from pathlib import Path

import click

from ledger.refusals.saying import refusal
from web.command_line.gcg import contents

text_file = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
"""The type of an option that names one; a hyphen is standard input."""


def text_of(path: Path) -> str:
    """The text of a file, whatever its encoding; where that is a guess, it is said."""
    from ledger.interchange.described import Report
    from ledger.interchange.text import decoded

    report = Report()
    text = decoded(contents(path), report)
    if text is None:
        raise refusal("unreadable-pairings", troubles=report.lines[-1].said.rstrip("."))
    for line in report.lines:
        click.echo(f"{path}: {line.said}", err=True)
    return text
