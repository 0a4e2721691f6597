"""What hangs on the wall, filled from the course of a tournament: the same as its pages say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from ledger.hall.course import Card, CardLine, Course, Paired
from ledger.hall.in_words import (
    HOW,
    order_told,
    provisional_told,
    result_told,
    rounds_counted,
    state_told,
    tie_worth_saying,
    unsigned_told,
    who_starts,
    won_by,
)
from ledger.hall.missing import LACKS_TOLD
from ledger.hall.rows import StandingRow
from ledger.vocabulary.halves import halves
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import Refusal
from printing import missing_slips, pairings, player_card, prizes, standings, wall_chart
from printing.heading import Heading, marked
from printing.kinds_of_result import PROVISIONAL
from printing.page import signed, when_words, whole
from printing.papers import Papers
from printing.played import Played
from printing.ruled import Listed, initial_of
from printing.source import NOTHING_ELSE, Source

FIRST, SECOND = "1st", "2nd"


@dataclass(frozen=True, kw_only=True)
class CourseAtHand:
    """A tournament as its lists need it.

    Attributes:
      course: as whoever prints is shown it.
      moment: as of when, in the time of the hall.
      source: the chain's link and so on, where the state of the record is to be printed.
      record_to: the number of the last entry; ``None``: it is not told.
      shown: in its place, the second in which it is printed.
      division: of one division only; ``None``: all.
      round_number: of which round pairings are.
      order: whether pairings go by ``table`` or by ``name``.
      number: whose card; 0: everybody's.
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

    @property
    def divisions(self) -> tuple[str, ...]:
        """The divisions that are printed."""
        return self.course.divisions if self.division is None else (self.division,)

    def heading(self, division: str = "", round_number: int | None = None) -> Heading:
        """The head of one list."""
        row = self.course.tournament
        source = replace(self.source, tournament=row.name)
        played = Played(slug=row.slug, source=source, record_to=self.record_to, shown=self.shown)
        heading = played.heading(division, round_number)
        if not any(self.course.divisions):
            return replace(heading, undivided=True)
        return heading if division else replace(heading, division="all")

    def notes(self, *more: str) -> tuple[str, ...]:
        """The lines below the head: as of when, and what else there is to say."""
        return tuple(words for words in (f"As of {when_words(self.moment)}.", *more) if words)

    def missing(self, division: str | None = None) -> tuple[Paired, ...]:
        """Games without a result, of all that is printed or of one division of it."""
        wanted = self.divisions if division is None else (division,)
        return tuple(one for one in self.course.missing if one.division in wanted)

    def unsigned(self, division: str | None = None) -> tuple[Paired, ...]:
        """Games with a result that is not signed for by both, likewise."""
        wanted = self.divisions if division is None else (division,)
        return tuple(one for one in self.course.unsigned if one.division in wanted)

    def may_change(self, heading: Heading, division: str | None = None) -> Heading:
        """The head of a list, marked where it may change still."""
        open_ = self.missing(division) or self.unsigned(division)
        return marked(heading, provisional=bool(open_))

    def of_standings(self, division: str | None = None) -> tuple[str, str, str]:
        """After which round they are, what is missing, and what is not signed."""
        state = state_told(self.course, division).capitalize()
        missing, unsigned = self.missing(division), self.unsigned(division)
        return f"{state}.", provisional_told(missing), unsigned_told(unsigned)


def pairings_papers(course: CourseAtHand) -> Papers:
    """Who sits where in a round: by table a list a division, by name one list.

    Raises:
      Refusal: ``no-such-round``.
    """
    found = course.course.of_round(course.round_number, course.division)
    if not found:
        raise Refusal(
            "no-such-round",
            f"{course.course.tournament.name} has no round {course.round_number} that was paired.",
            "Check the number, and name the division if there are several.",
        )
    make = pairings_by_name if course.order == "name" else pairings_by_table
    return Papers.of(pairings, course.source, *make(course, found))


def pairings_by_table(
    course: CourseAtHand, found: Iterable[Paired]
) -> tuple[pairings.Pairings, ...]:
    """A list for each division, byes at its end."""
    by_division: dict[str, list[Listed]] = {}
    for one in found:
        first, *second = one.names
        row = (
            (str(one.table), first, second[0] if second else "", "kept table" if one.kept else "")
            if one.table
            else ("bye", first, "", "")
        )
        by_division.setdefault(one.division, []).append(Listed(row))
    assigned = course.course.tournament.starts_by == "assigned"
    return tuple(
        pairings.Pairings(
            heading=course.heading(division, course.round_number),
            notes=course.notes("Who is named first starts." if assigned else ""),
            rows=tuple(rows),
            heads=("First", "Second") if assigned else ("Player", "Player"),
        )
        for division, rows in by_division.items()
    )


