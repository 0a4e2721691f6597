"""A book that says only what it does otherwise than another one."""

from __future__ import annotations

import re

import pytest
import tomli
from msgspec.structs import astuple

from ledger.rulebook import load
from ledger.rulebook.book_files import (
    SHELF,
    OwnBook,
    WrongBook,
    digest_of,
    laid_over,
    put_up,
    tables_of,
    whole,
)
from ledger.rulebook.help.book import clauses, find
from ledger.rulebook.help.finder import cited, clause_help, words_of_rule
from ledger.vocabulary.refusals import Refusal

CLUB = """
extends = "wespa-4.0"
title = "Our club"
edition = "2026-11-27"

[exchange]
minimum_in_bag = { value = 8, clause = "3.2.1(a)" }

[offences]
phone-rings = { level = 3, clause = "House 1", words = "a phone that rings" }

[words]
"House 1" = "Phones are off in the hall."
"""


def put(**texts):
    books = {}
    for name, text in texts.items():
        tables = tomli.loads(text)
        chain = (tables,)
        if tables.get("extends") in texts:
            chain = (tables, tomli.loads(texts[tables["extends"]]))
        books[name] = OwnBook(name, chain, digest_of(chain), None)
    put_up(books)


@pytest.fixture(autouse=True)
def nobodys():
    yield
    put_up({})


def test_what_it_leaves_out_it_has_in_its_own_name_under_the_same_number():
    put(club=CLUB)
    mine, theirs = load("club"), load("wespa-4.0")

    assert mine.exchange.minimum_in_bag.known() == 8
    assert str(mine.drawing.touched_means) == "club 3.9.5"
    assert mine.drawing.touched_means.value == theirs.drawing.touched_means.value
    assert mine.coverage == theirs.coverage
    assert mine.our_copy == "as wespa-4.0, but for what its own file says"


def test_a_line_takes_the_place_of_the_whole_line_and_lists_are_not_joined():
    note = load("wespa-4.0").timer.mandatory
    assert note.note
    put(club=CLUB + '[timer]\nmandatory = { value = false, clause = "1" }\n'
        'kinds = { value = ["sand"], clause = "2" }\n')  # fmt: skip

    assert load("club").timer.mandatory.note == ""
    assert load("club").timer.kinds.value == ("sand",)


def test_lines_and_whole_tables_are_listed_as_silent():
    put(club='silent = ["recount", "appeal"]\n' + CLUB + '[timer]\nsilent = ["kinds", "own"]\n')
    mine = load("club")

    silent = (mine.timer.kinds, mine.timer.own, *astuple(mine.recount), *astuple(mine.appeal))
    assert {(each.standing, each.value) for each in silent} == {("silent", None)}
    assert str(mine.timer.kinds) == "club Preamble"
    assert mine.timer.mandatory.known() is True


@pytest.mark.parametrize(
    ("top", "end", "words"),
    [
        ("silent = ['exchange']", "", "exchange is listed as silent, and is said as well"),
        ("silent = ['penalties']", "", "penalties is listed as silent, and is no table"),
        ("silent = ['recuont']", "", "recuont is listed as silent, and is no table"),
        ("silent = 'all'", "", 'write silent = ["name", "name"]'),
        ("", "[time]\nsilent = [1]", 'write silent = ["name", "name"]'),
        (
            "",
            "[time]\nsilent = ['limit']\nlimit = { value = 1, clause = '1' }",
            "limit is listed as silent, and said as well",
        ),
        (
            "",
            "[time]\nsilent = ['limit']\nwithout = ['limit']",
            "limit is taken away, and said as well",
        ),
    ],
)
def test_a_list_of_silent_lines_that_is_none_is_refused_in_words(top, end, words):
    tables = {"club": tomli.loads(f"{top}\n{CLUB}\n{end}")}
    with pytest.raises(WrongBook) as wrong:
        whole("club", lambda name: tables.get(name) or tables_of(name))
    assert words in str(wrong.value)


