"""``tilescribe tournament``: opened, shown, checked, closed; live boards and the time zone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
import msgspec
from msgspec import ValidationError, convert

from ledger.equipment.board import board_names
from ledger.equipment.tile_set import name_of, tile_set_meant
from ledger.messages import LANGUAGES
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.limits import LimitRating
from ledger.tournament.facts import LATEST_MINUTES, Division, LiveBoards, Paper, Prize, TieBreak
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.bounds import minutes, some
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option, log_read
from web.frame.wording import LATE, live_boards_wording

if TYPE_CHECKING:
    from ledger.hall import GameRow
    from ledger.hall.rows import Missing
    from ledger.tournament.opening import Particulars


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
    yield f"Tiles: {name_of(found.tile_set)}. Board: {found.board}."
    limit = found.rules.time.limit.known()
    note = f" ({rating.note})" if rating.note else ""
    yield f"{minutes(limit)} each: {RATED[rating.kind]}, {rating.clause}{note}."
    if rating.trap:
        yield f"  {ambiguities()[rating.trap].sentence}"
    yield f"Times are in {found.time_zone or 'UTC'}."
    yield language_wording(found)
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
        "language": found.language,
        "second_language": found.beside,
        "divisions": found.planned,
        "rulebook": found.rulebook,
        "options": dict(found.options),
        "lexicon": found.lexicon,
        "lexicon_digest": found.lexicon_digest,
        "tile_set": found.tile_set,
        "board": found.board,
        "time_limit": found.rules.time.limit.known(),
        "rating": rating,
        "players": len(found.players),
        "rounds": _rounds(found),
        "closed": found.closed,
        "live_boards": {"how": found.live_boards.how, "minutes": found.live_boards.minutes},
        "over": found.over,
    }


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


@click.command("language")
@click.argument("slug")
@click.argument("language", type=click.Choice([*LANGUAGES, ""]))
@click.option("--beside", type=click.Choice(list(LANGUAGES)), help="A second one on paper.")
@data_option
def language(slug: str, language: str, beside: str | None, data: Path) -> None:
    """Choose in which language the pages and the paper of SLUG are, by its code: es.

    Whoever chose another one on a device keeps it. "": as each browser asks, and paper in English.
    """
    from ledger.tournament.opening import ChooseLanguage
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament_named(slug, here.log)
        here.organise(slug, ChooseLanguage(language=language, beside=beside or ""))
        click.echo(language_wording(tournament_named(slug, here.log)))


def language_wording(tournament: Tournament) -> str:
    spoken = LANGUAGES.get(tournament.language, tournament.language)
    if not spoken:
        return "Pages are as each browser asks, paper is in English."
    beside = f" and {LANGUAGES.get(tournament.beside, tournament.beside)}"
    return f"Pages are in {spoken}, paper is in {spoken}{beside if tournament.beside else ''}."


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


# The options with which ``tilescribe tournament new`` sets a tournament up, and what they say.


Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option("--name", required=True, metavar="N", help="As it stands on the slips."),
    click.option("--place", metavar="P", help="The venue."),
    click.option("--first-day", metavar="DAY", help="As 2027-03-13."),
    click.option("--last-day", metavar="DAY", help="As 2027-03-14."),
    click.option("--rulebook", metavar="B", help="As wespa-5.1; left out with --like."),
    click.option("--option", "options", multiple=True, metavar="K=V", help="A point settled."),
    click.option("--lexicon", metavar="L", help="The word list that decides challenges."),
    click.option(
        "--tiles", metavar="T", help="The tile set, as spanish, or the file of one.  [english]"
    ),
    click.option("--board", type=click.Choice(board_names()), help="The board.  [standard]"),
    click.option("--zone", metavar="Z", help="The time zone of the hall, as Europe/Lisbon."),
    click.option("--language", metavar="L", help="Of pages and paper, as es.  [the browser's]"),
    click.option("--beside", metavar="L", help="A second language on paper, as en."),
    click.option(
        "--division",
        "divisions",
        multiple=True,
        metavar="D",
        help="NAME:ROUNDS:TABLE, as A:7:1 and B:7:21; :7 for one without a name.",
    ),
    click.option(
        "--tie-break",
        "ties",
        multiple=True,
        type=click.Choice(get_args(TieBreak)),
        help="What tells players level in wins apart, in this order.",
    ),
    click.option("--paper", type=click.Choice(get_args(Paper)), help="Of the forms."),
    click.option("--live-boards", metavar="HOW", help="off, on, or delayed:10 (minutes)."),
    click.option("--like", metavar="SLUG", help="Set up like this one; players are not taken."),
)


def set_up_options(command: Command) -> Command:
    return reduce(lambda known, option: option(known), reversed(OPTIONS), command)


_PRIZE = re.compile(
    r"(?:(?P<division>[^/=]+)/)?(?P<place>[1-9][0-9]{0,2})(?:@(?P<of>[^=]+))?=(?P<wins>.+)"
)


def prize_view(text: str) -> Prize:
    """A prize as the command line has it.

    >>> prize_view("A/1@under-18=a book")
    Prize(place=1, wins='a book', division='A', class_name='under-18')
    """
    found = _PRIZE.fullmatch(text.strip())
    if found is None:
        raise click.UsageError(f"--prize takes PLACE=WHAT, as 1=200 EUR; this is {text[:60]!r}")
    return Prize(
        place=int(found["place"]),
        wins=found["wins"].strip(),
        division=found["division"] or "",
        class_name=found["of"] or "",
    )


def option_view(text: str) -> tuple[str, str]:
    """A point of the rulebook that is settled, as ``time-limit=22:00``."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"Write an option as NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()


