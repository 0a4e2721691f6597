"""Every page, in light and dark, against WCAG 2.2 AA as far as axe-core can tell."""

from __future__ import annotations

import hashlib
import tomllib
from datetime import UTC, datetime
from ipaddress import IPv4Address

import pytest

from tests.web import axe, boxes
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.every_page import (
    DIRECTOR,
    NOBODY,
    NOT_MET,
    PAGES,
    SCOREKEEPER,
    a_busy_hall,
    opened,
    signed_in,
)  # fmt: skip
from web.frame.pages import HTML
from web.frame.pages import PAGES as DECLARED
from web.hall_certificate.authority import hall_certificate
from web.hall_certificate.install_page import InstallServer, handouts, install_pages

THEMES = ("light", "dark")
ALL_SIZES = (*boxes.SIZES, *boxes.HALVED)
SMALL_LINKS_ALLOWED = {"refusals.chapter", "rules.chapter", "tournaments.one_round"}
"""Pages of text and tables, where a link is a word in it."""


TAKEN_AWAY = "of => document.querySelectorAll(of).forEach((one) => one.remove())"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("pages"), tables=4) as hall:
        a_busy_hall(hall)
        yield hall


@pytest.fixture(scope="module")
def pages(browser, hall):
    """A page for each kind of visitor."""
    tablet = Tablet(browser, hall, 4)
    plain, officials = (browser.new_context(has_touch=True) for _ in range(2))
    yield {
        NOBODY: plain.new_page(),
        SCOREKEEPER: tablet.page,
        DIRECTOR: signed_in(officials, hall, DIRECTOR),
    }
    tablet.close()
    plain.close()
    officials.close()


def test_every_page_there_is_has_its_place_here(hall):
    got = {rule.endpoint for rule in hall.app.url_map.iter_rules() if "GET" in rule.methods}
    pages = {name for name in got if DECLARED[name].answers == HTML}
    here = {page.endpoint for page in PAGES} - {"refused"}

    assert pages - NOT_MET == here
    assert len(here) >= 60


def test_axe_is_the_file_its_makers_published():
    lock = tomllib.loads((axe.FILE.parent / "vendor.lock").read_text("utf-8"))
    library = lock["axe-core"]
    there = {path.name for path in axe.FILE.parent.iterdir()}

    assert hashlib.sha256(axe.FILE.read_bytes()).hexdigest() == library["sha256"]
    assert library["version"].encode() in axe.FILE.read_bytes()[:40]
    named = {name for each in lock.values() for name in (each["file"], *each["licences"])}
    assert there == {"vendor.lock", *named}


@pytest.mark.browser
def test_axe_finds_what_is_wrong(pages):
    page = pages[NOBODY]
    page.set_content(
        "<html lang=en><title>t</title><main><h1>t</h1><button></button></main></html>"
    )

    [found] = axe.violations(page)
    assert found.startswith("button-name: button: ")


@pytest.mark.journey("a page")
@pytest.mark.browser
@pytest.mark.found("TB-15")
@pytest.mark.parametrize("who", [NOBODY, SCOREKEEPER, DIRECTOR])
def test_every_page_opens_with_no_control_too_small_and_nothing_outside(pages, hall, who):
    """Each at one of the screens in turn; at all of them, and what axe says, in the second tier."""
    page, wrong = pages[who], {}
    for nth, what in enumerate(PAGES):
        if what.who != who:
            continue
        width, height = size = ALL_SIZES[nth % len(ALL_SIZES)]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=THEMES[nth % 2])
        opened(page, hall, what)
        if what.more_of_the_same:
            page.evaluate(TAKEN_AWAY, what.more_of_the_same)
        wrong[f"{what.where} {what.act}"] = (
            boxes.too_small(page, [size]) if what.endpoint not in SMALL_LINKS_ALLOWED else []
        )

    assert {where: found for where, found in wrong.items() if found} == {}
    assert len(wrong) == sum(what.who == who for what in PAGES)


@pytest.mark.browser
@pytest.mark.found("TB-15")
@pytest.mark.parametrize("nth", range(len(PAGES)), ids=lambda nth: PAGES[nth].where)
def test_a_page_has_no_violation_and_no_control_too_small(pages, hall, nth):
    what = PAGES[nth]
    page = pages[what.who]
    page.set_viewport_size({"width": 768, "height": 1024})
    page.emulate_media(color_scheme=THEMES[nth % 2])
    opened(page, hall, what)

    if what.more_of_the_same:
        page.evaluate(TAKEN_AWAY, what.more_of_the_same)
    assert axe.violations(page) == []
    assert boxes.cut(page) == []
    if what.endpoint not in SMALL_LINKS_ALLOWED:
        assert boxes.too_small(page, ALL_SIZES) == []


@pytest.mark.browser
@pytest.mark.torture
@pytest.mark.parametrize("what", PAGES, ids=lambda what: what.where)
def test_a_page_has_no_violation_in_any_theme_at_any_size(pages, hall, what):
    page = pages[what.who]
    page.set_viewport_size({"width": 1366, "height": 1024})  # not the phone of the page before
    opened(page, hall, what)

    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for width, height in boxes.SIZES[::4] if what.more_of_the_same else boxes.SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert axe.violations(page) == [], (theme, width)


@pytest.mark.journey("certificate")
@pytest.mark.browser
def test_the_page_that_gets_a_device_ready_for_the_hall(pages, tmp_path):
    here = IPv4Address("127.0.0.1")
    certificate = hall_certificate(tmp_path, None, [here], datetime.now(UTC))
    drawn = install_pages(certificate, [here], 8443, 8080)
    server = InstallServer("127.0.0.1", 0, handouts(certificate), drawn)
    server.start()
    page = pages[NOBODY]
    try:
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            assert axe.violations(page) == []
        assert boxes.too_small(page) == []
    finally:
        server.shutdown()
        server.server_close()
