"""What a page is to whoever doesn't see it: its parts, in the order they are read.

A pen says what it draws: words of a paragraph or of a cell, a picture with words for it, or
lines that mean nothing by themselves. This keeps it as the tree of a tagged PDF, and marks on the
page what belongs to which part of the tree (ISO 32000-1, 14.6 to 14.8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
        """Whether there is anything in it to be read."""
        return bool(self.kids) or self.kind in KEPT_EMPTY


class Tags:
    """Follows a pen over the pages of a document.

    Args:
      lay: puts drawing operations on the page as it is now.
    """

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
        """What is drawn meanwhile is a picture.

        Args:
          words: what it shows, for whoever doesn't see it.
          corners: its left, bottom, right and top edge, in points.
        """
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
        """Words are drawn next.

        Returns:
          Whether they go on with the words before, and a space has to part them.
        """
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
        """What is drawn next stands on the next page."""
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
