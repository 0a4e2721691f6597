"""Codes of lists, papers of cases and of the desk: filled again from the record as it stood."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from ledger.accounts.cabinet import NO_CABINET
from ledger.backup.era import restores_at
from ledger.desk.sheet_cache import Shelf
from ledger.hall.as_it_stood import as_it_stood
from ledger.proof.paper_codes import as_read
from ledger.proof.paper_states import ListState
from ledger.proof.paper_verdicts import UNTOLD, Found, PaperVerdict
from ledger.record.log_at import LogAt
from ledger.shown_to import Viewer
from ledger.tournament.tournament import tournament_named
from migrations.hall_db import prepare
from printing.heading import filled_in
from printing.page import when_words
from printing.papers import Papers
from web.command_line.gone_on import gone_on, without_handing_out
from web.command_line.in_its_place import private_folder
from web.command_line.list_states import SETTLED, PrintedOf, as_shown, states_shown, up_to
from web.command_line.list_ways import Hidden, Way, hidden_from, ways_of
from web.command_line.opened import Opened
from web.command_line.patience import Still
from web.command_line.removed_since import removed_of_case
from web.command_line.sources import zone_for

FULLY = frozenset({Viewer.DIRECTOR, Viewer.ORGANISER})
"""Who is shown what a genuine sheet says, whoever it was printed for."""

FOR_OFFICIALS = "Whether the record has gone on since is for officials."

WHOLE: Hidden = frozenset()
"""Nothing is hidden."""


class Listed(NamedTuple):
    """What a code is, and of a genuine one the forms filled again and which of them it is on."""

    verdict: PaperVerdict
    papers: Papers | None = None
    nth: int = 0


def lists_at(here: Opened, code: str, state: ListState, viewer: Viewer, still: Still) -> Listed:
    """What a code is on a form about many games, or about a case, in a state of the record.

    Raises:
      Refusal: there is no such tournament; ``too-long-to-check``, as ``still`` has it.
    """
    tournament_named(state.slug, here.log)
    here.hall.catch_up()
    about = PaperVerdict(
        found=Found.NOT_OURS, about=state.about, event=state.event, entries=True,
        now=here.log.last_position(),
    )  # fmt: skip
    if state.shown is not None:
        local = state.shown.astimezone(zone_for(here.log, state.slug))
        about = replace(about, shown=when_words(local))
    for position in _positions(here, state):
        with _as_it_stood(here, position, state.slug, still) as then:
            for way in _told_by(ways_of(then, state), still):
                if found := _on(way, then, code, state, position):
                    if state.case:
                        one = _told_of_case(here, then, found, state, about, viewer)
                    else:
                        one = _told(here, then, found, state.slug, about, viewer)
                    return Listed(one, found.papers, found.nth)
    return Listed(_lost_or_not_ours(here, state, about))


def _told_by(ways: Iterator[Way], still: Still) -> Iterator[Way]:
    """The ways there are, and how many of them were tried so far."""
    every = list(ways)
    for tried, way in enumerate(every):
        still(tried, len(every))
        yield way


def _positions(here: Opened, state: ListState) -> Iterator[int]:
    """Up to which entry the record may have gone of which the list was printed.

    An entry that there isn't takes as long as one that there is, so that nobody finds out by the
    clock how many there are.
    """
    if state.shown is not None:
        yield from states_shown(here, state.slug, state.shown)
        return
    yield min(max(state.event, 1), here.log.last_position())


@contextmanager
def _as_it_stood(here: Opened, position: int, slug: str, still: Still) -> Iterator[Opened]:
    """The record up to a position, with a hall of that one tournament."""
    log = LogAt(here.log, position)
    shelf = Shelf(log)
    with (
        private_folder() as folder,
        as_it_stood(
            here.hall, log, slug, folder, prepare=prepare, shelf=shelf, still=still
        ) as hall,
    ):
        yield Opened(here.folder, log, hall, shelf, NO_CABINET)


class _Found(NamedTuple):
    """A list whose code it is."""

    way: Way
    papers: Papers
    nth: int
    state: PrintedOf

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says, without what nobody filled in or marked."""
        return filled_in(self.papers.room.lines(self.papers.filled[self.nth][0]))

    def as_shown(self, here: Opened, state: PrintedOf, hidden: Hidden) -> tuple[str, ...] | None:
        """What the same list says in another state, or to other eyes; ``None``: there is none."""
        filled = self.way.fill(here, state, hidden).filled
        if not filled:
            return None
        return filled_in(self.papers.room.lines(filled[min(self.nth, len(filled) - 1)][0]))


