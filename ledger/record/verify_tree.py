"""Checking the log against what lies elsewhere: checkpoints, witnesses, files beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from ledger.backup.facts import LogRestored
from ledger.game.results.facts import ResultSigned, SlipTyped
from ledger.incidents.facts import (
    AppealLodged,
    BundleIssued,
    CaseWordsRemoved,
    EvidenceAttached,
    RulingDrafted,
    StatementConfirmed,
    StatementTaken,
)
from ledger.proof.checkpoints_made import SPLIT_VIEW, checked, disagreed_wording
from ledger.proof.facts import (
    OF_PROOF,
    CertificateMade,
    CheckpointCosigned,
    CheckpointKeyMade,
    CheckpointMade,
    WitnessDisagreed,
    WitnessSettled,
)
from ledger.proof.game_proof import TREE_FILE
from ledger.proof.note import (
    Checkpoint,
    Growing,
    Unreadable,
    Verifier,
    checkpoint_in,
    leaf_hash,
    note_of,
)
from ledger.record.chain import behind_its_length
from ledger.record.events import tournament_id
from ledger.record.fact import Fact
from ledger.record.faults import LOST, MISSING, Fault, Witnessed
from ledger.record.kept_words import WordsRemoved
from ledger.record.store import Found, Store
from ledger.tournament.facts import RoundClosed, TournamentOpened

# What files beside the log have taken in of it: a log that ends before that has lost its end.
#
# They are derived and may be behind, never ahead, for they are fed with what is safely in the log.


UP_TO = {"hall.db": "SELECT position FROM tracking", TREE_FILE: "SELECT position FROM upto"}
"""Where each says up to which event it has taken the log in. The hall's is named here, for who
checks a log waits for none of the hall's rooms."""


def taken_in(folder: Path) -> dict[str, int]:
    """Up to which event each file has taken the log in; those that can't be read say nothing.

    To be asked before the log is: whoever writes meanwhile lets that grow.
    """
    found: dict[str, int] = {}
    for name, question in UP_TO.items():
        path = folder / name
        if not path.is_file():
            continue
        # Without a write-ahead file of its own, it is read as it lies, and nothing is made by it.
        how = "mode=ro" if path.with_name(f"{name}-wal").exists() else "mode=ro&immutable=1"
        with (
            suppress(sqlite3.Error, TypeError, ValueError),
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)) as db,
        ):
            found[name] = int(db.execute(question).fetchone()[0])
    return found


def lost_since(taken: Mapping[str, int], end: int) -> Iterator[Fault]:
    """What they have taken in, and the log has no more."""
    for name, position in taken.items():
        if position > end:
            what = f"the log ends at position {end}, and {name} has taken it in up to {position}"
            yield Fault("file", LOST, what, end)


# Checking people's words, which lie beside the log: against their digests, and the events.
#
# An event that names words promises that they are there, and an event that says they were removed
# is the only reason why they may not be. The law may ask for that; nobody else may do it unseen.


NAMES: dict[str, tuple[str, ...]] = {
    ResultSigned.topic(): ("words",),
    SlipTyped.topic(): ("photo",),
    StatementTaken.topic(): ("words",),
    StatementConfirmed.topic(): ("strokes",),
    EvidenceAttached.topic(): ("digest",),
    RulingDrafted.topic(): ("words",),
    AppealLodged.topic(): ("grounds",),
    BundleIssued.topic(): ("words", "section"),
}
"""Where a fact names words that are kept with us; evidence, only where it says so itself."""

REMOVED = (WordsRemoved.topic(), CaseWordsRemoved.topic())
EVIDENCE = EvidenceAttached.topic()


class _Stored(Struct):
    fact: dict[str, Any]


_STORED = msgspec.json.Decoder(_Stored)


