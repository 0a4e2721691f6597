"""``make bench``: every budget of the design that this release reaches for, beside its floor.

Ratios are taken in one run. Nothing here fails: a budget that was missed says so, and why is
for the reader of the README.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from tests.bench import (
    appending,
    calls,
    drawing,
    folding,
    games,
    growing,
    on_postgres,
    over_http,
    paper,
    recording,
    season,
    sizes,
    starting,
    stepping,
    tablet,
    telling,
    witnessing,
)
from tests.bench.table import printed


def main() -> None:
    """Run what was asked for by name, or everything."""
    rooms = {
        "append": appending.rows,
        "fold": folding.rows,
        "gcg": games.rows,
        "record": recording.rows,
        "paper": paper.rows,
        "http": over_http.rows,
        "postgres": on_postgres.rows,
        "growth": growing.rows,
        "tablet": tablet.rows,
        "telling": telling.rows,
        "calls": calls.rows,
        "start": starting.rows,
        "season": season.rows,
        "sizes": sizes.rows,
        "draw": drawing.rows,
        "replay": stepping.rows,
        "witness": witnessing.rows,
    }
    request = sys.argv[1:] or list(rooms)
    if unknown := [name for name in request if name not in rooms]:
        sys.exit(f"There is no bench {', '.join(unknown)}; there are {', '.join(rooms)}.")
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {sys.version.split()[0]}\n")
    rows = []
    try:
        for name in request:
            print(f"{name} …", file=sys.stderr, flush=True)
            rows.extend(rooms[name]())
    finally:  # what was measured is told, whatever breaks
        print(printed(rows))


main()
