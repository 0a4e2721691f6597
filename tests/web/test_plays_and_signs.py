"""One minus, one way to write a play, and no raw codes: on every page, in JSON, on tablets.

A score below nothing, a spread or a change has a true minus, U+2212. A play has the tiles that lay
there already in brackets. What a list, a book, a draw or a tournament is called in addresses and
requests is not what people read. What programs read, and what a digest binds, stays as it was
written.
"""

from __future__ import annotations

import json
import re
from collections import deque
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.amending import AskAmendment
from ledger.game.results.signing import ProposeResult
from ledger.game.results.slips import TypeSlip
from ledger.tournament.facts import Pairing
from ledger.vocabulary import CONSOLE, Placement, Points, Role, WordScore
from ledger.vocabulary.names import JOINED, in_brackets, spelled
from ledger.vocabulary.signs import MINUS, as_read
from tests.desks import A, B, Table, signature
from tests.officials import Director, Organiser
from tests.raw_codes import raw_codes
from tests.web.conftest import FOR_PEOPLE, PRINTER
from tests.web.made_once import the_demonstration
from tests.web.whole_hall import PIN, SLUG, a_whole_hall
from web.application import create_app
from web.command_line.opened import opened
from web.command_line.worker import PaperChecks
from web.frame.modules import release
from web.site import RecordSite

NOT_COUNTED = {
    "Nothing lies on 8F for 8D WI.DY to run through.": "a refusal: the dot is what it is about",
}
"""Sentences with a play that was not counted, and why it stands there as it was entered."""

HYPHEN = re.compile(r"(?<![\w)\]])-(?=\d)")
"""A hyphen that a number begins with. Within dates, codes, citations and the names of files and
tables (``2026-11-27``, ``T9NB4-JXR8M``, ``R1-3``) a letter or a digit stands before it."""

DOTS = re.compile(r"\b(?:\d{1,2}[A-O]|[A-O]\d{1,2})[ \xa0][A-Za-z]*\.[A-Za-z.]*[A-Za-z]")
"""A play as it was entered: ``8D .AGE``."""

NOT_READ = {"script", "style", "noscript"}
AS_WRITTEN = {
    "code": "a command, an option or the name of a file, to be typed as it stands",
    "pre": "a game file, or an answer of a program",
    "textarea": "what somebody types, and is sent back",
}
"""What may hold a hyphen before a digit, or a play with dots, and why."""
SPOKEN = {"aria-label", "aria-description", "aria-valuetext", "title", "alt", "label"}
"""Attributes that people read, or hear read."""

FOR_PROGRAMS = {
    "shown": "the text that a signature binds by its digest; the page shows it with a minus",
    "reason": "a person's own words, as they were typed",
}
"""Members of JSON answers that are sentences and keep the hyphen, and why."""


CODES = raw_codes(SLUG, "harbour-open")

NAMED_CODES = {
    "/refusals": "each refusal with its code, by which a program knows it",
    "/api/": "the interface for programs, with their words",
}
"""Pages that are about codes, and why."""


class Read(HTMLParser):
    """What is read of a page, piece by piece, and where its links lead."""

    def __init__(self, page):
        super().__init__()
        self.pieces, self.links, self.within = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag in NOT_READ | set(AS_WRITTEN):
            self.within.append(tag)
        told = dict(attrs)
        self.pieces += [text for name, text in attrs if name in SPOKEN and text]
        if tag == "input" and told.get("type") in ("submit", "button"):
            self.pieces.append(told.get("value") or "")
        if tag == "a" and told.get("href"):
            self.links.append(told["href"])

    def handle_endtag(self, tag):
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, text):
        if not self.within:
            self.pieces.append(text)


def astray(pieces):
    """The pieces that have a hyphen for a minus, or a play with dots."""
    return [
        " ".join(piece.split())[:160]
        for piece in pieces
        if piece.strip() not in NOT_COUNTED
        if HYPHEN.search(piece) or DOTS.search(piece)
    ]


def sentences(told):
    """Every text of an answer that has words in it."""
    if isinstance(told, dict):
        for name, part in told.items():
            if name not in FOR_PROGRAMS:
                yield from sentences(part)
    elif isinstance(told, list):
        for part in told:
            yield from sentences(part)
    elif isinstance(told, str) and " " in told and re.search(r"[a-z]{2}", told):
        yield told


