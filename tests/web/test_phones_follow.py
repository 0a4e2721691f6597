"""A player's phone: checked in with the code at the door, and told what to do now."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.record.events import tournament_id
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.opening import AnnounceStart, SetRoundPhase
from ledger.tournament.players import AddPlayers, CheckIn, WithdrawPlayer
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from tests.desks import Table
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.test_public_pages import slip
from tests.web.waiting import until
from web.public.phone_check_in import TRIES

FROM_HERE = {"Sec-Fetch-Site": "same-origin"} | FOR_PEOPLE
HERE = f"/t/{SLUG}/check-in"
DESK = f"/t/{SLUG}/organise/phones"

MOST_PAGE = 3000  # bytes of a page, packed: of a player in the first round
MOST_NEWS = 150  # bytes that a phone is told of a change


@pytest.fixture
def hall(tmp_path):
    with a_hall(tmp_path, tables=4) as hall:
        yield hall


@pytest.fixture
def director(hall):
    client = hall.app.test_client()
    client.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
    return client


def does(client, at, what, **form):
    return client.post(at, data={"what": what, "request": str(uuid4()), **form}, headers=FROM_HERE)


def code_of(director):
    found = re.search(r'class="secret">([A-Z2-7]{6})<', director.get(DESK, headers=FROM_HERE).text)
    return found[1] if found else ""


def seen(client, path):
    page = re.sub(r"<script.*?</script>", " ", client.get(path, headers=FOR_PEOPLE).text)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def late(hall, name="Late Larry"):
    """A player who is in no pairing of the round that is there."""
    entered = (PlayerEntered(number=0, name=name),)
    hall.here.organise(SLUG, AddPlayers(players=entered))
    return max(player.number for player in tournament_named(SLUG, hall.desk.log).players)


def here(hall):
    return tournament_named(SLUG, hall.desk.log).attendance.here


def with_the_code(hall, director, **form):
    phone = hall.app.test_client()
    opened = does(phone, HERE, "open", code=code_of(director).lower(), **form)
    assert opened.status_code == 303
    return phone, opened.location


def test_nobody_checks_in_by_phone_before_the_organiser_opens_it_or_without_the_code(
    hall, director
):
    number, phone = late(hall), hall.app.test_client()
    assert "Tell the desk that you are here" in seen(phone, HERE)
    assert does(phone, HERE, "in", player=number).status_code == 422
    assert "Check in Late Larry" not in seen(phone, f"/t/{SLUG}/p/{number}")

    assert does(director, DESK, "open", salt="ab" * 16).status_code == 303
    assert "Check in Late Larry" in seen(phone, f"/t/{SLUG}/p/{number}")
    asked = does(phone, HERE, "in", player=number)
    assert (asked.status_code, asked.location) == (303, f"{HERE}?player={number}")
    assert "To check in Late Larry, scan the QR" in seen(phone, asked.location)
    assert "Who are you" not in seen(phone, HERE), "no names without the code"
    wrong = does(phone, HERE, "open", code="AAAAAA")
    assert wrong.status_code == 422
    assert "This is not the code at the door" in wrong.text
    assert here(hall) is None


def test_a_phone_with_the_code_checks_in_twice_is_safe_and_takes_it_back(hall, director):
    number = late(hall)
    does(director, DESK, "open")
    phone, led = with_the_code(hall, director, player=number)
    assert led == f"/t/{SLUG}/p/{number}"
    for _ in range(2):
        assert does(phone, HERE, "in", player=number).location == led
    assert here(hall) == (number,)
    event = hall.desk.log.events_of(tournament_id(SLUG))[-1]
    assert (event.envelope.written_by, event.envelope.device) == ("D1", "phone")
    assert re.search(r"by phone, \d\d:\d\d", seen(director, f"/t/{SLUG}/organise/check-in"))
    assert "1 player checked in by phone" in seen(director, DESK)

    other, _ = with_the_code(hall, director)
    assert does(other, HERE, "in", player=number).status_code == 303, "who is here is here"
    assert does(other, HERE, "back", player=number).status_code == 422, "no other phone"
    assert here(hall) == (number,)
    assert "Late Larry Take back" in seen(phone, HERE)
    assert does(phone, HERE, "back", player=number).status_code == 303
    assert here(hall) == ()
    assert "Take back" not in seen(phone, HERE)
    assert does(phone, HERE, "back", player=number).status_code == 422


def test_the_desk_has_the_last_word_and_a_new_code_ends_the_old_one(hall, director):
    number = late(hall)
    does(director, DESK, "open")
    phone, _ = with_the_code(hall, director)
    does(phone, HERE, "in", player=number)
    hall.here.organise(SLUG, CheckIn(players=(number,), here=False))
    again = does(phone, HERE, "in", player=number)
    assert again.status_code == 422
    assert "Only the desk can check this player in now." in again.text

    other = late(hall, "Gone Gwen")
    hall.here.organise(SLUG, WithdrawPlayer(player=other, reason="ill"))
    assert "withdrawn" in does(phone, HERE, "in", player=other).text
    before = code_of(director)
    does(director, DESK, "open")
    assert code_of(director) not in ("", before)
    third = late(hall, "Third Thea")
    assert does(phone, HERE, "in", player=third).location == f"{HERE}?player={third}"
    does(director, DESK, "close")
    assert code_of(director) == ""
    assert does(phone, HERE, "in", player=third).status_code == 422
    assert does(phone, HERE, "in", player=9999).status_code == 404


def test_the_names_to_choose_from_are_those_of_the_public_list_and_no_more(hall, director):
    gone = late(hall, "Gone Gwen")
    hall.here.organise(SLUG, WithdrawPlayer(player=gone, reason="ill at home"))
    does(director, DESK, "open")
    hall.here.organise(SLUG, CheckIn(players=(1,)))
    phone, _ = with_the_code(hall, director)
    names = seen(phone, HERE)
    assert "Gone Gwen" not in names
    first, second = (tournament_named(SLUG, hall.desk.log).player(n).name for n in (1, 2))
    shown = phone.get(HERE, headers=FOR_PEOPLE).text
    rows = re.findall(r'<button class="row" name="number".*?</button>', shown)
    here_, not_here = (next(row for row in rows if name in row) for name in (first, second))

    def alike(row, name, number):
        return row.replace(name, "NAME").replace(f'"{number}"', "N").replace(f"no. {number}", "N")

    assert alike(here_, first, 1) == alike(not_here, second, 2), "nobody is told who is here"


def test_codes_are_not_guessed_by_trying(hall, director):
    does(director, DESK, "open")
    phone = hall.app.test_client()
    answers = [does(phone, HERE, "open", code="AAAAAA").status_code for _ in range(TRIES + 1)]
    assert answers == [422] * TRIES + [429]
    right = does(phone, HERE, "open", code=code_of(director))
    assert right.status_code == 429, "nor is the right one found among too many"


def news(hall, after):
    address = f"/events?tournament={SLUG}&news=1&after={after}"
    blocks = hall.app.test_client().get(address).text
    return [json.loads(one) for one in re.findall(r"event: news\nid: \S+\ndata: (.*)", blocks)]


def test_phones_are_told_whose_check_in_it_is_and_how_far_each_division_is(hall):
    start = hall.desk.log.last_position()
    names = [tournament_named(SLUG, hall.desk.log).player(n).name for n in (1, 2)]
    hall.here.organise(SLUG, CheckIn(players=(1, 2)))
    [told] = news(hall, start)
    assert (told["names"], told["theirs"]) == (names, True)
    before = told["phases"]

    start = hall.desk.log.last_position()
    table = Table(hall.desk, hall.games[0])
    table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
    table.enter(StartGame())
    [told] = news(hall, start)
    assert told["theirs"]
    assert told["phases"] != before
    assert set(told["phases"].values()) == {"1 play"}


def test_a_game_that_began_is_news_though_its_first_turn_is_told_with_it(hall):
    table = Table(hall.desk, hall.games[0])
    table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
    start = hall.desk.log.last_position()
    table.enter(StartGame())
    table.play(Seat.FIRST, "8D", "WINDY")
    assert [told["names"] for told in news(hall, start)] == [["Player 1", "Player 2"]]
    start = hall.desk.log.last_position()
    table.play(Seat.SECOND, "D8", ".oN")
    assert news(hall, start) == []


def test_a_phone_costs_little(hall):
    client = hall.app.test_client()
    asked = {"Accept-Encoding": "gzip", **FOR_PEOPLE}
    page = client.get(f"/t/{SLUG}/p/1", headers=asked)
    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.data) < MOST_PAGE
    again = client.get(f"/t/{SLUG}/p/1", headers={**asked, "If-None-Match": page.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    start = hall.desk.log.last_position()
    hall.here.organise(SLUG, SetRoundPhase(round_number=1, phase="play"))
    address = f"/events?tournament={SLUG}&news=1&after={start}"
    told = client.get(address).data.split(b"\n\n", 1)[1]  # behind what each stream begins with
    assert len(told) < MOST_NEWS


def test_changes_that_are_told_in_one_go_reach_everybody_they_concern(hall):
    start = hall.desk.log.last_position()
    hall.here.organise(SLUG, SetRoundPhase(round_number=1, phase="break"))
    for number in (1, 2):
        hall.here.organise(SLUG, CheckIn(players=(number,)))
    assert [told["names"] for told in news(hall, start)] == [None, ["Player 1"], ["Player 2"]]


def test_a_phase_that_the_organiser_sets_is_told_to_all(hall, director):
    start = hall.desk.log.last_position()
    page = seen(director, DESK)
    assert "Round 1 Find your table" in page
    answer = does(director, DESK, "phase", round=1, phase="break")
    assert answer.status_code == 303
    [told] = news(hall, start)
    assert (told["names"], set(told["phases"].values())) == (None, {"1 break"})
    assert "hand in your slip" in seen(director, f"/t/{SLUG}/p/1")
    assert does(director, DESK, "phase", round=2, phase="break").status_code == 422
    assert does(director, DESK, "phase", round=1, phase="party").status_code == 404


# In a browser: how soon a phone asks again, the clock of the round, and a network that is away.


WITHIN = 2000  # milliseconds from what happened to the page that shows it

AT_ITS_LATEST = """
  Math.random = () => 1;
  window.delays = [];
  const later = window.setTimeout;
  window.setTimeout = (act, delay, ...more) => {
    if (document.readyState === "loading") return later(act, delay, ...more); // for its parts
    window.delays.push(delay ?? 0);
    if (window.telling) window.asked.push({ at: window.telling, wait: delay ?? 0 });
    return later(act, 0, ...more);
  };
  window.asked = [];
  window.told = 0;
  EventSource.prototype.addEventListener = function (kind, act) {
    EventTarget.prototype.addEventListener.call(this, kind, (event) => {
      window.telling = Number(event.lastEventId ?? 0);
      act(event);
      window.told = Math.max(window.told, window.telling);
      window.telling = 0;
    });
  };
