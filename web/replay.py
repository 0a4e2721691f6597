"""The replay of a game as a page; the evidence of a dispute, and what a ruling would change."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

import msgspec
from flask import Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ledger import rulebook
from ledger.game.blanks.requests import RedesignateBlank, line_of
from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.setting_up.facts import OptionValue
from ledger.game.sheet.folding import sheet_as_known, wording
from ledger.game.sheet.line import move_told
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns import facts as turns
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry, CorrectScore, PlaceTiles
from ledger.hall import GameRow
from ledger.incidents.wording import number_wording, title_wording
from ledger.messages import known, say
from ledger.replay.replayed import (
    Ply,
    Replayed,
    lane_visible_to,
    replay_of,
    sees_the_whole_lane,
    sign_of,
)
from ledger.replay.what_if import Differs, WhatIf, difference, what_if
from ledger.requests import Request
from ledger.rulebook import Rulebook, names
from ledger.rulebook.reading import called
from ledger.visibility import Viewer
from ledger.vocabulary import Boards, Placement, Points, Role, Seat
from ledger.vocabulary.names import in_brackets, main_word
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import whole
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.visitors import accounts, signed_in, the_hall, the_viewer, the_viewer_of
from web.asgi.telling import the_mark
from web.cases.history import struck_at, ways_back_at
from web.cases.registers import files_of
from web.frame.addresses import asked_asof, game_at, of_game, tournament_at
from web.frame.bodies import as_json
from web.frame.pages import Pages, of_a_game
from web.frame.wording import FINISHED, PLAYING
from web.site import the_site

# The replay of a game: the page, its data, its permanent address, the board of one turn.


# The board and the players after a ply, as the page shows them before any script has run.
#
# ``static/js/replay/game.js`` does the same on the client; a browser test holds the two together.


_NOT_READ = (None, None)
ASKED = re.compile(r"\s*([+-]?[0-9]{1,9})")
"""A ply as an address asks for it; more digits than that are past any end."""


@dataclass(frozen=True)
class SquareView:
    """One square.

    Attributes:
      at: its index, row by row.
      look: classes for the style sheet.
      letter: what lies there, or lay there until this ply took it off; else ``""``.
      points: the tile's points; ``""`` for a blank.
      name: what a screen reader says.
      ply: the ply that put the tile there, 0 if none.
    """

    at: int
    look: str
    letter: str
    points: str
    name: str
    ply: int


@dataclass(frozen=True)
class PositionView:
    """The game after ``ply`` plies.

    Attributes:
      clocks: what they showed when they were last read, or ``None`` for each.
      left: kinds of tile, how many of each are not on the board, and of how many.
      totals: each player's, after the last ply those of the result, amended or not.
      over: True at the last ply of a game that has a result.
    """

    ply: int
    current: Ply | None
    rows: tuple[tuple[SquareView, ...], ...]
    totals: tuple[int, int]
    clocks: tuple[int | None, int | None]
    on_move: Seat | None
    left: tuple[tuple[str, int, int], ...]
    off_the_board: int
    bag: int
    over: bool
    begun: bool


def _begun(replay: Replayed) -> bool:
    """Whether the game has begun here: only then it is settled who plays first."""
    return replay.game.state in PLAYING or any(ply.kind in TURN_KINDS for ply in replay.plies)


TURN_KINDS = frozenset({"play", "phoney", "exchange", "pass", "missed"})
"""The kinds of plies that are a turn of play."""


def _totals(replay: Replayed, ply: int) -> tuple[int, int]:
    if ply == 0:
        return (0, 0)
    if ply == len(replay.plies) and replay.result is not None and replay.result.over:
        return replay.result.totals
    return replay.plies[ply - 1].totals


def column_name(column: int) -> str:
    return chr(ord("A") + column)


def spelled(ply: Ply) -> str:
    """The word of a move with the tiles played through in brackets: ``Q(U)EYN``.

    >>> spelled(Ply(1, 1, "first", "play", "E7 Q.EYN", "", square="E7"))
    'Q.EYN'
    >>> from ledger.vocabulary import Points, WordScore
    >>> spelled(Ply(1, 1, "first", "play", "E7 Q.EYN", "", square="E7",
    ...             words=(WordScore("QUEYN", Points(34)),)))
    'Q(U)EYN'
    """
    if not ply.square or not ply.move.startswith(f"{ply.square} "):
        return move_told(ply.move)
    return in_brackets(ply.move[len(ply.square) + 1 :], main_word(ply.words))


def signed_by(replay: Replayed) -> str:
    """Who signed the result, in words; ``""`` while there is none."""
    result = replay.result
    if result is None:
        return ""
    if len(result.signed) > 1:
        who = say("replay.signed-by-both-players")
    elif result.signed:
        who = say("replay.signed-by-name", name=replay.players[result.signed[0] == "second"].name)
    else:
        noted = (
            say("replay.not-signed-as-it-stands") if result.notes else say("replay.not-signed-yet")
        )
        who = say("replay.stands-by-officials-decision") if result.by_ruling else noted
    if result.handed_in and result.amended:
        return say("replay.signed-handed-in-amended", who=who)
    if result.handed_in:
        return say("replay.signed-handed-in", who=who)
    if result.amended:
        return say("replay.signed-amended", who=who)
    return say("replay.signed", who=who)


def ply_asked(text: str | None) -> int | None:
    """The ply an address asks for: a number, whatever follows it; ``None`` where there is none.

    >>> [ply_asked(text) for text in ("7", "-4", " 7.5", "last", "", None)]
    [7, -4, 7, None, None, None]
    """
    number = ASKED.match(text or "")
    return int(number[1]) if number else None


def shown_position(replay: Replayed, request: int | None) -> PositionView:
    """The position after ply ``request``, or the nearest there is; without one, after the last."""
    count = len(replay.plies)
    ply = count if request is None else max(0, min(request, count))
    squares: dict[int, tuple[str, int]] = {}
    gone: dict[int, str] = {}
    for number, each in enumerate(replay.plies[:ply], start=1):
        gone = {at: squares.pop(at)[0] for at in each.removed if at in squares}
        squares.update({placed.at: (placed.tile, number) for placed in each.placed})
    current = replay.plies[ply - 1] if ply else None
    values = {kind.tile: kind.value for kind in replay.tiles}
    size = replay.board.size
    cells = [
        _square(replay, at, squares.get(at), gone.get(at), ply, current, values)
        for at in range(size * size)
    ]
    lying = [("?" if tile != tile.upper() else tile) for tile, _ in squares.values()]
    left = tuple(
        (kind.tile, kind.count - lying.count(kind.tile), kind.count) for kind in replay.tiles
    )
    begun = _begun(replay)
    return PositionView(
        ply=ply,
        current=current,
        rows=tuple(tuple(cells[row * size : (row + 1) * size]) for row in range(size)),
        totals=_totals(replay, ply),
        clocks=next((each.clocks for each in replay.plies[:ply][::-1] if each.clocks), _NOT_READ),
        on_move=current.on_move if current else (Seat.FIRST if begun else None),
        left=left,
        off_the_board=sum(count for _, count, _ in left),
        bag=current.bag if current else sum(kind.count for kind in replay.tiles) - 14,
        over=replay.result is not None and replay.result.over and ply == count,
        begun=begun,
    )


def _square(
    replay: Replayed,
    at: int,
    lies: tuple[str, int] | None,
    went: str | None,
    ply: int,
    current: Ply | None,
    values: dict[str, int],
) -> SquareView:
    size = replay.board.size
    row, column = divmod(at, size)
    name = f"{row + 1}{column_name(column)}"
    premium = replay.board.premiums[at]
    look = ["sq"] + ([f"p{premium.lower()}"] if premium else [])
    if at == size * size // 2:
        look.append("centre")
    if lies is None and went is None:
        under = f"replay.premium.{premium}"
        says = (
            say(
                "replay.square-empty-premium", square=name, premium=say(f"replay.premium.{premium}")
            )
            if known(under)
            else say("replay.square-empty", square=name)
        )
        return SquareView(at, " ".join(look), "", "", says, 0)
    tile, number = lies or (went or "", 0)
    blank = tile != tile.upper()
    points = 0 if blank else values.get(tile, 0)
    face = tile.upper()
    says = (
        say("replay.square-blank", square=name, face=face)
        if blank
        else say("replay.square-tile", n=points, square=name, face=face)
    )
    look += ["blank"] if blank else []
    look += ["wide"] if len(tile) > 1 else []
    if lies is None:
        look.append("gone")
        says = say("replay.name-empty-face-taken-off", name=name, face=face)
    else:
        look.append("tile")
        if current and number == ply:
            look += ["last"] + (["phoney"] if current.kind == "phoney" else [])
            says = say("replay.square-just-played", square=says)
    return SquareView(
        at, " ".join(look), tile if blank else face, "" if blank else str(points), says, number
    )


pages = Pages("games", manual="replay", area="public", tab="rounds")


@pages.get(*of_a_game(), who=EVERYBODY)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    """The replay page: ``?ply=`` the turn to show, ``?asof=`` as known then, ``?embed=1`` bare."""
    after = the_mark()  # before the row is read, so that no change is missed
    game = game_at(slug, division, round_number, table, replay)
    asof = asked_asof()
    replayed = the_site().replay(game.id, asof, the_viewer_of(game.id))
    if replayed.boards == Boards.HIDDEN:
        return render_template(
            "games/hidden.html", game=game, live=tournament_at(slug), after=after
        )
    embedded = request.args.get("embed") == "1"
    ply, rules_here = ply_asked(request.args.get("ply")), _may_rule()
    return render_template(
        "games/replay.html",
        game=game,
        replay=replayed,
        after=after,
        position=shown_position(replayed, ply),
        beyond=beyond(ply, len(replayed.plies)),
        rules_here=rules_here,
        open_cases=_open_cases(game) if rules_here else (),
        spelled=spelled,
        signed_by=signed_by,
        data=in_a_page(msgspec.json.encode(replayed)),
        asof=request.args.get("asof", "") if asof else "",
        embedded=embedded,
        watched=asof is None and game.state not in FINISHED,
        live=tournament_at(slug),
    )


def beyond(desk_request: int | None, last: int) -> str:
    """What is said where an address asks for a turn that is not there.

    >>> beyond(-4, 26), beyond(7, 26)
    ('There is no turn −4. This is the empty board.', '')
    """
    if desk_request is None or 0 <= desk_request <= last:
        return ""
    number = whole(desk_request)
    if desk_request < 0 or not last:
        return say("replay.there-no-turn-number-this-2", number=number)
    return say("replay.there-no-turn-number-this", number=number, last=last)


class OpenCase(NamedTuple):
    number: int
    called: str
    title: str


def _may_rule() -> bool:
    """Whether whoever asks sees evidence: directors and organisers, who are told of cases."""
    return sees_the_whole_lane(the_viewer())


def _open_cases(game: GameRow) -> tuple[OpenCase, ...]:
    files = files_of(accounts().desk, game.tournament)[1]
    return tuple(
        OpenCase(file.opened.number, number_wording(file.opened.number), title_wording(file.opened))
        for file in reversed(files)
        if file.opened.game == game.id and not file.is_closed
    )


@pages.get(*of_a_game("replay.json"), who=EVERYBODY, answers=Replayed)
def replay_json(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    game = game_at(slug, division, round_number, table, replay)
    replayed = the_site().replay(game.id, asked_asof(), the_viewer_of(game.id))
    return as_json(replayed, may_be_kept=True)


@pages.get("/games/<uuid:game>/", who=EVERYBODY)
def permanent(game: UUID) -> AnyResponse:
    """The address that stays when a table is renumbered: on to where the game is now."""
    row = the_hall().game(game)
    if row is None:
        raise Refusal(
            "no-such-game",
            say("replay.this-record-has-no-game"),
            say("replay.look-for-it-by-player"),
        )
    kept = {
        name: request.args[name]
        for name in ("ply", "asof", "embed", "incident")
        if name in request.args
    }
    return redirect(of_game(row, **kept))


def in_a_page(body: bytes) -> Markup:
    r"""JSON made safe inside a ``script`` element: no ``<`` can close it or open a comment.

    >>> print(in_a_page(b'{"names": ["</script>"]}'))
    {"names": ["\u003c/script>"]}
    """
    return Markup(body.decode().replace("<", "\\u003c"))  # noqa: S704 (made safe just here)


# The evidence of a dispute: two states of a game side by side, one of them supposed.


# What somebody supposes on the page of evidence, as requests tried on a copy of the sheet.


WAYS = ("off", "instead", "stays", "good", "bad", "score", "blank")
"""What can be supposed about a turn; ``replay.suppose.`` says each."""

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
    if way not in WAYS:
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
    if tried.way == "score":
        points = _evidence_points(tried.asked.get("points", ""))
        text = say("replay.supposed.score", points=points)
    elif tried.way == "instead":
        text = say("replay.supposed.instead", play=_placement(tried.asked.get("move", "")))
    elif tried.way == "blank":
        at, letter = tried.asked.get("blank", ""), tried.asked.get("letter", "")
        text = say("replay.supposed.blank", square=at, letter=letter)
    else:
        text = say(f"replay.suppose.{tried.way}")
    if tried.way != "blank":
        text = say("game.whose", whose=_play(sheet, tried.turn).placement, what=text)
    if tried.own:
        return say("replay.supposed.by-book", what=text, book=called(tried.book))
    return text


def requests_for(tried: Supposed, sheet: Sheet, by: str) -> tuple[Request, ...]:
    """What a director would enter at the table now for it; empty where nothing fits."""
    if tried.way == "blank":
        return (_redesignated(sheet, tried.asked),)
    play = _play(sheet, tried.turn)
    if tried.way == "score":
        now = _evidence_points(tried.asked.get("points", ""))
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
            "no-such-entry",
            say("replay.there-no-play-at-this"),
            say("replay.choose-play-from-list"),
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
        now = _evidence_points(said.get("points", ""))
        score = CorrectScore(version=turn, now=now, reason="supposed", approved_by="")
        return what_if(sheet, rules, at=turn, request=(score,))
    verdict = (_challenge(sheet, play, turn), Adjudicate(acceptable=way == "good"))
    return what_if(sheet, rules, at=turn, request=verdict, without=challenge)


def _evidence_points(said: str) -> Points:
    sign = said.strip().replace("−", "-").lstrip("+")
    digits = sign.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(sign) > 5:
        raise Refusal(
            "unreadable-request", say("replay.score-no-number"), say("replay.write-points-36")
        )
    return Points(int(sign))


def _placement(said: str) -> Placement:
    square, _, letters = said.strip().partition(" ")
    if not square or not letters.strip() or len(said) > 40:
        raise Refusal(
            "unreadable-request",
            say("replay.play-cant-be-read"),
            say("replay.write-it-as-on-sheet"),
        )
    return Placement(square.upper(), letters.strip())


def _redesignated(sheet: Sheet, said: MultiDict[str, str]) -> RedesignateBlank:
    square, letter = said.get("blank", "").strip().upper(), said.get("letter", "").strip()
    if not square or not letter or len(letter) > 3:
        raise Refusal(
            "unreadable-request",
            say("replay.no-blank-and-letter-named"),
            say("replay.choose-blank-and-letter"),
        )
    if square not in dict(blanks_of(sheet)):
        raise Refusal(
            "not-a-blank",
            say("replay.no-blank-lies-at-square", square=square[:5]),
            say("replay.choose-one-from-list"),
        )
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


evidence_pages = Pages("evidence", manual="director", area="desk", tab="everything")


class StateView(NamedTuple):
    version: int
    sheet: Sheet
    words: str
    position: PositionView


@evidence_pages.get(*of_a_game("evidence"), who=DIRECTORS, name="page")
def evidence_page(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> str:
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
        ways=[(way, say(f"replay.suppose.{way}")) for way in WAYS],
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
