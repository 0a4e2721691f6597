"""A tagged PDF as whoever doesn't see it is told it: its parts in the order of its tree."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from io import BytesIO

import pikepdf

SHOWS = ("Tj", "TJ", "'", '"')


@dataclass
class Heard:
    """One part: its kind, what is said of it, and the parts in it."""

    kind: str
    said: str = ""
    parts: list[Heard] = field(default_factory=list)
    element: pikepdf.Object | None = None

    def __iter__(self):
        yield self
        for part in self.parts:
            yield from part


def heard(pdf):
    """The tree of a PDF's parts, with the words of each."""
    with pikepdf.open(BytesIO(pdf)) as file:
        marks = {}
        numbers = {}
        for nth, page in enumerate(file.pages):
            numbers[page.obj.objgen] = nth
            for mcid, text in marked_text(page).items():
                marks[nth, mcid] = text
        [document] = file.Root.StructTreeRoot.K
        return _heard(document, numbers, marks)


def said(pdf):
    """All that is said, a line for each paragraph, cell or picture."""
    return [part.said for part in heard(pdf) if part.said.strip()]


def _heard(element, numbers, marks):
    kids = element.get("/K", pikepdf.Array())
    part = Heard(str(element.S).lstrip("/"), element=element)
    words = []
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, int):
            words.append(marks[numbers[element.Pg.objgen], kid])
        elif kid.get("/Type") == "/MCR":
            words.append(marks[numbers[kid.Pg.objgen], int(kid.MCID)])
        elif kid.get("/Type") == "/OBJR":
            continue
        else:
            inner = _heard(kid, numbers, marks)
            if inner.kind == "Span":
                words.append(inner.said)
            else:
                part.parts.append(inner)
    for name in ("/ActualText", "/Alt"):
        if name in element:
            words = [str(element[name])]
    part.said = " ".join(" ".join(words).split())
    return part


def marked_text(page):
    """The words of each mark of a page, by its number."""
    fonts = {name: Unicodes(font) for name, font in page.resources.get("/Font", {}).items()}
    found, stack, font = {}, [], None
    for operands, operator in pikepdf.parse_content_stream(page):
        verb = str(operator)
        if verb == "BMC":
            stack.append((None, None))
        elif verb == "BDC":
            entries = operands[1] if isinstance(operands[1], pikepdf.Dictionary) else {}
            actual = entries.get("/ActualText")
            mcid = entries.get("/MCID")
            stack.append((None if mcid is None else int(mcid), actual))
            _add(found, stack, "" if actual is None else str(actual))
        elif verb == "EMC":
            stack.pop()
        elif verb == "Tf":
            font = fonts[str(operands[0])]
        elif verb in SHOWS and not any(actual is not None for _, actual in stack):
            _add(found, stack, "".join(font.read(operand) for operand in strings(operands)))
    return found


def _add(found, stack, text):
    owner = next((mcid for mcid, _ in reversed(stack) if mcid is not None), None)
    if owner is not None:
        found[owner] = found.get(owner, "") + text


def strings(operands):
    for operand in operands:
        if isinstance(operand, pikepdf.Array):
            yield from (one for one in operand if isinstance(one, pikepdf.String))
        elif isinstance(operand, pikepdf.String):
            yield operand


class Unicodes:
    """What the codes of a font mean, by its ToUnicode map."""

    def __init__(self, font):
        self.wide = 2 if font.get("/Subtype") == "/Type0" else 1
        self.means = {}
        source = font.ToUnicode.read_bytes().decode("latin-1") if "/ToUnicode" in font else ""
        for block in re.findall(r"beginbfchar(.*?)endbfchar", source, re.DOTALL):
            for code, to in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", block):
                self.means[int(code, 16)] = _utf16(to)
        for block in re.findall(r"beginbfrange(.*?)endbfrange", source, re.DOTALL):
            each = r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]*>|\[[^\]]*\])"
            for first, last, to in re.findall(each, block):
                low, high = int(first, 16), int(last, 16)
                to_each = re.findall(r"<([0-9A-Fa-f]*)>", to)
                for nth, code in enumerate(range(low, high + 1)):
                    if to.startswith("["):
                        self.means[code] = _utf16(to_each[nth])
                    else:
                        begin = _utf16(to_each[0])
                        self.means[code] = begin[:-1] + chr(ord(begin[-1]) + nth)

    def codes(self, string):
        """The codes of a string of the page."""
        raw = bytes(string)
        return [
            int.from_bytes(raw[at : at + self.wide], "big") for at in range(0, len(raw), self.wide)
        ]

    def read(self, string):
        """The words of it."""
        return "".join(self.means.get(code, "\ufffd") for code in self.codes(string))


def _utf16(digits):
    return bytes.fromhex(digits).decode("utf-16-be", "replace")
