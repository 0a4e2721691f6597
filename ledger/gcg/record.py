"""What a GCG file says, line by line: its parts, whose event each is, and every oddity."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import COLUMNS

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


# One line of the game cut into its parts, and whose event it is.


# The parts of an event line: numbers, squares, racks and words, with their usual slips.


SQUARES = {
    written: name
    for column in COLUMNS
    for row in range(1, 27)
    for name in (f"{row}{column}", f"{column}{row}")
    for written in (name, name.lower())
}
"""Every way to write a square, in either case, and its name. Most boards have fewer."""

PLAIN_RACK = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ?")
PLAIN_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.")

LONGEST_NUMBER = 6  # no score has more digits

PROSE = re.compile(r"\(([^()]{1,40})\)")


def turned_round(square: str) -> str:
    """A square of a board with lettered rows as one of a board with lettered columns.

    What comes first is the row of a word across, the column of a word down: that stays.

    >>> turned_round("H4"), turned_round("4H"), turned_round("")
    ('8D', 'D8', '')
    """
    if not square:
        return ""
    if square[0].isdigit():
        return f"{COLUMNS[int(square[:-1]) - 1]}{COLUMNS.index(square[-1]) + 1}"
    return f"{COLUMNS.index(square[0]) + 1}{COLUMNS[int(square[1:]) - 1]}"


def number(token: str) -> int | None:
    """A score or total: ``+24``, ``-24``, ``24``; also ``+-8``, which one program writes.

    >>> number("+24"), number("+-8"), number("-6"), number("7th")
    (24, -8, -6, None)
    """
    digits = token.lstrip("+-\u2212")
    if not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        return None
    signs = token[: -len(digits)]
    if len(signs) > 2:
        return None
    return -int(digits) if "-" in signs or "\u2212" in signs else int(digits)


def odd_number(token: str) -> bool:
    """Whether a signed number has two signs, or a minus that is not a hyphen."""
    return token[0] == "\u2212" or token[1] in "+-\u2212"


def tidy_rack(rack: str, line: int, noted: list[Oddity]) -> str:
    """A rack as the format wants it: upper case, ``?`` for blanks, only what is known."""
    if PLAIN_RACK.issuperset(rack):
        if rack != "UNKNOWN":
            return rack
        noted.append(Oddity(line, "rack-unknown-word", "UNKNOWN stands for a rack nobody knows."))
        return ""
    if "_" in rack:
        noted.append(
            Oddity(line, "rack-unknown-tile", f"Tiles of the rack {rack[:20]} are not known.")
        )
        rack = unicodedata.normalize("NFC", rack.replace("_", ""))  # a mark may follow it
    if "." in rack:
        noted.append(Oddity(line, "rack-dot", "A dot on a rack was read as a blank."))
        rack = rack.replace(".", "?")
    if rack.upper() != rack:
        noted.append(Oddity(line, "rack-lower-case", f"The rack {rack[:20]} has lower case."))
        if rack.lower() == rack and "[" not in rack:
            rack = rack.upper()
        else:
            rack = "".join(["?" if letter.upper() != letter else letter for letter in rack])
    if rack[:1] in ("-", "(") or rack in SQUARES or rack == "UNKNOWN":
        noted.append(Oddity(line, "rack-not-tiles", f"{rack[:20]} is no rack; left unknown."))
        return ""
    return rack


def tidy_word(word: str, line: int, noted: list[Oddity]) -> str:
    """A word as the format wants it, without the marks that belong to prose."""
    if PLAIN_WORD.issuperset(word):
        return word
    if "(" in word and ")" in word:
        noted.append(
            Oddity(line, "prose-brackets", f"{word[:40]}: what is in brackets was played through.")
        )
        while (dotted := PROSE.sub(lambda found: "." * len(found[1]), word)) != word:
            word = dotted
    bare = word.rstrip("*!#")
    if bare != word:
        noted.append(Oddity(line, "word-marked", f"The mark after {bare[:40]} was left out."))
    return bare


MAY_LACK_RACK = frozenset({Kind.CHALLENGE, Kind.LEFT, Kind.TIME})

LONGEST_TOKEN = 100  # no rack and no word has more characters; in brackets, four times as many

Described = tuple[Kind, str, str, int, int]
"""Kind, square, letters, count, and how many tokens told them."""


def read_event(text: str, player: int, line: int, noted: list[Oddity]) -> GcgEvent | None:
    """What stands after ``>nick:``, or ``None`` where it makes no sense (and that is noted)."""
    tokens = text.split()
    at = _where_described(tokens)
    if at < 0 or any(_too_long(token) for token in tokens[: at + 2]):
        noted.append(
            Oddity(line, "not-understood", f"No play, exchange or pass in {text.strip()[:60]!r}.")
        )
        return None
    rack = _rack(tokens[:at], line, noted)
    token = tokens[at]
    if rack is None:
        return None
    if token in SQUARES:
        described = _play(tokens, at, line, noted)
    elif token[0] == "-":
        described = _dash(tokens, at, line, noted)
    elif token[0] == "(":
        described = _bracket(token, line, noted)
    else:
        noted.append(Oddity(line, "pass-written-oddly", f"{token} was read as a pass."))
        described = (Kind.PASS, "", "", 0, 1)
    if described is None:
        return None
    kind, square, letters, count, used = described
    if not rack and at == 0 and kind not in MAY_LACK_RACK:
        noted.append(Oddity(line, "rack-missing", f"No rack is written for this {kind}."))
    score, total, comment = _numbers(tokens[at + used :], line, noted)
    notes: tuple[str, ...] = ()
    if kind is Kind.PASS and comment and score is None:
        notes, comment = (comment,), ""  # after a lone dash it would be read as an exchange
    return GcgEvent(kind, player, rack, square, letters, count, score, total, comment, notes, line)


def _where_described(tokens: Sequence[str]) -> int:
    """Which token says what was done: the first, where there is no rack, or the one after it."""
    if not tokens:
        return -1
    if _describes(tokens[0]):
        return 0
    for at, token in enumerate(tokens):
        if at and (_describes(token) or token.lower() == "pass"):
            return at
    return -1


def _too_long(token: str) -> bool:
    return len(token) > LONGEST_TOKEN and ("[" not in token or len(token) > 4 * LONGEST_TOKEN)


def _describes(token: str) -> bool:
    return token[0] in "-(" or token in SQUARES


def _rack(tokens: Sequence[str], line: int, noted: list[Oddity]) -> str | None:
    if not tokens:
        return ""
    if len(tokens) == 1:
        return tidy_rack(tokens[0], line, noted)
    together = unicodedata.normalize("NFC", "".join(tokens))  # a mark may stand by itself
    if together in SQUARES or len(together) > 20:
        noted.append(Oddity(line, "not-understood", f"{' '.join(tokens)[:60]!r} is no rack."))
        return None
    noted.append(Oddity(line, "rack-broken", f"The rack {' '.join(tokens)} has spaces in it."))
    return tidy_rack(together, line, noted)


def _play(tokens: Sequence[str], at: int, line: int, noted: list[Oddity]) -> Described | None:
    square = SQUARES[tokens[at]]
    if square != tokens[at]:
        noted.append(
            Oddity(line, "square-lower-case", f"The square {tokens[at]} was read as {square}.")
        )
    word = tidy_word(tokens[at + 1], line, noted) if at + 1 < len(tokens) else ""
    if not word or word[0] in "-(" or number(word) is not None:
        noted.append(Oddity(line, "not-understood", f"No word follows the square {square}."))
        return None
    return Kind.PLAY, square, word, 0, 2


def _dash(tokens: Sequence[str], at: int, line: int, noted: list[Oddity]) -> Described | None:
    """``-`` a pass, ``--`` a withdrawal, ``-3`` and ``-ABC`` an exchange."""
    what = tokens[at][1:]
    if what == "-":
        return Kind.WITHDRAWN, "", "", 0, 1
    if not what:
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if not (following.isalpha() and following.isupper() and len(following) <= len(tokens[0])):
            return Kind.PASS, "", "", 0, 1
        noted.append(
            Oddity(line, "exchange-written-oddly", f"- {following} was read as an exchange.")
        )
        return Kind.EXCHANGE, "", following, len(following), 2
    if what.isdecimal() and len(what) <= 2:
        count = int(what)
        if count == 0:
            noted.append(Oddity(line, "pass-written-oddly", f"-{what} was read as a pass."))
            return Kind.PASS, "", "", 0, 1
        noted.append(
            Oddity(line, "exchange-by-count", f"{count} exchanged; which tiles is not known.")
        )
        return Kind.EXCHANGE, "", "", count, 1
    if what[0] == "-" or number(what) is not None:
        noted.append(Oddity(line, "not-understood", f"{tokens[at][:40]!r} is no exchange."))
        return None
    if what.upper() != what and "[" not in what:
        noted.append(Oddity(line, "exchange-written-oddly", f"-{what[:20]} is in lower case."))
        what = what.upper()
    return Kind.EXCHANGE, "", what, tile_count(what), 1


def tile_count(tiles: str) -> int:
    """How many tiles are written: one for each character, and for each pair of brackets."""
    count, bracketed = 0, False
    for letter in tiles:
        bracketed = letter == "[" or (bracketed and letter != "]")
        count += not bracketed
    return count


def _bracket(token: str, line: int, noted: list[Oddity]) -> Described:
    """``(challenge)``, ``(time)``, or the tiles left at the end."""
    inside = token[1:].rstrip(")")
    if token[-1] != ")":
        noted.append(Oddity(line, "bracket-open", f"The bracket of {token[:20]} is not closed."))
    meant = NAMED.get(inside.lower())
    if meant is not None:
        if meant is Kind.PASS:
            noted.append(Oddity(line, "pass-written-oddly", f"{token} was read as a pass."))
        return meant, "", "", 0, 1
    return Kind.LEFT, "", inside, 0, 1


NAMED = {"challenge": Kind.CHALLENGE, "time": Kind.TIME, "pass": Kind.PASS}


def _numbers(
    rest: Sequence[str], line: int, noted: list[Oddity]
) -> tuple[int | None, int | None, str]:
    """Score, total and comment. A single number without a sign is a total."""
    score = number(rest[0]) if rest else None
    if score is None:
        noted.append(Oddity(line, "no-score", "No score is written."))
        return None, None, " ".join(rest)
    token = rest[0]
    signed = not token[0].isdecimal()
    if signed and odd_number(token):
        noted.append(Oddity(line, "number-odd", f"{token} was read as {score}."))
    total = number(rest[1].rstrip(",;")) if len(rest) > 1 else None
    if total is not None:
        if not signed:
            noted.append(Oddity(line, "score-without-sign", f"{token} was read as {score:+}."))
        elif len(rest) == 2:
            return score, total, ""
        return score, total, " ".join(rest[2:])
    if signed:
        noted.append(Oddity(line, "no-cumulative", "No total is written after the score."))
        return score, None, " ".join(rest[1:])
    noted.append(Oddity(line, "no-score", f"No score is written; {token} was read as the total."))
    return None, score, " ".join(rest[1:])


# Whose event it is: nicknames as declared, as misspelled, and as nobody declared them.


def alike(nick: str) -> str:
    """A nickname without what people get wrong: case, ``-`` for ``_``, a colon, accents' form."""
    return unicodedata.normalize("NFC", nick).casefold().replace("-", "_").rstrip(":")


