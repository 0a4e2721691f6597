"""The field of a rule by keyboard and by a screen reader, in Chromium: the combobox pattern."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.a_tablet import let_in
from tests.web.entry_hall import SLUG, a_hall


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("keys"), 1) as hall:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        let_in(context, hall, "D1")
        page = context.new_page()
        page.goto(f"{hall.address}/t/{SLUG}/cases/new?game={hall.games[0]}")
        yield page
        context.close()


@pytest.mark.browser
@pytest.mark.found("DI-10")
def test_DI10_words_open_a_list_that_arrows_walk_and_enter_chooses(page):
    field = page.get_by_role("combobox", name="Rule at issue")
    expect(field).to_have_attribute("aria-expanded", "false")

    field.fill("undeclared blank")
    options = page.get_by_role("listbox", name="Rule at issue").get_by_role("option")
    expect(options.first).to_contain_text("3.8(b)")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(options.last).to_contain_text("Other rulebooks")
    field.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    named = field.get_attribute("aria-activedescendant")
    assert named == options.first.get_attribute("id")
    field.press("Enter")

    expect(field).to_have_value("wespa-5.1 3.8(b)")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".rule-words")).to_contain_text("declared before the press")
    words = page.locator(".rule-words")
    field.fill("3.8(b")  # the words of the rule that was chosen before go with it
    expect(words).not_to_contain_text("declared before the press")
    field.fill("3.9.10(a)")
    expect(options.first).to_contain_text("3.9.10(a)")
    field.blur()
    expect(words).to_contain_text("wespa-5.1 3.9.10(a)")
    field.fill("zzqx")
    expect(words).to_contain_text("No rule of wespa-5.1")
    field.blur()
    expect(words).to_be_empty()

    field.fill("phone rang")
    expect(options.first).to_contain_text("1.6")
    options.last.click()
    expect(page.locator(".rule-line .menu-items")).to_contain_text("14.3")
    field.press("Escape")
    expect(field).to_have_value("phone rang")
    page.get_by_role("button", name="Open the case").click()
    expect(page.get_by_role("alert").first).to_contain_text("is not a clause of wespa-5.1")
    expect(field).to_have_attribute("aria-invalid", "true")
