"""Every request to the desk, with where it is registered: for tests that look at all of them."""

from __future__ import annotations

import ledger.desk.badges
import ledger.desk.cases
import ledger.desk.games
import ledger.desk.tournaments  # noqa: F401 (all four register)
from ledger.accounts import giving_out
from ledger.game.play.entry import OF_GAMES
from ledger.incidents import asking as of_cases
from ledger.tournament import asking as of_tournaments

BESIDE = (of_tournaments, of_cases, giving_out)
REGISTERED = (
    OF_GAMES,
    *(room.BEGIN for room in BESIDE),
    *(room.GO_ON for room in BESIDE),
)
EVERY = {kind: requests for requests in REGISTERED for kind in requests.may}
