"""Our files as archives want them: a canvas of ReportLab's that keeps the tags, and its file.

ReportLab draws the pages and embeds the fonts; it knows neither a structure tree nor an output
intent, and drops entries of a catalog or a page that it doesn't know. So the objects of a file are
written here: its own, then the tree, packed, then the table of where each of them is. That takes a
millisecond; opening and saving the file again with a library took ten to thirty.

Rules followed: ISO 19005-2 at level U, ISO 19005-3 for files with attachments, tags as in ISO
32000-1, 14.7 and 14.8. Followed is not certified: see README.md here for what is checked.
"""

from __future__ import annotations

import zlib
from functools import cache, lru_cache
from hashlib import md5
from io import BytesIO
from typing import Any, cast

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printing.metadata import AUTHOR, PRODUCER, SUBJECT, colour_profile, xmp
from printing.tag_tree import tree_objects
from printing.tags import Tags

PACKED = 200
"""Objects in one packed stream."""

TREE = "StructTreeRoot"

FLATE = pdfdoc.PDFName("FlateDecode")


class ArchivePage(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page that says which of its marks belong to what."""

    __NoDefault__ = (*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs")


class ArchiveCatalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """A catalog that says which colours are meant."""

    __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents")
    __Refs__ = __NoDefault__


class Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """What the metadata say, once more, for older programs. No dates: bytes hang on no clock."""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        """The dictionary."""
        said = {
            "Title": self.title,
            "Author": AUTHOR,
            "Subject": SUBJECT,
            "Creator": AUTHOR,
            "Producer": PRODUCER,
            **({"Keywords": self.keywords} if self.keywords else {}),
        }
        entries = {name: pdfdoc.PDFString(words) for name, words in said.items()}
        return cast("bytes", pdfdoc.PDFDictionary(entries).format(document))


class Numbers(pdfdoc.PDFArray):  # type: ignore[misc]
    """Numbers as they stand in most files, a font's widths among them: spelled once."""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:  # noqa: ARG002
        """The array."""
        return _spelled(tuple(self.sequence))


@lru_cache(maxsize=64)
def _spelled(numbers: tuple[float, ...]) -> bytes:
    return f"[{' '.join(f'{round(number, 3):g}' for number in numbers)}]".encode("ascii")


@lru_cache(maxsize=32)
def packed_font(font: bytes) -> bytes:
    """A font as it is embedded; most files hold the same letters of it."""
    return zlib.compress(font)


class ArchiveDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """A document that is written with the tree of its parts."""

    tags: Tags

    def format(self) -> bytes:
        """The whole file."""
        self.Reference(self.Catalog)
        self.Reference(self.info)
        file = _File()
        number = 0
        while (number := number + 1) in self.numberToId:
            name = self.numberToId[number]
            if name != TREE:
                made = self.idToObject[name]
                if isinstance(made, pdfdoc.PDFTrueTypeFont):
                    made.Widths = Numbers(made.Widths.sequence)
                elif isinstance(made, pdfdoc.PDFStream) and "Length1" in made.dictionary.dict:
                    made.content, made.filters = packed_font(made.content), None
                    made.dictionary["Filter"] = FLATE
                file.add(number, pdfdoc.PDFIndirectObject(name, made).format(self))
        numbers = self.idToObjectNumberAndVersion
        pages = [numbers[f"Page{page}"][0] for page in range(1, self.pageCounter)]
        packed = tree_objects(self.tags, numbers[TREE][0], number, pages)
        file.add_packed(packed, number + len(packed) - 2)  # the root has its number already
        root, info = (numbers[one.__InternalName__][0] for one in (self.Catalog, self.info))
        return file.ended(root, info)


class ArchiveCanvas(Canvas):  # type: ignore[misc]
    """A canvas that keeps the tags of what is drawn on it."""

    def __init__(self, buffer: BytesIO, title: str, part: int, **how: Any) -> None:  # noqa: ANN401
        super().__init__(buffer, invariant=1, pdfVersion=(1, 7), **how)
        self.tags = Tags(self.addLiteral)
        self._part = part
        document = self._doc
        document.__class__ = ArchiveDocument
        document.tags = self.tags
        document.Catalog.__class__ = ArchiveCatalog
        document.info = Info()
        self.setTitle(title)

    def showPage(self) -> None:  # noqa: N802
        """End a page."""
        self.tags.end_page()
        super().showPage()
        page = self._doc.Pages.pages[-1]
        page.__class__ = ArchivePage
        page.StructParents = len(self._doc.Pages.pages) - 1
        page.Tabs = pdfdoc.PDFName("S")
        page.Trans = None

    def save(self) -> None:
        """Write the file."""
        document = self._doc
        catalog = document.Catalog
        catalog.StructTreeRoot = document.Reference(pdfdoc.PDFDictionary(), TREE)
        catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        catalog.Metadata = _stream(
            xmp(document.info.title, document.info.keywords, self._part),
            {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")},
        )
        profile = document.Reference(_stream(_profile(), {"N": 3, "Filter": FLATE}))
        intent = {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": pdfdoc.PDFString("sRGB"),
            "Info": pdfdoc.PDFString("sRGB IEC61966-2.1"),
            "DestOutputProfile": profile,
        }
        catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])
        super().save()


