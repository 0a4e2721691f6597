"""A case from report to appeal: what is kept, who may write it, what a finding needs."""

from __future__ import annotations

from hashlib import sha256

import pytest

from ledger.game.calls.requests import (
    CallDirector,
    DirectorComes,
    DirectorGoes,
    DirectorSetsOut,
    subject_of,
)
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.deciding import REQUESTS
from ledger.game.sheet.sheet import find
from ledger.hall import open_hall
from ledger.incidents.case_file import case_file
from ledger.incidents.facts import BundleIssued, EvidenceAttached, RuleCited, StatementTaken
from ledger.incidents.hearing import hearing
from ledger.incidents.offences import heavier_than_usual, offences, suggested
from ledger.incidents.ruling import Finding
from ledger.rulebook import NAMES, load
from ledger.rulebook.ambiguities import trap
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.an_event import SLUG, AnEvent, said
from tests.desks import DIRECTOR, ORGANISER, A, B, Table, a_desk
from tests.officials import Director
from tests.tabletop import FIVE, Tabletop


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


def refused(action, *what, by=DIRECTOR, **how):
    with pytest.raises(Refusal) as refusal:
        action(*what, by=by, **how)
    return refusal.value


def cited(book):
    """A rule of the book."""
    return f"{book} {'G1' if book == 'nsa-1998' else '1'}"


def found(director, event, offence, **finding):
    """A case in which player 1 is found against, both heard."""
    game = event.last_game
    case = director.open_case(game, "conduct", seat=A, by=DIRECTOR)
    for seat in (A, B):
        director.take_statement(case, f"at {seat}", "player", None, seat=seat, by=DIRECTOR)
    director.rule(
        case, game, "found", cited(event.book), by=DIRECTOR,
        conduct=Finding(seat=A, offence=offence, **finding),
    )  # fmt: skip
    return case


def remarks(director, case):
    return director.case_file(case).events[-1].envelope.remarks


# The case


def test_statements_lie_beside_the_log_under_a_digest_and_go_without_breaking_it(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(None,))
    case = director.open_case(event.last_game, "conduct", by=DIRECTOR)
    words = said("She palmed a tile.")

    director.take_statement(case, "Wim Zee", "witness", words, by=DIRECTOR)

    [statement] = director.case_file(case).each(StatementTaken)
    assert statement.words == sha256(words.salt + b"She palmed a tile.").hexdigest()
    assert desk.log.words_of(statement.words) == b"She palmed a tile."
    assert not any(b"palmed" in repr(e).encode() for e in desk.log.events_of(case))


def test_TW_10_sheets_are_evidence_kept_or_named_by_their_digest(desk, director):
    event = AnEvent(desk, "wsc-2003", margins=(None,))
    case = director.open_case(event.last_game, "score", by=DIRECTOR)
    scan = said("a scan")

    director.attach(case, "score-sheet", "the total after turn 3", kept=scan, seat=A, by=DIRECTOR)
    director.attach(case, "photo", "the board", digest="ab" * 32, by=DIRECTOR)
    nothing = refused(director.attach, case, "photo", "the board")

    kept, named = director.case_file(case).each(EvidenceAttached)
    assert desk.log.words_of(kept.digest) == b"a scan"
    assert desk.log.words_of(named.digest) is None
    assert nothing.code == "unreadable-request"


