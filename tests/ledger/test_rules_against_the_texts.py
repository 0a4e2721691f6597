"""The rules we know, held against the rulebooks' own texts, where those are at hand.

The texts lie beside the house in ``../shared/seeds`` and go into nothing we ship.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from ledger.rulebook.help.book import books, clauses
from ledger.rulebook.help.finder import clause_help, found

HOUSE = Path(__file__).resolve().parents[2]
SEEDS = HOUSE.parent / "shared" / "seeds"
RUN = 9
"""So many words in a row are no coincidence any more."""

needs_the_texts = pytest.mark.skipif(
    not SEEDS.is_dir(), reason="the rulebooks' texts (../shared/seeds) are not at hand"
)


def words_of(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def runs_of(text):
    said = words_of(text)
    return {" ".join(said[at : at + RUN]) for at in range(len(said) - RUN + 1)}


@cache
def theirs():
    return frozenset(
        run
        for path in SEEDS.glob("*.txt")
        for run in runs_of(path.read_text("utf-8", errors="replace"))
    )


def strings_of(path):
    """Every string a file holds, joined where Python joins them; other files as they are."""
    text = path.read_text("utf-8", errors="replace")
    if path.suffix == ".toml":
        yield from _leaves(tomllib.loads(text))
    elif path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                parts = (getattr(part, "value", "") for part in node.values)
                yield " ".join(part if isinstance(part, str) else "x" for part in parts)
        yield "\n".join(re.findall(r"#(.*)", text))
    else:
        yield text


def _leaves(what):
    if isinstance(what, dict):
        for each in what.values():
            yield from _leaves(each)
    elif isinstance(what, list):
        for each in what:
            yield from _leaves(each)
    elif isinstance(what, str):
        yield what


def shipped():
    """Every file of the product that holds words of ours."""
    for room in ("ledger", "printing", "web", "migrations"):
        for path in sorted((HOUSE / room).rglob("*")):
            if path.suffix in (".py", ".toml", ".js", ".html", ".md", ".yaml", ".css", ".txt"):
                yield path
    yield from (HOUSE / name for name in ("README.md", "CHANGELOG.md"))


@needs_the_texts
@pytest.mark.found("RU10")
def test_RU10_no_nine_words_in_a_row_are_a_rulebooks():
    taken = {
        f"{path.relative_to(HOUSE)}: {run}"
        for path in shipped()
        for said in strings_of(path)
        if len(said) > 2 * RUN
        for run in runs_of(said) & theirs()
    }

    assert sorted(taken) == []


@needs_the_texts
@pytest.mark.found("RU10")
def test_RU10_a_sentence_of_a_rulebook_would_be_found(tmp_path):
    text = (SEEDS / "wsc-2003.txt").read_text("utf-8")
    sentence = text[text.index("A player who is going") if "A player who is going" in text
                    else text.index("The player who is to go second") :][:120]  # fmt: skip
    module = tmp_path / "module.py"
    module.write_text(f'"""{" ".join(sentence.split())}"""\n', "utf-8")

    assert any(runs_of(said) & theirs() for said in strings_of(module))


# RU11: every clause of the texts


def wespa_numbers(text):
    """Rule numbers of a WESPA book in full text: headings, letters and roman numbers below them."""
    rule = letter = ""
    for line in re.sub(r"<\|[^|]*\|>", "", text).splitlines():
        heading = re.match(r"\s*([1-6]\.\d{1,2}(?:\.\d{1,2})?)\s+[A-Z‘'’]", line)
        if heading:
            rule, letter = heading[1], ""
            yield rule
            continue
        if re.match(r"\s*(Part [1-6]|Appendix)", line):
            rule = letter = ""
        item = re.match(r"\s*\(([a-z]+)\)", line)
        if item is None or not rule:
            continue
        if _is_next(item[1], letter):
            letter = item[1]
            yield f"{rule}({letter})"
        elif re.fullmatch(r"[ivx]+", item[1]):
            yield f"{rule}({letter})({item[1]})" if letter else f"{rule}({item[1]})"


def _is_next(item, letter):
    """Whether a letter follows the one before it; scans lose some, so a gap of two is no fault."""
    before = ord(letter) if letter else ord("a") - 1
    return len(item) == 1 and 0 < ord(item) - before <= (1 if item in "iv" else 3)


def wsc_numbers(text):
    rule = ""
    for line in text.splitlines():
        if number := re.match(r"(\d{1,2}(?:\.\d){0,2}) \|", line):
            rule = number[1]
            yield rule
        yield from (f"{rule}({item})" for item in re.findall(r"(?<![\w(])([iv]+)\)", line))


def nsa_numbers(text):
    """Chapters in roman numbers, letters, numbers; then guidelines. Contents are passed over."""
    chapter = letter = ""
    guidelines = False
    for line in text[text.index("[Page 2]") :].splitlines():
        if line.startswith("GUIDELINES"):
            guidelines = True
        if guidelines:
            if number := re.match(r"(\d{1,2})\. [A-Z]", line):
                letter = f"G{number[1]}"
                yield letter
            elif letter and (item := re.match(r"- \*\*([a-g])\.\*\*", line)):
                yield f"{letter}{item[1]}"
            continue
        if number := re.match(r"([IVX]+)\. [A-Z]{2}", line):
            chapter, letter = number[1], ""
            yield chapter
        elif chapter and (item := re.match(r"([A-Ma-m])\. [A-Z]", line)):
            letter = item[1].upper()
            yield f"{chapter}.{letter}"
        elif letter and (item := re.match(r"-? ?(?:\*\*)?(\d)\. ?(?:\*\*)? ", line)):
            yield f"{chapter}.{letter}.{item[1]}"


def headings_of_4_0(text):
    """Our copy runs together: the numbers that stand before a heading."""
    for number in re.findall(r"(?<![\d.])([1-6]\.\d{1,2}(?:\.\d{1,2})?) ['A-Z]", text):
        if int(number.split(".")[1]) < 14 and not re.fullmatch(r"\d\.\d\d\.\d\d", number):
            yield number


TEXTS = {
    "wespa-1.0": (wespa_numbers, 350),
    "wsc-2003": (wsc_numbers, 65),
    "nsa-1998": (nsa_numbers, 120),
    "wespa-4.0": (headings_of_4_0, 40),
}


@needs_the_texts
@pytest.mark.found("RU11")
@pytest.mark.parametrize("name", TEXTS)
def test_RU11_every_clause_of_the_text_is_known(name):
    numbers_in, least = TEXTS[name]
    text = (SEEDS / f"{name}.txt").read_text("utf-8", errors="replace")

    numbers = dict.fromkeys(numbers_in(text))

    assert len(numbers) >= least
    assert [number for number in numbers if number not in clauses(name)] == []


@pytest.mark.found("RU11")
@pytest.mark.parametrize("name", books())
def test_RU11_each_rule_says_what_is_done_about_it(name):
    helped = {number: clause_help(name, number) for number in clauses(name)}

    assert [number for number, one in helped.items() if not (one.situations or one.nearby)] == []


@pytest.mark.found("RU11")
def test_RU11_both_rules_printed_as_XI_A_are_known():
    assert "second opinion" in clauses("nsa-1998")["XI.A"]
    assert "too many tiles" in clauses("nsa-1998")["XI.A*"]


@pytest.mark.found("RU11")
@pytest.mark.parametrize(
    ("book", "desk_request", "number"),
    [
        ("wespa-1.0", "spectator", "6.3.4"),
        ("wespa-4.0", "spectators", "6.4.3"),
        ("nsa-1998", "spectator", "XI.A*"),
        ("wespa-1.0", "handicap", "2.5"),
        ("wespa-5.1", "disabled", "2.5(a)"),
        ("wespa-4.0", "arbiter", "2.5(b)"),
        ("wsc-2003", "joker", "9"),
        ("wespa-5.1", "observer penalise", "6.4.3(b)"),
    ],
)
def test_RU11_a_rule_is_found_by_what_people_call_it(book, desk_request, number):
    assert number in dict(found(book, desk_request))


# RU9: lines that said the reverse, or something else


@pytest.mark.found("RU9")
@pytest.mark.parametrize(
    ("book", "number", "said", "not_said"),
    [
        ("wespa-1.0", "6.3.2(c)", "Turning the board for the opponent", "Not turning"),
        ("wespa-4.0", "6.4.1(b)", "Turning the board for the opponent", "Not turning"),
        ("wespa-5.1", "6.4.1(b)", "Turning the board for the opponent", "Not turning"),
        ("wespa-1.0", "6.2.6(b)", "warn", "unasked"),
        ("wespa-1.0", "6.2.4(b)", "save under 1.5.3 and 5.5.3", "task"),
        ("wespa-1.0", "Preamble", "facts go by what is likelier", "rules by what"),
        ("nsa-1998", "VII.I.4", "after the round began", "after the round;"),
    ],
)
def test_RU9_a_line_says_what_the_rule_says(book, number, said, not_said):
    words = clauses(book)[number]

    assert said in words
    assert not_said not in words
