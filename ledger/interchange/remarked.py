"""What a reader has to say about a file: line by line, what was understood and what was not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Weight = Literal["unusable", "left-out", "remark", "understood"]
"""How much it matters: the file can't be used, the line is left out, it was taken and something
is said of it, or all is well."""

MOST_KEPT = 20_000
"""Lines of a report; nobody reads as many, and a hostile file could make any number."""


class Line(Struct, frozen=True, omit_defaults=True):
    """One thing that is said of one line of a file.

    Attributes:
      file: its name; empty where something was pasted.
      number: of the line, from 1; 0: of the file as a whole.
      code: what kind of thing, one of ``CODES``.
      said: in words, on one line.
    """

    file: str
    number: int
    weight: Weight
    code: str
    said: str


class Report:
    """What readers say as they go. It keeps a bounded number of lines, and counts the rest."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.file = ""
        self.not_kept = 0

    def say(self, number: int, weight: Weight, code: str, said: str) -> None:
        """Note one thing of a line of the file that is being read."""
        if len(self.lines) >= MOST_KEPT and weight != "unusable":
            self.not_kept += 1
            return
        self.lines.append(Line(self.file, number, weight, code, _plain(said)))

    def unusable(self, number: int, code: str, said: str) -> None:
        """The file can't be used."""
        self.say(number, "unusable", code, said)

    def left_out(self, number: int, code: str, said: str) -> None:
        """The line is left out."""
        self.say(number, "left-out", code, said)

    def remark(self, number: int, code: str, said: str) -> None:
        """The line was taken, with a remark."""
        self.say(number, "remark", code, said)

    def understood(self, number: int, said: str) -> None:
        """The line was understood."""
        self.say(number, "understood", "", said)

    def told(self) -> tuple[Line, ...]:
        """All that was said, file by file in the order of its lines."""
        if self.not_kept:
            more = f"{self.not_kept:,} more such lines are not listed."
            self.lines.append(Line(self.file, 0, "remark", "more-not-listed", more))
            self.not_kept = 0
        return in_order(self.lines)


def in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines file by file, as the files come, and in each by number."""
    files: dict[str, int] = {}
    for line in lines:
        files.setdefault(line.file, len(files))
    return tuple(sorted(lines, key=lambda line: (files[line.file], line.number)))


def _plain(said: str) -> str:
    """Words with nothing in them that a screen could not show, and of a length one can read."""
    shown = said if len(said) <= LONGEST_SAID else f"{said[:LONGEST_SAID]}…"
    if shown.isprintable():
        return shown
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in shown)


LONGEST_SAID = 400
