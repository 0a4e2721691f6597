"""``tilescribe serve`` and ``demo``: the service, on a laptop in the hall."""

from __future__ import annotations

import errno
import io
import os
import shutil
import socket
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.record.opening import LEDGER_FILE
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.refusals import Refusal
from web.command_line.configuration import ring_trouble
from web.command_line.data_folder import (
    config_option,
    data_option,
    in_postgres,
    keep_served_at,
    left_out_wording,
    progress,
)
from web.settings import known
from web.settings.in_force import (
    must_have_a_disk,
    must_keep_what_is_written,
    must_lie_apart,
    number,
    put_in_force,
    value_of,
)

if TYPE_CHECKING:
    from ipaddress import IPv4Address

    from ledger.desk.opened import Opened
    from web.asgi.server import Supervised
    from web.hall_certificate import HallCertificate, InstallServer


# ``tilescribe serve --hall``: what tablets in the hall need, and what the director is told.


IN_THE_HALL = "0.0.0.0"  # noqa: S104 (the hall must reach it; loopback alone would be no hall)
SOON = timedelta(days=60)
"""How long before the certificate runs out the director is told at each start."""


@dataclass(frozen=True)
class HallDoors:
    """The hall's two doors: the service over HTTPS, and the install page.

    Attributes:
      host: address both listen on.
      installing: the server of the install page, listening and not yet answering.
    """

    host: str
    port: int
    install_port: int
    addresses: tuple[IPv4Address, ...]
    certificate: HallCertificate
    installing: InstallServer

    @property
    def wording(self) -> list[str]:
        """The addresses that the director is told, the one most in use first."""
        return [f"https://{address}:{self.port}" for address in self.addresses]


def hall_doors(
    data: Path,
    host: str | None,
    addresses: tuple[IPv4Address, ...],
    port: int,
    install_port: int,
    name: str | None,
) -> HallDoors:
    """Make the certificate if need be, and take the install page's port."""
    from web.hall_certificate import InstallServer, hall_certificate, handouts, install_pages

    certificate = hall_certificate(data, name, addresses, datetime.now(UTC))
    listening = host or IN_THE_HALL
    pages = install_pages(certificate, addresses, port, install_port)
    try:
        installing = InstallServer(listening, install_port, handouts(certificate), pages)
    except OSError as trouble:
        raise Refusal(
            "port-taken",
            f"Port {install_port} for the install page can't be used: {trouble.strerror}.",
            "Choose another with --install-port.",
        ) from trouble
    return HallDoors(listening, port, install_port, addresses, certificate, installing)


def hall_wording(doors: HallDoors, what: str) -> str:

    from web.hall_certificate import fingerprint

    first, *others = [f"{address}/" for address in doors.wording]
    name = doors.certificate.name
    by_name = f"https://{name}:{doors.port}/"
    label = name.removesuffix(".local")
    # A .local name is made known by the computer that is called so, and by nobody else.
    ours = socket.gethostname().partition(".")[0].lower() == label and label != name
    known = "" if ours else f"   (if this computer is called {label})"
    install = f"http://{doors.addresses[0]}:{doors.install_port}/"
    lines = [
        f"Tilescribe serves {what} to the hall, over HTTPS",
        "",
        f"  Here and on tablets   {first}",
        *(f"  also                  {each}" for each in others),
        f"  by name               {by_name}{known}",
        "",
        "Every device needs the hall's certificate once, this computer too. To install it, scan",
        f"this or open {install}",
        "",
        *terminal_qr(install).splitlines(),
        "To hang the steps up in the hall, print that page. A device that installs the right",
        f"certificate shows this SHA-256 fingerprint. It ends on {_ends(doors)}.",
        "",
        *(f"  {line}" for line in fingerprint(doors.certificate.authority)),
        "",
        *_news(doors),
        "Ctrl+C stops.",
    ]
    return "\n".join(lines)


