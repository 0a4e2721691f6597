"""Blanks: designating, disputing and correcting them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ledger.equipment.board import load_board, read_square, write_square
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
from ledger.game.calls.requests import warning_due
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.endings.requests import unnamed
from ledger.game.exchanges.objections import SURPLUS_SHOWN
from ledger.game.sheet.laying import square_index, words_through
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Blank, Sheet, find
from ledger.game.turns.facts import PlayRetracted
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import RACK_SIZE, Seat, remarks
from ledger.vocabulary.closed_lists import BlankHow, NotSaid

# What a blank stands for: said, changed while it can be, or not said at all.


class DesignateBlank(Request, frozen=True, tag="designate-blank", kw_only=True):
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


class ReportUndeclaredBlank(Request, frozen=True, tag="report-undeclared-blank", kw_only=True):
    """A turn was ended without saying which letter the blank at ``square`` is.

    Attributes:
      seat: whose blank it is; ``None``: whose play put it there, as the record has it.
    """

    square: str
    seat: Seat | None = None


@decides(DesignateBlank, may=STAFF)
def designate_blank(sheet: Sheet, request: DesignateBlank, context: GameContext) -> Decision:
    """Write down the letter of a blank; once its turn is over only a ruling changes it (G-02)."""
    must_not_be_final(sheet, context)
    letter = designated_letter(sheet, request, context)
    _must_be_its_players(sheet, request.square, request.seat, context)
    how = request.how or usual_record(context.rules)
    before = next((blank for blank in sheet.board.blanks if blank.blank == request.blank), None)
    moved = before is not None and (before.letter, before.square) != (letter, request.square)
    changeable = request.before_timer and _just_played(sheet, request)
    # One that is no longer on the board (taken back, corrected) stands for nothing.
    if before is not None and moved and not changeable and tile_at(sheet, before.square):
        context.must_be_ruled("blank-designated", letter=before.letter, square=before.square)
    on_board = tile_at(sheet, request.square).upper()
    designated = BlankDesignated(
        seat=request.seat,
        blank=request.blank,
        letter=letter,
        square=request.square,
        how=how,
        changed=changeable and on_board != letter,
    )
    noticed = () if counts_later(how, context.rules) else (remarks.BLANK_NOT_RECORDED,)
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


def _must_be_its_players(sheet: Sheet, square: str, seat: Seat, context: GameContext) -> None:
    """Refuse a blank of the other player's, whose play put it there."""
    play = line_of(sheet, square)
    if play is not None:
        context.must_unless_ruled(
            play.seat is seat,
            "not-your-blank",
            square=square,
            owner=sheet.name(play.seat),
            player=sheet.name(seat),
        )


def _just_played(sheet: Sheet, request: DesignateBlank) -> bool:
    """Whether the blank came with the play just entered, by the same player."""
    play = sheet.last_turn
    index = square_index(request.square, load_board(sheet.scheduled.board).size)
    return (
        play is not None and play.seat is request.seat and any(at == index for at, _ in play.placed)
    )


def designated_letter(
    sheet: Sheet, designated: DesignateBlank | BlankDesignated, context: GameContext
) -> str:
    """The letter of a designation that makes sense, upper case."""
    letter = a_letter(sheet, designated.letter)
    context.must(
        designated.blank in (1, 2), "unreadable-request/which-blank", blank=designated.blank
    )
    must_be_a_blank(sheet, designated.square, context)
    return letter


