"""One row of the table: what was measured, its budget, its floor, and whether it was met."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    what: str
    measured: str
    budget: str
    floor: str
    met: bool | None
    """``None``: it is found out, and no budget says what it should be."""


def printed(rows):
    head = ("what", "measured", "budget", "floor, same run", "")
    table = [
        head,
        *((r.what, r.measured, r.budget, r.floor, _said(r.met)) for r in rows),
    ]
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    lines = [
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in table
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _said(met):
    return "" if met is None else "yes" if met else "NO"


class Clock:
    seconds = 0.0


@contextmanager
def timed():
    clock = Clock()
    started = time.perf_counter()
    yield clock
    clock.seconds = time.perf_counter() - started


def best_of(times, what):
    """The quickest of several runs, in seconds: the others were disturbed."""
    quickest = float("inf")
    for _ in range(times):
        with timed() as clock:
            what()
        quickest = min(quickest, clock.seconds)
    return quickest
