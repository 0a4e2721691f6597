"""A decision on appeal is carried out, or somebody says why nothing is; under every book."""

from __future__ import annotations

import pytest

from ledger.desk.matters import matters_of_round
from ledger.erasure.pieces import case_needs
from ledger.game.endings.forfeits import Forfeit
from ledger.hall import open_hall
from ledger.incidents.appeals import CarryNothingOut, DecideAppeal, appeal_standing
from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    CaseActTakenBack,
    CaseReported,
    NothingCarriedOut,
    PenaltyDecided,
    RulingGiven,
)
from ledger.incidents.hearing import hearing
from ledger.incidents.opening import ReopenCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import Finding, ReportCase, TellRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.matters.in_game import matters_in
from ledger.matters.matter import matter_of_case, what_lacks
from ledger.rulebook import load
from ledger.tournament.opening import CloseTournament
from ledger.tournament.rounds import CloseRound
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.an_event import SLUG, AnEvent
from tests.desks import DIRECTOR, ORGANISER, A, B, a_desk
from tests.officials import Director

BOOKS = ("wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998")
REFERS = "director-may-refer"
BODY = {"wsc-2003": "WSC Technical Committee", "nsa-1998": "the association"}

TOLD = TellRuling(seats=(A, B))


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def hall(tmp_path, desk):
    hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
    desk.followers = (hall,)
    yield hall
    hall.close()


@pytest.fixture
def director(desk):
    return Director(desk)


def cited(book):
    """A rule of the book."""
    return f"{book} {'G1' if book == 'nsa-1998' else '1'}"


def a_case(desk, director, book, *, ruled=True):
    """A ruling for player 1 to appeal against, after the event; or a case without one."""
    event = AnEvent(desk, book, last=book != "nsa-1998")
    case = director.open_case(event.last_game, "drawing", seat=A, by=DIRECTOR)
    if ruled:
        director.rule(case, event.last_game, "two are shown", cited(book), by=DIRECTOR)
        director.asks(case, TOLD, DIRECTOR)
    return event, case


def appealed(director, case, book):
    """What brings the case before the body of the book; its name."""
    if book == "wsc-2003":
        director.asks(case, ReportCase(to=BODY[book], why="referred"), DIRECTOR)
        return BODY[book]
    although = "" if book in ("wespa-5.1", "wespa-4.0") else "the association asked for it"
    to = BODY.get(book, "")
    director.lodge_appeal(case, "Player 1", seat=A, to=to, although=although, by=DIRECTOR)
    return director.case_file(case).last(AppealLodged)[1].to


def lacks(director, case):
    file = director.case_file(case)
    return what_lacks(director.tournament(SLUG), file)


def todo(director, case):
    file = director.case_file(case)
    sheet = director.desk.sheet(file.opened.game)
    steps = hearing(file, sheet, director.rules_of(file.opened.game)).steps
    request = ("decide-appeal", "carry-nothing-out", "give-ruling")
    return [one.does for one in steps if not one.done and one.asks in request]


