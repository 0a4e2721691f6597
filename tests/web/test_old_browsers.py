"""A browser that lacks what the pages are written in is told so, instead of failing in silence."""

from __future__ import annotations

import re

import pytest

from tests.tiers import one_journey
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import SLUG, a_hall
from tests.web.test_script_arrows import scripts

LOOK_BEHIND = re.compile(r"\(\?<[=!]")
KNOWS_NEITHER = {"(color >= 0)": "(color => 0)", "animation-composition": "x-composition"}
"""What a newer browser knows, as an older one reads it: not at all."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("old")) as hall:
        yield hall


@pytest.mark.found("TB-7")
def test_no_script_looks_behind_itself():
    """Before Safari 16.4 that is an error of the whole file, and a page without its scripts."""
    assert [path.name for path in scripts() if LOOK_BEHIND.search(path.read_text("utf-8"))] == []


@pytest.mark.browser
@pytest.mark.found("TB-7")
@pytest.mark.parametrize("lacks", one_journey("old browser", ["", *KNOWS_NEITHER]))
def test_an_old_browser_is_told_so_on_every_page_and_a_newer_one_is_not(browser, hall, lacks):
    tablet = Tablet(browser, hall)
    context = browser.new_context(service_workers="block")
    context.add_cookies(tablet.context.cookies())
    if lacks:

        def as_it_reads(route):
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace(lacks, KNOWS_NEITHER[lacks]))

        context.route(re.compile(r"/(base|pages)\.css"), as_it_reads)
    page = context.new_page()
    for address in ("/", f"/t/{SLUG}/r1/t1/enter"):
        page.goto(f"{hall.address}{address}")
        told = page.locator(".too-old")
        assert told.is_visible() == bool(lacks)
        assert "iPadOS or iOS 16.4" in told.text_content()
    context.close()
    tablet.close()
