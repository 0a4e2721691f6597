"""Who is sent checkpoints, as the settings say: witnesses that sign them, others that keep them."""

from __future__ import annotations

from ledger.proof.witnesses import Witness
from web.settings.in_force import names
from web.settings.known import SUBSCRIBERS, WITNESSES


def witnesses_named() -> tuple[Witness, ...]:
    """The witnesses that the settings name."""
    return tuple(Witness.read(*each.split()) for each in names(WITNESSES))


def subscribers_named() -> tuple[str, ...]:
    """The addresses that every checkpoint is sent to."""
    return names(SUBSCRIBERS)
