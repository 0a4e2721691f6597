"""What a GCG file says, line by line, and everything it can have that the format does not want."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

# Everything a GCG file can have that the format does not want, by a stable code.
#
# Nothing odd is passed over in silence and nothing odd stops the reading: it is listed, with the
# number of its line. What the format says, and what people write, is in the notes on the format.


class Oddity(Struct, frozen=True):
    """Something about a file that is not as the format wants it.

    Attributes:
      line: number of the line, counted from 1.
      what: what is odd and what was made of it, in words, on one line.
    """

    line: int
    code: str
    what: str


def in_order(noted: Iterable[Oddity]) -> tuple[Oddity, ...]:
    """Oddities by line, with nothing in their words that a screen could not show."""
    return tuple(sorted(map(_plain, noted), key=lambda oddity: oddity.line))


def _plain(oddity: Oddity) -> Oddity:
    if oddity.what.isprintable():
        return oddity
    shown = "".join([letter if letter.isprintable() else "\ufffd" for letter in oddity.what])
    return Oddity(oddity.line, oddity.code, shown)


ODDITIES = {
    # characters and lines
    "empty-file": "The file holds nothing.",
    "not-text": "The file holds control characters: it may not be text at all.",
    "byte-order-mark": "The file starts with a byte order mark.",
    "line-ends": "Lines end in CR LF or CR instead of LF.",
    "encoding-guessed": "No encoding is declared, and there are characters outside ASCII.",
    "encoding-unknown": "The declared encoding is not known here.",
    "encoding-wrong": "The bytes are not in the encoding that is declared.",
    "encoding-misplaced": "The encoding is declared anywhere but on the first line.",
    "letters-apart": "Letters and their marks are written as two characters.",
    "too-many-lines": "The file has more lines than any game; the rest was not read.",
    "stray-text": "A line is neither pragma nor event, and continues no note.",
    "note-continued": "A note runs on over lines without #note.",
    "not-understood": "A line of an event could not be understood.",
    # pragmas
    "empty-pragma": "A line holds # and no keyword.",
    "pragma-capitalised": "A keyword is not in lower case.",
    "unknown-pragma": "A keyword is not one of the format.",
    "pragma-after-events": "Something is declared after the first event.",
    "declared-twice": "Something is declared a second time.",
    "continues-nothing": "A line #- follows no pragma.",
    "note-before-events": "A note comes before the first event.",
    "player-without-nick": "A player is declared without a nickname.",
    "no-full-name": "A player is declared without a full name.",
    "same-nick": "Two players have one nickname: turns and totals told whose turn is whose.",
    "more-than-two-players": "The game has more than two players.",
    "no-players": "Fewer than two players are named.",
    "event-before-players": "An event comes before both players are declared.",
    "game-type-unknown": "The variant of the game is not known here.",
    "board-unknown": "The layout of the board is not known here.",
    "orientation": "Rows are lettered and columns numbered; squares were turned round.",
    "tile-set-unknown": "The tile set is not known here, so plays can't be scored.",
    "tile-set-guessed": "No tile set is declared; it was taken from other signs.",
    "incomplete-but-ended": "The file says that it is incomplete, yet the game has an end.",
    "event-after-racks": "An event comes after #rack1, #rack2 or #incomplete.",
    # who and when
    "unknown-player": "An event belongs to a nickname that was not declared.",
    "nick-differs": "A nickname is not spelled as it was declared.",
    "no-colon": "The colon after the nickname is missing.",
    "second-player-starts": "The game is started by player 2.",
    "after-six-zeros": "A turn comes after six scoreless turns in a row, which end a game.",
    "twice-in-a-row": "A player has two turns in a row: one between them is missing.",
    "no-events": "The file has no events.",
    "mostly-unreadable": "Most event lines could not be understood.",
    # racks
    "rack-broken": "A rack is written with spaces in it.",
    "rack-missing": "The rack is missing.",
    "rack-unknown-word": "A word stands where the rack belongs, such as UNKNOWN.",
    "rack-unknown-tile": "A rack holds a sign for a tile nobody knows.",
    "rack-dot": "A blank on a rack is written as a dot.",
    "rack-lower-case": "A rack is written in lower case.",
    "rack-not-tiles": "A rack holds characters that are not tiles.",
    "rack-over-seven": "A rack holds more than seven tiles.",
    "racks-partial": "Racks are written only in part.",
    "rack-not-in-bag": "A rack at the end holds tiles that are no longer available.",
    "tiles-not-on-rack": "Tiles were used that are not on the rack as written.",
    "too-many-of-a-tile": "There are more of a tile than the set holds.",
    # numbers
    "no-score": "The score is missing.",
    "no-cumulative": "The total after the score is missing.",
    "number-odd": "A number is written with two signs or an unusual one.",
    "score-without-sign": "A score is written without its sign.",
    "cumulative-slip": "A total is not the total before plus the score.",
    "score-differs": "The score is not what the board gives.",
    "totals-differ": "The last total written is not what our own count gives.",
    # plays
    "square-lower-case": "A coordinate is written in lower case.",
    "word-marked": "A sign for a comment is written on the word.",
    "prose-brackets": "Tiles played through are in round brackets, as in prose.",
    "through-spelled-out": "Tiles played through are written as letters instead of dots.",
    "off-the-board": "The word leaves the board.",
    "square-taken": "The word needs a square where another tile lies.",
    "no-new-tile": "The play puts no new tile on the board.",
    "not-in-tile-set": "The word holds letters that are not tiles.",
    "nothing-to-play-through": "The word runs through a square where nothing lies.",
    "misses-centre": "The first play misses the centre.",
    "one-tile-first": "The first play has one tile only.",
    "disconnected": "The play touches nothing on the board.",
    # exchanges and passes
    "exchange-by-count": "Only the number of tiles exchanged is known.",
    "exchange-written-oddly": "An exchange is written with a space or in lower case.",
    "exchange-not-tiles": "Letters were exchanged that are not tiles.",
    "exchange-over-seven": "More than seven tiles were exchanged.",
    "pass-written-oddly": "A pass is written as -0 or as a word.",
    # withdrawals and challenges
    "withdrawal-without-play": "A play is taken back where there was none.",
    "withdrawal-of-other": "A play is taken back that was the other player's.",
    "withdrawal-differs": "A withdrawal does not take off what the play had scored.",
    "challenge-without-play": "A challenge bonus follows no play.",
    "challenge-wrong-player": "A challenge bonus goes to the player who did not just play.",
    "challenge-fine": "Points are taken off the challenger.",
    "challenge-negative": "A challenge takes points off the player who was challenged.",
    # the end
    "bracket-open": "A round bracket is not closed.",
    "end-not-tiles": "The tiles left at the end are not tiles.",
    "end-racks-differ": "A rack at the end is written twice, and not alike.",
    "end-value-differs": "The points at the end are not the value of the tiles left.",
    "end-line-twice": "One player's tiles are counted twice at the end.",
    "end-line-missing": "A line is missing at the end: tiles are counted on one side only.",
    "end-bonus-unearned": "Points for the other's tiles go to a player who did not go out.",
    "end-without-zeros": "Both lose their tiles without six scoreless turns in a row.",
    "end-too-early": "The game ends while tiles are still in the bag.",
    "end-tiles-not-left": "Tiles are left at the end that are already on the board.",
    "play-after-the-end": "A play comes after the other player went out.",
    "after-the-end": "A turn comes after the lines that end the game.",
    "time-before-end": "A time penalty comes before the end of the game.",
    "time-between-end-lines": "A time penalty stands between the two lines that end the game.",
    "time-twice": "A player has a second time penalty.",
    "time-positive": "A time penalty gives points.",
    "no-end-line": "No line says how the game ended.",
}
"""What each code means. A test meets every one of them."""


class Kind(StrEnum):
    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"
    WITHDRAWN = "withdrawn"
    CHALLENGE = "challenge"
    LEFT = "left"
    TIME = "time"


TURNS = frozenset({Kind.PLAY, Kind.EXCHANGE, Kind.PASS})
"""What ends a player's turn. A withdrawal and a bonus belong to the play before them."""


