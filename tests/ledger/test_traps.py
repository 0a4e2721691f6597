"""The traps: all of them, in our own words, with readings a director can choose from."""

from __future__ import annotations

import re

import pytest

from ledger.rulebook import NAMES, load
from ledger.rulebook.ambiguities import ambiguities, call_the_director, trap
from ledger.vocabulary.refusals import Refusal
from tests.tiers import all_at_once

HOW_MANY = {"TX": 23, "T4": 45, "TW": 12, "T1": 23, "TN": 37, "T5": 17}
IDS = [
    f"{letters}-{number:02}"
    for letters, count in HOW_MANY.items()
    for number in range(1, count + 1)
]

WESPA = r"Preamble|App\. [12]|[1-6]\.\d{1,2}(\.\d{1,2})?(\([a-z]\))?(\([ivx]+\))?(\([ivx]+\))?"
NUMBERS = {
    "wespa-5.1": rf"{WESPA}|App3|App3-[12]\.\d(\([ab]\))?",
    "wespa-4.0": WESPA,
    "wespa-1.0": WESPA,
    "wsc-2003": r"\d{1,2}(\.\d){0,2}",
    "nsa-1998": r"G\d{1,2}|[IVX]+(\.[A-M](\.\d)?)?\*{0,2}",
}


def test_every_trap_is_there_and_no_other():
    assert sorted(ambiguities()) == sorted(IDS)


def test_every_trap_of_the_matrix_is_there(shared):
    text = (shared / "rules-matrix.md").read_text("utf-8")
    section = text[text.index("## 3. Contradictions") : text.index("## 4. Standard facts")]

    assert set(re.findall(r"^\| (T[X4W1N5]-\d\d) \|", section, re.MULTILINE)) == set(ambiguities())


@all_at_once
@pytest.mark.parametrize("id_", IDS)
def test_a_trap_is_one_sentence_with_its_rules_and_at_least_two_readings(id_):
    found = trap(id_)
    cited = {book: found.rules(book) for book in found.clauses}
    wrong = [
        f"{book} {rule}"
        for book, rules in cited.items()
        for rule in rules
        if not re.fullmatch(NUMBERS[book], rule)
    ]

    assert found.sentence.endswith(".")
    assert found.sentence[0].isupper()
    assert len(found.sentence) < 240
    assert all(cited.values())
    assert set(cited) <= set(NAMES)
    assert wrong == []
    assert found.topics


@all_at_once
@pytest.mark.parametrize("id_", IDS)
def test_a_trap_has_readings_to_choose_from_unless_it_is_settled(id_):
    found = trap(id_)
    words = [reading.words for reading in found.readings]

    assert len(set(words)) == len(words)
    assert sum(reading.ours for reading in found.readings) <= 1
    assert not any(each.endswith(".") for each in words)
    if found.settled:
        assert len(words) == 1
        assert found.ours is not None
    else:
        assert len(words) >= 2


def test_a_trap_of_the_older_edition_is_cited_under_the_number_of_the_newer_one():
    assert trap("T4-20").cited("wespa-4.0") == "wespa-4.0 3.9.9(a)"
    assert trap("T4-20").cited("wespa-5.1") == "wespa-5.1 3.9.10(a)"
    assert trap("T4-20").cited("nsa-1998") == ""


def test_what_the_newer_edition_settled_is_no_trap_of_it():
    settled = ["T4-15", "T4-16", "T4-18", "T4-25"]

    assert [id_ for id_ in settled if trap(id_).cited("wespa-5.1")] == []


@all_at_once
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("id_", IDS)
def test_the_director_is_told_what_is_unclear_and_every_reading(id_, name):
    found = trap(id_)
    refusal = call_the_director(id_, load(name))

    assert isinstance(refusal, Refusal)
    assert refusal.trap == id_
    assert refusal.what == found.sentence
    assert refusal.clause.startswith(f"{name} ")
    assert all(reading.words in refusal.next_step for reading in found.readings)


def test_where_a_book_is_not_concerned_its_rule_for_gaps_is_cited():
    assert call_the_director("TW-11", load("nsa-1998")).clause == "nsa-1998 XII"


def test_the_words_are_ours_and_never_name_the_trade_mark():
    words = [
        text
        for found in ambiguities().values()
        for text in (found.sentence, *(reading.words for reading in found.readings))
    ]

    assert not any("scrabble" in text.lower() for text in words)


def test_a_trap_nobody_knows_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        trap("T9-99")
