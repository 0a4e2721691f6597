"""What somebody supposes on the page of evidence, as requests tried on a copy of the sheet."""

from __future__ import annotations

from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from ledger import rulebook
from ledger.asking.asked import Asked
from ledger.game.facts.turns import PlayRecorded
from ledger.game.play.challenges.challenging import Adjudicate, IssueChallenge
from ledger.game.play.turns.corrections import CorrectScore
from ledger.game.sheet.sheet import Sheet
from ledger.replay.what_if import WhatIf, what_if
from ledger.rulebook import NAMES, Rulebook
from ledger.vocabulary import Points
from ledger.vocabulary.refusals import Refusal

WAYS = (
    ("off", "the play comes off"),
    ("stays", "the phoney stays"),
    ("good", "challenged, and acceptable"),
    ("bad", "challenged, and not acceptable"),
    ("score", "another score"),
)
"""What can be supposed about a turn."""

OF_A_CHALLENGE = ("challenges", "judging")
"""Chapters whose facts are left out where a phoney stays."""


class Supposed(NamedTuple):
    """What is supposed, and what would have become of it; ``refused``: why it can't be."""

    way: str
    turn: int
    points: str
    book: str
    found: WhatIf | None
    refused: Refusal | None


def supposed(sheet: Sheet, asked: MultiDict[str, str]) -> Supposed | None:
    """What an address supposes (``?if=``, ``turn=``, ``points=``, ``book=``); ``None``: nothing."""
    way = asked.get("if", "")
    if way not in dict(WAYS):
        return None
    turn = asked.get("turn", 0, type=int)
    points, book = asked.get("points", ""), asked.get("book", "")
    try:
        found, refused = _found(sheet, way, turn, points, _rules(sheet, book)), None
    except Refusal as refusal:
        found, refused = None, refusal
    return Supposed(way, turn, points, book, found, refused)


def _rules(sheet: Sheet, book: str) -> Rulebook:
    scheduled = sheet.scheduled
    if book in NAMES and book != scheduled.rulebook:
        return rulebook.in_force(book, ())
    return rulebook.in_force(scheduled.rulebook, scheduled.options)


def _found(sheet: Sheet, way: str, turn: int, points: str, rules: Rulebook) -> WhatIf:
    play = sheet.event(turn).fact if 1 <= turn <= sheet.version else None
    if not isinstance(play, PlayRecorded):
        raise Refusal(
            "no-such-entry", "There is no play at this place.", "Choose a play from the list."
        )
    asked: tuple[Asked, ...] = ()
    if way == "off":
        return what_if(sheet, rules, at=turn, without=(turn, *_challenge_of(sheet, turn)))
    if way == "stays":
        return what_if(sheet, rules, at=sheet.version, without=_challenge_of(sheet, turn))
    if way == "score":
        sign = points.strip().replace("−", "-").lstrip("+")
        if not sign.lstrip("-").isascii() or not sign.lstrip("-").isdigit() or len(sign) > 5:
            raise Refusal("unreadable-request", "The score is no number.", "Write the points: 36.")
        score = CorrectScore(version=turn, now=Points(int(sign)), reason="supposed", approved_by="")
        return what_if(sheet, rules, at=turn, asked=(score,))
    asked = (IssueChallenge(seat=play.seat.opponent), Adjudicate(acceptable=way == "good"))
    without = _challenge_of(sheet, turn)
    return what_if(sheet, rules, at=turn, asked=asked, without=without)


def _challenge_of(sheet: Sheet, turn: int) -> tuple[int, ...]:
    """The events of a challenge of a play: from it until the next turn."""
    found = []
    for event in sheet.events[turn:]:
        chapter = type(event.fact).__module__.rpartition(".")[2]
        if chapter == "turns":
            break
        if chapter in OF_A_CHALLENGE:
            found.append(event.originator_version)
    return tuple(found)
