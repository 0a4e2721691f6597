"""``tilescribe game show``: a game on the terminal, now or as it was; or a case."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from ledger.desk.opened import game_named, is_a_case
from ledger.replay.text_sheet import game_text
from ledger.tournament.local_time import time_of_day, zone_words
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.command_line.opened import looked_at


@click.command()
@click.argument("game")
@click.option("--at", type=int, metavar="VERSION", help="As it stood after event VERSION.")
@click.option("--as-of", metavar="TIME", help="As it was known at TIME (2026-11-21T14:32:07Z).")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@data_option
def show(game: str, at: int | None, as_of: str | None, as_json: bool, data: Path) -> None:
    """Show the board and the sheet of GAME: a uuid, or TOURNAMENT/[DIVISION/]R3/T14[/2].

    `tilescribe case show` shows a case.
    """
    moment = moment_of(as_of) if as_of is not None else None
    if is_a_case(game):
        if at is not None or as_of is not None:
            raise click.UsageError("--at and --as-of are for games.")
        from web.command_line.cases import say_case

        say_case(game, data, as_json=as_json)
        return
    with looked_at(data) as here:
        row = game_named(here.hall, game)
        sheet = here.shelf.as_known(row.id, at=at, as_of=moment)
        if as_json:
            from ledger.replay.replayed import replay_of

            tournament = here.hall.tournament(row.tournament)
            replay = replay_of(
                sheet,
                tournament_name=tournament.name if tournament else "",
                moments=here.shelf.sheet(row.id).events,
                asof=moment,
            )
            click.echo(msgspec.json.format(msgspec.json.encode(replay), indent=2))
        else:
            zone = here.hall.time_zone(row.tournament)
            click.echo(game_text(sheet, lambda at: f"{time_of_day(at, zone)} {zone_words(zone)}"))


def moment_of(text: str) -> datetime:
    """A moment a person wrote; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refusal(
            "unreadable-time",
            f"{text!r} is not a time.",
            "Write it as 2026-11-21T14:32:07Z.",
        ) from None
