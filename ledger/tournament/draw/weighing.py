"""What speaks against two players meeting, part by part, and how much each part weighs.

Parts weigh in steps: all the lighter ones of a whole round together weigh less than one of the
next. Lightest first: the lot; two who are both due to start; places off the wanted distance; wins
apart; meeting again; meeting again in the round right after; a forbidden pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub

from msgspec import Struct
from msgspec.structs import astuple

from ledger.tournament.draw.inputs import Entrant, Inputs
from ledger.tournament.draw.lots import lot

LOTS = 16
"""Bits of the lot."""

_START, _PLACES, _WINS, _AGAIN, _FORBIDDEN = 2**18, 2**32, 2**66, 2**84, 2**104
_MOST_DUE, _MOST_AGAIN = 31, 16


class Parts(Struct, frozen=True, omit_defaults=True):
    """What speaks against a pair, or, added up, against a round.

    Attributes:
      forbidden: pairs that should not meet.
      again: meetings beyond what is allowed; ``same_again``: of those, in the round right before.
      half_wins: apart, squared.
      places: off the wanted distance, squared, for both.
      start: how often both are due to start, or both to reply.
      spread: points apart: told, and in the places already.
    """

    forbidden: int = 0
    again: int = 0
    same_again: int = 0
    half_wins: int = 0
    places: int = 0
    start: int = 0
    spread: int = 0

    def plus(self, other: Parts) -> Parts:
        """Both together."""
        return Parts(*map(add, astuple(self), astuple(other)))

    def less(self, other: Parts) -> Parts:
        """By how much this is more."""
        return Parts(*map(sub, astuple(self), astuple(other)))


class Field(Struct, frozen=True):
    """Players in the order in which they are paired.

    Attributes:
      gaps: for each of them, how many places apart the opponent should be.
      by_wins: whether players with as many wins should meet.
    """

    entrants: tuple[Entrant, ...]
    gaps: tuple[int, ...]
    by_wins: bool


class Scale:
    """Weighs the pairs of one field.

    Args:
      told: what the draw is made from.
      field: who is paired, and how far apart.
    """

    def __init__(self, told: Inputs, field: Field) -> None:
        self.field = field
        self._allowed = told.settings.meetings
        self._last_round = told.round_number - 1
        place = {one.number: at for at, one in enumerate(field.entrants)}
        self._met: list[dict[int, list[int]]] = [{} for _ in field.entrants]
        for at, one in enumerate(field.entrants):
            for before in one.before:
                if before.opponent in place:
                    self._met[at].setdefault(place[before.opponent], []).append(before.round_number)
        self._forbidden = {
            tuple(sorted((place[one], place[two])))
            for one, two in told.forbidden
            if one in place and two in place
        }
        self._due = [one.firsts - one.seconds for one in field.entrants]
        self._lots = [lot(told.seed, told.round_number, one.number) for one in field.entrants]

    def parts(self, one: int, two: int) -> Parts:
        """What speaks against the players at these places of the field, the smaller first."""
        first, second = self.field.entrants[one], self.field.entrants[two]
        again, same_again = self._again(one, two)
        return Parts(
            forbidden=int((one, two) in self._forbidden),
            again=again,
            same_again=same_again,
            half_wins=self._half_wins(one, two),
            places=self._places(one, two),
            start=self._start(one, two),
            spread=abs(first.spread - second.spread),
        )

    def cost(self, one: int, two: int) -> int:
        """The weight of all that speaks against them."""
        cost = self.cost_but_for_rules(one, two)
        if two in self._met[one]:
            again, same_again = self._again(one, two)
            cost += _AGAIN * min(2**again - 1 + same_again * again, 2**_MOST_AGAIN)
        return cost + _FORBIDDEN * ((one, two) in self._forbidden)

    def cost_but_for_rules(self, one: int, two: int) -> int:
        """The weight of what speaks against them, were nobody forbidden and nothing a repeat."""
        cost = (self._lots[one] * self._lots[two] >> 40) % (1 << LOTS)
        cost += _START * self._start(one, two) + _PLACES * self._places(one, two)
        if self.field.by_wins:
            cost += _WINS * self._half_wins(one, two)
        return cost

    def is_forbidden(self, one: int, two: int) -> bool:
        """Whether they should not meet."""
        return (one, two) in self._forbidden

    def meet_again(self, one: int, two: int) -> bool:
        """Whether they met as often as is allowed."""
        return two in self._met[one] and self._again(one, two)[0] > 0

    def met_just_now(self, one: int, two: int) -> bool:
        """Whether they did in the round before as well."""
        return two in self._met[one] and self._again(one, two)[1] > 0

    def _again(self, one: int, two: int) -> tuple[int, int]:
        rounds = self._met[one].get(two, ())
        if not self._allowed or len(rounds) < self._allowed:
            return 0, 0
        return len(rounds) + 1 - self._allowed, int(self._last_round in rounds)

    def _half_wins(self, one: int, two: int) -> int:
        if not self.field.by_wins:
            return 0
        return (self.field.entrants[one].half_wins - self.field.entrants[two].half_wins) ** 2

    def _places(self, one: int, two: int) -> int:
        apart, gaps = two - one, self.field.gaps
        return (apart - gaps[one]) ** 2 + (apart - gaps[two]) ** 2

    def _start(self, one: int, two: int) -> int:
        first, second = self._due[one], self._due[two]
        return min(abs(first), abs(second), _MOST_DUE) if first * second > 0 else 0


def total(each: Sequence[Parts]) -> Parts:
    """What speaks against a whole round."""
    added = Parts()
    for one in each:
        added = added.plus(one)
    return added
