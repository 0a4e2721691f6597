"""Whether the play just made may still be held or challenged, as far as the record knows."""

from __future__ import annotations

from ledger.game.play.challenges.in_time import (
    AskedInTime,
    last_play,
    must_be_in_time,
    play_to_answer,
)
from ledger.game.play.entry import Entry
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal


def answer_refused(sheet: Sheet, seat: Seat, rules: Rulebook) -> Refusal | None:
    """Why ``seat`` can't answer the play any more, whatever is told; ``None``: perhaps in time.

    What is not on record yet, such as where the new tiles are, is not held against the player:
    who answers is asked about it.
    """
    entry = Entry(rules=rules, by="", role=Role.SCOREKEEPER, clocks=sheet.clock.times)
    try:
        play = play_to_answer(sheet, seat, "challenge", entry)
        must_be_in_time(sheet, play, AskedInTime(seat=seat), "challenge", entry)
    except Refusal as refusal:
        return refusal
    return None


def may_be_answered(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether there is a play, and its opponent may still hold or challenge it."""
    play = last_play(sheet)
    return play is not None and answer_refused(sheet, play.seat.opponent, rules) is None
