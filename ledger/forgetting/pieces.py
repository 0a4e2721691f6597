"""A piece of what somebody gave: a signature, a statement, a photo, that lies beside the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.vocabulary import Moment

PieceKind = Literal[
    "signature", "slip-photo", "statement", "read-back", "evidence", "grounds", "draft", "bundle"
]

Kept = Callable[[str], int | None]
"""How many bytes lie under a digest: 0 where they were removed, ``None`` where it is not ours."""

KINDS_TOLD: dict[PieceKind, tuple[str, str]] = {
    "signature": ("signature by hand", "signatures by hand"),
    "slip-photo": ("photo of a result slip", "photos of result slips"),
    "statement": ("statement", "statements"),
    "read-back": ("signature under a statement", "signatures under statements"),
    "evidence": ("photo in a case", "photos in cases"),
    "grounds": ("appeal’s grounds", "appeals’ grounds"),
    "draft": ("prepared ruling", "prepared rulings"),
    "bundle": ("bundle kept whole", "bundles kept whole"),
}
"""What people call one of a kind, and several."""


class Piece(Struct, frozen=True, kw_only=True):
    """One thing under one digest.

    Attributes:
      digest: under which it lies, as its event has it.
      stream: the game's or the case's whose event names it, ``event`` its version there, and
        ``version`` that of the last event there is.
      where: ``R3 T14`` or ``C-2``; ``is_case``: which of the two.
      at: when it was given, UTC.
      of: whose it is, as ``Person.key`` has it; of several where both signed one slip; empty where
        nobody can say.
      concerns: whom the case is about or in which they were heard.
      size: bytes; 0 where it was removed.
      removed_at: when it was removed; ``None``: it is there.
      needed: why it can't be removed yet, as part of a sentence; empty: it can.
    """

    digest: str
    kind: PieceKind
    stream: UUID
    event: int
    version: int
    where: str
    is_case: bool
    at: Moment
    of: tuple[str, ...]
    concerns: tuple[str, ...] = ()
    size: int = 0
    removed_at: Moment | None = None
    needed: str = ""

    @property
    def is_shared(self) -> bool:
        """Whether somebody else gave it too, and loses it with it."""
        return len(self.of) > 1


class Person(Struct, frozen=True, kw_only=True):
    """Somebody who gave something.

    Attributes:
      key: ``player-7``, ``badge-D1``, or ``named-`` and the name of somebody heard.
      name: as people know them.
      pieces: what they gave, oldest first, removed ones included.
      beside: photos of nobody's in cases that concern them, which may go too.
    """

    key: str
    name: str
    pieces: tuple[Piece, ...] = ()
    beside: tuple[Piece, ...] = ()

    @property
    def kept(self) -> tuple[Piece, ...]:
        """What is there to be removed."""
        return tuple(one for one in self.pieces if one.removed_at is None)

    @property
    def needed(self) -> tuple[str, ...]:
        """Why it can't be removed yet, each reason once."""
        return tuple(dict.fromkeys(one.needed for one in self.kept if one.needed))


class Gathered(Struct, frozen=True, kw_only=True):
    """Everybody who gave something in a tournament, as it was read up to a position, and when."""

    position: int
    at: Moment
    people: tuple[Person, ...]


def counted(pieces: tuple[Piece, ...]) -> str:
    """How many of each kind, in words; empty for none.

    >>> counted(())
    ''
    """
    found = []
    for kind, (one, several) in KINDS_TOLD.items():
        many = len({piece.digest for piece in pieces if piece.kind == kind})
        if many:
            found.append(f"{many} {one if many == 1 else several}")
    return ", ".join(found)


def plain_name(name: str) -> str:
    """A name as two spellings of it are compared.

    >>> plain_name("  Ann   LEE ")
    'ann lee'
    """
    return " ".join(name.casefold().split())
