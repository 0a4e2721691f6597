"""A whole round over a Wi-Fi that fails: what was lost, and how soon the wall is true again.

    python -m tests.reliability.bad_network [--tablets 200] [--loss 30] [--delay 2] [--away 20] …

Needs root: devices are in a network namespace (`tests/reliability/wifi.py`). Tablets at the
protocol are in one process, four more and a wall in Chromium, over plain HTTP. Each game is entered
from the start to the second signature, and must be on the record as the same game is that was
entered without a network.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from playwright.sync_api import sync_playwright

from ledger.desk.requests import Sent
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.results.signing import ProposeResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded, TilesExchanged
from ledger.game.turns.requests import PlaceTiles
from ledger.record.kept_words import KeptWords, kept_strokes
from ledger.tournament.opening import Announce
from ledger.vocabulary import Seat
from tests.desks import signature
from tests.reliability.wifi import PORTAL, WELL, Faults, Wifi, missing
from tests.reliability.wifi_tablets import Kept, Round
from tests.web import chromium
from tests.web.a_tablet import Tablet, tiles_of
from tests.web.entry_hall import SLUG, a_hall
from tests.web.test_taps import real_games
from web.access.visitors import DEVICE, SESSION

RACK = 7
STROKES = (((10.0, 20.0, 0.0), (60.0, 35.0, 40.0), (160.0, 55.0, 90.0)),)
"""What both players draw."""

NAME = "hall.test"
SCREEN = f"/t/{SLUG}/screen/standings"
LOOK = 0.2
"""Seconds between two looks at every page."""

PATIENCE = 240
"""Seconds after the last fault in which all must have been sent."""


class Phase(NamedTuple):
    """A while in which the network is so; ``portal`` is how a captive portal answers."""

    called: str
    seconds: float
    faults: Faults
    portal: str = ""

    @property
    def is_out(self) -> bool:
        """Whether nobody reaches the hall."""
        return self.faults.away or self.faults.dead or self.faults.portal


class Plan(NamedTuple):
    """The numbers of a run; those of issue 32 unless somebody says otherwise.

    Attributes:
      each: seconds of each fault that has no number of its own, and between two of them.
    """

    tablets: int = 200
    browsers: int = 4
    loss: float = 30.0
    delay: float = 2.0
    away: float = 20.0
    every: float = 120.0
    each: float = 20.0
    seed: int = 20261128

    def phases(self) -> list[Phase]:
        """In order."""
        each, away = self.each, Faults(away=True)
        found = [
            Phase("well", each / 2, WELL),
            Phase(f"{self.loss:g} % lost", 4 * each, Faults(loss=self.loss)),
            Phase(f"answers {self.delay:g} s later", 4 * each, Faults(delay=self.delay)),
        ]
        for _ in range(2):
            found.append(Phase("well", self.every - self.away, WELL))
            found.append(Phase(f"away for {self.away:g} s", self.away, away))
        for called, faults in (
            ("access point dies, devices see it", Faults(dead=True, carrier=False)),
            ("access point dies, nobody sees it", Faults(dead=True)),
        ):
            found += [Phase("well", each, WELL), Phase(called, min(each, self.away), faults)]
        for portal in PORTALS:
            found += [
                Phase("well", each, WELL),
                Phase(f"captive portal, {portal}", each, Faults(portal=True), portal),
            ]
        found += [
            Phase("well", each, WELL),
            Phase("no names", each, Faults(dns=False)),
            Phase("lost and late at once", 2 * each, Faults(loss=self.loss, delay=self.delay)),
            Phase("well", each, WELL),
        ]
        return found


PORTALS = ("200 and a page", "302 to another host", "511")


class _Portal(BaseHTTPRequestHandler):
    """Answers whatever is asked, as hotels and halls do before somebody has paid."""

    how = ""

    def do_GET(self) -> None:
        """Of every method and path the same."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        page = b"<!doctype html><title>Welcome</title><h1>Welcome to our Wi-Fi</h1>"
        self.send_response(int(self.how[:3]))
        if self.how.startswith("302"):
            self.send_header("Location", f"http://portal.test:{PORTAL}/sign-in")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(page)
        self.close_connection = True

    do_POST = do_GET  # noqa: N815 (the name is the library's)

    def log_message(self, *_: object) -> None:
        """Nothing is told of it."""


