"""The real front in this process: granian and the ASGI application, on loopback."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import closing, contextmanager

from granian.server.embed import Server

from web.asgi.asgi import Front
from web.asgi.server import LIMITS

LOOPBACK = "127.0.0.1"


def a_free_port(host=LOOPBACK):
    with closing(socket.socket()) as held:
        held.bind((host, 0))
        return held.getsockname()[1]


class Serving:
    """A server on a thread of its own; ``stop`` ends its streams and waits until it has ended.

    ``host`` is another address of the loopback where one browser is to be known to several
    servers: cookies are kept by host, whatever the port.
    """

    def __init__(self, app, front=None, port=0, host=LOOPBACK):
        self.app, self.front = app, front or Front(app)
        self.host, self.port = host, port or a_free_port(host)
        self.address = f"http://{host}:{self.port}"
        self._server = Server(self.front, address=host, port=self.port, **LIMITS)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._wait()

    def _run(self):
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._server.serve())
        finally:
            self._loop.close()

    def _wait(self):
        patience = time.monotonic() + 60
        while True:
            try:
                socket.create_connection((self.host, self.port), 1).close()
            except OSError:
                assert time.monotonic() < patience
                time.sleep(0.005)
            else:
                return

    def stop(self):
        self._loop.call_soon_threadsafe(self.front.stop)
        self._loop.call_soon_threadsafe(self._server.stop)
        self._thread.join(60)


@contextmanager
def served_on_loopback(app, front=None):
    serving = Serving(app, front)
    try:
        yield serving
    finally:
        serving.stop()
