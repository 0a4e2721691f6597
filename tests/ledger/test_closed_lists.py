"""Fields that take words of a closed list take no others; what was written before is read."""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from ledger.game.blanks.requests import DesignateBlank
from ledger.game.deciding import DECISIONS, REQUESTS, AnyGameRequest
from ledger.game.going_on import offers, open_procedures
from ledger.game.scores.recounts import AskRecount, FinishRecount
from ledger.messages import family
from ledger.record.events import FACT_TYPES
from ledger.record.mapper import Damaged, EventMapper, listed_fields, why_unreadable
from ledger.simulation.following import SAID
from ledger.vocabulary import Points, Seat, Seconds, closed_lists
from ledger.vocabulary.closed_lists import LISTS, choices
from tests.ledger.irregular_tables import TABLES
from tests.tabletop import FIVE, A, Tabletop

ALL_LISTS = [of for name, of in vars(closed_lists).items() if get_origin(of) is Literal]
OPEN = {
    ("call-director", "offence"): "the acts are those of the book in force",
    ("change-words", "words"): "words of the play",
    ("challenge-redesignation", "words"): "words of the play",
    ("neutralise-clock", "reason"): "another reason than the book's is remarked on",
    ("stop-recount", "reason"): "a ruling may give other reasons than the book's",
}
"""Text fields that are asked with choices and take other words as well, and why."""


@cache
def asked_with_choices():
    """The fields for which an offer or a step shows choices, at every table of every book."""
    found = set()
    for book in FIVE:
        for opened in TABLES.values():
            table = opened(book)
            asking = [
                *offers(table.sheet, table.rules),
                *(s for p in open_procedures(table.sheet, table.rules) for s in p.steps),
            ]
            found |= {
                (one.asks, question.field)
                for one in asking
                for question in one.questions
                if question.kind == "choice" and one.asks in REQUESTS
            }
    return found


@pytest.mark.found("RU13")
def test_RU13_no_text_field_of_a_request_is_asked_with_choices():
    def is_text(tag, name):
        hint = get_type_hints(REQUESTS[tag])[name]
        return hint is str or hint == tuple[str, ...]

    shown = asked_with_choices()

    assert len(shown) > 25
    assert {pair for pair in shown if is_text(*pair)} <= set(OPEN)
    assert {tuple(key.split(".")) for key in SAID if is_text(*key.split("."))} <= set(OPEN) | {
        ("sign-result", "shown")
    }


@pytest.mark.found("RU13")
@pytest.mark.parametrize(
    ("desk_request", "said"),
    [
        (
            DesignateBlank(seat=A, blank=1, letter="E", square="8E", how="by telepathy"),
            "'by telepathy' is not a way to record a blank.",
        ),
        (FinishRecount(by="the cat"), "'the cat' is not a person who can finish a recount."),
        (
            AskRecount(seat=A, consents=("first", "the cat")),
            "'the cat' is not one of the two players.",
        ),
    ],
)
def test_RU13_a_word_that_no_list_knows_is_refused_in_the_halls_words(desk_request, said):
    refusal = Tabletop().refused(desk_request)

    assert (refusal.code, refusal.what) == ("unreadable-request", said)
    assert refusal.next_step.startswith("Enter one of ")


@pytest.mark.found("RU13")
def test_RU13_a_decoder_refuses_it_and_the_same_words_say_why():
    told = {"ask": "finish-recount", "by": "the cat"}

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(told, AnyGameRequest)
    assert why_unreadable(FinishRecount, told).what.startswith("'the cat' is not a person")
    assert "both (both players)" in why_unreadable(FinishRecount, told).next_step
    assert why_unreadable(FinishRecount, {"by": "both"}) is None


@pytest.mark.found("RU13")
def test_RU13_every_request_with_a_list_refuses_what_is_not_on_it():
    listed = [(kind, name) for kind in DECISIONS for name in listed_fields(kind)]

    assert len(listed) >= 40
    for kind, name in listed:
        hint = get_type_hints(kind)[name]
        wrong = ("no such word",) if get_origin(hint) is tuple else "no such word"
        assert why_unreadable(kind, {name: wrong}) is not None
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, hint)


