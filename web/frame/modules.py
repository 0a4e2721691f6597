"""Scripts, styles and pictures as they are sent, at addresses that change when they do."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path

from flask import Response, request, send_from_directory, url_for

from ledger import messages
from ledger.messages import ENGLISH, Text, language
from web.access.permissions import EVERYBODY
from web.frame.pages import ANY_FILE, Pages

FOLDER = Path(__file__).parents[1] / "static"

PAGE, FIRST = "js/entry/page.js", "js/entry/first.js"
"""The script of the scorekeeper's page; and the file with it and all it imports at the start."""

IN_ONE = {
    FIRST: (PAGE,),
    "js/live/in_place.js": ("js/live/mine.js", "js/live/tournament.js"),
    "js/live/anew.js": ("js/live/mine.js", "js/live/fresh.js"),
    "js/live/my_page.js": ("js/live/mine.js", "js/live/phone.js"),
    "js/live/on_the_wall.js": ("js/live/screen.js",),
    "js/live/on_the_stage.js": ("js/live/stage.js",),
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
def sent(name: str, of: str = ENGLISH) -> str | None:
    """A script or style of ours as it is sent, its sentences in the language ``of``.

    ``None`` for what is sent as it lies there.
    """
    if name in IN_ONE:
        return _in_one(name, of)
    if name in SHEETS:
        return "".join(lean(FOLDER / sheet) for sheet in SHEETS[name])
    path = FOLDER / name
    if path.suffix not in (".js", ".css") or "vendor" in path.parts or path not in _ours():
        return None
    text = lean(path, of)
    if path.is_relative_to(_HOME) and path not in _together() and path not in _elsewhere():
        inside = _inside(text, path.parent)
        if inside != text:
            return f'import {{ all }} from "{_from(path.parent, FOLDER / FIRST)}";\n{inside}'
    return text


@cache
def _ours() -> frozenset[Path]:
    return frozenset(FOLDER.rglob("*"))


def lean(path: Path, of: str = ENGLISH) -> str:
    """Without comments and indents, a quarter of what every tablet would fetch; and as it is said.

    They are for whoever reads the source. Lines stay lines: where something went wrong is found.
    """
    text = path.read_text("utf-8")
    css = path.suffix == ".css"
    bare = re.sub(r"(?s)/\*.*?\*/\s*", "", text) if css else re.sub(r"(?m)^\s*//.*\n", "", text)
    bare = re.sub(r"(?m)^\s+", "", bare)
    return bare if css else _said(bare, of)


# The sentences of scripts: where one says ``say("desk.calls", …)`` what is sent has the words of
# the catalogue in place of the id, and where it says ``say(`states.${code}`)`` a table of them. A
# reason that is offered, ``say.offered("lines.reason-break")``, is what is kept and what is said.
# So a tablet fetches what it says and nothing besides, and a script never waits for its words.


_SAID = re.compile(r'\bsay\("([a-z_]+\.[\w.-]+)"(\)|, \{ )?')
_SAID_BY_CODE = re.compile(r"\bsay\(`([a-z_]+\.[\w.-]*)(\$\{[^`]+)`")
_ONE = re.compile(r"\$\{([^{}]+)\}")
_IMPORTS_SAY = re.compile(r'(?m)^import \{ say \} from "[^"]*/say\.js";\n')
_STILL = re.compile(r"\bsay\(")
_OFFERED = re.compile(r'\bsay\.offered\("(lines\.reason-[\w-]+)"\)')
"""A reason that is offered: what the record keeps of it in every language, and what is said."""

_PLURAL = "Number(n !== 1)"
"""How ``frame/say.js`` has the rule of the language, for which the one of each is put."""


def _said(text: str, of: str) -> str:
    parts, at = [], 0
    for found in _SAID.finditer(text):
        if found.start() < at:  # within the values of the one before, which are said by themselves
            continue
        said, end = _with_words(text, found, of)
        parts += [text[at : found.start()], said]
        at = end
    text = "".join([*parts, text[at:]])
    text = _SAID_BY_CODE.sub(lambda found: _by_code(found[1], found[2], of), text)
    text = _OFFERED.sub(lambda found: _in_script(_offered(found[1], of)), text)
    text = text.replace(_PLURAL, f"Number({messages.plural_rule(of)})")
    return text if _STILL.search(text) else _IMPORTS_SAY.sub("", text)


def _offered(reason: str, of: str) -> list[Text]:
    return [messages.text_of(reason, ENGLISH), messages.text_of(reason, of)]


def _by_code(prefix: str, rest: str, of: str) -> str:
    one = _ONE.fullmatch(rest)
    return f"say({_in_script(messages.family(prefix, of))}[{one[1] if one else f'`{rest}`'}]"


def _with_words(text: str, found: re.Match[str], of: str) -> tuple[str, int]:
    """What is sent for one call, and where the call ends: the words alone, if they are known."""
    words = messages.text_of(found[1], of)
    rest = found[2] or ""
    if rest == ")" and isinstance(words, str):
        return _in_script(words), found.end()
    values, end = _values(text, found.end()) if rest.startswith(",") else ({}, 0)
    if text[end : end + 1] != ")":  # the values are not written out
        return f"say({_in_script(words)}{rest}", found.end()
    inside = {name: _said(value, of) for name, value in values.items()}
    if isinstance(words, str):
        return _literal(words, inside), end + 1
    number = inside["n"] if inside["n"].isidentifier() else f"({inside['n']})"
    rule = re.sub(r"\bn\b", lambda _: number, messages.plural_rule(of).replace(" ", ""))
    return f"[{','.join(_literal(form, inside) for form in words)}][+({rule})]", end + 1


def _literal(words: str, inside: dict[str, str]) -> str:
    """A template literal: the sentence with an expression for each of its names."""
    bare = words.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"`{messages.NAME.sub(lambda name: f'${{{inside[name[1]]}}}', bare)}`"


def _values(text: str, at: int) -> tuple[dict[str, str], int]:
    """The values of an object that is written out, each as it is written; and where it ends."""
    found, depth, start, quote = [], 1, at, ""
    while depth:
        one = text[at]
        if quote:
            at += one == "\\"
            quote = "" if one == quote else quote
        elif one in "\"'`":
            quote = one
        elif one in "([{":
            depth += 1
        elif one in ")]}":
            depth -= 1
        if not quote and ((one == "," and depth == 1) or not depth):
            found.append(text[start:at].strip())
            start = at + 1
        at += 1
    named = (one.partition(":") for one in found if one)
    return {name.strip(): (value or name).strip() for name, _, value in named}, at


def _in_script(said: Text | list[Text] | dict[str, Text]) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


@cache
def _together(name: str = FIRST) -> tuple[Path, ...]:
    """The modules of the one file, each after all that it imports: the page is the last."""
    found = frozenset[Path]().union(*(reached(FOLDER / one, STATIC) for one in IN_ONE[name]))
    wanted = {path for path in found if "vendor" not in path.parts}
    if not any(_IMPORTS_SAY.search(lean(path)) for path in wanted):
        wanted.discard(FOLDER / "js/frame/say.js")  # every sentence of theirs is sent as it is said
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


def _in_one(name: str, of: str) -> str:
    home = (FOLDER / name).parent
    outside: dict[str, None] = {}
    parts = ["export const all = {};\n"]
    for path in _together(name):
        text = lean(path, of)
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


def release() -> str:
    """Twelve hex digits that follow from every file in the folder, and the language of the page.

    A page in another language is of another release: its scripts say other words, and a tablet
    keeps them like those of a newer one.
    """
    return release_in(language())


@cache
def release_in(of: str) -> str:
    digest = hashlib.sha256(b"" if of == ENGLISH else of.encode())
    for folder in (FOLDER, messages.FOLDER):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _language_of(digest: str) -> str:
    """The language of a release; of one that is none of today's, that of who asks."""
    spoken = (*messages.LANGUAGES, messages.PSEUDO)
    return next((of for of in spoken if release_in(of) == digest), language())


@pages.get(
    "/static/<digest>/<path:name>",
    who=EVERYBODY,
    answers=ANY_FILE,
    alike=True,
    at_kiosk=True,
)
def file(digest: str, name: str) -> Response:
    """One file. A page of an older release still gets it, but may not keep it."""
    of = _language_of(digest)
    text = sent(name, of)
    if text is None:
        response = send_from_directory(FOLDER, name)
    else:
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        response = Response(text, mimetype=kind)
        response.set_etag(release_in(of))
        response.make_conditional(request)
    if digest == release_in(of):
        response.headers["Cache-Control"] = FOR_EVER
    return response


@pages.get("/favicon.ico", who=EVERYBODY, answers="image/svg+xml", alike=True, at_kiosk=True)
def icon() -> Response:
    return send_from_directory(FOLDER, "icon.svg", mimetype="image/svg+xml")


def asset(name: str) -> str:
    return url_for("assets.file", digest=release(), name=name)