@pytest.mark.found("DI-5")
@pytest.mark.parametrize("outcome", ["upheld", "upheld-in-part"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_decision_that_changes_something_waits_until_a_ruling_carries_it_out(
    desk, director, book, outcome
):
    event, case = a_case(desk, director, book)
    body = appealed(director, case, book)
    director.close_case(case, by=DIRECTOR)
    director.decide_appeal(case, body, outcome, effect="one is shown", by=DIRECTOR)

    file = director.case_file(case)
    assert file.state == "to be carried out"
    assert not file.is_closed, "the decision takes it up again"
    assert lacks(director, case) == "decision"
    matter = matter_of_case(director.tournament(SLUG), file)
    assert (matter.kind, matter.keeps_open) == ("decision", True)
    assert f"Carry out the decision of {body}" in todo(director, case)[-1]
    assert "must be carried out" in case_needs(file, director.tournament(SLUG), desk.now()), (
        "nothing of it is removed meanwhile"
    )
    with pytest.raises(Refusal) as refused:
        director.close_case(case, by=DIRECTOR)
    assert refused.value.code == "decision-not-carried-out"

    decision = file.to_carry_out.version
    director.rule(case, event.last_game, "one is shown", cited(book), by=DIRECTOR)
    assert lacks(director, case) == "decision", "a ruling about something else leaves it waiting"
    director.rule(
        case, event.last_game, "one is shown", cited(book), decision=decision, by=DIRECTOR
    )

    file = director.case_file(case)
    assert file.state == "decided on appeal"
    assert lacks(director, case) == "telling", "and the players are told of it"
    assert not any("Carry out" in words for words in todo(director, case))
    director.asks(case, TOLD, DIRECTOR)
    director.close_case(case, by=DIRECTOR)
    assert director.case_file(case).is_closed


@pytest.mark.found("DI-5")
@pytest.mark.parametrize("book", BOOKS)
def test_or_somebody_says_why_nothing_is_to_be_carried_out(desk, director, book):
    event, case = a_case(desk, director, book)
    body = appealed(director, case, book)
    director.decide_appeal(case, body, "upheld", by=DIRECTOR)
    decision = director.case_file(case).to_carry_out.version

    def nothing(reason, version=decision):
        director.asks(case, CarryNothingOut(decision=version, reason=reason), DIRECTOR)

    for wrong, code in ((("  ",), "no-reason"), (("why not", 1), "no-such-decision")):
        with pytest.raises(Refusal) as refused:
            nothing(*wrong)
        assert refused.value.code == code
    nothing("the result was never rated")

    assert director.case_file(case).state == "decided on appeal"
    assert lacks(director, case) == ""
    assert todo(director, case) == []
    with pytest.raises(Refusal):
        nothing("twice")
    with pytest.raises(Refusal) as refused:
        director.rule(case, event.last_game, "late", cited(book), decision=decision, by=DIRECTOR)
    assert refused.value.code == "no-such-decision"


@pytest.mark.found("DI-5")
@pytest.mark.parametrize("book", BOOKS)
def test_a_dismissed_appeal_leaves_nothing_to_do(desk, director, book):
    _, case = a_case(desk, director, book)
    director.decide_appeal(case, appealed(director, case, book), "dismissed", by=DIRECTOR)

    assert director.case_file(case).state == "decided on appeal"
    assert lacks(director, case) == ""
    assert todo(director, case) == []


@pytest.mark.found("DI-5")
def test_what_the_executive_rejects_leaves_nothing_to_do_and_papers_say_so(desk, director):
    _, case = a_case(desk, director, "wespa-5.1")
    body = appealed(director, case, "wespa-5.1")
    decided = DecideAppeal(body=body, outcome="upheld", accepted="rejected", effect="one is shown")
    director.asks(case, decided, DIRECTOR)

    file = director.case_file(case)
    assert file.state == "decided on appeal"
    assert lacks(director, case) == ""
    assert todo(director, case) == []
    assert file.appeal_told.endswith("The Executive rejected it, so nothing changes.")


@pytest.mark.found("DI-5")
def test_an_appeal_after_a_matter_that_was_referred_waits_as_any_other(desk, director):
    event, case = a_case(desk, director, "wsc-2003")
    body = appealed(director, case, "wsc-2003")
    director.decide_appeal(case, body, "dismissed", by=DIRECTOR)

    director.lodge_appeal(case, "Player 1", seat=A, although="they insist", by=DIRECTOR)

    assert director.case_file(case).state == "under appeal"
    assert lacks(director, case) == "appeal"
    assert director.case_file(case).appeal_told.startswith("Under appeal")
    with pytest.raises(Refusal) as refused:
        director.rule(case, event.last_game, "one is shown", "wsc-2003 1", by=DIRECTOR)
    assert refused.value.code == "act-stands"


def act_of(director, case, kind):
    """The number of the last request that wrote this."""
    found = [e for e in director.case_file(case).events if isinstance(e.fact, kind)]
    return found[-1].envelope.command_id


def back(director, case, kind):
    request = TakeCaseActBack(act=act_of(director, case, kind), reason="a slip of the pen")
    director.asks(case, request, DIRECTOR)


def stays(director, case, kind):
    """It can't be taken back, nor let stand again, beside what came later; which is named."""
    with pytest.raises(Refusal) as refused:
        back(director, case, kind)
    assert refused.value.code == "act-stands"
    return refused.value.what


@pytest.mark.found("DI-3")
@pytest.mark.parametrize("book", BOOKS)
def test_what_brought_a_case_before_a_body_stays_while_it_is_decided(desk, director, book):
    _, case = a_case(desk, director, book)
    body = appealed(director, case, book)
    brought = CaseReported if book == "wsc-2003" else AppealLodged
    back(director, case, brought)
    appealed(director, case, book)
    assert "o " in stays(director, case, CaseActTakenBack), "two would wait at once"

    director.hear_appeal(case, body, committee=("Wim",), declared=("Wim",), by=DIRECTOR)
    stays(director, case, brought)
    director.decide_appeal(case, body, "upheld", by=DIRECTOR)
    stays(director, case, brought)
    stays(director, case, AppealHeard)
    back(director, case, AppealDecided)
    director.decide_appeal(case, body, "dismissed", by=DIRECTOR)
    assert "dismissed" in stays(director, case, CaseActTakenBack)


@pytest.mark.found("DI-3")
@pytest.mark.parametrize("against", ["ruling", "penalty"])
def test_what_is_appealed_against_stays_until_the_appeal_is_decided(desk, director, against):
    _, case = a_case(desk, director, "wespa-5.1")
    penalty = Penalise(seat=A, kind="official-warning", reason="loud")
    director.asks(case, penalty, DIRECTOR)
    director.lodge_appeal(case, "Player 1", seat=A, against=against, by=DIRECTOR)
    told = director.case_file(case).appeal_told
    assert ("Player 1 appealed against the penalty to" in told) == (against == "penalty")

    kinds = [RulingGiven] if against == "ruling" else [PenaltyDecided, RulingGiven]
    for kind in kinds:
        assert "an appeal against it is waiting" in stays(director, case, kind)

    back(director, case, AppealLodged)
    for kind in kinds:
        back(director, case, kind)


@pytest.mark.found("DI-3")
@pytest.mark.parametrize("book", BOOKS)
def test_a_decision_is_settled_once_whatever_stands_again(desk, director, book):
    event, case = a_case(desk, director, book)
    director.decide_appeal(case, appealed(director, case, book), "upheld", by=DIRECTOR)
    decision = director.case_file(case).to_carry_out.version
    words = "one is shown", cited(book)
    director.rule(case, event.last_game, *words, decision=decision, by=DIRECTOR)
    back(director, case, RulingGiven)
    nothing = CarryNothingOut(decision=decision, reason="it counts so already")
    director.asks(case, nothing, DIRECTOR)

    assert "o be carried out" in stays(director, case, CaseActTakenBack)

    stays(director, case, AppealDecided)
    back(director, case, NothingCarriedOut)
    assert director.case_file(case).to_carry_out.version == decision


@pytest.mark.found("DI-5")
@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "not ruled"])
@pytest.mark.parametrize(
    "book", sorted(one for one in BOOKS if load(one).appeal.who.value == REFERS)
)
def test_a_matter_that_was_referred_waits_on_the_desk_until_the_body_decides(
    desk, director, book, ruled
):
    _, case = a_case(desk, director, book, ruled=ruled)
    referred = director.asks(case, ReportCase(to="the organiser", why="referred"), DIRECTOR)

    def matter():
        return matter_of_case(director.tournament(SLUG), director.case_file(case))

    def kept():
        return case_needs(director.case_file(case), director.tournament(SLUG), desk.now())

    assert lacks(director, case) == "referral"
    assert matter().words.endswith("referred to the organiser, not decided")
    assert matter().wording == "a matter that was referred is not decided"
    assert matter().keeps_open is not ruled, "an appeal keeps no round open, an open case does"
    assert todo(director, case)[-1] == "Record the panel and the decision of the organiser."
    standing = appeal_standing(
        director.case_file(case), load(book), director.tournament(SLUG), desk.now()
    )
    assert [one.body for one in standing.ladder if one.state == "lodged"] == ["the organiser"]
    director.close_case(case, by=DIRECTOR)
    assert lacks(director, case) == "referral", "a closed case is decided all the same"
    assert kept().endswith("is referred, and not decided")
    director.asks(case, ReopenCase(reason="more is said"), DIRECTOR)

    decided = director.asks(case, DecideAppeal(body="the organiser", outcome="dismissed"), DIRECTOR)
    assert lacks(director, case) == ("" if ruled else "ruling")
    back = TakeCaseActBack(act=referred.events[0].envelope.command_id, reason="to another")
    with pytest.raises(Refusal) as refused:
        director.asks(case, back, DIRECTOR)
    assert refused.value.code == "act-stands", "the decision came later and rests on it"
    undone = TakeCaseActBack(act=decided.events[0].envelope.command_id, reason="a slip")
    director.asks(case, undone, DIRECTOR)
    assert lacks(director, case) == "referral"
    director.asks(case, back, DIRECTOR)
    assert lacks(director, case) == ("" if ruled else "ruling")