def whole_games() -> Iterator[list[Any]]:
    """Requests of whole games, from who starts to the last turn; over and over."""
    games = [(starter, turns) for _, starter, turns in real_games() if _played_out(turns)]
    for starter, turns in cycle(games):
        yield [
            DetermineStarter(starter=starter, method="draw"),
            StartGame(),
            *(_requested(turn) for turn in turns),
        ]


def _played_out(turns: Sequence[Any]) -> bool:
    tiles = sum(len(tiles_of(t.placement.letters)) for t in turns if isinstance(t, PlayRecorded))
    return isinstance(turns[-1], PlayRecorded) and tiles > 100 - RACK


def _requested(turn: Any) -> Any:
    if isinstance(turn, PlayRecorded):
        return PlaceTiles(seat=turn.seat, placement=turn.placement)
    if isinstance(turn, TilesExchanged):
        return ExchangeTiles(seat=turn.seat, count=turn.count)
    return PassTurn(seat=turn.seat)


def entered_without_a_network(hall: Any) -> list[list[dict[str, Any]]]:
    """Enter a whole game at every table; what was asked for at each."""
    asked: list[list[dict[str, Any]]] = []
    for table, requests in zip(range(len(hall.games)), whole_games(), strict=False):
        asked.append([])

        def enter(request: Any, *words: KeptWords, table: int = table) -> None:
            sent = Sent(by="K1", command_id=uuid4())
            hall.desk.record(hall.games[table], request, sent, words)
            kept = [msgspec.to_builtins(one) for one in words]
            told = {"asked": msgspec.to_builtins(request)}
            asked[table].append({**told, "words": kept} if kept else told)

        for request in requests:
            enter(request)
        sheet = hall.sheet(table + 1)
        enter(AcceptPlayOut(seat=sheet.lines[-1].seat.opponent))
        enter(CountUnplayed())
        [left] = [
            e.fact for e in hall.sheet(table + 1).events if type(e.fact) is UnplayedTilesCounted
        ]
        worked_out = CountUnplayed(racks=left.racks)  # as the page has
        asked[table][-1]["asked"] = msgspec.to_builtins(worked_out)
        enter(ProposeResult())
        for seat in Seat:
            drawn = kept_strokes(STROKES, uuid4().bytes)
            enter(signature(hall.sheet(table + 1), seat, words=drawn.digest), drawn)
    return asked


def said(words: str) -> None:
    """How far it is, for who waits."""
    print(words, file=sys.stderr, flush=True)


def told_of(sheet: Any) -> Any:
    """Of a sheet all that two records of the same game have in common."""
    lines = [(line.seat, line.kind, line.move, line.score) for line in sheet.lines]
    facts = [type(event.fact).__name__ for event in sheet.events]
    return lines, sheet.totals, list(sheet.board.squares), sheet.stands, facts


# Pages: what they say, looked at again and again.

ENTER = """({ asked, words }) =>
  tilescribe.entries.enter(asked, words ? { words } : {}).then((kept) => kept.command_id)"""
SAYS = """() => {
  const { outbox } = window.tilescribe;
  return [document.getElementById("state").textContent, outbox.waiting];
}"""
WATCH_WALL = """() => {
  window.seen = {};
  const look = () => {
    const words = document.querySelector(".screen-announced")?.textContent ?? "";
    for (const [said] of words.matchAll(/notice \\d+/g)) seen[said] ??= Date.now();
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true });
}"""
LISTED = """[...document.querySelectorAll("[data-lines] > li:not(.division)")].map((one) =>
  [...one.children].map((part) => part.dataset.whole ?? part.textContent.trim()).join(" "))"""


