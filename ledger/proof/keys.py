"""Ed25519: signing and checking, the key beside the record, and the keys it was signed with."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from ledger.proof.facts import CheckpointKeyMade
from ledger.proof.note import COSIGNATURE, Checkpoint, Note, Unreadable, Verifier
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

# Signing notes and checking signatures: Ed25519, and nothing else.


def is_signed(public: bytes, signature: bytes, what: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, what)
    except (InvalidSignature, ValueError):
        return False
    return True


def signed(checkpoint: Checkpoint, name: str, *keys: Ed25519PrivateKey) -> Note:
    signatures = []
    for key in keys:
        verifier = Verifier(name, key.public_key().public_bytes_raw())
        signatures.append((name, verifier.key_id, key.sign(checkpoint.text.encode())))
    return Note(checkpoint.text, tuple(signatures))


def cosigned(note: Note, name: str, key: Ed25519PrivateKey, at: int) -> tuple[str, bytes, bytes]:
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


KEY_FILE = "checkpoint.key"


def key_in(folder: Path) -> Ed25519PrivateKey | None:
    path = folder / KEY_FILE
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    return _read(content, None, path)


def make_key(folder: Path) -> Ed25519PrivateKey:
    """A new key, put in the place of any before it at once or not at all."""
    key = Ed25519PrivateKey.generate()
    keep(key, folder / KEY_FILE)
    return key


END_OF_KEY = b"-----END ENCRYPTED PRIVATE KEY-----\n"
"""Where, in a copy, the first key ends; that of bundles may follow."""


def keep(key: Ed25519PrivateKey, path: Path, password: str = "", more: bytes = b"") -> None:
    """Write a key to a file that its owner alone can read, under a password if one is given.

    ``more`` is what lies in the file after it, as ``ledger.proof.certificate`` has it.
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


def verifier_of(key: Ed25519PrivateKey, origin: str) -> Verifier:
    return Verifier(origin, key.public_key().public_bytes_raw())


def handed_over(old: Ed25519PrivateKey, new: Verifier) -> str:
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
