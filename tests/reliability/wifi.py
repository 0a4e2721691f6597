"""A Wi-Fi that fails: a network namespace whose only way out is a relay in user space.

Real packets of real connections pass two TUN devices, one here and one in the namespace. Between
them a process loses, delays and answers as it is told. These kernels have no netem; root is needed,
and `iproute2`.
"""

from __future__ import annotations

import fcntl
import heapq
import json
import os
import random
import select
import shutil
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

TUNSETIFF, TUNSETCARRIER, TUN, NO_HEADER = 0x400454CA, 0x400454E2, 0x0001, 0x1000
TCP, UDP, DNS = 6, 17, 53
SYN, ACK = 0x02, 0x10

PORTAL = 8081
"""The port of the server's address where a captive portal answers."""


def missing() -> str:
    """Why there can be no such network here; empty where there can."""
    if os.geteuid():
        return "network namespaces need root"
    if not shutil.which("ip"):
        return "no iproute2: apt-get install iproute2"
    if not Path("/dev/net/tun").exists():
        return "no /dev/net/tun"
    name = f"tilescribe-{os.getpid()}-try"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False)
    if made.returncode:
        return f"no network namespaces: {made.stderr.decode().strip()}"
    subprocess.run(["ip", "netns", "del", name], check=True)
    return ""


class Faults(NamedTuple):
    """What the network does at this moment.

    Attributes:
      loss: of a hundred packets so many are lost, each way.
      delay: seconds that each answer takes longer: half of it each way.
      away: nothing passes, and nobody is told.
      dead: as ``away``; and what was connected never passes again, without a word to either end.
      carrier: whether devices are told that they have a network.
      portal: whoever connects is answered by the captive portal, whatever was asked.
      dns: whether names are known.
    """

    loss: float = 0
    delay: float = 0
    away: bool = False
    dead: bool = False
    carrier: bool = True
    portal: bool = False
    dns: bool = True


WELL = Faults()


class Wifi:
    """A hall's network: ``server`` is the address here, devices are inside.

    Args:
      port: of the server, which a captive portal stands in for.
      devices: so many addresses there are inside, ``address(1)`` the first.
      name: what the name service calls the server.
    """

    def __init__(self, port: int, devices: int = 1, name: str = "hall.test", seed: int = 1) -> None:
        self.space = f"tilescribe-{os.getpid()}-{port}"
        self.net = f"10.{64 + port % 128}"
        self.server, self.devices, self.name = f"{self.net}.0.1", devices, name
        told = {"net": self.net, "port": port, "space": self.space, "devices": devices}
        self.changed = 0.0  # when, by the clock
        names = Path("/etc/netns") / self.space
        names.mkdir(parents=True, exist_ok=True)
        (names / "resolv.conf").write_text(f"nameserver {self.server}\noptions timeout:5\n")
        self._relay = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.wifi", json.dumps({**told, "seed": seed})],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._told()

    def address(self, device: int) -> str:
        """The address of a device, counted from 1."""
        return f"{self.net}.{1 + device // 250}.{1 + device % 250}"

    def now(self, faults: Faults) -> float:
        """From now on the network is so; gives the time at which that began."""
        assert self._relay.stdin
        self._relay.stdin.write(json.dumps(faults._asdict()) + "\n")
        self._relay.stdin.flush()
        self.changed = self._told()["at"]
        return self.changed

    def inside(self, *words: str) -> list[str]:
        """A command that is run among the devices."""
        return ["ip", "netns", "exec", self.space, *words]

    def close(self) -> dict[str, Any]:
        """Take it down; how many packets passed, and how many were lost."""
        assert self._relay.stdin
        self._relay.stdin.close()
        counted = self._told()
        self._relay.wait(20)
        if self._relay.stdout:
            self._relay.stdout.close()
        shutil.rmtree(Path("/etc/netns") / self.space, ignore_errors=True)
        return counted

    def _told(self) -> dict[str, Any]:
        assert self._relay.stdout
        line = self._relay.stdout.readline()
        assert line, "the relay has ended"
        return dict(json.loads(line))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# The relay, in a process of its own.


def _device(name: str) -> int:
    made = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(made, TUNSETIFF, struct.pack("16sH", name.encode(), TUN | NO_HEADER))
    return made


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _summed(data: bytes) -> int:
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


