"""An organiser opens a real event by hand, in a browser without scripts, and it is counted."""

from __future__ import annotations

import re

import pytest

from ledger.tournament.pairing import playing
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from tests.web.a_tablet import let_in
from tests.web.entry_hall import PIN, SLUG, a_hall

PLAYERS, TYPED = 24, 4
"""Of the event, and of whom the test types; the others cost as much each."""

A_TAP, A_KEY = 3.0, 0.4
"""Seconds for finding and pressing something, and for a letter of somebody who looks for it."""

AT_MOST = 10 * 60


class Hand:
    """A person at a laptop: what is pressed and typed is counted."""

    def __init__(self, page):
        self.page, self.taps, self.keys = page, 0, 0

    def press(self, words, role="button", **more):
        self.taps += 1
        self.page.get_by_role(role, name=words, **more).first.click()

    def type(self, label, text):
        self.taps += 1
        self.keys += len(text)
        self.page.get_by_label(label).first.fill(text)

    def choose(self, label, words):
        self.taps += 2
        self.page.get_by_label(label).first.select_option(label=words)

    @property
    def seconds(self):
        return self.taps * A_TAP + self.keys * A_KEY


@pytest.mark.journey("organising")
@pytest.mark.browser
def test_an_event_of_24_players_is_opened_by_hand_within_ten_minutes(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        hall.office.issue("O1", "Olga", Role.ORGANISER, by=CONSOLE)
        hall.office.pins.set("O1", PIN)
        context = browser.new_context(java_script_enabled=False)
        let_in(context, hall, "O1")
        page = context.new_page()
        page.goto(f"{hall.address}/tournaments")
        hand = Hand(page)

        hand.press("New tournament", "link")
        hand.type("Name", "Autumn Cup")
        hand.type("Short name", "autumn-cup")
        hand.type("Venue", "Boat house")
        hand.type("First day", "2026-12-05")
        hand.type("Last day", "2026-12-06")
        hand.type("Time zone of the hall", "Europe/Lisbon")
        hand.type("Rounds", "8")
        hand.choose("A failed challenge costs", "5 points a turn")
        hand.press("Open the tournament")
        assert "Being set up" in page.content()

        hand.press("Players", "link", exact=True)
        hand.press("Add player", "link")
        before = hand.seconds
        for number in range(1, TYPED + 1):
            hand.type("Name", f"Player of number {number}")
            hand.type("Rating", str(1000 + number))
            hand.press("Add player", exact=True)
        each = (hand.seconds - before) / TYPED
        hand.press("Check-in", "link")
        hand.press("Check in everybody")
        assert f"{TYPED} of {TYPED} here" in page.inner_text("main")
        hand.press("Overview", "link")

        told = page.inner_text("main")
        tournament = tournament_named("autumn-cup", hall.desk.log)
        context.close()

    assert "checked in" not in told
    assert re.findall(r"Round 1 is not paired", told)
    assert len(playing(tournament, 1)) == TYPED
    assert dict(tournament.options) == {"challenge-mode": "points-per-turn-5"}
    assert hand.seconds + (PLAYERS - TYPED) * each < AT_MOST


EVERY_PAGE = (
    "", "set-up", "players", "check-in", "players/1", "rounds", "rounds/1",
    "rounds/new?round=2&method=swiss&seed=5", "papers", "files", "prizes", "close", "forget",
    "results", "results/lost", "results/qr",
)  # fmt: skip
"""The organiser's pages, below ``organise/``."""

FILLED = ".button.primary:visible"
SMALLEST = """() => Math.min(...[...document.querySelectorAll("main *, header *")]
  .filter((one) => [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
"""The smallest letters that can be seen, in pixels."""


def looks(page, address):
    """Where the heading is, and how many buttons are filled and tabs current, wide and narrow."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(address)
    heading = page.locator("h1").bounding_box()
    tabs = page.locator(".tabs")
    current = tabs.locator("[aria-current]").count() if tabs.count() else 1
    filled, smallest = page.locator(FILLED).count(), page.evaluate(SMALLEST)
    page.set_viewport_size({"width": 320, "height": 640})
    return {
        "heading": (round(heading["x"]), round(heading["y"])),
        "tabs": current,
        "filled": filled <= 1,
        "letters": smallest >= 12,
        "sideways": page.evaluate("document.documentElement.scrollWidth"),
    }


@pytest.mark.browser
def test_every_page_of_the_organiser_has_its_heading_at_one_place_and_one_filled_button(
    browser, tmp_path
):
    with a_hall(tmp_path, tables=4) as hall:
        context = browser.new_context()
        let_in(context, hall, "D1")
        page = context.new_page()
        here = f"{hall.address}/t/{SLUG}"
        addresses = [f"{here}/organise/{one}" for one in EVERY_PAGE]
        addresses += [f"{here}/r1/close", f"{hall.address}/organise/new"]
        found = {one: looks(page, one) for one in addresses}
        page.goto(addresses[-1])
        short = page.locator("[name=slug]")
        page.fill("[name=name]", "Coupe d’Été 2026")
        assert short.input_value() == "coupe-d-ete-2026"
        short.fill("coupe")
        page.fill("[name=name]", "Coupe d’Hiver")
        assert short.input_value() == "coupe", "who wrote one keeps it"
        context.close()

    right = {"heading": (100, 124), "tabs": 1, "filled": True, "letters": True, "sideways": 320}
    assert {one: told for one, told in found.items() if told != right} == {}


@pytest.mark.browser
def test_what_is_wrong_has_the_focus_and_leads_to_its_field_with_what_was_typed(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        context = browser.new_context()
        let_in(context, hall, "D1")
        page = context.new_page()
        page.goto(f"{hall.address}/t/{SLUG}/organise/set-up")
        page.get_by_label("First day").fill("2027-03-04")
        page.get_by_label("Last day").fill("2027-03-01")
        page.get_by_role("button", name="Save the event").click()

        summary = page.locator(".problems")
        summary.wait_for()
        assert page.title().startswith("Problem: ")
        assert page.evaluate("document.activeElement.className") == "problems"
        assert "Nothing was written." in summary.inner_text()
        summary.get_by_role("link", name="The last day is before the first.").click()
        assert page.evaluate("document.activeElement.id") == "f-last_day"
        assert page.input_value("#f-last_day") == "2027-03-01"

        page.get_by_label("Last day").fill("2027-03-05")
        page.get_by_role("button", name="Save the event").click()
        page.get_by_role("status").get_by_text("The event is saved.").wait_for()
        context.close()


@pytest.mark.browser
def test_a_player_is_found_while_the_name_is_typed_and_added_on_a_sheet(browser, tmp_path):
    with a_hall(tmp_path, tables=2) as hall:
        context = browser.new_context()
        let_in(context, hall, "D1")
        page = context.new_page()
        page.goto(f"{hall.address}/t/{SLUG}/organise/players")
        page.get_by_role("searchbox", name="Find a player").fill("player 3")
        assert page.locator("tbody tr:visible").count() == 1

        page.get_by_role("link", name="Add player").click()
        sheet = page.get_by_role("dialog", name="Add player")
        sheet.get_by_label("Name").fill("player 3")
        sheet.get_by_role("button", name="Add player").click()
        sheet.get_by_role("alert").wait_for()
        assert sheet.get_by_label("Name").first.input_value() == "player 3"
        sheet.get_by_label("Name").first.fill("Noor Abendroth")
        sheet.get_by_role("button", name="Add player").click()
        sheet.get_by_text("Noor Abendroth is entered as player 5.").wait_for()
        assert page.evaluate("document.activeElement.name") == "name"
        page.keyboard.press("Escape")
        page.locator("tbody tr", has_text="Noor Abendroth").wait_for()
        context.close()
