"""``tilescribe record checkpoint`` and ``checkpoints``, ``game prove``, ``key``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.vocabulary import CONSOLE
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from ledger.proof.made import Cosigned


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
    from ledger.proof.made import whole_note
    from ledger.record.events import record_id
    from web.command_line.opened import opened

    with opened(data) as here:
        made = here.checkpoints.make("asked", now=here.desk.now(), by=CONSOLE, about=about)
        unsigned = _signed_elsewhere(here) if send else ()
        note = whole_note(made, here.log.events_of(record_id()))
    click.echo(msgspec.json.encode(made).decode() if as_json else note.rstrip())
    for what in unsigned:
        click.echo(f"Not signed: {what}", err=True)
    if unsigned:
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
    from ledger.proof.made import listed_in
    from ledger.record.events import record_id
    from web.command_line.data_folder import log_read

    with log_read(data) as log:
        rows = listed_in(log.events_of(record_id()))[::-1]
    if as_json:
        click.echo(msgspec.json.encode(rows).decode())
        return
    for row in rows:
        signed = ", ".join(_signed_then(one) for one in row.witnesses)
        click.echo(
            f"{row.at:%Y-%m-%d %H:%M} UTC  {row.made.size:>7} events  {row.made.root[:16]}  "
            f"{row.made.about or 'asked for'}{f'  signed by {signed}' if signed else ''}"
        )
    if not rows:
        click.echo("No checkpoint has been made yet.")


def _signed_then(one: Cosigned) -> str:
    """Who signed, and when by that witness's own clock: which may be long after it was made."""
    return f"{one.name} on {one.at:%Y-%m-%d %H:%M} UTC" if one.at else one.name


@click.command("show")
@data_option
def show_key(data: Path) -> None:
    """The keys checkpoints were signed with, the newest last; the certificates of bundles."""
    from ledger.proof.keys import certified_in
    from ledger.proof.note import in_fours
    from web.command_line.opened import opened

    with opened(data) as here:
        keys = here.checkpoints.keys
        published = here.checkpoints.certificates
        held = certified_in(here.folder)
    click.echo("\n".join(map(str, keys)) or "No checkpoint has been made yet.")
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
@data_option
def new_key(of: str, data: Path) -> None:
    """Sign with a new key from here on.

    Each is signed by the old one, where that is at hand, so that others can follow, and named in
    the log. That of bundles comes with a new certificate; bundles handed out hold the one they were
    signed with, and stay valid.
    """
    from web.command_line.opened import opened

    with opened(data) as here:
        if of == "bundles":
            held = here.checkpoints.new_certificate(now=here.desk.now(), by=CONSOLE)
            click.echo(f"Bundles are signed with the certificate {held.fingerprint} from here on.")
            return
        made = here.checkpoints.new_key(now=here.desk.now(), by=CONSOLE)
    click.echo(f"Checkpoints are signed with {made} from here on.")


@click.command("copy")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.password_option(help="Under which the copy lies; asked for if left out.")
@data_option
def copy_key(file: Path, password: str, data: Path) -> None:
    """Put a copy of the keys away, under a password. Backups of the record do not hold them.

    The key that signs bundles lies in the same file, if there is one.
    """
    from ledger.proof.keys import certified_in, keep, key_in, under_password
    from web.command_line.opened import keys_kept_private

    if file.exists():
        raise click.ClickException(f"{file} is there already; choose another name")
    for line in keys_kept_private(data):
        click.echo(line, err=True)
    found = key_in(data)
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
