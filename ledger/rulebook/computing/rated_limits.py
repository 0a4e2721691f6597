"""Time limits and ratings: what the book says; the organiser and the ratings people decide."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook, load


class LimitRating(Struct, frozen=True):
    """Whether games with the time limit in force may be rated.

    Attributes:
      kind: ``standard``; ``may-be-rated`` (inside the limits the book names); ``outside``;
        ``not-said``.
      clause: the rule.
      note: what else to know; empty if nothing.
      trap: what the book leaves open about it (T5-17); empty if nothing.
    """

    kind: Literal["standard", "may-be-rated", "outside", "not-said"]
    clause: str
    note: str
    trap: str = ""


def limit_rating(standard: int, rules: Rulebook) -> LimitRating:
    """What the book says about rating games at the time limit in force.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("time-limit", "22:00")])
    >>> limit_rating(1500, rules).kind
    'may-be-rated'

    Args:
      standard: the limit the book itself names, in seconds.
      rules: the rulebook in force.
    """
    limit, band = rules.time.limit.known(), rules.time.rated_limits
    if limit == standard:
        return LimitRating("standard", str(rules.time.limit), "")
    if band.value is None:
        return LimitRating("not-said", str(band), band.note)
    inside = band.value[0] <= limit <= band.value[1]
    kind: Literal["may-be-rated", "outside"] = "may-be-rated" if inside else "outside"
    return LimitRating(kind, str(band), band.note, band.trap if inside else "")


def rating_of(rules: Rulebook) -> LimitRating:
    """The same for a book with its options, beside the limit that the book itself names.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("time-limit", "22:00")])
    >>> [(found.kind, found.trap) for found in (rating_of(rules), rating_of(load("wespa-5.1")))]
    [('may-be-rated', 'T5-17'), ('standard', '')]
    """
    return limit_rating(load(rules.id).time.limit.known(), rules)
