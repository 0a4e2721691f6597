"""The rulebook files: whole, cited as their books are numbered, and files alone."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

from ledger.rulebook import NAMES, load
from ledger.rulebook.book_files import names_in, tables_of, whole
from ledger.vocabulary.refusals import Refusal
from tests.rules import decoded_books

HOUSE = Path(__file__).resolve().parents[2]
SHELF = HOUSE / "ledger" / "rulebook" / "books"

WESPA = r"Preamble|App\. [12]|[1-6]\.\d{1,2}(\.\d{1,2})?(\([a-z]\))?(\([ivx]+\))?(\([ivx]+\))?"
NUMBERS = {
    "wespa-5.1": rf"{WESPA}|App3|App3-[12]\.\d(\([ab]\))?",
    "wespa-4.0": WESPA,
    "wespa-1.0": WESPA,
    "wsc-2003": r"\d{1,2}(\.\d){0,2}",
    "nsa-1998": r"G(\d{1,2})?|[IVX]+(\.[A-M](\.\d)?)?\*{0,2}",
}


def quoted(name):
    """Every rule a book quotes, for values, modes and choices, with all it has from another."""
    return set(rules_in(whole(name, tables_of)))


def rules_in(tables):
    for key, said in tables.items():
        if key == "clause":
            yield said
        elif isinstance(said, dict):
            if key == "values":
                yield from said.values()
            else:
                yield from rules_in(said)
        elif isinstance(said, list):
            yield from rules_in(dict(enumerate(each for each in said if isinstance(each, dict))))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_quoted_looks_like_a_rule_of_that_book(name):
    wrong = {rule for rule in quoted(name) if not re.fullmatch(NUMBERS[name], rule)}

    assert wrong == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_quoted_is_in_a_chapter_of_the_coverage_table(name):
    chapters = [entry.chapter for entry in load(name).coverage]
    inside = tuple(
        chapter + end for chapter in chapters for end in (".", "(", "*") if chapter != "G"
    )

    wrong = {
        rule
        for rule in quoted(name)
        if rule not in chapters
        and not rule.startswith(inside)
        and not ("G" in chapters and re.fullmatch(r"G\d+", rule))
    }

    assert wrong == set()
    assert len(chapters) == len(set(chapters))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_quoted_is_in_the_golden_list(name):
    golden = Path(__file__).with_name("parameters.txt").read_text("utf-8")
    parts = dict(re.findall(r"^# (.+)\n((?:[^#\n].*\n)+)", golden, re.MULTILINE))
    text = parts[name] + parts.get(f"{name} virtual", "")

    rules = {rule.replace("App. ", "App") for rule in quoted(name)}
    assert rules - set(re.findall(r"@ ([^\s:,]+)", text.replace("App. ", "App"))) == set()


@pytest.mark.parametrize("name", ["wespa-1.0", "wsc-2003", "nsa-1998"])
def test_every_rule_quoted_stands_in_the_text(name, shared):
    text = (shared / "seeds" / f"{name}.txt").read_text("utf-8", errors="replace")
    if name == "nsa-1998":
        headed = set(re.findall(r"^(?:[^\w\n]*)([A-M])\.", text, re.MULTILINE))
        wrong = {
            rule
            for rule in quoted(name)
            if (letter := re.match(r"[IVX]+\.([A-M])", rule)) and letter[1] not in headed
        }
    else:
        wrong = {
            rule
            for rule in quoted(name)
            if (number := re.match(r"[\d.]+", rule))
            and not re.search(rf"(?<![\d.]){re.escape(number[0])}(?!\d)", text)
        }

    assert wrong == set()


def test_a_sixth_rulebook_is_a_file_alone(tmp_path):
    for name in NAMES:
        shutil.copy(SHELF / f"{name}.toml", tmp_path)
    text = (SHELF / "wespa-1.0.toml").read_text("utf-8")
    text = text.replace("minimum_in_bag = { value = 7,", "minimum_in_bag = { value = 8,")
    (tmp_path / "our-club.toml").write_text(text, "utf-8")

    rules = load("our-club", tmp_path)

    assert names_in(tmp_path) == (*sorted([*NAMES, "our-club"]),)
    assert rules.exchange.minimum_in_bag.known() == 8
    assert str(rules.exchange.minimum_in_bag) == "our-club 3.2.1(a)"
    assert str(rules.standings.bye_spread) == "our-club Preamble"


def test_the_shipped_books_decode_to_what_they_always_did():
    """However the files say it, whole or as another book does: value, clause, note and order."""
    assert decoded_books.listed() == decoded_books.GOLDEN.read_text("utf-8")


WRONG = {
    "a clause is missing": ("elect_below = { value = 900", "#"),
    "a clause is misspelled": ("elect_below =", "elect_bellow ="),
    "a section is missing": ("[recount]", "[recounts]"),
    "a number is a word": ("elect_below = { value = 900", 'elect_below = { value = "long"'),
    "a kind nobody knows": ('value = "first-tile-out"', 'value = "first-tile-eaten"'),
    "a value and silence": ("elect_below = {", 'elect_below = { standing = "silent",'),
    "neither value nor standing": ("elect_below = { value = 900,", "elect_below = {"),
    "no rule": ('value = 900, clause = "2.3.4(a)"', "value = 900"),
    "an option nobody knows": ("[options]\n", '[options]\nchocolate = { clause = "1.1" }\n'),
    "a choice its clause can't take": ('single = "5.1.4(a)"', 'triple = "5.1.4(a)"'),
    "a mode in force nobody knows": ('mode = { value = "points-per-word-5"',
                                     'mode = { value = "points-per-letter"'),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), WRONG.values(), ids=WRONG)
def test_a_file_that_is_wrong_fails_when_it_is_read_not_at_the_table(old, new, tmp_path):
    text = (SHELF / "wespa-1.0.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "wrong.toml").write_text(text.replace(old, new, 1), "utf-8")

    with pytest.raises((ValueError, Refusal)):
        load("wrong", tmp_path)


def test_no_code_compares_anything_with_the_name_of_a_rulebook():
    found = []
    for path in sorted((HOUSE / "ledger").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if re.search("wespa|wsc|nsa", text) else ():
            parts = (
                [node.left, *node.comparators]
                if isinstance(node, ast.Compare)
                else [node.pattern]
                if isinstance(node, ast.match_case)
                else node.args
                if isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("startswith", "endswith", "fullmatch", "match")
                else []
            )
            found += [
                f"{path.name}:{constant.lineno}"
                for part in parts
                for constant in ast.walk(part)
                if isinstance(constant, ast.Constant)
                and isinstance(constant.value, str)
                and re.match(r"(wespa|wsc|nsa)\b", constant.value)
            ]

    assert found == []


def test_an_unknown_rulebook_is_refused_with_the_known_ones():
    with pytest.raises(Refusal) as refusal:
        load("wespa-6.0")

    assert refusal.value.code == "no-such-rulebook"
    assert all(name in str(refusal.value) for name in NAMES)


def test_the_edition_whose_text_we_lack_is_refused_with_what_to_do_instead():
    with pytest.raises(Refusal) as refusal:
        load("wespa-5.2")

    assert refusal.value.code == "no-such-rulebook"
    assert "text was not available" in str(refusal.value)
    assert "5.1 values" in str(refusal.value)


@pytest.mark.clause("nsa-1998 X.H")
def test_where_our_copy_lacks_a_rule_the_director_is_asked():
    with pytest.raises(Refusal) as refusal:
        load("nsa-1998").challenge.misadjudication.known()

    assert refusal.value.code == "clause-not-in-our-copy"
    assert refusal.value.clause == "nsa-1998 X.H"
    assert "Call the director and enter the ruling." in str(refusal.value)


@pytest.mark.clause("wsc-2003 14.7")
def test_where_a_book_is_silent_the_rule_that_makes_the_director_decide_is_cited():
    with pytest.raises(Refusal) as refusal:
        load("wsc-2003").standings.bye_spread.known()

    assert refusal.value.code == "rulebook-silent"
    assert refusal.value.clause == "wsc-2003 14.7"
    assert "standings, bye spread" in str(refusal.value)
