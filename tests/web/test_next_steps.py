"""The organiser's overview while a tournament runs: what comes next, and the way there."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest

from ledger.record.events import tournament_id
from ledger.tournament.facts import Division, Pairing, PlayerEntered
from ledger.tournament.opening import CloseTournament, Particulars, SetUp
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, a_whole_hall
from web.command_line.opened import CONSOLE

SLUG = "tern-open"


@pytest.fixture
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("next")) as hall:
        hall.organiser = Organiser(hall.desk)
        hall.organiser.open_tournament(SLUG, "Tern Open", "wespa-5.1", by=CONSOLE)
        players = [PlayerEntered(number=n, name=f"Tern {n}") for n in range(1, 5)]
        hall.organiser.enter_players(SLUG, players, by=CONSOLE)
        yield hall


def sent(hall, path, method="GET", **data):
    more = {"data": data} if data else {}
    path = f"/t/{SLUG}/organise/{path}"
    answer = hall.ask("organiser", path, method, headers=FOR_PEOPLE | FROM_HERE, **more)
    assert answer.status_code < 400, answer.text
    return unescape(answer.text)


def steps(hall):
    """What each card says, and its ways: words and address."""
    part = sent(hall, "").partition('id="next-steps"')[2].partition("</div>")[0]
    found = []
    for card in part.split("<section")[1:]:
        told, _, ways = card.partition(">")[2].partition('<p class="ways-out"')
        words = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", told)).strip()
        there = re.findall(r'href="([^"]*)">([^<]*)</a>', ways)
        found.append((words, {called: address for address, called in there}))
    return found


def paired(hall, number):
    pairings = [Pairing(1, 1, 2), Pairing(2, 3, 4)]
    hall.organiser.pair_round(SLUG, number, pairings, by=CONSOLE)


def typed(hall, table, **more):
    sent(
        hall, "results", "POST", request=str(uuid4()), table=table, first=412, second=388, **more,
    )  # fmt: skip


def test_before_the_first_round_there_is_the_check_list_and_nothing_else(hall):
    assert steps(hall) == []
    assert "Before round 1" in sent(hall, "")


def test_a_round_under_way_says_which_slips_are_waited_for_and_leads_to_typing_them(hall):
    paired(hall, 1)
    typed(hall, 1)

    [(words, ways)] = steps(hall)

    assert "Round 1 1 of 2 results in" in words
    assert "Waiting for table 2 (no result)." in words
    assert list(ways) == ["Type results", "Close round 1"]
    for address in ways.values():
        assert hall.ask("organiser", address, headers=FOR_PEOPLE).status_code == 200
    assert "Before round 1" not in sent(hall, "")


def test_how_many_results_are_in_is_one_number_for_organisers_and_visitors(hall):
    """A result that is not signed for is in: the slip is waited for, and that is said beside it."""
    paired(hall, 1)
    typed(hall, 1)
    typed(hall, 2, unsigned=["1", "2"])
    [(words, _)] = steps(hall)
    strip = sent(hall, "").partition('aria-label="Rounds"')[2].partition("</nav>")[0]
    public = hall.ask("nobody", f"/t/{SLUG}/", headers=FOR_PEOPLE).text

    assert "Round 1 2 of 2 results in Waiting for table 2 (not signed)." in words
    assert "<small>2 of 2</small>" in strip
    assert "2 of 2 results in" in public


def test_a_round_whose_slips_are_in_is_closed_next_and_a_closed_one_followed_by_the_next(hall):
    paired(hall, 1)
    typed(hall, 1)
    typed(hall, 2)
    [(words, ways)] = steps(hall)
    assert "2 of 2 results in" in words
    assert "Waits" not in words
    assert next(iter(ways)) == "Close round 1"

    hall.organiser.close_round(SLUG, 1, by=CONSOLE)

    [(words, ways)] = steps(hall)
    assert words == "Round 1 Closed"
    assert list(ways) == ["Pair round 2", "Close the tournament", "Standings"]


def test_after_the_last_planned_round_the_tournament_is_closed_and_then_results_go_out(hall):
    held = Particulars(divisions=(Division(rounds=1),))
    planned = SetUp(name="Tern Open", rules="wespa-5.1", particulars=held)
    hall.organiser.asks(tournament_id(SLUG), planned, CONSOLE)
    paired(hall, 1)
    typed(hall, 1)
    typed(hall, 2)
    hall.organiser.close_round(SLUG, 1, by=CONSOLE)

    [(words, ways)] = steps(hall)
    assert words == "Round 1, the last Closed"
    assert next(iter(ways)) == "Close the tournament"

    hall.organiser.asks(tournament_id(SLUG), CloseTournament(), CONSOLE)

    [(words, ways)] = steps(hall)
    assert words == "The tournament is over"
    assert list(ways) == ["Export the results", "Standings"]


def test_two_rounds_that_are_open_at_once_are_both_there_the_earlier_first(hall):
    paired(hall, 1)
    paired(hall, 2)

    assert [words[:7] for words, _ in steps(hall)] == ["Round 1", "Round 2"]


def two_divisions(hall, rounds=2):
    planned = (Division(name="A", rounds=rounds), Division(name="B", rounds=rounds, first_table=9))
    held = Particulars(divisions=planned)
    request = SetUp(name="Tern Open", rules="wespa-5.1", particulars=held)
    hall.organiser.asks(tournament_id(SLUG), request, CONSOLE)
    players = [
        PlayerEntered(number=n, name=f"Tern {n}", division="A" if n < 3 else "B")
        for n in range(1, 5)
    ]
    hall.organiser.enter_players(SLUG, players, by=CONSOLE)
    hall.organiser.pair_round(SLUG, 1, [Pairing(1, 1, 2)], by=CONSOLE, division="A")


def test_open_rounds_are_named_up_to_two_and_more_are_counted(hall):
    for number, said in ((1, "Round 1 is open"), (2, "Rounds 1 and 2 are open"),
                         (3, "3 rounds are open")):  # fmt: skip
        paired(hall, number)
        assert said in sent(hall, "")


def test_a_division_that_was_never_paired_is_among_what_comes_next(hall):
    two_divisions(hall)

    told = dict(steps(hall))

    assert list(told["Division B, round 1 Not paired"]) == ["Pair round 1"]
    address = told["Division B, round 1 Not paired"]["Pair round 1"]
    assert hall.ask("organiser", address, headers=FOR_PEOPLE).status_code == 200


@pytest.mark.found("OG-12")
def test_a_division_without_a_name_is_called_so_beside_those_that_have_one(hall):
    """Of two buttons for round 1 one named no division, and who was in none was not thought of."""
    strays = [PlayerEntered(number=n, name=f"Stray {n}") for n in (91, 92)]
    hall.organiser.enter_players(SLUG, strays, by=CONSOLE)
    two_divisions(hall)

    assert "The division without a name, round 1 Not paired" in dict(steps(hall))
    rounds = sent(hall, "rounds")
    assert "The division without a name: Round 1" in re.sub(r"\s+", " ", rounds)
    assert "The division without a name: no round was paired" in sent(hall, "close")


def test_the_close_names_divisions_never_paired_and_planned_rounds_that_were_not_held(hall):
    two_divisions(hall, rounds=3)
    typed(hall, 1)
    hall.organiser.close_round(SLUG, 1, by=CONSOLE, division="A")

    page = sent(hall, "close")

    assert "Division B: no round was paired" in page
    assert "Rounds 2 to 3 of division A" in page
    assert "Close it anyway" in page


def test_a_division_never_paired_is_not_over_when_the_other_is(hall):
    two_divisions(hall)
    typed(hall, 1)
    hall.organiser.close_round(SLUG, 1, by=CONSOLE, division="A", last=True)

    assert "Division B, round 1 Not paired" in dict(steps(hall))
    assert "of division A" not in sent(hall, "close")


def differing(hall):
    paired(hall, 1)
    typed(hall, 2)
    for second, whose in ((388, 1), (398, 2)):
        sent(
            hall, "results", "POST", request=str(uuid4()), table=1, first=412, second=second,
            whose=whose,
        )  # fmt: skip


def test_a_table_whose_slips_differ_is_not_in_and_the_overview_leads_to_both(hall):
    differing(hall)

    [(words, ways)] = steps(hall)

    assert "Round 1 1 of 2 results in" in words
    public = hall.ask("nobody", f"/t/{SLUG}/", headers=FOR_PEOPLE).text
    assert "1 of 2 results in" in public
    assert "Waiting for table 1 (two slips differ)." in words
    assert list(ways) == ["Compare the slips of table 1", "Close round 1"]
    for address in ways.values():
        assert hall.ask("organiser", address, headers=FOR_PEOPLE).status_code == 200
    close = hall.ask("organiser", ways["Close round 1"], headers=FOR_PEOPLE).text
    assert ways["Compare the slips of table 1"] in close


@pytest.mark.parametrize("page", ["standings", "wall-chart", "prize-list"])
def test_a_visitor_reads_that_two_slips_differ_and_not_what_the_other_says(hall, page):
    differing(hall)

    told = unescape(hall.ask("nobody", f"/t/{SLUG}/{page}", headers=FOR_PEOPLE).text)

    assert "Provisional: 1 result has two slips that differ." in told
    assert "398" not in told


def test_the_round_and_the_missing_slips_mark_the_table_for_everybody(hall):
    differing(hall)

    for page in ("r1/", "missing"):
        told = unescape(hall.ask("nobody", f"/t/{SLUG}/{page}", headers=FOR_PEOPLE).text)
        assert told.count("two slips differ") == 1
        assert "398" not in told
