"""Codes of lists, papers of cases and of the desk: filled again from the record as it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from math import inf
from time import monotonic
from typing import Literal, NamedTuple, Protocol
from uuid import UUID

from msgspec.structs import replace

from ledger.accounts.local_store import NO_LOCAL_STORE
from ledger.backup.manifest import restores_at
from ledger.desk.opened import Opened
from ledger.desk.sheet_cache import SheetCache
from ledger.game.sheet.folding import wording
from ledger.hall.rebuilding import as_it_stood
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import BundleIssued
from ledger.incidents.wording import case_wording, number_wording
from ledger.messages import say
from ledger.proof.paper_codes import ListState, Place, as_read
from ledger.proof.paper_requests import CaseToPrint, CourseToPrint, DeskToPrint
from ledger.proof.paper_verdicts import UNTOLD, Found, PaperVerdict
from ledger.record.events import Event, Streams, tournament_id
from ledger.record.log import Log, LogAt
from ledger.record.opening import private_folder
from ledger.record.standing import removed_on
from ledger.tournament.tournament import Tournament, tournament_named, tournament_of
from ledger.visibility import Viewer, held_back
from ledger.vocabulary.refusals import Refusal
from printing.engine.heading import filled_in
from printing.engine.page import when_words
from printing.filling.case_papers import case_paper
from printing.filling.course_papers import (
    SETTLED,
    PrintedOf,
    as_shown,
    filled_course,
    states_shown,
    up_to,
)
from printing.filling.desk_papers import desk_at_hand, desk_paper
from printing.filling.table_papers import played_in, zone_for
from printing.forms import FORMS, LEADS_TO_A_PAGE, filler, forms_about
from printing.papers import Papers

# How long a look-up may go on, and how far it is.


TOO_LONG = "too-long-to-check"


class Still(Protocol):
    """Called now and then by work that must not go on for ever."""

    def __call__(self, done: int = 0, of: int = 0, /) -> None:
        """Go on.

        Args:
          done: how many lists were tried so far.
          of: how many there are.
        """


def within(seconds: float = inf) -> Still:
    """Goes on for so many seconds from now."""
    until = monotonic() + seconds

    def still(_done: int = 0, _of: int = 0, /) -> None:
        if monotonic() > until:
            raise too_long()

    return still


def too_long() -> Refusal:
    return Refusal(
        TOO_LONG,
        say("paper_checks.takes-too-long-be-looked"),
        say("paper_checks.look-up-on-machine-itself"),
    )


# What was removed from beside the log since a sheet was printed, as its verdict says it.


def removed_since(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The first day on which something was removed that was there then, UTC; empty: nothing was."""
    later = removed_on(now[len(then) :])
    return f"{min(later.values()):%Y-%m-%d}" if later else ""


def removed_of_case(slug: str, number: int, then: Streams, now: Streams) -> str:
    """The same of a case, and of the game it is about, between two states of the record."""
    _, stream = case_numbered(now, slug, number)
    game = case_in(now, stream).opened.game
    days = (removed_since(then.events_of(one), now.events_of(one)) for one in (stream, game) if one)
    return min((day for day in days if day), default="")


# What followed about a case since one of its papers was printed.
#
# That papers of it were handed out is written down, and is no news about the case: else a bundle
# would be out of date from the moment it is handed over, by its own handing-out.


class NotHandedOut(Log):
    """A log in which the papers of a case were handed out no more since a version of it."""

    def __init__(self, log: Log, case: UUID, since: int) -> None:
        vars(self).update(vars(log))
        self._log, self._case, self._since = log, case, since

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        found = self._log.events_of(stream, after=after)
        if stream != self._case:
            return found
        return tuple(one for one in found if not _is_handing_out(one, self._since))

    def events_past(self, versions: Mapping[UUID, int]) -> dict[UUID, tuple[Event, ...]]:
        found = {of: self.events_of(of, after=version) for of, version in versions.items()}
        return {stream: events for stream, events in found.items() if events}

    def close(self) -> None:
        """Nothing: the log is somebody else's."""


