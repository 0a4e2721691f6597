"""The rooms of the house: every folder of code, with what it says of itself.

A room's first line says what lives there: of a package its docstring, of a folder of scripts the
comment at the top of its ``README.md``. The tables in the READMEs are made from these lines by
``python -m tests.rooms``, so that no table can name a room that is not there, or leave one out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
FLOORS = ("ledger", "printing", "web")
BEGIN, END = "<!-- rooms: begin -->", "<!-- rooms: end -->"


def rooms(floor: Path) -> Iterator[Path]:
    """Every package below a floor, each before those within it, in the order of their names."""
    for init in sorted(floor.rglob("__init__.py"), key=lambda path: path.parent.parts):
        if init.parent != floor:
            yield init.parent


def files(room: Path) -> list[Path]:
    """The modules that lie in a room itself."""
    return sorted(path for path in room.glob("*.py") if path.name != "__init__.py")


def what_lives_in(module: Path) -> str:
    """The first line of a module's docstring, without its full stop."""
    said = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return said.partition("\n")[0].rstrip(".")


def table(floor: Path) -> str:
    """The rooms of a floor, and the files at its door, one row each."""
    rows = ["| room | what lives there |", "| --- | --- |"]
    rows += [row(path.name, path) for path in files(floor)]
    for room in rooms(floor):
        rows.append(row(f"{room.relative_to(floor).as_posix()}/", room / "__init__.py"))
    return "\n".join(rows)


def row(name: str, module: Path) -> str:
    return f"| `{name}` | {what_lives_in(module)} |"


def written(readme: Path) -> str:
    """A floor's README with its table made anew."""
    before, rest = readme.read_text("utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n{table(readme.parent)}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    for floor in sys.argv[1:] or FLOORS:
        path = HOUSE / floor / "README.md"
        if BEGIN in path.read_text("utf-8"):
            path.write_text(written(path), "utf-8")
