"""Whatever an official did is taken back: all stands as before it, and the act is still read.

Sheets, clocks, result, standings, conduct and the case add up as if the act had never been; page,
notice, incident record, register and log still have it, struck, with the reason.
"""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.desk.requests import Sent
from ledger.game.results.signing import ProposeResult
from ledger.game.turns.taking_back import TakeBackAct
from ledger.incidents.facts import RulingGiven
from ledger.incidents.hearing import TakeBackEvidence
from ledger.incidents.opening import ReopenCase
from ledger.incidents.reports import consequences_of, told_once
from ledger.incidents.ruling import DropDraft, GiveRuling, SecondRuling, digest_of_ruling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.tournament.conduct import TakeConductBack, WarnPlayer
from ledger.tournament.matters import TakeBackMatter
from ledger.tournament.rounds import ReopenRound
from ledger.vocabulary.refusals import Refusal
from printing.cases.filled_cases import incident_record_of, ruling_notices_of
from tests.desks import DIRECTOR, A, B, signature
from tests.web.law.acts import (
    ACTS,
    AT_THE_TABLE,
    IN_A_CASE,
    IN_THE_TOURNAMENT,
    OTHERWISE,
    drafted,
    last_version,
    matter_of,
    prepares,
    rows,
    warning_due,
)
from tests.web.law.doing import Done, facts, may_be_done_alone, told
from tests.web.law.hall import SECOND
from tests.web.law.reading import below, items

pytestmark = pytest.mark.found("DI-3")

WHY = "the wrong player"
ALONE = "nobody else is here"


def takeable(acts):
    """Rows of what is taken back by the one request that does so."""
    return rows({name: act for name, act in acts.items() if name not in OTHERWISE})


def take_back(done):
    """Take it back on its page: what it shows beforehand is what was done, and is written."""
    at = done.at
    act = done.written[0].envelope.command_id
    if at.case:
        stream, request = at.case, TakeCaseActBack(act=act, reason=WHY, alone=ALONE)
    elif at.stream == done.written[0].originator_id:
        stream, request = at.stream, TakeConductBack(act=act, reason=WHY)
    else:
        stream, request = at.game, TakeBackAct(act=act, reason=WHY)
    a_door_leads_to_it(at, act)
    sent = Sent(by=DIRECTOR, command_id=UUID(int=2**64 + next(at.hall.numbers)))
    seen = at.desk.would_write(stream, request, sent)
    page = at.page(f"back/{act}")
    shown = items(below(page, "act-title"))
    events = [e for e in done.written if at.case or e.originator_id == stream]
    once = [words for _, words in told_once(events, at.sheet, at.tournament)]
    assert sorted(shown) == sorted(once)
    hidden = page.all("input", type="hidden")
    form = {one.attrs["name"]: one.attrs.get("value", "") for one in hidden}
    before = at.desk.log.last_position()
    answer = at.hall.ask(f"/t/{at.slug}/back/{act}", reason=WHY, alone=ALONE, **form)
    assert answer.status_code == 303, answer.text
    written = [event for _, event in at.desk.log.read(before, 1000)]
    own = written[0].envelope.command_id
    assert facts(e for e in written if e.envelope.command_id == own) == facts(seen)
    undoing = at.page(f"back/{own}")
    if undoing.all("section", aria_labelledby="seen-title"):
        assert {name: (after, now) for name, (now, after) in changing(undoing).items()} == (
            changing(page)
        )
    return written


def a_door_leads_to_it(at, act):
    """An official finds it: on the page of the case one door, and else one where it is read."""
    if at.case:
        shown = [below(at.page(f"cases/{at.number}"), "done-title")]
    else:
        shown = [at.page(where) for where in ("r1/t1/evidence", "conduct", "r1/close", "log")]
    doors = [a for one in shown for a in one.all("a") if a.attrs["href"].endswith(f"back/{act}")]
    assert doors, "no page leads to where it is taken back"
    assert len(doors) == 1 or not at.case, "one act has two doors"


def changing(page):
    """What of game, standings and conduct is another once it is taken back: now and after."""
    rows = below(page, "seen-title").all("tr", class_="changes")
    found = {}
    for row in rows:
        now, after = (one.text for one in row.all("td"))
        found[row.one("th").text] = now, after.removesuffix(", changed").strip()
    return found


def all_stands_as_before(at, before):
    now = at.stands()
    for what, was in before.items():
        assert now[what] == was, f"{what} differ"


def the_act_is_still_read(done):
    """Struck, with the reason, wherever what followed from it is listed."""
    at = done.at
    listed = consequences_of(at.file, at.sheet, at.tournament)
    of_it = [one for one in listed if one.event in done.written]
    assert all(one.taken_back is not None for one in of_it)
    lists = [
        [words for _, words in incident_record_of(at.at_hand).follows],
        [words for one in at.rulings for words in one.follows],
    ]
    lists += [list(notice.follows) for notice in ruling_notices_of(at.at_hand)]
    ruled = [e for e in done.written if isinstance(e.fact, RulingGiven)]
    if ruled:
        lists.append(items(below(at.page(f"cases/{at.number}"), "ruled-title")))
    for one in of_it:
        for where in lists:
            found = [line for line in where if one.words in line]
            assert found, f"{one.words!r} is not in {where}"
            assert all(WHY in line for line in found)


def the_day_has_both(done):
    """The log of the day keeps the act, and tells that it was taken back, and why."""
    now = told(done.at.acts)
    kept = [one for one in now if one in done.logged_after]
    assert len(kept) == len(done.logged_after)
    assert [words for *_, words in now if WHY in words]


