"""``tilescribe round``: paired, explained, fixed, unpaired, closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from ledger.refusals.saying import refusal
from ledger.tournament.divisions import division_meant
from ledger.tournament.draw.inputs import MOST_SEED, Settings
from ledger.tournament.draw.systems import SYSTEMS, system_of
from ledger.tournament.draw.systems import name_of as system_named
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import remarks
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option, text_file, text_of

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from ledger.tournament.draw.explaining import Named
    from ledger.tournament.draw.from_record import Draw
    from ledger.tournament.draw.inputs import Drawn, Inputs
    from ledger.tournament.facts import Pairing


# ``tilescribe round pair``: drawn, explained, read from a file, or drawn again and compared.


@click.command()
@click.argument("slug")
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 999))
@click.option("--division", default="", help="Where there are several.")
@click.option("--method", type=click.Choice(list(SYSTEMS)), help="How; else as the last draw.")
@click.option("--file", "file", type=text_file, help="Read table, first, second from FILE.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), help="Else one is drawn, and shown.")
@click.option("--gibson", metavar="N,N", default="", help="Spread a round, from the last one back.")
@click.option("--level-places", metavar="N,N", default="", help="Places worth the same, as 2.")
@click.option("--gibson-class", default="", help="Whose players an uncatchable one meets.")
@click.option("--factor", type=click.IntRange(1, 999), help="Places apart in a factor draw.")
@click.option("--meetings", type=click.IntRange(0, 99), help="How often two may meet; 0: any.")
@click.option("--reset", type=click.IntRange(1, 999), help="Australian: meetings count from here.")
@click.option("--byes", type=click.Choice(["lowest", "highest", "lot"]), help="Who sits out.")
@click.option("--until", type=click.IntRange(1, 999), help="Planned: up to this round, in one act.")
@click.option("--explain", is_flag=True, help="Say of each pairing why.")
@click.option("--dry-run", is_flag=True, help="Show it, and write nothing.")
@click.option("--sure", is_flag=True, help="The number is meant, though rounds before it lack.")
@click.option("--again", is_flag=True, help="Draw it again from the record, and compare.")
@data_option
def pair(slug: str, number: int, *, data: Path, **told: Any) -> None:  # noqa: ANN401
    """Pair round ROUND of SLUG: as it is planned, by a method, or from a file.

    A draw writes its seed and all it was made from into the record, so that --again can make it
    anew and compare; with --dry-run nothing is written. What had to give way is said.
    """
    if told["again"]:
        _again(slug, number, told["division"], data, explain=told["explain"])
    elif told["file"] is not None:
        _from_file(slug, number, told["file"], data, told)
    else:
        _draw(slug, number, data, told)


def _draw(slug: str, number: int, data: Path, options: dict[str, Any]) -> None:
    from ledger.tournament.draw.from_record import out_wording
    from ledger.tournament.drawing import DrawRound, draw_now
    from web.command_line.opened import looked_at, opened

    with looked_at(data) if options["dry_run"] else opened(data) as here:
        tournament = tournament_named(slug, here.log)
        options["division"] = division_meant(tournament, options["division"])
        _must_be_next(
            tournament, number, options["division"], sure=options["sure"] or options["dry_run"]
        )
        if _is_as_planned(tournament, number, options):
            _draw_planned(here, tournament, number, options)
            return
        seed = options["seed"] if options["seed"] is not None else randbelow(MOST_SEED + 1)
        request = DrawRound(
            round_number=number,
            division=options["division"],
            settings=settings_view(tournament, options),
            seed=seed,
        )
        found = draw_now(tournament, request, AtHand(here), here.desk.rounds_read)
        _echo(out_wording(found.out))
        if not options["dry_run"]:
            here.organise(slug, replace(request, seen=found.digest))
        _echo(_drawn_wording(tournament, options, found))


def _drawn_wording(tournament: Tournament, options: dict[str, Any], found: Draw) -> Iterator[str]:
    """A round as it was drawn, or would be."""
    from ledger.tournament.draw.from_record import pairings_of

    number, method = found.inputs.round_number, found.inputs.settings.method
    written = ": nothing is written" if options["dry_run"] else ""
    yield (
        f"Round {number} by {system_of(method).called} ({method}), seed {found.inputs.seed}, "
        f"from {found.digest[:12]}{written}."
    )
    yield from _lines(tournament, found.inputs, found.drawn, explain=options["explain"])
    drawn = pairings_of(found.drawn)
    taken = (remarks.TABLE_OF_ANOTHER_DIVISION,)  # the rest the draw itself tells
    yield from noticed_wording(tournament, number, options["division"], drawn, taken)
    yield from _of_byes(tournament, found.drawn.pairings)


CHOSEN = (
    "method", "seed", "gibson", "level_places", "gibson_class", "factor", "meetings", "reset",
    "byes",
)  # fmt: skip
"""Options that say how a round is drawn; with any of them it is not drawn as it is planned."""


def _is_as_planned(tournament: Tournament, number: int, options: Mapping[str, Any]) -> bool:
    """Whether the round is drawn as the plan has it."""
    by_hand = any(options[name] not in (None, "") for name in CHOSEN)
    if options["until"] is not None and by_hand:
        raise click.UsageError("--until draws planned rounds: leave the method to the plan")
    planned = tournament.plan_of(options["division"]).of_round(number)
    return not by_hand and (planned is not None or options["until"] is not None)


def _draw_planned(
    here: Opened, tournament: Tournament, number: int, options: dict[str, Any]
) -> None:
    from ledger.tournament.draw.from_record import out_wording
    from ledger.tournament.round_plan import DrawPlanned, digest_of_draws, planned_now

    request = DrawPlanned(first=number, last=options["until"] or 0, division=options["division"])
    found = planned_now(tournament, request, AtHand(here), here.desk.rounds_read)
    _echo(out_wording(found[0].out))
    if not options["dry_run"]:
        here.organise(tournament.slug, replace(request, seen=digest_of_draws(found)))
    for one in found:
        _echo(_drawn_wording(tournament, options, one))


def _must_be_next(tournament: Tournament, number: int, division: str, *, sure: bool) -> None:
    """Refuse a round whose number is likelier a slip: one before it is not paired, or none planned.

    Of who says that it is meant, or only looks, nothing is refused: it is said.
    """
    paired = [one.round_number for one in tournament.rounds if one.division == division]
    rounds = next((one.rounds for one in tournament.planned if one.name == division), 0)
    following = max((one for one in paired if one < number), default=0) + 1
    if following < number:
        what = f"Round {following} is not paired yet, and round {number} comes after it."
    elif rounds and number > rounds:
        what = f"{rounds} rounds are planned; there is no round {number}."
    else:
        return
    if not sure:
        raise Refusal("unlikely-round", what, "Check the number; --sure if it is meant.")
    click.echo(what)


def settings_view(tournament: Tournament, options: dict[str, Any]) -> Settings:
    from ledger.tournament.draw.from_record import usual_settings

    system = options["method"] or _last_system(tournament, options["division"])
    said = {name: options[name] for name in ("factor", "meetings", "reset", "byes")
            if options[name] is not None}  # fmt: skip
    if options["gibson"]:
        said["gibson"] = _numbers("gibson", options["gibson"], 0, "points of spread, as 250,200")
    if options["level_places"]:
        said["level_places"] = _numbers(
            "level-places", options["level_places"], 1, "places, as 2,2"
        )
    if options["gibson_class"]:
        said["gibson_class"] = options["gibson_class"]
    return usual_settings(tournament, options["division"], system, **said)


def _last_system(tournament: Tournament, division: str) -> str:
    """How the division was drawn last; Swiss where it never was."""
    methods = [one.method for one in tournament.draws if one.division == division]
    return system_named(methods[-1]) if methods else "swiss"


def _numbers(option: str, written: str, least: int, what: str) -> tuple[int, ...]:
    try:
        numbers = tuple(int(one) for one in written.split(","))
    except ValueError:
        numbers = (-1,)
    if not all(least <= one <= 9999 for one in numbers):
        raise click.UsageError(f"--{option} takes {what}")
    return numbers


def _from_file(slug: str, number: int, file: Path, data: Path, options: Mapping[str, Any]) -> None:
    from ledger.tournament.draw.from_record import out_wording, results_out
    from ledger.tournament.pairing import left_out, must_be_pairable
    from ledger.tournament.rounds import PairRound, pairings_in
    from web.command_line.opened import looked_at, opened

    dry_run = options["dry_run"]
    with looked_at(data) if dry_run else opened(data) as here:
        tournament = tournament_named(slug, here.log)
        division = division_meant(tournament, options["division"])
        _must_be_next(tournament, number, division, sure=options["sure"] or dry_run)
        before = here.desk.rounds_read.before(tournament, division, number, AtHand(here))
        _echo(out_wording(results_out(before)))
        pairings = pairings_in(text_of(file), tournament, division)
        must_be_pairable(tournament, number, pairings, division=division)
        if not dry_run:
            request = PairRound(round_number=number, pairings=pairings, division=division)
            here.organise(slug, request)
        name = _named(tournament)
        written = ": nothing is written" if dry_run else ""
        click.echo(f"Round {number} from a file, {len(pairings)} pairings{written}.")
        for one in pairings:
            click.echo(_line(one.table, one.first, one.second, name))
        _echo(noticed_wording(tournament, number, division, pairings))
        _echo(_of_byes(tournament, pairings))
        there = [one for paired in tournament.rounds for one in paired.pairings
                 if (paired.division, paired.round_number) == (division, number)]  # fmt: skip
        if out := left_out(tournament, number, division, [*there, *pairings]):
            click.echo(f"In no pairing of this round: {', '.join(map(name, out))}.")


def noticed_wording(
    tournament: Tournament,
    number: int,
    division: str,
    pairings: Sequence[Pairing],
    only: Sequence[str] = tuple(remarks.ALL),
) -> Iterator[str]:
    from ledger.tournament.pairing import noticed_about

    name = _named(tournament)
    for seen in noticed_about(tournament, number, division, pairings):
        if seen.remark not in only:
            continue
        who = " and ".join(name(player) for player in seen.players)
        rounds = f" (round {', '.join(map(str, seen.rounds))})" if seen.rounds else ""
        yield f"{who}: {remarks.said(seen.remark)}{rounds}"


def _of_byes(tournament: Tournament, pairings: Iterable[Any]) -> Iterator[str]:
    """That nobody has settled what a bye is worth, where one is given."""
    from ledger.tournament.pairing import worth_of_byes_is_settled
    from ledger.vocabulary import remarks

    if not worth_of_byes_is_settled(tournament) and any(not one.second for one in pairings):
        yield f"{remarks.said(remarks.BYE_NOT_DEFINED)} The set-up has it as “Spread of a bye”."


def _again(slug: str, number: int, division: str, data: Path, *, explain: bool) -> None:
    from ledger.tournament.draw.from_record import (
        draw_events,
        drawn_again,
        inputs_as_recorded,
        inputs_of,
        moved_since,
        moved_wording,
    )
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        tournament = tournament_named(slug, here.log)
        division = division_meant(tournament, division)
        events = draw_events(here.log, slug, division, number)
        if not events:
            raise Refusal(
                "not-drawn", f"Round {number} was not drawn by this program.", "Look at its list."
            )
        fact: Any = events[-1].fact
        again = drawn_again(tournament, fact, inputs_as_recorded(here.log, here.shelf, events[-1]))
        name = _named(tournament)
        click.echo(f"Round {number} by {fact.method}, seed {fact.seed}, from {fact.digest[:12]}.")
        click.echo(_yes(again.same_inputs, "The inputs are those whose digest was written down."))
        click.echo(_yes(not again.since, "The record has the same of that moment.",
                        f"; it differs in {', '.join(again.since)}"))  # fmt: skip
        click.echo(_yes(again.same_draw, "The draw comes out as it was written down."))
        now = inputs_of(tournament, division, number, fact.inputs.settings, fact.seed, AtHand(here))
        if moved := moved_wording(moved_since(fact.inputs, now), len(now.entrants)):
            click.echo(moved)
        for was, holds in again.changed:
            one = _line(was.table, was.first, was.second, name) if was else "nothing"
            two = _line(holds.table, holds.first, holds.second, name) if holds else "nothing"
            click.echo(f"Changed by hand: drawn {one.strip()}; holds {two.strip()}.")
        if explain:
            _echo(_lines(tournament, fact.inputs, again.drawn, explain=True))
        if not (again.same_inputs and again.same_draw and not again.since):
            raise click.exceptions.Exit(1)


def _yes(held: bool, words: str, otherwise: str = "") -> str:
    return words if held else f"NOT SO: {words[0].lower()}{words[1:].rstrip('.')}{otherwise}."


def _lines(
    tournament: Tournament,
    inputs: Inputs,
    drawing: Drawn,
    *,
    explain: bool,
) -> Iterator[str]:
    from ledger.tournament.draw.explaining import Explained, how_counted, round_wording, why_wording

    name = _named(tournament)
    explained = Explained(inputs, drawing) if explain else None
    for one in drawing.pairings:
        yield _line(one.table, one.first, one.second, name, kept=one.kept)
        why = explained.why(one.first) if explained else None
        yield from (f"      {line}" for line in (why_wording(why, name, inputs) if why else ()))
    yield from round_wording(inputs, drawing, name)
    if explain:
        yield how_counted()


def _line(table: int, first: int, second: int, name: Named, *, kept: bool = False) -> str:
    if not second:
        return f"      {name(first)} sits out"
    mark = " (kept table)" if kept else ""
    return f"{table:>4}  {name(first)} – {name(second)}{mark}"


def _named(tournament: Tournament) -> Named:
    names = {one.number: one.name for one in tournament.players}
    return lambda number: names.get(number, f"player {number}")


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


class AtHand:
    """The record around a tournament, for a draw that writes nothing."""

    def __init__(self, here: Opened) -> None:
        self.version_of, self.sheet = here.log.version_of, here.shelf.sheet


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
    from ledger.tournament.matters import some_of
    from ledger.tournament.rounds import CloseRound
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
    from ledger.tournament.rounds import ReopenRound
    from web.command_line.opened import opened

    with opened(data) as here:
        division = division_meant(tournament_named(slug, here.log), division)
        here.organise(slug, ReopenRound(round_number=number, division=division, reason=reason))
        tournament = tournament_named(slug, here.log)
        back = [one for one in tournament.set_aside.past if one.version == tournament.version]
    click.echo(f"{_which(number, division)} is open again.")
    if back:
        click.echo(f"{waits_again(len(back))}.")


PLAYER = click.IntRange(1, 999_999)
TABLE = click.IntRange(1, 9999)


@click.command()
@click.argument("slug")
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 999))
@click.option("--division", default="", help="Where there are several.")
@click.option("--swap", type=PLAYER, nargs=2, multiple=True, metavar="A B",
              help="Players A and B in one another's places; again for more.")  # fmt: skip
@click.option("--starts", type=TABLE, multiple=True, metavar="TABLE",
              help="The two there the other way round.")  # fmt: skip
@click.option("--move", type=TABLE, nargs=2, multiple=True, metavar="TABLE TO",
              help="The two there to another table; who is there comes here.")  # fmt: skip
@click.option("--file", "file", type=text_file, help="The whole round: table, first, second.")
@click.option("--reason", default="", help="Why; needed once a game of the round was begun.")
@click.option("--dry-run", is_flag=True, help="Show it, and write nothing.")
@click.option("--sure", is_flag=True, help="Somebody who was in the round is to be in none of it.")
@data_option
def repair(
    slug: str,
    number: int,
    *,
    division: str,
    swap: tuple[tuple[int, int], ...],
    starts: tuple[int, ...],
    move: tuple[tuple[int, int], ...],
    file: Path | None,
    reason: str,
    dry_run: bool,
    sure: bool,
    data: Path,
) -> None:
    """Pair round ROUND of SLUG otherwise than it was paired.

    A game that was begun stays with its two players; one that nobody began is called off, and
    another scheduled at its table. Swaps are made first, then starts, then tables.
    """
    from ledger.tournament.pairing import holding, left_out, must_be_a_round
    from ledger.tournament.round_repairs import RepairRound
    from web.command_line.opened import looked_at, opened
    from web.organiser.drawing_rounds import moved, starts_swapped, swapped

    if file is None and not (swap or starts or move):
        raise click.UsageError("say what changes: --swap, --starts, --move or --file")
    with looked_at(data) if dry_run else opened(data) as here:
        tournament = tournament_named(slug, here.log)
        division = division_meant(tournament, division)
        pairings = _paired(tournament, number, division, file)
        for one, other in swap:
            pairings = swapped(pairings, one, other)
        for table in starts:
            pairings = starts_swapped(pairings, table)
        for table, to in move:
            pairings = moved(pairings, table, to)
        names = {one.number: one.name for one in tournament.players}
        holds = holding(tournament, number, division)
        must_be_a_round(tournament, number, pairings, division=division, holds=holds)
        before = left_out(tournament, number, division, holds)
        out = left_out(tournament, number, division, pairings)
        listed = ", ".join(f"{names[one]} ({one})" for one in out)
        if set(out) - set(before) and not (sure or dry_run):
            raise Refusal(
                "players-left-out", f"In no pairing of round {number} any more: {listed}.",
                "Check the pairings; --sure if they are meant to be out of the round.",
            )  # fmt: skip
        if not dry_run:
            request = RepairRound(
                round_number=number, division=division, pairings=pairings, reason=reason
            )
            here.organise(slug, request)
        click.echo(f"Round {number} {'would be' if dry_run else 'is now'}:")
        for each in pairings:
            both = f"{names[each.first]} – {names.get(each.second)}"
            sits_out = f"{names[each.first]} sits out"
            click.echo(f"{each.table:>4}  {both}" if each.second else f"      {sits_out}")
        for noticed in noticed_wording(tournament, number, division, pairings):
            click.echo(noticed)
        if out:
            click.echo(f"In no pairing of this round: {listed}.")


def _paired(
    tournament: Tournament, number: int, division: str, file: Path | None
) -> tuple[Pairing, ...]:
    from ledger.tournament.pairing import holding
    from ledger.tournament.rounds import pairings_in

    found = holding(tournament, number, division)
    if not found:
        raise refusal("round-not-paired", round_number=number)
    if file is not None:
        return tuple(pairings_in(text_of(file), tournament, division))
    return tuple(sorted(found, key=lambda one: (not one.second, one.table)))


@click.command()
@click.argument("slug")
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 999))
@click.option("--division", default="", help="Where there are several.")
@click.option("--reason", default="", help="Why; it may be left out.")
@click.option("--and-later", is_flag=True, help="And every round paired after it.")
@data_option
def unpair(
    slug: str, number: int, *, division: str, reason: str, and_later: bool, data: Path
) -> None:
    """Take back round ROUND of SLUG, which nobody has begun to play.

    Its games are called off and stay in the record. The round may then be paired anew.
    """
    from ledger.tournament.drawing import UnpairRound
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament = tournament_named(slug, here.log)
        division = division_meant(tournament, division)
        later = [one.round_number for one in tournament.rounds
                 if one.division == division and one.round_number > number]  # fmt: skip
        request = UnpairRound(
            round_number=number, division=division, reason=reason, and_later=and_later
        )
        here.organise(slug, request)
    of = f" of division {division}" if division else ""
    if later:
        click.echo(f"Rounds {number} to {max(later)}{of} are taken back: pair them anew.")
    else:
        click.echo(f"Round {number}{of} is taken back: pair it anew.")
