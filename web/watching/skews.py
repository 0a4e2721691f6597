"""Whose clock is wrong: ours, or a tablet's. Asked of what tablets said when they sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import median

ENOUGH = 3
"""Tablets that must agree; one alone may be wrong itself."""

LATELY = timedelta(minutes=30)
AT_MOST = 500


class Skews:
    """How far each tablet's clock was from ours when it last sent something."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[datetime, float]] = {}

    def note(self, device: str, sent_at: datetime, now: datetime) -> None:
        """A tablet sent something at ``sent_at`` by its own clock, and it is here ``now``."""
        self._of.pop(device, None)
        self._of[device] = now, (sent_at - now).total_seconds()
        while len(self._of) > AT_MOST:
            self._of.pop(next(iter(self._of)))

    def of_most(self, now: datetime) -> float | None:
        """Seconds most tablets' clocks are ahead of ours; ``None`` where too few were heard of."""
        lately = [apart for at, apart in self._of.copy().values() if abs(now - at) < LATELY]
        return median(lately) if len(lately) >= ENOUGH else None
