"""The tiles left when the game ends."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.vocabulary import Points, Seat, Totals

Values = tuple[Points | None, Points | None]
"""What the tiles left on each rack are worth, first seat then second; ``None``: not known."""


class UnplayedOutcome(Struct, frozen=True):
    """How the tiles left change the scores.

    Attributes:
      mode: ``double``, ``single`` or ``own``, as in ``UnplayedTilesCounted``.
      adjustments: change of each seat's score.
      clause: the rule.
    """

    mode: str
    adjustments: Totals
    clause: str


def unplayed_tiles(values: Values, out: Seat | None, rules: Rulebook) -> UnplayedOutcome:
    """What the tiles left on the racks do to both scores. Blanks are worth nothing.

    >>> from ledger.rulebook import load
    >>> unplayed_tiles((0, 11), Seat.FIRST, load("wsc-2003")).adjustments
    (22, 0)
    >>> unplayed_tiles((8, 12), None, load("wsc-2003")).adjustments
    (-8, -12)

    Args:
      values: what each rack is worth; that of the player who is out does not count.
      out: who has played the last tile; ``None`` when both hold tiles: six zeros, or a
        round that was ended.
      rules: the rulebook in force.
    """
    clause = rules.unplayed.when_both_hold if out is None else rules.unplayed.when_out
    mode = clause.known()
    return UnplayedOutcome(mode, MODES[mode](values, out), str(clause))


def _double(values: Values, out: Seat | None) -> Totals:
    assert out is not None
    return _seated(out, Points(2 * _known(values, out.opponent)), Points(0))


def _single(values: Values, out: Seat | None) -> Totals:
    assert out is not None
    left = _known(values, out.opponent)
    return _seated(out, left, Points(-left))


def _own(values: Values, out: Seat | None) -> Totals:
    del out
    return Points(-_known(values, Seat.FIRST)), Points(-_known(values, Seat.SECOND))


MODES: dict[str, Callable[[Values, Seat | None], Totals]] = {
    "double": _double,
    "single": _single,
    "own": _own,
}


def _seated(seat: Seat, own: Points, other: Points) -> Totals:
    return (own, other) if seat is Seat.FIRST else (other, own)


def _known(values: Values, seat: Seat) -> Points:
    value = values[seat.place]
    if value is None:
        raise refusal("tiles-left-not-known", seat=seat)
    return value
