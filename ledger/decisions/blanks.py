"""What a blank stands for: designated, disputed, given another letter by ruling."""

from __future__ import annotations

from ledger.board import load_board, read_square
from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.facts.blanks import BlankDesignated, BlankDisputed, BlankRedesignated
from ledger.refusals import Refusal
from ledger.sheet.laying import square_index
from ledger.sheet.sheet import Sheet
from ledger.tile_set import load_tile_set
from ledger.vocabulary import Seat


class DesignateBlank(Asked, frozen=True, tag="designate-blank", kw_only=True):
    """``seat`` says which letter a blank is; fields as in ``BlankDesignated``."""

    seat: Seat
    blank: int
    letter: str
    square: str
    how: str = "slip-circled"


class DisputeBlank(Asked, frozen=True, tag="dispute-blank", kw_only=True):
    """``seat`` claims that the blank at ``square`` is another letter."""

    seat: Seat
    square: str
    claimed: str


class RedesignateBlank(Asked, frozen=True, tag="redesignate-blank", kw_only=True):
    """The blank at ``square`` becomes ``letter``, on the ``basis`` stated."""

    seat: Seat
    square: str
    letter: str
    basis: str


def designate_blank(sheet: Sheet, asked: DesignateBlank, entry: Entry) -> Decision:
    """Write down the letter of a blank; once its turn is over only a ruling changes it (G-02).

    Raises:
      Refusal: ``unreadable-request``, ``not-a-blank`` or ``blank-designated``.
    """
    must_not_be_final(sheet, entry)
    letter = designated_letter(sheet, asked, entry)
    before = next((blank for blank in sheet.blanks if blank.blank == asked.blank), None)
    moved = before is not None and (before.letter, before.square) != (letter, asked.square)
    # One that is no longer on the board (taken back, corrected) stands for nothing.
    if before is not None and moved and _lies_there(sheet, before.square):
        entry.unless_ruled(
            Refusal(
                "blank-designated",
                f"This blank is already written down as {before.letter} at {before.square}.",
                "Call the director if it is disputed.",
            )
        )
    return Decision(
        (
            BlankDesignated(
                seat=asked.seat,
                blank=asked.blank,
                letter=letter,
                square=asked.square,
                how=asked.how,
            ),
        )
    )


def designated_letter(
    sheet: Sheet, designated: DesignateBlank | BlankDesignated, entry: Entry
) -> str:
    """The letter of a designation that makes sense, upper case.

    Raises:
      Refusal: ``unreadable-request`` or ``not-a-blank``.
    """
    letter = _letter(sheet, designated.letter)
    if designated.blank not in (1, 2):
        raise Refusal(
            "unreadable-request",
            f"There is no blank number {designated.blank}.",
            "Enter 1 for the first blank played, 2 for the second.",
        )
    _must_be_a_blank(sheet, designated.square, entry)
    return letter


def dispute_blank(sheet: Sheet, asked: DisputeBlank, entry: Entry) -> Decision:
    """Write down that the letter of a blank is disputed; the director decides (G-07, G-08)."""
    must_not_be_final(sheet, entry)
    claimed = _letter(sheet, asked.claimed)
    return Decision((BlankDisputed(seat=asked.seat, square=asked.square, claimed=claimed),))


def redesignate_blank(sheet: Sheet, asked: RedesignateBlank, entry: Entry) -> Decision:
    """Give a blank another letter, which takes a director's ruling.

    Raises:
      Refusal: ``needs-ruling``, ``not-a-blank`` or ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    letter = _letter(sheet, asked.letter)
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "A blank gets another letter only by a director's ruling.",
            "Call the director.",
            clause=str(entry.rules.blanks.redesignated_by),
        )
    )
    _must_be_a_blank(sheet, asked.square, entry)
    return Decision(
        (BlankRedesignated(seat=asked.seat, square=asked.square, letter=letter, basis=asked.basis),)
    )


def _letter(sheet: Sheet, letter: str) -> str:
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    try:
        tiles = tile_set.cut(letter.upper())
    except ValueError:
        tiles = ()
    if len(tiles) != 1 or tiles[0] == ".":
        raise Refusal(
            "unreadable-request",
            f"{letter!r} is not a letter a blank can stand for.",
            "Enter one letter of the tile set.",
        )
    return letter.upper()


def _lies_there(sheet: Sheet, square: str) -> bool:
    """Whether a blank lies at ``square``."""
    index = square_index(square, load_board(sheet.scheduled.board).size)
    tile = "" if index is None else sheet.squares[index]
    return tile != tile.upper()


def _must_be_a_blank(sheet: Sheet, square: str, entry: Entry) -> None:
    try:
        read_square(square)
    except ValueError as wrong:
        raise Refusal(
            "unreadable-request", f"{wrong}.", "Enter the square as row and column: 8D."
        ) from None
    if not _lies_there(sheet, square):
        entry.unless_ruled(
            Refusal(
                "not-a-blank",
                f"There is no blank at {square}.",
                "Check the square; enter the play first, with the blank's letter lower case.",
            )
        )


DECISIONS: dict[type[Asked], Decide] = {
    DesignateBlank: designate_blank,
    DisputeBlank: dispute_blank,
    RedesignateBlank: redesignate_blank,
}
