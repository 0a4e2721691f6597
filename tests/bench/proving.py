"""What it costs to prove one game out of a record, and to check the proof without us."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import whole_note
from ledger.proof.game_proof import CHECKER, KeptTree, as_file, proof_of
from ledger.record.events import game_id, record_id
from tests.bench.table import Row, timed
from tests.desks import a_desk

GAMES = 60


def row(folder, games):
    """The proofs of ``GAMES`` games, drawn out of ``games``; the tree is there already."""
    with a_desk(folder) as desk, closing(KeptTree(folder, desk.log.store)) as tree:
        with timed() as planting:
            tree.catch_up()
        checkpoints = Checkpoints(folder, desk.log, tree)
        made = checkpoints.make("asked", now=desk.now())
        note = whole_note(made, desk.log.events_of(record_id()))
        keys = [str(key) for key in checkpoints.keys]
        took, sizes = [], []
        for number in random.Random(7).sample(range(games), GAMES):
            began = time.perf_counter()
            found = as_file(
                proof_of(
                    game_id("old-open", 1 + number // 200, 1 + number % 200),
                    "a game",
                    desk.log.store,
                    tree,
                    made,
                    note=note,
                    keys=keys,
                )
            )
            took.append(1000 * (time.perf_counter() - began))
            sizes.append(len(found))
    return Row(
        f"proof of one game out of {made.size:,} events",
        f"{median(took):.1f} ms, worst {max(took):.0f} ms, {median(sizes) / 1000:.0f} KB",
        "<= 50 ms",
        f"checked without us in {_checked(found):.0f} ms; the tree anew {planting.seconds:.1f} s",
        median(took) <= 50,
    )


def _checked(proof):
    """Milliseconds in which the program beside the proof checks it, Python's start among them."""
    with TemporaryDirectory() as home:
        file = Path(home) / "proof.json"
        file.write_bytes(proof)
        assert json.loads(proof)["events"]
        with timed() as clock:
            subprocess.run(
                [sys.executable, str(CHECKER), str(file)], stdout=subprocess.DEVNULL, check=True
            )
    return 1000 * clock.seconds
