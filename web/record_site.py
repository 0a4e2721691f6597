"""The real ``Site``: what the pages read, answered by the ledger's desk, hall and log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from ledger.desk import Desk
from ledger.gcg.exporting import exported
from ledger.hall import Hall
from ledger.log import Log
from ledger.refusals import RecordAway, Refusal
from ledger.replay import replay_of
from ledger.sheet import Sheet
from ledger.troubles import store_away
from web.readiness import Readiness
from web.site import Change


class RecordSite:
    """A data folder, as the pages see it."""

    def __init__(self, log: Log, hall: Hall, desk: Desk) -> None:
        self.log = log
        self.hall = hall
        self.desk = desk
        self._readiness = Readiness(self._look, str(store_away()))

    def replay(self, game: UUID, asof: datetime | None) -> bytes:
        """The replay JSON of a game, as known at ``asof``, or as known now."""
        now = self.desk.sheet(game)
        told = replay_of(
            now if asof is None else self.desk.sheet(game, as_of=asof),
            tournament_name=self._name_of(now.scheduled.tournament),
            moments=now.events,
            asof=asof,
        )
        return msgspec.json.encode(told)

    def sheet(self, game: UUID, asof: datetime | None) -> Sheet:
        """The score sheet of a game, to hand to the printer."""
        return self.desk.sheet(game, as_of=asof)

    def gcg(self, game: UUID) -> bytes:
        """The game as a GCG file, UTF-8."""
        sheet = self.desk.sheet(game)
        return exported(sheet, self._name_of(sheet.scheduled.tournament))

    def last_position(self) -> int:
        """Where the log ends, 0 for an empty log; while it is away, how far the hall followed."""
        try:
            return self.log.last_position()
        except RecordAway:
            return self.hall.position()

    def changes(self, after: int, limit: int) -> Sequence[Change]:
        """Events past ``after``, oldest first, and only such as the hall already shows."""
        self.hall.catch_up()
        return self.hall.changes(after, limit)

    def wait_past(self, position: int, timeout: float) -> bool:
        """Wait until the log goes on past ``position``, at most ``timeout`` seconds."""
        return self.log.wait_past(position, timeout)

    def troubles(self) -> Sequence[str]:
        """What keeps this service from working, in words; empty when it is ready."""
        return self._readiness.troubles()

    def _look(self) -> Sequence[str]:
        try:
            self.log.try_to_write()
            end = self.log.last_position()
            if self.hall.position() < end:
                self.hall.catch_up()
            behind = end - self.hall.position()
        except Refusal as refusal:
            return (str(refusal),)
        return () if behind <= 0 else (f"The hall is {behind} events behind the record.",)

    def _name_of(self, slug: str) -> str:
        tournament = self.hall.tournament(slug)
        return tournament.name if tournament else ""
