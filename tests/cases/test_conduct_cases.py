"""Worked cases about conduct, rulings, reports, penalties and appeals (matrix section 5)."""

from __future__ import annotations

import pytest

from ledger.game.calls.requests import CallDirector
from ledger.hall import open_hall
from ledger.incidents.facts import AppealLodged, CaseReported, StatementTaken
from ledger.incidents.hearing import hearing
from ledger.incidents.reports import due_reports
from ledger.incidents.ruling import Finding
from ledger.tournament.facts import GamesAwarded, GamesVoided, Pairing
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.an_event import SLUG, AnEvent, said
from tests.desks import DIRECTOR, A, B, Table, a_desk
from tests.officials import Director

V4 = ("wespa-4.0", "wespa-5.1")


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        yield desk
        hall.close()


@pytest.fixture
def director(desk):
    return Director(desk)


def refused(action, *what, **how):
    """The refusal this meets, with words and a next step."""
    with pytest.raises(Refusal) as refusal:
        action(*what, **how, by=DIRECTOR)
    assert refusal.value.what.endswith(".")
    assert refusal.value.next_step
    return refusal.value


def heard(director, game, offence="other", category="conduct", seat=A, **opened):
    """A case in which both players were heard."""
    case = director.open_case(
        game, category, by=DIRECTOR, seat=seat, offence="" if offence == "other" else offence,
        **opened,
    )  # fmt: skip
    director.take_statement(case, "Player 1", "player", said("I did not."), by=DIRECTOR, seat=A)
    director.take_statement(case, "Player 2", "opponent", said("Did so."), by=DIRECTOR, seat=B)
    return case


def found(director, event, offence, *, level=None, game=None, minor=False, mind="deliberate"):
    """A ruling against player 1 for conduct, both heard."""
    game = game or event.last_game
    case = heard(director, game, offence)
    director.rule(
        case, game, f"{offence} found", f"{event.book} {number(event, offence)}",
        by=DIRECTOR,
        conduct=Finding(
            seat=A, offence=offence, level=level, minor=minor, state_of_mind=mind
        ),
    )  # fmt: skip
    return case


def number(event, offence):
    return event.tournament.rules.offences[offence].number


def standings(desk):
    return {
        row.number: (row.wins, row.losses, row.spread) for row in desk.followers[0].standings(SLUG)
    }


def places(desk):
    return [row.number for row in desk.followers[0].standings(SLUG)]


def reported(director, case):
    file = director.case_file(case)
    return [
        (one.rule.to, one.rule.duty)
        for one in due_reports(file, director.rules_of(file.opened.game))
    ]


# Cheating


@pytest.mark.clause("wespa-1.0 6.1.3")
def test_R12_Y89_T1_19_all_games_of_a_cheat_are_void_those_to_come_too(desk, director):
    event = AnEvent(desk, "wespa-1.0", margins=(20, -180, 40, -10, None), rounds=7)
    before = standings(desk)
    case = found(director, event, "bad-faith-breach", game=event.games[4])

    director.apply_level_one(case, by=DIRECTOR)

    conduct = event.tournament.conduct
    assert [game for _, game in conduct.voided] == event.games
    assert conduct.awarded == ()
    assert conduct.ejected == conduct.withdrawn == (1,)
    assert before[3] == (1, 0, 180)
    assert set(standings(desk).values()) == {(0, 0, 0)}
    assert places(desk)[-1] == 1
    assert reported(director, case) == [(("the national association",), "must")]
    assert desk.sheet(event.games[0]).state == "final"  # what was signed is still there


@pytest.mark.parametrize("book", V4)
def test_Y89_in_a_round_robin_all_games_of_a_cheat_are_void_and_unrated(desk, director, book):
    event = AnEvent(
        desk, book, margins=(20, -180, 40, -10, 5, 60), options=(("round-robin", "yes"),)
    )
    case = found(director, event, "help-used")

    director.apply_level_one(case, by=DIRECTOR)

    assert [game for _, game in event.tournament.conduct.voided] == event.games
    assert written(event, GamesVoided).rated is False
    assert written(event, GamesVoided).clause == f"{book} 6.2.4(a)(i)"
    assert set(standings(desk).values()) == {(0, 0, 0)}
    assert places(desk)[-1] == 1
    assert reported(director, case) == [(("the national association",), "must")]
    decided = director.case_file(case).penalties[-1]
    assert (decided.scope, decided.clause) == ("tournament", f"{book} 6.2.4(a)(i)")


