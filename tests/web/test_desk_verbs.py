"""Every kind of matter on the desk: its first verb leads to where it ends, and then it is gone."""

from __future__ import annotations

from typing import get_args
from uuid import UUID, uuid4

import pytest

from ledger import rulebook
from ledger.game.calls.requests import DirectorComes, DirectorGoes, DirectorSetsOut
from ledger.game.challenges.requests import Adjudicate
from ledger.game.clock.requests import AdjustTime, DeclinePetition, ReadClocks, SetTimes
from ledger.game.going_on import open_procedures
from ledger.game.judging.requests import Readjudicate
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.procedure import UNDER_A_RULING
from ledger.game.results.signing import HandIn, RefuseAmendment, SettlePapers
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry
from ledger.incidents.appeals import CarryNothingOut
from ledger.matters.in_game import matters_in
from ledger.messages import family
from ledger.visibility import Viewer
from ledger.vocabulary import Placement, Points
from ledger.vocabulary.desk_matters import FAMILIES, URGENCY, MatterKind
from tests.desks import DIRECTOR, JUDGE, A, B, Table, signature
from tests.officials import Director
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN
from tests.web.every_matter import BOOK, FROM_HERE, HARBOUR, KINDS, a_while_later, every_matter
from web.director.inbox import VERBS
from web.entry.table_state import state_of

LISTS = ("calls", "for_a_ruling", "others", "cases", "unwritten", "slips", "silent", "results")
ELSEWHERE = {"unfinished", "arithmetic"}
"""Kinds that wait on another page: where a round is closed, and among what players put right."""

