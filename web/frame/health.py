"""Is it running, can it work, and what can be asked of it."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, jsonify

from web.site.site import the_site

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """The process answers; nothing else is looked at."""
    response = jsonify(alive=True)
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/readyz")
def ready() -> Response:
    """Whether the record can be read and written: 200, or 503 with the troubles in words."""
    troubles = list(the_site().troubles())
    response = jsonify(ready=not troubles, troubles=troubles)
    response.status_code = 503 if troubles else 200
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/openapi.yaml")
def description() -> Response:
    """The HTTP interface, written down."""
    words = Path(__file__).with_name("openapi.yaml").read_bytes()
    return Response(words, mimetype="application/yaml")