def particulars_view(
    other: Tournament | None, options: Mapping[str, Any], data: Path
) -> Particulars:
    """What is chosen beside the rulebook; the days of another one are left open."""
    from msgspec.structs import replace

    from ledger.tournament.local_time import zone_meant
    from ledger.tournament.opening import Particulars, particulars_of

    chosen = particulars_of(other) if other else Particulars()
    chosen = replace(
        chosen, first_day=options["first_day"] or "", last_day=options["last_day"] or ""
    )
    named = ("zone", "paper", "board", "language", "beside")
    said = {name: options[name] for name in named if options[name] is not None}
    if options["tiles"] is not None:
        said["tile_set"] = tile_set_meant(options["tiles"]).kept
    if "zone" in said:
        said["zone"] = zone_meant(said["zone"])
    if options["divisions"]:
        said["divisions"] = tuple(_division(each) for each in options["divisions"])
    if options["ties"]:
        said["ties"] = options["ties"]
    if options["live_boards"] is not None:
        said["live_boards"], said["minutes"] = _boards(options["live_boards"])
    if options["lexicon"] is not None:
        said["words"], said["digest"] = _lexicon(options["lexicon"], data)
    return replace(chosen, **said)


def _division(text: str) -> Division:
    name, _, numbers = text.partition(":")
    rounds, _, table = numbers.partition(":")
    numbers_told = {"rounds": rounds or "0", "first_table": table or "1"}
    try:
        return convert({"name": name.strip(), **numbers_told}, Division, strict=False)
    except ValidationError as wrong:
        raise click.UsageError(
            f"Write a division as NAME:ROUNDS:TABLE, as A:7:1, with up to 999 rounds and tables "
            f"from 1 to 9999, not {text!r}"
        ) from wrong


def _boards(text: str) -> tuple[str, int]:
    how, _, minutes = text.partition(":")
    if how not in ("off", "on", "delayed") or (minutes and how != "delayed"):
        raise click.UsageError(f"Boards are off, on, or delayed:MINUTES, not {text!r}")
    if not (minutes or "0").isdecimal():
        raise click.UsageError(f"Write how late boards are in minutes, not {minutes!r}")
    return how, int(minutes or LATE) if how == "delayed" else 0


def _lexicon(named: str, data: Path) -> tuple[str, str]:
    from ledger.lexicon.lexicon import open_lexicon

    try:
        about = open_lexicon(data, named).about
    except Refusal as unknown:
        if unknown.code != "no-such-lexicon":
            raise
        click.echo(f"{named} is not installed here; no word judge can use it yet.", err=True)
        return named, ""
    return about.name, about.digest


# What is said where a tournament goes on, or ends, while slips are still out.


def still_out(slug: str, games: Iterable[GameRow]) -> str:
    """How many slips are not in, and how to list them; empty: all are."""
    from ledger.hall.rows import missing_slips

    found = missing_slips(games)
    if not found:
        return ""
    out = [one for one in found if one.lacks == "result"]
    unsigned = [one for one in found if one.lacks != "result"]
    parts = [
        f"{some(len(some_of), 'slip')} {'is' if len(some_of) == 1 else 'are'} {what}, "
        f"of round {_their_rounds(some_of)}"
        for some_of, what in ((out, "not in"), (unsigned, "in and not settled"))
        if some_of
    ]
    return f"{'; '.join(parts)}: `tilescribe round missing {slug}` lists them."


def _their_rounds(found: Iterable[Missing]) -> str:
    return ", ".join(str(number) for number in sorted({one.game.round_number for one in found}))


# ``tilescribe tournament``: one tournament shown, or opened, closed, opened again, checked.


@click.command("show")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def show(slug: str, as_json: bool, data: Path) -> None:
    """Show the rulebook of SLUG, what was chosen, and whether its games may be rated."""
    from ledger.rulebook.limits import rating_of

    with log_read(data) as log:
        found = tournament_named(slug, log)
    rating = rating_of(found.rules)
    if as_json:
        click.echo(msgspec.json.encode(view(found, rating)))
    else:
        click.echo("\n".join(wording(found, rating)))


