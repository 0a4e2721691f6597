"""Changing a result that both players have signed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from ledger.rulebook import Clause, Rulebook
from ledger.vocabulary import Totals

Kind = Literal["agreed-before-hand-in", "swapped", "agreed-with-director", "ruling"]


class Permission(Struct, frozen=True):
    """Whether a signed result may be changed so.

    Attributes:
      allowed: True if the book allows it with what was agreed so far.
      kind: as in ``ResultAmended``; where it is not allowed, the kind it would be, and
        ``ruling`` where only a director's ruling could do it.
      clause: the rule.
      why: what is missing, or what the rule allows, one sentence for people.
    """

    allowed: bool
    kind: Kind
    clause: str
    why: str


class _Wish(Struct, frozen=True):
    """The change asked for: see ``may_amend``."""

    now: Totals
    was: Totals
    handed_in: bool
    agreed: bool
    director: bool
    last_round_over: bool | None


def may_amend(
    now: Totals,
    was: Totals,
    handed_in: bool,
    agreed: bool,
    director: bool,
    last_round_over: bool | None,
    rules: Rulebook,
) -> Permission:
    """Whether the signed scores ``was`` may become ``now``.

    >>> from ledger.rulebook import load
    >>> def asked(now, handed_in, agreed, director, name):
    ...     answer = may_amend(now, (400, 390), handed_in, agreed, director, False, load(name))
    ...     return answer.allowed, answer.kind, answer.clause
    >>> asked((410, 390), False, True, False, "wespa-4.0")
    (True, 'agreed-before-hand-in', 'wespa-4.0 5.4.1(a)')
    >>> asked((410, 390), True, True, True, "wespa-4.0")
    (False, 'ruling', 'wespa-4.0 5.4.1(b)')
    >>> asked((390, 400), True, False, True, "wespa-4.0")
    (True, 'swapped', 'wespa-4.0 5.4.1(b)')

    Args:
      now: the scores asked for.
      was: the scores signed.
      handed_in: whether the slip was handed in.
      agreed: whether both players agree to exactly this change.
      director: whether the director permits it.
      last_round_over: whether the last round of the event is over; ``None``: not known.
      rules: the rulebook in force.
    """
    clause: (
        Clause[Literal["both-agree", "director-and-both"]]
        | Clause[Literal["swap-only", "director-and-both"]]
    )
    clause = rules.amendment.after_hand_in if handed_in else rules.amendment.before_hand_in
    if now == was:
        return Permission(False, "ruling", str(clause), "That changes nothing.")
    if clause.value is None:
        return Permission(
            False, "ruling", str(clause), "The rulebook does not say; the director rules."
        )
    wish = _Wish(now, was, handed_in, agreed, director, last_round_over)
    return WAYS[clause.value](wish, str(clause), rules)


def _both_agree(wish: _Wish, clause: str, rules: Rulebook) -> Permission:
    del rules
    why = (
        "Both players agree before the slip is handed in."
        if wish.agreed
        else "Both players must agree that it is wrong."
    )
    return Permission(wish.agreed, "agreed-before-hand-in", clause, why)


def _swap_only(wish: _Wish, clause: str, rules: Rulebook) -> Permission:
    del rules
    if wish.now != wish.was[::-1]:
        return Permission(
            False, "ruling", clause,
            "Once the slip is handed in, only scores written the wrong way round are changed.",
        )  # fmt: skip
    why = (
        "The scores were written the wrong way round; both players must be told."
        if wish.director
        else "A player must ask the director, who must try to put it right."
    )
    return Permission(wish.director, "swapped", clause, why)


def _director_and_both(wish: _Wish, clause: str, rules: Rulebook) -> Permission:
    amendment = rules.amendment
    closes = amendment.closes_with_last_round
    if closes.value and wish.last_round_over is not False:
        return Permission(
            False, "ruling", clause,
            "It is too late once the last round is over."
            if wish.last_round_over
            else "It must be known that the last round is not over.",
        )  # fmt: skip
    if wish.agreed:
        why = (
            "Both players agree and the director permits it."
            if wish.director
            else "The director must permit it."
        )
        return Permission(wish.director, "agreed-with-director", clause, why)
    if wish.director and amendment.director_overrides.value:
        return Permission(
            True, "ruling", str(amendment.director_overrides),
            "The director overrides a player who refuses unfairly.",
        )  # fmt: skip
    return Permission(
        False, "agreed-with-director", clause, "Both players must agree that it is wrong."
    )


WAYS: dict[str, Callable[[_Wish, str, Rulebook], Permission]] = {
    "both-agree": _both_agree,
    "swap-only": _swap_only,
    "director-and-both": _director_and_both,
}
