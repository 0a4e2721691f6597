"""A signed PDF looked up: a bundle handed out, and whether this is the record it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from ledger.backup.facts import LogRestored
from ledger.backup.manifest import era_of
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts.cases import BundleIssued
from ledger.proof.certificate import certified_in, published_in
from ledger.proof.checkpoints import named_by_its_first
from ledger.proof.note import Checkpoint, in_fours
from ledger.proof.paper_verdicts import Found, PaperVerdict
from ledger.proof.tree import Growing, leaf_data, leaf_hash
from ledger.record.events import record_id
from ledger.record.faults import NOTHING_CHANGED
from ledger.record.log import Log
from ledger.vocabulary.refusals import Refusal
from printing.pdf_apart import PdfView
from printing.sealing import Seal
from web.command_line.in_hand import checkpoint_in_bundle
from web.command_line.issued_bundles import tree_of
from web.command_line.opened import Opened

# Whether this record is the one that a bundle was made from, by the checkpoint inside the bundle.
#
# The bundle was handed out, and lies where nobody here can change it. So the root in it is
# compared
# with the root that the record's own events come to at that size.


READ_ANEW = 100_000
"""Events that are read again to work out a root; of more the tree that is kept beside is asked,
which whoever rewrites a record may have rewritten as well."""

AT_ONCE = 4096


class Same(Enum):
    """What a comparison came to; ``CANNOT_SAY``: a restore put another record in its place."""

    YES = "yes"
    NO = "no"
    ENDS_BEFORE = "ends-before"
    CANNOT_SAY = "cannot-say"


def compared(here: Opened, held: Checkpoint) -> tuple[Same, str]:
    """Whether the record is the one of a checkpoint, and what is to be said of that."""
    with tree_of(here) as tree:
        size, name = tree.size, named_by_its_first(tree) if tree.size else ""
        if held.size > _kept_of(here.log, held, name):
            return Same.CANNOT_SAY, ""
        if held.size > size:
            return Same.ENDS_BEFORE, OTHER.format(
                f"it was proved under {held.size} events, and the record has {size}"
            )
        root = tree.root(held.size) if held.size > READ_ANEW else _root_of(here.log, held.size)
    if root == held.root:
        first = f"in the first {held.size} events: their root is that of the checkpoint in it"
        return Same.YES, f"{NOTHING_CHANGED} {first}."
    return Same.NO, OTHER.format(f"its first {held.size} events are not those of this record")


OTHER = (
    "This bundle is genuine, and this record is not the one it was made from: {}. Keep both as "
    "they are, and compare the record with whatever else is kept elsewhere: tilescribe verify "
    "--against FILE."
)


def _kept_of(log: Log, held: Checkpoint, name: str) -> float:
    """How many events of the log that a checkpoint names this record must still have."""
    restores = [
        (event.envelope.command_id.hex[:8], event.fact)
        for event in log.events_of(record_id())
        if isinstance(event.fact, LogRestored)
    ]
    named = [f"{name}/{era}" for era, _ in restores]
    first = named.index(held.origin) + 1 if held.origin in named else 0
    if held.origin != name and not first and restores:
        return 0  # of an era that a restore put an end to, or of another record
    return min((fact.events for _, fact in restores[first:]), default=float("inf"))


def _root_of(log: Log, size: int) -> bytes:
    """The root over the first events, worked out from the log itself."""
    tree, position = Growing(), 0
    while tree.size < size:
        rows = log.store.rows_after(position, min(AT_ONCE, size - tree.size))
        if not rows:
            break
        position = rows[-1][0]
        tree.add(
            [
                leaf_hash(leaf_data(stream.encode(), b"%d" % version, topic.encode(), state))
                for _, stream, version, topic, state in rows
            ]
        )
    return tree.root()


CASE = re.compile(r"e\d{1,12}/(?P<tournament>.+)/C-(?P<number>\d{1,5})")
"""What a bundle is about, as its square code says it."""

SHOWN = 16
"""Signs of a certificate's SHA-256 that are told."""


NOT_OURS = "That is none of this hall’s certificates, whatever name it bears."

LOST = (
    "No such bundle is on record, perhaps lost by a restore: the record was put back as it was on "
    "{when}, and what was handed out from then until it was put back is gone."
)
LOST_TOO = "A certificate that was first used in that time is gone with it."
ASK = "So this file is not forged for that; the record can't show it. Ask who handed it out."


class SealedVerdict(NamedTuple):
    """What a signed file is.

    Attributes:
      is_issued: whether it is, byte for byte, a bundle on record.
      in_words: that, and what its signature says.
      is_ours: whether it is whole, and was signed here.
      differs: whether it is, and this record is not the one it was made from.
    """

    is_issued: bool
    in_words: str
    is_ours: bool = False
    differs: bool = False


