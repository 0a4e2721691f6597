"""``tilescribe player`` and ``badge``: who plays in a tournament, and who officiates."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.tournament.names import called
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import (
    STANDARD_INPUT,
    contents,
    data_option,
    files_argument,
    log_read,
)

if TYPE_CHECKING:
    from ledger.accounts.badges import Badges, Welcome
    from ledger.desk.opened import Opened
    from ledger.interchange.importing import Format, Preview
    from ledger.tournament.tournament import Player, Tournament


# ``tilescribe player``: taken in from files, or listed, added, withdrawn, renamed one by one.


# ``tilescribe player list``, ``add``, ``withdraw``, ``rename``: players one by one.


@click.command("list")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def list_(slug: str, as_json: bool, data: Path) -> None:
    """List the players of SLUG by division: number, name, rating, and what is to be known."""
    with log_read(data) as log:
        found = tournament_named(slug, log)
    if as_json:
        rows = [
            msgspec.structs.asdict(player) | {"here": _here(found, player), "state": state}
            for player in found.players
            for state in [_state(found, player)]
        ]
        click.echo(msgspec.json.encode(rows))
        return
    if not found.players:
        click.echo(f"Nobody is entered. `tilescribe player add {slug} NAME` enters somebody.")
    for division in dict.fromkeys(sorted(player.division for player in found.players)):
        if division:
            click.echo(f"Division {division}")
        for player in found.players:
            if player.division == division:
                notes = "  ".join(filter(None, (player.team, _state(found, player))))
                rating = player.rating or "–"
                click.echo(f"{player.number:>4}  {player.name:<32} {rating:>5}  {notes}".rstrip())


@click.command("add")
@click.argument("slug")
@click.argument("name")
@click.option("--rating", type=click.IntRange(0, 9999), default=0, help="0: unrated.")
@click.option("--division", default="", help="Where there are several.")
@click.option("--team", default="", help="Team or club.")
@click.option(
    "--class", "classes", multiple=True, metavar="C", help="A prize class; again for more."
)
@click.option("--member", default="", metavar="M", help="Number as a member, for ratings.")
@click.option("--table", type=click.IntRange(0, 9999), default=0, help="Kept for the player.")
@click.option("--from-round", type=click.IntRange(1, 999), default=1, help="A late entry's first.")
@click.option(
    "--missed-lost-by",
    type=click.IntRange(0, 999),
    metavar="POINTS",
    help="Rounds before it count as lost by so much.  [default: for nothing]",
)
@click.option("--namesake", is_flag=True, help="Another player may have the same name.")
@click.option("--sure", is_flag=True, help="The name is meant, odd as it is.")
@data_option
def add(
    slug: str,
    name: str,
    rating: int,
    division: str,
    team: str,
    classes: tuple[str, ...],
    member: str,
    table: int,
    from_round: int,
    missed_lost_by: int | None,
    namesake: bool,
    sure: bool,
    data: Path,
) -> None:
    """Enter NAME into SLUG under the next number."""
    from ledger.tournament.facts import PlayerEntered
    from ledger.tournament.players import AddPlayers
    from web.command_line.opened import opened

    entry = PlayerEntered(
        number=0,
        name=name.strip(),
        rating=rating,
        division=division,
        team=team,
        classes=classes,
        member=member,
        table=table,
        first_round=from_round,
        missed_spread=None if missed_lost_by is None else -missed_lost_by,
    )
    with opened(data) as here:
        tournament_named(slug, here.log)
        here.organise(slug, AddPlayers(players=(entry,), namesakes=namesake, sure=sure))
        newest = max(tournament_named(slug, here.log).players, key=lambda one: one.number)
    click.echo(f"{newest.name} is player {newest.number} of {slug}.")


@click.command("withdraw")
@click.argument("slug")
@click.argument("who", metavar="PLAYER")
@click.option("--reason", metavar="R", help="Why; needed unless --back.")
@click.option("--back", is_flag=True, help="The player takes part again.")
@data_option
def withdraw(slug: str, who: str, reason: str | None, back: bool, data: Path) -> None:
    """Draw PLAYER, by number or name, no more; what was played stays.

    Games that PLAYER is paired for stay paired as well, and are named.
    """
    if not back and not reason:
        raise click.UsageError("Say why with --reason.")
    from ledger.tournament.players import BringBackPlayer, WithdrawPlayer
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament = tournament_named(slug, here.log)
        player = _named(tournament, who)
        still = () if back else tuple(_still_paired(here, tournament, player))
        if back:
            here.organise(slug, BringBackPlayer(player=player.number, reason=reason or ""))
        else:
            here.organise(slug, WithdrawPlayer(player=player.number, reason=reason or ""))
    click.echo(f"{player.name} {'takes part again' if back else 'takes no further part'}.")
    for game in still:
        click.echo(game)


def _still_paired(here: Opened, tournament: Tournament, player: Player) -> Iterator[str]:
    """The games of rounds not closed that nobody has finished, and what can be done of them."""
    from ledger.tournament.rounds import paired_in

    for game in paired_in(tournament, player.number, here.log, here.shelf.sheet):
        if game.is_over:
            continue
        round_number, table = game.paired.round_number, game.pairing.table
        division = game.paired.division
        opponent = tournament.player(game.opponent_of(player.number))
        where = f"round {round_number}{f' of {division}' if division else ''}, table {table}"
        state = (
            "goes on at its table; a director ends it there"
            if game.sheet.started
            else f"not begun; `tilescribe round fix {tournament.slug} {round_number}` pairs it anew"
        )
        against = f", against {opponent.name}" if opponent else ""
        yield f"Still paired: {where}{against}: {state}."


@click.command("rename")
@click.argument("slug")
@click.argument("who", metavar="PLAYER")
@click.argument("name")
@click.option("--namesake", is_flag=True, help="Another player may have the same name.")
@click.option("--sure", is_flag=True, help="The name is meant, odd as it is.")
@data_option
def rename(slug: str, who: str, name: str, namesake: bool, sure: bool, data: Path) -> None:
    """Correct the name of PLAYER, by number or name, to NAME.

    It reaches every round that is paired and every game that nobody has signed.
    """
    from msgspec.structs import asdict

    from ledger.tournament.facts import PlayerEntered
    from ledger.tournament.players import EnterPlayers
    from web.command_line.opened import opened

    with opened(data) as here:
        player = _named(tournament_named(slug, here.log), who)
        entry = PlayerEntered(**(asdict(player) | {"name": name.strip()}))
        here.organise(slug, EnterPlayers(players=(entry,), namesakes=namesake, sure=sure))
        now = tournament_named(slug, here.log).player(player.number) or player
    click.echo(f"{player.name} is {now.name} from here on.")


def _named(tournament: Tournament, who: str) -> Player:
    by_number = {str(player.number): player for player in tournament.players}
    named = called(tournament.players, who.strip())
    found = by_number.get(who) or (named[0] if len(named) == 1 else None)
    if found is None and named:
        raise Refusal(
            "no-such-player",
            f"{len(named)} players of {tournament.name} are called {who.strip()}.",
            f"Say which by number: {', '.join(str(one.number) for one in named)}.",
        )
    if found is None:
        raise Refusal(
            "no-such-player",
            f"There is no player {who} in {tournament.name}.",
            f"`tilescribe player list {tournament.slug}` lists them.",
        )
    return found


def _here(tournament: Tournament, player: Player) -> bool | None:
    """Whether the player was checked in; ``None`` while nobody was."""
    here = tournament.attendance.here
    return None if here is None else player.number in here


def _state(tournament: Tournament, player: Player) -> str:
    if player.number in tournament.conduct.put_out:
        return "put out"
    if player.number in tournament.conduct.withdrawn:
        return "withdrawn"
    if player.first_round > 1:
        return f"from round {player.first_round}"
    return {None: "", True: "here", False: "not here yet"}[_here(tournament, player)]


"""Commands of ``tilescribe player`` about one player, or all."""


WORDS = {
    "understood": "read", "remark": "note",
    "new": "new", "changed": "changes", "same": "the same", "said": "note",
    "refused": "not taken", "left-out": "left out", "unusable": "can't be used",
}  # fmt: skip
"""What is said of a line, and what becomes of it."""

BAD = ("refused", "left-out", "unusable")
COUNTED = {
    "new": "new", "changed": "changed", "same": "the same", "said": "noted",
    "refused": "not taken", "left-out": "left out",
}  # fmt: skip


@click.command("import")
@click.argument("slug")
@files_argument
@click.option(
    "--format",
    "of",
    type=click.Choice(["tsh", "tou", "csv", "sheet", "json"]),
    help="Of the files.  [default: as their names and contents say]",
)
@click.option(
    "--encoding", default="", help="Of the files.  [default: UTF-8, or as the bytes suggest]"
)
@click.option("--division", help="The division of SLUG that a file of one division goes into.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", is_flag=True, help="Write it without asking, as from a script.")
@click.option("--leave-out", is_flag=True, help="Write the rest where something is not taken.")
@click.option("--quiet", is_flag=True, help="Only what was not taken, and the counts.")
@data_option
def import_(
    slug: str,
    files: tuple[Path, ...],
    of: Format | None,
    encoding: str,
    division: str | None,
    dry_run: bool,
    yes: bool,
    leave_out: bool,
    quiet: bool,
    data: Path,
) -> None:
    """Take FILEs into SLUG, all of them together.

    They are a configuration of tsh with its .t files, or a zip of that folder; a results file of
    AUPAIR (.tou); a table (CSV); or a spreadsheet (.xlsx, .ods) with its columns named.
    What is there already is left as it is, what differs is told anew, nobody is removed. Results
    stand over the badge of the command line and the file's name until they are signed.

    All of it is shown line by line first. It is written once you say yes, or with --yes; while a
    line is not taken nothing is written, unless --leave-out says so. Exit 1: something was not
    taken, or not written for want of a yes.
    """
    from ledger.interchange.importing import Given, previewed
    from web.command_line.opened import looked_at, opened

    given = [
        Given("" if path == STANDARD_INPUT else path.name, contents(path), encoding)
        for path in files
    ]
    with looked_at(data) if dry_run else opened(data) as here:
        found = tournament_named(slug, here.log)
        unprintable = here.desk.unprintable
        preview = previewed(
            found, given, here.shelf.sheet, of=of, into=division, unprintable=unprintable
        )
        _say(preview, quiet=quiet)
        why_not = _why_not(preview, dry_run=dry_run, leave_out=leave_out)
        if not why_not and not yes:
            why_not = _not_confirmed(files)
        if not why_not:
            here.organise(slug, preview.asked)
    click.echo(why_not or "Written.")
    taken = preview.usable and (leave_out or not preview.refused)
    sys.exit(0 if taken and why_not in ("", DRY, NO_NEWS) else 1)


DRY, NO_NEWS = "Nothing was written.", "There is nothing to write."


def _why_not(preview: Preview, *, dry_run: bool, leave_out: bool) -> str:
    """Why nothing is written, whatever anybody says; empty: nothing keeps it from being written."""
    if dry_run:
        return DRY
    if not preview.is_news:
        return NO_NEWS
    if preview.refused and not leave_out:
        return "Nothing was written: put that right, or add --leave-out to take in the rest."
    return ""


def _not_confirmed(files: Sequence[Path]) -> str:
    """Ask whether to write it; why it is not written, or empty for a yes."""
    if STANDARD_INPUT in files or not _at_a_terminal():
        return "Nothing was written: add --yes to write it."
    return "" if click.confirm("Write it?") else DRY


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


def _say(preview: Preview, *, quiet: bool) -> None:
    """Line by line what was read and what becomes of it; what is not taken last, to be seen."""
    said = [(line.file, line.number, str(line.weight), line.said) for line in preview.lines]
    said += [(one.file, one.line, str(one.verdict), one.said) for one in preview.changes]
    files = list(dict.fromkeys(file for file, *_ in said))
    several = len({line.file for line in preview.lines}) > 1
    for file, number, what, text in sorted(
        said, key=lambda one: (one[2] in BAD, files.index(one[0]), one[1])
    ):
        if what in BAD or not quiet:
            click.echo(f"{_where(file if several else '', number)}{WORDS[what]}: {text}")
    counts = Counter(what for _, _, what, _ in said)
    text = ", ".join(f"{counts[what]} {word}" for what, word in COUNTED.items() if counts[what])
    click.echo(f"{text or 'nothing that can be taken'}.".capitalize())


def _where(file: str, line: int) -> str:
    text = " ".join(part for part in (file, f"line {line}" if line else "") if part)
    return f"{text}: " if text else ""


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
