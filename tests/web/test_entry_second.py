"""Two scorekeepers: a table goes from one to the other, and one looks over what the other wrote."""

from __future__ import annotations

import pytest

from ledger.game.keeping.facts import TableHandedOver, TurnsVerified
from ledger.game.turns.requests import CorrectScore
from ledger.vocabulary import CONSOLE, Role
from tests.desks import Table
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import PIN, SLUG, a_hall

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def two(browser, tmp_path_factory):
    """Kim's tablet and Kit's, at the same tables."""
    with a_hall(tmp_path_factory.mktemp("second"), tables=len(TESTS)) as hall:
        hall.office.issue("K2", "Kit", Role.SCOREKEEPER, by=CONSOLE)
        hall.office.pins.set("K2", PIN)
        tablets = [
            Tablet(browser, hall, badge=badge, service_workers="allow") for badge in ("K1", "K2")
        ]
        yield tablets
        for tablet in tablets:
            tablet.close()


@pytest.fixture
def kim_and_kit(two, request):
    """Both at a table of this test's own, where Kim has entered a play."""
    kim, kit = two
    kim.open(TESTS.index(request.node.name) + 1)
    kim.start()
    kim.play("8D", "WINDY")
    kim.sent()
    kit.open(kim.table)
    return kim, kit


def more(tablet, what):
    tablet.page.click("[data-do=more]")
    tablet.page.click(f".panel .choices button:has-text('{what}')")


def says(tablet, selector, words):
    tablet.until(f"document.querySelector('{selector}')?.textContent.includes({words!r})")


def reloaded(tablet):
    tablet.page.evaluate("tilescribe.entries.reload()")


def take_over(tablet):
    tablet.page.click(".panel .go:has-text('Take over')")
    tablet.until("window.tilescribe.game.state.keeper?.badge === 'K2'")


def test_the_arriving_scorekeeper_takes_over_and_what_was_queued_comes_back_to_a_person(
    kim_and_kit,
):
    kim, kit = kim_and_kit
    kim.kept_for_offline()
    kim.context.set_offline(True)
    kim.play("7C", "GALE")  # on Kim's tablet only
    more(kit, "Take over this table")
    says(kit, "#panel", "badge K1")
    kit.page.click(".panel .choices button >> nth=0")
    take_over(kit)
    kit.play("D8", ".ON")
    kit.sent()

    kim.context.set_offline(False)
    kim.page.evaluate("tilescribe.outbox.flush()")
    says(kim, "#state", "Needs you")
    reloaded(kim)
    says(kim, "#preview", "handed over to badge K2")

    sheet = kim.sheet()
    assert [line.move for line in sheet.lines] == ["8D WINDY", "D8 .ON"]
    fact = sheet.table.keeper
    assert (fact.badge, fact.former_badge, fact.reason) == ("K2", "K1", "End of the shift")
    assert {fact.device, fact.former_device} == {
        tablet.page.get_attribute("#desk", "data-device") for tablet in (kim, kit)
    }
    # Nothing more is entered on the old tablet, by whatever way; it is led to taking over.
    says(kim, "#commit", "Take over this table")
    assert kim.page.is_disabled("[data-do=pass]")
    kim.page.evaluate("tilescribe.entries.enter({ ask: 'pass-turn', seat: 'first' }).then(() => 0)")
    kim.until("window.tilescribe.outbox.troubles.length === 2")
    told = kim.page.evaluate(
        "tilescribe.outbox.troubles.map(({ answer }) => answer.refused ?? answer.kind)"
    )
    assert told == ["stale", "table-handed-over"]
    assert kim.sheet().turn_count == 2
    for _ in told:
        kim.page.evaluate("tilescribe.outbox.drop(tilescribe.outbox.troubles[0].command_id)")


def test_who_leaves_hands_over_and_the_next_takes_it_and_gives_it_back(kim_and_kit):
    kim, kit = kim_and_kit
    more(kim, "Hand over this table")
    kim.page.click(".panel .go:has-text('Hand over')")
    says(kim, "#panel", "Sign out here")
    kim.page.keyboard.press("Escape")
    says(kim, "#preview", "Nobody keeps it yet.")
    reloaded(kit)
    says(kit, "#preview", "Nobody keeps it yet.")

    kit.page.click("#commit")
    take_over(kit)
    kit.until("document.getElementById('preview').textContent.startsWith('Player')")
    kim.page.click("#commit")
    kim.page.click(".panel .go:has-text('Take over')")
    kim.until("window.tilescribe.game.state.keeper?.badge === 'K1'")

    kept = [e.fact.badge for e in kim.sheet().events if isinstance(e.fact, TableHandedOver)]
    assert kept == ["", "K2", "K1"]


def test_turns_are_looked_over_by_the_other_badge_and_a_correction_clears_the_tick(kim_and_kit):
    kim, kit = kim_and_kit
    more(kim, "Check the turns")
    says(kim, ".verifying", "yours")
    assert kim.page.locator(".verifying button").count() == 0  # nobody verifies the own entries
    kim.page.keyboard.press("Escape")
    kit.kept_for_offline()
    kit.context.set_offline(True)
    more(kit, "Check the turns")
    kit.page.click(".verifying button:has-text('8D WINDY')")
    kit.page.click(".panel .go")
    kit.until("window.tilescribe.game.now.lines[0].verified.includes('K2')")
    kim.play("7C", "GALE")  # and the first pair of eyes is not held up by the second
    kit.context.set_offline(False)
    kit.page.evaluate("tilescribe.outbox.flush()")
    kit.sent()

    sheet = kim.sheet()
    assert [line.verified for line in sheet.lines] == [("K2",), ()]
    assert sum(isinstance(event.fact, TurnsVerified) for event in sheet.events) == 1
    reloaded(kim)
    kim.until("document.querySelector('#lines li').textContent.includes('✓')")
    replay = f"{kim.hall.address}/t/{SLUG}/r1/t{kim.table}/"
    assert kit.page.request.get(replay).text().count("✓<span") == 1

    request = CorrectScore(
        version=sheet.lines[0].version, now=30, reason="x", approved_by="both players"
    )
    Table(kim.hall.desk, sheet.id).enter(request)
    reloaded(kim)
    kim.until("!document.querySelector('#lines li').textContent.includes('✓')")


TESTS = [name for name in globals() if name.startswith("test_")]
