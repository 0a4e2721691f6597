"""Who asks, where a proxy stands in front: its word is taken only where it was named as one.

Whoever reaches the service itself could write any address into ``X-Forwarded-For``; so it is
believed of a named proxy, read from its right end, and only as far as named proxies go.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from web.front.bridge import Scope

PASSED_ON = frozenset({b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-real-ip"})


class Proxies:
    """The proxies whose word is taken.

    Args:
      networks: where they are.
    """

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = tuple(ip_network(each) for each in networks)

    def seen(self, scope: Scope) -> Scope:
        """The request as its sender made it: from which address, and whether over HTTPS."""
        if not self._networks or not self._is_one(_read((scope.get("client") or ("",))[0])):
            return scope
        told: dict[bytes, list[str]] = {name: [] for name in PASSED_ON}
        headers = []
        for name, value in scope["headers"]:
            if name in PASSED_ON:
                told[name] += value.decode("latin-1").split(",")
            else:
                headers.append((name, value))
        client = scope["client"]
        for text in reversed(told[b"x-forwarded-for"]):
            address = _read(text)
            if address is None:
                break
            client = (str(address), 0)
            if not self._is_one(address):
                break
        scheme = told[b"x-forwarded-proto"][-1:]
        over = scheme[0].strip() if scheme and scheme[0].strip() in ("http", "https") else None
        return {**scope, "client": client, "scheme": over or scope["scheme"], "headers": headers}

    def _is_one(self, address: IPv4Address | IPv6Address | None) -> bool:
        return address is not None and any(address in each for each in self._networks)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
