"""Signing notes and checking signatures: Ed25519, and nothing else."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ledger.proof.note import COSIGNATURE, Checkpoint, Note, Verifier


def is_signed(public: bytes, signature: bytes, what: bytes) -> bool:
    """Whether the holder of a key signed just this."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, what)
    except (InvalidSignature, ValueError):
        return False
    return True


def signed(checkpoint: Checkpoint, name: str, *keys: Ed25519PrivateKey) -> Note:
    """The checkpoint signed under this name, by each of the keys."""
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
