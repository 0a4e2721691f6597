"""Calls of our own code that one request takes, in a hall as full as a large tournament's.

A call is what ``sys.setprofile`` calls one, a Python function begun or a generator gone on with,
where its file is one of ours: ``ledger``, ``web``, ``printing``. What a test client, Flask or a
page's template does is not counted. It depends on no machine and on no other load.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from typing import NamedTuple
from uuid import uuid4

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.requests import from_the_desk
from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.case_file import case_numbered
from ledger.record.kept_words import KeptWords
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Role
from tests.bench.table import Row
from tests.desks import A, Table
from tests.officials import Director, Organiser
from tests.tabletop import ROWS
from tests.web.conftest import PRINTER
from tests.web.previewed import DIGEST, VERSION
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

SLUG = "spring-open"
TABLES, CASES, PLIES = 30, 30, 40
OURS = tuple(f"{Path(__file__).parents[2] / room}/" for room in ("ledger", "web", "printing"))
FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
BADGES = {"K1": Role.SCOREKEEPER, "J1": Role.WORD_JUDGE, "D1": Role.DIRECTOR, "O1": Role.ORGANISER}
JPEG = b"\xff\xd8\xff\xe0" + b"a photograph" * 40


VISITOR = ""
PUBLIC = {
    "the overview": f"/t/{SLUG}/",
    "a round by name": f"/t/{SLUG}/r1/?by=name",
    "the standings": f"/t/{SLUG}/standings",
    "a player's page": f"/t/{SLUG}/p/1",
}
"""What visitors look at most: every phone in the hall asks for it after each turn, or round."""


RULING = {
    "finding": "hummed to gain time", "citation": "wespa-5.1 6.2",
    "points_seat": "second", "points_amount": "-10",
    "time_seat": "first", "time_amount": "0:40",
    "against": "second", "offence": "other", "level": "3",
}  # fmt: skip


PLAIN = {"finding": "spoken to", "citation": "wespa-5.1 6.2"}


SAYING = ("ledger/messages/__init__.py", "web/frame/languages.py")
"""What says a sentence of a catalogue is no more counted than the template it stands in."""


class Own:
    """Whether a function is ours, looked up once for each code."""

    def __init__(self):
        self._known = {}

    def __call__(self, code):
        known = self._known.get(code)
        if known is None:
            name = code.co_filename
            ours = name.startswith(OURS) and name.endswith(".py")
            known = self._known[code] = ours and not name.endswith(SAYING)
        return known


def own_calls(work, each=None):
    """How many calls of our own code ``work`` takes, and what it gives; ``each`` counts them."""
    own, calls = Own(), 0

    def count(frame, event, _told):
        nonlocal calls
        if event == "call" and own(frame.f_code):
            calls += 1
            if each is not None:
                each[frame.f_code] += 1

    sys.setprofile(count)
    try:
        given = work()
    finally:
        sys.setprofile(None)
    return calls, given


class FullHall:
    """60 players at 30 tables, 40 plies with challenges at each of a few, 30 cases."""

    def __init__(self, here):
        self.here, self.desk = here, here.desk
        self.office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        for badge, role in BADGES.items():
            self.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
        organiser, director = Organiser(here.desk), Director(here.desk)
        options = (("challenge-mode", "points-per-word-5"),)
        organiser.open_tournament(SLUG, "Spring Open", "wespa-5.1", by=CONSOLE, options=options)
        players = [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, 2 * TABLES + 1)]
        organiser.enter_players(SLUG, players, by=CONSOLE)
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, TABLES + 1)]
        self.games = organiser.pair_round(SLUG, 1, pairings, by=CONSOLE)
        self.tables = [Table(here.desk, game, nth * 1000) for nth, game in enumerate(self.games)]
        for nth, table in enumerate(self.tables):
            table.enter(DetermineStarter(starter=1, method="draw"), by="K1")
            table.enter(StartGame(), by="K1")
            a_game(table, PLIES if nth < 4 else 8)
        site = RecordSite(here.log, here.hall, here.desk, self.office)
        self.app = create_app(
            site, None, PRINTER, self.office, TESTING=True, HEARTBEAT_SECONDS=0.001
        )
        invited = self.office.tablets.invite(f"{SLUG}/T1", by="D1")
        self.tablet = self.office.tablets.enrol(invited)
        self.seq = 0
        self.sessions = {
            "K1": self.office.sessions.begin("K1", self.tablet.device),
            "D1": self.office.sessions.begin("D1", ""),
        }
        for nth in range(CASES - 1):
            game = self.games[nth]
            case = director.open_case(game, "score" if nth % 2 else "time", by="D1")
            director.take_statement(case, f"Player {2 * nth + 1}", "player", None, by="D1", seat=A)
            director.cite(case, "wespa-5.1 3.10", by="D1")
            if nth % 3:
                director.rule(case, game, f"as found {nth}", "wespa-5.1 3.10", by="D1")
        self.number = self.a_case()

    def ask(self, path, badge="D1", method="GET", **what):
        cookies = f"tilescribe-session={self.sessions[badge]}" if badge else ""
        if badge == "K1":
            cookies += f"; tilescribe-device={self.tablet.key}"
        client = self.app.test_client(use_cookies=False)
        headers = {**FROM_HERE, "Cookie": cookies}
        answer = client.open(path, method=method, headers=headers, **what)
        assert answer.status_code < 400, answer.text
        return answer

    @property
    def case(self):
        return f"/t/{SLUG}/cases/{self.number}"

    def form(self, step, **form):
        """A form of the case, handed in; the answer."""
        once = {"request": str(uuid4()), "salt": "ab" * 16}
        return self.ask(f"{self.case}/{step}", method="POST", data=once | form)

    def done(self, step, **form):
        answer = self.form(step, **form)
        assert answer.status_code == 303, answer.text
        return answer

    def a_case(self):
        """A case with evidence and statements, not ruled on."""
        form = {"category": "conduct", "game": str(self.games[0]), "seat": "second", "title": "hum"}
        once = {"request": str(uuid4()), "salt": "ab" * 16}
        answer = self.ask(f"/t/{SLUG}/cases/", method="POST", data=once | form)
        assert answer.status_code == 303, answer.text
        number = int(answer.headers["Location"].rsplit("/", 1)[1])
        director = Director(self.desk)
        stream = case_numbered(self.desk.log, SLUG, number)[1]
        self.number = number
        for seat, who, words in (
            ("first", "Player 1", "He hummed."),
            ("second", "Player 2", "No."),
        ):
            self.done("hear", who=who, role="player", seat=seat, words=words)
        director.attach(stream, "clock-reading", "the clock", by="D1", digest="3" * 64)
        director.attach(stream, "photo", "the board", by="D1", kept=KeptWords(b"7" * 16, JPEG))
        director.cite(stream, "wespa-5.1 5.2", by="D1")
        return number

    def seen(self, ruling=RULING, **more):
        """The form of the ruling, as its preview was looked at."""
        form = ruling | {"request": str(uuid4()), "salt": "ab" * 16} | more
        answer = self.ask(f"{self.case}/rule", method="POST", data=form)
        assert answer.status_code == 200, answer.text
        found = DIGEST.search(answer.text)
        assert found, re.sub("<[^>]+>", " ", answer.text)
        return form | {"previewed": found[1], "game_seen": VERSION.search(answer.text)[1]}

    def turn(self, ask, **request):
        """A turn of who is on move at table 1, ready to be sent by its tablet."""
        self.seq += 1
        sheet = self.desk.sheet(self.games[0])
        entry = {
            "command_id": str(uuid4()), "device_seq": self.seq, "game": str(self.games[0]),
            "asked": {"ask": ask, "seat": sheet.on_move, **request},
            "after": str(sheet.events[-1].envelope.command_id),
        }  # fmt: skip

        def sent():
            answer = self.ask("/api/entries", "K1", "POST", json=[entry])
            assert answer.json["answers"][0]["kind"] == "written", answer.text

        return sent

    def a_result(self, table):
        """A slip typed for ``table``, counted from 0: standings and pairings are others."""
        slip = TypeSlip(scores=(400 + table, 350), sure=True)
        self.desk.must_write(self.games[table], slip, from_the_desk("D1"))

    def room_for_a_play(self):
        """Where two tiles can lie in a row at table 1."""
        squares = self.desk.sheet(self.games[0]).board.squares
        for row in ROWS:
            for column in range(14):
                at = (row - 1) * 15 + column
                if not any(squares[at : at + 2]):
                    return f"{row}{chr(65 + column)}", "EA"
        raise AssertionError("the board is full")


def a_game(table, plies):
    """So many turns, every fifth play challenged, two tiles each while the bag lasts."""
    seat = A
    for nth in range(plies):
        if nth % 4 == 3:
            table.exchange(seat, 2) if nth < 30 else table.passes(seat)
        else:
            table.put(seat, 2, 10 + nth)
            if nth % 5 == 4:
                table.challenge(seat.opponent, True, "EA")
        seat = seat.opponent


@contextmanager
def a_full_hall(folder):
    with opened(folder, make=True) as here:
        yield FullHall(here)


class Counted(NamedTuple):
    """What one request took: calls of our own code, and questions to the record."""

    calls: int
    each: Counter
    questions: int


def measured(hall):
    """Each of them, warm: asked once before, but for what somebody has written since.

    Questions are counted as calls are: those of the thread that works, and of no other. The clock
    stands still: what waits is counted anew for the bar when a minute begins.
    """
    moment = hall.desk.now()
    hall.desk.now = lambda: moment
    found, store, asked = {}, hall.desk.log.store, []
    ask, here = store._rows, get_ident()

    def counted(*what):
        if get_ident() == here:
            asked.append(what)
        return ask(*what)

    store._rows = counted

    def one(what, work):
        each = Counter()
        asked.clear()
        calls, _ = own_calls(work, each)
        found[what] = Counted(calls, each, len(asked))

    state = f"/api/games/{hall.games[0]}/table.json"
    hall.turn("exchange-tiles", count=2)()
    hall.ask(state, "K1")
    square, letters = hall.room_for_a_play()
    play = {"placement": {"square": square, "letters": letters}}
    one("POST of a play", hall.turn("place-tiles", **play))
    one("GET of a table's state", lambda: hall.ask(state, "K1"))
    one("GET of a table's state again", lambda: hall.ask(state, "K1"))
    one("POST of a pass", hall.turn("pass-turn"))
    hall.ask(hall.case)
    one("page of a case, not ruled on", lambda: hall.ask(hall.case))
    plain = hall.seen(PLAIN)
    one("POST of a plain ruling", lambda: hall.done("rule", **plain))
    form = hall.seen()
    one("POST of a ruling", lambda: hall.done("rule", **form))
    one("page of a case, just ruled on", lambda: hall.ask(hall.case))
    one("page of a case, ruled on", lambda: hall.ask(hall.case))
    hall.done("tell", told_first="1", told_second="1", right_told="1")
    appeal = {"who": "Player 2", "seat": "second", "grounds": "I did not.", "deposit": "20"}
    hall.done("appeal", although="they leave today", decide_by="2036-12-01T18:00", **appeal)
    hall.ask(hall.case)
    one("page of a case, appealed", lambda: hall.ask(hall.case))
    one("GET of the register of cases", lambda: hall.ask(f"/t/{SLUG}/cases/"))
    one("GET of the desk", lambda: hall.ask("/desk/now.json"))
    for nth, (what, path) in enumerate(PUBLIC.items(), 10):
        hall.ask(path, VISITOR)
        hall.a_result(nth)
        one(f"{what}, after a result", lambda path=path: hall.ask(path, VISITOR))
        hall.turn("pass-turn")()
        one(f"{what}, after a turn", lambda path=path: hall.ask(path, VISITOR))
        one(f"{what}, again", lambda path=path: hall.ask(path, VISITOR))
    return found


MOST = {
    "POST of a play": 300,
    "GET of a table's state": 400,
    "POST of a plain ruling": 400,
    "page of a case, appealed": 900,
}
"""Calls of our own code that each may take (design, section 16)."""


def rows():
    with tempfile.TemporaryDirectory() as folder, a_full_hall(Path(folder) / "data") as hall:
        for what, one in measured(hall).items():
            most = MOST.get(what)
            yield Row(
                f"{what}, 60 players, 30 cases",
                f"{one.calls:,} calls",
                f"<= {most}" if most else "",
                f"{one.questions} questions to the record",
                met=most is None or one.calls <= most,
            )
