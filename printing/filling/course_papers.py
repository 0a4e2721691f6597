"""Papers of a tournament's course, as a person names them, filled; forms of a round by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Literal

from msgspec import Struct

from ledger.desk.opened import Opened
from ledger.equipment.tile_set import letters_of
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.sheet.outcome import start_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.hall.standings_view import Course
from ledger.messages import say
from ledger.proof.paper_codes import Place, shown_words
from ledger.proof.paper_requests import ByHandToPrint, CourseToPrint
from ledger.record.chain import START_OF_CHAIN
from ledger.record.events import tournament_id
from ledger.record.log import Log, position_at
from ledger.tournament.divisions import divisions_of
from ledger.tournament.pairing import playing
from ledger.tournament.tournament import Tournament, tournament_named, tournament_of
from ledger.vocabulary.refusals import Refusal
from printing.engine.heading import Heading
from printing.filling.table_papers import source_in, standing_before, zone_for
from printing.forms import FORMS, LEADS_TO_A_PAGE, filler
from printing.languages import in_its_languages
from printing.lists.from_course import CourseAtHand
from printing.papers import BY_HAND, Papers, Table, by_hand_papers
from printing.source import Source

# The state of the record that a list is printed of: up to an entry, or as shown in a second.


SETTLED = timedelta(seconds=2)
"""After so long nothing is under way any more that was stamped before: a state that long ago can
be found again."""

UNDER_WAY = timedelta(seconds=3)
"""What a list shows was written by so long after the second it names."""

READ_AGAIN = 20  # times that a list is read again at most because something was entered meanwhile
TRIES = 40  # states that a list printed in a second may be of, at most


class PrintedOf(Struct, frozen=True):
    """What a list needs to know of the state it is printed of.

    Attributes:
      moment: as of when it is, UTC.
      link: the chain's link that its code binds.
    """

    moment: datetime
    link: bytes
    record_to: int | None = None

    @property
    def shown(self) -> str:
        """The second it names in place of an entry; empty where it names one."""
        return shown_words(self.moment) if self.record_to is None else ""


def up_to(log: Log, position: int) -> PrintedOf:
    """The state up to an entry: as of that, so that the same record prints the same list."""
    [(_, last)] = log.read(position - 1, 1)
    return PrintedOf(last.envelope.written_at, log.link_at(position), position)


def as_shown(log: Log, now: datetime) -> PrintedOf:
    """The state as it is shown in a second, which tells nobody how much is entered.

    The code binds what was settled by then. It does not change with what is under way, so that two
    prints of one second differ by nothing but what they show.
    """
    moment = now.replace(microsecond=0)
    settled = position_at(log, moment - SETTLED)
    return PrintedOf(moment, log.link_at(settled) if settled else START_OF_CHAIN)


def officially(here: Opened, course: Course) -> tuple[Course, PrintedOf]:
    """A tournament as officials see it, and the entry up to which that is: both of one moment."""
    here.hall.catch_up()
    slug, position = course.tournament.slug, here.hall.position()
    for _ in range(READ_AGAIN):
        course = here.hall.course(slug, course.after) or course
        before, position = position, here.hall.position()
        if before == position:
            break
    return course, up_to(here.log, position)


def states_shown(here: Opened, slug: str, moment: datetime) -> Iterator[int]:
    """Up to which positions a list may have gone that was printed in a second, the likely first."""
    start = position_at(here.log, moment - SETTLED)
    end = position_at(here.log, moment + UNDER_WAY)
    streams = {tournament_id(slug), *(row.id for row in here.hall.games(slug))}
    counts = [
        position
        for position, event in here.log.read(start, end - start)
        if event.originator_id in streams
    ]
    yield from sorted({start, *counts[-TRIES:]}, reverse=True)


# Forms of a whole round to fill in by hand, before it is paired or where play is on paper.


NAMED_BY_HAND = re.compile(
    r"(?P<tournament>[^/]+)(?:/(?P<division>(?![Rr]\d+$)[^/]+))?(?:/[Rr](?P<round>\d{1,4}))?"
)

MOST = 500  # forms of one file: 500 score sheets are a thousand pages, and six seconds


def by_hand_named(subject: str, count: int) -> ByHandToPrint:
    """What a person calls ``TOURNAMENT``, ``TOURNAMENT/R3`` or ``TOURNAMENT/DIVISION/R3``."""
    shape = NAMED_BY_HAND.fullmatch(subject)
    if shape is None:
        raise Refusal(
            "unreadable-name",
            say("paper.not-the-name-of-a-round", subject=repr(subject)),
            say("paper.write-tournament-r3-or-tournament-division-2"),
        )
    return ByHandToPrint(shape["tournament"], int(shape["round"] or 0), shape["division"], count)


@in_its_languages
def by_hand_paper(here: Opened, form: str, which: ByHandToPrint) -> Papers:
    """A form for each table of a round, filled in no further than its names."""
    if form not in BY_HAND:
        raise Refusal(
            "not-by-hand",
            say("paper.form-called-form-none-lies-on", form=form),
            say("paper.forms-by-hand-are", forms=", ".join(BY_HAND)),
        )
    tournament = tournament_named(which.tournament, here.log)
    known = divisions_of(tournament)
    if which.division is not None and which.division not in known:
        raise Refusal(
            "no-such-division",
            say("paper.has-no-division", name=tournament.name, division=repr(which.division)),
            say("paper.leave-division-out-for-all-them"),
        )
    divisions = known if which.division is None else (which.division,)
    if which.tables and len(divisions) > 1:
        raise Refusal(
            "which-division",
            say("paper.number-tables-one-division"),
            say("paper.name-divisions-without-number-each-has", divisions=", ".join(divisions)),
        )
    tables = [
        table
        for one in _rounds_of(which)
        for division in _with_such_a_round(here, tournament, divisions, one.round_number)
        for table in _tables(here, tournament, division, one)
        for _ in range(one.each)
    ]
    if not tables:
        raise Refusal(
            "no-tables",
            say("paper.nobody-entered-yet-so-nobody-knows"),
            say("paper.say-how-many-forms-you-want"),
        )
    if len(tables) > MOST:
        raise Refusal(
            "too-many-forms",
            say("paper.more-forms-than-a-file-holds", tables=len(tables), most=MOST),
            say("paper.print-them-by-division-or-fewer"),
        )
    return by_hand_papers(form, tables, letters_of(tournament.tile_set))


def _rounds_of(which: ByHandToPrint) -> list[ByHandToPrint]:
    """The same for each round that it is about, in order."""
    last = max(which.upto, which.round_number)
    rounds = range(which.round_number or 1, last + 1) if which.upto else (which.round_number,)
    return [which._replace(round_number=number) for number in rounds]


def _with_such_a_round(
    here: Opened, tournament: Tournament, divisions: Sequence[str], number: int
) -> list[str]:
    """Those divisions that are planned over so many rounds, or were paired for it all the same."""
    planned = {one.name: one.rounds for one in tournament.planned if one.rounds}
    found = [
        one
        for one in divisions
        if number <= planned.get(one, number) or here.hall.games(tournament.slug, number, one)
    ]
    if not found:
        most = max(planned[one] for one in divisions)
        raise Refusal(
            "no-such-round",
            say(
                "paper.name-planned-over-most-rounds-and",
                name=tournament.name,
                most=most,
                number=number,
            ),
            say("paper.plan-more-rounds-or-write-slug", slug=tournament.slug),
        )
    return found


def _tables(
    here: Opened, tournament: Tournament, division: str, which: ByHandToPrint
) -> Iterator[Table]:
    """Every table of a division, with its game where that is paired; up to so many."""
    rows = (
        here.hall.games(tournament.slug, which.round_number, division) if which.round_number else ()
    )
    earlier = which.round_number - 1
    before = here.hall.course(tournament.slug, earlier) if earlier > 0 else None
    games = {row.table: row for row in rows}  # of a game played again, the last
    last = which.tables or max(games, default=_needed(tournament, division, which.round_number))
    for table in range(1, min(last, MOST + 1) + 1):
        row = games.get(table)
        then = _before_play(here, row, before) if row is not None else None
        if then is not None:
            yield then
        elif row is not None or which.tables or not games:
            yield Heading(
                tournament=tournament.name,
                division=division,
                undivided=not division,
                round_number=which.round_number or None,
                table=table,
            )


def _needed(tournament: Tournament, division: str, round_number: int) -> int:
    """How many tables the players of a division sit down at."""
    return len(playing(tournament, round_number or 1, division)) // 2


def _before_play(here: Opened, row: GameRow, before: Course | None) -> Table | None:
    """A game as it was while nothing was done yet, and what a sheet of that says.

    ``None``: somebody else started than the record said then, so that such a sheet would be wrong.
    """
    sheet = here.shelf.sheet(row.id)
    then = sheet
    if sheet.state != "scheduled":
        versions = (sheet_as_known(sheet, at=at) for at in range(1, sheet.version))
        fitting = [one for one in takewhile(_nothing_done, versions) if _agrees(one, sheet)]
        if not fitting:
            return None
        then = fitting[-1]
    position, _ = here.log.placed_events_of(row.id)[then.version - 1]
    source = source_in(here.log, then, here.log.link_at(position))
    return then, standing_before(source, before, then)


def _agrees(then: Sheet, now: Sheet) -> bool:
    """Whether an earlier state names nobody else as who starts than the record does now."""
    was, stands = (
        one.numbers[start_of(one).who - 1] if one.numbers and start_of(one).who else 0
        for one in (then, now)
    )
    return not was or was == stands


def _nothing_done(sheet: Sheet) -> bool:
    return sheet.state == "scheduled"


NAMED = re.compile(
    r"(?P<tournament>[^/]+)(?:/(?P<division>(?![RrPp]\d+$)[^/]+))?"
    r"(?:/(?:[Rr](?P<round>\d{1,4})|[Pp](?P<number>\d{1,5})))?"
)

OF_A_ROUND = frozenset(name for name, form in FORMS.items() if form.of in ("round", "either"))


def course_named(here: Opened, form: str, subject: str, *, order: str | None) -> CourseToPrint:
    """What a person calls ``TOURNAMENT``, ``TOURNAMENT/DIVISION/R3`` or ``TOURNAMENT/P7``.

    It is the whole record that is printed, as officials see it.
    """
    shape = NAMED.fullmatch(subject)
    number = int(shape["round"] or 0) if shape else 0
    wrong = shape is None or (FORMS[form].of == "round" and not number)
    wrong = wrong or bool(shape and shape["number"] and FORMS[form].of != "player")
    wrong = wrong or bool(shape and shape["division"] and form == LEADS_TO_A_PAGE)
    if wrong or shape is None or (number and form not in OF_A_ROUND):
        raise Refusal(
            "unreadable-name",
            say("paper.not-what-this-paper-is-about", subject=repr(subject)),
            say("paper.write-tournament-r3-for-pairings-tournament"),
        )
    course = here.hall.course(shape["tournament"], after=0 if FORMS[form].of == "round" else number)
    if course is None:
        raise Refusal(
            "no-such-tournament",
            say("paper.no-tournament-called", name=repr(shape["tournament"])),
            say("paper.tilescribe-serve-lists-them-all"),
        )
    return CourseToPrint(
        course,
        round_number=number,
        order=_order(order),
        division=shape["division"],
        number=int(shape["number"] or 0),
        officially=True,
    )


@in_its_languages
def course_paper(here: Opened, form: str, which: CourseToPrint) -> Papers:
    row = which.course.tournament
    if which.division is not None and which.division not in which.course.divisions:
        raise Refusal(
            "no-such-division",
            say("paper.has-no-division", name=row.name, division=repr(which.division)),
            say("paper.leave-division-out-for-all-them"),
        )
    if which.officially:
        course, state = officially(here, which.course)
        return filled_course(here, form, which._replace(course=course), state)
    return filled_course(here, form, which, as_shown(here.log, here.desk.now()))


@in_its_languages
def filled_course(here: Opened, form: str, which: CourseToPrint, state: PrintedOf) -> Papers:
    row = which.course.tournament
    zone = zone_for(here.log, row.slug)
    at_hand = CourseAtHand(
        course=which.course,
        moment=state.moment.astimezone(zone),
        source=Source(tournament=row.name, link=state.link, zone=zone),
        record_to=state.record_to,
        shown=state.shown,
        division=which.division,
        round_number=which.round_number,
        order=which.order,
        number=which.number,
        planned=_planned(here, row.slug),
    )
    number = which.round_number or which.course.after or None
    place = Place(form, number if form in OF_A_ROUND else None, which.division)
    return filler(form, "course")(at_hand).placed(str(place))


def _planned(here: Opened, slug: str) -> dict[str, int]:
    tournament = tournament_of(here.log.events_of(tournament_id(slug)))
    return {one.name: one.rounds for one in tournament.planned} if tournament else {}


def _order(name: str | None) -> Literal["table", "name"]:
    return "name" if name == "name" else "table"
