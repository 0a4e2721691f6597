"""Days, numbers, reasons and the order of names as the reader's language writes and sorts them.

Each is a sentence of ``words.po``, so a language brings its own with its words: nothing else has to
know it, paper drawn again is the same whatever a library's newest edition says, and
``tests/test_written.py`` holds all of them to CLDR, through Babel and through a browser. In English
a day is ``2026-11-21``, as ever. Times of day have 24 hours everywhere. Squares, scores, clocks and
codes are signs of the game: they are written alike in every language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime
from functools import cache, lru_cache
from typing import TypeVar

from ledger.messages import ENGLISH, PSEUDO, known, language, say, text_of

# Reasons that the record gives of itself, and those that a form offers: each is kept in English, as
# its code, whatever the language of the device.


def reason_given(reason: str) -> str:
    """A reason that the record or a form has, in the reader's language; another as it is written.

    In English as it is stored, too: papers are bound to it. ``in time?`` is no such reason.
    """
    if language() == ENGLISH:
        return reason
    words = "-".join(re.findall(r"\w+", reason.casefold()))
    name = f"lines.reason-{words}"
    if known(name) and str(text_of(name, ENGLISH)).casefold() == reason.casefold():
        return say(name)
    return reason


def reason_to_fill_in(reason: str, offered: Iterable[str]) -> str:
    """A kept reason as a form is filled with it: ``reason_kept`` makes the same of it again."""
    given = reason_given(reason)
    return given if reason_kept(given, offered) == reason else reason


def reason_kept(words: str, offered: Iterable[str]) -> str:
    """What the record keeps of words typed or chosen: a reason that was offered there, in English.

    Every other text stays as it was typed.

    >>> reason_kept(" the lights went out ", ("break",))
    'the lights went out'

    Args:
      offered: the reasons that the form offers at this place, as ``lines.reason-`` names them.
    """
    typed = words.strip()
    if language() == ENGLISH:
        return typed
    for name in offered:
        if say(f"lines.reason-{name}").casefold() == typed.casefold():
            return str(text_of(f"lines.reason-{name}", ENGLISH))
    return typed


# Days and moments.


def day_written(day: date) -> str:
    """A day in figures, as a column has it; of a moment, its day in whatever zone it is.

    >>> day_written(date(2026, 11, 1))
    '2026-11-01'
    """
    return say("words.day", year=day.year, month=f"{day.month:02d}", day=f"{day.day:02d}")


def moment_written(moment: datetime) -> str:
    """A day and a time of day to the minute, without the zone.

    >>> moment_written(datetime(2026, 11, 1, 9, 5))
    '2026-11-01 09:05'
    """
    return f"{day_written(moment)} {moment:%H:%M}"


def days_written(first_day: str, last_day: str) -> str:
    """The days of an event in words; what both have in common is said once.

    Args:
      first_day, last_day: as ``2026-11-21``; empty where none is said.

    >>> days_written("2027-03-13", "2027-03-14"), days_written("2027-03-13", "")
    ('13 to 14 March 2027', '13 March 2027')
    >>> days_written("2027-03-30", "2027-04-01"), days_written("", "")
    ('30 March to 1 April 2027', '')
    >>> days_written("2027-12-31", "2028-01-01")
    '31 December 2027 to 1 January 2028'
    """
    days = [date.fromisoformat(day) for day in dict.fromkeys((first_day, last_day)) if day]
    if not days:
        return ""
    first, last = days[0], days[-1]
    month, until = say(f"words.month-{first.month}"), say(f"words.month-{last.month}")
    begins = {"first": first.day, "month": month, "year": first.year}
    if first == last:
        return say("words.one-day", day=first.day, month=month, year=first.year)
    if first.year != last.year:
        return say("words.days-in-two-years", **begins, last=last.day, until=until, year2=last.year)
    if first.month != last.month:
        return say("words.days-in-two-months", **begins, last=last.day, until=until)
    return say("words.days-in-a-month", **begins, last=last.day)


# Numbers that are read, not signs of the game.


def grouped(count: int) -> str:
    """How many, its thousands told apart.

    >>> grouped(999), grouped(4096), grouped(1234567)
    ('999', '4,096', '1,234,567')
    """
    if abs(count) < 1000:
        return str(count)
    thousands, rest = divmod(abs(count), 1000)
    last = f"{rest:03d}"
    if thousands < 10:
        text = say("words.four-digits", thousands=thousands, rest=last)
    else:
        text = say("words.more-digits", thousands=_in_groups(thousands), rest=last)
    return text if count >= 0 else f"−{text}"


def _in_groups(thousands: int) -> str:
    if thousands < 1000:
        return str(thousands)
    more, rest = divmod(thousands, 1000)
    return say("words.more-digits", thousands=_in_groups(more), rest=f"{rest:03d}")


# The order of names.
#
# As Unicode's collation has it: by letters first, then by their marks. What a language counts as a
# letter of its own (ñ, ł) has its place in its alphabet, `words.letters`; other marks only part two
# names that are alike without. PyICU needs a compiler and a library of the system's; pyuca takes
# 0.4 s and 16 MB to begin with and knows no language's alphabet. Neither is asked for 60 lines.


T = TypeVar("T")
Key = tuple[tuple[int, ...], tuple[int, ...], str]

AS_LATIN = {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe"}
"""Letters that Unicode does not take apart, as the base letters that it sorts them with."""

SIGN, DIGIT, LETTER, OTHER = 0, 1, 100, 1000
"""Where signs and spaces, digits, the language's letters and other scripts begin."""


