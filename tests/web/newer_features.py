"""What an iPad of iPadOS 16.4 does not know, and which of it our pages use.

The list of what is newer, ``fixtures/newer_than_16_4.txt``, is made of MDN's browser-compat-data
(CC0, npm's ``@mdn/browser-compat-data``), whose versions are those of Safari on iOS and iPadOS:

    npm pack @mdn/browser-compat-data && tar xzf mdn-browser-compat-data-*.tgz
    .venv/bin/python -m tests.web.newer_features package/data.json

A name of a script that is older in any interface counts as old: which interface is meant, no reader
of words can tell. What hides behind such a name (methods of iterators) is in ``BY_SIGHT``.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).parent / "fixtures" / "newer_than_16_4.txt"
OLDEST = 16.4
ENGINE = "safari_ios"
KINDS = "script", "property", "value", "at-rule", "selector", "function", "element", "attribute"

NAME = re.compile(r"[A-Za-z$][\w$]*")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w\"'`])//[^\n]*", re.DOTALL)
STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
BARE = re.compile(r"(?<![\w$.])(?:\.\.\.)?([A-Za-z$][\w$]*)")
BY_SIGHT = {
    "methods of iterators (18.4)": re.compile(
        r"(?<!Object)\.(?:values|keys|entries|matchAll)\([^()]*\)"
        r"\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\("
    ),
    "flag v of a regular expression (17.0)": re.compile(
        r"/[dgimsuy]*v[dgimsuy]*[.,;)\]]\s*(?=\n|[a-z])"
    ),
    "flags within a regular expression (26)": re.compile(r"\(\?[ims]*-?[ims]+:"),
    "attributes of an import (17.2)": re.compile(r"\bfrom\s+\S+\s+with\s*\{"),
    "using (none yet)": re.compile(r"^\s*(?:await )?using \w+ =", re.MULTILINE),
    "alternative text of content (17.4)": re.compile(r"content:\s*\"[^\"]*\"\s*/"),
}
"""What no single name tells, and since when an iPad knows it."""


def _leaf(path: tuple[str, ...]) -> str:
    name = path[-1].removesuffix("_static")
    return name if NAME.fullmatch(name) and not name.endswith("_event") else ""


PARTS: list[tuple[str, str, Callable[[tuple[str, ...]], str]]] = [
    ("script", "api", _leaf),
    ("script", "javascript", _leaf),
    ("property", "css properties", lambda path: path[0] if len(path) == 1 else ""),
    ("value", "css properties", lambda path: " ".join(path) if len(path) == 2 else ""),
    ("at-rule", "css at-rules", " ".join),
    ("selector", "css selectors", lambda path: path[0] if len(path) == 1 else ""),
    ("function", "css types", lambda path: path[-1]),
    ("element", "html elements", lambda path: path[0] if len(path) == 1 else ""),
    ("attribute", "html elements", lambda path: " ".join(path) if len(path) == 2 else ""),
    ("attribute", "html global_attributes", lambda path: f"* {path[0]}"),
]
"""Of which kind what is where in MDN's data, and how it is called; ``""``: nothing of a name."""


def newer_in(data: dict) -> dict[str, dict[str, float]]:
    """By kind and name, since which version an iPad knows it; infinite: it does not."""
    found: dict[str, dict[str, float]] = {kind: {} for kind in KINDS}
    for kind, where, named in PARTS:
        part = data
        for step in where.split():
            part = part[step]
        for path, told in below(part):
            name, version = named(path), since(told)
            if name and version is not None:
                found[kind][name] = min(version, found[kind].get(name, math.inf))
    return {
        kind: {name: version for name, version in told.items() if version > OLDEST}
        for kind, told in found.items()
    }


def below(part: dict, *path: str) -> Iterator[tuple[tuple[str, ...], dict]]:
    """What has something to tell, with the way to it."""
    for name, one in part.items():
        if name != "__compat" and isinstance(one, dict):
            if "__compat" in one:
                yield (*path, name), one["__compat"]
            yield from below(one, *path, name)


def since(told: dict) -> float | None:
    """The version that brought it without a prefix, a flag or another name."""
    support = told.get("support", {}).get(ENGINE)
    if support is None:
        return None
    for one in support if isinstance(support, list) else [support]:
        if {"prefix", "flags", "alternative_name", "version_removed"} & one.keys():
            continue
        version = one.get("version_added")
        if isinstance(version, str) and re.match(r"[≤\d]", version):
            return float(".".join(version.lstrip("≤").split(".")[:2]))
    return math.inf


def newer() -> dict[str, dict[str, str]]:
    """The list as it is kept."""
    kinds: dict[str, dict[str, str]] = {}
    for block in LIST.read_text("utf-8").split("\n\n")[1:]:
        kind, _, names = block.partition(":\n")
        told = (one.rpartition("@") for one in names.split())
        kinds[kind] = {name.replace("/", " "): version for name, _, version in told}
    return kinds


