"""The twelve journeys that matter, in Chromium, Firefox and WebKit: ``make engines``.

Written once, against one driver (`engines.py`) and one pair of hands (`hands.py`). Each journey has
a table of its own and begins with a person who signs in, so that one that fails fails alone.
"""

from __future__ import annotations

import json
from secrets import token_bytes
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.equipment.board import read_square
from ledger.game.calls.facts import DirectorLeft
from ledger.game.calls.requests import CallDirector
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.signing import ProposeResult
from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords
from ledger.tournament.opening import Announce
from ledger.tournament.players import LetPhonesCheckIn, code_at_the_door, secret_of
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE
from tests.desks import A, B, signature
from tests.officials import Organiser
from tests.web.a_tablet import AS_MEANT
from tests.web.engines import ENGINES
from tests.web.entry_hall import SLUG
from tests.web.hands import Hands, Line
from tests.web.judged_hall import FROM_HERE, a_judged_hall, begun, client, with_a_slip

pytestmark = [pytest.mark.browser, pytest.mark.torture]

TABLES = 48
TABLET, LAPTOP, WALL, PHONE = (820, 1180), (1280, 900), (1920, 1080), (390, 844)
PLAYS = [
    ("8D", "WINDY"),
    ("D8", ".ON"),
    ("10B", "TO."),
    ("B10", ".Ar"),
    ("12B", ".EST"),
    ("E12", ".AT"),
]
"""Of which the fourth has a blank, and the sixth is challenged and comes off."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_judged_hall(tmp_path_factory.mktemp("engines"), tables=TABLES) as hall:
        hall.line = Line(hall.server.port)
        yield hall
        hall.line.stop()


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    with ENGINES[request.param]() as one:
        yield one


@pytest.fixture
def hands(engine, hall):
    """Somebody before the page; what the browser itself found wrong on it is a fault as well."""
    hall.line.mend()
    before = engine.wrong()
    yield Hands(engine, hall.line.address)
    told = engine.wrong()[len(before) :]
    assert told.strip() == ""


@pytest.fixture
def game(hall):
    """A game of the round that is played, which no other journey has."""
    return next(hall.free)


class AtTheTable:
    """A scorekeeper's tablet, taken in for the table of ``game`` and signed in on, by hand."""

    def __init__(self, hands, hall, game):
        self.hands, self.hall, self.game = hands, hall, game
        self.number = hall.desk.sheet(game).scheduled.table
        self.path = f"/t/{SLUG}/r2/t{self.number}/enter"
        code = hall.office.tablets.invite(f"{SLUG}/T{self.number}", by=CONSOLE)
        hands.goes("/healthz")
        hands.engine.forget()
        hands.engine.size(*TABLET)
        hands.goes(f"/enrol?code={code}")
        hands.taps("main button", "Enrol it")
        hands.signs_in("K1")
        self.comes()

    def comes(self):
        """The page of the table, once it has all it needs to take an entry."""
        self.hands.until(f"location.pathname === {self.path!r}")
        self.hands.until("window.tilescribe?.game.now !== undefined")

    def starts(self):
        self.hands.taps("#commit", "Start")
        self.hands.taps(".starters button")
        self.hands.taps("[aria-label='Timer'] button")
        self.hands.taps(".starting .go")
        self.hands.until("tilescribe.game.state.started")

    def began(self):
        """Its game was begun elsewhere, and the page shows it."""
        for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
            self.hall.desk.record(self.game, request, Sent(by="K1", command_id=uuid4()))
        self.hands.goes(self.path)
        self.comes()

    def turns(self):
        return self.hands.asks("return tilescribe.game.now.lines.length")

    def another(self, turns):
        """Wait until there are more turns than these."""
        self.hands.until("tilescribe.game.now.lines.length > arguments[0]", turns)

    def plays(self, square, letters):
        turns, start = self.turns(), read_square(square)
        at = f"[data-at='{start.row * 15 + start.column}']"
        self.hands.taps(at)
        for tile in letters.replace(".", ""):
            if tile.islower():
                self.hands.taps("[data-key=blank]")
            self.hands.taps(f".key[data-tile='{tile.upper()}']")
        lies = self.hands.asks(f"return ({AS_MEANT})(arguments[0])", start.across)
        if not lies[0]:
            self.hands.taps(at)  # the arrow turns
        self.hands.taps("#commit")
        self.another(turns)
        for _ in filter(str.islower, letters):
            self.hands.taps(".panel.slip .go:not([hidden])", "Confirm")
            self.hands.until("tilescribe.game.now.blanks.length && !tilescribe.panel.dialog.open")

    def challenged(self):
        """The play just made is challenged over the slip, and comes off."""
        turns = self.turns()
        self.hands.taps("[data-do=challenge]")
        self.hands.taps(".panel.wide:not(.slip) .go")
        self.hands.taps(".panel.slip .go")
        self.hands.taps("#commit", "Enter the verdict")
        self.hands.taps(".verdicts .bad")
        self.another(turns)
        self.hands.until("!document.getElementById('commit').textContent.includes('verdict')")

    def exchanges(self, number):
        turns = self.turns()
        self.hands.taps("[data-do=exchange]")
        self.hands.taps(f".numbers button:nth-child({number})")
        self.another(turns)

    def passes(self):
        turns = self.turns()
        self.hands.taps("[data-do=pass]")
        self.hands.taps(".panel .go")
        self.another(turns)

    def sent(self):
        """Nothing waits on the tablet; the record has what the page shows. Its sheet."""
        self.hands.until(
            "tilescribe.outbox.waiting === 0"
            " && document.getElementById('state').textContent === 'Sent'"
        )
        sheet = self.hall.desk.sheet(self.game)
        here = "return JSON.stringify([tilescribe.game.now.squares, tilescribe.game.now.totals])"
        there = [list(sheet.board.squares), list(sheet.totals)]
        assert json.loads(self.hands.asks(here)) == there
        return sheet

    def ended(self):
        """Its game was played to the end elsewhere: six turns without a score, the tiles left."""
        table = begun(self.hall, self.game)
        for seat in (B, A, B, A, B, A):
            table.passes(seat)
        table.enter(CountUnplayed(racks=("EGN", "?AQ")))
        table.enter(ProposeResult())
        return table


