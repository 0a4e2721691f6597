"""The catalogue of refusals and the code that names its entries say the same."""

from __future__ import annotations

import ast
import re
from functools import cache
from operator import attrgetter
from pathlib import Path

import pytest

from ledger.equipment import scoring
from ledger.messages import (
    ENGLISH,
    LANGUAGES,
    NAME,
    PSEUDO,
    family,
    known,
    longer,
    speaking,
    text_of,
)
from ledger.refusals.catalogue import CATALOGUE, CHAPTERS
from ledger.refusals.games import UNPLACEABLE
from ledger.refusals.saying import code_of, next_step_for, refusal
from ledger.rulebook import NAMES, Clause, load
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.tiers import all_at_once

HOUSE = Path(__file__).parents[2]
REFUSE = {"refusal": 0, "must_be_ruled": 0, "must": 1, "must_unless_ruled": 1}
"""What names an entry, and which of its arguments does."""
BESIDES = {"clause", "trap", "field"}


@cache
def calls():
    """Every call that names an entry: where, the codes it may name, the words it writes out."""
    found = []
    for path in sorted((HOUSE / "ledger").rglob("*.py")):
        text = path.read_text("utf-8")
        if not re.search(rf"\b(?:{'|'.join(REFUSE)})\(", text):
            continue
        for call in ast.walk(ast.parse(text)):
            name = called(call)
            if name not in REFUSE or len(call.args) <= REFUSE[name]:
                continue
            codes = codes_of(call.args[REFUSE[name]])
            words = {keyword.arg for keyword in call.keywords}
            if codes:
                handed_in = None if None in words else words - BESIDES
                found.append((f"{path.name}:{call.lineno}", codes, handed_in))
    return found


def called(node):
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def codes_of(node):
    """The codes an argument may come to: written out, one of several, or an end for any start."""
    match node:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=one, orelse=other):
            return codes_of(one) | codes_of(other)
        case ast.Subscript(value=ast.Dict(values=values)):
            return set().union(*map(codes_of, values))
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=end)]):
            return {code for code in CATALOGUE if code.endswith(end)}
    return set()


def words_of(code):
    """The names in the sentences of an entry."""
    prefix = f"refusals.{code.replace('/', '.')}."
    return {name for end in ENDS if known(prefix + end) for name in names_in(prefix + end)}


def names_in(message):
    text = text_of(message)
    return {
        name for form in ([text] if isinstance(text, str) else text) for name in NAME.findall(form)
    }


def said_outside():
    """The refusals that stand in no chapter, by what their sentences begin with."""
    for path in HOUSE.glob("[lw]e*/**/*.py"):
        text = path.read_text("utf-8")
        for code in re.findall(r"""\b(?:Refusal|RecordAway)\.of\(\s*["']([^"']+)["']""", text):
            yield code.replace("/", ".")
    yield from (f"damaged-record.by-{read_by}" for read_by in ("stream", "position"))


def named_somewhere():
    """Every code that is written down in our sources, whole or as what follows the slash."""
    for path in HOUSE.glob("[lw]e*/**/*.py"):
        for code in re.findall(r"""["']([a-z0-9/-]+)["']""", path.read_text("utf-8")):
            yield code.replace("/", ".")


ENDS = ("what", "next", "next-for-director")


def test_every_entry_has_its_sentences_and_no_sentence_is_left_over():
    there = set(family("refusals."))
    wanted = {f"{code.replace('/', '.')}.{end}" for code in CATALOGUE for end in ENDS[:2]}
    titles = {f"chapters.{place}" for place in CHAPTERS}

    assert wanted | titles <= there
    outside = {f"{message}.{end}" for message in said_outside() for end in ENDS[:2]}
    assert outside <= there
    left = {name.rpartition(".")[0] for name in there - wanted - titles - outside}
    known_as = {name.rpartition(".")[0] for name in wanted | outside} | set(named_somewhere())
    assert {name for name in left if not {name, name.partition(".")[2]} & known_as} == set()


