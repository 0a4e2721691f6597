"""What follows from an entry by the rules is on the tablet as soon as the entry is sent."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from ledger.desk.requests import Sent
from ledger.game.deciding import AnyGameRequest
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import OPTIONS, a_hall
from tests.web.turns_asked import a_pass, a_play

pytestmark = pytest.mark.browser

ASKS_NOT_BY_ITSELF = "window.setInterval = () => 0;"


@pytest.mark.parametrize("online", [True, False])
def test_six_scoreless_turns_end_the_game_on_the_tablet_that_entered_them(
    browser, tmp_path, online
):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.context.add_init_script(ASKS_NOT_BY_ITSELF)
        tablet.open(1)
        tablet.start()
        tablet.context.set_offline(not online)
        for _ in range(6):
            tablet.passes()
        tablet.says("#commit", "Enter the tiles left")
        tablet.says("#preview", "Over by scoreless turns")
        tablet.context.set_offline(False)
        tablet.sent()
        assert hall.sheet().ended == "six-zeros"
        tablet.says("#commit", "Enter the tiles left")
        tablet.close(spent=True)


def passes(number, first="first"):
    seats = ("first", "second") if first == "first" else ("second", "first")
    return [a_pass(seats[n % 2]) for n in range(number)]


OFF = [{"ask": "issue-challenge", "seat": "second", "words": ["WINDY"]},
       {"ask": "adjudicate", "acceptable": False}]  # fmt: skip
EXCHANGE = {"ask": "exchange-tiles", "seat": "first", "count": 3}
WINDY = a_play("first", "8D", "WINDY")
ROWS = {
    "six passes": passes(6),
    "five passes": passes(5),
    "an exchange among them": [EXCHANGE, *passes(5, "second")],
    "a play before them": [WINDY, *passes(6, "second")],
    "a play among them": [*passes(2), WINDY, *passes(5, "second")],
    "a play that came off is one": [WINDY, *OFF, *passes(5, "second")],
    "two more after one that came off": [WINDY, *OFF, *passes(2, "second")],
    "a play of blanks alone, which no book names": [
        *passes(2), a_play("first", "8G", "ae"), *passes(3, "second"),
    ],
    "six after it": [*passes(2), a_play("first", "8G", "ae"), *passes(6, "second")],
    "a play called nothing that counts": [
        *passes(4), a_play("first", "8D", "WINDY", announced=0), *passes(2, "second"),
    ],
    "a score of nothing to follow": [
        *passes(2), {"ask": "miss-turn", "seat": "first", "announced": 0}, *passes(3, "second"),
    ],
    "a score to follow": [
        *passes(2), {"ask": "miss-turn", "seat": "first", "announced": 8}, *passes(5, "second"),
    ],
}  # fmt: skip
MODEL = """rows => rows.map((row) => {
  const entries = row.map((asked, at) => ({ asked, command_id: String(at) }));
  return tilescribe.game.model.with(tilescribe.game.state, entries).ended;
})"""


@pytest.mark.parametrize("book", ["wespa-5.1", "nsa-1998", "wsc-2003"])
def test_the_tablet_counts_scoreless_turns_without_a_network_as_the_record_does(
    browser, tmp_path, book
):
    options = OPTIONS if book.startswith("wespa") else ()
    with a_hall(tmp_path, tables=len(ROWS) + 1, book=book, options=options) as hall:
        there = []
        for game, row in zip(hall.games, (*ROWS.values(), []), strict=True):
            begin = ({"ask": "determine-starter", "starter": 1, "method": "draw"},)
            for request in (*begin, {"ask": "start-game"}, *row):
                if hall.desk.sheet(game).ended:
                    break
                decoded = msgspec.convert(request, AnyGameRequest)
                hall.desk.record(game, decoded, Sent(by="D1", command_id=uuid4()))
            there.append(hall.desk.sheet(game).ended)
        tablet = Tablet(browser, hall, len(ROWS) + 1)
        here = tablet.page.evaluate(MODEL, list(ROWS.values()))
        tablet.close(spent=True)
    assert dict(zip(ROWS, here, strict=True)) == dict(zip(ROWS, there[:-1], strict=True))
    assert {"six-zeros", ""} == set(there)
