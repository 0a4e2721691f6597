"""Tablets that were put away, for the next hall."""

from __future__ import annotations

WAITING = {}
"""Tablets that were put away, by browser and kind: the page, and the halls where it has been.

A new one costs a second and a half, most of it before it shows anything. A hall has an origin
of its own, so nothing that was kept for another is seen there.
"""


def waiting(kind, hall):
    """A tablet that has never been in this hall; ``None`` where there is none."""
    all_of_them = WAITING.get(kind, [])
    fresh = [one for one in all_of_them if hall.address not in one[1]]
    if not fresh:
        return None
    all_of_them.remove(fresh[0])
    return fresh[0]


def put_away(kind, page, been):
    """Keep ``page``, which has ``been`` in these halls."""
    WAITING.setdefault(kind, []).append((page, been))
