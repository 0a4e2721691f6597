"""What a rulebook lays down about tiles put where they may not be, and which way they face."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section


class Placing(Section, frozen=True):
    """How tiles may lie, and what follows where they do not.

    Attributes:
      grounds: for what a placement may be challenged: ``misses-centre``, ``disconnected``,
        ``diagonal``, ``off-the-grid``, ``misoriented``, ``moved-tiles``.
      judged_by: who says whether it was legal.
      wrong_challenge: what a challenge of a legal placement costs.
      stray_words: what diagonal or disconnected words score when nobody objects.
      orientation: ``lettering``: the first play follows the lettering of the board and may be
        turned until the second move is over; ``first-play``: it always sets the way.
      straightened_by: who may straighten tiles: the player ``on-turn``; or that player, and
        either as far as tiles of the opponent go (``on-turn-or-opponents-tiles``).
      straightening_stops_clock: whether the clock may be stopped for it.
    """

    grounds: Clause[tuple[str, ...]]
    judged_by: Clause[Literal["director"]]
    wrong_challenge: Clause[Literal["nothing"]]
    stray_words: Clause[Literal["nothing"]]
    orientation: Clause[Literal["lettering", "first-play"]]
    straightened_by: Clause[Literal["on-turn", "on-turn-or-opponents-tiles"]]
    straightening_stops_clock: Clause[bool]