def name_key(name: str) -> Key:
    """By what names are sorted for the reader; equal for two that are the same but for capitals.

    >>> sorted(["Zoë Ode", "Özlem Ay", "Łucja Bo", "Oda Lem", "Lucy Ode"], key=name_key)
    ['Łucja Bo', 'Lucy Ode', 'Oda Lem', 'Özlem Ay', 'Zoë Ode']
    """
    return _key(name, language())


def by_name(things: Iterable[T], attribute: str = "name") -> list[T]:
    """Those in the order of their names; who has the same stay in the order they have."""
    return sorted(things, key=lambda each: name_key(str(getattr(each, attribute))))


def initial(name: str) -> str:
    """The letter under which a name stands in a list; empty where it has none.

    >>> initial("Émile Ode"), initial("łucja"), initial("")
    ('E', 'L', '')
    """
    return _initial(name, language())


@lru_cache(maxsize=1 << 15)
def _key(name: str, of: str) -> Key:
    places = _alphabet(of)
    letters: list[int] = []
    marks: list[int] = []
    for letter in unicodedata.normalize("NFC", name.strip().casefold()):
        if letter in places:
            letters.append(places[letter])
            marks.append(0)
            continue
        for part in _parts(letter):
            if unicodedata.combining(part):
                if marks:
                    marks[-1] = marks[-1] * 0x110000 + ord(part)
                continue
            letters.append(places.get(part) or _elsewhere(part))
            marks.append(ord(letter) if letter in AS_LATIN else 0)
    return tuple(letters), tuple(marks), name.casefold()


@lru_cache(maxsize=1 << 12)
def _initial(name: str, of: str) -> str:
    places = _alphabet(of)
    for letter in unicodedata.normalize("NFC", name.casefold()):
        if not letter.isalnum():
            continue
        base = letter if letter in places else _parts(letter)[0]
        return base.upper()
    return ""


@cache
def _alphabet(of: str) -> dict[str, int]:
    letters = "".join(str(text_of("words.letters", ENGLISH if of == PSEUDO else of)).split())
    return {letter: LETTER + place for place, letter in enumerate(letters)}


def _parts(letter: str) -> str:
    return AS_LATIN.get(letter) or unicodedata.normalize("NFD", letter)


def _elsewhere(part: str) -> int:
    if part.isdigit():
        return DIGIT + unicodedata.digit(part, 0)
    return OTHER + ord(part) if part.isalnum() else SIGN
