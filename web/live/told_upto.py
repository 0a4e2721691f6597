"""How far an audience was told: the position of the last change that was told it.

Where boards are not shown live, the end of the log moves with each turn at each table, and so
would tell everybody the tempo of a game. What nobody is told moves nothing that anybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from flask import current_app, request

from ledger.hall import ChangeRow
from ledger.shown_to import Viewer
from ledger.vocabulary.refusals import RecordAway
from web.front.telling import Teller
from web.live import changes_told
from web.live.marks import marked
from web.site.site import Site, the_site

AT_ONCE = 200
"""Changes read from the log in one go."""

TOO_FAR = 5000
"""Changes past which nobody looks back: of so many, one was told, or it is too long ago."""


class Upto(NamedTuple):
    """How far somebody was told.

    Attributes:
      told: position of the last change that was told.
      seen: position up to which that was looked for.
    """

    told: int
    seen: int


class ToldUpto:
    """How far each audience was told, looked up as the log goes on.

    Args:
      site: what is followed.
      tell: says what an audience is told.
    """

    def __init__(self, site: Site, tell: Teller) -> None:
        self._site, self._tell = site, tell
        self._lock = Lock()
        self._known: dict[Viewer, Upto] = {}

    def of(self, audience: Viewer) -> Upto:
        """How far this audience was told by now; while the record is away, as far as is known."""
        with self._lock:
            end = self._site.last_position()
            try:
                known = self._known.get(audience) or self._looked_back(audience, end)
                while known.seen < end and (
                    changes := self._site.changes(known.seen, min(AT_ONCE, end - known.seen))
                ):
                    known = Upto(
                        self._last_told(audience, changes) or known.told, changes[-1].position
                    )
            except RecordAway:
                return self._known.get(audience, Upto(0, 0))
            self._known[audience] = known
            return known

    def _looked_back(self, audience: Viewer, end: int) -> Upto:
        """The last that was told, looked for from the end of the log backwards."""
        begin = end
        while begin > max(0, end - TOO_FAR):
            upto, begin = begin, max(0, begin - AT_ONCE)
            changes = self._site.changes(begin, AT_ONCE)
            within = [change for change in changes if change.position <= upto]
            if told := self._last_told(audience, within):
                return Upto(told, end)
        return Upto(begin // TOO_FAR * TOO_FAR, end)

    def _last_told(self, audience: Viewer, changes: Sequence[ChangeRow]) -> int:
        """The position of the last of these that this audience is told; 0: of none."""
        for change in reversed(changes):
            row = self._site.hall.game(change.game) if change.game else None
            if self._tell.told_to(self._site, audience, change, row) is not None:
                return change.position
        return 0


def the_mark() -> str:
    """Where a screen that is shown now to whoever is asking begins to watch."""
    upto: ToldUpto = current_app.extensions["told_upto"]
    audience = changes_told.audience_of(current_app.extensions["role_of"](request))
    return marked(the_site().era, upto.of(audience).told)
