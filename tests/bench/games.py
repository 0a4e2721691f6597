"""Reading, following and scoring real game files."""

from __future__ import annotations

from pathlib import Path

from ledger.gcg import follow, read_gcg
from tests.bench.table import Row, best_of

SHARED = Path(__file__).resolve().parents[3] / "shared" / "gcg"
OWN = Path(__file__).resolve().parents[1] / "formats" / "gcg"


def rows():
    paths = sorted(SHARED.glob("*.gcg")) or sorted(OWN.glob("*.gcg"))
    files = [path.read_bytes() for path in paths]
    bare = best_of(3, lambda: [data.decode("latin-1").splitlines() for data in files]) / len(files)
    each = best_of(5, lambda: [follow(read_gcg(data)) for data in files]) / len(files)
    yield Row(
        f"read, replay and score a GCG game ({len(files)} real games)",
        f"{1e3 * each:.2f} ms",
        "<= 0.8 ms",
        f"{1e3 * bare:.3f} ms to cut into lines",
        each <= 0.8e-3,
    )
