"""What a director does about a dispute, through the pages; every tap is counted."""

from __future__ import annotations

import io
from contextlib import contextmanager
from itertools import count

import pypdfium2
import pytest

from ledger.game.calls.facts import DirectorCalled
from ledger.game.going_on import open_procedures
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.case_file import case_in
from ledger.tournament.tournament import tournament_named
from tests.desks import A, Table
from tests.officials import Director
from tests.web.a_tablet import question
from tests.web.disputes.by_book import ARISES, COMES
from tests.web.entry_hall import SLUG
from tests.web.waiting import until

COUNTED = """(() => {
  const where = ({ localName, className, textContent }) =>
    `${location.pathname} ${localName}.${className} ${(textContent ?? "").trim().slice(0, 30)}`;
  const more = (taps, target) => {
    sessionStorage.taps = Number(sessionStorage.taps ?? 0) + taps;
    sessionStorage.tapped = `${sessionStorage.tapped ?? ""}${taps}: ${where(target)}\\n`;
  };
  const typing = (where) => where.matches?.("input:not([type=radio], [type=checkbox]), textarea");
  const on = (kind, heard) => addEventListener(kind, heard, { capture: true });
  on("pointerdown", ({ target }) => more(1, target));
  on("keydown", ({ target, repeat }) => repeat || typing(target) || more(1, target));
  // one opens it, one chooses
  on("change", ({ target }) => target.tagName === "SELECT" && more(2, target));
})()"""
"""Put into every page before anything of it runs: no tap escapes, whoever makes it."""


class Tapping:
    """A page that is touched: what a director needs a tap or a key for is counted by the page.

    Words typed into a field, and looking, cost none.
    """

    def __init__(self, page):
        self.page = page
        page.add_init_script(COUNTED)

    @property
    def taps(self):
        self.page.wait_for_load_state()
        return self.page.evaluate("Number(sessionStorage.taps ?? 0)")

    def tap(self, what):
        """Tap what a selector or a locator finds, once the scripts of its page are there."""
        self.page.wait_for_load_state()
        (self.page.locator(what) if isinstance(what, str) else what).click()

    def give(self, what):
        """Tap what writes a form, once what it does is in sight: until then it is only shown."""
        form = self.page.locator(what).locator("xpath=ancestor::form")
        form.locator("[name=previewed]").wait_for(state="attached")
        self.tap(what)

    def choose(self, what, value):
        """Choose from a list: a tap that opens it, a tap that chooses."""
        self.page.locator(what).select_option(value)

    def write(self, what, words):
        field = self.page.locator(what)
        field.fill(words)
        # the rules that are found lie over what stands below, until one leaves the field
        field.evaluate("field => field.closest('.rule-field') && field.blur()")

    def look(self, address):
        """Go where one is already, or come back later: no tap of this act."""
        self.page.goto(address)

    def says(self, what="main"):
        return " ".join(self.page.locator(what).inner_text().split())

    @contextmanager
    def within(self, act):
        """What is done meanwhile takes no more taps than this may, and one at least."""
        before = self.taps
        yield
        taken = self.taps - before
        if not 1 <= taken <= LIMITS[act]:
            tapped = self.page.evaluate("sessionStorage.tapped ?? ''").splitlines()[-taken:]
            pytest.fail("\n".join((f"{act} takes {taken} taps, not {LIMITS[act]}", *tapped)))


CALL = "director-called"
"""The procedure of a director who was called."""

LIMITS = {
    "evidence": 1, "gap": 3, "warning": 4, "penalty": 3, "amendment": 4, "taking back": 3,
    "turns since": 3, "telling": 1,
}  # fmt: skip
"""Taps that each may take (issue 28), from the desk or the page where one learns of it."""

ADDED = {
    "points": "points", "time": "time", "spread": "spread", "turn": "turn", "times": "clocks",
    "result": "result", "warn": "warn", "forfeit": "forfeit",
}  # fmt: skip
"""The button that adds the line of a field."""


