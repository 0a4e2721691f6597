"""Byes, and games to which a player did not come, from the page of results, under every book."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.results.slips import ReportResult
from ledger.game.sheet.outcome import outcome_of
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Seat
from tests.desks import OPTIONS
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from web.frame.languages import CHOSEN

FROM_HERE = {"Sec-Fetch-Site": "same-origin"} | FOR_PEOPLE
HERE = f"/t/{SLUG}/organise/results/lost"
WORTH = {
    "wespa-5.1": ("Player 1 loses −100 and Player 2 wins +100, not rated", "2.3.6(a)"),
    "wespa-4.0": ("Player 1 loses −100 and Player 2 wins +100, not rated", "2.3.6(a)"),
    "wespa-1.0": ("Player 1 loses −150 and Player 2 wins +150, not rated", "2.3.6(a)"),
    "nsa-1998": ("Player 1 loses −50 and Player 2 wins +50, not rated", "VII.I.2"),
}


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def declared(hall, who, badge="D1", table="1", **more):
    form = {"request": str(uuid4()), "table": table, "who": who, **more}
    return client(hall, badge).post(HERE, data=form, headers=FROM_HERE)


@pytest.mark.parametrize("book", WORTH)
def test_what_it_comes_to_is_shown_with_its_rule_before_it_is_declared(book, tmp_path):
    worth, clause = WORTH[book]
    with a_hall(tmp_path, book=book, options=OPTIONS.get(book, ())) as hall:
        said = words(client(hall).get(f"{HERE}?table=1", headers=FOR_PEOPLE))
        assert f"Player 1 did not come: {worth} {book} {clause}" in said

        assert declared(hall, "1").status_code == 303
        outcome = outcome_of(hall.sheet())
        assert (outcome.winner, outcome.kind) == (Seat.SECOND, "forfeit")
        assert f"{outcome.spread}" in worth


def test_a_book_that_sets_no_margin_and_neither_player_take_a_ruling(tmp_path):
    with a_hall(tmp_path, book="wsc-2003", options=()) as hall:
        page = client(hall).get(f"{HERE}?table=1", headers=FOR_PEOPLE)
        assert page.text.count("Rule on the game<") == 3
        for who in ("1", "both"):
            answer = declared(hall, who)
            assert "/cases/new?entry=" in answer.headers["Location"]
        assert hall.sheet().state == "scheduled"


def test_what_a_book_says_of_neither_player_is_marked_as_english_and_the_rest_is_not(tmp_path):
    with a_hall(tmp_path) as hall:
        director = client(hall)
        director.set_cookie(CHOSEN, "es")
        page = director.get(f"{HERE}?table=1", headers=FOR_PEOPLE).text
    assert '<span lang="en" dir="ltr">Neither player comes to the game; ' in page
    assert "</span> Decídalo en un caso. Lecturas: <span" in page
    assert "Llame al director" not in page


def test_only_a_director_declares_and_others_see_what_would_follow(tmp_path):
    with a_hall(tmp_path) as hall:
        page = client(hall, "K1").get(f"{HERE}?table=1", headers=FOR_PEOPLE)
        assert "wins +100" in page.text
        assert "Declare the game lost" not in page.text
        assert declared(hall, "1", badge="K1").status_code == 403
        assert declared(hall, "3").status_code == 422
        assert hall.sheet().state == "scheduled"


@pytest.mark.parametrize(
    ("book", "worth"),
    [("nsa-1998", "a win by 50, not rated"), ("wespa-4.0", "counts once the organiser has")],
)
def test_a_bye_is_told_with_what_the_book_makes_of_it(book, worth, tmp_path):
    with a_hall(tmp_path, book=book, options=OPTIONS.get(book, ())) as hall:
        said = words(client(hall).get(HERE, headers=FOR_PEOPLE))
        assert "Nobody has a bye in this round." in said
        declared(hall, "2")
        organiser = Organiser(hall.desk)
        organiser.enter_players(SLUG, [PlayerEntered(number=3, name="Odd One")], by=CONSOLE)
        organiser.pair_round(SLUG, 2, [Pairing(1, 1, 2), Pairing(0, 3, 0)], by=CONSOLE)
        said = words(client(hall).get(HERE, headers=FOR_PEOPLE))
        assert f"Odd One , round 2: {worth}" in said


@pytest.mark.found("PH-1")
def test_a_result_told_by_phone_is_shown_and_asked_about_before_a_game_is_declared_lost(tmp_path):
    with a_hall(tmp_path) as hall:
        for player in (1, 2):
            hall.desk.enter(
                hall.games[0],
                ReportResult(player=player, scores=(401, 400)),
                Sent(by="D1", device="phone", command_id=uuid4()),
            )
        page = client(hall).get(f"{HERE}?table=1", headers=FOR_PEOPLE)
        assert "Player 1 and Player 2 told 401–400 by phone" in words(page)
        assert "Player 1 did not come: Player 1 loses −100" in words(page), "what it comes to"

        request = declared(hall, "1")
        assert request.status_code == 422
        assert "confirm that you are sure" in request.text
        assert hall.sheet().state == "scheduled"

        assert declared(hall, "1", sure="yes").status_code == 303
        assert hall.sheet().ended == "forfeited"
        slips = f"/t/{SLUG}/organise/results/slips/{hall.games[0]}"
        assert "The forfeit" in words(client(hall).get(slips, headers=FOR_PEOPLE))
