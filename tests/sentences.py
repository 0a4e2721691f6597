"""Sentences for people that stand outside the catalogues of ``ledger/messages``.

``python -m tests.sentences [PART OF A PATH…]`` lists them with file and line;
``tests/house_figures.py`` counts them, and no change may leave more. What it takes for a sentence
is a guess by its looks: two words, or one with a capital where people read. What is no sentence and
looks like one is named in ``sentences.toml``, with the reason.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HOUSE = Path(__file__).resolve().parents[1]
LEFT_OUT = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""``english``: what stays English, with its reason; ``refusals``: where those of a file are read on
the command line only; ``everywhere``, ``no_sentence``: texts."""

TWO_WORDS = re.compile(r"[A-Za-z’]{2,}[,.:;…]?\s+[A-Za-z“‘(]?[A-Za-z]+")
A_LABEL = re.compile(r"[A-Z][a-z’]{2,}[.:…?]?")
SQL = re.compile(
    r"[\s)]*(SELECT|INSERT|CREATE|UPDATE|DELETE|WITH|PRAGMA|ALTER|DROP|BEGIN|LOCK|LISTEN|NOTIFY|COPY|"
    r"SET|AND|WHERE|VACUUM|ATTACH|SHOW|COMMIT|ROLLBACK|ORDER|FROM|ON|VALUES|SAVEPOINT)\b"
)
FILE_FORMAT = ("<?xpacket", "/CIDInit", "endcmap CMapName")
"""How parts of a PDF begin that we write ourselves."""

FOR_PROGRAMMERS = frozenset(
    """ValueError TypeError KeyError RuntimeError AssertionError LookupError NotImplementedError
    AttributeError IndexError SystemExit WrongBook""".split()  # noqa: SIM905
)
"""``WrongBook`` is told to who writes a rulebook's file, by ``tilescribe rulebook check``."""
NOT_READ = frozenset(
    """compile match search sub fullmatch findall finditer split url_for say text_of family getattr
    cast TypeVar ContextVar debug info warning exception critical warn execute executemany
    executescript Struct namedtuple NewType ParamSpec tells startswith endswith replace
    removeprefix partition""".split()  # noqa: SIM905
)


class Sentence(NamedTuple):
    """Where it stands, and what it says."""

    path: str
    line: int
    text: str


def reads_as_one(text: str, *, label: bool = True) -> bool:
    """Whether people would read it as words.

    >>> [reads_as_one(t) for t in ("No calls.", "Close", "no-cache", "css/desk.css", "SELECT a b")]
    [True, True, False, False, False]
    """
    bare = text.strip()
    if SQL.match(bare) or bare.startswith(FILE_FORMAT):
        return False
    return bool(TWO_WORDS.search(bare)) or (label and bool(A_LABEL.fullmatch(bare)))


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _unread(tree: ast.Module, *, refusals: bool) -> set[int]:
    """The nodes of constants that nobody reads: docstrings, what programmers read, patterns."""
    return {
        id(inner)
        for node in ast.walk(tree)
        for part in (*_unread_of(node), *(_refusal(node) if refusals else ()))
        for inner in ast.walk(part)
    }


def _refusal(node: ast.AST) -> list[ast.AST]:
    return [node] if isinstance(node, ast.Call) and _name(node.func) == "Refusal" else []


