"""A verdict found to be wrong: whether it may still be put right."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary.refusals import Refusal


class Found(Struct, frozen=True, kw_only=True):
    """What is known when a wrong verdict is found. ``None``: not known, and not held against.

    Attributes:
      was_acceptable: the wrong verdict: True where a bad play was called good.
      new_tile_racked: whether a newly drawn tile has touched the rack.
      retracted_tile_racked: whether a tile that came off the board has.
      next_turn_done: whether the next turn is finished; a tile is then on the rack unless
        somebody says it is not.
      bag_empty: whether no new tile could be drawn.
    """

    was_acceptable: bool
    new_tile_racked: bool | None = None
    retracted_tile_racked: bool | None = None
    next_turn_done: bool = False
    bag_empty: bool = False

    @property
    def racked(self) -> bool:
        """Whether a tile on the side of the mistake is on the rack."""
        known = self.new_tile_racked if self.was_acceptable else self.retracted_tile_racked
        if known is not None:
            return known
        return self.next_turn_done and not (self.was_acceptable and self.bag_empty)


def must_be_correctable(found: Found, rules: Rulebook) -> None:
    """Refuse to put right a verdict that stays as it is (L-19)."""
    KINDS[rules.challenge.misadjudication.known()](found, rules)


def may_be_put_right(was_acceptable: bool, rules: Rulebook) -> bool:
    """Whether a wrong verdict can be put right as such, by the book or by the director.

    >>> from ledger.rulebook import load
    >>> [may_be_put_right(True, load(book)) for book in ("wespa-4.0", "wsc-2003")]
    [True, False]
    """
    at_once = Found(
        was_acceptable=was_acceptable, new_tile_racked=False, retracted_tile_racked=False
    )
    try:
        must_be_correctable(at_once, rules)
    except Refusal as refused:
        return refused.code == "call-the-director"
    return True


def _if_nothing_racked(found: Found, rules: Rulebook) -> None:
    """A tile racked on the side of the mistake: whether that ends it, the rule leaves open."""
    if found.racked:
        raise call_the_director(rules.challenge.misadjudication.trap, rules)


def _by_direction(found: Found, rules: Rulebook) -> None:
    clause = rules.challenge.misadjudication
    if not found.was_acceptable:
        raise call_the_director(clause.trap, rules)
    if found.racked:
        raise refusal("verdict-stands", clause=f"{clause}(a)")


def _second_adjudication(found: Found, rules: Rulebook) -> None:
    del found
    raise refusal("ask-again", rules)


KINDS: dict[str, Callable[[Found, Rulebook], None]] = {
    "if-nothing-racked": _if_nothing_racked,
    "by-direction": _by_direction,
    "second-adjudication": _second_adjudication,
}
