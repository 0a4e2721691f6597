"""Names of people and things, of plays as players write them, of the copies of rulebooks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from ledger.messages import say
from ledger.vocabulary import Placement, WordScore
from ledger.vocabulary.refusals import Refusal

# What to do about names in letters that our fonts lack: said alike wherever it comes up.


def add_a_font() -> str:
    return say("refusals.unprintable-name.next")


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
    """Why nobody is likely called so, as a sentence; empty where it may be a name.

    >>> unlikely_name("Ann Lee"), unlikely_name("6"), unlikely_name("Total")
    ('', '“6” has no letter in it.', '“Total” is likelier a sum than a player.')
    >>> unlikely_name("Ann Lee,"), unlikely_name("St. Ives, A."), unlikely_name("Lee-Ode")
    ('“Ann Lee,” has a sign of a list, no name.', '', '')
    """
    if not any(map(str.isalpha, name)):
        return say("names.no-letter", name=name[:40])
    if name.strip(" :.").casefold() in SUMS:
        return say("names.likelier-a-sum", name=name[:40])
    if OF_A_LIST.search(name.strip()) or IN_A_LIST.fullmatch(name.strip()):
        return say("names.sign-of-a-list", name=name[:40])
    return ""


LONGEST_NAME = 80  # characters
MARKS_AT_MOST = 3  # marks upon one letter. Vietnamese needs two.

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that are commands, change the direction, or stand for nothing."""


def must_be_writable(name: str, whose: str) -> None:
    """Refuse a name that would not be read as it was given.

    Args:
      whose: whom or what it names, as it stands before a colon: ``Player 7``.
    """
    if wrong := unwritable(name):
        raise Refusal.of("unwritable-name", whose=whose, wrong=wrong)


def unwritable(name: str, longest: int = LONGEST_NAME) -> str:
    r"""What keeps a name from being written down, as a sentence; empty where nothing does.

    >>> unwritable("Nguyễn Thị Minh Khai"), unwritable("Ann\u202eeeL")
    ('', 'The text has a character that is not seen (U+202E).')
    """
    if len(name) > longest:
        return say("names.too-long", longest=longest)
    marks = 0
    for ch in unicodedata.normalize("NFC", name):
        if unicodedata.category(ch) in UNSEEN:
            return say("names.unseen", character=f"U+{ord(ch):04X}")
        marks = marks + 1 if unicodedata.combining(ch) else 0
        if marks > MARKS_AT_MOST:
            return say("names.marks", most=MARKS_AT_MOST)
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
    kept = [ch for ch in parted if not unicodedata.combining(ch)]
    return "".join([ch if ch.isalnum() else " " for ch in kept])


# A play as people read it: the tiles that lay there already in brackets, ``8D (W)AGE``.
#
# Wherever a play is read it is written so: on the button that will write it, on the score sheet of
# a tablet, in offers and refusals, on pages and on paper. Who compares two of them compares letter
# by letter, and the brackets say which tiles the play counts as lying there already. A word that
# somebody may challenge is whole (``WAGE``), for that is what is looked up. The record and files
# keep the dots of whoever wrote it (``8D .AGE``), and so does a play that was not counted: its
# words
# are not known. ``js/frame/wording.js`` does the same; ``tests/web/test_plays_and_signs.py`` holds
# both to one table of cases.
#
# A no-break space stands where brackets took the place of dots: nobody sees it, no line is parted
# there, and codes of paper, which bound the dots, can be made from such words as ever
# (``with_dots``).


THROUGH = "."
JOINED = "\u00a0"

_TILE = re.compile(r"\[[^\]]*\]|.")
_SPELLED = re.compile(rf"(\d{{1,2}}[A-Z]|[A-Z]\d{{1,2}}){JOINED}(\S+)")
_LYING = re.compile(r"\(([^)]*)\)")


def spelled(placement: Placement, words: Sequence[WordScore]) -> str:
    r"""A play with the letters it ran through, as far as its words are known; else with dots.

    >>> from ledger.vocabulary import Points
    >>> spelled(Placement("8D", ".AGE.."), [WordScore("WAGEnT", Points(8))])
    '8D\xa0(W)AGE(nT)'
    >>> spelled(Placement("8D", "WAGE"), ()), spelled(Placement("8D", ".AGE"), ())
    ('8D WAGE', '8D .AGE')
    """
    letters = placement.letters
    if THROUGH in letters:
        letters = in_brackets(letters, main_word(words))
    if letters == placement.letters:
        return str(placement)
    return f"{placement.square}{JOINED}{letters}"


def in_brackets(letters: str, word: str) -> str:
    """The tiles of a play, those that lay there already in brackets; with dots if it is not known.

    >>> in_brackets("Q.EYN", "QUEYN"), in_brackets("[CH].", "[CH]A"), in_brackets("Q.", "")
    ('Q(U)EYN', '[CH](A)', 'Q.')
    """
    laid, formed = _TILE.findall(letters), _TILE.findall(word)
    if THROUGH not in laid or len(laid) != len(formed):
        return letters
    parts = groupby(zip(laid, formed, strict=True), key=lambda pair: pair[0] == THROUGH)
    return "".join(
        f"({''.join(lying for _, lying in some)})" if through else "".join(tile for tile, _ in some)
        for through, some in parts
    )


def main_word(words: Sequence[WordScore]) -> str:
    """The word along the play, which is told first; empty where none is known."""
    return words[0].word if words else ""


def with_dots(text: str) -> str:
    r"""Words in which each play that was ``spelled`` stands as it was entered.

    >>> with_dots("turn 9: 8D\xa0(W)AGE(nT) +8, was 8D (W)AGE")
    'turn 9: 8D .AGE.. +8, was 8D (W)AGE'
    """
    return _SPELLED.sub(_entered, text) if JOINED in text else text


def _entered(found: re.Match[str]) -> str:
    letters = _LYING.sub(lambda lying: THROUGH * len(_TILE.findall(lying[1])), found[2])
    return f"{found[1]} {letters}"


# How the copies of an organiser's own rulebooks are called, for who only carries them along.


COPIES = "rulebook-copies"
"""Where a data folder keeps each edition that was ever read."""

EDITION = "@"
"""Stands between the id of a book and the digest of an edition."""

COPY = re.compile(r"[a-z0-9][a-z0-9.-]{0,31}@[0-9a-f]{32}\.json")


def copies_in(folder: Path) -> tuple[Path, ...]:
    """The copies in a data folder, each named after its book and its digest."""
    found = sorted((folder / COPIES).glob(f"*{EDITION}*.json"))
    return tuple(path for path in found if COPY.fullmatch(path.name))
