"""The ``tilescribe`` command: the outermost room, which alone brings all the others together.

Every command has ``--help``; errors are one line that says what to do; exit codes are 0 for
done, 1 for a refusal or a finding, 2 for a command that makes no sense.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NamedTuple, NoReturn

import click

from ledger.vocabulary.refusals import Refusal


class Way(NamedTuple):
    """Where a command is found.

    Attributes:
      room: the module of this package it lives in.
      line: what it does, in the list of all commands.
    """

    room: str
    line: str


WAYS = {
    "backup": Way("backups", "Copy the record while it is in use, and prove the copy."),
    "badge": Way("badges", "Give, renew and take back badges; rescues a lost PIN."),
    "bundle": Way("bundles", "Hand out the signed papers of a case, or make them again."),
    "cases": Way("cases", "List the cases of a tournament."),
    "checkpoint": Way("proofs", "Sign how many events there are and what they come to."),
    "checkpoints": Way("proofs", "List the checkpoints, and who signed them."),
    "close-round": Way("tournaments", "Write down that a round is over."),
    "config": Way("configuration", "Show the settings in force, and where each comes from."),
    "demo": Way("demonstrating", "Build the demonstration tournament and serve it."),
    "drill": Way("drilling", "Try a restore out: how long it takes, what would be lost."),
    "export": Way("exports", "Write a tournament out: tsh, AUPAIR, CSV, JSON, all games."),
    "forget": Way("forgetting", "Remove for good what one person gave: the law may ask for it."),
    "gcg": Way("gcg", "Check, import and export game files in the GCG format."),
    "key": Way("proofs", "The key that signs checkpoints: shown, renewed, put away and back."),
    "lexicon": Way("lexicons", "Install word lists, and see which are there."),
    "live-boards": Way("tournaments", "Choose how visitors see games being played."),
    "migrate": Way("record", "Bring the tables up to date with this release."),
    "missing": Way("slips", "List the tables whose result slip is not in."),
    "pair": Way("pairing", "Pair a round: draw it, explain it, draw it again and compare."),
    "paper-elsewhere": Way("slips", "Say once that slips of imported results lie elsewhere."),
    "players": Way("players", "List players, add them, take them in from files."),
    "print": Way("papers", "Print a form, blank or filled from a game or a case."),
    "proof": Way("proofs", "Prove one game by itself, to be checked without us."),
    "rebuild": Way("record", "Make what is derived from the record again."),
    "repair": Way("repairing", "Put a paired round right: players move, games don't."),
    "restore": Way("restoring", "Put the record back as a backup has it."),
    "reopen-round": Way("tournaments", "Write down that a closed round goes on."),
    "result": Way("slips", "Type the result of a slip filled in by hand."),
    "rule": Way("rules", "Look a rule up: its words, what is done about it, the other books."),
    "rulebook": Way("rulebooks", "Check rulebooks of your own, and see which there are."),
    "serve": Way("serving", "Run the service on a data folder."),
    "show": Way("games", "Show the board and the sheet of a game, or a case, as text."),
    "simulate": Way("simulate", "Play made-up games with all that goes wrong in a hall."),
    "standings": Way("standings", "Show who stands where in a tournament, and why."),
    "take-back": Way("taking_back", "Take back what an official did, or let it stand after all."),
    "time-zone": Way("tournaments", "Name the time zone of the hall, for what people read."),
    "tournament": Way("one_tournament", "Open, show, check or close a tournament."),
    "unpair": Way("repairing", "Take back a paired round that nobody has begun."),
    "verify-paper": Way("verify_paper", "Look up the code of a sheet of paper, or a PDF of ours."),
    "verify": Way("record", "Check the record, also against what is kept elsewhere."),
}
"""All commands. A room is opened only when its command is asked for, so that checking a game
file does not wait for the web server and the fonts, and the list of commands for nothing."""


class Rooms(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        del ctx
        return sorted(WAYS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or ``None``."""
        del ctx
        if cmd_name not in WAYS:
            return None
        room = import_module(f"web.command_line.{WAYS[cmd_name].room}")
        named: dict[str, click.Command] = {command.name: command for command in room.COMMANDS}
        return named[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of all commands, from the lines at hand."""
        rows = [(name, WAYS[name].line) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _say_release(ctx: click.Context, _option: click.Parameter, request: bool) -> None:
    if request and not ctx.resilient_parsing:
        from migrations import RELEASE

        click.echo(f"tilescribe, version {RELEASE}")
        ctx.exit()


@click.group(
    cls=Rooms, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_say_release,
    help="Show the version and exit.",
)
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
        request = getattr(unclear, "ctx", None)
        path = request.command_path if request is not None else "tilescribe"
        what = unclear.format_message().rstrip(".").replace("\n", " ")
        click.echo(f"tilescribe: {what}. See `{path} --help`.", err=True)
        sys.exit(unclear.exit_code)
    except Refusal as refusal:
        _refused(refusal)
    except ValueError as trouble:
        from migrations import NotOursToChange

        if not isinstance(trouble, NotOursToChange):
            raise
        _refused(trouble)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`tilescribe show ... | head`).
        sys.stderr.close()
        sys.exit(1)
    except OSError as trouble:
        where = f": {trouble.filename}" if trouble.filename else ""
        what = trouble.strerror or str(trouble)
        click.echo(f"tilescribe: {what}{where}. Check the path and the disk.", err=True)
        sys.exit(1)


def _refused(refusal: Exception) -> NoReturn:
    click.echo(f"tilescribe: {refusal}", err=True)
    sys.exit(1)
