"""The director's way in: cases, hearings, rulings, penalties and appeals."""

from __future__ import annotations

from ledger.directing.appeals import Appeals
from ledger.directing.hearing import Hearings
from ledger.directing.penalties import Penalties


class Director(Hearings, Penalties, Appeals):
    """Everything a director does about a dispute. Only a director's badge can write it."""
