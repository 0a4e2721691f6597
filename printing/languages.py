"""Paper in one language or in two; its codes bind what it says in English, whatever that is.

Whoever reads the pages of a hall has a language of their own, which paper has not: it is filled
and drawn in the languages that were asked for with ``printed_in``. Each form is filled twice where
these are others than English: once for its code, and once as it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, Self, TypeVar

from ledger import messages
from ledger.messages import ENGLISH
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from printing.papers import Papers


class Spoken(NamedTuple):
    """The language of a paper, and the second one of its labels; empty for none."""

    first: str = ENGLISH
    second: str = ""

    @property
    def word(self) -> str:
        """What a file keeps of it; empty in English, which files had before there was a choice.

        >>> Spoken("es", "de").word, Spoken("es").word, Spoken().word
        ('in:es+de', 'in:es', '')
        """
        if self == ONLY_ENGLISH:
            return ""
        return f"in:{self.first}+{self.second}".rstrip("+")


ONLY_ENGLISH = Spoken()


def asked_for(text: str) -> Spoken:
    """The languages that a person names, ``es`` or ``es+de``.

    Raises:
      Refusal: ``no-such-language``.
    """
    first, _, second = text.partition("+")
    for name in (first, second):
        if name and name not in (*messages.LANGUAGES, messages.PSEUDO):
            known = ", ".join(messages.LANGUAGES)
            raise refusal("no-such-language", name=name[:60], languages=known)
    return Spoken(first or ENGLISH, second if second != first else "")


def from_word(word: str) -> Spoken:
    """The languages that a file kept; English of what names none that is said here.

    >>> from_word("in:qps+en"), from_word("in:xx")
    (Spoken(first='qps', second='en'), Spoken(first='en', second=''))
    """
    first, _, second = word.removeprefix("in:").partition("+")
    known = {*messages.LANGUAGES, messages.PSEUDO}
    if not word.startswith("in:") or not {first, second or first} <= known:
        return ONLY_ENGLISH
    return Spoken(first, second)


_wanted: ContextVar[Spoken] = ContextVar("wanted", default=ONLY_ENGLISH)
_now: ContextVar[Spoken | None] = ContextVar("now", default=None)

wanted = _wanted.get
"""In which languages paper is printed that is asked for now."""


now = _now.get
"""In which languages a paper is filled or drawn just now; ``None``: none is."""


@contextmanager
def printed_in(first: str, second: str = "") -> Iterator[None]:
    """Within the block paper is printed in this language, its labels in the ``second`` as well."""
    before = _wanted.set(Spoken(first or ENGLISH, second if second != first else ""))
    try:
        yield
    finally:
        _wanted.reset(before)


@contextmanager
def speaking(spoken: Spoken) -> Iterator[None]:
    """Within the block everything is said in the languages of a paper."""
    before = _now.set(spoken)
    try:
        with messages.speaking(spoken.first):
            yield
    finally:
        _now.reset(before)


def is_in_two() -> bool:
    """Whether a paper is drawn in two languages; one keeps each of its places, byte for byte."""
    spoken = _now.get()
    return spoken is not None and bool(spoken.second)


def is_english_alone() -> bool:
    """Whether a paper is drawn in English and no other language, or asked for outside of any."""
    spoken = _now.get()
    return spoken is None or spoken == ONLY_ENGLISH


Arguments = ParamSpec("Arguments")


def in_its_languages(fill: Callable[Arguments, Papers]) -> Callable[Arguments, Papers]:
    """A function that fills papers in English, for their codes, and in the languages wanted."""

    @wraps(fill)
    def filled(*args: Arguments.args, **more: Arguments.kwargs) -> Papers:
        if _now.get() is not None:
            return fill(*args, **more)
        try:
            with speaking(ONLY_ENGLISH):
                papers = fill(*args, **more)
        except Refusal:
            return fill(*args, **more)  # what can't be printed is told in the reader's language
        if (spoken := _wanted.get()) == ONLY_ENGLISH:
            return papers
        with speaking(spoken):
            return papers.said_in(spoken, fill(*args, **more))

    return filled


Made = TypeVar("Made")


def in_english(make: Callable[Arguments, Made]) -> Callable[Arguments, Made]:
    """A function that makes what is signed or bound, whatever the reader's language is."""

    @wraps(make)
    def made(*args: Arguments.args, **more: Arguments.kwargs) -> Made:
        with speaking(ONLY_ENGLISH):
            return make(*args, **more)

    return made


class InTwo(str):
    """Words in the first language of a paper, which has a second one to say them in."""

    __slots__ = ("second",)
    second: str

    def __new__(cls, words: str, second: str) -> Self:
        made = super().__new__(cls, words)
        made.second = second
        return made


def say(message: str, /, **values: object) -> str:
    """As ``ledger.messages.say``; on paper in two languages with the words of the other."""
    said = messages.say(message, **values)
    if (spoken := _now.get()) is None or not spoken.second:
        return said
    others = {name: second_of(value) or value for name, value in values.items()}
    with messages.speaking(spoken.second):
        return InTwo(said, messages.say(message, **others))


def having(given: Mapping[str, object]) -> str:
    """Which sentence has a place for each of the pieces there are: behind its id, their names.

    >>> having({"under": "wespa-5.1 3.8", "agreed": "", "told": "Ann Lee"})
    '-under-told'
    """
    return "".join(f"-{name}" for name, piece in given.items() if piece)


def in_both(words: str) -> str:
    """Words in both languages of a paper, one behind the other; as they are in one."""
    second = second_of(words)
    return f"{words} / {second}" if second else words


def in_each(words: str) -> tuple[str, ...]:
    """The same in each language of a paper, for lines that stand one below the other."""
    second = second_of(words)
    return (words, second) if second else (words,)


def second_of(words: object) -> str:
    """The same in the second language of the paper; empty where there is none."""
    return words.second if isinstance(words, InTwo) else ""