def _on(way: Way, then: Opened, code: str, state: ListState, position: int) -> _Found | None:
    """The list with that code, whoever was given it."""
    if state.shown is None:
        if position != state.event:
            return None
        printed, eyes = up_to(then.log, position), [WHOLE]
    else:
        printed = as_shown(then.log, state.shown)
        eyes = list({hidden_from(Viewer.VISITOR, then, state.slug): 0, WHOLE: 0})
    for hidden in eyes:
        papers = way.fill(then, printed, hidden)
        for nth, form in enumerate(papers.forms):
            if as_read(form.heading.check) == code:
                return _Found(way, papers, nth, printed)
    return None


def _told(
    here: Opened, then: Opened, one: _Found, slug: str, about: PaperVerdict, viewer: Viewer
) -> PaperVerdict:
    """The verdict on a list that is genuine, and what it says, if whoever asks is shown it.

    Whoever is no director reads what anybody is shown of it by now. Whether it is the latest is
    then a matter of these lines alone: that something else was entered is for officials.
    """
    about = replace(about, form=str(one.papers.room.FORM))
    end, now = here.log.last_position(), one.state
    if viewer in FULLY:
        said, hidden = one.lines, WHOLE
        now = now if about.shown else up_to(here.log, end)
    elif not one.way.is_public:
        untold = FOR_OFFICIALS
        return replace(about, found=Found.GENUINE, now=UNTOLD, for_officials=True, untold=untold)
    else:
        hidden = hidden_from(viewer, here, slug)
        said = one.as_shown(then, one.state, hidden) or ()
        about = replace(about, now=UNTOLD, for_officials=said != one.lines)
    is_latest = about.event == end
    says_now = said if is_latest else one.as_shown(here, now, hidden) or said
    told = replace(about, said=said, says_now=says_now)
    if viewer in FULLY and not about.shown:
        return replace(told, found=Found.LATEST) if is_latest else told.as_it_reads()
    if told.changed:
        return replace(told, found=Found.SUPERSEDED)
    if about.for_officials:
        return replace(told, found=Found.GENUINE, untold=FOR_OFFICIALS)
    return replace(told, found=Found.LATEST)


def _told_of_case(
    here: Opened, then: Opened, one: _Found, state: ListState, about: PaperVerdict, viewer: Viewer
) -> PaperVerdict:
    """The verdict on a paper of a case, which what is written elsewhere does not make older."""
    slug, number = state.slug, state.case
    gone = removed_of_case(slug, number, then.log, here.log)
    about = replace(about, removed=gone)
    if viewer not in FULLY:
        return _told(here, then, one, slug, about, viewer)
    log = without_handing_out(here.log, slug, number, then.log)
    now = replace(here, log=log)
    told = replace(
        about,
        form=str(one.papers.room.FORM),
        said=one.lines,
        says_now=one.as_shown(now, up_to(here.log, here.log.last_position()), WHOLE) or one.lines,
    )
    followed, handed = gone_on(here, slug, number, then.log)
    told = replace(told, followed=followed, handed=handed)
    return told.as_it_reads() if followed or told.changed else replace(told, found=Found.LATEST)


def _lost_or_not_ours(here: Opened, state: ListState, about: PaperVerdict) -> PaperVerdict:
    """A list may be of what a restore lost: of an entry after the backup, or of a moment since."""
    for at, restored in restores_at(here.log):
        if state.shown is None:
            lost = restored.may_have_lost(state.event, kept=restored.position)
        else:
            lost = restored.made_at - SETTLED < state.shown < at
        if lost:
            return replace(about, found=Found.LOST, restored=restored.when)
    return about
