"""What a blank stands for: said, changed while it can be, or not said at all."""

from __future__ import annotations

from typing import cast

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.equipment.board import load_board, read_square, write_square
from ledger.equipment.tile_set import load_tile_set
from ledger.game.facts.blanks import BlankDesignated, BlankUndeclared
from ledger.game.play.calls.warnings import warning_due
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.line import Line
from ledger.game.sheet.parts import Blank
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import BlankHow, NotSaid


class DesignateBlank(Asked, frozen=True, tag="designate-blank", kw_only=True):
    """``seat`` says which letter a blank is; fields as in ``BlankDesignated``.

    Attributes:
      how: how the letter was recorded; empty: in the way of the book in force, the first it lists.
      before_timer: the opponent's timer was not started yet, so that the letter of the play
        just entered may still be changed.
    """

    seat: Seat
    blank: int
    letter: str
    square: str
    how: BlankHow | NotSaid = ""
    before_timer: bool = False


class ReportUndeclaredBlank(Asked, frozen=True, tag="report-undeclared-blank", kw_only=True):
    """A turn was ended without saying which letter the blank at ``square`` is.

    Attributes:
      seat: whose blank it is; ``None``: whose play put it there, as the record has it.
    """

    square: str
    seat: Seat | None = None


@decides(DesignateBlank, may=STAFF)
def designate_blank(sheet: Sheet, asked: DesignateBlank, entry: Entry) -> Decision:
    """Write down the letter of a blank; once its turn is over only a ruling changes it (G-02)."""
    must_not_be_final(sheet, entry)
    letter = designated_letter(sheet, asked, entry)
    _must_be_its_players(sheet, asked.square, asked.seat, entry)
    how = asked.how or usual_record(entry.rules)
    before = next((blank for blank in sheet.board.blanks if blank.blank == asked.blank), None)
    moved = before is not None and (before.letter, before.square) != (letter, asked.square)
    changeable = asked.before_timer and _just_played(sheet, asked)
    # One that is no longer on the board (taken back, corrected) stands for nothing.
    if before is not None and moved and not changeable and tile_at(sheet, before.square):
        entry.must_be_ruled("blank-designated", letter=before.letter, square=before.square)
    on_board = tile_at(sheet, asked.square).upper()
    designated = BlankDesignated(
        seat=asked.seat,
        blank=asked.blank,
        letter=letter,
        square=asked.square,
        how=how,
        changed=changeable and on_board != letter,
    )
    noticed = () if counts_later(how, entry.rules) else (remarks.BLANK_NOT_RECORDED,)
    if on_board not in ("", letter) and not changeable:
        noticed = (*noticed, remarks.BLANK_OTHERWISE)
    return Decision((designated,), noticed)


def usual_record(rules: Rulebook) -> BlankHow:
    """How a blank is recorded where nobody says otherwise: as the book in force wants it (G-01).

    A book that says nothing leaves what the tablet shows: the letter circled on its slip.
    """
    media = cast("tuple[BlankHow, ...]", rules.blank_declaring.media.value or ())
    return media[0] if media else "slip-circled"


def counts_later(how: str, rules: Rulebook) -> bool:
    """Whether a letter recorded like this decides a later dispute (G-06)."""
    media = rules.blank_declaring.media
    return media.value is None or how in media.value


def _must_be_its_players(sheet: Sheet, square: str, seat: Seat, entry: Entry) -> None:
    """Refuse a blank of the other player's, whose play put it there."""
    play = line_of(sheet, square)
    if play is not None:
        entry.must_unless_ruled(
            play.seat is seat,
            "not-your-blank",
            square=square,
            owner=sheet.name(play.seat),
            player=sheet.name(seat),
        )


def _just_played(sheet: Sheet, asked: DesignateBlank) -> bool:
    """Whether the blank came with the play just entered, by the same player."""
    play = sheet.last_turn
    index = square_index(asked.square, load_board(sheet.scheduled.board).size)
    return (
        play is not None and play.seat is asked.seat and any(at == index for at, _ in play.placed)
    )


