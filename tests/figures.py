"""Figures of the house: how many places one idea takes, counted in the tree as it stands.

``python -m tests.figures`` prints them beside what they are to reach; ``make check`` shows them.
They say where to look and are no goal to squeeze lines for: only what can be plainly wrong fails,
by tests of its own (circles, arrows, missing words, wrong vocabularies).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

from ledger.game.sheet.sheet import Sheet
from ledger.record.events import FACT_TYPES
from tests.bench.telling import a_game_under_way

HOUSE = Path(__file__).resolve().parents[1]
FLOORS = ("ledger", "web", "printing")
SCRIPTS = HOUSE / "web" / "static" / "js"
STYLES = HOUSE / "web" / "static" / "css"
LONG, MANY = 60, 8
"""Lines and parameters above which a function is counted."""


def modules(*floors: str) -> list[Path]:
    """Every module of these floors."""
    return [path for floor in floors for path in sorted((HOUSE / floor).rglob("*.py"))]


@cache
def text(path: Path) -> str:
    return path.read_text("utf-8")


def lines(paths: list[Path]) -> int:
    return sum(text(path).count("\n") for path in paths)


def at_the_top(folder: Path, kind: str) -> int:
    """Files that lie in a folder itself, without a room."""
    return sum(not path.name.startswith("__") for path in folder.glob(kind))


def naming_a_fact() -> list[int]:
    """For each fact, in how many files of the product its name stands."""
    words = [set(re.findall(r"\w+", text(path))) for path in modules(*FLOORS)]
    return sorted(sum(kind.__name__ in each for each in words) for kind in FACT_TYPES.values())


def functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for path in modules(*FLOORS):
        for node in ast.walk(ast.parse(text(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    told = function.args
    named = [*told.posonlyargs, *told.args, *told.kwonlyargs]
    return sum(one.arg not in ("self", "cls") for one in named)


def colours() -> int:
    """Colours written out in the styles, each counted once."""
    found = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?)\([^)]*\)")
    return len({one.lower() for path in STYLES.glob("*.css") for one in found.findall(text(path))})


def figures() -> Iterator[tuple[str, str, str]]:
    """What was counted, how many there are, and what is to be reached."""
    tops = [at_the_top(HOUSE / "ledger", "*.py"), at_the_top(HOUSE / "web", "*.py")]
    tops.append(at_the_top(SCRIPTS / "entry", "*.js"))
    yield "at the top of ledger / web / js/entry", " / ".join(map(str, tops)), "3 / 4 / 15"
    yield "lines of Python in ledger", f"{lines(modules('ledger')):,}", "41,000"
    facts = naming_a_fact()
    yield "files that name a fact, median / most", f"{median(facts):g} / {facts[-1]}", "4 / 8"
    written = sum(len(re.findall(r"\bRefusal\(", text(path))) for path in modules("ledger"))
    yield "Refusal( written out under ledger", f"{written}", "60"
    yield "fields of Sheet itself", f"{len(Sheet.__struct_fields__)}", "25"
    there = list(functions())
    yield f"functions over {LONG} lines", f"{sum(length(one) > LONG for one in there)}", "0"
    yield f"with over {MANY} parameters", f"{sum(parameters(one) > MANY for one in there)}", "0"
    styled = lines(sorted(STYLES.glob("*.css")))
    yield "lines of CSS / colours written out", f"{styled:,} / {colours()}", "4,000 / 45"
    _, calls, told, _ = a_game_under_way()
    yield "calls to tell a table's state / bytes", f"{calls:,} / {told.plain:,}", "900 / 12,288"


def table() -> str:
    rows = [("what", "there are", "to reach"), *figures()]
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    return "\n".join(
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
