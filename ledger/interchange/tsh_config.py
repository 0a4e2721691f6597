"""Reading a configuration of tsh: values read and never run, boards that it keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct

from ledger.interchange.parsed import Report, too_long
from ledger.interchange.tsh_autopair import Autopair, Gibson, read_autopair
from ledger.messages import say

# Values of a tsh configuration, read and never run: numbers, texts, lists and tables.
#
# The other program hands what stands behind ``=`` to its programming language. Here it is data, or
# it is not understood.


Value = int | float | str | list["Value"] | dict[str, "Value"]

DEEPEST = 6  # lists in lists; a configuration has one or two

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
    def __init__(self, written: str) -> None:
        self.written = written
        self.at = 0

    def value(self, depth: int) -> Value:
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


# Boards that a configuration of tsh keeps for players who need one, in each way it is written.


NAME = "reserved"
HIGHEST = 999  # of players' and boards' numbers; what is higher is a slip of the hand


def boards_kept(settings: Sequence[tuple[str, str, Value]], division: str) -> dict[int, int]:
    """The board kept for each player of a division, by the player's number in it.

    >>> one = ("reserved", "A", {"13": 1})
    >>> all_of_them = ("reserved", "", {"A": ["", 4], "B": {"2": 7}})
    >>> boards_kept([one, all_of_them], "A"), boards_kept([all_of_them], "B")
    ({13: 1, 1: 4}, {2: 7})
    """
    kept: dict[int, int] = {}
    for name, of, value in settings:
        if name != NAME or of.casefold() not in ("", division.casefold()):
            continue
        if not of:
            value = _of_division(value, division) if isinstance(value, dict) else ""  # noqa: PLW2901
        kept.update(_pairs(value))
    return kept


def _of_division(table: dict[str, Value], division: str) -> Value:
    """What a table has for a division: tsh takes ``a`` and ``A`` for one; empty: nothing."""
    here = division.casefold()
    return next((value for of, value in table.items() if of.casefold() == here), "")


def _pairs(value: Value) -> Iterator[tuple[int, int]]:
    """Player and board: of a table, or of a list, whose places are the players' numbers."""
    if isinstance(value, list):
        value = {str(place): board for place, board in enumerate(value)}
    items = value.items() if isinstance(value, dict) else ()
    for player, board in items:
        if player.isascii() and player.isdigit() and isinstance(board, int):
            number = int(player)
            if 0 < number <= HIGHEST and 0 < board <= HIGHEST:
                yield number, board


BEGIN_FILE = re.compile(r"\s*#begin_file\s+name=(\S+)", re.IGNORECASE)
END_FILE = re.compile(r"\s*#end_file\b", re.IGNORECASE)
SETTING = re.compile(
    r"config\s++(\w++)\s*+(?:\{\s*+['\"]?+([^'\"}]*+)['\"]?+\s*+\})?\s*+"
    r"(?:[\[{]\s*+(\d{1,3})\s*+[\]}]\s*+)?=(.*)",
    re.IGNORECASE,
)
MOST_CLASSES = 26

USED = frozenset(
    {
        "event_name", "event_date", "max_rounds", "max_div_rounds", "tfile_encoding",
        "all_byes_tie", "spread_cap", "bye_spread", NAME,
    }
)  # fmt: skip
"""Settings that mean something here."""


OF_GIBSON = frozenset({"gibson", "gibson_spread", "gibson_groups", "gibson_class"})
"""Settings of Gibson's rule, which go with a plan of rounds."""

OF_STARTS = frozenset({"track_firsts", "assign_firsts", "swiss_ignores_firsts"})
"""Settings that say whether starts count in a Swiss round of a plan."""

DRAWS_OTHERWISE = frozenset(
    {
        "avoid_sr_runs", "bad_class_endagony", "bye_firsts", "bye_method", "class_endagony",
        "consecutive_repeats", "force_koth", "hypexagony", "initial_snaked",
        "random_rr_order", "round_robin_order", "standings_spread_cap",
        "sum_before_spread", "swiss_ignores_repeats", "swiss_max_consecutive_repeats",
        "swiss_order", "top_down_swiss",
    }
)  # fmt: skip
"""Settings by which tsh draws or ranks otherwise than the plan does here."""

