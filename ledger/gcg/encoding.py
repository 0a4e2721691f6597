"""Bytes to text: which encoding a file is in, when it says so and when it doesn't."""

from __future__ import annotations

import codecs

from ledger.gcg.oddities import Oddity
from ledger.vocabulary.encodings import text_codec

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
"""Names of the two encodings in common use, and what each is called here."""

DECLARATION = b"#character-encoding"

CONTROL = bytes({*range(32)} - {9, 10, 13}) + b"\x7f"


def decode(data: bytes, noted: list[Oddity]) -> tuple[str, str]:
    """The text of a file with LF as its only line end, and the encoding it was read in.

    The declaration on the first line is obeyed, whichever encoding it names. Without one, UTF-8
    is tried strictly, then ISO-8859-1, which cannot fail.
    """
    text, used = _decoded(data, noted)
    return _lines_ended(text, noted), used


def _decoded(data: bytes, noted: list[Oddity]) -> tuple[str, str]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
        noted.append(Oddity(1, "byte-order-mark", "The file is in UTF-16; it was read as that."))
        return text, "UTF-16"
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        noted.append(Oddity(1, "byte-order-mark", "A UTF-8 byte order mark was taken off."))
    if data.translate(None, CONTROL) != data:
        noted.append(
            Oddity(1, "not-text", "The file holds control characters; it may not be text at all.")
        )
    if data.isascii() and DECLARATION not in data[:200]:
        return data.decode("ascii"), "UTF-8"
    declared = _declared(data)
    wanted = _known(declared) if declared is not None else ""
    if declared is not None and not wanted:
        what = f"The encoding {declared[:40]!r} is not known here."
        noted.append(Oddity(1, "encoding-unknown", what))
    text, used, wrong_at = _tried(data, wanted)
    if wanted and used != wanted:
        line = data.count(b"\n", 0, wrong_at) + 1
        noted.append(
            Oddity(line, "encoding-wrong", f"The bytes are not {wanted[:40]}; read as {used}.")
        )
    if not wanted and not data.isascii():
        noted.append(Oddity(1, "encoding-guessed", f"No usable encoding is named; read as {used}."))
    return text, used


def _tried(data: bytes, wanted: str) -> tuple[str, str, int]:
    """The text, the encoding it was read in, and which byte is not in the one tried before."""
    wrong_at = 0
    for name in (wanted, "UTF-8"):
        try:
            if name:
                return data.decode(name), name, wrong_at
        except UnicodeDecodeError as wrong:
            wrong_at = wrong.start
    return data.decode("latin-1"), "ISO-8859-1", wrong_at


def _known(declared: str) -> str:
    """What a declared encoding is called here; ``""`` for none that Python can read as a text."""
    if (usual := NAMES.get(declared.lower())) is not None:
        return usual
    return declared.upper() if text_codec(declared) else ""


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