class Dispute:
    """One table in dispute: its game by the desk, its tablet, and the director's pages."""

    def __init__(self, hall, tablet, director, number, name, book, arises=None, *, whole=True):
        """``arises``: how it comes about, where the page has a part in that."""
        self.whole = whole
        self.hall, self.tablet, self.director = hall, tablet, director
        self.number, self.book, self.comes = number, book, COMES[name][book]
        tablet.hall = hall
        self.table = Table(hall.desk, hall.games[number - 1])
        self.table.numbers = count(number * 100_000)
        self.table.enter(DetermineStarter(starter=1, method="draw"))
        self.table.enter(StartGame())
        self.case = 0
        (arises or ARISES[name])(self)

    @property
    def cited(self):
        """The rule that the record cites for it."""
        return f"{self.book} {self.comes.rule}"

    @property
    def rules(self):
        return Director(self.hall.desk).rules_of(self.table.game)

    def came_out(self):
        """All is as the book has it (``Comes``)."""
        now, comes = self.sheet, self.comes
        assert (now.stands, now.stock.racks, now.ended) == (comes.totals, comes.racks, comes.ended)
        assert (len(self.warnings(A)), len(self.warnings(A.opponent))) == comes.warned
        if comes.clocks:
            assert now.clock.times == comes.clocks

    @property
    def sheet(self):
        return self.hall.desk.sheet(self.table.game)

    @property
    def page(self):
        return self.director.page

    def call(self, reason, about=""):
        """The scorekeeper calls the director, on the tablet: two taps; of conduct, whose act."""
        tablet = self.tablet
        tablet.open(self.number)
        tablet.page.click("[data-do=director]")
        tablet.page.click(f".panel .choices button:has-text('{reason}')")
        if reason == "Conduct":
            tablet.page.click(f".panel .choices button:has-text('{about or 'not known'}')")
        tablet.until("document.getElementById('going').textContent.includes('has been called')")
        tablet.sent()
        return self.sheet.version

    def at_the_desk(self):
        """The desk, and the row of the call from this table."""
        self.director.look(f"{self.hall.address}/desk")
        return self.matter("call")

    def matter(self, kind):
        """The line of this table on the desk, in which a matter of this kind waits."""
        row = self.page.locator(f".matter[data-game='{self.table.game}'][data-kinds~='{kind}']")
        row.wait_for()
        return row

    def beside(self, kind):
        """All that can be done about it, beside the list, for the line that is looked at."""
        self.matter(kind).focus()
        return self.page.locator("#peek")

    def details(self, kind):
        """All that can be done about it, beside the list or over it: one tap."""
        self.director.tap(self.matter(kind).locator(".more"))
        return self.page.locator("#peek")

    def evidence(self):
        """What happened, one tap from the call; the words of the page."""
        self.at_the_desk()
        evidence = self.beside("call").get_by_role("link", name="Evidence").first
        with self.director.within("evidence"):
            self.director.tap(evidence)
            self.page.locator("text=Incidents").first.wait_for()
        return self.director.says()

    def open_case(self, category="procedure", seat=A, rule=""):
        """A case from the call, with the facts as they were then."""
        self.at_the_desk()
        call = self.details("call").locator("[data-which^='call']")
        self.director.tap(call.get_by_role("link", name="Open a case"))
        self.director.choose("select[name=category]", category)
        if seat is not None:
            self.director.tap(f"label:has(input[name=seat][value={seat.value}])")
        if rule:
            self.director.write("input[name=rule]", rule)
        self.director.tap("text=Open the case")
        self.page.locator("#facts-title").wait_for()
        self.case = int(self.page.url.rsplit("/", 1)[1])
        return self.director.says("section:has(#facts-title)")

    def open_again(self):
        """Back to the page of the case."""
        self.director.look(f"{self.hall.address}/t/{SLUG}/cases/{self.case}")

    def hear(self, *said):
        """Each player in turn, in their own words."""
        for name, words in zip(self.sheet.names, said, strict=True):
            self.director.tap(f"#heard .fold > summary:has-text('Hear {name}')")
            form = f"#heard details:has(summary:has-text('Hear {name}'))"
            self.director.write(f"{form} textarea", words)
            self.director.tap(f"{form} button:has-text('Record it')")
            self.page.locator(f"blockquote:has-text('{words}')").wait_for()

    def rule(self, finding, citation, **follows):
        """See what the ruling would do, then carry it out; what the preview said."""
        self.director.write(".ruling-form input[name=finding]", finding)
        self.director.write("#ruled-under", citation)
        self.page.keyboard.press("Tab")  # the list of rules closes
        self.follows(follows)
        self.page.locator("#finding [name=previewed]").wait_for(state="attached")
        seen = self.director.says("section:has(#finding-title) .case-seen")
        self.director.tap("section:has(#finding-title) >> text=Enter the ruling")
        self.page.locator("#ruled-title").wait_for()
        return seen

    def follows(self, lines):
        """What follows from the ruling, field by field; a line is added where there is none."""
        for field, value in lines.items():
            kind = ADDED.get(field.partition("_")[0])
            line = f"section:has(#finding-title) .lines [name={field}]"
            if kind and not self.page.locator(line).count():
                self.director.tap(f"section:has(#finding-title) button.add[value={kind}]")
            there = self.page.locator(f"section:has(#finding-title) [name={field}]").first
            if there.is_hidden():
                self.director.tap("#finding form > .fold > summary")
            if there.evaluate("one => one.tagName") == "SELECT":
                self.director.choose(f"section:has(#finding-title) [name={field}]", value)
            elif there.get_attribute("type") == "checkbox":
                there.set_checked(bool(value))
            else:
                there.fill(value)

    def at_the_table(self):
        """From the call to the entry page, under the director's own badge."""
        self.at_the_desk()
        self.director.tap(self.details("call").get_by_role("link", name="Enter turns"))
        until(self.page, "window.tilescribe?.game.now?.open !== undefined")

    def steps(self):
        """The steps that are recorded, of all that goes on at the table."""
        opened = [one for one in open_procedures(self.sheet, self.rules) if one.name != CALL]
        return [step for one in opened for step in one.steps if step.asks]

    def is_offered(self):
        """The sheet of what goes on has every step the book wants, with the rules it rests on."""
        offered = tuple(step.asks for step in self.steps())
        assert offered == self.comes.offered
        self.director.tap(".going .about")
        shown = self.director.says(".panel[open]")
        for step in self.steps():
            assert " ".join(step.does.split()) in shown
        assert self.comes.rule in shown
        self.page.keyboard.press("Escape")
        self.page.locator(".panel[open]").wait_for(state="detached")

    def step(self, asks, choices=(), **typed):
        """Record a step of what goes on at the table, by the request it is recorded with.

        ``choices`` are tapped by their words, in pairs of field and word; ``typed`` are fields.
        """
        before = self.sheet.version
        does = next(step.does for step in self.steps() if step.asks == asks and not step.done)
        self.director.tap(".going .about")
        record = self.page.locator(".panel .procedure li").filter(has_text=does)
        self.director.tap(record.get_by_role("button"))
        self.page.locator(".panel[open] .record .go").wait_for()
        for field, word in choices:
            self.director.tap(f"{question(self.page, field)} button:text-is('{word}')")
        for field, words in typed.items():
            for part, each in enumerate(words if isinstance(words, tuple) else (words,)):
                self.director.write(f"{question(self.page, field)} input >> nth={part}", each)
        while self.page.inner_text(".panel .record .go") == "Next":
            self.director.tap(".panel .record .go")
        self.director.tap(".panel .record .go")
        until(self.page, f"tilescribe.game.state.game.version > {before}")

    @staticmethod
    def is_the_call(opened):
        return isinstance(opened.fact, DirectorCalled)

    def decide(self, way, reading=0):
        """One of three ways; the reading that leads there, where the rule has several."""
        chosen = self.page.locator(f".decision:has([name=decides][value={way}])")
        readings = chosen.locator("label.reading")
        self.director.tap(
            readings.nth(reading) if readings.count() else chosen.locator("label.big")
        )

    def tell(self):
        self.director.tap("section:has(#ruled-title) button:has-text('Told')")
        self.page.locator("section:has(#ruled-title) .chip:has-text('told')").wait_for()

    def rule_on_it(self, way="enter"):
        """From the refusal on the desk to both being told: three taps, and one to tell them."""
        director = self.director
        director.look(f"{self.hall.address}/desk")
        with director.within("gap"):
            refused = self.beside("for-a-ruling")
            director.tap(refused.get_by_role("link", name="Rule on it").first)
            self.decide(way)
            director.give("text=Enter the ruling")
            self.page.locator("#ruled-title").wait_for()
        self.case = int(self.page.url.rsplit("/", 1)[1])
        with director.within("telling"):
            self.tell()

    def settle(self, outcome):
        """The director is done at the table; play goes on."""
        row, call = self.at_the_desk(), self.details("call").locator("[data-which^='call']")
        if call.get_by_role("button", name="I’m at the table").count():
            self.director.tap(call.get_by_role("button", name="I’m at the table"))
            row.get_by_role("button", name="Settled…").wait_for()
        self.director.tap(call.get_by_role("button", name="Settled…"))
        self.director.write("#outcome", outcome)
        self.director.tap("#settle >> text=Record it")
        row.wait_for(state="detached")

    def as_known_after(self, version):
        """Both totals on the replay, as the record was known after that event."""
        at = self.sheet.event(version).envelope.written_at.isoformat().replace("+00:00", "Z")
        self.director.look(f"{self.hall.address}/t/{SLUG}/r1/t{self.number}/?asof={at}")
        shown = self.page.locator(".player .total b").all_inner_texts()
        return tuple(int(one.replace("−", "-")) for one in shown[:2])

    def paper(self, form):
        """The words of a paper of the case, taken away from its page."""
        address = f"/t/{SLUG}/cases/{self.case}"
        assert f'href="{address}/{form}.pdf"' in self._asked(address).text()
        return words_of(io.BytesIO(self._asked(f"{address}/{form}.pdf").body()))

    def paper_of_the_game(self, form):
        """The words of a paper of the game, taken away from its replay."""
        answer = self._asked(f"/t/{SLUG}/r1/t{self.number}/{form}.pdf")
        return words_of(io.BytesIO(answer.body()))

    def _asked(self, address):
        """What the browser is sent who asks for it, without a page drawn of it."""
        answer = self.page.context.request.get(f"{self.hall.address}{address}")
        assert answer.ok, answer.text()
        return answer

    def row(self, number):
        """A row of the board, as it lies: a full stop for each empty square."""
        squares = self.sheet.board.squares[(number - 1) * 15 : number * 15]
        return " ".join(one or "." for one in squares)

    @property
    def file(self):
        tournament = tournament_named(SLUG, self.hall.desk.log)
        return case_in(self.hall.desk.log, tournament.cases[self.case - 1])

    def warnings(self, seat=A):
        """Warnings of this player in the tournament."""
        number = self.sheet.numbers[seat.place]
        return tournament_named(SLUG, self.hall.desk.log).conduct.warnings_of(number)


def words_of(paper):
    """What a PDF says."""
    with pypdfium2.PdfDocument(paper) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(pages).split())
