"""Files read, from CSV and spreadsheets to tsh and AUPAIR, and what they would do previewed."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.apart.reading import Apart
from ledger.interchange.aupair import HEADER, read_aupair
from ledger.interchange.exporting import read_everything
from ledger.interchange.from_record import SheetOf
from ledger.interchange.parsed import (
    GAP,
    LONGEST_LINE,
    MOST_BYTES,
    Change,
    DivisionView,
    Line,
    Outing,
    ParsedTournament,
    Report,
    files_within,
    in_order,
    is_sheet,
    is_zip,
    lines_of,
    too_long,
)
from ledger.interchange.plan import Plan, Source, planned
from ledger.interchange.sheet_apart import SECONDS, Sheet
from ledger.interchange.tables import MOST_ROWS_BEFORE, Row, columns_of, read_table
from ledger.interchange.taking_in import TakeInFile
from ledger.interchange.tsh_autopair import plan_of
from ledger.interchange.tsh_config import ConfigView, classes_by_rating, read_config
from ledger.interchange.tsh_division import is_player_line, read_division
from ledger.messages import say
from ledger.messages.written import grouped
from ledger.tournament.facts import PlannedRound
from ledger.tournament.names import Unprintable
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import key

# Tables read from text files and spreadsheets.


# A table of players and a table of results that were given together, put into one.


def joined(tables: Sequence[ParsedTournament], report: Report) -> tuple[DivisionView, ...]:
    """The divisions of all tables; where two tell of one, its players once, with their rounds."""
    found: dict[str, DivisionView] = {}
    for division in (division for parsed in tables for division in parsed.divisions):
        known = found.get(division.name)
        found[division.name] = division if known is None else _both(known, division, report)
    return tuple(found.values())


def _both(one: DivisionView, other: DivisionView, report: Report) -> DivisionView:
    """Players of the first table, then those only the second has; rounds of whichever has them.

    A name that several players of the first have says nothing of whose rounds they are.
    """
    first, second = (one, other) if _without_rounds(one) else (other, one)
    entrants = list(first.entrants)
    called = Counter(key(each.name) for each in entrants)
    numbers = {key(each.name): each.number for each in entrants}
    places: dict[int, int | None] = {}
    for each in second.entrants:
        if called[key(each.name)] > 1:
            places[each.number] = None
            said = say("interchange.whose-rounds", n=called[key(each.name)], name=each.name)
            report.file = second.file
            report.left_out(each.line, "name-twice", said)
            continue
        if key(each.name) not in numbers:
            numbers[key(each.name)] = len(entrants) + 1
            entrants.append(replace(each, number=len(entrants) + 1, outings=()))
        places[each.number] = numbers[key(each.name)]
    rounds = {
        place: tuple(_as(outing, places) for outing in each.outings)
        for each in second.entrants
        if (place := places[each.number]) is not None
    }
    return DivisionView(
        name=first.name,
        entrants=tuple(
            replace(each, outings=rounds.get(each.number, each.outings)) for each in entrants
        ),
        planned=first.planned or second.planned,
        file=first.file,
    )


def _as(outing: Outing, places: dict[int, int | None]) -> Outing:
    if not outing.opponent:
        return outing
    opponent = places.get(outing.opponent)
    return replace(outing, opponent=opponent) if opponent else GAP


def _without_rounds(division: DivisionView) -> bool:
    return not any(each.outings for each in division.entrants)


# Reading a table from a text file: parted by commas, semicolons, tabs or bars.


PARTING = ",;\t|"
LINES_LOOKED_AT = 50  # lines that are looked at to find what parts the columns
MOST_UNCLOSED = 20  # quotation marks that never close, each of which has the rest read once more


def read_csv(lines: Sequence[str], report: Report) -> ParsedTournament:
    short = ["" if too_long(line, number, report) else line for number, line in enumerate(lines, 1)]
    rows = rows_of(short, report)
    _say_what_ends_early(rows, report)
    return read_table(rows, report)


def _say_what_ends_early(rows: Sequence[Row], report: Report) -> None:
    """Lines with fewer cells than most have: the end of a file that was cut off looks like that."""
    counts = Counter(len(cells) for _, cells in rows if any(cells))
    usual = counts.most_common(1)[0][0] if counts else 0
    above = rows[:MOST_ROWS_BEFORE]
    head = next((at for at, (_, cells) in enumerate(above) if columns_of(cells)), 0)
    for number, cells in rows[head:]:
        if any(cells) and len(cells) < usual:
            said = say(
                "interchange.cells-missing",
                cells=len(cells),
                usual=usual,
                line=" ".join(cells)[:40],
            )
            report.remark(number, "cells-missing", said)


def rows_of(lines: Sequence[str], report: Report) -> list[Row]:
    """The rows with the number of the line each begins on.

    A cell in quotation marks may go on over lines, which is said. One whose mark never closes would
    take all that follows: its line alone is left out, and reading goes on behind it.
    """
    rows: list[Row] = []
    mark, begin = parted_by(lines), 0
    for _ in range(MOST_UNCLOSED):
        again = _read_from(lines, begin, mark, rows, report)
        if again is None:
            return rows
        begin = again
    report.left_out(begin + 1, "quote-open", say("interchange.quotes-open"))
    return rows


def _read_from(
    lines: Sequence[str], begin: int, mark: str, rows: list[Row], report: Report
) -> int | None:
    """Read on behind ``begin`` lines; behind which to begin anew, ``None`` at the end."""
    reader = csv.reader((f"{line}\n" for line in lines[begin:]), delimiter=mark)
    first = begin
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return None
        except csv.Error:
            first = begin + reader.line_num
            continue
        last = begin + reader.line_num
        if cells and cells[-1].endswith("\n"):  # the end came before the mark that closes it
            said = say("interchange.quote-open", line=lines[first][:40])
            report.left_out(first + 1, "quote-open", said)
            return first + 1
        if last - first > 1:
            said = say("interchange.cell-over-lines", last=last)
            report.remark(first + 1, "cell-over-lines", said)
        if sum(map(len, cells)) <= LONGEST_LINE:
            rows.append((first + 1, [" ".join(cell.split()) for cell in cells]))
        first = last


def parted_by(lines: Sequence[str]) -> str:
    """What parts the columns: what makes a header of a line; else what most lines have as often.

    >>> parted_by(["Name;Club", "Fernweh, Ada;Gulls", "Quillon, Bo;"])
    ';'
    """
    texts = [line for line in lines if line.strip()][:LINES_LOOKED_AT]
    for mark in PARTING:  # names and clubs hold any of them: a header that reads well settles it
        if _has_a_header(texts[:MOST_ROWS_BEFORE], mark):
            return mark

    def agreed(mark: str) -> tuple[int, int]:
        counts = [line.count(mark) for line in texts]
        usual = max(set(counts), key=counts.count) if counts else 0
        return (counts.count(usual), usual) if usual else (0, 0)

    return max(PARTING, key=agreed)


def _has_a_header(lines: Sequence[str], mark: str) -> bool:
    try:
        return any(columns_of(row) for row in csv.reader(lines, delimiter=mark))
    except csv.Error:  # a quotation mark that never closes makes a cell without end
        return False


SHEETS = Apart("ledger.interchange.sheet_apart", seconds=SECONDS * 2, most=40_000_000)
"""Where they are opened; a longer answer is no list of players."""


_OPENED = msgspec.json.Decoder(tuple[Sheet, ...])  # made while there is one thread


def read_sheet(data: bytes, report: Report) -> ParsedTournament:
    sheets = sheets_of(data)
    if sheets is None:
        said = say("interchange.sheet-unreadable")
        report.unusable(0, "unreadable-sheet", said)
        return ParsedTournament()
    chosen = next((sheet for sheet in sheets if _has_a_header_sheet_reading(sheet)), None)
    if chosen is None:
        chosen = next((sheet for sheet in sheets if sheet.rows), Sheet("", ()))
    if len(sheets) > 1:
        report.remark(
            0,
            "column-not-used",
            say("interchange.sheet-chosen", sheets=len(sheets), name=chosen.name),
        )
    return read_table(list(enumerate(chosen.rows, 1)), report)


def sheets_of(data: bytes) -> tuple[Sheet, ...] | None:
    """The sheets of a spreadsheet as texts; ``None`` for what can't be read within bounds."""
    read = SHEETS.read(data)
    if read is None:
        return None
    try:
        return _OPENED.decode(read)
    except msgspec.DecodeError:
        return None