def without_handing_out(log: Log, slug: str, number: int, then: Streams) -> Log:
    """The record as it is, but for papers of a case that were handed out since ``then``."""
    _, case = case_numbered(log, slug, number)
    return NotHandedOut(log, case, case_in(then, case).version)


def gone_on(here: Opened, slug: str, number: int, then: Streams) -> tuple[tuple[str, ...], str]:
    """What followed in a case and in the game it is about, in words; then, who was given papers.

    Args:
      then: the state of the record in which the paper was printed.
    """
    _, case = case_numbered(here.log, slug, number)
    now, before = case_in(here.log, case), case_in(then, case).version
    sheet = here.shelf.sheet(now.opened.game) if now.opened.game else None
    called = number_wording(number)
    name = sheet.name if sheet else str
    followed: list[tuple[Event, str]] = []
    handed: list[str] = []
    for event in now.events[before:]:
        words = say(
            "paper_checks.event-originator-version-called-fact",
            originator_version=event.originator_version,
            called=called,
            fact=case_wording(event.fact, name),
        )
        if _is_handing_out(event, before):
            handed.append(words)
        else:
            followed.append((event, words))
    if sheet is not None:
        for event in sheet.events[len(then.events_of(sheet.id)) :]:
            words = say(
                "paper_checks.event-originator-version-game-fact",
                originator_version=event.originator_version,
                fact=wording(event.fact, sheet),
            )
            followed.append((event, words))
    followed.sort(key=lambda one: one[0].envelope.written_at)
    return tuple(words.rstrip(".") for _, words in followed), "; ".join(handed)


def _is_handing_out(event: Event, since: int) -> bool:
    return isinstance(event.fact, BundleIssued) and event.originator_version > since


# Every list of a tournament, every paper of its desk and of a case: how each is filled again.


ORDERS: tuple[Literal["table", "name"], ...] = ("table", "name")

PUBLIC = frozenset(forms_about("course"))
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
    place: Place
    fill: Fill

    @property
    def is_public(self) -> bool:
        return self.place.form in PUBLIC

    def may_be(self, request: Place) -> bool:
        """Whether it is the one that an address names, as far as it names one."""
        return (
            request.form in ("", self.place.form)
            and request.round_number in (None, self.place.round_number)
            and request.division in (None, self.place.division)
        )


def ways_of(here: Opened, state: ListState) -> Iterator[Way]:
    """The lists that a state may be of: those that are asked for most first."""
    slug, case = state.slug, state.case
    found = _of_case(slug, case) if case else _of_lists(here, slug)
    return (way for way in found if way.may_be(state.place) and (way.is_public or state.event))


def hidden_from(viewer: Viewer, here: Opened, slug: str) -> Hidden:
    """What whoever looks is not told of, as the record has it here."""
    live = here.hall.live_boards(slug)
    return held_back(viewer, here.hall.games(slug), live) if live else frozenset()


def _of_case(slug: str, number: int) -> Iterator[Way]:
    for form in forms_about("case"):
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
    of_all = [form for form in forms_about("course") if form != LEADS_TO_A_PAGE]
    for form in (form for form in of_all if FORMS[form].of != "round"):
        for division in divisions:
            yield _course(form, slug, None, division)
    for round_number in rounds:
        for division in divisions:
            for order in ORDERS:
                yield _course("pairings", slug, round_number, division, order)
            for form in (form for form in of_all if FORMS[form].of == "either"):
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


FULLY = frozenset({Viewer.DIRECTOR, Viewer.ORGANISER})
"""Who is shown what a genuine sheet says, whoever it was printed for."""


WHOLE: Hidden = frozenset()
"""Nothing is hidden."""


