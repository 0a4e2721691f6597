"""Scripts, styles and pictures as they are sent, at addresses that change when they do."""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path

from flask import Response, request, send_from_directory, url_for

from web.access.permissions import EVERYBODY
from web.frame.pages import ANY_FILE, Pages

FOLDER = Path(__file__).parents[1] / "static"

PAGE, FIRST = "js/entry/page.js", "js/entry/first.js"
"""The script of the scorekeeper's page; and the file with it and all it imports at the start."""

IN_ONE = {
    FIRST: (PAGE,),
    "js/live/in_place.js": ("js/live/mine.js", "js/live/tournament.js"),
    "js/live/anew.js": ("js/live/mine.js", "js/live/fresh.js"),
    "js/live/on_the_wall.js": ("js/live/screen.js",),
}
"""Files that lie nowhere: scripts, with all that they import at the start. A phone that opens a
public page asks for one, where it asked for ten, each with half a kilobyte of headers."""

SHEETS = {
    "css/pages.css": (
        "css/tokens.css", "css/base.css", "css/templates.css", "css/components.css", "css/rest.css",
    ),
}  # fmt: skip
"""The same of styles: what every page has, in this order."""

_HOME = (FOLDER / FIRST).parent

STATIC = re.compile(r'(?m)^(?:import|export)\s(?:[^"]*?\sfrom\s)?"(\.[^"]+)"')
LATER = re.compile(r'import\("(\.[^"]+)"\)')
"""What is imported at the start, and what is when it is asked for."""

_OURS = re.compile(r'(?m)^import \{ ([^}]*) \} from "(\.[^"]+)";\n')
_VENDOR = re.compile(r'(?m)^(import .* from )"[./]*/vendor/(.*)";\n')
_EXPORTED = re.compile(r"(?m)^export ((?:async )?function\*?|class|const) (\w+)")


def reached(first: Path, *kinds: re.Pattern[str]) -> set[Path]:
    """Every module reached from ``first`` by these kinds of import, itself among them."""
    found: set[Path] = set()
    waiting = [first]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        waiting += [at for kind in kinds for at in _imported(path, kind)]
    return found


def _imported(path: Path, kind: re.Pattern[str]) -> list[Path]:
    return [(path.parent / name).resolve() for name in kind.findall(path.read_text("utf-8"))]


@cache
def sent(name: str) -> str | None:
    """A script or style of ours as it is sent; ``None`` for what is sent as it lies there."""
    if name in IN_ONE:
        return _in_one(name)
    if name in SHEETS:
        return "".join(lean(FOLDER / sheet) for sheet in SHEETS[name])
    path = FOLDER / name
    if path.suffix not in (".js", ".css") or "vendor" in path.parts or path not in _ours():
        return None
    text = lean(path)
    if path.is_relative_to(_HOME) and path not in _together() and path not in _elsewhere():
        inside = _inside(text, path.parent)
        if inside != text:
            return f'import {{ all }} from "{_from(path.parent, FOLDER / FIRST)}";\n{inside}'
    return text


@cache
def _ours() -> frozenset[Path]:
    return frozenset(FOLDER.rglob("*"))


def lean(path: Path) -> str:
    """Without comments and indents, a quarter of what every tablet would fetch.

    They are for whoever reads the source. Lines stay lines: where something went wrong is found.
    """
    text = path.read_text("utf-8")
    css = path.suffix == ".css"
    bare = re.sub(r"(?s)/\*.*?\*/\s*", "", text) if css else re.sub(r"(?m)^\s*//.*\n", "", text)
    return re.sub(r"(?m)^\s+", "", bare)


@cache
def _together(name: str = FIRST) -> tuple[Path, ...]:
    """The modules of the one file, each after all that it imports: the page is the last."""
    found = frozenset[Path]().union(*(reached(FOLDER / one, STATIC) for one in IN_ONE[name]))
    wanted = {path for path in found if "vendor" not in path.parts}
    ordered: list[Path] = []
    while wanted:
        free = sorted(path for path in wanted if not wanted & set(_imported(path, STATIC)))
        if not free:
            raise ValueError(f"a circle of {sorted(path.name for path in wanted)}")
        ordered += free
        wanted -= set(free)
    return tuple(ordered)


def of_the_tablet() -> list[str]:
    """Every script that the scorekeeper's page asks for, at the start or later."""
    asked_for = reached(FOLDER / PAGE, STATIC, LATER) - set(_together())
    for path in asked_for & _elsewhere():
        asked_for |= reached(path, STATIC)
    return [FIRST, *sorted(path.relative_to(FOLDER).as_posix() for path in asked_for)]


@cache
def _elsewhere() -> frozenset[Path]:
    """What the scripts of other pages reach."""
    others = (path for path in (FOLDER / "js").rglob("*.js") if not path.is_relative_to(_HOME))
    return frozenset().union(*(reached(path, STATIC, LATER) for path in others))


def _in_one(name: str) -> str:
    home = (FOLDER / name).parent
    outside: dict[str, None] = {}
    parts = ["export const all = {};\n"]
    for path in _together(name):
        text = lean(path)
        outside |= {f'{what}"../vendor/{name}";\n': None for what, name in _VENDOR.findall(text)}
        body = _EXPORTED.sub(r"\1 \2", _inside(_VENDOR.sub("", text), path.parent, name))
        body = _still_found(body, path.parent, home)
        parts.append(f"{{\n{body}all.{path.stem} = {{ {', '.join(_exported(path))} }};\n}}\n")
    return "".join([*outside, *parts])


def _still_found(text: str, folder: Path, home: Path) -> str:
    """What a module of ``folder`` imports later, named from ``home``, where the one file lies."""
    return LATER.sub(lambda found: f'import("{_from(home, folder / found[1])}")', text)


def _inside(text: str, folder: Path, name: str = FIRST) -> str:
    """What a module of ``folder`` imports, where it is in ``all``."""

    def here(found: re.Match[str]) -> str:
        path = (folder / found[2]).resolve()
        if path not in _together(name):
            return found[0]
        return f"const {{ {found[1].replace(' as ', ': ')} }} = all.{path.stem};\n"

    return _OURS.sub(here, text)


def _from(folder: Path, path: Path) -> str:
    """How a script in ``folder`` names the one at ``path``."""
    name = Path(os.path.relpath(path, folder)).as_posix()
    return name if name.startswith(".") else f"./{name}"


def _exported(path: Path) -> list[str]:
    return [name for _, name in _EXPORTED.findall(path.read_text("utf-8"))]


# Scripts, styles and pictures, at addresses that change when they do.
#
# The digest of the whole folder is part of the path, so that a module that imports its neighbour
# gets the neighbour of the same release, and a browser may keep each file for ever.


pages = Pages("assets", manual=None)

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


@pages.get(
    "/static/<digest>/<path:name>",
    who=EVERYBODY,
    answers=ANY_FILE,
    alike=True,
    at_kiosk=True,
)
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


@pages.get("/favicon.ico", who=EVERYBODY, answers="image/svg+xml", alike=True, at_kiosk=True)
def icon() -> Response:
    return send_from_directory(FOLDER, "icon.svg", mimetype="image/svg+xml")


def asset(name: str) -> str:
    return url_for("assets.file", digest=release(), name=name)
