"""The page of licences names all that is shipped, and their texts travel with it."""

from __future__ import annotations

import re

from tests import licences
from tests.licences import HOUSE, PAGE

PACKAGES = ("ledger", "web", "printing", "migrations")

BROUGHT = (".ttf", ".otf", ".woff", ".woff2", ".icc", ".gz", ".wasm")
"""Endings of files that nobody here wrote."""

TEXTS = ("*LICENSE*", "*LICENCE*", "OFL*", "COPYRIGHT*", "NOTICE*")

OURS = {"licences.md", "licences.py"}


def test_the_tables_are_made_from_what_is_shipped():
    assert PAGE.read_text("utf-8") == licences.written(), "run python -m tests.licences"


def test_every_file_that_came_from_elsewhere_is_on_the_page_with_its_digest():
    page = PAGE.read_text("utf-8")
    brought = [
        path
        for package in PACKAGES
        for path in (HOUSE / package).rglob("*")
        if path.suffix in BROUGHT or ("vendor" in path.parts and path.suffix == ".js")
    ]
    assert len(brought) > 25

    assert [path.name for path in brought if licences.sha256(path) not in page] == []


def test_every_licence_text_in_the_tree_travels_in_the_metadata():
    found = {
        path
        for package in PACKAGES
        for pattern in TEXTS
        for path in (HOUSE / package).rglob(pattern)
        if path.name not in OURS and "__pycache__" not in path.parts
    }
    named = {path for glob in licences.project()["license-files"] for path in HOUSE.glob(glob)}

    assert len(found) >= 9
    assert found | {HOUSE / "LICENSE"} == named


def test_every_dependency_has_a_licence_and_the_version_that_is_pinned():
    table = licences.table_of_dependencies().splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")][:3] for line in table]

    assert {"flask", "eventsourcing", "reportlab", "psycopg", "zxing-cpp"} <= {r[0] for r in rows}
    assert [name for name, _, licence in rows if not licence or len(licence) > 60] == []
    for name, version, _ in rows:
        assert licences.metadata.version(name) == version, name


def test_our_own_licence_names_each_that_travels_inside():
    """PEP 639: the expression is for the archive as a whole."""
    told = set(re.split(" AND ", licences.project()["license"]))
    inside = {one.licence for one in licences.libraries()} | {"Apache-2.0", "OFL-1.1"}

    assert told == inside | {"LicenseRef-SCOWL"}
