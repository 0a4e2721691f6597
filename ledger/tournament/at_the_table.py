"""What was settled at a table and counts for the whole tournament: a warning given there."""

from __future__ import annotations

from uuid import UUID

from ledger.game.facts.calls import WarningSettled
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import tournament_id
from ledger.record.log import Log
from ledger.requests.request import StreamWrite
from ledger.rulebook import Rulebook
from ledger.tournament.facts.conduct import WarningGiven


def counted_warning(
    log: Log, sheet: Sheet, settled: WarningSettled, rules: Rulebook, case: UUID | None = None
) -> tuple[StreamWrite, ...]:
    """The warning for the ledger of conduct; nothing where the game belongs to no tournament.

    ``case``: whose ruling it carries out: its notice is of that case, and it goes with it.
    """
    stream = tournament_id(sheet.scheduled.tournament)
    version = log.version_of(stream)
    if not version or sheet.numbers is None:
        return ()
    act = rules.offences.get(settled.offence)
    given = WarningGiven(
        player=sheet.numbers[settled.seat.place],
        kind=act.first if act else "",
        offence=settled.offence,
        clause=str(act) if act else "",
        words=settled.reason,
        game=sheet.id,
        turn=sheet.turn_count,
        totals=sheet.stands,
    )
    return (StreamWrite(stream, version, (given,), case),)
