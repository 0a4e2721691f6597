"""The rooms of the house: every folder of code, with what it says of itself.

A package's first line says what lives there; for folders of scripts ``SCRIPTS`` does. The tables
in the READMEs, of rooms and of every file, are made from these lines by ``python -m tests.rooms``:
none can name what is not there, or leave something out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
FLOORS = ("ledger", "web", "printing")
SCRIPTS = {
    "cases": "The page of a case: a tap that fills in the finding",
    "desk": "The director’s desk: what waits, the wall of tables, one in short, keys, the ring",
    "entry": "The scorekeeper's page, and the game as the tablet knows it",
    "entry/board": "The play being made: board, draft, rack, blanks, what it is worth",
    "entry/challenges": "A challenge from the word to the verdict",
    "entry/clock": "Both clocks, mirrored from readings where that is wished",
    "entry/irregular": "Everything irregular: what can be reported, what goes on, what is asked",
    "entry/keeping": "Who keeps the record, the director at this tablet, the start of a game",
    "entry/keys": "The keypad, the keyboard, and finding one of many buttons",
    "entry/late": "Entries that came too late, and what became of them",
    "entry/queue": "Entries on the tablet until the server has them; when its news are asked for",
    "entry/results": "The end of a game: counted, shown, signed",
    "entry/sheets": "Questions over the page, acts, and how words fit and are read aloud",
    "entry/turns": "Turns taken back, corrected, put in order",
    "evidence": "The evidence of a dispute: times of the hall, keys",
    "frame": "What all pages have: an element made, a clock in words, a rule linked",
    "handover": "What a tablet without a network shows, taken in by a director's device",
    "judge": "The word judge's slips",
    "live": "Changes while somebody watches",
    "replay": "The replay: board, moves, result and findings beside it, steps by hand and key",
    "results": "Results typed from slips: the line, what is on its way, the tables",
    "organise": "The organiser’s pages: a method in words, players found as one types, sheets",
    "rules": "Finding a rule in a book",
}
"""What lives in each folder of ``web/static/js``; scripts have no first line for a whole room."""

BEGIN, END = "<!-- rooms: begin -->", "<!-- rooms: end -->"
FILES_BEGIN, FILES_END = "<!-- files: begin -->", "<!-- files: end -->"


def rooms(floor: Path) -> Iterator[Path]:
    """Every package below a floor, each before those within it, in the order of their names."""
    for init in sorted(floor.rglob("__init__.py"), key=lambda path: path.parent.parts):
        if init.parent != floor:
            yield init.parent


def files(room: Path) -> list[Path]:
    """The modules that lie in a room itself; its ``__init__.py`` where that defines something."""
    return sorted(path for path in room.glob("*.py") if path.stem != "__init__" or defines(path))


def defines(module: Path) -> bool:
    parts = ast.parse(module.read_text("utf-8")).body
    return any(isinstance(part, ast.FunctionDef | ast.ClassDef) for part in parts)


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
    rows += [f"| `static/js/{name}/` | {SCRIPTS[name]} |" for name in of_scripts(floor)]
    return "\n".join(rows)


def listing(floor: Path) -> str:
    """Every file in every room of a floor, one row each, by what its first line says."""
    rows = ["| file | what it holds |", "| --- | --- |"]
    for room in rooms(floor):
        rows += [row(path.relative_to(floor).as_posix(), path) for path in files(room)]
    return "\n".join(rows)


def of_scripts(floor: Path) -> list[str]:
    """The folders of a floor that hold scripts of ours."""
    scripts = floor / "static" / "js"
    folders = {path.parent.relative_to(scripts).as_posix() for path in scripts.rglob("*.js")}
    return sorted(folders - {".", "vendor"})


def row(name: str, module: Path) -> str:
    return f"| `{name}` | {what_lives_in(module)} |"


def written(readme: Path) -> str:
    """A floor's README with its tables made anew: its rooms, and every file."""
    text = readme.read_text("utf-8")
    for begin, end, made in (
        (BEGIN, END, table), (FILES_BEGIN, FILES_END, listing),
    ):  # fmt: skip
        if begin in text:
            before, rest = text.split(begin)
            text = f"{before}{begin}\n{made(readme.parent)}\n{end}{rest.split(end)[1]}"
    return text


if __name__ == "__main__":
    for floor in sys.argv[1:] or FLOORS:
        path = HOUSE / floor / "README.md"
        path.write_text(written(path), "utf-8")
