"""The entry page stays light: its scripts, compressed, at the start and in all."""

from __future__ import annotations

import gzip
import re

from web.assets import FOLDER

AT_THE_START, IN_ALL = 45 * 1024, 100 * 1024
FIRST = FOLDER / "js" / "entry" / "page.js"
STATIC = re.compile(r'(?m)^(?:import|export)\s(?:[^"]*?\sfrom\s)?"(\.[^"]+)"')
LAZY = re.compile(r'import\("(\.[^"]+)"\)')


def reached(*patterns):
    """Every module reached from the page's own by these kinds of import."""
    found, waiting = set(), [FIRST]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        text = path.read_text("utf-8")
        for pattern in patterns:
            waiting += [(path.parent / name).resolve() for name in pattern.findall(text)]
    return found


def weight(paths):
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


def test_what_the_entry_page_loads_at_the_start_and_in_all():
    start, everything = reached(STATIC), reached(STATIC, LAZY)
    vendored = {path.name for path in everything if path.parent.name == "vendor"}

    print(f"at the start {weight(start)} bytes, in all {weight(everything)} bytes")
    assert weight(start) <= AT_THE_START
    assert weight(everything) <= IN_ALL
    assert "idb.js" in vendored


def test_codes_are_drawn_and_signatures_taken_only_when_they_are_asked_for():
    start = {path.name for path in reached(STATIC)}

    assert not start & {"lean-qr.js", "pack.js", "signature_pad.js"}
    assert {"lean-qr.js", "pack.js"} <= {path.name for path in reached(STATIC, LAZY)}


def test_no_script_lies_beside_the_page_that_nothing_loads():
    """The worker fetches the whole folder, so what is dead would cost every tablet."""
    there = set((FOLDER / "js" / "entry").glob("*.js"))

    assert there <= reached(STATIC, LAZY)