class Walk:
    """Every page that links lead to, as one visitor; of addresses alike but for their question,
    some."""

    def __init__(self, ask, first):
        self.ask, self.pages, self.answers = ask, {}, {}
        self.seen, self.alike = set(first), {}
        waiting = deque(first)
        while waiting:
            address = waiting.popleft()
            answer = ask(address)
            if answer.mimetype == "application/json":
                self.answers[address] = json.loads(answer.text)
            if answer.mimetype != "text/html":
                continue
            read = Read(answer.text)
            self.pages[address] = read.pieces
            waiting.extend(self.further(address, read.links))

    def further(self, address, links):
        for link in links:
            there = urlsplit(urljoin(f"http://localhost{address}", link))
            where = f"{there.path}?{there.query}" if there.query else there.path
            if there.netloc != "localhost" or where in self.seen or "." in there.path:
                continue
            self.seen.add(where)
            alike = re.sub(r"\d+", "#", there.path), bool(there.query)
            self.alike[alike] = self.alike.get(alike, 0) + 1
            if not there.query or self.alike[alike] <= 12:
                yield where


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory):
    """Every page of the demonstration, as a director."""
    folder = tmp_path_factory.mktemp("demonstration") / "data"
    the_demonstration(folder)
    with opened(folder) as here:
        office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        office.issue("D9", "Dee", Role.DIRECTOR, by=CONSOLE)
        office.pins.set("D9", PIN)
        site = RecordSite(here.log, here.hall, here.desk, office)
        checks = PaperChecks(here)
        app = create_app(site, None, PRINTER, office, checks, checks, TESTING=True)
        client = app.test_client(use_cookies=False)
        headers = {**FOR_PEOPLE, "Cookie": f"tilescribe-session={office.sessions.begin('D9', '')}"}
        yield Walk(lambda address: client.get(address, headers=headers), ["/"])


