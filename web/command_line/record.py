"""``tilescribe record``: verified, migrated, rebuilt; a person's data erased."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
import msgspec
from msgspec.structs import replace

from ledger.record.faults import Verdict
from ledger.record.opening import LEDGER_FILE, lacks_its_wal
from ledger.record.sqlite.durable import put_away
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.bounds import some
from ledger.vocabulary.closed_lists import ForgottenBecause, KeyRevokedBecause, choices
from ledger.vocabulary.refusals import Refusal
from migrations import bring_up_to_date
from web.command_line.data_folder import (
    copied_before,
    data_option,
    in_postgres,
    must_hold_a_record,
    named_output,
    output_file,
    progress,
    put,
    say,
    server_copied_before,
)

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from ledger.erasure.pieces import Person, Piece
    from ledger.proof.checkpoints_made import Cosigned
    from ledger.proof.note import Checkpoint
    from ledger.record.log import Log
    from ledger.tournament.tournament import Tournament
    from printing.checking.evidence import Examined


# ``tilescribe record checkpoint`` and ``checkpoints``, ``game prove``, ``key``.


REVOKED_BECAUSE = dict(choices(KeyRevokedBecause))


@click.command()
@click.option("--about", default="", help="What it is made for, as harbour-open/R3.")
@click.option("--send", is_flag=True, help="Have the witnesses of the settings sign it as well.")
@click.option("--json", "as_json", is_flag=True, help="The checkpoint as JSON.")
@data_option
def checkpoint(about: str, send: bool, as_json: bool, data: Path) -> None:
    """Sign how many events there are and what they come to, and print it.

    Print it, read it out, send it elsewhere: with it in hand, `record verify --against` finds
    whatever is changed, left out or put in before it. While the service runs, it sends to
    witnesses by itself; --send does so now, and ends with 1 if one of them did not sign.
    """
    from ledger.proof.checkpoints_made import listed_of, reached, standing_disagreement, whole_note
    from ledger.record.events import record_id
    from web.command_line.opened import opened

    with opened(data) as here:
        made = here.checkpoints.make("asked", now=here.desk.now(), by=CONSOLE, about=about)
        unsigned = _signed_elsewhere(here) if send else ()
        events = here.log.events_of(record_id())
        note, row = whole_note(made, events), listed_of(made, events)
        stands = reached(row, here.quorum) if row and here.quorum and send else None
        against = standing_disagreement(events) if send and not unsigned else ""
    click.echo(msgspec.json.encode(made).decode() if as_json else note.rstrip())
    for what in unsigned:
        click.echo(f"Not signed: {what}", err=True)
    if stands is not None:
        click.echo(f"{stands.words()}.", err=True)
    if against:
        click.echo(f"Warning: {against}", err=True)
    if unsigned or against:
        sys.exit(1)


def _signed_elsewhere(here: Opened) -> tuple[str, ...]:
    """Ask every witness now; why one did not sign."""
    from web.proofs.sending import Witnessing
    from web.settings.in_force import witnesses_named

    witnesses = witnesses_named()
    if not witnesses:
        raise Refusal(
            "no-witness-named",
            "The settings name no witness.",
            "Name one as proof.witnesses, with its key and its address.",
        )
    rounds = [Witnessing(each, lambda: here.checkpoints, here.desk.now) for each in witnesses]
    return tuple(trouble for trouble, _ in (each.go() for each in rounds) if trouble)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The list as JSON.")
@data_option
def checkpoints(as_json: bool, data: Path) -> None:
    """List the checkpoints, the newest first: what each is of, which witnesses signed it, and when.

    A witness that is asked for the first time today signs old ones as well: its time says so.
    """
    from ledger.proof.checkpoints_made import listed_in, reached
    from ledger.record.events import record_id
    from web.command_line.data_folder import log_read
    from web.settings.in_force import quorum_named

    with log_read(data) as log:
        rows = listed_in(log.events_of(record_id()))[::-1]
    quorum, now = quorum_named(), datetime.now(UTC)
    if as_json:
        fields = [
            {**msgspec.to_builtins(row), "quorum": reached(row, quorum) if quorum else None}
            for row in rows
        ]
        click.echo(msgspec.json.encode(fields).decode())
        return
    for row in rows:
        signed = ", ".join(_signed_then(one) for one in row.witnesses)
        click.echo(
            f"{row.at:%Y-%m-%d %H:%M} UTC  {row.made.size:>7} events  {row.made.root[:16]}  "
            f"{row.made.about or 'asked for'}{f'  signed by {signed}' if signed else ''}"
            f"{f'  {reached(row, quorum).words(now)}' if quorum else ''}"
        )
    if not rows:
        click.echo("No checkpoint has been made yet.")


def _signed_then(one: Cosigned) -> str:
    """Who signed, and when by that witness's own clock: which may be long after it was made."""
    return f"{one.name} on {one.at:%Y-%m-%d %H:%M} UTC" if one.at else one.name


