"""``tilescribe serve --hall``: what tablets in the hall need, and what the director is told."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import click
import segno

from ledger.vocabulary.refusals import Refusal
from web.hall_certificate.authority import HallCertificate, fingerprint, hall_certificate
from web.hall_certificate.install_page import InstallServer, handouts, install_pages

EVERYWHERE = "0.0.0.0"  # noqa: S104 (the hall must reach it; loopback alone would be no hall)
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
    def told(self) -> list[str]:
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
    certificate = hall_certificate(data, name, addresses, datetime.now(UTC))
    listening = host or EVERYWHERE
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


def wording(doors: HallDoors, what: str) -> str:
    first, *others = [f"{address}/" for address in doors.told]
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
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(
        click.style(line, fg="bright_white", bg="black") for line in drawn.getvalue().splitlines()
    )
