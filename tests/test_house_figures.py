"""The figures of the house: each is counted as it says, and none gets worse unnoticed."""

from __future__ import annotations

import pytest

from tests import house_figures as figures

MODULES = {
    "ledger/__init__.py": '"""The record."""\n',
    "ledger/game/__init__.py": "",
    "ledger/game/sheet.py": """\
\"\"\"A sheet.

In three lines.\"\"\"

import json
from ledger.game.scoring import (
    points,
    words,
)

ROWS = 15
\"\"\"Of the board.\"\"\"


def total(plays):
    \"\"\"All of it.\"\"\"
    import math

    return math.fsum(points(play) for play in plays) if words else "none"
""",
    "ledger/game/scoring.py": "points = words = len\n",
    "web/__init__.py": "",
    "web/page.py": "from ledger.game import sheet\nfrom web import told, twice\n",
    "web/told.py": "import web.twice\n",
    "web/twice.py": "",
    "printing/__init__.py": "",
    "migrations/__init__.py": "",
}


SHEET = """\
/* color: #abc; */
a:hover { color: #abc; border-radius: var(--r-1); font: 600 15px/1.2 serif; }
@media (width < 520px) { a { border-radius: 3px; } }
@media (600px <= width < 900px) and (height < 700px) { a { margin: 3px; } }
"""


@pytest.fixture
def house(tmp_path):
    for name, text in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    books = tmp_path / figures.BOOKS
    books.mkdir(parents=True)
    (books / "one.toml").write_text('title = "One"\nyear = 1998\n', "utf-8")
    sheets = tmp_path / figures.SHEETS
    sheets.mkdir(parents=True)
    (sheets / figures.TOKENS).write_text(":root { --ink: #123; }\n", "utf-8")
    (sheets / "page.css").write_text(SHEET, "utf-8")
    return tmp_path


@pytest.fixture
def file(house):
    """The bounds as they would be kept of this house."""
    there = figures.counted(house)
    bounds = {one.name: figures.bound_for(one, there[one.name]) for one in figures.FIGURES}
    path = house / "kept.toml"
    path.write_text(
        "".join(f"{name} = {bound}  # so far\n" for name, bound in bounds.items()), "utf-8"
    )
    return path


def put(house, name, text):
    (house / name).write_text(text, "utf-8")


def kept(file):
    return figures.bounds(file.read_text("utf-8"))


def test_lines_files_imports_and_docstrings_are_counted_wherever_they_stand(house):
    [sheet] = [module for module in figures.modules(house) if module.name == "ledger.game.sheet"]

    assert (sheet.lines, figures.lines_of_imports(sheet.tree)) == (19, 6)
    assert figures.lines_of_docstrings(sheet.tree) == 5
    assert figures.counted(house) == {
        "lines": 24,
        "files": len(MODULES),
        "imports": 37.5,
        "docstrings": 25.0,
        "single_importers": 2,
        "long_files": 0,
        "made": 0,
        "books": 2,
        "css_lines": 5,
        "css_files": 2,
        "css_literals": 3,
        "css_breakpoints": 1,
        "sentences": 0,
    }


def test_a_module_with_one_importer_beside_it_is_found_and_no_other(house):
    # ledger.game.sheet is imported from another folder, web.twice by two.
    assert figures.single_importers(figures.modules(house)) == [
        ("ledger.game.scoring", "ledger.game.sheet"),
        ("web.told", "web.page"),
    ]
    put(house, "ledger/game/scoring.py", "points = words = len\n" * figures.A_FILE)
    assert figures.single_importers(figures.modules(house)) == [("web.told", "web.page")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("web/openapi.yaml", "paths:\n  /: x\n"),
        ("web/made.json", "{\n}\n"),
        ("ledger/TABLE.md", "# Rows\n\nWritten by `python -m tests.rows`.\n"),
        ("web/list.js", "// Do not edit.\n"),
    ],
)
def test_what_a_command_makes_or_lists_pages_by_hand_is_counted(house, name, text):
    put(house, name, text)

    assert figures.made_by_a_command(house) == [(name, text.count("\n"))]