@click.command()
@click.option(
    "-o", "--output", type=output_file, required=True, help="The file. - is standard output."
)
def checker(output: Path) -> None:
    """Write check.html: one file by which anybody checks paper and proofs, with no network.

    It opens in any browser, from a disk or on a phone. Hand it out as a file, and have its SHA-256
    compared with the one on the sheet of a round.
    """
    from ledger.proof.note import in_fours
    from ledger.proof.signed_paper import CHECK_PAGE, checker_digest

    put(output, CHECK_PAGE.read_bytes())
    say(output, f"{named_output(output)}, SHA-256 {in_fours(checker_digest())}")


@click.command("show")
@data_option
def show_key(data: Path) -> None:
    """The keys checkpoints were signed with, the newest last; the certificates of bundles."""
    from ledger.proof.keys import certified_in, revoked_wording
    from ledger.proof.note import in_fours
    from ledger.proof.signed_paper import fingerprint_lines
    from web.command_line.opened import opened

    with opened(data) as here:
        keys, revoked = here.checkpoints.keys, here.checkpoints.revoked
        published = here.checkpoints.certificates
        held = certified_in(here.folder)
    for key in keys:
        click.echo(str(key))
        large, rest = fingerprint_lines(key.public)
        click.echo(f"  fingerprint {large}\n              {rest}")
        if standing := revoked.get(key.public):
            click.echo(f"  {revoked_wording(standing)}")
    if not keys:
        click.echo("No checkpoint has been made yet.")
    for one in published:
        by = f", signed by the one of SHA-256 {in_fours(one.replaces)[:19]}" if one.replaces else ""
        click.echo(f"Certificate of bundles since {one.since:%Y-%m-%d %H:%M} UTC{by}, SHA-256:")
        click.echo(f"  {in_fours(one.fingerprint)}")
    if held is not None:
        click.echo(f"Bundles are signed with the certificate of SHA-256 {held.fingerprint}.")
        click.echo(held.alone.decode().rstrip())


@click.command("new")
@click.option(
    "--of", type=click.Choice(["checkpoints", "bundles"]), default="checkpoints",
    show_default=True, help="What is signed with it.",
)  # fmt: skip
@click.option(
    "--token", default="", metavar="PKCS11-ADDRESS",
    help="Keep it in a token, where it can be used and not copied. Such as "
    "'pkcs11:token=Hall;object=checkpoints?module-path=/usr/lib/token.so&pin-source=file:/etc/pin'.",
)  # fmt: skip
@data_option
def new_key(of: str, token: str, data: Path) -> None:
    """Sign with a new key from here on.

    Each is signed by the old one, where that is at hand, so that others can follow, and named in
    the log. That of bundles comes with a new certificate; bundles handed out hold the one they were
    signed with, and stay valid. In a token the key is made where it is not there yet.
    """
    from web.command_line.opened import opened

    if token and of == "bundles":
        raise click.UsageError("--token keeps the key of checkpoints and paper")
    with opened(data) as here:
        if of == "bundles":
            held = here.checkpoints.new_certificate(now=here.desk.now(), by=CONSOLE)
            click.echo(f"Bundles are signed with the certificate {held.fingerprint} from here on.")
            return
        made = here.checkpoints.new_key(now=here.desk.now(), by=CONSOLE, token=token)
    click.echo(f"Checkpoints are signed with {made} from here on.")


