"""``tilescribe verify``, ``rebuild`` and ``migrate``: looking after the record itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from ledger.proof.note import Checkpoint, Unreadable, checkpoint_in
from ledger.record.faults import Verdict
from ledger.record.opening import LEDGER_FILE, lacks_its_wal
from ledger.record.sqlite.durable import put_away
from ledger.vocabulary.counted import some
from ledger.vocabulary.refusals import Refusal
from migrations import bring_up_to_date
from web.command_line.copied_first import copied_before, server_copied_before
from web.command_line.data_folder import data_option, in_postgres, must_hold_a_record
from web.command_line.progress import progress

SHOWN = 40
"""Faults a person is shown of a record; the rest are counted."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The verdict as JSON.")
@click.option(
    "--against", multiple=True, type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A checkpoint in hand, as a file; several are compared each.",
)  # fmt: skip
@data_option
def verify(as_json: bool, against: tuple[Path, ...], data: Path) -> None:
    """Check that nothing in the record was changed; exit 1 and name what was, if so.

    Nothing is written, so that a write-protected copy can be checked as well. An end that is lost
    is found where files beside the record have taken it in. What was cut off together with all
    that tells of it, only a checkpoint in hand finds: `--against`.
    """
    from ledger.record.verify import verify as verified
    from ledger.record.verify_beside import lost_since, taken_in
    from web.command_line.in_its_place import log_read
    from web.settings.of_proof import witnesses_named

    warnings = tuple(warned_of(data))
    taken = {} if in_postgres() else taken_in(data)  # before the log, which may grow meanwhile
    with (
        log_read(data) as log,
        progress("Checking", log.last_position(), hidden=as_json) as advance,
    ):
        named = [each.key for each in witnesses_named()]
        verdict = verified(log.store, advance, _in_hand(against), named)
    lost = tuple(lost_since(taken, verdict.position))
    verdict = replace(verdict, warnings=warnings, faults=(*verdict.faults, *lost))
    if as_json:
        click.echo(msgspec.json.encode(verdict))
    else:
        click.echo(in_words(verdict))
    sys.exit(0 if verdict.sound and not verdict.disagreed else 1)


def _in_hand(files: Iterable[Path]) -> list[Checkpoint]:
    """The checkpoints in files, with their signatures or copied by hand without."""
    found = []
    for path in files:
        try:
            found.append(checkpoint_in(path.read_text("utf-8").strip("\ufeff \n") + "\n"))
        except (Unreadable, UnicodeDecodeError) as trouble:
            raise Refusal(
                "no-such-checkpoint",
                f"{path} is no checkpoint of a log.",
                "Copy all of it: the name of the log, the number of events, and the root.",
            ) from trouble
    return found


def warned_of(folder: Path) -> Iterator[str]:
    """What may be missing from the record though nothing in it was changed."""
    must_hold_a_record(folder)
    if not in_postgres() and lacks_its_wal(folder / LEDGER_FILE):
        yield (
            f"{folder / LEDGER_FILE} was copied while it was in use, and {LEDGER_FILE}-wal did not "
            "come along: its newest events may be missing. Copy it when the service has stopped."
        )


NOBODY_CAN_TELL = (
    "Nothing of what is here was changed. Whether its end is missing, nobody can tell from what is "
    "here: compare it with a checkpoint, `tilescribe verify --against`."
)
END_LOST = (
    "Nothing of what is here was changed, but its end is lost. Keep the folder as it is, look for "
    "the missing ledger.db-wal, and take the newest backup."
)


def in_words(verdict: Verdict) -> str:
    """The verdict for people: what was checked, then every fault by position and column."""
    from ledger.record.verify_beside import LOST

    head = verdict.head.hex()[:16] if verdict.events else "none yet"
    rows = [
        (
            f"{some(verdict.events, 'event')}, {some(verdict.answers, 'answer')}, "
            f"{some(verdict.words, 'piece')} of words, "
            f"{some(verdict.checkpoints, 'checkpoint')} checked; last link {head}."
        ),
        *_of_witnesses(verdict),
        *(str(fault) for fault in verdict.faults[:SHOWN]),
    ]
    if (unsaid := len(verdict.faults) - SHOWN) > 0:
        rows.append(f"and {unsaid} more; `tilescribe verify --json` lists them all")
    rows += [f"Warning: {warning}" for warning in verdict.warnings]
    sound = NOBODY_CAN_TELL if verdict.warnings else "Nothing was changed."
    rows += [f"Warning: {each}" for each in verdict.disagreed]
    if verdict.disagreed and verdict.sound:
        sound = (
            "What is here agrees with itself, and not with what a witness saw. Keep this record as "
            "it is, and compare it with checkpoints on paper: `tilescribe verify --against`."
        )
    changed = any(fault.column != LOST for fault in verdict.faults)
    unsound = "The record was changed." if changed else END_LOST
    rows.append(sound if verdict.sound else unsound)
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


COMMANDS = (verify, rebuild, migrate)
