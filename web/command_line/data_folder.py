"""Which data folder a command works on, as its ``--data`` says; nothing is opened yet."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ledger.record.opening import LEDGER_FILE
from ledger.vocabulary.refusals import Refusal

DATA = Path("tilescribe-data")
CONSOLE = "console"
"""The organiser's badge under which the command line itself writes."""

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=DATA,
    show_default=True,
    metavar="DIR",
    help="The data folder.",
)


def in_postgres() -> bool:
    """Whether PostgreSQL holds the record."""
    return "postgres" in os.environ.get("PERSISTENCE_MODULE", "")


def must_hold_a_record(folder: Path) -> None:
    """Refuse a folder without a record, unless PostgreSQL holds it.

    Raises:
      Refusal: ``no-record``.
    """
    if not in_postgres() and not (folder / LEDGER_FILE).exists():
        raise Refusal(
            "no-record",
            f"There is no record in {folder}.",
            "Choose the data folder with --data, or begin one with `tilescribe serve`.",
        )
