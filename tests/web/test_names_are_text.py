"""Hostile names and reasons through every way out of the record: shown as spelled, obeyed by none.

A hall of people who are called like that plays beside one whose people have plain names: whatever
differs between two pages other than the words is something that was interpreted.
"""

from __future__ import annotations

import json
import logging
import re
from itertools import count
from urllib.parse import quote
from uuid import uuid4

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.requests import CorrectScore, PlaceTiles
from ledger.gcg import read_gcg
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.names import spelled
from ledger.transcript import read_transcript, view, write_transcript
from ledger.vocabulary import CONSOLE, Placement, Role, Seat
from ledger.vocabulary.names import unwritable
from ledger.vocabulary.refusals import Refusal
from printing.engine.fitting import named
from printing.engine.page import characters_without_glyph, printable
from printing.forms import of_a_game
from printing.slips.filled_slips import result_slip_papers
from printing.slips.result_slip import HALF
from printing.source import NOTHING_ELSE
from tests.officials import Organiser
from tests.printing.test_hostile_names import squeezed, text_of
from tests.web.a_server import served_on_loopback
from tests.web.conftest import FOR_PEOPLE
from tests.web.hostile_names import HOSTILE, MARK
from tests.web.nothing_inline import Page
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

PIN = "a good pin"
FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
NAMES = [
    name
    for name in HOSTILE
    if name.strip() and not unwritable(name) and not characters_without_glyph(name)
]


def printed(form, sheet, paper):
    """A form as the service prints it, without what the record says besides."""
    return of_a_game(form, sheet, NOTHING_ELSE).pdf(paper)


class Club:
    """A tournament of people with given names, one round, and an application in front of it."""

    def __init__(self, here, names, reasons, title):
        self.here, self.names = here, list(names)
        self.office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        for badge, role in (
            ("K1", Role.SCOREKEEPER),
            ("D1", Role.DIRECTOR),
            ("J1", Role.WORD_JUDGE),
        ):
            self.office.issue(badge, title, role, by=CONSOLE)
        organiser = Organiser(here.desk)
        organiser.open_tournament(
            "club", title, "wespa-5.1", by=CONSOLE, place=title,
            options=(("challenge-mode", "points-per-word-5"),),
        )  # fmt: skip
        people = [PlayerEntered(number=n, name=name) for n, name in enumerate(self.names, 1)]
        organiser.enter_players("club", people, by=CONSOLE)
        # Two spellings of one name have their numbers behind it.
        self.names = [player.name for player in organiser.tournament("club").players]
        for number, (shown, name) in enumerate(zip(self.names, names, strict=True), 1):
            assert shown == name or spelled(shown, number) == name.rstrip()
        pairs = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, len(self.names) // 2 + 1)]
        self.games = organiser.pair_round("club", 1, pairs, by=CONSOLE)
        first = self.games[0]
        request = [
            DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)),
            StartGame(),
            PlaceTiles(seat=Seat.FIRST, placement=Placement("8D", "WINDY"), announced=32),
        ]
        for one in request:
            self.enter(first, one)
        line = here.desk.sheet(first).lines[0].version
        points = count(1)
        for reason in reasons:
            self.enter(
                first,
                CorrectScore(version=line, now=next(points), reason=reason, approved_by=reason),
            )
        site = RecordSite(here.log, here.hall, here.desk)
        self.app = create_app(site, None, printed, self.office, TESTING=True)

    def enter(self, game, request):
        return self.here.desk.record(game, request, Sent(by="D1", command_id=uuid4()))

    def client(self, badge="D1"):
        client = self.app.test_client()
        client.set_cookie("tilescribe-session", self.office.sessions.begin(badge))
        return client

    def get(self, path, badge="D1"):
        return self.client(badge).get(path, headers=FOR_PEOPLE)

    def seats(self, table):
        return self.names[2 * table - 2], self.names[2 * table - 1]


TITLE = "<script>window.__pwned=1</script> {{7*7}} =1+1 %s"
REASONS = [name for name in HOSTILE if name.strip()]


