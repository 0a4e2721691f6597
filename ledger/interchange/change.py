"""One thing that a file says of a tournament, and what becomes of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Verdict = Literal["new", "changed", "same", "refused", "said"]
"""What becomes of it: written, written anew, there already, not taken, or only told."""


class Change(Struct, frozen=True):
    """One thing that a file says, and what becomes of it.

    Attributes:
      file: where it stands; ``line``: from 1, 0: nowhere by itself.
    """

    verdict: Verdict
    said: str
    file: str = ""
    line: int = 0