class Player(Struct, frozen=True):
    """A player: the nickname that events refer to, without white space, and the full name."""

    nick: str
    name: str


class Pragma(Struct, frozen=True):
    """A line ``#keyword text`` that is kept as it is; ``line`` is its number, 0 if not read."""

    keyword: str
    text: str
    line: int = 0


class Held(Struct, frozen=True):
    """What a player holds when the record stops: ``#rack1``, ``#rack2``.

    Attributes:
      player: index into ``GcgRecord.players``.
    """

    player: int
    tiles: str
    line: int = 0


class GcgEvent(Struct, frozen=True):
    """A line of the game.

    Attributes:
      player: index into ``GcgRecord.players``.
      rack: tiles held before the event, as far as they are written; ``""`` for not known.
      square: start square of a play, in upper case.
      letters: the word of a play; the tiles of an exchange, empty where only their number is
        known; the tiles left at the end (``Kind.LEFT``).
      score: points of this line, ``None`` where they are not written.
      total: the player's total after it, ``None`` where it is not written.
      line: number of the line in the file, counted from 1; 0 if not read from one.
    """

    kind: Kind
    player: int
    rack: str = ""
    square: str = ""
    letters: str = ""
    count: int = 0
    score: int | None = None
    total: int | None = None
    comment: str = ""
    notes: tuple[str, ...] = ()
    line: int = 0


