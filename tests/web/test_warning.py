"""A player is warned on a page of the table: once, of an act of the book, and it counts again."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.game.calls.requests import SettleWarning
from ledger.game.challenges.holds import ReportIrregularTurn
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.penalties import Penalise
from ledger.messages import text_of
from ledger.rulebook import rules_of
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, Table
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("warning"), tables=8) as hall:
        hall.free = iter(range(1, 9))
        yield hall


@pytest.fixture
def table(hall):
    """A game in which a play was made."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY")
    table.address = f"/t/{SLUG}/r1/t{table.sheet.scheduled.table}/warn"
    return table


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def sent(visitor, table, **form):
    data = {"request": str(uuid4()), **form}
    return visitor.post(table.address, data=data, headers={**FROM_HERE, **FOR_PEOPLE})


def warnings(hall, table):
    tournament = tournament_named(SLUG, hall.desk.log)
    return tournament.conduct.warnings_of(table.sheet.numbers[0])


def test_D06_a_warning_is_kept_with_its_act_its_clause_and_the_turn(hall, table):
    player = table.sheet.numbers[0]

    answer = sent(client(hall), table, player=player, offence="distraction", words="kept talking")

    assert answer.status_code == 303
    [warned] = warnings(hall, table)
    assert (warned.offence, warned.words, warned.turn) == ("distraction", "kept talking", 1)
    assert warned.game == table.game
    assert warned.clause.startswith("wespa-5.1 6.")
    shown = client(hall).get(answer.location).text
    assert f"{table.sheet.names[0]} is warned: " in shown
    assert "Back to the desk" in shown
    shown = client(hall).get(table.address).text
    assert " is warned: " not in shown
    assert "kept talking" in shown
    assert "Official warning" in shown


def test_D06_an_act_that_is_looked_for_takes_the_place_of_the_one_at_hand(hall, table):
    sent(
        client(hall), table, player=table.sheet.numbers[0], offence="other", another="view-blocked"
    )

    assert [one.offence for one in warnings(hall, table)] == ["view-blocked"]


def test_D06_a_form_that_is_handed_in_twice_warns_once(hall, table):
    form = {"request": str(uuid4()), "player": table.sheet.numbers[0], "offence": "other"}
    visitor = client(hall)

    assert [sent(visitor, table, **form).status_code for _ in range(2)] == [303, 303]

    assert len(warnings(hall, table)) == 1


def test_D06_what_was_typed_is_still_there_when_nobody_was_chosen(hall, table):
    answer = sent(client(hall), table, words="took the bag away", offence="other")

    assert answer.status_code == 422
    assert "took the bag away" in answer.text
    assert warnings(hall, table) == ()


def test_D06_the_organiser_sees_the_warnings_and_gives_none(hall, table):
    assert client(hall, "K1").get(table.address).status_code == 403
    assert sent(client(hall, "K1"), table, player=table.sheet.numbers[0]).status_code == 403
    assert warnings(hall, table) == ()


def test_D06_what_is_refused_has_the_status_it_has_everywhere(hall, table, monkeypatch):
    """What may not be done is 403 here too, with the form and what was typed."""

    def not_allowed(*_asked):
        raise Refusal("not-allowed", "Directors warn.", "Call one.")

    monkeypatch.setattr(hall.desk, "must_write", not_allowed)
    answer = sent(client(hall), table, player=table.sheet.numbers[0], words="kept talking")

    assert answer.status_code == 403
    assert "kept talking" in answer.text


@pytest.mark.journey("warning")
@pytest.mark.browser
def test_H03_a_warning_takes_four_taps_from_the_table_looked_at(hall, table, browser):
    number = table.sheet.scheduled.table
    context = browser.new_context()
    let_in(context, hall, "D1")
    page = context.new_page()
    page.goto(f"{hall.address}/desk")
    page.click(f".table-tile[data-game='{table.game}']")  # the table that is looked at
    page.click("#peek-acts a:has-text('Warn')")
    assert page.locator(":checked[type=radio]").count() == 0, "nobody and nothing is chosen"
    page.click(f"label:has([name=player]):has-text('{table.sheet.names[0]}')")
    page.click("label:has([name=offence]) >> nth=3")
    page.get_by_role("button", name=f"Warn {table.sheet.names[0]}", exact=True).click()
    page.wait_for_selector("li:has-text('Official warning')")
    assert f"/t{number}/warn?warned=" in page.url
    page.get_by_role("status").filter(has_text="is warned").wait_for()
    context.close()

    assert len(warnings(hall, table)) == 1


@pytest.mark.found("RL-4")
def test_RL_4_a_warning_that_was_due_at_the_table_is_one_with_the_tournaments(tmp_path_factory):
    """Given at the table it counts in the tournament; given on this page it is due no more."""
    with a_hall(tmp_path_factory.mktemp("due"), book="nsa-1998", options=()) as hall:
        table = Table(hall.desk, hall.games[0])
        table.numbers = iter(lambda: uuid4().int >> 65, None)
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.play(A, "8D", "WINDY")
        table.address = f"/t/{SLUG}/r1/t1/warn"
        late = ReportIrregularTurn(seat=A, how="drew-before-recording")

        table.enter(late)
        given = SettleWarning(seat=A, offence="cumulative-not-recorded", given=True, reason="once")
        table.enter(given, by=DIRECTOR)
        [warned] = warnings(hall, table)
        assert (warned.offence, warned.words) == ("cumulative-not-recorded", "once")
        assert table.sheet.open == ()

        table.enter(late)
        assert len(table.sheet.open) == 1
        player = table.sheet.numbers[0]
        sent(client(hall), table, player=player, offence="cumulative-not-recorded", words="twice")
        assert len(warnings(hall, table)) == 2
        assert table.sheet.open == ()

        table.enter(late)
        director = Director(hall.desk)
        case = director.open_case(table.game, "procedure", by=DIRECTOR)
        why = Penalise(seat=A, kind="official-warning", reason="three times")
        rule, so = "nsa-1998 VI.C", "He drew first."
        director.rule(case, table.game, so, rule, by=DIRECTOR, although="so", follows=(why,))
        assert len(warnings(hall, table)) == 3
        assert table.sheet.open == ()


def test_the_acts_to_warn_of_are_said_in_the_readers_language(hall, table):
    act = rules_of(table.sheet.scheduled).offences["tiles-hidden"]
    visitor = client(hall)
    spanish = text_of("offences.tiles-hidden", "es")

    assert act.words in visitor.get(table.address, headers=FOR_PEOPLE).get_data(as_text=True)
    visitor.set_cookie("tilescribe-language", "es")
    page = visitor.get(table.address, headers=FOR_PEOPLE).get_data(as_text=True)
    assert spanish in page
    assert act.words not in page

    sent(visitor, table, player=table.sheet.numbers[0], offence="tiles-hidden")
    (given,) = warnings(hall, table)
    assert given.offence == "tiles-hidden"
    assert not given.words
    page = visitor.get(table.address, headers=FOR_PEOPLE).get_data(as_text=True)
    assert page.count(spanish) > 1
    assert act.words not in page
