"""No sentence of one book under another: what steps say is compared with the values of the book.

Every step of every procedure, at every table, under each of the five books. Numbers and acts are
taken from the book's values (``tests.cases.valued``), which are changed to see what rests on them.
"""

from __future__ import annotations

import re

import pytest

from ledger.game.clock.requests import rule_for_stopping
from ledger.rulebook.help.book import clauses
from ledger.vocabulary import RACK_SIZE
from tests.cases.valued import (
    NUMBER,
    ODD,
    as_one,
    clauses_read,
    everything_shown,
    known_at,
    numbers_in,
)
from tests.ledger.irregular_tables import TABLES, table_at
from tests.tabletop import FIVE

pytestmark = pytest.mark.found("RL-8")

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
         "nine": 9, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60}  # fmt: skip
IN_WORDS = re.compile(rf"\b({'|'.join(WORDS)})\b")

UNITS = {"seconds": 1, "second": 1, "minutes": 60, "minute": 60, "points": 1, "point": 1,
         "off the spread": 1}  # fmt: skip
MEASURED = re.compile(rf"\b(\d+|{'|'.join(WORDS)}|an?) ({'|'.join(UNITS)})\b")

NO_NUMBER = (
    r"one turn|one cross|one tick|one result|as one|one device|one of|on one|more play each"
    r"|one more play"
)
"""Words that look like numbers of a rule, and count nothing a book could count otherwise."""


def value_of(word):
    """The number that a word or digits say."""
    return int(word) if word.isdigit() else WORDS.get(word, 1)


def table_numbers(shown):
    """Numbers that the table itself has told, and a full rack."""
    return shown.known | {RACK_SIZE}


@pytest.fixture(scope="module")
def everything():
    shown = everything_shown()
    assert len(shown) > 1500
    assert len({one.table for one in shown}) > 80
    return shown


def test_every_measured_number_is_a_value_of_the_books_own_rule(everything):
    """Seconds, minutes, points: the value it rests on, and it follows when that is changed."""
    measured = []
    for shown in everything:
        for told, unit in MEASURED.findall(shown.said.words):
            number = value_of(told) * UNITS[unit]
            place = ruled_by(shown, number)
            if place is None:
                assert number in STATED.get(as_one(shown.said.words), never)(shown), shown
            else:
                measured.append((shown.book, place))
    assert len(measured) > 20
    assert {book for book, _ in measured} == {one.book for one in everything}


def test_a_number_that_is_another_is_not_taken_for_the_books(everything):
    """Held against what it is there for: each number, one more, is no value of that rule."""
    tried = 0
    for shown in everything:
        for told, unit in MEASURED.findall(shown.said.words):
            number = value_of(told) * UNITS[unit]
            if ruled_by(shown, number) is not None:
                assert ruled_by(shown, number + 1) is None, shown
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("book", FIVE)
def test_the_time_a_step_may_take_is_a_value_of_the_book(book):
    timed = 0
    for name in TABLES:
        table = table_at(book, name)
        limits = set(table.sheet.scheduled.time_limits)
        read = [getattr(getattr(table.rules, one), other) for one, other in clauses_read(table)]
        seconds = set().union(*(numbers_in(getattr(clause, "value", None)) for clause in read))
        for step in (step for one in table.procedures() for step in one.steps):
            if step.seconds is not None:
                assert step.seconds in seconds | limits | known_at(table), (name, step)
                timed += 1
    assert timed > 3


def never(_shown):
    return frozenset()


STATED = {
    "By accident, and it can't be rebuilt: the game would end # to #; N.N., who made a turn more, "
    "loses the # points of the last turn. It takes a ruling.": lambda shown: shown.known,
    "N.N. has done it before: the book suggests # off the spread.": lambda shown: numbers_in(
        shown.rules.blank_declaring.undeclared_again.value
    ),
}
"""Measured numbers that the record has, or that stand in what was written before."""


def ruled_by(shown, number):
    """Which value a number is: one that has it, and with which the sentence says it changed."""
    for place, sentences in shown.becomes.items():
        section, clause = place.split(".")
        value = getattr(getattr(shown.rules, section), clause).value
        if value == number and any(f"{number + ODD}" in words for words in sentences):
            return place
    return None


