"""The evidence of a dispute: two states of a game side by side, one of them supposed."""

from __future__ import annotations

from typing import NamedTuple

from flask import render_template, request
from werkzeug.datastructures import MultiDict

from ledger import rulebook
from ledger.game.blanks.requests import RedesignateBlank, line_of
from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.setting_up.facts import OptionValue
from ledger.game.sheet.folding import sheet_as_known, wording
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns import facts as turns
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry, CorrectScore, PlaceTiles
from ledger.incidents.wording import number_wording
from ledger.replay.replayed import lane_visible_to, replay_of, sign_of
from ledger.replay.what_if import Differs, WhatIf, difference, what_if
from ledger.requests import Request
from ledger.rulebook import Rulebook, names
from ledger.rulebook.reading import called
from ledger.visibility import Viewer
from ledger.vocabulary import Placement, Points, Role, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.cases.registers import files_of
from web.cases.told import struck_at, ways_back_at
from web.frame.addresses import game_at, tournament_at
from web.frame.pages import Pages, of_a_game
from web.replay.game_page import PositionView, shown_position

# What somebody supposes on the page of evidence, as requests tried on a copy of the sheet.


WAYS = (
    ("off", "the play comes off"),
    ("instead", "another play in its place"),
    ("stays", "the phoney stays"),
    ("good", "challenged, and acceptable"),
    ("bad", "challenged, and not acceptable"),
    ("score", "another score"),
    ("blank", "another letter on a blank"),
)
"""What can be supposed about a turn."""

TRIED = ("if", "turn", "points", "move", "blank", "letter", "book")
"""What an address says of it."""

OF_A_TURN = (
    turns.PlayRecorded, turns.TilesExchanged, turns.TurnPassed, turns.TurnMissed,
    turns.PlayRetracted, turns.TurnInserted, turns.SeatsExchanged,
)  # fmt: skip
"""With these the next turn begins, and no event of a challenge of the play before it follows."""

WHY = "as tried on the page of evidence"
"""The reason that stands with what a ruling enters of it."""


class Supposed(NamedTuple):
    """What is supposed, and what would have become of it.

    Attributes:
      asked: the address, as it was asked.
      book: by which it is decided; ``own``: the same by the game's own book, where that is another.
      refused: why it can't be.
      differs: what would be otherwise now.
    """

    way: str
    turn: int
    asked: MultiDict[str, str]
    book: str
    found: WhatIf | None
    own: WhatIf | None
    refused: Refusal | None
    differs: tuple[Differs, ...]


def supposed(sheet: Sheet, request: MultiDict[str, str]) -> Supposed | None:
    """What an address supposes (``?if=`` and the rest of ``TRIED``); ``None``: nothing."""
    way = request.get("if", "")
    if way not in dict(WAYS):
        return None
    turn, book = request.get("turn", 0, type=int), request.get("book", "")
    found, own, refused = None, None, None
    try:
        found = _found(sheet, way, turn, request, _rules(sheet, book))
    except Refusal as refusal:
        refused = refusal
    if book in names() and book != sheet.scheduled.rulebook:
        try:
            own = _found(sheet, way, turn, request, _rules(sheet, ""))
        except Refusal:  # what only the other book knows
            own = None
    differs = difference(found.end, found.would_end) if found else ()
    return Supposed(way, turn, request, book, found, own, refused, differs)


def describe_supposition(tried: Supposed, sheet: Sheet) -> str:
    """What is supposed, as the finding of a ruling says it."""
    play = _play(sheet, tried.turn) if tried.way != "blank" else None
    about = f"{play.placement}: " if play else ""
    by = f" (by {called(tried.book)})" if tried.own else ""
    said = dict(WAYS)[tried.way]
    if tried.way == "score":
        said = f"the score is {_points(tried.asked.get('points', ''))}"
    elif tried.way == "instead":
        said = f"{_placement(tried.asked.get('move', ''))} in its place"
    elif tried.way == "blank":
        said = f"the blank at {tried.asked.get('blank', '')} is {tried.asked.get('letter', '')}"
    return f"{about}{said}{by}"


