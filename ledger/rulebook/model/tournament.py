"""What a rulebook lays down around the games: starts, byes, conduct, appeals, gaps."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Points, Seconds


class Fallback(Section, frozen=True):
    """What holds where the book says nothing.

    Attributes:
      decides: who decides.
      reported_to: who is told of the decision.
    """

    decides: Clause[Literal["director"]]
    reported_to: Clause[str]


class Start(Section, frozen=True):
    """Who plays first.

    Attributes:
      method: ``draw``, ``assigned`` (by the pairing program), ``self-balancing`` (fewer
        starts so far, else a draw) or ``other``.
      clock_starts: when the first clock may be started: ``tile-out`` of the bag, or
        ``tile-seen`` by the starter.
      equal_starts: what decides between players who started equally often.
      equal_after_bye: what decides then if either had a bye or a forfeit: ``more-seconds``.
      tiles_stay_out: whether no drawn tile goes back before the draw is decided.
      tiles_returned_by: who puts them back: the ``non-starter``, who in one book also shuffles.
      drawn: whose tile wins the draw: the one ``nearest-the-beginning`` of the alphabet.
      first_racks: in which order the first racks are drawn.
    """

    method: Clause[Literal["draw", "assigned", "self-balancing", "other"]]
    clock_starts: Clause[Literal["tile-out", "tile-seen"]]
    equal_starts: Clause[Literal["draw"]]
    equal_after_bye: Clause[Literal["more-seconds"]]
    tiles_stay_out: Clause[bool]
    tiles_returned_by: Clause[Literal["non-starter", "non-starter-who-shuffles"]]
    drawn: Clause[Literal["nearest-the-beginning"]]
    first_racks: Clause[Literal["starter-first"]]


class Standings(Section, frozen=True):
    """Games that were not played, and games nobody won.

    Attributes:
      bye_spread: spread of a bye.
      bye_rated: whether it counts for ratings.
      tie_half_wins: half wins each player has of a tie.
      most_byes: byes one player may have in a tournament, where the book sets a number.
      spread_cap: the most spread that one game counts for.
    """

    bye_spread: Clause[Points]
    bye_rated: Clause[bool]
    tie_half_wins: Clause[int]
    most_byes: Clause[int]
    spread_cap: Clause[Points]


class Conduct(Section, frozen=True):
    """What the gravest breaches do to results.

    Attributes:
      round_robin: whether everybody meets everybody, where the book asks.
      level_one_in_round_robin: results of a player found cheating there.
      level_one_otherwise: the same elsewhere.
      level_one_margin: points the opponents win by, or by what they won, if more.
      upset_when_ahead: board upset on purpose by a player who is ahead or level: the margin.
      upset_added_when_behind: what is added to the points behind otherwise.
    """

    round_robin: Clause[bool]
    level_one_in_round_robin: Clause[
        Literal["games-void", "opponents-win", "director-may-forfeit-game"]
    ]
    level_one_otherwise: Clause[Literal["games-void", "opponents-win", "director-may-forfeit-game"]]
    level_one_margin: Clause[Points]
    upset_when_ahead: Clause[Points]
    upset_added_when_behind: Clause[Points]


class Virtual(Section, frozen=True):
    """Play on a platform, where a book has rules for it.

    Attributes:
      play: ``over-the-board`` or ``virtual``: what the values of this rulebook are for.
      rating_list: the list such games count for.
      monitor: whether every game has an independent monitor.
      screen_shared: whether players share their screen with the monitors.
      cameras: fewest cameras per player.
      connection: what frequent or long outages are.
      forfeit_after_announced: shortest and longest overtime, in seconds, that an organiser
        may announce as losing the game.
    """

    play: Clause[Literal["over-the-board", "virtual"]]
    rating_list: Clause[Literal["virtual"]]
    monitor: Clause[bool]
    screen_shared: Clause[bool]
    cameras: Clause[int]
    connection: Clause[Literal["breach"]]
    forfeit_after_announced: Clause[tuple[Seconds, Seconds]]