def write(data: dict) -> None:
    """Write the list anew, from what MDN tells."""
    version = data["__meta"]["version"]
    parts = [f"# Newer than iPadOS {OLDEST}: @mdn/browser-compat-data {version} (CC0), {ENGINE}"]
    for kind, told in newer_in(data).items():
        names = " ".join(
            f"{name.replace(' ', '/')}@{'none' if version == math.inf else version:}"
            for name, version in sorted(told.items())
        )
        parts.append(f"{kind}:\n{fill(names, 100, break_long_words=False, break_on_hyphens=False)}")
    LIST.write_text("\n\n".join(parts) + "\n", "utf-8")


def in_script(text: str) -> set[tuple[str, str]]:
    """Names that a script may have from the browser.

    A name of one plain word, ``take`` or ``first``, that some script also has as a name of its own
    is taken for its own: only where no script has it so does ``.take`` mean the browser's.
    """
    text = without_words(text)
    members = set(re.findall(r"(?<!\.)\.([A-Za-z$][\w$]*)", text))
    bare = set(BARE.findall(text))
    compound = {name for name in bare | members if re.search(r"[a-z][A-Z0-9]|^[A-Z]", name)}
    return {("script", name) for name in compound | (members - own_words())}


@cache
def own_words() -> frozenset[str]:
    """Every name that a script of ours has without a dot before it."""
    scripts = (path for path in ours() if path.suffix == ".js")
    return frozenset().union(
        *(BARE.findall(without_words(path.read_text("utf-8"))) for path in scripts)
    )


def without_words(text: str) -> str:
    """A script without its comments and the words in its strings."""
    return STRING.sub('""', COMMENT.sub(" ", text))


def in_sheet(text: str) -> set[tuple[str, str]]:
    """Properties, their words, rules, selectors and functions of a sheet of styles."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    used, within, piece = set(), [], ""
    for sign in re.split(r"([{};])", text):
        if sign == "{":
            head = piece.strip()
            used |= _of_a_head(head)
            if within and not within[-1].startswith("@") and within[-1]:
                used.add(("selector", "nesting"))
            within.append(head)
            piece = ""
        elif sign in {"}", ";"}:
            used |= _of_a_line(piece.strip())
            piece = ""
            if sign == "}" and within:
                within.pop()
        else:
            piece = sign
    return used


def _of_a_head(head: str) -> set[tuple[str, str]]:
    used = {("function", one) for one in re.findall(r"([a-z-]+)\(", head)}
    if head.startswith("@"):
        rule, _, asked = head[1:].partition(" ")
        words = re.findall(r"[a-z-]+", asked)
        return used | {("at-rule", rule)} | {("at-rule", f"{rule} {word}") for word in words}
    return used | {("selector", one) for one in re.findall(r":([a-z-]+)", head)}


def _of_a_line(line: str) -> set[tuple[str, str]]:
    name, colon, value = line.partition(":")
    name = name.strip()
    if not colon or name.startswith("--"):
        return set() if not colon else _functions(value)
    words = re.findall(r"[a-z-]+", value) if name != "cursor" else []  # a finger has no arrow
    return {("property", name), *(("value", f"{name} {one}") for one in words)} | _functions(value)


def _functions(value: str) -> set[tuple[str, str]]:
    return {("function", one) for one in re.findall(r"([a-z-]+)\(", value)}


def in_page(text: str) -> set[tuple[str, str]]:
    """Elements and attributes of a page or a template."""
    used = set()
    for element, rest in re.findall(r"<([a-z][a-z0-9]*)\b([^>]*)>", text):
        used.add(("element", element))
        for name in re.findall(r"(?:^|\s)([a-z-]+)(?==|\s|$)", rest):
            used |= {("attribute", f"{element} {name}"), ("attribute", f"* {name}")}
    return used


WITHIN = {"script": in_script, "style": in_sheet}
READERS = {".js": in_script, ".css": in_sheet, ".html": in_page}


def ours() -> list[Path]:
    """Every script, sheet and page that reaches a browser."""
    folder = ROOT / "web"
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in READERS and "node_modules" not in path.parts
    )


def used_in(path: Path, kinds: dict[str, dict[str, str]]) -> set[str]:
    """What a file uses that is newer, in words: kind, name, version."""
    text = path.read_text("utf-8")
    parts = [(READERS[path.suffix], text)]
    for tag, read in WITHIN.items() if path.suffix == ".html" else ():
        within = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", text, re.DOTALL)
        parts += [(read, one) for one in within]
    used = set().union(*(read(one) for read, one in parts))
    found = {f"{kind} {name} ({kinds[kind][name]})" for kind, name in used if name in kinds[kind]}
    return found | {what for what, looks in BY_SIGHT.items() if looks.search(text)}


if __name__ == "__main__":
    write(json.loads(Path(sys.argv[1]).read_text("utf-8")))