LONGEST_CLASS = 40  # characters of a class's name

USUAL_SPREAD = 500  # points a round, where Gibson's rule is on and no spread is named

OPTIONS = {"spread_cap": "spread-cap", "bye_spread": "bye-spread"}
"""Settings that change what a result is worth, and our option for each."""

CHANGE_RESULTS = frozenset(
    {
        "gibson_spread", "gibson_groups", "assign_firsts", "no_bye_spread", "exagony", "prize",
        "classes",
    }
)  # fmt: skip
"""What changes draws, standings or prizes and can't be taken from here."""


class Embedded(Struct, frozen=True):
    """A division file that stands within the configuration, and where its lines begin."""

    name: str
    first_line: int
    lines: tuple[str, ...]


class ConfigView(Struct, frozen=True, kw_only=True):
    """What a configuration says.

    Attributes:
      classes: into how many prize classes a division is cut.
      settings: those that are used here, as (setting, of which division, value).
    """

    divisions: tuple[tuple[str, str, int], ...]
    classes: tuple[tuple[str, int], ...] = ()
    settings: tuple[tuple[str, str, Value], ...] = ()
    embedded: tuple[Embedded, ...] = ()
    autopairs: tuple[Autopair, ...] = ()

    def setting(self, name: str, division: str = "") -> Value | None:
        """A setting's value for a division, else for all of them; ``None`` where it is not set."""
        found: Value | None = None
        for key, of, value in self.settings:
            if key != name:
                continue
            if isinstance(value, dict) and not of:
                value = _of_division(value, division)  # noqa: PLW2901
            if of.casefold() in ("", division.casefold()) and value != "":
                found = value
        return found

    def rounds_of(self, division: str) -> int:
        for name in ("max_div_rounds", "max_rounds"):
            value = self.setting(name, division)
            if isinstance(value, int) and 0 < value <= 999:
                return value
        return 0

    def boards_kept(self, division: str) -> dict[int, int]:
        return boards_kept(self.settings, division)

    def gibson_of(self, division: str) -> Gibson:
        """Gibson's rule in a division: nothing of it, where the configuration has it off."""
        if not self.setting("gibson", division):
            return Gibson()
        spread = _whole_numbers(self.setting("gibson_spread", division), 0) or (USUAL_SPREAD,)
        places = _whole_numbers(self.setting("gibson_groups", division), 1)
        strict = self.setting("gibson", division) == "strict"
        return Gibson(
            spread, places, str(self.setting("gibson_class", division) or "")[:LONGEST_CLASS],
            "highest-met-or-not" if strict else "highest",
        )  # fmt: skip

    @property
    def by_starts(self) -> bool:
        """Whether a Swiss draw looks to starts; tsh does where it tracks or assigns them."""
        tracks = self.setting("track_firsts") or self.setting("assign_firsts")
        return bool(tracks) and not self.setting("swiss_ignores_firsts")

    @property
    def day(self) -> str:
        return day_in(str(self.setting("event_date") or ""))

    def options(self, report: Report) -> tuple[tuple[str, int], ...]:
        """Our options that its settings settle; one that we can't hold is said in the report."""
        found = []
        for name, ours in OPTIONS.items():
            value = self.setting(name)
            values = {one for one in (value if isinstance(value, list) else [value]) if one != ""}
            if value is None:
                continue
            points = next(iter(values)) if len(values) == 1 else None
            if isinstance(points, int) and -999 <= points <= 1999:
                found.append((ours, points))
                continue
            said = say("interchange.one-value-for-all", name=name, value=value)
            report.remark(0, "setting-changes-results", said)
        return tuple(found)

    @property
    def name(self) -> str:
        return str(self.setting("event_name") or "")


