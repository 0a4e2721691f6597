"""The page a tablet opens first, the files it offers, and the server that hands them out."""

from __future__ import annotations

import plistlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Address
from socket import socket
from typing import Any, ClassVar, cast
from uuid import NAMESPACE_DNS, uuid5

import segno
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from web.frame.modules import FOLDER
from web.hall_certificate.authority import HallCertificate, fingerprint

# The certificate as a configuration profile, the only way into an iPad that asks nobody's help.
#
# The profile is not signed, and iPads say so: what would sign it is what they don't know yet.


def apple_profile(authority: x509.Certificate, name: str) -> bytes:
    """A profile that installs ``authority``; the same one each time, so that it replaces itself."""
    digest = authority.fingerprint(hashes.SHA256()).hex()
    identifier = f"tilescribe.hall.{digest[:16]}"
    ends = f"{authority.not_valid_after_utc:%Y-%m-%d}"
    inner = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"{identifier}.certificate",
        "PayloadUUID": str(uuid5(NAMESPACE_DNS, f"certificate.{digest}")).upper(),
        "PayloadDisplayName": f"Tilescribe hall ({name})",
        "PayloadCertificateFileName": "tilescribe-hall.crt",
        "PayloadContent": authority.public_bytes(Encoding.DER),
    }
    profile = {
        "PayloadType": "Configuration",
        "PayloadVersion": 1,
        "PayloadIdentifier": identifier,
        "PayloadUUID": str(uuid5(NAMESPACE_DNS, f"profile.{digest}")).upper(),
        "PayloadDisplayName": f"Tilescribe hall ({name})",
        "PayloadDescription": f"Lets this device write scores in the hall called {name}. The "
        f"certificate in it can vouch for that name and private networks only, until {ends}.",
        "PayloadContent": [inner],
    }
    return plistlib.dumps(profile)


# A small plain-HTTP server that hands out the install page and the certificate.
#
# Plain HTTP, for a tablet that doesn't know the certificate yet would be frightened away from
# anything else. So it is nothing but a handful of files made beforehand and held in memory: it
# reads no cookie, no query, no body and no disk, and knows nothing of the record.


AT_ONCE = 64  # visitors served at one time; whoever comes then is asked to come again
PATIENCE = 10  # seconds that a visitor may take over a request, or over reading what is answered

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
    "Connection": "close",
}


@dataclass(frozen=True)
class Handout:
    """One file that is handed out.

    Attributes:
      file: the name under which a browser saves it; ``""`` for what it shows.
    """

    kind: str
    contents: bytes
    file: str = ""


class InstallServer(ThreadingHTTPServer):
    """Hands out files by path. A page may differ by the address it was asked at.

    Args:
      port: port to listen on; taken at once, so that an ``OSError`` comes from here.
      pages: the install page, by the host name a visitor used; under ``""`` for all others.
    """

    daemon_threads = True

    def __init__(
        self, host: str, port: int, handouts: Mapping[str, Handout], pages: Mapping[str, Handout]
    ) -> None:
        super().__init__((host, port), Visit)
        self.handouts, self.pages = handouts, pages
        self.places = threading.BoundedSemaphore(AT_ONCE)

    def start(self) -> None:
        threading.Thread(target=self.serve_forever, name="install-page", daemon=True).start()

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Serve one visitor, if there is room; the socket library's types are not ours."""
        if self.places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.places.release()

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:  # noqa: ANN401
        """A visitor who leaves in the middle is no news."""


class Visit(BaseHTTPRequestHandler):
    timeout = PATIENCE
    allowed: ClassVar = "GET, HEAD"

    def do_GET(self) -> None:
        found = self._asked_for()
        if found is None:
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self._answer(HTTPStatus.OK, found)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _asked_for(self) -> Handout | None:
        server = cast("InstallServer", self.server)
        path = self.path.partition("?")[0]
        if path == "/":
            host = self.headers.get("Host", "").partition(":")[0].lower()
            return server.pages.get(host, server.pages[""])
        return server.handouts.get(path)

    def _answer(self, status: HTTPStatus, what: Handout) -> None:
        self.send_response(status)
        self.send_header("Content-Type", what.kind)
        self.send_header("Content-Length", str(len(what.contents)))
        if what.file:
            self.send_header("Content-Disposition", f'attachment; filename="{what.file}"')
        if status == HTTPStatus.NOT_IMPLEMENTED:
            self.send_header("Allow", self.allowed)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(what.contents)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Anything else, in one line and with the same headers; nothing asked is said again."""
        del message, explain
        status = HTTPStatus(code)
        words = f"{status.phrase}. Open / for the install page.\n".encode()
        self._answer(status, Handout("text/plain; charset=utf-8", words))

    def version_string(self) -> str:
        """What it is, and not on which Python it runs."""
        return "Tilescribe"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401
        """Keep the terminal for the director."""


CERTIFICATE, PROFILE = "/tilescribe-hall.crt", "/tilescribe-hall.mobileconfig"
STYLES = ("tokens", "base", "templates", "components", "book")
PAGE = "text/html; charset=utf-8"


def handouts(hall: HallCertificate) -> dict[str, Handout]:
    plain = hall.authority.public_bytes(Encoding.DER)
    styles = {
        f"/{name}.css": Handout(
            "text/css; charset=utf-8", (FOLDER / "css" / f"{name}.css").read_bytes()
        )
        for name in STYLES
    }
    return {
        CERTIFICATE: Handout("application/x-x509-ca-cert", plain, CERTIFICATE.lstrip("/")),
        # Shown and not saved: that is how an iPad takes it as a profile.
        PROFILE: Handout(
            "application/x-apple-aspen-config", apple_profile(hall.authority, hall.name)
        ),
        **styles,
    }


def install_pages(
    hall: HallCertificate, addresses: Sequence[IPv4Address], port: int, install_port: int
) -> dict[str, Handout]:
    """The install page by the host name under which it was opened.

    Whoever came by a number goes on by that number, and by name under the name. A host that
    isn't ours gets the page of the first address: nothing a visitor sends is put on it.
    """
    numbers = [str(address) for address in addresses]
    drawn = {
        host: Handout(PAGE, _page(hall, host, port, install_port).encode())
        for host in (*numbers, hall.name, "localhost", "127.0.0.1")
    }
    return {**drawn, "": drawn[numbers[0]]}


def _page(hall: HallCertificate, host: str, port: int, install_port: int) -> str:
    here = f"http://{host}:{install_port}/"
    return _TEMPLATES.get_template("install.html").render(
        name=hall.name,
        certificate=CERTIFICATE,
        profile=PROFILE,
        fingerprint=fingerprint(hall.authority),
        ends=f"{hall.authority.not_valid_after_utc:%Y-%m-%d}",
        here=here,
        there=f"https://{host}:{port}/",
        picture=_qr(here),
    )


def _qr(address: str) -> Markup:
    """The address as an SVG picture; drawn by us from our own address, so safe as it is."""
    drawn = segno.make(address, error="m").svg_inline(
        border=3, dark="#000", light="#fff", omitsize=True
    )
    return Markup(drawn)  # noqa: S704


_TEMPLATES = Environment(
    loader=PackageLoader("web", "templates/hall"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
