"""S11: the product is made of known parts only: what the lock names, by version and by hash."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOUSE = Path(__file__).resolve().parents[1]
LOCK = (HOUSE / "requirements.lock").read_text("utf-8")
PARTS = {
    canonicalize_name(name): (pinned, hashes)
    for name, pinned, hashes in re.findall(
        r"^([\w.-]+)==([^ ;\\]+)[^\n]*((?:\n +--hash=sha256:[0-9a-f]{64}[ \\]*)*)",
        LOCK,
        re.MULTILINE,
    )
}
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_line_of_the_lock_is_a_version_with_a_hash():
    named = re.findall(r"^[\w.-]+", LOCK, re.MULTILINE)

    assert len(PARTS) == len(named) > 50
    assert [name for name, (_, hashes) in PARTS.items() if "--hash=sha256:" not in hashes] == []
    assert "--require-hashes -r requirements.lock" in (HOUSE / "Makefile").read_text("utf-8")


def test_what_is_installed_is_what_the_lock_names():
    found = {}
    for name, (pinned, _) in PARTS.items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue  # of another system
        if installed != pinned:
            found[name] = (pinned, installed)

    assert found == {}


def test_the_product_needs_nothing_that_is_not_in_the_lock():
    extras = PROJECT["optional-dependencies"]["postgres"]
    waiting = [Requirement(line) for line in (*PROJECT["dependencies"], *extras)]
    needed = set()
    while waiting:
        part = waiting.pop()
        name = canonicalize_name(part.name)
        if name in needed or (part.marker and not part.marker.evaluate({"extra": ""})):
            continue
        needed.add(name)
        for line in requires(name) or ():
            inner = Requirement(line)
            request = part.extras or {""}
            if not inner.marker or any(inner.marker.evaluate({"extra": e}) for e in request):
                waiting.append(Requirement(line.split(";")[0]))

    assert needed - PARTS.keys() == set()
    assert needed >= {"flask", "eventsourcing", "granian", "msgspec", "reportlab", "psycopg"}
