"""What on a sheet does not agree, by what somebody would do about it."""

from __future__ import annotations

from typing import Literal

FindingCode = Literal[
    "does-not-fit", "computed-differs", "announced-differs", "too-many-of-a-tile",
    "blank-not-there", "ended-early", "not-ended", "turn-out-of-order", "challenge-without-play",
    "totals-differ", "tiles-to-follow", "seat-in-doubt", "tile-count",
]  # fmt: skip
"""What can be found on a sheet that does not agree."""

Disagreement = Literal["board", "turns", "score", "end"]
"""The entry that lies otherwise is put right; a turn is found, or whose it was; the score is
counted again; it is said whether the game is over."""

ABOUT: dict[FindingCode, Disagreement] = {
    "does-not-fit": "board",
    "too-many-of-a-tile": "board",
    "blank-not-there": "board",
    "tile-count": "board",
    "turn-out-of-order": "turns",
    "challenge-without-play": "turns",
    "tiles-to-follow": "turns",
    "seat-in-doubt": "turns",
    "computed-differs": "score",
    "totals-differ": "score",
    "ended-early": "end",
    "not-ended": "end",
}
"""By the code of a finding that is for the director; one is for the players alone."""

TO_DO: dict[Disagreement, str] = {
    "board": "an entry does not lie as the board does: put it right",
    "turns": "a turn is missing or another's: find it",
    "score": "a score does not add up: count it again",
    "end": "over or not: say whether the game goes on",
}
"""What people call each, and what they do about it."""

FLAG_OF: dict[Disagreement, str] = {
    "board": "board-differs",
    "turns": "turns-differ",
    "score": "score-differs",
    "end": "end-in-doubt",
}
"""The flag of each, on a row of the hall and at a ply of the replay."""
