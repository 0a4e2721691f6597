"""The organiser's pages: a tournament opened in the browser, its sections, its overview."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import pytest

from ledger.messages import LANGUAGES, say, speaking
from ledger.record.events import tournament_id
from ledger.rulebook import load
from ledger.rulebook.help.choices import option_title, value_wording
from ledger.tournament.facts import Division, Prize
from ledger.tournament.opening import AnnouncePrizes
from ledger.tournament.tournament import tournament_named
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.frame.navigation import AREAS
from web.organiser.forms import Form
from web.organiser.setting_up import read


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("organiser")) as hall:
        yield hall


def shown(hall, who, path, method="GET", **sent):
    """What a person of that role is shown."""
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def test_the_tabs_show_what_there_is_to_organise_and_say_where_one_is(hall):
    page = shown(hall, "organiser", f"/t/{SLUG}/organise/").text

    tabs = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    assert tabs.count("<a ") == len(AREAS["organise"].tabs)
    assert 'aria-current="page">Overview</a>' in tabs


def test_who_may_organise_finds_the_way_from_the_start_the_tournament_and_the_desk(hall):
    for path in (f"/t/{SLUG}/", f"/desk?tournament={SLUG}", "/desk"):
        assert f"/t/{SLUG}/organise/" in shown(hall, "organiser", path).text
    assert "/organise/new" in shown(hall, "organiser", "/tournaments").text
    assert '/organise/"' not in shown(hall, "keeper", f"/t/{SLUG}/").text
    assert "/organise/new" not in shown(hall, "nobody", "/tournaments").text


def test_a_tournament_is_opened_and_its_overview_says_what_is_missing(hall):
    form = {"slug": "autumn-cup", "name": "Autumn Cup", "rules": "wespa-5.1"}

    answer = shown(hall, "organiser", "/organise/new", "POST", data=form)

    assert answer.status_code == 303
    assert answer.location == "/t/autumn-cup/organise/"
    page = shown(hall, "organiser", answer.location).text
    assert "Being set up" in page
    assert "There are no players." in page


def test_what_was_typed_is_kept_when_a_tournament_is_refused(hall):
    form = {"slug": "Not Short", "name": "Autumn Cup", "rules": "wespa-5.1", "place": "Harbour"}

    answer = shown(hall, "organiser", "/organise/new", "POST", data=form)

    assert answer.status_code == 422
    for typed in ("Not Short", "Autumn Cup", "Harbour"):
        assert f'value="{typed}"' in answer.text


@pytest.mark.found("OG-12")
@pytest.mark.parametrize(
    ("name", "short"),
    [("Coupe d’Été 2026", "coupe-d-ete-2026"), ("Autumn Cup", "autumn-cup-2"),
     ("A" * 50, "a" * 40), ("Кубок", None)],
)  # fmt: skip
def test_a_short_name_left_empty_is_made_from_the_name_and_shown_first(hall, name, short):
    if not hall.desk.log.version_of(tournament_id("autumn-cup")):
        form = {"slug": "autumn-cup", "name": "Autumn Cup", "rules": "wespa-5.1"}
        shown(hall, "organiser", "/organise/new", "POST", data=form)
    before = len(hall.desk.log.events_of(tournament_id(short or "x")))

    form = {"slug": "", "name": name, "rules": "wespa-5.1"}
    answer = shown(hall, "organiser", "/organise/new", "POST", data=form)

    assert answer.status_code == 422
    if short is None:
        assert "Use small letters, digits and dashes" in answer.text
        return
    assert re.search(f'name="slug"[^>]* value="{short}"', answer.text)
    assert f"Made from the name: {short}." in answer.text
    assert len(hall.desk.log.events_of(tournament_id(short))) == before


def set_up(hall, who="organiser", slug=SLUG, **form):
    return shown(hall, who, f"/t/{slug}/organise/set-up", "POST", data=form)


def the_tournament(hall, slug=SLUG):
    return tournament_named(slug, hall.desk.log)


def was(page):
    """What a page says the form was shown with."""
    return unescape(re.search(r'name="was" value="([^"]*)"', page)[1])


def begun(slug="autumn-cup", **form):
    return {"slug": slug, "name": "Autumn Cup", "rules": "wespa-5.1"} | form


def test_each_option_is_shown_with_its_rule_its_default_and_what_follows(hall):
    page = unescape(shown(hall, "organiser", "/organise/new?rules=wespa-4.0").text)

    assert "A failed challenge costs" in page
    assert "as in the rulebook: 5 points a word" in page
    assert "nothing the first time, then the turn (may not be rated)" in page
    assert "/rules/wespa-4.0/3.10.7#3.10.13" in page, "on the second page of its chapter"
    assert "Each clock starts at this time. Overtime is counted from its end." in page


@pytest.mark.parametrize(
    ("option", "value", "clause"),
    [("challenge-mode", "dingle", "3.10.13(c)(i)"), ("time-limit", "18:00", "5.3.5")],
)
def test_a_choice_that_may_keep_the_event_from_being_rated_is_warned_of(
    hall, option, value, clause
):
    page = shown(hall, "organiser", f"/organise/new?rules=wespa-5.1&option-{option}={value}").text

    warned = page.partition("may-unrate")[2].partition("</p>")[0]
    assert f"wespa-5.1 {clause}" in warned
    assert "may-unrate" not in shown(hall, "organiser", "/organise/new").text


def test_showing_another_books_options_keeps_what_was_typed(hall):
    page = shown(hall, "organiser", "/organise/new?rules=nsa-1998&name=Autumn+Cup&slug=autumn").text

    assert 'value="Autumn Cup"' in page
    assert "This rulebook has no options for the organiser." in page


def test_a_new_tournament_is_opened_with_all_that_was_chosen(hall):
    form = begun(
        "harbour-cup",
        place="Boat house", first_day="2026-12-05", last_day="2026-12-06", paper="letter",
        zone="Europe/Lisbon", words="Harbour 26", live_boards="delayed", minutes="15",
    ) | {
        "division-1": "A", "rounds-1": "7", "division-2": "B", "rounds-2": "6", "table-2": "21",
        "tie-1": "head-to-head", "tie-2": "spread", "option-time-limit": "22:00",
    }  # fmt: skip

    assert shown(hall, "organiser", "/organise/new", "POST", data=form).status_code == 303

    now = the_tournament(hall, "harbour-cup")
    assert (now.first_day, now.last_day, now.paper) == ("2026-12-05", "2026-12-06", "letter")
    assert (now.time_zone, now.lexicon, now.place) == ("Europe/Lisbon", "Harbour 26", "Boat house")
    assert now.live_boards.minutes == 15
    assert now.planned == (Division("A", 7), Division("B", 6, 21))
    assert now.ties == ("head-to-head", "spread")
    assert now.options == (("time-limit", "22:00"),)
    assert "5 to 6 December 2026" in shown(hall, "organiser", "/t/harbour-cup/organise/").text


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "", "A tournament needs a name."),
        ("slug", "Autumn Cup", "Use small letters, digits and dashes"),
        ("slug", SLUG, "This record already has a tournament spring-open"),
        ("zone", "Atlantis/Harbour", "“Atlantis/Harbour” is not a time zone."),
        ("last_day", "2026-12-01", "The last day is before the first."),
        ("minutes", "0", "Enter a number from 1 to 1440."),
        ("rounds-1", "many", "Enter a number from 0 to 999."),
        ("option-time-limit", "soon", "does not allow 'soon' for 'Time for each player'. Choose"),
        ("option-late-forfeit-margin", "20", "Choose a number of points, at least 100."),
        ("division-2", "", "Give each division a different name."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_is_kept(hall, field, value, says):
    form = begun(first_day="2026-12-05", live_boards="delayed", minutes="5", place="Harbour")
    form |= {"rounds-1": "7", "rounds-2": "6" if field == "division-2" else ""}

    answer = shown(hall, "organiser", "/organise/new", "POST", data=form | {field: value})

    page = unescape(answer.text)
    assert answer.status_code == 422
    assert says in re.search(f'id="f-{field}-wrong">([^<]*)<', page)[1]
    assert re.search(f'aria-describedby="[^"]*f-{field}-wrong"', page)
    summary = page.partition('class="problems"')[2].partition("</section>")[0]
    assert f'<a href="#f-{field}">' in summary
    assert says in summary
    assert 'value="Harbour"' in page
    assert not value or f'value="{value}"' in page


@pytest.mark.parametrize("of", LANGUAGES)
@pytest.mark.parametrize("book", ["wespa-5.1", "wespa-4.0"])
def test_an_option_that_cant_be_so_is_called_as_its_field_is_and_no_ruling_is_offered(
    hall, book, of
):
    for name, choice in load(book).choices.items():
        if not choice.values:
            continue
        with hall.app.test_request_context(), speaking(of):
            form = Form({"rules": book, "name": "A", f"option-{name}": "else"})
            read(form)
            said = form.wrong[f"option-{name}"]
            title, allowed = option_title(name), {value_wording(name, one) for one in choice.values}
            refused = say(
                "refusals.option-not-in-this-rulebook.value.what",
                book=book, value="else", option=title,
            )  # fmt: skip
        assert said.startswith(refused)
        assert all(one in said for one in allowed)
        assert name not in said.replace(title, "")


def test_a_clone_has_rules_divisions_and_prizes_and_no_days_and_no_players(hall):
    form = begun("winter-cup", first_day="2026-12-05") | {
        "division-1": "A", "rounds-1": "7", "option-challenge-mode": "lose-turn",
    }  # fmt: skip
    shown(hall, "organiser", "/organise/new", "POST", data=form)
    Organiser(hall.desk).asks(
        tournament_id("winter-cup"), AnnouncePrizes(prizes=(Prize(1, "120 euros", "A"),)), "O1"
    )
    page = shown(hall, "organiser", "/organise/new?like=winter-cup").text
    assert re.search(r'name="first_day"[^>]* value=""', page)

    again = {"slug": "winter-cup-2027", "like": "winter-cup"} | {
        name: unescape(value)
        for name, value in re.findall(r'<input [^>]*name="([^"]+)"[^>]* value="([^"]*)"', page)
        if name != "slug"
    }
    again |= {"rules": "wespa-5.1", "option-challenge-mode": "lose-turn", "tie-1": "spread"}
    assert shown(hall, "organiser", "/organise/new", "POST", data=again).status_code == 303

    now = the_tournament(hall, "winter-cup-2027")
    assert now.planned == (Division("A", 7),)
    assert now.options == (("challenge-mode", "lose-turn"),)
    assert now.prizes == (Prize(1, "120 euros", "A"),)
    assert (now.first_day, now.players) == ("", ())


def test_once_a_game_has_started_options_change_with_a_reason_alone(hall):
    page = shown(hall, "organiser", f"/t/{SLUG}/organise/set-up").text
    form = {"was": was(page), "option-challenge-mode": "lose-turn"}

    refused = set_up(hall, **form)

    assert refused.status_code == 422
    assert "Games have started" in re.search('id="f-reason-wrong">([^<]*)<', refused.text)[1]
    assert set_up(hall, **form, reason="announced wrongly").status_code == 303
    assert dict(the_tournament(hall).options)["challenge-mode"] == "lose-turn"


def test_two_organisers_change_two_things_and_both_stand(hall):
    first = second = was(shown(hall, "organiser", f"/t/{SLUG}/organise/set-up").text)

    assert set_up(hall, was=first, place="Boat house").status_code == 303
    assert set_up(hall, "director", was=second, place="", zone="Europe/Lisbon").status_code == 303

    now = the_tournament(hall)
    assert (now.place, now.time_zone) == ("Boat house", "Europe/Lisbon")


def test_what_is_emptied_is_taken_away(hall):
    set_up(hall, place="Guildhall", zone="Europe/Lisbon")
    page = shown(hall, "organiser", f"/t/{SLUG}/organise/set-up").text

    set_up(hall, was=was(page), place="")

    assert the_tournament(hall).place == ""


def test_a_tournament_is_closed_and_goes_on_with_a_reason(hall):
    shown(hall, "organiser", "/organise/new", "POST", data=begun("short-cup"))
    path = "/t/short-cup/organise/close"
    assert "No round was paired." in shown(hall, "organiser", path).text

    shown(hall, "organiser", path, "POST", data={"what": "close"})
    assert the_tournament(hall, "short-cup").conduct.closed
    refused = shown(hall, "organiser", path, "POST", data={"what": "reopen", "reason": " "})
    assert refused.status_code == 422
    assert "No reason was given for reopening the tournament." in refused.text

    shown(hall, "director", path, "POST", data={"what": "reopen", "reason": "one round more"})
    assert not the_tournament(hall, "short-cup").conduct.closed


def test_before_the_close_each_round_that_is_open_leads_to_its_own(hall):
    page = shown(hall, "organiser", f"/t/{SLUG}/organise/close").text

    assert f'href="/t/{SLUG}/r1/close"' in page
    assert "Close it anyway" in page


def test_saving_what_stands_writes_nothing_and_is_no_error(hall):
    form = {"was": was(shown(hall, "organiser", f"/t/{SLUG}/organise/set-up").text)}
    before = the_tournament(hall).version

    assert set_up(hall, **form).status_code == 303
    assert the_tournament(hall).version == before


def test_a_new_tournament_tapped_twice_is_opened_once(hall):
    page = shown(hall, "organiser", "/organise/new").text
    form = begun("twice-cup", request=re.search(r'name="request" value="([^"]+)"', page)[1])

    for _ in range(2):
        answer = shown(hall, "organiser", "/organise/new", "POST", data=form)
        assert answer.location == "/t/twice-cup/organise/"


OWN = b'name = "Club set"\n[tiles]\n"?" = [0, 2]\nA = [1, 20]\nCH = [5, 3]\n'


@pytest.mark.found("TB-6")
def test_tiles_and_board_are_chosen_in_the_form_and_copied_with_the_set_up(hall):
    form = begun("copa", tile_set="spanish", board="super")
    assert shown(hall, "organiser", "/organise/new", "POST", data=form).status_code == 303
    now = the_tournament(hall, "copa")
    assert (now.tile_set, now.board) == ("spanish", "super")

    page = shown(hall, "organiser", "/organise/new?like=copa").text
    assert '<option value="spanish" selected>Spanish: 100 tiles, with CH, LL, RR</option>' in page
    assert '<option value="super" selected>' in page
    for title in ("Catalan: 100 tiles, with L·L, NY, QU", "English for the large board: 200"):
        assert title in page


def test_a_set_that_is_not_here_is_given_as_a_file(hall):
    form = begun("club-cup", tile_set="english") | {"tiles_file": (BytesIO(OWN), "club.toml")}
    assert shown(hall, "organiser", "/organise/new", "POST", data=form).status_code == 303
    assert the_tournament(hall, "club-cup").tile_set == "Club set: ?0x2 A1x20 CH5x3"

    at = "/t/club-cup/organise/set-up"
    page = shown(hall, "organiser", at).text
    assert "selected>Club set: 25 tiles, with CH</option>" in page
    form = {"was": was(page), "part": "rules", "tiles_file": (BytesIO(b"A = 1"), "bad.toml")}
    refused = shown(hall, "organiser", at, "POST", data=form)
    assert refused.status_code == 422
    assert "bad.toml is not a tile set: it needs a line name" in refused.text
    form = {"was": was(page), "part": "rules", "tile_set": "polish"}
    assert shown(hall, "organiser", at, "POST", data=form).status_code == 303
    assert the_tournament(hall, "club-cup").tile_set == "polish"


def test_tiles_that_are_not_there_are_said_at_their_field(hall):
    form = begun("runes", tile_set="runes", board="round")
    refused = shown(hall, "organiser", "/organise/new", "POST", data=form)

    assert refused.status_code == 422
    for said in ("There is no tile set &#39;runes&#39;.", "There is no board &#39;round&#39;."):
        assert said in refused.text
