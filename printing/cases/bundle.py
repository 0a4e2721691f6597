"""The bundle: all papers of a case as one file, and how to check it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace
from reportlab.lib.units import mm

from ledger.messages import listed
from ledger.proof.note import in_fours
from printing.cases import records
from printing.cases.records import IncidentRecord
from printing.engine import flowing
from printing.engine.flowing import TOP, Row, Section, draw_long, foot_of, row_of
from printing.engine.heading import Drawing, Form, Heading, footing_lines, heading_lines
from printing.engine.labels import SIGN
from printing.engine.page import A4, Paper, parted_as_bound, plain
from printing.engine.pen import Pen
from printing.fonts import MONO, MONO_ADVANCE
from printing.languages import say
from printing.sheets import board_picture, score_sheet
from printing.sheets.board_picture import ABOVE, SIDE, BoardAt, draw_board_at
from printing.sheets.board_picture import APART as APART_BOARD_PICTURE
from printing.sheets.score_sheet import ScoreSheet
from printing.slips import blank_slip, challenge_slip, result_slip
from printing.slips.blank_slip import BlankSlip
from printing.slips.challenge_slip import ChallengeSlip
from printing.slips.result_slip import ResultSlip

# The page of a bundle that tells anybody how to check it without us, and the program for that.


SIZE = 8.5  # points of a line of the program: a hundred signs fill the width of the page
LINE = 4.0  # millimetres from line to line of it


class HowToCheck(Struct, frozen=True, kw_only=True):
    """What somebody needs who has nothing but the file.

    Attributes:
      origin: what the log is called; ``size`` and ``root``: of the checkpoint it is proved under.
      certificate: SHA-256 of the certificate, in hex.
      files: the files inside: name, what it is, SHA-256 in hex.
      proofs: the names of those of them that the program checks.
      left_out: what a redacted copy has a digest for: where it is, what, and the digest.
    """

    origin: str
    size: int
    root: str
    certificate: str
    files: tuple[tuple[str, str, str], ...]
    proofs: tuple[str, ...]
    left_out: tuple[tuple[str, str, str], ...] = ()
    program: str = ""


def sections(how: HowToCheck) -> tuple[Section, ...]:
    half = len(how.root) // 2
    checked = listed(f"python3 check_proof.py {name}" for name in how.proofs)
    steps = (
        (
            say("paper_cases.1-nothing-changed"),
            (say("paper_cases.open-file-in-reader-shows")),
        ),
        (" ", in_fours(how.certificate)),
        (
            say("paper_cases.2-take-apart"),
            (say("paper_cases.files-named-below-lie-inside")),
        ),
        (
            say("paper_cases.3-in-log"),
            (say("paper_cases.with-python-3-and-nothing", checked=checked)),
        ),
        (
            say("paper_cases.4-compare-on-paper"),
            (say("paper_cases.compare-root-with-one-below")),
        ),
        (
            say("paper_cases.what-shows"),
            (say("paper_cases.these-events-stood-in-log")),
        ),
    )
    checkpoint = (
        (say("paper_cases.log"), how.origin),
        (say("paper_cases.size"), say("paper_cases.so-many-events", n=how.size)),
        (say("paper_cases.root"), in_fours(how.root[:half])),
        (" ", in_fours(how.root[half:])),
        (say("paper_cases.witnesses"), say("paper_cases.who-signed-it-since", size=how.size)),
    )
    files = tuple(
        row for name, what, digest in how.files for row in ((name, what), (" ", in_fours(digest)))
    )
    hidden = (
        (
            Section(
                say("paper_cases.left-out-copy-by-its"),
                (("", say("paper_cases.who-holds-whole-bundle-can")), *_with_digests(how.left_out)),
            ),
        )
        if how.left_out
        else ()
    )
    return (
        Section(say("paper_cases.how-check-without-us"), steps),
        Section(say("paper_cases.checkpoint"), checkpoint),
        Section(say("paper_cases.files-inside"), files),
        *hidden,
    )


def _with_digests(left_out: Sequence[tuple[str, str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(
        row for where, what, digest in left_out for row in ((where, what), (" ", in_fours(digest)))
    )


def program_pages(how: HowToCheck, paper: Paper) -> list[tuple[str, ...]]:
    rows = how.program.splitlines()
    most = int((foot_of(paper) - 10.0 - TOP) // LINE)
    return [tuple(rows[start : start + most]) for start in range(0, len(rows), most)]


def draw_program(pen: Pen, rows: Sequence[str]) -> None:
    """Draw lines of the program, as deep in as in the file, sign by sign the same."""
    sign = MONO_ADVANCE * SIZE / mm
    for place, row in enumerate(rows):
        for word in re.finditer(r"\S+", row):
            across, down = word.start() * sign, TOP + 4.0 + place * LINE
            pen.set(pen.x(across), pen.y(down), parted_as_bound(word[0]), MONO, SIZE)


# The slips of a game on whole pages of a bundle: as they were signed, checked and judged.


APART = 5.0  # millimetres between two slips


class Slips(Struct, frozen=True, kw_only=True):
    result: ResultSlip | None = None
    blanks: BlankSlip | None = None
    challenges: tuple[ChallengeSlip, ...] = ()


class SlipAt(Struct, frozen=True):
    """One slip, or one of the slips of a challenge of many words, so far down its page."""

    down: float
    slip: ResultSlip | BlankSlip | tuple[ChallengeSlip, int]


def each_of(
    slips: Slips,
) -> Iterator[tuple[float, ResultSlip | BlankSlip | tuple[ChallengeSlip, int]]]:
    """Every slip with its height, in the order in which they are shown."""
    if slips.result:
        yield result_slip.CELLS.height, slips.result
    if slips.blanks:
        yield blank_slip.CELLS.height, slips.blanks
    for one in slips.challenges:
        for page in range(1, challenge_slip.pages(one) + 1):
            yield challenge_slip.CELLS.height, (one, page)


def pages_of_slips_in_bundle(slips: Slips, paper: Paper) -> list[tuple[SlipAt, ...]]:
    pages: list[list[SlipAt]] = []
    down = room = foot_of(paper) - 7.0
    for high, slip in each_of(slips):
        if down + high > room:
            pages.append([])
            down = TOP
        pages[-1].append(SlipAt(down, slip))
        down += high + APART
    return [tuple(page) for page in pages]


def lines_slips_in_bundle(slips: Slips) -> list[str]:
    return [
        *(result_slip.lines(slips.result) if slips.result else []),
        *(blank_slip.lines(slips.blanks) if slips.blanks else []),
        *(line for one in slips.challenges for line in challenge_slip.lines(one)),
    ]


def draw_slips(pen: Pen, slips: Sequence[SlipAt]) -> None:
    for one in slips:
        there = Pen(pen.canvas, pen.left, pen.top - one.down * mm)
        if isinstance(one.slip, ResultSlip):
            result_slip.draw_slip(there, one.slip)
        elif isinstance(one.slip, BlankSlip):
            blank_slip.draw_slip(there, one.slip)
        else:
            challenge_slip.draw_part(there, one.slip)


FORM = Form("appeal-bundle")


A_PAGE = 4  # boards on a page: before and after, as known then and now

Entries = tuple[tuple[str, str], ...]


class Bundle(Struct, frozen=True, kw_only=True):
    """What one bundle holds. Empty it is a cover to fill in by hand.

    Attributes:
      timeline: events of the case and of the game in words, with the times at the table and in
        the record.
      scores: the score sheet of the game; ``None`` for a case about none.
      boards: before and after each disputed event, as known then and as known now.
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


