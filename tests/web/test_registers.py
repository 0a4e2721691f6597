"""The registers of a tournament: rulings, also anonymised; conduct; the log of the day."""

from __future__ import annotations

import html
from uuid import uuid4

import pytest
from msgspec import structs

from ledger.desk.registers import acts_of
from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector, DirectorComes
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.messages import speaking
from ledger.proof.paper_requests import DeskToPrint
from ledger.record.events import FACT_TYPES, tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.facts import OptionSet, PlayerEntered
from ledger.tournament.wording import TOURNAMENTS_TOLD, tournament_wording
from ledger.vocabulary import Seat
from printing.filling.desk_papers import desk_at_hand
from printing.lists import desk_lists
from printing.lists.from_desk import day_log_of, rulings_of
from tests.desks import DIRECTOR
from tests.officials import Director, Organiser
from tests.web.whole_hall import SLUG, a_whole_hall
from web.cases.history import earlier_rulings


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("registers")) as hall:
        director, game = Director(hall.desk), hall.games[0]
        one, _ = hall.desk.sheet(game).names
        titled = f"late exchange by {one}"
        case = director.open_case(game, "time", by=DIRECTOR, title=titled)
        finding = f"{one} exchanged late; the exchange stands"
        director.rule(case, game, finding, "wespa-5.1 3.9.5", by=DIRECTOR)
        other = director.open_case(game, "score", by=DIRECTOR)
        director.rule(other, game, "forty points", "wespa-5.1 Preamble", by=DIRECTOR)
        [number, _] = hall.desk.sheet(game).numbers
        warned = WarnPlayer(player=number, kind="official-warning", offence="other", words="phone")
        Organiser(hall.desk).asks(tournament_id(SLUG), warned, DIRECTOR)
        for request in (CallDirector(reason="rule-question"), DirectorComes()):
            hall.desk.must_write(game, request, Sent(by=DIRECTOR, command_id=uuid4()))
        hall.player = one
        yield hall


def read(hall, what, who="director"):
    return hall.ask(who, f"/t/{SLUG}/{what}", headers={"Accept": "text/html"})


def test_the_page_of_open_cases_says_which_are_ruled_and_not_closed(hall):
    page = read(hall, "cases/").text

    assert '<a href="/t/spring-open/cases/?state=ruled">2 ruled</a>, not closed' in page
    assert "not closed" not in read(hall, "cases/?state=ruled").text


def test_the_log_says_in_words_why_the_director_was_called(hall):
    page = read(hall, "log").text

    assert "Director called: a question of rules" in page
    assert "rule-question" not in page


def test_every_fact_of_a_tournament_has_words():
    kinds = {kind for kind in FACT_TYPES.values() if kind.__module__ == "ledger.tournament.facts"}

    assert set(TOURNAMENTS_TOLD) == kinds


def test_rulings_are_found_by_words_and_by_clause(hall):
    assert f"Late exchange by {hall.player} · R1 T1" in read(hall, "rulings").text
    by_words = read(hall, "rulings?q=exchange+late").text
    assert ("exchange stands" in by_words, "forty points" in by_words) == (True, False)
    by_clause = read(hall, "rulings?clause=preamble").text
    assert ("exchange stands" in by_clause, "forty points" in by_clause) == (False, True)
    assert "No ruling matches all of this." in read(hall, "rulings?q=nowhere").text


