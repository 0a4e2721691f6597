"""Who may have a game counted again, how much of it, and what may come of it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary import Points


class RecountRight(Struct, frozen=True):
    """Whether a player may have the game counted again.

    Attributes:
      allowed: True if nothing more is needed.
      kind: as in ``recount.right``.
      why: what is missing, or what the rule gives, one sentence for people.
      clause: the rule.
      trap: the gap that leaves it open, or ``""``.
    """

    allowed: bool
    kind: str
    why: str
    clause: str
    trap: str = ""


class Request(Struct, frozen=True, kw_only=True):
    """What is known when a recount is asked for.

    Attributes:
      margin: points between the players as the record stands.
      margin_of_play: the same before unplayed tiles and overtime.
      tallies_differ: whether the players' own tallies differ; ``None``: not known.
      director_agrees: whether the director agrees to it.
    """

    margin: Points
    margin_of_play: Points
    tallies_differ: bool | None = None
    director_agrees: bool = False


def right_to_recount(request: Request, rules: Rulebook) -> RecountRight:
    """Whether the game may be counted again under this book.

    >>> from ledger.rulebook import load
    >>> close = Request(margin=10, margin_of_play=10)
    >>> [right_to_recount(close, load(name)).allowed for name in ("wespa-1.0", "wespa-4.0")]
    [True, False]
    """
    kind = rules.recount.right.known()
    allowed, why, trap = WAYS[kind](request, rules)
    return RecountRight(allowed, kind, why, str(rules.recount.right), trap)


Answer = tuple[bool, str, str]


def _director_agrees(request: Request, rules: Rulebook) -> Answer:
    del rules
    if request.director_agrees:
        return True, "The director agrees.", ""
    return False, "A recount takes the director's agreement.", ""


def _as_of_right(request: Request, rules: Rulebook) -> Answer:
    del request, rules
    return True, "Either player may have a recount, at any margin.", ""


def _permitted(request: Request, rules: Rulebook) -> Answer:
    del request, rules
    return True, "A recount is permitted, at any margin; the players count.", ""


def _within_margin(request: Request, rules: Rulebook) -> Answer:
    """The book does not say which margin: after unplayed tiles and overtime, or before."""
    most = rules.recount.largest_margin.known()
    margins = f"{request.margin} as it stands, {request.margin_of_play} before tiles and time"
    close = [m <= most for m in (request.margin, request.margin_of_play)]
    if all(close):
        return True, f"The margin is no more than {most} ({margins}).", ""
    trap = "T1-10" if any(close) else ""
    return False, f"A recount is for a margin of {most} or less ({margins}).", trap


def _if_tallies_differ(request: Request, rules: Rulebook) -> Answer:
    del rules
    if not request.tallies_differ:
        return False, "There is no provision for a recount where both tallies agree.", ""
    if request.director_agrees:
        return True, "The tallies differ and the director allows it.", ""
    return False, "The tallies differ; a recount is at the director's discretion.", ""


WAYS: dict[str, Callable[[Request, Rulebook], Answer]] = {
    "director-agrees": _director_agrees,
    "as-of-right": _as_of_right,
    "permitted": _permitted,
    "within-margin": _within_margin,
    "director-if-tallies-differ": _if_tallies_differ,
}


def may_be_partial(both_consent: bool, rules: Rulebook) -> bool:
    """Whether a part of the game may be counted alone."""
    return PARTS[rules.recount.partial.known()](both_consent)


PARTS: dict[str, Callable[[bool], bool]] = {
    "if-both-consent": bool,
    "no": lambda _: False,
}
