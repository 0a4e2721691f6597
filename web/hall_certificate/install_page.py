"""The page a tablet opens first, and the files it offers: made once, when the service starts.

No HSTS is sent anywhere. By number it would mean nothing (RFC 6797, 8.1.1), and by name it
would lead every port to HTTPS, this page's too: the next hall of that name, with another
certificate, could never be installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address

import segno
from cryptography.hazmat.primitives.serialization import Encoding
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from web.frame.modules import FOLDER
from web.hall_certificate.apple_profile import apple_profile
from web.hall_certificate.fingerprint import fingerprint
from web.hall_certificate.folder import HallCertificate
from web.hall_certificate.install_server import Handout

CERTIFICATE, PROFILE = "/tilescribe-hall.crt", "/tilescribe-hall.mobileconfig"
STYLES = ("house", "hall")
PAGE = "text/html; charset=utf-8"


def handouts(hall: HallCertificate) -> dict[str, Handout]:
    """What is handed out beside the page: the certificate in two wrappings, and the styles."""
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
