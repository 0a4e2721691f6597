"""Our files as archives want them: tagged parts, metadata, and a canvas that keeps both."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from hashlib import md5
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from ledger.messages import language
from printing.languages import say

# What a page is to whoever doesn't see it: its parts, in the order they are read.
#
# A pen says what it draws: words of a paragraph or of a cell, a picture with words for it, or lines
# that mean nothing by themselves. This keeps it as the tree of a tagged PDF, and marks on the page
# what belongs to which part of the tree (ISO 32000-1, 14.6 to 14.8).


WITHIN = {
    "Document": "P",
    "Sect": "P",
    "Div": "P",
    "L": "LI",
    "LI": "LBody",
    "Table": "TR",
    "TR": "TD",
}
"""What holds other parts and no words of its own, and what words written right into it become."""

KEPT_EMPTY = ("TD", "TH")
"""Cells stay where nothing is in them: the next ones have to stand below their labels."""

LINES = "/Artifact BMC"
"""What begins ink that is no part of what a page says."""

HEADER = "/Artifact <</Type/Pagination/Subtype/Header>> BDC"
FOOTER = "/Artifact <</Type/Pagination/Subtype/Footer>> BDC"


class Part:
    """One part of what a document says: a section, a row, a cell, a paragraph, a picture.

    Attributes:
      kind: as the standard calls it: ``P``, ``H1``, ``TD``, ``Figure``.
      kids: parts of it, and marks on pages as (page, number on the page).
      entries: further entries of it, as PDF spells them.
      says: what is read in place of what is drawn; empty to read what is drawn.
      whole: whether lines drawn within it belong to it.
    """

    __slots__ = ("entries", "kids", "kind", "number", "says", "whole")

    def __init__(self, kind: str, entries: str = "", says: str = "", whole: bool = False) -> None:
        self.kind = kind
        self.kids: list[Part | tuple[int, int]] = []
        self.entries = entries
        self.says = says
        self.whole = whole or bool(says)
        self.number = 0

    @property
    def counts(self) -> bool:
        return bool(self.kids) or self.kind in KEPT_EMPTY


class Tags:
    """Follows a pen over the pages of a document."""

    def __init__(self, lay: Callable[[str], None]) -> None:
        self.document = Part("Document")
        self.owners: list[list[Part]] = [[]]
        """For each page, whose each of its marks is."""

        self._lay = lay
        self._at = [self.document]
        self._open: Part | str = ""
        self._aside = ""

    @contextmanager
    def part(
        self, kind: str, entries: str = "", says: str = "", *, whole: bool = False
    ) -> Iterator[None]:
        """What is drawn meanwhile belongs to a new part of this kind.

        Inside a part that is one whole already, as a picture is, nothing begins.
        """
        if self._aside or self._at[-1].whole:
            yield
            return
        begun = Part(kind, entries, says, whole)
        self._at[-1].kids.append(begun)
        self._at.append(begun)
        try:
            yield
        finally:
            self._at.pop()
            if self._open is begun:
                self._shut()
            if not begun.counts:
                self._at[-1].kids.pop()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written meanwhile is one paragraph, or goes on with what was begun already."""
        kind = WITHIN.get(self._at[-1].kind)
        if kind is None:
            yield
            return
        with self.part(kind):
            yield

    @contextmanager
    def further(self, *, begins: bool) -> Iterator[None]:
        """What is written meanwhile is a paragraph, or goes on with the last one, on any page."""
        last = self._at[-1].kids[-1:]
        if begins or not last or not isinstance(last[0], Part) or last[0].kind != "P":
            with self.together():
                yield
            return
        self._at.append(last[0])
        try:
            yield
        finally:
            self._at.pop()

    @contextmanager
    def saying(self, words: str) -> Iterator[None]:
        """Words are read in place of what is drawn meanwhile; no words: as it is drawn."""
        if not words:
            yield
            return
        with self.part(WITHIN.get(self._at[-1].kind, "Span"), says=words):
            yield

    @contextmanager
    def picture(self, words: str, corners: tuple[float, float, float, float]) -> Iterator[None]:
        """A picture is drawn meanwhile; ``corners``: left, bottom, right, top, in points."""
        left, bottom, right, top = corners
        box = f"/A<</O/Layout/BBox[{left:.2f} {bottom:.2f} {right:.2f} {top:.2f}]>>"
        with self.part("Figure", f"/Alt{text_string(words)}{box}", whole=True):
            yield

    @contextmanager
    def aside(self, opener: str) -> Iterator[None]:
        """What is drawn meanwhile is no part of what the document says: ``HEADER``, ``FOOTER``."""
        before, self._aside = self._aside, opener
        try:
            yield
        finally:
            self._aside = before

    def words(self) -> bool:
        """Words are drawn next; whether they go on with those before, parted by a space."""
        if self._aside:
            self._begin_aside(self._aside)
            return False
        part = self._at[-1]
        if part.kind in WITHIN:
            part = Part(WITHIN[part.kind])
            self._at[-1].kids.append(part)
        goes_on = bool(part.kids) and not part.whole
        self._into(part)
        return goes_on

    def ink(self) -> None:
        """Lines are drawn next."""
        part = self._at[-1]
        if part.whole and not self._aside:
            self._into(part)
        else:
            self._begin_aside(self._aside or LINES)

    def end_page(self) -> None:
        self._shut()
        self.owners.append([])

    def _into(self, part: Part) -> None:
        if self._open is part:
            return
        self._shut()
        owners = self.owners[-1]
        number = len(owners)
        owners.append(part)
        part.kids.append((len(self.owners) - 1, number))
        # Programs that find words by their marks alone look for what is said at a ``Span``; the
        # space at its end keeps it apart from what they find to the right of it.
        said = f"/Span<</MCID {number}/ActualText{text_string(part.says + ' ')}>>BDC"
        self._lay(said if part.says else f"/{part.kind}<</MCID {number}>>BDC")
        self._open = part

    def _begin_aside(self, opener: str) -> None:
        if self._open != opener:
            self._shut()
            self._lay(opener)
            self._open = opener

    def _shut(self) -> None:
        if self._open:
            self._lay("EMC")
            self._open = ""


