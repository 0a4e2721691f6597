"""The rule finder: what a director types, as a number or in words, and the rule that is meant.

The table names situations (``ledger/rulebook/help/situations``); the rules expected under a book
are those which that situation has there. ``R-13`` stands for the rule that leaves what a book does
not settle to the director. Where a book has no rule on a situation, nothing is expected of it.
"""

from __future__ import annotations

import pytest

from ledger import messages
from ledger.game.calls.requests import subject_of_words
from ledger.messages import LANGUAGES, speaking
from ledger.rulebook import NAMES, load
from ledger.rulebook.help.book import books, clauses, is_below
from ledger.rulebook.help.finder import (
    OF_THIS_EVENT,
    also_called,
    as_cited,
    cited,
    found,
    nearest,
    rules_found,
    situations,
    things_in,
    words_of_rule,
)
from ledger.rulebook.reading import rule_wording
from ledger.vocabulary.refusals import Refusal

ASKED = (
    ("undeclared blank", "G-05 G-08"),
    ("blank not declared before the clock was pressed", "G-05 G-02"),
    ("how is a blank declared", "G-01"),
    ("dispute about the letter of a blank", "G-07 G-08"),
    ("late challenge", "K-02 K-13 K-01"),
    ("was the challenge in time", "K-02 K-01"),
    ("can he withdraw the challenge", "L-23 L-03"),
    ("failed challenge costs how much", "L-13 L-12"),
    ("second opinion on a word", "L-17"),
    ("judge was wrong, verdict corrected", "L-19"),
    ("who judges a challenge", "L-07 L-02"),
    ("tile fell on floor", "H-17 H-15 R-13"),
    ("spilled tiles", "H-17"),
    ("tile found under the table", "H-15"),
    ("tile found in the empty bag", "H-16"),
    ("missing tiles", "H-18 A-04"),
    ("phone rang", "A-16"),
    ("may I use a smart watch", "A-16"),
    ("drew too many tiles", "H-07"),
    ("overdraw found after the next play", "H-09 H-07"),
    ("drew too few tiles", "H-11 H-12"),
    ("drew out of order", "H-13 H-14"),
    ("drew before writing the score", "D-06 K-07"),
    ("drew during a hold", "H-20"),
    ("courtesy draw", "H-20"),
    ("how long is a hold", "K-10 K-09"),
    ("who keeps score", "F-01"),
    ("scores differ", "F-04 F-05 F-02"),
    ("wrong total, may I correct it", "F-03"),
    ("recount", "F-07 F-08"),
    ("signed result slip is wrong", "Q-04 Q-03"),
    ("who signs the result slip", "Q-02"),
    ("clock not pressed", "D-04"),
    ("clock broken", "M-12"),
    ("pressed the clock by accident", "D-05"),
    ("overtime penalty", "M-03"),
    ("ten minutes over time", "M-05 M-03"),
    ("player is late", "C-03 C-02"),
    ("both players late", "C-04 C-02"),
    ("player did not show up", "C-09 C-05"),
    ("left the room without leave", "N-01"),
    ("needs the toilet", "N-01"),
    ("feels sick", "N-06"),
    ("board upset", "H-23"),
    ("six passes in a row", "O-04"),
    ("tiles left on the rack at the end", "O-03"),
    ("resigns the game", "P-01"),
    ("exchange with fewer than seven tiles in the bag", "I-01 I-07 I-08"),
    ("exchanged the wrong number of tiles", "I-05"),
    ("tiles upside down", "D-14"),
    ("first word does not cover the centre", "E-12"),
    ("diagonal word", "E-13"),
    ("talking during the game", "R-05 R-08 R-09"),
    ("rude to the opponent", "R-01 R-13 R-02 R-08 R-07"),
    ("cheating", "R-02 R-03"),
    ("spectator interferes", "R-13 R-09 H-10 R-04"),
    ("director steps in unasked", "R-10"),
    ("who goes first", "B-01 B-03"),
    ("appeal against a ruling", "R-15 R-16 R-17"),
    ("which dictionary", "A-02"),
    ("counting the tiles in the bag", "D-11"),
    ("pass", "J-01"),
    ("play out and the opponent says nothing", "O-02 K-05"),
    ("score sheet of the opponent", "F-09"),
    ("special needs", "A-17"),
    ("rules say nothing", "R-13"),
    ("tracking before drawing", "D-09"),
    ("opponent took back a play after hitting the clock", "D-02 D-03"),
    ("hand in the bag without pressing the clock", "D-04"),
    ("slip has the wrong word on it", "L-18"),
    ("clock while a word is being checked", "L-15"),
    ("both drew the same letter for the start", "B-04 B-03"),
    ("opponent drew while my challenge was running", "H-19"),
    ("bag held too low", "H-01"),
    ("looked into the bag", "R-02 H-01"),
    ("did not show the empty hand", "H-03"),
    ("exchange with six tiles in the bag", "I-01 I-07 I-08"),
    ("forgot to hand in the slip", "Q-05"),
    ("bye", "P-04"),
    ("how long is a game", "M-01"),
    ("clock ran on after the end of the game", "M-06"),
    ("a tie", "O-09"),
    ("warning for bad behaviour", "R-07 R-08"),
    ("opponent slow to draw", "H-06 D-09 D-11"),
    ("tiles put back in the bag by mistake", "H-05"),
    ("eight tiles on the rack when exchanging", "I-10"),
    ("word played off the board", "E-15"),
    ("what does the word judge say", "L-10 L-25"),
    ("tile laid on its side", "D-14"),
    ("tile check at the end", "Q-08"),
    ("whose dictionary for long words", "L-24 A-02"),
    ("may I write notes during the game", "A-15 A-14"),
    ("player leaves the tournament", "C-12 N-07 P-01"),
    ("overdraw not disclosed", "H-08"),
    ("coffee housing", "R-05 R-08"),
    ("forgot to press clock", "D-04"),
    ("clock stopped without reason", "M-09 M-08"),
)
"""What directors ask in words, and the situations whose rules answer it."""


