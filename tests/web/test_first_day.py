"""An event from an empty folder to files for the ratings officer, as somebody new would hold it.

The service is `tilescribe serve` in a process of its own; everything is clicked and typed in a
browser (``a_newcomer``). ``pytest -s --full`` prints what each step takes; the long version has 24
players and 3 rounds.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.interchange.reading import Given, read_files
from tests.web.a_newcomer import Newcomer, StopWatch
from tests.web.a_server import a_free_port
from tests.web.a_tablet import Tablet
from tests.web.waiting import on_record

pytestmark = pytest.mark.browser

NAMES = (
    "Fernweh, Ada", "Okonkwo-Bell, Chidi", "van der Meer, Tess", "Ågren, Zoë", "O'Shea, Niamh",
    "Quist, Bo", "Lindqvist, Hanna", "D'Arcy, Piet", "Nakamura, Jun", "Silva, Inês", "Roth, Max",
    "Papadaki, Eleni", "Holm, Sven", "Grech, Rita", "Costa, Rui", "Farkas, Ildi", "Mwangi, Wanjiru",
    "Brandt, Ute", "Tan, Li Wei", "Jones, Rhys", "Dlamini, Sipho", "Castro-Ruiz, Eva",
    "Eriksen, Per", "Adeyemi, Ama",
)  # fmt: skip
OWN_PIN, KEEPERS_PIN = "harbour lights", "seven tiles"
TITLE, PLACE = "Harbour Open 2027", "The Old Customs House"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DISPUTED = 3
WELCOME = re.compile(r"badge is (\S+), its PIN (\S+)(?s:.*)(http://\S+)")


@pytest.fixture
def welcome(tmp_path):
    """`tilescribe serve` on a folder that is not there yet: badge, PIN and address it prints."""
    printed = tmp_path / "printed"
    with printed.open("w") as kept:
        process = subprocess.Popen(
            [sys.executable, "-c", "from web.command_line import main; main()",
             "serve", "--data", str(tmp_path / "data"), "--port", str(a_free_port())],
            stdout=kept, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            on_record(lambda: WELCOME.search(printed.read_text()))
            yield WELCOME.search(printed.read_text()).groups()
        finally:
            process.terminate()
            process.wait(20)


class KeepersTablet(Newcomer, Tablet):
    """A tablet that is taken in, signed in on and led to its table by hand."""

    table, wire = 1, None

    def __init__(self, browser):
        Newcomer.__init__(self, browser, viewport={"width": 768, "height": 1024}, has_touch=True)
        self.where, self.taps = {}, 0

    def type_turns(self):
        """A game that ends soon: a play each, then nobody scores any more."""
        self.until("window.tilescribe?.game.now !== undefined")
        self.start()
        self.play("8D", "WINDY")
        self.play("D8", ".ON")
        for _ in range(6):
            self.passes()


def ratings(count):
    return [1900 - 29 * nth for nth in range(count)]


def the_files(folder, players, rounds):
    """An event as tsh keeps it before its first round."""
    (folder / "config.tsh").write_text(
        f"division A a.t\nconfig event_name = '{TITLE}'\nconfig max_rounds = {rounds}\n"
    )
    lines = [f"{name:<22} {rating}" for name, rating in zip(NAMES, ratings(players))]
    (folder / "a.t").write_text("\n".join(lines) + "\n", "latin-1")
    return [folder / "config.tsh", folder / "a.t"]


class Day:
    """The day of an event: who is there, what was written on which slip."""

    def __init__(self, browser, welcome, folder, players, rounds):
        self.browser, self.folder, self.players, self.rounds = browser, folder, players, rounds
        self.badge, self.pin, self.address = welcome
        self.watch = StopWatch()
        self.organiser = Newcomer(browser, viewport={"width": 1280, "height": 800})
        self.slips = {}
        self.tablet = None

    # The evening before

    def signs_in(self):
        one = self.organiser
        one.types_address(self.address)
        one.follow("Sign in")
        one.fill("Badge", self.badge)
        one.fill("PIN", self.pin)
        one.click("Sign in")
        one.fill("PIN now", self.pin)
        one.fill(re.compile("^New PIN at least"), OWN_PIN)
        one.fill("New PIN again", OWN_PIN)
        one.click("Change PIN")
        one.sees("Director’s desk")

    def opens_the_event(self):
        one = self.organiser
        one.follow("New tournament")
        one.fill("Name", TITLE)
        one.fill("Short name", "harbour-2027")
        one.fill("Venue", PLACE)
        one.fill("First day", "2027-03-13")
        one.fill("Last day", "2027-03-14")
        one.click("Open the tournament")
        one.sees("Before round 1")

    def takes_the_players_in(self):
        one = self.organiser
        one.follow("Files in and out")
        one.page.get_by_label("Files").set_input_files(the_files(self.folder, self.players, self.rounds))
        one.clicks += 3
        one.click("Preview")
        one.sees(f"{self.players} new")
        one.click("Take it in")
        one.sees("Taken in.")

    def checks_in(self):
        one = self.organiser
        one.follow("Players")
        one.follow("Check-in")
        one.click("All are here")
        one.sees(f"{self.players} of {self.players} here")

    def gives_a_badge_and_a_tablet(self):
        one = self.organiser
        one.page.locator("header .who summary").click()
        one.clicks += 1
        one.follow("Badges and tablets")
        one.fill("Number", "K1")
        one.fill("Name", "Kim")
        one.choose("Role", "scorekeeper")
        one.click("Give badge")
        pin = one.reads(".told .secret")
        one.click("Make a code")
        return pin, one.reads(".told .secret")

    def takes_the_tablet_in(self, pin, code):
        tablet = self.tablet = KeepersTablet(self.browser)
        tablet.types_address(f"{self.address.rstrip('/')}/enrol")
        tablet.fill("Code from the director", code)
        tablet.click("Take it in")
        tablet.fill("Badge", "K1")
        tablet.fill("PIN", pin)
        tablet.click("Sign in")
        tablet.fill("PIN now", pin)
        tablet.fill(re.compile("^New PIN at least"), KEEPERS_PIN)
        tablet.fill("New PIN again", KEEPERS_PIN)
        tablet.click("Change PIN")
        tablet.follow(TITLE)

    # Each round

    def pairs(self, number):
        one = self.organiser
        one.types_address_back()
        one.follow("Rounds")
        one.click("Look at the draw")
        one.sees("nothing is written yet")
        one.click(f"Pair round {number} like this")
        one.sees("Written into the record")

    def types_slips(self, number, tables):
        one = self.organiser
        one.follow("Results")
        one.page.wait_for_selector("#typed:visible")
        for table in tables:
            first, second = 400 + 7 * table - number, 380 + (13 * table + 31 * number) % 90
            self.slips[number, table] = first, second
            one.presses(str(table), "Enter", f"{first}{second}")
        one.page.wait_for_function


def played(folder, path):
    """What our own reader finds in a file."""
    [division] = read_files([Given(path.name, Path(path).read_bytes())]).told.divisions
    return division
