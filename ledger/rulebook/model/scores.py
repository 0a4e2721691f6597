"""What a rulebook lays down about keeping scores, and about a board that was upset."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section


class Keeping(Section, frozen=True):
    """Keeping the score, and a round that is cut short.

    Attributes:
      by: ``both``: each player keeps both scores.
      uninvited_correction: ``never``: a director does not step in for arithmetic unasked.
      director_ends_round: ``racks-counted``: a director may declare the round over, and the
        tiles on the racks are then counted.
    """

    by: Clause[Literal["both"]]
    uninvited_correction: Clause[Literal["never"]]
    director_ends_round: Clause[Literal["racks-counted"]]


class Upset(Section, frozen=True):
    """A board that was upset; what an offender loses is in ``Conduct``.

    Attributes:
      when_accidental: ``rebuild-or-end``: rebuilt from the plays on record, else the game
        ends with the scores at that moment.
      unequal_turns: ``last-turn-off``: who made a turn more loses the points of the last one.
      when_intentional: ``loses-and-ejected``.
    """

    when_accidental: Clause[Literal["rebuild-or-end"]]
    unequal_turns: Clause[Literal["last-turn-off"]]
    when_intentional: Clause[Literal["loses-and-ejected"]]
