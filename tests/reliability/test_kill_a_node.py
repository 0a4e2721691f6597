"""One of two nodes is killed under load, again and again: nothing is lost, nothing doubled."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from random import Random

import pytest

from tests.long_runs import seed_of
from tests.reliability.playing import Node, Playing, all_go_on, ended, nothing_lost_or_doubled
from tests.reliability.test_two_nodes import Tablet, database
from tests.web.entry_hall import Hall
from web.command_line.opened import opened

__all__ = ["database"]


@pytest.mark.longer
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_node_killed_under_load_loses_nothing_and_tablets_go_on_at_the_other(
    database, tmp_path, request
):
    full = request.config.getoption("--full")
    kills, tables = (20, 6) if full else (1, 3)
    dice = Random(seed_of(0))
    with opened(tmp_path / "first", make=True) as here:
        hall = Hall(here, tables)
        hall.server.stop()
        tablets = [Tablet(hall, table) for table in range(1, tables + 1)]
    nodes = [Node(tmp_path / name) for name in "ab"]
    stop = threading.Event()
    with ExitStack() as closing_time:
        for node in nodes:
            node.start()
            closing_time.callback(node.kill)
        for node in nodes:
            node.until_ready()
        playing = [Playing(tablet, nodes, n % 2, stop) for n, tablet in enumerate(tablets)]
        waits = []
        for each in playing:
            each.start()
        for number in range(kills):
            time.sleep(dice.uniform(0.3, 1.0))
            victim = nodes[number % 2]
            victim.kill()
            waits.append(all_go_on(playing))
            victim.start()
            victim.until_ready()
        ended(playing, stop)

    written = nothing_lost_or_doubled(tmp_path / "first", playing)
    print(f"{kills} kills, {written} written, all went on within {max(waits):.2f} s")
