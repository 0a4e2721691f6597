"""An event from an empty folder to files for the ratings officer, as somebody new would hold it.

The service is `tilescribe serve` in a process of its own; everything is clicked and typed in a
browser (``a_newcomer``). ``pytest -s --full`` prints what each step takes; the long version has 24
players and 3 rounds.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import unicodedata
from contextlib import closing

import pytest

from ledger.interchange.importing import Given, read_files
from tests.test_documents import HOUSE
from tests.web.a_newcomer import Newcomer, StopWatch
from tests.web.a_server import a_free_port
from tests.web.a_tablet import Tablet
from tests.web.test_signing_page import sign_by_hand
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
TITLE = "Harbour Open 2027"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DISPUTED = 3
WELCOME = re.compile(r"badge is (\S+), its PIN (\S+)(?s:.*)(http://\S+)")


@pytest.fixture
def welcome(tmp_path):
    """`tilescribe serve` on a folder that is not there yet: badge, PIN and address it prints."""
    printed, port = tmp_path / "printed", a_free_port()
    with printed.open("w") as kept:
        process = subprocess.Popen(
            [sys.executable, "-c", "from web.command_line import main; main()",
             "serve", "--data", str(tmp_path / "data"), "--port", str(port)],
            stdout=kept, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            on_record(lambda: WELCOME.search(printed.read_text()) and answers(port))
            yield WELCOME.search(printed.read_text()).groups()
        finally:
            process.terminate()
            process.wait(60)


def answers(port):
    """Whether somebody listens there."""
    with closing(socket.socket()) as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


class KeepersTablet(Newcomer, Tablet):
    """A tablet that is taken in, signed in on and led to its table by hand."""

    table, wire = 1, None

    def __init__(self, browser):
        Newcomer.__init__(self, browser, viewport={"width": 768, "height": 1024}, has_touch=True)
        self.where, self.taps = {}, 0

    def plays(self):
        """A game that ends soon: a play each, then nobody scores any more."""
        self.until("window.tilescribe?.game.now !== undefined")
        self.start()
        self.play("8D", "WINDY")
        self.play("D8", ".ON")
        for _ in range(6):
            self.passes()

    def hands_in(self):
        """The tiles left, both signatures by a code, and the slip."""
        page = self.page
        self.says("#commit", "Enter the tiles left")
        page.click("#commit")
        for seat, tiles in (("first", "EGN"), ("second", "EAR")):
            page.click(f".panel .rack[data-seat={seat}]")
            for tile in tiles:
                page.click(f".panel .key[data-tile='{tile}']")
        page.click(".panel .go")
        page.wait_for_selector(".panel .result")
        page.click(".panel .go:has-text('Both agree')")
        page.click(".signers button >> nth=0")
        for seat in ("first", "second"):
            page.wait_for_selector(f".signer.{seat}")
            sign_by_hand(self)
        self.click(re.compile("hands it in"))
        self.sees("The result is in")


def the_files(folder, players, rounds):
    """An event as tsh keeps it before its first round."""
    (folder / "config.tsh").write_text(
        f"division A a.t\nconfig event_name = '{TITLE}'\nconfig max_rounds = {rounds}\n"
    )
    lines = [f"{name:<22} {1900 - 29 * nth}" for nth, name in enumerate(NAMES[:players])]
    (folder / "a.t").write_text("\n".join(lines) + "\n", "latin-1")
    return [folder / "config.tsh", folder / "a.t"]


class Day:
    """The day of an event, and what its organiser, a scorekeeper and a visitor do."""

    def __init__(self, browser, welcome, folder, players, rounds):
        self.browser, self.folder, self.players, self.rounds = browser, folder, players, rounds
        self.badge, self.pin, self.address = welcome
        self.organiser = Newcomer(browser, viewport={"width": 1280, "height": 800})
        self.tablet = KeepersTablet(browser)
        self.tables = {}

    def signs_in(self):
        one = self.organiser
        one.types_address(self.address)
        one.follow("Sign in", within="header")
        one.signs_in(self.badge, self.pin, OWN_PIN)
        one.sees("Nothing is waiting.")

    def opens_the_event(self):
        one = self.organiser
        one.follow("New tournament")
        one.fill("Name", TITLE)
        one.fill("Short name", "harbour-2027")
        one.fill("Venue", "The Old Customs House")
        one.fill("First day", "2027-03-13")
        one.fill("Last day", "2027-03-14")
        one.click("Open the tournament")
        one.sees("Before round 1")

    def takes_the_players_in(self):
        one = self.organiser
        one.follow("Papers and files")
        one.follow("Import a file")
        one.gives("Files", the_files(self.folder, self.players, self.rounds))
        one.click("Preview the file")
        one.sees(f"{self.players} new")
        one.click("Import the file")
        one.sees("Imported.")

    def checks_in(self):
        one = self.organiser
        one.follow("Players")
        one.follow("Check-in")
        one.click("Check in everybody")
        one.sees(f"{self.players} of {self.players} here")

    def takes_a_tablet_in(self):
        """The organiser gives a badge and a code, the scorekeeper signs in on the tablet."""
        one, tablet = self.organiser, self.tablet
        one.from_the_menu("Badges and tablets")
        one.fill("Number", "K1")
        one.fill("Name", "Kim")
        one.choose("Role", "scorekeeper")
        one.click("Give the badge")
        pin = one.reads("main .secret")
        one.fill(re.compile("^For table"), "harbour-2027/T1")
        one.click("Make a code")
        tablet.types_address(f"{self.address}enrol")
        tablet.fill("Code from the director", one.reads("main .secret"))
        tablet.click("Enrol it")
        tablet.signs_in("K1", pin, KEEPERS_PIN)
        one.follow("Organise", within="header")

    def pairs(self, number):
        one = self.organiser
        one.follow("Rounds")
        one.click(f"Preview round {number}")
        one.sees("nothing is written yet")
        one.click(f"Pair round {number}")
        one.sees("Saved in the record.")

    def keeps_the_first_table(self):
        tablet = self.tablet  # which went to its table by itself
        tablet.plays()
        tablet.hands_in()

    def types_slips(self, number):
        """Down the pile: six digits a table, the next table comes by itself."""
        one = self.organiser
        one.follow("Results")
        one.page.wait_for_selector("#typed:visible")
        one.ticks("Go to the next table automatically")
        for table in range(2 if number == 1 else 1, self.players // 2 + 1):
            one.presses(str(400 + 7 * table - number), str(380 + (13 * table + 31 * number) % 90))
        one.sees(f"all {self.players // 2} are in")

    def finds_a_slip_that_differs(self):
        """The other slip of a table says otherwise: the director finds what holds, in a case."""
        one = self.organiser
        one.ticks("Go to the next table automatically", to=False)
        one.presses("Escape", str(DISPUTED), "Enter", "401388")
        one.sees("The director decides which is right")
        one.presses("y", "Enter")
        one.page.wait_for_selector(".slip-table.differs")
        one.follow("Desk", within="header")
        one.follow("Compare the slips")
        rules = "section:has(#holds-title)"
        one.ticks("401–388 is right", within=rules)
        one.fill("Evidence", "both score sheets say 401 to 388", within=rules)
        one.fill(
            "Reason for ruling without a second official", "nobody else is here yet", within=rules
        )
        one.sees("All or nothing is written:")
        one.click("Enter the ruling")
        one.click("Told both players")
        one.page.locator(".told, .chip.good").first.wait_for()
        one.follow("Desk", within="header")
        one.sees("Nothing is waiting.")
        one.follow("Organise", within="header")

    def closes(self, number):
        one = self.organiser
        one.follow("Results")
        one.sees(f"all {self.players // 2} are in")
        self.tables[number] = one.page.locator(".slip-names").evaluate_all(
            "cells => cells.map((cell) => [...cell.children].map(({ textContent }) => textContent))"
        )
        one.follow(f"Close round {number}")
        if number == self.rounds:
            one.ticks("This was the last round of this division.")
        one.click(f"Close round {number}")
        one.sees(f"Open round {number} again")
        one.follow("Pair the next round")

    def looks_on_a_phone(self):
        """A visitor without a badge: the standings, and one player's own page."""
        phone = Newcomer(self.browser, **PHONE)
        phone.types_address(self.address)
        phone.follow("Standings")
        phone.sees(re.compile(f"[Aa]fter round {self.rounds}"))
        assert phone.fits()
        places = phone.page.locator("tbody tr[data-number]").count()
        phone.follow("My page")
        phone.fill("Part of a name", "Ada")
        phone.click("Find")
        phone.click("Fernweh, Ada")
        phone.page.get_by_role("heading", name="Fernweh, Ada").wait_for()
        assert phone.fits()
        phone.goes()
        return places

    def hands_the_results_over(self):
        one = self.organiser
        one.follow("Finish")
        one.click("Close the tournament")
        one.sees("is over.")
        one.follow("Export the results")
        return [one.takes(words, self.folder) for words in ("tsh", "AUPAIR results")]


