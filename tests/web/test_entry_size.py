"""The entry page stays light, as it travels: what it needs to begin, and all its scripts."""

from __future__ import annotations

import gzip

import pytest

from tests.web.a_tablet import Tablet
from tests.web.entry_hall import SLUG, a_hall
from tests.web.wire import Wire
from web.frame.headers import EFFORT
from web.frame.modules import FIRST, FOLDER, LATER, PAGE, STATIC, reached, sent

START, SCRIPTS, IN_ALL = 90 * 1024, 45 * 1024, 100 * 1024
ENTRY = FOLDER / PAGE


@pytest.mark.browser
@pytest.mark.found("TA5")
def test_what_a_tablet_that_has_nothing_fetches_for_the_page_on_the_wire(browser, tmp_path):
    """Every byte of every answer, headers too, from the server that serves the hall."""
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        fresh = browser.new_context(service_workers="block")  # the same tablet, nothing kept
        fresh.add_cookies(tablet.context.cookies())
        page = fresh.new_page()
        wire = Wire(fresh, page)
        page.goto(f"{hall.address}/t/{SLUG}/r1/t1/enter")
        page.wait_for_selector("#commit:enabled")
        page.wait_for_load_state("networkidle")
        fresh.close()
        tablet.close()

    print(f"{wire.bytes()} bytes, scripts {wire.bytes('.js')}, {len(wire.sizes)} answers")
    assert wire.bytes() <= START
    assert wire.bytes(".js") <= SCRIPTS
    assert [url for url in wire.urls.values() if not url.startswith(f"{hall.address}/")] == []
    assert len(wire.sizes) <= 16


def test_all_scripts_of_the_entry_page_as_they_are_sent():
    later = reached(ENTRY, STATIC, LATER) - reached(ENTRY, STATIC)
    names = {path.relative_to(FOLDER).as_posix() for path in later} | {FIRST}
    texts = [sent(name) or (FOLDER / name).read_text("utf-8") for name in names]

    weight = sum(len(gzip.compress(text.encode(), EFFORT)) for text in texts)

    print(f"in all {weight} bytes")
    assert weight <= IN_ALL
    assert "js/vendor/idb.js" in sent(FIRST) or '"../vendor/idb.js"' in sent(FIRST)


def test_codes_are_drawn_and_signatures_taken_only_when_they_are_asked_for():
    start = {path.name for path in reached(ENTRY, STATIC)}

    assert not start & {"lean-qr.js", "qr_packing.js", "signature_pad.js"}
    assert {"lean-qr.js", "qr_packing.js"} <= {path.name for path in reached(ENTRY, STATIC, LATER)}


def test_no_script_lies_beside_the_page_that_nothing_loads():
    """The worker fetches the whole folder, so what is dead would cost every tablet."""
    there = set((FOLDER / "js" / "entry").rglob("*.js"))

    assert there <= reached(ENTRY, STATIC, LATER)


def test_what_is_left_out_of_a_script_is_no_part_of_any_text_in_it():
    """Lines that begin with two strokes are comments, for no text runs over several lines."""
    for path in sorted(FOLDER.rglob("*.js")):
        if "vendor" not in path.parts and path.name != "sw.js":  # which is sent as it lies
            lines = path.read_text("utf-8").splitlines()
            assert [line for line in lines if line.count("`") % 2 or "/*" in line] == [], path.name
