"""Who asks from this computer itself, and so may see how the service is."""

from __future__ import annotations

import hmac
from ipaddress import ip_address, ip_network

from flask import current_app, request

PASSED_ON = ("X-Forwarded-For", "X-Real-IP", "Forwarded")
"""What a proxy adds. Where it is there still, nobody has said that the proxy can be trusted."""


def is_from_here() -> bool:
    """Whether the request comes from this computer, and not through a proxy on it."""
    if any(name in request.headers for name in PASSED_ON):
        return False
    return _is_in(request.remote_addr, ("127.0.0.0/8", "::1/128", "::ffff:127.0.0.0/104"))


def may_read_figures() -> bool:
    """Whether who asks may read ``/metrics``: from here, by a token, or from where it is open."""
    token = str(current_app.config["METRICS_TOKEN"])
    shown = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if token and hmac.compare_digest(shown, f"Bearer {token}".encode()):
        return True
    return is_from_here() or _is_in(request.remote_addr, current_app.config["METRICS_FROM"])


def _is_in(address: str | None, networks: tuple[str, ...]) -> bool:
    try:
        asking = ip_address(address or "")
    except ValueError:
        return False
    return any(asking in ip_network(each) for each in networks)