def test_a_case_goes_from_open_to_ruled_closed_reopened(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    game = event.last_game
    case = director.open_case(game, "time", by=DIRECTOR)
    states = [director.case_file(case).state]
    assert refused(director.report, case, "anybody", "gap").code == "case-not-ruled"
    assert refused(director.reopen_case, case, "why").code == "case-open"

    director.rule(case, game, "a minute back", "wespa-4.0 3.4.3", by=DIRECTOR)
    states.append(director.case_file(case).state)
    director.close_case(case, by=DIRECTOR)
    states.append(director.case_file(case).state)
    assert refused(director.cite, case, "wespa-4.0 4.1").code == "case-closed"
    director.reopen_case(case, "a new witness", by=DIRECTOR)
    states.append(director.case_file(case).state)

    assert states == ["open", "ruled", "closed", "ruled"]
    assert case_file(()) is None
    assert case_file(desk.log.events_of(game)) is None


@pytest.mark.parametrize(
    "act",
    [
        lambda d, case, event: d.take_statement(case, "X", "witness", None, by="K1"),
        lambda d, case, event: d.attach(case, "photo", "board", digest="0", by="K1"),
        lambda d, case, event: d.cite(case, "wespa-4.0 4.1", by=ORGANISER),
        lambda d, case, event: d.warn(SLUG, 1, "timer-feint", by="J1"),
        lambda d, case, event: d.penalise(case, A, "official-warning", "why", by="K1"),
        lambda d, case, event: d.report(case, "X", "gap", by="K1"),
        lambda d, case, event: d.lodge_appeal(case, "X", although="so", by="K1"),
        lambda d, case, event: d.issue_bundle(case, "X", "00", by="K1"),
        lambda d, case, event: d.close_tournament(SLUG, by="K1"),
        lambda d, case, event: d.open_case(event.last_game, "other", by="nobody"),
    ],
)
def test_only_a_director_may_write_any_of_it(desk, director, act):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    case = director.open_case(event.last_game, "other", by=DIRECTOR)
    director.rule(case, event.last_game, "so", "wespa-4.0 Preamble", by=DIRECTOR)
    position = desk.log.last_position()

    with pytest.raises(Refusal) as refusal:
        act(director, case, event)

    assert refusal.value.code == "not-allowed"
    assert desk.log.last_position() == position


def test_T5_02_TX_18_a_rule_of_another_book_is_remarked_on(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(None,))
    case = director.open_case(event.last_game, "drawing", by=DIRECTOR)

    director.cite(case, "wespa-4.0 3.9.8", cited_by="Player 2", by=DIRECTOR)
    assert remarks(director, case) == ("cites-another-book",)
    director.cite(case, "wespa-5.1 3.9.9", trap="T5-02", by=DIRECTOR)
    assert remarks(director, case) == ()
    assert refused(director.cite, case, "wespa-5.1 3.9.9", trap="T0-00").code == (
        "unreadable-request"
    )
    assert [c.trap for c in director.case_file(case).each(RuleCited)] == ["", "T5-02"]


def test_T4_36_a_ruling_keeps_the_trap_it_settles_and_how_it_was_read(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    case = director.open_case(event.last_game, "drawing", by=DIRECTOR)

    director.rule(
        case, event.last_game, "no penalty", "wespa-4.0 3.9.9(a)", trap="T4-24",
        reading="1", found="an honest slip", by=DIRECTOR,
    )  # fmt: skip

    given = director.case_file(case).ruling
    assert (given.trap, given.reading, given.found) == (
        "T4-24", trap("T4-24").readings[0].words, "an honest slip",
    )  # fmt: skip
    steps = steps_of(director, case)
    assert any("They may appeal afterwards if they have that right." in step.does for step in steps)
    assert not any("not appealable" in step.does.lower() for step in steps)
    assert steps[-2].clause == "wespa-4.0 Preamble"  # a gap settled should be reported


def steps_of(director, case):
    file = director.case_file(case)
    sheet = director.desk.sheet(file.opened.game)
    return hearing(file, sheet, director.rules_of(sheet.id)).steps


# Findings


@pytest.mark.parametrize("book", NAMES)
def test_the_acts_a_book_names_are_its_own_at_their_level(book):
    rules = load(book)
    counted = {
        "wespa-4.0": (11, 19, 6), "wespa-5.1": (11, 21, 6), "wespa-1.0": (3, 22, 7),
        "wsc-2003": (2, 0, 0), "nsa-1998": (3, 4, 4),
    }  # fmt: skip

    acts = offences(rules)

    assert tuple(
        sum(act.level == level for act in acts.values()) for level in (1, 2, 3)
    ) == counted[book]  # fmt: skip
    assert all(str(act).startswith(f"{book} ") for act in acts.values())
    named = {kind for act in acts.values() for kind in (act.first, act.then)} - {""}
    assert named <= set(rules.penalties)


def test_every_letter_of_the_lists_of_acts_is_there():
    v4, v1 = load("wespa-4.0").offences.values(), load("wespa-1.0").offences.values()

    assert letters(v4, "6.2.1") == "abcdefgh"
    assert letters(v4, "6.2.3") == "abc"
    assert letters(v4, "6.3.1") == "abcdefghijklmnopqr"
    assert letters(v4, "6.4.1") == "abcde"
    assert letters(v1, "6.2.2") == "abcdefghijklmnopqrstu"
    assert letters(v1, "6.3.2") == "abcdef"


def letters(acts, rule):
    return "".join(act.number[-2] for act in acts if act.number.startswith(f"{rule}("))


def test_a_finding_that_needs_intent_and_has_none_is_remarked_on(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))

    case = found(director, event, "flash-draw-on-purpose", state_of_mind="careless")
    assert remarks(director, case)[-2:] == ("intent-not-found", "T4-24")
    meant = found(director, event, "flash-draw-on-purpose", state_of_mind="deliberate")
    assert "intent-not-found" not in remarks(director, meant)
    with pytest.raises(Refusal) as refusal:
        found(director, event, "flash-draw-on-purpose", state_of_mind="sleepy")
    assert refusal.value.code == "unreadable-request"


def test_Z_03_silence_about_an_overdraw_has_a_level_only_once_the_director_finds_one(
    desk, director
):
    event = AnEvent(desk, "wespa-5.1", margins=(None,))

    for act in ("overdraw-hidden", "underdraw-hidden"):
        with pytest.raises(Refusal) as refusal:
            found(director, event, act)
        assert (refusal.value.code, refusal.value.trap) == ("level-not-found", "T5-07")
    case = found(director, event, "overdraw-hidden", level=2, state_of_mind="knowing")

    assert director.case_file(case).finding.level == 2
    assert load("wespa-4.0").offences["overdraw-hidden"].certain


def test_levels_acts_and_heights_nobody_knows_are_not_read(desk, director):
    event = AnEvent(desk, "nsa-1998", margins=(None,))

    for wrong in ({"offence": "nonsense"}, {"offence": "cheating", "level": 7}):
        with pytest.raises(Refusal) as refusal:
            found(director, event, **wrong)
        assert refusal.value.code == "unreadable-request"
    with pytest.raises(Refusal) as refusal:
        found(director, event, "other")
    assert refusal.value.code == "level-not-found"


@pytest.mark.parametrize("book", ["nsa-1998", "wsc-2003"])
def test_where_a_book_asks_for_no_hearing_none_is_demanded(desk, director, book):
    event = AnEvent(desk, book, margins=(None,))
    case = director.open_case(event.last_game, "conduct", seat=A, by=DIRECTOR)

    director.rule(
        case, event.last_game, "asked to be quiet", cited(book), by=DIRECTOR,
        conduct=Finding(seat=A, offence="other", level=0),
    )  # fmt: skip

    assert director.case_file(case).finding.level == 0


# Penalties


def test_a_penalty_is_carried_out_where_it_belongs(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    game = event.last_game
    case = found(director, event, "timer-feint")
    clock = Table(desk, game)
    clock.play(A, "8D", "WINDY")

    def penalise(kind, amount=0, **how):
        director.penalise(case, A, kind, "feints", amount=amount, by=DIRECTOR, **how)

    penalise("lost-points", 20)
    assert desk.sheet(game).totals[0] == clock.sheet.lines[0].score - 20
    penalise("unofficial-warning")
    assert event.tournament.conduct.warnings_of(1)[-1].offence == "timer-feint"
    penalise("reduced-margin", 30)
    assert event.tournament.conduct.spread_of(1) == -30
    penalise("forfeit", 100)
    assert desk.sheet(game).state == "forfeited"
    assert desk.sheet(game).ending.forfeit.cause == "misconduct"
    penalise("ejection")
    assert event.tournament.conduct.ejected == (1,)
    penalise("the front seat", scope="person")
    assert remarks(director, case) == ("penalty-not-listed",)
    carried_out = [e for e in desk.sheet(game).events if e.envelope.case == case]
    assert [type(e.fact).topic() for e in carried_out] == ["penalty-applied", "game-forfeited"]
    assert [p.clause for p in director.case_file(case).penalties[:2]] == [
        "wespa-4.0 6.3.3(b)(iii)", "wespa-4.0 6.3.3(a)",
    ]  # fmt: skip


def test_a_penalty_that_the_rule_of_the_act_names_rests_on_that_rule(desk, director):
    """One penalty stands in several rules of a book: a blank has its own, not that of a score."""
    event = AnEvent(desk, "nsa-1998", margins=(None,))
    case = found(director, event, "blank-undesignated", level=0)

    for kind, amount in (("official-warning", 0), ("reduced-margin", 50), ("lost-time", 60)):
        director.penalise(case, A, kind, "again", amount=amount, by=DIRECTOR)

    by_rule = [one.clause for one in director.case_file(case).penalties]
    assert by_rule == ["nsa-1998 IV.I.3", "nsa-1998 IV.I.3", "nsa-1998 VIII.B"]
    [warned] = event.tournament.conduct.warnings
    assert warned.clause == warned.rested_on(event.tournament.rules) == "nsa-1998 IV.I.3"


@pytest.mark.parametrize(
    ("book", "rules"),
    [
        ("wespa-1.0", "wespa-1.0 6.2.2(q); wespa-1.0 6.2.6(c)(i)"),
        ("wespa-4.0", "wespa-4.0 6.3.1(n); wespa-4.0 6.3.3(b)(i)"),
    ],
)
def test_a_warning_rests_on_the_rule_of_the_act_and_on_its_own(desk, director, book, rules):
    event = AnEvent(desk, book, margins=(None,))
    case = found(director, event, "timer-feint")

    director.penalise(case, A, "official-warning", "a feint", by=DIRECTOR)

    [warned] = event.tournament.conduct.warnings
    assert warned.rested_on(event.tournament.rules) == rules


def test_what_makes_no_sense_as_a_penalty_is_not_written(desk, director):
    event = AnEvent(desk, "wsc-2003", margins=(None,))
    case = director.open_case(event.last_game, "conduct", seat=A, by=DIRECTOR)
    unruled = refused(director.penalise, case, A, "forfeit", "abandoned")
    director.rule(case, event.last_game, "abandoned", "wsc-2003 14.6", by=DIRECTOR)

    others = refused(director.penalise, case, A, "committee-penalty", "abandoned")
    unknown = refused(director.penalise, case, A, "the stocks", "abandoned")
    without = refused(director.penalise, case, A, "some", "abandoned", scope="spread")
    not_level_one = refused(director.apply_level_one, case)

    assert unruled.code == "needs-ruling"
    assert (others.code, others.clause) == ("not-the-directors", "wsc-2003 14.6")
    assert unknown.code == without.code == "unreadable-request"
    assert not_level_one.code == "no-level-one"
    assert director.case_file(case).penalties == ()


def test_under_wsc_the_director_may_forfeit_the_game_and_nothing_follows_by_itself(desk, director):
    event = AnEvent(desk, "wsc-2003", margins=(30, None))
    case = found(director, event, "flagrant-breach")

    refusal = refused(director.apply_level_one, case)
    director.penalise(case, A, "forfeit", "flagrant", by=DIRECTOR)

    assert (refusal.code, refusal.clause) == ("needs-ruling", "wsc-2003 14.6")
    assert desk.sheet(event.last_game).state == "forfeited"
    assert desk.sheet(event.games[0]).ending.forfeit is None


def test_more_than_the_book_normally_wants_for_poor_etiquette_is_remarked_on(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    case = found(director, event, "board-turned")
    director.penalise(case, A, "unofficial-warning", "once", by=DIRECTOR)
    assert remarks(director, case) == ()
    director.penalise(case, A, "official-warning", "again", by=DIRECTOR)
    assert remarks(director, case) == ("heavier-than-usual",)
    assert heavier_than_usual("official-warning", 3, load("wespa-1.0"))
    assert not heavier_than_usual("official-warning", 2, load("wespa-1.0"))
    assert not heavier_than_usual("official-warning", 3, load("nsa-1998"))


def test_warnings_are_counted_by_player_act_and_tournament(desk, director):
    AnEvent(desk, "nsa-1998", margins=(None,))
    for act in ("palm-not-shown", "blank-undesignated", "blank-undesignated"):
        director.warn(SLUG, 1, act, by=DIRECTOR)

    conduct = director.tournament(SLUG).conduct

    assert len(conduct.warnings_of(1)) == 3
    assert len(conduct.warnings_of(1, "blank-undesignated")) == 2
    assert conduct.warnings_of(2) == ()
    assert director.suggests(SLUG, 1, "blank-undesignated").amount == 50
    assert director.suggests(SLUG, 1, "palm-not-shown").clause == "nsa-1998 III.A"
    assert refused(director.warn, SLUG, 9, "palm-not-shown").code == "no-such-player"
    assert refused(director.warn, "winter-open", 1, "palm-not-shown").code == "no-such-tournament"


def test_TN_05_the_sign_of_the_spread_for_drawing_out_of_order_is_a_trap():
    named = suggested("out-of-order-draw", 0, load("nsa-1998"))

    assert (named.kind, named.amount, named.trap) == ("reduced-margin", 50, "TN-05")


# Free challenge (L-26)


@pytest.mark.clause("nsa-1998 VI.C")
def test_L_26_TN_28_a_free_challenge_costs_no_turn_once(desk, director):
    event = AnEvent(desk, "nsa-1998", margins=(None,))
    table = Table(desk, event.last_game)
    case = director.open_case(event.last_game, "conduct", seat=A, by=DIRECTOR)
    director.rule(case, event.last_game, "written before the play", "nsa-1998 VI.C", by=DIRECTOR)

    director.penalise(case, A, "free-challenge", "written before the play", by=DIRECTOR)
    assert table.sheet.challenges.free == (0, 1)
    table.play(A, "8D", "WINDY")
    sheet = table.challenge(B, True, "WINDY")

    assert sheet.challenges.free == (0, 0)
    assert (sheet.on_move, sheet.zero_turns) == (B, 0)
    verdict = next(e for e in sheet.events if type(e.fact).topic() == "challenge-adjudicated")
    assert verdict.envelope.remarks == ("TN-28",)

    table.play(B, "7C", "GALE")
    table.play(A, "9C", "OX")
    table.enter(IssueChallenge(seat=B, words=("OX",)))
    sheet = table.enter(Adjudicate(acceptable=True), by="J1")
    assert sheet.on_move is A


# Calling the director


@pytest.mark.parametrize("book", FIVE)
def test_R_04_the_director_is_called_comes_and_goes(book):
    table = Tabletop(book)
    assert "director-called" in table.offered()

    table.enter(CallDirector(reason="noise", raised_by="opponent", seat=A))
    called = table.procedure("director-called")
    assert called.next_step.asks == "director-comes"
    assert "Ann" in called.steps[0].does
    table.enter(DirectorSetsOut())
    assert table.procedure("director-called").title == "The director is on the way"
    assert table.procedure("director-called").next_step.asks == "director-comes"
    table.enter(DirectorComes())
    assert table.procedure("director-called").next_step.asks == "director-goes"
    table.enter(DirectorGoes(outcome="asked to be quiet"))

    assert find(table.sheet.open, type(table.facts[0])) is None
    assert table.sheet.open == ()


def test_a_call_is_flagged_in_the_hall_until_the_director_is_done(desk):
    event = AnEvent(desk, "wespa-5.1", margins=(None,))
    table = Table(desk, event.last_game)
    hall = desk.followers[0]

    table.enter(CallDirector(reason="a spilled drink"))
    assert "director-called" in hall.game(event.last_game).flags
    table.enter(DirectorComes())
    table.enter(DirectorGoes(), by=DIRECTOR)
    assert "director-called" not in hall.game(event.last_game).flags


def test_a_call_needs_a_reason_and_an_act_the_book_names():
    table = Tabletop("wsc-2003")

    assert table.refused(CallDirector(reason=" ")).code == "unreadable-request"
    assert table.refused(CallDirector(reason="x", offence="timer-feint")).code == (
        "unreadable-request"
    )
    table.enter(CallDirector(reason="a phone", offence="phone"), role=Role.WORD_JUDGE)


# Appeals and papers


def test_a_petition_is_no_appeal(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(30,), last=True)
    case = director.open_case(event.last_game, "correction", raised_by="player", by=DIRECTOR)

    refusal = refused(director.lodge_appeal, case, "Player 2", seat=B)

    assert refusal.code == "nothing-to-appeal"
    assert "petition" in refusal.next_step


def test_the_papers_handed_out_name_the_case_as_it_stood(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(30,), last=True)
    case = found(director, event, "timer-feint")
    version = director.case_file(case).version

    director.issue_bundle(case, "Player 1", "cd" * 32, by=DIRECTOR)

    [issued] = director.case_file(case).each(BundleIssued)
    assert (issued.version, issued.redacted, issued.digest) == (version, True, "cd" * 32)


def test_after_an_appeal_upheld_the_games_count_again_as_played(desk, director):
    event = AnEvent(desk, "wespa-1.0", margins=(20, -180), last=True)
    standing = desk.followers[0].standings
    before = {row.number: row.spread for row in standing(SLUG)}
    case = found(director, event, "collusion")
    director.apply_level_one(case, by=DIRECTOR)
    assert refused(director.lift_level_one, case, A, "appeal").code == "not-upheld"

    director.lodge_appeal(case, "Player 1", seat=A, against="penalty", by=DIRECTOR)
    assert refused(director.decide_appeal, case, "x", "perhaps").code == "unreadable-request"
    director.decide_appeal(
        case, "WESPA Executive Committee", "upheld", recommends=("games stand",),
        accepted="whole", by=DIRECTOR,
    )  # fmt: skip
    director.lift_level_one(case, A, "appeal upheld", by=DIRECTOR)

    assert {row.number: row.spread for row in standing(SLUG)} == before
    assert not any(row.ejected for row in standing(SLUG))
    assert event.tournament.conduct.withdrawn == (1,)


def test_an_appeal_that_passes_a_body_over_is_remarked_on(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(30,))
    case = found(director, event, "timer-feint")
    director.close_tournament(SLUG, by=DIRECTOR)

    director.lodge_appeal(case, "Player 1", to="national body", by=DIRECTOR)

    assert remarks(director, case) == ("body-passed-over",)
    assert director.case_file(case).state == "under appeal"
    assert refused(director.close_tournament, SLUG).code == "tournament-over"
    assert refused(director.lodge_appeal, case, "X", against="pairing").code == "unreadable-request"


def test_where_a_book_is_silent_on_appeals_only_a_reason_takes_one(desk, director):
    event = AnEvent(desk, "nsa-1998", margins=(30,), last=True)
    case = found(director, event, "cheating")

    refusal = refused(director.lodge_appeal, case, "Player 1", seat=A)
    director.lodge_appeal(
        case, "Player 1", seat=A, to="the association", although="the association asked for it",
        by=DIRECTOR,
    )  # fmt: skip

    assert refusal.code == "rulebook-silent"
    assert director.case_file(case).state == "under appeal"


ABOUT_A_REQUEST = {
    "blank": """
        accept-redesignation challenge-redesignation confirm-blank designate-blank
        dispute-blank redesignate-blank replay-move report-false-blank report-undeclared-blank
        settle-false-blank
    """,
    "challenge": """
        adjudicate ask-again call-hold challenge-placement change-words close-window
        confirm-restart confirm-slip correct-orientation draw-courteously hand-over
        issue-challenge judge-placement mix-courtesy-tiles readjudicate reissue-challenge
        release-hold reopen-window report-early-challenge report-flash-draw
        report-irregular-turn report-misadjudication report-misplaced-tiles set-orientation
        settle-turns-since straighten-tiles void-challenge
    """,
    "correction": """
        correct-entry correct-score exchange-seats hand-over-table insert-turn miss-turn
        place-tiles retract-turn take-over-table verify-turns
    """,
    "drawing": """
        challenge-exchange check-found-tile complete-draws correct-overdraw exchange-tiles
        expose-overdraw find-unwanted-tiles judge-exchange mend-drop mend-underdraw
        name-entitled pass-turn put-exchange-right record-draw report-drawn-off
        report-dropped-back report-extra report-found report-manner report-missing
        report-out-of-order report-overdraw report-spill report-underdraw restore-racks
        return-new-tiles return-unwanted-tiles settle-drawing settle-spill
    """,
    "equipment": """
        agree-to-recording assign-time check-set choose-timer correct-start determine-starter
        draw-first-rack end-after-upset find-upset make-arrangement note-equipment
        rebuild-position report-first-tile report-upset return-start-tiles start-game
    """,
    "late": """
        elect-forfeit report-arrival report-not-come start-late-clock
    """,
    "procedure": """
        accept-play-out adjourn-game assess-emergency call-director count-unplayed
        declare-emergency director-comes director-goes director-sets-out end-emergency
        end-game end-round forfeit grant-free-challenge leave-table make-waiting-draw
        name-monitor postpone-game report-outage resign resume-game return-to-table
        settle-warning take-back-act void-game write-claim
    """,
    "score": """
        agree-totals amend-result apply-credit apply-penalty ask-amendment ask-recount
        bar-recount-favour finish-recount gather-set hand-in propose-result refuse-amendment
        reopen-result report-discrepancy report-papers-differ report-result see-score-sheet
        settle-papers settle-scores sign-amendment sign-result sign-tally-sheet stop-recount
        take-back-signature take-back-slip type-slip write-scores
    """,
    "time": """
        adjust-time ask-score-check call-sand-time decline-petition end-after-last-plays
        neutralise-clock nullify-press petition-director read-clocks record-overtime
        report-bag-count report-sand-out report-timer-fault restart-clock set-times
        waive-overtime warn-of-sand write-recollection
    """,
}
"""What a case over a refused request is about, as before chapters shared their files.

A request that came later is about what its chapter is: nobody adds it here."""


def test_a_case_over_a_refused_request_is_about_what_it_always_was():
    was = {tag: about for about, tags in ABOUT_A_REQUEST.items() for tag in tags.split()}

    assert {tag: subject_of(REQUESTS[tag]) for tag in was} == was
