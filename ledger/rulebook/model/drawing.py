"""What a rulebook lays down about tiles that are not where they should be.

How many are turned up after an overdraw is in ``Drawing`` (``the_turn``); here is the rest:
who sees them, draws out of order, spills, tiles found late, tiles that are missing.
"""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Points


class DrawManner(Section, frozen=True):
    """How tiles are drawn, when they count as drawn, and who may speak up.

    Attributes:
      bag_held: where the bag is held; ``eyes``: where the drawer looks.
      hand_with_tiles: whether a hand that holds tiles may go into the bag.
      empty_palm: whether an empty hand is shown; ``speed``: how fast tiles are drawn.
      drawn_when: the moment a tile counts as drawn.
      third_party: what somebody else may do who sees too many tiles on a rack.
      disputes: who settles a dispute about the propriety of drawing.
    """

    bag_held: Clause[Literal["eye-level", "eye-level-or-arms-length"]]
    eyes: Clause[Literal["averted"]]
    hand_with_tiles: Clause[Literal["never", "while-partly-in-the-bag"]]
    empty_palm: Clause[Literal["before-and-after", "briefly-before"]]
    speed: Clause[Literal["reasonable"]]
    drawn_when: Clause[Literal["hand-out", "first-tile-out"]]
    third_party: Clause[Literal["director-only", "waits-then-tells"]]
    disputes: Clause[Literal["director"]]


class Overdraw(Section, frozen=True):
    """Putting an overdraw right, beside the numbers in ``Drawing``.

    Attributes:
      untouched_seen_by: who sees the tiles turned up when no new tile was mixed in.
      touched_seen_by: the same when at least one was.
      partly_touched: which tiles make the group when some new tiles still lie apart.
      beyond_the_group: what is done when more tiles should be turned up than there are.
      full_rack_untouched: a draw with seven on the rack already, nothing mixed in.
      timer: whether the clocks are stopped.
      timer_when_noticed: the same where the opponent noticed it and is shown the whole rack.
      found_by_others: an overdraw that neither player noticed first.
    """

    untouched_seen_by: Clause[Literal["both", "returned-by-both", "opponent"]]
    touched_seen_by: Clause[Literal["both", "returned-by-both", "opponent"]]
    partly_touched: Clause[Literal["all-mixed"]]
    beyond_the_group: Clause[Literal["as-many-as-there-are"]]
    full_rack_untouched: Clause[Literal["as-otherwise"]]
    timer: Clause[Literal["must-stop"]]
    timer_when_noticed: Clause[Literal["must-stop"]]
    found_by_others: Clause[Literal["as-by-opponent"]]


class DrawOrder(Section, frozen=True):
    """Drawing before the opponent, who was due to draw first.

    Attributes:
      short_bag: what follows when too few are left for the opponent's draw.
      chance_counts: whether it matters that the opponent had a reasonable chance to draw.
      untouched: what follows otherwise, while no new tile is on the rack.
      touched: what follows otherwise, once one is.
      investigated_below: tiles in the bag below which a director may look into it.
      penalised_below: tiles in the bag below which a penalty is the likelier.
      penalty: points of spread the director may then impose.
    """

    short_bag: Clause[Literal["as-overdraw", "whole-rack", "director"]]
    chance_counts: Clause[bool]
    untouched: Clause[Literal["shown-and-redrawn", "no-penalty"]]
    touched: Clause[Literal["no-penalty"]]
    investigated_below: Clause[int]
    penalised_below: Clause[int]
    penalty: Clause[Points]


Spill = Literal[
    "as-overdraw", "as-overdraw-unless-declined", "by-the-bag", "as-found", "back-if-agreed"
]
"""What follows a spill: the overdraw procedure; the same unless the other player declines;
nothing, or tiles given from those face up, as the bag holds many or few; the procedure for
tiles found outside the bag; back into the bag if both agree."""


class Spills(Section, frozen=True):
    """Tiles that fell on the table.

    Attributes:
      while_drawing: up to and including the refill of the rack.
      after_refill: just after it.
      otherwise: not connected with drawing.
      few_below: fewer tiles in the bag than this: tiles of the rack are turned up as well.
      few_counted: whether the bag is counted before or after the spill.
      rack_shown: tiles of the spiller's rack turned up then.
      given: tiles of those face up that the other player gives the spiller then.
      surplus: what counts as too many.
    """

    while_drawing: Clause[Spill]
    after_refill: Clause[Spill]
    otherwise: Clause[Spill]
    few_below: Clause[int]
    few_counted: Clause[Literal["before-the-spill"]]
    rack_shown: Clause[int]
    given: Clause[int]
    surplus: Clause[Literal["beyond-those-due"]]


class TilesFoundLate(Section, frozen=True):
    """Tiles found outside the bag or in a bag thought empty; missing and extra tiles.

    Attributes:
      outside: what is done with a tile found outside the bag.
      in_bag: what is done with a tile found in a bag thought empty.
      off_the_board: whether both players first check that it did not come off the board.
      until: until when.
      whose_unknown: what is done when nobody can tell who should have drawn it.
      missing: what is done about tiles that can't be found.
      extra: what is done about tiles too many in the set, found after the start.
      before_the_start: who is told at once where the set is found wrong before the game.
    """

    outside: Clause[Literal["restore-and-draw", "who-should-have-drawn"]]
    in_bag: Clause[Literal["restore-and-draw"]]
    off_the_board: Clause[bool]
    until: Clause[Literal["signed", "game-over"]]
    whose_unknown: Clause[Literal["play-without"]]
    missing: Clause[Literal["search-then-play-on", "play-on"]]
    extra: Clause[Literal["play-on"]]
    before_the_start: Clause[Literal["director"]]
