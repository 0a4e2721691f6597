"""The certificate that signs appeal bundles, and those the record publishes."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID
from msgspec import Struct

from ledger.proof.facts import CertificateMade, CheckpointMade
from ledger.proof.keys import END_OF_KEY, put_away
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

CERTIFICATE_FILE = "bundle.key"
BEGIN = b"-----BEGIN CERTIFICATE-----"

USED_FOR = {
    "digital_signature": True, "content_commitment": True,
    "key_encipherment": False, "data_encipherment": False, "key_agreement": False,
    "key_cert_sign": False, "crl_sign": False, "encipher_only": False, "decipher_only": False,
}  # fmt: skip


@dataclass(frozen=True)
class Certified:
    """A key and the certificate that goes with it.

    Attributes:
      key: the private key, PEM, without a password.
    """

    key: bytes
    certificate: bytes

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.certificate)

    @property
    def alone(self) -> bytes:
        """The certificate as it is published, and nothing else of the file it lies in."""
        found = x509.load_pem_x509_certificate(self.certificate)
        return found.public_bytes(Encoding.PEM)

    def vouching_for(self, other: bytes) -> bytes:
        """The signature by which this key names another certificate, given in PEM."""
        key = load_pem_private_key(self.key, None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        return key.sign(in_der(other), ec.ECDSA(SHA256()))


def fingerprint_of(certificate: bytes) -> str:
    """SHA-256 of a certificate in PEM, in hex."""
    return x509.load_pem_x509_certificate(certificate).fingerprint(SHA256()).hex()


def in_der(certificate: bytes) -> bytes:
    """A certificate in PEM as its bytes, over which its fingerprint goes."""
    return x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER)


def is_vouched_for(certificate: bytes, signature: bytes, by: bytes) -> bool:
    """Whether the key of one certificate signed another, both in PEM."""
    public = x509.load_pem_x509_certificate(by).public_key()
    if not isinstance(public, ec.EllipticCurvePublicKey):
        return False
    try:
        public.verify(signature, in_der(certificate), ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True


def certified_in(folder: Path) -> Certified | None:
    """Key and certificate of a data folder; ``None`` where none were made yet."""
    path = folder / CERTIFICATE_FILE
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    return read_certified(content, path.name)


def new_certified(now: datetime) -> Certified:
    key = ec.generate_private_key(ec.SECP256R1())
    common = f"Tilescribe record {_spoken(key)}"
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now.astimezone(UTC).replace(microsecond=0))
        .not_valid_after(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**USED_FOR), critical=True)
        .sign(key, SHA256())
    )
    return Certified(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        made.public_bytes(Encoding.PEM),
    )


def keep_certified(folder: Path, held: Certified) -> None:
    """Put key and certificate in the place of any before them, at once or not at all.

    Signatures made with the one before stay what they are: each file holds its certificate.
    """
    put_away(held.key + held.certificate, folder / CERTIFICATE_FILE)


def under_password(held: Certified, password: str) -> bytes:
    key = load_pem_private_key(held.key, None)
    how = BestAvailableEncryption(password.encode())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how) + held.certificate


def read_certified(content: bytes, name: str, password: str = "") -> Certified:
    key, begin, rest = content.partition(BEGIN)
    try:
        found = load_pem_private_key(key, password.encode() or None)
        certificate = x509.load_pem_x509_certificate(begin + rest)
    except (ValueError, TypeError) as trouble:
        raise refusal("key-unreadable/here", file=name) from trouble
    if not isinstance(found, ec.EllipticCurvePrivateKey) or (
        found.public_key() != certificate.public_key()
    ):
        raise refusal("key-unreadable/here", file=name)
    plain = found.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return Certified(plain, begin + rest)


def certified_of_copy(path: Path, password: str) -> Certified | None:
    """Key and certificate in a copy, behind the key of checkpoints; ``None`` where it has none."""
    _, _, more = path.read_bytes().partition(END_OF_KEY)
    if not more.strip():
        return None
    try:
        return read_certified(more, path.name, password)
    except Refusal as trouble:  # the password opened the key before it
        raise refusal("key-unreadable/no-copy", file=path.name) from trouble


def _spoken(key: ec.EllipticCurvePrivateKey) -> str:
    """A few signs of the public key, so that two certificates are told apart in a reader."""
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return sha256(public).hexdigest()[:8]


# The certificates that bundles were signed by, as the record publishes them to anybody.
#
# Each stands in the log, so a checkpoint that people keep vouches for it; and the key of the one
# before it has signed it, where that was at hand.


class Published(Struct, frozen=True, kw_only=True):
    """A certificate of this record.

    Attributes:
      certificate: in PEM.
      replaces: SHA-256 of the one before it; empty where none vouches for it.
      signature: by which that one does.
      under: how many events the first checkpoint over it held; 0: there is none yet.
    """

    certificate: bytes
    fingerprint: str
    since: datetime
    event: int
    replaces: str = ""
    signature: bytes = b""
    under: int = 0


def published_in(events: Sequence[Event]) -> tuple[Published, ...]:
    """The certificates, the newest last, of what happened to the record as a whole.

    One that says it replaces another counts only if that one is published and says so too.
    """
    found: dict[str, Published] = {}
    for event in events:
        fact = event.fact
        if not isinstance(fact, CertificateMade):
            continue
        try:
            one = _read(fact, event, events)
        except ValueError:
            continue
        old = found.get(one.replaces)
        vouched = old and is_vouched_for(one.certificate, one.signature, old.certificate)
        if vouched or not one.replaces:
            found.setdefault(one.fingerprint, one)
    return tuple(found.values())


def _read(fact: CertificateMade, event: Event, events: Sequence[Event]) -> Published:
    certificate = fact.certificate.encode()
    later = (
        other.fact.size
        for other in events
        if isinstance(other.fact, CheckpointMade)
        and other.originator_version > event.originator_version
    )
    return Published(
        certificate=certificate,
        fingerprint=fingerprint_of(certificate),
        since=event.envelope.written_at,
        event=event.originator_version,
        replaces=fact.replaces,
        signature=base64.b64decode(fact.signed, validate=True),
        under=next(later, 0),
    )