@cache
def _profile() -> bytes:
    return zlib.compress(colour_profile())


def _stream(content: bytes, entries: dict[str, object]) -> pdfdoc.PDFStream:
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), content)


class _File:
    """The bytes of a file as they are put together, and where each object is."""

    def __init__(self) -> None:
        self._parts = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        self._at = len(self._parts[0])
        self._where: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}

    def add(self, number: int, written: bytes) -> None:
        """Add an object as it is."""
        end = b"endstream\nendobj\n"
        if written.endswith(end):  # which has to stand on a line of its own
            written = written[: -len(end)] + b"\n" + end
        self._where[number] = (1, self._at, 0)
        self._parts.append(written)
        self._at += len(written)

    def add_packed(self, objects: list[tuple[int, str]], last: int) -> None:
        """Add objects that are no streams, packed; numbers after ``last`` are free."""
        for start in range(0, len(objects), PACKED):
            some = objects[start : start + PACKED]
            last += 1
            places, at = [], 0
            for nth, (number, written) in enumerate(some):
                places.append(f"{number} {at}")
                at += len(written) + 1
                self._where[number] = (2, last, nth)
            head = " ".join(places) + " "
            body = zlib.compress((head + " ".join(written for _, written in some)).encode("ascii"))
            kind = f"/Type/ObjStm/N {len(some)}/First {len(head)}/Filter/FlateDecode"
            self.add(last, _object(last, kind, body))

    def ended(self, root: int, info: int) -> bytes:
        """The file with its table; ``root`` and ``info`` are the numbers of catalog and Info."""
        number, start = len(self._where), self._at
        self._where[number] = (1, start, 0)
        table = b"".join(
            kind.to_bytes(1, "big") + at.to_bytes(4, "big") + nth.to_bytes(2, "big")
            for _, (kind, at, nth) in sorted(self._where.items())
        )
        digest = md5(b"".join(self._parts), usedforsecurity=False).hexdigest()
        entries = (
            f"/Type/XRef/W[1 4 2]/Size {number + 1}/Root {root} 0 R/Info {info} 0 R"
            f"/ID[<{digest}><{digest}>]/Filter/FlateDecode"
        )
        last = _object(number, entries, zlib.compress(table))
        return b"".join((*self._parts, last, f"startxref\n{start}\n%%EOF\n".encode()))


def _object(number: int, entries: str, content: bytes) -> bytes:
    head = f"{number} 0 obj\n<<{entries}/Length {len(content)}>>\nstream\n"
    return head.encode("ascii") + content + b"\nendstream\nendobj\n"
