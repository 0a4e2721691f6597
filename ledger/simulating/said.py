"""Words people say in answer to a step: where a request takes only some, which.

What a question of an offer or of a step may be answered is in its choices. This is for requests
that somebody makes out of the blue: a field that is not here is filled by its type.
"""

from __future__ import annotations

SAID: dict[str, tuple[object, ...]] = {
    "apply-credit.unit": ("points", "spread", "time"),
    "apply-penalty.unit": ("points", "spread", "time", "turn"),
    "assess-emergency.finding": ("genuine", "genuine", "not-genuine"),
    "bar-recount-favour.reason": ("writing-on-sheet", "wrong-letter-slip"),
    "challenge-exchange.ground": ("bag", "rack", "number"),
    "challenge-placement.ground": ("misses-centre", "disconnected", "moved-tiles", "other"),
    "choose-timer.kind": ("digital-down", "digital-up", "analogue", "sand"),
    "correct-orientation.degrees": (0, 90, 180, 270),
    "designate-blank.blank": (1, 2),
    "designate-blank.how": ("slip-circled", "announced"),
    "determine-starter.method": ("draw", "assigned"),
    "determine-starter.starter": (1, 2),
    "end-game.cause": ("round-ended", "incomplete", "six-zeros"),
    "expose-overdraw.seen_by": ("both", "opponent"),
    "find-upset.how": ("accidental", "accidental", "intentional"),
    "finish-recount.by": ("opponent", "director"),
    "forfeit.cause": ("late", "left", "misconduct", "ruling"),
    "gather-set.layout": ("four-5x5", "one-10x10", "on-the-board", ""),
    "issue-challenge.method": ("runner", "self-run", "self-adjudicated"),
    "leave-table.permission": ("director", "emergency", "none"),
    "note-equipment.what": ("tiles", "board", "rack", "bag"),
    "petition-director.what": ("extra-time", "press-nullified"),
    "record-draw.moment": ("hand-in", "first-tile-out", "hand-out", "first-tile-racked"),
    "redesignate-blank.basis": ("ruling", "misread"),
    "report-dropped-back.noticed_by": ("player", "opponent"),
    "report-found.where": ("outside", "bag"),
    "report-manner.manner": ("bag-too-low", "eyes-on-the-bag", "other"),
    "report-misplaced-tiles.how": ("upside-down", "sideways", "off-their-squares"),
    "report-out-of-order.noticed_by": ("player", "opponent"),
    "report-overdraw.noticed_by": ("player", "opponent", "third-party", "found-later"),
    "report-papers-differ.of_first": ((301, 290), (310, 300)),
    "report-spill.phase": ("drawing", "after-refill", "not-drawing"),
    "report-timer-fault.fault": ("cannot-stop", "display-dead", "power", "other"),
    "report-underdraw.noticed_by": ("player", "opponent"),
    "set-orientation.degrees": (0, 90, 180, 270),
    "set-times.replaced_by": ("", "digital-down"),
    "set-times.timer": ("", "reused", "withdrawn"),
    "settle-papers.basis": ("tally-sheet", "evidence", "ruling"),
    "sign-amendment.how": ("pin", "stroke", "witness"),
    "sign-result.how": ("pin", "stroke", "paper"),
    "sign-tally-sheet.how": ("signature", "initials"),
    "start-late-clock.by": ("director", "opponent"),
    "void-challenge.reason": ("withdrawn", "misunderstood-blank", "ruling"),
}
"""By tag and field: a word for each row of chance."""
