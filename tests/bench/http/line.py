"""One connection that asks and is answered: as little Python as that can be done with."""

from __future__ import annotations

import asyncio


class Line(asyncio.Protocol):
    """A connection kept open; one request at a time."""

    def __init__(self) -> None:
        self._heard = bytearray()
        self._waiting: asyncio.Future | None = None
        self._needs = -1
        self.transport = None

    @classmethod
    async def to(cls, port, source="127.0.0.1"):
        """A new connection, from an address of this machine's own."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(cls, "127.0.0.1", port, local_addr=(source, 0))
        return line

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self._heard += data
        if self._needs < 0:
            end = self._heard.find(b"\r\n\r\n")
            if end < 0:
                return
            at = self._heard.find(b"content-length: ", 0, end)
            if at < 0:
                msg = f"no length: {bytes(self._heard[:end])!r}"
                raise ValueError(msg)
            length = int(self._heard[at + 16 : self._heard.find(b"\r", at)])
            self._needs = end + 4 + length
        if len(self._heard) >= self._needs:
            whole, self._needs = bytes(self._heard), -1
            self._heard.clear()
            self._waiting.set_result(whole)

    def connection_lost(self, error):
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError(str(error)))

    @property
    def is_open(self):
        return not self.transport.is_closing()

    async def ask(self, request):
        """The whole answer, head and body."""
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._waiting

    def close(self):
        self.transport.close()


def posted(path, body, cookies="", kind="application/json"):
    """A request that looks as if a page of ours had sent it."""
    told = f"Cookie: {cookies}\r\n" if cookies else ""
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
        f"Content-Type: {kind}\r\n{told}Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def asked_for(path, cookies=""):
    """A request for a page."""
    told = f"Cookie: {cookies}\r\n" if cookies else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{told}\r\n".encode()