def played(path):
    """Who had how many points against whom in each round, as our own reader finds it in a file."""
    [division] = read_files([Given(path.name, path.read_bytes())]).told.divisions
    names = {one.number: one.name for one in division.entrants}
    return {
        (number, one.name, outing.score, names[outing.opponent])
        for one in division.entrants
        for number, outing in enumerate(one.outings, 1)
    }


def in_a_tou(name):
    """A name as files of this kind have it: first name first, no letter beyond ASCII."""
    last, _, first = unicodedata.normalize("NFKD", name).partition(", ")
    return f"{first} {last}".encode("ascii", "ignore").decode()


@pytest.mark.longer
@pytest.mark.parametrize(
    ("players", "rounds"), [(6, 2), pytest.param(24, 3, marks=pytest.mark.torture)]
)
def test_an_event_from_an_empty_folder_to_the_ratings_officer_by_clicks_alone(
    browser, welcome, tmp_path, players, rounds
):
    day, watch = Day(browser, welcome, tmp_path, players, rounds), StopWatch()
    everybody = day.organiser, day.tablet
    for done in (day.signs_in, day.opens_the_event, day.takes_the_players_in, day.checks_in):
        watch.times(done, *everybody)
    watch.times(day.pairs, *everybody, of=1)
    ready = watch.told("open and paired")
    watch.times(day.takes_a_tablet_in, *everybody)
    watch.times(day.keeps_the_first_table, *everybody)
    for number in range(1, rounds + 1):
        if number > 1:
            watch.times(day.pairs, *everybody, of=number)
        watch.times(day.types_slips, *everybody, of=number)
        if number == 1:
            watch.times(day.finds_a_slip_that_differs, *everybody)
        watch.times(day.closes, *everybody, of=number)
    places = watch.times(day.looks_on_a_phone)
    files = watch.times(day.hands_the_results_over, *everybody)
    print(ready, watch.told("in all"), sep="\n")

    assert places == players
    seen = set()
    for number, tables in day.tables.items():
        for one, points, other, others in tables:
            seen |= {(number, one, int(points), other), (number, other, int(others), one)}
    assert len(seen) == players * rounds
    assert {401, 388} <= {points for _, _, points, _ in seen}
    tsh, tou = files
    assert played(tsh) == seen
    assert played(tou) == {(at, in_a_tou(one), won, in_a_tou(two)) for at, one, won, two in seen}
    for one in everybody:
        one.goes()


