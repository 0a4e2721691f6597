"""Procedures that are going on at a table: which fact opened each, and what was done since."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from ledger.record.fact import Fact

F = TypeVar("F", bound=Fact)


class Opened(Struct, frozen=True):
    """A procedure that is not finished.

    Attributes:
      version: of the event that opened it.
      fact: what was reported.
      done: the steps recorded since, oldest first.
    """

    version: int
    fact: Fact
    done: tuple[Fact, ...] = ()

    def has(self, kind: type[Fact]) -> bool:
        """Whether a step of this kind is recorded."""
        return any(isinstance(step, kind) for step in self.done)


def find(
    procedures: tuple[Opened, ...], kind: type[Fact] | tuple[type[Fact], ...]
) -> Opened | None:
    """The latest open procedure that a fact of this kind opened, if any."""
    return next((one for one in reversed(procedures) if isinstance(one.fact, kind)), None)


def with_opened(procedures: tuple[Opened, ...], version: int, fact: Fact) -> tuple[Opened, ...]:
    """The open procedures and one more."""
    return (*procedures, Opened(version, fact))


def with_step(procedures: tuple[Opened, ...], kind: type[Fact], step: Fact) -> tuple[Opened, ...]:
    """``step`` added to the latest procedure opened by ``kind``; unchanged if none is open."""
    current = find(procedures, kind)
    return tuple(
        Opened(one.version, one.fact, (*one.done, step)) if one is current else one
        for one in procedures
    )


def without_any(
    procedures: tuple[Opened, ...], kinds: tuple[type[Fact], ...]
) -> tuple[Opened, ...]:
    """The open procedures without those that one of ``kinds`` opened."""
    return tuple(one for one in procedures if not isinstance(one.fact, kinds))


def without(procedures: tuple[Opened, ...], kind: type[Fact]) -> tuple[Opened, ...]:
    """The open procedures without the latest one that ``kind`` opened."""
    current = find(procedures, kind)
    return tuple(one for one in procedures if one is not current)
