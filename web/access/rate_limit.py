"""How often one address may ask, and which addresses count as one. Loads no application."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the network, of a mapped one the IPv4 address.

    >>> network_of("::ffff:192.168.1.20"), network_of("2001:db8:1:2:3::4")
    ('192.168.1.20', '2001:db8:1:2::/64')
    """
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        mapped = read.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((read, 64), strict=False))
    return address


ADDRESSES = 4096  # of which it is remembered; the one that asked longest ago is forgotten first


class RateLimit:
    """Counts what each address asked: at most ``most`` times within ``seconds``."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._asked: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def may(self, address: str) -> bool:
        """Whether the address may ask once more; if so, that counts.

        >>> limit = RateLimit(2, 60.0, clock=iter([0.0, 1.0, 2.0, 61.5]).__next__)
        >>> [limit.may("10.0.0.3") for _ in range(4)]
        [True, True, False, True]
        """
        now = self._clock()
        with self._lock:
            since = [at for at in self._asked.pop(address, []) if at > now - self._seconds]
            allowed = len(since) < self._most
            self._asked[address] = [*since, now] if allowed else since
            while len(self._asked) > ADDRESSES:
                self._asked.popitem(last=False)
        return allowed
