"""What may be chosen, and acts that books name, in words: every one of every book has some."""

from __future__ import annotations

import pytest

from ledger.messages import ENGLISH, LANGUAGES, family, speaking, text_of
from ledger.rulebook import NAMES, OPTIONS, load
from ledger.rulebook.help.choices import FIRST, choices_view, unrating
from ledger.rulebook.reading import offence_called, offence_wording


def test_every_option_has_a_title_and_says_what_follows():
    titles, consequences = family("options.title."), family("options.consequence.")
    assert set(titles) == set(consequences) == set(OPTIONS)
    assert set(OPTIONS) > FIRST


@pytest.mark.parametrize("book", NAMES)
def test_every_word_that_may_be_chosen_is_put_into_words(book):
    shown = choices_view(load(book))

    assert [one.name for one in shown if one.shape == "choice" and not one.values] == []
    assert [
        value.value
        for one in shown
        if one.shape == "choice"
        for value in one.values
        if f"{one.name}.{value.value}" not in family("options.value.")
    ] == []


@pytest.mark.parametrize("book", NAMES)
def test_as_printed_no_book_warns_of_its_own_rating(book):
    assert unrating(load(book)) == ()


@pytest.mark.parametrize(
    ("option", "value", "warned"),
    [
        ("challenge-mode", "lose-turn", ()),
        ("challenge-mode", "rising", ("wespa-4.0 3.10.13(c)(iii)",)),
        ("time-limit", "22:00", ("wespa-4.0 5.3.5",)),
    ],
)
def test_who_chooses_what_may_not_be_rated_is_told_by_which_rule(option, value, warned):
    rules = load("wespa-4.0").with_options([(option, value)])

    assert tuple(one.clause for one in unrating(rules)) == warned


def test_every_act_that_our_books_name_has_an_id_and_no_id_is_left_over():
    ids = {}
    for book in NAMES:
        for code, act in load(book).offences.items():
            ids.setdefault(code, set()).add(act.words)
    expected = {}
    told = family("offences.", ENGLISH)
    for code, said in ids.items():
        names = [code, *(f"{code}-{nth}" for nth in range(2, len(said) + 1))]
        assert {told.get(name) for name in names} == said, code
        expected.update((told[name], name) for name in names)
    assert set(told) == set(expected.values())
    assert len(expected) == len(told), "two acts in the same words"


@pytest.mark.parametrize("of", LANGUAGES)
def test_an_act_is_said_in_every_language_and_an_own_books_as_it_stands(of):
    words = load("wespa-5.1").offences["tiles-hidden"].words
    with speaking(of):
        assert offence_wording(words) == text_of("offences.tiles-hidden", of)
        assert (offence_wording(words) == words) is (of == ENGLISH)
        assert offence_called("tiles-hidden") == (
            "tiles hidden" if of == ENGLISH else offence_wording(words)
        )
        assert offence_wording("singing at the table") == "singing at the table"
        said = offence_called("tiles-upside-down", "nsa-1998")
        assert (said == text_of("offences.tiles-upside-down-3", of)) is (of != ENGLISH)
        assert offence_called("sung-at-the-table") == "sung at the table"
