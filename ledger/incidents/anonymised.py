"""A ruling as it can be published: what was decided and by which rule, and nobody's name."""

from __future__ import annotations

import re
from collections.abc import Iterable

A_PLAYER = "a player"


def without_names(text: str, names: Iterable[str]) -> str:
    """``text`` with each of the names, whole or a part of it, put as ``a player``.

    Parts of one or two letters stay: initials would take words with them.

    >>> without_names("Zoë Lind drew late; Lind's clock ran.", ["Zoë Lind", "Bo Ek"])
    "A player drew late; a player's clock ran."
    """
    whole = sorted({name.strip() for name in names if name.strip()}, key=len, reverse=True)
    parts = {part.strip(",.") for name in whole for part in name.split()}
    known = [*whole, *sorted((part for part in parts if len(part) > 2), key=len, reverse=True)]
    if not known:
        return text
    found = "|".join(re.escape(name) for name in known)
    return re.sub(
        rf"(?<!\w)(?:{found})(?!\w)",
        lambda match: A_PLAYER.capitalize() if _begins(text, match.start()) else A_PLAYER,
        text,
        flags=re.IGNORECASE,
    )


def _begins(text: str, at: int) -> bool:
    """Whether a sentence begins there."""
    before = text[:at].rstrip()
    return not before or before[-1] in ".!?"