def pairings_by_name(
    course: CourseAtHand, found: Iterable[Paired]
) -> tuple[pairings.Pairings, ...]:
    """One list of everybody, as people look for themselves."""
    told = []
    for one in found:
        division = f"{one.division} " if one.division else ""
        for seat, name in enumerate(one.names):
            other = one.names[1 - seat] if one.table else "bye"
            card = course.course.card(one.numbers[seat])
            line = card.line(one.round_number) if card else None
            starts = _start(course.course, card, line) if card and line else ""
            table = f"{division}{one.table}" if one.table else division.strip()
            told.append((name, table, other, starts))
    told.sort(key=lambda row: sought(row[0]))
    rows, before = [], ""
    for name, *rest in told:
        letter = initial_of(name)
        rows.append(Listed((letter if letter != before else "", name, *rest), group=letter))
        before = letter
    heading = course.heading(course.division or "", course.round_number)
    return (
        pairings.Pairings(heading=heading, order="name", notes=course.notes(), rows=tuple(rows)),
    )


def standings_papers(course: CourseAtHand) -> Papers:
    """Who stands where, a list a division."""
    found = [standings_of(course, division) for division in course.divisions or ("",)]
    return Papers.of(standings, course.source, *found)


def standings_of(course: CourseAtHand, division: str) -> standings.Standings:
    """The standings of a division."""
    tournament = course.course.tournament
    rows = [row for row in course.course.standings if row.division == division]
    latest = max(rounds_counted(course.course, division), default=0)
    heading = course.heading(division, course.course.after or latest or None)
    return standings.Standings(
        heading=course.may_change(heading, division),
        notes=course.notes(
            *course.of_standings(division),
            order_told(_ties(course.course), tournament.spread_cap),
        ),
        rows=tuple(_place(course.course, row) for row in rows),
    )


def _ties(course: Course) -> list[str]:
    return course.tournament.ties.split() or ["spread"]


def _place(course: Course, row: StandingRow) -> Listed:
    return Listed(
        (
            str(row.place),
            row.name,
            halves(int(2 * row.wins)),
            halves(int(2 * row.losses)),
            signed(row.spread),
            str(row.starts),
            "\n".join(f"{one.name}: {one.place}" for one in row.classes),
            "\n".join(won_by(row, course.prizes)),
        ),
        note=tie_worth_saying(row.tie, _ties(course)).replace("−", "–"),
    )


def wall_charts_papers(course: CourseAtHand) -> Papers:
    """Every round of every player, a chart for each division and eight rounds."""
    charts = [
        chart for division in course.divisions or ("",) for chart in charts_of(course, division)
    ]
    return Papers.of(wall_chart, course.source, *charts)


def charts_of(course: CourseAtHand, division: str) -> list[wall_chart.WallChart]:
    """The charts of a division."""
    cards = [card for card in course.course.cards if card.player.division == division]
    rounds = max(course.course.rounds, 1)
    return [
        wall_chart.WallChart(
            heading=course.may_change(course.heading(division), division),
            notes=course.notes(
                *course.of_standings(division),
                "A round: opponent’s number, 1 for first and 2 for second, scores, wins and losses "
                "and spread so far.",
            ),
            first=first,
            rows=tuple(_chart_row(card, first) for card in cards),
        )
        for first in range(1, rounds + 1, wall_chart.ROUNDS)
    ]


def _chart_row(card: Card, first: int) -> Listed:
    by_round = {line.round_number: line for line in card.lines}
    rounds = range(first, first + wall_chart.ROUNDS)
    name = f"{card.player.number or ''} {card.player.name}".strip()
    return Listed((name, *(_chart_cell(by_round.get(number)) for number in rounds)))


