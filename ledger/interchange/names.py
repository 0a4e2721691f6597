"""Names of players as different programs spell them: turned round, without accents, cut short."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

OTHERWISE = {
    "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "ß": "ss",
    "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ı": "i", "’": "'", "‘": "'",
    "–": "-", "—": "-", "ʻ": "'", "ħ": "h", "Ħ": "H", "ŋ": "n", "Ŋ": "N",
}  # fmt: skip
"""Letters that are no base letter with a mark."""


def turned(name: str) -> str:
    """A name with the given name first.

    >>> turned("Fernweh, Ada"), turned("Fernweh, Ada, Jr"), turned("Ada Fernweh"), turned("Bo,")
    ('Ada Fernweh', 'Ada Fernweh Jr', 'Ada Fernweh', 'Bo')
    """
    surname, comma, rest = name.partition(",")
    if not comma:
        return name
    given, _, suffix = rest.partition(",")
    return " ".join(f"{given} {surname} {suffix}".split())


def key(name: str) -> str:
    """What tells a name from another, whichever way round and in whatever case it is written.

    >>> key("FERNWEH,  Ada") == key("Ada Fernweh")
    True
    """
    return " ".join(turned(unicodedata.normalize("NFC", name)).casefold().split())


def in_ascii(name: str) -> str:
    """A name in the letters of ASCII; a letter of another script becomes a question mark.

    >>> in_ascii("Łukasz Żółć"), in_ascii("Nguyễn Thị"), in_ascii("Аня")
    ('Lukasz Zolc', 'Nguyen Thi', '???')
    """
    spelled = "".join(OTHERWISE.get(letter, letter) for letter in name)
    parts = unicodedata.normalize("NFKD", spelled)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in bare)


WIDTH = 20
"""Columns a name has in a results file of AUPAIR."""


def as_aupair_has_them(names: Sequence[str]) -> list[str]:
    """The names of a division as its results file has them: ASCII, cut, and no two alike.

    >>> as_aupair_has_them(["Fernweh, Ada", "Ada Fernweh", "7", "*Bo"])
    ['Ada Fernweh', 'Ada Fernweh 2', 'Player 7', 'Bo']
    """
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        plain = " ".join(in_ascii(turned(name)).replace("*", " ").split())
        if not any(letter.isalpha() for letter in plain):
            plain = f"Player {plain}".strip()
        one, again = plain[:WIDTH].strip(), 1
        while one.casefold() in taken:
            again += 1
            one = f"{plain[: WIDTH - len(str(again)) - 1].strip()} {again}"
        taken.add(one.casefold())
        found.append(one)
    return found
