"""``tilescribe config``: the settings in force, also of backups, and what is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import config_option, in_postgres, must_hold_no_record
from web.settings.in_force import (
    Settled,
    disk_of,
    must_have_a_disk,
    must_keep_what_is_written,
    must_lie_apart,
    settled,
    value_of,
)
from web.settings.known import (
    BACKUP,
    BACKUP_COUNTS,
    BACKUP_EVERY,
    DATA,
    EXAMPLES,
    FONTS,
    RECORD_IN,
    example,
)

# Where backups go and how often, as the settings say; and whether one outlives the record.


_HERE = ("", "localhost", "127.0.0.1", "::1")


class BackupSettings(NamedTuple):
    """How a service backs its record up.

    Attributes:
      folder: where the ring lies; ``None``: no backups are made by themselves.
      counts: whether backups outlive the record though they lie on the same disk, as where the
        folder is copied to another machine by other means.
    """

    folder: Path | None
    minutes: float
    counts: bool


def backup_settings() -> BackupSettings:
    folder, minutes = str(value_of(BACKUP)), value_of(BACKUP_EVERY)
    assert isinstance(minutes, float)
    return BackupSettings(Path(folder) if folder else None, minutes, bool(value_of(BACKUP_COUNTS)))


def ring_trouble(folder: str, data: Path) -> str:
    """Why no backup can be made in a ring, since its disk is missing; empty: it is there."""
    if not folder:
        return ""
    try:
        from ledger.backup.ring import must_be_the_ring  # which loads the record

        must_be_the_ring(Path(folder), data, disk_of(Path(folder)))
    except Refusal as refusal:
        return str(refusal)
    return ""


def lies_elsewhere(backups: Path, data: Path) -> bool:
    """Whether what lies in ``backups`` outlives the disk of the record, as far as we can see."""
    if backup_settings().counts:
        return True
    if in_postgres():
        host = os.environ.get("POSTGRES_HOST", "")
        return host not in _HERE and not host.startswith("/")
    return backups.stat().st_dev != data.stat().st_dev


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@click.option(
    "--example",
    "wanted",
    type=click.Choice(EXAMPLES),
    help="Write an example instead: of the file of settings, or of what stands around a service.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help=f"The data folder.  [default: {DATA.default}]",
)
@config_option
def config(as_json: bool, wanted: str | None, data: Path | None, config: Path | None) -> None:
    """Show every setting, its value and where it comes from; exit 1 if something is wrong.

    Secrets are never shown. A setting is an option of a command, a variable of the environment,
    or a line of the file; they go before each other in this order.
    """
    if wanted is not None:
        click.echo(example(wanted), nl=False)
        return
    from printing.fonts import wrong_folder

    now = settled(os.environ, config, data)
    troubles, warnings = [str(each) for each in now.wrong], []
    if trouble := wrong_folder(str(now.value(FONTS))):
        troubles.append(trouble)
    folder = Path(str(now.value(DATA)))
    try:
        warning = "" if in_postgres() else must_keep_what_is_written(folder)
        warnings = [warning] if warning else []
    except Refusal as refusal:
        if str(refusal) not in troubles and refusal.code != "unknown-store":
            troubles.append(str(refusal))
    try:
        if now.value(RECORD_IN) == "postgres":
            must_hold_no_record(folder)
        must_lie_apart(str(now.value(BACKUP)), folder)
        must_have_a_disk(str(now.value(BACKUP)))
    except Refusal as refusal:
        troubles.append(str(refusal))
    elsewhere = ring_trouble(str(now.value(BACKUP)), folder)
    warnings += [elsewhere] if elsewhere and not troubles else []
    warnings += _open_to_others(now)
    if as_json:
        click.echo(msgspec.json.encode(_as_json(now, troubles, warnings)))
    else:
        click.echo("\n".join(_wording(now, troubles, warnings)))
    sys.exit(1 if troubles else 0)


def _open_to_others(now: Settled) -> list[str]:
    """Whether others may read secrets in the file."""
    if now.file is None or os.name != "posix" or not now.file.stat().st_mode & 0o077:
        return []
    secret = any(setting.setting.secret and setting.source == str(now.file) for setting in now.told)
    word = f"Other users of this computer can read {now.file}: `chmod 600 {now.file}`."
    return [word] if secret else []


def _wording(now: Settled, troubles: list[str], warnings: list[str]) -> Iterator[str]:
    yield f"Settings from {now.file}." if now.file else "No file of settings is read."
    yield ""
    rows = [
        (setting.setting.key, setting.shown or "(none)", setting.source) for setting in now.told
    ]
    first, second = (max(len(row[place]) for row in rows) for place in (0, 1))
    for key, value, source in rows:
        yield f"{key:<{first}}  {value:<{min(second, 40)}}  {source}"
    if warnings or troubles:
        yield ""
    yield from (f"Warning: {each}" for each in warnings)
    yield from (f"Wrong: {each}" for each in troubles)


def _as_json(now: Settled, troubles: list[str], warnings: list[str]) -> dict[str, object]:
    return {
        "file": str(now.file) if now.file else None,
        "settings": [
            {
                "key": setting.setting.key,
                "variable": setting.setting.variable,
                "value": setting.shown if setting.setting.secret else setting.value,
                "source": setting.source,
                "secret": setting.setting.secret,
                "what": setting.setting.what,
            }
            for setting in now.told
        ],
        "warnings": warnings,
        "wrong": troubles,
    }
