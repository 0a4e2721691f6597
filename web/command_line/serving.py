"""``tilescribe serve``: the service, on a laptop in the hall."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.vocabulary.refusals import Refusal
from web.command_line.backup_settings import ring_trouble
from web.command_line.data_folder import data_option, in_postgres
from web.command_line.own_books import left_out_wording
from web.command_line.served_at import keep_served_at
from web.settings import known
from web.settings.in_force import (
    must_have_a_disk,
    must_keep_what_is_written,
    must_lie_apart,
    number,
    value_of,
)

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from web.asgi.server import Supervised

LOOPBACK = "127.0.0.1"
PORT, INSTALL_PORT = known.PORT.default, 8480
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
def serve(
    data: Path,
    host: str | None,
    port: int | None,
    log_format: str | None,
    hall: bool,
    name: str | None,
    install_port: int | None,
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
    from web.command_line.opened import opened, put_away_after
    from web.command_line.private import kept_private

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
            server = _for_the_hall(data, host, port, install_port or INSTALL_PORT, name, counted)
        else:
            server = for_us(data, host or LOOPBACK, port, counted)
        first_start(here)  # whatever could be refused was not: the PIN that is shown will do
    for line in kept_private(data):
        click.echo(line, err=True)
    with put_away_after(data):
        server.serve()


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


def for_us(folder: Path, host: str, port: int, what: str) -> Supervised:
    """The server without a certificate, not yet serving."""
    _must_be_free(host, port)
    address = f"http://{_reached_at(host)}:{port}"
    missing = "" if host in (LOOPBACK, "localhost", "::1") else NO_OFFLINE
    told = f"Tilescribe serves {what}\n\n  {address}/\n\n{missing}Ctrl+C stops."
    server = _the_server(folder, host, port)
    server.on_startup(lambda: click.echo(told))
    server.on_startup(lambda: keep_served_at(folder, address))
    return server


def _reached_at(host: str) -> str:
    """What stands for a host in an address: of all of this computer's, the one most in use."""
    from web.hall_certificate.authority import lan_addresses

    if host in EVERYWHERE:
        host = str(next(iter(lan_addresses()), LOOPBACK))
    return f"[{host}]" if ":" in host else host


def _for_the_hall(
    folder: Path, host: str | None, port: int, install_port: int, name: str | None, what: str
) -> Supervised:
    """The server that shows the hall's certificate, not yet serving."""
    from web.command_line import hall_serving
    from web.hall_certificate.authority import addresses_for

    addresses = addresses_for(host)
    _must_be_free(host or hall_serving.EVERYWHERE, port)
    doors = hall_serving.hall_doors(folder, host, addresses, port, install_port, name)
    shown = doors.certificate
    server = _the_server(folder, doors.host, port, shown.chain, shown.key, shown.name)
    server.on_startup(lambda: click.echo(hall_serving.wording(doors, what)))
    server.on_startup(doors.installing.start)
    server.on_startup(lambda: keep_served_at(folder, doors.told[0]))
    return server


def _the_server(
    folder: Path,
    host: str,
    port: int,
    certificate: Path | None = None,
    key: Path | None = None,
    name: str = "",
) -> Supervised:
    from web.access import permissions
    from web.asgi.server import the_server
    from web.command_line import worker  # here already, a worker that is replaced is there sooner

    os.environ[worker.DATA_VARIABLE] = str(folder.resolve())
    os.environ[permissions.VARIABLE] = f"{os.environ.get(permissions.VARIABLE, '')} {host} {name}"
    return the_server(f"{worker.__name__}:application", host, port, certificate, key)


def _must_be_free(host: str, port: int) -> None:
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
