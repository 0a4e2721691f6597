"""The manual, chapter by chapter, made from the files that travel with the program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from flask import Response, redirect, render_template, request, url_for
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from ledger.messages import say
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.frame.pages import PAGES, PLAIN, Pages
from web.frame.signs import CONTROLS, MOMENTS, STATES

# The chapters of the manual, and for whom each is. Pages say themselves which helps with them.


class Chapter(NamedTuple):
    """A chapter; ``name``: in its address, and of its file: ``director`` is ``director.md``."""

    name: str

    @property
    def words(self) -> str:
        return say(f"help.chapter.{self.name}")

    @property
    def whom(self) -> str:
        """For whom it is, and what it is about."""
        return say(f"help.for-whom.{self.name}")


CHAPTERS = tuple(
    Chapter(name)
    for name in (
        "tablet",
        "judge",
        "director",
        "cases",
        "organiser",
        "replay",
        "players",
        "stream",
        "trust",
        "operator",
        "hall",
        "settings",
        "performance",
        "programs",
        "simulate",
        "licences",
    )
)

BY_NAME = {chapter.name: chapter for chapter in CHAPTERS}


PLACES = {
    "amending.page": "results-that-players-signed",
    "badges.desk": "each-tablet-once",
    "cases.new": "a-case",
    "cases.one": "a-case",
    "cases.register": "register-and-precedents",
    "check_in.page": "in-the-morning",
    "checkpoints.all_of_them": "checkpoints-kept-elsewhere-and-witnesses",
    "closing.page": "close-a-round",
    "confirming.page": "points-the-rulebook-leaves-open",
    "desk.page": "the-desk",
    "drawing_rounds.page": "each-round",
    "drawing_rounds.preview": "each-round",
    "ending.page": "when-it-is-over",
    "evidence.page": "what-happened",
    "forgetting.page": "when-somebody-wants-to-be-forgotten",
    "kiosk.page": "a-screen-for-the-players",
    "live_boards.page": "the-evening-before",
    "lost_games.page": "while-it-runs",
    "new_tournament.page": "the-evening-before",
    "organising.overview": "in-the-morning",
    "paper.verify": "paper-that-you-hold",
    "phone_check_in.page": "the-day-on-your-page",
    "phones.page": "phones-of-players",
    "players.one": "while-it-runs",
    "players.page": "the-evening-before",
    "prizes.page": "while-it-runs",
    "qr_cards.page": "each-round",
    "registers.conduct": "register-and-precedents",
    "registers.log": "register-and-precedents",
    "registers.rulings": "register-and-precedents",
    "round_papers.page": "each-round",
    "round_plans.page": "a-plan-of-rounds",
    "round_plans.preview": "a-plan-of-rounds",
    "round_repairs.page": "each-round",
    "runner.page": "the-runner",
    "screen_control.page": "screens-of-the-hall",
    "screens.page": "screens-of-the-hall",
    "screens.turning": "screens-of-the-hall",
    "setting_up.page": "the-evening-before",
    "signing_in.enrol": "each-tablet-once",
    "slip_results.page": "each-round",
    "stream_control.page": "switch-it",
    "stream_setup.page": "set-it-up",
    "taking_back.page": "take-back",
    "tokens.desk": "tokens",
    "transfers.page": "when-it-is-over",
    "turns_since.page": "turns-made-since-a-verdict",
    "two_slips.page": "each-round",
    "warning.page": "warn-a-player",
}
"""The part of its chapter that is about a page; of other pages the whole chapter is."""


def helps_with(endpoint: str) -> Chapter | None:
    """The chapter about a page; ``None`` where there is none."""
    page = PAGES.get(endpoint)
    return BY_NAME[page.manual] if page and page.manual else None


pages = Pages("manual", manual=None, prefix="/manual")

FOLDER = Path(__file__).resolve().parent / "manual"
INDEX = "README.md"

PICTURE = re.compile(r"[a-z0-9-]{1,40}\.png")


@pages.get("/", who=EVERYBODY)
def contents() -> str:
    return render_template("help/contents.html", chapters=CHAPTERS)


@pages.get("/signs", who=EVERYBODY)
def signs() -> str:
    return render_template("help/signs.html", signs=(STATES, MOMENTS, CONTROLS))


@pages.get("/components", who=EVERYBODY)
def components() -> str:
    """Every component in every state, for developers."""
    return render_template("help/components.html")


@pages.get("/<word:chapter>", who=EVERYBODY)
def one(chapter: str) -> str | Answer:
    """A chapter. A part of one leads to its place: it may have stood in another before."""
    found = BY_NAME.get(chapter)
    if found is None:
        within = _chapter_with(chapter)
        return redirect(url_for("manual.one", chapter=within.name, _anchor=chapter))
    nth = CHAPTERS.index(found)
    title, headings, body = _body(chapter)
    return render_template(
        "help/chapter.html",
        chapter=found,
        title=title,
        headings=headings,
        body=body,
        chapters=CHAPTERS,
        before=CHAPTERS[nth - 1] if nth else None,
        following=CHAPTERS[nth + 1] if nth + 1 < len(CHAPTERS) else None,
    )


@pages.get("/<picture>.png", who=EVERYBODY, answers="image/png")
def picture(picture: str) -> Response:
    path = FOLDER / f"{picture}.png"
    if not PICTURE.fullmatch(path.name) or not path.is_file():
        raise _nothing_there()
    return Response(path.read_bytes(), mimetype="image/png")


@pages.get("/overlay.html", who=EVERYBODY, answers=PLAIN)
def overlay() -> Response:
    """The overlay for a video stream, to be kept as a file: here no page may run a script of it."""
    response = Response((FOLDER / "overlay.html").read_bytes(), mimetype="text/plain")
    response.headers["Content-Disposition"] = 'attachment; filename="overlay.html"'
    return response


def _chapter_with(place: str) -> Chapter:
    """The first chapter with a part at ``place``."""
    for chapter in CHAPTERS:
        if place in (place for place, _ in _body(chapter.name).headings):
            return chapter
    raise _nothing_there()


def help_here() -> str:
    found = helps_with(request.endpoint or "")
    if found is None:
        return url_for("manual.contents")
    place = PLACES.get(request.endpoint or "")
    return url_for("manual.one", chapter=found.name, _anchor=place)


FOR_TEMPLATES = {"help_here": help_here}


class Body(NamedTuple):
    """What a chapter is called, its parts by their places, and its text as HTML."""

    title: str
    headings: tuple[tuple[str, str], ...]
    text: Markup


@cache
def _body(name: str) -> Body:
    """A chapter as HTML. It is ours from beginning to end, so it is safe as it is."""
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.add_render_rule("image", _picture)
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    tokens = markdown.parse(text)
    _with_places(tokens)
    said, rest = tokens[1], tokens[3:]  # its own heading, which the page has at its head
    headings = tuple(
        (place_of(following.content), _plain(following))
        for token, following in pairwise(rest)
        if token.type == "heading_open" and token.tag == "h2"
    )
    html = markdown.renderer.render(rest, markdown.options, {})
    return Body(_plain(said), headings, Markup(html))  # noqa: S704


def _picture(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    nth: int,
    options: OptionsDict,
    env: EnvType,
) -> str:
    """A picture, and the way to it as large as it is."""
    shown = renderer.image(tokens, nth, options, env)
    return f'<a class="picture" href="{tokens[nth].attrGet("src")}">{shown}</a>'


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def _with_places(tokens: list[Token]) -> None:
    """Give headings a place to link to, links the addresses of chapters, tables room to scroll."""
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            token.attrSet("id", place_of(following.content))
        if token.type in ("fence", "table_open"):
            token.attrSet("tabindex", "0")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _address(str(child.attrGet("href"))))
            if child.type == "image":
                child.attrSet("src", f"{pages.prefix}/{child.attrGet('src')}")


def place_of(heading: str) -> str:
    """The place of a heading in its chapter.

    >>> place_of("Who came in, and who did not")
    'who-came-in-and-who-did-not'
    """
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def _address(written: str) -> str:
    """``director.md#ruling`` as the address of the chapter; what is elsewhere as it is.

    >>> _address("tablet.md#offline"), _address("README.md"), _address("https://c2sp.org/")
    ('/manual/tablet#offline', '/manual/', 'https://c2sp.org/')
    """
    file, mark, place = written.partition("#")
    name = "" if file == INDEX else file.removesuffix(".md")
    if file.endswith(".md") and "/" not in file:
        return f"{pages.prefix}/{name}{mark}{place}"
    if "/" not in file and (FOLDER / file).is_file():
        return f"{pages.prefix}/{file}"
    return written


def _nothing_there() -> Refusal:
    return Refusal.of("no-such-page/chapter")