def test_a_tablet_is_taken_in_and_opens_its_table(hands, hall, game):
    tablet = AtTheTable(hands, hall, game)

    hands.sees("#commit", "Start")
    assert hands.asks("return document.documentElement.scrollWidth <= innerWidth")
    assert str(tablet.number) in hands.asks("return document.title")


INSTALLED = """
  const done = arguments[0];
  (async () => {
    const { href } = document.querySelector("link[rel=manifest]");
    const { display, start_url, icons } = await (await fetch(href)).json();
    const found = await Promise.all(icons.map(({ src }) => fetch(src).then(({ ok }) => ok)));
    done([display, start_url, found.length > 2 && found.every(Boolean)]);
  })();
"""
TOUCHED = """
  const off = new Set(["manipulation", "pinch-zoom", "none", "pan-y pinch-zoom"]);
  const stops = (one) => off.has(getComputedStyle(one).touchAction);
  const zooms = (one) => !one || (!stops(one) && zooms(one.parentElement));
  const all = [...document.querySelectorAll("button, .sq")].filter((one) => one.checkVisibility());
  return [
    getComputedStyle(document.documentElement).overscrollBehaviorY, all.length > 250,
    all.filter((one) => zooms(one)).map((one) => one.outerHTML.slice(0, 80)),
  ];
"""


def test_it_can_be_installed_and_no_finger_zooms_or_reloads_it(hands, hall, game):
    """Neither a double tap nor a pull from the top does what a web page does."""
    tablet = AtTheTable(hands, hall, game)

    assert hands.engine.run(INSTALLED) == ["standalone", tablet.path, True]
    assert hands.asks(TOUCHED) == ["none", True, []]


def test_a_game_is_started(hands, hall, game):
    tablet = AtTheTable(hands, hall, game)
    tablet.starts()

    assert tablet.sent().state == "playing"


