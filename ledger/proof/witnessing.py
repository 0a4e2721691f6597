"""What a witness signs, refuses and shows (C2SP's tlog-witness); two witnesses held side by side.

Pure functions of what is asked and of what was signed before. Whoever keeps that must look, decide
and write it down as one step, or two requests at once could get two histories signed.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from ledger.messages import say
from ledger.proof.note import (
    EMPTY,
    HASH_BYTES,
    Checkpoint,
    Note,
    Unreadable,
    Verifier,
    checkpoint_in,
    continues,
    note_of,
)
from ledger.proof.witnesses import MOST_STEPS, SIZE_KIND

MOST_ASKED = 64 * 1024
"""Bytes of a request: 63 steps of proof and a note with many lines of signatures take 20 KB."""

PLAIN = "text/plain; charset=utf-8"

_OLD = re.compile(r"old (0|[1-9][0-9]{0,17})")

Found = Literal["", "fork", "unproved", "split"]
"""What a refused checkpoint shows: nothing; two roots of one size, both signed by the log's key; no
proof that it continues what was signed, which anybody may have sent; another witness was shown
another history."""


def found_wording(found: Found) -> str:
    return say(f"proofs.witness-found.{found}")


class ToSign(Struct, frozen=True):
    """What a witness is asked: a checkpoint, and the proof from the ``old`` size to it."""

    old: int
    path: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint


def to_sign(body: bytes) -> ToSign:
    """What is asked there; raises ``Unreadable``: nothing that the protocol has."""
    try:
        written = body.decode()
    except UnicodeDecodeError as trouble:
        raise Unreadable("that is no text") from trouble
    head, gap, note = written.partition("\n\n")
    first, *steps = head.split("\n")
    old = _OLD.fullmatch(first)
    if not gap or old is None:
        raise Unreadable("a request begins with the old size, the proof and an empty line")
    if len(steps) > MOST_STEPS:
        raise Unreadable(f"a proof has {MOST_STEPS} steps at most")
    found = note_of(note)
    return ToSign(int(old[1]), hashes_in(steps), found, checkpoint_in(found.text))


def hashes_in(lines: Sequence[str]) -> tuple[bytes, ...]:
    """The steps of a proof, a line each in base64."""
    try:
        steps = tuple(base64.b64decode(line, validate=True) for line in lines)
    except (binascii.Error, ValueError) as trouble:
        raise Unreadable("a step of the proof can't be read") from trouble
    if any(len(step) != HASH_BYTES for step in steps):
        raise Unreadable(f"a step of the proof has {HASH_BYTES} bytes")
    return steps


class Decision(Struct, frozen=True):
    """What is answered, by the protocol; 200: sign it, once it is written down.

    Attributes:
      found: what the refused checkpoint shows, and ``against`` which one that was signed.
    """

    status: int
    says: str = ""
    kind: str = PLAIN
    found: Found = ""
    against: Checkpoint | None = None


def decide(
    asked: ToSign, keys: Sequence[Verifier], last: Checkpoint | None, then: bytes | None
) -> Decision:
    """Whether a checkpoint is signed.

    Args:
      keys: those known of its log; none: the log is not known.
      last: the largest that was signed of that log.
      then: the root that was signed of this very size, whenever that was.
    """
    at = asked.checkpoint
    if not keys:
        return Decision(404, "This log is not known here.\n")
    if not asked.note.signed_by(keys):
        return Decision(403, "It is not signed with a key of this log that is known here.\n")
    refused: Found = "fork" if then not in (None, at.root) else ""
    signed = Checkpoint(at.origin, at.size, then) if then is not None else None
    if asked.old > at.size or (asked.old == 0 and asked.path):
        return Decision(400, "That old size goes with no such proof.\n", PLAIN, refused, signed)
    known = last or Checkpoint(at.origin, 0, EMPTY)
    if asked.old != known.size:
        return Decision(409, f"{known.size}\n", SIZE_KIND, refused, signed)
    if at.size == known.size:
        if at.root != known.root:
            return Decision(409, "Another root was signed for that size.\n", PLAIN, "fork", known)
        return Decision(422, "A proof of nothing has no steps.\n") if asked.path else Decision(200)
    if known.size and not continues(known.size, known.root, at.size, at.root, asked.path):
        return Decision(422, "It is not proved to continue that.\n", PLAIN, "unproved", known)
    return Decision(200)


# What a witness shows of itself to programs: each log, and what it found.


def log_id(origin: str) -> str:
    """What stands for the name of a log in addresses."""
    return sha256(origin.encode()).hexdigest()


class Evidence(Struct, frozen=True, kw_only=True):
    """A checkpoint that was not signed, and the one that it stands against.

    Attributes:
      root: in hex, as is ``against_root``.
      by: the witness that was shown it; empty: it was sent here.
      times: how often it came; counted once a minute.
      note: it, as it was signed with the log's key.
    """

    found: Found
    size: int
    root: str
    against_size: int
    against_root: str
    by: str = ""
    first_at: datetime
    last_at: datetime
    times: int = 1
    note: str


Verdict = Literal["agrees", "split", "unproved", "not-compared"]


def verdict_wording(verdict: Verdict, name: str) -> str:
    """What came of comparing with the witness of that name."""
    return say(f"proofs.witness-verdict.{verdict}", name=name)


class Compared(Struct, frozen=True, kw_only=True):
    """What came of comparing what two witnesses signed of one log.

    Attributes:
      by: the other witness.
      upto: how many events both signed alike.
      why: in words, where they do not agree or could not be compared.
      evidence: what the other one signed, where that is another history.
    """

    by: str
    verdict: Verdict
    upto: int = 0
    why: str = ""
    at: datetime
    evidence: Evidence | None = None


class SeenLog(Struct, frozen=True, kw_only=True):
    """One log, as far as a witness saw it.

    Attributes:
      keys: with which it is known; none: it is not signed any more.
      size: of the last checkpoint that was signed; 0: none was.
      at: when that was, and ``since``: when the first one was signed.
      signed: how many were.
      note: the last one, with the log's signature and that of the witness.
    """

    log: str
    id: str
    keys: tuple[str, ...]
    size: int = 0
    root: str = ""
    at: datetime | None = None
    since: datetime | None = None
    signed: int = 0
    note: str = ""
    found: tuple[Evidence, ...] = ()
    compared: tuple[Compared, ...] = ()


class WitnessSees(Struct, frozen=True, kw_only=True):
    """All that a witness shows; ``witness``: its key, as people hand it on."""

    witness: str
    now: datetime
    logs: tuple[SeenLog, ...]


def another_history(
    seen: SeenLog, origin: str, keys: Sequence[Verifier], root_of: Callable[[int], bytes | None]
) -> Checkpoint | None:
    """A checkpoint of a log, signed with its own key, that is not of the log as it is here.

    The signature is the proof: a witness can't make one up, so it need not be believed.

    Args:
      root_of: what so many events come to here; ``None``: there are not so many.
    """
    shown = [seen.note, *(each.note for each in seen.found if each.found in ("fork", "split"))]
    for written in filter(None, shown):
        try:
            note = note_of(written)
            found = checkpoint_in(note.text)
        except Unreadable:
            continue
        if found.origin == origin and found.root != root_of(found.size) and note.signed_by(keys):
            return found
    return None


# Two witnesses compared: whether what one signed of a log continues what the other signed.

NoteAt = Callable[[int], str]
"""The checkpoint of a log that a witness signed of so many events; empty: it signed none."""

ProofOf = Callable[[int, int], "tuple[bytes, ...] | None"]
"""The log's own proof from one size to another; ``None``: nobody knows where to ask."""


