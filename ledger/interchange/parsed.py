"""A tournament as any file has it (`ParsedTournament`); its bytes, lines, and what is remarked."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from io import BytesIO
from typing import Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from msgspec import Struct

from ledger.messages import say
from ledger.messages.written import grouped
from ledger.tournament.facts import PlannedRound
from ledger.vocabulary.signs import text_codec


class Outing(Struct, frozen=True, omit_defaults=True):
    """What one player did in one round.

    Attributes:
      opponent: number within the division; 0: nobody; ``None``: the file leaves a gap.
      score: the player's own score; without an opponent the change of spread; ``None``: none yet.
      half_wins: of a round without an opponent: 2, 1 or 0; ``None``: it counts for nothing.
      started: whether the player went first; ``None``: the file does not say.
      table: 0: the file does not say.
    """

    opponent: int | None = None
    score: int | None = None
    half_wins: int | None = None
    started: bool | None = None
    table: int = 0


GAP = Outing()
"""A round of which a file says nothing about a player."""


class Entrant(Struct, frozen=True, omit_defaults=True):
    """A player, as a file has it.

    Attributes:
      number: within the division, from 1.
      name: as the file spells it.
      line: where the file tells of the player; 0: nowhere by itself.
      numbered: under which number the file has the player, so that a name may change under it; 0:
        it numbers nobody.
      table: the table kept for a player who needs one; 0: any.
      off: where the player takes no further part, the spread of each round missed; ``None``: plays.
      outings: round by round, from the first.
      others: what else the file says of the player, as (keyword, words), word for word.
    """

    number: int
    name: str
    line: int = 0
    numbered: int = 0
    rating: int = 0
    team: str = ""
    classes: tuple[str, ...] = ()
    member: str = ""
    table: int = 0
    off: int | None = None
    outings: tuple[Outing, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def outing(self, round_number: int) -> Outing:
        return self.outings[round_number - 1] if round_number <= len(self.outings) else GAP


class DivisionView(Struct, frozen=True, omit_defaults=True):
    """A division, as a file has it.

    Attributes:
      name: empty where there is only one.
      planned: how many rounds it is to have; 0: not said.
      plan: how its rounds are to be drawn.
      file: the name of the file that tells of it.
    """

    name: str = ""
    entrants: tuple[Entrant, ...] = ()
    planned: int = 0
    file: str = ""
    plan: tuple[PlannedRound, ...] = ()

    @property
    def rounds(self) -> int:
        return max((len(each.outings) for each in self.entrants), default=0)


class ParsedTournament(Struct, frozen=True, omit_defaults=True):
    """A tournament, as one or several files tell it.

    Attributes:
      options: points of the rulebook that its settings settle, as (name, value) of ours.
    """

    divisions: tuple[DivisionView, ...] = ()
    name: str = ""
    day: str = ""
    options: tuple[tuple[str, int], ...] = ()


# What a reader has to say about a file: line by line, what was understood and what was not.


Weight = Literal["unusable", "left-out", "remark", "understood"]
"""How much it matters: the file can't be used, the line is left out, it was taken and something
is said of it, or all is well."""

MOST_KEPT = 20_000
"""Lines of a report; nobody reads as many, and a hostile file could make any number."""


class Line(Struct, frozen=True, omit_defaults=True):
    """One thing that is said of one line of a file.

    Attributes:
      number: of the line, from 1; 0: of the file as a whole.
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
        self.say(number, "unusable", code, said)

    def left_out(self, number: int, code: str, said: str) -> None:
        self.say(number, "left-out", code, said)

    def remark(self, number: int, code: str, said: str) -> None:
        self.say(number, "remark", code, said)

    def understood(self, number: int, said: str) -> None:
        self.say(number, "understood", "", said)

    def told(self) -> tuple[Line, ...]:
        """All that was said, file by file in the order of its lines."""
        if self.not_kept:
            more = say("interchange.more-not-listed", number=grouped(self.not_kept))
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
    return "".join(ch if ch.isprintable() or ch in "\u00a0\u202f" else "\ufffd" for ch in shown)


LONGEST_SAID = 400


# What was understood of a line, in a few words.


def told_of(entrant: Entrant, division: str = "") -> str:
    """A player as a file has it, in a few words: ``Player 3 of A: Marrow, Cy, 3 rounds``.

    >>> told_of(Entrant(number=3, name="Marrow, Cy", rating=1402, team="Gulls", off=-50), "A")
    'Player 3 of A: Marrow, Cy, rating 1402, team Gulls, withdrawn'
    """
    rounds, classes = len(entrant.outings), " ".join(entrant.classes)
    parts = (
        entrant.name,
        say("interchange.told.rating", rating=entrant.rating) if entrant.rating else "",
        say("interchange.told.team", team=entrant.team) if entrant.team else "",
        say("interchange.told.class", classes=classes) if classes else "",
        say("interchange.told.member", member=entrant.member) if entrant.member else "",
        say("interchange.told.table", table=entrant.table) if entrant.table else "",
        say("interchange.rounds", n=rounds) if rounds else "",
        say("interchange.told.off") if entrant.off is not None else "",
    )
    number, what = entrant.number, ", ".join(part for part in parts if part)
    if division:
        return say("interchange.player-told-of", number=number, division=division, what=what)
    return say("interchange.player-told", number=number, what=what)


