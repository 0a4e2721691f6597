"""What a line of the log calls the address that was asked for: never with a secret in it."""

from __future__ import annotations

import re

LONGEST = 120

SECRET = re.compile(r"(/tell/[^/]+/)[^/]+")
"""The last part of the address of a player's QR: who has it tells that player's result."""


def holds_a_secret(path: str) -> bool:
    """Whether the address itself is a secret.

    >>> holds_a_secret("/t/cup/tell/0f3a/Zq81"), holds_a_secret("/t/cup/r1/t3/")
    (True, False)
    """
    return SECRET.search(path) is not None


def door_told(method: str, path: str) -> str:
    """Method and path, short, without the secret of a player's QR.

    >>> door_told("GET", "/t/cup/tell/0f3a/Zq81")
    'GET /t/cup/tell/0f3a/…'
    """
    told = SECRET.sub(r"\1…", path)
    return f"{method} {told}"[:LONGEST]