@pytest.fixture(scope="module")
def clubs(tmp_path_factory):
    """The hostile club and its plain twin."""
    names = NAMES[: len(NAMES) // 2 * 2]
    folder = tmp_path_factory.mktemp("clubs")
    with opened(folder / "hostile", make=True) as one, opened(folder / "plain", make=True) as other:
        plain = [f"Player {n}" for n in range(len(names))]
        yield (
            Club(one, names, REASONS[:60], TITLE),
            Club(other, plain, [f"reason {n}" for n in range(60)], "Club"),
        )


def test_S5_there_are_three_hundred_and_most_can_be_entered():
    assert len(HOSTILE) == len(set(HOSTILE)) == 300
    assert len(NAMES) > 200


def test_S5_what_cannot_be_shown_as_spelled_is_refused_by_name(clubs):
    hostile, _ = clubs
    organiser = Organiser(hostile.here.desk)
    for name in set(HOSTILE) - set(NAMES):
        player = PlayerEntered(number=9999, name=name)
        with pytest.raises(Refusal) as refusal:
            organiser.enter_players("club", [player], by=CONSOLE)
        assert refusal.value.code in {
            "unwritable-name", "unprintable-name", "unreadable-request"
        }, name  # fmt: skip
        assert "9999" in refusal.value.what
        if unwritable(name.strip()):  # what a form sends is stripped
            for call in (
                lambda: organiser.open_tournament("t", name, "wespa-5.1", by=CONSOLE),  # noqa: B023
                lambda: organiser.issue_badge("X1", name, Role.SCOREKEEPER, by=CONSOLE),  # noqa: B023
                lambda: hostile.office.tablets.enrol("", name),  # noqa: B023
            ):
                with pytest.raises(Refusal) as refusal:
                    call()
                assert refusal.value.code == "unwritable-name", name
            assert all(line.isprintable() for line in str(refusal.value).splitlines())


PAGES = {
    "D1": [
        *("/tournaments", "/desk", "/badges/"),
        *(f"/t/club/{place}" for place in ("", "r1/", "r1/t1/", "r1/t1/enter")),
    ],
    "J1": ["/judge"],
}  # fmt: skip


def alike(clubs, path, badge="D1"):
    """The page of the hostile club, which is made like that of its twin."""
    one, other = (club.get(path, badge) for club in clubs)
    assert one.status_code == other.status_code == 200, path
    hostile, plain = Page(one.text), Page(other.text)
    assert hostile.found == plain.found == [], path
    assert hostile.tags == plain.tags, path
    return hostile.text


@pytest.mark.parametrize(("badge", "path"), [(b, path) for b in PAGES for path in PAGES[b]])
def test_S5_a_page_of_people_called_like_that_is_made_like_any_other(clubs, badge, path):
    text = alike(clubs, path, badge)

    if path.startswith("/t/club/") and not path.endswith("enter"):
        for name in clubs[0].seats(1):
            assert squeezed(name) in squeezed(text)


def test_S5_a_template_that_escapes_nothing_is_noticed(clubs, monkeypatch):
    pages = clubs[0].app.jinja_env
    monkeypatch.setattr(pages, "autoescape", False)
    monkeypatch.setattr(pages, "bytecode_cache", None)
    pages.cache.clear()
    try:
        assert Page(clubs[0].get("/t/club/r1/").text).found
    finally:
        pages.cache.clear()


def every_table(clubs, step):
    hostile, _ = clubs
    for table in range(1, len(hostile.games) + 1, step):
        text = alike(clubs, f"/t/club/r1/t{table}/")
        for name in hostile.seats(table):
            assert squeezed(name) in squeezed(text), name
        data = json.loads(hostile.get(f"/t/club/r1/t{table}/replay.json").data)
        assert tuple(player["name"] for player in data["players"]) == hostile.seats(table)


def test_S5_every_name_is_shown_on_the_replay_as_it_is_spelled(clubs):
    every_table(clubs, 9)


@pytest.mark.torture
def test_S5_every_name_of_all_is_shown(clubs):
    every_table(clubs, 1)
    for table in range(1, len(clubs[0].games) + 1):
        alike(clubs, f"/t/club/r1/t{table}/enter")


def test_S5_in_json_names_are_what_they_are(clubs):
    hostile, _ = clubs
    rows = json.loads(hostile.get("/t/club/games.json").data)["games"]
    standings = json.loads(hostile.get("/t/club/standings.json").data)["standings"]
    shown = {name for row in rows for name in row["names"]}

    assert shown == set(hostile.names)
    assert {row["name"] for row in standings} <= set(hostile.names)


def test_S5_data_in_a_page_closes_no_element(clubs):
    text = clubs[0].get("/t/club/r1/t1/").text
    [block] = re.findall(r'(?s)<script type="application/json"[^>]*>(.*?)</script>', text)

    assert "<" not in block
    corrections = json.loads(block)["plies"][0]["corrections"]
    assert [one["reason"] for one in corrections] == REASONS[:60]


def test_S5_whatever_is_looked_for_is_only_looked_for(clubs):
    look_for(clubs, HOSTILE[::20])


@pytest.mark.torture
def test_S5_all_of_it_is_only_looked_for(clubs):
    look_for(clubs, HOSTILE)


OF_A_TABLE = [
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "a",
    "b",
    "small",
    "ol",
    "ul",
    "li",
    "span",
    "time",
    "mark",
]


def look_for(clubs, names):
    plain = Page(clubs[0].get("/t/club/?q=nobody-is-called-so").text)
    client = clubs[0].client()
    for name in names:
        answer = client.get("/t/club/", query_string={"q": name[:80]}, headers=FOR_PEOPLE)
        assert answer.status_code == 200, name
        page = Page(answer.text)
        assert page.found == []
        assert set(page.tags) <= {*plain.tags, *OF_A_TABLE}, name


AT_DOORS = [
    ("/sign-in", lambda name: {"badge": name, "pin": name, "then": name}),
    ("/enrol", lambda name: {"code": name, "name": name}),
]


def test_S5_what_is_typed_at_a_door_comes_back_as_text(clubs):
    for path, fields in AT_DOORS:
        plain = None
        for number, name in enumerate(["plain", *HOSTILE[::6]]):
            answer = clubs[0].app.test_client().post(
                path, data=fields(name), headers={**FOR_PEOPLE, **FROM_HERE},
                environ_base={"REMOTE_ADDR": f"10.0.{number // 250}.{number % 250}"},
            )  # fmt: skip
            assert answer.status_code == 403, name
            page = Page(answer.text)
            plain = plain or page.tags
            assert (page.found, page.tags) == ([], plain), name


def test_S5_an_address_that_is_hostile_leads_nowhere(clubs, caplog):
    client = clubs[0].app.test_client()
    plain = Page(client.get("/t/plain/", headers=FOR_PEOPLE).text).tags
    for name in HOSTILE:
        typed = quote(name[:200].replace("/", "\\"), safe="").replace(".", "%2e")
        answer = client.get(f"/t/{typed}/", headers=FOR_PEOPLE)
        assert answer.status_code in (404, 308), name
        if answer.status_code == 404:
            page = Page(answer.text)
            assert (page.found, page.tags) == ([], plain), name
        assert all("\n" not in value and "\r" not in value for _, value in answer.headers)


def test_S5_a_line_of_the_log_is_one_line(clubs, caplog, monkeypatch):
    def broken(**_):
        raise ZeroDivisionError

    app = clubs[0].app
    monkeypatch.setitem(app.config, "TESTING", False)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    monkeypatch.setitem(app.view_functions, "tournaments.one", broken)
    client = app.test_client()
    with caplog.at_level(logging.ERROR):
        for name in HOSTILE:
            client.get(f"/t/{quote(name[:200].replace('/', '-'), safe='')}/", headers=FOR_PEOPLE)

    told = [record.getMessage() for record in caplog.records]
    assert len(told) > 200
    assert all(line.isprintable() for line in told)


DOWNLOADS = ["score-sheet.pdf", "result-slip.pdf", "blank-slip.pdf", "game.gcg", "game.json"]
COMMANDS = re.compile(rb"/(JavaScript|JS|URI|OpenAction|Launch|EmbeddedFile|AA)\b")


def test_S5_what_is_taken_away_is_called_by_plain_letters_and_obeys_nothing(clubs):
    hostile, _ = clubs
    client = hostile.client()
    for table in (1, 40):
        for what in DOWNLOADS:
            answer = client.get(f"/t/club/r1/t{table}/{what}")
            assert answer.status_code == 200, what
            told = answer.headers["Content-Disposition"]
            assert re.fullmatch(r'attachment; filename="[a-z0-9.-]+"', told)
            if what.endswith(".pdf"):
                objects = re.sub(rb"(?s)stream\r?\n.*?endstream", b"", answer.data)
                assert not COMMANDS.search(objects)


def paper_says(clubs, step):
    hostile, _ = clubs
    for table in range(1, len(hostile.games) + 1, step):
        sheet = hostile.here.desk.sheet(hostile.games[table - 1])
        text = "".join(text_of(result_slip_papers(sheet).pdf("a4")))
        for name in hostile.seats(table):
            rows, _ = named(printable(name), "NotoSans-Bold", 13, (HALF - 41 - 2.4) * 72 / 25.4)
            # A hyphen that ends a line is taken for one that only divides a word, and left out.
            assert all(squeezed(row).removesuffix("-") in text for row in rows), name


def test_S5_paper_has_the_names_as_they_are_spelled(clubs):
    paper_says(clubs, 12)


@pytest.mark.torture
def test_S5_paper_has_every_name(clubs):
    paper_says(clubs, 1)


def test_S5_a_gcg_file_has_the_names_and_no_line_more(clubs):
    hostile, plain = clubs
    for table in range(1, len(hostile.games) + 1, 3):
        one, other = (c.get(f"/t/club/r1/t{table}/game.gcg").data for c in (hostile, plain))
        record = read_gcg(one)
        wanted = [" ".join(name.split()) for name in hostile.seats(table)]
        assert [player.name for player in record.players] == wanted
        assert len(record.events) == len(read_gcg(other).events)
        if table > 1:  # that one holds the reasons
            assert len(one.splitlines()) == len(other.splitlines())


def test_S5_a_transcript_is_read_again_as_it_was_written(clubs):
    hostile, _ = clubs
    for table in range(1, len(hostile.games) + 1, 2):
        sheet = hostile.here.desk.sheet(hostile.games[table - 1])
        facts = view(sheet.events)
        text = write_transcript(facts, hostile.seats(table))
        assert all(line.isprintable() for line in text.splitlines())
        assert [line.fact for line in read_transcript(text)] == [line.fact for line in facts]


def test_S5_no_way_out_is_a_table_that_counts():
    """There is no CSV; whoever adds one finds here that formulas need care."""
    app = create_app(None, TESTING=True)

    assert not [rule for rule in app.url_map.iter_rules() if "csv" in rule.rule]


# In a browser: nothing of it runs, on the pages that are made there.


LISTEN = """
window.addEventListener("securitypolicyviolation", (e) => {
  (window.__violations ??= []).push(e.violatedDirective);
});
"""


def in_a_browser(browser, club, address, tables):
    context = browser.new_context()
    token = club.office.sessions.begin("D1")
    context.add_cookies([{"name": "tilescribe-session", "value": token, "url": address}])
    page = context.new_page()
    said, dialogs = [], []
    page.on(
        "console",
        lambda line: said.append(line.text) if line.type in ("error", "warning") else None,
    )
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.add_init_script(LISTEN)
    paths = [f"/t/club/r1/t{n}/{what}" for n in tables for what in ("", "enter")]
    for path in ["/", "/t/club/", "/t/club/r1/", "/desk", "/judge", "/badges/", *paths]:
        page.goto(address + path)
        page.wait_for_load_state("load")
        assert page.evaluate(f"window.{MARK} === undefined"), path
        assert page.evaluate("window.__violations === undefined"), path
        if path.endswith("enter"):
            page.wait_for_selector(".player.second .name:not(:empty)")
            names = page.locator(".player .name").all_inner_texts()
            table = int(re.search(r"t(\d+)/enter", path)[1])
            assert [squeezed(name) for name in names] == [squeezed(n) for n in club.seats(table)]
            for act in ("sheet", "more", "director"):
                page.evaluate(f"window.tilescribe.acts.do('{act}'), 0")
                page.wait_for_selector("#panel[open]")
                page.evaluate("window.tilescribe.panel.close(null), 0")
    assert dialogs == []
    assert [line for line in said if "Content Security Policy" in line or "Trusted" in line] == []
    assert page.evaluate(f"window.{MARK} === undefined")
    context.close()


@pytest.fixture(scope="module")
def served(clubs):
    with served_on_loopback(clubs[0].app) as serving:
        yield serving.address


@pytest.mark.journey("names")
@pytest.mark.browser
def test_S5_in_a_browser_nothing_of_it_runs(browser, clubs, served):
    in_a_browser(browser, clubs[0], served, [1])


@pytest.mark.torture
@pytest.mark.browser
def test_S5_in_a_browser_nothing_of_all_of_it_runs(browser, clubs, served):
    in_a_browser(browser, clubs[0], served, range(1, len(clubs[0].games) + 1))
