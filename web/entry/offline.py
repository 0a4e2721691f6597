"""What lets a tablet go on without a network: the worker, the list of files, the manifest."""

from __future__ import annotations

from typing import Literal

from flask import Response, request, send_from_directory
from msgspec import Struct
from msgspec.structs import replace

from web.access.permissions import EVERYBODY
from web.frame.bodies import as_json
from web.frame.modules import FOLDER, asset, of_the_tablet, release
from web.frame.pages import Pages

pages = Pages("offline", manual=None)

SHEETS = (
    "css/house.css", "css/board.css", "css/frame.css", "css/entry.css", "css/slips.css",
    "css/outbox.css", "css/table.css", "icon.svg",
)  # fmt: skip


class Icon(Struct, frozen=True):
    """A picture for the home screen, in the words of the Web Application Manifest."""

    src: str
    sizes: str
    type: str
    purpose: str


ICONS = (
    Icon("icon.svg", "any", "image/svg+xml", "any"),
    Icon("icons/icon-192.png", "192x192", "image/png", "any"),
    Icon("icons/icon-512.png", "512x512", "image/png", "any"),
    Icon("icons/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""By their files. iOS and older Android take no SVG."""


class OfflineFiles(Struct, frozen=True, kw_only=True):
    """Every file the entry page is made of, at its address of this release."""

    release: str
    files: tuple[str, ...]


class Manifest(Struct, frozen=True, kw_only=True):
    """What a tablet needs to keep the page on its home screen: a Web Application Manifest."""

    id: str = "/"
    name: str = "Tilescribe"
    short_name: str = "Tilescribe"
    start_url: str = "/"
    scope: str = "/"
    display: Literal["standalone"] = "standalone"
    orientation: Literal["any"] = "any"
    background_color: str = "#f5f3ee"
    theme_color: str = "#f6f4ef"
    icons: tuple[Icon, ...]


@pages.get("/sw.js", who=EVERYBODY, answers="text/javascript", alike=True)
def worker() -> Response:
    """The service worker. From the root, for it may only serve pages below where it lies."""
    response = send_from_directory(FOLDER, "js/sw.js", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/offline/files.json", who=EVERYBODY, answers=OfflineFiles)
def files() -> Response:
    names = (*SHEETS, *of_the_tablet())
    told = OfflineFiles(release=release(), files=tuple(asset(name) for name in names))
    return as_json(told, may_be_kept=True)


@pages.get("/manifest.webmanifest", who=EVERYBODY, answers=Manifest, alike=True, at_kiosk=True)
def manifest() -> Response:
    """What a tablet or phone needs to keep a page on its home screen: ``?at=``, that page."""
    icons = (replace(icon, src=asset(icon.src)) for icon in ICONS)
    at = request.args.get("at", "")
    start = at if at.startswith("/") and at[1:2] not in ("/", "\\") else "/"
    response = as_json(Manifest(icons=tuple(icons), start_url=start), may_be_kept=True)
    response.mimetype = "application/manifest+json"
    return response