"""
"""Every wait as long as chance may make it, noted and not waited for. ``told``: how far in the log
it was told what is new. ``asked``: where it began to wait, and how long."""


@pytest.fixture
def a_phone(hall, browser):
    contexts = []

    def opened(number, script="", **how):
        context = browser.new_context(viewport={"width": 390, "height": 844}, **how)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(f"{hall.address}/t/{SLUG}/p/{number}")
        page.wait_for_selector('[data-look="live"]', state="attached")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.browser
def test_every_phone_asks_within_two_seconds_of_another_phase_and_of_nothing_else(hall, a_phone):
    page = a_phone(8, AT_ITS_LATEST)
    until(page, "document.querySelector('#now-title').textContent.includes('find your table')")
    hall.here.organise(SLUG, SetRoundPhase(round_number=1, phase="play"))
    until(page, "document.querySelector('#now-title').textContent === 'Round 1: play'")
    assert max(page.evaluate("delays")) < WITHIN

    for game in hall.games[:3]:  # then one slip of four is missing: others' slips bring the phase
        slip(hall, game)
    until(page, "document.querySelector('#now-title').textContent.includes('hand in your slip')")
    asked = page.evaluate("delays.splice(0)")
    assert any(0 < delay < WITHIN for delay in asked), asked

    hall.here.organise(SLUG, CheckIn(players=(1,)))
    of_another = hall.desk.log.last_position()
    hall.here.organise(SLUG, CheckIn(players=(8,)))
    own = hall.desk.log.last_position()
    until(page, f"told >= {own}")
    asked = page.evaluate("asked.map(({ at }) => at)")
    assert own in asked
    assert of_another not in asked, "nobody else asks of a check-in"
    assert page.get_attribute("#now-title >> xpath=..", "role") == "status"


@pytest.mark.browser
def test_the_region_that_is_announced_stays_while_its_words_change(hall, a_phone):
    page = a_phone(1, AT_ITS_LATEST)
    page.evaluate("window.region = document.querySelector('.next [role=status]')")
    hall.here.organise(SLUG, SetRoundPhase(round_number=1, phase="hand-in"))
    until(page, "document.querySelector('#now-title').textContent.includes('hand in')")
    assert page.evaluate("region.isConnected && region.contains(document.querySelector('h2'))")


@pytest.mark.browser
def test_the_round_is_counted_down_to_and_up_from(hall, a_phone):
    starts = datetime.now(UTC) + timedelta(minutes=6)
    hall.here.organise(SLUG, AnnounceStart(starts_at=starts))
    page = a_phone(1)
    until(page, "/ in [56] minutes\\.$/.test(document.querySelector('[data-starts]').textContent)")
    hall.here.organise(SLUG, SetRoundPhase(round_number=1, phase="play"))
    hall.here.organise(SLUG, AnnounceStart(starts_at=starts - timedelta(minutes=30)))
    until(page, "document.querySelector('[data-starts]').textContent.includes(' minutes ago.')")
    found = page.inner_text("[data-starts]")
    assert found.startswith(f"The round began at {starts - timedelta(minutes=30):%H:%M}, ")


@pytest.mark.browser
def test_without_a_network_the_page_says_as_of_when_it_is(hall, a_phone):
    page = a_phone(1)
    page.context.set_offline(True)
    page.wait_for_selector("[data-away]:has-text('This is from')")
    assert "Table 1" in page.inner_text("main"), "what it knows stays"
    page.context.set_offline(False)
    until(page, "document.querySelector('[data-away]').textContent.trim() === ''")
