"""``tilescribe tournament export``: for ratings officers and other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.tournament.tournament import tournament_named
from web.command_line.data_folder import data_option
from web.command_line.outputs import is_standard_output, output_file, put, say

if TYPE_CHECKING:
    from ledger.interchange.exporting import Kind


@click.command()
@click.argument("slug")
@click.option(
    "--format", "kind", required=True, type=click.Choice(["tsh", "tou", "csv", "json", "gcg"])
)
@click.option(
    "-o", "--output", required=True, type=output_file, help="A file; - is standard output."
)
@data_option
def export(slug: str, kind: Kind, output: Path, data: Path) -> None:
    """Write SLUG out, and say what of it is not rated or does not fit the format.

    tsh: a division as .t, several as a zip with config.tsh. tou: a results file of AUPAIR, as
    WESPA takes it. csv: results, or, where the file's name ends in .zip, tables of players,
    results and standings. json: everything. gcg: a zip of all games recorded turn by turn.
    """
    from ledger.interchange.exporting import exported_as
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        found = tournament_named(slug, here.log)
        exported = exported_as(
            kind,
            found,
            here.shelf.sheet,
            standings=here.hall.standings(slug),
            games=(here.shelf.sheet(row.id) for row in here.hall.games(slug)),
            table=output.suffix.lower() != ".zip",
        )
    put(output, exported.body)
    for remark in exported.remarks:
        say(output, remark)
    if not is_standard_output(output):
        say(output, f"Written to {output}.")
