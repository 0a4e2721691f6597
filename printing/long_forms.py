"""Forms that take whole pages, as many as they need: each page with its head, foot and number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Protocol, TypeVar

from reportlab.lib.units import mm

from printing.heading import Form, Heading, draw_footing, draw_heading
from printing.page import MARGIN, Paper, new_page, printable
from printing.pen import Pen
from printing.tags import FOOTER, HEADER

WIDTH = 190.0
"""Millimetres: width of what is printed, the same on every paper."""

HEAD = 25.0
"""Millimetres: height of the head."""


class Headed(Protocol):
    """A form that says which tournament and game it belongs to."""

    @property
    def heading(self) -> Heading:
        """What its head says."""


Filled = TypeVar("Filled", bound=Headed)
Part = TypeVar("Part")


def foot_of(paper: Paper) -> float:
    """Millimetres from the top of what is printed to the last line of the foot."""
    return paper.height - 2 * MARGIN - 0.6


def draw_long(
    form: Form,
    filled: Sequence[Filled],
    paper: Paper,
    *,
    pages_of: Callable[[Filled, Paper], Sequence[Part]],
    draw_page: Callable[[Pen, Filled, Part, Paper], None],
    bookmark_of: Callable[[Part], str] = lambda _part: "",
    archive_part: int = 2,
) -> bytes:
    """A PDF of forms, one after the other, each with its own page numbers.

    Args:
      form: which form they are.
      filled: what each of them says.
      paper: its size.
      pages_of: tells what stands on each page of one.
      draw_page: draws what stands between head and foot; the pen is at the top left corner.
      bookmark_of: what a reader's list of contents calls a page; empty for none.
      archive_part: 3 for a file to which others will be attached (``printing.page.new_page``).

    Raises:
      ValueError: there is nothing to print.
    """
    if not filled:
        raise ValueError(f"there is no {form.name.lower()} to print")
    buffer = BytesIO()
    canvas = new_page(f"{form.name}s", buffer, paper, archive_part)
    corner = (paper.width - WIDTH) / 2 * mm, (paper.height - MARGIN) * mm
    bookmarks = 0
    tags = canvas.tags
    for one in filled:
        pages = pages_of(one, paper)
        with tags.part("Sect"):
            for number, part in enumerate(pages, start=1):
                pen = Pen(canvas, *corner)
                # The head is read once; on further pages it only says where the reader is.
                with tags.aside("" if number == 1 else HEADER):
                    draw_heading(
                        pen, WIDTH, one.heading, form, code_side=HEAD, title_size=16, name_size=12,
                        in_corner=True,
                    )  # fmt: skip
                draw_page(pen, one, part, paper)
                if bookmark := bookmark_of(part):
                    bookmarks += 1
                    canvas.bookmarkPage(f"part-{bookmarks}")
                    canvas.addOutlineEntry(printable(bookmark), f"part-{bookmarks}")
                with tags.aside(FOOTER):
                    draw_footing(pen, foot_of(paper), WIDTH, one.heading, form, number, len(pages))
                canvas.showPage()
    if bookmarks:
        canvas.showOutline()
    canvas.save()
    return buffer.getvalue()