def _unread_of(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return [node]
        case ast.Assert(msg=ast.expr() as why):
            return [why]
        case ast.Raise(exc=ast.Call() as call) if _name(call.func) in FOR_PROGRAMMERS:
            return [call]
        case ast.Call() if _name(node.func) in NOT_READ:
            return list(node.args[:1] if _name(node.func) == "say" else node.args)
        case ast.Subscript() if _name(node.value) in ("Literal", "Annotated"):
            return [node.slice]
        case ast.AnnAssign() if _name(node.target) == "sentence":
            return [node]  # a request's line in a transcript, read back
        case ast.AnnAssign():
            return [node.annotation]
        case ast.arg(annotation=ast.expr() as kind):
            return [kind]
        case ast.ClassDef():
            return list(node.keywords)
    return []


def in_python(text: str, *, refusals: bool = False) -> Iterator[tuple[int, str]]:
    """What it says to people; without ``Refusal(…)`` where only commands say those."""
    tree = ast.parse(text)
    unread = _unread(tree, refusals=refusals)
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in unread and reads_as_one(text, label=False):
            yield node.lineno, text


ATTRIBUTES = re.compile(r'\b(?:aria-label|title|placeholder|alt|data-[\w-]*words)="([^"]*)"')
EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
IN_QUOTES = re.compile(r'"([^"\n]*)"')
NOT_WORDS = re.compile(
    r"\b(?:say|url_for|asset|import|from|extends|include|block|replace|strftime|endpoint ==)"
    r"\s*\(?\s*\"[^\"]*\"(?:\s+import [^%]*)?"
)


TAGS = re.compile(r"(?s)<(?:script|style).*?</(?:script|style)>|<[^>]*>")


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", "\0", found[0])


def in_template(text: str) -> Iterator[tuple[int, str]]:
    bare = re.sub(r"(?s)\{#.*?#\}", lambda found: "\n" * found[0].count("\n"), text)

    def at(place: int) -> int:
        return bare.count("\n", 0, place) + 1

    for found in EXPRESSION.finditer(bare):
        for words in IN_QUOTES.finditer(NOT_WORDS.sub(lambda f: " " * len(f[0]), found[0])):
            if reads_as_one(words[1]):
                yield at(found.start() + words.start()), words[1]
    named = re.sub(r"\{% block body_class %\}[^{]*", "", bare)
    plain = EXPRESSION.sub(_blank, named)
    for found in ATTRIBUTES.finditer(plain):
        if re.search(r"[A-Za-z]{2}", found[1].replace("\x00", "")):
            yield at(found.start()), found[1].replace("\x00", "")
    outside = TAGS.sub(lambda f: "\x01" * len(f[0]), plain)
    for found in re.finditer(r"[^\x01\n]+", outside):
        words = re.sub(r"&\w+;", " ", found[0].replace("\x00", "")).strip()
        if re.search(r"[A-Za-z]{2}", words.removesuffix("Tilescribe")):
            yield at(found.start()), words


NO_WORDS = re.compile(
    r"""\b(?:className|rel):?[ =]+(?:"[^"\n]*"|`[^`]*`)"""
    r"""|\b(?:querySelector(?:All)?|closest|matches)(?:\?\.)?\("[^"\n]*"\)"""
    r"""|"(?:button|chip|notice|ways-out)(?: [a-z-]+)+"|"(?:Enter|Escape|Accept|Tab)\""""
)
"""Classes, selectors, keys and headers: what scripts have in quotes and nobody reads."""

SCRIPT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


CLASSES = re.compile(r'className: (?:[\w.]+ \? "[^"]*" : )?"[^"]*"')


def in_script(text: str) -> Iterator[tuple[int, str]]:
    bare = re.sub(r"(?m)^\s*//.*$", "", text)
    bare = re.sub(r'(?m)^(?:import|export) .* from "[^"]*";|import\("[^"]*"\)', "", bare)
    bare = re.sub(r"\bsay\((?:\"[\w.-]+\"|`[\w.-]*\$\{[^}]*\}`)", "say(", bare)
    bare = NO_WORDS.sub("", re.sub(r"new Error\([^)]*\)", "", bare))
    bare = CLASSES.sub("", bare)
    for found in SCRIPT_TEXT.finditer(bare):
        words = found[1] if found[1] is not None else re.sub(r"\$\{[^}]*\}", "", found[2])
        if reads_as_one(words):
            yield bare.count("\n", 0, found.start()) + 1, words


def found_in(path: Path, name: str) -> Iterator[tuple[int, str]]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return in_python(text, refusals=name in LEFT_OUT["refusals"])
    return {".html": in_template, ".js": in_script}[path.suffix](text)


def _paths(house: Path) -> Iterator[Path]:
    for part in ("ledger", "printing", "web"):
        yield from sorted(
            path for path in (house / part).rglob("*")
            if path.suffix in (".py", ".html", ".js") and "vendor" not in path.parts
        )  # fmt: skip


def outside(house: Path = HOUSE) -> list[Sentence]:
    """Every sentence that no catalogue has."""
    english, no_sentence = LEFT_OUT["english"], LEFT_OUT["no_sentence"]
    everywhere = LEFT_OUT["everywhere"]["texts"]
    found = []
    for path in _paths(house):
        name = path.relative_to(house).as_posix()
        if any(name.startswith(stays) for stays in english):
            continue
        none = (*everywhere, *no_sentence.get(name, ()))
        found += [
            Sentence(name, line, text) for line, text in found_in(path, name) if text not in none
        ]
    return found


def main(parts: list[str]) -> None:
    chosen = [one for one in outside() if not parts or any(part in one.path for part in parts)]
    for path, line, text in chosen:
        print(f"{path}:{line}: {' '.join(text.split())}")
    print(f"{len(chosen)} outside the catalogues")


if __name__ == "__main__":
    main(sys.argv[1:])
