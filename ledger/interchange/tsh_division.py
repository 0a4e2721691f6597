"""Divisions of tsh: read from its files, and written to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.interchange.names import as_tsh_has_it
from ledger.interchange.parsed import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    DivisionView,
    Entrant,
    Outing,
    ParsedTournament,
    Report,
    told_of,
    too_long,
    whole,
)
from ledger.interchange.tsh_autopair import (
    lines_of,
    not_written,
    settings_not_written,
    settings_of_plan,
)
from ledger.interchange.tsh_config import NAME as RESERVED
from ledger.messages import say
from ledger.messages.written import grouped
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
        said = say("interchange.there-is-no-name", line=line.strip()[:60])
        if head.strip():
            said = say("interchange.no-rating", line=line.strip()[:60])
        report.left_out(number, "not-understood", said)
        return None
    if unlikely := unlikely_name(splits[0].name):
        report.remark(number, "name-unlikely", unlikely)
    if splits[0].name.endswith(","):
        said = say("interchange.comma-left-out", name=splits[0].name[:-1][:40])
        report.remark(number, "name-unlikely", said)
        splits = tuple(replace(split, name=split.name.rstrip(" ,")) for split in splits)
    fitting = tuple(split for split in splits if points(split.rating) <= HIGHEST_RATING)
    if not fitting:
        said = say(
            "interchange.rating-too-high", rating=splits[0].rating, highest=grouped(HIGHEST_RATING)
        )
        report.left_out(number, "rating-unreadable", said)
        return None
    if len(scores_told) > MOST_ROUNDS:
        report.left_out(
            number, "too-many-rounds", say("interchange.too-many-rounds", most=MOST_ROUNDS)
        )
        return None
    scores: list[int | None] = []
    for text in scores_told:
        score = None if text == GAP_WRITTEN else whole(text)
        if score is None and text != GAP_WRITTEN:
            report.remark(
                number, "score-unreadable", say("interchange.score-unreadable", text=text[:20])
            )
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
            report.remark(number, "password-dropped", say("interchange.password-dropped"))
            continue
        if keyword in values:
            report.remark(number, "key-twice", say("interchange.key-twice", keyword=keyword[:30]))
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
            report.unusable(
                number,
                "too-many-players",
                say("interchange.too-many-players", most=grouped(MOST_PLAYERS)),
            )
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
            say("interchange.more-scores", scores=len(row.scores), opponents=len(split.opponents)),
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
            say("interchange.several-readings", name=chosen.name, rating=chosen.rating),
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
            report.remark(
                line,
                "value-unreadable",
                say("interchange.no-number-after", text=each[:20], keyword=keyword),
            )
    return numbers


def _one(values: dict[str, str], keyword: str, line: int, report: Report) -> int | None:
    lines = values.get(keyword, "").split()
    if not lines:
        return 0
    number = whole(lines[0])
    if number is None:
        report.remark(
            line,
            "value-unreadable",
            say("interchange.no-number-after", text=lines[0][:20], keyword=keyword),
        )
    return number or 0


def _rating(text: str, line: int, report: Report) -> int:
    whole_points = re.split(r"[.+]", text)[0]
    if whole_points != text:
        report.remark(
            line, "rating-cut", say("interchange.rating-cut", rating=text, taken=whole_points)
        )
    return points(text)


def _member_apart(name: str, values: dict[str, str]) -> tuple[str, str]:
    """The name, and the number as a member, which follows a colon in files for a federation."""
    before, colon, after = name.rpartition(":")
    if colon and before.strip() and MEMBER.fullmatch(after.strip()):
        return before.strip(), after.strip()
    return name, values.get("id", "")


MEMBER = re.compile(r"[A-Za-z]{1,3}[0-9]{3,10}")


# Writing for tsh: a division a file, and where there are several a configuration with them.


WIDTH = 22  # columns of a name; a longer one is written whole
LAST_OF_LATIN = 0xFF  # the last letter of ISO-8859-1
UNDETERMINED = 4  # of who went first


def division_file(division: DivisionView, remarks: Sequence[str] = ()) -> bytes:
    """A division as its ``.t`` file, in ISO-8859-1 where its names can be written in that."""
    return encoded("".join(f"{line}\n" for line in _lines(division, remarks)))


def encoded(text: str) -> bytes:
    """Text as the other program reads it by itself, else in UTF-8, which it has to be told."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")


