"""How long a look-up may go on, and how far it is."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Protocol

from ledger.vocabulary.refusals import Refusal

TOO_LONG = "too-long-to-check"


class Still(Protocol):
    """Called now and then by work that must not go on for ever."""

    def __call__(self, done: int = 0, of: int = 0, /) -> None:
        """Go on.

        Args:
          done: how many lists were tried so far.
          of: how many there are.

        Raises:
          Refusal: ``too-long-to-check``.
        """


def within(seconds: float = inf) -> Still:
    """Goes on for so many seconds from now."""
    until = monotonic() + seconds

    def still(_done: int = 0, _of: int = 0, /) -> None:
        if monotonic() > until:
            raise too_long()

    return still


def too_long() -> Refusal:
    """The refusal of a look-up that is given up."""
    return Refusal(
        TOO_LONG,
        "This takes too long to be looked up between other pages: the record is long.",
        "Look it up on the machine itself, with tilescribe verify-paper.",
    )
