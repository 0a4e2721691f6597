"""What hangs on the wall, filled from the course of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.hall.rows import StandingRow, lacks_wording
from ledger.hall.standings import prizes_won, won_by
from ledger.hall.standings_view import (
    NOT_PLAYED_OUT,
    Card,
    CardLine,
    Course,
    Paired,
    byes_wording,
    how_wording,
    last_round_wording,
    level_by_name,
    order_wording,
    provisional_wording,
    result_wording,
    rounds_counted,
    start_method_wording,
    state_wording,
    tie_worth_saying,
    unsigned_wording,
)
from ledger.messages import ENGLISH, language
from ledger.messages.written import days_written, initial, name_key
from ledger.vocabulary.bounds import halves
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import score, table_name
from printing.engine.heading import Heading, marked
from printing.engine.page import scores_words, signed, when_words
from printing.engine.ruled import Listed, PlainList, initial_of
from printing.languages import say
from printing.lists.course_lists import (
    MISSING_SLIPS,
    PAIRINGS,
    PLAYER_CARD,
    POSTER,
    PRIZES,
    ROUNDS,
    STANDINGS,
    WALL_CHART,
    Pairings,
    PlayerCard,
    Poster,
    WallChart,
)
from printing.papers import Papers
from printing.source import NOTHING_ELSE, Called, Played, Source, provisional_mark

# The course of a tournament at hand for its lists: which of it, as of when, and their heads.


class CourseAtHand(Struct, frozen=True, kw_only=True):
    """A tournament as its lists need it.

    Attributes:
      course: as whoever prints is shown it.
      moment: as of when, in the time of the hall.
      source: the chain's link and so on, where the state of the record is to be printed.
      record_to: the number of the last entry; ``None``: it is not told.
      shown: in its place, the second in which it is printed.
      number: whose card; 0: everybody's.
      planned: rounds planned of each division, where somebody said.
    """

    course: Course
    moment: datetime
    source: Source = field(default_factory=lambda: NOTHING_ELSE)
    record_to: int | None = None
    shown: str = ""
    division: str | None = None
    round_number: int = 0
    order: Literal["table", "name"] = "table"
    number: int = 0
    planned: Mapping[str, int] = field(default_factory=dict)

    @property
    def divisions(self) -> tuple[str, ...]:
        return self.course.divisions if self.division is None else (self.division,)

    def heading(self, division: str = "", round_number: int | None = None) -> Heading:
        row = self.course.tournament
        source = replace(self.source, tournament=row.name)
        played = Played(slug=row.slug, source=source, record_to=self.record_to, shown=self.shown)
        heading = played.heading(division, round_number)
        if not any(self.course.divisions):
            return replace(heading, undivided=True)
        return heading if division else replace(heading, division=say("paper_lists.all"))

    def notes(self, *more: str) -> tuple[str, ...]:
        return tuple(
            words
            for words in (say("paper.as-moment", moment=when_words(self.moment)), *more)
            if words
        )

    def missing(self, division: str | None = None) -> tuple[Paired, ...]:
        """Games without a result, of all that is printed or of one division of it."""
        wanted = self.divisions if division is None else (division,)
        return tuple(one for one in self.course.missing if one.division in wanted)

    def unsigned(self, division: str | None = None) -> tuple[Paired, ...]:
        """Games with a result that is not signed for by both, likewise."""
        wanted = self.divisions if division is None else (division,)
        return tuple(one for one in self.course.unsigned if one.division in wanted)

    def may_change(self, heading: Heading, division: str | None = None) -> Heading:
        open_ = self.missing(division) or self.unsigned(division)
        return marked(heading, provisional=bool(open_))

    def of_standings(self, division: str | None = None) -> tuple[str, ...]:
        """After which round they are, and what of it is missing, unsigned or worth nothing yet."""
        state = state_wording(self.course, division).capitalize()
        missing, unsigned = self.missing(division), self.unsigned(division)
        byes = byes_wording(self.course.byes_worth_nothing(division))
        waits = (_bound(provisional_wording, missing), _bound(unsigned_wording, unsigned))
        return f"{state}.", *waits, byes


class _Wording(Protocol):
    def __call__(self, games: Sequence[Paired], /, *, division_first: bool) -> str: ...


def _bound(wording: _Wording, games: Sequence[Paired]) -> Called:
    return Called(wording(games, division_first=False), bound=wording(games, division_first=True))


# Wall charts and players' cards: every round of a player, filled from the course.


def wall_charts_papers(course: CourseAtHand) -> Papers:
    """Every round of every player, a chart for each division and eight of its rounds."""
    charts = [
        chart for division in course.divisions or ("",) for chart in charts_of(course, division)
    ]
    return Papers.of(WALL_CHART, course.source, *charts)


def charts_of(course: CourseAtHand, division: str) -> list[WallChart]:
    cards = [card for card in course.course.cards if card.player.division == division]
    rounds = max(course.planned.get(division, 0), _paired(course, division), 1)
    return [
        WallChart(
            heading=course.may_change(course.heading(division), division),
            notes=course.notes(
                *course.of_standings(division),
                say("paper.round-opponents-number-1-for-first"),
            ),
            first=first,
            last=min(first + ROUNDS - 1, rounds),
            rows=tuple(_chart_row(card, first, rounds) for card in cards),
        )
        for first in range(1, rounds + 1, ROUNDS)
    ]


def _paired(course: CourseAtHand, division: str) -> int:
    """The highest round of a division that was paired."""
    found = (one.round_number for one in course.course.pairings if one.division == division)
    return max(found, default=0)


def _chart_row(card: Card, first: int, last: int) -> Listed:
    by_round = {line.round_number: line for line in card.lines}
    rounds = range(first, min(first + ROUNDS - 1, last) + 1)
    name = f"{card.player.number or ''} {card.player.name}".strip()
    return Listed((name, *(_chart_cell(by_round.get(number)) for number in rounds)))


def _chart_cell(line: CardLine | None) -> str:
    if line is None:
        return ""
    met = how_wording(line.how) if line.sat_out else _met(line)
    lines = [met if line.sat_out else f"{result_wording(line)[:1].upper()} {met}".strip()]
    if line.score is not None:
        lines.append(scores_words(line.score, line.against))
    elif line.how in NOT_PLAYED_OUT and not line.sat_out:
        lines.append(how_wording(line.how))
    if line.provisional:
        lines.append(provisional_mark())
    if line.counts:
        lines.append(f"{score(halves(line.wins), halves(line.losses))} {signed(line.total)}")
    return "\n".join(lines)


def _met(line: CardLine) -> str:
    seat = f" ({line.seat})" if line.seat else ""
    return f"{line.opponent or line.name}{seat}"


def player_cards_papers(course: CourseAtHand) -> Papers:
    cards = [
        card_of(course, card)
        for card in course.course.cards
        if card.player.division in course.divisions
        and course.number in (0, card.player.number)
        and card.player.number
    ]
    if not cards:
        raise Refusal(
            "no-such-player",
            say("paper.there-nobody-number-in-name", name=course.course.tournament.name),
            say("paper.look-up-numbers-in-standings-without"),
        )
    return Papers.of(PLAYER_CARD, course.source, *cards)


def card_of(course: CourseAtHand, card: Card) -> PlayerCard:
    line = card.next_line
    following: str = ""
    if line is None:
        following = last_round_wording(course.course, card.player.division)
    elif line.sat_out:
        following = say(
            "paper_lists.round-sat-out", round=line.round_number, how=how_wording(line.how)
        )
    else:
        start = start_wording(line)
        following = Called(
            _seat(line, table_name(card.player.division, line.table), start),
            bound=_seat(line, str(line.table), start),
        )
    return PlayerCard(
        heading=marked(
            course.heading(card.player.division),
            provisional=any(line.provisional for line in card.lines),
        ),
        player=card.player.name,
        number=card.player.number,
        next_table=following,
        starts=card.starts,
        rows=tuple(_card_row(one) for one in card.lines),
    )


def _seat(line: CardLine, table: str, start: str) -> str:
    if start:
        return say(
            "paper_lists.round-table-start", round=line.round_number, table=table, start=start
        )
    return say("paper_lists.round-table", round=line.round_number, table=table)


def _card_row(line: CardLine) -> Listed:
    opponent = f"{line.opponent or ''} {line.name}".strip()
    return Listed(
        (
            str(line.round_number),
            start_wording(line),
            str(line.table or ""),
            how_wording(line.how) if line.sat_out else opponent,
            result_wording(line),
            scores_words(line.score, line.against)
            or ("" if line.sat_out else how_wording(line.how)),
            signed(line.spread),
            signed(line.total) if line.counts else "",
        ),
        note=provisional_mark() if line.provisional else "",
    )


def start_wording(line: CardLine) -> str:
    """Whether the player starts, or started; empty where that is not known, or not yet."""
    return ("", say("paper.first-short"), say("paper.second-short"))[line.seat]


def pairings_papers(course: CourseAtHand) -> Papers:
    """Who sits where in a round: by table a list a division, by name one list."""
    found = course.course.of_round(course.round_number, course.division)
    if not found:
        raise Refusal(
            "no-such-round",
            say(
                "paper.name-has-no-round-round-number",
                name=course.course.tournament.name,
                round_number=course.round_number,
            ),
            say("paper.check-number-and-name-division-if"),
        )
    make = pairings_by_name if course.order == "name" else pairings_by_table
    return Papers.of(PAIRINGS, course.source, *make(course, found))


def pairings_by_table(course: CourseAtHand, found: Sequence[Paired]) -> tuple[Pairings, ...]:
    """A list for each division, byes at its end."""
    by = course.course.tournament.starts_by
    by_division: dict[str, list[Listed]] = {}
    in_order = {
        division: all(_starts_first(course, one) for one in found if one.division == division)
        for division in {one.division for one in found}
    }
    for one in found:
        assigned = by == "assigned" and in_order[one.division]
        first, *second = one.names if assigned else names_with_start(course, one)
        row = (
            (
                str(one.table),
                first,
                second[0] if second else "",
                say("paper.kept-table") if one.kept else "",
            )
            if one.table
            else (say("paper.kind-bye"), first, "", "")
        )
        by_division.setdefault(one.division, []).append(Listed(row))
    return tuple(
        Pairings(
            heading=course.heading(division, course.round_number),
            notes=course.notes(
                as_marked()
                if by == "assigned" and not in_order[division]
                else start_method_wording(by)
            ),
            rows=tuple(rows),
            heads=(say("paper_lists.first"), say("paper_lists.second"))
            if by == "assigned" and in_order[division]
            else (say("paper_cases.player"), say("paper_cases.player")),
        )
        for division, rows in by_division.items()
    )


def as_marked() -> str:
    """What a list says where starts are assigned and it is not always who is named first."""
    return say("paper_lists.who-starts-marked-where-known")


def _starts_first(course: CourseAtHand, one: Paired) -> bool:
    """Whether who is named first in a pairing starts; of a bye, that nobody is to."""
    line = course.course.line(one.numbers[0], one.round_number)
    return not one.table or (line is not None and line.seat == 1)


def names_with_start(course: CourseAtHand, one: Paired) -> list[str]:
    """Both names, with a word at who starts, or started, where that is settled."""
    lines = []
    for number, name in zip(one.numbers, one.names, strict=True):
        line = course.course.line(number, one.round_number)
        lines.append(say("paper_lists.name-starts", name=name) if line and line.seat == 1 else name)
    return lines


def _is_bound() -> bool:
    """Whether a list is filled for its code: in English, in the order that codes have bound so far.

    What is drawn in another language is sorted as that language has it, and has the same code.
    """
    return language() == ENGLISH


def pairings_by_name(course: CourseAtHand, found: Iterable[Paired]) -> tuple[Pairings, ...]:
    """One list of everybody, as people look for themselves."""
    told = []
    for one in found:
        for seat, name in enumerate(one.names):
            other = one.names[1 - seat] if one.table else say("paper.kind-bye")
            line = course.course.line(one.numbers[seat], one.round_number)
            starts = start_wording(line) if line else ""
            table = table_name(one.division, one.table) if one.table else one.division
            told.append((name, table, other, starts))
    key, letter_of = (sought, initial_of) if _is_bound() else (name_key, initial)
    told.sort(key=lambda row: key(row[0]))
    rows, before = [], ""
    for name, *rest in told:
        letter = letter_of(name)
        rows.append(Listed((letter if letter != before else "", name, *rest), group=letter))
        before = letter
    heading = course.heading(course.division or "", course.round_number)
    return (Pairings(heading=heading, order="name", notes=course.notes(), rows=tuple(rows)),)


def standings_papers(course: CourseAtHand) -> Papers:
    found = [standings_of(course, division) for division in course.divisions or ("",)]
    return Papers.of(STANDINGS, course.source, *found)


def standings_of(course: CourseAtHand, division: str) -> PlainList:
    tournament = course.course.tournament
    rows = [row for row in course.course.standings if row.division == division]
    if not _is_bound():
        rows = level_by_name(rows)
    latest = max(rounds_counted(course.course, division), default=0)
    heading = course.heading(division, course.course.after or latest or None)
    return PlainList(
        heading=course.may_change(heading, division),
        notes=course.notes(
            *course.of_standings(division),
            order_wording(_ties(course.course), tournament.spread_cap),
        ),
        rows=tuple(_place(course.course, row) for row in rows),
    )


def _ties(course: Course) -> list[str]:
    return course.tournament.ties.split() or ["spread"]


def _place(course: Course, row: StandingRow) -> Listed:
    return Listed(
        (
            str(row.place or ""),
            row.name,
            halves(int(2 * row.wins)),
            halves(int(2 * row.losses)),
            signed(row.spread),
            str(row.starts),
            "\n".join(f"{one.name}: {one.place}" if one.place else one.name for one in row.classes),
            "\n".join(won_by(row, course.prizes)),
        ),
        note=tie_worth_saying(row.tie, _ties(course)).replace("−", "–"),
    )


def missing_slips_papers(course: CourseAtHand) -> Papers:
    return Papers.of(MISSING_SLIPS, course.source, missing_of(course))


def missing_of(course: CourseAtHand) -> PlainList:
    found = [one for one in course.course.slips if one.division in course.divisions]
    count = say("paper.slips-are-missing", n=len(found))
    return PlainList(
        heading=course.heading(course.division or ""),
        notes=course.notes(count if found else say("paper.every-slip-every-round-begun-in")),
        rows=tuple(
            Listed(
                (
                    one.division,
                    str(one.round_number),
                    str(one.table),
                    " – ".join(one.names),
                    lacks_wording(one.lacks),
                )
            )
            for one in found
        )
        or (Listed(("", "", "", say("paper.none-missing"), "")),),
    )


def prizes_papers(course: CourseAtHand) -> Papers:
    return Papers.of(PRIZES, course.source, prizes_of(course))


def prizes_of(course: CourseAtHand) -> PlainList:
    told = course.course
    return PlainList(
        heading=course.may_change(course.heading()),
        notes=course.notes(
            *course.of_standings(),
            "" if told.tournament.over else say("paper.named-who-would-have-prize-if"),
        ),
        rows=tuple(
            Listed(
                (
                    one.prize.division,
                    f"{one.prize.class_name} {one.prize.place}"
                    if one.prize.class_name
                    else say("paper_lists.place-number", place=one.prize.place),
                    one.prize.wins,
                    "\n".join(one.names),
                ),
                note=" ".join(one.notes),
            )
            for one in prizes_won(told.standings, told.prizes)
            if course.division in (None, one.prize.division)
        )
        or (Listed(("", "", say("paper.no-prizes-were-announced"), "")),),
    )


def poster_papers(course: CourseAtHand) -> Papers:
    return Papers.of(POSTER, course.source, poster_of(course))


def poster_of(course: CourseAtHand) -> Poster:
    """What the poster says. It gets no code: nothing on it comes from play."""
    row = course.course.tournament
    return Poster(
        heading=Heading(tournament=row.name, venue=row.place),
        days=days_written(row.first_day, row.last_day),
        leads_to=row.slug,
    )