def _has_a_header_sheet_reading(sheet: Sheet) -> bool:
    return any(columns_of(row) for row in sheet.rows[:MOST_ROWS_BEFORE])


# Files read together: what each of them is, and the tournament that they tell.


# Files taken in from the first byte to what is asked of the desk.


Format = Literal["tsh", "tou", "csv", "sheet", "json"]
FORMATS: tuple[Format, ...] = ("tsh", "tou", "csv", "sheet", "json")


class Given(NamedTuple):
    """A file as it was given: its name, empty where it was pasted, its bytes, and their encoding.

    ``encoding`` is what a person says it is in; empty where nobody said anything.
    """

    name: str
    data: bytes
    encoding: str = ""


class Read(Struct, frozen=True):
    """What files tell, and what is to be said of them line by line.

    Attributes:
      told: nothing to take in where ``usable`` is False.
    """

    told: ParsedTournament
    lines: tuple[Line, ...]

    @property
    def usable(self) -> bool:
        return bool(self.told.divisions) and not any(
            line.weight == "unusable" for line in self.lines
        )


def read_files(given: Sequence[Given], of: Format | None = None) -> Read:
    """Read files that belong together; nothing that is in them raises anything.

    Args:
      given: one file, or a configuration with its division files, or an archive of them.
      of: their format; ``None``: as name and contents say.
    """
    report = Report()
    files = _unpacked(given, of, report)
    if any(line.weight == "unusable" for line in report.lines):
        return Read(ParsedTournament(), report.told())
    configs = [one for one in files if _kind_of(one, of) == "tsh" and _is_config(one)]
    parsed = _with_config(configs[0], files, report) if configs else _each(files, of, report)
    if any(line.weight == "unusable" for line in report.lines):
        parsed = ParsedTournament()
    elif not any(division.entrants for division in parsed.divisions):
        report.unusable(0, "no-players", say("interchange.no-players"))
        parsed = ParsedTournament()
    return Read(parsed, report.told())


