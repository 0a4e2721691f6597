"""The words that stand on the pages of a PDF of ours, read back from what is drawn.

Only as far as our own files need it: each font says what its codes mean, one byte a sign or two.
"""

from __future__ import annotations

import re
from io import BytesIO

import pikepdf

_SINGLE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_SPAN = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_LISTED = re.compile(rb"<([0-9A-Fa-f]+)>\s*<[0-9A-Fa-f]+>\s*\[([^\]]*)\]")
_PART = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)


def words_in(pdf: bytes) -> str:
    """What is drawn as text, in the order in which it is drawn, a line for each piece."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        return "\n".join(piece for page in opened.pages for piece in _pieces_of(page))


def _pieces_of(page: pikepdf.Page) -> list[str]:
    fonts = page.obj.get("/Resources", pikepdf.Dictionary()).get("/Font", pikepdf.Dictionary())
    known: dict[str, _Codes] = {}
    codes = _Codes(None)
    pieces = []
    for each in pikepdf.parse_content_stream(page):
        operands = each.operands
        match str(each.operator):
            case "Tf":
                name = str(operands[0])
                codes = known.setdefault(name, _Codes(fonts.get(name)))
            case "Tj" | "'":
                pieces.append(codes.read(bytes(operands[-1])))
            case "TJ":
                held = (bytes(one) for one in operands[0] if isinstance(one, pikepdf.String))
                pieces.append("".join(map(codes.read, held)))
    return pieces


class _Codes:
    def __init__(self, font: pikepdf.Object | None) -> None:
        self._wide = font is not None and font.get("/Subtype") == "/Type0"
        self._means: dict[int, str] = {}
        told = font.get("/ToUnicode") if font is not None else None
        if isinstance(told, pikepdf.Stream):
            self._learn(told.read_bytes())

    def _learn(self, table: bytes) -> None:
        for kind, body in _PART.findall(table):
            if kind == b"bfchar":
                for code, text in _SINGLE.findall(body):
                    self._means[int(code, 16)] = _text(text)
                continue
            for first, texts in _LISTED.findall(body):
                for at, text in enumerate(re.findall(rb"<([0-9A-Fa-f]+)>", texts)):
                    self._means[int(first, 16) + at] = _text(text)
            for first, last, text in _SPAN.findall(body):
                for code in range(int(first, 16), min(int(last, 16), int(first, 16) + 255) + 1):
                    self._means[code] = chr(int(text, 16) + code - int(first, 16))

    def read(self, content: bytes) -> str:
        """The text of a string that is drawn with the font."""
        step = 2 if self._wide else 1
        codes = (content[at : at + step] for at in range(0, len(content), step))
        return "".join(self._means.get(int.from_bytes(code), "") for code in codes)


def _text(code: bytes) -> str:
    return bytes.fromhex(code.decode()).decode("utf-16-be", "replace")
