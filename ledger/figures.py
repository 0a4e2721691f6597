"""Numbers that somebody can have meant: nothing in a game comes near a million."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ledger.refusals import Refusal

MOST = 1_000_000
"""Points, seconds, tiles and versions stay below it by far; every read model can hold it."""


def must_make_sense(*told: object) -> None:
    """Refuse a slip of the finger that no total could hold.

    >>> must_make_sense(("T1", 32), -35)

    Raises:
      Refusal: ``unreadable-request``.
    """
    for number in _numbers(told):
        if not -MOST <= number <= MOST:
            raise Refusal(
                "unreadable-request",
                f"A number of {len(str(abs(number)))} digits can't be meant.",
                "Check the number, and enter it again.",
            )


def _numbers(told: object) -> Iterator[int]:
    if isinstance(told, int):
        yield told
    elif isinstance(told, tuple):
        for part in told:
            yield from _numbers(part)
    elif isinstance(told, Struct):
        for field in told.__struct_fields__:
            yield from _numbers(getattr(told, field))
