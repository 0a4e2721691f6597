"""For whom something is put into words: who may be told the same is one audience.

An audience is a small value that can be compared: live changes are put into words once for each,
and the same bytes go to everybody in it. It is worked out once, when a stream is opened, from the
same session that opened the door.
"""

from __future__ import annotations

from flask import current_app, request

from web.doors import OFFICIALS

Audience = str

PUBLIC: Audience = "public"
"""Whoever walks in."""

OFFICIAL: Audience = "official"
"""Who runs the games: at the table, as a judge, at the desk."""


def the_audience() -> Audience:
    """The audience of who is asking."""
    role = current_app.extensions["role_of"](request)
    return OFFICIAL if role in OFFICIALS else PUBLIC
