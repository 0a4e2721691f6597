"""The word judge's terminal: slips that wait, one verdict on a whole play, and never which word."""

from __future__ import annotations

import logging
import re
import time
from uuid import uuid4

import pytest

from ledger.game.challenges.facts import ChallengeAdjudicated
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.judging.requests import AskAgain
from ledger.game.judging.slips import ChangeWords, ConfirmSlip, HandOver
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.lexicon.lexicon import add
from ledger.tournament.facts import Pairing
from ledger.vocabulary import CONSOLE, Role
from printing.forms import of_a_game
from printing.source import NOTHING_ELSE
from tests.desks import A, B, Table
from tests.officials import Organiser
from tests.web.a_tablet import Tablet
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.judged_hall import VERDICT_SEEN
from tests.web.waiting import until

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
WORDS = "WINDY\nWIND\nOX\n"
"""A word list in which WINDY is good and VELDY is not."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judge")
    with a_hall(folder, tables=TABLES) as hall:
        for badge, role in (
            ("J1", Role.WORD_JUDGE),
            ("J2", Role.WORD_JUDGE),
            ("O1", Role.ORGANISER),
        ):
            hall.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
            hall.office.pins.set(badge, PIN)
        (folder / "list.txt").write_text(WORDS)
        words = add(folder, "Small list", folder / "list.txt")
        hall.digest = words.digest
        Organiser(hall.here.desk).choose_words(SLUG, words.name, words.digest, by=CONSOLE)
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, TABLES + 1)]
        hall.second = Organiser(hall.here.desk).pair_round(SLUG, 2, pairings, by=CONSOLE)
        hall.app.config.update(
            WORD_LISTS=folder, HEARTBEAT_SECONDS=0.1, VERDICT_SHOWN_AFTER=0.0, VERDICT_STAYS=1
        )
        hall.app.extensions["printer"] = lambda form, sheet, paper: of_a_game(
            form, sheet, NOTHING_ELSE
        ).pdf(paper)
        hall.free = iter(hall.second)
        yield hall


class AnyId:
    """Numbers for requests that no other test of this record uses."""

    def __init__(self, desk, game):
        self.table = Table(desk, game)
        self.table.sent = lambda by="K1", **what: Table.sent(self.table, by, **what)
        self.table.numbers = iter(lambda: uuid4().int >> 65, None)


@pytest.fixture
def table(hall):
    """A table of this test's own, WINDY played, in a round with a word list."""
    return begun(hall, next(hall.free))


def begun(hall, game, letters="WINDY"):
    table = AnyId(hall.desk, game).table
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", letters)
    return table


def client(hall, badge="J1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def waiting(visitor, table):
    slips = visitor.get("/judge/slips.json").json["slips"]
    return next((one for one in slips if one["game"] == str(table.game)), None)


def give(visitor, table, door="verdict", **request):
    told = {"command_id": str(uuid4()), "after": last(table), **request}
    return visitor.post(f"/api/games/{table.game}/{door}", json=told, headers=FROM_HERE)


def last(table):
    return str(table.sheet.events[-1].envelope.command_id)


def test_a_slip_waits_with_all_a_judge_must_know(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY", "OX"), method="runner"))
    judge = client(hall)

    one = waiting(judge, table)
    assert (one["table"], one["round"], one["listed"]) == (table.sheet.scheduled.table, 2, True)
    assert one["slip"]["words"] == ["WINDY", "OX"]
    assert (one["slip"]["challenger"], one["slip"]["method"]) == (table.sheet.name(B), "runner")
    assert (one["slip"]["confirmed"], one["slip"]["handed_over"]) == (False, False)

    table.enter(ConfirmSlip(seat=A))
    assert waiting(judge, table)["slip"]["confirmed"]
    table.enter(ChangeWords(seat=B, words=("WINDY",)))
    assert not waiting(judge, table)["slip"]["confirmed"]
    table.enter(ConfirmSlip(seat=A))
    table.enter(HandOver())
    told = waiting(judge, table)["slip"]
    assert (told["words"], told["confirmed"], told["handed_over"]) == (["WINDY"], True, True)

    give(judge, table, acceptable=True)
    assert waiting(judge, table) is None


def test_the_slip_that_waits_longest_comes_first(hall):
    two, one = begun(hall, next(hall.free)), begun(hall, next(hall.free))
    one.enter(IssueChallenge(seat=B, words=("WINDY",)))
    two.enter(IssueChallenge(seat=B, words=("WINDY",)))
    judge = client(hall)

    games = [each["game"] for each in judge.get("/judge/slips.json").json["slips"]]
    assert games.index(str(one.game)) < games.index(str(two.game))
    assert judge.get("/judge/slips.json?tournament=other").json["slips"] == []
    for table in (one, two):
        give(judge, table, acceptable=True)


@pytest.mark.parametrize("acceptable", [True, False])
def test_a_verdict_is_recorded_under_the_badge_of_the_judge(hall, table, acceptable):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))

    answer = give(client(hall), table, acceptable=acceptable)

    assert answer.json == {"kind": "written", "again": False, "acceptable": acceptable}
    event = next(e for e in table.sheet.events if isinstance(e.fact, ChallengeAdjudicated))
    assert (event.fact.acceptable, event.fact.adjudicator) == (acceptable, "J1")
    assert (event.envelope.written_by, event.fact.lexicon) == ("J1", "")
    assert table.sheet.challenges.pending is None


