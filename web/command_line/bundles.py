"""``tilescribe case bundle``: the papers of a case signed and handed out, and made again later."""

from __future__ import annotations

from pathlib import Path

import click

from web.command_line.data_folder import data_option
from web.command_line.outputs import named_output, output_file, put, say


@click.command()
@click.argument("case", metavar="TOURNAMENT/C-12")
@click.option("--to", help="Who is handed the bundle; it is signed and written down.")
@click.option("--badge", help="The director's badge under which it is handed out.")
@click.option("--redacted", is_flag=True, help="Without people's words and names of others.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--again", type=click.IntRange(1), help="Which one to make again, from 1.")
@click.option(
    "-o", "--output", type=output_file, required=True,
    metavar="FILE.pdf", help="Where to write it; - is standard output.",
)  # fmt: skip
@data_option
def bundle(
    case: str,
    to: str | None,
    badge: str | None,
    redacted: bool,
    paper: str,
    again: int | None,
    output: Path,
    data: Path,
) -> None:
    """Hand out the papers of a case as one signed file, or make one again byte for byte.

    With --to and --badge it is proved under a checkpoint made now, signed, and written down. With
    --again it is made again from the record, or any copy of it: the signature that was made then
    is kept, and no key is needed.
    """
    from printing.filling.case_papers import case_to_print

    if (again is None) == (to is None) or (to is not None and not badge):
        raise click.UsageError("give --to with --badge to hand one out, or --again and its number")
    which = case_to_print(case, None, redacted=redacted)
    if again is not None:
        from printing.checking.bundles import bundle_again
        from web.command_line.opened import looked_at

        with looked_at(data) as here:
            content = bundle_again(here, which, again)
        named = named_output(output)
        said = f"{named} is bundle {again} of {case}, byte for byte as it was handed out."
    else:
        from ledger.desk.requests import from_the_desk
        from ledger.incidents.case_file import case_numbered
        from printing.checking.bundles import must_direct, sign_bundle
        from web.cases.forms import as_written
        from web.command_line.opened import opened
        from web.command_line.served_at import base_of, say_of_codes

        assert to is not None
        assert badge is not None
        with opened(data) as here:
            _, stream = case_numbered(here.log, which.tournament, which.number)
            must_direct(here, badge)
            made = sign_bundle(here, which, paper, base := base_of(data), badge)
            request, words = as_written(to, made, redacted=redacted)
            here.desk.must_write(stream, request, from_the_desk(badge), words)
        say_of_codes(base)
        content = made.content
        said = f"{named_output(output)}: signed, handed to {to}, and written down."
    put(output, content)
    say(output, said)