def test_every_count_is_the_tables_or_rests_on_the_book(everything):
    """Tiles, turns, racks: reported, or worked out by a value of the book in force."""
    for shown in everything:
        words = re.sub(r"\([^)]*\d[^)]*\)|\b\d+[A-O]\b|\b[A-O]\d+\b", "", shown.said.words)
        words = MEASURED.sub("", re.sub(NO_NUMBER, "", words))
        told = NUMBER.findall(words) + IN_WORDS.findall(words)
        for number in map(value_of, told):
            assert number in table_numbers(shown) or shown.rests or is_a_sum(number, shown), shown


def is_a_sum(number, shown):
    """Whether two numbers of the table make it: new and old tiles, a rack less what went back."""
    known = table_numbers(shown)
    return any(number in (one + other, one - other) for one in known for other in known)


STOPS = re.compile(r"\bstops? (both clocks|the clocks)|\bclocks stopped", re.IGNORECASE)
STOPPED_FOR = {
    "challenge": ("challenge",),
    "draw-order": ("draw-order",),
    "dropped-back": ("dropped-back",),
    "exchange-number": ("exchange-number",),
    "improper-exchange": ("exchange",),
    "misplaced-tiles": ("orientation",),
    "orientation": ("orientation",),
    "overdraw": ("overdraw",),
    "placement-challenge": ("placement", "challenge"),
    "play-out": ("play-out",),
    "spill": ("spill",),
    "undeclared-blank": ("blank",),
}
"""For what the clocks may be stopped in a procedure, as the books' own lists name it."""


def test_clocks_are_stopped_only_for_what_the_book_lists(everything):
    told = [shown for shown in everything if STOPS.search(shown.said.words)]
    assert {shown.said.procedure for shown in told} == set(STOPPED_FOR)
    for shown in told:
        reasons = STOPPED_FOR[shown.said.procedure]
        assert any(rule_for_stopping(one, shown.rules) for one in reasons), shown


def test_every_sentence_rests_on_a_value_of_the_book_in_force_or_is_every_books(everything):
    """A sentence on which no value bears is listed, with what it needs of a book."""
    listed = set()
    for shown in everything:
        if shown.rests or shown.said.is_title:
            continue
        sentence = (shown.said.procedure, as_one(shown.said.words))
        assert sentence in EVERYWHERE, sentence
        assert EVERYWHERE[sentence](shown.rules), shown
        listed.add(sentence)
    assert listed == set(EVERYWHERE), set(EVERYWHERE) - listed


BY_METHOD = {"judging.methods", "challenge.adjudication"}
"""A way to judge has its own list of steps in each book's file, each with its clause."""


def test_what_a_value_rules_out_under_one_book_is_said_under_no_other_that_has_it(everything):
    """A sentence gone from one book with a value is not said where a book has that value."""
    ruled_out = {}
    for shown in everything:
        for place, values in shown.rests.items():
            if place not in BY_METHOD:
                key = (shown.table, shown.said, place)
                ruled_out.setdefault(key, {}).setdefault(shown.book, set()).update(values)
    for shown in everything:
        for place in shown.rests:
            if place in BY_METHOD:
                continue
            section, clause = place.split(".")
            own = getattr(getattr(shown.rules, section), clause).value
            key = (shown.table, shown.said, place)
            wrong = {book for book, values in ruled_out[key].items() if own in values}
            assert not wrong, (shown.said, shown.book, place, own, wrong)


def test_every_step_stands_under_a_clause_that_the_book_has(everything):
    own = {book: clauses(book) for book in {one.book for one in everything}}
    for shown in everything:
        assert shown.clause.removeprefix(f"{shown.book} ") in own[shown.book], shown


def always(_rules):
    """What the record itself does or asks for, or a director does under any book."""
    return True


def has(read):
    """Where the book gives something: ``read`` tells the clause."""
    return lambda rules: read(rules).is_known


def lacks(read):
    """Where it gives nothing."""
    return lambda rules: not read(rules).is_known


def may_stop_for_a_tile_dropped(rules):
    return bool(rule_for_stopping("dropped-back", rules))


def from_the_bag_alone(rules):
    return rules.drawing.underdraw_window.value == "from-the-bag-only"


TAKES_WHAT_WAS_FOUND = (
    "The player whose draw was due first takes what was found. If only one player then has "
    "tiles, the game is over and is counted anew. No turn is played again."
)

