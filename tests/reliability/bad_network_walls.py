"""Walls alone over a Wi-Fi that fails: how soon each is true again, after outages and amid loss.

    python -m tests.reliability.bad_network_walls [--walls 4] [--outages 20,120] [--lost 24] [--tls]
    python -m tests.reliability.bad_network_walls --crowd 200

The narrow part of `tests/reliability/bad_network.py`, often enough to see the worst of it: each
wall has connections of its own, so one outage tells of several. Times are from the network's
return, or from the announcement while packets are lost. The load of the machine stands beside them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from html import unescape
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace
from playwright.sync_api import sync_playwright

from ledger.tournament.opening import Announce
from tests.reliability.bad_network import (
    NAME,
    SCREEN,
    WATCH_WALL,
    entered_without_a_network,
    pages_inside,
    tablet,
)
from tests.reliability.wifi import WELL, Faults, Wifi, missing
from tests.reliability.wifi_walls import Crowd
from tests.web import a_server, chromium
from tests.web.entry_hall import SLUG, a_hall
from web.hall_certificate import hall_certificate

SETTLED = 9.0
"""Seconds of a good network before each outage."""

PATIENCE = 240.0
"""Seconds until a wall that is not true will never be."""


class Walls:
    """Some walls, and the network between them and the hall."""

    def __init__(self, hall: Any, wifi: Wifi, pages: Sequence[Any]) -> None:
        self.hall, self.wifi, self.pages, self.announced = hall, wifi, pages, 0

    def rest(self, until: float) -> None:
        """Let pages go on until then, by this machine's clock."""
        while (left := until - time.time()) > 0:
            self.pages[0].wait_for_timeout(1000 * min(left, 1.0))

    def announce(self) -> str:
        """Write something that every wall shows; gives the words."""
        self.announced += 1
        words = f"notice {self.announced}"
        self.hall.here.organise(SLUG, Announce(words=words))
        return words

    def true_after(self, words: str, since: float) -> list[float]:
        """Seconds from then until each wall showed the words, the soonest first."""
        shown: dict[int, float] = {}
        while len(shown) < len(self.pages):
            assert time.time() < since + PATIENCE, f"{words} on {sorted(shown)} alone"
            for nth, page in enumerate(self.pages):
                if at := nth not in shown and page.evaluate("(words) => seen[words]", words):
                    shown[nth] = max(0.0, at / 1000 - since)
            self.pages[0].wait_for_timeout(100)
        return sorted(shown.values())

    def after_an_outage(self, seconds: float) -> list[float]:
        """Something is announced in the midst of an outage that no device is told of."""
        self.rest(time.time() + SETTLED)
        began = self.wifi.now(Faults(away=True))
        self.rest(began + seconds / 2)
        words = self.announce()
        self.rest(began + seconds)
        return self.true_after(words, self.wifi.now(WELL))

    def amid_loss(self) -> list[float]:
        """Something is announced while packets are lost."""
        began = time.time()
        found = self.true_after(self.announce(), began)
        self.rest(time.time() + 2)
        return found


@contextmanager
def walls(count: int, folder: Path, kind: Any, seed: int, *, tls: bool = False) -> Iterator[Walls]:
    """So many walls of one hall, each a context of its own of one browser.

    Args:
      kind: Playwright's ``chromium``.
      tls: the hall is served over HTTPS, as ``serve --hall`` does.
    """
    server, launched, scheme = a_server.Server, chromium.launched, "http"
    if tls:
        made = hall_certificate(folder, None, (), datetime.now(UTC))
        server = partial(server, ssl_cert=made.chain, ssl_key=made.key)
        launched = partial(_trusting, launched)
        scheme = "https"
    with (
        patch.object(a_server, "Server", server),
        patch.object(chromium, "launched", launched),
        a_hall(folder / "hall", tables=4, host="0.0.0.0") as hall,
        Wifi(hall.server.port, name=NAME, seed=seed) as wifi,
    ):
        hall.app.config["HOSTS"] |= {NAME}
        hall.address = f"{scheme}://{NAME}:{hall.server.port}"
        with pages_inside(wifi, folder, kind) as browser:
            yield Walls(hall, wifi, [_wall(hall, browser) for _ in range(count)])


def _trusting(launched: Any, kind: Any, *arguments: str, **how: Any) -> Any:
    return launched(kind, "--ignore-certificate-errors", *arguments, **how)


