"""Scripts, styles and pictures, at addresses that change when they do.

The digest of the whole folder is part of the path, so that a module that imports its neighbour
gets the neighbour of the same release, and a browser may keep each file for ever.
"""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Blueprint, Response, request, send_from_directory, url_for

from web.frame.modules import FOLDER, sent

bp = Blueprint("assets", __name__)

FOR_EVER = "public, max-age=31536000, immutable"


@cache
def release() -> str:
    """Twelve hex digits that follow from every file in the folder."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(FOLDER).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


@bp.get("/static/<digest>/<path:name>")
def file(digest: str, name: str) -> Response:
    """One file. A page of an older release still gets it, but may not keep it."""
    text = sent(name)
    if text is None:
        response = send_from_directory(FOLDER, name)
    else:
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        response = Response(text, mimetype=kind)
        response.set_etag(release())
        response.make_conditional(request)
    if digest == release():
        response.headers["Cache-Control"] = FOR_EVER
    return response


@bp.get("/favicon.ico")
def icon() -> Response:
    """The picture browsers ask for without being told to."""
    return send_from_directory(FOLDER, "icon.svg", mimetype="image/svg+xml")


def asset(name: str) -> str:
    """The address of a file, for templates."""
    return url_for("assets.file", digest=release(), name=name)
