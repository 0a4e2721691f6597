"""What one line of a transcript holds, and what is raised where a line can't be read."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.record.fact import Fact
from ledger.vocabulary import Clocks


@dataclass(frozen=True)
class Line:
    """A fact, and what both clocks showed.

    Attributes:
      clocks: time left, first seat then second; ``None`` if nobody read them.
      number: where the line stands in the text, 1 for the first; 0 if it was not read.
    """

    fact: Fact
    clocks: Clocks | None = None
    number: int = 0


class UnreadableTranscript(ValueError):
    """A line of a transcript says nothing we can read, or a total that can't be right.

    Attributes:
      line: number of the line, 1 for the first.
      what: what is wrong with it, in words.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"Line {line}: {what}")
        self.line = line
        self.what = what
