"""Reading, following and scoring real game files."""

from __future__ import annotations

from pathlib import Path

from ledger.gcg import check, follow, read_gcg
from tests.bench.table import Row, best_of
from tests.formats.heaps import HEAPS

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
    slowest = {
        heap: best_of(1, lambda data=data, heap=heap: check(data, heap))
        for heap, data in HEAPS.items()
    }
    heap = max(slowest, key=lambda name: slowest[name])
    yield Row(
        "a megabyte of anything as a game file",
        f"{slowest[heap]:.2f} s",
        "<= 1 s",
        f"{min(slowest.values()):.2f} s the quickest; slowest: {heap}",
        slowest[heap] <= 1,
    )
