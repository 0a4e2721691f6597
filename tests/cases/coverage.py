"""The coverage table: each row of the rules matrix, what the program does, and the test of it.

``python -m tests.cases.coverage`` prints it, from ``situations/*.toml`` and the names of the tests;
``test_coverage.py`` says what is missing.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ledger.rulebook.ambiguities import Ambiguity, ambiguities

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
SITUATIONS = HOUSE / "ledger" / "rulebook" / "help" / "situations"
DOES = ("recorded", "computed", "offered", "warned", "refused", "official decides", "not ours")
TRAP = r"T[X4W1N5]-\d\d"
HEAD = """\
# What the program does about every situation of the rulebooks

One line for each row of the rules matrix: what is done, by which event, request, procedure,
remark or parameter, and which tests show it.
"""

TRAPS = """
## Gaps and contradictions

Each is named by a decision, which refuses and calls the director with both readings or writes
what happened with the trap among its remarks; or it says what settles it.

| trap | what is unclear | settled by | named by | tests |
|---|---|---|---|---|"""


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


class TestFunction(NamedTuple):
    """One test: its name, whether it stands among the worked cases, and the traps it names."""

    name: str
    among_cases: bool
    traps: tuple[str, ...]


@cache
def test_functions() -> tuple[TestFunction, ...]:
    """Every test of the house, by file and line; each file is read once."""
    found = []
    for path in sorted((HOUSE / "tests").rglob("test_*.py")):
        source = path.read_text("utf-8")
        quotes = re.search(TRAP, source) is not None
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = node.name.replace("_", "-") + (_quoted(node) if quotes else "")
                ids = tuple(sorted(set(re.findall(TRAP, named))))
                found.append(TestFunction(node.name, path.parent == HERE, ids))
    return tuple(found)


@cache
def tests_by_id() -> dict[str, tuple[str, ...]]:
    """Names of tests, by each case id or row id they carry: ``test_Y15_...``, ``test_K_12_...``."""
    found: dict[str, list[str]] = {}
    for test in test_functions():
        for id_ in _ids(test.name, test.among_cases):
            found.setdefault(id_, []).append(test.name)
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
def tests_by_trap() -> dict[str, tuple[str, ...]]:
    """Names of tests, by each trap they name: ``test_D2_T4_20_...``, or ``"T4-20"`` in them."""
    found: dict[str, list[str]] = {}
    for test in test_functions():
        for id_ in test.traps:
            found.setdefault(id_, []).append(test.name)
    return {id_: tuple(names) for id_, names in found.items()}


def _quoted(node: ast.FunctionDef) -> str:
    """Every string in a function and over it, one after the other."""
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return " ".join(each for each in constants if isinstance(each, str))


@cache
def named_by(id_: str) -> tuple[str, ...]:
    """Which modules and which clauses name a trap, so that a decision can."""
    found = [module for module, ids in _traps_in_modules().items() if id_ in ids]
    found += [f"clause:{point}" for point in _points().get(id_, ())]
    return tuple(dict.fromkeys(found))


@cache
def _traps_in_modules() -> dict[str, set[str]]:
    """The ids of traps that stand in the code of each module, but for its docstrings."""
    ledger = HOUSE / "ledger"
    sources = {path: path.read_text("utf-8") for path in sorted(ledger.rglob("*.py"))}
    return {
        f"{path.relative_to(ledger).with_suffix('')}": {
            node.value
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        & set(ambiguities())
        for path, source in sources.items()
        if re.search(TRAP, source)
    }


@cache
def _points() -> dict[str, list[str]]:
    """Where in the rulebooks each trap stands: ``section.field``, book after book."""
    found: dict[str, list[str]] = {}
    for path in sorted((HOUSE / "ledger" / "rulebook" / "books").glob("*.toml")):
        _add_points("", tomllib.loads(path.read_text("utf-8")), found)
    return found


def _add_points(where: str, what: object, found: dict[str, list[str]]) -> None:
    if not isinstance(what, dict):
        return
    if isinstance(what.get("trap"), str):
        found.setdefault(what["trap"], []).append(where)
        return
    for name, each in what.items():
        _add_points(f"{where}.{name}" if where else name, each, found)


def trap_row(trap: Ambiguity) -> str:
    """One line of the table of traps."""
    by = ", ".join(f"`{name}`" for name in named_by(trap.id))
    tests = ", ".join(f"`{test}`" for test in tests_by_trap().get(trap.id, ()))
    return f"| {trap.id} | {trap.sentence} | {trap.unnamed} | {by} | {tests} |"


@cache
def all_tests() -> frozenset[str]:
    """Names of all tests of the house."""
    return frozenset(test.name for test in test_functions())


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
    parts.append(TRAPS)
    parts += [trap_row(ambiguities()[id_]) for id_ in sorted(ambiguities())]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
