"""Blanks, told in a few words."""

from __future__ import annotations

from ledger.game.facts.blanks import (
    BlankConfirmed,
    BlankDesignated,
    BlankDisputed,
    BlankRedesignated,
    BlankUndeclared,
    FalseBlankFound,
    FalseBlankSettled,
    MoveReplayed,
    RedesignationAccepted,
    RedesignationChallenged,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.game.sheet.telling.tells import tells

HOW_DESIGNATED = {
    "slip-circled": "circled on the slip",
    "slip-written": "written on the slip",
    "announced": "announced only",
    "score-sheet": "on the score sheets",
}


@tells(
    BlankDesignated,
    "blank {blank} of {seat} = {letter:word} at {square} ({how})[; {changed|changed|as played}]",
)
def _blank_designated(fact: BlankDesignated, _sheet: Sheet) -> str:
    how = HOW_DESIGNATED.get(fact.how, fact.how)
    return f"Blank {fact.blank} at {fact.square} is {fact.letter} ({how})"


@tells(
    BlankDisputed,
    "blank at {square} disputed by {seat}: {claimed}"
    "[; {declared|declared|not declared}][; on paper of {on_paper}]",
)
def _blank_disputed(fact: BlankDisputed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} disputes the blank at {fact.square}: says {fact.claimed}"


@tells(
    BlankRedesignated,
    "blank at {square} now = {letter:word} by {seat}: {basis}[; words open {words}]",
)
def _blank_redesignated(fact: BlankRedesignated, _sheet: Sheet) -> str:
    return f"Blank at {fact.square} is now {fact.letter}{because(fact.basis)}"


@tells(BlankUndeclared, "blank at {square} of {seat} not declared[; before {before}]")
def _blank_undeclared(fact: BlankUndeclared, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} did not declare the blank at {fact.square}"


@tells(BlankConfirmed, "blank at {square} stays {letter:word}: {reason}")
def _blank_confirmed(fact: BlankConfirmed, _sheet: Sheet) -> str:
    return f"The blank at {fact.square} stays {fact.letter}{because(fact.reason)}"


@tells(MoveReplayed, "{seat} replays {move:entry}: {reason}")
def _move_replayed(fact: MoveReplayed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} may make move {fact.move} again{because(fact.reason)}"


@tells(
    RedesignationChallenged,
    "new letter challenged by {seat}: {words}; {acceptable|acceptable|unacceptable}",
)
def _redesignation_challenged(fact: RedesignationChallenged, sheet: Sheet) -> str:
    verdict = "acceptable" if fact.acceptable else "not acceptable"
    words = ", ".join(fact.words)
    return f"{sheet.name(fact.seat)} challenged {words} of the new letter: {verdict}"


@tells(RedesignationAccepted, "new letter accepted")
def _redesignation_accepted(_fact: RedesignationAccepted, _sheet: Sheet) -> str:
    return "The words of the new letter were not challenged"


@tells(
    FalseBlankFound,
    "false blank at {square} of {player} found by {seat}: {real}"
    "; {taken_back|comes off|stays}[; drawn {drawn}][; {mixed|mixed|not mixed}]",
)
def _false_blank_found(fact: FalseBlankFound, _sheet: Sheet) -> str:
    then = "the play comes off" if fact.taken_back else "it stays a blank"
    return f"The blank at {fact.square} is a tile {fact.real}: {then}"


@tells(FalseBlankSettled, "false blank of {player} settled; shown {shown}; returned {returned}")
def _false_blank_settled(fact: FalseBlankSettled, _sheet: Sheet) -> str:
    return f"{tiles(fact.returned)} drawn after the false blank went back"
