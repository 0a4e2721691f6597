"""What a rulebook lays down about time: the limit, overtime, coming late."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Points, Seconds


class Time(Section, frozen=True):
    """The time each player has.

    Attributes:
      limit: seconds per player and game.
      rated_limits: shortest and longest limit, in seconds, that the book says may be rated.
    """

    limit: Clause[Seconds]
    rated_limits: Clause[tuple[Seconds, Seconds]]


class Overtime(Section, frozen=True):
    """What using too much time costs.

    Attributes:
      first_second: fewest seconds over the limit that are overtime.
      analogue: what shows overtime on a clock with hands.
      points_per_started_minute: off one's own score for each minute started.
      forfeit_after: seconds over the limit at which the game is lost.
      forfeit_outcome: ``scores``: the book defines the scores to record; ``margin``: it
        defines only the margin.
      forfeit_deduction: points off the loser's score before the scores are compared.
      forfeit_lift_if_negative: points added to both scores if the loser's is below nought.
      forfeit_least_margin: smallest margin of a game lost so.
      forfeit_rated: whether such a game is rated.
      stops_counting: what stops overtime where the clock was left running at the end.
      grace_after_reveal: seconds after the tiles left are shown until overtime stops counting.
    """

    first_second: Clause[Seconds]
    analogue: Clause[Literal["flag-fallen"]]
    points_per_started_minute: Clause[Points]
    forfeit_after: Clause[Seconds]
    forfeit_outcome: Clause[Literal["scores", "margin"]]
    forfeit_deduction: Clause[Points]
    forfeit_lift_if_negative: Clause[Points]
    forfeit_least_margin: Clause[Points]
    forfeit_rated: Clause[bool]
    stops_counting: Clause[Literal["tiles-revealed"]]
    grace_after_reveal: Clause[Seconds]


class Lateness(Section, frozen=True):
    """Players who are not there when the round begins.

    Attributes:
      clock_started: who has the late player's clock started: ``director`` as he sees fit,
        ``announcement`` (the opponent, once the director has announced it), ``window``
        (the director, within ``clock_start_window``).
      clock_start_window: earliest and latest second after the start of the round.
      one_late: ``own-clock``: a late player loses the time since the clock was started.
      both_late: ``from-the-start``: each loses the time until he came; ``halves``: each
        loses half the time until the first came, the second also what followed.
      drawing_before_both_are_here: whether tiles may be drawn before both have come.
      elect_below: with fewer seconds left than this a late player may choose to forfeit.
      compulsory: when lateness loses the game: ``time-expired``, ``no-show``, or
        ``director-may``.
      forfeit_margin: points of the opponent's win.
      margin_raisable: whether the director may raise that margin.
      forfeit_rated: whether the forfeited game is rated.
      played_on_rated: whether the game is rated if the late player plays on.
      postponing: who must agree to a game put off because a player can't be there.
    """

    clock_started: Clause[Literal["director", "announcement", "window"]]
    clock_start_window: Clause[tuple[Seconds, Seconds]]
    one_late: Clause[Literal["own-clock"]]
    both_late: Clause[Literal["from-the-start", "halves"]]
    drawing_before_both_are_here: Clause[bool]
    elect_below: Clause[Seconds]
    compulsory: Clause[Literal["time-expired", "no-show", "director-may"]]
    forfeit_margin: Clause[Points]
    margin_raisable: Clause[bool]
    forfeit_rated: Clause[bool]
    played_on_rated: Clause[bool]
    postponing: Clause[Literal["opponent-and-director-agree"]]
