"""What files beside the log have taken in of it: a log that ends before that has lost its end.

They are derived and may be behind, never ahead, for they are fed with what is safely in the log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from ledger.proof.game_proof import TREE_FILE
from ledger.record.faults import LOST, Fault

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
