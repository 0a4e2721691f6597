"""What is said when something is not written down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True):
    """The words of one refusal, with ``{names}`` for what only the moment knows.

    Attributes:
      what: what can't be done and why, in the words people use in the hall.
      next_step: what they can do now. Starts with a verb.
      clause: where the rulebook in force has the rule that stands in the way, as
        ``challenge.again``; ``""`` where no rule does, or where it depends on the moment and is
        handed in.
      gap: whether a trap that touches this clause is named too.
      field: the field of the request that is at issue, where it is always the same.
      example: a value for each of the names, as it could be at a table.
    """

    what: str
    next_step: str
    clause: str = ""
    gap: bool = False
    field: str = ""
    example: dict[str, Any] = {}
