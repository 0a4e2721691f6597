"""Slips on the tablet: blanks circled, challenges confirmed and judged, entries put right."""

from __future__ import annotations

import pytest

from ledger.game.challenges.facts import ChallengeSlipConfirmed
from ledger.game.challenges.requests import Adjudicate
from tests.desks import Table
from tests.web.a_tablet import Tablet, question
from tests.web.entry_hall import a_hall
from tests.web.waiting import on_record

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll(".panel :is(button, input), #going button")]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)
  .map((one) => one.outerHTML.slice(0, 80))"""
"""Controls that are too small for a finger."""


@pytest.fixture(scope="module")
def at_the_tables(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("slips"), tables=len(TESTS)) as hall:
        tablet = Tablet(browser, hall)
        yield tablet
        tablet.close()


@pytest.fixture
def tablet(at_the_tables, request):
    """The tablet at a table of this test's own, the game begun."""
    at_the_tables.open(TESTS.index(request.node.name) + 1)
    at_the_tables.start()
    return at_the_tables


def confirm_the_slip(tablet):
    """Both look at the slip; it is on record before anything else happens."""
    tablet.page.click(".panel.slip .go:has-text('confirms')")
    on_record(lambda: isinstance(tablet.sheet().events[-1].fact, ChallengeSlipConfirmed))
    says(tablet, "#commit", "Enter the verdict")


def says(tablet, selector, words):
    tablet.until(f"document.querySelector('{selector}')?.textContent.includes({words!r})")


@pytest.mark.journey("slip")
def test_a_blank_is_circled_on_the_slip_that_comes_by_itself(tablet):
    page = tablet.page
    tablet.type("8D", "WiNDY")
    tablet.tap("#commit")
    page.wait_for_selector(".panel.slip.full[open]")

    assert page.evaluate(SMALL) == []
    box = page.locator(".panel.slip").bounding_box()
    assert (box["width"], box["height"]) == (768, 1024)
    assert page.locator(".slip .now [aria-pressed=true]").all_text_contents() == ["I"]
    assert page.locator(".slip .now .letter").count() == 26
    page.click("text=Turn round")
    assert page.evaluate("getComputedStyle(document.querySelector('.panel')).rotate") == "180deg"
    page.click("text=Turn round")
    page.click(".slip .go")
    tablet.until("tilescribe.game.now.blanks.length === 1")
    tablet.sent()

    [blank] = tablet.sheet().board.blanks
    assert (blank.blank, blank.letter, blank.square, blank.how) == (1, "I", "8E", "slip-circled")
    assert page.text_content("[data-do=blanks]") == "Blanks I"
    page.click("[data-do=blanks]")
    page.wait_for_selector(".panel.slip[open]")
    assert page.locator(".slip [aria-pressed=true]").all_text_contents() == ["I"]
    assert page.locator(".slip .go:visible").count() == 0
    page.click("text=Back to the board")


def test_another_letter_is_circled_than_was_typed_and_the_tile_follows(tablet):
    page = tablet.page
    tablet.type("8D", "WiNDY")
    tablet.tap("#commit")
    page.click(".slip .now .letter:text-is('A')")
    page.click(".slip .go:text-is('Confirm A')")
    tablet.until("tilescribe.game.now.blanks.length === 1")
    tablet.sent()

    assert tablet.sheet().board.blanks[0].letter == "A"
    page.evaluate("tilescribe.entries.reload()")
    tablet.until("tilescribe.game.now.squares[7 * 15 + 4] === 'a'")
    assert tablet.sheet().board.squares[7 * 15 + 4] == "a"


def test_two_blanks_of_one_play_are_circled_one_after_the_other(tablet):
    tablet.play("8D", "WinDY")
    tablet.sent()

    assert [(one.blank, one.letter) for one in tablet.sheet().board.blanks] == [(1, "I"), (2, "N")]
    assert tablet.page.text_content("[data-do=blanks]") == "Blanks I N"


@pytest.mark.journey("challenge")
def test_a_challenge_goes_over_the_slip_to_one_verdict(tablet):
    page = tablet.page
    tablet.play("8D", "WINDY")
    page.click("[data-do=challenge]")
    page.fill(".panel input", "windo")
    page.click("[data-field=method] button:has-text('By runner')")
    assert page.evaluate(SMALL) == []
    page.click(".panel .go")
    page.wait_for_selector(".panel.slip.full[open]")
    assert page.locator(".slip .words li").all_text_contents() == ["WINDY", "WINDO"]
    page.click("text=Other words")
    page.fill(".panel input", "windy")
    page.click(".panel .go")
    says(tablet, ".slip .words", "WINDY")
    confirm_the_slip(tablet)
    challenge = tablet.sheet().challenges.pending
    assert (challenge.words, challenge.method) == (("WINDY",), "runner")

    page.click("#commit")
    page.wait_for_selector(".verdicts")
    assert page.evaluate(SMALL) == []
    assert not page.is_visible(".panel .words")
    page.click("text=Show the words")
    assert page.text_content(".panel .words") == "WINDY"
    page.click(".verdicts .bad")
    says(tablet, "#going", "The play comes off")
    assert tablet.sheet().totals == (0, 0)
    assert "WINDY" not in page.text_content("#going")


def test_a_verdict_that_the_word_judge_gives_arrives_by_itself(tablet):
    page = tablet.page
    tablet.play("8D", "WINDY")
    page.click("[data-do=challenge]")
    page.click(".panel .go")
    confirm_the_slip(tablet)

    hall = tablet.hall
    Table(hall.desk, hall.games[tablet.table - 1]).enter(Adjudicate(acceptable=True))
    page.evaluate("tilescribe.entries.reload()")

    says(tablet, "#going", "The play stands")
    says(tablet, "#commit", "Tap the first square")


