"""Rules found: by a number that a person names, by words, by a situation of the hall."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from ledger.messages import ENGLISH, LANGUAGES, family, language, text_of
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import Ambiguity, ambiguities
from ledger.rulebook.book_files import kept_with_the_books, shipped_under
from ledger.rulebook.help import book as shelf
from ledger.rulebook.help.book import (
    Parameter,
    books,
    children,
    clauses,
    find,
    near,
    parameters,
    parent,
    split_numbers,
)
from ledger.rulebook.reading import OF_THIS_EVENT, load, title_of
from ledger.vocabulary.names import sought
from ledger.vocabulary.read_once import tables_of
from ledger.vocabulary.refusals import Refusal

# Situations of the hall: what Tilescribe does in each, and which rules speak of it.


SHELF = Path(__file__).parent

DOES = ("recorded", "computed", "offered", "warned", "refused", "official decides", "not ours")
"""What this program may do about a situation; a test holds every file to these words."""


class Situation(Struct, frozen=True, kw_only=True):
    """One situation that the rules of at least one book speak of.

    Attributes:
      id: as ``H-07``; never given to another one.
      does: what this program does about it: one of ``DOES``.
      how: the same in a sentence for people.
      uses: what it is done with, as ``fact:overdrawn`` or ``ask:report-overdraw``.
      cases: ids of worked cases that show it.
      tests: names of tests that show it where no worked case does.
      clauses: the rules that speak of it, by book, separated by blanks.
    """

    id: str
    title: str
    does: str
    how: str = ""
    because: str = ""
    uses: tuple[str, ...] = field(name="with", default=())
    cases: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    clauses: dict[str, str] = {}

    def rules(self, book: str) -> tuple[str, ...]:
        return split_numbers(self.clauses.get(shipped_under(book), ""))


msgspec.json.Decoder(Situation)  # known while there is one thread: ``rulebook.make_ready``


@cache
def situations() -> dict[str, Situation]:
    found: dict[str, Situation] = {}
    shelf = SHELF / "situations"
    if shelf.is_dir():
        for path in shelf.iterdir():
            if path.name.endswith(".toml"):
                for id_, entry in tables_of(path).items():
                    found[id_] = msgspec.convert({"id": id_, **entry}, Situation)
    return dict(sorted(found.items()))


@kept_with_the_books
def citing(book: str) -> dict[str, tuple[Situation, ...]]:
    found: dict[str, tuple[Situation, ...]] = {}
    for situation in situations().values():
        for number in dict.fromkeys(situation.rules(book)):
            found[number] = (*found.get(number, ()), situation)
    return found


# Finding rules by words: what a rule says, or what people call the same thing.


@cache
def alike(of: str) -> dict[str, tuple[str, ...]]:
    """By thing: the words that people use for it in a language, in small letters.

    They stand in the catalogue ``finder``, a thing's words in one entry. Its English words are
    also parts of words: a rule speaks of a thing if it has one of them.
    """
    return {
        thing: tuple(said for word in str(words).split(",") if (said := word.strip().lower()))
        for thing, words in family("finder.", of).items()
    }


def found(book: str, terms: str) -> list[tuple[str, str]]:
    """The rules of a book, number and words, that have every one of ``terms``, or words like it.

    >>> [number for number, _ in found("wespa-1.0", "spectator")][:2]
    ['6.1.2(d)', '6.3.4']
    >>> [number for number, _ in found("wsc-2003", "joker")]
    ['1.4', '9', '9.1']
    >>> from ledger.messages import speaking
    >>> with speaking("de"):
    ...     [number for number, _ in found("wsc-2003", "Blanko")]
    ['1.4', '9', '9.1']
    """
    request = terms.lower().split()
    return [
        (number, words)
        for number, words in clauses(book).items()
        if all(_has(f"{number} {words} {also_called(words)}".lower(), term) for term in request)
    ]


def things_in(text: str) -> tuple[str, ...]:
    """What a text of a book speaks of, by the names in the catalogue ``finder``.

    >>> things_in("Blanks.")
    ('blank',)
    """
    said = text.lower()
    return tuple(
        thing for thing, words in alike(ENGLISH).items() if any(each in said for each in words)
    )


def words_for(things: Iterable[str]) -> str:
    """The words that people use for some things: English ones, and those of who reads this.

    >>> words_for(["blank"])
    'blank joker'
    """
    spoken = dict.fromkeys((ENGLISH, language()))
    words = [word for thing in things for of in spoken for word in alike(of)[thing]]
    plain = words if len(spoken) == 1 else [*words, *map(sought, words)]
    return " ".join(dict.fromkeys(plain))


def also_called(text: str) -> str:
    """The words that people use for what a text speaks of, in English and in their language.

    >>> also_called("Blanks.")
    'blank joker'
    """
    return words_for(things_in(text))


def _has(text: str, term: str) -> bool:
    """Whether a term, or what it is one of several of, stands in a text."""
    return term in text or (term.endswith("s") and len(term) > 3 and term[:-1] in text)


SYNONYMS = Path(__file__).parent / "synonyms.toml"

MOST = 8  # rules that are named at most
IN_OTHERS = 3  # rules of each other book that are named at most

STOP = frozenset(
    re.findall(
        r"\w+",
        """a an and are as at be been but by can did do does for from get got had has have he her
        his how i if in is it its me my nobody not of off on once one or our out own person player
        players she should so somebody someone that the their them then there they this to under up
        was we were what when where which while who whom whose will with game during opponent""",
    )
)
"""Words that tell no rule from another."""

IN_ITS_WORDS = 3.0
IN_A_TITLE = 4.0
IN_ANOTHER_TITLE = 1.6
AROUND_IT = 0.8
"""What a word counts: in the rule, in the title of a situation that cites the rule first or among
others, in the rule around it."""


SURE = 0.55
"""So much of a question must stand in a rule. Else the book is held to be silent on it, and the
rule that leaves such things to the director comes first."""


class FoundRule(Struct, frozen=True):
    book: str
    number: str
    words: str

    @property
    def citation(self) -> str:
        """``wespa-4.0 3.9.5(a)``."""
        return f"{self.book} {self.number}"


class BookOfRules(NamedTuple):
    """The rules found in one book, the likeliest first."""

    book: str
    title: str
    rules: tuple[FoundRule, ...]


def books_of_rules(book: str, request: str) -> tuple[BookOfRules, ...]:
    """What a number or words may mean: in the book in force, then in the others that have some."""
    own = BookOfRules(book, title_of(book), tuple(rules_found(book, request)))
    others = (
        BookOfRules(other, title_of(other), tuple(rules_found(other, request, IN_OTHERS)))
        for other in books()
        if other != book
    )
    return (own, *(one for one in others if one.rules))


def rules_found(book: str, request: str, most: int = MOST) -> list[FoundRule]:
    """The rules of a book that a number or a few words may mean, the likeliest first.

    >>> [rule.number for rule in rules_found("wespa-5.1", "3.8(b)")][:1]
    ['3.8(b)']
    >>> rules_found("wespa-5.1", "phone rang")[0].number
    '1.6'
    """
    numbered = _by_number(book, request)
    numbers = numbered or _by_words(book, request)
    return [FoundRule(book, number, clauses(book)[number]) for number in numbers[:most]]


def meanings(text: str) -> list[str]:
    """The words of a text by their stems, and the names of what they speak of.

    >>> meanings("Too many tiles drawn.")
    ['=overdraw', 'draw']
    """
    said = f" {' '.join(re.findall(r'[a-z0-9]+', text.lower().replace('’', '')))} "
    things = []
    for thing, ways in _patterns():
        said, times = ways.subn(" ", said)
        if times:
            things.append(f"={thing}")
    return [*things, *(_stem(word) for word in said.split() if word not in STOP)]


def named_by_reader(request: str) -> tuple[list[str], str]:
    """What somebody names in a language that the books are not in, and the rest of the words.

    >>> named_by_reader("phone rang")
    ([], 'phone rang')
    >>> from ledger.messages import speaking
    >>> with speaking("es"):
    ...     named_by_reader("sonó el teléfono")
    (['=phone'], ' sono el ')
    """
    spoken = language()
    if spoken == ENGLISH:
        return [], request
    rest, found = f" {' '.join(sought(request).split())} ", []
    known = tables_of(SYNONYMS)
    for thing, ways in _patterns_in(spoken).items():
        rest, times = ways.subn("", rest)
        if times:
            english = " ".join(alike(ENGLISH)[thing])
            found += [f"={thing}"] if thing in known else meanings(english)
    return found, rest


@cache
def _patterns_in(of: str) -> dict[str, re.Pattern[str]]:
    """Each thing, and how words for it begin in a language; the longest ways of saying it first."""
    written = {thing: sorted(map(sought, words), key=len) for thing, words in alike(of).items()}
    order = sorted(written, key=lambda thing: -len(written[thing][-1]))
    return {
        thing: re.compile(rf"(?<= )(?:{'|'.join(reversed(written[thing]))})\w* ") for thing in order
    }


def _by_number(book: str, request: str) -> list[str]:
    """The rule of this number and its parts, or those that come nearest to it."""
    written = request.strip()
    start = written.lower().removeprefix(book).strip(" ,:")
    try:
        number = find(book, written)
    except Refusal:
        if not re.search(r"\d", start) or " " in start:
            return []
        begun = [each for each in clauses(book) if each.lower().startswith(start)]
        return begun or near(book, start)
    return [number, *children(book, number)]


def _by_words(book: str, request: str) -> list[str]:
    named, rest = named_by_reader(request)
    words = dict.fromkeys([*named, *meanings(rest)])
    wanted = [word for word in words if word in _of_any_book()]
    if not wanted:
        return []
    places = _places(book)
    weights = {word: _rarity(book, word) for word in wanted}
    scored = []
    for at, (number, said) in enumerate(places.items()):
        got = {word: said[word] for word in wanted if word in said}
        if not got:
            continue
        share = sum(weights[word] for word in got) / sum(weights.values())
        worth = sum(weights[word] * much for word, much in got.items())
        scored.append((-worth * share**1.5, at, number, share))
    best = sorted(scored)
    found = [number for worth, _, number, _ in best if worth <= best[0][0] * 0.25]
    left_to = load(book).fallback.decides.number
    if not best or max(share for *_, share in best[:3]) < SURE:
        return [left_to, *(number for number in found if number != left_to)]
    return found


@kept_with_the_books
def _places(book: str) -> dict[str, dict[str, float]]:
    """By rule, what each word found there counts."""
    found: dict[str, dict[str, float]] = {}
    known = clauses(book)
    for number, words in known.items():
        said: dict[str, float] = {}
        length = len(meanings(words))
        _count(said, meanings(words), IN_ITS_WORDS * (1.0 if length < 12 else 0.85))
        above = parent(book, number)
        if above is not None:
            _count(said, meanings(known[above]), AROUND_IT)
        for situation in citing(book).get(number, ()):
            first = number in situation.rules(book)[:1]
            _count(said, meanings(situation.title), IN_A_TITLE if first else IN_ANOTHER_TITLE)
        found[number] = said
    return found


def _count(said: dict[str, float], words: Iterable[str], much: float) -> None:
    for word in words:
        said[word] = max(said.get(word, 0.0), much) + (0.3 if word in said else 0.0)


@kept_with_the_books
def _rarity(book: str, word: str) -> float:
    """The rarer a word is in a book, the more it tells; what has a name tells most."""
    places = _places(book)
    having = sum(word in said for said in places.values())
    return (1.6 if word.startswith("=") else 1.0) * log(1 + len(places) / (1 + having))


@kept_with_the_books
def _of_any_book() -> frozenset[str]:
    """The words of all books: what none of them knows tells nothing, and is not looked for."""
    return frozenset(word for book in books() for said in _places(book).values() for word in said)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each thing that has a name, and all that people say for it."""
    listed = tables_of(SYNONYMS)
    return tuple(
        (thing, re.compile(f"(?<= )(?:{'|'.join(ways)})(?= )")) for thing, ways in listed.items()
    )


