"""S11: what is installed is what was pinned, each part by its hashes, and nothing beside it."""

from __future__ import annotations

import re
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

LOCK = Path(__file__).resolve().parents[1] / "requirements.lock"
OURSELVES = {"tilescribe", "pip"}


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def locked():
    """Every part of the lock: its requirement, and its hashes."""
    text = LOCK.read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            named, *hashes = line.split("--hash=")
            yield Requirement(named.strip()), [each.strip() for each in hashes]


def test_S11_every_part_is_pinned_to_one_version_by_its_hashes():
    for part, hashes in locked():
        assert re.fullmatch(r"==[\w.!+]+", str(part.specifier)), part
        assert hashes, part
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), part


def test_S11_what_is_installed_is_the_lock_and_nothing_beside_it():
    here = {plain(each.metadata["Name"]): each.version for each in distributions()}
    if not {"pytest", "tilescribe"} <= set(here):
        pytest.skip("not in an environment of make")
    wanted = {
        plain(part.name): str(part.specifier).removeprefix("==")
        for part, _ in locked()
        if part.marker is None or part.marker.evaluate()
    }

    assert {n: v for n, v in here.items() if n not in OURSELVES or n in wanted} == wanted
