"""Who keeps the record of a table, and who has looked over what another entered."""

from __future__ import annotations

from ledger.record.fact import KEEPING, Fact


class TableHandedOver(Fact, frozen=True, kw_only=True, tag="table-handed-over"):
    """The record of this game went from one scorekeeper to another.

    Attributes:
      badge: who keeps it from here on; empty if it was handed over and nobody has taken it yet.
      device: the tablet it is kept on from here on.
      former_badge: who kept it before; empty if nobody had written anything.
      former_device: the tablet it was kept on before.
      reason: why, in a few words.
    """

    visibility = KEEPING

    badge: str = ""
    device: str = ""
    former_badge: str = ""
    former_device: str = ""
    reason: str = ""


class TurnsVerified(Fact, frozen=True, kw_only=True, tag="turns-verified"):
    """Somebody who had not entered them looked these turns over and found them right.

    A correction made later undoes this for the turn that it puts right.

    Attributes:
      versions: the events that made the turns.
    """

    visibility = KEEPING

    versions: tuple[int, ...]
