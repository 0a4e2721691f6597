"""The ``tilescribe`` command: the outermost room, which alone brings all the others together.

Every command has ``--help``; errors are one line that says what to do; exit codes are 0 for
done, 1 for a refusal or a finding, 2 for a command that makes no sense.
"""

from __future__ import annotations

import sys

import click

from ledger.refusals import Refusal
from migrations import RELEASE, NotOursToChange
from web.command_line import games, gcg, lexicons, papers, record, serving


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96})
@click.version_option(RELEASE, prog_name="tilescribe")
def commands() -> None:
    """The record of a word-game tournament that everyone in the hall can trust."""


for room in (serving, gcg, games, papers, record, lexicons):
    for command in room.COMMANDS:
        commands.add_command(command)


def main() -> None:
    """Run one command; a refusal is one line on standard error and exit code 1."""
    try:
        commands(standalone_mode=False)
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
