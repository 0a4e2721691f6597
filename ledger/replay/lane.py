"""The lane of incidents as whoever looks is shown it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.in_words import number_told
from ledger.record.shown_as import Matter
from ledger.replay.incidents import Incident, incidents_of
from ledger.replay.replayed import RulingTold
from ledger.shown_to.facts import Extent, extent
from ledger.shown_to.sheets import sheet_shown_to
from ledger.shown_to.viewers import Viewer


def sees_the_whole_lane(viewer: Viewer) -> bool:
    """Whether calls with their reasons, emergencies and rulings in words are shown to a viewer.

    They are for those who rule. Whoever keeps the record of a table wrote much of it down, and
    reads it there, not in a lane that may be on a screen which players see.
    """
    return extent(viewer, Matter.CASE, over=True) is Extent.WHOLE


def lane_shown_to(
    viewer: Viewer,
    sheet: Sheet,
    files: Iterable[CaseFile],
    *,
    over: bool,
    until: datetime | None = None,
) -> tuple[Incident, ...]:
    """The incidents of a game as this viewer is shown them, oldest first.

    Args:
      viewer: who looks.
      sheet: the game as this viewer is shown it.
      files: the cases about the game; nothing of them is told to whoever may not see cases.
      over: whether the game is over now, whichever moment of it is looked at.
      until: the moment of knowledge that is looked at: no later ruling is told. ``None``: now.
    """
    if not sees_the_whole_lane(viewer):
        return incidents_of(sheet_shown_to(Viewer.VISITOR, sheet, over=over), lambda _case: None)
    known = tuple(files)
    ruled = [one for file in known for one in rulings_in(file, sheet.id, until)]
    return incidents_of(sheet, ruling_in(sheet.id, known, until), ruled)


def rulings_in(
    file: CaseFile, game: UUID, until: datetime | None = None
) -> list[tuple[datetime, RulingTold]]:
    """Every ruling of a case for a game, oldest first, with when it was given.

    Args:
      file: the case.
      game: the game.
      until: leave out what was ruled later; ``None`` for nothing.
    """
    number = file.opened.number
    return [
        (
            event.envelope.written_at,
            RulingTold(
                number_told(number),
                number,
                event.fact.finding,
                event.fact.citation,
                event.envelope.written_by,
            ),
        )
        for event in file.events
        if isinstance(event.fact, RulingGiven)
        and event.fact.game == game
        and (until is None or event.envelope.written_at <= until)
    ]


def ruling_in(
    game: UUID, files: Iterable[CaseFile], until: datetime | None = None
) -> Callable[[UUID], RulingTold | None]:
    """Gives the last ruling of a case for this game, in words; as ``rulings_in``."""
    by_case = {file.id: file for file in files}

    def ruling_of(case: UUID) -> RulingTold | None:
        file = by_case.get(case)
        given = rulings_in(file, game, until) if file else []
        return given[-1][1] if given else None

    return ruling_of
