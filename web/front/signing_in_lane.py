"""Which requests have a PIN checked: these queue by themselves, for each takes so long."""

from __future__ import annotations

CHECK_A_PIN = frozenset(
    {"signing_in.signed", "signing_in.changed", "by_director.enter", "kiosk.end"}
)
"""Endpoints; a test holds that each is one."""
