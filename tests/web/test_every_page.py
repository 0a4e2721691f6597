"""Every page as each role meets it: WCAG 2.2 AA as far as axe-core can tell, and how pages look.

What is asked of a page is in `looks.py` and `boxes.py`. The main part of a page is walked over
once, by the first role that is shown it so; then the frame alone is another.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from datetime import UTC, datetime
from ipaddress import IPv4Address
from itertools import pairwise

import pytest

from ledger.messages import PSEUDO
from ledger.rulebook.ambiguities import ambiguities
from tests.tiers import one_journey
from tests.web import axe, boxes, draw_pages, looks
from tests.web.entry_hall import SLUG, a_hall
from tests.web.every_page import (
    DIRECTOR,
    NOBODY,
    NOT_MET,
    ORGANISER,
    PAGES,
    PLAYER,
    ROLES,
    SCOREKEEPER,
    WORD_JUDGE,
    a_busy_hall,
    each_at_a_page,
    met_by,
    opened,
)  # fmt: skip
from web.frame.languages import CHOSEN
from web.frame.pages import HTML
from web.frame.pages import PAGES as DECLARED
from web.hall_certificate import InstallServer, hall_certificate, handouts, install_pages

WIDE, PHONE, SMALLEST = (1440, 900), (390, 844), (320, 640)
THEMES = ("light", "dark")
ALL_SIZES = (*boxes.SIZES, *boxes.HALVED)

TAKEN_AWAY = "of => document.querySelectorAll(of).forEach((one) => one.remove())"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("pages"), tables=4) as hall:
        a_busy_hall(hall)
        yield hall


@pytest.fixture(scope="module")
def pages(browser, hall):
    with each_at_a_page(browser, hall) as pages:
        yield pages


@pytest.fixture(scope="module")
def said():
    return {}


def test_every_page_there_is_has_its_place_here(hall):
    got = {rule.endpoint for rule in hall.app.url_map.iter_rules() if "GET" in rule.methods}
    pages = {name for name in got if DECLARED[name].answers == HTML}
    here = {page.endpoint for page in PAGES} - {"refused"}

    assert pages - NOT_MET == here
    assert len(here) >= 60


def test_pictures_are_drawn_of_every_page_at_each_width_and_in_each_way(tmp_path):
    assert [width for _, width in draw_pages.IN_LIGHT] == [320, 390, 820, 1180, 1440, 1920]
    ways = draw_pages.IN_LIGHT + draw_pages.OTHERWISE
    assert {how for how, _ in ways} == {"light", "dark", "contrast", "large", "rtl"}

    missing = draw_pages.not_drawn(tmp_path)
    assert len(set(missing)) == len(PAGES) * len(ways)
    for name in missing[1:]:
        (tmp_path / name).touch()
    assert draw_pages.not_drawn(tmp_path) == missing[:1]


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


EVERYTHING_WRONG = """<!doctype html><html lang=en><title>Tilescribe</title>
<style>
  * { box-sizing: border-box; margin: 0 }
  .cut { width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .row { display: flex; align-items: end }
  .row .field { width: 200px }
  label { display: block }
</style>
<header class=frame><nav class=tabs>
  <a aria-current=page href=/a>a</a><a aria-current=page href=/b>b</a>
</nav></header>
<main style="height: 16000px; font-size: 14px"><h1>One</h1><h1>Another</h1>
<div class=page-acts>
  <button class="button primary">Pair</button><button class="button primary">Close</button>
  <button class=button disabled>Print</button>
</div>
<p style="font-size: 11px">small</p> <p class=cut>all of these words are cut</p>
<div class=card style="padding: 9px"><div class=card>a card in a card</div></div>
<span class=chip style="display: block; height: 22px">a chip without its sign</span>
<div><svg class=sign width=20 height=20></svg></div><section style="height: 40px"></section>
<a href=/standings.pdf>Standings</a>
<div class=row>
  <div class=field style="padding-bottom: 30px"><label for=x>x</label><input id=x></div>
  <div class=field><label for=y>y</label><input id=y style="margin-top: 30px"></div>
</div>
<table><thead><tr><th>Head<tbody><tr style="height: 3000px"><td>row</table>
<div class=segments><a href=/a>one alone</a></div> <div class=row>a low row</div>
<nav class=rounds>1</nav> <nav class=rounds>2</nav> <nav class=back>no way back</nav>
<div class=empty><button>Add</button> <button>Take in</button></div>
<div class=notice><a href=/a>one way</a> <a href=/b>and another</a></div>
</main></html>"""


@pytest.mark.wide
@pytest.mark.browser
def test_what_no_page_may_look_like_is_found(pages):
    page = pages[NOBODY]
    sized(page, WIDE)
    page.set_content(EVERYTHING_WRONG)

    assert set(looks.look(page)) == {
        "headings", "heading", "title", "current", "filled", "acts", "small", "steps", "cards",
        "chips", "signs", "empty", "disabled", "downloads", "rows", "far", "heads", "segments",
        "notices", "strips", "low rows", "empty states",
    }  # fmt: skip
    assert set(looks.by_finger(page, [PHONE])) == {"fields", "near", "shortened", "long", "back"}


@pytest.mark.browser
@pytest.mark.found("TB-15")
@pytest.mark.parametrize("who", one_journey("a page", [SCOREKEEPER, NOBODY, DIRECTOR]))
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
        small = boxes.too_small(page, [size])
        wrong[f"{what.where} {what.act}"] = small

    assert {where: found for where, found in wrong.items() if found} == {}
    assert len(wrong) == sum(what.who == who for what in PAGES)


FOR_ALL = [(1440, 900), (820, 1180), (390, 844), (320, 640)]
"""Screens at which a page is looked at again for a role to which it looks otherwise."""


def main_of(page, hall, what):
    """The main part of a page as it is sent, but for the numbers of its forms."""
    answer = page.context.request.get(f"{hall.address}{what.where}").text()
    main = re.search(r"<main.*</main>", answer, re.DOTALL)
    return re.sub(r'value="[0-9a-f-]{32,36}"', "", main[0] if main else answer)


def to_walk(pages, hall, who, said):
    """What ``who`` may open and is shown otherwise than others before; one page of each area.

    ``said``: the main part of each page, by who met it and where; asked for once.
    """
    areas, before = set(), list(ROLES)[: list(ROLES).index(who)]
    for what in met_by(who):
        area = DECLARED[what.endpoint].area if what.endpoint in DECLARED else ""
        mains = []
        for one in (who, *before):
            if what._replace(who=one) in met_by(one):
                if (one, what.where) not in said:
                    said[one, what.where] = main_of(pages[one], hall, what)
                mains.append(said[one, what.where])
        if area not in areas or mains[0] not in mains[1:]:
            areas.add(area)
            yield what


def sized(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


def axe_in_every_theme(page):
    """What axe finds in light; of colours alone also in the dark and with more contrast."""
    page.emulate_media(color_scheme="light", contrast="no-preference")
    yield from axe.violations(page)
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme, contrast="more")
        yield from axe.violations(page, rules=("color-contrast-enhanced",))
    page.emulate_media(color_scheme="dark", contrast="no-preference")
    yield from axe.violations(page, rules=("color-contrast", "link-in-text-block"))


def looked_at(page, hall, what):
    """What a page does wrong, by check."""
    sizes = ALL_SIZES if what in PAGES else FOR_ALL
    sized(page, WIDE)
    page.emulate_media(color_scheme="light", contrast="no-preference", reduced_motion="reduce")
    opened(page, hall, what)
    if what.more_of_the_same:
        page.evaluate(TAKEN_AWAY, what.more_of_the_same)
    page.evaluate("scrollTo(0, 0)")
    wrong = looks.look(page, what.endpoint) | {"axe": list(axe_in_every_theme(page))}
    wrong |= looks.by_finger(page, FOR_ALL, what.endpoint)
    wrong["targets"] = boxes.too_small(page, sizes)
    wrong["cut"] = boxes.cut(page, (*boxes.SIZES, *FOR_ALL))
    return {check: told for check, told in wrong.items() if told}


@pytest.mark.wide
@pytest.mark.browser
@pytest.mark.found("TB-15")
@pytest.mark.parametrize("who", ROLES)
def test_every_page_as_a_role_is_shown_it_looks_as_pages_do_and_can_be_used(pages, hall, said, who):
    found, walked = {}, 0
    for what in to_walk(pages, hall, who, said):
        walked += 1
        for check, told in looked_at(pages[who], hall, what).items():
            found.setdefault(check, {})[f"{what.where} {what.act}"] = told

    assert found == {}
    assert walked >= len(
        {DECLARED[what.endpoint].area for what in met_by(who) if what.endpoint != "refused"}
    )


LEFT = r"""() => {
  const found = [], apart = "script, style, template, code, kbd, samp, pre, [lang]:not(html)";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (one.checkVisibility() && !one.closest(apart)) found.push(walk.currentNode.textContent);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const one of document.querySelectorAll(`[${name}]`))
      if (!one.closest(apart)) found.push(one.getAttribute(name));
  return found.map((text) => text.trim());
}"""
"""What is read and heard of a page, but for what is marked as English or as a code."""

SPILT = "(one) => one.scrollHeight - one.clientHeight"

UNSAID = re.compile("[a-z]{3,}")
"""Part of a word in plain letters: no catalogue said it in the pseudo-language."""

OF_THE_RECORD = re.compile(
    r"""Player\b | console | \bdesk\b | Spring\ Open | Dora | Olga | Jun\b | Scoreboard
    | Command\ line | Tilescribe | loud | [Ii]n\ time\?? | Was\ the\ blank\ declared\?
    | I\ had\ drawn\ before\ he\ said\ it\. | WESPA\ Game\ Rules
    | NSA\ Official\ Tournament\ Rules | Rules\ of\ the\ 7th\ World\ Championship
    | with\ Standard\ Rules\ of\ 2006 | (?:wespa|wsc|nsa)-[\d.]+ | \bPreamble\b
    | \d\.[\d.]*\([a-z]+\)\(?[ivx]* | spring-open\S* | tablet-\w+ | tilescribe_\S+ | https?://\S+
    | Europe/Lisbon | nowhere""",
    re.VERBOSE,
)
"""Names, codes and free words that somebody typed: said as they are, in whatever language."""

HEADS = {
    "Class", "Division", "First name", "Member ID", "Name", "Rating", "Round", "Score 1",
    "Score 2", "Started", "Surname", "Table", "Team",
}  # fmt: skip
"""Heads of a table that is taken in, as its file has them."""

FALLS_BACK = re.compile(
    "|".join(
        re.escape(words)
        for one in ambiguities().values()
        for words in (one.sentence, *(reading.words for reading in one.readings))
    )
)
"""What the help of a rulebook says within a refusal: it is in English for everybody."""

IN_ENGLISH = ("refusals.", "manual.components", "browsing.interface")
"""Pages for developers, and those on which examples of values stand in English."""


@pytest.mark.wide
@pytest.mark.browser
@pytest.mark.parametrize("who", [NOBODY, PLAYER, SCOREKEEPER, WORD_JUDGE, ORGANISER, DIRECTOR])
def test_no_word_of_a_page_is_left_in_english_and_none_is_cut(pages, hall, who):
    """In the pseudo-language: from the right, 40 % longer, its letters none of English."""
    page, left, cut = pages[who], {}, {}
    hall.app.config["PSEUDO_LANGUAGE"] = True
    page.context.add_cookies([{"name": CHOSEN, "value": PSEUDO, "url": hall.address}])
    try:
        for nth, what in enumerate(PAGES):
            if what.who != who:
                continue
            width, height = ALL_SIZES[nth % len(ALL_SIZES)]
            page.set_viewport_size({"width": width, "height": height})
            opened(page, hall, what)
            assert page.get_attribute("html", "dir") == "rtl"
            words = {FALLS_BACK.sub("", text) for text in page.evaluate(LEFT) if text not in HEADS}
            english = [text for text in words if UNSAID.search(OF_THE_RECORD.sub("", text))]
            if not what.endpoint.startswith(IN_ENGLISH):
                left[f"{what.where} {what.act}"] = sorted(english)
            cut[f"{what.where} {what.act}"] = boxes.cut(page, [(width, height)])
            if what.then == ".peek-side":
                assert page.locator("#peek-body").evaluate(SPILT) <= 0
    finally:
        hall.app.config["PSEUDO_LANGUAGE"] = False
        page.context.clear_cookies(name=CHOSEN)

    assert {where: words for where, words in left.items() if words} == {}
    assert {where: words for where, words in cut.items() if words} == {}


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


COLUMNS = """(one) => [...document.querySelectorAll(one)].map((each) =>
  getComputedStyle(each).gridTemplateColumns.split(" ").map(parseFloat))"""


@pytest.mark.browser
def test_the_columns_of_each_template_are_as_wide_as_they_are_everywhere(pages, hall):
    page = pages[DIRECTOR]

    def columns(path, of, width):
        sized(page, (width, 900))
        page.goto(f"{hall.address}{path}")
        [found] = page.evaluate(COLUMNS, of)
        return found

    t = f"/t/{SLUG}"
    sized(page, WIDE)
    page.goto(f"{hall.address}{t}/")
    assert page.locator("[data-standings]").bounding_box()["width"] == 460
    assert columns(f"{t}/organise/players/1", ".page.form", 1440) == [560]
    for path in ("/rules/wespa-5.1/3.9", "/refusals/challenges", "/manual/director"):
        contents, text = columns(path, ".book-halves", 1440)
        assert (contents, text <= 720) == (240, True), path
    assert columns(f"{t}/cases/1", ".detail-halves", 1440) == [768, 400]
    aside = page.locator(".detail-halves > aside")
    assert aside.evaluate("(one) => getComputedStyle(one).position") == "sticky"
    assert len(columns(f"{t}/cases/1", ".detail-halves", 1180)) == 1
    summary = aside.locator(":scope > details > summary")
    main = page.locator(".detail-halves > :first-child")
    assert summary.bounding_box()["y"] < main.bounding_box()["y"]
    assert not aside.locator(":scope > details").evaluate("(one) => one.open")


@pytest.mark.browser
def test_the_way_past_the_frame_is_the_first_stop_and_leads_to_the_page(pages, hall):
    page = pages[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/organise/")
    page.keyboard.press("Tab")

    skip = page.get_by_role("link", name="Skip to the main content")
    assert skip.evaluate("(one) => document.activeElement === one")
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.browser
def test_on_paper_nothing_of_the_frame_is_left(pages, hall):
    page = pages[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/standings")
    page.emulate_media(media="print")

    assert not page.locator(".bar").is_visible()
    assert not page.locator(".foot").is_visible()
    assert page.locator("h1").is_visible()
    page.emulate_media(media="screen")


@pytest.mark.browser
def test_keys_lead_to_areas_list_themselves_and_find(pages, hall):
    page = pages[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/organise/")
    areas = {"d": "/desk?*", "r": "/organise/results", "o": "/organise/", "c": "/cases/"}
    for key in "drodc":  # on the desk these keys do something else, alone
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_url(f"**{areas[key]}")

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    assert "Desk" in keys.inner_text()
    page.keyboard.press("Escape")
    keys.wait_for(state="detached")

    page.keyboard.press("/")
    finder = page.get_by_role("dialog", name="Find")
    finder.get_by_label("Name or number").fill("2")
    finder.get_by_role("link", name=re.compile("^Table 2")).wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}/r*/t2/")


PRESSED_AT_ONCE = """keys => keys.forEach(key => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""


@pytest.mark.browser
def test_a_key_pressed_before_a_closed_dialog_is_gone_is_heard(pages, hall):
    page = pages[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/organise/")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()

    page.evaluate(PRESSED_AT_ONCE, ["Escape", "/"])  # nothing is drawn in between
    finder = page.get_by_role("dialog", name="Find")
    finder.wait_for()
    page.evaluate(PRESSED_AT_ONCE, ["Escape", "/"])
    finder.get_by_label("Name or number").fill("2")


@pytest.mark.browser
def test_on_a_phone_officials_have_their_areas_at_the_bottom_and_the_open_tab_is_in_sight(
    pages, hall
):
    page = pages[DIRECTOR]
    sized(page, PHONE)
    page.goto(f"{hall.address}/t/{SLUG}/organise/prizes")

    areas = page.get_by_role("navigation", name="Areas")
    box = areas.bounding_box()
    assert (box["y"] + box["height"], box["height"]) == (PHONE[1], 60)
    assert areas.locator(":scope > a:visible, :scope > details:visible").count() <= 5
    tab = page.locator(".tabs [aria-current]").bounding_box()
    assert tab["x"] >= 0
    assert tab["x"] + tab["width"] <= PHONE[0]
    areas.get_by_label("More areas").click()
    areas.get_by_role("link", name="Judge").click()
    page.wait_for_url("**/judge**")


@pytest.mark.browser
def test_what_the_bar_has_no_room_for_stands_in_its_menus_and_the_areas_at_the_bottom(pages, hall):
    page = pages[DIRECTOR]
    areas = page.get_by_role("navigation", name="Areas")
    switcher, account = page.locator(".switcher"), page.locator(".account")
    for width in (1440, 1200, 1180, 900, 820, 600, 590, 320):
        sized(page, (width, 900))
        page.goto(f"{hall.address}/t/{SLUG}/organise/")
        assert areas.get_by_role("link", name="Public page").is_visible() == (width >= 1200), width
        switcher.locator("summary").click()
        in_menu = switcher.get_by_role("link", name="Public page").is_visible()
        assert in_menu == (width < 1200), width
        page.keyboard.press("Escape")
        assert page.locator(".bar > .help-link").is_visible() == (width >= 900), width
        account.locator("summary").click()
        assert account.get_by_role("link", name="Help").is_visible() == (width < 900), width
        page.keyboard.press("Escape")
        box = areas.bounding_box()
        assert (box["y"] + box["height"] == 900) == (width < 600), width
        shown = areas.locator(":scope > a:visible, :scope > details:visible")
        assert shown.count() <= (5 if width < 600 else 6), width
        name = switcher.locator(".one-line").first
        assert name.is_visible(), width
        assert name.bounding_box()["height"] <= 24, width


@pytest.mark.browser
def test_at_200_percent_and_with_names_from_right_to_left_the_bar_holds(pages, hall):
    page = pages[DIRECTOR]
    for size in (WIDE, (820, 1180), PHONE, SMALLEST):
        sized(page, size)
        page.goto(f"{hall.address}/t/{SLUG}/organise/")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.locator(".switcher .one-line").first.evaluate(
            "(one) => { one.textContent = 'טורניר שבץ נא הפתוח של חיפה והצפון'; }"
        )
        assert page.evaluate(boxes.SIDEWAYS) == 0, size
        bar = page.evaluate(
            "() => [...document.querySelectorAll('.bar > *')].filter((one) => one.checkVisibility()"
            " && getComputedStyle(one).position !== 'fixed').map((one) => {"
            " const { left, right, top, bottom } = one.getBoundingClientRect();"
            " return [right, bottom, left, top]; }).filter(([right, , left]) => right > left)"
        )
        for (right, bottom, *_), (*_, left, top) in pairwise(bar):
            assert right <= left + 0.5 or bottom <= top + 0.5, size
