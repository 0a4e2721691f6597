"""How many tiles are exchanged where the number said is not the number put out (I-05)."""

from __future__ import annotations

from collections.abc import Callable

from ledger.rulebook import Rulebook
from ledger.vocabulary import RACK_SIZE


def number_that_binds(
    announced: int, laid: int, said_next: int | None, at_once: bool, rules: Rulebook
) -> tuple[int, bool]:
    """How many tiles are exchanged where the number said is not the number put out (I-05).

    >>> from ledger.rulebook import load
    >>> [number_that_binds(5, laid, None, True, load(book)) for laid, book in
    ...  ((3, "wespa-4.0"), (2, "nsa-1998"))]
    [(3, True), (5, True)]

    Returns:
      The number, and whether it is clear; where it is not, the opponent may ask.
    """
    kind = rules.exchange.number_that_binds
    if announced == laid and said_next is None:
        return laid, True
    return NUMBERS[kind.known()](announced, laid, said_next, at_once)


def _announced(announced: int, laid: int, said_next: int | None, at_once: bool) -> tuple[int, bool]:
    """What was said goes; a slip mended at once goes if the tiles set apart bear it out."""
    if said_next is not None and at_once and said_next in (laid, RACK_SIZE - laid):
        return said_next, True
    # Tiles set apart may also be the ones to keep: two apart and "five" said.
    return announced, laid in (announced, RACK_SIZE - announced) or said_next is not None


NUMBERS: dict[str, Callable[[int, int, int | None, bool], tuple[int, bool]]] = {
    "tiles-on-table": lambda _said, laid, _next, _at_once: (laid, True),
    "announcement": _announced,
}
