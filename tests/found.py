"""Defects that were found by running the product, and the tests that hold them shut.

A test says which defect it guards with ``@pytest.mark.found("RU1")``; the table in
``tests/README.md`` is made from these marks by ``python -m tests.found``.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parent
README = TESTS / "README.md"
BEGIN, END = "<!-- found: begin -->", "<!-- found: end -->"

LATER = {
    "AE-": "1 2 4 5 7 8 9",
    "OG-": "13 14",
    "PP-": "12",
    "TB-": "6",
}
"""What was found on 2026-11-26 and waits for an issue of its own."""

COUNTS = {
    "RU": 13,
    "GC": 5,
    "PR": 2,
    "PA": 19,
    "RE": 7,
    "DE": 16,
    "OP": 20,
    "TA": 8,
    "TB": 12,
    "SE": 13,
    "TO": 3,
    "SR-": 8,
    "RL-": 13,
    "DI-": 17,
    "OG-": 14,
    "PH-": 14,
    "TB-": 17,
    "PP-": 17,
    "PB-": 17,
    "AE-": 12,
}
"""How many defects of each family were found; those of 2026-11-26 have a hyphen."""

NOW = tuple(
    f"{family}{number}"
    for family, last in COUNTS.items()
    for number in range(1, last + 1)
    if str(number) not in LATER.get(family, "").split()
)
"""The defects that are put right already, or must be."""


@cache
def guarded() -> dict[str, list[str]]:
    """Each defect's id, with the tests marked with it as ``file::name``, in order."""
    marks: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).as_posix()
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "mark.found(" in text else ():
            for known_as in _marks(node):
                of = "" if isinstance(node, ast.Assign) else f"::{node.name}"
                marks.setdefault(known_as, []).append(f"{name}{of}")
    return {known_as: sorted(marks[known_as]) for known_as in sorted(marks, key=in_order)}


def _marks(node):
    """The ids a test or a class is marked with, or a whole file by its ``pytestmark``."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        marked = node.decorator_list
    elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
        marked = node.value.elts if isinstance(node.value, ast.List) else [node.value]
    else:
        return
    for mark in marked:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("mark.found"):
            yield from (argument.value for argument in mark.args)


def in_order(known_as: str) -> tuple[int, int]:
    """Where an id stands in the table: by family as they were found, then by number."""
    family, number = re.fullmatch(r"([A-Z]{2}-?)(\d+)", known_as).groups()
    return list(COUNTS).index(family), int(number)


def table() -> str:
    """The table as it stands in the README."""
    rows = ["| id | held by |", "| --- | --- |"]
    for known_as, names in guarded().items():
        rows.append(f"| {known_as} | {'<br>'.join(f'`{name}`' for name in names)} |")
    return "\n".join(rows)


def written() -> str:
    """The README with its table made anew."""
    text = README.read_text("utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    README.write_text(written(), "utf-8")
    there = guarded()
    missing = [known_as for known_as in NOW if known_as not in there]
    sys.stdout.write(f"without a test: {' '.join(missing) or 'none'}\n")
