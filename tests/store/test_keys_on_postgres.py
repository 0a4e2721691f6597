"""The badge office on PostgreSQL, where several nodes share one local_store."""

from __future__ import annotations

from time import monotonic

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost
from ledger.record.postgres import connecting
from ledger.record.postgres.connecting import Reach
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, SCOREKEEPER, a_desk


def test_pins_sessions_and_devices_are_shared_by_all_nodes(tmp_path, postgres_venue):
    settings = postgres_venue.settings
    with a_desk(tmp_path, settings=settings) as desk:
        here, there = (
            Badges(desk, open_local_store(tmp_path, settings), Cost(2, 1, 1)) for _ in range(2)
        )
        pin = here.new_pin(SCOREKEEPER, by=DIRECTOR).pin
        tablet = there.tablets.enrol(here.tablets.invite("spring-open/T14", by=DIRECTOR))
        token = there.sign_in(SCOREKEEPER, pin, device=tablet.device).token

        assert here.sessions.find(token).device == tablet.device
        with pytest.raises(Refusal, match="do not match"):
            here.sign_in(SCOREKEEPER, "guess")
        assert here.sessions.end_all_of(SCOREKEEPER) == 1
        assert there.sessions.find(token) is None
        here.local_store.close()
        there.local_store.close()


@pytest.fixture
def clock(monkeypatch):
    """What those who wait for a server go by: it goes on as the test says."""
    now = [1_000.0]
    monkeypatch.setattr(connecting, "monotonic", lambda: now[0])
    return now


@pytest.mark.found("SE6")
def test_a_wait_that_began_while_the_server_was_away_keeps_nobody_from_it_once_it_is_back(clock):
    reach = Reach()
    [began] = clock
    reach.in_vain(began)
    assert reach.turned_away()

    clock[0] += 0.1
    reach.answered()
    assert not reach.turned_away()
    reach.in_vain(began)
    assert not reach.turned_away()

    clock[0] += 0.1
    reach.in_vain(clock[0])
    assert reach.turned_away()


def test_of_all_who_ask_a_server_that_was_waited_for_in_vain_one_at_a_time_looks(clock):
    reach = Reach()
    reach.in_vain(clock[0])
    assert reach.turned_away()

    clock[0] += connecting.REST

    assert [reach.turned_away() for _ in range(5)] == [False, True, True, True, True]
    reach.answered()
    assert not any(reach.turned_away() for _ in range(5))


def test_log_and_local_store_of_a_record_know_the_same_of_its_server(tmp_path, postgres_venue):
    settings = postgres_venue.settings
    with a_desk(tmp_path, settings=settings) as desk:
        local_store = open_local_store(tmp_path, settings)
        desk.log.store._reach.in_vain(monotonic())

        with pytest.raises(Refusal) as refused:
            local_store.rows("SELECT 1")
        assert refused.value.code == "store-away"
        desk.log.store._reach.answered()
        assert local_store.rows("SELECT 1") == [(1,)]
        local_store.close()
