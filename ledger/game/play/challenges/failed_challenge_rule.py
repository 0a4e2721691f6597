"""What a failed challenge costs, by the mode in force."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.zeros import zero_turn
from ledger.rulebook.model.turns import ChallengeMode
from ledger.vocabulary import Points, Seconds


class Consequence(Struct, frozen=True, kw_only=True):
    """What follows from one failed challenge, as ``ChallengeFailed`` records it.

    Attributes:
      mode: name of the mode that decided.
      credited: points added to the challenged player's score.
      debited: points off the challenger's score, as a positive number.
      turn_lost: whether the challenger loses the next turn.
      counts_as_zero: whether that lost turn is a scoreless turn towards the end of the game;
        ``None`` where the book does not say.
      time_lost: seconds off the challenger's clock.
      clause: the rule.
      needs_ruling: what a director has to settle; empty if nothing.
      counted: whether earlier failed challenges make a difference.
    """

    mode: str
    credited: Points = Points(0)
    debited: Points = Points(0)
    turn_lost: bool = False
    counts_as_zero: bool | None = None
    time_lost: Seconds = Seconds(0)
    clause: str
    needs_ruling: str = ""
    counted: bool = False


def failed_challenge(words: int, ordinal: int, rules: Rulebook) -> Consequence:
    """What a challenge costs in which every word was good.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-1.0").with_options(
    ...     [("challenge-mode", "rising"), ("challenge-points", "debit-challenger")])
    >>> [failed_challenge(1, nth, rules).debited for nth in (1, 2, 3, 4, 5, 6)]
    [5, 5, 10, 20, 30, 30]
    >>> failed_challenge(3, 1, load("wsc-2003")).credited
    15
    >>> failed_challenge(3, 1, load("nsa-1998")).turn_lost
    True

    Args:
      words: how many words were challenged; 0 if nobody noted them.
      ordinal: 1 for the challenger's first failed challenge, as the tournament counts them.
      rules: the rulebook in force.
    """
    name = rules.challenge.mode.known()
    mode = rules.challenge.modes[name]
    consequence = KINDS[mode.kind](name, mode, words, ordinal, rules)
    return replace(consequence, counted=mode.kind in COUNTED)


def costs(rules: Rulebook) -> tuple[Consequence, ...]:
    """What the first, second, third ... failed challenge of one word costs; the last holds on.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("challenge-mode", "five-then-ten")])
    >>> [cost.credited for cost in costs(rules)]
    [5, 10]

    Raises:
      Refusal: what the organiser has not chosen.
    """
    mode = rules.challenge.modes[rules.challenge.mode.known()]
    differ = max(len(mode.points), 2) if mode.kind in COUNTED else 1
    return tuple(failed_challenge(1, ordinal, rules) for ordinal in range(1, differ + 1))


def costs_each_word(rules: Rulebook) -> bool:
    """Whether it costs so much for each word challenged."""
    return rules.challenge.modes[rules.challenge.mode.known()].kind == "per-word"


def _none(name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook) -> Consequence:
    del words, ordinal, rules
    return Consequence(mode=name, clause=str(mode))


def _per_word(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    del ordinal
    if words < 1:
        raise refusal("challenged-words-not-known", clause=mode)
    return _points(name, mode, words * mode.points[0], rules)


def _per_turn(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    del words, ordinal
    return _points(name, mode, mode.points[0], rules)


def _per_challenge(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    """Points that change with each failed challenge; the last number holds from there on."""
    del words
    return _points(name, mode, mode.points[min(ordinal, len(mode.points)) - 1], rules)


def _lose_turn(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    del words, ordinal
    lost = zero_turn("lost-to-challenge", rules)
    return Consequence(
        mode=name,
        turn_lost=True,
        counts_as_zero=True if lost.counts else None,
        clause=str(mode),
    )


def _first_free_then_lose_turn(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    consequence = _none if ordinal <= 1 else _lose_turn
    return consequence(name, mode, words, ordinal, rules)


def _time(name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook) -> Consequence:
    del words, ordinal, rules
    if mode.seconds is None:
        raise refusal("option-not-chosen/challenge-seconds", clause=mode)
    return Consequence(mode=name, time_lost=mode.seconds, clause=str(mode))


KINDS: dict[str, Callable[[str, ChallengeMode, int, int, Rulebook], Consequence]] = {
    "none": _none,
    "per-word": _per_word,
    "per-turn": _per_turn,
    "per-challenge": _per_challenge,
    "lose-turn": _lose_turn,
    "first-free-then-lose-turn": _first_free_then_lose_turn,
    "time": _time,
}


COUNTED = frozenset({"per-challenge", "first-free-then-lose-turn"})
"""Kinds for which it matters how many challenges failed before."""


def _points(name: str, mode: ChallengeMode, points: int, rules: Rulebook) -> Consequence:
    """Points on the side the book or the organiser names; else on the challenged player's.

    The margin is the same on either side, so that a director can settle it later.
    """
    side = rules.challenge.points_go_to
    if side.value == "debit-challenger":
        return Consequence(mode=name, debited=Points(points), clause=str(mode))
    return Consequence(
        mode=name,
        credited=Points(points),
        clause=str(mode),
        needs_ruling=""
        if side.is_known
        else f"{side.book} does not say on whose score challenge points are booked.",
    )