def _ends(doors: HallDoors) -> str:
    return f"{doors.certificate.authority.not_valid_after_utc:%Y-%m-%d}"


def _news(doors: HallDoors) -> list[str]:
    """What is not as it was at the last start, or will not be for long."""
    if doors.certificate.is_new:
        return ["This certificate is new: no device knows it yet.", ""]
    if doors.certificate.authority.not_valid_after_utc - datetime.now(UTC) < SOON:
        again = f"delete {doors.certificate.chain.parent}, and install the new one everywhere"
        return [f"The certificate ends soon. Before the next tournament {again}.", ""]
    return []


def terminal_qr(address: str) -> str:
    """The address as a QR code of half blocks: dark on light, whatever the terminal's colours."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(
        click.style(line, fg="bright_white", bg="black") for line in drawn.getvalue().splitlines()
    )


LOOPBACK = "127.0.0.1"
PORT, INSTALL_PORT = known.PORT.default, 8480
MOST_WORKERS = 64
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (what is compared, not listened on)

NO_OFFLINE = (
    "Over plain HTTP tablets can't work offline: `tilescribe serve --hall` gives them HTTPS.\n"
)

host_option = click.option("--host", help=f"Address to listen on.  [default: {LOOPBACK}]")
a_port = click.IntRange(1, 65535)
port_option = click.option("--port", type=a_port, help=f"Port to listen on.  [default: {PORT}]")


log_option = click.option(
    "--log-format",
    type=click.Choice(("lines", "json")),
    help="How the log is written.  [default: lines]",
)


@click.command()
@data_option
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1; with --hall: all]")
@port_option
@log_option
@click.option("--hall", is_flag=True, help="Serve tablets in the hall, over HTTPS.")
@click.option("--name", help="The hall's name.  [default: sheet.local]  Only with --hall.")
@click.option(
    "--install-port",
    type=a_port,
    help=f"Port of the page that installs the certificate.  [default: {INSTALL_PORT}]  "
    "Only with --hall.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Processes that answer at that port, for a machine with more cores than one. "
    "They share the record.",
)
def serve(
    data: Path,
    host: str | None,
    port: int | None,
    log_format: str | None,
    hall: bool,
    name: str | None,
    install_port: int | None,
    workers: int,
) -> None:
    """Run the service on a data folder, which is begun if it is not there yet.

    With --hall, tablets on the same Wi-Fi reach it over HTTPS, so that they can work offline:
    a certificate for this hall alone is made once, and a page helps to install it on tablets.
    """
    if not hall and (name, install_port) != (None, None):
        raise click.UsageError("--name and --install-port go with --hall")
    host, port = listening(host, port)
    written_as(log_format)
    if hall and port == (install_port or INSTALL_PORT):
        raise click.UsageError("--port and --install-port must differ")
    from web.command_line.opened import kept_private, opened, put_away_after

    _say_of_the_disk(data)
    _say_of_the_fonts()
    for line in left_out_wording():
        click.echo(f"Warning: {line}", err=True)
    with opened(data, make=True) as here:
        if here.log.owes_overwriting():  # the service was stopped on the way, or was busy
            here.log.overwrite_removed(waiting=False)
        games = sum(row.games for row in here.hall.tournaments())
        counted = f"{'1 game' if games == 1 else f'{games} games'} in {data}"
        if hall:
            server = _for_the_hall(
                data, host, port, install_port or INSTALL_PORT, name, counted, workers
            )
        else:
            server = for_us(data, host or LOOPBACK, port, counted, workers)
        first_start(here)  # whatever could be refused was not: the PIN that is shown will do
        sign_from_the_start(here)
    for line in kept_private(data):
        click.echo(line, err=True)
    _prepare_for(data, workers)
    with put_away_after(data):
        server.serve()


def _prepare_for(data: Path, workers: int) -> None:
    if in_postgres():
        return  # the server tells each of them
    from ledger.record.sqlite.calling import begin_serving_together, serve_alone

    serve_alone(data)
    if workers > 1:
        begin_serving_together(data)


def listening(host: str | None, port: int | None) -> tuple[str | None, int]:
    """Where to listen, by options or settings; ``None`` where nobody names a host."""
    named = os.environ.get(known.HOST.variable, "").strip()
    return host or named or None, port or number(known.PORT)


def written_as(log_format: str | None) -> None:
    """Let the worker, which knows the environment alone, write its log as the option says."""
    if log_format is not None:
        os.environ[known.LOG_FORMAT.variable] = log_format


def _say_of_the_disk(folder: Path) -> None:
    """Warn of a folder that may not keep what is written; refuse one that can't."""
    must_lie_apart(str(value_of(known.BACKUP)), folder)
    must_have_a_disk(str(value_of(known.BACKUP)))
    if trouble := ring_trouble(str(value_of(known.BACKUP)), folder):
        click.echo(f"Warning: {trouble}", err=True)
    warning = "" if in_postgres() else must_keep_what_is_written(folder)
    if warning:
        click.echo(f"Warning: {warning}", err=True)