@decides(ReportUndeclaredBlank, may=STAFF)
def report_undeclared_blank(
    sheet: Sheet, request: ReportUndeclaredBlank, context: GameContext
) -> Decision:
    """Write down that a blank was not declared: no turn, no pass, no zero (G-05, J-02)."""
    must_not_be_final(sheet, context)
    must_be_a_blank(sheet, request.square, context)
    play = line_of(sheet, request.square)
    seat = request.seat or (play.seat if play is not None else None)
    if seat is None:
        raise context.refusal("unreadable-request/whose-blank", square=request.square)
    _must_be_its_players(sheet, request.square, seat, context)
    known = recorded_at(sheet, request.square)
    if known is not None and counts_later(known.how, context.rules):
        context.must_be_ruled("blank-declared", letter=known.letter, square=known.square)
    before = sum(
        isinstance(event.fact, BlankUndeclared) and event.fact.seat is seat
        for event in sheet.events
    )
    rule = context.rules.blank_declaring.undeclared
    noticed = () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    if play is not sheet.last_turn:
        noticed = (*noticed, remarks.BLANK_REPORTED_LATE)
    undeclared = BlankUndeclared(seat=seat, square=request.square, before=before)
    return Decision(
        (undeclared, *warning_due(sheet, seat, "blank-undesignated", context.rules)), noticed
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
    tile = load_tile_set(sheet.scheduled.tile_set).one(letter)
    if not tile:
        raise refusal("unreadable-request/blanks-letter", letter=letter)
    return tile


def tile_at(sheet: Sheet, square: str) -> str:
    index = square_index(square, load_board(sheet.scheduled.board).size)
    tile = "" if index is None else sheet.board.squares[index]
    return tile if tile != tile.upper() else ""


def line_of(sheet: Sheet, square: str) -> Line | None:
    """The play that put the tile at ``square`` there."""
    index = square_index(square, load_board(sheet.scheduled.board).size)
    return next(
        (line for line in reversed(sheet.plays) if any(at == index for at, _ in line.placed)), None
    )


def must_be_a_blank(sheet: Sheet, square: str, context: GameContext) -> None:
    try:
        read_square(square)
    except ValueError as wrong:
        raise context.refusal("unreadable-request/square", wrong=wrong) from None
    context.must_unless_ruled(tile_at(sheet, square), "not-a-blank", square=square)


# A blank in dispute: which letter it is, who says so, and what may then be challenged.


class DisputeBlank(Request, frozen=True, tag="dispute-blank", kw_only=True):
    """``seat`` claims that the blank at ``square`` is another letter.

    Attributes:
      on_paper: the seats that wrote a letter on papers of their own.
    """

    seat: Seat
    square: str
    claimed: str
    on_paper: tuple[Seat, ...] = ()


class RedesignateBlank(Request, frozen=True, tag="redesignate-blank", kw_only=True):
    """The blank at ``square`` becomes ``letter``, on the ``basis`` stated."""

    seat: Seat
    square: str
    letter: str
    basis: str


class ConfirmBlank(Request, frozen=True, tag="confirm-blank", kw_only=True):
    """The blank at ``square`` stays what it was, for ``reason``."""

    square: str
    reason: str


class ReplayMove(Request, frozen=True, tag="replay-move", kw_only=True):
    """``seat`` may make the last move again, for it rested on a misread blank."""

    seat: Seat
    reason: str


@decides(DisputeBlank, may=STAFF)
def dispute_blank(sheet: Sheet, request: DisputeBlank, context: GameContext) -> Decision:
    """Write down that the letter of a blank is disputed (G-07, G-08)."""
    must_not_be_final(sheet, context)
    claimed = a_letter(sheet, request.claimed)
    must_be_a_blank(sheet, request.square, context)
    disputed = BlankDisputed(
        seat=request.seat,
        square=request.square,
        claimed=claimed,
        declared=_is_declared(sheet, request.square, context),
        on_paper=request.on_paper,
    )
    return Decision((disputed,))


def _is_declared(sheet: Sheet, square: str, context: GameContext) -> bool:
    """Whether its letter was recorded in a way that counts under the book in force."""
    media = context.rules.blank_declaring.media.value or ()
    known = recorded_at(sheet, square)
    return known is not None and known.how in media


@decides(RedesignateBlank, may=STAFF)
def redesignate_blank(sheet: Sheet, request: RedesignateBlank, context: GameContext) -> Decision:
    """Give a blank another letter: by whom and when, the book in force says (G-08)."""
    must_not_be_final(sheet, context)
    letter = a_letter(sheet, request.letter)
    kind = context.rules.blanks.redesignated_by.value
    NAMERS.get(kind or "", _by_ruling)(sheet, request, context)
    must_be_a_blank(sheet, request.square, context)
    words = _open_words(sheet, request.square, letter, context)
    redesignated = BlankRedesignated(
        seat=request.seat, square=request.square, letter=letter, basis=request.basis, words=words
    )
    rule = context.rules.blank_declaring.words_reopened
    later = ("T1-12",) if rule.value == "after-next-turn" else ()
    play = line_of(sheet, request.square)
    # Who is on move names the letter, and need not be the one who played the blank.
    another = kind == "player-on-move" and play is not None and play.seat is not request.seat
    return Decision(
        (redesignated,), touching(context.rules, *later, *(("TN-27",) if another else ()))
    )


def _by_ruling(sheet: Sheet, request: RedesignateBlank, context: GameContext) -> None:
    context.must_be_ruled("needs-ruling/another-letter")


def _by_player_on_move(sheet: Sheet, request: RedesignateBlank, context: GameContext) -> None:
    """The player on move names the letter of a blank in dispute that was not recorded."""
    opened = find(sheet.open, BlankDisputed)
    if opened is None or not isinstance(opened.fact, BlankDisputed) or opened.fact.declared:
        _by_ruling(sheet, request, context)
        return
    context.must_unless_ruled(request.seat is sheet.on_move, "not-your-turn/names-the-letter")
    papers = opened.fact.on_paper
    if papers and request.seat.value not in papers and touching(context.rules, "TN-35"):
        context.unless_ruled(call_the_director("TN-35", context.rules))


NAMERS: dict[str, Callable[[Sheet, RedesignateBlank, GameContext], None]] = {
    "opponent-with-director": _by_ruling,
    "player-on-move": _by_player_on_move,
}
"""One for each kind of ``blanks.redesignated_by``."""


def _open_words(sheet: Sheet, square: str, letter: str, context: GameContext) -> tuple[str, ...]:
    """The words that may be challenged once the blank is this letter."""
    kind = context.rules.blank_declaring.words_reopened.value
    if kind is None:
        return ()
    words = words_through(sheet, square, letter)
    play = line_of(sheet, square)
    if kind == "and-the-play" and play is not None:
        old = tile_at(sheet, square)
        words += tuple(word.word.upper() for word in play.words if old not in word.word)
    return tuple(dict.fromkeys(words))


@decides(ConfirmBlank, may=STAFF)
def confirm_blank(sheet: Sheet, request: ConfirmBlank, context: GameContext) -> Decision:
    """Write down that the letter stands; the dispute is over (G-06)."""
    must_not_be_final(sheet, context)
    _must_be_disputed(sheet, context)
    must_be_a_blank(sheet, request.square, context)
    letter = tile_at(sheet, request.square).upper()
    return Decision((BlankConfirmed(square=request.square, letter=letter, reason=request.reason),))


@decides(ReplayMove, may=STAFF)
def replay_move(sheet: Sheet, request: ReplayMove, context: GameContext) -> Decision:
    """Take the move back that rested on a misread blank, for it to be made again (G-07)."""
    must_not_be_final(sheet, context)
    line = sheet.last_turn
    if line is None or line.seat is not request.seat:
        raise context.refusal("no-such-entry/last-move", player=sheet.name(request.seat))
    opened = find(sheet.open, BlankDisputed)
    declared = (
        opened is not None and isinstance(opened.fact, BlankDisputed) and opened.fact.declared
    )
    misread = context.rules.blank_declaring.misread
    context.must_unless_ruled(misread.value != "letter-stands" and declared, "replay-not-available")
    context.must_be_ruled("needs-ruling/move-again")
    return Decision(
        (
            MoveReplayed(seat=request.seat, move=line.version, reason=request.reason),
            PlayRetracted(supersedes=line.version),
        )
    )


def _must_be_disputed(sheet: Sheet, context: GameContext) -> None:
    context.must_unless_ruled(find(sheet.open, BlankDisputed) is not None, "no-dispute")


# Tiles drawn after a false blank go back as after an overdraw in which none was due.


def drawn_back(drawn: int, mixed: bool, rules: Rulebook) -> int:
    """How many tiles the opponent looks at before ``drawn`` of them go back.

    Never more than there are: with none due, two more than were drawn is too many (TN-07).

    >>> from ledger.rulebook import load
    >>> [drawn_back(2, mixed, load("nsa-1998")) for mixed in (False, True)]
    [2, 4]
    """
    drawing = rules.drawing
    kind = drawing.touched_found_by_opponent if mixed else drawing.untouched_found_by_opponent
    group = RACK_SIZE + drawn if mixed else drawn
    return min(drawn + SURPLUS_SHOWN[kind.known()], group)


# A letter tile played face down as a blank (G-10).


class ReportFalseBlank(Request, frozen=True, tag="report-false-blank", kw_only=True):
    """``seat`` turned over the blank at ``square``; it is the letter tile ``real``."""

    seat: Seat
    square: str
    real: str
    drawn: int = 0
    mixed: bool = False


class SettleFalseBlank(Request, frozen=True, tag="settle-false-blank", kw_only=True):
    """The tiles drawn went back: ``shown`` first, then ``returned``."""

    shown: int
    returned: int


@decides(ReportFalseBlank, may=STAFF)
def report_false_blank(sheet: Sheet, request: ReportFalseBlank, context: GameContext) -> Decision:
    """Write down a false blank; in time the whole play comes off for nothing.

    In time is before the opponent, who has to notice it, has completed a turn. Else it goes
    on as a blank, and the count of tiles allows for it (TN-31).
    """
    must_not_be_final(sheet, context)
    real = a_letter(sheet, request.real)
    must_be_a_blank(sheet, request.square, context)
    play = line_of(sheet, request.square)
    player = play.seat if play is not None else request.seat.opponent
    rule = context.rules.blank_declaring.false_blank
    if not rule.is_known:
        context.unless_ruled(rule.refusal())
    by_opponent = request.seat is not player
    in_time = by_opponent and play is not None and play is sheet.last_turn and rule.is_known
    found = FalseBlankFound.from_request(request, player=player, real=real, taken_back=in_time)
    if not in_time:
        return Decision((found,), (remarks.NO_BLANK, *touching(context.rules, "TN-31")))
    drawn = touching(context.rules, "TN-07") if request.drawn else ()
    return Decision((found,), (*unnamed(sheet, "false-blank", context, play), *drawn))


@decides(SettleFalseBlank, may=STAFF)
def settle_false_blank(sheet: Sheet, request: SettleFalseBlank, context: GameContext) -> Decision:
    must_not_be_final(sheet, context)
    opened = find(sheet.open, FalseBlankFound)
    found = opened.fact if opened is not None else None
    if not isinstance(found, FalseBlankFound):
        raise context.refusal("no-such-entry/false-blank")
    shown = drawn_back(found.drawn, found.mixed, context.rules)
    context.must_unless_ruled(
        (request.shown, request.returned) == (shown, found.drawn),
        "tiles-do-not-add-up/false-blank",
        shown=shown,
        drawn=found.drawn,
    )
    return Decision(
        (FalseBlankSettled(player=found.player, shown=request.shown, returned=request.returned),)
    )


class ChallengeRedesignation(Request, frozen=True, tag="challenge-redesignation", kw_only=True):
    """``seat`` challenged ``words`` formed by a blank's new letter, with this verdict."""

    seat: Seat
    words: tuple[str, ...]
    acceptable: bool


class AcceptRedesignation(Request, frozen=True, tag="accept-redesignation", kw_only=True):
    """Nobody challenged the words of a blank's new letter in time."""


@decides(ChallengeRedesignation, may=STAFF)
def challenge_redesignation(
    sheet: Sheet, request: ChallengeRedesignation, context: GameContext
) -> Decision:
    """Write down a challenge of words a new letter forms; what follows is for the director."""
    must_not_be_final(sheet, context)
    redesignated = _redesignated(sheet, context)
    waits = context.rules.blank_declaring.words_reopened.value == "after-next-turn"
    if redesignated is not None and waits and not _has_moved_since(sheet, redesignated):
        context.must_be_ruled("nothing-to-challenge/next-turn")
    strange = redesignated is not None and not set(request.words) <= set(redesignated.words)
    noticed = (remarks.WORDS_NOT_FORMED,) if strange else ()
    return Decision(
        (
            RedesignationChallenged(
                seat=request.seat, words=request.words, acceptable=request.acceptable
            ),
        ),
        (*noticed, remarks.DIRECTOR_TO_CONFIRM, *touching(context.rules, "T1-12")),
    )


@decides(AcceptRedesignation, may=STAFF)
def accept_redesignation(
    sheet: Sheet, request: AcceptRedesignation, context: GameContext
) -> Decision:
    must_not_be_final(sheet, context)
    _redesignated(sheet, context)
    return Decision((RedesignationAccepted(),))


def _redesignated(sheet: Sheet, context: GameContext) -> BlankRedesignated | None:
    opened = find(sheet.open, BlankRedesignated)
    if opened is None:
        context.must_be_ruled("no-new-letter")
        return None
    return opened.fact if isinstance(opened.fact, BlankRedesignated) else None


def _has_moved_since(sheet: Sheet, redesignated: BlankRedesignated) -> bool:
    opened = find(sheet.open, BlankRedesignated)
    version = opened.version if opened else 0
    return any(
        line.place > version and line.is_turn and line.seat is redesignated.seat
        for line in sheet.lines
    )
