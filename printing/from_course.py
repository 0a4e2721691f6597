"""What hangs on the wall, filled from the course of a tournament: the same as its pages say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.hall.course import Course, Paired
from ledger.hall.in_words import (
    STARTS_BY,
    order_told,
    rounds_counted,
    tie_worth_saying,
)
from ledger.hall.missing import LACKS_TOLD
from ledger.hall.prizes import prizes_won, won_by
from ledger.hall.rows import StandingRow
from ledger.vocabulary.days import days_in_words
from ledger.vocabulary.halves import halves
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import Refusal
from printing import missing_slips, pairings, poster, prizes, standings
from printing.course_at_hand import CourseAtHand
from printing.filled_charts import player_cards_papers, start_told, wall_charts_papers
from printing.heading import Heading
from printing.page import signed
from printing.papers import Papers
from printing.ruled import Listed, initial_of

__all__ = [
    "missing_slips_papers",
    "pairings_papers",
    "player_cards_papers",
    "poster_papers",
    "prizes_papers",
    "standings_papers",
    "wall_charts_papers",
]


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
    course: CourseAtHand, found: Sequence[Paired]
) -> tuple[pairings.Pairings, ...]:
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
            (str(one.table), first, second[0] if second else "", "kept table" if one.kept else "")
            if one.table
            else ("bye", first, "", "")
        )
        by_division.setdefault(one.division, []).append(Listed(row))
    return tuple(
        pairings.Pairings(
            heading=course.heading(division, course.round_number),
            notes=course.notes(
                AS_MARKED if by == "assigned" and not in_order[division] else STARTS_BY.get(by, "")
            ),
            rows=tuple(rows),
            heads=("First", "Second")
            if by == "assigned" and in_order[division]
            else ("Player", "Player"),
        )
        for division, rows in by_division.items()
    )


AS_MARKED = "Who starts is marked, where it is known."
"""What a list says where starts are assigned and it is not always who is named first."""


def _starts_first(course: CourseAtHand, one: Paired) -> bool:
    """Whether who is named first in a pairing starts; of a bye, that nobody is to."""
    line = course.course.line(one.numbers[0], one.round_number)
    return not one.table or (line is not None and line.seat == 1)


def names_with_start(course: CourseAtHand, one: Paired) -> list[str]:
    """Both names, with a word at who starts, or started, where that is settled."""
    told = []
    for number, name in zip(one.numbers, one.names, strict=True):
        line = course.course.line(number, one.round_number)
        told.append(f"{name} (starts)" if line and line.seat == 1 else name)
    return told


def pairings_by_name(
    course: CourseAtHand, found: Iterable[Paired]
) -> tuple[pairings.Pairings, ...]:
    """One list of everybody, as people look for themselves."""
    told = []
    for one in found:
        division = f"{one.division} " if one.division else ""
        for seat, name in enumerate(one.names):
            other = one.names[1 - seat] if one.table else "bye"
            line = course.course.line(one.numbers[seat], one.round_number)
            starts = start_told(line) if line else ""
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
                    one.prize.division,
                    f"{one.prize.class_name or 'Place'} {one.prize.place}",
                    one.prize.wins,
                    "\n".join(one.names),
                ),
                note=" ".join(one.notes),
            )
            for one in prizes_won(told.standings, told.prizes)
            if course.division in (None, one.prize.division)
        )
        or (Listed(("", "", "No prizes were announced.", "")),),
    )


def poster_papers(course: CourseAtHand) -> Papers:
    """The poster that leads phones to the tournament's own page."""
    return Papers.of(poster, course.source, poster_of(course))


def poster_of(course: CourseAtHand) -> poster.Poster:
    """What the poster says. It gets no code: nothing on it comes from play."""
    row = course.course.tournament
    return poster.Poster(
        heading=Heading(tournament=row.name, venue=row.place),
        days=days_in_words(row.first_day, row.last_day),
        leads_to=row.slug,
    )