@click.command("revoke")
@click.argument("key")
@click.option(
    "--since", required=True, metavar="MOMENT",
    help="From when nobody is to trust it, as 2026-11-21T14:32; without a zone, UTC.",
)  # fmt: skip
@click.option(
    "--because", required=True, type=click.Choice(list(REVOKED_BECAUSE)),
    help="Why: " + "; ".join(f"{name}: {words}" for name, words in REVOKED_BECAUSE.items()) + ".",
)  # fmt: skip
@data_option
def revoke_key(key: str, since: str, because: KeyRevokedBecause, data: Path) -> None:
    """Say that signatures with KEY are not ours from a moment on.

    KEY is a line of `key show`, or the 8 digits of its id. One in use is replaced first. What was
    signed before stays signed; whoever holds the key can still write an earlier time, so compare
    such a sheet with the record. `key trust` takes it back.
    """
    from ledger.proof.keys import revoked_wording
    from web.command_line.games import moment_of
    from web.command_line.opened import opened

    with opened(data) as here:
        found = here.checkpoints.revoke(
            key, moment_of(since), because, now=here.desk.now(), by=CONSOLE
        )
        standing = here.checkpoints.revoked[found.public]
    click.echo(f"{found}\n  {revoked_wording(standing)}")


@click.command("trust")
@click.argument("key")
@data_option
def trust_key(key: str, data: Path) -> None:
    """Take back that KEY was revoked."""
    from web.command_line.opened import opened

    with opened(data) as here:
        found = here.checkpoints.trust_again(key, now=here.desk.now(), by=CONSOLE)
    click.echo(f"{found} is trusted again.")


@click.command("copy")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.password_option(help="Under which the copy lies; asked for if left out.")
@data_option
def copy_key(file: Path, password: str, data: Path) -> None:
    """Put a copy of the keys away, under a password. Backups of the record do not hold them.

    The key that signs bundles lies in the same file, if there is one.
    """
    from ledger.proof.keys import certified_in, keep, key_to_copy, under_password
    from web.command_line.opened import keys_kept_private

    if file.exists():
        raise click.ClickException(f"{file} is there already; choose another name")
    for line in keys_kept_private(data):
        click.echo(line, err=True)
    found = key_to_copy(data)
    if found is None:
        raise Refusal("no-key", f"There is no key in {data} yet.", "Make a checkpoint first.")
    held = certified_in(data)
    keep(found, file, password, under_password(held, password) if held else b"")
    click.echo(f"{file} holds the key{'s' if held else ''}, under the password.")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--password", prompt=True, hide_input=True, help="Under which the copy lies.")
@data_option
def restore_key(file: Path, password: str, data: Path) -> None:
    """Put the keys back from their copy, where the data folder has none."""
    from ledger.proof.keys import (
        CERTIFICATE_FILE,
        KEY_FILE,
        certified_of_copy,
        keep,
        key_of_copy,
        put_away,
    )
    from web.command_line.data_folder import must_hold_a_record

    must_hold_a_record(data)
    if (data / KEY_FILE).exists():
        raise click.ClickException(f"{data} has a key already; move it away first")
    found, held = key_of_copy(file, password), certified_of_copy(file, password)
    keep(found, data / KEY_FILE)
    if held is not None and not (data / CERTIFICATE_FILE).exists():
        put_away(held.key + held.certificate, data / CERTIFICATE_FILE)
    click.echo(f"{data} signs checkpoints with that key again.")


# ``tilescribe record``: verified, migrated, rebuilt; a person's data erased.


NEWEST_GAMES = 2_000
"""Games whose signatures are compared unless all are asked for: some 3 ms each."""

