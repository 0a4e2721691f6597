"""What the tests' Chromium is started without: all that Playwright leaves out, and no page's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web import slow_world
from tests.web.chromium import BY_PLAYWRIGHT

playwright = pytest.importorskip("playwright")


def test_whatever_playwright_switches_off_stays_off():
    bundle = Path(playwright.__file__).parent / "driver/package/lib/coreBundle.js"
    lists = re.findall(r"\sdisabledFeatures = \[(.*?)\n\s*\]", bundle.read_text("utf-8"), re.DOTALL)
    theirs = re.findall(r'^\s*"(\w+)"', "".join(lists), re.MULTILINE)

    assert set(theirs) == set(BY_PLAYWRIGHT)


@pytest.mark.browser
def test_a_page_of_a_test_is_the_only_page_there_is(open_page, browser):
    open_page("/", fresh=True)

    all_there_are = browser.new_browser_cdp_session().send("Target.getTargets", {"filter": [{}]})

    kinds = {one["type"] for one in all_there_are["targetInfos"]}
    assert "page" in kinds
    assert "browser_ui" not in kinds


@pytest.mark.browser
def test_a_call_that_the_browser_never_answers_is_an_error_of_its_test(open_page, monkeypatch):
    page = open_page("/")
    monkeypatch.setattr(slow_world, "LONGEST_CALL", 1)

    with pytest.raises(AssertionError, match="the browser gave no answer in 1 s"):
        page.evaluate("() => new Promise(() => {})")

    assert page.evaluate("1 + 1") == 2