class Page(Struct, frozen=True):
    """What stands on one page; ``part``: what begins here, empty where one goes on."""

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
        *lines_slips_in_bundle(bundle.slips),
        *footing_lines(bundle.heading, FORM, 1, len(pages)),
    ]


def worded(bundle: Bundle) -> list[tuple[str, tuple[Section, ...]]]:
    if bundle == Bundle(heading=bundle.heading):
        return []
    first, *rest = records.record_sections(bundle.record)
    return [
        (say("paper_cases.case-2"), (replace(first, title=say("paper_cases.case-2")), *rest)),
        (
            say("paper_cases.what-happened-in-order"),
            (
                Section(
                    say("paper_cases.what-happened-in-order"),
                    (
                        ("", say("paper_cases.when-happened-by-tablet-when", zone=bundle.zone)),
                        *bundle.timeline,
                    ),
                ),
            ),
        ),
        (
            say("paper_cases.extract-log"),
            (
                Section(
                    say("paper_cases.extract-log"),
                    (
                        ("", say("paper_cases.what-was-written-when-and", zone=bundle.zone)),
                        *bundle.log,
                    ),
                ),
            ),
        ),
    ]


def cover_of(bundle: Bundle, contents: Entries) -> tuple[Section, ...]:
    return (
        Section("", (), records.about(bundle.record)),
        *(
            [Section(say("paper_cases.appeal"), (("", bundle.record.appeal),))]
            if bundle.record.appeal
            else []
        ),
        *(
            [Section(say("paper_cases.redacted-copy"), (("", bundle.redacted),))]
            if bundle.redacted
            else []
        ),
        Section(
            say("paper_cases.handed-over"),
            (),
            (
                row_of((say("paper_cases.to"), ""), (say("paper_cases.by"), "")),
                row_of(
                    (say("paper.date-and-time"), ""),
                    (say("paper_cases.signature-who-received"), ""),
                    high=SIGN,
                ),
            ),
        ),
        Section(
            say("paper_cases.contents"),
            contents,
            ()
            if contents
            else (
                row_of(
                    (say("paper_cases.part"), ""), (say("paper_cases.page"), "", 0.2), high=70.0
                ),
            ),
        ),
    )


