"""What is said, disputed and found out about blanks. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.blanks.facts import (
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
from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.sheet import Blank, Sheet, with_opened, without
from ledger.game.sheet.standing import FOLDS, Standing, folds, tells, tiles, with_reason
from ledger.messages import say
from ledger.vocabulary import Points

FALSE_BLANK = "false-blank"
"""Note on the line of a play that came off because one of its tiles was no blank."""


@folds(BlankDesignated)
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


@folds(BlankUndeclared)
def _undeclared(sheet: Sheet, fact: BlankUndeclared, entry: Standing) -> Sheet:
    return _opened(sheet, fact, entry)


@folds(BlankDisputed)
def _disputed(sheet: Sheet, fact: BlankDisputed, entry: Standing) -> Sheet:
    sheet = replace(
        sheet, board=replace(sheet.board, blank_dispute=f"{fact.square}: {fact.claimed}?")
    )
    return _opened(sheet, fact, entry)


@folds(BlankConfirmed)
def _confirmed(sheet: Sheet, fact: BlankConfirmed, entry: Standing) -> Sheet:
    return _settled(sheet)


@folds(MoveReplayed)
def _replayed(sheet: Sheet, fact: MoveReplayed, entry: Standing) -> Sheet:
    """The move itself is taken back by the ``PlayRetracted`` that is written with this."""
    return _settled(sheet)


@folds(BlankRedesignated)
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


@folds(RedesignationChallenged, RedesignationAccepted)
def _new_letter_done(
    sheet: Sheet, fact: RedesignationChallenged | RedesignationAccepted, entry: Standing
) -> Sheet:
    return replace(sheet, open=without(sheet.open, BlankRedesignated))


@folds(FalseBlankFound)
def _false_blank(sheet: Sheet, fact: FalseBlankFound, entry: Standing) -> Sheet:
    """In time the whole play comes off; otherwise the tile goes on as a blank."""
    if not fact.taken_back:
        found = (*sheet.board.false_blanks, (fact.square, fact.real))
        return replace(sheet, board=replace(sheet.board, false_blanks=found))
    take_off = FOLDS[PhoneyWithdrawn]
    sheet = take_off(sheet, PhoneyWithdrawn(seat=fact.player, lost=Points(0)), entry)
    line = replace(sheet.lines[-1], note=FALSE_BLANK)
    sheet = replace(sheet, lines=(*sheet.lines[:-1], line))
    return _opened(sheet, fact, entry) if fact.drawn else sheet


@folds(FalseBlankSettled)
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
    index = square_index(square, load_board(sheet.scheduled.board).size)
    squares = list(sheet.board.squares)
    if index is not None and squares[index]:
        tile_set = load_tile_set(sheet.scheduled.tile_set)
        squares[index] = (tile_set.one(letter) or tile_set.cut(letter)[0]).lower()
    return replace(sheet, board=replace(sheet.board, squares=tuple(squares)))


# Blanks, told in a few words.


@tells(
    BlankDesignated,
    "blank {blank} of {seat} = {letter:word} at {square} ({how})[; {changed|changed|as played}]",
)
def _blank_designated(fact: BlankDesignated, _sheet: Sheet) -> str:
    how = say(f"game_blanks.how-{fact.how}")
    return say(
        "game_blanks.blank-designated",
        blank=fact.blank,
        square=fact.square,
        letter=fact.letter,
        how=how,
    )


@tells(
    BlankDisputed,
    "blank at {square} disputed by {seat}: {claimed}"
    "[; {declared|declared|not declared}][; on paper of {on_paper}]",
)
def _blank_disputed(fact: BlankDisputed, sheet: Sheet) -> str:
    return say(
        "game_blanks.blank-disputed",
        player=sheet.name(fact.seat),
        square=fact.square,
        claimed=fact.claimed,
    )


@tells(
    BlankRedesignated,
    "blank at {square} now = {letter:word} by {seat}: {basis}[; words open {words}]",
)
def _blank_redesignated(fact: BlankRedesignated, _sheet: Sheet) -> str:
    return with_reason(
        say("game_blanks.blank-redesignated", square=fact.square, letter=fact.letter), fact.basis
    )


@tells(BlankUndeclared, "blank at {square} of {seat} not declared[; before {before}]")
def _blank_undeclared(fact: BlankUndeclared, sheet: Sheet) -> str:
    return say("game_blanks.blank-undeclared", player=sheet.name(fact.seat), square=fact.square)


@tells(BlankConfirmed, "blank at {square} stays {letter:word}: {reason}")
def _blank_confirmed(fact: BlankConfirmed, _sheet: Sheet) -> str:
    return with_reason(
        say("game_blanks.blank-confirmed", square=fact.square, letter=fact.letter), fact.reason
    )


@tells(MoveReplayed, "{seat} replays {move:entry}: {reason}")
def _move_replayed(fact: MoveReplayed, sheet: Sheet) -> str:
    return with_reason(
        say("game_blanks.move-replayed", player=sheet.name(fact.seat), move=fact.move), fact.reason
    )


@tells(
    RedesignationChallenged,
    "new letter challenged by {seat}: {words}; {acceptable|acceptable|unacceptable}",
)
def _redesignation_challenged(fact: RedesignationChallenged, sheet: Sheet) -> str:
    words = ", ".join(fact.words)
    if fact.acceptable:
        return say(
            "game_blanks.challenged-words-new-letter-acceptable",
            player=sheet.name(fact.seat),
            words=words,
        )
    return say(
        "game_blanks.challenged-words-new-letter-not", player=sheet.name(fact.seat), words=words
    )


@tells(RedesignationAccepted, "new letter accepted")
def _redesignation_accepted(_fact: RedesignationAccepted, _sheet: Sheet) -> str:
    return say("game_blanks.redesignation-accepted")


@tells(
    FalseBlankFound,
    "false blank at {square} of {player} found by {seat}: {real}"
    "; {taken_back|comes off|stays}[; drawn {drawn}][; {mixed|mixed|not mixed}]",
)
def _false_blank_found(fact: FalseBlankFound, _sheet: Sheet) -> str:
    if fact.taken_back:
        return say("game_blanks.false-blank-play-comes-off", square=fact.square, real=fact.real)
    return say("game_blanks.false-blank-stays", square=fact.square, real=fact.real)


@tells(FalseBlankSettled, "false blank of {player} settled; shown {shown}; returned {returned}")
def _false_blank_settled_blanks_wording(fact: FalseBlankSettled, _sheet: Sheet) -> str:
    return say("game_blanks.false-blank-settled", tiles=tiles(fact.returned))
