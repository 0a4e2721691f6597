"""The key that signs checkpoints: a file only its owner can read, beside the record.

It proves who says how large the log was; that nothing was changed is proved by the root, on paper
that people signed. A backup does not hold it: who finds a backup can't sign in our name.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from ledger.proof.note import Verifier
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

KEY_FILE = "checkpoint.key"


def key_in(folder: Path) -> Ed25519PrivateKey | None:
    """The key in a data folder; ``None`` where none was made yet.

    Raises:
      Refusal: ``key-unreadable``.
    """
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
    """The key in a copy that was put away under a password.

    Raises:
      Refusal: ``key-unreadable/no-copy``, ``key-unreadable/password``.
    """
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
    """What others check its signatures with."""
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
