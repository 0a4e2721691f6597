"""Where tablets reach this computer: its addresses in private networks.

IPv4 only: that is what the router of a hall gives to every tablet.
"""

from __future__ import annotations

import platform
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from ipaddress import IPv4Address, IPv4Network

from ledger.vocabulary.refusals import Refusal

RANGES = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"))
)
"""Networks that the internet does not know (RFC 1918), and what computers give themselves
where nobody else does (RFC 3927)."""

LOOPBACK = IPv4Address("127.0.0.1")

SOMEWHERE = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Where a way may lead: far away first (an address of no one, RFC 5737), then near. Nothing is
sent there; the system is only asked which of its addresses it would use."""

SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}
"""The question "which address has this interface?", as each system numbers it."""


def lan_addresses() -> tuple[IPv4Address, ...]:
    """This computer's addresses in private networks, the one most in use first."""
    return private((*_on_the_way(), *_of_interfaces(), *_of_its_name()))


def private(texts: Iterable[str]) -> tuple[IPv4Address, ...]:
    """Those that lie in a private network, each once, in the order they came in.

    >>> private(["192.168.1.20", "127.0.0.1", "8.8.8.8", "192.168.1.20"])
    (IPv4Address('192.168.1.20'),)
    """
    found = dict.fromkeys(map(IPv4Address, texts))
    return tuple(address for address in found if is_private(address))


def is_private(address: IPv4Address) -> bool:
    """Whether it lies in a private network; this computer's own loopback is none."""
    return any(address in network for network in RANGES)


def addresses_for(host: str | None) -> tuple[IPv4Address, ...]:
    """Where tablets find a service that listens on ``host``, or everywhere if it is ``None``.

    Raises:
      Refusal: ``no-hall-network`` or ``not-a-hall-address``.
    """
    if host is None or host == "0.0.0.0":  # noqa: S104 (what is compared, not listened on)
        found = lan_addresses()
        if not found:
            raise Refusal(
                "no-hall-network",
                "This computer has no address in a private network, so no tablet can reach it.",
                "Join the hall's Wi-Fi and start again.",
            )
        return found
    with suppress(ValueError):
        address = IPv4Address(host)
        if is_private(address) or address == LOOPBACK:
            return (address,)
    raise Refusal(
        "not-a-hall-address",
        f"{host} is not an address of a private network, as 192.168.1.20 is.",
        "Leave --host out, then every address of this computer is used.",
    )


def _on_the_way() -> Iterator[str]:
    for far in SOMEWHERE:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way, suppress(OSError):
            way.connect((far, 9))
            yield way.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    if sys.platform not in SIOCGIFADDR:
        return
    from fcntl import ioctl

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asked:
        for _, name in socket.if_nameindex():
            question = struct.pack("256s", name.encode()[:15])
            try:
                told = ioctl(asked, SIOCGIFADDR[sys.platform], question)
            except OSError:  # an interface without an address
                continue
            yield socket.inet_ntoa(told[20:24])


def _of_its_name() -> Iterator[str]:
    """On Windows, the name of the computer knows all its addresses."""
    if platform.system() != "Windows":
        return
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(place[0])
