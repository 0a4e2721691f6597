"""The badge office on PostgreSQL, where several nodes share one cabinet."""

from __future__ import annotations

from time import monotonic

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.cabinet import open_cabinet
from ledger.accounts.hashing import Cost
from ledger.record.postgres.connecting import Resting
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, SCOREKEEPER, a_desk


def test_pins_sessions_and_devices_are_shared_by_all_nodes(tmp_path, postgres_venue):
    settings = postgres_venue.settings
    with a_desk(tmp_path, settings=settings) as desk:
        here, there = (
            Badges(desk, open_cabinet(tmp_path, settings), Cost(2, 1, 1)) for _ in range(2)
        )
        pin = here.new_pin(SCOREKEEPER, by=DIRECTOR).pin
        tablet = there.enrol(here.invite("spring-open/T14", by=DIRECTOR))
        token = there.sign_in(SCOREKEEPER, pin, device=tablet.device).token

        assert here.sessions.find(token).device == tablet.device
        with pytest.raises(Refusal, match="do not belong together"):
            here.sign_in(SCOREKEEPER, "guess")
        assert here.sessions.end_all_of(SCOREKEEPER) == 1
        assert there.sessions.find(token) is None
        here.cabinet.close()
        there.cabinet.close()


@pytest.mark.found("SE6")
def test_a_wait_that_began_while_the_server_was_away_keeps_nobody_from_it_once_it_is_back():
    resting = Resting()
    began = monotonic()
    resting.begin(began)
    assert resting.now

    resting.over()
    assert not resting.now
    resting.begin(began)
    assert not resting.now

    resting.begin(monotonic())
    assert resting.now
