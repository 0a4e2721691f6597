"""Tournaments and cases kept at hand are what the log says, whoever wrote it, in one question."""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.desk.streams import CaseIndex
from ledger.incidents.case_file import case_in
from ledger.record.events import tournament_id
from ledger.tournament.conduct import TakeConductBack
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.tournament import tournament_after, tournament_named, tournament_of
from ledger.vocabulary.refusals import Refusal
from printing.checking.lists import NotHandedOut
from tests.desks import DIRECTOR, ORGANISER, a_desk, a_tournament
from tests.officials import Director, Organiser

SLUG = "spring-open"


class Asked:
    """What is asked of a record: by which questions, and how often."""

    def __init__(self, desk):
        self.questions = Counter()
        store = desk.log.store
        for name in ("rows_of", "rows_past", "version_of", "placed_rows_of"):
            setattr(store, name, self._counted(name, getattr(store, name)))

    def _counted(self, name, ask):
        def asked(*what, **how):
            self.questions[name] += 1
            return ask(*what, **how)

        return asked

    def since(self):
        found = dict(self.questions)
        self.questions.clear()
        return found


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        games = a_tournament(desk, tables=6)
        director = Director(desk)
        for nth, game in enumerate(games):
            case = director.open_case(game, "score", by=DIRECTOR)
            if nth % 2:
                director.rule(case, game, f"as found {nth}", "wespa-5.1 3.10", by=DIRECTOR)
        yield desk


def as_written(desk):
    tournament = tournament_named(SLUG, desk.log)
    return tournament, tuple(case_in(desk.log, case) for case in tournament.cases)


def test_they_are_what_the_log_says_before_and_after_somebody_elses_writing(desk):
    other = CaseIndex(desk.log)
    assert other.with_cases(SLUG) == as_written(desk)

    director, game = Director(desk), as_written(desk)[1][2].opened.game
    director.cite(as_written(desk)[1][2].id, "wespa-5.1 2.1", by=DIRECTOR)
    director.warn(SLUG, 3, "other", by=DIRECTOR)
    director.open_case(game, "time", by=DIRECTOR)

    assert other.with_cases(SLUG) == as_written(desk) == desk.cases.with_cases(SLUG)
    assert len(other.with_cases(SLUG)[1]) == 7
    tournament, last = other.numbered(SLUG, 7)
    assert last == as_written(desk)[1][-1] == other.cases_of(tournament)[-1]


def test_they_are_asked_for_in_one_question_however_many_they_are(desk):
    asked, index = Asked(desk), CaseIndex(desk.log)

    tournament = index.tournament(SLUG)
    assert asked.since() == {"rows_of": 1}
    assert len(index.cases_of(tournament)) == 6
    assert asked.since() == {"rows_past": 1}
    index.with_cases(SLUG)
    assert asked.since() == {"rows_past": 1}
    CaseIndex(desk.log).with_cases(SLUG)
    assert asked.since() == {"rows_past": 2}, "the tournament first, where its cases are not known"


def test_nothing_is_read_twice(desk):
    index = CaseIndex(desk.log)
    before = index.with_cases(SLUG)

    again = index.with_cases(SLUG)
    assert again[0] is before[0]
    assert all(now is then for now, then in zip(again[1], before[1], strict=True))

    Director(desk).cite(before[1][0].id, "wespa-5.1 2.1", by=DIRECTOR)
    after = index.with_cases(SLUG)[1]
    assert after[0].version == before[1][0].version + 1
    assert after[1] is before[1][1]


def test_what_was_thrown_away_is_read_again(desk):
    small = CaseIndex(desk.log, tournaments=1, cases=2)
    assert small.with_cases(SLUG) == as_written(desk)
    assert small.with_cases(SLUG) == as_written(desk)

    Organiser(desk).open_tournament("other", "Other", "wespa-5.1", by=ORGANISER)
    assert small.tournament("other").name == "Other"
    assert small.with_cases(SLUG) == as_written(desk)


def test_what_nobody_opened_is_refused_as_ever_and_not_kept(desk):
    index = desk.cases
    for refused, code in (
        (lambda: index.tournament("autumn"), "no-such-tournament"),
        (lambda: index.with_cases("autumn"), "no-such-tournament"),
        (lambda: index.numbered(SLUG, 7), "no-such-case"),
        (lambda: index.case(tournament_id(SLUG)), "no-such-case"),
    ):
        with pytest.raises(Refusal) as refusal:
            refused()
        assert refusal.value.code == code
    assert index.find("autumn") is None

    Organiser(desk).open_tournament("autumn", "Autumn", "wespa-5.1", by=ORGANISER)
    assert index.tournament("autumn").name == "Autumn"


def test_a_tournament_goes_on_from_each_of_its_events_to_the_same(desk):
    director, organiser = Director(desk), Organiser(desk)
    director.warn(SLUG, 3, "other", by=DIRECTOR)
    warned = desk.log.events_of(tournament_id(SLUG))[-1]
    director.warn(SLUG, 4, "other", by=DIRECTOR)
    back = TakeConductBack(act=warned.envelope.command_id, reason="it was another")
    director.asks(tournament_id(SLUG), back, DIRECTOR)
    organiser.enter_players(SLUG, [PlayerEntered(number=13, name="Late")], by=ORGANISER)
    organiser.close_round(SLUG, 1, by=ORGANISER, waiving="for the test")

    events = desk.log.events_of(tournament_id(SLUG))
    whole = tournament_of(events)
    assert whole.conduct.struck
    for cut in range(1, len(events)):
        before = events[:cut]
        assert tournament_after(tournament_of(before), before, events[cut:]) == whole
    one_by_one = tournament_of(events[:1])
    for cut in range(1, len(events)):
        one_by_one = tournament_after(one_by_one, events[:cut], events[cut : cut + 1])
    assert one_by_one == whole


def test_papers_handed_out_since_are_left_out_of_the_questions_for_many_cases_too(desk):
    case = as_written(desk)[1][1]
    Director(desk).issue_bundle(case.id, "Player 1", "cd" * 32, by=DIRECTOR)
    log = NotHandedOut(desk.log, case.id, since=case.version)

    assert CaseIndex(log).with_cases(SLUG)[1][1].version == case.version
    assert CaseIndex(desk.log).with_cases(SLUG)[1][1].version == case.version + 1
