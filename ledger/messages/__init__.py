"""Every sentence for people, by its id, in the reader's language: ``say("desk.calls", n=3)``.

A sentence stands whole in a gettext catalogue of its area (``en/desk.po`` holds ``desk.calls``),
with ``{names}`` for what the moment knows and its plurals by the rules of the language. English is
complete; where another language has no words for an id, the English ones are said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import c2py
from pathlib import Path

FOLDER = Path(__file__).parent

ENGLISH = "en"
PSEUDO = "qps"
"""No language: English made 40 % longer, in letters that nobody writes. What stands on a page in
plain letters is said by no catalogue; what is cut has no room for German."""

CODES = "zxx"
"""No language either: a sentence is its id and its values, between signs that nobody types.
``ledger.messages.coded`` reads them."""

LANGUAGES = {
    ENGLISH: "English",
    "es": "español",
    "fr": "français",
    "de": "Deutsch",
    "pl": "polski",
}
"""What people may choose, by its own name."""

FROM_THE_RIGHT = frozenset({PSEUDO})
"""Languages whose pages are mirrored."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)

Text = str | tuple[str, ...]
"""A sentence, or one for each plural form of its language."""


language = _language.get
"""The language in which is said what is said now."""


def speak(of: str) -> None:
    """From here on in this request, task or thread: this language."""
    _language.set(of)


@contextmanager
def speaking(of: str) -> Iterator[None]:
    """This language within the block: paper for a tournament, a sentence for somebody else."""
    before = _language.set(of)
    try:
        yield
    finally:
        _language.reset(before)


def say(message: str, /, **values: object) -> str:
    """The sentence of this id, its names filled in.

    ``n`` is the number by which the plural is chosen, where the sentence has one.

    Raises:
      KeyError: there is no such id, or a name in the sentence has no value.
    """
    forms, choose = _in_parts(message, _language.get())
    said, names = forms[choose(int(str(values["n"])))] if choose else forms[0]
    return said % tuple(map(values.__getitem__, names)) if names else said


@cache
def _in_parts(
    message: str, of: str
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], Callable[[int], int] | None]:
    """Each form of a sentence, its places and the names that go there; which form a number takes.

    A sentence is said some hundred times a page, so all that can be done once is done here.
    """
    text = text_of(message, of)
    forms = (text,) if isinstance(text, str) else text
    if of == CODES:
        names = dict.fromkeys(name for form in forms for name in NAME.findall(form))
        several = {} if isinstance(text, str) else {"n": None}
        values = "".join(f"\ue001{name}\ue002{{{name}}}" for name in names | several)
        return (in_places(f"\ue000{message}{values}\ue003"),), None
    return tuple(map(in_places, forms)), None if isinstance(text, str) else chooses(of, len(text))


def in_places(form: str) -> tuple[str, tuple[str, ...]]:
    """A form with ``%s`` for each of its names, and these in their order; plain without any."""
    names = tuple(NAME.findall(form))
    return (NAME.sub("%s", form.replace("%", "%%")) if names else form), names


def chooses(of: str, forms: int) -> Callable[[int], int]:
    """From a number to its form; a language that lacks a sentence lends English its rule only."""
    nth = plural(of)
    return nth if forms == _forms(of) else lambda number: min(nth(number), forms - 1)


def known(message: str) -> bool:
    return message in _area(ENGLISH, message.partition(".")[0])


def text_of(message: str, of: str | None = None) -> Text:
    """The sentence of this id before anything is filled in."""
    spoken = of or _language.get()
    area = message.partition(".")[0]
    text = _area(spoken, area).get(message)
    return _area(ENGLISH, area)[message] if text is None else text


def family(prefix: str, of: str | None = None) -> dict[str, Text]:
    """The sentences whose ids begin with ``prefix``, by what follows it: the words for codes."""
    area = _area(ENGLISH, prefix.partition(".")[0])
    return {name[len(prefix) :]: text_of(name, of) for name in area if name.startswith(prefix)}


NAME = re.compile(r"\{(\w+)\}")


def listed(items: Iterable[object]) -> str:
    """Several things as the language lists them: ``A, B and C``."""
    first, last = _but_the_last(items)
    return say("words.list-ends", first=first, last=last) if first else last


