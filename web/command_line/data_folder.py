"""Which data folder a command works on, and under which settings; nothing is opened yet."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ledger.record.opening import LEDGER_FILE
from ledger.record.settings import STORE
from ledger.record.settings import in_postgres as is_in_postgres
from ledger.vocabulary.refusals import Refusal
from web.command_line.own_books import put_up_own_books
from web.settings.in_force import put_in_force
from web.settings.known import DATA as DATA_SETTING

HALL_FILE = "hall.db"
"""As ``ledger.hall`` has it, which takes a while to load."""

DATA = Path(str(DATA_SETTING.default))

config_option = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Settings.  [default: TILESCRIBE_CONFIG, or tilescribe.toml in the data folder]",
)


def data_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command ``--data`` and ``--config``, and put the settings in force before it.

    The command is handed the data folder as ``data``.
    """

    @click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help=f"The data folder.  [default: {DATA}]",
    )
    @config_option
    @wraps(command)
    def settled(*args: Any, data: Path | None, config: Path | None, **others: Any) -> Any:  # noqa: ANN401 (whatever the command has)
        return command(*args, data=folder_in_force(config, data), **others)

    return settled


def folder_in_force(config: Path | None, data: Path | None) -> Path:
    """Put the settings in force, and say which data folder they name."""
    folder = Path(str(put_in_force(config, data).value(DATA_SETTING)))
    if in_postgres():
        must_hold_no_record(folder)
    put_up_own_books(folder)
    return folder


def in_postgres() -> bool:
    """Whether PostgreSQL holds the record."""
    return is_in_postgres(os.environ)


def must_hold_no_record(folder: Path) -> None:
    """Refuse a folder with a record of its own, where PostgreSQL is to hold the record.

    Its lists and checkpoints follow that one, and may be in use: they would be made anew for
    the other under whoever serves them.
    """
    if (folder / LEDGER_FILE).exists():
        raise Refusal(
            "two-records",
            f"{folder} has a record of its own in {LEDGER_FILE}, and the settings say that "
            "PostgreSQL holds the record.",
            "Choose another data folder with --data; or, to use the record in the folder, take "
            f"{STORE} (in the file: store) out of the settings.",
        )


def follows_a_record_elsewhere(folder: Path) -> bool:
    """Whether what lies in a folder was made from a record that is not in it."""
    return (
        not in_postgres() and (folder / HALL_FILE).exists() and not (folder / LEDGER_FILE).exists()
    )


def must_hold_a_record(folder: Path) -> None:
    """Refuse a folder without a record, unless PostgreSQL holds it."""
    if not in_postgres() and not (folder / LEDGER_FILE).exists():
        raise Refusal(
            "no-record",
            f"There is no record in {folder}.",
            "Choose the data folder with --data, or begin one with `tilescribe serve`.",
        )
