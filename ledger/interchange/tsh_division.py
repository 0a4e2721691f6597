"""Reading a division file of tsh: a player a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.interchange.described import DivisionView, Entrant, Outing, Report, told_of
from ledger.interchange.text import MOST_PLAYERS, MOST_ROUNDS, too_long, whole
from ledger.vocabulary.names import IN_A_LIST, unlikely_name

# A player's line of a tsh division file, cut into its parts in each way that it can be read.
#
# A line holds name, rating and opponents, then scores and values, parted by semicolons. Where a
# name ends in a number it can be cut in several ways; the rounds decide (``tsh_division``).


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
    for text in scores_told:
        score = None if text == GAP_WRITTEN else whole(text)
        if score is None and text != GAP_WRITTEN:
            report.remark(number, "score-unreadable", f"“{text[:20]}” is no score; taken as none.")
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
            None if match.group() == GAP_WRITTEN else int(match.group())
            for match in words[at + 1 :]
        )
        name = head[words[0].start() : words[at - 1].end()]
        yield Split(name, words[at].group(), opponents)


def _values(fields: Sequence[str], number: int, report: Report) -> Iterator[tuple[str, str]]:
    values: dict[str, str] = {}
    for field in fields:
        keyword, _, value = field.strip().partition(" ")
        keyword, value = keyword.lower(), " ".join(value.split())
        if not keyword:
            continue
        if keyword in DROPPED:
            report.remark(number, "password-dropped", "The password was not taken over.")
            continue
        if keyword in values:
            report.remark(
                number, "key-twice", f"“{keyword[:30]}” comes twice; the later one holds."
            )
        values[keyword] = value
    yield from values.items()


def points(text: str) -> int:
    """The points of a rating, of which only the first of several parts counts."""
    return int(re.split(r"[.+]", text)[0] or 0)


HALF_ALL_BYES, BY_SIGN = True, False

HALF_WINS = "halfwins"
"""A keyword of ours: per round what one without an opponent counts for, where the sign of its score
does not say it."""

READ_HERE = frozenset({"p12", "board", "off", "class", "team", "id", HALF_WINS})
"""Keywords that become something here; all others are kept word for word."""


def read_division(
    lines: Sequence[str],
    report: Report,
    *,
    name: str = "",
    first_line: int = 1,
    byes: bool = BY_SIGN,
) -> DivisionView:
    """A division as its file tells it.

    A line that can't be understood keeps its number, or all players below it would be others.

    Args:
      first_line: the number of the first of them, where they stand within another file.
      byes: ``HALF_ALL_BYES`` where the event makes each bye half a win; else the sign of the
        score says what a bye is worth.
    """
    rows: list[Row | None] = []
    for number, line in enumerate(lines, first_line):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(rows) >= MOST_PLAYERS:
            report.unusable(number, "too-many-players", f"More than {MOST_PLAYERS:,} players.")
            return DivisionView(name=name, file=report.file)
        rows.append(None if too_long(line, number, report) else cut(line, number, report))
    entrants = tuple(
        _entrant(place, row, len(rows), byes, report)
        for place, row in enumerate(rows, 1)
        if row is not None
    )
    for each in entrants:
        report.understood(each.line, told_of(each, name))
    return DivisionView(name=name, entrants=entrants, file=report.file)


def _entrant(number: int, row: Row, players: int, byes: bool, report: Report) -> Entrant:
    split = _chosen(row, players, report)
    values = dict(row.values)
    if len(row.scores) > len(split.opponents):
        report.remark(
            row.line,
            "more-scores",
            f"{len(row.scores)} scores and {len(split.opponents)} opponents; the rest is left out.",
        )
    starts = _listed(values, "p12", row.line, report)
    tables = _listed(values, "board", row.line, report)
    worths = _listed(values, HALF_WINS, row.line, report)
    outings = tuple(
        _outing(
            opponent,
            row.scores[at] if at < len(row.scores) else None,
            starts[at] if at < len(starts) else None,
            tables[at] if at < len(tables) else None,
            worths[at] if at < len(worths) else None,
            byes,
        )
        for at, opponent in enumerate(split.opponents)
    )
    name, member = _member_apart(split.name, values)
    return Entrant(
        number=number,
        name=name,
        line=row.line,
        numbered=number,
        rating=_rating(split.rating, row.line, report),
        team=values.get("team", ""),
        classes=tuple(values.get("class", "").replace(",", " ").split()),
        member=member,
        off=_one(values, "off", row.line, report) if "off" in values else None,
        outings=outings,
        others=tuple((key, value) for key, value in row.values if key not in READ_HERE),
    )


def _chosen(row: Row, players: int, report: Report) -> Split:
    """The way to read a line that gives as many opponents as scores, all of whom are there."""
    fitting = [split for split in row.splits if len(split.opponents) >= len(row.scores)]
    there = [split for split in fitting if all((one or 0) <= players for one in split.opponents)]
    chosen = (there or fitting or row.splits)[0]
    if chosen is not row.splits[0]:
        report.remark(
            row.line,
            "name-ends-in-number",
            f"It can be read in several ways; taken as “{chosen.name}”, {chosen.rating}.",
        )
    return chosen


def _outing(
    opponent: int | None,
    score: int | None,
    start: int | None,
    table: int | None,
    worth: int | None,
    byes: bool,
) -> Outing:
    if opponent or worth not in (0, 1, 2):
        worth = None
    if opponent == 0 and score and worth is None:
        worth = 1 if byes is HALF_ALL_BYES and score > 0 else 2 if score > 0 else 0
    started = {1: True, 2: False}.get(start or 0) if opponent else None
    return Outing(
        opponent=opponent,
        score=score,
        half_wins=worth,
        started=started,
        table=(table or 0) if opponent else 0,
    )


def _listed(values: dict[str, str], keyword: str, line: int, report: Report) -> list[int | None]:
    lines = values.get(keyword, "").split()[:MOST_ROUNDS]
    numbers = [None if each == GAP_WRITTEN else whole(each) for each in lines]
    for each, number in zip(lines, numbers, strict=True):
        if number is None and each != GAP_WRITTEN:
            report.remark(line, "value-unreadable", f"“{each[:20]}” after {keyword} is no number.")
    return numbers


def _one(values: dict[str, str], keyword: str, line: int, report: Report) -> int | None:
    lines = values.get(keyword, "").split()
    if not lines:
        return 0
    number = whole(lines[0])
    if number is None:
        report.remark(line, "value-unreadable", f"“{lines[0][:20]}” after {keyword} is no number.")
    return number or 0


def _rating(text: str, line: int, report: Report) -> int:
    whole_points = re.split(r"[.+]", text)[0]
    if whole_points != text:
        report.remark(line, "rating-cut", f"Of the rating {text} {whole_points} was taken.")
    return points(text)


def _member_apart(name: str, values: dict[str, str]) -> tuple[str, str]:
    """The name, and the number as a member, which follows a colon in files for a federation."""
    before, colon, after = name.rpartition(":")
    if colon and before.strip() and MEMBER.fullmatch(after.strip()):
        return before.strip(), after.strip()
    return name, values.get("id", "")


MEMBER = re.compile(r"[A-Za-z]{1,3}[0-9]{3,10}")
