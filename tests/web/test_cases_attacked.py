"""Cases where somebody means ill, or two mean well at once: other tournaments, words, late acts."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from ledger.desk.requests import Refused, Sent, Written
from ledger.incidents.case_file import case_in
from ledger.incidents.facts import RulingGiven, RulingTold
from ledger.incidents.ruling import GiveRuling
from ledger.record.events import tournament_id
from ledger.record.verify import verify
from ledger.tournament.facts import Pairing, PlayerEntered, RoundClosed
from ledger.tournament.rounds import CloseRound, Waives
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from printing.engine.page import characters_without_glyph
from tests.officials import Organiser
from tests.web.previewed import previewed
from tests.web.whole_hall import BADGES, FROM_HERE, SLUG, a_whole_hall

FROM_A_PAGE = {**FROM_HERE, "Accept": "text/html"}
CASES = f"/t/{SLUG}/cases/"
OTHER = "other-open"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tournaments, and two directors."""
    with a_whole_hall(tmp_path_factory.mktemp("attacked") / "data") as hall:
        hall.office.issue("D2", "Second director", Role.DIRECTOR, by=CONSOLE)
        organiser = Organiser(hall.desk)
        organiser.open_tournament(OTHER, "Other Open", "wespa-5.1", by=CONSOLE)
        players = [PlayerEntered(number=n, name=f"Stranger {n}") for n in (1, 2)]
        organiser.enter_players(OTHER, players, by=CONSOLE)
        [hall.elsewhere] = organiser.pair_round(OTHER, 1, [Pairing(1, 1, 2)], by=CONSOLE)
        BADGES["second"] = "D2", Role.DIRECTOR
        yield hall
        del BADGES["second"]


def number():
    return {"request": str(uuid4()), "salt": uuid4().hex}


def opened(hall, slug=SLUG, **form):
    data = {"category": "time", "game": hall.games[0]} | number() | form
    answer = hall.ask("director", f"/t/{slug}/cases/", "POST", headers=FROM_A_PAGE, data=data)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rsplit("/", 1)[1])


def did(hall, case, step, by="director", **form):
    def send(form):
        return hall.ask(by, f"{CASES}{case}/{step}", "POST", headers=FROM_A_PAGE, data=form)

    return previewed(send, **(number() | form))


def file_of(hall, case, slug=SLUG):
    tournament = tournament_named(slug, hall.desk.log)
    return case_in(hall.desk.log, tournament.cases[case - 1])


def in_view(hall, case, by="director"):
    """What the page of a case says that whoever looks has seen of it."""
    return re.search(r'name="seen" value="(\d+)"', hall.ask(by, f"{CASES}{case}").text)[1]


# Another tournament


def test_a_game_of_another_tournament_is_no_game_of_this_one(hall):
    before = hall.desk.log.last_position()
    form = {"category": "time", "game": hall.elsewhere} | number()

    answer = hall.ask("director", CASES, "POST", headers=FROM_A_PAGE, data=form)

    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
    assert hall.desk.log.last_position() == before


def test_a_case_is_reached_only_under_its_own_tournament(hall):
    case = opened(hall, OTHER, game=hall.elsewhere, title="not theirs")
    here = len(tournament_named(SLUG, hall.desk.log).cases)

    assert file_of(hall, case, OTHER).opened.title == "not theirs"
    assert "not theirs" not in hall.ask("director", f"{CASES}{case}").text
    assert "not theirs" not in hall.ask("director", CASES).text
    assert hall.ask("director", f"{CASES}{here + 1}").status_code == 404


# Two directors at once


RULING = {"citation": "wespa-5.1 6.2", "points_seat": "first", "points_amount": "-10"}


def test_who_rules_on_what_another_has_ruled_on_meanwhile_is_told_and_nothing_is_taken_twice(hall):
    case = opened(hall)
    seen = {by: in_view(hall, case, by) for by in ("director", "second")}
    before = hall.desk.sheet(hall.games[0]).totals[0]

    first = did(hall, case, "rule", finding="too loud", seen=seen["director"], **RULING)
    late = did(hall, case, "rule", "second", finding="too slow", seen=seen["second"], **RULING)

    assert (first.status_code, late.status_code) == (303, 422)
    assert "Another official changed this case after you opened it." in late.text
    assert "too slow" in late.text  # what was typed is there still
    assert len(file_of(hall, case).each(RulingGiven)) == 1
    assert hall.desk.sheet(hall.games[0]).totals[0] == before - 10
    again = in_view(hall, case, "second")
    assert (
        did(hall, case, "rule", "second", finding="both", seen=again, citation="1").status_code
        == 303
    )


def test_nobody_is_noted_as_told_of_a_ruling_that_another_has_replaced(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="in time", citation="wespa-5.1 3.10.1")
    seen = in_view(hall, case)
    did(hall, case, "rule", "second", finding="too late", citation="wespa-5.1 3.10.1",
        seen=in_view(hall, case, "second"))  # fmt: skip

    told = did(hall, case, "tell", told_first="1", told_second="1", seen=seen)

    assert told.status_code == 422
    assert not file_of(hall, case).each(RulingTold)


def test_what_one_did_oneself_meanwhile_is_in_nobodys_way(hall):
    case = opened(hall)
    seen = in_view(hall, case)
    did(hall, case, "hear", who="Player 1", role="player", seat="first", words="I was first.")

    assert did(hall, case, "rule", finding="so", citation="1", seen=seen).status_code == 303


