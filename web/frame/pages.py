"""Every page and whatever else has an address, declared once: on its view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from flask import request
from msgspec import Struct
from werkzeug.routing import BaseConverter, IntegerConverter

from ledger.messages import say
from ledger.vocabulary.closed_lists import TokenScope
from ledger.vocabulary.refusals import Refusal

# Numbers and words in addresses: rounds, tables, replays, steps of a case, forms of paper.
#
# No number is so large that no column could hold it; no word has a dot, which a file's name has.


class FewDigits(IntegerConverter):
    regex = "[0-9]{1,6}"


class OneWord(BaseConverter):
    regex = "[a-z-]{1,40}"


# How much may be sent at once: of each page that takes more than a form, or says itself what is
# too much. A form of ours is far smaller than what a page may be sent; a tablet's queue is not.

LARGEST = 64 * 1024  # bytes of one request
LARGEST_QUEUE = 512 * 1024  # bytes of one that carries a file, or a hundred entries


@dataclass(frozen=True, slots=True)
class Limit:
    """How many bytes a page reads, and what is said to who sends more.

    A form that carries its file as text is held in memory as a whole.

    Attributes:
      of: what may be too large, in the ids of what is said; empty: the view says it itself, in an
        answer its page understands.
      strangers: whether somebody without a badge may send as much; else they send a form at most.
    """

    bytes: int
    of: str = ""
    in_memory: bool = False
    strangers: bool = False

    @property
    def too_much(self) -> str:
        return say(f"frame.too-much.{self.of}") if self.of else ""

    @property
    def instead(self) -> str:
        return say(f"frame.too-much-next.{self.of}") if self.of else ""


PHOTO = Limit(LARGEST_QUEUE, "photo")
FORM = Limit(LARGEST, "form")

HTML, PDF, JPEG, PLAIN = "text/html", "application/pdf", "image/jpeg", "text/plain"
ANY_FILE = "*/*"
"""Of the kind that the name in its address ends with."""

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Page:
    """What a view declares.

    Attributes:
      endpoint: the name by which links, tests and figures know it: ``prizes.page``.
      addresses: where it is; with several of them, the ways to write one place.
      who: the roles it opens for.
      manual: the chapter of the manual that helps with it; ``None``: its contents.
      area: the part of the service it belongs to (``frame/navigation.py``); empty: none.
      tab: which tab of its area it belongs to, by its words; empty: what its address asks for says
        so, or its template.
      answers: the type of its JSON, or the media type of a file; ``HTML``: a page.
      writes: whether what is sent there can be written, on a record or among the badges.
      reads: how much may be sent there.
      alike: whether its answer is the same whoever asks, so that a cache may give it to others.
      camera: whether it reads a QR by the camera, where whoever works there lets it.
      at_kiosk: whether it opens on a terminal that is kept to judging.
      checks_pin: whether a PIN is checked there, which takes a processor for a while.
      scope: what a program's token must be allowed to do there.
    """

    endpoint: str
    addresses: tuple[str, ...]
    method: Literal["GET", "POST"]
    view: Callable[..., Any]
    who: frozenset[str]
    manual: str | None
    area: str
    tab: str
    answers: type[Struct] | str
    writes: bool = False
    reads: Limit = FORM
    alike: bool = False
    camera: bool = False
    at_kiosk: bool = False
    checks_pin: bool = False
    scope: TokenScope = "read"


PAGES: dict[str, Page] = {}
"""Every page by its endpoint, once its module was imported; ``web.application`` imports all."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages of one subject, and what they share.

    Attributes:
      name: before the point of their endpoints.
      manual: as of ``Page``.
      area: as of ``Page``.
      tab: as of ``Page``.
      prefix: what their addresses begin with.
    """

    name: str
    manual: str | None
    area: str = ""
    tab: str = ""
    prefix: str = ""

    def get(
        self,
        *addresses: str,
        who: frozenset[str],
        name: str = "",
        answers: type[Struct] | str = HTML,
        tab: str = "",
        alike: bool = False,
        camera: bool = False,
        at_kiosk: bool = False,
    ) -> Callable[[View], View]:
        """Declare what is looked at; ``name``: in its endpoint, where it isn't the view's.

        Args:
          tab: where it is another than that of the other pages.
        """
        return self._declared(
            "GET", addresses, name, who=who, answers=answers, tab=tab or self.tab, alike=alike,
            camera=camera, at_kiosk=at_kiosk,
        )  # fmt: skip

    def post(
        self,
        *addresses: str,
        who: frozenset[str],
        name: str = "",
        answers: type[Struct] | str = HTML,
        writes: bool = True,
        reads: Limit = FORM,
        at_kiosk: bool = False,
        checks_pin: bool = False,
        scope: TokenScope = "read",
    ) -> Callable[[View], View]:
        """Declare what is sent something; ``name``: in its endpoint, where it isn't the view's."""
        return self._declared(
            "POST", addresses, name, who=who, answers=answers, tab=self.tab, writes=writes,
            reads=reads, at_kiosk=at_kiosk, checks_pin=checks_pin, scope=scope,
        )  # fmt: skip

    def _declared(
        self,
        method: Literal["GET", "POST"],
        addresses: tuple[str, ...],
        name: str,
        **details: Any,  # noqa: ANN401 (of Page: checked by the two above)
    ) -> Callable[[View], View]:
        def declared(view: View) -> View:
            endpoint = f"{self.name}.{name or view.__name__}"
            if endpoint in PAGES:
                raise ValueError(f"Two views are called {endpoint}.")
            if not details["who"]:
                raise ValueError(f"Nobody may open {endpoint}.")
            PAGES[endpoint] = Page(
                endpoint=endpoint,
                addresses=tuple(f"{self.prefix}{address}" for address in addresses),
                method=method,
                view=view,
                manual=self.manual,
                area=self.area,
                **details,
            )
            return view

        return declared


def of_a_game(what: str = "") -> tuple[str, ...]:
    """Where something of a game is: with a division or without, replayed or not."""
    place, again = "r<int:round_number>/t<int:table>/", "<int:replay>/"
    return tuple(
        f"/t/<slug>/{division}{place}{which}{what}"
        for division in ("", "<division>/")
        for which in ("", again)
    )


def page_here() -> Page | None:
    """The page that is asked for; ``None``: there is none at that address."""
    return PAGES.get(request.endpoint or "")


def limit_of(endpoint: str | None) -> Limit:
    """How much a page reads."""
    page = PAGES.get(endpoint or "")
    return page.reads if page else FORM


def most_read(endpoint: str | None, *, known: bool) -> int:
    """Bytes of a body that are read at all, before anybody looks what it is.

    Args:
      endpoint: where it is sent; nothing where there is no such page.
      known: whether a badge or a device of ours sends it.
    """
    limit = limit_of(endpoint)
    return limit.bytes if known or limit.strangers else min(limit.bytes, LARGEST)


def checks_a_pin(endpoint: str) -> bool:
    """Whether a PIN is checked there: these queue by themselves, for each takes so long."""
    page = PAGES.get(endpoint)
    return page is not None and page.checks_pin


def is_too_large() -> bool:
    """Whether this request has more than its page reads, for a view that says so itself."""
    return (request.content_length or 0) > limit_of(request.endpoint).bytes


def must_not_be_too_large() -> None:
    """Turn away a request that is larger than anything our pages send, before it is read."""
    limit = limit_of(request.endpoint)
    # Of a request that does not say its length, no more than this is read.
    request.max_content_length = limit.bytes
    if limit.in_memory:
        request.max_form_memory_size = limit.bytes
    if limit.too_much and (request.content_length or 0) > limit.bytes:
        raise Refusal("too-large", limit.too_much, limit.instead)