class Watched:
    """A tablet in a browser: what is entered there, and each thing it said."""

    def __init__(self, hall: Any, tablet: Tablet, asked: Sequence[dict[str, Any]]) -> None:
        self.hall, self.tablet, self.asked = hall, tablet, asked
        self.ids: list[str] = []
        self.said: list[tuple[float, str, int]] = []
        self.untrue: list[str] = []

    def enter(self, share: float) -> None:
        """Enter what is due when this share of the round is over."""
        while len(self.ids) < min(len(self.asked), int(share * len(self.asked)) + 1):
            self.ids.append(self.tablet.page.evaluate(ENTER, self.asked[len(self.ids)]))

    def look(self) -> None:
        """What it says now, and whether that is so."""
        words, waiting = self.tablet.page.evaluate(SAYS)
        if not self.said or self.said[-1][1] != words:
            self.said.append((time.time(), words, waiting))
        written = {str(e.envelope.command_id) for e in self.hall.sheet(self.tablet.table).events}
        missing = sum(one not in written for one in self.ids)
        if missing and (words == "Sent" or waiting < missing):
            self.untrue.append(f"{words!r} with {missing} not on the record")
        if waiting and "aved here" not in words:
            self.untrue.append(f"{words!r} with {waiting} waiting")

    def stands(self) -> str:
        """What it said last, and what a person is to look at."""
        troubles = "tilescribe.outbox.troubles.map(({ asked, answer }) => [asked.ask, answer])"
        return f"{self.said[-1][1:]} {self.tablet.page.evaluate(troubles)}"

    def first(self, since: float, *words: str) -> float | None:
        """Seconds from then until it said one of these words, or had said it before."""
        before = [said for at, said, _ in self.said if at <= since]
        if before and any(word in before[-1] for word in words):
            return 0.0
        later = (
            at - since for at, said, _ in self.said if at > since and any(w in said for w in words)
        )
        return next(later, None)


@contextmanager
def pages_inside(wifi: Wifi, folder: Path, kind: Any) -> Iterator[Any]:
    """A browser among the devices."""
    program = folder / "chromium"
    command = " ".join(wifi.inside(str(chromium.CHROMIUM)))
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o700)
    browser = chromium.launched(kind, program=program)
    try:
        yield browser
    finally:
        browser.close()


def run(plan: Plan, folder: Path, kind: Any) -> dict[str, Any]:
    """Let a round be entered while the network fails; what was measured and found.

    Args:
      kind: Playwright's ``chromium``.
    """
    tables = plan.tablets + plan.browsers
    said(f"{tables} games without a network")
    with a_hall(folder / "twin", tables=tables) as twin:
        asked = entered_without_a_network(twin)
        simulated = [told_of(twin.sheet(table)) for table in range(1, tables + 1)]
    with a_hall(folder / "hall", tables=tables, host="0.0.0.0") as hall:
        hall.app.config["HOSTS"] |= {NAME}
        port = hall.server.port
        with Wifi(port, devices=plan.tablets + 1, name=NAME, seed=plan.seed) as wifi:
            portal = ThreadingHTTPServer((wifi.server, PORTAL), _Portal)
            Thread(target=portal.serve_forever, daemon=True).start()
            hall.address = f"http://{NAME}:{port}"
            try:
                with pages_inside(wifi, folder, kind) as browser:
                    found = _a_round(plan, hall, wifi, browser, asked)
            finally:
                portal.shutdown()
                portal.server_close()
        found["lost or doubled or out of order"] = [
            table for table in range(1, tables + 1)
            if told_of(hall.sheet(table)) != simulated[table - 1]
        ]  # fmt: skip
        for table, ids in enumerate(found.pop("ids"), 1):
            written = [str(one.envelope.command_id) for one in hall.sheet(table).events]
            assert list(dict.fromkeys(one for one in written if one in set(ids))) == ids, table
        found["games"], found["entries"] = tables, sum(map(len, asked))
    return found


