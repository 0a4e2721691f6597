"""Witnesses elsewhere: what they are sent and what they answer, as C2SP's tlog-witness has it.

A witness remembers one checkpoint of each log, the last it signed. It signs another only if that
one is proved to continue the log it saw. So whoever writes a record anew meets it: it signs no
second history, whatever this program is told to say.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from ledger.messages import ENGLISH, say, speaking
from ledger.messages.written import moment_written
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


class Why(str):
    """Why something was not done, in English, as a log has it; said again to whoever reads it.

    What goes wrong while nobody looks is found on a thread that knows no reader.
    """

    __slots__ = ("again",)

    again: Callable[[], str]

    @classmethod
    def of(cls, again: Callable[[], str]) -> Why:
        with speaking(ENGLISH):
            why = cls(again())
        why.again = again
        return why


def said_again(why: str) -> str:
    """In the language of who reads it now; as it stands, where it was never more than words."""
    return why.again() if isinstance(why, Why) else why


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
        return NotSigned(_why("another-log", name, status=status), disagrees=True)
    if status == 404:
        return NotSigned(_why("log-unknown", name))
    if status == 403:
        return NotSigned(_why("key-unknown", name))
    if status in (408, 429) or status >= 500:
        return NotSigned(_why("not-now", name, status=status))
    return NotSigned(_why("no-such-answer", name, status=status))


def _why(code: str, name: str, **values: object) -> Why:
    return Why.of(lambda: say(f"proofs.not-signed.{code}", name=name, **values))


def _signed(witness: Witness, note: str, body: bytes, now: datetime) -> Signed | NotSigned:
    """The line of the witness among those it answered; lines of keys we don't know are let be."""
    name = witness.key.name
    try:
        lines = signatures_in(body.decode())
    except (Unreadable, UnicodeDecodeError):
        return NotSigned(_why("no-signature", name))
    text = note_of(note).text
    for line in lines:
        if Note(text, (line,)).signed_by([witness.key]):
            if is_ahead(line, now):
                at = signed_at(line)
                if at is None:
                    return NotSigned(_why("dated-beyond-all", name))
                return NotSigned(_why("dated-later", name, at=moment_written(at)))
            return Signed(str(Note("", (line,))).strip())
    if any(line[0] == name for line in lines):
        return NotSigned(_why("another-key", name))
    return NotSigned(_why("others-signed", name))
