"""Documents are run or counted: commands they name exist, links lead somewhere, tables agree."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from migrations import RELEASE
from tests import rooms

HOUSE = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    path
    for pattern in ("*.md", "ledger/*.md", "printing/*.md", "web/*.md", "web/*/*.md")
    for path in sorted(HOUSE.glob(pattern))
]
READMES = [HOUSE / floor / "README.md" for floor in (".", "ledger", "printing", "web", "tests")]
FLOORS = [HOUSE / floor for floor in ("ledger", "web", "printing", "migrations", "tests")]
TARGETS = set(re.findall(r"^([a-z]+):", (HOUSE / "Makefile").read_text("utf-8"), re.MULTILINE))


def ids(paths):
    return [path.relative_to(HOUSE).as_posix() for path in paths]


def fenced(text):
    """Lines inside fences, which people copy."""
    return [
        line.strip()
        for block in re.findall(r"^```(?:sh|console|)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=ids(DOCUMENTS))
def test_every_make_target_a_document_names_is_there(path):
    named = set(
        re.findall(r"`make ([a-z]+)`|^make ([a-z]+)", path.read_text("utf-8"), re.MULTILINE)
    )

    assert {a or b for a, b in named} <= TARGETS


@pytest.mark.parametrize("path", DOCUMENTS, ids=ids(DOCUMENTS))
def test_every_command_in_a_fence_is_a_command_with_those_options(path):
    from web.command_line import commands

    for line in fenced(path.read_text("utf-8")):
        if not line.startswith("tilescribe "):
            continue
        words = line.split("#")[0].split()[1:]
        command = commands
        while words and isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words.pop(0))
            assert command is not None, line
        options = {opt for p in command.params for opt in (*p.opts, *p.secondary_opts)}
        used = {word.split("=")[0] for word in words if word.startswith("-")}
        assert used <= options | {"--help"}, line


@pytest.mark.parametrize("path", DOCUMENTS, ids=ids(DOCUMENTS))
def test_every_link_to_a_file_leads_to_one(path):
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text("utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []


def modules_named(text):
    """Files of Python that a README names, ``{a,b}.py`` each by itself; the defects' table not."""
    for name in re.findall(r"`([\w./{},-]+\.py)\b", text.split("<!-- found: begin")[0]):
        before, _, among = name.partition("{")
        among, _, after = among.partition("}")
        yield from [f"{before}{each}{after}" for each in among.split(",")]


def no_such_modules(text):
    there = {f"/{path.relative_to(HOUSE)}" for floor in FLOORS for path in floor.rglob("*.py")}
    return [name for name in modules_named(text) if not any(p.endswith(f"/{name}") for p in there)]


@pytest.mark.parametrize("path", READMES, ids=["all", "ledger", "printing", "web", "tests"])
def test_every_module_that_a_readme_names_is_there(path):
    assert no_such_modules(path.read_text("utf-8")) == []


def test_a_module_that_is_no_more_is_found():
    text = (
        "`desk/desk.py`, `game/{context,procedure}.py:12`, `game/{context,entries}.py`, `tents.py`"
    )

    assert no_such_modules(text) == ["game/entries.py", "tents.py"]


@pytest.mark.parametrize("floor", ["ledger", "web", "printing"])
def test_the_table_of_rooms_is_made_from_the_tree(floor):
    readme = HOUSE / floor / "README.md"

    assert readme.read_text("utf-8") == rooms.written(readme), "run python -m tests.rooms"


@pytest.mark.parametrize(
    ("readme", "room"), [("printing", "printing"), ("web", "web/asgi"), ("ledger", "ledger/desk")]
)
def test_the_table_of_a_room_names_every_file_and_none_that_is_not_there(readme, room):
    text = (HOUSE / readme / "README.md").read_text("utf-8").split(rooms.END)[-1]
    text = text.split(rooms.FILES_BEGIN)[0]
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    named = {name.rstrip("/") for row in rows for name in re.findall(r"`([^`]+)`", row)}
    there = {
        path.name for path in (HOUSE / room).iterdir() if path.suffix == ".py" or path.is_dir()
    }

    assert named == {name for name in there if not name.startswith("__")}


def test_one_release_is_named_by_the_project_the_command_and_the_changelog():
    version = re.search(
        r'^version = "([^"]+)"', (HOUSE / "pyproject.toml").read_text(), re.MULTILINE
    )[1]

    assert version == RELEASE
    assert f"## {version}" in (HOUSE / "CHANGELOG.md").read_text("utf-8")


def test_the_readme_and_each_release_in_the_changelog_are_read_in_one_go():
    """Both had grown into diaries of a thousand lines. What a release brings is told by role."""
    releases = (HOUSE / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]

    assert len((HOUSE / "README.md").read_text("utf-8").splitlines()) <= 150
    assert {one.split()[0]: len(one.splitlines()) for one in releases if one.count("\n") > 45} == {}


@pytest.mark.parametrize("path", DOCUMENTS, ids=ids(DOCUMENTS))
def test_no_document_says_a_paragraph_twice(path):
    """A careless replacement once put one paragraph between all letters of the README."""
    blocks = [b for b in path.read_text("utf-8").split("\n\n") if len(b) > 80 and "|" not in b]

    assert len(blocks) == len(set(blocks))


@pytest.mark.found("AE-6")
@pytest.mark.parametrize("path", DOCUMENTS, ids=ids(DOCUMENTS))
def test_who_installs_is_told_to_use_an_environment_of_its_own(path):
    """Packages called `web` or `printing` would clash with others beside the system's own."""
    bare = [line for line in fenced(path.read_text("utf-8")) if line.startswith("pip install")]

    assert not bare