def test_a_plural_goes_by_a_number_that_is_handed_in():
    for code, entry in CATALOGUE.items():
        prefix = f"refusals.{code.replace('/', '.')}."
        plurals = [
            end for end in ENDS if known(prefix + end) and type(text_of(prefix + end)) is tuple
        ]
        assert bool(plurals) == bool(entry.n), code
        assert not entry.n or entry.n in entry.example


def test_a_refusal_is_said_in_the_language_of_who_reads_it():
    told = refusal("not-turned-up", count=3)
    english = told.what

    with speaking(PSEUDO):
        _, more = longer(text_of("refusals.not-turned-up.what", ENGLISH))
        assert told.what == NAME.sub("3", more)
        assert next_step_for(Role.DIRECTOR, told) == next_step_for(None, told) == told.next_step
    assert told.what == english


def test_every_code_that_is_named_is_in_the_catalogue():
    wrong = {(where, code) for where, codes, _ in calls() for code in codes - CATALOGUE.keys()}

    assert wrong == set()


def test_every_entry_is_named_somewhere():
    assert CATALOGUE.keys() - set().union(*(codes for _, codes, _ in calls())) == set()


def test_every_word_an_entry_needs_is_handed_in_and_no_other():
    wrong = [
        (where, code, words ^ words_of(code))
        for where, codes, words in calls()
        for code in codes & CATALOGUE.keys()
        if words is not None and words != words_of(code)
    ]

    assert wrong == []


def test_no_code_stands_in_two_chapters():
    assert len(CATALOGUE) == sum(len(chapter) for chapter in CHAPTERS.values())


def test_a_code_said_in_one_way_has_no_name_for_its_wording():
    wordings = [code_of(code) for code in CATALOGUE if "/" in code]
    plain = {code for code in CATALOGUE if "/" not in code}

    assert plain & set(wordings) == set()


@pytest.mark.parametrize("book", NAMES)
def test_every_clause_cited_is_one_of_every_rulebook(book):
    rules = load(book)
    cited = {said.clause for said in CATALOGUE.values() if said.clause}

    assert [path for path in cited if not isinstance(attrgetter(path)(rules), Clause)] == []


@all_at_once
@pytest.mark.parametrize("code", CATALOGUE)
def test_every_entry_reads_as_sentences_with_its_example(code):
    said = CATALOGUE[code]
    told = refusal(code, load("wespa-5.1"), **said.example)

    assert said.example.keys() == words_of(code)
    assert re.fullmatch(r"[^{}]*[^{}.]\.”?", told.what)
    assert re.fullmatch(r"[A-Z][^{}]*[^{}.]\.", told.next_step)
    assert 1 <= len(re.findall(r"[.:](?= [A-Z]|$)", told.what)) <= 2
    assert code in NOTHING_TO_DO or told.next_step.split()[0] not in NO_VERBS
    assert told.code == code_of(code)


ONES = r"(?<!to )\b1 (?:\w+ )?(?:tile|point|turn|second|minute|time|day|event)s\b"


@all_at_once
@pytest.mark.found("DI-17")
@pytest.mark.parametrize("code", CATALOGUE)
def test_one_of_something_is_one_tile_and_not_one_tiles(code):
    said = CATALOGUE[code]
    ones = {
        name: 1 if type(value) is int and value else value for name, value in said.example.items()
    }
    told = refusal(code, load("wespa-5.1"), **ones)

    for words in (told.what, told.next_step):
        assert re.findall(ONES, words) == []


NO_VERBS = {
    "A", "An", "Both", "It", "No", "Not", "Nothing", "Only", "Please", "Somebody", "That", "The",
    "There", "They", "This", "You",
}  # fmt: skip
NOTHING_TO_DO = {
    "exchange-not-final",
    "no-such-entry/last-move",
    "handed-in",
    "own-entry",
    "slip-not-shown",
}
"""Where there is nothing for the person who asked to do, or somebody else does it."""


