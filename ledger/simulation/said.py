"""Words people say in answer to a step: where a request takes only some, which.

What a question of an offer or of a step may be answered is in its choices. This is for requests
that somebody makes out of the blue: a field that is not here is filled with any word of its
closed list, or by its type.
"""

from __future__ import annotations

SAID: dict[str, tuple[object, ...]] = {
    "challenge-placement.ground": ("misses-centre", "disconnected", "moved-tiles", "other"),
    "correct-orientation.degrees": (0, 90, 180, 270),
    "designate-blank.blank": (1, 2),
    "designate-blank.how": ("slip-circled", "announced"),
    "determine-starter.method": ("draw", "assigned"),
    "determine-starter.starter": (1, 2),
    "end-game.cause": ("round-ended", "incomplete", "six-zeros"),
    "find-upset.how": ("accidental", "accidental", "intentional"),
    "forfeit.cause": ("late", "left", "misconduct", "ruling"),
    "issue-challenge.method": ("runner", "self-run", "self-adjudicated"),
    "report-papers-differ.of_first": ((301, 290), (310, 300)),
    "set-orientation.degrees": (0, 90, 180, 270),
    "sign-result.how": ("stroke", "stroke", "stroke"),
    "void-challenge.reason": ("withdrawn", "misunderstood-blank", "ruling"),
}
"""By tag and field: a word for each row of chance."""
