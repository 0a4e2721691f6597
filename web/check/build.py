"""The one file that checks paper without us, put together: ``python -m web.check.build``.

Modules, styles, words and the vendored readers go into ``check.html`` as they lie here, in an order
that follows from their imports, so the same sources make the same bytes. What asks for a connection
is forbidden by the page itself; the two digests in its policy are of its own script and styles.
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from pathlib import Path

from ledger.proof.signed_paper import CHECK_PAGE

HERE = Path(__file__).parent
TOKENS = HERE.parent / "static" / "css" / "tokens.css"
FIRST = "page.js"
READER = "zxing_reader.wasm.gz"

GIVES = {
    "vendor/fflate.js": (
        "const module = { exports: {} }, exports = module.exports;",
        "fflate: module.exports",
    ),
    "vendor/zxing_reader.js": ("", "ZXingWASM"),
}
"""Libraries that are no modules: what they want there before, and what they leave behind."""

_IMPORT = re.compile(r'(?m)^import (\{[^}]*\}|\* as \w+) from "(\./[^"]+)";\n')
_EXPORTED = re.compile(r"(?m)^export (?:(?:async )?function\*?|class|const|let) (\w+)")
_LISTED = re.compile(r"(?m)^export \{([^}]*)\};\n")
_USED = re.compile(r"var\(--([\w-]+)\)")
_COMMENT = re.compile(r"(?ms)^[ \t]*(?://[^\n]*\n|/\*(?:(?!\*/).)*\*/[ \t]*\n)")


def built() -> bytes:
    """The file, as it is handed out."""
    script = _script()
    styles = _styles()
    for text in (script, styles):
        if re.search(r"</(script|style)|<!--", text, re.IGNORECASE):
            raise ValueError("a script or style would end within itself")
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}' 'wasm-unsafe-eval'; "
        f"style-src '{_digest(styles)}'; base-uri 'none'; form-action 'none'"
    )
    page = (HERE / "index.html").read_text("utf-8")
    parts = {
        "policy": policy,
        "styles": styles,
        "reader": base64.b64encode((HERE / "vendor" / READER).read_bytes()).decode(),
        "script": script,
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda found: parts[found[1]], page).encode()


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def _script() -> str:
    licences = (path.read_text("utf-8") for path in sorted((HERE / "vendor").glob("*.txt")))
    notices = "\n".join(licences).replace("*/", "* /")
    modules = "".join(_module(path) for path in _ordered(FIRST))
    return f'/*\n{notices}*/\n(() => {{\n"use strict";\nconst all = {{}};\n{modules}}})();\n'


def _ordered(first: str) -> list[str]:
    """Each module after all that it imports."""
    found: list[str] = []

    def take(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"a circle of {above}")
        for _, other in _IMPORT.findall(_text(name)):
            take(_beside(name, other), (*above, name))
        if name not in found:
            found.append(name)

    take(first, ())
    return found


def _module(name: str) -> str:
    """One module in a scope of its own; what it exports is in ``all`` under its name."""
    text = _text(name)
    before, gives = GIVES.get(name, ("", ""))
    if not gives:
        listed = [one.strip() for found in _LISTED.findall(text) for one in found.split(",")]
        gives = ", ".join([*_EXPORTED.findall(text), *filter(None, listed)])
    body = _IMPORT.sub(lambda found: _taken(name, found), _LISTED.sub("", text))
    body = re.sub(r"(?m)^export (?=async|function|class|const|let)", "", body)
    if re.search(r"(?m)^(import|export)\b|\bimport\(", body):
        raise ValueError(f"{name} imports or exports in a way that is not understood here")
    return f'all["{name}"] = (() => {{\n{before}\n{body}\nreturn {{ {gives} }};\n}})();\n'


def _taken(name: str, found: re.Match[str]) -> str:
    what = found[1].removeprefix("* as ").replace(" as ", ": ")
    return f'const {what} = all["{_beside(name, found[2])}"];\n'


def _beside(name: str, other: str) -> str:
    return (Path(name).parent / other).as_posix()


def _text(name: str) -> str:
    return _COMMENT.sub("", (HERE / name).read_text("utf-8"))


def _styles() -> str:
    """Our styles, and before them the tokens they use: a token that none uses makes no new file."""
    own, tokens = _lean(HERE / "check.css"), _lean(TOKENS)
    values = re.findall(r"(?m)^--([\w-]+):(.*)$", tokens)
    wanted = set(_USED.findall(own + re.sub(r"(?m)^--.*$", "", tokens)))
    while (
        more := {name for of, value in values if of in wanted for name in _USED.findall(value)}
        - wanted
    ):
        wanted |= more
    kept = re.sub(r"(?m)^--([\w-]+):.*\n", lambda row: row[0] if row[1] in wanted else "", tokens)
    return kept + own


def _lean(path: Path) -> str:
    bare = re.sub(r"(?s)/\*.*?\*/", "", path.read_text("utf-8"))
    return re.sub(r"(?m)^\s+", "", bare)


if __name__ == "__main__":
    CHECK_PAGE.write_bytes(built())
