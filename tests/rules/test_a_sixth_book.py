"""A sixth rulebook is a TOML file alone: put together from the five, it is played under at once."""

from __future__ import annotations

import re

import pytest
import tomli

from ledger import rulebook
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.going_on import offers
from ledger.rulebook.book_files import SHELF, OwnBook, digest_of, put_up
from ledger.rulebook.help.book import books
from ledger.rulebook.help.finder import clause_help
from ledger.simulation import simulated
from tests.desks import a_desk
from tests.tabletop import A, Tabletop

BOOK = "our-club"


def sections(name):
    """The tables of a book's file as text, by the name of the outermost."""
    text = (SHELF / f"{name}.toml").read_text("utf-8")
    parts = re.split(r"(?m)^(?=\[)", text)
    tables = {"": parts[0]}
    for part in parts[1:]:
        outermost = re.match(r"\[([\w-]+)", part)[1]
        tables[outermost] = tables.get(outermost, "") + part
    return tables


@pytest.fixture
def our_club():
    """Drawing as in nsa-1998, the exchange with eight in the bag, all else as in wespa-1.0."""
    tables, others = sections("wespa-1.0"), sections("nsa-1998")
    for section in ("drawing", "overdraw", "draw_manner", "draw_order", "windows"):
        tables[section] = others[section]
    tables["exchange"] = tables["exchange"].replace(
        "minimum_in_bag = { value = 7,", "minimum_in_bag = { value = 8,"
    )
    chain = (tomli.loads("".join(tables.values())),)
    put_up({BOOK: OwnBook(BOOK, chain, digest_of(chain), None)})
    yield BOOK
    put_up({})


OPTIONS = {"challenge_mode": "points-per-word-5", "unplayed_tiles": "double"}


def test_its_values_are_its_own_and_so_are_its_citations(our_club):
    rules = rulebook.load(our_club)

    assert rules.exchange.minimum_in_bag.known() == 8
    assert str(rules.exchange.minimum_in_bag) == "our-club 3.2.1(a)"


def test_its_procedures_follow_from_its_values(our_club):
    table = Tabletop(our_club, **OPTIONS)
    table.play(A, "8D", "WIN")

    table.enter(ReportOverdraw(seat=A, drawn=5, touched=False, mixed=False, noticed_by="player"))

    procedure = table.procedure("overdraw")
    assert procedure.count("turned-up") == 4, "two more than the surplus, as in nsa-1998"
    assert procedure.clause.startswith("our-club III.C")


def test_an_exchange_with_seven_in_the_bag_is_remarked_on(our_club):
    table = Tabletop(our_club, bag=7, **OPTIONS)

    table.exchange(A, 2)

    assert "bag-below-minimum" in table.remarks
    assert offers(table.sheet, table.rules)


def test_whole_games_are_played_under_it_through_the_desk(our_club, tmp_path_factory):
    with a_desk(tmp_path_factory.mktemp("record")) as desk:
        report = simulated(desk, our_club, seed=6, games=3)

    assert report.defects == ()
    assert report.games == 3


def test_a_rule_of_it_that_nobody_put_in_words_is_still_found_by_its_parameters(our_club):
    help_ = clause_help(our_club, "3.2.1(a)")

    assert any("minimum" in parameter.point for parameter in help_.parameters)
    assert help_.words == "exchange: minimum in bag: 8."


def test_it_stands_on_the_shelf_of_the_rule_help(our_club):
    assert our_club in books()
