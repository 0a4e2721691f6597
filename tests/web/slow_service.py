"""A service with one slow answer, in a process of its own.

    python -m tests.web.slow_service PORT

It says `asked` when somebody waits for that answer, which is what is written to a pipe then.
"""

from __future__ import annotations

import os
import sys

from tests.web.fake_site import a_site
from web.application import create_app
from web.asgi.asgi import Front
from web.asgi.server import the_server

ANSWER = "TILESCRIBE_TEST_ANSWER"
"""Names the file, a pipe, whose end is waited for."""


def application():
    app = create_app(a_site())

    def slow():
        print("asked", flush=True)
        with open(os.environ[ANSWER]) as pipe:  # noqa: PTH123 (a pipe: waits for who writes)
            return pipe.read()

    app.view_functions["health.alive"] = slow
    return Front(app)


if __name__ == "__main__":
    the_server("tests.web.slow_service:application", "127.0.0.1", int(sys.argv[1])).serve()
