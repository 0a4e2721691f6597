"""What is said, disputed and found out about blanks."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
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
from ledger.game.facts.challenges import PhoneyWithdrawn
from ledger.game.sheet.folds import challenges
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.opened import with_opened, without
from ledger.game.sheet.parts import Blank
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.vocabulary import Points

FALSE_BLANK = "false-blank"
"""Note on the line of a play that came off because one of its tiles was no blank."""


def _designated(sheet: Sheet, fact: BlankDesignated, entry: Standing) -> Sheet:
    others = tuple(blank for blank in sheet.board.blanks if blank.blank != fact.blank)
    blank = Blank(fact.blank, fact.square, fact.letter, fact.how)
    if fact.changed:
        sheet = _with_letter(sheet, fact.square, fact.letter)
    return replace(
        sheet,
        board=replace(sheet.board, blanks=(*others, blank)),
        open=without(sheet.open, BlankUndeclared),
    )


def _undeclared(sheet: Sheet, fact: BlankUndeclared, entry: Standing) -> Sheet:
    return _opened(sheet, fact, entry)


def _disputed(sheet: Sheet, fact: BlankDisputed, entry: Standing) -> Sheet:
    sheet = replace(
        sheet, board=replace(sheet.board, blank_dispute=f"{fact.square}: {fact.claimed}?")
    )
    return _opened(sheet, fact, entry)


def _confirmed(sheet: Sheet, fact: BlankConfirmed, entry: Standing) -> Sheet:
    return _settled(sheet)


def _replayed(sheet: Sheet, fact: MoveReplayed, entry: Standing) -> Sheet:
    """The move itself is taken back by the ``PlayRetracted`` that is written with this."""
    return _settled(sheet)


def _redesignated(sheet: Sheet, fact: BlankRedesignated, entry: Standing) -> Sheet:
    """The tile on the board takes the new letter; words already scored stay as scored."""
    size = load_board(sheet.scheduled.board).size
    index = square_index(fact.square, size)
    blanks = tuple(
        replace(blank, letter=fact.letter) if square_index(blank.square, size) == index else blank
        for blank in sheet.board.blanks
    )
    sheet = _with_letter(sheet, fact.square, fact.letter)
    sheet = _settled(replace(sheet, board=replace(sheet.board, blanks=blanks)))
    return _opened(sheet, fact, entry) if fact.words else sheet


def _new_letter_done(
    sheet: Sheet, fact: RedesignationChallenged | RedesignationAccepted, entry: Standing
) -> Sheet:
    return replace(sheet, open=without(sheet.open, BlankRedesignated))


def _false_blank(sheet: Sheet, fact: FalseBlankFound, entry: Standing) -> Sheet:
    """In time the whole play comes off; otherwise the tile goes on as a blank."""
    if not fact.taken_back:
        found = (*sheet.board.false_blanks, (fact.square, fact.real))
        return replace(sheet, board=replace(sheet.board, false_blanks=found))
    take_off = challenges.FOLDS[PhoneyWithdrawn]
    sheet = take_off(sheet, PhoneyWithdrawn(seat=fact.player, lost=Points(0)), entry)
    line = replace(sheet.lines[-1], note=FALSE_BLANK)
    sheet = replace(sheet, lines=(*sheet.lines[:-1], line))
    return _opened(sheet, fact, entry) if fact.drawn else sheet


def _false_blank_settled(sheet: Sheet, fact: FalseBlankSettled, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, FalseBlankFound))


def _settled(sheet: Sheet) -> Sheet:
    return replace(
        sheet, board=replace(sheet.board, blank_dispute=""), open=without(sheet.open, BlankDisputed)
    )


def _opened(
    sheet: Sheet,
    fact: BlankUndeclared | BlankDisputed | BlankRedesignated | FalseBlankFound,
    entry: Standing,
) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _with_letter(sheet: Sheet, square: str, letter: str) -> Sheet:
    """The sheet with another letter for the blank at ``square``."""
    index = square_index(square, load_board(sheet.scheduled.board).size)
    squares = list(sheet.board.squares)
    if index is not None and squares[index]:
        tile_set = load_tile_set(sheet.scheduled.tile_set)
        squares[index] = tile_set.cut(letter)[0].lower()
    return replace(sheet, board=replace(sheet.board, squares=tuple(squares)))


FOLDS: Folds = {
    BlankDesignated: _designated,
    BlankUndeclared: _undeclared,
    BlankDisputed: _disputed,
    BlankConfirmed: _confirmed,
    MoveReplayed: _replayed,
    BlankRedesignated: _redesignated,
    RedesignationChallenged: _new_letter_done,
    RedesignationAccepted: _new_letter_done,
    FalseBlankFound: _false_blank,
    FalseBlankSettled: _false_blank_settled,
}