class NoProof(Exception):
    """The log gave no proof; in words."""


def compare(
    ours: SeenLog,
    theirs: SeenLog,
    other: str,
    keys: Sequence[Verifier],
    earlier: tuple[NoteAt, NoteAt],
    proof: ProofOf,
    now: datetime,
) -> Compared:
    """Hold what two witnesses signed of one log against each other.

    Where one of them signed a checkpoint of the size that the other is at, their roots tell; else
    the log has to prove that the larger one continues the smaller.

    Args:
      other: the name of the other witness.
      keys: of the log; a note that none of them signed says nothing.
      earlier: what each of them signed before, ours first.
      proof: raises ``NoProof``.
    """
    try:
        mine, its = _head_of(ours, keys), _head_of(theirs, keys)
    except Unreadable as trouble:
        return Compared(by=other, verdict="not-compared", why=f"{trouble}.", at=now)
    if not mine.size or not its.size:
        return Compared(by=other, verdict="agrees", at=now)
    size = min(mine.size, its.size)
    try:
        one = mine if mine.size == size else _signed_at(size, ours, keys, earlier[0])
        two = its if its.size == size else _signed_at(size, theirs, keys, earlier[1])
    except Unreadable as trouble:
        return Compared(by=other, verdict="not-compared", why=f"{trouble}.", at=now)
    if one and two:
        if one.root == two.root:
            return Compared(by=other, verdict="agrees", upto=size, at=now)
        note = theirs.note if its.size == size else earlier[1](size)
        return _split(one, two, note, other, now)
    small, large = sorted((mine, its), key=lambda each: each.size)
    try:
        path = proof(small.size, large.size)
    except NoProof as trouble:
        why = f"From {small.size} to {large.size} events the log gave no proof: {trouble}."
        return Compared(by=other, verdict="unproved", why=why, at=now)
    if path is None:
        why = (
            f"It is at {its.size} events, and {mine.size} are signed here; where the log can be "
            "asked for a proof is not known."
        )
        return Compared(by=other, verdict="not-compared", why=why, at=now)
    if continues(small.size, small.root, large.size, large.root, path):
        return Compared(by=other, verdict="agrees", upto=size, at=now)
    why = f"The log's proof from {small.size} to {large.size} events does not hold."
    return Compared(by=other, verdict="unproved", why=why, at=now)


def _head_of(seen: SeenLog, keys: Sequence[Verifier]) -> Checkpoint:
    if not seen.size:
        return Checkpoint(seen.log, 0, EMPTY)
    return _checked(seen.note, seen.log, seen.size, keys)


def _signed_at(
    size: int, seen: SeenLog, keys: Sequence[Verifier], earlier: NoteAt
) -> Checkpoint | None:
    note = earlier(size)
    return _checked(note, seen.log, size, keys) if note else None


def _checked(written: str, origin: str, size: int, keys: Sequence[Verifier]) -> Checkpoint:
    note = note_of(written)
    found = checkpoint_in(note.text)
    if not note.signed_by(keys) or (found.origin, found.size) != (origin, size):
        raise Unreadable("A checkpoint that it shows is not signed with a key of the log")
    return found


def _split(one: Checkpoint, two: Checkpoint, note: str, other: str, now: datetime) -> Compared:
    evidence = Evidence(
        found="split",
        size=two.size,
        root=two.root.hex(),
        against_size=one.size,
        against_root=one.root.hex(),
        by=other,
        first_at=now,
        last_at=now,
        note=note,
    )
    why = f"Of {one.size} events it signed another root."
    return Compared(by=other, verdict="split", why=why, at=now, evidence=evidence)