def _stem(word: str) -> str:
    """A word without its ending, so that ``drew``, ``drawing`` and ``drawn`` meet.

    >>> _stem("drawn"), _stem("dropped"), _stem("minutes"), _stem("tiles")
    ('draw', 'drop', 'minut', 'til')
    """
    word = IRREGULAR.get(word, word)
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    for ending in ("ing", "ed", "er", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


IRREGULAR = {
    "drew": "draw", "drawn": "draw", "laid": "lay", "kept": "keep", "ran": "run",
    "went": "go", "gone": "go", "took": "take", "taken": "take", "put": "place", "came": "come",
    "said": "say", "told": "tell", "given": "give", "gave": "give", "lost": "lose", "won": "win",
    "winner": "win", "played": "play", "hands": "hand", "looked": "look",
}  # fmt: skip
"""Forms of words that no ending explains."""


# A rule named by a person, and everything there is to say about one rule.


LOCAL = re.compile(
    r"(?:a )?(?:rule of this event|local rule|committee rule)\s*:\s*(?P<words>.*)", re.IGNORECASE
)


def _of_this_event(said: str) -> str | None:
    """What a rule of the event lays down, written as any of our languages begins it; else none."""
    local = LOCAL.match(said)
    if local:
        return local["words"]
    for of in LANGUAGES:
        begins = str(text_of("rules.of-this-event", of)).partition(":")[0].split()
        for begun in (begins, begins[1:]):  # with its article or without
            found = re.match(rf"{' '.join(map(re.escape, begun))} ?: ?(.*)", said, re.IGNORECASE)
            if found:
                return found[1]
    return None


LONGEST = 120  # characters of a citation
NEAREST = 3  # rules that are named where none was meant


def cited(written: str, rules: Rulebook) -> str:
    """The citation that is kept: book and number, as ``wespa-5.1 3.8(b)``. Empty: none was named.

    A number alone is the book's in force. A rule of the event begins with ``OF_THIS_EVENT``,
    however whoever wrote it says so in a language of ours.
    """
    said = " ".join(written.split())
    local = _of_this_event(said)
    if not said:
        return ""
    if local:
        return f"{OF_THIS_EVENT}{local}"[:LONGEST]
    if local is not None:
        raise refusal("no-such-clause/empty", book=rules.id)
    book, number = _book_and_number(said, rules.id)
    kept = _number_of(book, number)
    if kept is None:
        raise _none_such(number or said, book)
    return f"{book} {kept}"


def as_cited(written: str, book: str) -> str:
    """A citation of the record, whole: older records have short numbers, and words of any kind.

    >>> as_cited("3.8b", "wespa-5.1"), as_cited("the committee's list", "wespa-5.1")
    ('wespa-5.1 3.8(b)', "the committee's list")
    """
    named, number = _book_and_number(written.strip(), book)
    kept = _number_of(named, number) if number else None
    return f"{named} {kept}" if kept else written


def words_of_rule(citation: str) -> str:
    """What a rule that is cited lays down, in our own words; empty where none of ours is cited.

    >>> words_of_rule("wespa-5.1 3.10.13(b)(iii)")
    'The challenger loses the next turn.'
    """
    book, _, number = citation.partition(" ")
    return clauses(book).get(number, "") if book in books() else ""


def nearest(written: str, book: str) -> tuple[str, ...]:
    """The rules of a book that may have been meant, as citations."""
    named, number = _book_and_number(" ".join(written.split()), book)
    numbers = near(named, number) or [one.number for one in rules_found(named, number, NEAREST)]
    return tuple(f"{named} {each}" for each in numbers[: NEAREST + 1])


def _book_and_number(said: str, book: str) -> tuple[str, str]:
    named, _, number = said.partition(" ")
    named = named.lower().rstrip(",:")
    return (named, number.strip()) if named in books() else (book, said)


def _number_of(book: str, number: str) -> str | None:
    """The number as the book prints it, of a clause or of a whole part; ``None``: neither."""
    try:
        return find(book, number)
    except Refusal:
        whole = number.removeprefix("Part ").strip()
        part = whole.isdigit() and any(each.startswith(f"{whole}.") for each in clauses(book))
        return whole if part else None


def _none_such(number: str, book: str) -> Refusal:
    found = [each.partition(" ")[2] for each in nearest(number, book)]
    said = number[:60]
    if re.search(r"\d", number):
        if found:
            return refusal("no-such-clause/cited", rule=said, book=book, nearest=", ".join(found))
        return refusal("no-such-clause/cited-none-near", rule=said, book=book)
    if found:
        return refusal("no-such-clause/words", rule=said, book=book, nearest=", ".join(found))
    return refusal("no-such-clause/cited-none-near", rule=said, book=book)


# Everything there is to say about one rule of one book.


class Rule(Struct, frozen=True):
    number: str
    words: str


class Elsewhere(Struct, frozen=True):
    book: str
    title: str
    rules: tuple[Rule, ...]


class ClauseHelp(Struct, frozen=True):
    """One rule, what is done about it, and how the other books go about the same thing.

    Attributes:
      situations: those whose rules it is one of, by id.
      nearby: the situations of its own parts, or else of the nearest rule it is inside of.
      parameters: the values that are worked with on its strength.
      elsewhere: the rules of every other book on the same situations.
    """

    book: str
    title: str
    number: str
    words: str
    parent: Rule | None
    children: tuple[Rule, ...]
    situations: tuple[Situation, ...]
    nearby: tuple[Situation, ...]
    traps: tuple[Ambiguity, ...]
    parameters: tuple[Parameter, ...]
    elsewhere: tuple[Elsewhere, ...]


def clause_help(book: str, written: str) -> ClauseHelp:
    """Everything about the rule that was meant; ``written`` may be ``3.9.5a`` or ``x.d``.

    >>> found = clause_help("wespa-5.1", "3.9.10 a")
    >>> found.number, found.parent.number, [trap.id for trap in found.traps][-1]
    ('3.9.10(a)', '3.9.10', 'T4-20')
    """
    return _everything(book, shelf.find(book, written))


@kept_with_the_books
def _everything(book: str, number: str) -> ClauseHelp:
    cited = citing(book)
    above = shelf.parent(book, number)
    children = shelf.children(book, number)
    found = cited.get(number, ())
    nearby = _of(cited, children) or _above(book, number, cited)
    return ClauseHelp(
        book=book,
        title=title_of(book),
        number=number,
        words=shelf.clauses(book)[number],
        parent=None if above is None else rule(book, above),
        children=tuple(rule(book, each) for each in children),
        situations=found,
        nearby=tuple(each for each in nearby if each not in found),
        traps=_touching(book).get(number, ()),
        parameters=parameters(book).get(number, ()),
        elsewhere=elsewhere(book, found or nearby),
    )


def rule(book: str, number: str) -> Rule:
    return Rule(number, shelf.clauses(book).get(number, ""))


def elsewhere(book: str, found: tuple[Situation, ...]) -> tuple[Elsewhere, ...]:
    """The rules of every other book on these situations, each in the order of its book."""
    if not found:
        return ()
    answer = []
    for other in (each for each in shelf.books() if each != book):
        numbers = {number for situation in found for number in situation.rules(other)}
        order = [number for number in shelf.clauses(other) if number in numbers]
        order += sorted(numbers - set(order))
        answer.append(Elsewhere(other, title_of(other), tuple(rule(other, each) for each in order)))
    return tuple(answer)


def _of(cited: dict[str, tuple[Situation, ...]], numbers: tuple[str, ...]) -> tuple[Situation, ...]:
    found = {each.id: each for number in numbers for each in cited.get(number, ())}
    return tuple(found.values())


def _above(
    book: str, number: str, cited: dict[str, tuple[Situation, ...]]
) -> tuple[Situation, ...]:
    above = shelf.parent(book, number)
    while above is not None:
        if above in cited:
            return cited[above]
        above = shelf.parent(book, above)
    return ()


@kept_with_the_books
def _touching(book: str) -> dict[str, tuple[Ambiguity, ...]]:
    found: dict[str, tuple[Ambiguity, ...]] = {}
    for trap in sorted(ambiguities().values(), key=lambda trap: trap.id):
        for number in dict.fromkeys(trap.rules(book)):
            found[number] = (*found.get(number, ()), trap)
    return found
