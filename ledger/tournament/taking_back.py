"""What was decided about conduct outside a case, taken back: a warning, a withdrawal.

What a ruling wrote into the tournament is taken back with that ruling, in its case.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.asking.asked import Decision, Part
from ledger.asking.permission import DIRECTORS
from ledger.game.play.taking_back import must_have_a_reason, struck
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.record.standing import only_took_back, versions_of, written_by
from ledger.record.streams import tournament_id
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.facts.conduct import (
    ConductTakenBack,
    GamesAwarded,
    GamesVoided,
    LevelOneLifted,
    PlayerWithdrawn,
    SpreadAdjusted,
    WarningGiven,
)
from ledger.tournament.tournament import Tournament

OF_CONDUCT = (
    WarningGiven, SpreadAdjusted, GamesVoided, GamesAwarded, PlayerWithdrawn, LevelOneLifted,
    ConductTakenBack,
)  # fmt: skip
"""What can be taken back of what stands on the stream of a tournament."""


class TakeConductBack(AskedOfTournament, frozen=True, tag="take-conduct-back", kw_only=True):
    """What was decided about a player's conduct outside a case is taken back.

    Attributes:
      act: number of the request that wrote it.
    """

    act: UUID
    reason: str


@decides(TakeConductBack, may=DIRECTORS)
def take_conduct_back(tournament: Tournament, asked: TakeConductBack, under: Under) -> Decision:
    """Strike it, and what settled it at the table.

    Raises:
      Refusal: ``no-such-act``, ``act-stands``, or no reason is given.
    """
    del tournament
    events = written_by(under.events, asked.act)
    must_have_a_reason(asked.reason.strip(), again=only_took_back(events))
    found = [event for event in events if isinstance(event.fact, OF_CONDUCT)]
    if not found:
        raise refusal("no-such-act/in-the-tournament")
    if any(event.envelope.case for event in found):
        raise refusal("no-such-act/of-a-case")
    games = {event.fact.game for event in found if isinstance(event.fact, WarningGiven)}
    parts = (
        part
        for game in games
        if game is not None
        for part in at_the_table(under.sheet(game), asked.act, asked.reason)
    )
    fact = conduct_back(found, asked.reason)
    return Decision((fact,), also=tuple(parts))


def conduct_back(events: Sequence[Event], reason: str) -> ConductTakenBack:
    """The fact that strikes these decisions about conduct."""
    players = [getattr(event.fact, "player", 0) for event in events]
    return ConductTakenBack(
        versions=versions_of(events),
        reason=reason.strip(),
        what=tuple(dict.fromkeys(event.fact.topic() for event in events)),
        player=next(filter(None, players), 0),
    )


def at_the_table(sheet: Sheet, act: UUID, reason: str) -> tuple[Part, ...]:
    """What takes back what a request wrote in a game; nothing where it wrote nothing there."""
    events = written_by(sheet.events, act)
    if not events:
        return ()
    return (Part(sheet.id, sheet.version, (struck(sheet, events, reason),)),)


def counted_there(log: Log, sheet: Sheet, act: UUID, reason: str) -> tuple[Part, ...]:
    """What takes back what a request at a table decided about conduct; nothing: it decided none."""
    stream = tournament_id(sheet.scheduled.tournament)
    events = log.events_of(stream)
    found = [one for one in written_by(events, act) if isinstance(one.fact, OF_CONDUCT)]
    if not found:
        return ()
    fact = conduct_back(found, reason)
    return (Part(stream, len(events), (fact,)),)
