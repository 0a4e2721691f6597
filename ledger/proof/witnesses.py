"""Witnesses elsewhere: what they are sent and what they answer, as C2SP's tlog-witness has it.

A witness remembers one checkpoint of each log, the last it signed. It signs another only if that
one is proved to continue the log it saw. So whoever writes a record anew meets it: it signs no
second history, whatever this program is told to say.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from ledger.proof.note import (
    COSIGNATURE,
    Note,
    Unreadable,
    Verifier,
    is_ahead,
    note_of,
    signatures_in,
    signed_at,
)

ADD = "add-checkpoint"
"""What is asked, below a witness's address."""

MOST_STEPS = 63
"""Hashes that a proof may have, as the protocol has it: enough for any log there can be."""

_SIZE = re.compile(rb"(0|[1-9][0-9]{0,17})\n")
SIZE_KIND = "text/x.tlog.size"


class Witness(Struct, frozen=True):
    """A witness that is asked; ``address``: where it is asked, without a slash at its end."""

    key: Verifier
    address: str

    @classmethod
    def read(cls, key: str, address: str) -> Witness:
        """The witness of a key as people hand it on, at an address.

        Raises:
          Unreadable: that is no key of a witness.
        """
        found = Verifier.read(key)
        if found.kind != COSIGNATURE:
            raise Unreadable("that key signs logs; a witness's is of another kind")
        return cls(found, address.rstrip("/"))

    @property
    def asked_at(self) -> str:
        return f"{self.address}/{ADD}"


class Signed(Struct, frozen=True):
    """The witness signed: its line, as it stands below a note."""

    line: str


class Knows(Struct, frozen=True):
    """It signed a checkpoint of another size last than it was told."""

    size: int


class NotSigned(Struct, frozen=True):
    """It did not sign; ``disagrees``: whether it says that this is not the log it saw."""

    what: str
    disagrees: bool = False


def asked(note: str, old: int, path: Sequence[bytes]) -> bytes:
    """What a witness is sent: a note, and the proof that it continues the log of ``old`` events."""
    if len(path) > MOST_STEPS:
        raise ValueError(f"a proof of {len(path)} steps")
    steps = "".join(f"{base64.b64encode(step).decode()}\n" for step in path)
    return f"old {old}\n{steps}\n{note}".encode()


def answer(
    witness: Witness, note: str, status: int, kind: str, body: bytes, *, now: datetime
) -> Signed | Knows | NotSigned:
    name = witness.key.name
    if status == 200:
        return _signed(witness, note, body, now)
    if status == 409 and kind.partition(";")[0].strip().lower() == SIZE_KIND:
        match = _SIZE.fullmatch(body)
        if match is not None:
            return Knows(int(match[1]))
    elif status in (409, 422):
        return NotSigned(
            f"{name} says that this is not the log it signed before ({status}).", disagrees=True
        )
    if status == 404:
        return NotSigned(f"{name} does not know this log. Give its keeper the log's key.")
    if status == 403:
        return NotSigned(f"{name} does not know the key of this log. Give it to its keeper.")
    if status in (408, 429) or status >= 500:
        return NotSigned(f"{name} can't do it now ({status}).")
    return NotSigned(f"{name} answered what no witness answers ({status}).")


def _signed(witness: Witness, note: str, body: bytes, now: datetime) -> Signed | NotSigned:
    """The line of the witness among those it answered; lines of keys we don't know are let be."""
    name = witness.key.name
    try:
        lines = signatures_in(body.decode())
    except (Unreadable, UnicodeDecodeError):
        return NotSigned(f"{name} answered no signature.")
    text = note_of(note).text
    for line in lines:
        if Note(text, (line,)).signed_by([witness.key]):
            if is_ahead(line, now):
                at = signed_at(line)
                when = f"{at:%Y-%m-%d %H:%M} UTC" if at else "after the year 9999"
                return NotSigned(
                    f"{name} dates its signature {when}, which is still to come: its clock is "
                    "wrong, or that of this computer."
                )
            return Signed(str(Note("", (line,))).strip())
    if any(line[0] == name for line in lines):
        return NotSigned(f"{name} signed with another key than the settings name, or wrongly.")
    return NotSigned(f"{name} answered signatures of others, and none of its own.")
