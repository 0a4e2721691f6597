"""What a book says of judging: who judges, how, and what a wrong verdict leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from ledger.game.challenges.facts import ChallengeIssued
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.model.turns import Method
from ledger.vocabulary.closed_lists import JudgingMethod
from ledger.vocabulary.refusals import Refusal

# Ways to judge a challenge: which are announced, what binds, who gives the next opinion.


def method_of(challenge: ChallengeIssued, rules: Rulebook) -> Method | None:
    """How a challenge is judged: as it was entered, or else the way announced for the event."""
    methods = rules.judging.methods
    named = methods.get(challenge.method)
    return named or methods.get(rules.challenge.adjudication.value or "not-known")


def is_announced(name: JudgingMethod, rules: Rulebook) -> bool:
    """Whether a way of judging is the one announced, or one that nobody may forbid.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-4.0").with_options([("adjudication", "runner")])
    >>> [is_announced(name, rules) for name in ("runner", "self-run", "smart-device")]
    [True, False, True]
    """
    method, announced = rules.judging.methods.get(name), rules.challenge.adjudication.value
    chosen = rules.judging.methods.get(announced or "not-known")
    if method is None:
        return False
    return name == announced or method.always or (chosen is not None and _same(method, chosen))


def _same(one: Method, other: Method) -> bool:
    return one.steps == other.steps


def is_binding(challenge: ChallengeIssued | None, rules: Rulebook) -> bool:
    """Whether what was done so far compels the challenger (L-03).

    What nobody noted counts as done: a challenge is entered once it is made.

    >>> from ledger.rulebook import load
    >>> from ledger.vocabulary import Seat
    >>> said = ChallengeIssued(seat=Seat.SECOND, voiced=True, neutral=False)
    >>> [is_binding(said, load(book)) for book in ("wespa-1.0", "nsa-1998")]
    [False, True]
    """
    if challenge is None:
        return False
    voiced, neutral = challenge.voiced is not False, challenge.neutral is not False
    return {"voiced-and-neutral": voiced and neutral, "voiced-or-neutral": voiced or neutral}[
        rules.judging.binding.known()
    ]


def restart_conditions(
    off: bool, method: Method | None, rules: Rulebook
) -> tuple[tuple[str, str], ...]:
    """What must be so before the clock is started after a verdict, each with its rule (L-15).

    >>> from ledger.rulebook import load
    >>> [restart_conditions(off, None, load("nsa-1998")) for off in (True, False)]
    [(('retracted', 'nsa-1998 X.E'),), ()]

    Args:
      method: how it was judged, where that asks for more.
    """
    when = rules.judging.restart_when
    request = tuple((name, str(when)) for name in when.value or () if off or name != "retracted")
    if method is None:
        return request
    clause = f"{method.book} {method.restart_number}"
    return request + tuple((name, clause) for name in method.restart)


class Opinion(Struct, frozen=True):
    """Whether another opinion may be asked for.

    Attributes:
      by_director: the director gives it, and it is the last.
    """

    allowed: bool
    by_director: bool
    clause: str


def next_opinion(verdicts: Sequence[bool], rules: Rulebook) -> Opinion:
    """What follows these verdicts on one play, oldest first (L-17).

    >>> from ledger.rulebook import load
    >>> [next_opinion((True, False), load(book)).allowed
    ...  for book in ("wespa-4.0", "wsc-2003", "nsa-1998")]
    [True, False, True]
    """
    again = rules.challenge.again
    allowed, by_director = AGAIN[again.known()](verdicts)
    return Opinion(allowed, by_director, str(again))


def verdict_in_force(verdicts: Sequence[bool], before: bool, rules: Rulebook) -> bool:
    """The verdict the board follows after the last of these; ``before``: the one until then.

    Where two differ and the director gives the final one, nothing changes until then.
    """
    return before if next_opinion(verdicts, rules).by_director else verdicts[-1]


def differ(verdicts: Sequence[bool], rules: Rulebook) -> bool:
    """Whether the next verdict is the director's because the two so far differ (L-17).

    >>> from ledger.rulebook import load
    >>> [differ((True, False), load(book)) for book in ("wespa-4.0", "wespa-1.0", "nsa-1998")]
    [True, True, False]
    """
    return next_opinion(verdicts, rules).by_director


def must_be_given(rules: Rulebook) -> bool:
    """Whether that verdict has to be given; else the director may be called for it.

    >>> from ledger.rulebook import load
    >>> [must_be_given(load(book)) for book in ("wespa-4.0", "wespa-1.0")]
    [True, False]
    """
    return rules.challenge.again.value == "second-then-director"


def _second_then_director(verdicts: Sequence[bool]) -> tuple[bool, bool]:
    differ = len(verdicts) == 2 and verdicts[0] is not verdicts[1]
    return len(verdicts) == 1 or differ, differ


def _second_more_by_director(verdicts: Sequence[bool]) -> tuple[bool, bool]:
    return len(verdicts) == 1, False


def _up_to_third(verdicts: Sequence[bool]) -> tuple[bool, bool]:
    differ = len(verdicts) == 2 and verdicts[0] is not verdicts[1]
    return len(verdicts) == 1 or differ, False


AGAIN: dict[str, Callable[[Sequence[bool]], tuple[bool, bool]]] = {
    "second-then-director": _second_then_director,
    "second-director-if-called": _second_then_director,
    "second-more-by-director": _second_more_by_director,
    "up-to-third": _up_to_third,
}


class Found(Struct, frozen=True, kw_only=True):
    """What is known when a wrong verdict is found. ``None``: not known, and not held against.

    Attributes:
      was_acceptable: the wrong verdict: True where a bad play was called good.
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