def _say_of_the_fonts() -> None:
    """Warn of a folder of fonts that is none, before a name on paper is spelled for want of it."""
    from printing.fonts import wrong_folder

    if trouble := wrong_folder(str(value_of(known.FONTS))):
        click.echo(f"Warning: {trouble} Letters that our own fonts lack are refused.", err=True)


def first_start(here: Opened) -> None:
    """Make the first director's badge, and tell its PIN this once."""
    welcome = here.badges.first_start()
    if welcome is not None:
        click.echo(
            f"The director's badge is {welcome.badge}, its PIN {welcome.pin}\n"
            "This is shown only once; the PIN must be changed at the first sign-in (/sign-in).\n"
        )


def sign_from_the_start(here: Opened) -> None:
    """Make the hall's key where there is none, named by the first checkpoint.

    So what is printed from the first round on is signed. Without one paper is as good as before.
    """
    from ledger.proof.keys import KEY_FILE

    if (here.folder / KEY_FILE).exists():
        return
    try:
        here.checkpoints.make("hall-begun", now=here.desk.now(), by=CONSOLE)
    except (Refusal, OSError) as trouble:
        click.echo(f"Warning: no key was made, and paper is not signed: {trouble}", err=True)


def for_us(folder: Path, host: str, port: int, what: str, workers: int = 1) -> Supervised:
    """The server without a certificate, not yet serving."""
    must_be_free(host, port)
    address = f"http://{_reached_at(host)}:{port}"
    missing = "" if host in (LOOPBACK, "localhost", "::1") else NO_OFFLINE
    text = f"Tilescribe serves {what}\n\n  {address}/\n\n{missing}Ctrl+C stops."
    server = _the_server(folder, host, port, workers=workers)
    server.on_startup(lambda: click.echo(text))
    server.on_startup(lambda: keep_served_at(folder, address))
    return server


def _reached_at(host: str) -> str:
    """What stands for a host in an address: of all of this computer's, the one most in use."""
    from web.hall_certificate import lan_addresses

    if host in EVERYWHERE:
        host = str(next(iter(lan_addresses()), LOOPBACK))
    return f"[{host}]" if ":" in host else host


def _for_the_hall(
    folder: Path,
    host: str | None,
    port: int,
    install_port: int,
    name: str | None,
    what: str,
    workers: int,
) -> Supervised:
    """The server that shows the hall's certificate, not yet serving."""
    from web.hall_certificate import addresses_for

    addresses = addresses_for(host)
    must_be_free(host or IN_THE_HALL, port)
    doors = hall_doors(folder, host, addresses, port, install_port, name)
    shown = doors.certificate
    server = _the_server(
        folder, doors.host, port, shown.chain, shown.key, shown.name, workers=workers
    )
    server.on_startup(lambda: click.echo(hall_wording(doors, what)))
    server.on_startup(doors.installing.start)
    server.on_startup(lambda: keep_served_at(folder, doors.wording[0]))
    return server


