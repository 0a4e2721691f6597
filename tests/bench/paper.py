"""Result slips: one, and two hundred with their QR codes, beside a browser that prints as many.

The browser gets the same words and the same square codes as one page of HTML, two slips a sheet:
a plain box for each line, which is less than a slip of ours holds. Its start is told apart.
"""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from html import escape
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ledger.proof.paper_codes import PrintedCodes
from ledger.proof.signed_paper import Player, ResultPaper, Signer
from printing.engine.heading import Heading
from printing.papers import Papers
from printing.signed_codes import Signs
from printing.slips import result_slip
from printing.slips.result_slip import ResultSlip, Side, draw
from printing.source import Source
from tests.bench import bundling
from tests.bench.table import Row, best_of, timed
from tests.web.chromium import CHROMIUM, launched

HOW_MANY = 200


def rows():
    slips = [a_slip(table) for table in range(1, HOW_MANY + 1)]
    blank = best_of(5, lambda: draw(ResultSlip()))
    events = count(31)
    with TemporaryDirectory() as folder, closing(PrintedCodes(Path(folder))) as noted:
        one = best_of(10, lambda: _printed(1, next(events), noted))
        many = best_of(3, lambda: _printed(HOW_MANY, next(events), noted))
        proved = best_of(10, lambda: _printed(1, next(events), noted, SIGNS))
        proved_many = best_of(3, lambda: _printed(HOW_MANY, next(events), noted, SIGNS))
    floor = f"{1e3 * blank:.1f} ms blank, without a code"
    yield Row("one result slip with QR", f"{1e3 * one:.1f} ms", "<= 8 ms", floor, one <= 8e-3)
    yield Row(f"{HOW_MANY} result slips with QR", f"{many:.2f} s", "<= 1.5 s", floor, many <= 1.5)
    beside = f"{proved / one:.2f} times one without"
    met = proved <= 8e-3 or proved <= 1.2 * one
    aim = "<= 8 ms or 1.2 times"
    yield Row("one result slip, signed by the hall", f"{1e3 * proved:.1f} ms", aim, beside, met)
    beside = f"{proved_many / many:.2f} times those without"
    met = proved_many <= 1.5
    yield Row(f"{HOW_MANY} of them", f"{proved_many:.2f} s", "<= 1.5 s", beside, met)
    yield bundling.row()
    if (browser := by_browser(slips)) is not None:
        running, started = browser
        measured = f"{running:.2f} s, with its start {running + started:.2f} s"
        ratio = f"{running / many:.1f} times ours"
        yield Row("the same by headless Chromium", measured, "none: beside", ratio, met=True)


def by_browser(slips):
    """Seconds Chromium takes to print the slips, and to start; ``None`` where there is none."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        return None
    page_of_all = as_html(slips)
    with sync_playwright() as engine:
        with timed() as start:
            browser = launched(engine.chromium)
        page = browser.new_page()

        def prints():
            page.set_content(page_of_all)
            page.pdf(format="A4", prefer_css_page_size=True)

        printed = best_of(2, prints)
        browser.close()
    return printed, start.seconds


def as_html(slips):
    """The slips as one page of HTML: a box for each line, and the square code."""
    filled = _papers(slips).forms
    parts = []
    for slip in filled:
        code = segno.make(slip.heading.address, error="m").svg_inline(scale=2)
        boxes = "".join(f"<p>{escape(line)}</p>" for line in result_slip.lines(slip))
        parts.append(f"<section>{code}{boxes}</section>")
    return f"<!doctype html><style>{STYLE}</style>{''.join(parts)}"


STYLE = (
    "@page{size:A4;margin:8mm}section{height:139mm;break-inside:avoid;font:9pt sans-serif}"
    "p{display:inline-block;min-width:28mm;height:8mm;margin:0;border:.8pt solid}svg{float:right}"
)


SIGNS = Signs(Signer(Ed25519PrivateKey.from_private_bytes(bytes(32))), lambda position: position)


def _printed(how_many, event, noted, signs=None):
    """As a file, and noted as printed: each time of another state, for what is known costs less."""
    slips = [a_slip(table, event) for table in range(1, how_many + 1)]

    def note(headings):
        noted.note([(one.check, one.stands_for) for one in headings])

    if signs is not None:
        slips = [replace(one, heading=replace(one.heading, says=_says(one))) for one in slips]
    _papers(slips, signs).pdf("a4", "https://hall.example", note)


def _says(slip):
    """What it says, for the key to sign."""
    first, second = (
        Player(number=side.number, score=side.score, signed="stroke") for side in slip.sides
    )
    return ResultPaper(
        size=100_000 + slip.heading.event_number, at=slip.finished_at, tournament="harbour-open",
        round_number=3, table=slip.heading.table, version=slip.heading.event_number, edition=1,
        players=(first, second),
    )  # fmt: skip


def _papers(slips, signs=None):
    """With their codes, as they are printed."""
    return Papers.of(result_slip.RESULT_SLIP, Source(link=bytes(32), signs=signs), *slips)


def a_slip(table, event=31):
    return ResultSlip(
        heading=Heading(
            tournament="Harbour Open", round_number=3, table=table, event_number=event,
            state=f"{event}/harbour-open/R3/T{table}",
        ),
        sides=(
            Side(name=f"Zoë Ågren {table}", number=table, started=True, score=431, unplayed=8),
            Side(name="Nguyễn Bích Ngọc", number=2, started=False, score=398, overtime=-10),
        ),
        ending="played out",
        blanks=("E", "S"),
        finished_at=datetime(2026, 11, 21, 11, 0, tzinfo=UTC),
    )  # fmt: skip
