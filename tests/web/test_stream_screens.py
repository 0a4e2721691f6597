"""Screens of a stream: what is over the picture of a camera, switched from one page, never more."""

from __future__ import annotations

import io
import re
from uuid import uuid4

import pytest
from PIL import Image

from ledger.accounts.requests import SetStream
from ledger.desk.requests import Sent
from ledger.game.turns.requests import PlaceTiles
from ledger.record.events import device_id, tournament_id
from ledger.tournament.facts import Pairing
from ledger.tournament.opening import ChooseLiveBoards
from ledger.tournament.rounds import PairRound
from ledger.vocabulary import Placement, Seat, Tiles
from tests.desks import Table
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.test_phones_follow import AT_ITS_LATEST
from tests.web.test_public_pages import slip
from tests.web.waiting import until

FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
SETUP, CONTROL, STREAM = (
    f"/t/{SLUG}/{at}" for at in ("organise/stream", "stream-control", "stream")
)
A, B = Seat.FIRST, Seat.SECOND


@pytest.fixture
def hall(tmp_path):
    with a_hall(tmp_path, tables=6) as hall:
        yield hall


@pytest.fixture
def director(hall):
    client = hall.app.test_client()
    client.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
    return client


def taken_in(hall, kind):
    """Whoever has a browser that was taken in, and its device."""
    device = hall.office.tablets.enrol(hall.office.tablets.invite(f"{SLUG}/{kind}", by="D1"))
    client = hall.app.test_client()
    client.set_cookie("tilescribe-device", device.key)
    return client, device


def does(client, what, at=CONTROL, **form):
    data = {"what": what, "request": str(uuid4()), **form}
    return client.post(at, data=data, headers=FROM_HERE)


def played(hall, nth=0):
    table = Table(hall.desk, hall.games[nth])
    table.play(A, "8D", "WINDY", 32, clocks=(1490, 1500))
    return table


def begun(hall, nth=0):
    from tests.web.test_public_in_a_browser import STARTED

    for request in STARTED:
        hall.desk.record(hall.games[nth], request, Sent(by="D1", command_id=uuid4()))
    return played(hall, nth)


def test_codes_take_a_screen_and_its_control_in_and_lead_each_to_its_page(hall, director):
    for kind, leads in (("stream", STREAM), ("stream-control", CONTROL)):
        made = does(director, "invite", SETUP, **{"for": kind})
        code = re.search(r'class="secret">([0-9A-Z-]+)<', made.text)[1]
        client = hall.app.test_client()
        named = {"code": code, "name": f"OBS {kind}"}

        assert client.post("/enrol", data=named, headers=FROM_HERE).location == leads
        assert client.get(leads, headers=FROM_HERE).status_code == 200
        assert f"OBS {kind}" in director.get(SETUP, headers=FROM_HERE).text


def test_what_is_taken_is_what_was_previewed_and_the_same_act_takes_it_back(hall):
    begun(hall)
    screen, device = taken_in(hall, "stream")
    mixer, _ = taken_in(hall, "stream-control")
    assert "over-" not in screen.get(STREAM).text
    previewed = mixer.get(f"{CONTROL}?shows=score&table=1", headers=FROM_HERE).text
    assert previewed.count("over-score") == 1
    assert "over-" not in screen.get(STREAM).text  # a look writes nothing

    said = does(mixer, "take", screen=device.device, shows="score", table="1")

    assert "over-score" in screen.get(STREAM).text
    assert "shows=" in said.location  # what was on air comes next: nothing
    does(mixer, "cut", screen=device.device, shows="standings")
    assert "over-standings cut" in screen.get(STREAM).text
    does(mixer, "clear", screen=device.device)
    assert "over-" not in screen.get(STREAM).text