def requests_for(tried: Supposed, sheet: Sheet, by: str) -> tuple[Request, ...]:
    """What a director would enter at the table now for it; empty where nothing fits."""
    if tried.way == "blank":
        return (_redesignated(sheet, tried.asked),)
    play = _play(sheet, tried.turn)
    if tried.way == "score":
        now = _points(tried.asked.get("points", ""))
        return (CorrectScore(version=tried.turn, now=now, reason=WHY, approved_by=by),)
    if tried.way == "off":
        return (CorrectEntry(version=tried.turn, replacement=None, reason=WHY, approved_by=by),)
    if tried.way == "instead" and tried.found is not None:
        line = tried.found.would_be.lines[-1]
        other = PlayRecorded(
            seat=play.seat,
            placement=_placement(tried.asked.get("move", "")),
            announced=Points(line.score),
        )
        return (CorrectEntry(version=tried.turn, replacement=other, reason=WHY, approved_by=by),)
    last = sheet.last_turn  # who made it may still be challenged; others only in words
    if tried.way in ("good", "bad") and last is not None and last.version == tried.turn:
        return (
            _challenge(sheet, play, tried.turn),
            Adjudicate(acceptable=tried.way == "good"),
        )
    return ()


def _rules(sheet: Sheet, book: str) -> Rulebook:
    """A book with what the organiser settled of the game, as far as that book leaves it open."""
    scheduled = sheet.scheduled
    if book not in names() or book == scheduled.rulebook:
        return rulebook.rules_of(scheduled)
    options = tuple(one for one in scheduled.options if _knows(book, one))
    return rulebook.in_force(book, options)


def _knows(book: str, option: tuple[str, OptionValue]) -> bool:
    try:
        rulebook.load(book).with_options((option,))
    except Refusal:
        return False
    return True


def _play(sheet: Sheet, turn: int) -> PlayRecorded:
    play = sheet.event(turn).fact if 1 <= turn <= sheet.version else None
    if not isinstance(play, PlayRecorded):
        raise Refusal(
            "no-such-entry", "There is no play at this place.", "Choose a play from the list."
        )
    return play


def _found(sheet: Sheet, way: str, turn: int, said: MultiDict[str, str], rules: Rulebook) -> WhatIf:
    if way == "blank":
        request = _redesignated(sheet, said)
        line = line_of(sheet, request.square)
        at = line.version if line else sheet.version
        return what_if(sheet, rules, at=at, request=(request,))
    play, challenge = _play(sheet, turn), _challenge_of(sheet, turn)
    if way == "off":
        return what_if(sheet, rules, at=turn, without=(turn, *challenge))
    if way == "instead":
        placed = PlaceTiles(seat=play.seat, placement=_placement(said.get("move", "")))
        return what_if(sheet, rules, at=turn, request=(placed,), without=(turn, *challenge))
    if way == "stays":
        return what_if(sheet, rules, at=sheet.version, without=challenge)
    if way == "score":
        now = _points(said.get("points", ""))
        score = CorrectScore(version=turn, now=now, reason="supposed", approved_by="")
        return what_if(sheet, rules, at=turn, request=(score,))
    verdict = (_challenge(sheet, play, turn), Adjudicate(acceptable=way == "good"))
    return what_if(sheet, rules, at=turn, request=verdict, without=challenge)


def _points(said: str) -> Points:
    sign = said.strip().replace("−", "-").lstrip("+")
    digits = sign.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(sign) > 5:
        raise Refusal("unreadable-request", "The score is no number.", "Write the points: 36.")
    return Points(int(sign))