def _wall(hall: Any, browser: Any) -> Any:
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{hall.address}{SCREEN}")
    page.wait_for_selector('[data-look="live"]', state="attached")
    page.evaluate(WATCH_WALL)
    return page


CROWD_SECONDS = 40.0
TABLES = 3
"""Whose turns are sent in each of those, by a tablet outside the Wi-Fi."""


def crowd(count: int, folder: Path, loss: float, seed: int) -> Iterator[str]:
    """What so many walls at the protocol ask for, and what a tablet's turns take meanwhile."""
    networks = [("no walls", 0, WELL), (f"{count} walls", count, WELL)]
    networks.append((f"{count} walls, {loss:g} % lost", count, Faults(loss=loss)))
    tables = TABLES * len(networks)
    with a_hall(folder / "twin", tables=tables) as twin:
        asked = entered_without_a_network(twin)
    with (
        a_hall(folder / "hall", tables=tables, host="0.0.0.0") as hall,
        Wifi(hall.server.port, devices=count, name=NAME, seed=seed) as wifi,
    ):
        hall.app.config["HOSTS"] |= {NAME}
        page = hall.app.test_client().get(SCREEN, headers={"Accept": "text/html"}).text
        [news] = re.findall(r'data-news="([^"]+)"', page)
        there = Crowd(
            wifi.server, hall.server.port, f"{NAME}:{hall.server.port}", CROWD_SECONDS, seed,
        )  # fmt: skip
        for nth, (called, walls, faults) in enumerate(networks):
            wifi.now(faults)
            addresses = [wifi.address(1 + one) for one in range(walls)]
            after = f"&after={hall.desk.log.last_position()}"
            kept = [
                replace(tablet(hall, wifi, table, asked[table - 1]), address=wifi.server)
                for table in range(1 + TABLES * nth, 1 + TABLES * (nth + 1))
            ]
            many = replace(there, page=SCREEN, news=unescape(news) + after, addresses=addresses)
            going = _begun(wifi.inside(sys.executable), replace(many, seconds=CROWD_SECONDS + 20))
            time.sleep(10)  # all have come
            one = _begun([sys.executable], replace(there, tablets=[*kept]))
            took, did = json.loads(one.communicate()[0]), json.loads(going.communicate()[0])
            parts = quantiles(took, n=100)
            yield (
                f"{called}: {len(took)} turns answered in {median(took):.0f} ms, p99 "
                f"{parts[98]:.0f} ms; load {os.getloadavg()[0]:.1f}; each second {did}"
            )


def _begun(python: Sequence[str], told: Crowd) -> subprocess.Popen[bytes]:
    going = subprocess.Popen(
        [*python, "-m", "tests.reliability.wifi_walls"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert going.stdin
    going.stdin.write(msgspec.json.encode(told))
    going.stdin.close()
    going.stdin = None
    return going


def shown(called: str, found: Sequence[float]) -> str:
    """One line: what they took, and how busy the machine was."""
    within = sum(one <= 2 for one in found)
    return (
        f"{called}: median {median(found):.1f} s, within 2 s {within} of {len(found)}, "
        f"worst {max(found):.1f} s; load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Run it, and print the numbers."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--walls", type=int, default=4)
    options.add_argument("--outages", default="20,120", help="seconds of each, with commas")
    options.add_argument(
        "--lost", type=int, default=24, help="announcements while packets are lost"
    )
    options.add_argument("--loss", type=float, default=30.0, help="packets lost of a hundred")
    options.add_argument("--seed", type=int, default=20261128)
    options.add_argument("--tls", action="store_true", help="over HTTPS")
    options.add_argument("--crowd", type=int, default=0, help="so many walls at the protocol")
    told = options.parse_args()
    if why := missing():
        raise SystemExit(f"It can't be run here: {why}.")
    if told.crowd:
        with tempfile.TemporaryDirectory() as folder:
            for line in crowd(told.crowd, Path(folder), told.loss, told.seed):
                print(line, flush=True)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as engine,
        walls(told.walls, Path(folder), engine.chromium, told.seed, tls=told.tls) as some,
    ):
        for seconds in map(float, filter(None, told.outages.split(","))):
            print(shown(f"away for {seconds:g} s", some.after_an_outage(seconds)), flush=True)
        some.wifi.now(Faults(loss=told.loss))
        lost = [one for _ in range(told.lost) for one in some.amid_loss()]
        if lost:
            print(shown(f"{told.loss:g} % lost", lost), flush=True)


if __name__ == "__main__":
    main()