@pytest.mark.parametrize("book", V4)
def test_Y90_elsewhere_the_opponents_win_by_150_or_by_what_they_won_if_more(desk, director, book):
    event = AnEvent(desk, book, margins=(20, -180, -120, 50))
    case = found(director, event, "tiles-hidden")

    director.apply_level_one(case, by=DIRECTOR, round_robin=False)

    margins = [award.margin for _, award in event.tournament.conduct.awarded]
    assert margins == [150, 180, 150, 150]
    assert written(event, GamesAwarded).rated is False
    assert written(event, GamesAwarded).clause == f"{book} 6.2.4(a)(ii)"
    assert standings(desk) == {
        1: (0, 4, -630), 2: (1, 0, 150), 3: (1, 0, 180), 4: (1, 0, 150), 5: (1, 0, 150),
    }  # fmt: skip
    assert places(desk)[-1] == 1
    assert desk.sheet(event.games[0]).totals == (320, 300)

    assert refused_pairing(event).code == "player-withdrawn"

    hall = desk.followers[0]
    shown = hall.standings(SLUG)
    hall.rebuild()
    assert hall.standings(SLUG) == shown


def written(event, kind):
    """The one fact of this kind on the tournament's stream."""
    events = event.desk.log.events_of(event.tournament.id)
    [found] = [one.fact for one in events if isinstance(one.fact, kind)]
    return found


def refused_pairing(event):
    again = [Pairing(1, 1, 2)]
    with pytest.raises(Refusal) as refusal:
        event.organiser.pair_round(SLUG, 5, again, by=DIRECTOR)
    return refusal.value


def test_Y90_T4_31_of_a_game_in_progress_the_book_says_nothing(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(20, None))
    case = found(director, event, "tiles-hidden")

    director.apply_level_one(case, by=DIRECTOR, round_robin=False)

    conduct = event.tournament.conduct
    assert [award.game for _, award in conduct.awarded] == event.games[:1]
    assert director.case_file(case).events[-1].envelope.remarks == ("T4-31",)


def test_whether_it_is_a_round_robin_must_be_known(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(20,))
    case = found(director, event, "tiles-hidden")

    refusal = refused(director.apply_level_one, case)

    assert (refusal.code, refusal.clause) == ("rulebook-silent", "wespa-4.0 6.2.4(a)")


@pytest.mark.parametrize("book", V4)
def test_Y91_a_minor_insult_for_the_first_time_is_a_stern_warning_with_notice(desk, director, book):
    event = AnEvent(desk, book)
    case = found(director, event, "abusive-words", minor=True)

    refusal = refused(director.apply_level_one, case, round_robin=True)
    director.penalise(
        case, A, "stern-warning", "an insult", notice="more may mean ejection", by=DIRECTOR
    )

    assert refusal.code == "no-level-one"
    [warned] = event.tournament.conduct.warnings
    assert (warned.player, warned.kind, warned.notice, warned.case) == (
        1, "stern-warning", "more may mean ejection", case,
    )  # fmt: skip
    assert warned.clause == f"{book} 6.2.4"
    assert standings(desk)[1] == (1, 0, 30)


def test_Y91_T4_31_cheating_has_no_minor_kind(desk, director):
    event = AnEvent(desk, "wespa-4.0")

    with pytest.raises(Refusal) as refusal:
        found(director, event, "tiles-hidden", minor=True)

    assert (refusal.value.code, refusal.value.trap) == ("no-minor-case", "T4-31")


@pytest.mark.clause("wespa-5.1 App3-2.1")
def test_W24_in_virtual_play_a_monitors_suspicion_is_a_matter_of_level_1(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(None,), options=(("play", "virtual"),))
    case = heard(director, event.last_game, "help-used", raised_by="monitor")
    director.take_statement(case, "Mona", "monitor", said("Eyes off the screen."), by=DIRECTOR)

    director.rule(
        case, event.last_game, "help from outside", "wespa-5.1 6.2.1(g)", by=DIRECTOR,
        conduct=Finding(seat=A, offence="help-used", state_of_mind="deliberate"),
    )  # fmt: skip

    file = director.case_file(case)
    assert file.finding.level == 1
    [due] = due_reports(file, director.rules_of(event.last_game))
    assert due.to == ("the national association",)
    assert "virtual events included" in due.rule.note
    director.report(case, "the national association", "level-1", by=DIRECTOR)
    [sent] = director.case_file(case).each(CaseReported)
    assert "virtual events included" in sent.note


