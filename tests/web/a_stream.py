"""A visitor who watches, over a plain socket: cheap, and nothing it does is hidden."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit


class Watching:
    """One stream of a server: ``next`` gives one block of it as a mapping of its fields."""

    def __init__(self, address, path="/events", headers=()):
        at = urlsplit(address)
        self.line = socket.create_connection((at.hostname, at.port), timeout=60)
        told = "".join(f"{name}: {value}\r\n" for name, value in dict(headers).items())
        self.line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\n{told}\r\n".encode("latin-1")
        )
        self.kept = b""
        head = self._upto(b"\r\n\r\n").decode("latin-1").split("\r\n")
        self.status = int(head[0].split()[1])
        self.headers = {
            name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:])
        }
        self.told = b""

    def next(self):
        """The next block; ``None`` where the stream has ended."""
        while b"\n\n" not in self.told:
            size = int(self._upto(b"\r\n"), 16)
            if not size:
                return None
            while len(self.kept) < size + 2:
                self._more()
            self.told += self.kept[:size]
            self.kept = self.kept[size + 2 :]
        block, self.told = self.told.split(b"\n\n", 1)
        return dict(line.split(": ", 1) for line in block.decode().split("\n"))

    def change(self):
        """The next block that is no sign of life."""
        while (block := self.next()) is not None and block.get("event") == "still-here":
            pass
        return block

    def close(self):
        self.line.close()

    def _upto(self, mark):
        while mark not in self.kept:
            self._more()
        found, self.kept = self.kept.split(mark, 1)
        return found

    def _more(self):
        more = self.line.recv(65536)
        assert more, "the stream was cut"
        self.kept += more
