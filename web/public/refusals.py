"""Every reason for not writing something down, with an example, and the rule behind it by book."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from flask import render_template

from ledger.refusals.catalogue import CATALOGUE, CHAPTERS
from ledger.refusals.message import Message
from ledger.refusals.saying import code_of
from ledger.rulebook import NAMES, load
from ledger.vocabulary.bounds import filled
from web.access.permissions import EVERYBODY
from web.frame.pages import Pages

pages = Pages("refusals", manual=None)


@dataclass(frozen=True)
class RefusalView:
    """One refusal as somebody could read it.

    Attributes:
      rules: where each book has the rule that stands in the way, as ``wespa-1.0 3.2.1(a)``.
    """

    anchor: str
    code: str
    what: str
    next_step: str
    rules: tuple[str, ...]


@pages.get("/refusals", who=EVERYBODY)
def all_of_them() -> str:
    return render_template("refusals/list.html", chapters=chapters_shown(), known=len(CATALOGUE))


@cache
def chapters_shown() -> tuple[tuple[str, tuple[RefusalView, ...]], ...]:
    return tuple(
        (title, tuple(shown(code, said) for code, said in chapter.items()))
        for title, chapter in CHAPTERS.items()
    )


def shown(code: str, said: Message) -> RefusalView:
    cites = attrgetter(said.clause) if said.clause else None
    return RefusalView(
        anchor=code.replace("/", "."),
        code=code_of(code),
        what=filled(said.what, said.example),
        next_step=filled(said.next_step, said.example),
        rules=tuple(str(cites(load(book))) for book in NAMES) if cites else (),
    )