@pytest.mark.found("DI-5")
def test_the_next_body_takes_the_place_of_the_one_before_it_or_leaves_it_standing(desk, director):
    _, case = a_case(desk, director, "wespa-5.1")
    director.decide_appeal(case, appealed(director, case, "wespa-5.1"), "upheld", by=DIRECTOR)
    first = director.case_file(case).to_carry_out.version

    second = appealed(director, case, "wespa-5.1")
    assert director.case_file(case).state == "under appeal"
    assert todo(director, case)[-1] == f"Record the panel and the decision of {second}."
    director.decide_appeal(case, second, "dismissed", by=DIRECTOR)
    assert director.case_file(case).to_carry_out.version == first

    third = appealed(director, case, "wespa-5.1")
    director.decide_appeal(case, third, "upheld-in-part", by=DIRECTOR)
    assert director.case_file(case).to_carry_out.fact.by == third


@pytest.mark.found("DI-5")
def test_an_appeal_taken_during_the_event_keeps_its_round_open_once_it_is_decided(desk, director):
    event = AnEvent(desk, "wespa-5.1")
    case = director.open_case(event.last_game, "drawing", seat=A, by=DIRECTOR)
    director.rule(case, event.last_game, "two are shown", "wespa-5.1 1", by=DIRECTOR)
    director.asks(case, TOLD, DIRECTOR)
    director.lodge_appeal(case, "Player 1", seat=A, although="they leave", by=DIRECTOR)

    def waiting():
        tournament = director.tournament(SLUG)
        found = matters_of_round(
            desk.log, lambda game: matters_in(desk.sheet(game)), tournament, "", 1
        )
        return [one.kind for one in found if one.keeps_open and one.named.subject == case]

    assert waiting() == []
    director.decide_appeal(case, "local body", "upheld", effect="points", by=DIRECTOR)
    assert waiting() == ["decision"]
    with pytest.raises(Refusal) as refused:
        director.asks(event.tournament.id, CloseRound(round_number=1), ORGANISER)
    assert "table 1: a decision on appeal is to be carried out" in refused.value.what
    with pytest.raises(Refusal) as refused:
        director.asks(event.tournament.id, CloseTournament(), ORGANISER)
    assert refused.value.code == "decision-not-carried-out"
    assert "C-1" in refused.value.what
    decision = director.case_file(case).to_carry_out.version
    director.asks(case, CarryNothingOut(decision=decision, reason="x"), DIRECTOR)
    director.asks(event.tournament.id, CloseTournament(), ORGANISER)


