"""After a Wi-Fi failure a whole hall catches up by itself, while the director looks on.

Every tablet is a page of its own, under a name of its own (``t17.localhost``): its own database,
its own cookies, the page's own outbox, store and way to the server, which is `tilescribe serve` in
a process of its own. The Wi-Fi fails and returns for all of them at once, and nothing else is
done. The director's desk is on a cable.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import cycle
from resource import RUSAGE_CHILDREN, getrusage
from statistics import quantiles
from urllib.error import URLError
from urllib.request import urlopen
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from tests.web.chromium import launched
from tests.web.entry_hall import SLUG, a_hall
from tests.web.test_hall_https import free_ports
from tests.web.test_taps import real_games
from tests.web.turns_asked import a_pass, a_play
from tests.web.waiting import until
from web.access.permissions import VARIABLE
from web.access.visitors import DEVICE, SESSION
from web.command_line.opened import opened
from web.frame.modules import release

pytestmark = pytest.mark.browser

PATIENCE = 900
"""Seconds until it has failed for good, however busy the machine is."""

TABLET = """
async (at) => {
    const { Outbox, post, watch } = await import(`/static/${at}/js/entry/queue/outbox.js`);
    const { Store } = await import(`/static/${at}/js/entry/queue/store.js`);
    const seen = { requests: 0, failed: 0, again: 0, caughtUp: 0 };
    const send = async (entries) => {
        seen.requests += 1;
        try {
            const told = await post(entries);
            seen.again += told.answers.filter((answer) => answer.again).length;
            return told;
        } catch (trouble) {
            seen.failed += 1;
            throw trouble;
        }
    };
    const changed = (box) => {
        if (window.turns && !box.waiting) seen.caughtUp ||= Date.now();
    };
    const box = new Outbox({ store: new Store(), send, changed, by: "K1" });
    // What failed without a network is not counted.
    addEventListener("online", () => Object.assign(seen, { requests: 0, failed: 0 }));
    watch(box);
    await box.start();
    Object.assign(window, { box, seen });
}
"""
QUEUE = """
([game, last, asked]) => {
    window.queued = (async () => {
        const ids = [];
        let after = last;
        for (const [n, one] of asked.entries()) {
            const clocks = [1500 - n, 1500 - n];
            after = (await box.add(game, one, { after, clocks })).command_id;
            ids.push(after);
        }
        window.turns = ids;
        return ids;
    })();
}
"""
KEPT = """
() => Promise.all(["queue", "troubles", "answered"].map((from) => box.store.all(from)))
    .then((all) => all.map((rows) => rows.map((row) => row.command_id)))
"""
DIRECTOR = """
(slug) => {
    const [told, shown] = [[], {}];
    const stream = new EventSource(`/events?tournament=${slug}`);
    stream.addEventListener("game", ({ data }) => {
        const { game, version } = JSON.parse(data);
        told.push([game.id, version, Date.now()]);
    });
    new MutationObserver(() => {
        for (const { dataset } of document.querySelectorAll("#calls .call")) {
            shown[dataset.game] ??= Date.now();
        }
    }).observe(document.getElementById("calls"), { childList: true, subtree: true });
    Object.assign(window, { stream, told, shown });
}
"""


def requested(turn):
    """What a tablet sends of a turn."""
    if isinstance(turn, PlayRecorded):
        return a_play(turn.seat, turn.placement.square, turn.placement.letters)
    if isinstance(turn, TilesExchanged):
        return {"ask": "exchange-tiles", "seat": turn.seat, "count": turn.count}
    assert isinstance(turn, TurnPassed)
    return a_pass(turn.seat)


def queues(turns):
    """For each table who starts and what is entered: a real game, clocks, a call at the end."""
    games = [
        (starter, [requested(turn) for turn in played[:-1]])
        for _, starter, played in real_games()
        if sum(isinstance(turn, TurnPassed) for turn in played) < 2
    ]
    for starter, played in cycle(games):
        told = played[: turns - 1]
        told += [{"ask": "read-clocks"}] * (turns - 1 - len(told))
        yield starter, [*told, {"ask": "call-director", "reason": "equipment"}]


@contextmanager
def serving(folder, names):
    [port] = free_ports(1)
    called = " ".join(f"{name}.localhost" for name in names)
    process = subprocess.Popen(
        [sys.executable, "-c", "from web.command_line import main; main()",
         "serve", "--data", str(folder), "--port", str(port)],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", VARIABLE: called},
    )  # fmt: skip
    try:
        wait_for(process, port)
        yield port
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        process.stdout.close()


def wait_for(process, port):
    """Until it answers. It tells its address before its worker listens."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return urlopen(f"http://127.0.0.1:{port}/readyz", timeout=60).close()
        except URLError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)


@contextmanager
def a_browser_for_all(browser):
    """One with few processes: a hall's tablets have one each, this machine has two cores."""
    alone = launched(
        browser.browser_type, "--disable-site-isolation-trials", "--renderer-process-limit=8",
        "--host-resolver-rules=MAP *.localhost 127.0.0.1",
        without=("IsolateOrigins", "site-per-process"),
    )  # fmt: skip
    try:
        yield alone
    finally:
        alone.close()


def opened_at(context, name, port, path, **cookies):
    """A page under a name of its own, with the cookies of who holds it."""
    address = f"http://{name}.localhost:{port}"
    named = {SESSION: cookies["session"], DEVICE: cookies.get("device", "")}
    context.add_cookies(
        [{"name": key, "value": value, "url": address} for key, value in named.items() if value]
    )
    page = context.new_page()
    page.goto(address + path)
    return page