def _a_round(
    plan: Plan, hall: Any, wifi: Wifi, browser: Any, asked: list[list[dict[str, Any]]]
) -> dict[str, Any]:
    phases = plan.phases()
    seconds = sum(phase.seconds for phase in phases)
    watched = [
        Watched(hall, Tablet(browser, hall, plan.tablets + nth), asked[plan.tablets + nth - 1])
        for nth in range(1, plan.browsers + 1)
    ]
    wall = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    wall.goto(f"{hall.address}{SCREEN}")
    wall.wait_for_selector('[data-look="live"]', state="attached")
    wall.evaluate(WATCH_WALL)
    kept = [tablet(hall, wifi, table, asked[table - 1]) for table in range(1, plan.tablets + 1)]
    whole = Round(
        server=wifi.server, port=hall.server.port, host=f"{NAME}:{hall.server.port}",
        seconds=seconds, seed=plan.seed, tablets=kept,
    )  # fmt: skip
    with begun(wifi, whole) as (tablets, said_of_them):
        return _entered(plan, hall, wifi, wall, watched, tablets, said_of_them)


@contextmanager
def begun(wifi: Wifi, whole: Round) -> Iterator[Any]:
    """The tablets at the protocol, in a process among the devices, which ends with this block."""
    with tempfile.TemporaryFile() as told:  # more than a pipe holds that nobody reads yet
        going = subprocess.Popen(
            wifi.inside(sys.executable, "-m", "tests.reliability.wifi_tablets"),
            stdin=subprocess.PIPE, stdout=told,
        )  # fmt: skip
        assert going.stdin
        going.stdin.write(msgspec.json.encode(whole))
        going.stdin.close()
        try:
            yield going, told
        finally:
            going.kill()
            going.wait()


def _entered(
    plan: Plan,
    hall: Any,
    wifi: Wifi,
    wall: Any,
    watched: Sequence[Watched],
    tablets: Any,
    said_of_them: Any,
) -> dict[str, Any]:
    phases = plan.phases()
    seconds = sum(phase.seconds for phase in phases)
    watching = Watching(wall, watched)
    began, told = time.time(), []
    for nth, phase in enumerate(phases):
        said(f"{time.time() - began:.0f} of {seconds:.0f} s: {phase.called}")
        _Portal.how = phase.portal
        at = wifi.now(phase.faults)
        ends, notice, noticed = at + phase.seconds, f"notice {nth}", 0.0
        while time.time() < ends:
            if not noticed and time.time() > at + phase.seconds / 2:
                noticed = time.time()
                hall.here.organise(SLUG, Announce(words=notice))
            for one in watched:
                one.enter((time.time() - began) / seconds)
            watching.look()
        told.append((phase, at, notice, noticed))
    wifi.now(WELL)
    over = time.time()
    while any(one.said[-1][1] != "Sent" for one in watched) or tablets.poll() is None:
        going = tablets.poll() is None
        assert time.time() < over + PATIENCE, (going, [one.stands() for one in watched])
        watching.look()
    assert tablets.returncode == 0
    said_of_them.seek(0)
    found = json.loads(said_of_them.read())
    shown = {key: at / 1000 for key, at in wall.evaluate("seen").items()}
    ends = [at for _, at, *_ in told[1:]] + [over]
    return {
        "ids": [*found.pop("ids"), *(one.ids for one in watched)],
        "protocol": found,
        "all sent after": time.time() - over,
        "wall": [
            _wall(one, end, shown, watching.late) for one, end in zip(told, ends, strict=True)
        ],
        "tablets said": [_said(watched, one, end) for one, end in zip(told, ends, strict=True)],
        "untrue": [f"table {w.tablet.table}: {one}" for w in watched for one in w.untrue],
        "wall at the end": _same(wall, hall),
        "errors": [error for one in watched for error in one.tablet.errors],
        "heard": [(one.tablet.table, one.said) for one in watched],
    }


class Watching:
    """Looks at the wall and at every tablet; keeps when the wall said that its news were old."""

    def __init__(self, wall: Any, watched: Sequence[Watched]) -> None:
        self.wall, self.watched = wall, watched
        self.late: list[tuple[float, bool]] = [(0.0, False)]

    def look(self) -> None:
        """Once, and wait until the next time."""
        for one in self.watched:
            one.look()
        late = self.wall.evaluate("Boolean(document.querySelector('[data-last-news]').textContent)")
        if late != self.late[-1][1]:
            self.late.append((time.time(), late))
        self.wall.wait_for_timeout(1000 * LOOK)


