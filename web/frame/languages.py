"""In which language a page is made, and its sentences as templates say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from urllib.parse import urlsplit

from flask import Response, current_app, redirect, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept

from ledger.messages import (
    ENGLISH,
    FROM_THE_RIGHT,
    LANGUAGES,
    PSEUDO,
    chooses,
    in_places,
    language,
    listed,
    speak,
    text_of,
)
from web.access.permissions import EVERYBODY, leads_here
from web.frame.pages import HTML, Pages
from web.site import the_site

CHOSEN = "tilescribe-language"
"""The cookie with the language that was chosen on this device."""

FOR_A_YEAR = 365 * 24 * 3600


def choose_language() -> None:
    """What this request is answered in.

    As chosen on the device, else as its tournament speaks, else as the browser asks.
    """
    chosen = request.cookies.get(CHOSEN)
    if chosen in LANGUAGES or (chosen == PSEUDO and current_app.config["PSEUDO_LANGUAGE"]):
        return speak(chosen)
    if len(LANGUAGES) == 1:
        return speak(ENGLISH)
    slug = (request.view_args or {}).get("slug") or _whose_page_asks()
    of_the_tournament = the_site().language(slug) if slug else ""
    if of_the_tournament in LANGUAGES:
        return speak(of_the_tournament)
    return speak(asked_for_by(request.accept_languages, LANGUAGES))


def asked_for_by(browser: LanguageAccept, spoken: Iterable[str]) -> str:
    """The one of several languages that a browser likes best, wherever it is spoken: es-MX is es.

    Without one of them it is English.
    """
    plain = LanguageAccept([(tag.partition("-")[0], liked) for tag, liked in browser])
    return str(plain.best_match(list(spoken), ENGLISH))


def _whose_page_asks() -> str:
    """The short name of the tournament on whose page a script asks; empty if on none."""
    found = _OF_A_TOURNAMENT.match(urlsplit(request.referrer or "").path)
    return found[1] if found else ""


_OF_A_TOURNAMENT = re.compile(r"/t/([a-z0-9-]{1,40})(?:/|$)")


def direction() -> str:
    return "rtl" if language() in FROM_THE_RIGHT else "ltr"


# Sentences in templates: ``{{ say("desk.calls", n=calls|length) }}``. The words are text; of marks
# a catalogue may have these, and ``<a>`` for a link to the value ``a``.


_MARK = re.compile(r"&lt;(/?)(b|i|s|code|kbd|a\d?)&gt;")


def say(message: str, /, **values: object) -> Markup:
    """The sentence of this id, ready to stand in a page: every value is escaped.

    Where the catalogue has ``<a>Open the case</a>``, the value ``a`` is the address.
    """
    forms, choose = _in_parts(message, language())
    said, names = forms[choose(int(str(values["n"])))] if choose else forms[0]
    return said % tuple(map(values.__getitem__, names)) if names else said


@cache
def _in_parts(
    message: str, of: str
) -> tuple[tuple[tuple[Markup, tuple[str, ...]], ...], Callable[[int], int] | None]:
    """Each form with its marks and places, as markup: what is put into it is escaped by that."""
    text = text_of(message, of)
    forms = (text,) if isinstance(text, str) else text
    return tuple(map(_marked, forms)), None if isinstance(text, str) else chooses(of, len(text))


def _marked(form: str) -> tuple[Markup, tuple[str, ...]]:
    text = _MARK.sub(_mark, str(escape(form)))
    said, names = in_places(text)
    return Markup(said), names  # noqa: S704 (escaped above)


def _mark(found: re.Match[str]) -> str:
    ends, mark = found.groups()
    if mark.startswith("a"):
        return "</a>" if ends else f'<a href="{{{mark}}}">'
    return f"<{ends}{mark}>"


def english(words: str) -> Markup:
    """What is there in English alone, marked so for who hears it and who reads it.

    >>> str(english("A <play>"))
    'A &lt;play&gt;'
    """
    if language() == ENGLISH:
        return escape(words)
    return Markup('<span lang="en" dir="ltr">{}</span>').format(words)


pages = Pages("languages", manual=None)


@pages.post("/language", who=EVERYBODY, answers=HTML, at_kiosk=True, writes=False)
def choose() -> Response:
    """Keep the ``language`` chosen on this device, and go on where it was chosen (``at``)."""
    chosen, at = request.form.get("language", ""), request.form.get("at", "/")
    response = redirect(at if leads_here(at) else "/", code=303)
    if chosen in LANGUAGES:
        response.set_cookie(
            CHOSEN,
            chosen,
            max_age=FOR_A_YEAR,
            samesite="Lax",
            httponly=True,
            secure=request.is_secure,
        )
    return response  # type: ignore[return-value]


FILTERS = {"english": english}
GLOBALS = {
    "say": say,
    "listed": listed,
    "language": language,
    "direction": direction,
    "LANGUAGES": LANGUAGES,
}
