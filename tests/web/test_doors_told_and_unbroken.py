"""S8, S9: who is turned away leaves a line; what breaks shows no innards and writes nothing."""

from __future__ import annotations

import re

import pytest

from ledger.game.clock.requests import ReadClocks
from ledger.game.context import OF_GAMES
from tests.web.conftest import FOR_PEOPLE
from tests.web.who_may import LET_IN, NOBODY, SHUT, declared
from tests.web.whole_hall import BADGES, FROM_HERE, VISITORS, a_whole_hall
from web.access.door_log import Meter

PLANTED = "planted-in-the-works"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("told")) as hall:
        yield hall


def one_of_each(hall):
    """An address of every endpoint: its name, how it is asked, the address."""
    seen = set()
    for endpoint, takes, path in sorted(hall.doors(), key=lambda door: (door[0], len(door[2]))):
        method = "POST" if "POST" in takes else "GET"
        if (endpoint, method) not in seen:
            seen.add((endpoint, method))
            yield endpoint, method, path


@pytest.mark.parametrize("who", VISITORS)
def test_S8_whoever_is_turned_away_at_a_door_leaves_one_line_with_badge_and_door(hall, caplog, who):
    caplog.set_level("INFO", logger="tilescribe.door")
    wrong, tried = [], 0
    for endpoint, method, path in one_of_each(hall):
        if declared()[method, endpoint][who] not in (SHUT, NOBODY):
            continue
        tried += 1
        hall.app.extensions["door_meter"] = Meter()  # a minute has not so many lines for one
        caplog.clear()
        hall.ask(who, path, method)
        lines = [r.getMessage() for r in caplog.records if r.getMessage().startswith("refused ")]
        badge = f" badge={BADGES[who][0]} " if who in BADGES else ""
        good = len(lines) == 1 and badge in lines[0] and f'door="{method} {path}"' in lines[0]
        if not good:
            wrong.append((endpoint, lines))
    assert tried > 10 or who == "director"  # to whom every door is open
    assert wrong == []


def broken(*_what, **_how):
    raise RuntimeError(PLANTED)


def test_S9_whatever_breaks_behind_a_door_no_innards_are_shown_and_nothing_is_written(
    hall, monkeypatch
):
    before, found = hall.desk.log.last_position(), []
    views = hall.app.view_functions
    for endpoint, method, path in one_of_each(hall):
        cells = declared()[method, endpoint]
        who = next((who for who in reversed(VISITORS) if cells[who] == LET_IN), None)
        if who is None:  # with a token alone, which goes the same way
            continue
        monkeypatch.setitem(views, endpoint, broken)
        for headers in (FROM_HERE, FROM_HERE | FOR_PEOPLE):
            answer = hall.ask(who, path, method, headers=headers)
            shown = re.search(rf"{PLANTED}|Traceback|RuntimeError|\.py\b", answer.text)
            words = "The record is not changed" in answer.text
            if answer.status_code != 500 or shown or not words:
                found.append((endpoint, who, answer.status_code, shown and shown[0], words))
        monkeypatch.undo()
    assert found == []
    assert hall.desk.log.last_position() == before


def test_S9_a_decision_that_breaks_writes_nothing_and_uses_no_number_up(hall, monkeypatch):
    device = hall.devices["keeper"]
    before = hall.desk.log.last_position(), hall.desk.log.last_seq(device)
    entry = hall.entry("keeper")
    monkeypatch.setitem(OF_GAMES.decisions, ReadClocks, broken)

    answer = hall.ask("keeper", "/api/entries", "POST", json=[entry])

    assert answer.status_code == 500
    assert PLANTED not in answer.text
    assert (hall.desk.log.last_position(), hall.desk.log.last_seq(device)) == before
    monkeypatch.undo()
    [told] = hall.ask("keeper", "/api/entries", "POST", json=[entry]).json["answers"]
    assert told["kind"] == "written"
