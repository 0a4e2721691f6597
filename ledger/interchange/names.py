"""Names of players as different programs spell them: turned round, without accents, cut short."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

from ledger.vocabulary.names import NUMBER_BEHIND, turned

OTHERWISE = {
    "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "ß": "ss",
    "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ı": "i", "’": "'", "‘": "'",
    "–": "-", "—": "-", "ʻ": "'", "ħ": "h", "Ħ": "H", "ŋ": "n", "Ŋ": "N",
}  # fmt: skip
"""Letters that are no base letter with a mark."""


def in_ascii(name: str) -> str:
    """A name in the letters of ASCII; a letter of a script not known here: a question mark.

    >>> in_ascii("Łukasz Żółć"), in_ascii("Nguyễn Thị"), in_ascii("Жанна Щукина"), in_ascii("Μαρία")
    ('Lukasz Zolc', 'Nguyen Thi', 'Zhanna Shchukina', 'Maria')
    """
    known = "".join(_spelled(letter) for letter in unicodedata.normalize("NFC", name))
    parts = unicodedata.normalize("NFKD", known)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in bare)


def _spelled(letter: str) -> str:
    """A letter as ASCII spells it, as far as a table says; its marks are taken off afterwards."""
    if letter in OTHERWISE:
        return OTHERWISE[letter]
    if letter in OTHER_SCRIPTS:
        return OTHER_SCRIPTS[letter]
    base = unicodedata.normalize("NFD", letter)[:1]
    return OTHER_SCRIPTS.get(base, letter)


def _letters(of: str, spelled: str) -> dict[str, str]:
    """A table from letters and what stands for each, in both cases."""
    small = dict(zip(of, spelled.split(), strict=True))
    return small | {one.upper(): told.capitalize() for one, told in small.items()}


OTHER_SCRIPTS = {
    **_letters(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґјљњћђџ",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya yo i yi ye g "
        "j lj nj c dj dz",
    ),
    **_letters(
        "αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o"
    ),
    "ъ": "", "ь": "", "Ъ": "", "Ь": "",
}  # fmt: skip
"""Cyrillic and Greek letters more or less as passports write them."""


WIDTH = 20
"""Columns a name has in a results file of AUPAIR."""


def is_spelled_in_ascii(name: str) -> bool:
    """Whether a results file of AUPAIR has letters for a name.

    >>> is_spelled_in_ascii("Żółć, Ada"), is_spelled_in_ascii("鈴木 花")
    (True, False)
    """
    return "?" in name or "?" not in in_ascii(name)


def as_aupair_has_them(names: Sequence[str], members: Sequence[str] = ()) -> list[str]:
    """The names of a division as its results file has them: ASCII, cut, and no two alike.

    Who is written there as here keeps the name; only others get a number behind it. Who can't be
    spelled is called by the member number, by which a ratings officer finds the person.

    Args:
      names: as people are entered.
      members: their member numbers, empty for who has none; none at all: nobody is asked for them.

    >>> as_aupair_has_them(["Fernweh, Ada", "Ada Fernweh", "7", "*Bo"])
    ['Ada Fernweh', 'Ada Fernweh 2', 'Player 7', 'Bo']
    >>> as_aupair_has_them(["Fernweh-Quillon, Ada Maria (7)"])
    ['Ada Maria Fernwe (7)']
    >>> as_aupair_has_them(["Maximilian Alexander Fernweh", "Maximilian Alexander"])
    ['Maximilian Alexand 2', 'Maximilian Alexander']
    >>> as_aupair_has_them(["鈴木 花", "山田 太郎"], ["JP-104", ""])
    ['Member JP-104', 'Player ?? ??']
    """
    found = [""] * len(names)
    taken: set[str] = set()
    plains = [
        f"Member {in_ascii(member)}" if member and not is_spelled_in_ascii(name) else _plain(name)
        for name, member in zip_longest(names, members[: len(names)], fillvalue="")
    ]
    otherwise = [_cut(plain) != " ".join(turned(name).split())
                 for name, plain in zip(names, plains, strict=True)]  # fmt: skip
    for at in sorted(range(len(names)), key=otherwise.__getitem__):
        plain = plains[at]
        one, again = _cut(plain), 1
        while one.casefold() in taken:
            again += 1
            one = f"{plain[: WIDTH - len(str(again)) - 1].strip()} {again}"
        taken.add(one.casefold())
        found[at] = one
    return found


def _plain(name: str) -> str:
    plain = " ".join(in_ascii(turned(name)).replace("*", " ").split())
    return plain if any(letter.isalpha() for letter in plain) else f"Player {plain}".strip()


def as_tsh_has_it(name: str, number: int) -> str:
    r"""A name as a ``.t`` file has it: nothing in it that would end it, or begin a comment.

    >>> as_tsh_has_it("# Gull; Bo", 1), as_tsh_has_it(r"O;Neil \ #x", 2), as_tsh_has_it("#", 3)
    ('Gull, Bo', 'O,Neil / #x', 'Player 3')
    """
    plain = " ".join(name.replace(";", ",").replace("\\", "/").lstrip("# ").split())
    return plain or f"Player {number}"


def _cut(plain: str) -> str:
    """A name in its columns, with the number behind it that tells it from others."""
    match = NUMBER_BEHIND.fullmatch(plain)
    if match is None or len(plain) <= WIDTH:
        return plain[:WIDTH].strip()
    return f"{match[1][: WIDTH - len(match[2]) - 1].strip()} {match[2]}"
