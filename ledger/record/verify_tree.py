"""Checking the log against checkpoints: at each size that one names, it has to come to its root.

A chain of links proves nothing against whoever can write all of it anew; a root on paper does. The
checkpoints in the log are looked at always, and any that somebody holds in the hand beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from ledger.backup.facts import LogRestored
from ledger.incidents.facts.appeals import BundleIssued
from ledger.proof.facts import OF_PROOF, CertificateMade, CheckpointMade
from ledger.proof.note import Checkpoint, Unreadable, checkpoint_in, note_of
from ledger.proof.tree import Growing, leaf_hash
from ledger.record.chain import behind_its_length
from ledger.record.fact import Fact
from ledger.record.faults import Fault
from ledger.record.store import Found, Store
from ledger.record.verify_words import fact_in
from ledger.tournament.facts.tournaments import RoundClosed, TournamentOpened


class Claim(Struct, frozen=True):
    """What a checkpoint says, and where it stands: ``None``: in somebody's hand."""

    size: int
    root: bytes
    position: int | None = None

    @property
    def told(self) -> str:
        """The checkpoint, in words."""
        return "the checkpoint in hand" if self.position is None else "this checkpoint"


class RootsOnTheWay:
    """Works out the root at each size that is claimed, while the log is walked."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self._waiting = sorted(claims, key=lambda claim: claim.size)
        self._tree = Growing()
        self._wrong: list[Fault] = []

    def take(self, leaves: Sequence[bytes]) -> None:
        """Take in the leaves that come next."""
        done = 0
        while self._waiting and self._waiting[0].size <= self._tree.size + len(leaves) - done:
            claim = self._waiting.pop(0)
            upto = done + claim.size - self._tree.size
            self._tree.add(leaves[done:upto])
            done = upto
            if self._tree.root() != claim.root:
                what = f"the first {claim.size} events are not those that {claim.told} was made of"
                self._wrong.append(Fault("checkpoint", "root", what, claim.position))
        self._tree.add(leaves[done:])

    def faults(self) -> Iterator[Fault]:
        """What does not agree, once all was taken in: what was cut off at the end as well."""
        yield from self._wrong
        for claim in self._waiting:
            what = f"{claim.told} is of {claim.size} events, and there are {self._tree.size}"
            yield Fault("checkpoint", "size", what, claim.position)


def claims_of(checkpoints: Iterable[Checkpoint]) -> Iterator[Claim]:
    """What checkpoints in hand say."""
    return (Claim(each.size, each.root) for each in checkpoints)


class ProofRow(NamedTuple):
    """An event about checkpoints, or one that led to one.

    Attributes:
      position: its place in the log; ``stream``: as stored.
      topic: what kind of fact; ``fields``: those of its fact as they are.
      written_at: when, UTC; ``None`` where that can't be read.
    """

    position: int
    stream: str
    topic: str
    fields: dict[str, Any]
    written_at: datetime | None = None


class Proofs(NamedTuple):
    """What the log holds about checkpoints, read in one go.

    Attributes:
      rows: the events.
      faults: why they could not all be read.
    """

    rows: tuple[ProofRow, ...] = ()
    faults: tuple[Fault, ...] = ()

    def of(self, kind: type[Fact]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Position and fields of those of one kind, oldest first."""
        return ((row.position, row.fields) for row in self.rows_of(kind))

    def rows_of(self, kind: type[Fact]) -> Iterator[ProofRow]:
        """Those of one kind, oldest first."""
        topic = kind.topic()
        return (row for row in self.rows if row.topic == topic)


LEAD_TO_ONE: tuple[type[Fact], ...] = (
    RoundClosed, CertificateMade, BundleIssued, LogRestored, TournamentOpened,
)  # fmt: skip
"""What a checkpoint is made of or named by, and what tells of whom that is."""


def proofs_in(store: Store) -> Proofs:
    """Everything about checkpoints: there is no index by topic, and one walk is enough."""
    topics = tuple(kind.topic() for kind in (*OF_PROOF, *LEAD_TO_ONE))
    rows: list[ProofRow] = []
    try:
        for position, stream, _, topic, state in store.naming_words(topics):
            named, kind = ((each or b"").decode(errors="replace") for each in (stream, topic))
            rows.append(ProofRow(position, named, kind, fact_in(state), _written_at(state)))
    except PersistenceError as trouble:
        return Proofs(tuple(rows), (Fault("checkpoint", "row", f"can't be read ({trouble})"),))
    return Proofs(tuple(rows))


def claims_in(proofs: Proofs) -> tuple[list[Claim], list[Fault]]:
    """What the checkpoints in the log say; and those that can't be read."""
    claims: list[Claim] = []
    faults: list[Fault] = []
    for position, fields in proofs.of(CheckpointMade):
        try:
            named = {name: fields[name] for name in ("size", "root", "note")}
            fact = msgspec.convert(named, _Told)
            said = checkpoint_in(note_of(fact.note).text)
        except (KeyError, msgspec.MsgspecError, Unreadable):
            faults.append(Fault("checkpoint", "note", "can't be read", position))
            continue
        if (said.size, said.root.hex()) != (fact.size, fact.root):
            what = "what was signed is not what the event says"
            faults.append(Fault("checkpoint", "note", what, position))
        claims.append(Claim(said.size, said.root, position))
    return claims, faults


def in_every_era(origin: str) -> str:
    """What a log is called before and after it was restored."""
    return "/".join(origin.split("/")[:2])


def named_in(store: Store) -> tuple[str, ...]:
    """What the log of a record is called: by its first event, and by its own checkpoints."""
    try:
        first = [columns for _, *columns, _, _ in store.chained_after(0, 1)]
    except PersistenceError:
        first = []
    leaves = (b"".join(behind_its_length(each or b"") for each in columns) for columns in first)
    names = [f"tilescribe/{leaf_hash(leaf).hex()[:16]}" for leaf in leaves]
    told = (fields.get("origin") for _, fields in proofs_in(store).of(CheckpointMade))
    names += [in_every_era(origin) for origin in told if isinstance(origin, str)]
    return tuple(dict.fromkeys(names))


class _Written(Struct):
    written_at: datetime


def _written_at(state: Found) -> datetime | None:
    try:
        return msgspec.json.decode(state or b"", type=_Written).written_at
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


class _Told(Struct):
    size: int
    root: str
    note: str
