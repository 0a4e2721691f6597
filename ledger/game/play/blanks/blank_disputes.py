"""A blank in dispute: which letter it is, who says so, and what may then be challenged."""

from __future__ import annotations

from collections.abc import Callable

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.blanks import BlankConfirmed, BlankDisputed, BlankRedesignated, MoveReplayed
from ledger.game.facts.turns import PlayRetracted
from ledger.game.play.blanks.designating import (
    a_letter,
    line_of,
    must_be_a_blank,
    recorded_at,
    tile_at,
)
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.words_through import words_through
from ledger.rulebook.gaps import call_the_director
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat


class DisputeBlank(Asked, frozen=True, tag="dispute-blank", kw_only=True):
    """``seat`` claims that the blank at ``square`` is another letter.

    Attributes:
      on_paper: the seats that wrote a letter on papers of their own.
    """

    seat: Seat
    square: str
    claimed: str
    on_paper: tuple[Seat, ...] = ()


class RedesignateBlank(Asked, frozen=True, tag="redesignate-blank", kw_only=True):
    """The blank at ``square`` becomes ``letter``, on the ``basis`` stated."""

    seat: Seat
    square: str
    letter: str
    basis: str


class ConfirmBlank(Asked, frozen=True, tag="confirm-blank", kw_only=True):
    """The blank at ``square`` stays what it was, for ``reason``."""

    square: str
    reason: str


class ReplayMove(Asked, frozen=True, tag="replay-move", kw_only=True):
    """``seat`` may make the last move again, for it rested on a misread blank."""

    seat: Seat
    reason: str


@decides(DisputeBlank, may=STAFF)
def dispute_blank(sheet: Sheet, asked: DisputeBlank, entry: Entry) -> Decision:
    """Write down that the letter of a blank is disputed (G-07, G-08)."""
    must_not_be_final(sheet, entry)
    claimed = a_letter(sheet, asked.claimed)
    must_be_a_blank(sheet, asked.square, entry)
    disputed = BlankDisputed(
        seat=asked.seat,
        square=asked.square,
        claimed=claimed,
        declared=_is_declared(sheet, asked.square, entry),
        on_paper=asked.on_paper,
    )
    return Decision((disputed,))


def _is_declared(sheet: Sheet, square: str, entry: Entry) -> bool:
    """Whether its letter was recorded in a way that counts under the book in force."""
    media = entry.rules.blank_declaring.media.value or ()
    known = recorded_at(sheet, square)
    return known is not None and known.how in media


@decides(RedesignateBlank, may=STAFF)
def redesignate_blank(sheet: Sheet, asked: RedesignateBlank, entry: Entry) -> Decision:
    """Give a blank another letter: by whom and when, the book in force says (G-08)."""
    must_not_be_final(sheet, entry)
    letter = a_letter(sheet, asked.letter)
    kind = entry.rules.blanks.redesignated_by.value
    NAMERS.get(kind or "", _by_ruling)(sheet, asked, entry)
    must_be_a_blank(sheet, asked.square, entry)
    words = _open_words(sheet, asked.square, letter, entry)
    redesignated = BlankRedesignated(
        seat=asked.seat, square=asked.square, letter=letter, basis=asked.basis, words=words
    )
    rule = entry.rules.blank_declaring.words_reopened
    later = ("T1-12",) if rule.value == "after-next-turn" else ()
    play = line_of(sheet, asked.square)
    # Who is on move names the letter, and need not be the one who played the blank.
    another = kind == "player-on-move" and play is not None and play.seat is not asked.seat
    return Decision(
        (redesignated,), touching(entry.rules, *later, *(("TN-27",) if another else ()))
    )


def _by_ruling(sheet: Sheet, asked: RedesignateBlank, entry: Entry) -> None:
    entry.must_be_ruled("needs-ruling/another-letter")


def _by_player_on_move(sheet: Sheet, asked: RedesignateBlank, entry: Entry) -> None:
    """The player on move names the letter of a blank in dispute that was not recorded."""
    opened = find(sheet.open, BlankDisputed)
    if opened is None or not isinstance(opened.fact, BlankDisputed) or opened.fact.declared:
        _by_ruling(sheet, asked, entry)
        return
    entry.must_unless_ruled(asked.seat is sheet.on_move, "not-your-turn/names-the-letter")
    papers = opened.fact.on_paper
    if papers and asked.seat.value not in papers and touching(entry.rules, "TN-35"):
        entry.unless_ruled(call_the_director("TN-35", entry.rules))


NAMERS: dict[str, Callable[[Sheet, RedesignateBlank, Entry], None]] = {
    "opponent-with-director": _by_ruling,
    "player-on-move": _by_player_on_move,
}
"""One for each kind of ``blanks.redesignated_by``."""


def _open_words(sheet: Sheet, square: str, letter: str, entry: Entry) -> tuple[str, ...]:
    """The words that may be challenged once the blank is this letter."""
    kind = entry.rules.blank_declaring.words_reopened.value
    if kind is None:
        return ()
    words = words_through(sheet, square, letter)
    play = line_of(sheet, square)
    if kind == "and-the-play" and play is not None:
        old = tile_at(sheet, square)
        words += tuple(word.word.upper() for word in play.words if old not in word.word)
    return tuple(dict.fromkeys(words))


@decides(ConfirmBlank, may=STAFF)
def confirm_blank(sheet: Sheet, asked: ConfirmBlank, entry: Entry) -> Decision:
    """Write down that the letter stands; the dispute is over (G-06)."""
    must_not_be_final(sheet, entry)
    _must_be_disputed(sheet, entry)
    must_be_a_blank(sheet, asked.square, entry)
    letter = tile_at(sheet, asked.square).upper()
    return Decision((BlankConfirmed(square=asked.square, letter=letter, reason=asked.reason),))


@decides(ReplayMove, may=STAFF)
def replay_move(sheet: Sheet, asked: ReplayMove, entry: Entry) -> Decision:
    """Take the move back that rested on a misread blank, for it to be made again (G-07)."""
    must_not_be_final(sheet, entry)
    line = sheet.last_turn
    if line is None or line.seat is not asked.seat:
        raise entry.refusal("no-such-entry/last-move", player=sheet.name(asked.seat))
    opened = find(sheet.open, BlankDisputed)
    declared = (
        opened is not None and isinstance(opened.fact, BlankDisputed) and opened.fact.declared
    )
    misread = entry.rules.blank_declaring.misread
    entry.must_unless_ruled(misread.value != "letter-stands" and declared, "replay-not-available")
    entry.must_be_ruled("needs-ruling/move-again")
    return Decision(
        (
            MoveReplayed(seat=asked.seat, move=line.version, reason=asked.reason),
            PlayRetracted(supersedes=line.version),
        )
    )


def _must_be_disputed(sheet: Sheet, entry: Entry) -> None:
    entry.must_unless_ruled(find(sheet.open, BlankDisputed) is not None, "no-dispute")
