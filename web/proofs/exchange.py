"""Something small sent to an address, or asked of one: bounded in time and in size.

Who answers may be slow, drip a byte a second, answer without end, or send us on to somewhere
else: none of that keeps a thread longer than ``LONGEST``, and nothing is followed.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from ledger.messages import say
from ledger.proof.witnesses import Why

LONGEST = 20.0  # seconds for all of it, from the connection to the last byte
PATIENCE = 8.0  # seconds that one step may take: a connection, a byte
MOST_BYTES = 64 * 1024  # of an answer; whoever answers more is not who we meant

HEADERS = {
    "Content-Type": "text/plain; charset=utf-8",
    "User-Agent": "tilescribe",
    "Connection": "close",
}


class Away(Exception):
    """Nothing of use came back.

    Attributes:
      why: in words.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _away(code: str) -> Away:
    return Away(Why.of(lambda: say(f"proofs.away.{code}")))


class Answered(NamedTuple):
    status: int
    kind: str
    body: bytes


def post(address: str, body: bytes, longest: float = LONGEST) -> Answered:
    """Send a body as text and read the answer, within so many seconds for all of it."""
    return _exchanged("POST", address, body, longest, MOST_BYTES)


def fetch(address: str, longest: float = LONGEST, most: int = MOST_BYTES) -> Answered:
    """What an address shows, of so many bytes at most."""
    return _exchanged("GET", address, None, longest, most)


def _exchanged(
    method: str, address: str, body: bytes | None, longest: float, most: int
) -> Answered:
    """One request and its answer.

    Args:
      address: ``http`` or ``https``; a certificate must be good by what this computer trusts.
    """
    # Here, because whoever prints a blank form imports the settings and needs no network.
    from http.client import HTTPConnection, HTTPException

    parts = urlsplit(address)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    late: list[bool] = []
    try:
        plain = socket.create_connection((host, port), min(PATIENCE, longest))
    except OSError as trouble:
        raise _told(trouble) from trouble
    spare = plain.dup()  # that which speaks TLS hides the first one away

    def give_up() -> None:
        late.append(True)
        with suppress(OSError):  # it may have ended just now
            spare.shutdown(socket.SHUT_RDWR)

    timer = Timer(longest, give_up)
    timer.daemon = True
    timer.start()
    connection = HTTPConnection(host, port)
    try:
        connection.sock = _under_tls(plain, host) if secure else plain
        where = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(method, where, body, HEADERS | {"Host": parts.netloc})
        response = connection.getresponse()
        data = response.read(most + 1)
    except (OSError, HTTPException, ValueError) as trouble:
        raise _away("in-time") if late else _told(trouble) from trouble
    finally:
        timer.cancel()
        for each in (connection, plain, spare):
            each.close()
    if late:
        raise _away("in-time")
    if len(data) > most:
        raise _away("without-end")
    return Answered(response.status, response.headers.get("Content-Type", ""), data)


def _under_tls(plain: socket.socket, host: str) -> socket.socket:
    """The same connection once the other side has shown a certificate that is good."""
    import ssl

    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _told(trouble: Exception) -> Away:
    if isinstance(trouble, TimeoutError):
        return _away("in-time")
    if isinstance(trouble, socket.gaierror):
        return _away("no-such-name")
    if type(trouble).__name__ == "SSLCertVerificationError":
        return _away("certificate")
    if isinstance(trouble, OSError) and trouble.strerror:
        return Away(trouble.strerror.lower())  # as the system says it
    return _away("unreadable")