def one_of(items: Iterable[object]) -> str:
    """Several things of which one is meant: ``A, B or C``."""
    first, last = _but_the_last(items)
    return say("words.either-ends", first=first, last=last) if first else last


def _but_the_last(items: Iterable[object]) -> tuple[str, str]:
    *most, last = [str(item) for item in items] or [""]
    first = most[0] if most else ""
    for item in most[1:]:
        first = say("words.list-goes-on", first=first, next=item)
    return first, last


# Catalogues: one folder a language, one file an area. They are read as they lie, an area when
# something of it is first said: there is nothing to compile, and a command reads what it says.


_PART = re.compile(
    r'^(msgid_plural|msgid|msgstr)(?:\[\d\])? ((?:"(?:[^"\\\n]|\\.)*"\s*)+)', re.MULTILINE
)
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}
_RULE = re.compile(r"plural\s*=\s*([^;]+)")


@cache
def _area(of: str, area: str) -> dict[str, Text]:
    if of == PSEUDO:
        return {name: longer(text) for name, text in _area(ENGLISH, area).items()}
    path = FOLDER / of / f"{area}.po"
    if not path.is_file():
        if of == ENGLISH:
            raise KeyError(f"no catalogue {area}")
        return {}
    return catalogue(path.read_text("utf-8"))


def catalogue(text: str) -> dict[str, Text]:
    """What a catalogue says, by id; what is not translated in it is left out."""
    found: dict[str, Text] = {}
    key, is_plural, said = "", False, [""]
    for what, pieces in [*_PART.findall(text), ("msgid", "")]:
        if what == "msgid":
            if key and all(said):
                found[key] = tuple(said) if is_plural else said[0]
            key, is_plural, said = _joined(pieces), False, []
        elif what == "msgid_plural":
            is_plural = True
        else:
            said.append(_joined(pieces))
    return found


def _joined(pieces: str) -> str:
    whole = "".join(_PIECE.findall(pieces)) if "\n" in pieces.rstrip() else pieces.rstrip()[1:-1]
    if "\\" not in whole:
        return whole
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), whole)


def areas() -> list[str]:
    """The names of all areas."""
    return sorted(path.stem for path in (FOLDER / ENGLISH).glob("*.po"))


@cache
def plural(of: str) -> Callable[[int], int]:
    """From a number to which of the plural forms it takes in this language.

    Below zero as above it, as CLDR has it; English keeps what papers are bound to, ``-1 points``.
    """
    rule = c2py(plural_rule(of))
    return rule if of == ENGLISH else lambda number: rule(abs(number))


@cache
def _forms(of: str) -> int:
    """How many plural forms a language has."""
    return 1 + max(plural(of)(number) for number in range(200))


@cache
def plural_rule(of: str) -> str:
    """That rule as gettext has it, in C (and JavaScript) about ``n``; English where none is."""
    path = FOLDER / of / "words.po"
    if not path.is_file():
        path = FOLDER / ENGLISH / "words.po"
    rule = _RULE.search(path.read_text("utf-8"))
    if rule is None:
        raise ValueError(f"{path} has no rule for plurals")
    return rule[1].strip()


_UNWRITTEN = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀčďéƒğĥíĵķĺɱńóƥɋŕšťúṽŵẋýžÁɃČĎÉƑĞĤÍĴĶĹṀŃÓƤɊŔŠŤÚṼŴẊÝŽ",
)
_KEPT = re.compile(r"(\{\w+\}|</?\w+>)")


def longer(text: Text) -> Text:
    """A sentence of the pseudo-language.

    >>> longer("Round {n}")
    'Ŕóúńď {n} ···'
    """
    if not isinstance(text, str):
        return tuple(str(longer(form)) for form in text)
    parts = _KEPT.split(text)
    letters = sum(len(part) for part in parts[::2])
    padding = "·" * -(-letters * 2 // 5)
    return "".join([*(_pseudo(part) for part in parts), " ", padding]) if letters else text


def _pseudo(part: str) -> str:
    return part if _KEPT.fullmatch(part) else part.translate(_UNWRITTEN)
