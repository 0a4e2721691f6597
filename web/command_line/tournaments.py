"""``tilescribe tournament`` and ``close-round``: how a tournament was set up, and its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from ledger.refusals import Refusal
from ledger.rules.rated_limits import LimitRating, rating_of
from ledger.tournament import Tournament
from ledger.traps import traps
from web.command_line.looking import looked_at
from web.command_line.opened import CONSOLE, data_option, opened

RATED = {
    "standard": "the limit of the rulebook",
    "may-be-rated": "games at it may be rated",
    "outside": "games at it may not be rated",
    "not-said": "the rulebook does not say whether games at it may be rated",
}


@click.command(short_help="Show how a tournament was set up.")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def tournament(slug: str, as_json: bool, data: Path) -> None:
    """Show the rulebook of SLUG, what was chosen, and whether its games may be rated."""
    with looked_at(data) as here:
        found = here.organiser.tournament(slug)
    rating = rating_of(found.rules)
    if as_json:
        click.echo(msgspec.json.encode(_told(found, rating)))
    else:
        click.echo("\n".join(in_words(found, rating)))


def in_words(found: Tournament, rating: LimitRating) -> Iterator[str]:
    """A tournament in lines for people."""
    yield f"{found.name} ({found.slug}){f', {found.place}' if found.place else ''}"
    rounds = len(found.rounds)
    yield f"{len(found.players)} players, {rounds} {'round' if rounds == 1 else 'rounds'} paired."
    yield f"Rulebook {found.rulebook}."
    yield from (f"  {name}: {value}" for name, value in found.options)
    limit = found.rules.time.limit.known()
    note = f" ({rating.note})" if rating.note else ""
    yield f"{limit // 60}:{limit % 60:02d} each: {RATED[rating.kind]}, {rating.clause}{note}."
    if rating.trap:
        yield f"  {traps()[rating.trap].sentence}"
    for name, number in found.closed:
        yield f"Round {number}{f' of {name}' if name else ''} is closed."


def _told(found: Tournament, rating: LimitRating) -> dict[str, object]:
    return {
        "slug": found.slug,
        "name": found.name,
        "place": found.place,
        "rulebook": found.rulebook,
        "options": dict(found.options),
        "time_limit": found.rules.time.limit.known(),
        "rating": rating,
        "players": len(found.players),
        "rounds": len(found.rounds),
        "closed": found.closed,
        "over": found.over,
    }


@click.command("close-round", short_help="Write down that a round is over.")
@click.argument("slug")
@click.argument("number", type=click.IntRange(1, 9999))
@click.option("--division", default="", help="Only this division.")
@click.option("--last", is_flag=True, help="No round follows: the event is over.")
@data_option
def close_round(slug: str, number: int, division: str, last: bool, data: Path) -> None:
    """Write down that every result of round NUMBER of SLUG is in.

    Some rules ask whether the event is over, such as those on amending a result: say --last
    when no round follows.
    """
    with opened(data) as here:
        paired = [one for one in here.organiser.tournament(slug).rounds if one.division == division]
        if number not in (one.round_number for one in paired):
            rounds = ", ".join(str(one.round_number) for one in paired) or "none"
            raise Refusal(
                "no-such-round",
                f"Round {number} was not paired; paired so far: {rounds}.",
                "Check the number, and name the division if there are several.",
            )
        here.organiser.close_round(slug, number, by=CONSOLE, division=division, last=last)
    which = f"Round {number}{f' of division {division}' if division else ''}"
    click.echo(f"{which} is closed{', and no round follows' if last else ''}.")


COMMANDS = (tournament, close_round)
