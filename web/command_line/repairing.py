"""``tilescribe round fix`` and ``unpair``: a paired round put right, or taken back unbegun."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.refusals.saying import refusal
from ledger.tournament.divisions import division_meant
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.command_line.text_files import text_file, text_of

if TYPE_CHECKING:
    from ledger.tournament.facts import Pairing

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
    from ledger.tournament.drawing import RepairRound
    from ledger.tournament.pairing import holding, left_out, must_be_a_round
    from web.command_line.opened import looked_at, opened
    from web.command_line.pairing import noticed_wording
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
@data_option
def unpair(slug: str, number: int, *, division: str, reason: str, data: Path) -> None:
    """Take back round ROUND of SLUG, which nobody has begun to play.

    Its games are called off and stay in the record. The round may then be paired anew.
    """
    from ledger.tournament.drawing import UnpairRound
    from web.command_line.opened import opened

    with opened(data) as here:
        tournament = tournament_named(slug, here.log)
        division = division_meant(tournament, division)
        here.organise(slug, UnpairRound(round_number=number, division=division, reason=reason))
    of = f" of division {division}" if division else ""
    click.echo(f"Round {number}{of} is taken back: pair it anew.")
