"""Who tells what: each fact of a game is told by one function, registered where it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact

F = TypeVar("F", bound=Fact)

TELLS: dict[type[Fact], Callable[[Any, Sheet], str]] = {}
"""By kind of fact, what tells it. A fact of a game that is not in it fails a test."""


def tells(kind: type[F]) -> Callable[[Callable[[F, Sheet], str]], Callable[[F, Sheet], str]]:
    """Register the function below as what tells this kind of fact."""

    def register(tell: Callable[[F, Sheet], str]) -> Callable[[F, Sheet], str]:
        assert kind not in TELLS, f"{kind.__name__} is told twice"
        TELLS[kind] = tell
        return tell

    return register
