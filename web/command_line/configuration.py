"""``tilescribe config``: the settings in force, where each comes from, and what is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from ledger.vocabulary.refusals import Refusal
from printing.fonts import wrong_folder
from web.command_line.backup_settings import ring_trouble
from web.command_line.data_folder import config_option, in_postgres, must_hold_no_record
from web.settings.examples import EXAMPLES, example
from web.settings.in_force import (
    Settled,
    must_have_a_disk,
    must_keep_what_is_written,
    must_lie_apart,
    settled,
)
from web.settings.known import BACKUP, DATA, FONTS, RECORD_IN


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
    secret = any(told.setting.secret and told.source == str(now.file) for told in now.told)
    word = f"Other users of this computer can read {now.file}: `chmod 600 {now.file}`."
    return [word] if secret else []


def _wording(now: Settled, troubles: list[str], warnings: list[str]) -> Iterator[str]:
    yield f"Settings from {now.file}." if now.file else "No file of settings is read."
    yield ""
    rows = [(told.setting.key, told.shown or "(none)", told.source) for told in now.told]
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
                "key": told.setting.key,
                "variable": told.setting.variable,
                "value": told.shown if told.setting.secret else told.value,
                "source": told.source,
                "secret": told.setting.secret,
                "what": told.setting.what,
            }
            for told in now.told
        ],
        "warnings": warnings,
        "wrong": troubles,
    }
