"""The bundle: all papers of a case as one file, with contents, page numbers and bookmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from printing import (
    board_picture,
    flowing,
    how_to_check,
    incident_record,
    score_sheet,
    slips_in_bundle,
)
from printing.boards_beside import ABOVE, APART, SIDE, BoardAt, draw_board_at
from printing.flowing import Row, Section, row_of
from printing.heading import Form, Heading, footing_lines, heading_lines
from printing.how_to_check import PROGRAM, HowToCheck
from printing.incident_record import IncidentRecord
from printing.long_forms import draw_long
from printing.page import A4, Paper, plain
from printing.pen import SIGN, Pen
from printing.score_sheet import ScoreSheet
from printing.slips_in_bundle import SlipAt, Slips

FORM = Form("Appeal bundle")

COVER = "Cover and contents"
CASE = "The case"
TIMELINE = "What happened, in order"
SCORES = "Score sheet of the game"
BOARDS = "The board before and after"
SLIPS = "Slips, as they were signed"
LOG = "Extract of the log"

AT_TABLE = "When it happened by the tablet / when it was written"
WRITTEN = "What was written, when, and under which badge"

A_PAGE = 4
"""Boards on a page: before and after, as known then and now."""

Entries = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """What one bundle holds. Empty it is a cover to fill in by hand.

    Attributes:
      heading: where it belongs and which record it was printed from.
      record: the case as the incident record has it.
      timeline: events of the case and of the game in words, with the times at the table and in
        the record.
      scores: the score sheet of the game; ``None`` for a case about none.
      boards: before and after each disputed event, as known then and as known now.
      slips: of the result, of blanks and of challenges, with what was signed.
      no_boards: why there is no board; empty where there is one.
      log: (which event, its topic in words, time and badge).
      zone: of the times of day, ``UTC``.
      redacted: what was left out, in a line; empty for a whole copy.
      check: how it is checked without us; ``None`` of one that is only printed. The code at its
        foot does not bind these pages, which say nothing of the case; the signature does.
      binds: the bundle as its code binds it, where that is not as it is printed.
    """

    heading: Heading = field(default_factory=Heading)
    record: IncidentRecord = field(default_factory=IncidentRecord)
    timeline: Entries = ()
    scores: ScoreSheet | None = None
    boards: tuple[BoardAt, ...] = ()
    no_boards: str = ""
    slips: Slips = field(default_factory=Slips)
    log: Entries = ()
    zone: str = "UTC"
    redacted: str = ""
    check: HowToCheck | None = None
    binds: Bundle | None = None


@dataclass(frozen=True)
class Page:
    """What stands on one page: rows of words, a page of the score sheet, boards, or slips.

    Attributes:
      part: the part of the bundle that begins here; empty where one goes on.
      program: lines of the program that checks it.
    """

    part: str = ""
    rows: tuple[Row, ...] = ()
    scores: score_sheet.Page | None = None
    boards: tuple[BoardAt, ...] = ()
    slips: tuple[SlipAt, ...] = ()
    program: tuple[str, ...] = ()


def lines(bundle: Bundle) -> list[str]:
    """The words of the bundle, from its cover to its last page; but for how it is checked."""
    bundle = replace(bundle, check=None)
    pages = pages_of(bundle, A4)
    return [
        *heading_lines(bundle.heading, FORM),
        *flowing.section_lines(cover_of(bundle, contents_of(pages))),
        *(line for _, sections in worded(bundle) for line in flowing.section_lines(sections)),
        *(score_sheet.lines(bundle.scores) if bundle.scores else []),
        *(
            line
            for one in bundle.boards
            for line in (plain(one.caption), plain(one.known), *board_picture.lines(one.picture))
        ),
        *slips_in_bundle.lines(bundle.slips),
        *footing_lines(bundle.heading, FORM, 1, len(pages)),
    ]


def worded(bundle: Bundle) -> list[tuple[str, tuple[Section, ...]]]:
    """The parts that are words, in order."""
    if bundle == Bundle(heading=bundle.heading):
        return []
    first, *rest = incident_record.sections(bundle.record)
    return [
        (CASE, (replace(first, title=CASE), *rest)),
        (TIMELINE, (Section(TIMELINE, (("", f"{AT_TABLE}, {bundle.zone}"), *bundle.timeline)),)),
        (LOG, (Section(LOG, (("", f"{WRITTEN}, {bundle.zone}"), *bundle.log)),)),
    ]


def cover_of(bundle: Bundle, contents: Entries) -> tuple[Section, ...]:
    """The first page: which case, what was left out, who got it, what is where."""
    return (
        Section("", (), incident_record.about(bundle.record)),
        *([Section("Appeal", (("", bundle.record.appeal),))] if bundle.record.appeal else []),
        *([Section("A redacted copy", (("", bundle.redacted),))] if bundle.redacted else []),
        Section(
            "Handed over",
            (),
            (
                row_of(("To", ""), ("By", "")),
                row_of(("Date and time", ""), ("Signature of who received it", ""), high=SIGN),
            ),
        ),
        Section(
            "Contents",
            contents,
            () if contents else (row_of(("Part", ""), ("Page", "", 0.2), high=70.0),),
        ),
    )


def contents_of(pages: Sequence[Page]) -> Entries:
    """What begins on which page."""
    return tuple(
        (f"Page {number}", page.part)
        for number, page in enumerate(pages, 1)
        if page.part != COVER
        if page.part
    )


def pages_of(bundle: Bundle, paper: Paper) -> list[Page]:
    """Every page, the cover first, which is one page always."""
    words = {title: flowing.pages_of(sections, paper) for title, sections in worded(bundle)}
    scores = score_sheet.pages_of(bundle.scores, paper) if bundle.scores else []
    after: list[Page] = []
    for title in (CASE, TIMELINE) if words else ():
        after += [Page(title if n == 0 else "", tuple(r)) for n, r in enumerate(words[title])]
    after += [Page(SCORES if n == 0 else "", scores=one) for n, one in enumerate(scores)]
    if bundle.boards:
        fours = [bundle.boards[n : n + A_PAGE] for n in range(0, len(bundle.boards), A_PAGE)]
        after += [Page(BOARDS if n == 0 else "", boards=four) for n, four in enumerate(fours)]
    elif bundle.no_boards:
        rows = flowing.rows_of((Section(BOARDS, (("", bundle.no_boards),)),))
        after.append(Page(BOARDS, tuple(rows)))
    slips = slips_in_bundle.pages_of(bundle.slips, paper)
    after += [Page(SLIPS if n == 0 else "", slips=one) for n, one in enumerate(slips)]
    if words:
        after += [Page(LOG if n == 0 else "", tuple(r)) for n, r in enumerate(words[LOG])]
    if bundle.check is not None:
        told = flowing.pages_of(how_to_check.sections(bundle.check), paper)
        after += [Page(how_to_check.TITLE if n == 0 else "", tuple(r)) for n, r in enumerate(told)]
        code = how_to_check.program_pages(bundle.check, paper)
        after += [Page(PROGRAM if n == 0 else "", program=rows) for n, rows in enumerate(code)]
    contents = contents_of([Page(COVER), *after])
    cover = flowing.rows_of(cover_of(bundle, contents))
    return [Page(COVER, tuple(cover)), *after]


def blank(paper: Paper = A4) -> bytes:
    """The cover to fill in by hand."""
    return draw(Bundle(), paper=paper)


def draw(*bundles: Bundle, paper: Paper = A4) -> bytes:
    """A PDF of the bundles, each with its own page numbers, and a bookmark at each part.

    Raises:
      ValueError: there is no bundle.
    """
    return draw_long(
        FORM,
        bundles,
        paper,
        pages_of=pages_of,
        draw_page=draw_page,
        bookmark_of=lambda page: page.part,
        archive_part=3 if any(one.check for one in bundles) else 2,
    )


def draw_page(pen: Pen, bundle: Bundle, page: Page, paper: Paper) -> None:
    """Draw what stands on one page."""
    flowing.draw_rows(pen, page.rows)
    if page.scores is not None and bundle.scores is not None:
        score_sheet.draw_page(pen, bundle.scores, page.scores, paper)
    slips_in_bundle.draw_slips(pen, page.slips)
    how_to_check.draw_program(pen, page.program)
    for place, one in enumerate(page.boards):
        row, column = divmod(place, 2)
        draw_board_at(pen, column * APART, flowing.TOP + row * (SIDE + ABOVE + 4.0), one)