SHOWN = 40  # faults a person is shown of a record; the rest are counted


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The verdict as JSON.")
@click.option(
    "--against", multiple=True, type=click.Path(path_type=Path, exists=True),
    help="What is kept elsewhere, as a file or a folder of them: printed PDFs, scans, bundles, "
    "checkpoints, sheets of closed rounds, proofs, games as GCG, backups. Each is compared.",
)  # fmt: skip
@click.option(
    "--every-signature", is_flag=True,
    help=f"Compare the signatures of all games, not of the newest {NEWEST_GAMES} alone.",
)  # fmt: skip
@click.option(
    "--minutes", type=click.FloatRange(min=0),
    help="Check for so long, and go on from there with the next run: a long record in parts, as by "
    "a clock. The round's end says what the whole came to; the run after it begins anew.",
)  # fmt: skip
@data_option
def verify(
    as_json: bool,
    against: tuple[Path, ...],
    every_signature: bool,
    minutes: float | None,
    data: Path,
) -> None:
    """Check the record, link by link; exit 1 and name what is wrong with it, if anything is.

    By itself it finds whether the record is consistent with itself: every event, answer and
    signature, and each checkpoint that a closed round or a bundle must have. That nothing was
    changed it says only where something kept elsewhere was compared: `--against`, or a witness.
    Nothing is written, so that a write-protected copy can be checked as well. An end that is lost
    is found where files beside the record have taken it in.
    """
    if minutes is not None:
        if against or every_signature:
            raise click.UsageError(
                "--minutes goes by itself: compare what is kept elsewhere, or signatures, in a run "
                "of its own."
            )
        _verify_a_part(data, minutes, as_json=as_json)
    from ledger.proof.keys import KEY_FILE
    from ledger.proof.paper_codes import PRINTED_FILE
    from ledger.record.verify import verify as verified
    from ledger.record.verify_tree import in_every_era, lost_since, named_in, taken_in
    from printing.checking.checkpoints import must_be_of
    from web.command_line.data_folder import log_read
    from web.settings.in_force import witnesses_named

    warnings = tuple(warned_of(data))
    pieces, ring = [*pieces_in(against)], ring_of_the_settings()
    held = checkpoints_among(pieces)
    taken = {} if in_postgres() else taken_in(data)  # before the log, which may grow meanwhile
    with log_read(data) as log:
        must_be_of(log.store, {path: held[path] for path in against if path in held})
        ours = named_in(log.store)
        held = {path: one for path, one in held.items() if in_every_era(one.origin) in ours}
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
    examined = _cross_examined(data, [*pieces, *ring], hidden=as_json)
    if verdict.sound and (data / PRINTED_FILE).is_file():
        verdict = _with_what_was_printed(data, verdict, hidden=as_json)
    if verdict.sound:
        verdict = _with_signatures(data, verdict, every=every_signature, hidden=as_json)
    if verdict.sound:
        verdict = replace(verdict, warnings=(*verdict.warnings, *books_differ))
    if as_json:
        told = {**msgspec.to_builtins(verdict), "says": verdict.says}
        click.echo(msgspec.json.encode({**told, "examined": examined} if examined else told))
    else:
        for line in examined_wording(examined, {path.name for path in ring}):
            click.echo(line)
        click.echo(wording(verdict))
    agrees = all_agree(examined, {path.name for path in against})
    sys.exit(0 if verdict.sound and not verdict.disagreed and agrees else 1)


def _verify_a_part(data: Path, minutes: float, *, as_json: bool) -> NoReturn:
    """Check for so many minutes, say how far it came, and exit 1 if anything was found by now."""
    from ledger.proof.keys import KEY_FILE
    from ledger.record.verify_parts import read_mark, verify_part
    from web.command_line.data_folder import log_read
    from web.settings.in_force import witnesses_named

    if not os.access(data, os.W_OK):
        raise click.ClickException(
            f"How far it came is noted in {data}, which can only be read: leave --minutes out."
        )
    with log_read(data) as log:
        try:
            with progress("Checking", log.last_position(), hidden=as_json) as advance:
                part = verify_part(
                    log.store, data, 60 * minutes, now=datetime.now(UTC), progress=advance,
                    witnesses=[each.key for each in witnesses_named()],
                    key_lies_there=(data / KEY_FILE).is_file(),
                )  # fmt: skip
        except KeyboardInterrupt:
            mark = read_mark(data)
            upto = some(mark.events if mark else 0, "event")
            raise click.ClickException(
                f"Stopped. {upto} of this round are checked and noted; the next run goes on there."
            ) from None
        end = log.last_position()
    mark, verdict = part.mark, part.verdict
    if as_json:
        click.echo(msgspec.json.encode({**msgspec.to_builtins(part), "end": end}))
    elif verdict is not None:
        click.echo(wording(verdict))
        click.echo(f"That was round {mark.rounds}, begun {mark.began:%Y-%m-%d %H:%M} UTC.")
    else:
        click.echo(
            f"{mark.events} events are checked, up to position {mark.position} of {end}, and "
            f"{len(mark.done)} of {part.questions} questions about the tables beside them. "
            "The next run goes on from here."
        )
        for fault in mark.faults[:SHOWN]:
            click.echo(str(fault))
    found = verdict.faults if verdict is not None else mark.faults
    sys.exit(1 if found or (verdict is not None and verdict.disagreed) else 0)


