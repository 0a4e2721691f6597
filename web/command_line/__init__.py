"""The ``tilescribe`` command: the outermost room, which alone brings all the others together.

Every command has ``--help``; errors are one line that says what to do; exit codes are 0 for
done, 1 for a refusal or a finding, 2 for a command that makes no sense.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class Way(NamedTuple):
    """Where a command is found.

    Attributes:
      place: the module of this package that it stands in, and its name there.
      line: what it does, in the list of its group.
    """

    place: str
    line: str


class GroupOf(NamedTuple):
    """Commands about one thing.

    Attributes:
      line: what they are for, in the list of all groups.
      commands: by their names.
      more: what else the help of the group says.
      first: the command that is meant where the first word is none of them.
    """

    line: str
    commands: Mapping[str, Way]
    more: str = ""
    first: str = ""


TREE: Mapping[str, Way | GroupOf] = {
    "serve": Way("serving.serve", "Run the service on a data folder."),
    "demo": Way("serving.demo", "Build the demonstration tournament and serve it."),
    "config": Way("configuration.config", "Show the settings in force, and where each comes from."),
    "tournament": GroupOf(
        "Open, show, check, close a tournament; standings, exports.",
        {
            "new": Way("tournaments.new", "Open a tournament."),
            "show": Way("tournaments.show", "Show how it was set up; SLUG alone does as well."),
            "checklist": Way("tournaments.checklist", "Say what is missing before round 1."),
            "prizes": Way("tournaments.prizes", "List the prizes, or name them all."),
            "live-boards": Way("tournaments.live_boards", "Choose how visitors see games."),
            "time-zone": Way("tournaments.time_zone", "Name the time zone of the hall."),
            "language": Way("tournaments.language", "Choose the language of pages and paper."),
            "standings": Way("results.standings", "Show who stands where, and why."),
            "take-back": Way("taking_back.take_back", "Take back what an official did."),
            "close": Way("tournaments.close", "Write down that it is over."),
            "reopen": Way("tournaments.reopen", "Write down that it goes on."),
            "export": Way("results.export", "Write it out: tsh, AUPAIR, CSV, JSON, all games."),
        },
        first="show",
    ),
    "player": GroupOf(
        "List players, add, import, rename, withdraw them.",
        {
            "list": Way("people.list_", "List the players by division."),
            "add": Way("people.add", "Enter a player under the next number."),
            "import": Way("people.import_", "Take in tsh, AUPAIR, CSV and spreadsheet files."),
            "rename": Way("people.rename", "Correct a player's name."),
            "withdraw": Way("people.withdraw", "Pair a player no more; what was played stays."),
        },
    ),
    "round": GroupOf(
        "Plan rounds, pair them, fix them, enter results, close them.",
        {
            "plan": Way("round_plans.plan", "Plan how rounds are drawn; let them draw themselves."),
            "pair": Way("rounds.pair", "Draw it, explain it, draw it again and compare."),
            "fix": Way("rounds.repair", "Fix its pairings: players move, games don't."),
            "unpair": Way("rounds.unpair", "Take back a paired round that nobody has begun."),
            "result": Way("results.result", "Type the result of a slip filled in by hand."),
            "missing": Way("results.missing", "List the tables whose result slip is not in."),
            "close": Way("rounds.close_round", "Write down that it is over."),
            "reopen": Way("rounds.reopen_round", "Write down that it goes on."),
        },
    ),
    "game": GroupOf(
        "Show or prove a game; check, import, export GCG files.",
        {
            "show": Way("games.show", "Show its board and its sheet as text."),
            "check": Way("games.check", "Read, replay and score files, and list what is odd."),
            "import": Way("games.import_", "Take files into the record as events."),
            "export": Way("games.export", "Write a game as a GCG file."),
            "prove": Way("games.proof", "Prove it by itself, to be checked without us."),
        },
    ),
    "case": GroupOf(
        "List and show cases, hand out their signed papers.",
        {
            "list": Way("cases.cases", "List the cases of a tournament."),
            "show": Way("cases.show_case", "Show who was heard, what was ruled, what came of it."),
            "bundle": Way("cases.bundle", "Hand out its signed papers, or make them again."),
        },
    ),
    "paper": GroupOf(
        "Print a form; check a code or a PDF of ours.",
        {
            "print": Way("papers.print_", "Print a form, blank or filled from a game or a case."),
            "check": Way("papers.verify_paper", "Look up a code on paper, or a PDF."),
            "elsewhere": Way(
                "results.paper_elsewhere", "Say once that slips of imported results lie elsewhere."
            ),
        },
    ),
    "record": GroupOf(
        "Check, back up, restore and migrate the record.",
        {
            "verify": Way("record.verify", "Check it, also against what is kept elsewhere."),
            "checkpoint": Way("record.checkpoint", "Sign a checkpoint of the log, and print it."),
            "checkpoints": Way("record.checkpoints", "List the checkpoints, and who signed them."),
            "checker": Way("record.checker", "Write check.html, which checks paper without us."),
            "backup": Way("backups.backup", "Copy it while it is in use, and prove the copy."),
            "drill": Way("backups.drill", "Try a restore: how long, what would be lost."),
            "restore": Way("backups.restore", "Put it back as a backup has it."),
            "migrate": Way("record.migrate", "Bring its tables up to date with this release."),
            "rebuild": Way("record.rebuild", "Make what is derived from it again."),
            "erase": Way("record.forget", "Erase a person's data (for GDPR requests)."),
        },
    ),
    "key": GroupOf(
        "The keys that sign checkpoints and bundles.",
        {
            "show": Way("record.show_key", "The keys so far, and the certificates of bundles."),
            "new": Way("record.new_key", "Sign with a new key from here on."),
            "revoke": Way("record.revoke_key", "Say that a key is not to be trusted any more."),
            "trust": Way("record.trust_key", "Take back that a key was revoked."),
            "copy": Way("record.copy_key", "Put a copy of the keys away, under a password."),
            "restore": Way("record.restore_key", "Put the keys back from their copy."),
        },
    ),
    "witness": GroupOf(
        "Sign the checkpoints of other halls.",
        {
            "serve": Way("witness.serve", "Run the witness."),
            "add": Way("witness.add", "Let it know the key of a hall's log."),
            "list": Way("witness.list_", "List the logs, how far each is signed, and what is odd."),
            "remove": Way("witness.remove", "Sign a log no more; what was signed stays."),
            "key": Way("witness.key", "Show its own key, which halls put in their settings."),
            "compare": Way("witness.compare", "Compare what witnesses signed: is one misled?"),
        },
        more="A service of its own, on any computer: it needs no record, and sees none.",
    ),
    "badge": GroupOf(
        "Give, renew and take back badges; rescues a lost PIN.",
        {
            "list": Way("people.list_badges", "List the badges, and when each PIN was set."),
            "new": Way("people.new", "Give a person a badge; its PIN is shown this once."),
            "pin": Way("people.pin", "Make up a new PIN, shown this once."),
            "revoke": Way("people.revoke", "Take a badge back for good."),
        },
        more="The way back in when a director has lost the PIN: `tilescribe badge pin D1`.",
    ),
    "rulebook": GroupOf(
        "Look a rule up; check, show, list rulebooks.",
        {
            "find": Way("rulebooks.rule", "What a rule says, what is done about it, other books."),
            "list": Way("rulebooks.list_", "List the books that may be played under."),
            "show": Way("rulebooks.show", "Show what a book changes in the one it extends."),
            "check": Way("rulebooks.check", "Say what is wrong with a rulebook of your own."),
        },
    ),
    "lexicon": GroupOf(
        "Install word lists, and choose one.",
        {
            "list": Way("rulebooks.list_lexicons", "List the word lists installed here."),
            "add": Way("rulebooks.add", "Install a word list from a file."),
            "choose": Way("rulebooks.choose", "Let one decide the challenges of a tournament."),
        },
        more="Tilescribe ships only a free one.",
    ),
    "simulate": Way("games.simulate", "Play made-up games with all that goes wrong in a hall."),
}
"""All commands by their groups. A module is loaded only when its command is asked for, so that
checking a game file does not wait for the web server and the fonts, and help for nothing."""

OLD = {
    "backup": "record backup",
    "bundle": "case bundle",
    "cases": "case list",
    "checkpoint": "record checkpoint",
    "checkpoints": "record checkpoints",
    "close-round": "round close",
    "drill": "record drill",
    "export": "tournament export",
    "forget": "record erase",
    "gcg": "game",
    "live-boards": "tournament live-boards",
    "migrate": "record migrate",
    "missing": "round missing",
    "pair": "round pair",
    "paper-elsewhere": "paper elsewhere",
    "players": "player",
    "print": "paper print",
    "proof": "game prove",
    "rebuild": "record rebuild",
    "reopen-round": "round reopen",
    "repair": "round fix",
    "restore": "record restore",
    "result": "round result",
    "rule": "rulebook find",
    "show": "game show",
    "standings": "tournament standings",
    "take-back": "tournament take-back",
    "time-zone": "tournament time-zone",
    "unpair": "round unpair",
    "verify": "record verify",
    "verify-paper": "paper check",
}
"""What commands were called before they had groups. They work for a release, and help names none.
Who types one is told its new name; a script, whose errors go to a file, is told nothing."""

NEAR = 0.7  # how like a command a word must be to be taken for a slip of it


SELDOM = 20_000
"""Objects made until garbage is looked for. Loading a command makes as many, and nearly no garbage:
looked for every 700, as Python has it, that takes a tenth of the time of a short one."""


class Lazy(click.Group):
    """A group whose commands are imported when they are asked for."""

    def __init__(self, tree: Mapping[str, Way | GroupOf], *, first: str = "", **how: Any) -> None:  # noqa: ANN401 (what click's has)
        super().__init__(**how)
        self.tree = tree
        self._first = first

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command before what is about it, where a group has one that needs no name."""
        if self._first and args and args[0] not in (*self.tree, "-h", "--help"):
            more = args[1:] and not args[1].startswith("-")
            if more and (near := self._near(args[0])):
                raise _unknown(ctx, args[0], near)
            args = [self._first, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order in which they are used."""
        del ctx
        return list(self.tree)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, also of an old one; ``None`` where there is none."""
        found = self.tree.get(cmd_name) or self.tree.get(self._first)
        return _made(cmd_name, found) if found is not None else self._old(ctx, cmd_name)

    def _old(self, ctx: click.Context, name: str) -> click.Command | None:
        if self.tree is not TREE or name not in OLD:
            return None
        command: click.Command | None = self
        for word in OLD[name].split():
            assert isinstance(command, Lazy)
            command = command.get_command(ctx, word)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, its name and what it is told; of an unknown one the nearest are named."""
        name = args[0]
        if name in self.tree or name.startswith("-"):
            return super().resolve_command(ctx, args)
        if self.get_command(ctx, name) is None:
            raise _unknown(ctx, name, self._near(name))
        if sys.stderr.isatty():
            click.echo(f"`tilescribe {name}` is called `tilescribe {OLD[name]}` now.", err=True)
        return super().resolve_command(ctx, args)

    def _near(self, word: str) -> list[str]:
        """Commands that may be meant by a word: of this group, else of any."""
        from difflib import get_close_matches

        own = next((name for name, group in TREE.items() if _is_of(group, self.tree)), "")
        if own and (near := get_close_matches(word, self.tree, cutoff=NEAR)):
            return [f"{own} {name}" for name in near]
        meant: dict[str, list[str]] = {}
        for name, group in TREE.items():
            meant.setdefault(name, []).append(name)
            for each in group.commands if isinstance(group, GroupOf) else ():
                meant.setdefault(each, []).append(f"{name} {each}")
        for old, new in OLD.items():
            meant.setdefault(old, []).append(new)
        near = [word] if word in meant else get_close_matches(word, meant, cutoff=NEAR)
        return list(dict.fromkeys(path for name in near for path in meant[name]))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Options, then commands; of all groups on one line, so that they fit a small terminal."""
        if self.tree is not TREE:
            super().format_options(ctx, formatter)
            return
        with formatter.section("Options"):
            formatter.write_dl([("-h, --help, --version", "Show this, or the version, and exit.")])
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.line) for name, each in self.tree.items()])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """How it is called; where a name alone will do, that first."""
        pieces = super().collect_usage_pieces(ctx)
        return [f"SLUG | {' '.join(pieces)}"] if self._first else pieces