def test_the_edition_to_publish_names_no_player_and_no_official(hall):
    page = read(hall, "rulings?anonymous=1").text
    main = page.partition("<main")[2].partition("</main>")[0]

    assert "A player exchanged late" in main
    assert hall.player not in main
    assert "D1" not in main
    assert "C-1" not in main


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    """Ruled again, a phone, a hold, a part of the first's rule, appealed against, taken back."""
    with a_whole_hall(tmp_path_factory.mktemp("precedents")) as hall:
        director, game = Director(hall.desk), hall.games[0]

        def ruled(category, finding, citation, **more):
            case = director.open_case(game, category, by=DIRECTOR, title=finding)
            director.rule(case, game, finding, citation, by=DIRECTOR, **more)
            return case

        again = ruled("drawing", "one is shown", "wespa-5.1 3.9.5")
        fine = ApplyPenalty(seat=Seat.FIRST, unit="points", amount=10, reason="again")
        director.rule(
            again, game, "two are shown", "wespa-5.1 3.9.5", by=DIRECTOR,
            consequences=("Hands are shaken.",), follows=(fine,),
        )  # fmt: skip
        ruled("conduct", "the phone rang", "wespa-5.1 Preamble")
        ruled("challenge", "the hold stands", "wespa-5.1 Preamble")
        ruled("drawing", "three are shown", "wespa-5.1 3.9.5(a)")
        appealed = ruled("drawing", "none is shown", "wespa-5.1 3.9.5(a)(iii)")
        fell = director.case_file(ruled("drawing", "all are shown", "wespa-5.1 3.9.5"))
        back = TakeCaseActBack(act=fell.events[-1].envelope.command_id, reason="a slip")
        director.asks(fell.id, back, DIRECTOR)
        director.lodge_appeal(appealed, "Player 1", seat=Seat.FIRST, although="x", by=DIRECTOR)
        hall.again, hall.appealed = again, appealed
        yield hall


def main_of(page):
    return html.unescape(page.partition("<main")[2].partition("</main>")[0])


@pytest.mark.found("DI-16")
def test_a_case_is_one_row_with_table_players_and_what_followed_and_what_fell_is_struck(cases):
    whole = main_of(read(cases, "rulings").text)

    assert whole.count(">C-2</a>") == 1
    assert "R1 T1 · Player 1 – Player 2" in whole
    row = whole.partition(">C-2</a>")[2].partition('</li>\n    <li class="card')[0]
    assert "<b>two are shown</b>" in row
    assert "<s>one is shown</s>" in row
    assert "taken back: another ruling stands in its place" in row
    assert "Hands are shaken." in row
    assert "10 points" in row
    assert "Under appeal: Player 1 appealed to local body" in whole
    assert "Player 1" not in main_of(read(cases, "rulings?anonymous=1").text)
    assert "R1 T1" not in main_of(read(cases, "rulings?anonymous=1").text)


@pytest.mark.found("DI-16")
def test_the_paper_of_the_register_says_the_same(cases):
    which = DeskToPrint(SLUG)
    told = " ".join(desk_lists.RULINGS_REGISTER.lines(rulings_of(desk_at_hand(cases.here, which))))

    for words in (
        "R1 T1, Player 1 – Player 2", "What followed Hands are shaken.",
        "Before one is shown (wespa-5.1 3.9.5). Taken back: another ruling stands in its place",
        "Appeal Under appeal: Player 1 appealed to local body",
    ):  # fmt: skip
        assert words in told
    without = rulings_of(desk_at_hand(cases.here, which), anonymous=True)
    assert "Player 1" not in " ".join(desk_lists.RULINGS_REGISTER.lines(without))