GUESTS = ("Ann Lee", "Bo Quist", "Cleo Marsh", "Dov Katz")
COMMANDS = ("git clone", "make run", "tilescribe serve --data hall")
"""What the README says to type until a hall is served."""


@pytest.mark.browser
@pytest.mark.wide
def test_from_the_readme_alone_to_a_closed_round_in_forty_actions(browser, welcome):
    """A command, a click or a field is an action. Four players by hand, one round, no tablet."""
    readme = (HOUSE / "README.md").read_text("utf-8")
    assert all(command in readme for command in COMMANDS[1:])
    badge, pin, address = welcome
    one = Newcomer(browser, viewport={"width": 1280, "height": 800})
    one.types_address(address)
    one.follow("Sign in", within="header")
    one.signs_in(badge, pin, OWN_PIN)
    one.follow("New tournament")
    one.fill("Name", "Club Night")
    one.click("Open the tournament")
    one.sees("Before round 1")
    one.follow("Players")
    one.follow("Add player")
    for name in GUESTS:  # the form stays open for the next
        one.fill("Name", name, within="dialog#add")
        one.click("Add player", within="dialog#add")
        one.sees(f"{name} is entered")
    one.follow("Finish adding", within="dialog#add")
    one.follow("Rounds")
    one.click("Preview round 1")
    one.click("Pair round 1")
    one.sees("Saved in the record")
    one.follow("Results")
    one.page.wait_for_selector("#typed:visible")
    one.ticks("Go to the next table automatically")
    for slip in ("412388", "401350"):
        one.presses(slip)
        one.clicks += 1  # a slip is an action
    one.sees("all 2 are in")
    one.follow("Close round 1")
    one.click("Close round 1")
    one.sees("Open round 1 again")
    one.goes()

    assert len(COMMANDS) + 1 + one.clicks <= 40  # and the address
    print(f"{len(COMMANDS) + 1 + one.clicks} actions")
