"""``tilescribe witness``: a witness run, the logs it signs, and witnesses compared."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from ledger.proof.witness_store import WitnessStore
    from ledger.proof.witnessing import Compared, SeenLog

FOLDER = Path("tilescribe-witness")
PORT = 8431
MOST_OTHERS = 16


def folder_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--folder", type=click.Path(file_okay=False, path_type=Path), default=FOLDER,
        show_default=True, metavar="DIR", help="Where the witness keeps its store and its key.",
    )(command)  # fmt: skip


@contextmanager
def _store(folder: Path, name: str = "") -> Iterator[WitnessStore]:
    """The witness in a folder; what others could read there, they can't any more."""
    from ledger.proof.witness_store import STORE_FILE, WITNESS_KEY, WitnessStore

    store = WitnessStore(folder, name)
    for file in (WITNESS_KEY, STORE_FILE):
        path = folder / file
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            path.chmod(0o600)
            more = " Unless you know them all, begin a new witness." if file == WITNESS_KEY else ""
            click.echo(
                f"Other users of this computer could read {file}; now they can't.{more}", err=True
            )
    try:
        yield store
    finally:
        store.close()


@click.command()
@folder_option
@click.option("--name", default="", help="What it is called, at the first start: witness.example.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=PORT, show_default=True,
    help="Port to listen on.",
)  # fmt: skip
@click.option(
    "--certificate", type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Certificate for HTTPS, in PEM, where no proxy stands in front.",
)  # fmt: skip
@click.option(
    "--certificate-key", type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Its key, in PEM (PKCS#8).",
)  # fmt: skip
@click.option(
    "--with", "others", multiple=True, metavar="URL",
    help="Another witness that it is compared with now and then.",
)  # fmt: skip
@click.option(
    "--every", type=click.FloatRange(0.1, 1440), default=10.0, show_default=True,
    help="Minutes between two comparisons.",
)  # fmt: skip
def serve(
    folder: Path,
    name: str,
    host: str,
    port: int,
    certificate: Path | None,
    certificate_key: Path | None,
    others: tuple[str, ...],
    every: float,
) -> None:
    """Run a witness: it signs checkpoints of the logs it knows, and never two histories of one.

    Its key is made at the first start. Give each hall that key (`tilescribe witness key`) and the
    address; take the key of each hall's log with `tilescribe witness add`. It needs no record, sees
    none, and holds no name of anybody. What it saw stands on its page, at its address.
    """
    if (certificate is None) != (certificate_key is None):
        raise click.UsageError("--certificate and --certificate-key go together")
    if len(others) > MOST_OTHERS:
        raise click.UsageError(f"it is compared with {MOST_OTHERS} others at most")
    from web.asgi.server import the_server
    from web.command_line.serving import must_be_free
    from web.witness.serving import Given, hand_over

    for each in others:
        _must_be_an_address(each)
    must_be_free(host, port)
    with _store(folder, name) as store:
        key, logs = str(store.verifier), len(store.sees(datetime.now(UTC)).logs)
    hand_over(Given(str(folder.resolve()), others, every))
    server = the_server("web.witness.serving:application", host, port, certificate, certificate_key)
    scheme = "https" if certificate else "http"
    where = f"[{host}]" if ":" in host else host
    server.on_startup(
        lambda: click.echo(
            f"Witness of {some(logs, 'log')}, in {folder}\n\n  {scheme}://{where}:{port}/\n\n"
            f"For halls, under proof.witnesses, before a blank and its address:\n{key}\n\n"
            "Ctrl+C stops."
        )
    )
    server.serve()


@click.command()
@click.argument("log_key", metavar="KEY")
@click.option("--at", "address", default="", metavar="URL", help="The hall's own address: it is "
              "asked for a proof where two witnesses are at different sizes.")  # fmt: skip
@folder_option
def add(log_key: str, address: str, folder: Path) -> None:
    """Let the witness know KEY, with which a hall signs its log: the foot of its /checkpoints/.

    A hall with several nodes has a key for each, and a restored record has another name: add each.
    A witness that is running knows it at once.
    """
    if address:
        _must_be_an_address(address)
    with _store(folder) as store:
        found = store.add(log_key, address, datetime.now(UTC))
        click.echo(f"{found.name} is signed from here on, with the key {found.key_id.hex()}.")
        click.echo(f"Give the hall this key:\n{store.verifier}")


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="The list as JSON, as at /heads.json.")
@folder_option
def list_(folder: Path, *, as_json: bool) -> None:
    """List the logs: how far each is signed and since when; end with 1 if one has two histories."""
    with _store(folder) as store:
        sees = store.sees(datetime.now(UTC))
    if as_json:
        click.echo(msgspec.json.encode(sees).decode())
    for log in () if as_json else sees.logs:
        click.echo("\n".join(_wording(log)))
    if not sees.logs and not as_json:
        click.echo("It knows no log yet. Add one: `tilescribe witness add KEY`.")
    if any(one.found in ("fork", "split") for log in sees.logs for one in log.found):
        sys.exit(1)