def _chart_cell(line: CardLine | None) -> str:
    if line is None:
        return ""
    met = HOW[line.how] if line.sat_out else f"{line.opponent or line.name} ({line.seat})"
    told = [met if line.sat_out else f"{result_told(line)[:1].upper()} {met}".strip()]
    if line.score is not None:
        told.append(f"{whole(line.score)}–{whole(line.against)}")
    elif line.how in HOW and not line.sat_out:
        told.append(HOW[line.how])
    if line.provisional:
        told.append(PROVISIONAL)
    if line.counts:
        told.append(f"{halves(line.wins)}–{halves(line.losses)} {signed(line.total)}")
    return "\n".join(told)


def player_cards_papers(course: CourseAtHand) -> Papers:
    """The cards of everybody, or of one player.

    Raises:
      Refusal: ``no-such-player``.
    """
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
            f"There is nobody of that number in {course.course.tournament.name}.",
            "Look up the numbers in the standings; without one, every card is printed.",
        )
    return Papers.of(player_card, course.source, *cards)


def card_of(course: CourseAtHand, card: Card) -> player_card.PlayerCard:
    """The card of a player."""
    line = card.next_line
    following = ""
    if line is not None:
        start = _start(course.course, card, line)
        following = f"Round {line.round_number}, table {line.table}"
        following += f" ({start})" if start else ""
    return player_card.PlayerCard(
        heading=marked(
            course.heading(card.player.division),
            provisional=any(line.provisional for line in card.lines),
        ),
        player=card.player.name,
        number=card.player.number,
        next_table=following,
        starts=card.starts,
        rows=tuple(_card_row(course.course, card, one) for one in card.lines),
    )


def _card_row(course: Course, card: Card, line: CardLine) -> Listed:
    seat = {1: FIRST, 2: SECOND}.get(line.seat, "") if line.began else _start(course, card, line)
    scores = f"{whole(line.score)}–{whole(line.against)}" if line.score is not None else ""
    opponent = f"{line.opponent or ''} {line.name}".strip()
    return Listed(
        (
            str(line.round_number),
            seat,
            str(line.table or ""),
            HOW[line.how] if line.sat_out else opponent,
            result_told(line),
            scores or ("" if line.sat_out else HOW.get(line.how, "")),
            signed(line.spread),
            signed(line.total) if line.counts else "",
        ),
        note=PROVISIONAL if line.provisional else "",
    )


def _start(course: Course, card: Card, line: CardLine) -> str:
    """Who starts a game that was not begun, as far as that is settled."""
    if line.began:
        return FIRST if line.seat == 1 else SECOND
    if line.game is None:
        return ""
    other = course.card(line.opponent) if line.opponent else None
    starts = who_starts(
        line, course.tournament.starts_by, card.starts, other.starts[0] if other else 0
    )
    return {"you": FIRST, "opponent": SECOND, "open": ""}[starts]


def missing_slips_papers(course: CourseAtHand) -> Papers:
    """Tables whose slips are missing."""
    return Papers.of(missing_slips, course.source, missing_of(course))


def missing_of(course: CourseAtHand) -> missing_slips.MissingSlips:
    """The list of such tables."""
    found = [one for one in course.course.slips if one.division in course.divisions]
    count = f"{len(found)} slips are missing." if len(found) != 1 else "1 slip is missing."
    return missing_slips.MissingSlips(
        heading=course.heading(course.division or ""),
        notes=course.notes(count if found else "Every slip of every round begun is in."),
        rows=tuple(
            Listed(
                (
                    one.division,
                    str(one.round_number),
                    str(one.table),
                    " – ".join(one.names),
                    LACKS_TOLD[one.lacks],
                )
            )
            for one in found
        )
        or (Listed(("", "", "", "None is missing.", "")),),
    )


def prizes_papers(course: CourseAtHand) -> Papers:
    """The prizes, and who has them as things stand."""
    return Papers.of(prizes, course.source, prizes_of(course))


def prizes_of(course: CourseAtHand) -> prizes.Prizes:
    """The list of prizes."""
    told = course.course
    return prizes.Prizes(
        heading=course.may_change(course.heading()),
        notes=course.notes(
            *course.of_standings(),
            "" if told.tournament.over else "Named is who would have the prize if it ended now.",
        ),
        rows=tuple(
            Listed(
                (
                    prize.division,
                    f"{prize.class_name or 'Place'} {prize.place}",
                    prize.wins,
                    "\n".join(row.name for row in told.standings if won_by(row, (prize,))),
                )
            )
            for prize in told.prizes
            if course.division in (None, prize.division)
        )
        or (Listed(("", "", "No prizes were announced.", "")),),
    )
