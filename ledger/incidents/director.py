"""The director's way in: cases, hearings, rulings, penalties and appeals."""

from __future__ import annotations

from ledger.incidents.appeals import Appeals
from ledger.incidents.hearing import Hearings
from ledger.incidents.penalties import Penalties


class Director(Hearings, Penalties, Appeals):
    """Everything a director does about a dispute. Only a director's badge can write it."""
