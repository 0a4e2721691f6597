"""The service on a record, and beside it, on the same server, a Flask route that does nothing.

python -m tests.bench.http.server FOLDER PORT
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from flask import Flask, request

from ledger.record.sqlite.calling import begin_serving_together
from web.asgi.asgi import Front
from web.asgi.server import the_server
from web.command_line import worker


def application() -> Front:
    """The service as `tilescribe serve` makes it; what is asked of ``/trivial`` goes past it."""
    front, trivial = worker.application(), Flask("trivial")
    service = front.wsgi

    @trivial.post("/trivial")
    def answer():
        return {"bytes": len(request.get_data())}

    def either(environ, start_response):
        desk_request = trivial if environ["PATH_INFO"] == "/trivial" else service
        return desk_request(environ, start_response)

    front.wsgi = either
    return front


def main() -> None:
    """Serve until told to stop."""
    os.environ[worker.DATA_VARIABLE] = sys.argv[1]
    workers = int(os.environ.get("WORKERS", "1"))
    if workers > 1 and "PERSISTENCE_MODULE" not in os.environ:
        begin_serving_together(Path(sys.argv[1]))
    the_server(
        "tests.bench.http.server:application", "127.0.0.1", int(sys.argv[2]), workers=workers
    ).serve()


if __name__ == "__main__":
    main()
