"""Numbers and words that somebody can have meant: nothing in a game comes near these bounds."""

from __future__ import annotations

from msgspec import Struct

from ledger.vocabulary.refusals import Refusal

MOST = 1_000_000
"""Points, seconds, tiles and versions stay below it by far; every read model can hold it."""

LONGEST_TEXT = 2_000
"""Characters of what people write beside an entry: a reason, a recollection, what was seen. It
is told on every screen of the table. What is longer is a statement, kept beside the log."""

LONGEST_REASON = 200
"""Characters of a reason that stands on one line."""


def must_make_sense(*told: object) -> None:
    """Refuse a slip of the finger that no total could hold, and words that no sheet could.

    >>> must_make_sense(("T1", 32), -35)

    Raises:
      Refusal: ``unreadable-request`` or ``too-long``.
    """
    waiting: list[object] = [*told]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            must_be_short(each)
        elif isinstance(each, int):
            if not -MOST <= each <= MOST:
                raise Refusal(
                    "unreadable-request",
                    "A number beyond a million can't be meant.",
                    "Check the number, and enter it again.",
                )
        elif isinstance(each, tuple):
            waiting += each
        elif isinstance(each, Struct):
            waiting += [getattr(each, field) for field in each.__struct_fields__]


def must_be_short(text: str, longest: int = LONGEST_TEXT) -> None:
    """Refuse more words than there is room for.

    Raises:
      Refusal: ``too-long``.
    """
    if len(text) > longest:
        raise Refusal(
            "too-long",
            f"This has {len(text):,} characters; there is room for {longest:,}.",
            "Say it in fewer words.",
        )