def test_a_refusal_cites_the_rule_of_the_book_in_force():
    told = refusal("too-early-to-draw", load("wespa-4.0"), seconds=15)

    assert told == Refusal(
        "too-early-to-draw",
        "Tiles may be drawn during a hold after 15 seconds.",
        "Wait. If tiles are already out, keep them apart and call the director.",
        clause=str(load("wespa-4.0").windows.courtesy_after),
    )


def test_a_play_that_lies_nowhere_is_refused_in_words_of_the_catalogue():
    source = ast.parse(Path(scoring.__file__).read_text("utf-8"))
    named = {call.args[0].value for call in ast.walk(source) if called(call) == "Unplaceable"}

    assert named == UNPLACEABLE.keys()


# What a rulebook lays down, named in "The rulebook does not settle this: …".


BOOK = load("wespa-5.1")
SECTIONS = {
    section: set(group.__struct_fields__)
    for section in BOOK.__struct_fields__
    if hasattr(group := getattr(BOOK, section), "__struct_fields__")
}


def points_read(function):
    """Each clause that a function reads, as ``overtime.forfeit_after``."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
            having = [section for section, keys in SECTIONS.items() if node.attr in keys]
            for section in having:
                clause = isinstance(getattr(getattr(BOOK, section), node.attr), Clause)
                if clause and (section == owner or len(having) == 1):
                    yield f"{section}.{node.attr}"


def clauses_asked(function):
    """What a function calls ``.known()`` or ``.refusal()`` of."""
    return [
        node.func.value
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in ("known", "refusal") and not node.args
    ]


def functions_of(texts):
    for text in texts:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                yield node


def points_asked():
    """Every point whose clause may refuse: it is read where one is asked, handed on or returned."""
    parts = ("ledger", "printing", "web")
    texts = [path.read_text("utf-8") for part in parts for path in (HOUSE / part).rglob("*.py")]
    asks = r"\.(?:known|refusal)\("
    handed = {
        each.name
        for each in functions_of(text for text in texts if re.search(asks, text))
        for asked in clauses_asked(each)
        if getattr(asked, "id", "self") in {word.arg for word in each.args.args} - {"self"}
    }
    may = re.compile(rf"{asks}|Clause\[|\b(?:{'|'.join(handed)})\(")
    for each in functions_of(text for text in texts if may.search(text)):
        called = {getattr(n.func, "id", "") for n in ast.walk(each) if isinstance(n, ast.Call)}
        gives = each.returns is not None and "Clause[" in ast.unparse(each.returns)
        if clauses_asked(each) or gives or called & handed:
            yield from points_read(each)


def test_every_point_that_is_asked_of_a_rulebook_is_said_by_id():
    named = set(family("rules.point.", ENGLISH))
    asked = {point.replace("_", "-") for point in points_asked()}
    laid_down = {
        f"{section}.{key}".replace("_", "-") for section, keys in SECTIONS.items() for key in keys
    }

    assert len(asked) > 100  # or what is searched above has another name
    assert asked - named == set()
    assert named - laid_down == set()


@pytest.mark.parametrize("of", LANGUAGES)
def test_a_point_is_named_in_the_language_of_who_reads_the_refusal(of):
    clause = load("wsc-2003").upset.unequal_turns

    with speaking(of):
        said = clause.refusal().what

    assert str(text_of("rules.point.upset.unequal-turns", of)) in said
    assert ("upset, unequal turns" in said) == (of == ENGLISH)


def test_a_point_without_an_id_is_named_in_english_by_its_place_in_the_book():
    clause = Clause(book="ours", number="1", standing="silent", point="challenge modes: rising")

    assert clause.refusal().what == "The rulebook does not settle this: challenge modes, rising."