@pytest.mark.found("RU13")
def test_RU13_a_fact_keeps_the_words_of_the_request_it_is_written_from():
    facts = {
        frozenset(words) for kind in FACT_TYPES.values() for words in listed_fields(kind).values()
    }
    only_asked = {
        frozenset(get_args(closed_lists.CreditUnit)),
        frozenset(get_args(closed_lists.DeclaredEnd)),  # one of several ways a game ends
        frozenset(get_args(closed_lists.AmendedUnder)),
        frozenset({*get_args(closed_lists.SeenBy), ""}),
        frozenset({*get_args(closed_lists.BlankHow), ""}),  # empty: as the book wants it
        frozenset(get_args(closed_lists.TimerFate)),
        frozenset(get_args(closed_lists.SlipMistake)),  # one of several reasons a slip goes
    }

    for kind in DECISIONS:
        for name, words in listed_fields(kind).items():
            assert words in facts | only_asked, f"{kind.__name__}.{name}"


def stored(topic, fact):
    envelope = {
        "written_at": "2026-11-21T09:00:00Z",
        "written_by": "K1",
        "command_id": str(UUID(int=7)),
        "device": "T1",
        "fact": {"topic": topic, **fact},
    }
    return StoredEvent(UUID(int=14), 1, topic, msgspec.json.encode(envelope))


OLDER = [
    ("blank-designated", {"seat": "first", "blank": 1, "letter": "E", "square": "8E",
                          "how": "by telepathy"}),
    ("entry-corrected", {"supersedes": 4, "replacement": {
        "topic": "blank-designated", "seat": "first", "blank": 1, "letter": "E", "square": "8E",
        "how": "by telepathy"}, "reason": "misread", "approved_by": "both"}),
    ("recount-done", {"turns": [[4, 12]], "was": [10, 0], "now": [12, 0], "by": "the cat"}),
]  # fmt: skip


@pytest.mark.found("RU13")
@pytest.mark.parametrize(("topic", "fact"), OLDER, ids=[topic for topic, _ in OLDER])
def test_RU13_a_word_written_before_its_list_was_closed_stays_readable(topic, fact):
    mapper = EventMapper(None)
    row = stored(topic, fact)

    event = mapper.to_domain_event(row)

    assert mapper.to_stored_event(event).state == row.state


def test_a_row_with_another_fault_beside_an_old_word_is_damaged_all_the_same():
    row = stored("blank-designated", {**OLDER[0][1], "blank": "one"})

    with pytest.raises(Damaged):
        EventMapper(None).to_domain_event(row)


def test_each_list_has_its_words_and_no_others():
    for of in LISTS:
        if of is not Seat:
            words = {word or "empty" for word in get_args(of)}
            assert family(f"choices.{LISTS[of]}.word.").keys() == words
            assert all(isinstance(words, str) for _, words in choices(of))
    assert {of for of in ALL_LISTS if len(get_args(of)) > 1} <= LISTS.keys()


def test_what_is_said_out_of_the_blue_is_of_the_list():
    for key, said in SAID.items():
        tag, name = key.split(".")
        words = listed_fields(REQUESTS[tag]).get(name)
        assert words is None or set(said) <= words, key


def test_numbers_are_no_words():
    assert not any(of in (Points, Seconds) for of in LISTS)


NOBODY_SAID = {("issue-challenge", "method"): "as announced for the event"}
"""Defaults that say nothing, and what is taken then."""

TRUE_IN_EVERY_BOOK = {
    ("call-director", "raised_by"), ("challenge-exchange", "ground"), ("finish-recount", "by"),
    ("leave-table", "permission"), ("report-dropped-back", "noticed_by"),
    ("report-out-of-order", "noticed_by"), ("report-overdraw", "cause"),
    ("report-overdraw", "noticed_by"), ("report-underdraw", "noticed_by"),
    ("see-score-sheet", "by"), ("sign-tally-sheet", "how"), ("take-back-slip", "why"),
}  # fmt: skip
"""Defaults about people and papers that no book lists otherwise."""


@pytest.mark.found("RL-1")
def test_RL_1_no_default_word_is_one_that_a_book_does_not_accept():
    said = {
        (tag, field.name): field.default
        for tag, kind in REQUESTS.items()
        for field in msgspec.structs.fields(kind)
        if isinstance(field.default, str) and field.default
    }

    assert set(said) == TRUE_IN_EVERY_BOOK | set(NOBODY_SAID)
    for book in FIVE:
        for opened in TABLES.values():
            table = opened(book)
            asking = [
                *offers(table.sheet, table.rules),
                *(s for p in open_procedures(table.sheet, table.rules) for s in p.steps),
            ]
            for one in asking:
                for question in one.questions:
                    key = one.asks, question.field
                    if question.kind == "choice" and key in said and key not in NOBODY_SAID:
                        assert said[key] in dict(question.choices), (book, key)
