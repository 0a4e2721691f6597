"""The options with which ``tilescribe tournament new`` sets a tournament up, and what they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from msgspec import ValidationError, convert

from ledger.tournament.facts import Division, Paper, Prize, TieBreak
from ledger.vocabulary.refusals import Refusal
from web.frame.wording import LATE

if TYPE_CHECKING:
    from ledger.tournament.opening import Particulars
    from ledger.tournament.tournament import Tournament

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option("--name", required=True, metavar="N", help="As it stands on the slips."),
    click.option("--place", metavar="P", help="The venue."),
    click.option("--first-day", metavar="DAY", help="As 2027-03-13."),
    click.option("--last-day", metavar="DAY", help="As 2027-03-14."),
    click.option("--rulebook", metavar="B", help="As wespa-5.1; left out with --like."),
    click.option("--option", "options", multiple=True, metavar="K=V", help="A point settled."),
    click.option("--lexicon", metavar="L", help="The word list that decides challenges."),
    click.option("--zone", metavar="Z", help="The time zone of the hall, as Europe/Lisbon."),
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


def prize_view(told: str) -> Prize:
    """A prize as the command line has it.

    >>> prize_view("A/1@under-18=a book")
    Prize(place=1, wins='a book', division='A', class_name='under-18')
    """
    found = _PRIZE.fullmatch(told.strip())
    if found is None:
        raise click.UsageError(f"--prize takes PLACE=WHAT, as 1=200 EUR; this is {told[:60]!r}")
    return Prize(
        place=int(found["place"]),
        wins=found["wins"].strip(),
        division=found["division"] or "",
        class_name=found["of"] or "",
    )


def option_view(told: str) -> tuple[str, str]:
    """A point of the rulebook that is settled, as ``time-limit=22:00``."""
    name, equals, value = told.partition("=")
    if not equals:
        raise click.UsageError(f"Write an option as NAME=VALUE, not {told!r}")
    return name.strip(), value.strip()


def particulars_view(other: Tournament | None, told: Mapping[str, Any], data: Path) -> Particulars:
    """What is chosen beside the rulebook; the days of another one are left open."""
    from msgspec.structs import replace

    from ledger.tournament.local_time import zone_meant
    from ledger.tournament.opening import Particulars, particulars_of

    chosen = particulars_of(other) if other else Particulars()
    chosen = replace(chosen, first_day=told["first_day"] or "", last_day=told["last_day"] or "")
    said = {name: told[name] for name in ("zone", "paper") if told[name] is not None}
    if "zone" in said:
        said["zone"] = zone_meant(said["zone"])
    if told["divisions"]:
        said["divisions"] = tuple(_division(each) for each in told["divisions"])
    if told["ties"]:
        said["ties"] = told["ties"]
    if told["live_boards"] is not None:
        said["live_boards"], said["minutes"] = _boards(told["live_boards"])
    if told["lexicon"] is not None:
        said["words"], said["digest"] = _lexicon(told["lexicon"], data)
    return replace(chosen, **said)


def _division(told: str) -> Division:
    name, _, numbers = told.partition(":")
    rounds, _, table = numbers.partition(":")
    numbers_told = {"rounds": rounds or "0", "first_table": table or "1"}
    try:
        return convert({"name": name.strip(), **numbers_told}, Division, strict=False)
    except ValidationError as wrong:
        raise click.UsageError(
            f"Write a division as NAME:ROUNDS:TABLE, as A:7:1, with up to 999 rounds and tables "
            f"from 1 to 9999, not {told!r}"
        ) from wrong


def _boards(told: str) -> tuple[str, int]:
    how, _, minutes = told.partition(":")
    if how not in ("off", "on", "delayed") or (minutes and how != "delayed"):
        raise click.UsageError(f"Boards are off, on, or delayed:MINUTES, not {told!r}")
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
