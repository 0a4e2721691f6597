"""Bytes to text: which encoding a file is in, when it says so and when it doesn't."""

from __future__ import annotations

import codecs

from ledger.gcg.oddities import Oddity

NAMES = {
    "utf-8": "UTF-8",
    "utf8": "UTF-8",
    "us-ascii": "UTF-8",
    "ascii": "UTF-8",
    "iso-8859-1": "ISO-8859-1",
    "iso8859-1": "ISO-8859-1",
    "iso_8859-1": "ISO-8859-1",
    "latin-1": "ISO-8859-1",
    "latin1": "ISO-8859-1",
}
"""Encodings that files declare, and what each is read as."""

DECLARATION = b"#character-encoding"

CONTROL = bytes({*range(32)} - {9, 10, 13}) + b"\x7f"


def decode(data: bytes, noted: list[Oddity]) -> tuple[str, str]:
    """The text of a file with LF as its only line end, and the encoding it was read in.

    The declaration on the first line is obeyed. Without one, UTF-8 is tried strictly, then
    ISO-8859-1, which cannot fail.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
        noted.append(Oddity(1, "byte-order-mark", "The file is in UTF-16; it was read as that."))
        return _lines_ended(text, noted), "UTF-16"
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        noted.append(Oddity(1, "byte-order-mark", "A UTF-8 byte order mark was taken off."))
    if data.translate(None, CONTROL) != data:
        noted.append(
            Oddity(1, "not-text", "The file holds control characters; it may not be text at all.")
        )
    if data.isascii() and DECLARATION not in data[:200]:
        return _lines_ended(data.decode("ascii"), noted), "UTF-8"
    declared = _declared(data)
    wanted = NAMES.get(declared.lower()) if declared is not None else None
    if declared is not None and wanted is None:
        noted.append(
            Oddity(1, "encoding-unknown", f"The encoding {declared[:40]!r} is not one in use.")
        )
    if wanted == "ISO-8859-1":
        return _lines_ended(data.decode("latin-1"), noted), wanted
    try:
        text, used = data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError as wrong:
        text, used = data.decode("latin-1"), "ISO-8859-1"
        if wanted:
            line = data.count(b"\n", 0, wrong.start) + 1
            noted.append(
                Oddity(line, "encoding-wrong", "The bytes are not UTF-8; read as ISO-8859-1.")
            )
    if wanted is None and not data.isascii():
        noted.append(Oddity(1, "encoding-guessed", f"No usable encoding is named; read as {used}."))
    return _lines_ended(text, noted), used


def _declared(data: bytes) -> str | None:
    first = data[:400].lstrip(b"\r\n").replace(b"\r", b"\n").partition(b"\n")[0]
    if first[: len(DECLARATION)].lower() != DECLARATION:
        return None
    return first[len(DECLARATION) :].decode("latin-1").strip()


def _lines_ended(text: str, noted: list[Oddity]) -> str:
    if "\r" not in text:
        return text
    noted.append(Oddity(1, "line-ends", "Lines end in CR LF or CR; read as LF."))
    return text.replace("\r\n", "\n").replace("\r", "\n")
