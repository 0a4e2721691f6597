"""Wall charts and players' cards: every round of a player, filled from the course."""

from __future__ import annotations

from ledger.hall.course import Card, CardLine
from ledger.hall.in_words import (
    HOW,
    last_round_told,
    result_told,
)
from ledger.vocabulary.halves import halves
from ledger.vocabulary.refusals import Refusal
from printing import player_card, wall_chart
from printing.course_at_hand import CourseAtHand
from printing.heading import marked
from printing.kinds_of_result import PROVISIONAL
from printing.page import signed, whole
from printing.papers import Papers
from printing.ruled import Listed

FIRST, SECOND = "1st", "2nd"
"""Who starts, and who does not, in a column of a list."""


def wall_charts_papers(course: CourseAtHand) -> Papers:
    """Every round of every player, a chart for each division and eight of its rounds."""
    charts = [
        chart for division in course.divisions or ("",) for chart in charts_of(course, division)
    ]
    return Papers.of(wall_chart, course.source, *charts)


def charts_of(course: CourseAtHand, division: str) -> list[wall_chart.WallChart]:
    """The charts of a division."""
    cards = [card for card in course.course.cards if card.player.division == division]
    rounds = max(course.planned.get(division, 0), _paired(course, division), 1)
    return [
        wall_chart.WallChart(
            heading=course.may_change(course.heading(division), division),
            notes=course.notes(
                *course.of_standings(division),
                "A round: opponent’s number, 1 for first and 2 for second, scores, wins and losses "
                "and spread so far.",
            ),
            first=first,
            last=min(first + wall_chart.ROUNDS - 1, rounds),
            rows=tuple(_chart_row(card, first, rounds) for card in cards),
        )
        for first in range(1, rounds + 1, wall_chart.ROUNDS)
    ]


def _paired(course: CourseAtHand, division: str) -> int:
    """The highest round of a division that was paired."""
    found = (one.round_number for one in course.course.pairings if one.division == division)
    return max(found, default=0)


def _chart_row(card: Card, first: int, last: int) -> Listed:
    by_round = {line.round_number: line for line in card.lines}
    rounds = range(first, min(first + wall_chart.ROUNDS - 1, last) + 1)
    name = f"{card.player.number or ''} {card.player.name}".strip()
    return Listed((name, *(_chart_cell(by_round.get(number)) for number in rounds)))


def _chart_cell(line: CardLine | None) -> str:
    if line is None:
        return ""
    met = HOW[line.how] if line.sat_out else _met(line)
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


def _met(line: CardLine) -> str:
    seat = f" ({line.seat})" if line.seat else ""
    return f"{line.opponent or line.name}{seat}"


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
    if line is None:
        following = last_round_told(course.course, card.player.division)
    elif line.sat_out:
        following = f"Round {line.round_number}, {HOW[line.how]}"
    else:
        start = start_told(line)
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
        rows=tuple(_card_row(one) for one in card.lines),
    )


def _card_row(line: CardLine) -> Listed:
    scores = f"{whole(line.score)}–{whole(line.against)}" if line.score is not None else ""
    opponent = f"{line.opponent or ''} {line.name}".strip()
    return Listed(
        (
            str(line.round_number),
            start_told(line),
            str(line.table or ""),
            HOW[line.how] if line.sat_out else opponent,
            result_told(line),
            scores or ("" if line.sat_out else HOW.get(line.how, "")),
            signed(line.spread),
            signed(line.total) if line.counts else "",
        ),
        note=PROVISIONAL if line.provisional else "",
    )


def start_told(line: CardLine) -> str:
    """Whether the player starts, or started; empty where that is not known, or not yet."""
    return ("", FIRST, SECOND)[line.seat]
