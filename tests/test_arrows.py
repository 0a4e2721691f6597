"""The house rules that a look at the imports can check: arrows run one way, no circles."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[1]
ROOMS = ("ledger", "web", "printing", "migrations")
FORBIDDEN = {
    "ledger": {"web", "printing", "migrations", "tests", "flask", "reportlab"},
    "printing": {"web", "migrations", "tests", "flask"},
    "web": {"migrations", "reportlab", "sqlite3", "tests"},
    "migrations": {"ledger", "web", "printing", "tests", "flask", "reportlab"},
}
OUTERMOST = "web/command_line"
"""The one place that may import ``migrations``, and with downloads the one for ``printing``."""


def sources(room):
    return sorted((HOUSE / room).rglob("*.py"))


def imported(path):
    """Every module a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def name_of(path):
    return path.relative_to(HOUSE).as_posix()


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_imports_what_its_arrows_forbid(room):
    wrong = [
        (name_of(path), module)
        for path in sources(room)
        for module in imported(path)
        if module.split(".")[0] in FORBIDDEN[room]
        and not (name_of(path).startswith(OUTERMOST) and module.split(".")[0] == "migrations")
    ]

    assert wrong == []


def test_only_downloads_and_the_command_line_ask_for_paper():
    wrong = [
        (name_of(path), module)
        for path in sources("web")
        for module in imported(path)
        if module.split(".")[0] == "printing"
        and name_of(path) != "web/downloads.py"
        and not name_of(path).startswith(OUTERMOST)
    ]

    assert wrong == []


def test_no_circles():
    assert circle_in(needs_of(modules())) == []


def test_a_circle_is_found_even_by_way_of_a_package(tmp_path):
    for name, text in {
        "ledger/__init__.py": "",
        "ledger/desk/desk.py": "from ledger.rules.bonus import five\n",
        "ledger/rules/__init__.py": "from ledger.rules import bonus\nfrom ledger.log import Log\n",
        "ledger/rules/bonus.py": "five = 5\n",
        "ledger/log.py": "from ledger.desk.desk import Desk\n",
        "ledger/words.py": "from ledger import desk\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    circle = circle_in(needs_of(modules(tmp_path)))

    assert set(circle) == {"ledger.desk.desk", "ledger.rules", "ledger.log"}


def modules(house=HOUSE):
    """Every module of our rooms by its name, with its file."""
    found = {}
    for room in ROOMS:
        for path in sorted((house / room).rglob("*.py")):
            parts = path.relative_to(house).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def needs_of(known):
    """What each module needs before it can be imported: what it names, and its packages.

    A module's own packages are there before it, unless it asks one of them for a name.
    """
    needs = {}
    for name, path in known.items():
        named = {module for module in imported_at_once(path, known) if module in known}
        round_them = {package for module in named for package in packages_of(module)}
        round_them = {one for one in round_them if not name.startswith(f"{one}.")}
        needs[name] = ((named | round_them) & known.keys()) - {name}
    return needs


def packages_of(module):
    parts = module.split(".")[:-1]
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def imported_at_once(path, known):
    """The modules named by imports outside functions; a name from a module is the module."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle_in(needs):
    """The modules of one circle, in order; empty where there is none."""
    done = set()

    def visit(name, trail):
        if name in trail:
            return trail[trail.index(name) :]
        if name not in done:
            for other in sorted(needs[name]):
                if circle := visit(other, (*trail, name)):
                    return circle
            done.add(name)
        return ()

    for name in needs:
        if circle := visit(name, ()):
            return list(circle)
    return []


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_is_called_what_says_nothing(room):
    nameless = {"utils", "helpers", "common", "manager", "base", "misc"}

    assert [name_of(path) for path in sources(room) if path.stem in nameless] == []


def test_every_data_file_of_a_room_travels_in_the_wheel():
    import tomllib

    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    left = [
        name_of(path)
        for room in ROOMS
        for path in (HOUSE / room).rglob("*")
        if path.is_file()
        and path.suffix != ".py"
        and "__pycache__" not in path.parts
        and not any(path.match(pattern) for pattern in patterns)
    ]

    assert left == []
