"""A player's line of a tsh division file, cut into its parts in each way that it can be read.

A line holds name, rating and opponents, then scores and values, parted by semicolons. Where a name
ends in a number it can be cut in several ways; the rounds decide (``tsh_division``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.interchange.remarked import Report
from ledger.interchange.text import MOST_ROUNDS, whole
from ledger.vocabulary.likely_names import IN_A_LIST, unlikely_name

RATING = re.compile(r"[0-9]{1,5}(?:[.+][0-9]{0,5})*")
COUNTED = re.compile(r"[0-9]{1,5}")
TRAILING_NUMBER = re.compile(r"#\s*[0-9]+\s*")
GAP_WRITTEN = "00"
"""What stands where nothing is known: of an opponent, a score or a value."""

DROPPED = frozenset({"password"})
"""Keywords whose values are nobody's business."""

HIGHEST_RATING = 9999


class Split(Struct, frozen=True):
    """One way to read what stands before the first semicolon."""

    name: str
    rating: str
    opponents: tuple[int | None, ...]


class Row(Struct, frozen=True):
    """A player's line, cut but not yet understood."""

    line: int
    splits: tuple[Split, ...]
    scores: tuple[int | None, ...]
    values: tuple[tuple[str, str], ...]


def is_player_line(line: str) -> bool:
    """Whether a line could be a player's: a name, a rating, and perhaps numbers behind it."""
    head = _fields(line[:1000])[0].rstrip()
    if head.count(",") >= 3 or "\t" in head or IN_A_LIST.match(head):
        return False
    split = next(_splits(head), None)
    return split is not None and not split.name.endswith(",")  # a comma parts name and rating


def cut(line: str, number: int, report: Report) -> Row | None:
    """The parts of a player's line; ``None`` where there is no reading it, which is reported."""
    head, *fields = _fields(line)
    if fields and TRAILING_NUMBER.fullmatch(fields[-1].strip()):
        fields.pop()
    scores_told = fields[0].split() if fields else []
    splits = tuple(_splits(head.rstrip()))
    if not splits:
        what = "No rating was found after the name" if head.strip() else "There is no name"
        report.left_out(number, "not-understood", f"{what}: “{line.strip()[:60]}”.")
        return None
    if unlikely := unlikely_name(splits[0].name):
        report.remark(number, "name-unlikely", unlikely)
    if splits[0].name.endswith(","):
        said = f"The comma behind “{splits[0].name[:-1][:40]}” was left out of the name."
        report.remark(number, "name-unlikely", said)
        splits = tuple(replace(split, name=split.name.rstrip(" ,")) for split in splits)
    fitting = tuple(split for split in splits if points(split.rating) <= HIGHEST_RATING)
    if not fitting:
        said = f"{splits[0].rating} is no rating; {HIGHEST_RATING:,} is the highest."
        report.left_out(number, "rating-unreadable", said)
        return None
    if len(scores_told) > MOST_ROUNDS:
        report.left_out(number, "too-many-rounds", f"It has more than {MOST_ROUNDS} rounds.")
        return None
    scores: list[int | None] = []
    for told in scores_told:
        score = None if told == GAP_WRITTEN else whole(told)
        if score is None and told != GAP_WRITTEN:
            report.remark(number, "score-unreadable", f"“{told[:20]}” is no score; taken as none.")
        scores.append(score)
    return Row(number, fitting, tuple(scores), tuple(_values(fields[1:], number, report)))


def _fields(line: str) -> list[str]:
    """The parts between semicolons, one behind a backslash being no end; backslashes taken off."""
    if "\\" not in line:
        return line.split(";")
    parts, here, escaped = [], [], False
    for letter in line:
        if escaped or letter not in "\\;":
            here.append(letter)
            escaped = False
        elif letter == "\\":
            escaped = True
        else:
            parts.append("".join(here))
            here = []
    return [*parts, "".join(here)]


def _splits(head: str) -> Iterator[Split]:
    """The ways to cut name, rating and opponents apart, the likeliest first.

    A wide gap parts the name from the rest, the last one before any other; without one it is the
    shortest name that leaves nothing but numbers.
    """
    gaps: list[int] = []
    names: list[int] = []
    words = list(re.finditer(r"\S+", head))
    for at in range(len(words) - 1, 0, -1):
        word = words[at]
        if not RATING.fullmatch(word.group()):
            break
        if len(words) - at - 1 <= MOST_ROUNDS:
            wide = word.start() - words[at - 1].end() >= 2
            (gaps if wide else names).append(at)
        if not COUNTED.fullmatch(word.group()):
            break  # a rating of several parts is no opponent
    for at in (*gaps, *reversed(names)):
        opponents = tuple(
            None if told.group() == GAP_WRITTEN else int(told.group()) for told in words[at + 1 :]
        )
        name = head[words[0].start() : words[at - 1].end()]
        yield Split(name, words[at].group(), opponents)


def _values(fields: Sequence[str], number: int, report: Report) -> Iterator[tuple[str, str]]:
    told: dict[str, str] = {}
    for field in fields:
        keyword, _, value = field.strip().partition(" ")
        keyword, value = keyword.lower(), " ".join(value.split())
        if not keyword:
            continue
        if keyword in DROPPED:
            report.remark(number, "password-dropped", "The password was not taken over.")
            continue
        if keyword in told:
            report.remark(
                number, "key-twice", f"“{keyword[:30]}” comes twice; the later one holds."
            )
        told[keyword] = value
    yield from told.items()


def points(told: str) -> int:
    """The points of a rating, of which only the first of several parts counts."""
    return int(re.split(r"[.+]", told)[0] or 0)
