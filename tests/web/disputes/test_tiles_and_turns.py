"""Blanks, draws and exchanges in dispute: what one book puts right, another lets stand."""

from __future__ import annotations

import pytest

from ledger.game.blanks.facts import BlankDesignated
from ledger.game.drawing.facts import Overdrawn
from ledger.game.exchanges.objections import JudgeExchange
from ledger.game.scores.facts import PenaltyApplied
from tests.desks import DIRECTOR, B
from tests.web.disputes.afterwards import (
    reversed_on_appeal,
    stands,
    taken_back,
    taken_back_at_the_table,
)
from tests.web.disputes.by_book import CLOCKS, under_each_book
from tests.web.waiting import until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("book", "whole"), under_each_book("G-05"))
def test_G_05_an_undeclared_blank_is_named_and_in_nsa_the_player_is_warned(dispute, book):
    at = dispute("G-05", book)
    before = at.call("A dispute")
    assert "blank" in at.evidence().lower()

    facts = at.open_case(rule=at.cited)
    assert f"at entry {before - 1}" in facts or f"at entry {before}" in facts
    at.hear("I thought it was plain.", "Nothing was said.")
    warned = at.comes.warned[0]
    warned_before = at.warnings()
    seen = at.rule("it is an I", at.cited, **({"warn_seat": "first"} if warned else {}))
    assert ("warning" in seen.lower()) == bool(warned)
    at.tell()
    at.at_the_table()
    at.director.tap(".going .about")
    at.director.tap(".panel .procedure li:has-text('which letter') button")
    at.director.tap(".panel.slip[open] .go")
    until(at.page, "tilescribe.outbox.waiting === 0 && tilescribe.game.now.blanks.length === 1")
    at.settle("the blank is an I")

    at.came_out()
    assert at.sheet.open == ()
    [circled] = [e.fact for e in at.sheet.events if isinstance(e.fact, BlankDesignated)]
    assert (circled.letter, circled.square) == ("I", "8E")
    #          A B C D E F G H I J K L M N O
    assert at.row(8) == ". . . W i N D Y . . . . . . ."
    assert at.as_known_after(before) == at.as_known_after(at.sheet.version)
    notice = at.paper("ruling-notice")
    assert "it is an I" in notice
    assert at.cited in notice
    stood = (*stands(at)[:-2], warned_before, at.warnings(B))  # the letter stays
    taken_back(at, stood)
    reversed_on_appeal(at, stood)


@pytest.mark.parametrize(("book", "whole"), under_each_book("H-09"))
def test_H_09_an_overdraw_found_after_the_next_play_is_put_right_but_not_in_wsc(dispute, book):
    at = dispute("H-09", book)
    before = at.call("A dispute")
    assert "drew" in at.evidence().lower()
    at.open_case("drawing", rule=at.cited)
    at.hear("I did not count.", "I saw eight.")
    at.rule("one tile too many", at.cited)
    at.tell()
    if at.comes.offered:
        at.at_the_table()
        at.is_offered()
        at.step("expose-overdraw")
        took = {"used": "40"} if at.comes.clocks != CLOCKS else {}  # only then it is asked for
        at.step("correct-overdraw", **took)

    at.came_out()
    found = next(e.fact for e in at.sheet.events if isinstance(e.fact, Overdrawn))
    assert found.over == 1
    assert at.as_known_after(before) == at.sheet.totals
    assert at.cited in at.paper("incident-record")
    taken_back(at, stands(at))  # the tiles lie where the players put them
    reversed_on_appeal(at, stands(at))


@pytest.mark.parametrize(("book", "whole"), under_each_book("I-08"))
def test_I_08_an_exchange_with_six_in_the_bag_found_a_turn_later(dispute, book):
    at = dispute("I-08", book)
    before = at.call("A question of rules")
    # An objection that came too late is a matter of the desk, and nothing that happened.
    assert ("exchange" if at.comes.offered else "Director called") in at.evidence()
    judged = JudgeExchange(legal=False)
    by_the_book = not at.comes.alone
    if by_the_book:
        at.open_case("procedure", rule=at.cited)
        at.hear("I counted seven.", "There were six.")
        at.rule("six in the bag", at.cited)
        at.tell()
        at.at_the_table()
        at.is_offered()
        stood = stands(at)
        at.step("judge-exchange", choices=[("legal", "No")])
    else:
        stood = stands(at)
        if at.comes.offered:  # the objection is heard, but nothing says what follows
            assert at.table.ask(judged, by=DIRECTOR).refusal.code == at.comes.alone
        at.rule_on_it("enter" if at.comes.offered else "refuse")

    at.came_out()
    assert at.sheet.open == tuple(one for one in at.sheet.open if at.is_the_call(one))
    at.settle("the exchange stands")
    assert at.as_known_after(before) == (250, 240)
    assert at.as_known_after(at.sheet.version) == at.comes.totals
    paper = at.paper("ruling-notice")
    assert ("six in the bag" if by_the_book else at.cited) in paper
    lost = 250 - at.comes.totals[0]
    if lost:
        taken_back_at_the_table(at, stood, PenaltyApplied, "30")
    taken_back(at, stands(at) if by_the_book else stood)
    gives = {"points_seat": "first", "points_amount": f"+{lost}"} if lost else {}
    reversed_on_appeal(at, stood, **gives)
