"""HTTPS in a hall without the internet: the hall's own certificate, and how tablets get it.

Browsers let a page work offline only over HTTPS. A laptop in a hall has no public name that a
public authority would vouch for, so it vouches for itself: its certificate can vouch for nothing
but this hall's name and addresses of private networks, and is kept beside the record; the first
one (never its key) is handed to the tablets by a small server of its own.
"""

from __future__ import annotations

import os
import platform
import plistlib
import re
import shutil
import socket
import struct
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any, ClassVar, cast
from uuid import NAMESPACE_DNS, uuid5

import segno
from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from ledger.messages import ENGLISH, LANGUAGES, language, say, speaking
from ledger.messages.written import day_written
from ledger.vocabulary.refusals import Refusal
from web.frame.languages import asked_for_by
from web.frame.languages import say as say_on_a_page
from web.frame.modules import FOLDER as STATIC

# The hall's own certificate: made, kept in its folder, shown by the server.


# A certificate's fingerprint as tablets show it, for people to compare.


A_LINE = 8


def fingerprint(certificate: x509.Certificate) -> tuple[str, ...]:
    """The SHA-256 of the certificate in four lines of eight pairs, as ``A1 B2 …``."""
    pairs = certificate.fingerprint(hashes.SHA256()).hex(" ").upper().split()
    return tuple(" ".join(pairs[at : at + A_LINE]) for at in range(0, len(pairs), A_LINE))


# Where tablets reach this computer: its addresses in private networks.
#
# IPv4 only: that is what the router of a hall gives to every tablet.


RANGES = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"))
)
"""Networks that the internet does not know (RFC 1918), and what computers give themselves
where nobody else does (RFC 3927)."""

LOOPBACK = IPv4Address("127.0.0.1")

SOMEWHERE = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Where a way may lead: far away first (an address of no one, RFC 5737), then near. Nothing is
sent there; the system is only asked which of its addresses it would use."""

SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}
"""The question "which address has this interface?", as each system numbers it."""


def lan_addresses() -> tuple[IPv4Address, ...]:
    """This computer's addresses in private networks, the one most in use first."""
    return private((*_on_the_way(), *_of_interfaces(), *_of_its_name()))


def private(texts: Iterable[str]) -> tuple[IPv4Address, ...]:
    """Those that lie in a private network, each once, in the order they came in.

    >>> private(["192.168.1.20", "127.0.0.1", "8.8.8.8", "192.168.1.20"])
    (IPv4Address('192.168.1.20'),)
    """
    found = dict.fromkeys(map(IPv4Address, texts))
    return tuple(address for address in found if is_private(address))


def is_private(address: IPv4Address) -> bool:
    """Whether it lies in a private network; this computer's own loopback is none."""
    return any(address in network for network in RANGES)


def addresses_for(host: str | None) -> tuple[IPv4Address, ...]:
    """Where tablets find a service that listens on ``host``, or everywhere if it is ``None``."""
    if host is None or host == "0.0.0.0":  # noqa: S104 (what is compared, not listened on)
        found = lan_addresses()
        if not found:
            raise Refusal(
                "no-hall-network",
                "This computer has no address in a private network, so no tablet can reach it.",
                "Join the hall's Wi-Fi and start again.",
            )
        return found
    with suppress(ValueError):
        address = IPv4Address(host)
        if is_private(address) or address == LOOPBACK:
            return (address,)
    raise Refusal(
        "not-a-hall-address",
        f"{host} is not an address of a private network, as 192.168.1.20 is.",
        "Leave --host out, then every address of this computer is used.",
    )


def _on_the_way() -> Iterator[str]:
    for far in SOMEWHERE:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way, suppress(OSError):
            way.connect((far, 9))
            yield way.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    if sys.platform not in SIOCGIFADDR:
        return
    from fcntl import ioctl

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as request:
        for _, name in socket.if_nameindex():
            question = struct.pack("256s", name.encode()[:15])
            try:
                data = ioctl(request, SIOCGIFADDR[sys.platform], question)
            except OSError:  # an interface without an address
                continue
            yield socket.inet_ntoa(data[20:24])


def _of_its_name() -> Iterator[str]:
    """On Windows, the name of the computer knows all its addresses."""
    if platform.system() != "Windows":
        return
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(place[0])


NAME = "sheet.local"
LASTS = timedelta(days=730)
BEFORE = timedelta(days=1)
"""How much earlier than made it begins, for tablets whose clocks are behind."""

AT_HOME = (".local", ".lan", ".internal", ".home.arpa", ".test")
"""How the name of a hall may end: as no site on the internet is called, so that the certificate
can vouch for none."""

LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
LONGEST = 40  # a certificate's own name holds 64 characters, with some around this one


def hall_name(text: str) -> str:
    """The name of a hall in small letters."""
    name = text.strip().rstrip(".").lower()
    well_formed = re.fullmatch(rf"{LABEL}(\.{LABEL})+", name) and len(name) <= LONGEST
    if not well_formed or not name.endswith(AT_HOME):
        raise Refusal(
            "not-a-hall-name",
            f"{text!r} can't be the name of a hall.",
            f"Choose letters, digits and hyphens before {', '.join(AT_HOME)}, as {NAME}.",
        )
    return name


def make_authority(name: str, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Tilescribe hall ({name})"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, f"Made {now:%Y-%m-%d}"),
        ]
    )
    begins = now - BEFORE
    networks = (*RANGES, IPv4Network(LOOPBACK))
    constraints = x509.NameConstraints(
        permitted_subtrees=[
            *map(x509.DNSName, (name, "localhost")),
            *map(x509.IPAddress, networks),
        ],
        excluded_subtrees=None,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(may_only(key_cert_sign=True), critical=True)
        .add_extension(constraints, critical=True)
        # Servers only: mail and programs signed in its name are worth nothing either.
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate, key


def named(authority: x509.Certificate) -> str:
    """The hall's name, as the constraints have it."""
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    names = [each.value for each in constraints.permitted_subtrees or () if _is_name(each)]
    return str(names[0])


def _is_name(each: x509.GeneralName) -> bool:
    return isinstance(each, x509.DNSName)


def may_only(*, key_cert_sign: bool = False, digital_signature: bool = False) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=digital_signature,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=key_cert_sign,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


# The certificate that the server shows: for the hall's name and this computer's addresses.
#
# It is made anew, with a new key, whenever it no longer fits; tablets notice nothing, for they
# trust the authority behind it.


LASTS_LEAF = timedelta(days=397)
"""Apple takes at most 825 days, and 398 from public authorities; the shorter can't be wrong."""

RENEWED_BEFORE = timedelta(days=30)


def make_leaf(
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    addresses: Iterable[IPv4Address],
    now: datetime,
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """A certificate for the authority's name and these addresses, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = named(authority)
    begins = max(now - BEFORE, authority.not_valid_before_utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(min(begins + LASTS_LEAF, authority.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(may_only(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_for(name, addresses), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()),
            critical=False,
        )
        .sign(authority_key, hashes.SHA256())
    )
    return certificate, key


def still_fits(
    leaf: x509.Certificate,
    authority: x509.Certificate,
    addresses: Iterable[IPv4Address],
    now: datetime,
) -> bool:
    """Whether tablets that trust the authority will take it, for a month to come.

    An address that this computer has no longer does no harm in it.
    """
    try:
        leaf.verify_directly_issued_by(authority)
    except (InvalidSignature, ValueError, TypeError):
        return False
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = set(names.get_values_for_type(x509.IPAddress))
    ends = min(now + RENEWED_BEFORE, authority.not_valid_after_utc)
    return (
        {LOOPBACK, *addresses} <= known
        and named(authority) in names.get_values_for_type(x509.DNSName)
        and leaf.not_valid_before_utc <= now
        and leaf.not_valid_after_utc >= ends
    )


def _for(name: str, addresses: Iterable[IPv4Address]) -> x509.SubjectAlternativeName:
    numbers = dict.fromkeys((LOOPBACK, *addresses))
    return x509.SubjectAlternativeName(
        [*map(x509.DNSName, (name, "localhost")), *map(x509.IPAddress, numbers)]
    )


# The folder ``hall-certificate`` beside the record: both certificates and their keys.
#
# The keys are readable by their owner only, and nothing here is ever served; a backup of the
# record does not hold them. The authority is made once. The server's certificate is made anew
# whenever it does not fit any more.


FOLDER = "hall-certificate"
AUTHORITY, AUTHORITY_KEY = "authority.crt", "authority.key"
LEAF, LEAF_KEY = "server.crt", "server.key"
ONLY_OURS = 0o600
ANEW = "then a new certificate is made, which every tablet must install"

UNREADABLE = (
    FileNotFoundError, IndexError, TypeError, ValueError, UnsupportedAlgorithm,
    x509.ExtensionNotFound,
)  # fmt: skip
"""What reading a certificate or a key raises when it is not one, or not one of ours."""

Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


@dataclass(frozen=True)
class HallCertificate:
    """What the server shows, and what tablets install.

    Attributes:
      name: the hall's name, as ``sheet.local``.
      is_new: whether the authority was made just now, so that no tablet can know it yet.
    """

    name: str
    authority: x509.Certificate
    chain: Path
    key: Path
    is_new: bool


def hall_certificate(
    data: Path, name: str | None, addresses: Sequence[IPv4Address], now: datetime
) -> HallCertificate:
    """The hall's certificate, made or renewed if need be.

    Args:
      name: the hall's name; ``None`` for the one it has, or ``sheet.local``.
    """
    wanted = hall_name(name) if name is not None else None
    where = data / FOLDER
    with _within_reach(where):
        is_new = not where.exists()
        if is_new:
            _begin(where, wanted or NAME, now)
        authority, key = _the_authority(where)
        _must_be_called(wanted, authority, where)
        _must_be_in_time(authority, where, now)
        if not _leaf_fits(where, authority, addresses, now):
            # Both are replaced, the key first: a certificate without its key is made anew.
            _write(where, LEAF_KEY, LEAF, make_leaf(authority, key, addresses, now))
        for secret in (AUTHORITY_KEY, LEAF_KEY):
            (where / secret).chmod(ONLY_OURS)
    return HallCertificate(
        named(authority), authority, where / LEAF, where / LEAF_KEY, is_new=is_new
    )


def _begin(where: Path, name: str, now: datetime) -> None:
    """Make the authority in a folder beside, which gets its name when it is whole."""
    beside = where.with_name(f"{where.name}.begun")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(mode=0o700)
    _write(beside, AUTHORITY_KEY, AUTHORITY, make_authority(name, now))
    beside.rename(where)


def _the_authority(where: Path) -> Pair:
    try:
        certificate, key = _read(where, AUTHORITY, AUTHORITY_KEY)
        named(certificate)
    except UNREADABLE as trouble:
        raise Refusal(
            "damaged-certificate",
            f"The hall's certificate or its key in {where} is missing or damaged.",
            f"Put {AUTHORITY} and {AUTHORITY_KEY} back from a copy, or delete {where}: {ANEW}.",
        ) from trouble
    return certificate, key


def _leaf_fits(
    where: Path, authority: x509.Certificate, addresses: Sequence[IPv4Address], now: datetime
) -> bool:
    try:
        leaf, _ = _read(where, LEAF, LEAF_KEY)
        return still_fits(leaf, authority, addresses, now)
    except UNREADABLE:
        return False


def _read(where: Path, certificate_file: str, key_file: str) -> Pair:
    certificate = x509.load_pem_x509_certificate((where / certificate_file).read_bytes())
    key = load_pem_private_key((where / key_file).read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("not a key of an elliptic curve")
    if certificate.public_key() != key.public_key():
        raise ValueError("this key is not the certificate's")
    _ = certificate.extensions  # read now: damage inside shows here
    return certificate, key


def _write(where: Path, key_file: str, certificate_file: str, pair: Pair) -> None:
    certificate, key = pair
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _put(where / key_file, secret)
    _put(where / certificate_file, certificate.public_bytes(Encoding.PEM))


def _put(path: Path, contents: bytes) -> None:
    """Put a file there whole or not at all; nobody else may read it, not even while written."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OURS), "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _must_be_called(wanted: str | None, authority: x509.Certificate, where: Path) -> None:
    if wanted not in (None, named(authority)):
        raise Refusal(
            "another-hall-name",
            f"The hall's certificate is for {named(authority)}, not for {wanted}.",
            f"Leave --name out, or delete {where}: {ANEW}.",
        )


def _must_be_in_time(authority: x509.Certificate, where: Path, now: datetime) -> None:
    begins, ends = authority.not_valid_before_utc, authority.not_valid_after_utc
    if now < begins:
        raise Refusal(
            "clock-behind",
            f"This computer's clock says {now:%Y-%m-%d %H:%M} UTC, which is before the hall's "
            f"certificate begins ({begins:%Y-%m-%d %H:%M}).",
            "Set the clock.",
        )
    if now >= ends:
        raise Refusal(
            "certificate-ran-out",
            f"The hall's certificate ran out on {ends:%Y-%m-%d}; this computer's clock says "
            f"{now:%Y-%m-%d}.",
            f"Set the clock if it is wrong, or delete {where}: {ANEW}.",
        )


@contextmanager
def _within_reach(where: Path) -> Iterator[None]:
    """Say in words what keeps us from the folder."""
    try:
        yield
    except OSError as trouble:
        raise Refusal(
            "no-way-to-the-certificate",
            f"The hall's certificate in {where} can't be read or written: {trouble.strerror}.",
            "Start Tilescribe as the user whose data folder it is, with room on its disk.",
        ) from trouble


# The page a tablet opens first, the files it offers, and the server that hands them out.


# The certificate as a configuration profile, the only way into an iPad that asks nobody's help.
#
# The profile is not signed, and iPads say so: what would sign it is what they don't know yet.


def apple_profile(authority: x509.Certificate, name: str) -> bytes:
    """A profile that installs ``authority``, described in the reader's language.

    It has the same names each time, so that it replaces itself.
    """
    digest = authority.fingerprint(hashes.SHA256()).hex()
    identifier = f"tilescribe.hall.{digest[:16]}"
    ends = day_written(authority.not_valid_after_utc)
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
        "PayloadDescription": say("hall.profile", name=name, ends=ends),
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
      pages: the install page by its language and the host name a visitor used; under ``""`` for
        all others.
    """

    daemon_threads = True

    def __init__(
        self,
        host: str,
        port: int,
        handouts: Mapping[str, Handout],
        pages: Mapping[str, Mapping[str, Handout]],
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

    def handle_error(
        self,
        request: socket.socket | tuple[bytes, socket.socket],
        client_address: Any,  # noqa: ANN401
    ) -> None:
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
        spoken = self._language()
        if path == "/":
            host = self.headers.get("Host", "").partition(":")[0].lower()
            pages = server.pages[spoken]
            return pages.get(host, pages[""])
        return server.handouts.get(in_language(path, spoken)) or server.handouts.get(path)

    def _language(self) -> str:
        """The one that the visitor's browser asks for; a request that can't be read has none."""
        server = cast("InstallServer", self.server)
        headers = getattr(self, "headers", {})
        asked = parse_accept_header(headers.get("Accept-Language"), LanguageAccept)
        return asked_for_by(asked, server.pages)

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
        with speaking(self._language()):
            words = say("hall.open-the-install-page", status=status.phrase)
        self._answer(status, Handout("text/plain; charset=utf-8", f"{words}\n".encode()))

    def version_string(self) -> str:
        """What it is, and not on which Python it runs."""
        return "Tilescribe"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401
        """Keep the terminal for the director."""


CERTIFICATE, PROFILE = "/tilescribe-hall.crt", "/tilescribe-hall.mobileconfig"
STYLES = ("tokens", "base", "templates", "components", "rest")
PAGE = "text/html; charset=utf-8"


def in_language(path: str, spoken: str) -> str:
    """The key of what is handed out there in one language; no path that is asked for is it."""
    return f"{path}?{spoken}"


def _profile(hall: HallCertificate, spoken: str) -> Handout:
    """Shown and not saved: that is how an iPad takes it as a profile."""
    with speaking(spoken):
        profile = apple_profile(hall.authority, hall.name)
    return Handout("application/x-apple-aspen-config", profile)


def handouts(hall: HallCertificate) -> dict[str, Handout]:
    plain = hall.authority.public_bytes(Encoding.DER)
    styles = {
        f"/{name}.css": Handout(
            "text/css; charset=utf-8", (STATIC / "css" / f"{name}.css").read_bytes()
        )
        for name in STYLES
    }
    return {
        CERTIFICATE: Handout("application/x-x509-ca-cert", plain, CERTIFICATE.lstrip("/")),
        PROFILE: _profile(hall, ENGLISH),
        **{in_language(PROFILE, spoken): _profile(hall, spoken) for spoken in LANGUAGES},
        **styles,
    }


def install_pages(
    hall: HallCertificate, addresses: Sequence[IPv4Address], port: int, install_port: int
) -> dict[str, dict[str, Handout]]:
    """The install page by its language, and by the host name under which it was opened.

    Whoever came by a number goes on by that number, and by name under the name. A host that
    isn't ours gets the page of the first address: nothing a visitor sends is put on it.
    """
    numbers = [str(address) for address in addresses]
    pages = {}
    for spoken in LANGUAGES:
        with speaking(spoken):
            drawn = {
                host: Handout(PAGE, _page(hall, host, port, install_port).encode())
                for host in (*numbers, hall.name, "localhost", "127.0.0.1")
            }
        pages[spoken] = {**drawn, "": drawn[numbers[0]]}
    return pages


def _page(hall: HallCertificate, host: str, port: int, install_port: int) -> str:
    here = f"http://{host}:{install_port}/"
    return _TEMPLATES.get_template("install.html").render(
        name=hall.name,
        certificate=CERTIFICATE,
        profile=PROFILE,
        fingerprint=fingerprint(hall.authority),
        ends=day_written(hall.authority.not_valid_after_utc),
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
_TEMPLATES.globals.update(say=say_on_a_page, language=language)