def test_ten_turns_with_a_blank_and_a_challenge(hands, hall, game):
    tablet = AtTheTable(hands, hall, game)
    tablet.began()
    for square, letters in PLAYS:
        tablet.plays(square, letters)
    tablet.challenged()
    tablet.exchanges(2)
    tablet.passes()
    tablet.plays("E12", ".AT")
    tablet.passes()

    sheet = tablet.sent()
    assert sheet.turn_count >= 10
    assert "r" in "".join(map(str, sheet.board.squares))


def test_entries_made_offline_outlive_a_reload_and_are_sent_once_in_order(hands, hall, game):
    tablet = AtTheTable(hands, hall, game)
    tablet.began()
    tablet.plays(*PLAYS[0])
    tablet.sent()
    hands.until("navigator.serviceWorker.controller")
    hands.until_kept(tablet.path)
    hall.line.cut()
    for play in PLAYS[1:3]:
        tablet.plays(*play)
    hands.sees("#state", "to send")
    hands.goes(tablet.path)
    tablet.comes()
    hands.until("tilescribe.game.now.lines.length === 3")
    tablet.plays(*PLAYS[3])
    assert hall.desk.sheet(game).turn_count == 1

    hall.line.mend()
    lines = [f"{square} {letters}" for square, letters in PLAYS[:4]]
    assert [line.move for line in tablet.sent().lines] == lines


def test_both_players_sign_with_a_finger(hands, hall, game):
    tablet = AtTheTable(hands, hall, game)
    tablet.ended()
    hands.goes(tablet.path)
    tablet.comes()
    hands.taps("#commit")
    hands.taps(".signers button")
    for seat in ("first", "second"):
        hands.sees(f".signer.{seat}")
        hands.draws(".pen")
        hands.taps(".how .go", "I sign this result")
    hands.sees(".panel button", "hands it in")

    assert [one.fact.how for one in tablet.sent().result.signatures] == ["stroke", "stroke"]


def test_the_winner_hands_the_result_in(hands, hall, game):
    tablet = AtTheTable(hands, hall, game)
    table = tablet.ended()
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    hands.goes(tablet.path)
    tablet.comes()
    hands.taps("#commit")
    hands.taps(".panel button", "hands it in")
    hands.sees(".panel h2", "The result is in")

    assert tablet.sent().state == "final"


def test_a_judge_gives_the_verdict_on_a_slip(hands, hall, game):
    table = with_a_slip(hall, game, handed_over=True)
    hands.sits("J1", "/judge", (1024, 768))
    hands.taps(f".slip-card[data-game='{game}']")
    hands.sees(".words li", "WINDY")
    hands.taps(".verdict.bad", "Play is not acceptable")
    hands.taps(".verdict.record")
    hands.until("document.querySelector('#screen').hidden")

    assert table.sheet.challenges.judged.judges == ("J1",)
    assert table.sheet.totals == (0, 0)


def test_a_call_rings_on_the_desk_until_it_is_settled(hands, hall, game):
    table = begun(hall, game)
    hands.sits("D1", "/desk", LAPTOP)
    hands.sees("[data-look=live]")
    table.enter(CallDirector(reason="A tile on the floor"))  # while the desk is open
    row = f".matter[data-game='{game}']"
    hands.sees(f"{row}.ringing", "A tile on the floor")
    hands.taps(f"{row} button", "I’m on my way")
    hands.sees(f"{row} .chip", "You are on the way")
    hands.taps(f"{row} button", "I’m at the table")
    hands.sees(f"{row} .chip", "You are at the table")
    hands.taps(f"{row} button", "Settled…")
    hands.types("#outcome", "Play goes on")
    hands.taps("#settle button", "Record it")
    hands.until("!document.querySelector(arguments[0])", row)

    assert DirectorLeft(outcome="Play goes on") in [one.fact for one in table.sheet.events]


