"""Rounds that were drawn, with all that they were drawn from, and rounds put right afterwards."""

from __future__ import annotations

from uuid import UUID

from ledger.record.fact import Fact
from ledger.record.shown_as import EVENT
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Inputs, Method
from ledger.tournament.facts.tournaments import Pairing


class RoundDrawn(Fact, frozen=True, kw_only=True, tag="round-drawn"):
    """A round was drawn: by which method, with which seed, from what, and what came out.

    ``RoundPaired``, written with it, is what holds: somebody may have changed the draw by hand.

    Attributes:
      method: the system with its version, which draws the same for ever.
      seed: settles what nothing else does.
      digest: SHA-256 of the inputs in order.
      drawn: pairings as they were drawn, and which rules gave way.
      inputs: everything it was drawn from; with the tables kept for players, so for officials.
    """

    shown_as = EVENT.less("inputs", "drawn")  # they name pairs that must not meet, kept tables

    round_number: int
    division: str = ""
    method: Method
    seed: int
    digest: str
    drawn: Drawn
    inputs: Inputs | None = None


class RoundRepaired(Fact, frozen=True, kw_only=True, tag="round-repaired"):
    """Players of a round were moved after it was paired; games stay what they are.

    Games that nobody had begun are called off, and new ones scheduled at their tables; a game
    that was under way stays with its players, or was voided as the director said.

    Attributes:
      pairings: the whole round, as it stands from now on.
      called_off: games that were not begun and are not played.
      voided: games that were, and count for nobody.
    """

    shown_as = EVENT.less("reason")

    round_number: int
    division: str = ""
    pairings: tuple[Pairing, ...]
    reason: str
    called_off: tuple[UUID, ...] = ()
    voided: tuple[UUID, ...] = ()


class RoundUnpaired(Fact, frozen=True, kw_only=True, tag="round-unpaired"):
    """A round that nobody had begun was taken back, as if it had never been paired.

    Attributes:
      called_off: its games, which are not played.
    """

    shown_as = EVENT.less("reason")

    round_number: int
    division: str = ""
    reason: str = ""
    called_off: tuple[UUID, ...] = ()
