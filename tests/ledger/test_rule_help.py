"""Rule help: every rule cited has a line of our own, and any way to write a number finds it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ledger.rulebook import NAMES, load
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.help import book, finder
from ledger.rulebook.help.book import books, chapters, children, clauses, find, parent, squeezed
from ledger.rulebook.help.finder import Situation, clause_help, situations
from ledger.vocabulary.refusals import Refusal

SHELF = Path(__file__).resolve().parents[2] / "ledger" / "rulebook" / "books"

WESPA = r"Preamble|App\. [12]|[1-6]\.\d{1,2}(\.\d{1,2})?(\([a-z]\))?(\([ivx]+\))?"
NUMBERS = {
    "wespa-5.1": rf"{WESPA}|App3|App3-[12](\.\d(\([abc]\))?)?",
    "wespa-4.0": WESPA,
    "wespa-1.0": WESPA,
    "wsc-2003": r"\d{1,2}(\.\d){0,2}(\([ivx]+\))?",
    "nsa-1998": r"G|G\d{1,2}[a-g]?|[IVX]+(\.[A-M](\.\d)?)?\*{0,2}",
}

OVERDRAWN = Situation(
    id="H-07",
    title="More tiles drawn than were due",
    does="computed",
    how="The surplus is worked out.",
    clauses={
        "wespa-5.1": "3.9.5 3.9.6",
        "wespa-4.0": "3.9.5 3.9.6",
        "wsc-2003": "7.4 7.1 7.2",
        "nsa-1998": "III.C.1",
    },
)


@pytest.fixture
def only_overdrawn(monkeypatch):
    """The help as it is when one situation has been described."""
    cited = {name: dict.fromkeys(OVERDRAWN.rules(name), (OVERDRAWN,)) for name in NAMES}
    monkeypatch.setattr(finder, "citing", cited.__getitem__)
    monkeypatch.setattr(finder, "_everything", finder._everything.__wrapped__)


def cited_by_the_rulebook_file(name):
    text = (SHELF / f"{name}.toml").read_text("utf-8")
    values = re.findall(r"^\[options[^\]]*\.values\]\n((?:.+\n)+)", text, re.MULTILINE)
    inline = re.findall(r"values = \{([^}]*)\}", text)
    return (
        set(re.findall(r'clause = "([^"]+)"', text))
        | set(re.findall(r'chapter = "([^"]+)"', text))
        | {rule for part in values + inline for rule in re.findall(r'= "([^"]+)"', part)}
    )


def test_every_rulebook_has_its_rules_described():
    assert books() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_a_rulebook_file_or_a_trap_cites_has_a_line(name):
    by_traps = {number for trap in ambiguities().values() for number in trap.rules(name)}
    by_situations = {number for each in situations().values() for number in each.rules(name)}

    cited = cited_by_the_rulebook_file(name) | by_traps | by_situations

    assert sorted(cited - set(clauses(name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_line_is_short_and_a_number_looks_like_one_of_that_book(name):
    strange = [number for number in clauses(name) if not re.fullmatch(NUMBERS[name], number)]
    wrong = [
        (number, words)
        for number, words in clauses(name).items()
        if not re.fullmatch(r'["A-Z0-9].{2,157}\.', words) or "scrabble" in words.lower()
    ]

    assert strange == []
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
def test_no_line_takes_a_phrase_out_of_a_rulebook(name, shared):
    def runs(text, length=6):
        found = re.findall(r"[a-z0-9']+", text.lower())
        return {tuple(found[at : at + length]) for at in range(len(found) - length + 1)}

    theirs = set()
    for path in (shared / "seeds").glob("*.txt"):
        theirs |= runs(path.read_text("utf-8", errors="replace"))
    ours = [*clauses(name).values()]
    ours += [each.sentence for each in ambiguities().values()]
    ours += [reading.words for each in ambiguities().values() for reading in each.readings]

    assert [words for words in ours if runs(words) & theirs] == []


@pytest.mark.parametrize("name", NAMES)
def test_rules_stand_in_the_order_of_their_book(name):
    numbers = list(clauses(name))

    for number in numbers:
        inside = parent(name, number)
        if inside is not None:
            assert numbers.index(inside) < numbers.index(number)
            between = numbers[numbers.index(inside) + 1 : numbers.index(number)]
            assert all(finder.shelf.is_below(each, inside) for each in between)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_rules_of_a_book_are_written_alike(name):
    written = [squeezed(number) for number in clauses(name)]

    assert len(set(written)) == len(written)


@pytest.mark.parametrize(("name", "written", "meant"), [
    ("wespa-4.0", "3.9.5(a)(iii)", "3.9.5(a)(iii)"),
    ("wespa-4.0", "3.9.5a", "3.9.5(a)"),
    ("wespa-4.0", " 3.9.5 (a) iii. ", "3.9.5(a)(iii)"),
    ("wespa-4.0", "Rule 3.9.5.A", "3.9.5(a)"),
    ("wespa-4.0", "wespa-4.0 3.9.6", "3.9.6"),
    ("wespa-4.0", "App 1", "App. 1"),
    ("wespa-4.0", "preamble", "Preamble"),
    ("wespa-5.1", "app3 1.2 b", "App3-1.2(b)"),
    ("nsa-1998", "x.d", "X.D"),
    ("nsa-1998", "vi.d*", "VI.D*"),
    ("nsa-1998", "G12", "G12"),
    ("nsa-1998", "guideline 12", "G12"),
    ("nsa-1998", "g11 b", "G11b"),
    ("wsc-2003", "Rule 12.4", "12.4"),
    ("wsc-2003", "7", "7"),
])  # fmt: skip
def test_a_number_is_found_however_it_is_written(name, written, meant):
    assert find(name, written) == meant


@pytest.mark.parametrize(("name", "written", "near"), [
    ("wespa-4.0", "3.9.5(x)", "Nearest: 3.9.5, 3.9.5(a), 3.9.5(b)."),
    ("wespa-4.0", "3.9.17", "3.9.1"),
    ("nsa-1998", "XD", "X.D"),
    ("nsa-1998", "X.Z", "Nearest: X, X.A, X.B, X.C."),
    ("wsc-2003", "what on earth is this", "Look through the list of its rules."),
])  # fmt: skip
def test_an_unknown_number_is_refused_with_what_comes_near(name, written, near):
    with pytest.raises(Refusal) as refusal:
        clause_help(name, written)

    assert refusal.value.code == "no-such-clause"
    assert near in refusal.value.next_step
    assert load(name).title in refusal.value.what


def test_the_rules_of_a_book_we_do_not_ship_are_refused():
    with pytest.raises(Refusal) as refusal:
        clause_help("wespa-5.2", "3.9.5")

    assert refusal.value.code == "no-such-rulebook"


def test_a_rule_knows_what_it_is_part_of_and_what_its_parts_are():
    found = clause_help("wespa-4.0", "3.9.5(a)")

    assert found.parent.number == "3.9.5"
    assert [rule.number for rule in found.children][:2] == ["3.9.5(a)(i)", "3.9.5(a)(ii)"]
    assert parent("nsa-1998", "VI.D**") == "VI.D"
    assert children("nsa-1998", "VI.D")[-2:] == ("VI.D*", "VI.D**")
    assert parent("wespa-5.1", "App3-1.2(b)") == "App3-1.2"
    assert "3.10" in chapters("wespa-4.0")
    assert "3.1.1" not in chapters("wespa-4.0")


def test_a_rule_brings_its_traps_and_the_values_that_are_worked_with():
    found = clause_help("wespa-5.1", "5.3.3")

    assert {"T4-12", "T4-22"} <= {trap.id for trap in found.traps}
    assert ("overtime: forfeit after", "600") in [
        (each.point, each.value) for each in found.parameters
    ]


def test_what_the_organiser_may_choose_is_told_with_the_rule_that_leaves_it_open():
    found = clause_help("wespa-1.0", "5.1.4")

    assert "option: unplayed-tiles" in [each.point for each in found.parameters]


@pytest.mark.parametrize(("name", "number", "point", "value"), [
    ("wespa-4.0", "3.10.13(b)(i)", "challenge modes: points-per-word-5", "per-word, points 5"),
    ("wespa-4.0", "6.2.1(f)", "offences: bag-looked-into", "looking into the bag, level 1"),
    ("wespa-5.1", "App3-1.2(b)", "virtual: overtime: forfeit after", "300"),
])  # fmt: skip
def test_modes_offences_and_what_holds_for_virtual_play_are_told_too(name, number, point, value):
    found = {each.point: each.value for each in clause_help(name, number).parameters}

    assert value in found[point]


def test_where_a_book_is_silent_its_rule_for_gaps_is_not_held_to_say_it():
    assert all(each.standing != "silent" for each in clause_help("wsc-2003", "14.7").parameters)


def test_a_rule_brings_its_situations_and_the_rules_of_the_other_books(only_overdrawn):
    found = clause_help("wespa-4.0", "3.9.5")
    others = {other.book: [rule.number for rule in other.rules] for other in found.elsewhere}

    assert found.situations == (OVERDRAWN,)
    assert others == {
        "nsa-1998": ["III.C.1"],
        "wespa-1.0": [],
        "wespa-5.1": ["3.9.5", "3.9.6"],
        "wsc-2003": ["7.1", "7.2", "7.4"],
    }
    assert found.elsewhere[0].rules[0].words == clauses("nsa-1998")["III.C.1"]


def test_a_part_of_a_rule_brings_the_situations_of_the_whole_rule(only_overdrawn):
    found = clause_help("wespa-4.0", "3.9.5(a)(iii)")

    assert found.situations == ()
    assert found.nearby == (OVERDRAWN,)
    assert [other.book for other in found.elsewhere] == [
        "nsa-1998", "wespa-1.0", "wespa-5.1", "wsc-2003",
    ]  # fmt: skip


def test_a_chapter_brings_the_situations_of_its_rules(only_overdrawn):
    assert clause_help("wespa-4.0", "3.9").nearby == (OVERDRAWN,)
    assert clause_help("wespa-4.0", "3.10").nearby == ()


def test_situations_are_read_from_every_file_there_is_and_from_none(tmp_path, monkeypatch):
    monkeypatch.setattr(finder, "SHELF", tmp_path)
    monkeypatch.setattr(finder, "situations", finder.situations.__wrapped__)
    assert finder.situations() == {}

    (tmp_path / "situations").mkdir()
    (tmp_path / "situations" / "H.toml").write_text(
        '[H-07]\ntitle = "Too many tiles"\ndoes = "computed"\nwith = ["fact:overdrawn"]\n'
        'cases = ["O1"]\n[H-07.clauses]\n"wespa-4.0" = "3.9.5 App. 1"\n'
    )

    found = finder.situations()["H-07"]
    assert found.rules("wespa-4.0") == ("3.9.5", "App. 1")
    assert found.rules("wsc-2003") == ()
    assert found.uses == ("fact:overdrawn",)


def test_every_situation_is_written_as_agreed_and_only_once():
    shelf = Path(finder.__file__).with_name("situations")
    written = [
        (path.name, id_, entry)
        for path in sorted(shelf.glob("*.toml"))
        for id_, entry in tomllib.loads(path.read_text("utf-8")).items()
    ]
    known = {"title", "does", "how", "because", "with", "cases", "tests", "clauses"}
    ids = [id_ for _, id_, _ in written]

    assert [
        (name, id_)
        for name, id_, entry in written
        if not re.fullmatch(r"[A-Z]-(\d\d|[a-z-]+)", id_)
        or entry["does"] not in finder.DOES
        or not entry["title"]
        or not (entry.get("how") or entry.get("because"))
        or not set(entry) <= known
        or not set(entry.get("clauses", {})) <= set(NAMES)
    ] == []
    assert len(set(ids)) == len(ids)


def test_a_rule_that_nobody_described_has_a_number_all_the_same():
    assert finder.rule("wespa-4.0", "9.9").words == ""


def test_the_names_of_the_modules_do_not_hide_the_functions():
    assert callable(clauses)
    assert callable(book.clauses)


CONDITIONS = {
    ("wespa-1.0", "6.2.2(h)"): "on purpose",
    ("nsa-1998", "VI.C"): "free challenge",
    ("nsa-1998", "VII.B"): "clock of who holds",
    ("nsa-1998", "X.G"): "third time",
    ("nsa-1998", "G2"): "wrote it",
    ("nsa-1998", "G7"): "50 of spread",
    ("wsc-2003", "6.2"): "rack or the table",
    ("wsc-2003", "9.1"): "challenged off",
    ("wsc-2003", "12.4"): "third look is the director's",
    ("wespa-4.0", "1.6"): "calculator",
    ("wespa-5.1", "1.6"): "calculator",
}
"""Conditions and outcomes that are part of a rule, and what of our line says so."""


@pytest.mark.found("RL-13")
@pytest.mark.parametrize(
    ("rule", "said"), CONDITIONS.items(), ids=[" ".join(k) for k in CONDITIONS]
)
def test_RL_13_a_line_of_help_keeps_the_condition_of_its_rule(rule, said):
    name, number = rule

    assert said in clauses(name)[number]