def _lines(division: DivisionView, remarks: Sequence[str]) -> Iterator[str]:
    for remark in remarks:
        yield f"# {' '.join(remark.split())}"
    for entrant, name in zip(division.entrants, _written(division), strict=True):
        yield player_line(replace(entrant, name=name))


def player_line(entrant: Entrant) -> str:
    """A player as a line.

    >>> player_line(Entrant(number=1, name="Fernweh, Ada", rating=1650))
    'Fernweh, Ada           1650'
    """
    name = name_written(entrant)
    text = f"{name:<{WIDTH}}{entrant.rating:>5}"
    if f"{name}  " not in text:  # or nobody could tell where a name that ends in a number ends
        text = f"{name}  {entrant.rating}"
    scores = [_number(outing.score) for outing in entrant.outings]
    while scores and scores[-1] == GAP_WRITTEN:
        scores.pop()
    parts = [
        " ".join((text, *(_number(outing.opponent) for outing in entrant.outings))),
        " ".join(scores),
        *(f"{key} {_escaped(value)}".strip() for key, value in sorted(_values_written(entrant))),
    ]
    while parts and not parts[-1]:
        parts.pop()
    return "; ".join(parts)


def name_written(entrant: Entrant) -> str:
    """The name as it can stand before a rating, with the number as a member behind a colon."""
    name = _plain(entrant)
    return f"{name}:{entrant.member}" if MEMBER.fullmatch(entrant.member) else name


def _plain(entrant: Entrant) -> str:
    return as_tsh_has_it(entrant.name, entrant.number)


def _written(division: DivisionView) -> list[str]:
    """The names of a division as its file has them, none alike that are two here.

    Who is written there as here keeps the name; others get their number behind it.

    >>> there = (Entrant(number=1, name="O;Neil"), Entrant(number=2, name="O,Neil"))
    >>> _written(DivisionView(name="", entrants=there))
    ['O,Neil (1)', 'O,Neil']
    """
    plains = [_plain(entrant) for entrant in division.entrants]
    here = [" ".join(entrant.name.split()) for entrant in division.entrants]
    whose: dict[str, set[str]] = {}
    for plain, name in zip(plains, here, strict=True):
        whose.setdefault(plain.casefold(), set()).add(name.casefold())
    return [
        plain
        if plain == name or len(whose[plain.casefold()]) == 1
        else f"{plain} ({entrant.number})"
        for plain, name, entrant in zip(plains, here, division.entrants, strict=True)
    ]


def names_otherwise(parsed: ParsedTournament) -> tuple[tuple[str, str], ...]:
    """Each name that is written otherwise in a ``.t`` file, and how; accents are kept.

    >>> there = (Entrant(number=1, name="Żółć, Ada"), Entrant(number=2, name="# Gull; Bo"))
    >>> names_otherwise(ParsedTournament((DivisionView(name="", entrants=there),)))
    (('# Gull; Bo', 'Gull, Bo'),)
    """
    return tuple(
        (entrant.name, written)
        for division in parsed.divisions
        for entrant, written in zip(division.entrants, _written(division), strict=True)
        if written != " ".join(entrant.name.split())
    )


def is_utf8(parsed: ParsedTournament) -> bool:
    """Whether a name has a letter that ISO-8859-1 has not, so that UTF-8 is written."""
    return any(
        ord(letter) > LAST_OF_LATIN
        for division in parsed.divisions
        for entrant in division.entrants
        for letter in _plain(entrant)
    )


