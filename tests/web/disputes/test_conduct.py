"""A hold that only blocks the draw; a phone, warned, penalised, appealed against."""

from __future__ import annotations

import pytest

from ledger.game.play.holds.holding import CallHold, ReleaseHold
from ledger.incidents.facts.appeals import AppealLodged
from ledger.incidents.facts.cases import PenaltyDecided
from tests.desks import A, B
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("book", "act", "rule"),
    [
        ("wespa-4.0", "frivolous-challenge", "wespa-4.0 6.3.1(h)"),
        pytest.param("nsa-1998", "", "nsa-1998 X.A", marks=pytest.mark.torture),
    ],
)
def test_K_12_a_hold_only_to_block_the_draw_is_an_offence_where_the_book_names_it(
    dispute, book, act, rule
):
    at = dispute(book)
    for seat, square, word in ((A, "8D", "WINDY"), (B, "9C", "HOT"), (A, "10B", "AT")):
        at.table.play(seat, square, word)
        if seat is A:
            at.table.enter(CallHold(seat=B))
            at.table.enter(ReleaseHold(seat=B))
    before = at.call("Conduct")
    assert "hold" in at.evidence().lower()
    at.open_case("conduct", seat=B, rule=rule)
    at.hear("He holds every time.", "I was thinking.")
    follows = {"warn_seat": "second"}
    if act:
        at.director.tap("summary:has-text('A finding on conduct')")
        follows |= {"against": "second", "offence": act, "level": "2"}
    stood = stands(at)
    at.rule("only to block the draw", rule, **(follows if act else {}))
    at.tell()
    at.settle("warned" if act else "no act of the book")

    assert len(at.warnings(B)) == bool(act)
    assert (at.file.finding is not None) == bool(act)
    assert at.as_known_after(before) == at.as_known_after(at.sheet.version)
    paper = at.paper("warning-notice" if act else "ruling-notice")
    assert rule in paper or "block the draw" in paper
    taken_back(at, stood)
    reversed_on_appeal(at, stood)


@pytest.mark.parametrize(
    ("book", "warned_of", "act", "kind", "amount", "appeals", "rule"),
    [
        pytest.param(
            "wespa-5.1",
            "other",
            "aids-used",
            "lost-points",
            "10",
            True,
            "wespa-5.1 6.3.1(j)",
            marks=pytest.mark.torture,
        ),
        ("wsc-2003", "phone", "phone", "forfeit", "", False, "wsc-2003 14.3"),
    ],
)
def test_R_07_a_phone_is_warned_in_three_taps_penalised_in_three_and_appealed_where_one_may(
    dispute, book, warned_of, act, kind, amount, appeals, rule
):
    at = dispute(book)
    at.table.play(A, "8D", "WINDY", announced=32)
    director = at.director
    director.look(f"{at.hall.address}/desk")
    director.tap(f".table-tile[data-game='{at.table.game}']")  # the table one looks at
    with director.at_most(3):
        director.tap("#peek-acts a:has-text('Warn')")
        director.tap(f"label:has(input[name=offence][value={warned_of}])")
        director.write("input[name=words]", "it rang")
        director.tap(f"button:has-text('Warn {at.sheet.names[0]}')")
        at.page.locator("li:has-text('it rang')").wait_for()
    assert len(at.warnings()) == 1

    before = at.call("Conduct")
    assert "called" in at.evidence()
    at.open_case("conduct", seat=A, rule=rule)
    at.hear("It was in my bag.", "It rang again.")
    director.tap("summary:has-text('A finding on conduct')")
    level = {"level": "2"} if book == "wespa-5.1" else {"level": "0"}
    stood = stands(at)
    at.rule("it rang again", rule, against="first", offence=act, **level)
    if amount:
        director.write("section:has(#penalty-title) input[name=amount]", amount)
    with director.at_most(3):
        director.tap(f"section:has(#penalty-title) label:has([name=kind][value={kind}])")
        director.tap("text=Carry out the penalty")
        at.page.locator("section:has(#penalty-title) li").first.wait_for()
    at.tell()
    [decided] = at.file.each(PenaltyDecided)
    assert decided.kind == kind
    taken_back(at, stood)
    at.open_again()

    if appeals:
        assert at.sheet.totals[0] == 22
        director.tap("summary:has-text('Somebody appeals')")
        form = "details:has(summary:has-text('Somebody appeals'))"
        director.write(f"{form} input[name=who]", at.sheet.names[0])
        director.choose(f"{form} select[name=seat]", "first")
        director.write(f"{form} textarea[name=grounds]", "It was not my phone.")
        director.write(f"{form} input[name=decide_by]", "2099-01-01T10:00")
        director.tap(f"{form} button:has-text('Lodge the appeal')")
        director.write(f"{form} input[name=decide_by]", "2099-01-01T10:00")
        # The book has appeals made after the event: the director says why it is taken now.
        director.write(f"{form} input[name=although]", "kept until the event is over")
        director.tap(f"{form} button:has-text('Lodge the appeal')")
        at.page.locator(".ruling:has-text('appealed to')").wait_for()
        at.page.locator(".deadline .time-left:has-text(' left')").wait_for()
        assert at.page.locator(".ladder [aria-current]").count() == 1
        assert "It was not my phone." in at.paper("appeal-form")
        assert at.file.each(AppealLodged)
    else:
        assert at.sheet.ended == "forfeited"
        assert "Who may appeal" in director.says("section:has(#appeal-title)")
    assert at.as_known_after(before)[0] == 32
    assert rule in at.paper("incident-record")
    reversed_on_appeal(at, stood)