# Unethical acts, gaps, reports


def test_R15_an_unethical_act_is_reported_to_both_only_if_serious(desk, director):
    event = AnEvent(desk, "wespa-1.0")
    case = found(director, event, "timer-feint")

    [(to, duty)] = reported(director, case)

    assert to == ("the national association", "WESPA")
    assert duty == "if-serious"
    assert director.case_file(case).reported_to == ()


@pytest.mark.clause("nsa-1998 VI.C")
def test_R16_TX_16_the_second_draw_before_recording_costs_50_spread_and_no_game(desk, director):
    event = AnEvent(desk, "nsa-1998", margins=(30,))
    act = "cumulative-not-recorded"
    first = director.suggests(SLUG, 1, act)
    director.warn(SLUG, 1, act, by=DIRECTOR)
    second = director.suggests(SLUG, 1, act)

    assert (first.kind, second.kind, second.amount) == ("official-warning", "reduced-margin", 50)
    assert second.clause == "nsa-1998 VI.C"
    assert director.suggests(SLUG, 2, act).kind == "official-warning"

    case = found(director, event, act)
    before = desk.sheet(event.last_game)
    director.penalise(case, A, second.kind, "again", amount=second.amount, by=DIRECTOR)

    assert standings(desk) == {1: (1, 0, -20), 2: (0, 1, -30)}
    assert desk.sheet(event.last_game).totals == before.totals
    assert desk.sheet(event.last_game).version == before.version
    assert event.tournament.conduct.spread_of(1) == -50


@pytest.mark.parametrize("book", V4)
def test_R17_a_gap_the_director_decides_binds_and_should_be_reported(desk, director, book):
    event = AnEvent(desk, book, margins=(None,))
    case = director.open_case(event.last_game, "other", by=DIRECTOR)

    director.rule(case, event.last_game, "play on", f"{book} Preamble", gap=True, by=DIRECTOR)

    assert reported(director, case) == [(("the WESPA Rules Committee",), "should")]
    director.report(case, "the WESPA Rules Committee", "gap", by=DIRECTOR)
    assert reported(director, case) == []
    assert Table(desk, event.last_game).enter(CallDirector(reason="done"), case=case)


def test_R22_under_wsc_a_director_may_refer_a_ruling_and_that_is_final(desk, director):
    event = AnEvent(desk, "wsc-2003", last=True)
    case = director.open_case(event.last_game, "drawing", by=DIRECTOR)
    director.rule(case, event.last_game, "tiles stay", "wsc-2003 14.7", by=DIRECTOR)

    refusal = refused(director.lodge_appeal, case, "Player 2", seat=B)
    director.report(case, "the WSC Technical Committee", "referred", by=DIRECTOR)
    director.decide_appeal(case, "WSC Technical Committee", "dismissed", by=DIRECTOR)

    assert (refusal.code, refusal.clause) == ("no-right-of-appeal", "wsc-2003 14.7")
    assert "the WSC Technical Committee" in refusal.next_step
    file = director.case_file(case)
    assert file.state == "decided on appeal"
    assert file.reported_to == ("the WSC Technical Committee",)
    again = refused(director.decide_appeal, director.open_case(
        event.last_game, "other", by=DIRECTOR), "WSC Technical Committee", "upheld")  # fmt: skip
    assert again.code == "no-appeal"


@pytest.mark.parametrize("book", V4)
@pytest.mark.parametrize("raised_by", ["director", "third-party"])
def test_Y68_T4_28_nobody_steps_in_on_a_wrong_sum(desk, director, book, raised_by):
    event = AnEvent(desk, book, margins=(None,))

    refusal = refused(director.open_case, event.last_game, "score", raised_by=raised_by)

    assert (refusal.code, refusal.clause) == ("uninvited-arithmetic", f"{book} 4.8(a)")
    assert refusal.trap == "T4-28"
    assert director.open_case(event.last_game, "score", raised_by="player", by=DIRECTOR)
    case = director.open_case(
        event.last_game, "score", raised_by=raised_by, although="both asked me later", by=DIRECTOR
    )
    assert director.case_file(case).opened.although