def sealed_verdict(
    here: Opened,
    pdf: bytes,
    told: PdfView,
    states: Iterable[str],
    sheets: Sequence[PaperVerdict] = (),
) -> SealedVerdict | None:
    """What a signed file is; ``None`` of one without a signature.

    Args:
      here: the record.
      pdf: the file.
      told: what it says of itself.
      states: what its codes say it is about: ``e812/autumn-open/C-3``.
      sheets: what its codes are.
    """
    seal = told.seal
    if seal is None:
        return None
    digest = sha256(pdf).hexdigest()
    certificates = _certificates_of(here)
    for name, number, fact, day in _issued(here, states):
        certificates.add(fact.certificate)
        if fact.digest == digest:
            said = (
                f"It is bundle {number} of {name}, as it was handed out on {day}. {_wording(seal)}"
            )
            if not seal.is_whole:
                return SealedVerdict(False, said)
            same, words = _same_record(here, told.checkpoint)
            if same in DIFFER:
                return SealedVerdict(False, f"{words} {said}", is_ours=True, differs=True)
            return SealedVerdict(True, f"{said} {words}".strip(), is_ours=True)
    is_ours = seal.certificate in certificates
    if seal.is_whole and (when := _lost_as_of(here, told.checkpoint, sheets)):
        whose = "That is ours." if is_ours else LOST_TOO
        return SealedVerdict(False, f"{LOST.format(when=when)} {_wording(seal)} {whose} {ASK}")
    if seal.is_whole and is_ours:
        same, words = _same_record(here, told.checkpoint)
        if same in DIFFER:
            return SealedVerdict(False, f"{words} {_wording(seal)}", is_ours=True, differs=True)
        said = f"{NOT_WRITTEN} {_wording(seal)} {words}".strip()
        return SealedVerdict(False, said, is_ours=True)
    stranger = f" {NOT_OURS}" if seal.is_whole else ""
    return SealedVerdict(False, f"No such bundle is on record. {_wording(seal)}{stranger}")


DIFFER = (Same.NO, Same.ENDS_BEFORE)

NOT_WRITTEN = (
    "The signature is ours, and no such bundle is on record: it was never written down, or the end "
    "of the record is lost."
)


def _same_record(here: Opened, checkpoint: bytes) -> tuple[Same, str]:
    """Whether this record is the one that a bundle of ours was made from."""
    held = checkpoint_in_bundle(checkpoint)
    return compared(here, held) if held is not None else (Same.CANNOT_SAY, "")


def _certificates_of(here: Opened) -> set[str]:
    """Those the record publishes, and the one that lies beside it: a restore leaves that there."""
    found = {one.fingerprint for one in published_in(here.log.events_of(record_id()))}
    with suppress(Refusal, OSError):
        if held := certified_in(here.folder):
            found.add(held.fingerprint)
    return found


def _lost_as_of(here: Opened, checkpoint: bytes, sheets: Sequence[PaperVerdict]) -> str:
    """When the backup was made whose restore may have lost a bundle; empty: none has.

    Its codes are of what a restore lost, and the checkpoint in it names this record in an era
    that is over: of another hall's bundle the number of an entry may fit by chance.
    """
    when = next((one.restored for one in sheets if one.found is Found.LOST), "")
    if not when:
        return ""
    origin = checkpoint.partition(b"\n")[0].decode("utf-8", "replace")
    with tree_of(here) as tree:
        name = named_by_its_first(tree)
    era = era_of(here.log)
    is_of_us = origin == name or origin.startswith(f"{name}/")
    return when if is_of_us and origin != f"{name}/{era}" else ""


def _wording(seal: Seal) -> str:
    if not seal.is_whole:
        return f"Not whole: {seal.trouble}."
    short = in_fours(seal.certificate[:SHOWN])
    return f"Its signature is valid, of the whole file, by the certificate {short}…"


def _issued(here: Opened, states: Iterable[str]) -> Iterator[tuple[str, int, BundleIssued, str]]:
    """The bundles of the cases that are named: case, number, fact and day."""
    for state in dict.fromkeys(states):
        found = CASE.fullmatch(state)
        if found is None:
            continue
        try:
            _, stream = case_numbered(here.log, found["tournament"], int(found["number"]))
        except Refusal:
            continue
        events = [e for e in case_in(here.log, stream).events if isinstance(e.fact, BundleIssued)]
        for number, event in enumerate(events, 1):
            assert isinstance(event.fact, BundleIssued)
            name = f"{found['tournament']}/C-{found['number']}"
            yield name, number, event.fact, f"{event.envelope.written_at:%Y-%m-%d}"
