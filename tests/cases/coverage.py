"""The coverage table: each row of the rules matrix, what the program does, and the test of it.

``python -m tests.cases.coverage`` writes it; ``test_coverage.py`` says when it is out of date.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
SITUATIONS = HOUSE / "ledger" / "rule_help" / "situations"
TABLE = HOUSE / "ledger" / "rule_help" / "COVERAGE.md"
DOES = ("recorded", "computed", "offered", "warned", "refused", "official decides", "not ours")
HEAD = """\
# What the program does about every situation of the rulebooks

One line for each row of the rules matrix: what is done, by which event, request, procedure,
remark or parameter, and which tests show it. Written by `python -m tests.cases.coverage`
from `situations/*.toml` and the names of the tests; a test fails when it is out of date.
"""


@cache
def rows() -> dict[str, dict]:
    """Every situation, by row id, in the order of the matrix."""
    found = {}
    for path in sorted(SITUATIONS.glob("*.toml")):
        for row, entry in tomllib.loads(path.read_text("utf-8")).items():
            assert row not in found, f"{row} stands twice, the second time in {path.name}"
            found[row] = entry
    order = (HERE / "rows.txt").read_text("utf-8").split()
    places = {row: place for place, row in enumerate(order)}
    return dict(sorted(found.items(), key=lambda pair: (places.get(pair[0], 999), pair[0])))


@cache
def tests_by_id() -> dict[str, tuple[str, ...]]:
    """Names of tests, by each case id or row id they carry: ``test_Y15_...``, ``test_K_12_...``."""
    found: dict[str, list[str]] = {}
    for path in sorted((HOUSE / "tests").rglob("test_*.py")):
        cases = path.parent == HERE
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for id_ in _ids(node.name, cases):
                    found.setdefault(id_, []).append(node.name)
    return {id_: tuple(names) for id_, names in found.items()}


def _ids(name: str, cases: bool) -> list[str]:
    words = name.removeprefix("test_")
    found = []
    if cases:
        # A trap's id, as T4_20, may stand between; it is not case T4.
        while (case := re.match(r"(?:T[XWN1-5]_\d\d|([A-Z]\d+))(?:_|$)", words)) is not None:
            found += [case[1]] if case[1] else []
            words = words[case.end() :]
    found += [
        f"{row[1]}-{row[2]}" for row in re.finditer(r"(?<![A-Za-z])([A-Z])_(\d\d)(?=_|$)", name)
    ]
    return found


@cache
def all_tests() -> frozenset[str]:
    """Names of all tests of the house."""
    return frozenset(
        node.name
        for path in (HOUSE / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def tests_of(row: str) -> tuple[str, ...]:
    """The tests that show a row: of its cases, those with its id, and those it names."""
    entry = rows()[row]
    found = [test for case in entry.get("cases", ()) for test in tests_by_id().get(case, ())]
    found += tests_by_id().get(row, ())
    found += entry.get("tests", ())
    return tuple(dict.fromkeys(found))


def table() -> str:
    """The whole table."""
    parts = [HEAD]
    letter = ""
    for row, entry in rows().items():
        if row[0] != letter:
            letter = row[0]
            parts.append(f"\n## {letter}\n\n| row | situation | what is done | by | tests |")
            parts.append("|---|---|---|---|---|")
        done = f"**{entry['does']}**: {entry.get('how') or entry.get('because', '')}"
        if entry.get("how") and entry.get("because"):
            done += f" ({entry['because']})"
        refs = ", ".join(f"`{ref}`" for ref in entry.get("with", ()))
        tests = ", ".join(f"`{test}`" for test in tests_of(row))
        parts.append(f"| {row} | {entry['title']} | {done} | {refs} | {tests} |")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
