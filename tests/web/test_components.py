"""The components of the pages, a macro each, measured in light, in the dark, twice as large."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.tiers import one_journey
from tests.web import axe
from tests.web.boxes import CUT
from tests.web.conftest import FOR_PEOPLE
from tests.web.draw_components import COMMAND, LOOKS, differences, drawn, kept
from tests.web.entry_hall import a_hall
from web.frame.modules import FOLDER
from web.frame.signs import SIGNS, SPRITE, STATES, sprite

TEMPLATES = FOLDER.parent / "templates"
MACRO = re.compile(r"{% macro ([a-z]\w*)\(")

HIGH = {
    "#c4 .button": 44, "#c6 .field > :is(input, select)": 44, "#c6 .choice": 44,
    "#c8 tbody td": 40, "#c8 thead th": 32, "#c9 :not(.dense) > * > .row": 48, "#c10 .task": 48,
    "#c10 .button:not(.alone)": 32, "#c12 .chip": 22, "#c14 > p .button": 44,
    "#c17 progress": 8, "#c17 .rounds li > *": 44, "#c18 .segments": 40, "#c18 summary": 44,
}  # fmt: skip
"""Pixels each is high at least, with a mouse and letters of the usual size: the specification's."""

AS_HIGH = ("#c17 progress", "#c12 .chip", "#c10 .task", "#c18 .segments")
"""Those that one line of words makes no higher."""

WIDE = {
    "[name=table]": 96, "[name=time]": 120, "[name=select]": 240, "[name=text]": 480,
    "#c10 .task-kind": 132, "#c10 .task-table": 64, "#c10 .button:not(.alone)": 148,
}  # fmt: skip

AROUND = {"has-tabs", "toasts"}
"""Of the frame, where a page has tabs; of js/frame/toast.js, at a corner of the screen."""

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return [width, height];
})"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALLEST = """() => [...document.querySelectorAll("main *")].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(one).fontSize) < 12).map((one) => one.outerHTML)"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("components"), tables=1) as hall:
        yield hall


@pytest.fixture
def page(browser, hall):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{hall.address}/manual/components")
    yield page
    context.close()


def test_the_sprite_is_made_from_the_table():
    assert SPRITE.read_text("utf-8") == sprite(), "python -m web.frame.signs writes it"


def test_there_is_a_sign_for_each_state_of_the_specification_and_none_twice():
    names = [sign.name for sign in SIGNS]

    assert len(names) == len(set(names)) == len({sign.path for sign in SIGNS})
    assert [sign.name for sign in STATES] == [
        "call", "ruling", "differ", "change", "not-written", "verdict", "silent", "not-signed",
        "case", "time", "done", "protest", "problem",
    ]  # fmt: skip


def test_the_page_of_signs_shows_every_sign_with_its_words(client):
    page = client.get("/manual/signs", headers=FOR_PEOPLE).text

    for sign in SIGNS:
        assert f'#{sign.name}"></use>' in page
        assert f">{sign.words}</td>" in page


def test_a_sign_that_a_template_or_script_asks_for_is_there():
    names = {sign.name for sign in SIGNS}
    asked = re.compile(r"""sign_?\(["']([a-z-]+)["']|signs\.svg[^#]*#([a-z-]+)""")
    files = [*TEMPLATES.rglob("*.html"), *(FOLDER / "js").rglob("*.js")]
    found = {
        (path.name, name)
        for path in files
        for pair in asked.findall(path.read_text("utf-8"))
        for name in filter(None, pair)
    }

    assert found
    assert [one for one in sorted(found) if one[1] not in names] == []


def test_every_macro_is_shown_on_the_page_of_components():
    shown = (TEMPLATES / "help" / "components.html").read_text("utf-8")
    macros = {
        name
        for path in (TEMPLATES / "components").glob("*.html")
        for name in MACRO.findall(path.read_text("utf-8"))
    }

    assert len(macros) > 20
    assert [name for name in sorted(macros - {"problems_of"}) if f"{name}(" not in shown] == []