def text_string(words: str) -> str:
    """Words as a PDF spells them, in digits, so that nothing in them is read as PDF.

    >>> text_string("É)")
    '<FEFF00C90029>'
    """
    return f"<FEFF{words.encode('utf-16-be', 'replace').hex().upper()}>"


COLUMN_HEAD = "/A<</O/Table/Scope/Column>>"
ROW_HEAD = "/A<</O/Table/Scope/Row>>"


# The tree of a document's parts, as objects of a PDF (ISO 32000-1, 14.7).


def tree_objects(tags: Tags, root: int, first: int, pages: Sequence[int]) -> list[tuple[int, str]]:
    """The objects of the tree, each with its number; numbers from ``first`` on are free."""
    parts = list(_parts(tags.document))
    for number, part in enumerate(parts, start=first):
        part.number = number
    rows = first + len(parts)
    owners = tags.owners[: len(pages)]
    # The root has its number already, before those of the rest.
    nums = " ".join(f"{page} {rows + page} 0 R" for page in range(len(owners)))
    by_page = f"/ParentTree<</Nums[{nums}]>>/ParentTreeNextKey {len(owners)}"
    objects = [(root, f"<</Type/StructTreeRoot/K[{first} 0 R]{by_page}>>")]
    parents = {id(tags.document): root}
    for part in parts:
        objects.append((part.number, _element(part, parents[id(part)], pages)))
        parents.update((id(kid), part.number) for kid in part.kids if isinstance(kid, Part))
    for page, row in enumerate(owners):
        objects.append((rows + page, f"[{' '.join(f'{part.number} 0 R' for part in row)}]"))
    return objects