LEVEL_ONE = {"wespa-4.0": {"round_robin": False}, "wespa-5.1": {"round_robin": False}}

FORFEIT = (
    Forfeit(loser=A, cause="ruling"),
    Penalise(seat=A, kind="other", scope="spread", amount=50, reason="and fifty"),
    Penalise(seat=A, kind="other", scope="person", reason="warned"),
)


@pytest.mark.found("DI-5")
@pytest.mark.parametrize("book", BOOKS)
def test_an_appeal_upheld_gives_back_what_a_forfeit_took(desk, director, hall, book):
    event = AnEvent(desk, book, margins=(None,))
    game = event.last_game

    def all_of_it():
        sheet = desk.sheet(game)
        conduct = event.tournament.conduct
        return (
            sheet.stands, sheet.state, sheet.ended, sheet.is_final, conduct.warnings,
            conduct.spread, [(row.number, row.spread, row.wins) for row in hall.standings(SLUG)],
        )  # fmt: skip

    before = all_of_it()
    case = director.open_case(game, "conduct", seat=A, by=DIRECTOR)
    director.rule(
        case, game, "forfeited", cited(book), by=DIRECTOR, follows=FORFEIT, although="a test"
    )
    assert all_of_it() != before
    if book == "wsc-2003":
        director.asks(case, ReportCase(to=BODY[book], why="referred"), DIRECTOR)
    else:
        director.lodge_appeal(case, "Player 1", seat=A, although="at once", by=DIRECTOR)
    director.decide_appeal(case, "the body", "upheld", by=DIRECTOR)
    assert all_of_it() != before, "a decision is carried out by nobody but the director"

    decision = director.case_file(case).to_carry_out.version
    director.rule(
        case, game, "On appeal: upheld", cited(book), decision=decision, by=DIRECTOR, alone="one"
    )

    assert all_of_it() == before
    assert director.case_file(case).state == "decided on appeal"


@pytest.mark.found("DI-5")
@pytest.mark.parametrize("book", ["wespa-1.0", "wespa-4.0", "wespa-5.1"])
def test_an_appeal_upheld_lifts_the_gravest_penalty_with_the_ruling(desk, director, hall, book):
    event = AnEvent(desk, book, margins=(20, -180), last=True)
    before = [(row.number, row.spread, row.ejected) for row in hall.standings(SLUG)]
    case = director.open_case(event.last_game, "conduct", seat=A, by=DIRECTOR)
    for seat in (A, B):
        director.take_statement(case, f"at {seat}", "player", None, seat=seat, by=DIRECTOR)
    director.rule(
        case, event.last_game, "found", cited(book), by=DIRECTOR,
        conduct=Finding(seat=A, offence="collusion", level=1, state_of_mind="deliberate"),
    )  # fmt: skip
    director.apply_level_one(case, by=DIRECTOR, **LEVEL_ONE.get(book, {}))
    assert [(row.number, row.spread, row.ejected) for row in hall.standings(SLUG)] != before
    director.lodge_appeal(case, "Player 1", seat=A, by=DIRECTOR)
    director.decide_appeal(case, "the body", "upheld", by=DIRECTOR)

    decision = director.case_file(case).to_carry_out.version
    director.rule(
        case, event.last_game, "On appeal: upheld", cited(book), decision=decision, by=DIRECTOR
    )

    assert [(row.number, row.spread, row.ejected) for row in hall.standings(SLUG)] == before
    assert event.tournament.conduct.withdrawn == ()
