"""Forms about a game filled again from the record, for everybody's eyes: one of them is the paper.

Of what was printed nothing is kept but where its code leads (``ledger.proof.printed_here``), which
is no proof. A form follows from the record alone, so the code of one that is filled again, from the
same state and for the same eyes, is the code on the paper or it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.game.sheet import Sheet
from ledger.proof.paper_codes import as_read
from ledger.record.log import Log
from ledger.shown_to import Viewer
from ledger.shown_to.sheets import sheet_shown_to
from ledger.vocabulary import Seat
from printing.forms import FORMS, filler
from printing.heading import filled_in
from printing.papers import Papers
from web.command_line.evidence_papers import evidence_of_states
from web.command_line.sources import source_in

EYES = (Viewer.VISITOR, Viewer.PLAYER, Viewer.KEEPER, Viewer.JUDGE, Viewer.DIRECTOR)
"""For whom a form of a game may have been printed; a copy for others says no more."""


class Filled(NamedTuple):
    """A form that was filled again: for whose eyes, which of its kind, and with what code.

    ``seat``: whose own sheet it is, where it is one player's.
    """

    viewer: Viewer
    papers: Papers
    nth: int
    seat: Seat | None = None

    @property
    def code(self) -> str:
        """Its code, in one word."""
        return as_read(self.papers.forms[self.nth].heading.check)

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says, without the code, and without what nobody filled in or marked."""
        return filled_in(self.papers.room.lines(self.papers.filled[self.nth][0]))


def forms_of(
    log: Log,
    sheet: Sheet,
    link: bytes,
    states: tuple[int, int] | None,
    *,
    over: bool,
) -> Iterator[Filled]:
    """Every form that may have been printed about a state of a game.

    ``over``: whether the game was over when it was printed.
    """
    if states is not None:
        papers = evidence_of_states(log, sheet, states, source_in(log, sheet, link))
        yield Filled(Viewer.DIRECTOR, papers, 0)
        return
    seen: list[Sheet] = []
    for viewer in EYES:
        shown = sheet_shown_to(viewer, sheet, over=over)
        if any(shown is one for one in seen):
            continue
        seen.append(shown)
        source = source_in(log, shown, link)
        for form, made in FORMS.items():
            if "game" in made.filled:
                yield from _each(viewer, filler(form, "game")(shown, source))

    own = filler("score-sheet", "player")
    for seat in Seat:
        yield from _each(Viewer.DIRECTOR, own(sheet, seat, source_in(log, sheet, link)), seat)


def _each(viewer: Viewer, papers: Papers, seat: Seat | None = None) -> Iterator[Filled]:
    for nth in range(len(papers.filled)):
        yield Filled(viewer, papers, nth, seat)


def alike_for(one: Filled, others: Iterable[Filled], viewer: Viewer) -> Filled | None:
    """The same form as it is printed for somebody's eyes: the last, if there are fewer by now."""
    alike = [
        x
        for x in others
        if x.viewer is viewer and x.papers.room is one.papers.room and x.seat is one.seat
    ]
    return alike[min(one.nth, len(alike) - 1)] if alike else None
