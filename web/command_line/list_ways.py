"""Every list of a tournament, every paper of its desk and of a case: how each is filled again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Literal, NamedTuple, Protocol
from uuid import UUID

from ledger.proof.paper_states import ListState, Place
from ledger.record.streams import tournament_id
from ledger.shown_to import Viewer, held_back, live_boards
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary.refusals import Refusal
from printing.forms import FORMS, filler
from printing.papers import Papers
from web.command_line.case_papers import case_paper
from web.command_line.course_papers import filled_course
from web.command_line.desk_papers import desk_at_hand, desk_paper
from web.command_line.filled import played_in
from web.command_line.list_states import PrintedOf
from web.command_line.opened import Opened
from web.site.to_print import CaseToPrint, CourseToPrint, DeskToPrint

ORDERS: tuple[Literal["table", "name"], ...] = ("table", "name")

PUBLIC = frozenset(form for form, made in FORMS.items() if "course" in made.filled)
"""Lists that anybody is given: who plays whom, who stands where. Only how much of the record they
hold is for officials, and so is how much there is now."""

NONE = Papers(None, ())  # type: ignore[arg-type]
"""No form at all: there was nothing to fill one from."""

Hidden = frozenset[UUID]
"""Games of which nothing but the pairing is told."""


class Fill(Protocol):
    """Fills a form from a record, in a state of it, without what is hidden from who looks."""

    def __call__(self, here: Opened, state: PrintedOf, hidden: Hidden, /) -> Papers:
        """The forms; ``NONE`` where there is nothing to fill one from."""


class Way(NamedTuple):
    """One of the lists there are."""

    place: Place
    fill: Fill

    @property
    def is_public(self) -> bool:
        """Whether anybody is given such a list."""
        return self.place.form in PUBLIC

    def may_be(self, asked: Place) -> bool:
        """Whether it is the one that an address names, as far as it names one."""
        return (
            asked.form in ("", self.place.form)
            and asked.round_number in (None, self.place.round_number)
            and asked.division in (None, self.place.division)
        )


def ways_of(here: Opened, state: ListState) -> Iterator[Way]:
    """The lists that a state may be of: those that are asked for most first."""
    slug, case = state.slug, state.case
    found = _of_case(slug, case) if case else _of_lists(here, slug)
    return (way for way in found if way.may_be(state.place) and (way.is_public or state.event))


def hidden_from(viewer: Viewer, here: Opened, slug: str) -> Hidden:
    """What whoever looks is not told of, as the record has it here."""
    row = here.hall.tournament(slug)
    return held_back(viewer, here.hall.games(slug), live_boards(row)) if row else frozenset()


def _of_case(slug: str, number: int) -> Iterator[Way]:
    for form, made in FORMS.items():
        if "case" in made.filled:
            for redacted in (False, True):
                which = CaseToPrint(slug, number, redacted)
                yield Way(Place(form), _whole(partial(_case, form, which)))


def _case(form: str, which: CaseToPrint, here: Opened) -> Papers:
    return case_paper(here, form, which)


def _of_lists(here: Opened, slug: str) -> Iterator[Way]:
    tournament = tournament_of(here.log.events_of(tournament_id(slug)))
    course = here.hall.course(slug)
    divisions: tuple[str | None, ...] = (None, *(course.divisions if course else ()))
    rounds = range(1, (course.rounds if course else 0) + 1)
    for form in ("standings", "wall-chart", "missing-slips", "prizes", "player-card"):
        for division in divisions:
            yield _course(form, slug, None, division)
    for round_number in rounds:
        for division in divisions:
            for order in ORDERS:
                yield _course("pairings", slug, round_number, division, order)
            for form in ("standings", "wall-chart"):
                yield _course(form, slug, round_number, division)
    if tournament is not None:
        yield from _of_the_desk(here, tournament, rounds)
    for round_number in rounds:
        fill = _whole(partial(_tally, slug, round_number))
        yield Way(Place("tally-sheet", round_number), fill)
    yield Way(Place("scorecard"), _whole(partial(_cards, slug)))


def _of_the_desk(here: Opened, tournament: Tournament, rounds: Iterable[int]) -> Iterator[Way]:
    slug = tournament.slug
    read = cache(lambda here: desk_at_hand(here, DeskToPrint(slug)))  # dear, and for all the same

    def way(place: Place, which: DeskToPrint) -> Way:
        def filled(here: Opened) -> Papers:
            return desk_paper(here, place.form, which, read(here))

        return Way(place, _whole(filled))

    for number in rounds:
        for division in sorted({one.division for one in tournament.rounds}):
            place = Place("round-close", number, division or None)
            yield way(place, DeskToPrint(slug, number, division))
    for anonymous in (False, True):
        yield way(Place("rulings"), DeskToPrint(slug, anonymous=anonymous))
    for warned in tournament.conduct.warnings:
        if warned.case is None:
            yield way(Place("warning-notice"), DeskToPrint(slug, warning=warned.version))
    at_hand = read(here)
    for day in sorted({at_hand.local(act.at).date() for act in at_hand.acts}):
        yield way(Place("day-log"), DeskToPrint(slug, day=day.isoformat()))


def _whole(fill: Callable[[Opened], Papers]) -> Fill:
    """How a form is filled that is for officials: it names the end of the record, whole."""

    def filled(here: Opened, _state: PrintedOf, _hidden: Hidden, /) -> Papers:
        return _if_any(partial(fill, here))

    return filled


def _course(
    form: str,
    slug: str,
    number: int | None,
    division: str | None,
    order: Literal["table", "name"] = "table",
) -> Way:
    after = 0 if form == "pairings" else number or 0

    def filled(here: Opened, state: PrintedOf, hidden: Hidden, /) -> Papers:
        course = here.hall.course(slug, after, hidden)
        if course is None:
            return NONE
        which = CourseToPrint(course, number or 0, order, division)
        return _if_any(partial(filled_course, here, form, which, state))

    return Way(Place(form, number, division), filled)


def _tally(slug: str, round_number: int, here: Opened) -> Papers:
    return filler("tally-sheet", "round")(played_in(here, slug, round_number), round_number)


def _cards(slug: str, here: Opened) -> Papers:
    return filler("scorecard", "tournament")(played_in(here, slug))


def _if_any(fill: Callable[[], Papers]) -> Papers:
    try:
        return fill()
    except Refusal:  # no such round, nobody of that number: nothing was printed then
        return NONE
