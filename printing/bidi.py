"""Which way each part of a line runs.

The Unicode bidirectional algorithm (UAX 9), as far as a line of names, numbers and signs needs it:
without explicit marks, which paper drops anyway. A line of our own words runs from left to right,
whoever it begins with, and each name in it is a paragraph of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

STRONG = {"L": "L", "R": "R", "AL": "R"}
OPENS = {"(": ")", "[": "]", "{": "}"}

A_NAME = re.compile(r"R+(?:(?:[ J]|(?<!RR)J )R+| \(R+(?:[ J]R+)*\))*")
"""What in a line of ours is one name, by the kinds of its characters: letters that run leftwards,
with blanks, the signs of names or brackets between them. A comma, a colon, a digit is ours."""

IN_NAMES = frozenset("'\"-.’‐\u05be\u05f3\u05f4")


class Stretch(NamedTuple):
    """Part of a line that runs one way: its characters in reading order."""

    text: str
    leftwards: bool


def is_plain(text: str) -> bool:
    """Whether everything in the line runs from left to right."""
    return text.isascii() or not any(unicodedata.bidirectional(ch) in ("R", "AL") for ch in text)


def of_our_own(text: str) -> list[Stretch]:
    r"""The parts of a line of ours from left to right: it runs so, whatever it begins with.

    >>> [(len(some.text), some.leftwards) for some in of_our_own("\u05d3\u05d5\u05d3 31 : 9 Ann")]
    [(3, True), (11, False)]
    """
    if is_plain(text):
        return [Stretch(text, leftwards=False)] if text else []
    found, done = [], 0
    for name in A_NAME.finditer("".join(_kinds_in_names(text))):
        start, end = name.span()
        ours = text[done:start]
        found += [Stretch(ours, leftwards=False)] if ours else []
        found.append(Stretch(text[start:end], leftwards=True))
        done = end
    return [*found, Stretch(text[done:], leftwards=False)] if text[done:] else found


def _kinds_in_names(text: str) -> Iterator[str]:
    """One sign for each character: ``R`` runs leftwards, ``J`` joins parts of a name."""
    last = ""
    for ch in text:
        kind = unicodedata.bidirectional(ch)
        if not (kind == "NSM" and last == "R"):  # a mark belongs to its letter
            ours = "J" if ch in IN_NAMES else ch if ch in " ()" else "_"
            last = "R" if kind in STRONG and STRONG[kind] == "R" else ours
        yield last


def leads_leftwards(text: str) -> bool:
    """Whether a paragraph runs from right to left, by its first letter (rule P2)."""
    return _base(unicodedata.bidirectional(ch) for ch in text) == "R"


def _base(kinds: Iterable[str]) -> str:
    return next((STRONG[kind] for kind in kinds if kind in STRONG), "L")  # no digit


def stretches(text: str, base: str = "") -> list[Stretch]:
    r"""The parts of a text of its own from left to right, as they are printed.

    Args:
      text: a name, or a row of what somebody said.
      base: ``L`` or ``R``, which way the paragraph runs; by its first letter where it is left out.

    >>> stretches("Ana 3")
    [Stretch(text='Ana 3', leftwards=False)]
    >>> [(len(some.text), some.leftwards) for some in stretches("\u05d3\u05d5\u05d3 (2)")]
    [(1, True), (1, False), (5, True)]
    """
    if is_plain(text):
        return [Stretch(text, leftwards=False)] if text else []
    levels = _levels(text, base)
    runs = [
        (level, [place for place, _ in some])
        for level, some in groupby(enumerate(levels), key=lambda each: each[1])
    ]
    for deepest in range(max(levels), 0, -1):  # rule L2: from the deepest on, turned round
        runs = _turned(runs, deepest)
    return [
        Stretch("".join(text[place] for place in places), leftwards=bool(level % 2))
        for level, places in runs
    ]


def _turned(runs: list[tuple[int, list[int]]], deepest: int) -> list[tuple[int, list[int]]]:
    """Runs as deep as that, or deeper, in the opposite order wherever they stand together."""
    found: list[tuple[int, list[int]]] = []
    for deep, some in groupby(runs, key=lambda run: run[0] >= deepest):
        together = list(some)
        found += together[::-1] if deep else together
    return found


def _levels(text: str, base: str) -> list[int]:
    """How deep each character is embedded: even runs to the right, odd to the left."""
    kinds = [unicodedata.bidirectional(ch) or "ON" for ch in text]
    base = base or _base(kinds)
    kinds = _numbers(kinds, base)
    _brackets(text, kinds, base)
    directions = _neutrals(kinds, base)
    level = 1 if base == "R" else 0
    return [
        _level(kind, direction, level) for kind, direction in zip(kinds, directions, strict=True)
    ]


def _level(kind: str, direction: str, base: int) -> int:
    if kind in ("EN", "AN"):
        return base + 2 - base % 2 if base % 2 == 0 else base + 1
    return base + (1 if (direction == "R") != bool(base % 2) else 0)


def _numbers(kinds: list[str], base: str) -> list[str]:
    """Rules W1 to W7: marks follow their letter, digits and their signs what is around them."""
    kinds = _signs_in_numbers(_digits_after(_marks(kinds)))
    found, last = [], base
    for kind in kinds:
        last = STRONG.get(kind, last)
        found.append("L" if kind == "EN" and last == "L" else STRONG.get(kind, kind))
    return found


def _marks(kinds: list[str]) -> list[str]:
    found: list[str] = []
    for kind in kinds:
        found.append((found[-1] if found else "ON") if kind == "NSM" else kind)
    return found


def _digits_after(kinds: list[str]) -> list[str]:
    """Digits after Arabic letters are Arabic ones."""
    found, last = [], ""
    for kind in kinds:
        last = kind if kind in STRONG else last
        found.append("AN" if kind == "EN" and last == "AL" else kind)
    return found


def _signs_in_numbers(kinds: list[str]) -> list[str]:
    """One sign between two numbers of a kind, and signs of measure beside one, belong to it."""
    found = list(kinds)
    for place in range(1, len(kinds) - 1):
        kind, before, after = kinds[place], found[place - 1], kinds[place + 1]
        if before == after and (kind, before) in {("ES", "EN"), ("CS", "EN"), ("CS", "AN")}:
            found[place] = before
    for way in (range(len(found)), range(len(found) - 1, -1, -1)):
        beside = ""
        for place in way:
            if found[place] == "ET" and beside == "EN":
                found[place] = "EN"
            beside = found[place]
    return found


def _brackets(text: str, kinds: list[str], base: str) -> None:
    """Rule N0: a pair of brackets takes the direction of the line if anything in it has that."""
    open_: list[tuple[str, int]] = []
    for place, ch in enumerate(text):
        if ch in OPENS:
            open_.append((OPENS[ch], place))
        elif open_ and ch == open_[-1][0]:
            _, start = open_.pop()
            inside = {_strong(kind) for kind in kinds[start + 1 : place]} - {""}
            if base in inside:
                kinds[start] = kinds[place] = base
            elif inside:
                before = next((_strong(k) for k in reversed(kinds[:start]) if _strong(k)), base)
                kinds[start] = kinds[place] = before if before in inside else base


def _strong(kind: str) -> str:
    return "R" if kind in ("EN", "AN") else kind if kind in STRONG else ""


def _neutrals(kinds: list[str], base: str) -> list[str]:
    """Rules N1 and N2: what has no direction takes that of both its sides, else the line's."""
    found = [_strong(kind) for kind in kinds]
    place = 0
    while place < len(found):
        if found[place]:
            place += 1
            continue
        end = place
        while end < len(found) and not found[end]:
            end += 1
        before = found[place - 1] if place else base
        after = found[end] if end < len(found) else base
        found[place:end] = [before if before == after else base] * (end - place)
        place = end
    return found
