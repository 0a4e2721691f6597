"""What is sent and told: fields of forms, JSON read, JSON written."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import TypeVar
from uuid import UUID, uuid4

import msgspec
from flask import Response, request
from msgspec import Struct

from ledger.desk.requests import Sent
from ledger.record.kept_words import KeptWords

# JSON in and out, for programs and for the scripts of our own pages.


def as_json(answer: Struct, status: int = 200, *, may_be_kept: bool = False) -> Response:
    """What is told, as JSON.

    Args:
      may_be_kept: whether a browser may keep it, to ask again by its ETag. What is told of this
        moment, or to this person alone, it may not.
    """
    response = Response(msgspec.json.encode(answer), status, mimetype="application/json")
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

DEEPEST = 64  # values within values; requests of ours have five

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


FIELD = "request"
"""The hidden field that holds the number."""


SALT = "salt"
"""The hidden field that keeps a short sentence from being guessed."""


def new_salt() -> str:
    return token_hex(16)


def salt_of_form() -> bytes:
    """The salt that came with the form; a new one where it is none."""
    try:
        salt = bytes.fromhex(request.form.get(SALT, ""))
    except ValueError:
        salt = b""
    return salt if len(salt) >= 16 else bytes.fromhex(new_salt())


def kept_by_form(name: str) -> KeptWords | None:
    """People's words in a field of the form, to be kept beside the log; ``None``: it is empty."""
    words = request.form.get(name, "").strip().replace("\r\n", "\n")
    return KeptWords(salt_of_form(), words.encode()) if words else None


def new_number() -> str:
    return str(uuid4())


def sent_by_form(by: str) -> Sent:
    """What the form that was handed in says about itself, under the badge of who is signed in."""
    try:
        number = UUID(request.form.get(FIELD, ""))
    except ValueError:
        number = uuid4()
    return Sent(by=by, command_id=number)


FOR_TEMPLATES = {"new_number": new_number, "new_salt": new_salt}