# Cells of a table as people and spreadsheets write them.


def without_decimals(text: str) -> str:
    """A number without the decimals that a spreadsheet gives whole numbers.

    >>> without_decimals("1650.0"), without_decimals("1650.5")
    ('1650', '1650.5')
    """
    before, point, after = text.partition(".")
    return before if point and not after.strip("0") else text


FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet begins to compute at."""


def guarded(text: str) -> str:
    """Text that no spreadsheet takes for a formula: with an apostrophe before it where it might."""
    return f"'{text}" if text.startswith(FORMULA) else text


def unguarded(text: str) -> str:
    """The text of a cell, without such an apostrophe.

    >>> unguarded(guarded("=1+1")), unguarded("'t Hooft")
    ('=1+1', "'t Hooft")
    """
    return text[1:] if text[:1] == "'" and text[1:2] in FORMULA else text


# Everything a tournament file can have that is not as its format wants it, by a stable code.


CODES = frozenset(
    {
        # the file as a whole
        "empty-file",
        "too-large",
        "not-text",
        "unknown-format",
        "too-many-players",
        "too-many-lines",
        "no-players",
        "unreadable-archive",
        "unreadable-sheet",
        "no-such-file",
        "no-such-player",
        "file-unused",
        "no-columns",
        "division-twice",
        "encoding-guessed",
        "encoding-unknown",
        "more-not-listed",
        # lines
        "line-too-long",
        "quote-open",
        "cells-missing",
        "cell-over-lines",
        "not-understood",
        "never-run",
        "setting-not-used",
        "setting-changes-results",
        "value-not-plain",
        "unwritable-name",
        "no-name",
        "name-unlikely",
        "name-twice",
        "number-twice",
        "name-ends-in-number",
        "rating-cut",
        "rating-marked",
        "rating-unreadable",
        "password-dropped",
        "key-twice",
        "key-kept",
        "value-unreadable",
        "header-again",
        "no-header",
        "column-not-used",
        "carried-over",
        # rounds
        "too-many-rounds",
        "rounds-differ",
        "more-scores",
        "no-such-opponent",
        "own-opponent",
        "not-mutual",
        "one-score",
        "tables-differ",
        "starts-differ",
        "outcome-differs",
        "score-unreadable",
        "score-impossible",
        "bye-lost",
        "bye-of-nothing",
        "dummy-player",
        "score-split",
        "paired-twice",
        "round-unreadable",
        "played-elsewhere",
    }
)
"""What a line of a report can be about; what it says is in ``interchange.po``."""


# One thing that a file says of a tournament, and what becomes of it.


Verdict = Literal["new", "changed", "same", "refused", "said"]
"""What becomes of it: written, written anew, there already, not taken, or only told."""


class Change(Struct, frozen=True):
    """One thing that a file says, and what becomes of it.

    Attributes:
      file: where it stands; ``line``: from 1, 0: nowhere by itself.
    """

    verdict: Verdict
    said: str
    file: str = ""
    line: int = 0


# Bytes to lines, and folders in one file: within bounds, whatever they say of themselves.


MOST_BYTES = 8_000_000  # of one file. A player of 40 rounds takes a kilobyte.
LONGEST_LINE = 20_000  # characters

MOST_LINES = 60_000
MOST_PLAYERS = 10_000  # in one file

MOST_ROUNDS = 200

LINE_END = re.compile(r"\r\n|\r|\n")
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
NEVER_LATIN = frozenset(range(0x80, 0xA0))
"""Bytes that no text in ISO-8859-1 has, and Windows uses for quotes and dashes."""

DECLARED = {
    "utf8": "utf-8", "utf-8": "utf-8", "iso-8859-1": "latin-1", "latin1": "latin-1",
    "isolatin1": "latin-1", "iso-8859-2": "iso-8859-2", "latin2": "iso-8859-2",
    "iso-8859-15": "iso-8859-15", "cp1252": "cp1252", "windows-1252": "cp1252",
    "cp1250": "cp1250", "windows-1250": "cp1250",
}  # fmt: skip
"""Encodings as configurations name them, and what each is here; others as Python has them."""


def lines_of(data: bytes, report: Report, declared: str = "") -> list[str]:
    """The lines of a file; none, with the reason in the report, where it can't be used.

    Args:
      declared: the encoding that another file or a person names for it; it holds where the
        bytes allow it, unless they are plainly UTF-8.
    """
    if not data.strip():
        report.unusable(0, "empty-file", say("interchange.empty-file"))
        return []
    if len(data) > MOST_BYTES:
        report.unusable(
            0,
            "too-large",
            say("interchange.too-large", bytes=grouped(len(data)), most=grouped(MOST_BYTES)),
        )
        return []
    text = decoded(data, report, declared)
    if text is None:
        return []
    if len(text) > MOST_LINES and (found := len(LINE_END.findall(text))) >= MOST_LINES:
        report.unusable(
            0,
            "too-many-lines",
            say("interchange.too-many-lines", lines=grouped(found), most=grouped(MOST_LINES)),
        )
        return []
    return LINE_END.split(text)


def decoded(data: bytes, report: Report, declared: str = "") -> str | None:
    """The text of a file; ``None``, said in the report, for what is none."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        report.remark(0, "encoding-guessed", say("interchange.utf-16"))
        return data.decode("utf-16", errors="replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    if BINARY.search(data):
        report.unusable(0, "not-text", say("interchange.not-text"))
        return None
    if data.isascii():
        return data.decode("ascii")
    wanted = DECLARED.get(declared.lower()) or text_codec(declared)
    if declared and not wanted:
        report.remark(
            0, "encoding-unknown", say("interchange.encoding-unknown", encoding=repr(declared[:40]))
        )
    for codec in ("utf-8", wanted, _by_the_bytes(data)):
        if not codec:
            continue
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if codec != "utf-8":
            if codec == wanted:
                read = say("interchange.encoding-told", encoding=_called(codec))
            else:
                read = say("interchange.encoding-guessed", encoding=_called(codec))
            report.remark(0, "encoding-guessed", read)
        return text
    report.remark(0, "encoding-guessed", say("interchange.encoding-latin"))
    return data.decode("latin-1")


CYRILLIC = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
"""Letters side by side that no text in a western encoding has in a row, and one in Cyrillic has."""


def _by_the_bytes(data: bytes) -> str:
    high = sum(byte >= 0x80 for byte in data)
    if sum(map(len, CYRILLIC.findall(data))) * 2 > high:
        return "cp1251"
    return "cp1252" if NEVER_LATIN & set(data) else "latin-1"


def _called(codec: str) -> str:
    return {"latin-1": "ISO-8859-1", "cp1252": "Windows-1252", "cp1251": "Windows-1251"}.get(
        codec, codec
    )


def too_long(line: str, number: int, report: Report) -> bool:
    """Whether a line is longer than any player's, which is then said."""
    if len(line) <= LONGEST_LINE:
        return False
    report.left_out(
        number,
        "line-too-long",
        say(
            "interchange.line-too-long",
            length=grouped(len(line)),
            most=grouped(LONGEST_LINE),
            line=line[:40],
        ),
    )
    return True


def whole(text: str) -> int | None:
    """A whole number of at most six digits, with a sign; ``None`` for anything else.

    >>> whole("+12"), whole("-50"), whole("3.0"), whole("12a"), whole("\u0663")
    (12, -50, None, None, None)
    """
    return int(text) if WHOLE.fullmatch(text) else None


WHOLE = re.compile(r"[-+]?[0-9]{1,6}")


# A folder of files in one: a zip, opened within bounds, whatever it says of itself.


MOST_FILES = 200
MOST_WITHIN = 4 * MOST_BYTES  # bytes of all files of an archive together, unpacked

PACKED = frozenset({ZIP_STORED, ZIP_DEFLATED})
"""How files are packed that are read: of these alone no more is unpacked than is asked for."""


def is_zip(data: bytes) -> bool:
    """Whether it begins as a zip does, spreadsheets among them."""
    return data.startswith(b"PK\x03\x04")


def is_sheet(data: bytes) -> bool:
    """Whether a zip is a spreadsheet, by the names of what lies in it."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist()[: MOST_FILES * 10])
    except (BadZipFile, ValueError, OSError, NotImplementedError):
        return data[30:38] == b"mimetype"
    return "[Content_Types].xml" in names or "mimetype" in names


def files_within(data: bytes) -> dict[str, bytes] | None:
    """The files of a zip by name, folders taken off; ``None`` where it can't be read in bounds."""
    found: dict[str, bytes] = {}
    left = MOST_WITHIN
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            if len(members) > MOST_FILES or any(one.compress_type not in PACKED for one in members):
                return None
            for member in members:
                name = member.filename.replace("\\", "/").rpartition("/")[2]
                if not name or name.startswith(".") or "__MACOSX" in member.filename:
                    continue
                with archive.open(member) as opened:
                    # What it says of its size is not believed: no more than that is unpacked.
                    contents = opened.read(min(left, MOST_BYTES) + 1)
                left -= len(contents)
                if left < 0 or len(contents) > MOST_BYTES:
                    return None
                found[name] = contents
    except Exception:
        return None
    return found