@pytest.mark.one_in(2, "name")
@pytest.mark.parametrize(("book", "name"), takeable(AT_THE_TABLE))
def test_what_was_decided_at_a_table_is_taken_back(halls, book, name):
    act, hall = ACTS[name], halls(book)
    alone = hall.ground()
    act.begins(alone)
    if may_be_done_alone(alone, act.asks(alone)):
        before = alone.stands()
        done = Done(alone, act.asks(alone))
        take_back(done)
        all_stands_as_before(alone, before)
        the_day_has_both(done)

    at = hall.ground()
    act.begins(at)
    at.opened()
    before = at.stands()
    ruling = GiveRuling(
        game=at.game, finding="so it was", citation=at.cited, follows=(act.asks(at),), alone="one"
    )
    done = Done(at, ruling)

    take_back(done)

    all_stands_as_before(at, before)
    the_act_is_still_read(done)
    the_day_has_both(done)


@pytest.mark.one_in(2, "name")
@pytest.mark.parametrize(("book", "name"), takeable(IN_A_CASE))
def test_what_was_done_in_a_case_is_taken_back(halls, book, name):
    act, at = ACTS[name], halls(book).ground()
    act.begins(at)
    before = at.stands()
    done = Done(at, act.asks(at), act.by)

    take_back(done)

    all_stands_as_before(at, before)
    the_act_is_still_read(done)
    the_day_has_both(done)


@pytest.mark.parametrize(("book", "name"), takeable(IN_THE_TOURNAMENT))
def test_what_was_done_about_a_tournament_is_taken_back(halls, book, name):
    act, at = ACTS[name], halls(book).ground()
    act.begins(at)
    before = at.stands()
    done = Done(at, act.asks(at), act.by, case=at.case)

    take_back(done)

    all_stands_as_before(at, before)
    the_day_has_both(done)


OWN_WAY = {
    "matter put off": None,
    "matter let go": None,
    "round closed": lambda _at: ReopenRound(round_number=1, reason=WHY),
    "evidence attached": lambda at: TakeBackEvidence(evidence=last_version(at), reason=WHY),
    "ruling prepared": lambda at: DropDraft(draft=last_version(at), reason=WHY),
    "case closed": lambda _at: ReopenCase(reason=WHY),
}
"""The request that takes back what has a way of its own; of a matter it names the matter."""


@pytest.mark.found("DI-4")
@pytest.mark.parametrize(
    ("book", "name"), rows({name: ACTS[name] for name in ACTS if name in OWN_WAY})
)
def test_what_has_a_way_of_its_own_is_taken_back_by_it(halls, book, name):
    act, at = ACTS[name], halls(book).ground()
    act.begins(at)
    before, waiting = at.stands(), {one.named for one in at.waiting()}
    back = {"matter": matter_of(at)} if name.startswith("matter") else {}
    done = Done(at, act.asks(at), act.by)
    request = TakeBackMatter(**back["matter"], reason=WHY) if back else OWN_WAY[name](at)

    at.director.asks(at.stream_of(request), request, DIRECTOR)

    now = at.stands()
    assert now["games"] == before["games"]
    assert now["standings"] == before["standings"]
    assert now["conduct"] == before["conduct"]
    assert now["the case"] == before["the case"]
    assert (at.tournament.closed, at.tournament.over) == before["rounds"][:2]
    assert at.tournament.set_aside.waived == before["rounds"][2].waived
    assert at.tournament.set_aside.put_off == before["rounds"][2].put_off
    assert {one.named for one in at.waiting()} == waiting
    the_day_has_both(done)


def test_a_warning_that_settled_one_due_at_the_table_leaves_it_due_again(halls):
    at = halls("nsa-1998").ground()
    warning_due(at)
    before = at.stands()
    of = "blank-undesignated"
    done = Done(at, WarnPlayer(player=1, offence=of, words="first time", game=at.game))
    assert at.stands()["games"] != before["games"]

    take_back(done)

    all_stands_as_before(at, before)


def test_what_made_a_result_that_both_signed_stays_at_the_table(halls):
    at, act = halls("wespa-5.1").ground(), ACTS["resigned"]
    act.begins(at)
    resigned = Done(at, act.asks(at))
    at.table.enter(ProposeResult())
    for seat in (A, B):
        at.table.enter(signature(at.sheet, seat))
    back = TakeBackAct(act=resigned.written[0].envelope.command_id, reason=WHY)

    with pytest.raises(Refusal) as refused:
        at.table.enter(back, by=DIRECTOR)

    assert "both players have signed" in refused.value.what


def test_what_another_agreed_to_stays_with_the_ruling_that_was_given(halls):
    at = halls("wespa-5.1").ground()
    at.under_way()
    prepares(at)
    seconded = Done(at, SecondRuling(digest=digest_of_ruling(drafted(at))), SECOND)
    given = Done(at, drafted(at))
    assert at.file.ruling.seconded == SECOND

    request = TakeCaseActBack(act=seconded.written[0].envelope.command_id, reason=WHY)
    with pytest.raises(Refusal) as refused:
        at.director.asks(at.case, request, DIRECTOR)

    assert refused.value.code == "act-stands"
    take_back(given)
    at.director.asks(at.case, request, DIRECTOR)


def test_what_has_another_way_back_is_an_act():
    assert set(OTHERWISE) <= set(ACTS)
    assert set(OWN_WAY) <= set(OTHERWISE)