def test_it_is_written_under_the_badge_that_handed_out_control_and_ends_when_it_is_taken_back(
    hall, director
):
    screen, device = taken_in(hall, "stream")
    mixer, own = taken_in(hall, "stream-control")
    does(mixer, "take", screen=device.device, shows="standings")
    written = hall.here.log.events_of(device_id(device.device))[-1].envelope
    assert (written.written_by, written.device) == ("D1", own.device)

    does(director, "out", SETUP, device=own.device)

    assert mixer.get(CONTROL, headers=FROM_HERE).status_code == 403
    assert does(mixer, "clear", screen=device.device).status_code == 403
    assert "over-standings" in screen.get(STREAM).text


@pytest.mark.parametrize("who", ["nobody", "scorekeeper", "screen of the stream", "other event"])
def test_nobody_else_switches_it(hall, who):
    screen, device = taken_in(hall, "stream")
    client = {"screen of the stream": screen}.get(who) or hall.app.test_client()
    if who == "scorekeeper":
        client.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=FROM_HERE)
    if who == "other event":
        other = hall.office.tablets.enrol(
            hall.office.tablets.invite("autumn/stream-control", by="D1")
        )
        client.set_cookie("tilescribe-device", other.key)

    assert client.get(CONTROL, headers=FROM_HERE).status_code == 403
    assert does(client, "take", screen=device.device, shows="standings").status_code == 403
    assert "over-" not in screen.get(STREAM).text


def test_a_screen_that_was_taken_out_shows_nothing_and_a_new_one_asks_for_its_code(hall, director):
    screen, device = taken_in(hall, "stream")
    does(director, "take", screen=device.device, shows="standings")
    assert "over-standings" in screen.get(STREAM).text

    does(director, "out", SETUP, device=device.device)

    after = screen.get(STREAM).text
    assert "over-" not in after
    assert 'name="code"' not in after
    assert 'name="code"' in hall.app.test_client().get(STREAM).text


def choose(hall, how, minutes=0):
    hall.here.organise(SLUG, ChooseLiveBoards(how=how, minutes=minutes))


@pytest.mark.parametrize("how", ["off", "delayed"])
@pytest.mark.parametrize("shows", ["score", "board"])
def test_it_shows_no_more_than_live_boards_allow_whoever_is_signed_in_there(
    hall, director, shows, how
):
    begun(hall)
    at = f"{STREAM}/{shows}?table=1"
    assert "WINDY" in director.get(at, headers=FROM_HERE).text

    choose(hall, how, minutes=10 if how == "delayed" else 0)

    for client in (director, hall.app.test_client()):
        page = client.get(at, headers=FROM_HERE).text
        assert "WINDY" not in page
        assert "24:50" not in page
        assert how == "delayed" or "over-" not in page
    control = director.get(f"{CONTROL}?shows={shows}&table=1", headers=FROM_HERE).text
    assert "WINDY" not in control


def test_no_rack_is_ever_shown(hall):
    table = begun(hall)
    placed = PlaceTiles(
        seat=B, placement=Placement("7D", "AE"), announced=10, rack=Tiles("AEQXZJK")
    )
    table.enter(placed)

    for shows in ("score", "board", "players", "standings", "leaders"):
        page = hall.app.test_client().get(f"{STREAM}/{shows}?table=1").text
        assert "QXZJK" not in page


def test_both_players_standings_and_the_best_of_the_event(hall):
    for nth, scores in enumerate(((412, 388), (500, 300), (350, 350))):
        slip(hall, hall.games[nth], *scores)
    client = hall.app.test_client()

    players = client.get(f"{STREAM}/players?table=2").text
    assert "Player 3" in players
    assert "500" in players
    leaders = client.get(f"{STREAM}/leaders").text
    rows = re.findall(r'class="what">([^<]+)<.*?dir="auto">([^<]+)<', leaders)
    assert ("Highest game", "Player 3") in rows
    assert ("Largest win", "Player 3 500–300 Player 4") in rows
    points = re.findall(r'<li><b class="big">(\d+)</b><span><span class="what">', leaders)
    assert points == ["500", "800", "200", "388"]


# In a browser.


