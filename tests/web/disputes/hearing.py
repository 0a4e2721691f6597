"""What a director does about a dispute, through the pages; every tap is counted."""

from __future__ import annotations

import io
from contextlib import contextmanager
from itertools import count

import pypdfium2

from ledger.game.facts.calls import DirectorCalled
from ledger.game.play.setting_up.set_up import DetermineStarter, StartGame
from ledger.incidents.case_file import case_in
from ledger.tournament.tournament import tournament_named
from tests.desks import A, Table
from tests.web.entry_hall import SLUG
from tests.web.waiting import until

COUNTED = """(() => {
  const more = (taps) => sessionStorage.setItem("taps", Number(sessionStorage.taps ?? 0) + taps);
  const typing = (where) => where.matches?.("input:not([type=radio], [type=checkbox]), textarea");
  const on = (kind, heard) => addEventListener(kind, heard, { capture: true });
  on("pointerdown", () => more(1));
  on("keydown", ({ target, repeat }) => repeat || typing(target) || more(1));
  on("change", ({ target }) => target.tagName === "SELECT" && more(2)); // one opens it, one chooses
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
    def at_most(self, taps):
        """What is done meanwhile takes so many taps at most, and one at least."""
        before = self.taps
        yield
        assert 1 <= self.taps - before <= taps, f"{self.taps - before} taps"


ADDED = {
    "points": "points", "time": "time", "spread": "spread", "turn": "turn", "times": "clocks",
    "result": "result", "warn": "warn", "forfeit": "forfeit",
}  # fmt: skip
"""The button that adds the line of a field."""


class Dispute:
    """One table in dispute: its game by the desk, its tablet, and the director's pages."""

    def __init__(self, hall, tablet, director, number):
        self.hall, self.tablet, self.director = hall, tablet, director
        self.number = number
        self.table = Table(hall.desk, hall.games[number - 1])
        self.table.numbers = count(number * 100_000)
        self.table.enter(DetermineStarter(starter=1, method="draw"))
        self.table.enter(StartGame())
        self.case = 0

    def put(self, seat, tiles, announced=0):
        """A play of so many tiles, wherever there is room in a row."""
        self.table.put(seat, tiles, announced)

    def fill_up(self, bag, scores):
        """Made-up plays, worth nothing beside these scores, until the bag holds so many."""
        self.table.fill_up(bag, scores)

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

    def details(self, kind):
        """All that can be done about it, beside the list or over it: one tap."""
        self.director.tap(self.matter(kind).locator(".more"))
        return self.page.locator("#peek")

    def evidence(self):
        """What happened, one tap from the call; the words of the page."""
        row = self.at_the_desk()
        with self.director.at_most(1):
            self.director.tap(row.get_by_role("link", name="Evidence"))
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
            self.director.tap(f".hear > summary:has-text('Hear {name}')")
            form = f"details.hear:has(summary:has-text('Hear {name}'))"
            self.director.write(f"{form} textarea", words)
            self.director.tap(f"{form} button:has-text('Write down')")
            self.page.locator(f"blockquote:has-text('{words}')").wait_for()

    def rule(self, finding, citation, **follows):
        """See what the ruling would do, then carry it out; what the preview said."""
        self.director.write("form.case-form input[name=finding]", finding)
        self.director.write("#ruled-under", citation)
        self.page.keyboard.press("Tab")  # the list of rules closes
        for field, value in follows.items():
            kind = ADDED.get(field.partition("_")[0])
            line = f"section:has(#finding-title) .lines [name={field}]"
            if kind and not self.page.locator(line).count():
                self.director.tap(f"section:has(#finding-title) button.add[value={kind}]")
            there = self.page.locator(f"section:has(#finding-title) [name={field}]").first
            if there.evaluate("one => one.tagName") == "SELECT":
                self.director.choose(f"section:has(#finding-title) [name={field}]", value)
            elif there.get_attribute("type") == "checkbox":
                there.set_checked(bool(value))
            else:
                there.fill(value)
        self.page.locator("section:has(#finding-title) .give:enabled").wait_for()
        seen = self.director.says("section:has(#finding-title) .case-seen")
        self.director.tap("section:has(#finding-title) >> text=Enter the ruling")
        self.page.locator("#ruled-title").wait_for()
        return seen

    def at_the_table(self):
        """From the call to the entry page, under the director's own badge."""
        self.at_the_desk()
        self.director.tap(self.details("call").get_by_role("link", name="Go to the table"))
        until(self.page, "window.tilescribe?.game.now?.open !== undefined")

    def step(self, does, choices=(), **typed):
        """Record the step that says this, of what goes on at the table.

        ``choices`` are tapped by their words, in pairs of field and word; ``typed`` are fields.
        """
        before = self.sheet.version
        self.director.tap(".going .about")
        record = f".panel .procedure li:has-text('{does}') button"
        self.director.tap(record)
        self.page.locator(".panel[open] .record .go").wait_for()
        for field, word in choices:
            self.director.tap(f".panel [data-field={field}] button:text-is('{word}')")
        for field, words in typed.items():
            for part, each in enumerate(words if isinstance(words, tuple) else (words,)):
                self.director.write(f".panel [data-field={field}] input >> nth={part}", each)
        self.director.tap(".panel .record .go")
        until(self.page, f"tilescribe.game.state.game.version > {before}")

    @staticmethod
    def is_the_call(opened):
        return isinstance(opened.fact, DirectorCalled)

    def tell(self):
        self.director.tap("section:has(#ruled-title) button:has-text('Told')")
        self.page.locator("section:has(#ruled-title) .tag:has-text('told')").wait_for()

    def rule_on_it(self, way="enter"):
        """From the refusal on the desk to both being told: three taps, and one to tell them."""
        director = self.director
        director.look(f"{self.hall.address}/desk")
        row = self.matter("for-a-ruling")
        with director.at_most(3):
            row.focus()  # beside the list is what else waits there
            director.tap(self.page.locator("#peek").get_by_role("link", name="Rule on it").first)
            director.tap(f"label:has(> [name=decides][value='{way}'])")
            director.tap("text=Enter the ruling")
            self.page.locator("#ruled-title").wait_for()
        self.case = int(self.page.url.rsplit("/", 1)[1])
        with director.at_most(1):
            self.tell()

    def settle(self, outcome):
        """The director is done at the table; play goes on."""
        row, call = self.at_the_desk(), self.details("call").locator("[data-which^='call']")
        if call.get_by_role("button", name="I am at the table").count():
            self.director.tap(call.get_by_role("button", name="I am at the table"))
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
        folded = self.page.locator("details.print:not([open]) > summary")
        if folded.count():
            self.director.tap(folded)
        address = f"/t/{SLUG}/cases/{self.case}"
        self.director.look(f"{self.hall.address}{address}")
        with self.page.expect_download() as taken:
            self.director.tap(f"a[href='{address}/{form}.pdf']")
        return words_of(taken.value.path())

    def paper_of_the_game(self, form):
        """The words of a paper of the game, taken away from its replay."""
        address = f"/t/{SLUG}/r1/t{self.number}/"
        answer = self.page.context.request.get(f"{self.hall.address}{address}{form}.pdf")
        assert answer.ok, answer.text()
        return words_of(io.BytesIO(answer.body()))

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
