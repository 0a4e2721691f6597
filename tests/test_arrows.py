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


def modules():
    found = {}
    for room in ROOMS:
        for path in sources(room):
            parts = path.relative_to(HOUSE).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path
    return found


def test_no_circles():
    known = modules()
    needs = {
        name: {m for m in top_level_imports(path) if m in known and m != name}
        for name, path in known.items()
    }
    done = set()

    def visit(name, trail):
        assert name not in trail, f"a circle: {' -> '.join([*trail, name])}"
        if name not in done:
            for other in sorted(needs[name]):
                visit(other, (*trail, name))
            done.add(name)

    for name in known:
        visit(name, ())


def top_level_imports(path):
    """What importing the file imports at once: its own package's ``__init__`` is not a need."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names}
            found = {name for name in submodules if name in modules_cached()}
            yield from found or {node.module}
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


_cache = {}


def modules_cached():
    if not _cache:
        _cache.update(modules())
    return _cache


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
        and path.suffix not in {".py", ".pyc"}
        and not any(path.match(pattern) for pattern in patterns)
    ]

    assert left == []
