"""JSON in and out, for programs and for the scripts of our own pages."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from flask import Response
from msgspec import Struct


def as_json(told: Struct, status: int = 200, *, may_be_kept: bool = False) -> Response:
    """What is told, as JSON.

    Args:
      may_be_kept: whether a browser may keep it, to ask again by its ETag. What is told of this
        moment, or to this person alone, it may not.
    """
    response = Response(msgspec.json.encode(told), status, mimetype="application/json")
    if not may_be_kept:
        response.headers["Cache-Control"] = "no-store"
    return response


# Reading what was sent as JSON, however it was meant.
#
# A value within a value within a value, deeper than any of ours, can't be read by anybody. Left at
# that, a tablet that holds such an entry would send it for ever, and all that waits behind it. So
# what lies too deep is cut out, and the entry is refused under its own number like any other that
# can't be read.


Body = TypeVar("Body")

DEEPEST = 64
"""Values within values; requests of ours have five."""

TOO_DEEP = b'{"too":"deep"}'
"""What stands in place of what was cut out: no request can be read from it."""

_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def decoded(decoder: msgspec.json.Decoder[Body], body: bytes) -> Body:
    """The value in ``body``; what lies too deep in it is ``TOO_DEEP`` instead.

    Raises:
      MsgspecError: it is no such value.
    """
    try:
        return decoder.decode(body)
    except UnicodeDecodeError as trouble:  # msgspec has no error of its own for it
        raise msgspec.DecodeError(str(trouble)) from trouble
    except RecursionError:
        return decoded(decoder, shallow(body))


def shallow(body: bytes, deepest: int = DEEPEST) -> bytes:
    """JSON with whatever is deeper than ``deepest`` cut out.

    >>> shallow(b'[{"a": ["]", [1, {}]]}, 2]', deepest=2)
    b'[{"a": {"too":"deep"}}, 2]'
    """
    kept, depth, since = [], 0, 0
    for token in _TOKENS.finditer(body):
        mark = token[0]
        if mark in (b"[", b"{"):
            depth += 1
            if depth == deepest + 1:
                kept.append(body[since : token.start()])
        elif mark in (b"]", b"}"):
            depth -= 1
            if depth == deepest:
                kept.append(TOO_DEEP)
                since = token.end()
    kept.append(body[since:] if depth <= deepest else b"")
    return b"".join(kept)