class WholeHall:
    """As many tables as tablets; everybody signed in, every game started."""

    def __init__(self, folder, tablets, turns):
        self.folder, self.turns = folder, turns
        self.asked, self.keys, self.last = [], [], []
        with a_hall(folder, tables=tablets) as hall:
            self.games = list(hall.games)
            for (starter, request), game in zip(queues(turns), self.games, strict=False):
                for one in (DetermineStarter(starter=starter, method="draw"), StartGame()):
                    hall.desk.record(game, one, Sent(by="D1", command_id=uuid4()))
                table = len(self.asked) + 1
                taken = hall.office.tablets.enrol(
                    hall.office.tablets.invite(f"{SLUG}/T{table}", by="D1")
                )
                session = hall.office.sessions.begin("K1", taken.device)
                self.keys.append({"session": session, "device": taken.key})
                self.asked.append(request)
                self.last.append(hall.desk.sheet(game).events[-1])
            self.director = {"session": hall.office.sessions.begin("D1", "")}

    def written(self):
        """The events of each game since the failure: id, version, and when."""
        with opened(self.folder) as here:
            for game, last in zip(self.games, self.last, strict=True):
                yield game, [
                    (str(one.envelope.command_id), one.originator_version,
                     one.envelope.written_at.timestamp())
                    for one in here.desk.sheet(game).events
                    if one.originator_version > last.originator_version
                ]  # fmt: skip


def catching_up(browser, folder, tablets, turns):
    """Let the Wi-Fi of a hall fail and return; what was measured, once it has been found right."""
    hall = WholeHall(folder, tablets, turns)
    names = [f"t{n}" for n in range(1, tablets + 1)]
    before = getrusage(RUSAGE_CHILDREN)
    with serving(folder, ["desk", *names]) as port, a_browser_for_all(browser) as alone:
        desk = opened_at(alone.new_context(), "desk", port, "/desk", **hall.director)
        desk.evaluate(DIRECTOR, SLUG)
        wifi = alone.new_context(service_workers="block")
        pages = [
            opened_at(wifi, name, port, "/healthz", **key)
            for name, key in zip(names, hall.keys, strict=True)
        ]
        for page in pages:
            page.evaluate(TABLET, release())
        wifi.set_offline(True)
        for page, game, last, request in zip(pages, hall.games, hall.last, hall.asked, strict=True):
            page.evaluate(QUEUE, [str(game), str(last.envelope.command_id), request])
        added = [page.evaluate("window.queued") for page in pages]
        until(desk, "stream.readyState === 1 && desk.dataset.tournament === ''")
        assert [page.evaluate("box.waiting") for page in pages] == [turns] * tablets
        returned = time.time()
        wifi.set_offline(False)
        seen = [caught_up(page) for page in pages]
        until(desk, f"Object.keys(shown).length === {tablets}")
        kept = [page.evaluate(KEPT) for page in pages]
        told, shown = desk.evaluate("[told, shown]")
    after = getrusage(RUSAGE_CHILDREN)
    for ids, (queue, troubles, answered) in zip(added, kept, strict=True):
        assert (queue, troubles, sorted(answered)) == ([], [], sorted(ids))
    behind, on_screen, latest = [], [], 0.0
    for ids, (game, events) in zip(added, hall.written(), strict=True):
        assert [id_ for id_, _, _ in events] == ids  # each once, each game in order
        latest = max(latest, events[-1][2])
        arrivals = [(version, at / 1000) for id_, version, at in told if id_ == str(game)]
        behind += [
            next(at for version, at in arrivals if version >= wanted) - written
            for _, wanted, written in events
        ]
        on_screen.append(shown[str(game)] / 1000 - events[-1][2])
    return {
        "turns": sum(map(len, added)),
        "all written after": latest - returned,
        "all tablets know after": max(one["caughtUp"] for one in seen) / 1000 - returned,
        "requests": sum(one["requests"] for one in seen),
        "failed and sent again": sum(one["failed"] for one in seen),
        "answered again": sum(one["again"] for one in seen),
        "server's CPU": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "stream behind": (quantiles(behind, n=100, method="inclusive")[98], max(behind)),
        "desk's screen behind": (
            quantiles(on_screen, n=20, method="inclusive")[18],
            max(on_screen),
        ),
    }


def caught_up(page):
    deadline = time.monotonic() + PATIENCE
    while not (seen := page.evaluate("seen"))["caughtUp"]:
        assert time.monotonic() < deadline, page.evaluate("[box.state, box.waiting, seen]")
        time.sleep(0.2)
    return seen


def shown(told):
    """A count, seconds, or seconds of nearly all (99 of 100 turns, 19 of 20 calls) and at worst."""
    if isinstance(told, tuple):
        return " / ".join(map(shown, told))
    return f"{told:.1f} s" if isinstance(told, float) else str(told)


@pytest.mark.torture
@pytest.mark.dear
def test_C3_two_hundred_tablets_with_forty_turns_each_catch_up(browser, tmp_path, capsys):
    measured = catching_up(browser, tmp_path, 200, 40)
    with capsys.disabled():
        print("\nC3", *(f"{what}: {shown(told)}" for what, told in measured.items()), sep="\n  ")
    assert measured["turns"] == 8000