def below_nothing(hall):
    """Scores, spreads and changes below nothing wherever one can stand, and plays through tiles."""
    one, two = (Table(hall.desk, game) for game in hall.games)
    for table in (one, two):
        table.numbers = iter(lambda: uuid4().int >> 65, None)
    one.play(A, "8D", "WINDY", announced=32)
    one.play(B, "D8", ".oN", announced=3)
    for seat in (A, B, A, B, A, B):
        one.passes(seat)
    one.enter(CountUnplayed(racks=("EGN", "?AQ")))
    one.enter(ProposeResult())
    Director(hall.desk).open_case(one.game, "other", by="D1")
    for seat in (A, B):
        one.enter(signature(one.sheet, seat))
    first, second = one.sheet.stands
    one.enter(AskAmendment(seat=A, reason="was -10 before", now=(first, second + 10)))
    two.play(A, "8D", "WINDY", announced=32)
    two.play(B, "D8", ".oN", announced=3)
    two.challenge(A, True, "WoN")
    organiser = Organiser(hall.desk)
    last, differ = organiser.pair_round(SLUG, 2, [Pairing(1, 1, 2), Pairing(2, 3, 4)], by="D1")
    organiser.asks(last, TypeSlip(scores=(-11, 28), sure=True), "D1")
    for scores, by in (((401, -11), "D1"), ((401, -12), "K1")):
        organiser.asks(differ, TypeSlip(scores=scores, sure=True), by)
    Director(hall.desk).open_case(differ, "other", by="D1")
    return differ


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Every page of a hall in which nearly every number is below nothing, as a director."""
    with a_whole_hall(tmp_path_factory.mktemp("hall") / "data") as hall:
        differ = below_nothing(hall)
        doors = [path for _, methods, path in hall.doors() if "GET" in methods]
        doors = [path for path in doors if "events" not in path and "stream" not in path]
        slips = f"/t/{SLUG}/organise/results/slips/{differ}"
        yield Walk(
            lambda address: hall.ask("director", address, headers=FOR_PEOPLE), [*doors, slips]
        )


@pytest.mark.one_in(2, "where")
@pytest.mark.wide("a whole hall")
@pytest.mark.found("TB-11")
@pytest.mark.parametrize("where", ["demonstration", "hall"])
def test_TB11_every_page_has_one_minus_and_one_way_to_write_a_play(where, request):
    walk = request.getfixturevalue(where)
    found = {(address, one) for address, pieces in walk.pages.items() for one in astray(pieces)}
    read = " ".join(piece for pieces in walk.pages.values() for piece in pieces)

    assert found == set()
    assert len(walk.pages) > 80
    assert len(re.findall(rf"{MINUS}\d", read)) > 30
    assert re.search(r"\([A-Z]+\)[a-zA-Z]", read)


@pytest.mark.one_in(2, "where")
@pytest.mark.wide("a whole hall")
@pytest.mark.found("DI-17")
@pytest.mark.parametrize("where", ["demonstration", "hall"])
def test_DI17_no_page_has_a_raw_code_where_people_read(where, request):
    walk = request.getfixturevalue(where)
    found = {
        (code, address, " ".join(piece.split())[:120])
        for address, pieces in walk.pages.items()
        if not address.startswith(tuple(NAMED_CODES))
        for piece in pieces
        for code in CODES.findall(piece)
    }

    assert found == set()


@pytest.mark.wide("a whole hall")
@pytest.mark.found("TB-11")
def test_TB11_every_sentence_in_an_answer_for_programs_has_the_same_minus(hall):
    told = {one for answer in hall.answers.values() for one in sentences(answer)}

    assert astray(told) == []
    assert len(hall.answers) > 15
    assert len([one for one in told if re.search(rf"{MINUS}\d", one)]) > 3


@pytest.mark.found("TB-11")
def test_TB11_the_walk_reads_what_people_read_and_nothing_else():
    """So that it can fail: each of these is one piece astray."""
    read = Read(
        "<title>-1</title><p title='28 : -2' id='a -3'>Ann <b>-4</b> and 2026-11-27, R1-3, T9-X</p>"
        "<img alt='by -5'><script>-6</script><code>head -7</code><textarea>8D .AGE</textarea>"
        "<input type=submit value='-8'><input value='-9'><p>8D .AGE, 9D (W)AGE</p>"
    )

    assert astray(read.pieces) == ["-1", "28 : -2", "-4", "by -5", "-8", "8D .AGE, 9D (W)AGE"]
    assert list(sentences({"shown": {"first": "Ann -5"}, "what": ["Ann -6", "-7", "a -b"]})) == [
        "Ann -6"
    ]


SIGNS = [
    ("28 : -11", f"28 : {MINUS}11"),
    ("Ann -5, was (-10)", f"Ann {MINUS}5, was ({MINUS}10)"),
    ("-3", f"{MINUS}3"),
    ("387–-3", f"387–{MINUS}3"),
    ("|-3 -4", f"|{MINUS}3 {MINUS}4"),
    ("–299", "–299"),
    ("2026-11-27, R1-3, 5-", "2026-11-27, R1-3, 5-"),
    ("a - b, --5", "a - b, --5"),
    ("+7", "+7"),
]
PLAYS = [
    ("8D", ".AGE", "WAGE", "8D (W)AGE"),
    ("D8", "WAGE", "WAGE", "D8 WAGE"),
    ("E5", "PRO.E", "PROiE", "E5 PRO(i)E"),
    ("8D", ".....LESS", "WINDYLESS", "8D (WINDY)LESS"),
    ("8A", ".UI.OT.Y", "QUIxOTRY", "8A (Q)UI(x)OT(R)Y"),
    ("12H", "[CH].[LL]", "[CH]A[LL]", "12H [CH](A)[LL]"),
    ("12H", "A.", "A[CH]", "12H A([CH])"),
    ("8D", ".AGE", "", "8D .AGE"),
    ("8D", ".AGE", "WAGES", "8D .AGE"),
    ("8D", "éT.", "éTÉ", "8D éT(É)"),
]
"""How a play is written: its square, its letters as entered, the word it makes, as it is read."""

RUN = """async ([folder, signs, plays]) => {
  const { asRead } = await import(`${folder}frame/make.js`);
  const { spelled } = await import(`${folder}frame/wording.js`);
  const { moveWords } = await import(`${folder}entry/irregular/in_words.js`);
  return [signs.map(asRead), plays.map(([square, letters, word]) => [
    spelled(`${square} ${letters}`, word),
    moveWords({ kind: "play", move: `${square} ${letters}`, words: word ? [{ word }] : [] }),
  ])];
}"""


@pytest.mark.found("TB-11")
def test_TB11_signs_and_plays_are_written_by_one_rule():
    assert [as_read(given) for given, _ in SIGNS] == [wanted for _, wanted in SIGNS]
    for square, letters, word, wanted in PLAYS:
        words = [WordScore(word, Points(8))] if word else []
        assert spelled(Placement(square, letters), words).replace(JOINED, " ") == wanted
        assert f"{square} {in_brackets(letters, word)}" == wanted


@pytest.mark.browser
@pytest.mark.found("TB-11")
def test_TB11_a_tablet_writes_them_by_the_same_rule(browser, served):
    page = browser.new_page()
    page.goto(f"{served.address}/healthz")
    folder = f"{served.address}/static/{release()}/js/"
    signs, plays = page.evaluate(RUN, [folder, [given for given, _ in SIGNS], PLAYS])
    page.close()

    assert signs == [wanted for _, wanted in SIGNS]
    assert plays == [[wanted, wanted] for *_, wanted in PLAYS]
