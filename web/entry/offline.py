"""What lets a tablet go on without a network: the worker, the list of files, the manifest."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, send_from_directory

from web.frame.assets import asset, release
from web.frame.modules import FIRST, FOLDER

bp = Blueprint("offline", __name__)

FOLDERS, BESIDE = ("js/entry", "js/vendor"), ("js/live/stream.js",)
SHEETS = (
    "css/house.css", "css/board.css", "css/frame.css", "css/entry.css", "css/slips.css",
    "css/outbox.css", "css/table.css", "icon.svg",
)  # fmt: skip

ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, size, type, purpose. iOS and older Android take no SVG."""


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker. From the root, for it may only serve pages below where it lies."""
    response = send_from_directory(FOLDER, "js/sw.js", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/offline/files.json")
def files() -> Response:
    """Every file the entry page is made of, at its address of this release."""
    scripts = [
        path.relative_to(FOLDER).as_posix()
        for folder in FOLDERS
        for path in sorted((FOLDER / folder).rglob("*.js"))
    ]
    return jsonify(
        release=release(), files=[asset(name) for name in (*SHEETS, FIRST, *BESIDE, *scripts)]
    )


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a tablet needs to keep the page on its home screen."""
    response = jsonify(
        id="/",
        name="Tilescribe",
        short_name="Tilescribe",
        start_url="/",
        scope="/",
        display="standalone",
        orientation="any",
        background_color="#f5f3ee",
        theme_color="#f6f4ef",
        icons=[
            {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    )
    response.mimetype = "application/manifest+json"
    return response
