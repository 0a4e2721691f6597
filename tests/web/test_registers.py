"""The registers of a tournament: rulings, also anonymised; conduct; the log of the day."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.play.calls.calling import CallDirector, DirectorComes
from ledger.record.streams import tournament_id
from ledger.record.topics import FACT_TYPES
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.in_words import TOURNAMENTS_TOLD
from tests.desks import DIRECTOR
from tests.officials import Director, Organiser
from tests.web.whole_hall import SLUG, a_whole_hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("registers")) as hall:
        director, game = Director(hall.desk), hall.games[0]
        one, _ = hall.desk.sheet(game).names
        case = director.open_case(game, "time", by=DIRECTOR, title="late exchange")
        finding = f"{one} exchanged late; the exchange stands"
        director.rule(case, game, finding, "wespa-5.1 3.9.5", by=DIRECTOR)
        other = director.open_case(game, "score", by=DIRECTOR)
        director.rule(other, game, "forty points", "wespa-5.1 Preamble", by=DIRECTOR)
        [number, _] = hall.desk.sheet(game).numbers
        warned = WarnPlayer(player=number, kind="official-warning", offence="other", words="phone")
        Organiser(hall.desk).asks(tournament_id(SLUG), warned, DIRECTOR)
        for asked in (CallDirector(reason="noise"), DirectorComes()):
            hall.desk.must_write(game, asked, Sent(by=DIRECTOR, command_id=uuid4()))
        hall.player = one
        yield hall


def read(hall, what, who="director"):
    return hall.ask(who, f"/t/{SLUG}/{what}", headers={"Accept": "text/html"})


def test_every_fact_of_a_tournament_has_words():
    kinds = {kind for kind in FACT_TYPES.values() if ".tournament.facts." in kind.__module__}

    assert set(TOURNAMENTS_TOLD) == kinds


def test_rulings_are_found_by_words_and_by_clause(hall):
    assert "late exchange" in read(hall, "rulings").text.lower()
    by_words = read(hall, "rulings?q=exchange+late").text
    assert ("exchange stands" in by_words, "forty points" in by_words) == (True, False)
    by_clause = read(hall, "rulings?clause=preamble").text
    assert ("exchange stands" in by_clause, "forty points" in by_clause) == (False, True)
    assert "No ruling has all of this." in read(hall, "rulings?q=nowhere").text


def test_the_edition_to_publish_names_no_player_and_no_official(hall):
    page = read(hall, "rulings?anonymous=1").text
    main = page.partition("<main")[2].partition("</main>")[0]

    assert "A player exchanged late" in main
    assert hall.player not in main
    assert "D1" not in main
    assert "C-1" not in main


def test_conduct_lists_who_was_warned_for_what(hall):
    page = read(hall, "conduct").text

    assert hall.player in page
    assert "Official warning: phone" in page


def test_the_log_of_the_day_has_every_official_act_in_order(hall):
    page = read(hall, "log").text
    acts = [
        "Round 1 paired",
        "Case opened: late exchange",
        "official warning, phone",
        "noise",
        "D1 came",
    ]

    places = [page.index(act) for act in acts]
    assert places == sorted(places)
    assert "No official did anything" in read(hall, "log?day=1999-01-01").text


@pytest.mark.parametrize("what", ["rulings", "conduct", "log"])
@pytest.mark.parametrize("who", ["nobody", "keeper", "judge", "player"])
def test_no_register_is_read_by_who_has_no_business_there(hall, what, who):
    answer = read(hall, what, who)

    assert answer.status_code == 403
    assert "phone" not in answer.text
