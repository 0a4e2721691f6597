"""Names that can be written down as they are spelled, and names that nobody has."""

from __future__ import annotations

import re
import unicodedata

from ledger.vocabulary.refusals import Refusal

# What to do about names in letters that our fonts lack: said alike wherever it comes up.


ADD_A_FONT = (
    "Install a font that has them, such as Debian's fonts-noto-cjk, and name its folder as "
    "fonts in the settings. Or write them in other letters."
)


# Whether somebody is likely called so: a name is no number, no sum and no item of a list.


SUMS = frozenset({
    "total", "totals", "sum", "sums", "average", "count", "subtotal", "gesamt", "summe", "anzahl",
    "somme", "totale", "suma", "media", "moyenne",
})  # fmt: skip
"""What the last row of a spreadsheet is called, and no player."""

IN_A_LIST = re.compile(r"(?P<number>\d{1,4})\s*[.)]\s+(?P<rest>\S.*)")
"""``12. Ann Lee``, as a list in a letter has it."""

OF_A_LIST = re.compile(r"^[-–*•]\s|[,;:]$|\s[-–]$")
"""What a line of a list begins or ends with, and no name."""


def unlikely_name(name: str) -> str:
    """Why nobody is likely called so, in words; empty where it may be a name.

    >>> unlikely_name("Ann Lee"), unlikely_name("6"), unlikely_name("Total")
    ('', '“6” has no letter in it.', '“Total” is likelier a sum than a player.')
    >>> unlikely_name("Ann Lee,"), unlikely_name("St. Ives, A."), unlikely_name("Lee-Ode")
    ('“Ann Lee,” has a sign of a list, no name.', '', '')
    """
    if not any(map(str.isalpha, name)):
        return f"“{name[:40]}” has no letter in it."
    if name.strip(" :.").casefold() in SUMS:
        return f"“{name[:40]}” is likelier a sum than a player."
    if OF_A_LIST.search(name.strip()) or IN_A_LIST.fullmatch(name.strip()):
        return f"“{name[:40]}” has a sign of a list, no name."
    return ""


LONGEST_NAME = 80  # characters
MARKS_AT_MOST = 3  # marks upon one letter. Vietnamese needs two.

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that are commands, change the direction, or stand for nothing."""


def must_be_writable(name: str, whose: str) -> None:
    """Refuse a name that would not be read as it was given.

    Args:
      whose: whom or what it names, as the beginning of a sentence: ``Player 7``.
    """
    if wrong := unwritable(name):
        raise Refusal(
            "unwritable-name",
            f"{whose} has a name with {wrong}.",
            "Write the name as it is to stand on the score sheet.",
        )


def unwritable(name: str, longest: int = LONGEST_NAME) -> str:
    r"""What keeps a name from being written down, in words; empty where nothing does.

    >>> unwritable("Nguyễn Thị Minh Khai"), unwritable("Ann\u202eeeL")
    ('', 'a character that is not seen (U+202E)')
    """
    if len(name) > longest:
        return f"more than {longest} characters"
    marks = 0
    for ch in unicodedata.normalize("NFC", name):
        if unicodedata.category(ch) in UNSEEN:
            return f"a character that is not seen (U+{ord(ch):04X})"
        marks = marks + 1 if unicodedata.combining(ch) else 0
        if marks > MARKS_AT_MOST:
            return f"more than {MARKS_AT_MOST} marks on one letter"
    return ""


NUMBER_BEHIND = re.compile(r"(.+?) *(\([0-9]+\))")
"""A number that tells a player from others of the name."""


def turned(name: str) -> str:
    """A name with the given name first.

    >>> turned("Fernweh, Ada"), turned("Fernweh, Ada, Jr"), turned("Ada Fernweh"), turned("Bo,")
    ('Ada Fernweh', 'Ada Fernweh Jr', 'Ada Fernweh', 'Bo')
    >>> turned("Fernweh, Ada (7)")
    'Ada Fernweh (7)'
    """
    if match := NUMBER_BEHIND.fullmatch(name):
        return f"{turned(match[1])} {match[2]}"
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


def sought(text: str) -> str:
    """Small letters without accents, other signs as spaces: for finding and sorting names.

    >>> sought("Ayọ̀délé Fásanyà-Lund")
    'ayodele fasanya lund'
    """
    parted = unicodedata.normalize("NFD", text.casefold())
    kept = (ch for ch in parted if not unicodedata.combining(ch))
    return "".join(ch if ch.isalnum() else " " for ch in kept)
