"""Where a data folder is served, or was last: what square codes begin with when commands print."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import click

from web.settings import known
from web.settings.in_force import value_of
from web.settings.known import ADDRESS, LONGEST_ADDRESS, is_here_alone

SERVED_AT_FILE = "served-at.txt"


def keep_served_at(folder: Path, address: str) -> None:
    """Leave the address that people are told in the data folder. Never fails.

    It stays when the service ends: paper that is printed then is looked up when it runs again.
    """
    beside = folder / f".{SERVED_AT_FILE}.{os.getpid()}"
    with suppress(OSError):
        try:
            beside.touch(0o600)
            beside.write_text(f"{address}\n", "utf-8")
            beside.replace(folder / SERVED_AT_FILE)
        finally:
            beside.unlink(missing_ok=True)


def base_of(folder: Path) -> str:
    """What square codes begin with: the setting, else where the folder is or was served."""
    from printing.code import NOWHERE

    return _paper_base(_served_at(folder) or NOWHERE)


def base_asked(folder: Path, request: str) -> str:
    """What square codes begin with on what a page prints, that was ``request`` for at this address.

    Who sits at the server often asks for ``localhost``, which no phone opens: then it is where
    the folder is served, if that is another.
    """
    base = _paper_base(request)
    told = _served_at(folder) if is_here_alone(base) else ""
    return _paper_base(told) if told and not is_here_alone(told) else base


def _paper_base(request: str) -> str:
    """What square codes begin with: as the setting has it, else as the page was ``request`` for."""
    return (str(value_of(known.PAPER_ADDRESS)) or request).rstrip("/")


def _served_at(folder: Path) -> str:
    """What is in the file; empty where that is nothing ``serve`` writes."""
    try:
        with (folder / SERVED_AT_FILE).open(encoding="utf-8") as file:
            return str(ADDRESS.read(file.read(2 * LONGEST_ADDRESS)))
    except (OSError, ValueError):
        return ""


def say_of_codes(base: str) -> None:
    """Say on standard error, where it is so, that no phone opens the codes that are printed."""
    from printing.code import NOWHERE

    if base == NOWHERE:
        where = "no phone opens the square codes: this folder was never served here"
    elif is_here_alone(base):
        where = f"the square codes lead to {base}, which opens on this computer alone"
    else:
        return
    click.echo(
        f"On this paper {where}. {known.PAPER_ADDRESS.key} (or "
        f"{known.PAPER_ADDRESS.variable}) says what they begin with: https://hall.example",
        err=True,
    )
