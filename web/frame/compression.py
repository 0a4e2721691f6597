"""Text is packed on its way to whoever can unpack it."""

from __future__ import annotations

import gzip

from flask import Response, request

SMALLEST = 1000
"""Bytes under which packing gains nothing: all of it fits into one packet."""

EFFORT = 5
"""Of nine. More costs twice the time for two in a hundred of the size (games.json, our scripts)."""

EFFORT_FOR_SCRIPTS = 7
"""Of nine. A tablet asks for them once a release, and waits for them before it can be used."""

SCRIPTS = frozenset({"application/javascript", "text/javascript"})

PACKED = frozenset(
    {
        "application/json", "application/manifest+json",
        "application/javascript", "application/vnd.oai.openapi+json", "image/svg+xml",
    }
)  # fmt: skip
"""Beside all text; PDFs, pictures and fonts are packed already."""


def is_small(response: Response) -> bool:
    """Whether it is known that packing would gain nothing."""
    return (response.content_length or SMALLEST) < SMALLEST


def packed(response: Response) -> Response:
    """The same response, packed with gzip where that helps.

    A stream of events is left alone: it must not wait for a block to fill.
    """
    if request.method == "POST" and (response.content_length or SMALLEST) < SMALLEST:
        return response  # a tablet's turn, many times a second
    kind = response.mimetype or ""
    if kind == "text/event-stream" or not (kind.startswith("text/") or kind in PACKED):
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code in (204, 206, 304)
        or "Content-Encoding" in response.headers
        or not request.accept_encodings["gzip"]
        or is_small(response)
    ):
        return response
    response.direct_passthrough = False  # a file is sent from memory then
    whole = response.get_data()
    if len(whole) < SMALLEST:
        return response
    effort = EFFORT_FOR_SCRIPTS if kind in SCRIPTS else EFFORT
    response.set_data(gzip.compress(whole, effort, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag and not weak:
        response.set_etag(tag, weak=True)  # the same page, in other bytes
    return response
