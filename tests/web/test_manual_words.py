"""Each button that the director's chapters name has that word on a page."""

from __future__ import annotations

import re
from functools import cache

from tests.test_documents import HOUSE
from web.help import FOLDER

NAMED = re.compile(r"\*\*([^*]+)\*\*|(?<!\*)\*([^*\n]+)\*(?!\*)")
"""What stands in bold or in italics: the word of a page."""

PUT_IN = re.compile(r"\{\{.*?\}\}|\$\{[^}]*\}|\{[\w.\[\]()]+\}|\b\d+\b")
"""Where a page puts a number or a name."""

CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
QUOTED = re.compile(r'"[^"]+"')
"""Of the code in a template: what it says in one case or another."""

NAMES = {"Ama Adeyemi": "#", "C-12": "#", "Harbour A 3": "#", "Take back the ruling": "Take the #"}
"""Players, cases, tables and acts of the chapter's examples."""

IN_PROSE = {
    "a rule of this event: no hot drinks at the tables",  # what somebody types
    "#",
    "under protest",
    "redacted",
}
"""What is no button."""

BEGINS = re.compile(r"[>\"'`#] ?$")
"""What stands before the words of a button."""


@cache
def on_the_pages() -> str:
    """All that pages, papers, scripts and their modules say, with # for what they put in."""
    files = [
        *(HOUSE / "web" / "templates").rglob("*.html"),
        *(HOUSE / "web" / "static" / "js").rglob("*.js"),
        *(path for part in ("web", "ledger", "printing") for path in (HOUSE / part).rglob("*.py")),
        *(HOUSE / "ledger" / "messages" / "en").glob("*.po"),
    ]
    whole = " ".join(path.read_text("utf-8") for path in files)
    whole = re.sub(r"(?<![{$])\{\w+\}", "#", whole)
    chosen = " ".join(" ".join(QUOTED.findall(code)) for code in CODE.findall(whole))
    return plain(f"{whole} {chosen}")


def plain(text: str) -> str:
    """Words as they are compared: in small letters, with # for what is put in."""
    text = PUT_IN.sub("#", re.sub(r"\{%.*?%\}", "", text))
    return re.sub(r"\s+", " ", text).replace("’", "'").lower()


def is_on_a_page(words: str) -> bool:
    """Whether a button, a heading or a line of a page begins with these words."""
    written = re.escape(words).replace("\\#", '[^"<>]{1,30}')
    page = on_the_pages()
    return any(  # what begins with a letter is found at once, what begins with a class is not
        BEGINS.search(page, max(0, found.start() - 2), found.start())
        for found in re.finditer(rf"{written}(?!\w)", page)
    )


def named_in(chapter: str) -> list[str]:
    """The words of buttons and headings that a chapter names, without an ellipsis at their end."""
    text = (FOLDER / f"{chapter}.md").read_text("utf-8")
    text = re.sub(r"`[^`]*`", "", text)
    for name, stands_for in NAMES.items():
        text = text.replace(name, stands_for)
    found = [" ".join((bold or italic).split()) for bold, italic in NAMED.findall(text)]
    return [plain(words).rstrip(" .…:") for words in found]


def test_every_button_that_the_directors_chapters_name_is_on_a_page():
    named = named_in("director") + named_in("cases")
    assert len(named) > 100

    missing = {words for words in named if not is_on_a_page(words)} - IN_PROSE
    assert sorted(missing) == []