@pytest.mark.found("DI-16")
@pytest.mark.parametrize(
    ("category", "rule", "like"),
    [
        ("drawing", "wespa-5.1 3.9.5", {
            "C-2": "the same rule, the same subject (drawing)",
            "C-6": "a part of this rule, the same subject (drawing)",
            "C-5": "a part of this rule, the same subject (drawing)",
        }),
        ("drawing", "wespa-5.1 3.9.5(a)", {
            "C-5": "the same rule, the same subject (drawing)",
            "C-6": "a part of this rule, the same subject (drawing)",
            "C-2": "the rule that contains this one, the same subject (drawing)",
        }),
        ("other", "wespa-5.1 3.9.5(a)(iii)", {
            "C-6": "the same rule",
            "C-5": "the rule that contains this one",
            "C-2": "the rule that contains this one",
        }),
        ("challenge", "wespa-5.1 Preamble", {"C-4": "the same rule, the same subject (challenge)"}),
        ("conduct", "wespa-5.1 Preamble", {"C-3": "the same rule, the same subject (conduct)"}),
        ("other", "wespa-5.1 Preamble", {}),
        ("other", "", {}),
        ("drawing", "", dict.fromkeys(
            ("C-6", "C-5", "C-2"), "no rule is named yet, the same subject (drawing)"
        )),
        ("time", "wespa-5.1 3.9.5", {}),
        ("drawing", "wespa-4.0 3.9.5", {}),
    ],
)  # fmt: skip
def test_only_the_like_is_offered_nearest_first_with_why_and_never_a_phone_for_a_hold(
    cases, category, rule, like
):
    director = Director(cases.desk)
    case = director.open_case(cases.games[0], category, by=DIRECTOR, rule=rule, title="now")
    file = director.case_file(case)
    row = {one.id: one for one in cases.here.hall.games(SLUG)}
    tournament = director.tournament(SLUG)

    citation = rule or "wespa-5.1 Preamble"
    files, rules = cases.desk.cases.cases_of(tournament), director.rules_of(cases.games[0])
    found = earlier_rulings(cases.desk, tournament, files, file, citation, rules, row.get)
    found = [one for one in found if one.number <= 7]

    assert {f"C-{one.number}": one.like.why for one in found} == like
    assert [f"C-{one.number}" for one in found] == list(like)
    assert all(one.finding != "one is shown" for one in found), "another stands in its place"
    assert all(one.finding != "all are shown" for one in found), "none stands in that case"
    offered = main_of(read(cases, f"cases/{file.opened.number}").text)
    assert all(words in offered for words in like.values())


@pytest.mark.found("DI-1", "DI-17")
def test_the_log_of_the_day_says_what_followed_with_the_ruling_and_folds_the_entries(cases):
    organiser = Organiser(cases.desk)
    more = [PlayerEntered(number=n, name=f"Late {n}") for n in range(101, 141)]
    organiser.enter_players(SLUG, more, by="O1")
    rows = cases.here.hall.games(SLUG)
    acts = acts_of(cases.desk, organiser.tournament(SLUG), rows)

    [ruling] = [one for one in acts if "Ruled: two are shown" in one.words]
    assert ruling.follows[0] == "Hands are shaken."
    assert "10 points" in ruling.follows[1]
    assert not [one for one in acts if one.words == ruling.follows[1]], "told once, with the ruling"
    entered = [one for one in acts if one.words == "40 players entered"]
    assert [len(one.each) for one in entered] == [40]
    assert not [one for one in acts if one.words.startswith("Late 101")]
    page = main_of(read(cases, "log").text)
    assert page.count("<summary>40 players entered</summary>") == 1
    assert "Hands are shaken." in page
    paper = " ".join(
        desk_lists.DAY_LOG.lines(day_log_of(desk_at_hand(cases.here, DeskToPrint(SLUG))))
    )
    assert "40 players entered" in paper
    assert "Late 101" not in paper
    assert "Ruled: two are shown (wespa-5.1 3.9.5) – Hands are shaken. – " in paper


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
        "a question of rules",
        "D1 came",
    ]

    places = [page.index(act) for act in acts]
    assert places == sorted(places)
    assert "No entries by officials on this day." in read(hall, "log?day=1999-01-01").text


@pytest.mark.parametrize("what", ["rulings", "conduct", "log"])
@pytest.mark.parametrize("who", ["nobody", "keeper", "judge", "player"])
def test_no_register_is_read_by_who_has_no_business_there(hall, what, who):
    answer = read(hall, what, who)

    assert answer.status_code == 403
    assert "phone" not in answer.text


def test_on_whose_word_an_option_stands_is_told_as_a_word():
    set_by = OptionSet(name="time-limit", value=1500, source="organiser")
    with speaking("es"):
        assert tournament_wording(set_by, str).endswith(": 25:00 (según el organizador)")
        told = structs.replace(set_by, source="the notice")
        assert tournament_wording(told, str).endswith(": 25:00 (según the notice)")