def test_a_verdict_that_arrives_twice_is_written_once(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY", "VELDY")))
    judge, told = client(hall), {"command_id": str(uuid4()), "after": last(table)}

    first = give(judge, table, **told)
    version = table.sheet.version
    again = give(judge, table, **told)

    assert (first.json["acceptable"], again.json["acceptable"]) == (False, False)
    assert again.json["again"]
    assert table.sheet.version == version
    late = give(client(hall, "J2"), table, acceptable=True)
    assert (late.status_code, late.json["refused"]) == (422, "no-challenge")


def test_a_verdict_on_a_slip_that_changed_meanwhile_is_not_written(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    seen = last(table)
    table.enter(ChangeWords(seat=B, words=("WINDY", "OX")))

    answer = give(client(hall), table, after=seen, acceptable=True)

    assert answer.json == {"kind": "stale"}
    assert table.sheet.challenges.pending is not None
    give(client(hall), table, acceptable=True)


@pytest.mark.parametrize(
    ("words", "acceptable"),
    [(("WINDY",), True), (("windy", "OX"), True), (("WINDY", "VELDY"), False), (("VELDY",), False)],
)
def test_the_word_list_gives_one_verdict_on_all_words(hall, table, words, acceptable):
    table.enter(IssueChallenge(seat=B, words=words))

    answer = give(client(hall), table)

    assert answer.json["acceptable"] is acceptable
    fact = next(e.fact for e in table.sheet.events if isinstance(e.fact, ChallengeAdjudicated))
    assert (fact.adjudicator, fact.lexicon) == ("J1", hall.digest)


def test_both_players_at_the_screen_are_named_as_those_who_judged(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",), method="self-adjudicated"))

    said = give(client(hall), table, acceptable=True, by_players=True)
    give(client(hall), table, by_players=True)

    assert said.json["refused"] == "unreadable-request"
    event = next(e for e in table.sheet.events if isinstance(e.fact, ChallengeAdjudicated))
    assert event.fact.adjudicator == f"{table.sheet.name(B)}, {table.sheet.name(A)}"
    assert event.envelope.written_by == "J1"


def test_a_list_answers_a_fixed_time_after_the_question(hall, table, monkeypatch):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    monkeypatch.setitem(hall.app.config, "VERDICT_SHOWN_AFTER", 0.2)
    judge = client(hall)

    began = time.monotonic()
    give(judge, table)

    assert time.monotonic() - began >= 0.2


def test_without_a_list_the_judge_decides_and_nothing_is_looked_up(hall):
    table = begun(hall, hall.games[TABLES - 1])  # of round 1, which names no list
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    judge = client(hall)

    assert waiting(judge, table)["listed"] is False
    assert give(judge, table).json["refused"] == "no-such-lexicon"
    assert give(judge, table, acceptable=False).json["kind"] == "written"


def test_a_slip_whose_words_nobody_noted_can_t_be_looked_up(hall, table):
    table.enter(IssueChallenge(seat=B))
    judge = client(hall)

    assert waiting(judge, table)["listed"] is False
    assert give(judge, table).json["refused"] == "nothing-on-the-slip"
    assert give(judge, table, acceptable=False).json["kind"] == "written"


def test_another_opinion_is_asked_for_at_another_judge_and_at_last_at_the_director(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    give(client(hall), table, acceptable=True)
    assert waiting(client(hall), table) is None

    table.enter(AskAgain(seat=B))
    slip = waiting(client(hall), table)["slip"]
    assert (slip["opinion"], slip["not_by"], slip["by_director"]) == (2, ["J1"], False)
    give(client(hall, "J2"), table, acceptable=False)

    assert waiting(client(hall), table) is None, "it is the director's"
    slip = waiting(client(hall, "D1"), table)["slip"]
    assert (slip["opinion"], slip["by_director"]) == (3, True)
    assert give(client(hall), table, acceptable=True).json["refused"] == "director-adjudicates"
    give(client(hall, "D1"), table, acceptable=False)

    assert table.sheet.challenges.judged.verdicts == (True, False, False)
    assert table.sheet.totals == (0, 0)


def test_a_slip_that_differs_from_the_board_is_written_anew_and_is_no_verdict(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDOW",)))
    judge = client(hall)

    assert give(judge, table, "slip-returned", words=["WINDY"]).json == {"kind": "written"}
    assert table.sheet.challenges.pending.words == ("WINDY",)
    assert waiting(judge, table)["slip"]["confirmed"] is False
    give(judge, table, acceptable=True)


def test_a_game_nobody_scheduled_has_no_slip(hall):
    unknown = client(hall).post(
        f"/api/games/{uuid4()}/verdict",
        json={"command_id": str(uuid4()), "after": str(uuid4())},
        headers=FROM_HERE,
    )
    assert (unknown.status_code, unknown.json["refused"]) == (404, "no-such-game")


def test_a_tablet_of_another_table_judges_nothing_here(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    visitor = hall.app.test_client()
    code = hall.office.tablets.invite(f"{SLUG}/T99", by=CONSOLE)
    visitor.post("/enrol", data={"code": code}, headers=FROM_HERE)
    visitor.post("/sign-in", data={"badge": "J1", "pin": PIN}, headers=FROM_HERE)

    assert give(visitor, table, acceptable=True).json["refused"] == "another-table"
    give(client(hall), table, acceptable=True)


@pytest.mark.parametrize("badge", ["K1", "O1"])
def test_nobody_but_a_judge_or_a_director_comes_in(hall, table, badge):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    visitor = client(hall, badge)

    for answer in (visitor.get("/judge"), visitor.get("/judge/slips.json")):
        assert answer.status_code == 403
    assert give(visitor, table, acceptable=True).json["refused"] == "not-allowed"
    give(client(hall), table, acceptable=True)


def test_the_slip_is_printed_for_officials(hall, table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    judge = client(hall)
    paper = waiting(judge, table)["paper"]
    give(judge, table, acceptable=True)

    for form in (paper, paper.replace("challenge", "blank")):
        answer = judge.get(form)
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        assert answer.data.startswith(b"%PDF-1.")
        assert hall.app.test_client().get(form).status_code == 403


def test_no_byte_of_any_response_and_no_line_of_a_log_says_which_word_was_bad(hall, caplog):
    """Three games alike but for which of two words is bad, or both: every response is the same,
    but for the words as they were written on the slip."""
    caplog.set_level(logging.DEBUG)
    told = []
    for words in (("WINDY", "VELDY"), ("VELDY", "WINDY")):
        table = begun(hall, next(hall.free), "FJORD")
        table.enter(IssueChallenge(seat=B, words=words))
        caplog.clear()
        told.append(everything_said(hall, table, words) + logged(caplog))
    neither = begun(hall, next(hall.free), "FJORD")
    neither.enter(IssueChallenge(seat=B, words=("VELDX", "VELDY")))
    caplog.clear()
    told.append(everything_said(hall, neither, ("VELDX", "VELDY")) + logged(caplog))

    assert told[0] == told[1] == told[2]
    assert "first-word" in told[0]
    assert '"acceptable":false' in told[0]


def logged(caplog):
    """Every line of the log, but for the number under which each request came in."""
    return re.sub(r"request=[0-9a-f]+-[0-9a-f]+", "request=a-number", caplog.text)


def everything_said(hall, table, words):
    """Every response to judge, tablet and desk round one verdict, what differs anyway left out."""
    judge, keeper, director = client(hall), client(hall, "K1"), client(hall, "D1")
    said = [repr(waiting(judge, table))]
    given = give(judge, table)
    said += [given.text, repr(sorted(given.headers.items()))]
    said += [
        keeper.get(f"/api/games/{table.game}/table.json").text,
        director.get(f"/api/games/{table.game}/table.json").text,
        repr(waiting(judge, table)),
        judge.get("/judge", headers=FOR_PEOPLE).text,
    ]
    desk = director.get("/desk/now.json").json
    said.append(repr([one for one in desk["slips"] if one["where"]["game"] == str(table.game)]))
    text = "\n".join(said)
    events = table.sheet.events
    for event in events:
        text = text.replace(str(event.envelope.command_id), "an-id")
        text = text.replace(event.envelope.written_at.isoformat(), "a-time")
    place = table.sheet.scheduled.table
    for was, shown in (
        (str(table.game), "a-game"), (f"/t{place}/", "/a-table/"), (words[0], "first-word"),
        (words[1], "second-word"), (f"'table': {place},", "a-table"),
        (f'"table":{place},', "a-table"), (table.sheet.name(A), "player-a"),
        (table.sheet.name(B), "player-b"), (f'"number":{2 * place - 1}', "number-a"),
        (f'"number":{2 * place}', "number-b"),
    ):  # fmt: skip
        text = text.replace(was, shown)
    passing = (
        r"'(Date|X-Request-Id)', '[^']*'|data-after=\"[\w.]+\"|20\d\d-\d\d-\d\dT[\d:.]+\+00:00"
    )
    return re.sub(passing, "", text)


CLICKS = "window.clicks = 0, addEventListener('click', () => { window.clicks += 1; }, true)"
AT_ONCE = """() => {
  document.querySelector(".verdict.bad").click();
  return document.querySelector(".verdict.record").disabled; // for less than a second
}"""


@pytest.mark.journey("judge")
@pytest.mark.browser
def test_a_challenge_goes_from_the_tablet_to_the_judge_and_the_verdict_comes_back(browser, hall):
    tablet = Tablet(browser, hall, 1)
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    judge = context.new_page()
    errors = []
    judge.on("pageerror", lambda error: errors.append(str(error)))
    judge.goto(f"{hall.address}/sign-in?then=/judge")
    judge.fill("[name=badge]", "J1")
    judge.fill("[name=pin]", PIN)
    judge.click("button:has-text('Sign in')")
    judge.wait_for_selector("#none:not([hidden])")
    judge.wait_for_selector("[data-look=live]")

    tablet.start()
    tablet.play("8D", "WINDY")
    tablet.page.click("[data-do=challenge]")
    tablet.page.click(".panel .go")
    tablet.page.click(".panel.slip .go:has-text('confirms')")
    tablet.until("document.getElementById('commit').textContent === 'Enter the verdict'")
    tablet.page.click("#commit")

    judge.wait_for_selector(".slip-card .chip:has-text('words confirmed')")
    judge.tap(".slip-card")
    judge.wait_for_selector(".words li")
    assert judge.locator(".words li").all_text_contents() == ["WINDY"]
    small = """() => [...document.querySelectorAll("#screen :is(button, a)")]
      .filter((one) => one.getBoundingClientRect().height < 44).length"""
    assert judge.evaluate(small) == 0
    box = judge.locator(".verdict.bad").bounding_box()
    assert box["height"] >= 124
    assert judge.locator(".verdict.bad").inner_text().startswith("Play is not acceptable")
    assert judge.locator("body > header").is_hidden()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    judge.evaluate(CLICKS)
    for _ in range(4):  # a finger that slips: there and back, nothing is recorded
        judge.touchscreen.tap(x, y)
    until(judge, "window.clicks === 4")
    assert judge.locator("#slip-title").text_content() == "Table 1"
    assert judge.evaluate(AT_ONCE)
    judge.evaluate(VERDICT_SEEN, ".recorded.bad")
    judge.tap(".verdict.record:enabled")
    until(judge, "window.seen !== undefined")
    seen = judge.evaluate("seen")
    assert "Play is not acceptable" in seen
    assert "WINDY" not in seen
    judge.wait_for_selector("#screen[hidden]", state="attached")
    judge.wait_for_selector("#none")

    tablet.until("document.getElementById('going').textContent.includes('The play comes off')")
    tablet.page.wait_for_selector("#panel", state="hidden")
    sheet = hall.sheet(1)
    assert (sheet.totals, sheet.challenges.judged.judges) == ((0, 0), ("J1",))
    assert errors == []
    context.close()
    tablet.close()


TABLES = 24