def test_a_ruling_whose_reply_was_lost_is_one_ruling_whatever_another_did_since(hall):
    case = opened(hall)
    once = number() | {"finding": "so", "seen": in_view(hall, case), **RULING}
    did(hall, case, "rule", **once)
    did(hall, case, "hear", "second", who="Wim", role="witness", words="I saw it.")

    again = did(hall, case, "rule", **once)

    assert again.status_code == 303
    assert len(file_of(hall, case).each(RulingGiven)) == 1


def test_eight_rulings_of_two_directors_at_the_same_moment_are_one(hall):
    case = opened(hall)
    file = file_of(hall, case)

    def rule(nth):
        request = GiveRuling(game=hall.games[0], finding=f"{nth}", citation="1", seen=file.version)
        sent = Sent(by=("D1", "D2")[nth % 2], command_id=uuid4())
        return hall.desk.enter(file.id, request, sent)

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(rule, range(8)))

    by = {event.envelope.written_by for event in file_of(hall, case).events[1:]}
    assert len(by) == 1  # whoever came first; the other was told
    refused = [one for one in outcomes if isinstance(one, Refused)]
    assert {one.refusal.code for one in refused} == {"case-went-on"}
    assert len(refused) == 4


# Words that mean ill


HOSTILE = (
    "<script>alert(1)</script>", "{{ 7*7 }}", "'; DROP TABLE cases; --", "\u202egnidaelsim",
    "<img src=x onerror=alert(1)>", "]]> --> </textarea>", "a" * 3999, "😀" * 500, "l\u00adx\u200b",
)  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_what_somebody_said_is_shown_as_said_and_runs_nothing(hall, words):
    case = opened(hall, title=words[:100])
    who = words[:80]
    if characters_without_glyph(who):  # a name has to stand on paper; what was said need not
        assert did(hall, case, "hear", who=who, role="witness", words=words).status_code == 422
        who = "Somebody else"
    assert did(hall, case, "hear", who=who, role="witness", words=words).status_code == 303
    did(
        hall, case, "rule", finding=words[:300], citation="wespa-5.1 1", consequences=words, gap="1"
    )
    shown = hall.ask("director", f"{CASES}{case}").text

    assert "<script>alert" not in shown
    assert "<img src=x" not in shown
    assert "</textarea></textarea>" not in shown
    for page in ("rulings", "conduct", "log", "rulings?anonymous=1"):
        assert "<script>alert" not in hall.ask("director", f"/t/{SLUG}/{page}").text
    [said] = [one for one in file_of(hall, case).events if one.fact.topic() == "statement-taken"]
    assert hall.desk.log.words_of(said.fact.words).decode() == words
    assert verify(hall.desk.log.store).sound


# Too late, too early


def test_R15_an_appeal_after_its_deadline_takes_a_reason(hall):
    case = opened(hall)
    did(hall, case, "rule", finding="so", citation="wespa-5.1 3.10.1")
    past = "2020-01-01T10:00"
    did(hall, case, "tell", told_first="1", right_told="1", appeal_until=past, past=past)
    Organiser(hall.desk).close_round(SLUG, 1, by="O1", last=True, waiving="for the test")
    form = {"who": "Player 1", "seat": "first", "grounds": "late, I know"}

    late = did(hall, case, "appeal", **form)
    taken = did(hall, case, "appeal", **form, although="the mail was slow")

    assert late.status_code == 422
    assert "late, I know" in late.text
    assert taken.status_code == 303
    hall.desk.must_write(tournament_id(SLUG), _reopening(), Sent(by="D1", command_id=uuid4()))


def _reopening():
    from ledger.tournament.rounds import ReopenRound

    return ReopenRound(round_number=1, reason="for the next test")


def test_a_round_that_eight_close_at_once_is_closed_once_and_each_thing_waived_once(hall):
    stream, official = tournament_id(SLUG), Organiser(hall.desk)
    official.leave_no_table_waiting(SLUG, 1, reason="over")
    waives = tuple(
        Waives(kind=one.kind, subject=one.named.subject, which=one.named.which)
        for one in official.waiting_in_round(SLUG, 1)
    )
    assert waives
    before = hall.desk.log.version_of(stream)

    def close(_nth):
        request = CloseRound(round_number=1, waives=waives, waiving="the hall closes")
        return hall.desk.enter(stream, request, Sent(by="O1", command_id=uuid4()))

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(close, range(8)))

    assert sum(isinstance(one, Written) for one in outcomes) == 1
    refused = [one.refusal.code for one in outcomes if isinstance(one, Refused)]
    assert refused == ["round-closed"] * 7
    written = [event.fact for event in hall.desk.log.events_of(stream)[before:]]
    assert sum(isinstance(fact, RoundClosed) for fact in written) == 1
    waived = [(fact.kind, fact.subject, fact.which) for fact in written[:-1]]
    assert len(waived) == len(set(waived))


@pytest.mark.parametrize("who", ["nobody", "display", "player", "keeper", "other", "judge"])
def test_nobody_without_a_directors_badge_reaches_a_case_or_learns_that_there_is_one(hall, who):
    case = opened(hall, title="a secret matter")

    for path in (CASES, f"{CASES}{case}", f"{CASES}new", f"/t/{SLUG}/rulings", f"/t/{SLUG}/log"):
        answer = hall.ask(who, path, headers=FROM_A_PAGE)
        assert answer.status_code in (302, 303, 401, 403)
        assert "a secret matter" not in answer.text
    there = did(hall, case, "rule", who, finding="x", citation="wespa-5.1 1").status_code
    not_there = did(hall, 99999, "rule", who, finding="x", citation="wespa-5.1 1").status_code
    assert there == not_there
    assert file_of(hall, case).ruling is None
