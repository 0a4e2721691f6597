"""Checkpoints: how large the log was and what it came to, signed, kept in the log, printed.

The paper is the witness. Whoever has a checkpoint in the hand finds any event changed, left out or
put in before it, whoever did it and however well they know this program. What came after it, it
says nothing about.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal
from uuid import UUID, uuid4

from msgspec.structs import replace

from ledger.backup.manifest import era_of
from ledger.messages.written import moment_written
from ledger.proof.checkpoints_made import checked, cosigned_in, disagreements, findings, made_in
from ledger.proof.facts import (
    OF_PROOF,
    CertificateMade,
    CheckpointCosigned,
    CheckpointKeyMade,
    CheckpointKeyRevoked,
    CheckpointMade,
    WitnessDisagreed,
    WitnessSettled,
)
from ledger.proof.game_proof import KeptTree
from ledger.proof.keys import (
    IN_A_TOKEN,
    KEY_FILE,
    Certified,
    Published,
    Revoked,
    certified_in,
    handed_over,
    keep_certified,
    key_in,
    keys_in,
    make_key,
    new_certified,
    published_in,
    put_into_token,
    revocation,
    revoked_in,
    signed,
    verifier_of,
)
from ledger.proof.note import Checkpoint, Unreadable, Verifier, is_ahead, note_of, signatures_in
from ledger.record.events import Envelope, Event, record_id
from ledger.record.fact import Fact
from ledger.record.log import Log, Taken
from ledger.refusals.saying import refusal
from ledger.vocabulary.closed_lists import CheckpointBecause, KeyRevokedBecause, WitnessFound

MOST_LETTERS = 300  # of what an official says came of a witness's finding

TRIES = 20
"""How often a place in the stream is tried for, where others write to it at the same moment."""


def named_by_its_first(tree: KeptTree) -> str:
    """What a record is called in every era: by its first event."""
    return f"tilescribe/{tree.complete(0, 0).hex()[:16]}"


class Checkpoints:
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
        return named_by_its_first(self.tree) + (f"/{era}" if era else "")

    @property
    def log(self) -> Log:
        return self._log

    @property
    def keys(self) -> tuple[Verifier, ...]:
        """The keys checkpoints were signed with, of which each names the next."""
        return keys_in(self._log.events_of(record_id()))

    @property
    def keeps_the_key(self) -> Literal["", "file", "token"]:
        """Where the key of this computer lies; empty: there is none here."""
        path = self._folder / KEY_FILE
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return "token" if file.read(len(IN_A_TOKEN)) == IN_A_TOKEN else "file"

    def make(
        self,
        because: CheckpointBecause,
        *,
        now: datetime,
        by: str = "",
        about: str = "",
        command_id: UUID | None = None,
    ) -> CheckpointMade:
        """Sign the log as it stands, keep it, and only then tell it.

        Of one size there is one checkpoint: it is told again; and so is the newest to whoever
        asks before anything but checkpoints was written.

        Args:
          about: which round, where it is for one.
          command_id: of the request; asked again, it is answered with the same checkpoint.

        Raises:
          Refusal: ``nothing-to-sign``; ``record-differs``: the log is not what was signed before;
            ``key-unreadable``.
        """
        if command_id and (answered := self._answered(command_id)):
            return answered
        origin, size = self.origin, self.tree.size
        root = self.tree.root(size)
        gone = [one.key for one in self.revoked.values()]
        for before in made_in(self._log.events_of(record_id())):
            if before.origin != origin or before.size > size:
                continue
            if self.tree.root(before.size).hex() != before.root:
                raise refusal("record-differs", size=before.size)
            covers = before.size == size or self._is_all_under(before, size)
            if before.about == about and covers and not note_of(before.note).signed_by(gone):
                return before
        key = key_in(self._folder) or make_key(self._folder)
        ours = verifier_of(key, origin)
        if ours not in self.keys:
            self._write(CheckpointKeyMade(key=str(ours)), now, by)
        note = signed(Checkpoint(origin, size, root), origin, key)
        fact = CheckpointMade(
            origin=origin, size=size, root=root.hex(), note=str(note), because=because, about=about
        )
        self._write(fact, now, by, command_id)
        return (self._answered(command_id) if command_id else None) or fact

    def _answered(self, command_id: UUID) -> CheckpointMade | None:
        for event in self._log.events_of(record_id()):
            if event.envelope.command_id == command_id and isinstance(event.fact, CheckpointMade):
                return event.fact
        return None

    def _is_all_under(self, before: CheckpointMade, size: int) -> bool:
        """Whether a checkpoint still covers all but what was written about checkpoints since."""
        since = sum(
            1
            for position, event in self._log.placed_events_of(record_id())
            if isinstance(event.fact, OF_PROOF)
            and before.size <= self.tree.place_of(position) < size
        )
        return since == size - before.size

    def new_key(self, *, now: datetime, by: str, token: str = "") -> Verifier:
        """Sign with a new key from here on; the old one, where it is still there, names it.

        Args:
          token: where in a token it is to lie; empty: in a file of the data folder.
        """
        origin, old = self.origin, key_in(self._folder)
        named = verifier_of(old, origin) if old is not None else None
        key = put_into_token(self._folder, token) if token else make_key(self._folder)
        new = verifier_of(key, origin)
        if new == named:
            return new
        fact = CheckpointKeyMade(key=str(new))
        if old is not None:
            signature = handed_over(old, new)
            fact = CheckpointKeyMade(key=str(new), replaces=str(named), signed=signature)
        self._write(fact, now, by)
        return new

    def revoke(
        self, which: str, since: datetime, because: KeyRevokedBecause, *, now: datetime, by: str
    ) -> Verifier:
        """Say that signatures with a key are not the hall's from a moment on.

        One that is in use is replaced first: what is signed from here on is signed with another.

        Args:
          which: the key as people hand it on, or its id in hex.

        Raises:
          Refusal: ``no-such-key``, ``revoked-ahead``, ``key-unreadable``.
        """
        key = self._key_called(which)
        if since > now:
            raise refusal("revoked-ahead", since=f"{moment_written(since)} UTC")
        used = key_in(self._folder)
        if used is None or verifier_of(used, self.origin).public == key.public:
            self.new_key(now=now, by=by)
        self._say_of(key, since, because, now, by)
        return key

    def trust_again(self, which: str, *, now: datetime, by: str) -> Verifier:
        """Take back that a key was revoked.

        Raises:
          Refusal: ``no-such-key``; ``key-is-trusted``; ``key-unreadable``.
        """
        key = self._key_called(which)
        standing = self.revoked.get(key.public)
        if standing is None:
            raise refusal("key-is-trusted")
        self._say_of(key, None, standing.because, now, by)
        return key

    @property
    def revoked(self) -> Mapping[bytes, Revoked]:
        """The keys that stand revoked, by their public bytes."""
        return revoked_in(self._log.events_of(record_id()))

    def _key_called(self, which: str) -> Verifier:
        for key in self.keys[::-1]:
            if which.strip() in (str(key), key.key_id.hex()):
                return key
        raise refusal("no-such-key", key=which.strip()[:80])

    def _say_of(
        self,
        key: Verifier,
        since: datetime | None,
        because: KeyRevokedBecause,
        now: datetime,
        by: str,
    ) -> None:
        used = key_in(self._folder)
        assert used is not None  # made just now where there was none
        what = revocation(str(key), since, because)
        fact = CheckpointKeyRevoked(
            key=str(key), since=since, because=because,
            signing_key=str(verifier_of(used, self.origin)),
            signed=base64.b64encode(used.sign(what)).decode(),
        )  # fmt: skip
        self._write(fact, now, by)

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
        return published_in(self._log.events_of(record_id()))

    def _publish(self, fact: CertificateMade, now: datetime, by: str) -> None:
        """Name a certificate in the log, under a checkpoint at once."""
        self._write(fact, now, by)
        self.make("asked", now=now, by=by, about="certificate")

    def cosign(self, made: CheckpointMade, witness: Verifier, line: str, *, now: datetime) -> bool:
        """Keep the line of a witness, which was checked; whether it had signed already."""
        fact = CheckpointCosigned(
            origin=made.origin, size=made.size, signature=line, key=str(witness)
        )
        if not checked(fact, made).good:
            raise Unreadable("the line is not that of the witness")
        if is_ahead(signatures_in(line)[0], now):
            raise Unreadable("the line is of a time that is still to come")

        def is_there(events: Sequence[Event]) -> bool:
            return any(one.good and one.key == fact.key for one in cosigned_in(made, events))

        return self._write(fact, now, "", unless=is_there)

    def disagreed(
        self,
        made: CheckpointMade,
        witness: Verifier,
        knows: int,
        found: WitnessFound,
        *,
        now: datetime,
    ) -> bool:
        """Write down what a witness found against this log; whether that is news."""
        fact = WitnessDisagreed(
            origin=made.origin, size=made.size, key=str(witness), knows=knows, found=found
        )

        def is_there(events: Sequence[Event]) -> bool:
            lines = (fact.key, fact.knows, fact.found)
            return any(
                (one.fact.key, one.fact.knows, one.fact.found) == lines
                for one in findings(made.origin, events)
            )

        return self._write(fact, now, "", unless=is_there)

    def settle(
        self, witness: str, reason: str, *, now: datetime, by: str, command_id: UUID
    ) -> None:
        """Write down what came of a witness's finding; once, however often it is asked."""
        if not reason.strip():
            raise refusal("no-reason/to-settle")
        origin = self.origin
        events = self._log.events_of(record_id())
        found = (
            *disagreements(origin, events),
            *findings(origin, events),
        )  # what stands goes first
        one = next((one for one in found if one.fact.key == witness), None)
        if one is None:
            raise refusal("nothing-to-settle")
        fact = WitnessSettled(
            origin=origin, key=witness, knows=one.fact.knows, reason=reason.strip()[:MOST_LETTERS]
        )
        self._write(
            fact, now, by, command_id,
            unless=lambda events: all(
                each.fact.key != witness for each in disagreements(origin, events)
            ),
        )  # fmt: skip

    def _write(
        self,
        fact: Fact,
        now: datetime,
        by: str,
        command_id: UUID | None = None,
        unless: Callable[[Sequence[Event]], bool] = lambda _events: False,
    ) -> bool:
        for _ in range(TRIES):
            version = self._log.version_of(record_id()) + 1
            if (command_id and self._answered(command_id)) or unless(
                self._log.events_of(record_id())
            ):
                return False
            number = command_id or uuid4()
            envelope = Envelope(written_at=now, written_by=by, command_id=number, fact=fact)
            try:
                self._log.append([Event(record_id(), version, envelope)])
            except Taken:
                continue
            return True
        raise refusal("written-meanwhile/checkpoint")
