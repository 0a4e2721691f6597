"""``tilescribe round close``, ``reopen``, ``tournament live-boards``, ``time-zone``, ``show``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.computing.limits import LimitRating
from ledger.tournament.divisions import division_meant
from ledger.tournament.facts import LATEST_MINUTES, LiveBoards
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.bounds import minutes, some
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.frame.wording import LATE, live_boards_wording

RATED = {
    "standard": "the limit of the rulebook",
    "may-be-rated": "games at it may be rated",
    "outside": "games at it may not be rated",
    "not-said": "the rulebook does not say whether games at it may be rated",
}


def wording(found: Tournament, rating: LimitRating) -> Iterator[str]:
    yield f"{found.name} ({found.slug}){f', {found.place}' if found.place else ''}"
    if found.first_day or found.last_day:
        yield f"{' to '.join(filter(None, (found.first_day, found.last_day)))}."
    for each in found.planned:
        rounds_planned = f"{each.rounds} rounds, " if each.rounds else ""
        name = f"Division {each.name}" if each.name else "One division"
        yield f"{name}: {rounds_planned}from table {each.first_table}."
    rounds = _rounds(found)
    yield f"{len(found.players)} players, {rounds} {'round' if rounds == 1 else 'rounds'} paired."
    yield f"Rulebook {found.rulebook}."
    yield from (f"  {name}: {value}" for name, value in found.options)
    yield f"Words: {found.lexicon or 'no list is named'}."
    limit = found.rules.time.limit.known()
    note = f" ({rating.note})" if rating.note else ""
    yield f"{minutes(limit)} each: {RATED[rating.kind]}, {rating.clause}{note}."
    if rating.trap:
        yield f"  {ambiguities()[rating.trap].sentence}"
    yield f"Times are those of {found.time_zone or 'UTC'}."
    yield live_boards_wording(found.live_boards.how, found.live_boards.minutes)
    for name, number in found.closed:
        yield f"Round {number}{f' of {name}' if name else ''} is closed."


def _rounds(found: Tournament) -> int:
    """How many rounds were paired, in however many goes."""
    return len({(paired.division, paired.round_number) for paired in found.rounds})


def view(found: Tournament, rating: LimitRating) -> dict[str, object]:
    return {
        "slug": found.slug,
        "name": found.name,
        "place": found.place,
        "first_day": found.first_day,
        "last_day": found.last_day,
        "time_zone": found.time_zone,
        "divisions": found.planned,
        "rulebook": found.rulebook,
        "options": dict(found.options),
        "lexicon": found.lexicon,
        "lexicon_digest": found.lexicon_digest,
        "time_limit": found.rules.time.limit.known(),
        "rating": rating,
        "players": len(found.players),
        "rounds": _rounds(found),
        "closed": found.closed,
        "live_boards": {"how": found.live_boards.how, "minutes": found.live_boards.minutes},
        "over": found.over,
    }


@click.command("close-round")
@click.argument("slug")
@click.argument("number", type=click.IntRange(1, 9999))
@click.option("--division", default="", help="Where there are several.")
@click.option("--last", is_flag=True, help="No round follows: the event is over.")
@click.option("--waive", default="", metavar="REASON", help="Waive what is open, and say why.")
@click.option("--count", default=0, type=click.IntRange(0), help="How many are waived.")
@data_option
def close_round(
    slug: str, number: int, division: str, last: bool, waive: str, count: int, data: Path
) -> None:
    """Write down that every result of round NUMBER of SLUG is in.

    Some rules ask whether the event is over, such as those on amending a result: say --last
    when no round follows. A round in which something still waits for an official is not closed,
    unless --waive says why nothing is done about it and --count says how many those are. Calls,
    games in play and all else that somebody waits for at a table are settled first.
    """
    from ledger.tournament.matters import CloseRound, some_of
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament = tournament_named(slug, here.log)
        division = division_meant(tournament, division)
        paired = [one for one in tournament.rounds if one.division == division]
        if number not in (one.round_number for one in paired):
            rounds = ", ".join(str(one.round_number) for one in paired) or "none"
            raise Refusal(
                "no-such-round",
                f"{_which(number, division)} was not paired; paired so far: {rounds}.",
                "Check the number.",
            )
        request = CloseRound(
            round_number=number, division=division, last=last, count=count, waiving=waive
        )
        here.organise(slug, request)
        after = tournament_named(slug, here.log).set_aside.waived.values()
        waived = Counter(one.fact.kind for one in after if one.closing == (division, number))
        closed = {n for of, n in tournament.closed if of == division}
        before = sorted({x.round_number for x in paired if x.round_number < number} - closed)
    click.echo(f"{_which(number, division)} is closed{', and no round follows' if last else ''}.")
    if waived:
        click.echo(f"Waived: {', '.join(some_of(kind, n) for kind, n in waived.items())}.")
    if before:
        are = "is" if len(before) == 1 else "are"
        numbers = ", ".join(map(str, before))
        click.echo(f"Before it, {some(len(before), 'round')} {are} open still: {numbers}.")


def _which(number: int, division: str) -> str:
    return f"Round {number}{f' of division {division}' if division else ''}"


@click.command("reopen-round")
@click.argument("slug")
@click.argument("number", type=click.IntRange(1, 9999))
@click.option("--division", default="", help="Where there are several.")
@click.option("--reason", required=True, metavar="R", help="Why it goes on.")
@data_option
def reopen_round(slug: str, number: int, division: str, reason: str, data: Path) -> None:
    """Write down that round NUMBER of SLUG, which was closed, goes on.

    What was waived so that it could be closed waits again.
    """
    from ledger.desk.registers import waits_again
    from ledger.tournament.matters import ReopenRound
    from web.command_line.opened import opened

    with opened(data) as here:
        division = division_meant(tournament_named(slug, here.log), division)
        here.organise(slug, ReopenRound(round_number=number, division=division, reason=reason))
        tournament = tournament_named(slug, here.log)
        back = [one for one in tournament.set_aside.past if one.version == tournament.version]
    click.echo(f"{_which(number, division)} is open again.")
    if back:
        click.echo(f"{waits_again(len(back))}.")


@click.command("live-boards")
@click.argument("slug")
@click.argument("how", type=click.Choice(["off", "delayed", "on"]))
@click.option("--minutes", type=click.IntRange(1, LATEST_MINUTES), help="How late, if delayed.")
@data_option
def live_boards(slug: str, how: LiveBoards, minutes: int | None, data: Path) -> None:
    """Choose how visitors without a badge see the boards of SLUG while games are played.

    off: that a game is in progress, and its result when it is final. delayed: as the game was
    known --minutes ago (10 if left out). on: as it is known now. Racks are never shown before a
    game is over, and a result that is final always is. Officials see boards as they are.
    """
    if minutes is not None and how != "delayed":
        raise click.UsageError("Only delayed boards have --minutes.")
    from ledger.tournament.opening import ChooseLiveBoards
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament_named(slug, here.log)
        here.organise(slug, ChooseLiveBoards(how=how, minutes=minutes or LATE))
        chosen = tournament_named(slug, here.log).live_boards
    click.echo(live_boards_wording(chosen.how, chosen.minutes))


@click.command("time-zone")
@click.argument("slug")
@click.argument("zone")
@data_option
def time_zone(slug: str, zone: str, data: Path) -> None:
    """Name the time zone of the hall of SLUG: Europe/Lisbon, or UTC.

    Times of day on screens and paper are told in it. The record itself is UTC.
    """
    from ledger.tournament.local_time import zone_meant
    from ledger.tournament.opening import ChooseTimeZone
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament_named(slug, here.log)
        here.organise(slug, ChooseTimeZone(zone=zone_meant(zone)))
        chosen = tournament_named(slug, here.log).time_zone
    click.echo(f"Times of {slug} are told in {chosen or 'UTC'}.")