def read_config(lines: Sequence[str], report: Report) -> ConfigView:
    """A configuration as its lines say it; what means nothing here is said in the report."""
    embedded: list[Embedded] = []
    rest: list[tuple[int, str]] = []
    inside: tuple[str, int] | None = None
    kept: list[str] = []
    for number, line in enumerate(lines, 1):
        if inside is None and (begun := BEGIN_FILE.match(line)):
            inside, kept = (begun.group(1), number + 1), []
        elif inside is not None and END_FILE.match(line):
            embedded.append(Embedded(*inside, tuple(kept)))
            inside = None
        elif inside is not None:
            kept.append(line)
        else:
            rest.append((number, line))
    if inside is not None:
        report.remark(
            inside[1] - 1, "not-understood", say("interchange.does-not-end", name=inside[0])
        )
        embedded.append(Embedded(*inside, tuple(kept)))
    view = _View(report)
    for number, line in rest:
        if not too_long(line, number, report):
            view.line(number, line.strip())
    view.say_what_is_not_used()
    return ConfigView(
        divisions=tuple(view.divisions),
        classes=tuple(view.classes),
        settings=tuple(view.settings),
        embedded=tuple(embedded),
        autopairs=tuple(view.of_the_divisions()),
    )


def _whole_numbers(value: Value | None, least: int) -> tuple[int, ...]:
    """The numbers of a list, or one number; empty where it is anything else."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(one, int) and least <= one <= 9999 for one in values):
        return ()
    return tuple(one for one in values if isinstance(one, int))


class _View:
    """The lines of a configuration, one by one."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.divisions: list[tuple[str, str, int]] = []
        self.classes: list[tuple[str, int]] = []
        self.settings: list[tuple[str, str, Value]] = []
        self.not_used: list[str] = []
        self.autopairs: list[Autopair] = []
        self.of_plan: list[tuple[int, str, str]] = []

    def line(self, number: int, line: str) -> None:
        words = line.split()
        if not words or line.startswith("#"):
            return
        match words[0].lower(), len(words):
            case "division", 3:
                self.divisions.append((words[1], words[2], number))
                self.report.understood(
                    number, say("interchange.division-in-file", division=words[1], file=words[2])
                )
            case "classes", 3 if words[2].isascii() and words[2].isdigit():
                self.classes.append((words[1], min(int(words[2]), MOST_CLASSES)))
                self.report.understood(
                    number,
                    say("interchange.classes-in-division", classes=words[2], division=words[1]),
                )
            case "config", _:
                self._setting(number, line)
            case "perl", _:
                self.report.left_out(number, "never-run", say("interchange.program-code"))
            case "prize", _:
                self._set_apart(number, "prize", line)
            case "autopair", _:
                self._autopair(number, line)
            case (("begin" | "encoding"), _):
                self.not_used.append(words[0])
            case _:
                said = say("interchange.no-line-of-a-configuration", line=line[:60])
                self.report.left_out(number, "not-understood", said)

    def _autopair(self, number: int, line: str) -> None:
        read = read_autopair(number, _without_comment(line))
        if read is None:
            said = say("interchange.plans-no-round", line=line[:60])
            self.report.left_out(number, "not-understood", said)
        else:
            self.autopairs.append(read)

    def of_the_divisions(self) -> Iterator[Autopair]:
        """The lines that plan a round of a division there is; each of the others is told."""
        names = {name.casefold() for name, _, _ in self.divisions}
        for one in self.autopairs:
            if names and one.division.casefold() not in names:
                said = say("interchange.plans-no-division", line=one.wording[:80])
            elif not one.named and len(names) > 1:
                said = say("interchange.names-no-division", line=one.wording[:80])
            else:
                yield one
                continue
            self.report.left_out(one.line, "not-understood", said)

    def _set_apart(self, number: int, name: str, line: str) -> None:
        """A setting that changes results and can't be taken, told by itself."""
        instead = say(f"interchange.instead.{name}")
        said = say("interchange.changes-results", line=line[:80], instead=instead)
        self.report.remark(number, "setting-changes-results", said)

    def say_what_is_not_used(self) -> None:
        """All that is for the other program alone, in one line.

        Gibson's rule goes with a plan of rounds; without one it is told by itself. What would draw
        the plan otherwise is told line by line.
        """
        for number, name, line in self.of_plan:
            if self.autopairs and name in DRAWS_OTHERWISE:
                said = say("interchange.draws-otherwise", line=line[:80])
                self.report.remark(number, "setting-changes-results", said)
            elif not self.autopairs and name in OF_GIBSON & CHANGE_RESULTS:
                self._set_apart(number, name, line)
            elif not self.autopairs and name != "assign_firsts":
                self.not_used.append(name)
        if not self.not_used:
            return
        names = ", ".join(dict.fromkeys(self.not_used))
        said = say("interchange.left-to-tsh", n=len(self.not_used), names=names)
        self.report.remark(0, "setting-not-used", said)

    def _setting(self, number: int, line: str) -> None:
        match = SETTING.match(line)
        if match is None:
            said = say("interchange.no-setting", line=line[:60])
            self.report.left_out(number, "not-understood", said)
            return
        name, of, at, written = match.group(1).lower(), *match.group(2, 3, 4)
        of = of or ""
        of_plan = OF_GIBSON | OF_STARTS
        if name in of_plan | DRAWS_OTHERWISE and not _is_usual(name, written):
            self.of_plan.append((number, name, line))
        if name in CHANGE_RESULTS - OF_GIBSON:
            self._set_apart(number, name, line)
        if name not in USED | of_plan:
            if name not in CHANGE_RESULTS | DRAWS_OTHERWISE or _is_usual(name, written):
                self.not_used.append(name)
            return
        try:
            value = plain_value(_without_comment(written))
        except (ValueError, RecursionError):
            said = say("interchange.value-is-code", name=name)
            self.report.left_out(number, "value-not-plain", said)
            return
        place = f" {at}" if at else ""
        if name not in of_plan:
            self.report.understood(number, f"{name}{f' of {of}' if of else ''}{place}: {value}")
        # Of a list or a table one place may be set by itself.
        self.settings.append((name, of, {at: value} if at else value))


