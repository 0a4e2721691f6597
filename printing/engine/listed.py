"""Forms that are sections one after the other and nothing else: their words, and their pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from printing.engine import flowing
from printing.engine.flowing import Headed, Row, Section, draw_long
from printing.engine.heading import Form, footing_lines, heading_lines
from printing.engine.page import A4, Paper
from printing.engine.pen import Pen

Filled = TypeVar("Filled", bound=Headed)
SectionsOf = Callable[[Filled], Sequence[Section]]


def said(form: Form, filled: Filled, sections: SectionsOf[Filled]) -> list[str]:
    """The words on a form, top to bottom, with the foot of its first page."""
    parts = sections(filled)
    return [
        *heading_lines(filled.heading, form),
        *flowing.section_lines(parts),
        *footing_lines(filled.heading, form, 1, len(flowing.pages_of(parts, A4))),
    ]


def drawn(
    form: Form, filled: Sequence[Filled], paper: Paper, sections: SectionsOf[Filled]
) -> bytes:
    """A PDF of such forms, one after the other, each with its own page numbers."""

    def pages_of(one: Filled, paper: Paper) -> list[list[Row]]:
        return flowing.pages_of(sections(one), paper)

    def draw_page(pen: Pen, one: Filled, rows: Sequence[Row], paper: Paper) -> None:
        del one, paper
        flowing.draw_rows(pen, rows)

    return draw_long(form, filled, paper, pages_of=pages_of, draw_page=draw_page)