def _unpacked(given: Sequence[Given], of: Format | None, report: Report) -> list[Given]:
    files: list[Given] = []
    for name, data, encoding in given:
        report.file = name
        if len(data) > MOST_BYTES:
            report.unusable(
                0,
                "too-large",
                say(
                    "interchange.larger-than-read",
                    bytes=grouped(len(data)),
                    most=grouped(MOST_BYTES),
                ),
            )
        elif of != "sheet" and is_zip(data) and not is_sheet(data):
            within = files_within(data)
            if within is None:
                said = say("interchange.archive-unreadable")
                report.unusable(0, "unreadable-archive", said)
                continue
            if within.keys() >= OUR_TABLES:
                within = {each: within[each] for each in sorted(OUR_TABLES)}
            files += [Given(each, contents, encoding) for each, contents in within.items()]
        else:
            files.append(Given(name, data, encoding))
    return files


OUR_TABLES = frozenset({"players.csv", "results.csv"})
"""Of the tables that are handed over in one archive those that say everything."""


def _kind_of(file: Given, of: Format | None) -> Format:
    """The format of a file: as it is said, by its name, or by what stands in it."""
    if of is not None:
        return of
    if is_zip(file.data) or file.data.startswith(OLD_SHEET):
        return "sheet"
    named = BY_NAME.get(PurePath(file.name).suffix.lower())
    if named is not None:
        return named
    begin = file.data[:100_000].decode("latin-1").lstrip("\ufeffï»¿")
    first = next((line.strip() for line in begin.splitlines() if line.strip()), "")
    if first.startswith("{"):
        return "json"
    if HEADER.fullmatch(first):
        return "tou"
    lines = [line for line in begin.splitlines()[:LOOKED_AT] if line.strip()]
    looks_like = sum(map(is_player_line, lines)) * 2 > sum(
        not line.startswith("#") for line in lines
    )
    return "tsh" if looks_like or _is_config(file) else "csv"


LOOKED_AT = 60  # lines by which a format is told from others

OLD_SHEET = b"\xd0\xcf\x11\xe0"
BY_NAME: dict[str, Format] = {
    ".t": "tsh", ".tsh": "tsh", ".tou": "tou", ".csv": "csv", ".tsv": "csv", ".tab": "csv",
    ".xlsx": "sheet", ".ods": "sheet", ".xls": "sheet", ".json": "json",
}  # fmt: skip
CONFIG_LINE = re.compile(
    rb"^\s*(division\s+\S+\s+\S+|config\s+\w+.*=)", re.MULTILINE | re.IGNORECASE
)