SAID_ALIKE = (
    (always, "adjourned", "The game goes on at the time arranged; N.N. is on turn."),
    (always, "amendment", "The director amends the result to # : #, and tells both players."),
    (always, "amendment", "The director amends the result, and tells both players."),
    (always, "amendment", "The director refuses it, and tells both players why."),
    (always, "away", "N.N. comes back."),
    (always, "away", "N.N. draws the tiles that waited."),
    (always, "director-called", "Come to the table: noise about N.N.."),
    (always, "director-called", "Say what was settled, and let play go on."),
    (always, "flash-draw", "N.N. may still hold or challenge the play."),
    (always, "misplaced-tiles", "What was reported later of the same kind is put right first."),
    (always, "one-more-play", "N.N. makes one more play and refills, if tiles are left."),
    (always, "one-more-play", "The game is over; tiles left are counted and taken off."),
    (always, "petition", "Or nothing is granted."),
    (always, "petition", "The director gives time back."),
    (always, "petition", "The director lets the press count for nothing."),
    (always, "placement-challenge", "N.N. stops the clocks and calls the director."),
    (always, "placement-challenge", "The clock of N.N. is started again."),
    (
        always,
        "placement-challenge",
        "Tiles that were moved go back to where the record has them.",
    ),
    (always, "play-out", "N.N. stops both clocks instead of starting N.N.'s."),
    (always, "postponed", "The game is played at the time agreed."),
    (
        always,
        "set-wrong",
        "The set is made whole, or another is taken; then it is counted again.",
    ),
    (always, "start", "N.N. draws seven tiles."),
    (always, "start", "N.N. starts the clock of N.N.."),
    (always, "start", "N.N. takes a tile out of the bag."),
    (always, "turns-since", "Play waits; the director says what becomes of them."),
    (always, "undeclared-blank", "N.N. says which letter the blank at # is and records it."),
    (always, "underdraw", "What was reported later of the same kind is put right first."),
    (
        has(lambda rules: rules.windows.courtesy_after),
        "courtesy-draw",
        "N.N. keeps the # new tiles apart from the rack.",
    ),
    (
        lambda rules: rules.draw_order.untouched.value != "shown-and-redrawn",
        "draw-order",
        "The director says what follows this draw out of order.",
    ),
    (
        may_stop_for_a_tile_dropped,
        "dropped-back",
        "N.N. takes # tiles from the bag and # from N.N.'s rack and lays them face up for both.",
    ),
    (may_stop_for_a_tile_dropped, "dropped-back", "Stop both clocks."),
    (
        lambda rules: not may_stop_for_a_tile_dropped(rules),
        "dropped-back",
        "The director says what follows the # tiles that N.N. put back.",
    ),
    (
        has(lambda rules: rules.tiles_found.in_bag),
        "found-tiles",
        "Players who cleared their racks too soon put those tiles back; enter what both hold.",
    ),
    (
        has(lambda rules: rules.tiles_found.in_bag),
        "found-tiles",
        TAKES_WHAT_WAS_FOUND,
    ),
    (
        has(lambda rules: rules.tiles_found.in_bag),
        "found-tiles",
        "What was found, # tile, is shown to both players.",
    ),
    (
        lacks(lambda rules: rules.tiles_found.in_bag),
        "found-tiles",
        "The director says what is done with the tiles that were found.",
    ),
    (
        has(lambda rules: rules.windows.hold_lasts),
        "hold",
        "The play is accepted or challenged.",
    ),
    (
        has(lambda rules: rules.blank_declaring.words_reopened),
        "new-letter",
        "If nobody does in time, the words stand.",
    ),
    (
        has(lambda rules: rules.blank_declaring.words_reopened),
        "new-letter",
        "The director rules what a challenge that succeeds undoes.",
    ),
    (
        lambda rules: rules.placing.orientation.value == "lettering",
        "orientation",
        "Either player starts the clock of N.N. again.",
    ),
    (
        lambda rules: rules.placing.orientation.value == "lettering",
        "orientation",
        "N.N. may stop the clocks and turn it.",
    ),
    (from_the_bag_alone, "underdraw", "N.N. draws # tile from the bag now."),
    (from_the_bag_alone, "underdraw", "N.N. draws # tiles from the bag now."),
    (
        lambda rules: not from_the_bag_alone(rules),
        "underdraw",
        "The director says how that is put right.",
    ),
    (
        lambda rules: rules.blank_declaring.undeclared.value == "clock-stopped-and-warning",
        "warning",
        "The director warns N.N., or waives it and says why.",
    ),
    (
        has(lambda rules: rules.blank_declaring.undeclared_again),
        "warning",
        "N.N. has done it before: the book suggests # off the spread.",
    ),
)
"""What needs of a book it is said under, the procedure, the sentence."""

EVERYWHERE = {(procedure, words): needs for needs, procedure, words in SAID_ALIKE}