def classes_of(sheet):
    """Every class that a sheet has rules for."""
    selectors = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return {name for one in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", one)}


def test_every_class_of_the_sheet_is_shown_on_the_page_of_components(client):
    page = client.get("/manual/components", headers=FOR_PEOPLE).text
    shown = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
    classes = classes_of((FOLDER / "css" / "components.css").read_text("utf-8"))

    assert len(classes) > 80
    assert sorted(classes - shown - AROUND) == [], "show it in help/components.html"


def test_what_is_wrong_with_a_form_comes_first_leads_to_its_field_and_begins_the_title(client):
    page = client.get("/manual/components", headers=FOR_PEOPLE).text
    [summary] = re.findall(r'<section class="problems".*?</section>', page, re.DOTALL)

    assert "<title>Problem: Components · Manual · Tilescribe</title>" in page
    assert page.index(summary) < page.index("<h1")
    assert "Nothing was written." in summary
    for field in re.findall(r'href="#([^"]+)"', summary):
        assert re.search(rf'id="{field}"[^>]* aria-describedby="[^"]*{field}-wrong"', page)
        assert f'id="{field}-wrong">' in page


def test_a_page_without_a_problem_has_its_own_title(client):
    assert "<title>Signs" in client.get("/manual/signs", headers=FOR_PEOPLE).text


@pytest.mark.browser
@pytest.mark.parametrize("scheme", one_journey("themes", ["light", "dark"]))
def test_components_measure_what_the_specification_says(page, scheme):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    for selector, least in HIGH.items():
        heights = [height for _, height in page.evaluate(BOXES, selector)]
        assert heights, selector
        assert min(heights) >= least - 0.1, selector
        assert selector not in AS_HIGH or max(heights) <= least + 1.5, (selector, heights)
    for selector, width in WIDE.items():
        assert page.evaluate(BOXES, selector)[0][0] == pytest.approx(width, abs=1), selector
    assert page.evaluate(SMALLEST) == []
    assert axe.violations(page) == []


@pytest.mark.browser
def test_components_twice_as_large_and_on_the_narrowest_phone_are_whole(page):
    for width, size in ((1440, "100%"), (1440, "200%"), (1180, "200%"), (320, "100%")):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
        assert page.evaluate(SIDEWAYS) <= 0, (width, size)
        assert page.evaluate(CUT) == [], (width, size)
        assert axe.violations(page, rules=("color-contrast",)) == []


@pytest.mark.browser
def test_with_a_finger_every_component_is_as_high_as_one(browser, hall):
    context = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True)
    page = context.new_page()
    page.goto(f"{hall.address}/manual/components")
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    pressed = (
        ".button, summary, .row, .choice, .segments > *, .rounds a, .field > :is(input, select)"
    )
    small = [box for box in page.evaluate(BOXES, f"main :is({pressed})") if 0 < box[1] < 43.9]
    context.close()

    assert small == []


@pytest.mark.browser
def test_the_summary_of_problems_has_the_focus_and_leads_to_the_field(page):
    assert page.evaluate("document.activeElement.className") == "problems"
    page.get_by_role("link", name="Enter the name of the tournament.").click()
    page.locator("#wrong-text:target").wait_for()
    page.keyboard.press(
        "Tab" if page.evaluate("document.activeElement.id") != "wrong-text" else "a"
    )
    assert page.evaluate("document.activeElement.closest('.field.wrong') !== null")


@pytest.mark.browser
def test_a_dialog_keeps_the_focus_asks_before_it_discards_and_gives_the_focus_back(page):
    opener = page.get_by_role("button", name="Put off the call")
    dialog = page.get_by_role("dialog", name="Put off the call at table A 3?")
    opener.click()
    dialog.wait_for()
    seen = set()
    for _ in range(6):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.closest('dialog, body').tagName"))
    assert "DIALOG" in seen
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.textContent") == "Put off the call"

    opener.click()
    page.get_by_role("textbox", name="Reason").fill("the players eat")
    page.mouse.click(5, 5)  # the backdrop
    dialog.get_by_text("Discard what you typed?").wait_for()
    dialog.get_by_role("button", name="Keep typing").click()
    assert page.get_by_role("textbox", name="Reason").input_value() == "the players eat"
    dialog.get_by_role("button", name="Cancel").click()
    dialog.get_by_role("button", name="Discard it").click()
    dialog.wait_for(state="hidden")
    opener.click()
    assert page.get_by_role("textbox", name="Reason").input_value() == ""


