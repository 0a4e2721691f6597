"""Challenges that fail where the server can't say what they cost: no network, or a slow one.

The table of all costs is ``test_as_the_server_has_it.py``; here whole games are entered by touch.
"""

from __future__ import annotations

import pytest

from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.turns_asked import a_play

pytestmark = pytest.mark.browser

PLAYS = (
    ("8D", "WINDY"), ("D8", ".ON"), ("10B", "TO."), ("B10", ".AR"), ("12B", ".EST"),
    ("E12", ".AT"), ("14E", ".OE"), ("G14", ".H"), ("H8", ".ES"), ("10H", ".O"), ("I10", ".N"),
    ("11I", ".E"),
)  # fmt: skip
FAILED = (0, 2, 3, 6, 8, 10)
"""After which of these plays somebody challenges, and it stands."""
MODES = {
    "wespa-5.1": ("none", "points-per-word-5", "points-per-turn-10", "lose-turn", "dingle",
                  "five-then-ten", "rising", "time"),
    "wespa-4.0": ("points-per-word-10", "points-per-turn-5", "lose-turn", "rising"),
    "wespa-1.0": ("dingle", "rising", "lose-turn", "time"),
    "wsc-2003": (None,),
    "nsa-1998": (None,),
}  # fmt: skip
EIGHTEEN = [(book, mode) for book, modes in MODES.items() for mode in modes]

SHOWN = """(({ lines, totals, on_move: onMove }) => [
  lines.map(({ seat, kind, move, score, total }) => [seat, kind, move, score, total]),
  totals, onMove,
])(tilescribe.game.now)"""


def options_of(book, mode):
    chosen = {"challenge-mode": mode} if mode else {}
    if mode == "time":
        chosen["challenge-seconds"] = 40
    if book == "wespa-1.0":
        chosen["unplayed-tiles"] = "double"
    return tuple(chosen.items())


def stands(tablet):
    """The play just made is challenged over the slip, and is acceptable."""
    tablet.tap("[data-do=challenge]")
    tablet.press(".panel.wide:not(.slip) .go")
    tablet.press(".panel.slip .go")
    tablet.says("#commit", "Enter the verdict")
    tablet.later()
    tablet.tap("#commit")
    tablet.press(".verdicts .good")
    tablet.until("!tilescribe.game.now.challenge && !tilescribe.panel.dialog.open")


def on_the_record(hall, tablet):
    """What the page showed, as the record has it."""
    sheet = hall.sheet(tablet.table)
    lines = [
        [line.seat, line.kind, line.move, line.score, line.totals[line.seat.place]]
        for line in sheet.lines
    ]
    return [lines, list(sheet.totals), sheet.on_move]


def without_a_network(browser, folder, book, mode, plays=PLAYS, delay=0):
    with a_hall(folder, book=book, options=options_of(book, mode)) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        tablet.play(*plays[0])
        tablet.sent()
        tablet.tap("[data-do=challenge]")  # no worker: its screens come before the network goes
        tablet.page.click("#panel >> text=Cancel")
        tablet.later()
        hall.delay = delay
        if not delay:
            tablet.context.set_offline(True)
            tablet.says("#state", "No network")
        shown = []
        for nth, play in enumerate(plays):
            if nth:
                tablet.play(*play)
            if nth in FAILED:
                stands(tablet)
            shown = tablet.page.evaluate(SHOWN)
            assert tablet.page.evaluate("tilescribe.outbox.troubles.length") == 0
        if not delay:
            assert tablet.page.evaluate("tilescribe.outbox.waiting") > len(plays) - 1

        hall.delay = 0
        tablet.context.set_offline(False)
        tablet.sent()
        assert tablet.page.evaluate("tilescribe.outbox.troubles.length") == 0
        assert shown == on_the_record(hall, tablet)
        tablet.close()
    return shown


@pytest.mark.found("TB-1")
def test_a_turn_lost_without_a_network_is_lost_at_once(browser, tmp_path):
    lines, _, on_move = without_a_network(browser, tmp_path, "wespa-5.1", "lose-turn")

    assert [line[:2] for line in lines[:3]] == [
        ["first", "play"], ["second", "challenge-failed"], ["first", "play"],
    ]  # fmt: skip
    assert len([line for line in lines if line[1] == "challenge-failed"]) == len(FAILED)
    assert on_move == "first"


@pytest.mark.found("TB-2")
def test_points_of_failed_challenges_are_in_the_totals_without_a_network(browser, tmp_path):
    lines, totals, _ = without_a_network(
        browser, tmp_path, "wespa-5.1", "five-then-ten", plays=PLAYS[:4]
    )

    assert [line[3] for line in lines if line[1] == "bonus"] == [5, 10, 5]
    assert totals == [32 + 5 + 5 + 10, 6 + 3 + 5]


@pytest.mark.torture
@pytest.mark.found("TB-1", "TB-2")
@pytest.mark.parametrize("nth", range(18))
def test_eighteen_games_by_touch_agree_with_the_record_before_it_has_them(browser, tmp_path, nth):
    book, mode = EIGHTEEN[nth]
    without_a_network(browser, tmp_path, book, mode, delay=0.8 if nth % 3 == 2 else 0)


WRONG = [
    a_play("first", "D8", ".ON"),
    a_play("second", "10B", "TO."),
    a_play("first", "B10", ".AR"),
]


def entered(tablet, *request):
    for one in request:
        tablet.page.evaluate("one => tilescribe.entries.enter(one).then(() => 0)", one)


@pytest.mark.found("TB-1")
def test_turns_refused_for_the_wrong_player_are_given_to_the_other_by_one_button(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        tablet.play("8D", "WINDY")
        tablet.sent()
        entered(tablet, *WRONG)
        tablet.says("#state", "Needs you (3)")
        tablet.page.click("#state")
        tablet.page.click("button:text-is('These turns were the other player’s')")
        tablet.until("tilescribe.outbox.troubles.length === 0")
        tablet.page.click("#panel >> text=Close")
        tablet.sent()

        assert [(line.seat, line.move) for line in hall.sheet().lines] == [
            ("first", "8D WINDY"), ("second", "D8 .ON"),
            ("first", "10B TO."), ("second", "B10 .AR"),
        ]  # fmt: skip
        tablet.close()


@pytest.mark.found("TB-1")
def test_no_reason_is_given_for_a_refused_queue_that_is_not_so(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        tablet.play("8D", "WINDY")
        tablet.sent()
        entered(tablet, *WRONG)
        tablet.says("#state", "Needs you (3)")
        tablet.page.click("#state")
        tablet.page.click("button:text-is('Drop it') >> nth=0")
        tablet.page.click("text=It was entered by mistake")
        tablet.says("#panel", "It was entered after another entry")
        words = tablet.page.text_content("#panel")
        assert "D8 .ON”, which was not written and has been dropped" in words
        assert "restored" not in words
        assert "is on move" in words  # what the server said of the one before it
        tablet.close()
