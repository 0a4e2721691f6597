"""How far a day is: the phase of a division's round, and what one player is to do now.

A phase follows from what is written: a round was paired, a game began, slips came in, the last
round or the tournament was closed. An organiser may say that a round is further than its events
show, as where games are played without tablets; nobody can say that it is less far.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from ledger.hall.standings_view import Card, CardLine, Course, Paired

Phase = Literal["before", "seat", "play", "hand-in", "break", "over"]
"""Of a division: nothing is paired; find your table; play; hand in; wait for the next; over."""

PlayerPhase = Literal[
    "check-in", "here", "before", "later", "left-out", "seat", "bye", "play", "hand-in", "break",
    "over", "withdrawn",
]  # fmt: skip
"""Of a player. ``here``: checked in, and nothing is paired; ``later``: a late entry, whose first
round is to come; ``left-out``: in no pairing of the round."""

ORDER: tuple[Phase, ...] = ("before", "seat", "play", "hand-in", "break", "over")

LAST_PART = 4
"""A round is at its end when no more than a quarter of its slips are missing."""


class DivisionPhase(NamedTuple):
    """How far a division is.

    Attributes:
      round_number: the latest that was paired; 0: none.
      tables: of it; ``settled``: those whose result is in.
    """

    round_number: int
    phase: Phase
    tables: int = 0
    settled: int = 0

    @property
    def mark(self) -> str:
        """What a phone compares, to know that its page shows another phase: ``4 play``."""
        return f"{self.round_number} {self.phase}"


class PhaseView(Struct, frozen=True, kw_only=True):
    """What one player is to do now.

    Attributes:
      division: how far the player's division is.
      line: the player's round that it is about; ``None``: about none.
      slip: the pairing of ``line``, where something of its slip is missing.
    """

    phase: PlayerPhase
    division: DivisionPhase
    line: CardLine | None = None
    slip: Paired | None = None


def phase_of(course: Course, division: str) -> DivisionPhase:
    """How far a division is, by its events and by what an organiser said of its latest round."""
    mine = [one for one in course.pairings if one.division == division]
    number = max((one.round_number for one in mine), default=0)
    if not number:
        return DivisionPhase(0, "over" if course.tournament.over else "before")
    tables = [one for one in mine if one.round_number == number and one.table]
    settled = sum(one.is_settled for one in tables)
    by_events = _by_events(course, division, number, tables)
    phase = max(by_events, _said(course, division, number), key=ORDER.index)
    return DivisionPhase(number, phase, len(tables), settled)


def _by_events(course: Course, division: str, number: int, tables: list[Paired]) -> Phase:
    if course.tournament.over:
        return "over"
    if all(one.is_settled for one in tables):
        planned = course.tournament.planned.get(division, 0)
        earlier = any(one.division == division for one in course.missing)
        return "over" if planned and number >= planned and not earlier else "break"
    slips = [one for one in course.slips if (one.division, one.round_number) == (division, number)]
    # A game on paper is begun once its result is in: before the first one, all slips are missing.
    if any(one.is_settled for one in tables) and len(slips) * LAST_PART <= len(tables):
        return "hand-in"
    return "play" if _is_begun(course, division, number) else "seat"


def _is_begun(course: Course, division: str, number: int) -> bool:
    """Whether any game of a round was begun, or has its result."""
    lines = (card.line(number) for card in course.cards)
    return any(
        line.division == division and not line.is_next and not line.sat_out
        for line in lines
        if line is not None
    )


def _said(course: Course, division: str, number: int) -> Phase:
    """What an organiser said of this round; of another it holds no more."""
    of_round, _, phase = course.tournament.phases.get(division, "").partition(" ")
    known = of_round == str(number) and phase in ("play", "hand-in", "break")
    return phase if known else "before"  # type: ignore[return-value]


def marks_of(course: Course) -> dict[str, str]:
    """By division how far it is, in a word that phones compare."""
    return {division: phase_of(course, division).mark for division in course.divisions}


def phase_of_player(course: Course, card: Card) -> PhaseView:
    """What a player is to do now."""
    player = card.player
    now = phase_of(course, player.division)
    if player.withdrawn:
        return PhaseView(phase="withdrawn", division=now)
    if now.phase == "over":
        return PhaseView(phase="over", division=now)
    earlier = card.line_in_play
    if earlier is not None and earlier.round_number < now.round_number:
        return PhaseView(phase="play", division=now, line=earlier)
    line = card.line(now.round_number)
    if line is None or (line.sat_out and line.how == "missed"):
        return PhaseView(phase=_in_no_pairing(course, card, now), division=now)
    slip = _slip(course, line, player.number)
    return PhaseView(phase=_at_a_table(line, slip, now), division=now, line=line, slip=slip)


def _in_no_pairing(course: Course, card: Card, now: DivisionPhase) -> PlayerPhase:
    player = card.player
    if player.first_round > max(now.round_number, 1):
        return "later"
    if course.tournament.phones_check_in and not player.here and player.first_round == 1:
        return "check-in"
    if player.here and player.first_round == 1:
        return "here"
    return "left-out" if now.round_number else "before"


def _slip(course: Course, line: CardLine, number: int) -> Paired | None:
    """The pairing of a round, where something of its slip is missing."""
    for one in course.slips:
        if one.round_number == line.round_number and number in one.numbers:
            return one
    return None


def _at_a_table(line: CardLine, slip: Paired | None, now: DivisionPhase) -> PlayerPhase:
    """What who is in a pairing does: a slip that is missing is handed in, whatever others do."""
    if line.sat_out:
        return "break" if now.phase == "break" else "bye"
    if line.counts or line.how:
        return "hand-in" if slip is not None and slip.lacks else "break"
    if line.recorded:  # on a tablet, which says itself when it is to be handed in
        return "play"
    if now.phase in ("hand-in", "break"):
        return "hand-in"
    return "seat" if now.phase == "seat" and line.is_next else "play"