def _wording(log: SeenLog) -> Iterator[str]:
    from ledger.proof.witnessing import found_wording

    if log.at is None or log.since is None:
        yield f"{log.log}  none signed yet"
    else:
        yield (
            f"{log.log}  {log.size} events  {log.root[:16]}  {log.at:%Y-%m-%d %H:%M} UTC, "
            f"since {log.since:%Y-%m-%d}{'' if log.keys else '  not signed any more'}"
        )
    for one in log.found:
        yield (
            f"  {found_wording(one.found)}{f' ({one.by})' if one.by else ''}, "
            f"{one.first_at:%Y-%m-%d %H:%M} UTC: {one.size} events {one.root}, and "
            f"{one.against_size} events {one.against_root} signed here"
        )
    yield from (f"  {_compared_words(one)}" for one in log.compared)


def _compared_words(found: Compared) -> str:
    from web.witness.comparing import in_words

    return in_words(found)


@click.command()
@click.argument("which", metavar="KEY|LOG")
@folder_option
def remove(which: str, folder: Path) -> None:
    """Sign no more for KEY, or for all keys of LOG.

    What was signed of it stays, and counts again when the log is added again.
    """
    with _store(folder) as store:
        gone = store.remove(which)
    if not gone:
        raise Refusal(
            "no-such-log",
            "It knows no such key and no such log.",
            "Look at `tilescribe witness list --json`, which has the keys.",
        )
    click.echo(f"{some(gone, 'key')} removed; what was signed stays.")


@click.command()
@folder_option
def key(folder: Path) -> None:
    """Show the key of the witness, which halls name in their settings."""
    with _store(folder) as store:
        click.echo(str(store.verifier))


@click.command()
@click.argument("urls", nargs=-1, metavar="URL…", required=True)
@click.option("--hall", default="", metavar="URL", help="The hall's own address, asked for a proof "
              "where two witnesses are at different sizes.")  # fmt: skip
@folder_option
def compare(urls: tuple[str, ...], hall: str, folder: Path) -> None:
    """Compare what the witnesses at each URL signed, each with each, and with the one in --folder.

    Whoever shows one history to one witness and another to another is found here. Ends with 0 only
    if each two that know a log agree on it, as far as both have signed.
    """
    from ledger.proof.witness_store import STORE_FILE

    for each in (*urls, *([hall] if hall else ())):
        _must_be_an_address(each)
    has_own = (folder / STORE_FILE).exists()
    if len(urls) + has_own < 2:
        raise click.UsageError("name two witnesses, or the folder of one with --folder")
    if has_own:
        with _store(folder) as store:
            agreed = _each_with_each(urls, hall, store)
    else:
        agreed = _each_with_each(urls, hall, None)
    sys.exit(0 if agreed else 1)


def _each_with_each(urls: tuple[str, ...], hall: str, store: WitnessStore | None) -> bool:
    """Say how each two witnesses stand; whether all could be asked, and agree."""
    from web.proofs.exchange import Away
    from web.witness.comparing import compared, in_words, view_at, view_of_ours

    views = [view_of_ours(store)] if store else []
    agreed: list[bool] = []
    for url in urls:
        try:
            views.append(view_at(url))
        except Away as trouble:
            agreed.append(False)
            click.echo(f"{url} can't be compared with: {trouble}.", err=True)

    def proved_by(origin: str) -> str:
        return hall or (store.address_of(origin) if store else "")

    told = 0
    for one, other in combinations(views, 2):
        for origin, found in compared(one, other, proved_by, datetime.now(UTC)):
            told += 1
            agreed.append(found.verdict == "agrees")
            click.echo(f"{origin}: beside {one.name}, {in_words(found)}")
            if (two := found.evidence) is not None:
                click.echo(f"  {two.size} events, {two.root}: shown to {other.name}")
                click.echo(f"  {two.against_size} events, {two.against_root}: to {one.name}")
            if store is not None and one is views[0]:
                store.keep_compared(origin, found)
    if not told:
        click.echo("No two of them know a log in common.", err=True)
    return bool(told) and all(agreed)


def _must_be_an_address(url: str) -> None:
    from web.settings.known import ADDRESSES

    try:
        ADDRESSES.read(url)
    except ValueError as trouble:
        raise click.UsageError(f"{url} is no address, as https://witness.example") from trouble
