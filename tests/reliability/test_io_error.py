"""D3: a failing disk never eats a turn silently.

``strace`` makes the Nth write, flush, truncation or opening fail. What was acknowledged must
be there; what failed must be said, and after a failed flush nothing more is acknowledged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID

import pytest

import migrations
from ledger.record.engine import open_log
from ledger.record.verify import verify
from tests.long_runs import in_shares

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
TURNS = 60
FAILURES = [
    ("pwrite64", "EIO"),
    ("pwrite64", "ENOSPC"),
    ("fdatasync", "EIO"),
    ("fdatasync", "ENOSPC"),
    ("ftruncate", "EIO"),
]
RARELY, EACH_IN_FULL = (1, 5, 31, 60), range(1, 200)


def writing_fails(made, folder, call, error, when):
    """Run a writer whose ``when``-th ``call`` fails; returns what it acknowledged and said."""
    shutil.copytree(made, folder)
    run = subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}",
         "-e", f"inject={call}:error={error}:when={when}",
         sys.executable, HERE / "writer.py", folder, "--count", str(TURNS), "--checkpoint", "40"],
        capture_output=True, env={**os.environ, "PYTHONPATH": str(HOUSE)},
    )  # fmt: skip
    entries = [line.split()[1:] for line in run.stdout.splitlines() if line.startswith(b"ACK")]
    return [(UUID(s.decode()), int(v)) for s, v, _ in entries], run.stderr.decode()


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
@in_shares(1, 8)
def test_d3_whatever_write_fails_nothing_acknowledged_is_lost(tmp_path, request, share):
    full = request.config.getoption("--full")
    made = tmp_path / "made"
    migrations.bring_up_to_date(made, {})
    moments = EACH_IN_FULL[share::8] if full else RARELY
    cases = [(*failure, n) for failure in FAILURES for n in moments]

    def one(case):
        call, error, when = case
        folder = tmp_path / f"{call}-{error}-{when}"
        acknowledged, said = writing_fails(made, folder, call, error, when)
        log = open_log(folder, {})
        lost = [(s, v) for s, v in acknowledged if log.version_of(s) < v]
        sound = verify(log.store).sound
        log.close()
        shutil.rmtree(folder)
        return case, len(acknowledged), lost, sound, said

    with ThreadPoolExecutor(1 if full else 2) as both:
        results = list(both.map(one, cases))

    print(f"{len(results)} failed calls, {sum(result[1] for result in results)} acknowledged")
    assert [result for result in results if result[2] or not result[3]] == []
    for case, acknowledged, _, _, said in results:
        if acknowledged < TURNS:
            assert "ledger.vocabulary.refusals.RecordAway: The disk" in said, (case, said[-300:])
