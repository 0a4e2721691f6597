"""Everybody who asks the service, in a process of its own: what each scenario measured, as JSON.

    python -m tests.bench.http.load SCENARIO PORT[,PORT] < hall.json

Bounded, on loopback alone, and at its end by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import socket
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode

import msgspec

from tests.bench.http.a_hall import MOVES, PIN, ROUNDS, Entries, Hall
from tests.bench.http.line import Line, asked_for, posted
from tests.hostile_files import pdf_of_pages, wide_png

ELSEWHERE = "127.0.0.2"
"""The address of whoever means harm; another one than the tablets'."""

PATIENCE = 540
"""Seconds until a scenario has failed for good. How long it takes is what the table tells."""


def wanted(answer):
    """Whether a turn was written."""
    return answer.startswith(b"HTTP/1.1 200") and b'"kind":"written"' in answer


class Tablet:
    """One table's tablet: enters its games turn by turn."""

    def __init__(self, port, known, number=0):
        self.port, self.known, self.line = port, known, None
        self.address = f"127.0.1.{1 + number % 250}"
        self.entries = Entries(known)
        self.free = asyncio.Lock()

    async def ask(self, request):
        """The answer, and the seconds it took; connects anew where the server hung up."""
        if self.line is None or not self.line.is_open:
            self.line = await Line.to(self.port, self.address)
        started = time.perf_counter()
        answer = await self.line.ask(request)
        return answer, time.perf_counter() - started

    async def turn(self):
        """The seconds one turn took, and its wait for the one before; raises if not written."""
        started = time.perf_counter()
        async with self.free:
            body = b"[%b]" % next(self.entries)
            answer, _ = await self.ask(posted("/api/entries", body, self.known.cookies))
        if not wanted(answer):
            raise AssertionError(answer)
        return time.perf_counter() - started


