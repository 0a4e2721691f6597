"""A missed turn, and turns of the wrong player: the line where it went wrong is tapped."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from ledger.desk.requests import Sent
from ledger.game.deciding import AnyGameRequest
from ledger.game.sheet.rescoring import findings
from ledger.replay.replayed import players_view
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.turns_asked import a_play

pytestmark = [pytest.mark.browser, pytest.mark.found("TB3")]

BEGUN = [
    {"ask": "determine-starter", "starter": 1, "method": "draw"},
    {"ask": "start-game"},
]
MISSED = [
    ("first", "8D", "WINDY"), ("second", "H8", ".OD"), ("first", "10F", "TO."),
    ("second", "F10", ".IP"),
]  # fmt: skip


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("hall"), tables=6) as hall:
        hall.free = iter(range(1, 7))
        for game in hall.games:
            plays = [a_play(*play) for play in MISSED]
            for request in (*BEGUN, *plays):
                decoded = msgspec.convert(request, AnyGameRequest)
                hall.desk.record(game, decoded, Sent(by="K1", command_id=uuid4()))
        yield hall


@pytest.fixture
def tablet(browser, hall):
    tablet = Tablet(browser, hall, next(hall.free), size=(1180, 820))
    yield tablet
    tablet.close()


def pressed(tablet, words):
    tablet.page.click(f"#panel button:has-text('{words}') >> nth=0")
    tablet.taps += 1


def line_tapped(tablet, nth):
    tablet.page.click(".open-sheet >> nth=0")
    tablet.page.click(f".sheet-lines li:nth-last-child({nth}) button")
    tablet.taps += 2
    tablet.says("#panel", "What is wrong?")


def seats(tablet):
    return tablet.page.evaluate("tilescribe.game.now.lines.map(({ seat }) => seat)")


@pytest.mark.journey("turn order")
def test_TB3_a_turn_missed_three_turns_ago_takes_four_taps_and_the_turn(tablet, hall):
    tablet.taps = 0
    line_tapped(tablet, 2)
    pressed(tablet, "A turn is missing before it")
    tablet.says("#panel", "goes to the other player")
    pressed(tablet, "A play")
    tablet.until("tilescribe.game.correcting?.seat === 'second'")
    before = tablet.taps
    tablet.type("D8", ".ON")
    tablet.tap("#commit")
    the_turn = tablet.taps - before
    tablet.says("#panel", "Who agreed?")
    pressed(tablet, "Both players")
    tablet.until("tilescribe.game.now.lines.length === 5 && !tilescribe.game.correcting")
    assert tablet.taps - the_turn <= 8

    tablet.sent()
    sheet = hall.sheet(tablet.table)
    assert [line.move for line in sheet.lines] == [
        "8D WINDY", "D8 .ON", "H8 .OD", "10F TO.", "F10 .IP",
    ]  # fmt: skip
    assert [line.seat.value for line in sheet.lines] == ["first", "second"] * 2 + ["first"]
    tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
    assert seats(tablet) == ["first", "second"] * 2 + ["first"]
    tablet.says("#preview", f"Player {2 * tablet.table} to move")


def test_TB3_it_was_the_other_players_from_here_on(tablet, hall):
    tablet.taps = 0
    line_tapped(tablet, 3)
    pressed(tablet, "It was the other player")
    pressed(tablet, "This and every later turn were the other player’s")
    pressed(tablet, "Both players")
    assert tablet.taps <= 8
    tablet.until("!tilescribe.panel.dialog.open && tilescribe.game.now.lines[2].seat === 'second'")
    tablet.sent()
    sheet = hall.sheet(tablet.table)
    assert [line.seat.value for line in sheet.lines] == ["first", "second", "second", "first"]
    assert sheet.lines[-1].corrections[-1].reason == "Entered for the wrong player"


@pytest.mark.parametrize("what", ["insert", "exchange"])
def test_TB3_without_a_network_it_waits_and_looks_the_same(tablet, hall, what):
    page = tablet.page
    line_tapped(tablet, 2)  # no worker: its parts are fetched before
    page.click("#panel >> text=Cancel")
    tablet.context.set_offline(True)
    line_tapped(tablet, 2)
    if what == "insert":
        pressed(tablet, "A turn is missing before it")
        pressed(tablet, "A pass")
    else:
        pressed(tablet, "It was the other player")
        pressed(tablet, "This and every later turn were the other player’s")
    pressed(tablet, "Both players")
    tablet.until("tilescribe.outbox.waiting === 1 && !tilescribe.panel.dialog.open")
    tablet.until(
        "(({ seat, move }) => seat === 'first' || move === 'pass')(tilescribe.game.now.lines[1])"
    )
    here = page.evaluate(
        "(({ lines, totals, on_move }) => ["
        "lines.map(({ seat, move, total }) => [seat, move, total]), totals, on_move"
        "])(tilescribe.game.now)"
    )
    tablet.context.set_offline(False)
    tablet.sent()
    sheet = hall.sheet(tablet.table)
    there = [[x.seat.value, x.move, x.totals[x.seat.place]] for x in sheet.lines]
    assert here == [there, list(sheet.totals), sheet.on_move.value]


def names(tablet):
    return tablet.page.evaluate("tilescribe.game.state.players.map(({ name }) => name)")


@pytest.mark.found("TB-4")
@pytest.mark.parametrize("online", [True, False])
def test_TB4_from_the_first_turn_on_it_is_asked_who_started(tablet, hall, online):
    one, two = (f"Player {2 * tablet.table - 1}", f"Player {2 * tablet.table}")
    assert names(tablet) == [one, two]
    line_tapped(tablet, 1)  # no worker: its parts are fetched before
    tablet.page.click("#panel >> text=Cancel")
    tablet.context.set_offline(not online)
    line_tapped(tablet, 1)
    pressed(tablet, "It was the other player")
    pressed(tablet, f"{two} started")
    tablet.says("#panel[open]", "Who agreed?")
    pressed(tablet, "Both players")
    tablet.until("tilescribe.game.state.starter === 1 && !tilescribe.panel.dialog.open")
    assert names(tablet) == [two, one]
    tablet.says(".player.first", two)

    tablet.context.set_offline(False)
    tablet.sent()
    sheet = hall.sheet(tablet.table)
    assert sheet.names == (two, one)
    assert [sheet.name(line.seat) for line in sheet.lines] == [two, one] * 2
    assert [player.name for player in players_view(sheet)] == [two, one]
    assert [found for found in findings(sheet) if found.for_director] == []
    tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
    assert names(tablet) == [two, one]
