"""A sentence kept as its code and its arguments, so that whoever reads it has it in their language.

A form that fills a field with a sentence of ours keeps two things of it: the sentence in English,
which papers are bound to, and this. Nobody writes the code beside a sentence: it is told once in a
language that has codes for words, by the very function that tells it to people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from ledger.messages import CODES, ENGLISH, LANGUAGES, language, say, speaking


class Coded(Struct, frozen=True, omit_defaults=True):
    """One sentence: its id in the catalogues, and what stands in its places.

    An id that was ever kept stays in the catalogues, with the same names. Where it is no more, the
    English sentence beside it is read.
    """

    say: str
    values: tuple[tuple[str, str | Coded | tuple[str | Coded, ...]], ...] = ()


Kept = str | Coded | tuple[str | Coded, ...]
"""A sentence as it is kept; what somebody typed or what has no language is text. Empty: nothing."""


def kept(tell: Callable[[], str]) -> Kept:
    """What is told, as code and arguments; empty where it says the same in every language.

    Empty, too, where the code would not say it: somebody typed our signs, or it was cut.

    >>> kept(lambda: say("game.with-reason", told="so", reason=say("game.points", n=2))).values
    (('told', 'so'), ('reason', Coded(say='game.points', values=(('n', '2'),))))
    >>> kept(lambda: "8D WINDY +32")
    ''
    """
    with speaking(ENGLISH):
        english = tell()
    with speaking(CODES):
        marked = tell()
    if _SIGN.search(english) or not _SIGN.search(marked):
        return ""
    try:
        found, _ = _read(iter(_SIGN.split(marked)))
    except StopIteration:
        return ""
    return found if is_of(found, english) else ""


DEEPEST = 60
"""Sentences in one another: the longest list of ours nests a sentence for each of its items."""


def told(sentence: Kept, deepest: int = DEEPEST) -> str:
    """The sentence in the reader's language.

    Raises:
      KeyError: an id is in no catalogue of this release, or a name in its sentence has no value.
      ValueError: it goes by a number that is none, or deeper than any sentence of ours.
    """
    if isinstance(sentence, str):
        return sentence
    if not deepest:
        raise ValueError("sentences in one another without end")
    if isinstance(sentence, tuple):
        return "".join(told(one, deepest - 1) for one in sentence)
    values = {name: told(value, deepest - 1) for name, value in sentence.values}
    return say(sentence.say, **values)


def told_of(sentence: Kept, english: str, longest: int) -> str:
    """The sentence in the reader's language, where it says what is stored beside it; else empty.

    That is looked at whenever it is read, for a record may come from another program. Empty in
    English: that is stored.
    """
    if language() == ENGLISH or not is_of(sentence, english, longest):
        return ""
    return _or_nothing(sentence)


def in_english(sentence: Kept) -> str:
    """The sentence as it is stored beside its code; empty where it can't be told."""
    with speaking(ENGLISH):
        return _or_nothing(sentence)


def is_of(sentence: Kept, english: str, longest: int = 0) -> bool:
    """Whether it says in English what is stored beside it.

    Args:
      longest: letters that the field of it takes, where it may be cut there; 0: it is whole.

    Capitals don't count: a line begins with one.
    """
    if not sentence or not english:
        return False
    whole = in_english(sentence).casefold()
    same = english.casefold()
    return same == whole or (bool(longest) and len(english) == longest and whole.startswith(same))


def where_alike(sentence: Kept, english: str, longest: int) -> Kept:
    """The sentence, where it says in English what is stored beside it; else nothing."""
    return sentence if is_of(sentence, english, longest) else ""


def tellings(sentence: Kept) -> Iterator[str]:
    """The sentence in each language: a form may be shown in one and handed in in another."""
    for of in LANGUAGES:
        with speaking(of):
            yield _or_nothing(sentence)


def _or_nothing(sentence: Kept) -> str:
    try:
        return told(sentence)
    except (KeyError, ValueError, OSError):  # OSError: an id longer than a file's name
        return ""


# What is told in the language of codes, read: "\ue000id\ue001name\ue002value\ue003".

_BEGIN, _NEXT = "\ue000", "\ue001"
_SIGN = re.compile("([\ue000-\ue003])")


def _read(parts: Iterator[str]) -> tuple[Kept, str]:
    """What stands up to the next sign that begins no sentence, and that sign; empty: the end."""
    found: list[str | Coded] = []
    sign = ""
    for part in parts:
        if part == _BEGIN:
            found.append(_sentence(parts))
        elif _SIGN.match(part):
            sign = part
            break
        elif part:
            found.append(part)
    return (found[0] if len(found) == 1 else tuple(found) or ""), sign


def _sentence(parts: Iterator[str]) -> Coded:
    name, sign = next(parts), next(parts)
    values: list[tuple[str, Kept]] = []
    while sign == _NEXT:
        of, _ = next(parts), next(parts)
        value, sign = _read(parts)
        values.append((of, value))
    return Coded(name, tuple(values))
