"""What follows from an entry by the rules is on the tablet as soon as the entry is sent."""

from __future__ import annotations

import pytest

from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall

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
