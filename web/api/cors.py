"""Which other sites' pages may read the interface: those the organiser named, and no others.

No cookie counts there, so a page of another site reads what its visitor would, and enters nothing
but by a token that it was given.
"""

from __future__ import annotations

from flask import Response, current_app, request

from web.access.permissions import is_for_programs

READ = "ETag, Link, Retry-After"
SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
KEPT_FOR = "600"
"""Seconds for which a browser need not ask again whether it may."""


def asked_beforehand() -> Response | None:
    """The answer to a browser that asks whether a page may send something at all."""
    if request.method != "OPTIONS" or not is_for_programs():
        return None
    return Response(status=204)


def with_sites(response: Response) -> Response:
    if not is_for_programs():
        return response
    response.vary.add("Origin")
    origin, named = request.headers.get("Origin", ""), current_app.config["CORS_ORIGINS"]
    if origin and (origin in named or "*" in named):
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = READ
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "GET, POST"
            response.headers["Access-Control-Allow-Headers"] = SENT
            response.headers["Access-Control-Max-Age"] = KEPT_FOR
    return response