def _is_of(group: Way | GroupOf, tree: Mapping[str, Way | GroupOf]) -> bool:
    return isinstance(group, GroupOf) and group.commands is tree


def _made(name: str, found: Way | GroupOf) -> click.Command:
    """A command, or a group of commands that are not loaded yet."""
    if isinstance(found, GroupOf):
        text = f"{found.line}\n\n{found.more}".strip()
        return Lazy(found.commands, first=found.first, name=name, help=text)
    module, attribute = found.place.split(".")
    command: click.Command = getattr(import_module(f"web.command_line.{module}"), attribute)
    return command


def _unknown(ctx: click.Context, word: str, near: list[str]) -> click.UsageError:
    meant = " or ".join(f"`tilescribe {one}`" for one in near[:3])
    return click.UsageError(
        f"No such command {word!r}.{f' Did you mean {meant}?' if near else ''}", ctx
    )


def _say_release(ctx: click.Context, _option: click.Parameter, request: bool) -> None:
    if request and not ctx.resilient_parsing:
        from migrations import RELEASE

        click.echo(f"tilescribe, version {RELEASE}")
        ctx.exit()


commands = Lazy(
    TREE,
    name="commands",
    help="The record of a word-game tournament that everyone in the hall can trust.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_say_release,
            help="Show the version and exit.",
        )
    ],
)


def main() -> None:
    """Run one command; a refusal is one line on standard error and exit code 1."""
    gc.set_threshold(SELDOM)
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
        stop = "" if what.endswith("?") else "."
        click.echo(f"tilescribe: {what}{stop} See `{path} --help`.", err=True)
        sys.exit(unclear.exit_code)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`tilescribe show ... | head`).
        sys.stderr.close()
        sys.exit(1)
    except OSError as trouble:
        where = f": {trouble.filename}" if trouble.filename else ""
        what = trouble.strerror or str(trouble)
        click.echo(f"tilescribe: {what}{where}. Check the path and the disk.", err=True)
        sys.exit(1)
    except Exception as trouble:
        # Help, which refuses nothing, does not wait for the words of the game.
        from ledger.vocabulary.refusals import Refusal
        from migrations import NotOursToChange

        if not isinstance(trouble, Refusal | NotOursToChange):
            raise
        click.echo(f"tilescribe: {trouble}", err=True)
        sys.exit(1)
