"""A data folder kept from other users of the computer: it holds the hashes of PINs.

What we make is ours alone from the start. What was made looser, by an earlier release or by
hand, is tightened where it is a file of ours; of the folder, which may hold other things and
be meant for others, it is said.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from ledger.hall import HALL_FILE
from ledger.lexicon.lexicon import SHELF
from ledger.proof.game_proof import TREE_FILE
from ledger.proof.paper_codes import PRINTED_FILE
from migrations import LEDGER_FILE

OURS = (LEDGER_FILE, HALL_FILE, TREE_FILE, PRINTED_FILE)
KEYS = "*.key"
"""What checkpoints and bundles are signed with, named so that no command loads ciphers for it."""

BESIDE = ("", "-wal", "-shm", "-journal", "-lock")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def kept_private(folder: Path) -> Iterator[str]:
    """Tighten the files, and say what was done and what should be, a line each."""
    if os.name != "posix":
        return
    lists = folder / SHELF
    ours = [folder / f"{name}{ending}" for name in OURS for ending in BESIDE]
    tightened = [path.name for path in (*ours, lists, *lists.glob("*")) if _tightened(path)]
    if tightened:
        yield f"Other users of this computer could read {', '.join(tightened)}; now they can't."
    mode = folder.stat().st_mode
    if mode & OTHERS:
        yield (
            f"Other users of this computer can look into {folder}: `chmod 700 {folder}`, "
            "if nobody else needs it."
        )


def keys_kept_private(folder: Path) -> Iterator[str]:
    """The same of the keys alone, each time that something may be signed with them."""
    if os.name != "posix":
        return
    for path in sorted(folder.glob(KEYS)):
        if _tightened(path):
            yield (
                f"Other users of this computer could read the key in {path.name}; now they can't. "
                "Unless you know them all, make a new one with `tilescribe key new`."
            )


def _tightened(path: Path) -> bool:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & OTHERS:
            return False
        path.chmod(mode & ~OTHERS)
    except OSError:  # gone meanwhile, or not ours to change
        return False
    return True
