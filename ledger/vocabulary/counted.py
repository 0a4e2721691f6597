"""How many of something, in words."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any


def some(number: int, what: str) -> str:
    """How many, and of what.

    >>> some(1, "event"), some(2, "event")
    ('1 event', '2 events')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class _Counting(Formatter):
    def format_field(self, value: Any, spec: str) -> Any:  # noqa: ANN401 (as the library has it)
        return some(value, spec) if spec.isalpha() else super().format_field(value, spec)


def filled(template: str, words: Mapping[str, object]) -> str:
    """A sentence with its names filled in; after a colon stands what a number counts.

    >>> filled("{who} drew {drawn:tile} for {due}.", {"who": "Ada", "drawn": 1, "due": 0})
    'Ada drew 1 tile for 0.'
    """
    return _Counting().vformat(template, (), words)