def test_what_says_how_it_is_checked_or_is_no_text_is_not_taken_for_made(house):
    put(house, "web/README.md", "# The pages\n\nTry `python -m web`.\n")
    (house / "web" / "icon.png").write_bytes(b"\x89PNG\xff")

    assert figures.made_by_a_command(house) == []


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [
        ("lines", "web/more.py", "x = 1\n" * 600),
        ("files", "web/more.py", ""),
        ("imports", "web/more.py", "import json\n" * 30),
        ("docstrings", "web/more.py", '"""Words."""\n' * 30),
        ("single_importers", "web/twice.py", "from web import one\n"),
        ("long_files", "web/more.py", "x = 1\n" * 901),
        ("made", "web/openapi.json", "{}\n"),
        ("books", "ledger/rulebook/books/two.toml", "year = 2003\n"),
    ],
)
def test_a_figure_that_gets_worse_fails_and_is_named(house, file, capsys, name, path, text):
    assert figures.main([], house, file) == 0
    put(house, path, text)
    if name == "single_importers":
        put(house, "web/one.py", "x = 1\n")

    assert figures.main([], house, file) == 1

    [what] = [figure.what for figure in figures.FIGURES if figure.name == name]
    told = capsys.readouterr().err
    assert f"worse: {what}: " in told
    assert "by hand" in told


def test_what_becomes_better_is_written_down_by_one_command_and_holds_from_then_on(house, file):
    before, text = kept(file), file.read_text("utf-8")
    put(house, "ledger/game/sheet.py", "from ledger.game.scoring import points\n")
    put(house, "web/told.py", "")
    put(house, "web/page.py", "x = 1\n" * 60)
    assert figures.main([], house, file) == 0
    assert file.read_text("utf-8") == text

    assert figures.main(["--lower"], house, file) == 0

    after = kept(file)
    assert (before["single_importers"], after["single_importers"]) == (2, 1)
    assert after["docstrings"] < before["docstrings"]
    assert file.read_text("utf-8").count("# so far") == len(figures.FIGURES)
    put(house, "web/page.py", "from web import told\n" + "x = 1\n" * 60)
    assert figures.main([], house, file) == 1


def test_one_figure_alone_can_be_lowered(house, file):
    before = kept(file)
    put(house, "web/page.py", "x = 1\n" * 2)  # better, too: nothing is imported there
    put(house, "ledger/rulebook/books/one.toml", "year = 1998\n")

    assert figures.main(["--lower", "books"], house, file) == 0
    assert kept(file) == before | {"books": 1}


def test_lowering_raises_nothing(house, file):
    before = kept(file)
    put(house, "web/more.py", "import json\n" * 2_000)

    assert figures.main(["--lower"], house, file) == 1
    assert kept(file)["lines"] == before["lines"]
    assert kept(file)["imports"] == before["imports"]


def test_the_file_names_every_figure_and_no_other(file):
    text = file.read_text("utf-8")
    for wrong in (text.replace("made = ", "other = "), text + "more = 1\n", ""):
        with pytest.raises(ValueError, match="different figures"):
            figures.bounds(wrong)


@pytest.mark.parametrize("arguments", [["--raise"], ["--lower", "boooks"], ["books"]])
def test_an_argument_nobody_knows_changes_nothing(house, file, capsys, arguments):
    text = file.read_text("utf-8")

    assert figures.main(arguments, house, file) == 2
    assert "usage" in capsys.readouterr().err
    assert file.read_text("utf-8") == text


def test_the_house_keeps_a_bound_for_each_figure_and_check_compares():
    check = (figures.HOUSE / "Makefile").read_text("utf-8").partition("\ncheck:")[2]

    assert figures.bounds(figures.KEPT.read_text("utf-8"))
    assert "-m tests.house_figures\n" in check.partition("\n\n")[0] + "\n"
