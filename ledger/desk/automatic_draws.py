"""Rounds that draw themselves: what is due is announced, and drawn once its time has come.

All that is known lies in the record: a server that was restarted goes on where it was, and of two
that look at once the desk answers one. A result that is taken back calls the draw off.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from threading import Event, Thread
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.desk.requests import from_the_desk
from ledger.record.events import tournament_id
from ledger.tournament.facts import PlannedRound
from ledger.tournament.opening import TournamentRequest
from ledger.tournament.round_plan import AnnounceDraw, CallOffDraw, DrawPlanned, coming, waits_for
from ledger.tournament.tournament import DrawPlan, Tournament
from ledger.vocabulary.refusals import RecordAway, Refusal

LOOKED_EVERY = 2.0
"""Seconds from one look to the next."""

MEANWHILE = frozenset({
    "draw-announced", "draw-not-due", "draw-stopped", "no-draw-announced", "nothing-changed",
    "round-paired",
})  # fmt: skip
"""Refusals that say somebody was first, or another server: there is nothing to tell of."""

logger = logging.getLogger(__name__)


class _AtHand:
    """The record around a tournament, for a look that writes nothing."""

    def __init__(self, desk: Desk) -> None:
        self.version_of, self.sheet = desk.log.version_of, desk.shelf.sheet


class AutomaticDraws:
    """Looks after the draws of one record, until the service ends.

    Args:
      going: names the tournaments that are not over.
    """

    def __init__(self, desk: Desk, going: Callable[[], Iterable[str]]) -> None:
        self._desk = desk
        self._at_hand = _AtHand(desk)
        self._going = going
        self._seen = -1
        self._waiting = False
        self._refused: dict[tuple[UUID, str], int] = {}
        """The version of a tournament at which a division's draw was refused: asked once."""
        self._ended = Event()

    def start(self) -> None:
        Thread(target=self._go_on, name="draws", daemon=True).start()

    def stop(self) -> None:
        self._ended.set()

    def _go_on(self) -> None:
        while not self._ended.wait(LOOKED_EVERY):
            try:
                self.look()
            except RecordAway:
                continue
            except Exception:
                logger.exception("draws that were announced could not be looked after")

    def look(self) -> int:
        """Announce what is due, draw what was announced; how many requests were written.

        Where nothing was written since the last look and no draw is to come, nothing is read.
        """
        position = self._desk.log.last_position()
        if position == self._seen and not self._waiting:
            return 0
        self._waiting, done = False, 0
        for slug in self._going():
            tournament = self._desk.cases.find(slug)
            if tournament is None or tournament.conduct.closed:
                continue
            for plan in tournament.plans:
                if plan.minutes and plan.division not in tournament.over:
                    done += self._look_at(tournament, plan)
        self._seen = position
        return done

    def _look_at(self, tournament: Tournament, plan: DrawPlan) -> int:
        stream = tournament_id(tournament.slug)
        what = stream, plan.division
        if self._refused.get(what) == tournament.version:
            return 0
        request = self._due(tournament, plan)
        self._waiting = self._waiting or plan.announced is not None or request is not None
        if request is None:
            return 0
        try:
            self._desk.must_write(stream, request, from_the_desk(plan.by))
        except RecordAway:
            raise
        except Refusal as refused:
            if refused.code not in MEANWHILE:
                self._refused[what] = tournament.version
                said = "a round does not draw itself: %s %s"
                logger.error(said, refused.what, refused.next_step)
            return 0
        return 1

    def _due(self, tournament: Tournament, plan: DrawPlan) -> TournamentRequest | None:
        """What is to be asked of the desk now; ``None``: nothing yet."""
        division, announced = plan.division, plan.announced
        if announced is not None:
            planned = plan.of_round(announced.round_number)
            if planned is not None and self._lacks(tournament, planned, division):
                return CallOffDraw(division=division, results_out=True)
            if self._desk.now() < announced.at:
                return None
            first, last = announced.round_number, announced.last
            return DrawPlanned(division=division, first=first, last=last, announced=True)
        together = coming(tournament, division)
        if not together or plan.stopped == together[0].round_number:
            return None
        if self._lacks(tournament, together[0], division):
            return None
        number = together[0].round_number
        return AnnounceDraw(round_number=number, division=division, by_itself=True)

    def _lacks(self, tournament: Tournament, planned: PlannedRound, division: str) -> bool:
        """Whether a result is out that a planned round waits for."""
        read = self._desk.rounds_read
        return bool(waits_for(tournament, planned, division, self._at_hand, read))