def test_a_new_line_stands_after_the_line_above_it_else_at_the_end():
    parent = {each: {"clause": each} for each in "abc"}
    new, told = {"clause": "new"}, {"clause": "otherwise"}

    assert list(laid_over(parent, {"a": told, "new": new})) == ["a", "new", "b", "c"]
    assert list(laid_over(parent, {"new": new})) == ["a", "b", "c", "new"]
    assert list(laid_over(parent, {"without": "all", "new": new})) == ["new"]
    assert list(laid_over(parent, {"without": ["b"]})) == ["a", "c"]


def test_what_is_taken_away_must_be_there():
    with pytest.raises(WrongBook, match="has no chocolate to take away"):
        laid_over({"a": {}}, {"without": ["chocolate"]})
    with pytest.raises(WrongBook, match="taken away, and said as well"):
        laid_over({"a": {}}, {"without": ["a"], "a": {"clause": "1"}})
    with pytest.raises(WrongBook, match="without = "):
        laid_over({"a": {}}, {"without": 3})


def test_a_book_may_extend_one_that_extends_another():
    base = '[zeros]\nturns = { value = 4, clause = "1" }\n'
    head = 'title = "x"\nedition = "2026"\n'
    put(base=f'extends = "wespa-5.1"\n{head}{base}', club=f'extends = "base"\n{head}')

    assert str(load("club").zeros.turns) == "club 1"
    assert load("club").drawing.dropped_from_bag.value == "x+3"
    assert load("club").profiles["virtual"].zeros.turns.value == 4


def test_books_in_a_circle_are_refused_and_so_is_one_nobody_has():
    tables = {"a": {"extends": "b"}, "b": {"extends": "c"}, "c": {"extends": "b"}}
    with pytest.raises(WrongBook, match="can't extend itself: b extends c extends b"):
        whole("a", tables.__getitem__)
    with pytest.raises(WrongBook, match="more than 6 books"):
        whole("1", lambda name: {"extends": str(int(name) + 1)})
    put(club='extends = "wespa-6.0"\ntitle = "x"\nedition = "1"\n')
    with pytest.raises(Refusal, match=r"wespa-4\.0, wespa-5\.1"):
        load("club")


def test_its_help_is_that_of_the_book_it_extends_but_where_it_says_otherwise():
    put(club=CLUB)
    theirs = clauses("wespa-4.0")

    assert words_of_rule("club 3.9.5") == theirs["3.9.5"]
    assert clauses("club")["3.2.1(a)"].startswith("exchange: minimum in bag: 8.")
    assert clauses("club")["3.2.1(a)"].endswith(f"WESPA Game Rules 4.0: {theirs['3.2.1(a)']}")
    assert words_of_rule("club House 1") == "Phones are off in the hall."
    assert cited("house 1", load("club")) == "club House 1"
    help_ = clause_help("club", "3.9.9 a")
    assert help_.situations == clause_help("wespa-4.0", "3.9.9(a)").situations != ()
    assert help_.traps == clause_help("wespa-4.0", "3.9.9(a)").traps != ()
    assert find("club", "3.9.9 a") == "3.9.9(a)"


def test_a_value_under_a_rule_of_the_clubs_is_pointed_to_from_the_rule_it_stood_under():
    put(club=CLUB.replace('value = 8, clause = "3.2.1(a)"', 'value = 8, clause = "House 2"'))

    assert clauses("club")["3.2.1(a)"].startswith("exchange: minimum in bag: see House 2. ")
    assert clauses("club")["House 2"] == "exchange: minimum in bag: 8."


def test_a_gap_of_4_0_is_none_of_5_1_because_that_extends_it():
    assert not re.findall(r'trap = "T4-37"', (SHELF / "wespa-5.1.toml").read_text("utf-8"))
    assert load("wespa-5.1").draw_order.touched.trap == "T5-16"
