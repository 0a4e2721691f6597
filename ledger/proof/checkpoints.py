"""Checkpoints: how large the log was and what it came to, signed, kept in the log, printed.

The paper is the witness. Whoever has a checkpoint in the hand finds any event changed, left out or
put in before it, whoever did it and however well they know this program. What came after it, it
says nothing about.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from msgspec.structs import replace

from ledger.backup.era import era_of
from ledger.proof.certificate import Certified, certified_in, keep_certified, new_certified
from ledger.proof.facts import (
    CertificateMade,
    CheckpointCosigned,
    CheckpointKeyMade,
    CheckpointMade,
)
from ledger.proof.kept_tree import KeptTree
from ledger.proof.keys import handed_over, key_in, make_key, verifier_of
from ledger.proof.made import cosignatures_of, made_in
from ledger.proof.note import Checkpoint, Note, Unreadable, Verifier, note_of, signatures_in
from ledger.proof.published import Published, published_in
from ledger.proof.signing import is_signed, signed
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact
from ledger.record.log import Log, Taken
from ledger.record.streams import record_id
from ledger.refusals.saying import refusal
from ledger.vocabulary.closed_lists import CheckpointBecause

TRIES = 20
"""How often a place in the stream is tried for, where others write to it at the same moment."""


class Checkpoints:
    """The checkpoints of a record.

    Args:
      folder: the data folder, in which the signing key lies.
      log: the record.
      tree: the tree over it.
    """

    def __init__(self, folder: Path, log: Log, tree: KeptTree) -> None:
        self._folder = folder
        self._log = log
        self.tree = tree

    @property
    def origin(self) -> str:
        """What this log is called: by its first event, and its era once it was restored."""
        self.tree.catch_up()
        if not self.tree.size:
            raise refusal("nothing-to-sign")
        era = era_of(self._log)
        first = self.tree.complete(0, 0).hex()[:16]
        return f"tilescribe/{first}" + (f"/{era}" if era else "")

    @property
    def keys(self) -> tuple[Verifier, ...]:
        """The keys checkpoints were signed with, of which each names the next."""
        return keys_in(self._log.events_of(record_id()))

    def make(
        self, because: CheckpointBecause, *, now: datetime, by: str = "", about: str = ""
    ) -> CheckpointMade:
        """Sign the log as it stands, keep it, and only then tell it.

        Of one size there is one checkpoint: it is told again.

        Raises:
          Refusal: ``nothing-to-sign``; ``record-differs``: the log is not what was signed before;
            ``key-unreadable``.
        """
        origin, size = self.origin, self.tree.size
        root = self.tree.root(size)
        for before in made_in(self._log.events_of(record_id())):
            if before.origin != origin or before.size > size:
                continue
            if self.tree.root(before.size).hex() != before.root:
                raise refusal("record-differs", size=before.size)
            if before.size == size and before.about == about:
                return before
        key = key_in(self._folder) or make_key(self._folder)
        ours = verifier_of(key, origin)
        if ours not in self.keys:
            self._write(CheckpointKeyMade(key=str(ours)), now, by)
        note = signed(Checkpoint(origin, size, root), origin, key)
        fact = CheckpointMade(
            origin=origin, size=size, root=root.hex(), note=str(note), because=because, about=about
        )
        self._write(fact, now, by)
        return fact

    def new_key(self, *, now: datetime, by: str) -> Verifier:
        """Sign with a new key from here on; the old one, where it is still there, names it."""
        origin, old = self.origin, key_in(self._folder)
        key = make_key(self._folder)
        new = verifier_of(key, origin)
        fact = CheckpointKeyMade(key=str(new))
        if old is not None:
            was = verifier_of(old, origin)
            fact = CheckpointKeyMade(key=str(new), replaces=str(was), signed=handed_over(old, new))
        self._write(fact, now, by)
        return new

    def certified(self, *, now: datetime, by: str) -> Certified:
        """What bundles are signed with: made and published where it was not."""
        held = certified_in(self._folder)
        if held is None:
            return self.new_certificate(now=now, by=by)
        if held.fingerprint not in {one.fingerprint for one in self.certificates}:
            self._publish(CertificateMade(certificate=held.alone.decode()), now, by)
        return held

    def new_certificate(self, *, now: datetime, by: str) -> Certified:
        """Sign bundles by a new one from here on; the one before, where it is there, names it."""
        old = certified_in(self._folder)
        if old is not None:
            self.certified(now=now, by=by)  # who vouches is known
        new = new_certified(now)
        fact = CertificateMade(certificate=new.alone.decode())
        if old is not None:
            signed_by_it = base64.b64encode(old.vouching_for(new.alone)).decode()
            fact = replace(fact, replaces=old.fingerprint, signed=signed_by_it)
        self._publish(fact, now, by)  # first: with its key gone, the old one can't vouch any more
        keep_certified(self._folder, new)
        return new

    @property
    def certificates(self) -> tuple[Published, ...]:
        """The certificates bundles were signed by, the newest last."""
        return published_in(self._log.events_of(record_id()))

    def _publish(self, fact: CertificateMade, now: datetime, by: str) -> None:
        """Name a certificate in the log, under a checkpoint at once."""
        self._write(fact, now, by)
        self.make("asked", now=now, by=by, about="certificate")

    def cosign(self, made: CheckpointMade, answered: str, *, now: datetime) -> int:
        """Keep what a witness signed; how many signatures of its were new.

        Raises:
          Unreadable: it answered no signatures.
        """
        there = set(cosignatures_of(made, self._log.events_of(record_id())))
        note, new = note_of(made.note), 0
        for one in signatures_in(answered):
            line = str(Note("", (one,))).strip()
            if line not in there and one not in note.signatures:
                fact = CheckpointCosigned(origin=made.origin, size=made.size, signature=line)
                self._write(fact, now, "")
                new += 1
        return new

    def _write(self, fact: Fact, now: datetime, by: str) -> None:
        for _ in range(TRIES):
            version = self._log.version_of(record_id()) + 1
            envelope = Envelope(written_at=now, written_by=by, command_id=uuid4(), fact=fact)
            try:
                self._log.append([Event(record_id(), version, envelope)])
            except Taken:
                continue
            return
        raise refusal("written-meanwhile/checkpoint")


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