def percentiles(times):
    """p50, p99 and the longest, in ms."""
    ordered = sorted(times)
    return {
        "p50": 1000 * ordered[len(ordered) // 2],
        "p99": 1000 * ordered[int(len(ordered) * 0.99)],
        "longest": 1000 * ordered[-1],
        "asked": len(ordered),
    }


async def rate(seconds, askers):
    """Requests a second that ``askers`` get answered together, each after the one before."""
    until, request = time.perf_counter() + seconds, 0

    async def go_on(ask):
        nonlocal request
        while time.perf_counter() < until:
            await ask()
            request += 1

    started = time.perf_counter()
    await asyncio.gather(*(go_on(ask) for ask in askers))
    return request / (time.perf_counter() - started)


def one_after_another(tablets):
    """One tablet's turns for longer than its games last: then it is the next table's."""
    entered, of_one = 0, ROUNDS * len(MOVES)

    async def turn():
        nonlocal entered
        await tablets[entered // of_one].turn()
        entered += 1

    return turn


async def speeds(hall, port):
    """Turns a second of 1 and 16 tablets, and what a route that does nothing is asked beside.

    By turns and for half a second each, so that whatever else this machine does disturbs both.
    """
    nothing = posted("/trivial", b"x" * 600)
    tablets = [Tablet(port, known, number) for number, known in enumerate(hall.tablets)]
    found = {}
    for many, asks in (
        (1, [one_after_another(tablets[:80])]),
        (16, [one_after_another(tablets[each : each + 7]) for each in range(80, 192, 7)]),
    ):
        lines = [await Line.to(port) for _ in range(many)]
        pairs = []
        for _ in range(ROUNDS_OF_SPEED):
            lines[:] = [line if line.is_open else await Line.to(port) for line in lines]
            pairs.append(
                (
                    await rate(0.5, asks),
                    await rate(0.5, [partial(line.ask, nothing) for line in lines]),
                )
            )
        turns, trivial = sorted(pairs, key=lambda pair: pair[0] / pair[1])[len(pairs) // 2]
        found[str(many)] = {"turns": turns, "trivial": trivial}
        for line in lines:
            line.close()
    return found


ROUNDS_OF_SPEED = 7


A_CHANGE = b'data: {"position"'
"""What a change begins with, and a sign that the stream lives does not."""


async def watching(port, streams, source="127.0.0.1", cookies=""):
    """So many live streams, read and thrown away; gives how to close them, and what they heard."""
    heard, writers = [0] * streams, []

    async def read(number, reader):
        end = b""  # of what was read: a change may come in two parts
        with contextlib.suppress(OSError):
            while more := await reader.read(65536):
                part = end + more
                heard[number] += part.count(A_CHANGE)
                end = part[1 - len(A_CHANGE) :]

    tasks = []
    for number in range(streams):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        writer.write(asked_for("/events", cookies))
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        writers.append(writer)
        tasks.append(asyncio.create_task(read(number, reader)))
    return heard, writers


async def paced(tablets, each_second, seconds):
    """Turns at a steady rate, whether the one before was answered or not; the times they took."""
    started, times, request = time.perf_counter(), [], []

    async def one(tablet):
        times.append(await tablet.turn())

    for number in range(int(each_second * seconds)):
        wait = started + number / each_second - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        request.append(asyncio.create_task(one(tablets[number % len(tablets)])))
    done = await asyncio.gather(*request, return_exceptions=True)
    errors = [str(each)[:300] for each in done if isinstance(each, BaseException)]
    return {**percentiles(times), "errors": len(errors), "first": errors[:1]}


def spread(hall, ports):
    """Every tablet, at the nodes in turn."""
    return [
        Tablet(ports[number % len(ports)], known, number)
        for number, known in enumerate(hall.tablets)
    ]


async def crowd(hall, *ports):
    """200 tablets at 85 turns a second, while 220 screens watch."""
    tablets = spread(hall, ports)
    for tablet in tablets:  # as after lunch: all are there before the first turn
        tablet.line = await Line.to(tablet.port, tablet.address)
    alone = await paced(tablets, 85, 5)
    heard, writers = [], []
    for place, (source, streams) in enumerate((("127.0.0.1", 110), ("127.0.0.3", 110))):
        some, open_ones = await watching(ports[place % len(ports)], streams, source)
        heard.append(some)
        writers += open_ones
    found = await paced(tablets, 85, 10)
    told = await told_all(heard)
    for writer in writers:
        writer.close()
    return {**found, "told": [min(told), max(told)], "alone": alone["p99"]}


class Screen(asyncio.Protocol):
    """One live stream, read and thrown away, with as little Python as that takes."""

    def __init__(self, opened):
        self._opened, self._begun = opened, False

    @classmethod
    async def at(cls, port, source):
        """Opened, and the first of it heard."""
        loop = asyncio.get_running_loop()
        opened = loop.create_future()
        transport, _ = await loop.create_connection(
            lambda: cls(opened), "127.0.0.1", port, local_addr=(source, 0)
        )
        transport.write(asked_for("/events"))
        head = await opened
        assert head.startswith(b"HTTP/1.1 200"), head[:300]
        return transport

    def data_received(self, data):
        if not self._begun:
            self._begun = True
            self._opened.set_result(data)

    def connection_lost(self, error):
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(str(error)))


EACH_TABLE = 0.425  # turns a second: 85 of 200 tables, as a hall of the budgets has them
SCREENS = 1.1  # for each table, each told of every turn
SIZES = (100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 900, 1000)
MOST_P99 = 50.0  # ms
SECONDS = 8
FROM_ONE_ADDRESS = 110


def core_seconds(pids):
    """Seconds of a core that these processes have used, and all that they started."""
    children, used = {}, {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        children.setdefault(int(fields[1]), []).append(int(process.name))
        used[int(process.name)] = int(fields[11]) + int(fields[12])
    found, to_do = 0, list(pids)
    while to_do:
        one = to_do.pop()
        found += used.get(one, 0)
        to_do += children.get(one, [])
    return found / os.sysconf("SC_CLK_TCK")


class Flushes(Thread):
    """How long a page takes to the disk meanwhile, with nothing of ours before it: the floor.

    The disk is the one that temporary files lie on, as the record of a benchmark does.
    """

    def __init__(self):
        super().__init__(daemon=True)
        self._over, self.times = Event(), []

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self.join()

    def run(self):
        with tempfile.TemporaryFile() as file:
            while not self._over.wait(0.02):
                os.write(file.fileno(), bytes(4096))
                started = time.perf_counter()
                os.fdatasync(file.fileno())
                self.times.append(time.perf_counter() - started)


async def sizes(hall, *ports):
    """More and more tables, until p99 of a turn passes 50 ms; that size is tried twice again."""
    pids = [int(one) for one in sys.argv[3].split(",")]
    tablets, screens, found = spread(hall, ports), [], []
    for tables in (size for size in SIZES if size <= len(tablets)):
        for tablet in tablets[:tables]:  # as after lunch: all are there before the first turn
            tablet.line = tablet.line or await Line.to(tablet.port, tablet.address)
        for number in range(len(screens), int(tables * SCREENS)):
            source = f"127.0.2.{1 + number // FROM_ONE_ADDRESS}"
            screens.append(await Screen.at(ports[number % len(ports)], source))
        for _ in range(3):
            own, used, began = time.process_time(), core_seconds(pids), time.perf_counter()
            with Flushes() as disk:
                step = await paced(tablets[:tables], tables * EACH_TABLE, SECONDS)
            took = time.perf_counter() - began
            step |= {
                "tables": tables, "screens": len(screens), "took": took,
                "load": (time.process_time() - own) / took,
                "core": (core_seconds(pids) - used) / took,
                "disk": percentiles(disk.times)["p99"],
            }  # fmt: skip
            if good := step["p99"] <= MOST_P99 and not step["errors"]:
                break
        found.append({**step, "good": good})
        print(json.dumps(found[-1]), file=sys.stderr, flush=True)
        if not good:
            break
    for screen in screens:
        screen.close()
    return found


async def told_all(heard):
    """What each screen was told, once all were told the same and a second brought nothing more."""
    before, now = [], [each for some in heard for each in some]
    while len(set(now)) > 1 or now != before:
        await asyncio.sleep(1)
        before, now = now, [each for some in heard for each in some]
    return now


async def back(hall, *ports):
    """200 tablets come back with 40 entries each; how far the director's screen is behind."""
    ready, port = [], ports[-1]
    for tablet in spread(hall, ports):
        body = b"[%b]" % b",".join(next(tablet.entries) for _ in range(40))
        ready.append((tablet, posted("/api/entries", body, tablet.known.cookies)))
    behind, done = [], asyncio.Event()

    async def look():
        """What the director's desk shows, again and again."""
        desk = await Line.to(port)
        desk_request = asked_for("/desk/now.json", hall.director)
        while not done.is_set():
            if not desk.is_open:
                desk = await Line.to(port)
            started = time.perf_counter()
            assert (await desk.ask(desk_request)).startswith(b"HTTP/1.1 200")
            behind.append(time.perf_counter() - started)
            await asyncio.sleep(0.25)

    looking = asyncio.create_task(look())
    heard, [writer] = await watching(port, 1, cookies=hall.director)
    started = time.perf_counter()
    answers = await asyncio.gather(*(tablet.ask(request) for tablet, request in ready))
    took = time.perf_counter() - started
    written = sum(answer.count(b'"kind":"written"') for answer, _ in answers)
    done.set()
    await looking
    writer.close()
    return {"took": took, "written": written, "behind": max(behind), "told": heard[0]}


SILENT, UNFINISHED, SIGNING_IN = 2000, 700, 400
AGAIN = 1.0
"""Seconds after which whoever was hung up on comes again."""


async def harm(hall, port):
    """Turns at 20 a second, while another process holds all it can from one address."""
    tablets = [Tablet(port, known, number) for number, known in enumerate(hall.tablets[:40])]
    alone = await paced(tablets, 20, 5)
    mischief = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.http.load", "hold", str(port),
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        await mischief.stdout.readline()  # all of it is there
        return {**await paced(tablets, 20, 15), "alone": alone["p99"]}
    finally:
        mischief.terminate()
        await mischief.wait()


async def hold(_hall, port):
    """Silent connections, unfinished bodies and sign-ins, and each again when it ends."""

    async def again(said):
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(ELSEWHERE, 0)
                )
                writer.write(said)
                with contextlib.suppress(OSError):
                    while await reader.read(65536):
                        pass
                writer.close()
            await asyncio.sleep(AGAIN)

    body = urlencode({"badge": "D1", "pin": PIN}).encode()
    sign_in = posted("/sign-in", body, kind="application/x-www-form-urlencoded")
    parts = [b""] * SILENT + [sign_in[:-3]] * UNFINISHED + [sign_in] * SIGNING_IN
    held = []
    for number, said in enumerate(parts):
        held.append(asyncio.create_task(again(said)))
        if number % 50 == 49:
            await asyncio.sleep(0.02)
    print("held", flush=True)
    await asyncio.gather(*held)


PAGES = (100_000, 300_000, 1_000_000)
PHOTOS = 8


async def files(hall, port):
    """Turns at 20 a second, while small files come that are large inside."""
    tablets = [Tablet(port, known, number) for number, known in enumerate(hall.tablets[:40])]
    alone = await paced(tablets, 20, 5)
    slip = {"table": "200", "round": str(ROUNDS), "first": "400", "second": "390", "sure": "yes"}
    kind = "application/x-www-form-urlencoded"
    where = "/t/spring-open/organise/results"
    typed = await _once(port, posted(where, urlencode(slip).encode(), hall.director, kind))
    assert typed.startswith((b"HTTP/1.1 200", b"HTTP/1.1 303")), typed
    found = {"alone": alone["p99"]}
    for name, seconds, requests in (
        ("pdfs", 20, [_a_file("/verify", {}, "pdf", pdf_of_pages(pages)) for pages in PAGES]),
        (
            "photos", 10,
            [_a_file(f"{where}/photo", slip, "photo", wide_png(), hall.director)] * PHOTOS,
        ),
    ):  # fmt: skip
        print(name, file=sys.stderr, flush=True)
        sent = [asyncio.create_task(_once(port, one, ELSEWHERE)) for one in requests]
        found[name] = await paced(tablets, 20, seconds)
        answers = await asyncio.gather(*sent, return_exceptions=True)
        found[name]["answers"] = [
            str(one[9:12] if isinstance(one, bytes) else one) for one in answers
        ]
    return found


async def _once(port, request, source="127.0.0.1"):
    """One request on a connection of its own."""
    line = await Line.to(port, source)
    try:
        return await line.ask(request)
    finally:
        line.close()


def _a_file(path, fields, name, content, cookies=""):
    """A form with a file, as a browser sends it."""
    line = b"--part\r\nContent-Disposition: form-data; name="
    body = b"".join(line + f'"{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields.items())
    body += line + f'"{name}"; filename="file"\r\n\r\n'.encode() + content + b"\r\n--part--\r\n"
    return posted(path, body, cookies, "multipart/form-data; boundary=part")


SCENARIOS = {
    "speeds": speeds, "crowd": crowd, "back": back, "harm": harm, "hold": hold, "files": files,
    "sizes": sizes,
}  # fmt: skip


def main():
    """Run one scenario and print what it measured."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    socket.setdefaulttimeout(30)
    told = sys.stdin.buffer.read()
    hall = msgspec.json.decode(told, type=Hall) if told else None

    async def run():
        async with asyncio.timeout(PATIENCE):
            return await SCENARIOS[sys.argv[1]](hall, *map(int, sys.argv[2].split(",")))

    print(json.dumps(asyncio.run(run())))


if __name__ == "__main__":
    main()