def _parts(part: Part) -> Iterator[Part]:
    """A part and all within it, as they are read."""
    yield part
    for kid in part.kids:
        if isinstance(kid, Part):
            yield from _parts(kid)


def _element(part: Part, parent: int, pages: Sequence[int]) -> str:
    marks = [kid for kid in part.kids if isinstance(kid, tuple)]
    page = f"/Pg {pages[marks[0][0]]} 0 R" if marks else ""
    said = f"/ActualText{text_string(part.says)}" if part.says else ""
    kids = [_kid(kid, marks, pages) for kid in part.kids]
    held = f"/K[{' '.join(kids)}]" if kids else ""
    return f"<</Type/StructElem/S/{part.kind}/P {parent} 0 R{page}{held}{said}{part.entries}>>"


def _kid(
    kid: Part | tuple[int, int], marks: Sequence[tuple[int, int]], pages: Sequence[int]
) -> str:
    if isinstance(kid, Part):
        return f"{kid.number} 0 R"
    page, number = kid
    if page == marks[0][0]:
        return str(number)
    return f"<</Type/MCR/Pg {pages[page]} 0 R/MCID {number}>>"


# What a file says about itself, to archives: its title and keywords as XMP, and its colours.


AUTHOR = "Tilescribe"
PRODUCER = "ReportLab PDF Library"

PROFILE = Path(__file__).parent / "srgb.icc"
"""The colour space sRGB, as Little CMS writes it, without a date."""


@cache
def colour_profile() -> bytes:
    return PROFILE.read_bytes()


def subject() -> str:
    """What every file is about."""
    return say("paper.record-of-a-word-game")


def xmp(title: str, keywords: str, part: int) -> bytes:
    """The metadata of a file. They say what its Info dictionary says, word by word.

    Args:
      keywords: what its square codes say.
      part: of ISO 19005 whose rules the file is made by: 2, or 3 for one with attachments.
    """
    keyed = f"<pdf:Keywords>{escape(keywords, quote=False)}</pdf:Keywords>\n" if keywords else ""
    return XMP.format(
        title=escape(title, quote=False), keywords=keyed, part=part,
        author=AUTHOR, subject=escape(subject(), quote=False), producer=PRODUCER,
        language=language(),
    ).encode()  # fmt: skip


XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{author}</xmp:CreatorTool>
<pdf:Producer>{producer}</pdf:Producer>
{keywords}<pdfaid:part>{part}</pdfaid:part>
<pdfaid:conformance>U</pdfaid:conformance>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""


PACKED = 200  # objects in one packed stream

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
        said = {
            "Title": self.title,
            "Author": AUTHOR,
            "Subject": subject(),
            "Creator": AUTHOR,
            "Producer": PRODUCER,
            **({"Keywords": self.keywords} if self.keywords else {}),
        }
        entries = {name: pdfdoc.PDFString(words) for name, words in said.items()}
        return cast("bytes", pdfdoc.PDFDictionary(entries).format(document))


class Numbers(pdfdoc.PDFArray):  # type: ignore[misc]
    """Numbers as they stand in most files, a font's widths among them: spelled once."""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:  # noqa: ARG002
        return _spelled(tuple(self.sequence))


@lru_cache(maxsize=64)
def _spelled(numbers: tuple[float, ...]) -> bytes:
    return f"[{' '.join(f'{round(number, 3):g}' for number in numbers)}]".encode("ascii")


@lru_cache(maxsize=32)
def packed_font(font: bytes) -> bytes:
    """A font as it is embedded; most files hold the same letters of it."""
    return zlib.compress(font)


class ArchiveDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    tags: Tags

    def format(self) -> bytes:
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
        self.tags.end_page()
        super().showPage()
        page = self._doc.Pages.pages[-1]
        page.__class__ = ArchivePage
        page.StructParents = len(self._doc.Pages.pages) - 1
        page.Tabs = pdfdoc.PDFName("S")
        page.Trans = None

    def save(self) -> None:
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
