"""``tilescribe players list``, ``add``, ``withdraw``, ``rename``: players one by one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.tournament.namesakes import called
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.command_line.in_its_place import log_read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.tournament.tournament import Player, Tournament
    from web.command_line.opened import Opened


@click.command("list")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def list_(slug: str, as_json: bool, data: Path) -> None:
    """List the players of SLUG by division: number, name, rating, and what is to be known."""
    with log_read(data) as log:
        found = tournament_named(slug, log)
    if as_json:
        told = [
            msgspec.structs.asdict(player) | {"here": _here(found, player), "state": state}
            for player in found.players
            for state in [_state(found, player)]
        ]
        click.echo(msgspec.json.encode(told))
        return
    if not found.players:
        click.echo(f"Nobody is entered. `tilescribe players add {slug} NAME` enters somebody.")
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
    from ledger.tournament.facts.tournaments import PlayerEntered
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
    from ledger.tournament.unfinished import paired_in

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
            else f"not begun; `tilescribe repair {tournament.slug} {round_number}` pairs it anew"
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

    from ledger.tournament.facts.tournaments import PlayerEntered
    from ledger.tournament.rounds import EnterPlayers
    from web.command_line.opened import opened

    with opened(data) as here:
        player = _named(tournament_named(slug, here.log), who)
        entry = PlayerEntered(**(asdict(player) | {"name": name.strip()}))
        here.organise(slug, EnterPlayers(players=(entry,), namesakes=namesake, sure=sure))
        now = tournament_named(slug, here.log).player(player.number) or player
    click.echo(f"{player.name} is {now.name} from here on.")


def _named(tournament: Tournament, who: str) -> Player:
    """The player of a number or a name.

    Raises:
      Refusal: ``no-such-player``.
    """
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
            f"`tilescribe players list {tournament.slug}` lists them.",
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


ENTRIES = (list_, add, withdraw, rename)
"""Commands of ``tilescribe players`` about one player, or all."""