@pytest.mark.browser
def test_a_menu_opens_and_goes_by_escape_and_by_a_press_elsewhere(page):
    menu = page.locator("#c18 details")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(700, 10)):
        menu.locator("summary").click()
        page.get_by_role("link", name="Why these pairings").wait_for()
        leave()
        page.locator("#c18 details:not([open])").wait_for()


@pytest.mark.browser
def test_a_pressed_button_says_that_it_works_and_keeps_its_width(page):
    page.evaluate("""() => {
      const make = (tag, more) => Object.assign(document.createElement(tag), more);
      const form = make("form", { id: "pressed", method: "post", action: "/nowhere" });
      form.append(make("button", { className: "button primary", textContent: "Close round 4" }));
      document.querySelector("main").append(form);
      window.sent = 0;
      window.addEventListener("submit", (event) => {  // after all others: the page stays
        window.sent += event.defaultPrevented ? 0 : 1;
        event.preventDefault();
      });
    }""")
    button = page.locator("#pressed button")
    before = button.bounding_box()["width"]
    button.click()
    assert button.get_attribute("aria-busy") == "true"
    assert button.bounding_box()["width"] == pytest.approx(before, abs=0.5)
    button.evaluate("(one) => one.click()")
    assert page.evaluate("window.sent") == 1


@pytest.mark.browser
def test_a_toast_goes_after_six_seconds_and_not_under_the_pointer(page):
    page.clock.install()
    page.evaluate("""async () => {
      const { src } = document.querySelector("script[src*='dialog.js']");
      const { toast } = await import(src.replace("dialog.js", "toast.js"));
      toast("Result of table A 7 entered: 392–299.", () => { window.undone = true; });
    }""")
    said = page.locator(".toasts .toast")
    said.wait_for()
    said.hover()
    page.clock.run_for(7000)
    assert said.is_visible()
    page.mouse.move(700, 5)
    page.clock.run_for(5000)
    assert said.is_visible()
    page.clock.run_for(2000)
    said.wait_for(state="detached")


def test_the_sheet_has_one_block_a_component_in_their_order():
    text = (FOLDER / "css" / "components.css").read_text("utf-8")
    order = [int(number) for number in re.findall(r"(?m)^/\* C(\d+) ", text)]

    assert all(first <= then for first, then in pairwise(order))
    assert set(order) == set(range(3, 19))


CHANGES = {
    "a radius": ".button { border-radius: 4px }",
    "a colour": ":root { --accent: #0b5464 }",
    "a padding": ".chip { padding-inline: 14px }",
    "an edge": ".card { border-width: 2px }",
    "a height": ".segments > * { min-height: 34px }",
    "a size of type": ".field > label { font-size: var(--t-sm) }",
    "the colour of words": ".field-wrong { color: var(--ink) }",
}


@pytest.fixture
def drawing(browser, hall):
    context = browser.new_context(bypass_csp=True, locale="en-GB")
    page = context.new_page()
    yield lambda look, change="": drawn(page, hall.address, look, change)
    context.close()


@pytest.mark.browser
def test_components_look_as_they_are_kept(drawing, tmp_path):
    told = []
    for look in LOOKS:
        now = drawing(look)
        now.whole.save(tmp_path / f"{look}.png")
        now.corners.save(tmp_path / f"{look}-corners.png")
        told += [f"{look}: {line}" for line in differences(kept(look), now)]

    assert told == [], f"look at /manual/components; if this is meant: {COMMAND}; seen: {tmp_path}"


@pytest.mark.browser
def test_a_component_that_changes_to_the_eye_is_told_from_its_kept_picture(drawing):
    as_it_is = drawing("light")

    assert differences(as_it_is, drawing("light")) == []
    for what, change in CHANGES.items():
        assert differences(as_it_is, drawing("light", change)), what
