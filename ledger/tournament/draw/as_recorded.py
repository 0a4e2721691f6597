"""What a draw was made from, worked out anew from the record as it was known at that moment."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from ledger.desk.sheet_cache import Shelf
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.record.streams import tournament_id
from ledger.tournament.draw.from_record import inputs_of
from ledger.tournament.draw.inputs import Inputs
from ledger.tournament.facts.draws import RoundDrawn
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary.refusals import Refusal


class AsKnown:
    """Games as they were known at a moment.

    Args:
      shelf: the sheets.
      as_of: the moment.
    """

    def __init__(self, shelf: Shelf, as_of: datetime) -> None:
        self._shelf = shelf
        self._as_of = as_of

    def version_of(self, stream: UUID, /) -> int:
        """How many events of a game were known; 0 for one that nobody had scheduled."""
        try:
            return self.sheet(stream).version
        except Refusal:
            return 0

    def sheet(self, game: UUID, /) -> Sheet:
        """The sheet of a game as it was known."""
        return self._shelf.as_known(game, as_of=self._as_of)


def draw_events(log: Log, slug: str, division: str, round_number: int) -> list[Event]:
    """The draws of a round, oldest first; more than one where it was drawn anew."""
    return [
        event
        for event in log.events_of(tournament_id(slug))
        if isinstance(event.fact, RoundDrawn)
        and (event.fact.division, event.fact.round_number) == (division, round_number)
    ]


def inputs_as_recorded(log: Log, shelf: Shelf, event: Event) -> Inputs | None:
    """The inputs of a draw by the record itself; ``None`` where the draw has none with it."""
    fact = event.fact
    assert isinstance(fact, RoundDrawn), "only a draw has inputs"
    before = [
        one
        for one in log.events_of(event.originator_id)
        if one.originator_version < event.originator_version
    ]
    tournament = tournament_of(before)
    if tournament is None or fact.inputs is None:
        return None
    return inputs_of(
        tournament,
        fact.division,
        fact.round_number,
        fact.inputs.settings,
        fact.seed,
        AsKnown(shelf, event.envelope.written_at),
    )
