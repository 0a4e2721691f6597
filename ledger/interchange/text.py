"""Bytes to lines, and folders in one file: within bounds, whatever they say of themselves."""

from __future__ import annotations

import codecs
import re
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from ledger.interchange.described import Report
from ledger.vocabulary.signs import text_codec

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
        report.unusable(0, "empty-file", "There is nothing in it.")
        return []
    if len(data) > MOST_BYTES:
        report.unusable(
            0, "too-large", f"It has {len(data):,} bytes; no tournament needs {MOST_BYTES:,}."
        )
        return []
    text = decoded(data, report, declared)
    if text is None:
        return []
    if len(text) > MOST_LINES and (found := len(LINE_END.findall(text))) >= MOST_LINES:
        report.unusable(0, "too-many-lines", f"It has {found:,} lines; {MOST_LINES:,} are read.")
        return []
    return LINE_END.split(text)


def decoded(data: bytes, report: Report, declared: str = "") -> str | None:
    """The text of a file; ``None``, said in the report, for what is none."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        report.remark(0, "encoding-guessed", "It is in UTF-16, and was read as that.")
        return data.decode("utf-16", errors="replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    if BINARY.search(data):
        report.unusable(0, "not-text", "It holds control characters: this is no text.")
        return None
    if data.isascii():
        return data.decode("ascii")
    wanted = DECLARED.get(declared.lower()) or text_codec(declared)
    if declared and not wanted:
        report.remark(0, "encoding-unknown", f"The encoding {declared[:40]!r} is not known here.")
    for codec in ("utf-8", wanted, _by_the_bytes(data)):
        if not codec:
            continue
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if codec != "utf-8":
            how = "as it was told" if codec == wanted else "which is a guess"
            read = f"Not UTF-8; read as {_called(codec)}, {how}."
            report.remark(0, "encoding-guessed", read)
        return text
    report.remark(0, "encoding-guessed", "Not UTF-8; read as ISO-8859-1.")
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
        f"It has {len(line):,} characters; {LONGEST_LINE:,} are read. “{line[:40]}…”",
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