class GcgRecord(Struct, frozen=True, kw_only=True):
    """A GCG file, understood as far as it can be.

    Attributes:
      players: in the order of their numbers; the player of the first event moves first.
      incomplete: what stands after ``#incomplete``, ``None`` where there is no such line.
      readable: whether this is the record of a game between two players. Where it is not, an
        oddity says why.
    """

    players: tuple[Player, ...]
    events: tuple[GcgEvent, ...] = ()
    pragmas: tuple[Pragma, ...] = ()
    notes: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    incomplete: str | None = None
    readable: bool = True
    encoding: str = "UTF-8"
    oddities: tuple[Oddity, ...] = ()

    def pragma(self, keyword: str) -> str:
        """What the first pragma of that name says, ``""`` without one."""
        for pragma in self.pragmas:
            if pragma.keyword == keyword:
                return pragma.text
        return ""

    def bare(self) -> GcgRecord:
        """The record without what depends on the file: line numbers, encoding, oddities.

        Whether it was readable goes, too: lines that could not be understood are notes here.
        """
        return replace(
            self,
            events=tuple(replace(event, line=0) for event in self.events),
            pragmas=tuple(replace(pragma, line=0) for pragma in self.pragmas),
            held=tuple(replace(held, line=0) for held in self.held),
            readable=True,
            encoding="",
            oddities=(),
        )


# Points that GCG has no line for: a penalty or credit of a director, what a slip has beyond turns.
#
# They are written as the lines that every program adds up, overtime for points that are taken off
# and a challenge for points that are given, with a note in front that says it was none.


NOT_SO = {Kind.TIME: "No overtime: ", Kind.CHALLENGE: "No challenge: "}
"""How the first note on such a line begins."""

NOT_RECORDED = "The tiles of this turn were not recorded."
"""The note on a turn whose points alone are known; GCG has only a pass for it."""


def kind_for(points: int) -> Kind:
    return Kind.CHALLENGE if points > 0 else Kind.TIME


def why_other(event: GcgEvent) -> str:
    """What a line is that says of itself not to be what it looks like; ``""`` for any other."""
    begins = NOT_SO.get(event.kind, "")
    first = event.notes[0] if event.notes else ""
    return first.removeprefix(begins) if begins and first.startswith(begins) else ""