@pytest.mark.parametrize("book", V4)
def test_Y69_an_error_of_procedure_unfair_to_one_player_must_be_stopped(desk, director, book):
    event = AnEvent(desk, book, margins=(None,))
    case = director.open_case(
        event.last_game, "challenge", raised_by="director", seat=B, by=DIRECTOR
    )

    steps = hearing_of(director, case).steps

    assert steps[0].clause == f"{book} 4.8(c)"
    assert "steps in unasked" in steps[0].does


@pytest.mark.parametrize("book", V4)
def test_Y70_a_spectator_reports_palming_and_the_director_must_look_into_it(desk, director, book):
    event = AnEvent(desk, book, margins=(None,))
    table = Table(desk, event.last_game)
    sheet = table.enter(
        CallDirector(reason="a palmed tile", raised_by="observer", seat=A, offence="tiles-hidden")
    )
    case = director.open_case(
        event.last_game, "conduct", about=sheet.version, raised_by="observer", seat=A,
        offence="tiles-hidden", by=DIRECTOR,
    )  # fmt: skip

    procedure = hearing_of(director, case)

    reporting, looking = procedure.steps[:2]
    assert (reporting.clause, "does not step in" in reporting.does) == (f"{book} 4.9(b)", True)
    assert (looking.clause, looking.does.startswith("The director must")) == (
        f"{book} 4.8(b)", True,
    )  # fmt: skip
    assert procedure.version == sheet.version


def hearing_of(director, case):
    file = director.case_file(case)
    sheet = director.desk.sheet(file.opened.game)
    return hearing(file, sheet, director.rules_of(sheet.id))


@pytest.mark.parametrize("book", [*V4, "wespa-1.0"])
def test_Y94_each_has_a_fair_hearing_and_the_balance_of_probabilities_decides(desk, director, book):
    event = AnEvent(desk, book, margins=(None,))
    game = event.last_game
    case = director.open_case(game, "conduct", seat=A, offence="timer-feint", by=DIRECTOR)
    ruling = (case, game, "it happened", f"{book} {number(event, 'timer-feint')}")
    conduct = Finding(seat=A, offence="timer-feint")
    director.take_statement(case, "Player 2", "opponent", said("Yes."), seat=B, by=DIRECTOR)
    director.take_statement(case, "Wim", "witness", said("No."), by=DIRECTOR)
    director.take_statement(case, "Zoe", "witness", said("Yes."), by=DIRECTOR)

    refusal = refused(director.rule, *ruling, conduct=conduct)
    director.take_statement(case, "Player 1", "player", None, seat=A, by=DIRECTOR)
    director.rule(*ruling, conduct=conduct, found="more likely than not", by=DIRECTOR)

    assert refusal.code == "not-both-heard"
    hearing_clause = {"wespa-1.0": "6.4(c)"}.get(book, "6.1.2(b)")
    assert refusal.clause == f"{book} {hearing_clause}"
    given = director.case_file(case).ruling
    assert given.standard == "balance-of-probabilities"
    assert director.case_file(case).heard == (Seat.FIRST, Seat.SECOND)


@pytest.mark.found("RU12")
@pytest.mark.clause("wespa-1.0 6.4(c)")
@pytest.mark.clause("wespa-4.0 6.1.2(b)")
@pytest.mark.clause("nsa-1998 G2")
@pytest.mark.parametrize(
    ("book", "act"),
    [("wespa-5.1", "timer-feint"), ("wespa-1.0", "timer-feint"), ("nsa-1998", "misleading-talk")],
)
def test_RU12_a_case_holds_all_that_an_incident_report_asks_for(desk, director, book, act):
    event = AnEvent(desk, book, margins=(None,))
    game = event.last_game
    case = director.open_case(
        game, "conduct", seat=A, offence=act, raised_by="opponent", rule=number(event, act),
        by=DIRECTOR,
    )  # fmt: skip
    director.take_statement(case, "Player 1", "player", said("I did not."), seat=A, by=DIRECTOR)
    director.take_statement(case, "Player 2", "opponent", said("I saw it."), seat=B, by=DIRECTOR)
    director.take_statement(case, "Wim", "witness", said("So did I."), by=DIRECTOR)
    director.rule(
        case, game, "it happened", f"{book} {number(event, act)}", by=DIRECTOR,
        conduct=Finding(seat=A, offence=act, state_of_mind="deliberate"),
    )  # fmt: skip
    [(to, *_), *_] = [
        one.to for one in due_reports(director.case_file(case), event.tournament.rules)
    ]
    director.report(case, to, "level-2", by=DIRECTOR)

    file = director.case_file(case)

    assert (file.opened.raised_by, file.opened.offence, file.opened.seat) == ("opponent", act, A)
    assert [one.role for one in file.each(StatementTaken)] == ["player", "opponent", "witness"]
    assert file.heard == (Seat.FIRST, Seat.SECOND)
    assert file.ruling.finding == "it happened"
    assert file.ruling.citation == f"{book} {number(event, act)}"
    assert file.finding.level == 2
    assert file.finding.state_of_mind == "deliberate"
    assert file.reported_to == (to,)