def pieces_in(against: tuple[Path, ...]) -> Iterator[Path]:
    """Every file that was named, and every one in a folder that was, in the order of names."""
    for path in against:
        if path.is_dir():
            yield from sorted(one for one in path.rglob("*") if one.is_file())
        else:
            yield path


def ring_of_the_settings() -> tuple[Path, ...]:
    """The backups in the ring that the settings name, the oldest first; none where it is away."""
    from ledger.backup.ring import in_ring
    from web.command_line.configuration import backup_settings

    folder = backup_settings().folder
    return tuple(in_ring(folder).values()) if folder and folder.is_dir() else ()


def checkpoints_among(pieces: Iterable[Path]) -> dict[Path, Checkpoint]:
    """The checkpoints in files; whatever else a file is has none."""
    from printing.checking.checkpoints import checkpoint_of

    found = {}
    for path in pieces:
        with suppress(Exception):  # a torn or hostile file has none; what it is, is said later
            found[path] = checkpoint_of(path)
    return found


def _cross_examined(data: Path, pieces: list[Path], *, hidden: bool) -> tuple[Examined, ...]:
    if not pieces:
        return ()
    from printing.checking.evidence import CrossExamination
    from web.command_line.data_folder import copy_read
    from web.command_line.opened import looked_at

    found: list[Examined] = []
    with (
        progress("Comparing what was kept", len(pieces), hidden=hidden) as advance,
        looked_at(data, apart=True) as here,
    ):
        examination = CrossExamination(here, copy_read)
        for done, path in enumerate(pieces, 1):
            found += examination.of(path)
            advance(done)
    return tuple(found)


def examined_wording(examined: Sequence[Examined], ring: Collection[str]) -> Iterator[str]:
    """Each piece on a line, then how many came to what; of the ring, what is found against us."""
    if not examined:
        return
    from printing.checking.evidence import AGREEING

    for one in examined:
        if one.name not in ring or one.came not in AGREEING:
            yield one.wording
    if len(examined) > 1:
        counts = Counter(one.came for one in examined).items()
        came = ", ".join(f"{came.value} {count}" for came, count in counts)
        yield f"{some(len(examined), 'piece')} compared: {came}."


def all_agree(examined: Iterable[Examined], named: Collection[str]) -> bool:
    """Whether nothing was found against the record, and what was named by itself was compared."""
    examined = tuple(examined)
    if not examined:
        return True
    from printing.checking.evidence import AGREEING, Came

    fine = {*AGREEING, Came.LOST, Came.NOT_COMPARED}
    return all(
        one.came in fine and not (one.came is Came.NOT_COMPARED and one.name in named)
        for one in examined
    )


