"""A hall with a real record and one visitor of every role, for tests that try every door."""

from __future__ import annotations

import re
from contextlib import contextmanager
from uuid import UUID, uuid4

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.hall.player_history import key_of
from ledger.incidents.hearing import CiteRule
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Role, Seat
from tests.officials import Director, Organiser
from tests.web.conftest import PRINTER
from web.application import create_app
from web.command_line.opened import opened
from web.command_line.worker import PaperChecks
from web.frame.modules import release
from web.site import RecordSite

SLUG, PIN = "spring-open", "a good pin"
FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}
BADGES = {
    "display": ("S1", Role.DISPLAY),
    "keeper": ("K1", Role.SCOREKEEPER),
    "other": ("K2", Role.SCOREKEEPER),
    "bare": ("K3", Role.SCOREKEEPER),
    "desk": ("K4", Role.SCOREKEEPER),
    "judge": ("J1", Role.WORD_JUDGE),
    "director": ("D1", Role.DIRECTOR),
    "organiser": ("O1", Role.ORGANISER),
}
VISITORS = (
    "nobody", "display", "player", "keeper", "other", "bare", "desk", "judge", "director",
    "organiser",
)  # fmt: skip
"""``keeper`` has the tablet of table 1, ``other`` that of table 2, the judge one of table 1;
``desk`` is a scorekeeper at a device of the results desk, ``bare`` one who shows no device at all;
``player`` signs at table 1, on the keeper's."""


ACT = UUID(int=28)
"""What an official did and can take back."""

SIGNED_PAPER = (
    "AEAVMR22U6BQVZ5A5RTQBXC63L6ZKBQLONYHE2LOM4WW64DFNYAUCAIBAE4QCAO6AYAQFHAGAOAEMPTICLLMKBCSA4"
    "UMRNBQ6WROMBGXUJCRO6MDHQOL4EIL47RO3MUIBGCHPOGLJMTCSL6TREQJG5HCSP4DYRJ64K2MKITRLFGHDLOMAE"
)
"""A slip that another hall signed: the first vector of ``tests/proof/signed_papers.json``."""


