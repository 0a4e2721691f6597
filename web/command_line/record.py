"""``tilescribe record verify``, ``rebuild`` and ``migrate``: looking after the record itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec.structs import replace

from ledger.record.faults import Verdict
from ledger.record.opening import LEDGER_FILE, lacks_its_wal
from ledger.record.sqlite.durable import put_away
from ledger.vocabulary.bounds import some
from migrations import bring_up_to_date
from web.command_line.copies import copied_before, server_copied_before
from web.command_line.data_folder import data_option, in_postgres, must_hold_a_record
from web.command_line.outputs import progress

if TYPE_CHECKING:
    from ledger.record.log import Log

SHOWN = 40  # faults a person is shown of a record; the rest are counted


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The verdict as JSON.")
@click.option(
    "--against", multiple=True, type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="What is kept elsewhere, as a file: a checkpoint, a bundle, the sheet of a closed round, "
    "the proof of a game. Several are compared each.",
)  # fmt: skip
@data_option
def verify(as_json: bool, against: tuple[Path, ...], data: Path) -> None:
    """Check the record, link by link; exit 1 and name what is wrong with it, if anything is.

    By itself it finds whether the record is consistent with itself: every event, answer and
    signature, and each checkpoint that a closed round or a bundle must have. That nothing was
    changed it says only where something kept elsewhere was compared: `--against`, or a witness.
    Nothing is written, so that a write-protected copy can be checked as well. An end that is lost
    is found where files beside the record have taken it in.
    """
    from ledger.proof.keys import KEY_FILE
    from ledger.proof.paper_codes import PRINTED_FILE
    from ledger.record.verify import verify as verified
    from ledger.record.verify_beside import lost_since, taken_in
    from printing.checking.checkpoints import checkpoint_of, must_be_of
    from web.command_line.copies import log_read
    from web.settings.in_force import witnesses_named

    warnings = tuple(warned_of(data))
    held = {file: checkpoint_of(file) for file in against}
    taken = {} if in_postgres() else taken_in(data)  # before the log, which may grow meanwhile
    with log_read(data) as log:
        must_be_of(log.store, held)
        named = [each.key for each in witnesses_named()]
        with progress("Checking", log.last_position(), hidden=as_json) as advance:
            verdict = verified(
                log.store, advance, held.values(), named,
                now=datetime.now(UTC), key_lies_there=(data / KEY_FILE).is_file(),
            )  # fmt: skip
        books_differ = tuple(_books_that_differ(log)) if verdict.sound else ()
    verdict = replace(
        verdict,
        warnings=(*warnings, *verdict.warnings),
        end_unknown=bool(warnings),
        faults=(*verdict.faults, *lost_since(taken, verdict.position)),
    )
    if verdict.sound and (data / PRINTED_FILE).is_file():
        verdict = _with_what_was_printed(data, verdict, hidden=as_json)
    if verdict.sound:
        verdict = replace(verdict, warnings=(*verdict.warnings, *books_differ))
    if as_json:
        click.echo(msgspec.json.encode({**msgspec.to_builtins(verdict), "says": verdict.says}))
    else:
        click.echo(wording(verdict))
    sys.exit(0 if verdict.sound and not verdict.disagreed else 1)


def _with_what_was_printed(data: Path, verdict: Verdict, *, hidden: bool) -> Verdict:
    """The same verdict, once the codes that were printed here are held against the record."""
    from printing.checking.codes import MOST, printed_otherwise
    from web.command_line.opened import looked_at

    with (
        progress("Comparing what was printed", MOST, hidden=hidden) as advance,
        looked_at(data, apart=True) as here,
    ):
        printed, _, faults = printed_otherwise(here, advance)
    return replace(verdict, printed=printed, faults=faults)


def _books_that_differ(log: Log) -> Iterator[str]:
    """What became of the files of the organiser's own rulebooks that tournaments follow."""
    from ledger.rulebook.shelf import edition_differs
    from ledger.tournament.facts import RulebookChosen

    chosen = {
        event.fact for _, event in log.about(RulebookChosen)
        if isinstance(event.fact, RulebookChosen) and event.fact.digest
    }  # fmt: skip
    for fact in sorted(chosen, key=lambda fact: (fact.rulebook, fact.digest)):
        if differs := edition_differs(fact.rulebook, fact.digest):
            yield differs


def warned_of(folder: Path) -> Iterator[str]:
    """What may be missing from the record though it is consistent with itself."""
    must_hold_a_record(folder)
    if not in_postgres() and lacks_its_wal(folder / LEDGER_FILE):
        yield (
            f"{folder / LEDGER_FILE} was copied while it was in use, and {LEDGER_FILE}-wal did not "
            "come along: its newest events may be missing. Copy it when the service has stopped."
        )


def wording(verdict: Verdict) -> str:
    head = verdict.head.hex()[:16] if verdict.events else "none yet"
    rows = [
        (
            f"{some(verdict.events, 'event')}, {some(verdict.answers, 'answer')}, "
            f"{some(verdict.words, 'piece')} of words, "
            f"{some(verdict.checkpoints, 'checkpoint')} checked; last link {head}."
        ),
        *([f"{some(verdict.printed, 'code')} printed here compared."] if verdict.printed else []),
        *_of_witnesses(verdict),
        *(str(fault) for fault in verdict.faults[:SHOWN]),
    ]
    if (unsaid := len(verdict.faults) - SHOWN) > 0:
        rows.append(f"and {unsaid} more; `tilescribe record verify --json` lists them all")
    rows += [f"Warning: {warning}" for warning in verdict.warnings]
    rows += [f"Warning: {each}" for each in verdict.disagreed]
    rows.append(verdict.says)
    return "\n".join(rows)


def _of_witnesses(verdict: Verdict) -> Iterator[str]:
    """Which witnesses signed, and whether the settings name their keys."""
    stranger = " The settings do not name its key: compare it with the one its keeper gave you."
    for one in verdict.witnessed:
        yield (
            f"Witness {one.name} signed {some(one.checkpoints, 'checkpoint')}, the latest of "
            f"{one.size} events, and rightly.{stranger if one.trusted is False else ''}"
        )
    if verdict.unchecked:
        yield (
            f"{some(verdict.unchecked, 'signature')} of witnesses can't be checked: "
            "kept without a key."
        )


@click.command()
@data_option
def rebuild(data: Path) -> None:
    """Throw away what was derived from the record (the hall) and make it again."""
    from web.command_line.opened import opened

    with opened(data) as here:
        with progress("Rebuilding", here.log.last_position()) as advance:
            here.hall.rebuild(lambda done, _whole: advance(done))
        rows = sum(row.games for row in here.hall.tournaments())
        click.echo(f"The hall is rebuilt: {rows} games up to event {here.log.last_position()}.")


@click.command()
@data_option
def migrate(data: Path) -> None:
    """Bring the tables of the record up to date with this release, after a copy was made."""
    must_hold_a_record(data)
    copy = server_copied_before(data) if in_postgres() else copied_before(data)
    made = bring_up_to_date(data)
    if not in_postgres():
        put_away(data / LEDGER_FILE)
    if made:
        click.echo(f"{data}: {some(len(made), 'change')} made, up to {made[-1]}.")
        if copy is not None:
            click.echo(f"As it was, the record is in {copy}.")
    else:
        click.echo(f"{data}: up to date.")
