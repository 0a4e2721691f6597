"""``tilescribe round plan``: rounds planned, shown, read from tsh; those that draw themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click

from ledger.tournament.divisions import division_meant
from ledger.tournament.draw.inputs import MOST_SEED
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.bounds import some
from web.command_line.data_folder import data_option, text_file, text_of

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from ledger.tournament.facts import PlannedRound
    from ledger.tournament.opening import TournamentRequest

ROUNDS = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")

SAID = {
    "from": "standings", "meetings": "meetings", "factor": "factor", "reset": "reset",
    "byes": "byes", "gibson": "gibson", "places": "level_places", "class": "gibson_class",
    "in-a-row": "in_a_row",
}  # fmt: skip
"""What may follow rounds and method, each with its value."""

HOW = (
    "ROUNDS METHOD, then any of: from before|earlier|none|ROUND, meetings N, factor N, reset N, "
    "in-a-row N, byes lowest|highest|lot, gibson N,N, places N,N, class NAME"
)


@click.command()
@click.argument("slug")
@click.argument("lines", nargs=-1, metavar="[LINE]…")
@click.option("--division", default="", help="Where there are several.")
@click.option("--file", "file", type=text_file, help="Take the autopair lines of a config.tsh.")
@click.option("--without", metavar="N-N", default="", help="Plan these rounds no more.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), help="For every planned draw.")
@click.option("--tsh", is_flag=True, help="Show the plan as lines of a config.tsh.")
@click.option("--automatic", type=click.IntRange(0, 120), metavar="MINUTES",
              help="Let rounds draw themselves, so long after the announcement.")  # fmt: skip
@click.option("--announce", is_flag=True, help="Announce the draw that somebody stopped.")
@click.option("--stop", is_flag=True, help="Stop the draw that was announced.")
@data_option
def plan(slug: str, lines: tuple[str, ...], *, division: str, data: Path, **told: Any) -> None:  # noqa: ANN401
    r"""Show how the rounds of SLUG are to be drawn, or plan them.

    \b
    Each LINE plans rounds of one division; what is planned for other rounds stays:
      "1-7 round-robin"
      "8-20 swiss from before meetings 1"
      "21-24 koth from earlier gibson 250,200"

    "--automatic 0" takes back that rounds draw themselves.
    "from" says whose standings a round is drawn from: of the round before, of the one earlier
    (so it can be drawn while a round is played), of one round by its number, or none: by rating.
    `tilescribe round pair` without a method draws a planned round as it is planned.
    """
    from web.command_line.opened import looked_at, opened

    writes = lines or told["file"] or told["without"] or told["announce"] or told["stop"]
    writes = writes or told["seed"] is not None or told["automatic"] is not None
    with opened(data) if writes else looked_at(data) as here:
        division = division_meant(tournament_named(slug, here.log), division)
        for request in _requests(tournament_named(slug, here.log), division, lines, told):
            here.organise(slug, request)
        tournament = tournament_named(slug, here.log)
        for line in (
            _as_tsh(tournament, division) if told["tsh"] else _shown(tournament, division, here)
        ):
            click.echo(line)


def _requests(
    tournament: Tournament, division: str, lines: tuple[str, ...], told: dict[str, Any]
) -> Iterator[TournamentRequest]:
    from ledger.tournament.round_plan import (
        AnnounceDraw,
        CallOffDraw,
        ChooseAutomaticDraws,
        PlanRounds,
        next_number,
    )

    rounds = [one for line in lines for one in _planned(line)]
    if told["file"] is not None:
        rounds += _from_tsh(tournament, division, told["file"])
    seed = told["seed"]
    if rounds or told["without"] or seed is not None:
        if seed is None and not tournament.plan_of(division).rounds:
            seed = randbelow(MOST_SEED + 1)
        without = _stretch(told["without"]) if told["without"] else None
        yield PlanRounds(division=division, rounds=tuple(rounds), without=without, seed=seed)
    if told["automatic"] is not None:
        yield ChooseAutomaticDraws(division=division, minutes=told["automatic"])
    if told["stop"]:
        yield CallOffDraw(division=division)
    if told["announce"]:
        yield AnnounceDraw(division=division, round_number=next_number(tournament, division))


def _stretch(written: str) -> tuple[int, int]:
    match = ROUNDS.fullmatch(written)
    first = int(match[1]) if match else 0
    last = int(match[2]) if match and match[2] else first
    if not 1 <= first <= last:
        raise click.UsageError(f"“{written[:40]}” is no round: write 3, or 1-7")
    return first, last


def _planned(line: str) -> tuple[PlannedRound, ...]:
    """The rounds that one line plans.

    >>> [one.based_on for one in _planned("8-9 koth from earlier")]
    [6, 7]
    """
    from ledger.tournament.round_plan import stretch

    words = line.split()
    if len(words) < 2 or len(words) % 2 or words[1] not in SYSTEMS:
        raise click.UsageError(f"“{line[:60]}” plans no round. Write {HOW}")
    first, last = _stretch(words[0])
    said: dict[str, Any] = {}
    for word, value in zip(words[2::2], words[3::2], strict=True):
        if word not in SAID:
            raise click.UsageError(f"“{word[:40]}” is not known. Write {HOW}")
        said[SAID[word]] = _value(word, value)
    standings = said.pop("standings", "before")
    return stretch(first, last, words[1], standings, **said)  # type: ignore[arg-type]


def _value(word: str, value: str) -> object:
    known = {"from": ("before", "earlier", "none"), "byes": ("lowest", "highest", "lot")}
    if value in known.get(word, ()) or word == "class":
        return value
    try:
        numbers = tuple(int(one) for one in value.split(","))
    except ValueError:
        numbers = (-1,)
    most = 9999 if word in ("gibson", "places") else 99
    least = 1 if word in ("factor", "reset", "places", "in-a-row") else 0
    several = word in ("gibson", "places")
    if (
        word == "byes"
        or not all(least <= one <= most for one in numbers)
        or (len(numbers) > 1 and not several)
    ):
        raise click.UsageError(f"{word} {value[:40]} can't be used. Write {HOW}")
    return numbers if several else numbers[0]


def _from_tsh(tournament: Tournament, division: str, file: Path) -> list[PlannedRound]:
    """What a configuration plans for a division; where it has only one, whatever it calls it."""
    from ledger.interchange.parsed import Report
    from ledger.interchange.tsh_autopair import plan_of
    from ledger.interchange.tsh_config import read_config

    report = Report()
    says = read_config(text_of(file).splitlines(), report)
    names = {one.division.casefold() for one in says.autopairs}
    name = division or (next(iter(names)) if len(names) == 1 else "")
    lines = [one for one in says.autopairs if one.division.casefold() == name.casefold()]
    players = sum(one.division == division for one in tournament.players)
    called = next((of for of, _, _ in says.divisions if of.casefold() == name.casefold()), name)
    found = plan_of(
        lines, players, report,
        rounds=says.rounds_of(called), gibson=says.gibson_of(called), by_starts=says.by_starts,
    )  # fmt: skip
    for line in report.told():
        if line.weight != "understood" and "autopair" in line.said:
            click.echo(f"line {line.number}: {line.said}")
    if not found:
        raise click.UsageError("no autopair line of the file plans a round of this division")
    return list(found)


def _as_tsh(tournament: Tournament, division: str) -> Iterator[str]:
    from ledger.interchange.tsh_autopair import lines_of, not_written, settings_of_plan

    rounds = tournament.plan_of(division).rounds
    name = re.sub(r"[^\w-]+", "_", division).strip("_") or "A"
    players = sum(one.division == division for one in tournament.players)
    yield from settings_of_plan(rounds, name)
    yield from lines_of(rounds, name, players)
    yield from (f"# {line}" for line in not_written(rounds, f"Division {name}", players))


def _shown(tournament: Tournament, division: str, here: Opened) -> Iterator[str]:
    from ledger.tournament.local_time import time_of_day
    from ledger.tournament.round_plan import (
        more_wording,
        needs_results,
        next_number,
        standings_wording,
        waits_for,
    )
    from web.command_line.rounds import AtHand

    plan_here = tournament.plan_of(division)
    of = f" of division {division}" if division else ""
    if not plan_here.rounds:
        yield f"No round{of} is planned."
    else:
        yield f"Plan of the rounds{of}, seed {plan_here.seed}:"
    paired = {one.round_number for one in tournament.rounds if one.division == division}
    following = next_number(tournament, division)
    for one in plan_here.rounds:
        state = "paired" if one.round_number in paired else ""
        if one.round_number == following:
            state = "next"
            out = waits_for(tournament, one, division, AtHand(here), here.desk.rounds_read)
            if out and needs_results(plan_here, one):
                state = f"waiting for {some(sum(len(of.tables) for of in out), 'result')}"
        more = "; ".join((standings_wording(one), *more_wording(one)))
        called = SYSTEMS[one.system].called
        yield f"{one.round_number:>4}  {called:<17} {more}{f'  [{state}]' if state else ''}"
    if plan_here.minutes:
        yield (
            f"Planned rounds draw themselves, {some(plan_here.minutes, 'minute')} after it is "
            f"announced, under badge {plan_here.by}. Round 1 is drawn by people."
        )
    if plan_here.announced is not None:
        at = time_of_day(plan_here.announced.at, tournament.time_zone)
        number = plan_here.announced.round_number
        yield f"Round {number} draws itself at {at}. Option --stop stops it."
    if plan_here.stopped:
        yield f"Round {plan_here.stopped} was stopped: draw it, or --announce it again."