pytestmark = pytest.mark.found("DI-9")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Each kind at one table of both tournaments, the round a quarter of an hour old."""
    with every_matter(tmp_path_factory.mktemp("verbs")) as hall, pytest.MonkeyPatch.context() as m:
        a_while_later(hall, m)
        yield hall


def at_the_desk(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def waiting(visitor, which=""):
    told = visitor.get(f"/desk/now.json{which}").json
    return [one for name in LISTS for one in told[name]]


def planted(hall, kind, tournament=HARBOUR):
    """What the desk says of the matter of this kind in a tournament."""
    [found] = [
        one
        for one in waiting(at_the_desk(hall), f"?tournament={tournament}")
        if (one["where"]["game"], one["matter"]["kind"]) in hall.planted
        and one["matter"]["kind"] == kind
    ]
    return found


def table_of(hall, told):
    table = Table(hall.desk, UUID(told["where"]["game"]))
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    return table


def rules_of(table):
    scheduled = table.sheet.scheduled
    return rulebook.in_force(scheduled.rulebook, scheduled.options)


def test_every_kind_has_its_words_its_urgency_its_family_and_its_verb():
    kinds = list(get_args(MatterKind))
    assert list(VERBS) == list(family("desk.kind.")) == kinds
    assert set(URGENCY) == set(kinds)
    assert sorted(kind for tab in FAMILIES.values() for kind in tab) == sorted(kinds)
    assert set(KINDS) | ELSEWHERE == set(kinds)
    leads = [min(map(kinds.index, tab)) for tab in FAMILIES.values()]
    assert leads[:3] == sorted(leads[:3]), "the most pressing families come first"


def test_every_matter_planted_is_there_once_with_a_verb_that_names_its_object(hall):
    found = waiting(at_the_desk(hall))
    named = [(one["where"]["game"], one["matter"]["kind"]) for one in found]

    assert hall.planted <= set(named)
    assert len({tuple(one["matter"].values()) for one in found}) == len(found)
    for one in found:
        verb = one["first"]
        assert bool(verb["at"]) != bool(verb["does"]), verb
        assert len(verb["words"].split()) >= 3 or verb["words"].startswith(("Have", "Hand"))
        assert one["says"]


OPEN_THERE = {
    "verdicts-differ": 'data-slip="{game}"',
    "turns-since": 'name="how"',
    "to-confirm": 'value="confirm"',
    "telling": "The players were told",
    "for-a-ruling": 'name="entry"',
    "step": 'id="state-now"',
    "petition": 'id="state-now"',
    "amendment": "Amend the result",
    "unwritten": 'id="state-now"',
    "finding": 'id="state-now"',
    "case": "C-1",
    "appeal": "C-2",
    "decision": "C-3",
    "slip": 'data-slip="{game}"',
    "silent": "Badges and tablets",
    "not-started": 'id="state-now"',
    "clock": "",
    "papers-differ": 'name="holds"',
    "under-protest": 'name="about" value="',
    "result": 'id="state-now"',
}
"""What stands on the page that the verb leads to, by kind."""

PARTS = {
    "step": "steps", "petition": "steps", "unwritten": "outbox", "finding": "sheet",
    "not-started": "start", "result": "result", "decision": "finding-title",
    "appeal": "appeal-title", "telling": "tell-title",
}  # fmt: skip
"""Which part of the entry page opens by itself, by kind."""

BY_HAND = {"call"}
"""Kinds whose verb does on the desk what it says."""


@pytest.mark.parametrize("kind", OPEN_THERE)
def test_a_verb_leads_to_the_page_and_to_the_part_of_it(hall, kind):
    told = planted(hall, kind)

    address, _, part = told["first"]["at"].partition("#")
    page = at_the_desk(hall).get(address, headers=FOR_PEOPLE)

    assert page.status_code == 200
    assert OPEN_THERE[kind].format(game=told["where"]["game"]) in page.text
    assert part.rstrip("0123456789") == PARTS.get(kind, "")


def test_a_step_leads_to_its_own_version_and_its_words_name_it(hall):
    step, petition = planted(hall, "step"), planted(hall, "petition")

    assert step["first"]["words"] == "Set both clocks"
    assert step["says"] == "The timer does not work: The director fixes both times."
    assert petition["first"]["words"] == "Grant or decline"
    for told in (step, petition):
        table = table_of(hall, told)
        version = int(told["first"]["at"].partition("#steps")[2])
        assert version in [one.version for one in open_procedures(table.sheet, rules_of(table))]


def test_a_case_about_a_petition_knows_who_asks(hall):
    told = planted(hall, "petition")

    page = at_the_desk(hall).get(told["open_case"], headers=FOR_PEOPLE).text

    assert f'value="{told["says"]}"' in page
    assert '<option value="time" selected>' in page
    assert '<option value="player" selected>' in page
    assert f'name="about" value="{told["matter"]["which"]}"' in page


def sets_both_clocks(hall, table, told):
    case = table.ruled("the times are fixed")
    table.enter(SetTimes(times=(1200, 1200)), by=DIRECTOR, case=case)


def settles_the_call(hall, table, told):
    for request in (DirectorSetsOut(), DirectorComes(), DirectorGoes(outcome="play goes on")):
        table.enter(request, by=DIRECTOR)


def settles_the_turns(hall, table, told):
    table.enter(SettleTurnsSince(how="as-it-is"), by=DIRECTOR, case=table.ruled())


def drops_the_entry(hall, table, told):
    address = f"/api/games/{table.game}/unsettled/{told['entry']['entry']}"
    dropped = at_the_desk(hall).post(address, json={"reason": "dropped"}, headers=FROM_HERE)
    assert dropped.status_code == 200


def puts_the_play_back(hall, table, told):
    [first, *_] = table.sheet.lines
    was = PlayRecorded(seat=A, placement=Placement("8D", "WINDY"), announced=Points(32))
    mended = CorrectEntry(
        version=first.version, replacement=was, reason="as it was", approved_by="both"
    )
    table.enter(mended, by=DIRECTOR)


def confirms(hall, table, told):
    request = {"ask": "waive-matter", **told["matter"], "reason": "confirmed as entered"}
    sent = {"command_id": str(uuid4()), "tournament": told["tournament"], "asked": request}
    assert at_the_desk(hall).post("/desk/matters", json=sent, headers=FROM_HERE).json["written"]


def tells_the_players(hall, table, told):
    address = told["first"]["at"].partition("#")[0]
    form = {"request": str(uuid4()), "told": "1"}
    assert at_the_desk(hall).post(address, data=form, headers=FROM_HERE).status_code == 303


def rules_in_a_case_about_it(hall, table, told):
    director = Director(hall.desk)
    about = int(told["matter"]["which"])
    case = director.open_case(table.game, "other", by=DIRECTOR, about=about)
    director.rule(case, table.game, "the result stands", f"{BOOK} Preamble", by=DIRECTOR)
    director.close_case(case, by=DIRECTOR)


def closes_the_case(hall, table, told):
    Director(hall.desk).close_case(UUID(told["matter"]["subject"]), by=DIRECTOR)


def decides_the_appeal(hall, table, told):
    director, case = Director(hall.desk), UUID(told["matter"]["subject"])
    director.decide_appeal(case, "panel", "dismissed", by=DIRECTOR)
    director.close_case(case, by=DIRECTOR)


def carries_nothing_out(hall, table, told):
    director, case = Director(hall.desk), UUID(told["matter"]["subject"])
    decision = int(told["matter"]["which"].partition(" ")[2])
    director.asks(case, CarryNothingOut(decision=decision, reason="it is done"), DIRECTOR)


def takes_up(hall, table, told):
    entry = UUID(told["matter"]["which"])
    Director(hall.desk).open_case(table.game, "drawing", by=DIRECTOR, entry=entry)


def starts(hall, table, told):
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())


def signs_and_hands_in(hall, table, told):
    table.enter(signature(table.sheet, B))
    if matters_in(table.sheet).waits.result:
        table.enter(HandIn(seat=A))


def finds_what_holds(hall, table, told):
    case = table.ruled("the second slip holds")
    settled = SettlePapers(basis="ruling", totals=(Points(400), Points(360)), note="as counted")
    table.enter(settled, by=DIRECTOR, case=case)


def revokes(hall, table, told):
    hall.office.tablets.revoke(told["device"], "its battery is flat", by=DIRECTOR)


ENDS = {
    "call": settles_the_call,
    "verdicts-differ": lambda hall, table, told: table.enter(
        Readjudicate(acceptable=True, adjudicator=DIRECTOR), by=DIRECTOR
    ),
    "turns-since": settles_the_turns,
    "for-a-ruling": takes_up,
    "step": sets_both_clocks,
    "petition": lambda hall, table, told: table.enter(
        DeclinePetition(reason="nothing in it"), by=DIRECTOR
    ),
    "amendment": lambda hall, table, told: table.enter(
        RefuseAmendment(reason="it was added right"), by=DIRECTOR
    ),
    "unwritten": drops_the_entry,
    "finding": puts_the_play_back,
    "to-confirm": confirms,
    "telling": tells_the_players,
    "case": closes_the_case,
    "appeal": decides_the_appeal,
    "decision": carries_nothing_out,
    "slip": lambda hall, table, told: table.enter(Adjudicate(acceptable=True), by=JUDGE),
    "silent": revokes,
    "not-started": starts,
    "clock": lambda hall, table, told: table.enter(ReadClocks(), clocks=(1400, 700)),
    "papers-differ": finds_what_holds,
    "under-protest": rules_in_a_case_about_it,
    "result": signs_and_hands_in,
}
"""How each kind ends, where its verb leads."""


@pytest.mark.parametrize("kind", ENDS)
def test_what_is_done_takes_it_from_the_desk(hall, kind):
    told = planted(hall, kind, "spring-open")
    desk = at_the_desk(hall)
    assert [one for one in waiting(desk) if one["matter"] == told["matter"]]

    ENDS[kind](hall, table_of(hall, told), told)

    assert [one for one in waiting(desk) if one["matter"] == told["matter"]] == []


def test_every_kind_ends_somewhere():
    assert set(ENDS) == set(KINDS)
    assert set(OPEN_THERE) == set(KINDS) - BY_HAND


@pytest.fixture
def petition(tmp_path):
    with every_matter(tmp_path, tables=12, matters=12) as hall:
        yield hall, planted(hall, "petition")


@pytest.mark.parametrize("answer", [
    rules_in_a_case_about_it,
    lambda hall, table, told: table.enter(
        AdjustTime(seat=B, seconds=60, reason="given"), by=DIRECTOR, case=table.ruled()
    ),
])  # fmt: skip
def test_a_petition_that_was_ruled_on_is_gone(petition, answer):
    hall, told = petition
    answer(hall, table_of(hall, told), told)

    found = [one["matter"] for one in waiting(at_the_desk(hall))]

    assert told["matter"] not in found


def test_while_a_case_about_it_is_open_the_case_waits_in_its_place(petition):
    hall, told = petition
    game, about = UUID(told["where"]["game"]), int(told["matter"]["which"])
    case = Director(hall.desk).open_case(game, "time", by=DIRECTOR, about=about)

    here = [
        one["matter"] for one in waiting(at_the_desk(hall)) if one["where"]["game"] == str(game)
    ]
    assert [one["kind"] for one in here] == ["case"]

    Director(hall.desk).close_case(case, by=DIRECTOR)  # and nothing was ruled
    here = [
        one["matter"] for one in waiting(at_the_desk(hall)) if one["where"]["game"] == str(game)
    ]
    assert [one["kind"] for one in here] == ["petition"]


def test_a_scorekeeper_is_not_offered_a_step_that_takes_a_ruling(hall):
    told = planted(hall, "step")
    sheet = table_of(hall, told).sheet

    def step(viewer):
        with hall.app.app_context():
            [going] = state_of(sheet, viewer).open
        return next(one for one in going.steps if one.asks == "set-times")

    assert (step(Viewer.KEEPER).room, step(Viewer.KEEPER).form) == ("director", None)
    assert step(Viewer.DIRECTOR).room == "table"
    assert step(Viewer.DIRECTOR).form is not None


def test_what_is_under_a_ruling_is_refused_without_one(hall):
    told = planted(hall, "step")
    table = table_of(hall, told)
    outcome = table.ask(SetTimes(times=(1200, 1200)), by=DIRECTOR)

    assert outcome.refusal.code == "needs-ruling"
    assert "set-times" in UNDER_A_RULING


def test_the_desk_of_the_second_director_is_the_same(hall):
    one, two = (waiting(at_the_desk(hall, badge)) for badge in ("D1", "D2"))

    assert [each["matter"] for each in one] == [each["matter"] for each in two]
