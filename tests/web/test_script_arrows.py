"""The house rules of scripts: no circles among imports, and on the tablet nothing knows all."""

from __future__ import annotations

import json
import re
from graphlib import CycleError, TopologicalSorter

import pytest

from ledger import messages
from ledger.messages import ENGLISH, LANGUAGES
from web.frame.modules import FIRST, FOLDER, LATER, PAGE, STATIC, of_the_tablet, reached, sent

SCRIPTS = FOLDER / "js"
ENTRY = FOLDER / PAGE

WORDS = re.compile(r'(?m)^\s*//.*$|"[^"\n]*"')
"""Comments and texts, where a page may be spoken of."""

HANDED = re.compile(r"[({,]\s*page\s*[,)}=]|\bpage\s*\.|\.page\b|\bpage\s*=>")
"""Where something called ``page`` is taken in or reached through."""


OFFERED = re.compile(r'say\.offered\("([^"]+)"\)')


def scripts(folder=SCRIPTS):
    return sorted(path for path in folder.rglob("*.js") if "vendor" not in path.parts)


def imports(path, *kinds):
    text = path.read_text("utf-8")
    return {(path.parent / name).resolve() for kind in kinds for name in kind.findall(text)}


def circle_in(paths):
    """The modules of a circle, at once or later; none where there is none."""
    try:
        TopologicalSorter({path: imports(path, STATIC, LATER) for path in paths}).prepare()
    except CycleError as found:
        return [path.name for path in found.args[1]]
    return []


def test_no_script_imports_itself_by_way_of_others_not_even_later():
    assert circle_in(scripts()) == []


@pytest.mark.parametrize(
    "back", ['import { one } from "../one.js";', 'const one = () => import("../one.js");']
)
def test_a_circle_is_found(tmp_path, back):
    (tmp_path / "in").mkdir()
    (tmp_path / "one.js").write_text('import { two } from "./in/two.js";\n', "utf-8")
    (tmp_path / "in" / "two.js").write_text(f"{back}\n", "utf-8")

    assert set(circle_in(scripts(tmp_path))) == {"one.js", "two.js"}


def test_no_module_of_the_tablet_is_handed_the_page():
    """Each says at its door which parts it uses; ``page.js`` alone has them all."""
    handed = [
        f"{path.name}: {line.strip()}"
        for path in scripts(ENTRY.parent)
        if path != ENTRY
        for line in WORDS.sub("", path.read_text("utf-8")).splitlines()
        if HANDED.search(line)
    ]

    assert handed == []


@pytest.mark.parametrize(
    "line",
    [
        "export function undo(page) {",
        "  constructor({ page, close }) {",
        "this.page.now;",
        "page.say(words);",
    ],
)
def test_a_page_that_is_handed_on_is_found(line):
    assert HANDED.search(WORDS.sub("", line))


def test_what_comes_later_on_the_tablet_is_named_where_it_is_fetched_ahead():
    """Where no worker can keep files, ``page.js`` fetches all that it names for later."""
    later = {one for path in scripts(ENTRY.parent) for one in imports(path, LATER)}

    there = {path for path in later if path.is_relative_to(ENTRY.parent)}
    assert there <= imports(ENTRY, LATER)


def test_no_other_page_comes_with_the_tablet_s():
    others = [path for path in scripts() if not path.is_relative_to(ENTRY.parent)]

    asked_for = set().union(*(reached(path, STATIC, LATER) for path in others))
    names = [path.relative_to(FOLDER).as_posix() for path in asked_for]
    assert [name for name in names if FIRST.removeprefix("js/entry") in (sent(name) or "")] == []


def test_the_worker_keeps_every_script_that_the_tablet_asks_for_by_its_address():
    kept = of_the_tablet()

    for name in kept:
        text = sent(name) or (FOLDER / name).read_text("utf-8")
        asked_for = {
            (FOLDER / name).parent / one for one in STATIC.findall(text) + LATER.findall(text)
        }
        assert {path.resolve().relative_to(FOLDER).as_posix() for path in asked_for} <= set(kept), (
            name
        )


DEVICES_CLOCK = re.compile(
    r"toLocale(Time|Date)?String|toTimeString|\bget(Hours|Minutes|Date|Day)\("
)


def test_no_script_tells_a_time_by_the_clock_of_the_device_it_runs_on():
    """Times are the hall's (``frame/hall_time.js``), whatever zone the tablet is set to."""
    assert [path.name for path in scripts() if DEVICES_CLOCK.search(path.read_text("utf-8"))] == []


def test_a_reason_that_a_script_offers_is_kept_alike_in_every_language():
    """A release in Spanish and one in English put the same words into the record."""
    offers = [
        path
        for path in scripts()
        if path.name != "say.js" and OFFERED.search(path.read_text("utf-8"))
    ]
    assert {path.name for path in offers} >= {"conflict.js", "corrections.js", "signing.js"}
    for path in offers:
        ids = OFFERED.findall(path.read_text("utf-8"))
        for of in LANGUAGES:
            script = sent(path.relative_to(FOLDER).as_posix(), of)
            for name in ids:
                pair = [messages.text_of(name, ENGLISH), messages.text_of(name, of)]
                assert json.dumps(pair, ensure_ascii=False, separators=(",", ":")) in script
            assert "say.offered" not in script