def _is_config(file: Given) -> bool:
    if PurePath(file.name).suffix.lower() == ".t":
        return False
    return bool(CONFIG_LINE.search(file.data[:200_000]))


def _each(files: Sequence[Given], of: Format | None, report: Report) -> ParsedTournament:
    """Files without a configuration: a division each, or whatever divisions each tells of."""
    each_told: list[ParsedTournament] = []
    tables: list[ParsedTournament] = []
    for file in files:
        report.file = file.name
        kind = _kind_of(file, of)
        if kind == "sheet":
            tables.append(read_sheet(file.data, report))
        elif lines := lines_of(file.data, report, file.encoding):
            several = len(files) > 1
            one = _of_text(kind, lines, file, report, several=several)
            (tables if kind == "csv" else each_told).append(one)
    read = [*each_told, ParsedTournament(divisions=joined(tables, report))]
    return _each_once(
        ParsedTournament(
            divisions=tuple(division for one in read for division in one.divisions),
            name=next((one.name for one in read if one.name), ""),
            day=next((one.day for one in read if one.day), ""),
        ),
        report,
    )


def _of_text(
    kind: Format, lines: Sequence[str], file: Given, report: Report, *, several: bool
) -> ParsedTournament:
    match kind:
        case "tsh":
            stem = PurePath(file.name).stem.upper() if several else ""
            return _announced(lines, stem, report)
        case "tou":
            return read_aupair(lines, report)
        case "json":
            return read_everything(file.data, report)
        case _:
            return read_csv(lines, report)


DIVISION_COMMENT = re.compile(r"#division\s+(\S+)\s*$", re.IGNORECASE)


def _announced(lines: Sequence[str], name: str, report: Report) -> ParsedTournament:
    """Division lines, where a comment may announce each division, as in files for a federation."""
    starts = [
        (at, match.group(1))
        for at, line in enumerate(lines)
        if (match := DIVISION_COMMENT.match(line))
    ]
    if not starts:
        return ParsedTournament(divisions=(read_division(lines, report, name=name),))
    bounds = [*(at for at, _ in starts), len(lines)]
    only = len(starts) == 1
    return ParsedTournament(
        divisions=tuple(
            read_division(
                lines[bounds[place] + 1 : bounds[place + 1]],
                report,
                name="" if only else called,
                first_line=bounds[place] + 2,
            )
            for place, (_, called) in enumerate(starts)
        )
    )


def _with_config(config: Given, files: Sequence[Given], report: Report) -> ParsedTournament:
    report.file = config.name
    says = read_config(lines_of(config.data, report, config.encoding), report)
    lines_by_name = {
        each.name: (config.name, each.first_line, list(each.lines)) for each in says.embedded
    }
    encoding = str(says.setting("tfile_encoding") or "")
    used: set[str] = set()
    divisions: list[DivisionView] = []
    missing: list[tuple[int, str]] = []
    for name, file_name, line in says.divisions:
        plain = PurePath(file_name.replace("\\", "/")).name
        report.file = config.name
        if any(each.name == name for each in divisions):
            report.unusable(
                line, "division-twice", say("interchange.division-named-twice", division=name)
            )
            return ParsedTournament()
        used.add(plain)
        where = lines_by_name.get(plain) or lines_by_name.get(file_name)
        if where is None:
            given = next((one for one in files if _file_name(one) == plain.lower()), None)
            if given is None:
                said = say("interchange.file-not-given", division=name, file=file_name)
                missing.append((line, said))
                continue
            used.add(_file_name(given))
            report.file = given.name
            where = (given.name, 1, lines_of(given.data, report, encoding or given.encoding))
        report.file = where[0]
        division = read_division(
            where[2],
            report,
            name=name,
            first_line=where[1],
            byes=bool(says.setting("all_byes_tie")),
        )
        division = _with_boards(_classed(division, says), says, config.name, report)
        divisions.append(replace(division, planned=says.rounds_of(name)))
        report.file = config.name
        divisions[-1] = replace(divisions[-1], plan=_plan(divisions[-1], says, report))
    report.file = config.name
    for line, said in missing:  # the others may be taken without it
        (report.left_out if divisions else report.unusable)(line, "no-such-file", said)
    for unused in files:
        if unused is not config and _file_name(unused) not in {one.lower() for one in used}:
            report.file = unused.name
            report.remark(0, "file-unused", say("interchange.file-unused"))
    if len(says.divisions) == 1 and divisions:
        divisions = [replace(divisions[0], name="")]
    report.file = config.name
    options = says.options(report)
    return ParsedTournament(
        divisions=tuple(divisions), name=says.name, day=says.day, options=options
    )


