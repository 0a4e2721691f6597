"""One line of the game, ``>nick: rack what score total``, cut into its parts."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.gcg.oddities import Oddity
from ledger.gcg.record import GcgEvent, Kind
from ledger.gcg.tokens import SQUARES, number, odd_number, tidy_rack, tidy_word

MAY_LACK_RACK = frozenset({Kind.CHALLENGE, Kind.LEFT, Kind.TIME})

LONGEST_TOKEN = 100
"""No rack and no word has more characters; in brackets, four times as many."""

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
    together = "".join(tokens)
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