class WholeHall:
    """Two started games in round 1; every address, and somebody of every role to try it."""

    def __init__(self, here, **config):
        self.here, self.desk = here, here.desk
        self.office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        for badge, role in BADGES.values():
            self.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
            self.office.pins.set(badge, PIN)
        organiser = Organiser(here.desk)
        options = (("challenge-mode", "points-per-word-5"),)
        organiser.open_tournament(SLUG, "Spring Open", "wespa-5.1", by=CONSOLE, options=options)
        players = [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, 5)]
        organiser.enter_players(SLUG, players, by=CONSOLE)
        pairings = [Pairing(1, 1, 2), Pairing(2, 3, 4)]
        self.games = organiser.pair_round(SLUG, 1, pairings, by=CONSOLE)
        for game in self.games:
            started = DetermineStarter(starter=1, method="draw", draws=(("A", "E"),))
            for request in (started, StartGame()):
                self.desk.record(game, request, Sent(by="D1", command_id=uuid4()))
        self.case = Director(self.desk).open_case(self.games[0], "other", by="D1")
        cited = CiteRule(citation="wespa-5.1 2.1", cited_by="Player 1")
        self.desk.must_write(self.case, cited, Sent(by="D1", command_id=ACT))
        site = RecordSite(here.log, here.hall, here.desk, self.office)
        plain = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "HEARTBEAT_SECONDS": 0.001}
        checks = PaperChecks(here)
        plain["CHECKPOINTS"] = lambda: here.checkpoints
        self.app = create_app(site, None, PRINTER, self.office, checks, checks, **(plain | config))
        self.client = self.app.test_client()
        self.devices, self.keys = {}, {}
        for who, where in (("keeper", "T1"), ("other", "T2"), ("judge", "T1"), ("desk", "desk")):
            taken = self.office.tablets.enrol(
                self.office.tablets.invite(f"{SLUG}/{where}", by="D1")
            )
            self.devices[who], self.keys[who] = taken.device, taken.key
        self.keys["player"], self.devices["player"] = self.keys["keeper"], self.devices["keeper"]
        self.spare = self.office.tablets.enrol(self.office.tablets.invite("", by="D1")).device
        self.office.issue("K9", "Leaves early", Role.SCOREKEEPER, by=CONSOLE)
        self.tokens = {}
        self.stale = self.a_stale_entry()

    def token_of(self, who):
        """The session of a visitor; a new one where the one before has ended."""
        if who == "nobody":
            return ""
        if who not in self.tokens or self.office.sessions.find(self.tokens[who]) is None:
            if who == "player":
                self.tokens[who] = self.office.sessions.begin(
                    "K1", self.devices["keeper"], f"signing {self.games[0]} {Seat.FIRST}"
                )
            else:
                self.tokens[who] = self.office.sessions.begin(
                    BADGES[who][0], self.devices.get(who, "")
                )
        return self.tokens[who]

    def ask(self, who, path, method="GET", *, headers=None, **what):
        """What a visitor is answered, who comes from a page of ours unless ``headers`` say else."""
        cookies = {"session": self.token_of(who), "device": self.keys.get(who, "")}
        told = "; ".join(f"tilescribe-{name}={value}" for name, value in cookies.items() if value)
        kept = self.app.test_client(use_cookies=False)
        answer = kept.open(
            path,
            method=method,
            headers={**(FROM_HERE if headers is None else headers), "Cookie": told},
            **what,
        )
        if answer.mimetype != "text/event-stream":  # that one never ends
            answer.get_data()
        answer.close()
        return answer

    def values(self):
        """Something that stands at every part of an address."""
        return {
            "secret": "A" * 20,
            "slug": SLUG, "round_number": 1, "table": 1, "replay": 1, "division": "a",
            "game": self.games[0], "entry": self.stale, "digest": release(), "name": "icon.svg",
            "book": "wespa-4.0", "number": 1, "step": "hear",
            "form": "bundle", "chapter": "director", "picture": "desk", "kind": "tou",
            "what": "standings", "fingerprint": "0" * 64,
            "player": 1, "code": "TJ7K2M9QXX", "key": key_of("Player 1"),
            "state": f"1/{SLUG}/R1/T1",
            "size": 1, "old": 1, "version": 1, "act": ACT, "letters": SIGNED_PAPER,
        }  # fmt: skip

    def doors(self):
        """Every route of the application: endpoint, methods, an address for each of its rules."""
        urls = self.app.url_map.bind("localhost")
        values = self.values()
        for rule in self.app.url_map.iter_rules():
            missing = set(rule.arguments) - set(values)
            assert not missing, f"say in tests/web/whole_hall.py what stands for {missing}"
            given = {name: values[name] for name in rule.arguments}
            method = "POST" if "POST" in rule.methods and "GET" not in rule.methods else "GET"
            yield rule.endpoint, frozenset(rule.methods), urls.build(rule.endpoint, given, method)

    def body(self, endpoint, who="director"):
        """What is sent through a door, such that it would be written where it is allowed."""
        make = BODIES.get(endpoint)
        return make(self, who) if make else {}

    def entry(self, who, *, counted=True):
        """A turn for table 1 that fits, whatever has been written."""
        device = self.devices.get(who, "")
        seq = {"device_seq": self.desk.log.last_seq(device) + 1} if device and counted else {}
        return {
            "command_id": str(uuid4()), "game": str(self.games[0]), "asked": {"ask": "read-clocks"},
            "clocks": [1490, 1500], **seq,
        }  # fmt: skip

    def a_stale_entry(self):
        """The id of an entry of table 1's tablet that came too late."""
        late = Sent(
            by="K1", command_id=uuid4(), device=self.devices["keeper"], device_seq=1,
            after=uuid4(), queued=True,
        )  # fmt: skip
        self.desk.enter(self.games[0], ReadClocks(), late)
        return late.command_id

    def what_is_kept(self):
        """Everything that a request could change: the log, the answers, the keys."""
        answers = [len(self.desk.log.answers_not_written(kind)) for kind in ("refused", "settled")]
        tables = ("pins", "sessions", "device_keys", "invitations", "wrong_pins", "tokens")
        rows = [sorted(self.here.local_store.rows(f"SELECT * FROM {name}")) for name in tables]
        return self.desk.log.last_position(), answers, rows


def _handed_over(hall, _who):
    device = hall.devices["keeper"]
    entry = hall.entry("keeper")
    return {"json": {"device": device, "entries": [entry]}}


def _by_director(hall, who):
    return {"json": {"badge": "D1", "pin": PIN, "entry": hall.entry(who, counted=False)}}


def _invitation(hall, _who):
    return {"data": {"code": hall.office.tablets.invite("", by="D1"), "name": "Tablet"}}


def _waived(hall, _who):
    game, which = str(hall.games[0]), uuid4().hex
    waive = {"ask": "waive-matter", "kind": "silent", "subject": game, "which": which}
    request = waive | {"reason": "the battery is flat"}
    return {"json": {"command_id": str(uuid4()), "tournament": SLUG, "asked": request}}


