"""Is it running, can it work, and what can be asked of it."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response
from msgspec import Struct

from web.frame.told_json import as_json
from web.site.site import the_site

bp = Blueprint("health", __name__)

DESCRIBED = "openapi.yaml", "openapi_schemas.yaml"
"""The two halves of the description; the second goes on where the first ends."""


class Alive(Struct, frozen=True):
    """The process answers."""

    alive: bool = True


class ReadinessTold(Struct, frozen=True, kw_only=True):
    """Whether the record can be read and written, and the hall is up to date.

    Attributes:
      troubles: why not, in words; empty: it can work.
    """

    ready: bool
    troubles: tuple[str, ...]


@bp.get("/healthz")
def alive() -> Response:
    """The process answers; nothing else is looked at."""
    return as_json(Alive())


@bp.get("/readyz")
def ready() -> Response:
    """Whether the record can be read and written: 200, or 503 with the troubles in words."""
    troubles = tuple(the_site().troubles())
    return as_json(ReadinessTold(ready=not troubles, troubles=troubles), 503 if troubles else 200)


@bp.get("/openapi.yaml")
def description() -> Response:
    """The HTTP interface, written down."""
    return Response(the_description(), mimetype="application/yaml")


def the_description() -> bytes:
    """The interface in whole: paths, which are written by hand, and schemas, which are made."""
    here = Path(__file__)
    return b"".join(here.with_name(part).read_bytes() for part in DESCRIBED)