def _values_written(entrant: Entrant) -> Iterator[tuple[str, str]]:
    games = [outing for outing in entrant.outings if outing.opponent]
    if any(outing.table for outing in games):
        yield "board", " ".join(str(outing.table) for outing in entrant.outings)
    if entrant.classes:
        yield "class", " ".join(entrant.classes)
    if any(map(_is_told_apart, entrant.outings)):
        yield (
            HALF_WINS,
            " ".join(
                str(outing.half_wins) if _is_told_apart(outing) else GAP_WRITTEN
                for outing in entrant.outings
            ),
        )
    if entrant.member and not MEMBER.fullmatch(entrant.member):
        yield "id", entrant.member
    if entrant.off is not None:
        yield "off", str(entrant.off)
    if entrant.outings:
        yield (
            "p12",
            " ".join(
                "0"
                if not outing.opponent
                else {True: "1", False: "2", None: str(UNDETERMINED)}[outing.started]
                for outing in entrant.outings
            ),
        )
    if entrant.team:
        yield "team", " ".join(entrant.team.split())
    yield from entrant.others


def _is_told_apart(outing: Outing) -> bool:
    """Whether it has no opponent, and the sign of its score does not say what it counts for."""
    if outing.opponent != 0 or outing.half_wins is None:
        return False
    score = outing.score or 0
    return not score or outing.half_wins != (2 if score > 0 else 0)


def goes_by_spread(parsed: ParsedTournament) -> Iterator[str]:
    """What tsh takes otherwise, though a keyword of ours has it read back here as it was."""
    for division in parsed.divisions:
        for entrant in division.entrants:
            for at, outing in enumerate(entrant.outings, 1):
                if _is_told_apart(outing) and (outing.half_wins or outing.score):
                    yield say(
                        f"interchange.bye-for-tsh.{outing.half_wins or 0}",
                        number=at,
                        player=entrant.name,
                        spread=f"{outing.score or 0:+d}",
                    )


def _number(value: int | None) -> str:
    return GAP_WRITTEN if value is None else str(value)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace(";", "\\;")


WRITTEN_FROM = "# Written from the record of the tournament."
"""The first line of a configuration, for who opens it."""


def config_file(
    parsed: ParsedTournament, files: Sequence[tuple[str, str, DivisionView]], encoding: str
) -> bytes:
    """The configuration that names the division files.

    Args:
      files: of each division the name it has there, its file, and what it is.
      encoding: of the division files; empty: the other program's own.
    """
    lines = [WRITTEN_FROM]
    lines += [f"division {name} {file}" for name, file, _ in files]
    if parsed.name:
        lines.append(f"config event_name = {_quoted(parsed.name)}")
    if parsed.day:
        lines.append(f"config event_date = {_quoted(parsed.day)}")
    for name, _, division in files:
        rounds = division.planned or division.rounds
        if rounds:
            lines.append(f"config max_div_rounds{{{_quoted(name)}}} = {rounds}")
    for name, _, division in files:
        lines += [
            f"config {RESERVED}{{{_quoted(name)}}}[{each.number}] = {each.table}"
            for each in division.entrants
            if each.table
        ]
    for name, _, division in files:
        lines += settings_of_plan(division.plan, name)
        lines += lines_of(division.plan, name, _taking_part(division))
    if encoding:
        lines.append(f"config tfile_encoding = {_quoted(encoding)}")
    return encoded("".join(f"{line}\n" for line in lines))


def plan_not_written(parsed: ParsedTournament) -> Iterator[str]:
    """What of the plans of rounds the configuration can't say."""
    for division in parsed.divisions:
        called = say("interchange.plan-of-rounds")
        if division.name:
            called = say("tournament.division-heading", division=division.name)
        yield from not_written(division.plan, called, _taking_part(division))
    yield from settings_not_written([one.plan for one in parsed.divisions])


def _taking_part(division: DivisionView) -> int:
    return sum(one.off is None for one in division.entrants)


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{plain}'"


def names_of(divisions: Sequence[DivisionView]) -> list[str]:
    """What the divisions are called there: one word each, no two alike.

    >>> names_of([DivisionView("Open"), DivisionView("Late Birds"), DivisionView("")])
    ['Open', 'Late_Birds', 'A']
    """
    found: list[str] = []
    for division in divisions:
        plain = re.sub(r"[^\w-]+", "_", division.name).strip("_") or "A"
        name, again = plain, 1
        while name.casefold() in {one.casefold() for one in found}:
            again += 1
            name = f"{plain}{again}"
        found.append(name)
    return found