def _placement(said: str) -> Placement:
    square, _, letters = said.strip().partition(" ")
    if not square or not letters.strip() or len(said) > 40:
        raise Refusal(
            "unreadable-request", "The play can't be read.", "Write it as on a sheet: 8D WINDY."
        )
    return Placement(square.upper(), letters.strip())


def _redesignated(sheet: Sheet, said: MultiDict[str, str]) -> RedesignateBlank:
    square, letter = said.get("blank", "").strip().upper(), said.get("letter", "").strip()
    if not square or not letter or len(letter) > 3:
        raise Refusal(
            "unreadable-request", "No blank and letter are named.", "Choose a blank and a letter."
        )
    if square not in dict(blanks_of(sheet)):
        raise Refusal("not-a-blank", f"No blank lies at {square[:5]}.", "Choose one from the list.")
    line = line_of(sheet, square)
    seat = line.seat if line else Seat.FIRST
    return RedesignateBlank(seat=seat, square=square, letter=letter.upper(), basis="ruling")


def blanks_of(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """The blanks on the board: square, and the letter that each is."""
    width = int(len(sheet.board.squares) ** 0.5)
    return tuple(
        (f"{at // width + 1}{chr(ord('A') + at % width)}", tile.upper())
        for at, tile in enumerate(sheet.board.squares)
        if tile and tile != tile.upper()
    )


def _challenge(sheet: Sheet, play: PlayRecorded, turn: int) -> IssueChallenge:
    """A challenge of the words that were challenged; where none was, of the main word."""
    issued = (sheet.event(version).fact for version in _challenge_of(sheet, turn))
    words = next((fact.words for fact in issued if isinstance(fact, ChallengeIssued)), ())
    main = tuple(one.word.upper() for one in play.words[:1])
    return IssueChallenge(seat=play.seat.opponent, words=words or main)


def _challenge_of(sheet: Sheet, turn: int) -> tuple[int, ...]:
    """The events of a challenge of a play: from it until the next turn."""
    found = []
    for event in sheet.events[turn:]:
        if isinstance(event.fact, OF_A_TURN):
            break
        if sign_of(type(event.fact)) == "challenge":
            found.append(event.originator_version)
    return tuple(found)


pages = Pages("evidence", manual="director", area="desk", tab="Everything")


class StateView(NamedTuple):
    version: int
    sheet: Sheet
    words: str
    position: PositionView


@pages.get(*of_a_game("evidence"), who=DIRECTORS)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    row = game_at(slug, division, round_number, table, replay)
    desk = accounts().desk
    sheet = desk.sheet(row.id)
    files = [file for file in files_of(desk, slug)[1] if file.opened.game == row.id]
    incidents = lane_visible_to(Viewer.DIRECTOR, sheet, files, over=True)
    at = request.args.get("at", sheet.version, type=int)
    beside = request.args.get("with", sheet.version, type=int)
    one, other = _state(sheet, at), _state(sheet, beside)
    return render_template(
        "games/evidence.html",
        game=row,
        tournament=tournament_at(slug),
        sheet=sheet,
        board=replay_of(sheet).board,
        incidents=incidents,
        one=one,
        other=other,
        differs=difference(one.sheet, other.sheet),
        plays=[
            (event.originator_version, wording(event.fact, sheet))
            for event in sheet.events
            if isinstance(event.fact, PlayRecorded)
        ],
        asked_turn=request.args.get("turn", 0, type=int),
        ways=WAYS,
        books=names(),
        tried=TRIED,
        blanks=blanks_of(sheet),
        supposed=supposed(sheet, request.args),
        files=[(file, number_wording(file.opened.number)) for file in files],
        ways_back=ways_back_at(sheet) if signed_in().role is Role.DIRECTOR else {},
        struck=struck_at(sheet),
    )


def _state(sheet: Sheet, at: int) -> StateView:
    known = sheet_as_known(sheet, at=at)
    last = known.events[-1]
    return StateView(at, known, wording(last.fact, known), shown_position(replay_of(known), None))