def _with_signatures(data: Path, verdict: Verdict, *, every: bool, hidden: bool) -> Verdict:
    """The same verdict, once signatures are held against the results they were given for."""
    from ledger.game.signed_for import games_in, signatures_compared
    from web.command_line.data_folder import log_read

    with log_read(data) as log:
        games, of = games_in(log, None if every else NEWEST_GAMES)
        with progress("Comparing signatures", len(games), hidden=hidden) as advance:
            found = signatures_compared(log, games, advance)
    warnings = list(verdict.warnings)
    if len(games) < of:
        warnings.append(
            f"The signatures of the newest {len(games)} of {of} games were compared; "
            "--every-signature compares all."
        )
    if found.other_words:
        warnings.append(
            f"Of {some(found.other_words, 'signature')} the words that were shown can't be made "
            "again: another release showed them, or the game was changed."
        )
    return replace(verdict, signatures=found.count, faults=found.faults, warnings=tuple(warnings))


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
    from ledger.rulebook.book_files import edition_differs
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
        *(
            [f"{some(verdict.signatures, 'signature')} of players compared."]
            if verdict.signatures
            else []
        ),
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
@click.option(
    "--missing", is_flag=True,
    help="Throw nothing away: take in older tournaments that the lists still lack, the newest "
    "first. It can be stopped, and goes on from there; the service runs it by itself.",
)  # fmt: skip
@data_option
def rebuild(missing: bool, data: Path) -> None:
    """Throw away what was derived from the record (the hall) and make it again."""
    from web.command_line.opened import opened

    with opened(data) as here:
        if missing:
            with progress("Taking in", here.hall.owed()) as advance:
                here.hall.take_in_owed(lambda done, _whole: advance(done))
            with progress("Adding up", here.log.last_position()) as advance:
                here.checkpoints.tree.catch_up(advance)  # else the first checkpoint waits for it
            rows = len(here.hall.tournament_names())
            click.echo(f"The lists are whole: {rows} tournaments.")
            return
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


# ``tilescribe record erase``: what one person gave, listed, and removed for good.


BECAUSE = dict(choices(ForgottenBecause))


@click.command()
@click.argument("slug", required=False)
@click.argument("who", required=False)
@click.option("--dry-run", is_flag=True, help="Show what would be removed, and remove nothing.")
@click.option("--because", type=click.Choice(list(BECAUSE)), help="Why: a word of this list.")
@click.option("--name", default="", help="The name once more, in place of being asked for it.")
@click.option(
    "--photo", "photos", multiple=True, metavar="DIGEST",
    help="A photo that nobody is named for goes too; as many of its digest's signs as tell it.",
)  # fmt: skip
@click.option("--finish", is_flag=True, help="Only see to the files, where that had to wait.")
@data_option
def forget(
    slug: str | None,
    who: str | None,
    *,
    dry_run: bool,
    because: str | None,
    name: str,
    photos: tuple[str, ...],
    finish: bool,
    data: Path,
) -> None:
    """Remove for good what WHO gave in SLUG: signatures by hand, statements, photos.

    WHO is a player's number, a badge, or a name. Without WHO everybody is listed who gave something
    that can be removed. Names, scores, turns and rulings are the log itself and stay; so does that
    somebody signed or was heard, and when. What is removed never comes back.
    """
    if finish:
        _finish(data)
    elif slug is None:
        raise click.UsageError("name a tournament, or say --finish")
    elif who is None:
        _list(slug, data)
    elif dry_run:
        from web.command_line.opened import looked_at

        with looked_at(data) as here:
            person = _person(here, _tournament(here, slug), who)
            click.echo("\n".join(_shown(person)))
            click.echo("Nothing was removed.")
    elif because is None:
        raise click.UsageError(f"say --because, one of: {', '.join(BECAUSE)}")
    else:
        _forget(slug, who, because, name, photos, data)


def _forget(
    slug: str, who: str, because: str, name: str, photos: tuple[str, ...], data: Path
) -> None:
    from typing import cast

    from ledger.desk.requests import from_the_desk
    from ledger.erasure.forgetting import (
        ForgetPerson,
        chosen,
        elsewhere_wording,
        forget,
        in_the_files_wording,
    )
    from web.command_line.opened import opened

    with opened(data) as here:
        person = _person(here, _tournament(here, slug), who)
        beside = tuple(_beside(person, photo).digest for photo in photos)
        digests = (*dict.fromkeys(one.digest for one in person.kept), *beside)
        going = chosen(person, digests)
        click.echo("\n".join(_shown(person)))
        typed = name or click.prompt(
            f"This can't be undone. Type the name ({person.name}) to remove it", default="",
            show_default=False,
        )  # fmt: skip
        request = ForgetPerson(
            person=person.key,
            name=typed,
            because=cast("ForgottenBecause", because),
            pieces=digests,
        )
        done = forget(here.desk, slug, request, from_the_desk(CONSOLE))
        click.echo(f"Removed: {_wording(going)}. {in_the_files_wording(done)}")
        click.echo(elsewhere_wording())
        for copy in _copies(data):
            click.echo(f"  made before: {copy}")


