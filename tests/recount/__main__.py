"""Count transcripts again: ``python -m tests.recount GAME.txt …``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.recount.counting import recount


def main(names: list[str]) -> int:
    """Count each file again and say what differs; 1 if anything does."""
    worst = 0
    for name in names:
        found = recount(Path(name).read_text("utf-8"))
        print(f"{name}: {found.totals[0]} : {found.totals[1]}, {found.checked} plays counted")
        for difference in found.differences:
            print(f"  {difference}")
        worst |= bool(found.differences)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