def check_words(store: Store) -> tuple[int, list[Fault]]:
    """How many pieces of words there are, removed ones included, and what is wrong with them."""
    kept: set[str] = set()
    emptied: set[str] = set()
    faults: list[Fault] = []
    try:
        for digest, salt, content in store.all_words():
            named = _text(digest)
            if salt is None and content is None:
                emptied.add(named)
                continue
            kept.add(named)
            if sha256((salt or b"") + (content or b"")).hexdigest() != named:
                what = "words and digest do not belong together"
                faults.append(Fault("words", "content", what, None, named))
        faults += _against_events(store, kept, emptied)
    except PersistenceError as trouble:
        faults.append(Fault("words", "row", f"can't be read ({trouble})"))
    return len(kept) + len(emptied), faults


def _against_events(store: Store, kept: set[str], emptied: set[str]) -> Iterator[Fault]:
    removed: set[str] = set()
    naming: list[tuple[str, int, str, str]] = []
    for position, stream, version, topic, state in store.naming_words((*NAMES, *REMOVED)):
        kind, fact = _text(topic), fact_in(state)
        if kind in REMOVED:
            removed.add(str(fact.get("digest", "")))
        elsewhere = kind == EVIDENCE and not fact.get("kept")
        names = () if elsewhere else NAMES.get(kind, ())
        digests = [str(fact.get(field, "")) for field in names]
        naming += [(one, position, _text(stream), _text(version)) for one in digests if one]
    for digest, position, game, place in naming:
        if digest in kept or digest in removed:
            continue
        emptied_so = digest in emptied
        column = "content" if emptied_so else "row"
        what = "were emptied" if emptied_so else "are missing"
        said = f"the words this event names {what}, and no event says that they were removed"
        yield Fault("words", column, said, position, game, place)
    for digest in sorted(kept & removed):
        said = "an event says that these words were removed, and they are here"
        yield Fault("words", "content", said, None, digest)
    for digest in sorted(emptied - removed - {name for name, *_ in naming}):
        said = "the words were emptied, and no event says that they were removed"
        yield Fault("words", "content", said, None, digest)


def fact_in(state: Found) -> dict[str, Any]:
    """The fields of a stored fact; none where it can't be read."""
    try:
        return _STORED.decode(state or b"").fact
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {}  # the link says that the event has changed


def _text(column: Found) -> str:
    return "" if column is None else column.decode(errors="replace")


class Claim(Struct, frozen=True):
    """What a checkpoint says, and where it stands: ``None``: in somebody's hand."""

    size: int
    root: bytes
    position: int | None = None

    @property
    def wording(self) -> str:
        return "the checkpoint in hand" if self.position is None else "this checkpoint"


class RootsOnTheWay:
    """Works out the root at each size that is claimed, while the log is walked."""

    def __init__(self, claims: Iterable[Claim], tree: Growing | None = None) -> None:
        """Begin at the log's start, or behind the leaves of ``tree``, whose claims were met."""
        self.tree = self._tree = tree or Growing()
        self._waiting = sorted(
            (claim for claim in claims if claim.size > self._tree.size or not tree),
            key=lambda claim: claim.size,
        )
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
                what = (
                    f"the first {claim.size} events are not those that {claim.wording} was made of"
                )
                self._wrong.append(Fault("checkpoint", "root", what, claim.position))
        self._tree.add(leaves[done:])

    def wrong(self) -> Sequence[Fault]:
        """What does not agree of what was taken in by now."""
        return tuple(self._wrong)

    def faults(self) -> Iterator[Fault]:
        """What does not agree, once all was taken in: what was cut off at the end as well."""
        yield from self._wrong
        for claim in self._waiting:
            what = f"{claim.wording} is of {claim.size} events, and there are {self._tree.size}"
            yield Fault("checkpoint", "size", what, claim.position)


def claims_of(checkpoints: Iterable[Checkpoint]) -> Iterator[Claim]:
    return (Claim(each.size, each.root) for each in checkpoints)


class ProofRow(NamedTuple):
    position: int
    stream: str
    topic: str
    fields: dict[str, Any]
    written_at: datetime | None = None


