"""Ways to judge a challenge: which are announced, what binds, who gives the next opinion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from ledger.game.facts.challenges import ChallengeIssued
from ledger.rulebook import Rulebook
from ledger.rulebook.model.challenges import Method
from ledger.vocabulary.closed_lists import JudgingMethod


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
      off: whether the play came off.
      method: how it was judged, where that asks for more.
      rules: the rulebook in force.
    """
    when = rules.judging.restart_when
    asked = tuple((name, str(when)) for name in when.value or () if off or name != "retracted")
    if method is None:
        return asked
    clause = f"{method.book} {method.restart_number}"
    return asked + tuple((name, clause) for name in method.restart)


class Opinion(Struct, frozen=True):
    """Whether another opinion may be asked for.

    Attributes:
      allowed: without a ruling.
      by_director: the director gives it, and it is the last.
      clause: the rule.
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