def _list(slug: str, data: Path) -> None:
    from ledger.erasure.pieces import counted
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        people = _people(here, _tournament(here, slug))
    for person in people:
        kind, _, key = person.key.partition("-")
        called = key if kind != "named" else ""
        text = counted(person.kept) or "everything was removed"
        needed = f"  (still needed: {'; '.join(person.needed)})" if person.needed else ""
        click.echo(f"{called:>5}  {person.name}: {text}{needed}")
    if not people:
        click.echo("Nobody gave anything in this tournament that lies beside the log.")


def _finish(data: Path) -> None:
    from ledger.erasure.forgetting import in_the_files_wording
    from ledger.record.engine import open_log
    from web.command_line.data_folder import must_hold_a_record
    from web.command_line.opened import put_away_after

    must_hold_a_record(data)
    with put_away_after(data), closing(open_log(data)) as log:
        click.echo(in_the_files_wording(log.overwrite_removed(waiting=False)))


def _tournament(here: Opened, slug: str) -> Tournament:
    from ledger.tournament.tournament import tournament_named

    return tournament_named(slug, here.log)


def _people(here: Opened, tournament: Tournament) -> tuple[Person, ...]:
    from datetime import UTC, datetime

    from ledger.erasure.pieces import given_in

    return given_in(here.log, here.shelf, tournament, datetime.now(UTC))


def _person(here: Opened, tournament: Tournament, who: str) -> Person:
    from ledger.erasure.pieces import plain_name
    from ledger.refusals.saying import refusal

    people = _people(here, tournament)
    keys = {f"player-{who.strip().lstrip('#')}", f"badge-{who.strip()}", who}
    found = [one for one in people if one.key in keys]
    found = found or [one for one in people if plain_name(one.name) == plain_name(who)]
    if len(found) > 1:
        raise Refusal(
            "two-of-that-name",
            f"{len(found)} people are called {who!r}.",
            "Name the number or the badge; without WHO the command lists them.",
        )
    if not found:
        raise refusal("no-such-person")
    return found[0]


def _beside(person: Person, signs: str) -> Piece:
    found = [one for one in person.beside if len(signs) >= 6 and one.digest.startswith(signs)]
    if len(found) != 1:
        raise Refusal(
            "no-such-photo",
            f"No photo beside what {person.name} gave has a digest that begins with {signs!r}.",
            "Look at the list with --dry-run, and copy at least six signs.",
        )
    return found[0]


def _shown(person: Person) -> Iterator[str]:
    """A person and each piece, what was removed before as well."""
    from ledger.erasure.pieces import kind_wording
    from ledger.record.standing import removed_wording

    yield f"{person.name}: {_wording(person.kept) or 'nothing is left to be removed'}"
    for one in (*person.pieces, *person.beside):
        notes = [f"{one.size} bytes"] if one.removed_at is None else []
        notes += [removed_wording(one.removed_at)] if one.removed_at else []
        notes += ["another player's too"] if one.is_shared else []
        notes += [f"nobody is named for it: --photo {one.digest[:8]}"] if not one.of else []
        notes += [f"still needed: {one.needed}"] if one.needed and one.removed_at is None else []
        what = kind_wording(one.kind)
        yield f"  {one.where:<10} {one.at:%Y-%m-%d %H:%M} UTC  {what} ({'; '.join(notes)})"


def _wording(pieces: tuple[Piece, ...]) -> str:
    from ledger.erasure.pieces import counted

    return counted(pieces)


def _copies(data: Path) -> list[Path]:
    """Copies of the record that we know of: the ring's, and those kept aside in the data folder."""
    from ledger.backup.ring import in_ring
    from web.settings.in_force import value_of
    from web.settings.known import BACKUP

    ring = str(value_of(BACKUP))
    asides = [*data.glob("before-*.db"), *data.glob("before-*.tilescribe")]
    asides += data.glob("before-restore-*/ledger.db")
    return [*(in_ring(Path(ring)).values() if ring else ()), *sorted(asides)]