def share_a_nick(declared: dict[int, Player]) -> bool:
    return len(declared) == 2 and len({alike(player.nick) for player in declared.values()}) == 1


def renamed(declared: dict[int, Player]) -> dict[int, Player]:
    (first, one), (second, two) = sorted(declared.items())
    return {first: one, second: replace(two, nick=f"{two.nick}_2")}


def told_apart(events: Sequence[GcgEvent]) -> list[GcgEvent]:
    """Events of two players who go by one nickname, each given to who made it.

    A total tells whose it is where it fits one player's sum and not the other's. Elsewhere turns
    alternate, what belongs to a play follows it, and a line at the end is the loser's if it
    takes off, else that of the player who moved last.
    """
    totals, mover, gcg_events = [0, 0], 1, []
    for event in events:
        if event.kind in TURNS or (
            event.kind is Kind.LEFT and event.score is not None and event.score < 0
        ):
            likely = 1 - mover
        else:
            likely = mover
        player = likely
        if event.total is not None and event.score is not None:
            fits = [seat for seat in (0, 1) if totals[seat] + event.score == event.total]
            player = fits[0] if len(fits) == 1 else likely
        totals[player] = totals[player] + (event.score or 0)
        if event.total is not None:
            totals[player] = event.total
        if event.kind in TURNS:
            mover = player
        gcg_events.append(replace(event, player=player))
    return gcg_events


