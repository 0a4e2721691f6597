"""Answers as JSON, for programs and for the scripts of our own pages.

Every such answer is a ``Struct``: its fields are what is told, in that order. Of those for other
programs the description of the interface is made (``web.api.description``).
"""

from __future__ import annotations

import msgspec
from flask import Response
from msgspec import Struct


def as_json(told: Struct, status: int = 200, *, may_be_kept: bool = False) -> Response:
    """What is told, as JSON.

    Args:
      told: the answer.
      status: of HTTP.
      may_be_kept: whether a browser may keep it, to ask again by its ETag. What is told of this
        moment, or to this person alone, it may not.
    """
    response = Response(msgspec.json.encode(told), status, mimetype="application/json")
    if not may_be_kept:
        response.headers["Cache-Control"] = "no-store"
    return response
