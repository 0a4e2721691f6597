"""``tilescribe demo``: the demonstration tournament, built where there is none, and served."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import click

from ledger.record.opening import LEDGER_FILE
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import config_option
from web.command_line.outputs import progress
from web.command_line.serving import (
    LOOPBACK,
    first_start,
    for_us,
    host_option,
    listening,
    log_option,
    port_option,
    written_as,
)
from web.settings.in_force import put_in_force

DEMO = Path("tilescribe-demo")


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEMO,
    show_default=True,
    metavar="DIR",
    help="Where to build it; refused where DIR holds another record.",
)
@config_option
@host_option
@port_option
@log_option
@click.option("--build-only", is_flag=True, help="Build it and stop.")
def demo(
    data: Path,
    config: Path | None,
    host: str | None,
    port: int | None,
    log_format: str | None,
    build_only: bool,
) -> None:
    """Make the demonstration tournament (8 players, 7 rounds, 28 games) and serve it."""
    put_in_force(config, data)
    host, port = listening(host, port)
    written_as(log_format)
    from web.command_line.opened import opened, put_away_after
    from web.demonstration.building import SLUG

    if not _is_built(data):
        _build(data)
    if build_only:
        click.echo(f"The demonstration tournament is in {data}.")
        return
    with opened(data) as here:
        server = for_us(data, host or LOOPBACK, port, f"the demonstration tournament in {data}")
        first_start(here)
    click.echo(f"A game in progress, to go on with as a scorekeeper: /t/{SLUG}/r7/t4/enter\n")
    with put_away_after(data):
        server.serve()


def _is_built(folder: Path) -> bool:
    if not folder.exists() or not any(folder.iterdir()):
        return False
    from web.command_line.opened import opened
    from web.demonstration.building import SLUG

    if (folder / LEDGER_FILE).exists():
        with opened(folder) as here:
            if here.hall.tournament(SLUG) is not None:
                return True
    raise _another_record(str(folder))


def _another_record(where: str) -> Refusal:
    return Refusal(
        "another-record",
        f"{where} holds something else than the demonstration.",
        "Choose another folder with --data, or serve it with `tilescribe serve`.",
    )


def _build(folder: Path) -> None:
    """Build beside the folder and move it there when it is whole."""
    from web.command_line.opened import opened
    from web.demonstration.building import GAMES, build

    beside = folder.with_name(f"{folder.name}.building")
    shutil.rmtree(beside, ignore_errors=True)
    started = time.monotonic()
    try:
        with opened(beside, make=True) as here, progress("Building", GAMES) as advance:
            # A folder made this moment holds nothing; a database elsewhere may.
            if here.hall.tournaments():
                raise _another_record("The database")
            build(here.desk, beside, advance)
        if folder.exists():
            folder.rmdir()
        beside.rename(folder)
    finally:
        # What was stopped half way (Ctrl+C, a full disk) helps nobody.
        shutil.rmtree(beside, ignore_errors=True)
    took = time.monotonic() - started
    click.echo(f"Built the demonstration tournament in {took:.1f} s: {folder}")
