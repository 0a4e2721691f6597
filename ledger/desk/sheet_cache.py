"""Folded sheets kept at hand, so that only the events after them need reading."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from uuid import UUID

from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import after, replay, sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Streams
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal


class SheetCache:
    """The sheets last used. Sheets never change, so any thread may hold one."""

    def __init__(self, log: Streams, room: int = 2000) -> None:
        self._log = log
        self._room = room
        self._sheets: OrderedDict[UUID, Sheet] = OrderedDict()
        self._lock = Lock()

    def sheet(self, game: UUID) -> Sheet:
        """The sheet of ``game`` as the log has it now."""
        kept = self._sheets.get(game)
        events = self._log.events_of(game, after=kept.version if kept else 0)
        if kept is not None:
            return self.keep(after(kept, events)) if events else kept
        if not events or not isinstance(events[0].fact, GameScheduled):
            raise no_such_game(game)
        return self.keep(replay(events))

    def as_known(
        self, game: UUID, *, at: int | None = None, as_of: datetime | None = None
    ) -> Sheet:
        """The sheet of ``game``: now, at version ``at``, or as it was known at ``as_of``."""
        sheet = self.sheet(game)
        if at is None and as_of is None:
            return sheet
        return sheet_as_known(sheet, at=at, as_of=as_of)

    def at_least(self, game: UUID, version: int) -> Sheet:
        """The sheet of ``game`` as it lies here, if it has got to ``version``; else as it is now.

        For whoever wants what can't change any more: how the game was set up, an event written.
        """
        kept = self._sheets.get(game)
        return kept if kept is not None and kept.version >= version else self.sheet(game)

    def kept(self, game: UUID) -> Sheet | None:
        return self._sheets.get(game)

    def keep(self, sheet: Sheet) -> Sheet:
        """Put ``sheet`` on the shelf, unless a newer one lies there."""
        with self._lock:
            there = self._sheets.get(sheet.id)
            if there is None or there.version < sheet.version:
                self._sheets[sheet.id] = sheet
            self._sheets.move_to_end(sheet.id)
            while len(self._sheets) > self._room:
                self._sheets.popitem(last=False)
        return sheet


def no_such_game(game: UUID | str) -> Refusal:
    return refusal("no-such-game", game=game)