def test_a_challenge_is_withdrawn_only_as_far_as_the_rulebook_lets(tablet):
    page = tablet.page
    tablet.play("8D", "WINDY")
    page.click("[data-do=challenge]")
    page.click(".panel .go")
    confirm_the_slip(tablet)
    page.click("#commit")
    page.click("text=Withdrawn…")
    page.click(".panel .choices button:has-text('The challenge is withdrawn')")

    says(tablet, ".panel", "can't be withdrawn")
    page.click(".panel .go")
    assert tablet.sheet().challenges.pending is not None
    assert page.evaluate("tilescribe.outbox.troubles") == []
    says(tablet, "#state", "Sent")


@pytest.mark.journey("correction")
@pytest.mark.found("TB-13")
def test_a_score_and_a_play_are_put_right_with_a_reason(tablet):
    page = tablet.page
    tablet.play("8D", "WINDY")
    tablet.play("9C", "HOT")
    tablet.sent()
    page.evaluate("tilescribe.entries.reload()")
    page.click(".player.second .open-sheet")
    page.wait_for_selector(".sheet-lines")
    assert page.evaluate(SMALL) == []
    page.click(".sheet-lines button:has-text('8D WINDY')")
    page.click("text=The score")
    for digit in "33":
        page.click(f".pad button:text-is('{digit}')")
    page.click(".pad .go")
    assert page.eval_on_selector_all(".panel [aria-pressed=true]", "all => all.length") == 0
    assert page.input_value(".panel fieldset input >> nth=0") == ""
    lacks = ".panel [role=alert]:visible"
    page.click(".panel .go:has-text('Both players agreed')")
    assert page.inner_text(lacks) == "Say what was wrong first."
    page.click("text=Added up wrong")
    assert page.inner_text(".panel [aria-pressed=true]") == "Added up wrong"
    page.click(".panel button:has-text('The director agreed')")
    assert page.inner_text(lacks) == "Type the director’s badge first."
    page.fill(".panel .pair.or input", "D1")
    assert not page.locator(lacks).count()
    gaps = page.evaluate(
        """[[".choices", ".choices + input"], [".go", ".pair.or label"]].map(([above, below]) => {
          const [one, two] = [above, below].map((name) =>
            document.querySelector(`#panel ${name}`).getBoundingClientRect());
          return two.top - one.bottom;
        })"""
    )
    assert min(gaps) >= 8, gaps
    page.click(".panel .go:has-text('Both players')")
    tablet.until("tilescribe.game.now.totals[0] === 33")
    [correction] = tablet.sheet().lines[0].corrections
    assert (correction.reason, correction.now) == ("Added up wrong", "8D WINDY +33")

    page.click(".player.first .open-sheet")
    page.click(".sheet-lines button:has-text('9C HOT')")
    page.click(".panel button:text-is('The play')")
    says(tablet, "#going", "Correcting: 9C HOT")
    tablet.where = {}  # the board has made room for the strip
    tablet.type("9C", "HAT")
    tablet.tap("#commit")
    page.click(".panel .choices button:has-text('Heard wrong')")
    page.click(".panel .go:has-text('Both players')")
    tablet.until("tilescribe.game.now.lines.some(({ move }) => move === '9C HAT')")
    tablet.until("document.getElementById('going').hidden")
    assert tablet.sheet().lines[1].move == "9C HAT"
    assert tablet.sheet().lines[1].corrections[0].was == "9C HOT +17"


def test_the_tiles_of_a_missed_turn_are_entered_later(tablet):
    page = tablet.page
    page.click("[data-do=more]")
    page.click("text=Missed it")
    for digit in "32":
        page.click(f".pad button:text-is('{digit}')")
    page.click(".pad .go")
    tablet.until("tilescribe.game.now.lines.length === 1")
    tablet.sent()
    page.evaluate("tilescribe.entries.reload()")
    tablet.until("tilescribe.game.state.lines.length === 1")

    page.click(".player.first .open-sheet")
    page.click(".sheet-lines button >> nth=0")
    page.click("text=Enter its tiles")
    says(tablet, "#going", "Correcting")
    tablet.where = {}  # the board has made room for the strip
    tablet.type("8D", "WINDY")
    tablet.tap("#commit")
    page.click(".panel .choices button:has-text('Heard wrong')")
    page.click(".panel .go:has-text('Both players')")
    tablet.until("tilescribe.game.now.lines[0].kind === 'play'")

    assert tablet.sheet().lines[0].move == "8D WINDY"
    assert tablet.sheet().totals == (32, 0)


def test_a_dispute_about_a_blank_leads_to_the_form_of_the_rulebook(tablet):
    page = tablet.page
    tablet.play("8D", "WiNDY")
    tablet.sent()
    page.evaluate("tilescribe.entries.reload()")
    tablet.until("tilescribe.game.now.offers.some(({ asks }) => asks === 'dispute-blank')")
    page.click("[data-do=blanks]")
    page.click("text=A blank is disputed")
    page.click("[data-field=seat] button >> nth=1")
    page.click(f"{question(page, 'square')} .choices button:text-is('8E')")
    page.fill(f"{question(page, 'claimed')} input", "A")
    page.click(".panel .go")

    says(tablet, "#going", "Which letter is the blank at 8E?")
    assert tablet.sheet().open


TESTS = [name for name in dir() if name.startswith("test_")]
