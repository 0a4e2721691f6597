"""Signed notes and checkpoints, as C2SP's ``signed-note`` and ``tlog-checkpoint`` have them.

A note is a text, an empty line, and a line for each signature. A checkpoint is a note whose text
says of a log how many leaves it has and which root they come to. Whoever reads a note skips
signatures of keys it does not know, so witnesses can add theirs.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from msgspec import Struct

from ledger.proof.tree import HASH_BYTES

ED25519, COSIGNATURE = b"\1", b"\4"
"""Kinds of signature: over the text; of a witness, over the text and a time."""

_SIGNATURE = re.compile(r"— (\S+) ([A-Za-z0-9+/]+=*)")
_NAME = re.compile(r"[^\s+]+")
MOST_LINES = 64  # signature lines that are read; whoever sends more sends no checkpoint of ours


class Unreadable(ValueError):
    """The text is no such note."""


class Verifier(Struct, frozen=True):
    """A key that signatures are checked with.

    Attributes:
      name: whose it is, without spaces or a plus sign.
      kind: ``ED25519``, or ``COSIGNATURE`` of a witness.
    """

    name: str
    public: bytes
    kind: bytes = ED25519

    @property
    def key_id(self) -> bytes:
        """Four bytes by which a signature says whose it is."""
        return sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def __str__(self) -> str:
        """The key as people hand it on: name, id and key with plus signs between."""
        text = base64.b64encode(self.kind + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{text}"

    @classmethod
    def read(cls, written: str) -> Verifier:
        parts = written.strip().split("+", 2)
        if len(parts) != 3 or not _NAME.fullmatch(parts[0]):
            raise Unreadable("that is no verifier key")
        try:
            data = base64.b64decode(parts[2], validate=True)
        except ValueError as trouble:  # no base64, or not even its letters
            raise Unreadable("the key can't be read") from trouble
        found = cls(parts[0], data[1:], data[:1])
        kinds = (ED25519, COSIGNATURE)
        if found.kind not in kinds or len(found.public) != 32 or found.key_id.hex() != parts[1]:
            raise Unreadable("the key and its id do not belong together")
        return found


class Checkpoint(Struct, frozen=True):
    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed; it ends in a line's end."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


class Note(Struct, frozen=True):
    """A note with its signatures, as (name, key id, signature)."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    def signed_by(self, keys: Iterable[Verifier]) -> tuple[Verifier, ...]:
        """Those of the keys whose signature is on it and right; others are skipped."""
        return tuple(key for key in keys if any(self._is_by(key, one) for one in self.signatures))

    def _is_by(self, key: Verifier, signature: tuple[str, bytes, bytes]) -> bool:
        name, key_id, signed = signature
        if (name, key_id) != (key.name, key.key_id):
            return False
        what = self.text.encode()
        if key.kind == COSIGNATURE:
            when, signed = int.from_bytes(signed[:8], "big"), signed[8:]
            what = f"cosignature/v1\ntime {when}\n".encode() + what
        from ledger.proof.keys import is_signed  # whoever only reads notes loads no ciphers

        return is_signed(key.public, signed, what)

    def __str__(self) -> str:
        lines = (
            f"— {name} {base64.b64encode(key_id + signed).decode()}\n"
            for name, key_id, signed in self.signatures
        )
        return f"{self.text}\n{''.join(lines)}"


def note_of(written: str) -> Note:
    """The note that is written there; raises ``Unreadable``: it is none."""
    text, found, below = written.rpartition("\n\n")
    if not found or not below.endswith("\n"):
        raise Unreadable("a note is a text, an empty line and its signatures")
    lines = below.splitlines()
    if len(lines) > MOST_LINES:
        raise Unreadable("a note has no so many signatures")
    return Note(text + "\n", tuple(_signature(line) for line in lines))


def signatures_in(written: str) -> tuple[tuple[str, bytes, bytes], ...]:
    """Signature lines by themselves, as a witness answers.

    Raises:
      Unreadable: one of them is none.
    """
    lines = written.splitlines()[:MOST_LINES]
    return tuple(_signature(line) for line in lines if line.strip())


def _signature(line: str) -> tuple[str, bytes, bytes]:
    parts = _SIGNATURE.fullmatch(line)
    try:
        data = base64.b64decode(parts[2], validate=True) if parts else b""
    except binascii.Error as trouble:
        raise Unreadable("a signature can't be read") from trouble
    if parts is None or len(data) < 5:
        raise Unreadable("a line below the text is no signature")
    return parts[1], data[:4], data[4:]


def signed_at(line: tuple[str, bytes, bytes]) -> datetime | None:
    """When a witness says that it signed; ``None``: it says no time that could be."""
    try:
        return datetime.fromtimestamp(int.from_bytes(line[2][:8], "big"), UTC)
    except (OverflowError, OSError, ValueError):
        return None


SKEW = timedelta(days=1)
"""How far a witness's clock may be ahead of ours."""


def is_ahead(line: tuple[str, bytes, bytes], now: datetime) -> bool:
    """Whether a witness says that it signed when nobody can have signed yet."""
    at = signed_at(line)
    return at is None or at > now + SKEW


def checkpoint_in(text: str) -> Checkpoint:
    """The checkpoint that a note's text is; lines after its third are let be.

    Raises:
      Unreadable: it is none.
    """
    lines = text.split("\n")
    if len(lines) < 4 or not lines[0]:
        raise Unreadable("a checkpoint has an origin, a size and a root, a line each")
    origin, size, words = lines[:3]
    if not re.fullmatch(r"0|[1-9][0-9]{0,17}", size):
        raise Unreadable("the size of a checkpoint is a number without leading zeros")
    try:
        found = base64.b64decode(words, validate=True)
    except binascii.Error as trouble:
        raise Unreadable("the root can't be read") from trouble
    if len(found) != HASH_BYTES:
        raise Unreadable(f"a root has {HASH_BYTES} bytes")
    return Checkpoint(origin, int(size), found)


def in_fours(root: str) -> str:
    """A root in hex as people compare it, four letters and a gap.

    >>> in_fours("86a1b2240ce1")
    '86a1 b224 0ce1'
    """
    return " ".join(root[at : at + 4] for at in range(0, len(root), 4))
