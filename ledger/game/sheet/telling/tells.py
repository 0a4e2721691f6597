"""Who tells what: words of each fact of a game, for people and for transcripts, in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact

F = TypeVar("F", bound=Fact)

TELLS: dict[type[Fact], Callable[[Any, Sheet], str]] = {}
"""By kind of fact, what tells it. A fact of a game that is not in it fails a test."""

LINES: dict[type[Fact], str] = {}
"""By kind of fact, its line in a transcript, from which it is written and read."""


def tells(
    kind: type[F], line: str = ""
) -> Callable[[Callable[[F, Sheet], str]], Callable[[F, Sheet], str]]:
    """Register the function below as what tells this kind of fact to people.

    Args:
      kind: the fact.
      line: its wording in a transcript, with its fields in braces (``ledger.transcript.phrases``);
        empty for turns, which are rows of the score sheet there.
    """

    def register(tell: Callable[[F, Sheet], str]) -> Callable[[F, Sheet], str]:
        assert kind not in TELLS, f"{kind.__name__} is told twice"
        TELLS[kind] = tell
        if line:
            LINES[kind] = line
        return tell

    return register
