"""Under which names this service may be asked.

A name that somebody else gave this computer (a rebound name, a forged ``Host``) would let their
page pass for one of ours, and stand in the links we make. An address in digits can't be given
away like a name, so each of those is taken: of this computer it has several, and routers more.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import ip_address

from flask import current_app, request

from ledger.vocabulary.refusals import Refusal

VARIABLE = "TILESCRIBE_HOSTS"
"""Where further names, as of a proxy in front, stand in the environment, a space between."""

_WITH_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def own_names() -> frozenset[str]:
    called = socket.gethostname().lower()
    return frozenset({"localhost", called, f"{called.partition('.')[0]}.local"})


def names_in(environment: Mapping[str, str], names: Iterable[str] = ()) -> frozenset[str]:
    """The own names, those in the environment, and ``names``.

    >>> sorted(names_in({"TILESCRIBE_HOSTS": "Sheet.example"}) - own_names())
    ['sheet.example']
    """
    told = environment.get(VARIABLE, "").lower().split()
    return own_names().union(told, (name.lower() for name in names))


def must_be_asked_by_our_name() -> None:
    host = request.environ.get("HTTP_HOST")
    if host is not None and not is_ours(host, current_app.config["HOSTS"]):
        raise Refusal(
            "another-name",
            "This service does not go by that name.",
            "Open it under the address that its organiser gave you.",
        )


@lru_cache(maxsize=256)
def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a ``Host`` names this service.

    >>> names = frozenset({"localhost", "sheet.local"})
    >>> [is_ours(host, names) for host in ("sheet.local:8421", "[::1]:80", "192.168.1.20")]
    [True, True, True]
    >>> [is_ours(host, names) for host in ("evil.example", "sheet.local.evil.example", "a b", "")]
    [False, False, False, False]
    """
    parts = _WITH_PORT.fullmatch(host)
    if parts is None:
        return False
    name = parts[1].lower().rstrip(".")
    if name in names:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
