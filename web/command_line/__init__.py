"""The ``tilescribe`` command: the outermost room, which alone brings all the others together.

Every command has ``--help``; errors are one line that says what to do; exit codes are 0 for
done, 1 for a refusal or a finding, 2 for a command that makes no sense.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from ledger.refusals import Refusal
from migrations import RELEASE, NotOursToChange

ROOMS = {
    "close-round": "tournaments",
    "demo": "serving",
    "gcg": "gcg",
    "lexicon": "lexicons",
    "live-boards": "tournaments",
    "migrate": "record",
    "print": "papers",
    "rebuild": "record",
    "rule": "rules",
    "serve": "serving",
    "show": "games",
    "simulate": "simulate",
    "tournament": "tournaments",
    "verify": "record",
}
"""Which room a command lives in. A room is opened only when its command is asked for, so that
checking a game file does not wait for the web server and the fonts."""


class Rooms(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        del ctx
        return sorted(ROOMS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or ``None``."""
        del ctx
        if cmd_name not in ROOMS:
            return None
        room = import_module(f"web.command_line.{ROOMS[cmd_name]}")
        named: dict[str, click.Command] = {command.name: command for command in room.COMMANDS}
        return named[cmd_name]


@click.group(
    cls=Rooms, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96}
)
@click.version_option(RELEASE, prog_name="tilescribe")
def commands() -> None:
    """The record of a word-game tournament that everyone in the hall can trust."""


def main() -> None:
    """Run one command; a refusal is one line on standard error and exit code 1."""
    try:
        commands(prog_name="tilescribe", standalone_mode=False)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(1)
    except click.exceptions.NoArgsIsHelpError as unsaid:
        click.echo(unsaid.format_message(), err=True)
        sys.exit(unsaid.exit_code)
    except click.ClickException as unclear:
        asked = getattr(unclear, "ctx", None)
        path = asked.command_path if asked is not None else "tilescribe"
        what = unclear.format_message().rstrip(".").replace("\n", " ")
        click.echo(f"tilescribe: {what}. See `{path} --help`.", err=True)
        sys.exit(unclear.exit_code)
    except (Refusal, NotOursToChange) as refusal:
        click.echo(f"tilescribe: {refusal}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`tilescribe show ... | head`).
        sys.stderr.close()
        sys.exit(1)
    except OSError as trouble:
        where = f": {trouble.filename}" if trouble.filename else ""
        what = trouble.strerror or str(trouble)
        click.echo(f"tilescribe: {what}{where}. Check the path and the disk.", err=True)
        sys.exit(1)