def designated_letter(
    sheet: Sheet, designated: DesignateBlank | BlankDesignated, entry: Entry
) -> str:
    """The letter of a designation that makes sense, upper case."""
    letter = a_letter(sheet, designated.letter)
    entry.must(designated.blank in (1, 2), "unreadable-request/which-blank", blank=designated.blank)
    must_be_a_blank(sheet, designated.square, entry)
    return letter


@decides(ReportUndeclaredBlank, may=STAFF)
def report_undeclared_blank(sheet: Sheet, asked: ReportUndeclaredBlank, entry: Entry) -> Decision:
    """Write down that a blank was not declared: no turn, no pass, no zero (G-05, J-02)."""
    must_not_be_final(sheet, entry)
    must_be_a_blank(sheet, asked.square, entry)
    play = line_of(sheet, asked.square)
    seat = asked.seat or (play.seat if play is not None else None)
    if seat is None:
        raise entry.refusal("unreadable-request/whose-blank", square=asked.square)
    _must_be_its_players(sheet, asked.square, seat, entry)
    known = recorded_at(sheet, asked.square)
    if known is not None and counts_later(known.how, entry.rules):
        entry.must_be_ruled("blank-declared", letter=known.letter, square=known.square)
    before = sum(
        isinstance(event.fact, BlankUndeclared) and event.fact.seat is seat
        for event in sheet.events
    )
    rule = entry.rules.blank_declaring.undeclared
    noticed = () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    if play is not sheet.last_turn:
        noticed = (*noticed, remarks.BLANK_REPORTED_LATE)
    undeclared = BlankUndeclared(seat=seat, square=asked.square, before=before)
    return Decision(
        (undeclared, *warning_due(sheet, seat, "blank-undesignated", entry.rules)), noticed
    )


def recorded_at(sheet: Sheet, square: str) -> Blank | None:
    """What was written down about the blank at ``square``; ``None``: nothing."""
    size = load_board(sheet.scheduled.board).size
    at = square_index(square, size)
    return next(
        (blank for blank in sheet.board.blanks if square_index(blank.square, size) == at), None
    )


def undeclared_at(sheet: Sheet, rules: Rulebook) -> tuple[str, ...]:
    """The squares of the blanks on the board whose letter is not on record as the book wants."""
    size = load_board(sheet.scheduled.board).size
    squares = (
        write_square(*divmod(at, size))
        for at, tile in enumerate(sheet.board.squares)
        if tile != tile.upper()
    )
    known = ((square, recorded_at(sheet, square)) for square in squares)
    return tuple(
        square for square, blank in known if blank is None or not counts_later(blank.how, rules)
    )


def a_letter(sheet: Sheet, letter: str) -> str:
    """A letter a blank can stand for, upper case."""
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    try:
        tiles = tile_set.cut(letter.upper())
    except ValueError:
        tiles = ()
    if len(tiles) != 1 or tiles[0] == ".":
        raise refusal("unreadable-request/blanks-letter", letter=letter)
    return letter.upper()


def tile_at(sheet: Sheet, square: str) -> str:
    """The blank at ``square``, as the lower-case letter it stands for; else empty."""
    index = square_index(square, load_board(sheet.scheduled.board).size)
    tile = "" if index is None else sheet.board.squares[index]
    return tile if tile != tile.upper() else ""


def line_of(sheet: Sheet, square: str) -> Line | None:
    """The play that put the tile at ``square`` there."""
    index = square_index(square, load_board(sheet.scheduled.board).size)
    return next(
        (line for line in reversed(sheet.plays) if any(at == index for at, _ in line.placed)), None
    )


def must_be_a_blank(sheet: Sheet, square: str, entry: Entry) -> None:
    """Refuse a square that holds no blank."""
    try:
        read_square(square)
    except ValueError as wrong:
        raise entry.refusal("unreadable-request/square", wrong=wrong) from None
    entry.must_unless_ruled(tile_at(sheet, square), "not-a-blank", square=square)
