"""Games by touch, far from the server: nothing moves between two taps, and no tile goes astray."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.places import strays, watch
from tests.web.test_taps import FIVE, enter_games, plays_of, summary, unseen_games

pytestmark = [pytest.mark.browser, pytest.mark.found("TA2")]

LATENCIES = (0, 0.33, 0.4, 0.8)
"""Seconds that an answer takes longer: none, a hall's Wi-Fi when it is full, a bad one."""

OLD_STRIP = """() => {
  const sheet = [...document.styleSheets].at(-1);
  for (const rule of [
    ".desk { grid-template: 'head' auto 'scores' auto 'board' auto 'typing' 1fr / 1fr !important }",
    ".head { grid-template: 'about state' 48px 'going going' auto / 1fr auto !important }",
    ".going { grid-area: going !important; min-height: 56px }",
  ]) sheet.insertRule(rule, sheet.cssRules.length);
}"""
"""A strip that makes room for itself over the board, as it did."""

NOTHING_GOES_ON = "document.getElementById('going').hidden"
GOES_ON = "document.getElementById('going').textContent.includes('has been called')"


@pytest.fixture
def tablet(browser, tmp_path):
    with a_hall(tmp_path, options=FIVE) as hall:
        tablet = Tablet(browser, hall)
        hall.delay = LATENCIES[1]
        tablet.start()
        yield tablet
        tablet.close()


def a_game_with_all_that_comes_and_goes(tablet):
    """Blanks, an exchange, both verdicts, a call; typed on before anything is answered."""
    tablet.play("8D", "WiNDY")
    tablet.exchange(3)
    tablet.play("E5", "PRO.E")
    tablet.challenged(stands=True)
    tablet.tap(tablet.at("11E"))
    tablet.sent()  # the strip says something else by now
    tablet.tap(*tablet.keys("BRO"))
    sent = Sent(by="D1", command_id=uuid4())
    tablet.hall.desk.record(tablet.hall.games[0], CallDirector(reason="dispute"), sent)
    tablet.page.evaluate("void tilescribe.entries.reload()")
    tablet.until(GOES_ON)
    tablet.tap(*tablet.keys("OM"))
    tablet.commit()
    tablet.challenged(stands=False)
    tablet.play("9C", "HO.T")
    tablet.passes()


def test_nothing_moves_between_two_taps_whatever_comes_and_goes(tablet):
    watch(tablet)

    a_game_with_all_that_comes_and_goes(tablet)

    assert strays(tablet) == []
    tablet.sent()
    moves = [line.move for line in tablet.sheet().lines if line.kind == "play"]
    assert moves == ["8D WiNDY", "E5 PRO.E", "11E BROOM", "9C HO.T"]


def test_a_strip_that_makes_room_for_itself_would_be_seen(tablet):
    tablet.until(NOTHING_GOES_ON)  # or the room would be there already
    tablet.page.evaluate(OLD_STRIP)
    watch(tablet)
    sent = Sent(by="D1", command_id=uuid4())
    tablet.hall.desk.record(tablet.hall.games[0], CallDirector(reason="dispute"), sent)
    tablet.page.evaluate("void tilescribe.entries.reload()")
    tablet.until(GOES_ON)

    tablet.tap(tablet.at("1A"))

    assert any("→" in stray for stray in strays(tablet))


@pytest.mark.torture
@pytest.mark.dear
@pytest.mark.parametrize("latency", LATENCIES)
def test_eighteen_unseen_games_slid_lose_no_tile_and_move_nothing_at_any_latency(
    browser, tmp_path, shared, latency
):
    games = list(unseen_games(shared))
    assert len(games) == 18

    mean, p90 = entered(browser, tmp_path, games, latency, sliding=True)

    assert mean <= 6.0
    assert p90 <= 9


@pytest.mark.torture
def test_unseen_games_tapped_lose_no_tile_and_move_nothing(browser, tmp_path, shared):
    games = list(unseen_games(shared))[:4]

    mean, p90 = entered(browser, tmp_path, games, LATENCIES[1], sliding=False)

    assert mean <= 6.5
    assert p90 <= 9


def entered(browser, folder, games, latency, *, sliding):
    """Enter games while every control is watched; how many touches a play took, and 9 of 10."""
    how = {"delay": latency, "watched": True, "sliding": sliding, "options": FIVE}
    touches = enter_games(browser, folder, games, **how)
    assert len(touches) == len(plays_of(games))
    mean, half, p90 = summary(touches)
    hand = "slid" if sliding else "tapped"
    figures = f"mean {mean:.2f}, p50 {half:.0f}, p90 {p90:.0f}"
    print(f"{hand} at {latency} s: {len(touches)} plays, touches {figures}")
    return mean, p90