class Roll:
    """The players by number, and who is meant by a nickname.

    A nickname nobody declared is taken for a player's as long as a place is free.
    """

    def __init__(self, declared: dict[int, Player], noted: list[Oddity]) -> None:
        self.players = dict(declared)
        self.noted = noted
        self.exactly: dict[str, int] = {}
        self.nearly: dict[str, int] = {}
        for place, player in sorted(self.players.items()):
            self._enter(place, player)

    def whose(self, text: str, line: int) -> tuple[int, str] | None:
        """The player's number and what follows the nickname in ``>nick: ...``."""
        nick, colon, rest = text[1:].partition(": ")
        place = self.exactly.get(nick) if colon else None
        if place is not None:
            return place, rest
        token, rest = [*text[1:].split(None, 1), "", ""][:2]
        if token[-1:] != ":":
            before, colon, after = token.partition(":")
            if colon:
                token, rest = before + ":", f"{after} {rest}"
            elif alike(token) in self.nearly:
                self.noted.append(Oddity(line, "no-colon", f"No colon follows {token[:30]}."))
                token += ":"
        place = self._meant(token[:-1], line) if token[-1:] == ":" else None
        if place is None:
            what = f"{text[:40]!r} names no player of this game; it was kept as a note."
            self.noted.append(Oddity(line, "unknown-player", what))
            return None
        return place, rest

    def _meant(self, nick: str, line: int) -> int | None:
        if nick in self.exactly:
            return self.exactly[nick]
        place = self.nearly.get(alike(nick))
        if place is not None:
            what = f"{nick[:30]} was read as {self.players[place].nick[:30]}."
            self.noted.append(Oddity(line, "nick-differs", what))
            return place
        free = next((place for place in (1, 2) if place not in self.players), None)
        if free is None or not alike(nick):
            return None
        what = f"Nobody declared {nick[:30]}; taken as player {free}."
        self.noted.append(Oddity(line, "unknown-player", what))
        self.players[free] = Player(nick, nick)
        self._enter(free, self.players[free])
        return free

    def _enter(self, place: int, player: Player) -> None:
        self.exactly.setdefault(player.nick, place)
        self.nearly.setdefault(alike(player.nick), place)
