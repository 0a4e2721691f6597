"""One line of the game cut into its parts, and whose event it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.equipment.board import COLUMNS
from ledger.gcg.record import TURNS, GcgEvent, Kind, Oddity, Player

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
        rack = rack.replace("_", "")
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
