"""``tilescribe badge``: badges given, renewed and taken back at the machine itself.

Whoever may run commands on the machine that keeps the record can help a director who has lost
the PIN. It is written as an event like any other, under the badge ``console``, which nobody can
sign in with: so the record says that it was done at the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.vocabulary import CONSOLE, Role
from web.command_line.data_folder import data_option

if TYPE_CHECKING:
    from ledger.accounts.badges import Badges, Welcome

GIVEN = (Role.SCOREKEEPER, Role.WORD_JUDGE, Role.DIRECTOR, Role.ORGANISER, Role.DISPLAY)
"""Roles that have a badge and a PIN; a player signs under the badge of who lets them in."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def list_badges(as_json: bool, data: Path) -> None:
    """List the badges that open a door, with role, name, and when the PIN was set."""
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        office = here.badges
        set_at = office.pins_set_at()
        everyone = [(one, True) for one in office.all_badges()]
        everyone += [(one, False) for one in office.without_a_pin() if one.badge != CONSOLE]
        rows = [
            {
                "badge": one.badge,
                "role": one.role,
                "name": one.name,
                "pin_set_at": set_at[one.badge] if has_a_pin else None,
            }
            for one, has_a_pin in sorted(everyone, key=lambda each: each[0].badge)
        ]
    if as_json:
        click.echo(msgspec.json.encode(rows))
        return
    for row in rows:
        when = row["pin_set_at"]
        pin = f"PIN set {when:%Y-%m-%d %H:%M} UTC" if isinstance(when, datetime) else "no PIN"
        click.echo(f"{row['badge']:<12} {row['role']:<12} {row['name']}, {pin}")
    if not rows:
        click.echo("No badge yet: `tilescribe serve` makes the first, or `tilescribe badge new`.")


@click.command()
@click.argument("number", metavar="BADGE")
@click.option("--name", required=True, help="Whose badge it is.")
@click.option(
    "--role",
    type=click.Choice([role.value for role in GIVEN]),
    default=Role.SCOREKEEPER.value,
    show_default=True,
    help="What it opens.",
)
@data_option
def new(number: str, name: str, role: str, data: Path) -> None:
    """Give a person the badge BADGE; its PIN is shown this once."""
    with _office(data) as office:
        _tell(office.issue(number, name, Role(role), by=CONSOLE))


@click.command()
@click.argument("number", metavar="BADGE")
@data_option
def pin(number: str, data: Path) -> None:
    """Make up a new PIN for BADGE, shown this once; whoever is signed in with it is out."""
    with _office(data) as office:
        _tell(office.new_pin(number, by=CONSOLE))


@click.command()
@click.argument("number", metavar="BADGE")
@click.option("--reason", required=True, help="Why, for the record.")
@data_option
def revoke(number: str, reason: str, data: Path) -> None:
    """Take BADGE back: it opens nothing any more, and is never given again."""
    with _office(data) as office:
        office.revoke(number, reason, by=CONSOLE)
    click.echo(f"Badge {number} opens nothing any more. The record says who did it: {_HERE}.")


_HERE = f"`{CONSOLE}`, this machine"


@contextmanager
def _office(folder: Path) -> Iterator[Badges]:
    from web.command_line.opened import opened

    with opened(folder) as here:
        yield here.badges


def _tell(welcome: Welcome, say: Callable[[str], None] = click.echo) -> None:
    say(
        f"Badge {welcome.badge}, PIN {welcome.pin}\n"
        "This is shown only once; the PIN must be changed at the first sign-in (/sign-in).\n"
        f"The record says who made it: {_HERE}."
    )