def _taken_back(hall, _who):
    """What the page of taking back hands in with its reason: that it was looked at."""
    page = hall.ask("director", f"/t/{SLUG}/back/{ACT}").text
    seen = re.search(r'name="previewed" value="(\w+)"', page)
    return {"data": {"reason": "by mistake", "previewed": seen[1] if seen else ""}}


NO_SCORE = {"table": "1", "first": "none", "second": "none", "version": "none"}
"""A slip of table 1 that nobody can read: so nothing is written, whoever may write."""

BODIES = {
    "slip_results.typed": lambda hall, who: {"data": dict(NO_SCORE)},
    "slip_results.taken_back": lambda hall, who: {"data": dict(NO_SCORE)},
    "slip_photos.attach": lambda hall, who: {"data": dict(NO_SCORE)},
    "signing_in.signed": lambda hall, who: {"data": {"badge": "K2", "pin": PIN}},
    "signing_in.changed": lambda hall, who: {
        "data": {"old": PIN, "new": "another good pin", "again": "another good pin"}
    },
    "signing_in.enrolled": _invitation,
    "lost_games.do": lambda hall, who: {"data": {"table": "1", "round": "1", "who": "1"}},
    "entries.hand_in": lambda hall, who: {"json": [hall.entry(who)]},
    "handover.hand_in": _handed_over,
    "by_director.enter": _by_director,
    "unsettled.settled": lambda hall, who: {"json": {"reason": "It was a pass"}},
    "badges.issue": lambda hall, who: {
        "data": {"badge": f"N{uuid4().hex[:6]}", "name": "New", "role": "scorekeeper"}
    },
    "setting_aside.set_aside": _waived,
    "amending.do": lambda hall, who: {"data": {"what": "refuse", "reason": "nothing in it"}},
    "confirming.do": lambda hall, who: {"data": {"what": "confirm"}},
    "warning.do": lambda hall, who: {"data": {"player": "1", "words": "spoke to a neighbour"}},
    "taking_back.do": _taken_back,
    "turns_since.do": lambda hall, who: {"data": {"how": "stand"}},
    "kiosk.end": lambda hall, who: {"data": {"badge": "D1", "pin": "not this one"}},
    "closing.do": lambda hall, who: {"data": {"what": "close", "reason": "the hall closes"}},
    "cases.open_one": lambda hall, who: {"data": {"category": "other"}},
    "cases.do": lambda hall, who: {"data": {"who": "Wim", "role": "witness", "words": "So."}},
    "cards.chosen": lambda hall, who: {"data": {"number": "1"}},
    "setting_up.do": lambda hall, who: {"data": {"place": f"Hall {uuid4().hex[:6]}"}},
    "players.add": lambda hall, who: {"data": {"name": f"Player {uuid4().hex[:8]}"}},
    "players.change": lambda hall, who: {
        "data": {"what": "change", "name": "Player 1", "team": f"Team {uuid4().hex[:6]}"}
    },
    "drawing_rounds.do": lambda hall, who: {
        "data": {"what": "confirm", "source": "drawn", "round": "2", "seed": "1", "method": "koth"}
    },
    "round_repairs.do": lambda hall, who: {
        "data": {"what": "swap", "pairings": "1:1-2 2:3-4", "one": "1", "other": "3"}
    },
    "check_in.do": lambda hall, who: {"data": {"player": "2"}},
    "phones.do": lambda hall, who: {"data": {"what": "open"}},
    "forgetting.do": lambda hall, who: {"data": {"who": "player-1", "name": "x"}},
    "ending.do": lambda hall, who: {"data": {"what": "reopen", "reason": ""}},
    "prizes.do": lambda hall, who: {
        "data": {"what": "announce", "words": f"Round {uuid4().hex[:6]}"}
    },
    "new_tournament.do": lambda hall, who: {
        "data": {"slug": f"n{uuid4().hex[:6]}", "name": "New", "rules": "wespa-5.1"}
    },
    "live_boards.choose": lambda hall, who: {"data": {"how": "on"}},
    "badges.new_pin": lambda hall, who: {"data": {"badge": "S1"}},
    "badges.revoke": lambda hall, who: {"data": {"badge": "K9", "reason": "lost"}},
    "badges.invite": lambda hall, who: {"data": {"table": f"{SLUG}/T2"}},
    "badges.revoke_device": lambda hall, who: {"data": {"device": hall.spare, "reason": "lost"}},
}


@contextmanager
def a_whole_hall(folder, **config):
    with opened(folder, make=True) as here:
        yield WholeHall(here, **config)