def contents_of(pages: Sequence[Page]) -> Entries:
    return tuple(
        (say("paper_cases.page-number", number=number), page.part)
        for number, page in enumerate(pages, 1)
        if page.part != say("paper_cases.cover-and-contents")
        if page.part
    )


def pages_of(bundle: Bundle, paper: Paper) -> list[Page]:
    """Every page, the cover first, which is one page always."""
    words = {title: flowing.pages_of(sections, paper) for title, sections in worded(bundle)}
    scores = score_sheet.pages_of(bundle.scores, paper) if bundle.scores else []
    after: list[Page] = []
    for title in (
        (say("paper_cases.case-2"), say("paper_cases.what-happened-in-order")) if words else ()
    ):
        after += [Page(title if n == 0 else "", tuple(r)) for n, r in enumerate(words[title])]
    after += [
        Page(say("paper_cases.score-sheet-game") if n == 0 else "", scores=one)
        for n, one in enumerate(scores)
    ]
    if bundle.boards:
        fours = [bundle.boards[n : n + A_PAGE] for n in range(0, len(bundle.boards), A_PAGE)]
        after += [
            Page(say("paper_cases.board-before-and-after") if n == 0 else "", boards=four)
            for n, four in enumerate(fours)
        ]
    elif bundle.no_boards:
        rows = flowing.rows_of(
            (Section(say("paper_cases.board-before-and-after"), (("", bundle.no_boards),)),)
        )
        after.append(Page(say("paper_cases.board-before-and-after"), tuple(rows)))
    slips = pages_of_slips_in_bundle(bundle.slips, paper)
    after += [
        Page(say("paper_cases.slips-as-they-were-signed") if n == 0 else "", slips=one)
        for n, one in enumerate(slips)
    ]
    if words:
        after += [
            Page(say("paper_cases.extract-log") if n == 0 else "", tuple(r))
            for n, r in enumerate(words[say("paper_cases.extract-log")])
        ]
    if bundle.check is not None:
        found_rows = flowing.pages_of(sections(bundle.check), paper)
        after += [
            Page(say("paper_cases.how-check-without-us") if n == 0 else "", tuple(r))
            for n, r in enumerate(found_rows)
        ]
        code = program_pages(bundle.check, paper)
        after += [
            Page(say("paper_cases.program-checks") if n == 0 else "", program=rows)
            for n, rows in enumerate(code)
        ]
    contents = contents_of([Page(say("paper_cases.cover-and-contents")), *after])
    cover = flowing.rows_of(cover_of(bundle, contents))
    return [Page(say("paper_cases.cover-and-contents"), tuple(cover)), *after]


def draw(*bundles: Bundle, paper: Paper = A4) -> bytes:
    """A PDF of the bundles, each with its own page numbers, and a bookmark at each part."""
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
    flowing.draw_rows(pen, page.rows)
    if page.scores is not None and bundle.scores is not None:
        score_sheet.draw_page(pen, bundle.scores, page.scores, paper)
    draw_slips(pen, page.slips)
    draw_program(pen, page.program)
    for place, one in enumerate(page.boards):
        row, column = divmod(place, 2)
        draw_board_at(
            pen, column * APART_BOARD_PICTURE, flowing.TOP + row * (SIDE + ABOVE + 4.0), one
        )


BUNDLE = Drawing(FORM, Bundle, lines, draw)
