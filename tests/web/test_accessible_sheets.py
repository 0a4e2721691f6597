"""The scorekeeper's page and every sheet over it: WCAG 2.2 AA, and boxes for fingers."""

from __future__ import annotations

import re

import pytest

from tests.web import axe, boxes
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.every_sheet import PARTS, endings, every_sheet, plays
from web.frame.modules import FOLDER

pytestmark = pytest.mark.browser

THEMES = ("light", "dark")
PHONE = boxes.SIZES[-1]
NARROWEST = boxes.HALVED[-1]
STANDING = (768, 1024)

WHOLE = {"before the game", "a play drafted"}
"""Where axe looks at the board too; it is the same behind everything else."""
BESIDE = ".scores, #going, .typing, .sheet"

SHORT = (plays, endings)
"""What ``make test`` walks over; the rest takes half a minute more."""

OPEN = "document.querySelector('#panel[open]') !== null"
TITLE = "document.getElementById('panel-title')?.textContent ?? ''"
ASKED = re.compile(r'panel\.ask\(\s*"([^"]+)"')


DISABLED = """[...document.querySelectorAll("#panel[open] .go:disabled")]
  .filter((one) => one.checkVisibility()).map(({ textContent }) => `disabled: ${textContent}`)"""
SAYS_WHY = {"Who starts?", "Which timer?", "Tap what you have checked", "Choose the words"}
"""Buttons that say themselves, in sight, what they wait for."""

LOW = """[...document.querySelectorAll("#panel[open]:not(.many) :is(.choices, .row) button")]
  .filter((one) => one.checkVisibility() && one.offsetHeight < 56)
  .map((one) => `${one.offsetHeight} px high: ${one.textContent}`)"""
"""Answers lower than 56 px; a menu of thirty things is no question."""


def walked(browser, folder, parts):
    """What is wrong with each sheet, by its name: each is looked at in one of the themes, on a
    phone, on the narrowest, on one of the tablets and on one at 200 %, the page itself on
    all of them. And the titles met."""
    found, titles = {}, set()
    with a_hall(folder, tables=len(PARTS)) as hall:
        tablet = Tablet(browser, hall, service_workers="block" if parts == SHORT else "allow")
        _walk(tablet, parts, found, titles)
        tablet.close()
    return found, titles


def _walk(tablet, parts, found, titles):
    for nth, name in enumerate(every_sheet(tablet, parts)):
        page = tablet.page
        page.emulate_media(color_scheme=THEMES[nth % 2])
        sheet = page.evaluate(OPEN)
        titles.add(page.evaluate(TITLE))
        wrong = axe.violations(page, "#panel" if sheet else None if name in WHOLE else BESIDE)
        halved = boxes.HALVED[nth % len(boxes.HALVED)]
        everywhere = (*boxes.SIZES, *boxes.HALVED)
        sizes = (boxes.TABLETS[nth % 4], PHONE, NARROWEST, halved) if sheet else everywhere
        mute = set(page.evaluate(DISABLED)) - {f"disabled: {words}" for words in SAYS_WHY}
        low = page.evaluate(LOW)
        found[name] = [*wrong, *mute, *low, *boxes.too_small(page, sizes)]
        page.set_viewport_size({"width": STANDING[0], "height": STANDING[1]})


@pytest.mark.found("TB-15")
def test_no_sheet_of_a_usual_game_has_a_violation_or_a_control_too_small(browser, tmp_path):
    found, _ = walked(browser, tmp_path, SHORT)

    assert len(found) >= 12
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.torture
def test_no_sheet_has_a_violation_and_each_with_a_title_was_walked_over(browser, tmp_path):
    found, titles = walked(browser, tmp_path, PARTS)
    assert len(found) >= 40
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    scripts = (FOLDER / "js" / "entry").rglob("*.js")
    request = {title for script in scripts for title in ASKED.findall(script.read_text("utf-8"))}

    assert request - titles == set()


@pytest.mark.torture
def test_no_sheet_has_a_violation_in_any_theme_on_a_tablet_or_a_phone(browser, tmp_path):
    with a_hall(tmp_path, tables=len(PARTS)) as hall:
        tablet = Tablet(browser, hall, service_workers="allow")
        wrong = []
        for name in every_sheet(tablet):
            small = boxes.too_small(tablet.page)
            wrong += [f"{name}: {each}" for each in small]
            for width, height in boxes.SIZES[1::3]:
                tablet.page.set_viewport_size({"width": width, "height": height})
                for theme in THEMES:
                    tablet.page.emulate_media(color_scheme=theme)
                    found = axe.violations(tablet.page)
                    wrong += [f"{name}, {theme}, {width}: {each}" for each in found]
            tablet.page.set_viewport_size({"width": STANDING[0], "height": STANDING[1]})
        assert wrong == []
        tablet.close()
