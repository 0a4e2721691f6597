"""Draws a director's acts for the manual: ruling, taking back, closing a round, the register.

.venv/bin/python -m tests.web.draw_rulings
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import sync_playwright

from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.facts import RulingGiven
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.tournament.tournament import tournament_named
from tests.an_event import said
from tests.desks import DIRECTOR, OPTIONS, A, B, signature
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.chromium import launched
from tests.web.draw_desk import NAMES as EVERYBODY
from tests.web.draw_desk import a_table_like, kept
from tests.web.entry_hall import SLUG, a_hall
from tests.web.every_matter import BOOK, FULL_RACK, over, signed_by_one, under_protest

PICTURES = "rule-on", "ruling", "take-back", "closing", "register"
TABLES = 8
NAMES = EVERYBODY[: 2 * TABLES]
WIDTH = 960
"""Pixels across: these pages have one column there, and their words can be read."""


def draw(where: Path | None = None) -> None:
    """Draw them all, into the manual or elsewhere."""
    with sync_playwright() as engine, tempfile.TemporaryDirectory() as folder:
        browser = launched(engine.chromium)
        with a_hall(
            Path(folder), tables=TABLES, book=BOOK, options=OPTIONS[BOOK], names=NAMES
        ) as hall:
            context = browser.new_context(viewport={"width": WIDTH, "height": 800})
            let_in(context, hall, "D1")
            scenes = Scenes(hall, context.new_page(), where)
            scenes.rule_on(1)
            scenes.ruling(2)
            scenes.register()
            scenes.take_back(6)
            scenes.closing()
            context.close()
        browser.close()


class Scenes:
    """A hall in which each picture has a table of its own."""

    def __init__(self, hall, page, where: Path | None) -> None:
        self.hall, self.page, self.where = hall, page, where
        self.director = Director(hall.desk)

    def rule_on(self, number: int) -> None:
        """A tile drawn with seven on the rack, which the book leaves to the director."""
        table, entry = self.under_way(number), uuid4()
        table.desk.enter(table.game, FULL_RACK, Sent(by="K1", command_id=entry))
        self.opens(f"cases/new?entry={entry}")
        self.page.locator("label.reading").first.click()
        self.page.wait_for_selector(".foreseen table")
        self.keeps("rule-on")

    def ruling(self, number: int) -> None:
        """A ruling half typed: points and a warning follow from it, nothing is written yet."""
        table = self.under_way(number)
        case = self.case(table, "conduct", "a phone rang")
        self.opens(f"cases/{self.number(case)}")
        form = self.page.locator("section:has(#finding-title)")
        form.locator("[name=finding]").fill("The phone rang on the table during the turn")
        under = form.locator("[name=citation]")
        under.fill("devices during play")
        self.page.wait_for_selector("[role=option]:visible")
        under.press("ArrowDown")
        under.press("Enter")
        for kind in ("points", "warn"):
            form.locator(f".add[value={kind}]").click()
            form.locator(f"[name={kind}_seat]").select_option("first")
        form.locator("[name=points_amount]").fill("-10")
        self.page.keyboard.press("Tab")
        self.page.wait_for_selector("section:has(#finding-title) .foreseen table")
        self.keeps("ruling", "section:has(#finding-title)", room=12)

    def register(self) -> None:
        """What was ruled on a day: a ruling taken back, one under appeal, two that stand."""
        for number, title, finding, rule in (
            (3, "challenge in time?", "The challenge came in time", "3.10.1(d)"),
            (4, "which letter the blank is", "The blank is an E", "3.1.1(a)"),
            (5, "talking at the table", "He talked while she was thinking", "6.3.1(b)"),
        ):
            table = self.under_way(number)
            case = self.case(table, "procedure", title)
            minus = ApplyPenalty(seat=A, unit="points", amount=10, reason=finding)
            follows = () if number == 3 else (minus,)
            self.director.rule(
                case, table.game, finding, f"{BOOK} {rule}", by=DIRECTOR, follows=follows
            )
            if number == 4:
                again = TakeCaseActBack(act=self.act_of(case), reason="the wrong player", alone="")
                self.director.asks(case, again, DIRECTOR)
        last = said("He asked me first.")
        who = self.hall.desk.sheet(table.game).name(A)
        self.director.lodge_appeal(
            case, who, by=DIRECTOR, grounds=last, seat=A, although="the committee is here"
        )
        self.opens("rulings")
        self.keeps("register")

    def take_back(self, number: int) -> None:
        """A ruling that cost a player thirty points, in a game that both signed."""
        table = self.fresh(number)
        over(table)
        for seat in (A, B):
            table.enter(signature(table.sheet, seat))
        case = self.case(table, "score", "a tile too many")
        minus = ApplyPenalty(seat=B, unit="points", amount=30, reason="an eighth tile was drawn")
        finding = "The eighth tile was drawn on purpose"
        rule, alone = f"{BOOK} 3.9.7", "nobody else is here"
        self.director.rule(
            case, table.game, finding, rule, by=DIRECTOR, follows=(minus,), alone=alone
        )
        self.opens(f"back/{self.act_of(case)}")
        self.page.fill("[name=reason]", "it was the other player")
        self.keeps("take-back")

    def closing(self) -> None:
        """A round that an entry, cases, games, a protest and a slip keep open."""
        signed_by_one(self.fresh(7))
        under_protest(self.fresh(8))
        self.opens("r1/close")
        self.keeps("closing")

    def fresh(self, number: int):
        """A table at which the first play is made."""
        table = a_table_like(self.hall, number)
        table.play(A, "8D", "WINDY")
        return table

    def under_way(self, number: int):
        """A table at which two plays are made."""
        table = self.fresh(number)
        table.play(B, "9C", "HOT")
        table.enter(ReadClocks(), clocks=(1231, 1108))
        return table

    def case(self, table, category: str, title: str):
        """A case about a table, both players heard."""
        case = self.director.open_case(table.game, category, by=DIRECTOR, seat=A, title=title)
        for seat, words in ((A, "I did nothing on purpose."), (B, "I saw it at once.")):
            self.director.take_statement(
                case, table.sheet.name(seat), "player", said(words), by=DIRECTOR, seat=seat
            )
        return case

    def number(self, case) -> int:
        """The number of a case in its tournament."""
        return tournament_named(SLUG, self.hall.desk.log).cases.index(case) + 1

    def act_of(self, case):
        """The request by which it was ruled."""
        events = self.director.case_file(case).events
        return next(e for e in events if isinstance(e.fact, RulingGiven)).envelope.command_id

    def opens(self, address: str) -> None:
        """Open a page of the tournament."""
        self.page.goto(f"{self.hall.address}/t/{SLUG}/{address}")
        self.page.wait_for_load_state()

    def keeps(self, name: str, selector: str = "main .page", room: int = 0) -> None:
        """Keep what a selector finds, over the whole width, with a little room above and below."""
        self.page.evaluate("scrollTo(0, 0)")  # the bar at the top stays where one scrolls to
        found = self.page.locator(selector).first.bounding_box()
        assert found is not None, selector
        clip = {
            "x": 0,
            "y": found["y"] - room,
            "width": WIDTH,
            "height": found["height"] + 2 * room,
        }
        kept(self.page, name, self.where, full_page=True, clip=clip)


if __name__ == "__main__":
    draw()
