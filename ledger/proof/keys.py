"""Ed25519: signing and checking, the keys of the record, and the certificate for bundles."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
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

from ledger.messages import say
from ledger.messages.written import moment_written
from ledger.proof.facts import (
    CertificateMade,
    CheckpointKeyMade,
    CheckpointKeyRevoked,
    CheckpointMade,
)
from ledger.proof.note import COSIGNATURE, Checkpoint, Note, Unreadable, Verifier
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.vocabulary.closed_lists import KeyRevokedBecause, choices
from ledger.vocabulary.refusals import Refusal

# Signing notes and checking signatures: Ed25519, and nothing else.


class SigningKey(Protocol):
    """What signs for the hall: a key in a file here, or one that never leaves its token."""

    def sign(self, data: bytes, /) -> bytes: ...
    def public_key(self) -> Ed25519PublicKey: ...


def is_signed(public: bytes, signature: bytes, what: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, what)
    except (InvalidSignature, ValueError):
        return False
    return True


def signed(checkpoint: Checkpoint, name: str, *keys: SigningKey) -> Note:
    signatures = []
    for key in keys:
        verifier = Verifier(name, key.public_key().public_bytes_raw())
        signatures.append((name, verifier.key_id, key.sign(checkpoint.text.encode())))
    return Note(checkpoint.text, tuple(signatures))


def cosigned(note: Note, name: str, key: SigningKey, at: int) -> tuple[str, bytes, bytes]:
    """A witness's signature; ``at`` is the time, in seconds since 1970."""
    verifier = Verifier(name, key.public_key().public_bytes_raw(), COSIGNATURE)
    what = f"cosignature/v1\ntime {at}\n".encode() + note.text.encode()
    return name, verifier.key_id, at.to_bytes(8, "big") + key.sign(what)


# The keys that a record was signed with, as it tells them: each names the next, or begins anew.


def keys_in(events: Sequence[Event]) -> tuple[Verifier, ...]:
    """The keys of a record; one that says it replaces another only if that one says so too."""
    found: list[Verifier] = []
    for event in events:
        fact = event.fact
        if isinstance(fact, CheckpointKeyMade) and _is_handed_over(fact):
            try:
                found.append(Verifier.read(fact.key))
            except Unreadable:
                continue
    return tuple(found)


def _is_handed_over(fact: CheckpointKeyMade) -> bool:
    if not fact.replaces:
        return True
    try:
        old = Verifier.read(fact.replaces)
        signature = base64.b64decode(fact.signed, validate=True)
    except (Unreadable, ValueError):
        return False
    return is_signed(old.public, signature, fact.key.encode())


class Revoked(Struct, frozen=True):
    """What the record says of a key that nobody is to trust any more.

    Attributes:
      since: signatures from then on are not the hall's, whoever made them.
      said: when that was written.
    """

    key: Verifier
    since: datetime
    because: KeyRevokedBecause
    said: datetime


def revoked_in(events: Sequence[Event]) -> dict[bytes, Revoked]:
    """The keys that stand revoked, by their public bytes; the last word on each is the one.

    Only a key of this record that is not itself revoked by then can revoke one.
    """
    found: dict[bytes, Revoked] = {}
    for nth, event in enumerate(events):
        fact = event.fact
        if not isinstance(fact, CheckpointKeyRevoked):
            continue
        trusted = [key for key in keys_in(events[:nth]) if key.public not in found]
        if not any(_says_so(fact, key) for key in trusted):
            continue
        key = Verifier.read(fact.key)
        found.pop(key.public, None)
        if fact.since is not None:
            found[key.public] = Revoked(key, fact.since, fact.because, event.envelope.written_at)
    return found


def revoked_wording(one: Revoked) -> str:
    why = dict(choices(KeyRevokedBecause))[one.because]
    since, said = moment_written(one.since), moment_written(one.said)
    return say("proofs.key-revoked", since=since, why=why, said=said)


def _says_so(fact: CheckpointKeyRevoked, by: Verifier) -> bool:
    try:
        signature = base64.b64decode(fact.signed, validate=True)
    except ValueError:
        return False
    what = revocation(fact.key, fact.since, fact.because)
    return str(by) == fact.signing_key and is_signed(by.public, signature, what)


