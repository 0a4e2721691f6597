"""Whether this record is the one that a bundle was made from, by the checkpoint inside the bundle.

The bundle was handed out, and lies where nobody here can change it. So the root in it is compared
with the root that the record's own events come to at that size.
"""

from __future__ import annotations

from enum import Enum

from ledger.backup.facts import LogRestored
from ledger.proof.checkpoints import named_by_its_first
from ledger.proof.note import Checkpoint
from ledger.proof.tree import Growing, leaf_data, leaf_hash
from ledger.record.faults import NOTHING_CHANGED
from ledger.record.log import Log
from ledger.record.streams import record_id
from web.command_line.issued_bundles import tree_of
from web.command_line.opened import Opened

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