@pytest.mark.found("DI-10")
@pytest.mark.parametrize("book", sorted(NAMES))
def test_DI10_what_directors_ask_in_words_has_its_rule_among_the_first_three(book):
    missed = []
    for question, named in ASKED:
        wanted = {number for one in named.split() for number in situations()[one].rules(book)}
        found = [one.number for one in rules_found(book, question, 3)]
        answers = any(
            number in wanted or any(is_below(number, above) for above in wanted) for number in found
        )
        if wanted and not answers:
            missed.append((question, found))

    assert missed == []
    assert len(ASKED) >= 40


ASKED_ELSEWHERE = {
    "M-03 M-05": {
        "es": "tiempo excedido", "fr": "dépassement", "de": "Zeitüberschreitung",
        "pl": "przekroczenie czasu",
    },
    "I-01 I-02 I-05 I-07 I-08": {
        "es": "cambio de fichas", "fr": "échanger", "de": "tauschen", "pl": "wymiana",
    },
    "C-02 C-03 C-04 C-05 C-09": {
        "es": "ausente", "fr": "absent", "de": "nicht erschienen", "pl": "nieobecny",
    },
    "Q-02 Q-03 Q-04 Q-05 Q-06": {
        "es": "firmar", "fr": "signature", "de": "Unterschrift", "pl": "podpis",
    },
    "A-16": {"es": "sonó el teléfono", "fr": "téléphone", "de": "Handy", "pl": "telefon"},
    "L-13 L-12 L-01 L-02 L-03 L-07 K-01 K-02": {
        "es": "cuestionar", "fr": "contestation", "de": "anzweifeln", "pl": "sprawdzenie",
    },
    "G-01 G-02 G-05 G-07 G-08": {"es": "comodín", "fr": "joker", "de": "Blanko", "pl": "blank"},
}  # fmt: skip
"""The same, as somebody types it who reads another language than the books are in."""


@pytest.mark.parametrize("of", ["es", "fr", "de", "pl"])
def test_a_rule_is_found_by_what_its_reader_calls_the_thing(of):
    missed = []
    for named, words in ASKED_ELSEWHERE.items():
        wanted = {
            number for one in named.split() for number in situations()[one].rules("wespa-5.1")
        }
        with speaking(of):
            likely = {one.number for one in rules_found("wespa-5.1", words[of], 5)}
        if not likely & wanted:
            missed.append((words[of], likely))

    assert missed == []


@pytest.mark.parametrize(
    ("of", "words"),
    [
        ("es", "tiempo excedido, cambio, teléfono, comodín"),
        ("fr", "dépassement, échanger, telephone, joker"),
        ("de", "zeitüberschreitung, tauschen, handy, blanko"),
        ("pl", "przekroczenie, wymiana, telefon, blank"),
    ],
)
def test_a_word_finds_every_rule_that_the_english_one_finds(of, words):
    for english, word in zip(
        ("overtime", "swap", "phone", "joker"), words.split(", "), strict=True
    ):
        there = {number for number, _ in found("wespa-5.1", english)}
        with speaking(of):
            assert {number for number, _ in found("wespa-5.1", word)} >= there != set(), word


def test_what_is_kept_of_a_book_is_the_same_whoever_asked_first():
    with speaking("pl"):
        assert things_in("The blank is declared.") == ("blank", "declare")
        assert "zadeklarować" in also_called("The blank is declared.")
    assert also_called("The blank is declared.") == "blank joker declar designat"


