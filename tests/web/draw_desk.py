"""Draws the pictures of the director's page in the manual: the desk, a case, the evidence.

.venv/bin/python -m tests.web.draw_desk
"""

from __future__ import annotations

import io
import random
import tempfile
from itertools import count
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from ledger.game.calls.requests import CallDirector, DirectorSetsOut
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import ReadClocks
from ledger.game.exchanges.requests import ExchangeTiles
from tests.an_event import said
from tests.desks import DIRECTOR, A, B, Table
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.chromium import launched
from tests.web.draw_tablet import COLOURS
from tests.web.entry_hall import SLUG, a_hall
from tests.web.every_sheet import a_table

MANUAL = Path(__file__).resolve().parents[2] / "web" / "manual"
PICTURES = "desk", "case", "evidence", "warn"
TABLES = 60
FIRST = ("Ama", "Bela", "Chidi", "Dita", "Enno", "Fenna", "Goran", "Hana", "Ivo", "Juno")
LAST = ("Adeyemi", "Brandt", "Costa", "Dlamini", "Eriksen", "Farkas", "Grech", "Holm", "Idowu",
        "Jansen", "Kovac", "Lind", "Mensah")  # fmt: skip
NAMES = tuple(f"{FIRST[n % 10]} {LAST[n % 13]}" for n in range(2 * TABLES))
assert len(set(NAMES)) == len(NAMES), "a name that two have shows their numbers"
DISPUTED = 14


def draw(where=None):
    with sync_playwright() as engine, tempfile.TemporaryDirectory() as folder:
        browser = launched(engine.chromium)
        with a_hall(Path(folder), tables=TABLES, names=NAMES) as hall:
            number = a_busy_hall(hall)
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            let_in(context, hall, "D1")
            page = context.new_page()
            page.goto(f"{hall.address}/desk")
            page.wait_for_selector(".matters li")
            page.click(f".table-tile[data-game='{hall.games[DISPUTED - 1]}']")
            page.wait_for_selector("#peek-acts a")
            page.wait_for_selector("#peek-body .board")
            page.evaluate("document.querySelector('.hall-view').scrollTop = 0; scrollTo(0, 0)")
            kept(page, "desk", where)
            page.goto(f"{hall.address}/t/{SLUG}/cases/{number}")
            under = page.locator("section:has(#ruled-title)").bounding_box()
            top = {"x": 0, "y": 56, "width": 1280, "height": under["y"] + under["height"] - 44}
            kept(page, "case", where, full_page=True, clip=top)
            page.goto(f"{hall.address}/t/{SLUG}/r1/t{DISPUTED}/evidence?at=6")
            kept(page, "evidence", where, full_page=True)
            page.goto(f"{hall.address}/t/{SLUG}/r1/t{DISPUTED}/warn")
            kept(page, "warn", where, full_page=True)
            context.close()
        browser.close()


def a_busy_hall(hall):
    """Every table with a turn or two; calls, slips, little time, refusals; a case at one."""
    chance = random.Random(3)
    for number in range(1, TABLES + 1):
        table = a_table_like(hall, number)
        table.play(A, "8D", "WINDY")
        left = chance.randint(900, 1490), chance.randint(900, 1490)
        table.enter(ReadClocks(), clocks=(left[0], 95 if number == 9 else left[1]))
        if number in (5, DISPUTED, 33):
            continue
        if number % 13 == 6:
            table.enter(IssueChallenge(seat=B, words=("WINDY",)))
        elif number % 3:
            table.play(B, "9C", "HOT")
        if number in (23, 41):
            table.enter(CallDirector(reason="equipment", stopped=True))
            table.enter(DirectorSetsOut(), by=DIRECTOR)
        if number == 8:
            table.ask(ExchangeTiles(seat=A if number % 3 else B, count=9))
    for number in (5, 33):
        a_table_like(hall, number, begun=True).enter(
            CallDirector(reason="rule-question", stopped=True)
        )
    return a_dispute(hall)


def a_dispute(hall):
    """A challenge that comes late, a call, a case with both heard; the number of the case."""
    table = a_table_like(hall, DISPUTED, begun=True)
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True))
    table.enter(CallDirector(reason="dispute", seat=A, stopped=True), clocks=(1130, 1172))
    director = Director(hall.desk)
    director.warn(SLUG, table.sheet.numbers[0], "distraction", by=DIRECTOR, game=table.game)
    case = director.open_case(
        table.game, "challenge", by=DIRECTOR, seat=A, call=table.sheet.version, title="in time?"
    )
    for seat, words in ((A, "I had drawn before he said it."), (B, "My tiles were in the bag.")):
        director.take_statement(
            case, table.sheet.name(seat), "player", said(words), by=DIRECTOR, seat=seat
        )
    director.rule(case, table.game, "in time", "wespa-5.1 3.10.1(b)", by=DIRECTOR)
    return director.case_file(case).opened.number


class _At:
    """What ``a_table`` needs of a tablet."""

    def __init__(self, hall):
        self.hall = hall


def a_table_like(hall, number, *, begun=False):
    if not begun:
        return a_table(_At(hall), number)
    table = Table(hall.desk, hall.games[number - 1])
    table.numbers = count(number * 1000 + 500)
    return table


def kept(page, name, where=None, **how):
    saved(taken(page, **how), name, where)


def taken(page, **how):
    """What is seen, once nothing moves any more."""
    page.wait_for_timeout(500)
    return Image.open(io.BytesIO(page.screenshot(**how))).convert("RGB")


def saved(picture, name, where=None, colours=COLOURS):
    """Into the manual or elsewhere, with the few colours that a page has."""
    path = (where or MANUAL) / f"{name}.png"
    picture.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{name}: {picture.size}, {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    draw()