class Proofs(NamedTuple):
    """What the log holds about checkpoints, read in one go.

    Attributes:
      faults: why they could not all be read.
    """

    rows: tuple[ProofRow, ...] = ()
    faults: tuple[Fault, ...] = ()

    def of(self, kind: type[Fact]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Position and fields of those of one kind, oldest first."""
        return ((row.position, row.fields) for row in self.rows_of(kind))

    def rows_of(self, kind: type[Fact]) -> Iterator[ProofRow]:
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
            fact = msgspec.convert(named, _View)
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
    origins = (fields.get("origin") for _, fields in proofs_in(store).of(CheckpointMade))
    names += [in_every_era(origin) for origin in origins if isinstance(origin, str)]
    return tuple(dict.fromkeys(names))


class _Written(Struct):
    written_at: datetime


def _written_at(state: Found) -> datetime | None:
    try:
        return msgspec.json.decode(state or b"", type=_Written).written_at
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


class _View(Struct):
    size: int
    root: str
    note: str


# Checkpoints that must be there: what else the record holds would have made them.
#
# Whoever rewrites a record and has not its key takes its checkpoints out, for those would tell.
# What
# led to them stays: rounds that were closed, bundles proved under one, a key that signed.


ASKED_AFTER = timedelta(minutes=5)
"""How long after a round was closed its checkpoint must be there: it is made at once."""

TABLE = "checkpoint"
CAN_BE_A_CRASH = 1
"""Closed rounds without a checkpoint that may be bad luck, where others have theirs: the service
was killed between the two."""


class Expected:
    """What a record must have been signed for.

    Args:
      key_lies_there: whether a key that signs checkpoints lies beside the record.
    """

    def __init__(self, proofs: Proofs, now: datetime, *, key_lies_there: bool) -> None:
        self._proofs = proofs
        self._now = now
        self._key_lies_there = key_lies_there
        self._made = list(proofs.rows_of(CheckpointMade))
        self._slugs = {
            row.stream: str(row.fields.get("slug", "")) for row in proofs.rows_of(TournamentOpened)
        }
        self._unsigned = [row for row in self._closed() if not self._is_signed(row)]

    @property
    def faults(self) -> Iterator[Fault]:
        """What tells that checkpoints are missing, each named."""
        yield from self._of_the_key()
        if len(self._unsigned) > CAN_BE_A_CRASH or not self._made:
            for row in self._unsigned:
                what = f"{self._round(row)} was closed, and no checkpoint was made of it"
                yield Fault(TABLE, MISSING, what, row.position)
        yield from self._of_certificates()
        yield from self._of_bundles()

    @property
    def warnings(self) -> Iterator[str]:
        """A single round without its checkpoint: the service may have been killed just then."""
        if self._made and len(self._unsigned) <= CAN_BE_A_CRASH:
            for row in self._unsigned:
                about = self._round(row)
                yield (
                    f"{about} was closed, and no checkpoint was made of it. Look in the log of the "
                    f"service why; then make one: tilescribe record checkpoint --about {about}."
                )

    def _of_the_key(self) -> Iterator[Fault]:
        named = self._made or any(self._proofs.rows_of(CheckpointKeyMade))
        restored = any(self._proofs.rows_of(LogRestored))  # to before the first of them
        if self._key_lies_there and not named and not restored:
            what = "checkpoint.key lies beside the record, and the record was never signed with it"
            yield Fault(TABLE, MISSING, what)

    def _closed(self) -> Iterator[ProofRow]:
        return (row for row in self._proofs.rows_of(RoundClosed) if self._is_due(row))

    def _is_due(self, row: ProofRow) -> bool:
        return row.written_at is not None and self._now - row.written_at > ASKED_AFTER

    def _is_signed(self, closed: ProofRow) -> bool:
        number = f"R{closed.fields.get('round_number')}"
        division = str(closed.fields.get("division", ""))
        abouts = (
            str(made.fields.get("about", "")).split("/")
            for made in self._made
            if made.position > closed.position
        )
        return any(
            tournament_id(slug).hex == closed.stream
            and more[-1:] == [number]
            and "/".join(more[:-1]) == division
            for slug, *more in abouts
        )

    def _round(self, row: ProofRow) -> str:
        slug = self._slugs.get(row.stream) or row.stream
        parts = (slug, str(row.fields.get("division", "")), f"R{row.fields.get('round_number')}")
        return "/".join(part for part in parts if part)

    def _of_certificates(self) -> Iterator[Fault]:
        for row in self._proofs.rows_of(CertificateMade):
            if not self._made and self._is_due(row):
                what = "a certificate of bundles was published, and no checkpoint was made of it"
                yield Fault(TABLE, MISSING, what, row.position)

    def _of_bundles(self) -> Iterator[Fault]:
        sizes = {made.fields.get("size") for made in self._made}
        for row in self._proofs.rows_of(BundleIssued):
            under = row.fields.get("under", 0)
            if under and under not in sizes:
                what = f"a bundle was handed out under the checkpoint of {under} events"
                yield Fault(TABLE, MISSING, f"{what}, which is not there", row.position)


# Checking what witnesses signed: each line below a checkpoint, with the key it was kept with.


TABLE_VERIFY_WITNESSES = "checkpoint"

_Kind = TypeVar("_Kind", bound=Fact)


class WitnessesFound(Struct, frozen=True):
    """What was found of witnesses.

    Attributes:
      unchecked: lines kept without a key, so that nothing can be said of them.
      disagreed: what witnesses found against the record and did not settle since, in words.
    """

    witnessed: tuple[Witnessed, ...] = ()
    unchecked: int = 0
    disagreed: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


def witnesses_in(proofs: Proofs, trusted: Iterable[Verifier] = ()) -> WitnessesFound:
    names = {str(key) for key in trusted}
    signed: dict[str, set[tuple[str, int]]] = {}
    said: dict[str, str] = {}
    unchecked = 0
    faults: list[Fault] = []
    made = {(fact.origin, fact.size): fact for _, fact in _facts(proofs, CheckpointMade, faults)}
    origin = next((one for one, _ in reversed(made)), "")
    for position, fact in _facts(proofs, CheckpointCosigned, faults):
        if (fact.origin, fact.size) not in made:
            what = f"a witness signed {fact.size} events, and there is no such checkpoint"
            faults.append(Fault(TABLE_VERIFY_WITNESSES, "cosignature", what, position))
            continue
        one = checked(fact, made[fact.origin, fact.size])
        if one.good:
            signed.setdefault(one.key, set()).add((fact.origin, fact.size))
            said.setdefault(one.key, one.name)
        elif one.good is None:
            unchecked += 1
        else:
            what = f"the signature of {one.name} is not right over these {one.size} events"
            if one.at is None:
                what += ": it is of no time that could be"
            faults.append(Fault(TABLE_VERIFY_WITNESSES, "cosignature", what, position))
    settled = {
        (fact.origin, fact.key, fact.knows) for _, fact in _facts(proofs, WitnessSettled, faults)
    }
    disagreed = tuple(
        disagreed_wording(fact)
        for _, fact in _facts(proofs, WitnessDisagreed, faults)
        if fact.origin == origin
        and (origin, fact.key, fact.knows) not in settled
        and not _signed_on(fact, signed.get(fact.key, set()))
    )
    witnessed = [
        Witnessed(
            said[key], key, len(of), max(size for _, size in of), key in names if names else None
        )
        for key, of in signed.items()
    ]
    witnessed.sort(key=lambda one: (one.name, one.key))
    return WitnessesFound(tuple(witnessed), unchecked, disagreed, tuple(faults))


def _signed_on(fact: WitnessDisagreed, of: set[tuple[str, int]]) -> bool:
    """Whether a witness signed a later checkpoint of the log that it had found wrong."""
    return fact.found != SPLIT_VIEW and any(
        origin == fact.origin and size > fact.size for origin, size in of
    )


def _facts(proofs: Proofs, kind: type[_Kind], faults: list[Fault]) -> Iterator[tuple[int, _Kind]]:
    """The facts of a kind with their positions; what can't be read is a fault."""
    for position, fields in proofs.of(kind):
        try:
            yield position, msgspec.convert(fields, kind)
        except msgspec.MsgspecError:
            if kind is not CheckpointMade:  # which is said of the checkpoint itself
                faults.append(
                    Fault(TABLE_VERIFY_WITNESSES, "cosignature", "can't be read", position)
                )
