"""A folder of files in one: a zip, opened within bounds, whatever it says of itself."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from ledger.interchange.text import MOST_BYTES

MOST_FILES = 200
MOST_WITHIN = 4 * MOST_BYTES
"""Bytes of all files of an archive together, unpacked."""

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