class Listed(NamedTuple):
    """What a code is, and of a genuine one the forms filled again and which of them it is on."""

    verdict: PaperVerdict
    papers: Papers | None = None
    nth: int = 0


def lists_at(here: Opened, code: str, state: ListState, viewer: Viewer, still: Still) -> Listed:
    """What a code is on a form about many games, or about a case, in a state of the record."""
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
                        one = _view(here, then, found, state.slug, about, viewer)
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
    shelf = SheetCache(log)
    with (
        private_folder() as folder,
        as_it_stood(here.hall, log, slug, folder, shelf=shelf, still=still) as hall,
    ):
        yield Opened(here.folder, log, hall, shelf, NO_LOCAL_STORE)


class _Found(NamedTuple):
    way: Way
    papers: Papers
    nth: int
    state: PrintedOf

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says, without what nobody filled in or marked."""
        return filled_in(self.papers.lines_of(self.nth))

    def as_shown(self, here: Opened, state: PrintedOf, hidden: Hidden) -> tuple[str, ...] | None:
        """What the same list says in another state, or to other eyes; ``None``: there is none."""
        papers = self.way.fill(here, state, hidden)
        if not papers.filled:
            return None
        return filled_in(papers.lines_of(min(self.nth, len(papers.filled) - 1)))


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


def _view(
    here: Opened, then: Opened, one: _Found, slug: str, about: PaperVerdict, viewer: Viewer
) -> PaperVerdict:
    """The verdict on a list that is genuine, and what it says, if whoever asks is shown it.

    Whoever is no director reads what anybody is shown of it by now. Whether it is the latest is
    then a matter of these lines alone: that something else was entered is for officials.
    """
    about = replace(about, form=str(one.papers.drawing.form))
    end, now = here.log.last_position(), one.state
    if viewer in FULLY:
        said, hidden = one.lines, WHOLE
        now = now if about.shown else up_to(here.log, end)
    elif not one.way.is_public:
        untold = say("paper_checks.gone-on-is-for-officials")
        return replace(about, found=Found.GENUINE, now=UNTOLD, for_officials=True, untold=untold)
    else:
        hidden = hidden_from(viewer, here, slug)
        said = one.as_shown(then, one.state, hidden) or ()
        about = replace(about, now=UNTOLD, for_officials=said != one.lines)
    is_latest = about.event == end
    says_now = said if is_latest else one.as_shown(here, now, hidden) or said
    verdict = replace(about, said=said, says_now=says_now)
    if viewer in FULLY and not about.shown:
        return replace(verdict, found=Found.LATEST) if is_latest else verdict.as_it_reads()
    if verdict.changed:
        return replace(verdict, found=Found.SUPERSEDED)
    if about.for_officials:
        return replace(
            verdict, found=Found.GENUINE, untold=say("paper_checks.gone-on-is-for-officials")
        )
    return replace(verdict, found=Found.LATEST)


def _told_of_case(
    here: Opened, then: Opened, one: _Found, state: ListState, about: PaperVerdict, viewer: Viewer
) -> PaperVerdict:
    """The verdict on a paper of a case, which what is written elsewhere does not make older."""
    slug, number = state.slug, state.case
    gone = removed_of_case(slug, number, then.log, here.log)
    about = replace(about, removed=gone)
    if viewer not in FULLY:
        return _view(here, then, one, slug, about, viewer)
    log = without_handing_out(here.log, slug, number, then.log)
    now = replace(here, log=log)
    verdict = replace(
        about,
        form=str(one.papers.drawing.form),
        said=one.lines,
        says_now=one.as_shown(now, up_to(here.log, here.log.last_position()), WHOLE) or one.lines,
    )
    followed, handed = gone_on(here, slug, number, then.log)
    verdict = replace(verdict, followed=followed, handed=handed)
    return (
        verdict.as_it_reads()
        if followed or verdict.changed
        else replace(verdict, found=Found.LATEST)
    )


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
