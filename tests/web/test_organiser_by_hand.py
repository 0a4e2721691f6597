"""An organiser opens a real event by hand, in a browser without scripts, and it is counted."""

from __future__ import annotations

import re

import pytest

from ledger.tournament.pairing import playing
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from tests.web.a_tablet import let_in
from tests.web.entry_hall import PIN, a_hall

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
        page.goto(hall.address)
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