@pytest.mark.found("DI-10")
@pytest.mark.parametrize("book", sorted(NAMES))
def test_DI10_every_clause_is_found_by_its_number_and_comes_first(book):
    for number in clauses(book):
        assert rules_found(book, number)[0].number == number
        assert rules_found(book, f"{book} {number}")[0].number == number


@pytest.mark.found("DI-10")
@pytest.mark.parametrize("book", sorted(NAMES))
def test_DI10_a_number_is_kept_whole_with_the_book_in_force(book):
    rules = load(book)

    for number in clauses(book):
        assert cited(number, rules) == f"{book} {number}"
    for other in books():
        number = next(iter(clauses(other)))
        assert cited(f"{other} {number}", rules) == f"{other} {number}"


@pytest.mark.found("DI-10")
@pytest.mark.parametrize(("written", "kept"), [
    ("3.8(b)", "wespa-5.1 3.8(b)"), ("3.8 b", "wespa-5.1 3.8(b)"),
    ("WESPA-5.1 3.8b", "wespa-5.1 3.8(b)"),
    ("wespa-4.0 3.9.5a", "wespa-4.0 3.9.5(a)"), ("preamble", "wespa-5.1 Preamble"),
    ("3", "wespa-5.1 3"), ("  ", ""),
    ("A rule of this event:  no hats", f"{OF_THIS_EVENT}no hats"),
    ("committee rule: no hats", f"{OF_THIS_EVENT}no hats"),
    ("Una regla de este torneo: sin gorros", f"{OF_THIS_EVENT}sin gorros"),
    ("règle de ce tournoi\u202f: sans chapeau", f"{OF_THIS_EVENT}sans chapeau"),
    ("eine Regel dieses Turniers: keine Hüte", f"{OF_THIS_EVENT}keine Hüte"),
    ("zasada tego turnieju: bez czapek", f"{OF_THIS_EVENT}bez czapek"),
])  # fmt: skip
def test_DI10_what_is_written_and_what_is_kept(written, kept):
    assert cited(written, load("wespa-5.1")) == kept


@pytest.mark.parametrize("of", LANGUAGES)
def test_a_rule_of_the_event_is_read_as_it_is_shown_in_each_language(of):
    kept = f"{OF_THIS_EVENT}no hats"
    with speaking(of):
        assert cited(rule_wording(kept), load("wespa-5.1")) == kept
        begins = rule_wording(OF_THIS_EVENT).rstrip(" :\u00a0\u202f")
        refusal = "\n".join(messages.family("refusals.no-such-clause.", of).values())
        assert refusal.casefold().count(begins.casefold()) >= 2


@pytest.mark.found("DI-10")
@pytest.mark.parametrize(("written", "named"), [
    ("3.8(z)", "3.8(a), 3.8(b)"), ("undeclared blank", "3.8(b)"), ("wespa-4.0 3.9.55", "3.9."),
    ("zebra", "a rule of this event"), ("a rule of this event:", "a rule of this event"),
    ("3.8(b), 6.2", "3.8"),
])  # fmt: skip
def test_DI10_what_is_no_clause_is_refused_with_those_that_come_nearest(written, named):
    with pytest.raises(Refusal) as refused:
        cited(written, load("wespa-5.1"))

    assert refused.value.code == "no-such-clause"
    assert "is not a clause of wespa-" in refused.value.what
    assert named in refused.value.next_step


def test_what_comes_nearest_can_be_chosen_as_it_is():
    assert nearest("3.8(z)", "wespa-5.1")[:2] == ("wespa-5.1 3.8", "wespa-5.1 3.8(a)")
    assert all(cited(one, load("wespa-5.1")) == one for one in nearest("phone", "wespa-5.1"))


def test_citations_of_older_records_are_read_whole_and_other_words_as_they_are():
    assert as_cited("3.8(b)", "wespa-5.1") == "wespa-5.1 3.8(b)"
    assert as_cited("wespa-4.0 3.8(b)", "wespa-5.1") == "wespa-4.0 3.8(b)"
    assert as_cited("left to the director", "wespa-5.1") == "left to the director"
    assert words_of_rule("wespa-5.1 3.8(b)") == clauses("wespa-5.1")["3.8(b)"]
    assert words_of_rule("left to the director") == ""


def test_what_no_book_knows_finds_nothing():
    assert rules_found("wespa-5.1", "zebra xylophone") == []
    assert rules_found("wespa-5.1", "  ") == []


@pytest.mark.parametrize(("of", "words", "subject"), [
    ("en", "phone rang", "conduct"), ("es", "sonó el teléfono", "conduct"),
    ("de", "Zeitüberschreitung von Ann", "time"), ("es", "conduct", "conduct"),
    ("fr", "dispute", "other"), ("es", "qué bonito", "other"),
])  # fmt: skip
def test_what_a_call_is_about_is_understood_in_the_readers_language_and_by_its_code(
    of, words, subject
):
    with speaking(of):
        assert subject_of_words(words) == subject