def test_a_director_rules_on_a_slip_that_differs(hands, hall, game):
    number = hall.desk.sheet(game).scheduled.table
    for scores, by in (((401, 388), "D1"), ((401, 398), "O1")):
        Organiser(hall.desk).asks(game, TypeSlip(scores=scores, sure=True), by)
    hands.sits("D1", "/desk", LAPTOP)
    hands.taps(f".matter[data-game='{game}'] a", "Compare the slips")
    rules = "section:has(#holds-title)"
    hands.taps(f"{rules} label", "401–388 is right")
    hands.types(f"{rules} [name=finding]", "both score sheets say 401 to 388")
    hands.types(f"{rules} [name=alone]", "nobody else is here yet")
    hands.sees(rules, "All or nothing is written:")
    hands.taps(f"{rules} button", "Enter the ruling")
    hands.sees("main button", "Told both players")

    sheet = hall.desk.sheet(game)
    assert (sheet.scheduled.table, sheet.stands) == (number, (401, 388))


def test_results_are_typed_by_keys_alone(hands, hall, game):
    number = hall.desk.sheet(game).scheduled.table
    hands.sits("D1", f"/t/{SLUG}/organise/results?round=2", LAPTOP)
    hands.sees("#typed")
    hands.until("(document.getElementById('typed').focus(), document.activeElement.id === 'typed')")
    hands.presses(str(number), "Enter", "412388")
    hands.sees(".is-written", f"{hall.desk.sheet(game).scheduled.players[0]} 412–388")

    said = hands.asks("return document.getElementById('written').innerText")
    assert hall.desk.sheet(game).stands == (412, 388), f"table {number}: {said}"


def test_the_hall_screen_shows_a_result_without_a_touch(hands, hall, game):
    hands.goes("/healthz")
    hands.engine.forget()
    hands.engine.size(*WALL)
    number = hall.desk.sheet(game).scheduled.table
    listed = "[...document.querySelectorAll('.screen-lines .big')]"
    listed += f".filter((one) => one.textContent === '{number}').length"
    hands.goes(f"/t/{SLUG}/screen/missing?seconds=5")
    hands.until(f"{listed} === 2")  # the round before has not got it either
    assert hands.asks("return document.documentElement.scrollWidth <= innerWidth")
    for page in ("1 of ", "2 of ", "3 of "):  # it turns by itself
        hands.sees("[data-page]", page)
    Organiser(hall.desk).asks(game, TypeSlip(scores=(401, 388), sure=True), "D1")

    hands.until(f"{listed} === 1")


def test_a_players_phone_finds_its_page_and_tells_the_result(hands, hall, game):
    official = client(hall, "D1")
    told = {"request": str(uuid4()), "let": "yes"}
    official.post(f"/t/{SLUG}/organise/results/qr", data=told, headers=FROM_HERE)
    scheduled = hall.desk.sheet(game).scheduled
    me = scheduled.players[0]
    hands.goes("/healthz")
    hands.engine.forget()
    hands.engine.size(*PHONE)
    hands.goes(f"/t/{SLUG}/me")
    hands.types("[type=search]", me)
    hands.taps("main button", "Find")
    hands.until("location.search.startsWith('?q=')")
    hands.taps("button.row", f"{me} ")
    hands.sees("h1", me)
    hands.sees("#now-title", f"Round {scheduled.round_number}")
    assert hands.asks("return document.documentElement.scrollWidth <= innerWidth")
    words, key = f"Lunch at {uuid4().hex[:4]}", KeptWords(token_bytes(16), token_bytes(32))
    Organiser(hall.desk).asks(tournament_id(SLUG), Announce(words=words), "D1")
    hands.sees("main", words)  # without a reload
    opened = LetPhonesCheckIn(by="D1", key=key.digest)
    sent = Sent(by="D1", command_id=uuid4())
    hall.desk.must_write(tournament_id(SLUG), opened, sent, [key])
    hands.goes(f"/t/{SLUG}/check-in#{code_at_the_door(key.content)}")
    hands.sees("h1", me)  # with the code known, to the player of this phone
    hand_in = tournament_named(SLUG, hall.desk.log).hand_in
    code = secret_of(hall.desk.log.words_of(hand_in.key), game, 1)
    hands.goes(f"/t/{SLUG}/tell/{game}#{code}")
    hands.types("[name=first]", "412")
    hands.types("[name=second]", "388")
    hands.taps("main button", "Report the result")
    hands.sees("main", "You reported 412–388")

    assert hall.desk.sheet(game).result.reported
