"""Days, numbers and the order of names: as CLDR has them, through Babel.

A browser is asked in `tests/web/test_one_formatter.py`.
"""

from __future__ import annotations

import random
from datetime import date

import pytest
from babel import Locale
from babel.dates import format_date, get_month_names
from babel.numbers import format_decimal

from ledger.hall.rows import StandingRow, Tie
from ledger.hall.standings_view import level_by_name
from ledger.messages import LANGUAGES, PSEUDO, speaking
from ledger.messages.written import (
    by_name,
    day_written,
    days_written,
    grouped,
    initial,
    name_key,
)

OTHERS = [of for of in LANGUAGES if of != "en"]
FOUR_TOGETHER = {"es", "pl"}
"""CLDR parts no four digits there (`minimumGroupingDigits`: 2); Babel does not heed it."""

PLAYERS = {
    "pl": ["Ala", "Ąbek", "Celina", "Ćwik", "Luiza", "Łucja", "Łukasz", "Mela", "Nela", "Ńuka",
           "Olga", "Ósma", "Śnieg", "Tola", "Zofia", "Źródło", "Żaba"],
    "es": ["Ana", "Ángela", "Nadia", "Núñez", "Nuria", "Nzinga", "Ñañez", "Oca", "Óscar"],
    "de": ["Adler", "Ägidius", "Aßmann", "Astrid", "Azura", "Müller", "Mulzer", "Öhm", "Ohms"],
    "fr": ["Edgar", "Élie", "Étienne", "Eugène", "Ôdile", "Odin", "Œdipe"],
    "en": ["Ahlberg", "Åkesson", "Ärlig", "Årnes", "Łoś", "Luz", "Öberg", "Odell", "Ørsted"],
}  # fmt: skip


@pytest.mark.parametrize("of", OTHERS)
def test_a_day_is_written_as_the_language_writes_it(of):
    for day in (date(2026, 11, 1), date(2026, 5, 23), date(2027, 12, 31)):
        with speaking(of):
            in_figures, in_words = day_written(day), days_written(day.isoformat(), "")
        separator = format_date(day, "dd/MM/y" if of in ("es", "fr") else "dd.MM.y", locale=of)
        assert in_figures == separator
        assert separator.translate({46: 47}) == format_date(day, "dd/MM/y", locale=of)
        assert in_words == format_date(day, "long", locale=of)


@pytest.mark.parametrize("of", OTHERS)
def test_days_of_an_event_name_both_and_what_is_common_once(of):
    months = get_month_names("wide", locale=of)
    with speaking(of):
        one, two = (
            days_written("2027-03-13", "2027-03-14"),
            days_written("2027-03-30", "2027-04-01"),
        )
        years = days_written("2027-12-31", "2028-01-01")
    assert one.count(months[3]) == one.count("2027") == 1
    assert one.index("13") < one.index("14")
    assert two.index(months[3]) < two.index(months[4])
    assert two.count("2027") == 1
    assert years.index("2027") < years.index(months[1]) < years.index("2028")


@pytest.mark.parametrize("of", LANGUAGES)
def test_thousands_are_told_apart_as_the_language_does(of):
    for count in (0, 7, 999, 1000, 9999, 10_000, 999_999, 1_000_000, 1_234_567_890, -12_345):
        together = of in FOUR_TOGETHER and abs(count) < 10_000
        wanted = format_decimal(count, locale=of, group_separator=not together)
        with speaking(of):
            assert grouped(count) == wanted.replace("-", "−")


def test_english_writes_days_and_numbers_as_it_always_did():
    assert day_written(date(2026, 11, 1)) == "2026-11-01"
    assert days_written("2027-03-13", "2027-03-14") == "13 to 14 March 2027"
    assert grouped(4096) == f"{4096:,}"


@pytest.mark.parametrize("of", PLAYERS)
def test_names_are_sorted_as_players_of_the_language_look_for_them(of):
    names = PLAYERS[of][:]
    random.Random(7).shuffle(names)
    with speaking(of):
        assert sorted(names, key=name_key) == PLAYERS[of]


def test_what_is_a_letter_of_its_own_heads_names_of_its_own():
    def heads(of, *names):
        with speaking(of):
            return [initial(name) for name in names]

    names = ("Łukasz", "Ñañez", "Öhm", "élan", "(7) Ann", "")
    assert heads("pl", *names) == ["Ł", "N", "O", "E", "7", ""]
    assert heads("es", *names) == ["L", "Ñ", "O", "E", "7", ""]
    assert heads(PSEUDO, *names) == heads("en", *names) == ["L", "N", "O", "E", "7", ""]


def row(name, place, sharing=1, tie=None):
    return StandingRow(
        number=1, name=name, division="", wins=1.0, losses=0.0, spread=0, games=1, starts=0,
        place=place, sharing=sharing, tie=tie,
    )  # fmt: skip


def test_who_shares_a_place_stands_by_name_and_nobody_elsewhere():
    as_kept = [
        row("Żaba", 1),
        row("Zorn", 2, 2, Tie(name="Żaba", by="spread", own=3, above=9)),
        row("Łoś", 2, 2, Tie(name="Zorn")),
        row("Ala", 4, 1, Tie(name="Łoś", by="spread", own=1, above=3)),
    ]
    with speaking("pl"):
        shown = level_by_name(as_kept)

    assert shown == [
        row("Żaba", 1),
        row("Łoś", 2, 2, Tie(name="Żaba", by="spread", own=3, above=9)),
        row("Zorn", 2, 2, Tie(name="Łoś")),
        row("Ala", 4, 1, Tie(name="Zorn", by="spread", own=1, above=3)),
    ]


def test_things_are_sorted_by_the_attribute_that_names_them():
    found = by_name([Locale("pl"), Locale("es"), Locale("de")], "english_name")
    assert [one.language for one in found] == ["de", "pl", "es"]