def tablet(hall: Any, wifi: Wifi, table: int, asked: Sequence[dict[str, Any]]) -> Kept:
    """A tablet at the protocol, taken in for that table."""
    taken = hall.office.tablets.enrol(hall.office.tablets.invite(f"{SLUG}/T{table}", by="D1"))
    session = hall.office.sessions.begin("K1", taken.device)
    last = hall.sheet(table).events[-1].envelope.command_id
    return Kept(
        wifi.address(table), f"{SESSION}={session}; {DEVICE}={taken.key}",
        str(hall.games[table - 1]), str(last), list(asked),
    )  # fmt: skip


def _wall(told: Any, end: float, shown: dict[str, float], late: Any) -> dict[str, Any]:
    phase, at, notice, noticed = told
    since = end if phase.is_out else noticed
    came = shown.get(notice)
    said = [when - at for when, is_late in late if is_late and at < when < end]
    clear = [when - end for when, is_late in late if not is_late and when > end]
    return {
        "phase": phase.called,
        "true after": None if came is None else max(0.0, came - since),
        "from": "return" if phase.is_out else "announcement",
        "said that news are old after": said[0] if said else None,
        "and no longer after": clear[0] if said and clear else None,
    }


def _said(watched: Sequence[Watched], told: Any, end: float) -> dict[str, Any]:
    phase, at, *_ = told
    away = [one.first(at, "offline", "No network") for one in watched] if phase.is_out else []
    within = [one for one in away if one is not None and one < phase.seconds]
    back = [one.first(end, "Sent") for one in watched] if phase.is_out else []
    words = Counter(said for one in watched for when, said, _ in one.said if at <= when < end)
    return {
        "phase": phase.called,
        "said offline after": max(within) if within else None,
        "by": f"{len(within)} of {len(away)}" if away else "",
        "sent after": max((one for one in back if one is not None), default=None),
        "words": dict(words),
    }


def _same(wall: Any, hall: Any) -> bool:
    """Whether the wall lists what one does that is opened now; news may take twelve seconds."""
    other = wall.context.new_page()
    other.goto(f"{hall.address}{SCREEN}")
    other.wait_for_selector("[data-paged]")
    deadline = time.time() + 30
    while wall.evaluate(LISTED) != (listed := other.evaluate(LISTED)):
        if time.time() > deadline:
            return False
        wall.wait_for_timeout(200)
    return len(listed) == 2 * len(hall.games)


def _shown(value: Any) -> str:
    return "–" if value is None else f"{value:.1f} s" if isinstance(value, float) else str(value)


def printed(found: dict[str, Any]) -> str:
    """The numbers, for people."""
    names = ("lost or doubled or out of order", "untrue", "wall at the end", "errors")
    rows = [*found["wall"], *found["tablets said"]]
    return "\n".join(
        [
            f"{found['games']} games, {found['entries']} entries",
            *(f"{name}: {found[name]}" for name in names),
            f"at the protocol: {found['protocol']}",
            f"all sent {found['all sent after']:.1f} s after the last fault",
            *("  ".join(f"{name}: {_shown(value)}" for name, value in row.items()) for row in rows),
        ]
    )


def main() -> None:
    """Run it, and print the numbers."""
    options = argparse.ArgumentParser(description=__doc__)
    for name, value in Plan()._asdict().items():
        options.add_argument(f"--{name}", type=type(value), default=value)
    options.add_argument("--heard", action="store_true", help="all that tablets said, and when")
    told = vars(options.parse_args())
    heard = told.pop("heard")
    if why := missing():
        raise SystemExit(f"It can't be run here: {why}.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        found = run(Plan(**told), Path(folder), engine.chromium)
    print(printed(found))
    if heard:
        for table, said in found["heard"]:
            print(f"table {table}", *(f"{at:.1f} {words}" for at, words, _ in said), sep="\n  ")


if __name__ == "__main__":
    main()