def _is_usual(name: str, written: str) -> bool:
    """Whether a setting that could draw otherwise says what is so without it."""
    if name == "swiss_order":
        return not re.search(r"forced|koth", written)
    return name in DRAWS_OTHERWISE and written.strip(" ;'\"") in ("0", "undef", "")


def _without_comment(written: str) -> str:
    """A value without the comment behind it, where it is plain that one is there."""
    behind = max(map(written.rfind, "'\"]}")) + 1
    comment = re.compile(r"\s#").search(written, behind)
    return written[: comment.start()] if comment else written


def classes_by_rating(ratings: Sequence[int], number: int) -> Iterator[str]:
    """The class of each player: slices of equal size by rating, equal ratings kept together.

    >>> list(classes_by_rating([1500, 1650, 0, 1500], 2))
    ['A', 'A', 'B', 'A']
    """
    first: dict[int, int] = {}
    for place, rating in enumerate(sorted(ratings, reverse=True)):
        first.setdefault(rating, place)
    for rating in ratings:
        place = first[rating]
        yield chr(ord("A") + min(place * number // max(len(ratings), 1), MOST_CLASSES - 1))


def day_in(written: str) -> str:
    """A day as ``2026-11-21``, from that, ``21.11.2026`` or ``November 21, 2026``; else empty."""
    written = written.strip()[:30]
    for pattern, order in (
        (r"(\d{4})-(\d{1,2})-(\d{1,2})", (1, 2, 3)),
        (r"(\d{1,2})\.(\d{1,2})\.(\d{4})", (3, 2, 1)),
    ):
        if match := re.match(pattern, written, re.ASCII):
            try:
                return date(*(int(match.group(part)) for part in order)).isoformat()
            except ValueError:
                return ""
    if match := re.match(r"([A-Za-z]{3})[a-z]*\.? (\d{1,2})\D.*?(\d{4})", written, re.ASCII):
        month = MONTHS.find(match.group(1).lower()) // 3 + 1
        try:
            return date(int(match.group(3)), month, int(match.group(2))).isoformat()
        except ValueError:
            return ""
    return ""


MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