def _the_server(
    folder: Path,
    host: str,
    port: int,
    certificate: Path | None = None,
    key: Path | None = None,
    name: str = "",
    *,
    workers: int = 1,
) -> Supervised:
    from web.access import permissions
    from web.asgi.server import the_server
    from web.command_line import worker  # here already, a worker that is replaced is there sooner

    os.environ[worker.DATA_VARIABLE] = str(folder.resolve())
    os.environ[permissions.VARIABLE] = f"{os.environ.get(permissions.VARIABLE, '')} {host} {name}"
    return the_server(f"{worker.__name__}:application", host, port, certificate, key, workers)


def must_be_free(host: str, port: int) -> None:
    """Refuse a port where something else listens, before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as trouble:
            raise Refusal(
                "port-taken",
                f"{host} port {port} can't be used: {trouble.strerror}.",
                "Leave --host out, or choose one of this computer's own addresses."
                if trouble.errno == errno.EADDRNOTAVAIL
                else "Choose another with --port.",
            ) from trouble


# ``tilescribe demo``: the demonstration tournament, built where there is none, and served.


DEMO = Path("tilescribe-demo")


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEMO,
    show_default=True,
    metavar="DIR",
    help="Where to build it; refused where DIR holds another record.",
)
@config_option
@host_option
@port_option
@log_option
@click.option("--build-only", is_flag=True, help="Build it and stop.")
def demo(
    data: Path,
    config: Path | None,
    host: str | None,
    port: int | None,
    log_format: str | None,
    build_only: bool,
) -> None:
    """Make the demonstration tournament (8 players, 7 rounds, 28 games) and serve it."""
    put_in_force(config, data)
    host, port = listening(host, port)
    written_as(log_format)
    from web.command_line.opened import opened, put_away_after
    from web.demonstration.building import SLUG

    if not _is_built(data):
        _build(data)
    if build_only:
        click.echo(f"The demonstration tournament is in {data}.")
        return
    with opened(data) as here:
        server = for_us(data, host or LOOPBACK, port, f"the demonstration tournament in {data}")
        first_start(here)
    click.echo(f"A game in progress, to go on with as a scorekeeper: /t/{SLUG}/r7/t4/enter\n")
    with put_away_after(data):
        server.serve()


def _is_built(folder: Path) -> bool:
    if not folder.exists() or not any(folder.iterdir()):
        return False
    from web.command_line.opened import opened
    from web.demonstration.building import SLUG

    if (folder / LEDGER_FILE).exists():
        with opened(folder) as here:
            if here.hall.tournament(SLUG) is not None:
                return True
    raise _another_record(str(folder))


def _another_record(where: str) -> Refusal:
    return Refusal(
        "another-record",
        f"{where} holds something else than the demonstration.",
        "Choose another folder with --data, or serve it with `tilescribe serve`.",
    )


def _build(folder: Path) -> None:
    """Build beside the folder and move it there when it is whole."""
    from web.command_line.opened import opened
    from web.demonstration.building import GAMES, build

    beside = folder.with_name(f"{folder.name}.building")
    shutil.rmtree(beside, ignore_errors=True)
    started = time.monotonic()
    try:
        with opened(beside, make=True) as here, progress("Building", GAMES) as advance:
            # A folder made this moment holds nothing; a database elsewhere may.
            if here.hall.tournaments():
                raise _another_record("The database")
            build(here.desk, beside, advance)
        if folder.exists():
            folder.rmdir()
        beside.rename(folder)
    finally:
        # What was stopped half way (Ctrl+C, a full disk) helps nobody.
        shutil.rmtree(beside, ignore_errors=True)
    took = time.monotonic() - started
    click.echo(f"Built the demonstration tournament in {took:.1f} s: {folder}")
