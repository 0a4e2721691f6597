"""What an organiser may choose, in words: every option and value of every book has some."""

from __future__ import annotations

import pytest

from ledger.messages import family
from ledger.rulebook import NAMES, OPTIONS, load
from ledger.rulebook.help.choices import FIRST, choices_view, unrating


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