def revocation(key: str, since: datetime | None, because: KeyRevokedBecause) -> bytes:
    """What is signed to revoke a key; ``since`` is ``None`` where that is taken back."""
    when = since.astimezone(UTC).isoformat() if since else "taken back"
    return f"tilescribe key revoked 1\n{key}\n{when}\n{because}\n".encode()


KEY_FILE = "checkpoint.key"


def key_in(folder: Path, file: str = KEY_FILE) -> SigningKey | None:
    """The key of a data folder, which may lie in a token; ``None`` where none was made yet."""
    path = folder / file
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    if content.startswith(IN_A_TOKEN):
        return _in_token(content, path)
    return _read(content, None, path)


IN_A_TOKEN = b"pkcs11:"


def key_to_copy(folder: Path) -> Ed25519PrivateKey | None:
    """The key of a data folder as it can be copied.

    Raises:
      Refusal: ``key-in-token``: it lies in a token, which gives it to nobody.
    """
    found = key_in(folder)
    if found is not None and not isinstance(found, Ed25519PrivateKey):
        raise refusal("key-in-token")
    return found


def _in_token(content: bytes, path: Path) -> SigningKey:
    from ledger.proof.token_key import token_key

    try:
        return token_key(content.decode().strip())
    except UnicodeDecodeError as trouble:
        raise _unreadable(path) from trouble


def put_into_token(folder: Path, written: str) -> SigningKey:
    """Sign with a key in a token from here on; it is made there where it was not.

    Args:
      written: where it lies, as ``ledger.proof.token_key`` has it.
    """
    from ledger.proof.token_key import token_key

    found = token_key(written.strip())
    found.make()
    put_away(f"{written.strip()}\n".encode(), folder / KEY_FILE)
    return found


def make_key(folder: Path, file: str = KEY_FILE) -> Ed25519PrivateKey:
    """A new key, put in the place of any before it at once or not at all."""
    key = Ed25519PrivateKey.generate()
    keep(key, folder / file)
    return key


END_OF_KEY = b"-----END ENCRYPTED PRIVATE KEY-----\n"
"""Where, in a copy, the first key ends; that of bundles may follow."""


def keep(key: Ed25519PrivateKey, path: Path, password: str = "", more: bytes = b"") -> None:
    """Write a key to a file that its owner alone can read, under a password if one is given.

    ``more`` is what lies in the file after it, as ``ledger.proof.keys`` has it.
    """
    how = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    put_away(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how) + more, path)


def put_away(content: bytes, path: Path) -> None:
    """Write what is secret to a file its owner alone can read, at once or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
    beside.replace(path)


def key_of_copy(path: Path, password: str) -> Ed25519PrivateKey:
    """The key in a copy that was put away under a password."""
    try:
        first, end, _ = path.read_bytes().partition(END_OF_KEY)
    except OSError as trouble:
        raise refusal("key-unreadable/no-copy", file=path.name) from trouble
    if not end:
        raise refusal("key-unreadable/no-copy", file=path.name)
    try:
        return _read(first + end, password.encode() or None, path)
    except Refusal as trouble:
        raise refusal("key-unreadable/password", file=path.name) from trouble


def verifier_of(key: SigningKey, origin: str) -> Verifier:
    return Verifier(origin, key.public_key().public_bytes_raw())


def handed_over(old: SigningKey, new: Verifier) -> str:
    """The signature by which the old key names the new one, in base64."""
    return base64.b64encode(old.sign(str(new).encode())).decode()


def _read(content: bytes, password: bytes | None, path: Path) -> Ed25519PrivateKey:
    try:
        found = load_pem_private_key(content, password)
    except (ValueError, TypeError) as trouble:
        raise _unreadable(path) from trouble
    if not isinstance(found, Ed25519PrivateKey):
        raise _unreadable(path)
    return found


def _unreadable(path: Path) -> Refusal:
    return refusal("key-unreadable/here", file=path.name)


# The certificate that signs appeal bundles, and those the record publishes.


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
            one = _published(fact, event, events)
        except ValueError:
            continue
        old = found.get(one.replaces)
        vouched = old and is_vouched_for(one.certificate, one.signature, old.certificate)
        if vouched or not one.replaces:
            found.setdefault(one.fingerprint, one)
    return tuple(found.values())


def _published(fact: CertificateMade, event: Event, events: Sequence[Event]) -> Published:
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
