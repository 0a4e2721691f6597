"""Blanks, draws and exchanges in dispute: what one book puts right, another lets stand."""

from __future__ import annotations

import pytest

from ledger.game.facts.blanks import BlankDesignated
from ledger.game.facts.drawing import Overdrawn
from ledger.game.play.blanks.designating import ReportUndeclaredBlank
from ledger.game.play.drawing.overdraws import ReportOverdraw
from ledger.game.play.exchanges.exchanging import ExchangeTiles
from ledger.game.play.exchanges.objections import ChallengeExchange
from tests.desks import A, B
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back
from tests.web.waiting import until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("book", "warned", "rule"),
    [
        pytest.param("wespa-5.1", 0, "wespa-5.1 3.8", marks=pytest.mark.torture),
        ("nsa-1998", 1, "nsa-1998 IV.I.3"),
    ],
)
def test_G_05_an_undeclared_blank_is_named_and_in_nsa_the_player_is_warned(
    dispute, book, warned, rule
):
    at = dispute(book)
    at.table.play(A, "8D", "WiNDY")
    at.table.enter(ReportUndeclaredBlank(seat=A, square="8E"))
    before = at.call("A dispute")
    assert "blank" in at.evidence().lower()

    facts = at.open_case(rule=rule)
    assert f"at entry {before - 1}" in facts or f"at entry {before}" in facts
    at.hear("I thought it was plain.", "Nothing was said.")
    follows = {"warn_seat": "first"} if warned else {}
    warned_before = at.warnings()
    seen = at.rule("it is an I", rule, **follows)
    assert ("warning" in seen.lower()) == bool(warned)
    at.tell()
    at.at_the_table()
    at.director.tap(".going .about")
    at.director.tap(".panel .procedure li:has-text('which letter') button")
    at.director.tap(".panel.slip[open] .go")
    until(at.page, "tilescribe.outbox.waiting === 0 && tilescribe.game.now.blanks.length === 1")
    at.settle("the blank is an I")

    assert at.sheet.open == ()
    [circled] = [e.fact for e in at.sheet.events if isinstance(e.fact, BlankDesignated)]
    assert (circled.letter, circled.square) == ("I", "8E")
    #          A B C D E F G H I J K L M N O
    assert at.row(8) == ". . . W i N D Y . . . . . . ."
    assert len(at.warnings()) == warned
    assert at.as_known_after(before) == at.as_known_after(at.sheet.version)
    notice = at.paper("ruling-notice")
    assert "it is an I" in notice
    assert rule in notice
    stood = (*stands(at)[:-2], warned_before, at.warnings(B))  # the letter stays
    taken_back(at, stood)
    reversed_on_appeal(at, stood)


@pytest.mark.parametrize(
    ("book", "racks", "rule"),
    [("wespa-4.0", (7, 7), "wespa-4.0 3.9.5"), ("wsc-2003", (8, 7), "wsc-2003 7.5")],
)
def test_H_09_an_overdraw_found_after_the_next_play_is_put_right_but_not_in_wsc(
    dispute, book, racks, rule
):
    at = dispute(book)
    at.table.play(A, "8D", "WINDY")
    at.table.play(B, "9C", "HOT")
    at.table.enter(
        ReportOverdraw(
            seat=A, drawn=6, touched=True, mixed=True, noticed_by="opponent", after_next_play=True
        )
    )
    before = at.call("A dispute")
    assert "drew" in at.evidence().lower() or "tiles" in at.evidence().lower()
    at.open_case("drawing", rule=rule)
    at.hear("I did not count.", "I saw eight.")
    at.rule("one tile too many", rule)
    at.tell()
    found = next(e.fact for e in at.sheet.events if isinstance(e.fact, Overdrawn))
    if found.put_right is not False:
        at.at_the_table()
        at.step("turns up")
        at.step("Clocks stopped again")

    assert found.over == 1
    assert at.sheet.stock.racks == racks
    assert at.as_known_after(before) == at.sheet.totals
    assert rule in at.paper("incident-record")
    taken_back(at, stands(at))
    reversed_on_appeal(at, stands(at))


@pytest.mark.parametrize(
    ("book", "totals", "rule"),
    [
        ("wespa-4.0", (220, 240), "wespa-4.0 3.13.2(i)(i)"),
        pytest.param("nsa-1998", (250, 240), "nsa-1998 IV.H.3", marks=pytest.mark.torture),
    ],
)
def test_I_08_an_exchange_with_six_in_the_bag_found_a_turn_later_costs_thirty_or_nothing(
    dispute, book, totals, rule
):
    at = dispute(book)
    at.fill_up(6, scores=(250, 240))
    at.table.enter(ExchangeTiles(seat=A, count=3))
    at.put(B, 2)
    at.table.enter(ChallengeExchange(seat=B, drawn=3, racked=True, returned=3))
    before = at.call("A question of rules")
    assert "exchange" in at.evidence()

    at.open_case("procedure", rule=rule)
    at.hear("I counted seven.", "There were six.")
    at.rule("six in the bag", rule)
    at.tell()
    at.at_the_table()
    at.step("are counted", choices=[("legal", "No")])

    assert at.sheet.totals == totals
    assert at.sheet.open == tuple(one for one in at.sheet.open if at.is_the_call(one))
    at.settle("the exchange stands")
    assert at.as_known_after(before) == (250, 240)
    assert at.as_known_after(at.sheet.version) == totals
    assert "six in the bag" in at.paper("ruling-notice")
    taken_back(at, stands(at))
    reversed_on_appeal(at, stands(at))
