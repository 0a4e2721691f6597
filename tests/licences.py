"""The tables of the manual's page of licences, made from what is shipped: python -m tests.licences.

What travels inside the package is read from the locks beside it, what is installed along with it
from the metadata of the installed packages, each in the version that ``requirements.lock`` pins.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

HOUSE = Path(__file__).resolve().parents[1]
PAGE = HOUSE / "web" / "manual" / "licences.md"
BEGIN, END = "<!-- {}: begin -->", "<!-- {}: end -->"

VENDORED = (
    ("web/static/js/vendor", "pages"),
    ("web/check/vendor", "`check.html`"),
)
"""Folders of front-end libraries, and where each is loaded."""

FONTS = HOUSE / "printing" / "fonts"
WORDS = HOUSE / "ledger" / "lexicon" / "lists" / "everyday.txt.gz"
COLOURS = HOUSE / "printing" / "engine" / "srgb.icc"

EXTRAS = ("postgres", "token", "scans")
"""What ``pip install 'tilescribe[…]'`` may name."""

PLATFORM = {
    "python_version": "3.11",
    "python_full_version": "3.11.0",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "sys_platform": "linux",
    "platform_system": "Linux",
    "os_name": "posix",
}
"""For which the dependencies are listed: elsewhere one or two are added."""

CLASSIFIED = {
    "MIT License": "MIT",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Public Domain": "Public domain",
}
"""Classifiers of the package index, for packages that give no expression."""

WRITTEN_OUT = {"Apache 2.0", "Apache License 2.0", "Apache License, Version 2.0"}


class Library(NamedTuple):
    """A library of somebody else's that lies inside our package."""

    name: str
    version: str
    licence: str
    loaded: str
    files: tuple[tuple[str, str], ...]
    """Path from the repository's root, SHA-256."""


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def libraries() -> Iterator[Library]:
    for folder, loaded in VENDORED:
        lock = tomllib.loads((HOUSE / folder / "vendor.lock").read_text("utf-8"))
        for name, told in lock.items():
            files = told.get("files") or {told["file"]: told["sha256"]}
            paths = tuple((f"{folder}/{file}", digest) for file, digest in files.items())
            yield Library(name, told["version"], told["licence"], loaded, paths)


def pinned() -> dict[str, str]:
    """The version of each package in ``requirements.lock``, by its plain name."""
    lock = (HOUSE / "requirements.lock").read_text("utf-8")
    lines = re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)", lock, re.MULTILINE)
    return {plain(name): version for name, version in lines}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed_by(requirements: list[str], extras: frozenset[str]) -> Iterator[Requirement]:
    for line in requirements:
        one = Requirement(line)
        if one.marker is None or any(
            one.marker.evaluate(PLATFORM | {"extra": extra}) for extra in extras | {""}
        ):
            yield one


@cache
def project() -> dict[str, object]:
    return tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]


def all_of(requirements: list[str]) -> set[str]:
    """The plain names of what these bring, with what that needs, and so on."""
    found, waiting = set(), [*needed_by(requirements, frozenset())]
    while waiting:
        one = waiting.pop()
        wanted = (plain(one.name), frozenset(one.extras))
        if wanted in found:
            continue
        found.add(wanted)
        waiting += needed_by(metadata.requires(one.name) or [], frozenset(one.extras))
    return {name for name, _ in found}


def licence_of(package: str) -> str:
    """As its metadata give it: the expression, else a short name, else the classifier."""
    told = metadata.metadata(package)
    if expression := told.get("License-Expression"):
        return expression
    kinds = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier") or []]
    if named := [CLASSIFIED[kind] for kind in kinds if kind in CLASSIFIED]:
        return " AND ".join(named)
    short = (told.get("License") or "").strip()
    return "Apache-2.0" if short in WRITTEN_OUT else short


def table_of_libraries() -> str:
    rows = ["| library | version | licence | loaded by | file | SHA-256 |", "| --- " * 6 + "|"]
    for one in libraries():
        for file, digest in one.files:
            rows.append(
                f"| {one.name} | {one.version} | {one.licence} | {one.loaded} "
                f"| `{Path(file).name}` | `{digest}` |"
            )
    return "\n".join(rows)


def table_of_files() -> str:
    fonts = re.findall(r"^(\S+)  (\S+)$", (FONTS / "fonts.lock").read_text("utf-8"), re.MULTILINE)
    brought = [
        (WORDS.name, "English words of the demonstration", "SCOWL’s own, free", sha256(WORDS)),
        (COLOURS.name, "colours of printed files", "“No copyright, use freely”", sha256(COLOURS)),
        *((name, "font of printed files", "OFL-1.1", digest) for digest, name in fonts),
    ]
    rows = [f"| `{name}` | {what} | {licence} | `{sha}` |" for name, what, licence, sha in brought]
    return "\n".join(["| file | what it is | licence | SHA-256 |", "| --- " * 4 + "|", *rows])


def table_of_dependencies() -> str:
    versions, told = pinned(), project()
    always = all_of(told["dependencies"])
    by_extra = {extra: all_of(told["optional-dependencies"][extra]) for extra in EXTRAS}
    rows = ["| package | version | licence | installed |", "| --- | --- | --- | --- |"]
    for name in sorted(always.union(*by_extra.values())):
        extras = [f"`[{extra}]`" for extra in EXTRAS if name in by_extra[extra]]
        when = "always" if name in always else "with " + ", ".join(extras)
        rows.append(f"| {name} | {versions[name]} | {licence_of(name)} | {when} |")
    return "\n".join(rows)


TABLES = {
    "libraries": table_of_libraries,
    "files": table_of_files,
    "dependencies": table_of_dependencies,
}


def written() -> str:
    """The page with its tables made anew."""
    text = PAGE.read_text("utf-8")
    for name, table in TABLES.items():
        before, rest = text.split(BEGIN.format(name))
        after = rest.split(END.format(name))[1]
        text = f"{before}{BEGIN.format(name)}\n{table()}\n{END.format(name)}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