# Appeals


@pytest.mark.clause("wespa-1.0 6.5(a)")
def test_R13_an_appeal_waits_for_the_end_of_the_tournament(desk, director):
    event = AnEvent(desk, "wespa-1.0")
    case = found(director, event, "timer-feint")

    during = refused(director.lodge_appeal, case, "Player 1", seat=A, against="conduct-finding")
    event.end()
    director.lodge_appeal(
        case, "Player 1", seat=A, against="conduct-finding", grounds=said(), by=DIRECTOR
    )

    assert (during.code, during.clause) == ("tournament-not-over", "wespa-1.0 6.5(a)")
    [lodged] = director.case_file(case).each(AppealLodged)
    assert lodged.to == "WESPA Executive Committee"
    assert desk.log.words_of(lodged.grounds) == b"I saw it."


@pytest.mark.clause("wespa-1.0 6.5(a)")
def test_R14_T1_11_no_appeal_against_a_ruling_without_a_finding_of_conduct(desk, director):
    event = AnEvent(desk, "wespa-1.0", last=True)
    case = director.open_case(event.last_game, "drawing", seat=A, by=DIRECTOR)
    director.rule(case, event.last_game, "X + 1 shown", "wespa-1.0 3.9.5(a)", by=DIRECTOR)

    refusal = refused(director.lodge_appeal, case, "Player 1", seat=A)

    assert (refusal.code, refusal.clause) == ("no-right-of-appeal", "wespa-1.0 6.5(a)")
    assert "the WESPA Rules Committee" in refusal.next_step
    director.report(case, "the WESPA Rules Committee", "gap", by=DIRECTOR)
    assert director.case_file(case).reported_to == ("the WESPA Rules Committee",)


@pytest.mark.parametrize("book", V4)
def test_Y92_TX_23_who_lost_an_overdraw_ruling_may_appeal_in_three_stages(desk, director, book):
    event = AnEvent(desk, book, last=True)
    case = director.open_case(event.last_game, "drawing", seat=A, by=DIRECTOR)
    director.rule(case, event.last_game, "X + 2 shown", f"{book} 3.9.5(a)(iii)", by=DIRECTOR)
    bodies = []
    for outcome in ("dismissed", "dismissed", "upheld-in-part"):
        director.lodge_appeal(case, "Player 1", seat=A, by=DIRECTOR)
        body = director.case_file(case).each(AppealLodged)[-1].to
        bodies.append(body)
        director.decide_appeal(case, body, outcome, by=DIRECTOR)

    assert bodies == ["local body", "national body", "WESPA Executive Committee"]
    refusal = refused(director.lodge_appeal, case, "Player 1", seat=A)
    assert (refusal.code, refusal.clause) == ("no-further-appeal", f"{book} 6.5(f)")


@pytest.mark.parametrize(("book", "remarked"), [*((b, True) for b in V4), ("wespa-1.0", False)])
def test_Y93_a_member_of_the_executive_is_not_eligible_for_the_committee(
    desk, director, book, remarked
):
    event = AnEvent(desk, book, last=True)
    case = found(director, event, "timer-feint")
    director.lodge_appeal(case, "Player 1", seat=A, to="WESPA Executive Committee", by=DIRECTOR)

    director.hear_appeal(
        case, "WESPA Executive Committee", committee=("Dora", "Egon", "Fay"),
        executive=("Fay",), how="in writing", by=DIRECTOR,
    )  # fmt: skip

    remarks = director.case_file(case).events[-1].envelope.remarks
    assert ("executive-on-committee" in remarks) is remarked
