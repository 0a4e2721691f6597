"""Values of a tsh configuration, read and never run: numbers, texts, lists and tables.

The other program hands what stands behind ``=`` to its programming language. Here it is data, or
it is not understood.
"""

from __future__ import annotations

import re

Value = int | float | str | list["Value"] | dict[str, "Value"]

DEEPEST = 6
"""Lists in lists; a configuration has one or two."""

TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[-+]?[0-9]{1,12}(?:\.[0-9]{1,12})?)(?![\w.])
    | "(?P<double>(?:[^"\\$@]|\\.)*)"
    | '(?P<single>(?:[^'\\]|\\.)*)'
    | (?P<word>[A-Za-z_]\w{0,60})
    | (?P<mark>=>|[\[\]{},])
    )""",
    re.VERBOSE,
)


def plain_value(written: str) -> Value:
    """What is written, where it is data.

    >>> plain_value("[250,200]"), plain_value("{'A'=>[1,2]}"), plain_value('"Spring Open";')
    ([250, 200], {'A': [1, 2]}, 'Spring Open')
    >>> plain_value("[undef,4]")
    ['', 4]

    Raises:
      ValueError: it is anything else.
    """
    reading = _Reading(written.strip().rstrip(";"))
    value = reading.value(0)
    reading.must_be_over()
    return value


class _Reading:
    """One value, read from left to right."""

    def __init__(self, written: str) -> None:
        self.written = written
        self.at = 0

    def value(self, depth: int) -> Value:
        """The value that begins here."""
        kind, text = self._next()
        if kind == "number":
            return float(text) if "." in text else int(text)
        if kind in ("double", "single"):
            return re.sub(r"\\(.)", r"\1", text)
        if depth and text == "undef":
            return ""  # nothing, at its place in a list
        if depth < DEEPEST and text == "[":
            return self._list(depth)
        if depth < DEEPEST and text == "{":
            return self._table(depth)
        raise ValueError(text or "nothing")

    def must_be_over(self) -> None:
        """Refuse what follows."""
        if self.written[self.at :].strip():
            raise ValueError(self.written[self.at :][:40])

    def _list(self, depth: int) -> list[Value]:
        found: list[Value] = []
        while not self._closed("]"):
            found.append(self.value(depth + 1))
            self._closed(",")
        return found

    def _table(self, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        while not self._closed("}"):
            kind, key = self._next()
            if kind == "mark" or self._next()[1] not in ("=>", ","):
                raise ValueError(key)
            found[key] = self.value(depth + 1)
            self._closed(",")
        return found

    def _next(self) -> tuple[str, str]:
        match = TOKEN.match(self.written, self.at)
        if match is None or match.lastgroup is None:
            raise ValueError(self.written[self.at :][:40] or "nothing")
        self.at = match.end()
        return match.lastgroup, match.group(match.lastgroup)

    def _closed(self, mark: str) -> bool:
        """Whether this mark comes next, which is then passed."""
        match = TOKEN.match(self.written, self.at)
        if match is None or match.group("mark") != mark:
            return False
        self.at = match.end()
        return True