class Relay:
    """Between the two devices."""

    def __init__(self, net: str, port: int, space: str, devices: int, seed: int) -> None:
        self.space, self.random = space, random.Random(seed)
        self.outside, self.hall = _device(f"ts{port}"), _device(f"wl{port}")
        _ip("netns", "add", space)
        _ip("link", "set", f"wl{port}", "netns", space)
        # Chromium takes what is called "tun" for no network at all.
        _ip("-n", space, "link", "set", f"wl{port}", "name", "wlan0")
        _ip("addr", "add", f"{net}.0.1/16", "dev", f"ts{port}")
        _ip("link", "set", f"ts{port}", "up")
        addresses = [f"{net}.{1 + n // 250}.{1 + n % 250}" for n in range(1, devices + 1)]
        many = "".join(f"addr add {one}/16 dev wlan0\n" for one in addresses)
        subprocess.run(["ip", "-n", space, "-batch", "-"], input=many, text=True, check=True)
        for device in ("lo", "wlan0"):
            _ip("-n", space, "link", "set", device, "up")
        self.faults, self.seen, self.lost = WELL, 0, 0
        self.waiting: list[tuple[float, int, int, bytes]] = []
        self.flows: dict[bytes, int] = {}  # by the device's address and port: what the portal took
        self.vanished: set[bytes] = set()
        self.server = bytes(map(int, f"{net}.0.1".split(".")))

    def close(self) -> None:
        _ip("netns", "del", self.space)

    def change(self, faults: Faults) -> None:
        if faults.dead and not self.faults.dead:
            self.vanished |= set(self.flows)
        if faults.carrier != self.faults.carrier:
            fcntl.ioctl(self.hall, TUNSETCARRIER, struct.pack("i", faults.carrier))
        self.faults = faults

    def run(self) -> None:
        """Until nobody says any more how the network is to be."""
        buffered = ""
        while True:
            now = time.time()
            while self.waiting and self.waiting[0][0] <= now:
                *_, end, packet = heapq.heappop(self.waiting)
                with suppress(OSError):  # a device that is down
                    os.write(end, packet)
            pause = max(0.0, self.waiting[0][0] - now) if self.waiting else 1.0
            ready = select.select([self.outside, self.hall, 0], [], [], pause)[0]
            for end in ready:
                if end:
                    self._read(end)
                    continue
                more = os.read(0, 65536).decode()
                if not more:
                    return
                *lines, buffered = (buffered + more).split("\n")
                for line in lines:
                    self.change(Faults(**json.loads(line)))
                    print(json.dumps({"at": time.time()}), flush=True)

    def _read(self, end: int) -> None:
        for _ in range(64):
            try:
                packet = bytearray(os.read(end, 4096))
            except OSError:
                return
            if packet[0] >> 4 != 4:
                continue
            self.seen += 1
            if end == self.hall:
                to, packet = self._leaving(packet)
            else:
                to, packet = self._coming(packet)
            faults = self.faults
            if not packet or faults.away or faults.dead or self.random.random() * 100 < faults.loss:
                self.lost += 1
                continue
            due = time.time() + faults.delay / 2
            heapq.heappush(self.waiting, (due, self.seen, to, bytes(packet)))

    def _leaving(self, packet: bytearray) -> tuple[int, bytearray | bytes]:
        """From a device: to the server, to the portal in its place, or back with a name."""
        begins = 4 * (packet[0] & 15)
        if packet[9] == UDP and packet[begins + 2 : begins + 4] == b"\0\x35":
            return self.hall, self._named(packet, begins) if self.faults.dns else b""
        if packet[9] != TCP:
            return self.outside, packet
        flow = bytes(packet[12:16] + packet[begins : begins + 2])
        if packet[begins + 13] & (SYN | ACK) == SYN:
            self.vanished.discard(flow)
            [port] = struct.unpack("!H", packet[begins + 2 : begins + 4])
            self.flows[flow] = port if self.faults.portal else 0
        if flow in self.vanished:
            return self.outside, b""
        if self.flows.get(flow):
            _rewrite(packet, begins + 2, PORTAL, begins)
        elif self.faults.portal:  # it was connected before, and nobody has signed in
            return self.outside, b""
        return self.outside, packet

    def _coming(self, packet: bytearray) -> tuple[int, bytearray | bytes]:
        begins = 4 * (packet[0] & 15)
        if packet[9] != TCP:
            return self.hall, packet
        flow = bytes(packet[16:20] + packet[begins + 2 : begins + 4])
        if flow in self.vanished or (self.faults.portal and not self.flows.get(flow)):
            return self.hall, b""
        if port := self.flows.get(flow):
            _rewrite(packet, begins, port, begins)
        return self.hall, packet

    def _named(self, packet: bytearray, begins: int) -> bytes:
        """What the name service answers: every name is the server's."""
        asked = bytes(packet[begins + 8 :])
        end = asked.index(b"\0", 12) + 5
        kind = struct.unpack("!H", asked[end - 4 : end - 2])[0]
        found = kind == 1
        answer = asked[:2] + struct.pack("!HHHHH", 0x8580, 1, found, 0, 0) + asked[12:end]
        if found:
            answer += b"\xc0\x0c\0\x01\0\x01\0\0\0\x01\0\x04" + self.server
        ports = bytes(packet[begins + 2 : begins + 4] + packet[begins : begins + 2])
        datagram = ports + struct.pack("!HH", 8 + len(answer), 0) + answer
        head = struct.pack(
            "!BBHHHBBH4s4s", 0x45, 0, 20 + len(datagram), 0, 0, 64, UDP, 0,
            bytes(packet[16:20]), bytes(packet[12:16]),
        )  # fmt: skip
        return head[:10] + struct.pack("!H", _summed(head)) + head[12:] + datagram


def _rewrite(packet: bytearray, at: int, port: int, begins: int) -> None:
    """Put another port there, and into the checksum of the segment (RFC 1624)."""
    [old] = struct.unpack("!H", packet[at : at + 2])
    [checksum] = struct.unpack("!H", packet[begins + 16 : begins + 18])
    total = (~checksum & 0xFFFF) + (~old & 0xFFFF) + port
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    packet[at : at + 2] = struct.pack("!H", port)
    packet[begins + 16 : begins + 18] = struct.pack("!H", ~total & 0xFFFF)


def main() -> None:
    """Be the relay until the input ends."""
    relay = Relay(**json.loads(sys.argv[1]))
    try:
        print("{}", flush=True)
        relay.run()
        print(json.dumps({"seen": relay.seen, "lost": relay.lost}), flush=True)
    finally:
        relay.close()


if __name__ == "__main__":
    main()