@pytest.fixture
def opened(browser):
    contexts = []

    def at(hall, path, key="", size=(1920, 1080), script="", **more):
        width, height = size
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        if key:
            cookie = {"name": "tilescribe-device", "value": key, "url": hall.address}
            context.add_cookies([cookie])
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(f"{hall.address}{path}")
        page.wait_for_selector('[data-look="live"]', state="attached")
        page.evaluate("window.same = true")
        return page

    yield at
    for context in contexts:
        context.close()


def shows(page, kind):
    until(page, f"document.querySelector('.over-{kind}')")


def alpha_of(page):
    """What of the picture is clear: the alpha of each pixel, row by row."""
    return (
        Image.open(io.BytesIO(page.screenshot(omit_background=True)))
        .convert("RGBA")
        .getchannel("A")
    )


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_but_the_plates_is_clear_and_they_are_not(hall, opened, size, scheme):
    begun(hall)
    slip(hall, hall.games[1])
    for kind in ("", "score", "board", "players", "standings", "leaders"):
        at = f"{STREAM}/{kind}?table=1" if kind else STREAM
        key = "" if kind else taken_in(hall, "stream")[1].key
        page = opened(hall, at, key, size, color_scheme=scheme, reduced_motion="reduce")
        alpha = alpha_of(page)

        assert alpha.getpixel((2, 2)) == 0
        assert alpha.getpixel((size[0] // 2, 2)) == 0
        if not kind:
            assert alpha.getextrema() == (0, 0)
            continue
        for box in page.locator(".plate:visible").all():
            found = box.bounding_box()
            left, top = int(found["x"]), int(found["y"])
            right, bottom = int(left + found["width"]), int(top + found["height"])
            assert 0 < left < right <= size[0], (kind, found)
            assert 0 < top < bottom <= size[1], (kind, found)
            inside = alpha.crop((left + 12, top + 12, right - 12, bottom - 12))
            assert inside.getextrema() == (255, 255), kind
        letters = page.locator(".plate:visible :is(p, b, span, td, th)").evaluate_all(
            "all => all.filter((one) => one.checkVisibility() && [...one.childNodes].some((node) =>"
            " node.nodeType === 3 && node.textContent.trim()))"
            ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(letters) >= 0.028 * size[1] - 0.1, kind


@pytest.mark.browser
def test_a_play_and_what_is_switched_are_on_air_at_once_and_no_page_is_loaded(hall, opened):
    table = begun(hall)
    _, device = taken_in(hall, "stream")
    mixer, _ = taken_in(hall, "stream-control")
    page = opened(hall, STREAM, device.key)

    does(mixer, "take", screen=device.device, shows="score", table="1")
    shows(page, "score")
    table.play(B, "7D", "AE", 10)
    until(page, "document.querySelector('.last').textContent.includes('7D AE')")
    does(mixer, "clear", screen=device.device)
    until(page, "!document.querySelector('.over')")
    assert page.evaluate("same")


@pytest.mark.browser
def test_a_board_that_is_withdrawn_on_air_is_clear_within_two_seconds(hall, opened):
    begun(hall)
    page = opened(hall, f"{STREAM}/board?table=1", script=AT_ITS_LATEST)
    shows(page, "board")
    choose(hall, "off")

    told = hall.desk.log.last_position()
    until(page, f"told >= {told}")
    [wait] = page.evaluate(f"asked.filter(({{ at }}) => at === {told}).map((one) => one.wait)")
    assert wait < 2000  # of its own accord; the rest is the machine's
    until(page, "!document.querySelector('.over')")
    assert "WINDY" not in page.content()


@pytest.mark.browser
def test_a_server_that_is_restarted_is_found_again_with_what_was_switched_meanwhile(hall, opened):
    table = begun(hall)
    _, device = taken_in(hall, "stream")
    mixer, _ = taken_in(hall, "stream-control")
    does(mixer, "take", screen=device.device, shows="score", table="1")
    page = opened(hall, STREAM, device.key)
    shows(page, "score")

    with hall.away():
        page.wait_for_selector('[data-look="waiting"]', state="attached")
        assert page.locator(".over-score").count()  # a short while of nothing changes nothing
        table.play(B, "7D", "AE", 10)
    until(page, "document.querySelector('.last').textContent.includes('7D AE')")
    with hall.away():
        page.wait_for_selector('[data-look="waiting"]', state="attached")
        sent = Sent(by="D1", command_id=uuid4())
        hall.office.tablets.set_screen(SetStream(device=device.device, shows="leaders"), sent)
        slip(hall, hall.games[1])
    shows(page, "leaders")
    assert page.evaluate("same")


@pytest.mark.browser
def test_a_network_that_goes_without_a_word_clears_the_screen_until_it_is_back(hall, opened):
    page = opened(hall, f"{STREAM}/standings")
    shows(page, "standings")
    page.clock.install()
    page.reload()
    page.wait_for_selector('[data-look="live"]', state="attached")
    page.clock.run_for(2000)
    page.wait_for_selector(".over", state="visible")

    page.context.set_offline(True)
    page.clock.fast_forward(45_000)
    page.wait_for_selector(".over", state="hidden")

    page.context.set_offline(False)
    page.wait_for_selector(".over", state="visible")


@pytest.mark.browser
def test_a_sixth_source_of_one_program_has_no_stream_and_is_on_air_all_the_same(hall, opened):
    """A browser has six connections to a host, so of its live pages five hold a stream."""
    table = begun(hall)
    first = opened(hall, f"{STREAM}/leaders")
    sources = [first.context.new_page() for _ in range(5)]
    for source in sources[:4]:
        source.goto(f"{hall.address}{STREAM}/standings")
        source.wait_for_selector('[data-look="live"]', state="attached")
    sixth = sources[-1]
    sixth.clock.install()
    sixth.goto(f"{hall.address}{STREAM}/score?table=1")
    sixth.wait_for_selector('[data-look="off"]', state="attached")
    shows(sixth, "score")

    sixth.clock.fast_forward(45_000)
    sixth.clock.run_for(3000)
    sixth.wait_for_selector(".over-score", state="visible")
    table.play(B, "7D", "AE", 10)
    sixth.clock.run_for(6000)
    until(sixth, "document.querySelector('.last').textContent.includes('7D AE')")


@pytest.mark.browser
def test_a_record_that_falls_is_said_once_and_the_first_round_says_none(hall, opened):
    slip(hall, hall.games[0], 412, 388)
    page = opened(hall, f"{STREAM}/standings?notices=on")
    until(page, "document.querySelector('[data-points=\"412\"]')")
    slip(hall, hall.games[1], 430, 300)
    until(page, "document.querySelector('[data-points=\"430\"]')")
    assert page.inner_text("[data-fallen]") == ""

    paired = PairRound(round_number=2, pairings=(Pairing(1, 1, 3), Pairing(2, 2, 4)))
    hall.desk.must_write(tournament_id(SLUG), paired, Sent(by="D1", command_id=uuid4()))
    slip(hall, hall.here.hall.games(SLUG, 2)[0].id, 431, 200)

    # At one moment: it is taken away after twelve seconds.
    until(
        page,
        "['431', 'Player 1', 'before: 430'].every("
        "(words) => document.querySelector('[data-fallen]').textContent.includes(words))",
    )


@pytest.mark.browser
def test_what_comes_next_is_previewed_as_it_is_chosen_and_taken_by_one_press(hall, opened):
    begun(hall)
    _, device = taken_in(hall, "stream")
    _, mixer = taken_in(hall, "stream-control")
    page = opened(hall, CONTROL, mixer.key)

    page.select_option("select[name=shows]", "board")
    page.select_option("select[name=table]", "1")
    until(page, "document.querySelectorAll('.over-board').length === 1")
    assert hall.office.tablets.on_air(device.device).shows == ""
    page.click("button[value=take]")
    page.wait_for_url("**/stream-control?*shows=*")
    until(page, "document.querySelector('.mixer > section .over-board')")
    assert hall.office.tablets.on_air(device.device).shows == "board"