def _plan(division: DivisionView, says: ConfigView, report: Report) -> tuple[PlannedRound, ...]:
    """The rounds that the configuration plans for a division, whatever case it names it in."""
    lines = [one for one in says.autopairs if one.division.casefold() == division.name.casefold()]
    players = sum(one.off is None for one in division.entrants)
    gibson = says.gibson_of(division.name)
    return plan_of(
        lines, players, report,
        rounds=division.planned, gibson=gibson, by_starts=says.by_starts,
    )  # fmt: skip


def _file_name(file: Given) -> str:
    return PurePath(file.name).name.lower()


def _classed(division: DivisionView, says: ConfigView) -> DivisionView:
    here = division.name.casefold()
    number = next((many for of, many in says.classes if of.casefold() == here), 0)
    if not number:
        return division
    by_rating = classes_by_rating([each.rating for each in division.entrants], number)
    entrants = zip(division.entrants, by_rating, strict=True)
    return replace(
        division,
        entrants=tuple(
            each if each.classes else replace(each, classes=(name,)) for each, name in entrants
        ),
    )


def _with_boards(
    division: DivisionView, says: ConfigView, config: str, report: Report
) -> DivisionView:
    kept = says.boards_kept(division.name)
    for number in sorted(kept.keys() - {each.number for each in division.entrants}):
        report.file = config
        said = say("interchange.board-of-nobody", number=number, division=division.name)
        report.remark(0, "no-such-player", said)
    entrants = (replace(each, table=kept.get(each.number, 0)) for each in division.entrants)
    return replace(division, entrants=tuple(entrants))


def _each_once(parsed: ParsedTournament, report: Report) -> ParsedTournament:
    names = [division.name for division in parsed.divisions]
    for name in sorted({name for name in names if names.count(name) > 1}):
        said = say("interchange.two-files-of-nameless")
        if name:
            said = say("interchange.two-files", division=name)
        report.unusable(0, "division-twice", said)
        return ParsedTournament()
    return parsed


LONGEST_NAME = 200  # characters of a file's name that are kept


class Preview(Struct, frozen=True):
    """What a file says and what would become of it, before anything is written.

    Attributes:
      asked: what confirming would ask of the desk.
    """

    asked: TakeInFile
    lines: tuple[Line, ...]
    changes: tuple[Change, ...]
    usable: bool

    @property
    def is_news(self) -> bool:
        return self.usable and not self.asked.is_empty

    @property
    def refused(self) -> bool:
        """Whether the file, a line of it, or something it says was not taken."""
        return any(line.weight in ("unusable", "left-out") for line in self.lines) or any(
            change.verdict == "refused" for change in self.changes
        )


def previewed(
    tournament: Tournament,
    given: Sequence[Given],
    sheet: SheetOf,
    *,
    of: Format | None = None,
    into: str | None = None,
    unprintable: Unprintable = lambda _name: (),
) -> Preview:
    """What files say of a tournament, and what taking them in would change.

    Args:
      of: their format; ``None``: as name and contents say.
      into: our division, for a file of one division.
    """
    read: Read = read_files(given, of)
    source = source_of(given)
    if not read.usable:
        return Preview(
            TakeInFile(file=source.file, digest=source.digest), read.lines, (), usable=False
        )
    plan: Plan = planned(tournament, read.told, source, sheet, into=into, unprintable=unprintable)
    return Preview(plan.asked, in_order((*read.lines, *plan.lines)), plan.changes, usable=True)


def source_of(given: Sequence[Given]) -> Source:
    """What files are called together, and the digest of all of them."""
    digest = hashlib.sha256()
    for name, data, _ in given:
        digest.update(hashlib.sha256(name.encode("utf-8", "replace") + b"\0" + data).digest())
    if len(given) == 1:
        digest = hashlib.sha256(given[0].data)
    names = " + ".join(_shown(name) for name, _, _ in given if name)
    return Source(names[:LONGEST_NAME], digest.hexdigest())


def _shown(name: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)