@click.command("prizes")
@click.argument("slug")
@click.option(
    "--prize",
    "told",
    multiple=True,
    metavar="P",
    help="PLACE=WHAT, as 1=200 EUR; with a division A/1=200 EUR, with a class 1@under-18=book.",
)
@click.option("--none", "nothing", is_flag=True, help="Take the whole list down.")
@data_option
def prizes(slug: str, told: tuple[str, ...], nothing: bool, data: Path) -> None:
    """List the prizes of SLUG, or name them all, in place of any list before.

    Gibson's rule asks which places win something.
    """
    from ledger.tournament.opening import AnnouncePrizes
    from web.command_line.opened import opened

    if told and nothing:
        raise click.UsageError("--none takes down the whole list; leave --prize out")
    if told or nothing:
        with opened(data) as here:
            tournament_named(slug, here.log)
            here.organise(slug, AnnouncePrizes(prizes=tuple(prize_view(one) for one in told)))
    with log_read(data) as log:
        found = tournament_named(slug, log).prizes
    for one in found:
        of = f"{one.division}/" if one.division else ""
        among = f"@{one.class_name}" if one.class_name else ""
        click.echo(f"{of}{one.place}{among}={one.wins}")
    if not found:
        click.echo(f"No prize of {slug} is named.")


@click.command("new")
@click.argument("slug")
@set_up_options
@data_option
def new(slug: str, *, data: Path, **view: Any) -> None:  # noqa: ANN401
    """Open a tournament called SLUG in addresses and commands.

    Options are those that `tilescribe rulebook find --book B` and the set-up in the browser know:
    --option challenge-mode=lose-turn --option time-limit=22:00.
    """
    rules, like = view["rulebook"], view["like"]
    if not rules and not like:
        raise click.UsageError("Name a rulebook with --rulebook, or a tournament with --like.")
    from ledger.tournament.opening import OpenTournament
    from web.command_line.opened import opened

    with opened(data, make=True) as here:
        other = tournament_named(like, here.log) if like else None
        settled = dict(other.options) if other and rules in (None, other.rulebook) else {}
        settled.update(option_view(each) for each in view["options"])
        request = OpenTournament(
            slug=slug,
            name=view["name"],
            rules=rules or (other.rulebook if other else ""),
            place=view["place"] or (other.place if other else ""),
            options=tuple(settled.items()),
            particulars=particulars_view(other, view, data),
            prizes=other.prizes if other else (),
        )
        here.organise(slug, request)
        opened_one = tournament_named(slug, here.log)
    click.echo(f"{opened_one.name} ({slug}) is opened under {opened_one.rulebook}.")
    click.echo(f"`tilescribe tournament checklist {slug}` says what is missing before round 1.")


@click.command("close")
@click.argument("slug")
@data_option
def close(slug: str, data: Path) -> None:
    """Write down that SLUG is over. From here on appeals may be lodged.

    Results that are still out, signatures, rulings and corrected names come in as before; nobody
    is entered or paired any more, unless `tilescribe tournament reopen` lets it go on.
    """
    from ledger.tournament.divisions import rounds_to_come
    from ledger.tournament.opening import CloseTournament
    from web.command_line.opened import opened

    with opened(data) as here:
        found = tournament_named(slug, here.log)
        missing = still_out(slug, here.hall.games(slug))
        here.organise(slug, CloseTournament())
    click.echo(f"{found.name} is closed. Nobody can be entered or paired any more.")
    unpaired = rounds_to_come(found) if found.rounds else ()
    if unpaired:
        click.echo("These rounds are planned or have players entered, but were not paired:")
    for each in unpaired:
        click.echo(f"  {each.wording}")
    if missing:
        click.echo(missing)
    if missing or unpaired:
        click.echo("`tilescribe tournament reopen` lets it go on.")


@click.command("reopen")
@click.argument("slug")
@click.option("--reason", required=True, metavar="R", help="Why it goes on.")
@data_option
def reopen(slug: str, reason: str, data: Path) -> None:
    """Write down that SLUG, which was closed, goes on."""
    from ledger.tournament.opening import ReopenTournament
    from web.command_line.opened import opened

    with opened(data) as here:
        found = tournament_named(slug, here.log)
        here.organise(slug, ReopenTournament(reason=reason))
    click.echo(f"{found.name} goes on.")


@click.command("checklist")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def checklist(slug: str, as_json: bool, data: Path) -> None:
    """Say what is missing before round 1 of SLUG. Exit 1: round 1 can't be played yet."""
    from ledger.tournament.checklist import checklist as lines
    from web.command_line.opened import looked_at
    from web.organiser.overview import around

    with looked_at(data) as here:
        found = tournament_named(slug, here.log)
        items = lines(found, around(found, here.badges, data))
    if as_json:
        click.echo(msgspec.json.encode(items))
    else:
        for item in items:
            mark = "done  " if item.is_done else "NEEDED" if item.needed == "must" else "open  "
            click.echo(f"{mark}  {item.words}{f' {item.next_step}' if item.next_step else ''}")
    if any(not item.is_done and item.needed == "must" for item in items):
        sys.exit(1)
