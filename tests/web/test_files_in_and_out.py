"""Files in and out, in the browser: pasted or uploaded, previewed, confirmed; and taken away."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from string import ascii_uppercase
from zipfile import ZipFile

import pytest

from ledger.desk.requests import from_the_desk
from ledger.game.results.slips import TypeSlip
from ledger.interchange.importing import Given, read_files
from ledger.interchange.tables import columns_of, is_of_results, not_used
from ledger.record.events import tournament_id
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.players import EnterPlayers
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from tests.desks import A, B, Table
from tests.officials import Organiser
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, a_hall
from tests.web.entry_hall import SLUG as ENTRY_SLUG
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.organiser import transfers

NEW = (f"Zed, Zoë {one}{two}" for one in ascii_uppercase for two in ascii_uppercase)
"""Names nobody has yet: one record serves all these tests."""

HERE = f"/t/{SLUG}/organise/files"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("files")) as hall:
        yield hall


@pytest.fixture
def two():
    """Two names that nobody has."""
    return next(NEW), next(NEW)


def listed(two):
    one, other = two
    return f"{one}   1500\n{other}   1400; ; team Gulls\nrubbish\n"


def shown(hall, who, path, method="GET", **sent):
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def previewed(hall, text, who="organiser"):
    return shown(hall, who, HERE, "POST", data={"pasted": text})


def hidden(page):
    """The fields by which a preview is confirmed."""
    return {
        name: unescape(value)
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)
    }


def names(hall, slug=SLUG):
    return [player.name for player in tournament_named(slug, hall.desk.log).players]


def confirmed(hall, page, **more):
    return shown(hall, "organiser", f"{HERE}/take-in", "POST", data=hidden(page) | more)


def test_what_is_pasted_is_shown_line_by_line_and_written_once_it_is_confirmed(hall, two):
    before = names(hall)
    page = unescape(previewed(hall, listed(two)).text)
    assert "nothing is written yet" in page
    assert "2 new" in page
    assert re.search(r"line 3.*?left out.*?rubbish", page, re.DOTALL)
    assert names(hall) == before

    assert confirmed(hall, page).location == f"{HERE}?taken=1"
    assert names(hall) == [*before, *two]
    assert "Imported." in shown(hall, "organiser", f"{HERE}?taken=1").text
    assert "Nothing in it is new, or nothing was accepted." in previewed(hall, listed(two)).text


def test_a_second_tap_writes_nothing_more(hall, two):
    page = previewed(hall, listed(two)).text
    assert confirmed(hall, page).status_code == confirmed(hall, page).status_code == 303
    assert names(hall).count(two[0]) == 1


def test_what_is_confirmed_is_what_was_shown_or_it_is_shown_again(hall, two):
    page = previewed(hall, listed(two)).text
    request = EnterPlayers(players=(PlayerEntered(number=50, name="Xu, Xia"),))
    Organiser(hall.desk).asks(tournament_id(SLUG), request, "O1")

    again = confirmed(hall, page)

    assert again.status_code == 200
    assert "The tournament changed after this was shown." in again.text
    assert two[0] not in names(hall)
    assert confirmed(hall, again.text).status_code == 303
    assert names(hall)[-3:] == ["Xu, Xia", *two]


@pytest.mark.parametrize("carried", ["", "rubbish", "eJwDAAAAAAE=", "é"])
def test_a_field_that_was_tampered_with_is_no_file(hall, two, carried):
    answer = confirmed(hall, previewed(hall, listed(two)).text, carried=carried)
    assert answer.status_code == 422
    assert two[0] not in names(hall)


def test_files_are_uploaded_together(hall, two):
    config = b"division A a.t\nconfig max_rounds = 3\n"
    sent = {"file": [(BytesIO(config), "config.tsh"), (BytesIO(listed(two).encode()), "a.t")]}
    page = shown(hall, "organiser", HERE, "POST", data=sent, content_type="multipart/form-data")
    assert "config.tsh + a.t" in page.text
    assert confirmed(hall, page.text).status_code == 303
    assert two[1] in names(hall)


@pytest.mark.found("PB-10")
def test_an_uploaded_table_is_read_in_the_encoding_that_is_named(hall):
    table = "name\nŁucja Żółć\n".encode("cp1250")
    sent = {"file": [(BytesIO(table), "p.csv")], "encoding": " cp1250 "}
    page = shown(hall, "organiser", HERE, "POST", data=sent, content_type="multipart/form-data")

    assert "Łucja Żółć" in page.text
    assert confirmed(hall, page.text).status_code == 303
    assert "Łucja Żółć" in names(hall)


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("", 422, "There is no file and no text"),
        ("\x01\x02", 422, "It has control characters, so it is not text."),
        ("x" * 600_000, 413, "400 KB"),
    ],
)
def test_what_is_no_file_or_too_much_is_said_in_words(hall, text, status, says):
    answer = previewed(hall, text)
    assert answer.status_code == status
    assert says in answer.text


def test_names_of_a_hostile_file_are_text(hall):
    page = previewed(hall, "Name\n<img src=x onerror=alert(1)>\n").text
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_a_results_file_waits_for_the_day_it_begins_with(hall):
    page = shown(hall, "organiser", HERE).text
    assert 'id="no-first-day"' in page
    assert f"{HERE.removesuffix('/files')}/set-up" in page
    answer = shown(hall, "organiser", f"/t/{SLUG}/organise/export/tou")
    assert answer.status_code == 422
    assert "begins with the day of the event" in answer.text


@pytest.mark.parametrize("kind", ["tsh", "csv", "json"])
def test_every_format_is_taken_away_and_read_back(hall, kind):
    answer = shown(hall, "organiser", f"/t/{SLUG}/organise/export/{kind}")
    name = re.search(r'filename="([^"]+)"', answer.headers["Content-Disposition"])[1]
    [division] = read_files([Given(name, answer.data)]).told.divisions
    assert len(division.entrants) == len(names(hall))


def test_an_unknown_format_is_not_there(hall):
    assert shown(hall, "organiser", f"/t/{SLUG}/organise/export/exe").status_code == 404


def test_a_visitor_takes_away_the_games_that_are_over_and_no_others(hall):
    def games(who):
        with ZipFile(BytesIO(shown(hall, who, f"/t/{SLUG}/games.zip").data)) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}

    table = Table(hall.desk, hall.games[0], entered=900)
    table.play(A, "8D", "WINDY")
    assert games("nobody") == games("director") == {}

    for seat in (B, A, B, A, B, A):
        table.passes(seat)

    assert games("nobody").keys() == {"r01-t01.gcg"}
    assert "8D WINDY" in games("nobody")["r01-t01.gcg"]


@pytest.mark.browser
def test_a_list_is_pasted_previewed_and_taken_in_by_hand(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        hall.office.issue("O1", "Olga", Role.ORGANISER, by=CONSOLE)
        hall.office.pins.set("O1", PIN)
        context = browser.new_context(java_script_enabled=False)
        let_in(context, hall, "O1")
        page = context.new_page()
        page.goto(f"{hall.address}/t/{ENTRY_SLUG}/organise/")
        page.get_by_role("link", name="Papers and files").click()
        page.get_by_role("link", name="Import a file").click()
        page.get_by_label("Or paste it here").fill("Zed, Zoë   1500\nYork, Yan   1400\nrubbish\n")
        page.get_by_role("button", name="Preview the file").click()
        assert "rubbish" in page.get_by_role("region", name="Rejected lines").inner_text()
        lines = page.get_by_role("region", name="Lines of the file")
        assert "Zed, Zoë, rating 1500" in lines.inner_text()
        assert "Zed, Zoë" not in names(hall, ENTRY_SLUG)

        page.get_by_role("button", name="Import the rest of the file").click()

        page.get_by_role("status").get_by_text("Imported.").wait_for()
        assert "Zed, Zoë" in names(hall, ENTRY_SLUG)
        with page.expect_download() as taken:
            page.get_by_role("link", name="tsh").click()
        assert "Zed, Zoë" in taken.value.path().read_text("latin-1")


def test_of_many_games_what_is_not_rated_is_looked_up_once_it_is_asked_for(hall, monkeypatch):
    monkeypatch.setattr(transfers, "LOOKED_AT_ONCE", 0)

    assert (
        "Every game is written as played, and counts like any other."
        not in shown(hall, "organiser", HERE).text
    )
    assert (
        "Every game is written as played, and counts like any other."
        in shown(hall, "organiser", f"{HERE}?remarks=1").text
    )


def test_games_to_take_away_are_offered_once_there_are_some(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        before = shown(hall, "nobody", f"/t/{SLUG}/").text
        [game] = Organiser(hall.desk).pair_round(SLUG, 2, [Pairing(1, 1, 2)], by=CONSOLE)
        slip = TypeSlip(scores=(431, 398), starter=1)
        hall.desk.must_write(game, slip, from_the_desk("D1"))
        after = shown(hall, "nobody", f"/t/{SLUG}/").text

    assert f"/t/{SLUG}/games.zip" not in before
    assert f"/t/{SLUG}/games.zip" in after


def test_the_page_says_which_names_a_file_has_otherwise(tmp_path):
    """AUPAIR's takes plain letters and twenty of them; nobody should find that out at home."""
    with a_whole_hall(tmp_path) as hall:
        path = f"/t/{SLUG}/organise/players"
        shown(hall, "organiser", path, "POST", data={"name": "Żółć, Bożena"})
        page = shown(hall, "organiser", HERE).text

    losses = page[page.index('id="as-aupair"') :]
    assert "<li>Żółć, Bożena → Bozena Zolc</li>" in losses
    assert "Player 1 →" not in losses
    assert 'id="as-tsh"' not in page
    assert 'id="tsh-in-utf8"' in page


@pytest.mark.found("OG-12")
def test_the_heads_that_a_pasted_table_may_have_are_named_and_each_is_understood(hall):
    page = shown(hall, "organiser", HERE).text
    players, results = (
        re.findall(r"<b>([^<]+)</b>", part)
        for part in page.partition('id="heads"')[2].partition("</div>")[0].split("</p>")[:2]
    )

    assert {"Name", "Rating", "Division"} <= {*players}
    assert {"Round", "Score 1", "Score 2"} <= {*results}
    for heads in (players, results):
        columns = columns_of(heads)
        assert len(columns) == len(heads)
        assert list(not_used(heads, columns)) == []
    assert is_of_results(columns_of(results))
    assert not is_of_results(columns_of(players))
