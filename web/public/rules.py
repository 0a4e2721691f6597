"""The rules of each book with their help, and every refusal, looked up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter

from flask import Response, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response as Answer

from ledger.messages import say
from ledger.refusals.catalogue import CATALOGUE, CHAPTERS
from ledger.refusals.saying import Message, code_of, refusal
from ledger.rulebook import NAMES, Coverage, Rulebook, load
from ledger.rulebook.book_files import kept_with_the_books, own_books, shipped_under
from ledger.rulebook.help.book import books, chapter_with, chapters, clauses, depth, find
from ledger.rulebook.help.finder import (
    ClauseHelp,
    Elsewhere,
    Situation,
    books_of_rules,
    clause_help,
    elsewhere,
    situations,
    things_in,
    words_for,
)
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.frame.bodies import as_json
from web.frame.pages import Pages

pages = Pages("rules", manual=None)

LONGEST_SEARCH = 80  # characters of a search that are looked at

MOST_MATCHES = 60
"""Rules that a search shows on one page; who finds more adds a word."""


class RuleFound(Struct, frozen=True):
    """A rule that was found: how it is cited, its number, and what it lays down, in our words."""

    citation: str
    number: str
    words: str


class BookFound(Struct, frozen=True):
    """The rules found in one book, the likeliest first."""

    book: str
    title: str
    rules: tuple[RuleFound, ...]


class RulesFound(Struct, frozen=True):
    """The rules found: those of the book asked for, then those of the other books."""

    books: tuple[BookFound, ...]


@dataclass(frozen=True)
class SituationView:
    """A situation below a rule; ``others`` only at the first rule of the page that cites it."""

    situation: Situation
    others: tuple[Elsewhere, ...] = ()


@dataclass(frozen=True)
class RuleView:
    """One rule with all there is to say about it, and how deep it stands in its chapter.

    ``handled`` is what is done about the whole of it, where that is said; ``also``: words that
    people use for what it speaks of, which a search finds as well.
    """

    help: ClauseHelp
    depth: int
    situations: tuple[SituationView, ...]
    handled: Coverage | None = None
    also: str = ""

    @property
    def anchor(self) -> str:
        return anchor(self.help.number)


@dataclass(frozen=True)
class ChapterView:
    """What one page has: a chapter, or a part of a long one that goes on at rule ``number``."""

    number: str
    title: str
    rules: tuple[RuleView, ...]
    goes_on: bool = False

    @property
    def place(self) -> str:
        """Its part of an address: ``3.9``, ``App.1``."""
        return anchor(self.number)


@pages.get("/rules/", who=EVERYBODY)
def all_of_them() -> str:
    shelf = [(load(book), len(clauses(book))) for book in books()]
    return render_template(
        "rules/list.html",
        shelf=shelf,
        situations=len(situations()),
        silent=_silent_in,
        own=own_books(),
        under=shipped_under,
    )


@pages.get("/rules/<book>", who=EVERYBODY)
def one(book: str) -> str:
    """The chapters of one book; with ``?q=`` the rules that have all of its words, by chapter."""
    text = " ".join(request.args.get("q", "")[:LONGEST_SEARCH].split())
    shown = chapters_shown(book, tuple(text.lower().split()))
    return render_template(
        "rules/book.html",
        rules=load(book),
        shelf=[load(other) for other in books()],
        chapters=shown,
        matches=_first_of(shown, MOST_MATCHES) if text else (),
        text=text,
        known=len(clauses(book)),
        found=sum(len(chapter.rules) for chapter in shown),
    )


def _first_of(shown: tuple[ChapterView, ...], most: int) -> tuple[ChapterView, ...]:
    kept = []
    for chapter in shown:
        if most > 0:
            kept.append(replace(chapter, rules=chapter.rules[:most]))
            most -= len(chapter.rules)
    return tuple(kept)


@pages.get("/rules/<book>/<chapter>", who=EVERYBODY)
def chapter(book: str, chapter: str) -> str | Answer:
    """One chapter of a book. Any other rule leads to its place in the chapter it stands in."""
    found = find(book, chapter)
    top = _pages(book)[found]
    if anchor(top) != chapter:
        return redirect(
            url_for("rules.chapter", book=book, chapter=anchor(top), _anchor=anchor(found))
        )
    tops = chapters_shown(book)
    at = next(nth for nth, each in enumerate(tops) if each.number == top)
    [shown] = chapters_shown(book, chapter=top)
    return render_template(
        "rules/chapter.html",
        rules=load(book),
        chapters=tops,
        chapter=shown,
        before=tops[at - 1] if at else None,
        following=tops[at + 1] if at + 1 < len(tops) else None,
        address=rule_address,
    )


@kept_with_the_books
def _places(book: str) -> dict[str, tuple[str, str]]:
    """Where each rule of a book stands: its page, and the place on it."""
    return {number: (anchor(first), anchor(number)) for number, first in _pages(book).items()}


def rule_address(book: str, number: str) -> str:
    place, at = _places(book)[number]
    return url_for("rules.chapter", book=book, chapter=place, _anchor=at)


@pages.get("/rules/<book>/find.json", who=EVERYBODY, answers=RulesFound)
def look(book: str) -> Response:
    """The rules that a number or a few words (``?q=``) may mean, the likeliest first, by book."""
    query = " ".join(request.args.get("q", "")[:LONGEST_SEARCH].split())
    rules_found = RulesFound(
        tuple(
            BookFound(
                one.book,
                one.title,
                tuple(RuleFound(rule.citation, rule.number, rule.words) for rule in one.rules),
            )
            for one in books_of_rules(book, query)
        )
    )
    return as_json(rules_found, may_be_kept=True)


def anchor(number: str) -> str:
    """Where a rule stands on the page of its book: ``3.9.5(a)``, ``App.1``."""
    return number.replace(" ", "")


@kept_with_the_books
def _all_help(book: str) -> tuple[tuple[ClauseHelp, int, str, tuple[str, ...]], ...]:
    """Every rule of a book in order, its depth, its words for a search, and what it speaks of."""
    found = []
    for number in clauses(book):
        each = clause_help(book, number)
        said = _searched(each)
        found.append((each, depth(book, number), said, things_in(said)))
    return tuple(found)


def _searched(each: ClauseHelp) -> str:
    said = [each.number, each.words]
    for situation in each.situations:
        said += [situation.does, situation.title, situation.how, situation.because]
    for trap in each.traps:
        said += [trap.id, trap.sentence]
    for parameter in each.parameters:
        said += [parameter.point, parameter.value]
    return " ".join(said).lower()


def chapters_shown(
    book: str, terms: tuple[str, ...] = (), *, chapter: str = ""
) -> tuple[ChapterView, ...]:
    """The chapters that have a rule with all the terms, or one; a situation is compared once."""
    coverage = {each.chapter: each for each in load(book).coverage}
    named = {top: clauses(book)[top].rstrip(".") for top in chapters(book)}
    pages = _pages(book)
    compared: set[str] = set()
    shown: list[tuple[str, list[RuleView]]] = []
    for each, deep, said, things in _all_help(book):
        if pages[each.number] == each.number:
            shown.append((each.number, []))
        if chapter and shown[-1][0] != chapter:
            continue
        also = words_for(things)
        if all(term in f"{said} {also}" for term in terms):
            below = tuple(
                _compared_once(book, situation, compared) for situation in each.situations
            )
            shown[-1][1].append(RuleView(each, deep, below, coverage.get(each.number), also))
    found = []
    for first, listed in shown:
        top = chapter_with(book, first)
        title = coverage[top].title if top in coverage else named[top]
        if listed:
            found.append(ChapterView(first, title, tuple(listed), goes_on=first != top))
    return tuple(found)


LONGEST_PAGE = 11_000
"""Pixels of a phone, as reckoned below, over which a chapter is cut: none is over 15,000."""

LETTERS_A_LINE, A_LINE, A_FOLD, A_RULE = 42, 22, 52, 48  # letters, then pixels


@kept_with_the_books
def _pages(book: str) -> dict[str, str]:
    """Each rule of a book with the first one of its page: of a chapter, or where one is cut."""
    by_chapter: dict[str, list[tuple[str, int, int]]] = {}
    for each, deep, *_ in _all_help(book):
        top = chapter_with(book, each.number)
        by_chapter.setdefault(top, []).append((each.number, deep, _pixels(each)))
    found = {}
    for rules in by_chapter.values():
        first, *_ = rules[0]
        cuts = _cuts(rules)
        for number, *_ in rules:
            first = number if number in cuts else first
            found[number] = first
    return found


def _cuts(rules: list[tuple[str, int, int]]) -> list[str]:
    """The rules at which a chapter goes on on another page, as even as its parts allow."""
    whole = sum(high for _, _, high in rules)
    parts = -(-whole // LONGEST_PAGE)
    above = 0
    begins = []
    for number, deep, high in rules:
        begins.append((number, deep, above))
        above += high
    shallowest = min((deep for _, deep, _ in begins[1:]), default=0)
    return [
        min(
            begins[1:],
            key=lambda one: (
                abs(one[2] - whole * part / parts) + LONGEST_PAGE / 6 * (one[1] - shallowest)
            ),
        )[0]
        for part in range(1, parts)
    ]


def _pixels(rule: ClauseHelp) -> int:
    """How high a rule about stands on a phone."""
    said = [rule.words, *(trap.sentence for trap in rule.traps)]
    said += [words for one in rule.situations for words in (one.title, one.how, one.because)]
    lines = sum(-(-len(words) // LETTERS_A_LINE) for words in said)
    folds = len(rule.situations) + len(rule.traps) + bool(rule.parameters)
    return A_RULE + A_LINE * lines + A_FOLD * folds


def _compared_once(book: str, situation: Situation, compared: set[str]) -> SituationView:
    if situation.id in compared:
        return SituationView(situation)
    compared.add(situation.id)
    return SituationView(situation, _in_the_others(book, situation.id))


@kept_with_the_books
def _in_the_others(book: str, situation: str) -> tuple[Elsewhere, ...]:
    return elsewhere(book, (situations()[situation],))


def _silent_in(rules: Rulebook) -> int:
    return sum(not situation.rules(rules.id) for situation in situations().values())


# Every reason for not writing something down, with an example, and the rule behind it by book.


refusals_pages = Pages("refusals", manual=None)


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


@dataclass(frozen=True)
class RefusalChapter:
    """``place`` is its part of an address."""

    place: str
    title: str
    refusals: tuple[RefusalView, ...]


@refusals_pages.get("/refusals", name="all_of_them", who=EVERYBODY)
def refusals_all_of_them() -> str:
    """The chapters of the refusals; with ``?q=`` those that have all of its words, by chapter."""
    text = " ".join(request.args.get("q", "")[:LONGEST_SEARCH].split())
    found = _refusals_with(tuple(text.lower().split())) if text else refusals_shown()
    return render_template(
        "refusals/list.html", chapters=found, text=text, known=len(CATALOGUE), most=MOST_MATCHES
    )


@refusals_pages.get("/refusals/<chapter>", name="chapter", who=EVERYBODY)
def refusals_chapter(chapter: str) -> str | Answer:
    """One chapter. The code of a refusal leads to its place in the chapter it stands in."""
    chapters = refusals_shown()
    for nth, each in enumerate(chapters):
        if each.place == chapter:
            return render_template(
                "refusals/chapter.html",
                chapters=chapters,
                chapter=each,
                before=chapters[nth - 1] if nth else None,
                following=chapters[nth + 1] if nth + 1 < len(chapters) else None,
            )
        if any(one.anchor == chapter for one in each.refusals):
            return redirect(url_for("refusals.chapter", chapter=each.place, _anchor=chapter))
    raise Refusal(
        "no-such-page",
        say("rules.refusals-have-no-such-chapter"),
        say("rules.choose-one-from-their-contents"),
    )


def _refusals_with(terms: tuple[str, ...]) -> tuple[RefusalChapter, ...]:
    found = []
    for each in refusals_shown():
        said = ((one, f"{one.code} {one.what} {one.next_step}".lower()) for one in each.refusals)
        having = tuple(one for one, words in said if all(term in words for term in terms))
        if having:
            found.append(replace(each, refusals=having))
    return tuple(found)


def refusals_shown() -> tuple[RefusalChapter, ...]:
    return tuple(
        RefusalChapter(
            place,
            say(f"refusals.chapters.{place}"),
            tuple(shown(code, message) for code, message in chapter.items()),
        )
        for place, chapter in CHAPTERS.items()
    )


def shown(code: str, message: Message) -> RefusalView:
    as_told = refusal(code, load(NAMES[-1]), **message.example)
    return RefusalView(
        anchor=code.replace("/", "."),
        code=code_of(code),
        what=as_told.what,
        next_step=as_told.next_step,
        rules=_rules_of(message.clause),
    )


@cache
def _rules_of(clause: str) -> tuple[str, ...]:
    cites = attrgetter(clause) if clause else None
    return tuple(str(cites(load(book))) for book in NAMES) if cites else ()
