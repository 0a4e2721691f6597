"""The law of an official's act, over every way to act, under all five books.

What is previewed is what is written, what the page lists, what the paper says, and what the
registers and the log of the day find. Lists are compared by what is in them.
"""

from __future__ import annotations

import pytest

from ledger.game.calls.facts import WarningSettled
from ledger.game.context import OF_GAMES
from ledger.game.endings.facts import GameForfeited
from ledger.game.endings.requests import Resign
from ledger.game.results.facts import RecordsSettled, ResultAmended
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.incidents.facts import PenaltyDecided, RulingGiven
from ledger.incidents.reports import as_it_stands, consequences_of
from ledger.incidents.requests import BEGIN as CASES_BEGUN
from ledger.incidents.requests import GO_ON as OF_CASES
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.wording import case_wording
from ledger.requests import DIRECTORS
from ledger.tournament.facts import (
    GamesAwarded,
    GamesVoided,
    LevelOneLifted,
    MatterWaived,
    PlayerWithdrawn,
    RoundClosed,
    RoundReopened,
    SpreadAdjusted,
    WarningGiven,
)
from ledger.tournament.opening import GO_ON as OF_TOURNAMENTS
from printing.cases.filled_cases import incident_record_of, ruling_notices_of, warning_notices_of
from printing.lists.from_desk import round_close_of, warning_papers
from printing.sheets.filled_sheets import sanctions_of
from printing.slips.filled_slips import amendment_words, amendments_of
from tests.desks import A
from tests.web.law.acts import (
    ACTS,
    AT_THE_TABLE,
    IN_A_CASE,
    IN_THE_TOURNAMENT,
    NO_ACT,
    ONE,
    asked_by,
    rows,
)
from tests.web.law.doing import (
    Done,
    case_words,
    lines_of,
    may_be_done_alone,
    told,
    told_with_another,
    words_of,
    words_of_fact,
)
from tests.web.law.reading import below, items

pytestmark = pytest.mark.found("DI-1")

NOTHING = ("Nothing follows.",)


def test_every_way_for_an_official_to_act_is_looked_at(halls):
    """Whoever adds a request of directors adds its row, or says why it is no act."""
    tables = (OF_GAMES, OF_CASES, CASES_BEGUN, OF_TOURNAMENTS)
    directors = {
        str(request.__struct_config__.tag)
        for table in tables
        for request, roles in table.may.items()
        if roles == DIRECTORS
    }
    looked_at = {asked_by(halls(act.books[0]).ground(), act) for act in ACTS.values()}

    assert directors - looked_at - set(NO_ACT) == set(), "give it a row in tests/web/law/acts.py"
    assert set(NO_ACT) <= directors - looked_at, "that one has a row by now"


def the_day_finds_it(done):
    """The log of the day has what was written, each once, on its page and on paper."""
    at = done.at
    before, after = done.logged, told(at.acts)
    assert [one for one in after if one in before] == before
    new = [one for one in after if one not in before]
    assert {by for _, by, _, _ in new} <= {event.envelope.written_by for event in done.written}
    assert sorted(words for *_, words in new) == sorted(lines_of(done))
    views = at.page("log").all("nav", aria_label="Days")  # none where there is one day
    days = [one.attrs["href"] for view in views for one in view.all("a")] or ["log"]
    shown = [
        tuple(cell.text for cell in row.all("td"))
        for day in reversed(days)
        for row in at.page("log?" + day.partition("?")[2]).all("tr")
        if row.all("td")
    ]
    assert [(by, where, words) for _, by, where, words in shown] == [
        (act.by, act.where, " ".join(" ".join(as_the_page_has_it(act)).split())) for act in at.acts
    ]


def as_the_page_has_it(act):
    """Its words, that it was taken back where it was, and what followed."""
    gone = [f"taken back: {act.gone}"] if act.gone else []
    return (act.words, *gone, *act.each, *act.follows)


def the_case_tells_it(done):
    """Page, notices, incident record and register have one list of what followed."""
    at = done.at
    listed = consequences_of(at.file, at.sheet, at.tournament)
    carried = [one.event for one in listed if one.event]
    assert [e for e in carried if e in done.written] == sorted(
        done.carrying, key=lambda e: e.envelope.written_at
    )
    words = tuple(as_it_stands(one) for one in listed)
    assert len(words) == len(set(words)), "one act is told twice"
    for event in done.carrying:
        assert [one for one in words if one.startswith(words_of(at, event))]
    page = at.page(f"cases/{at.number}")
    done_there = below(page, "done-title")
    shown = [without_doors(one) for one in done_there.all("ol")[0].all("li")]
    own = [e for e in done.of_case if not isinstance(e.fact, PenaltyDecided | WarningSettled)]
    for event in (*own, *done.carrying):
        assert [line for line in shown if case_words(at, event) in line], event.fact
    page_lists = [
        *(one.words for one in listed),
        *(case_wording(e.fact, at.sheet.name) for e in at.file.events),
    ]
    assert [line for line in shown if not line.endswith(tuple(page_lists))] == []
    assert len(shown) == len(set(shown)), "one act is told twice"
    ruled = at.file.ruling is not None
    if ruled:
        assert tuple(items(below(page, "ruled-title"))) == words
    paper = at.at_hand
    assert tuple(words for _, words in incident_record_of(paper).follows) == words
    notices = [notice.follows for notice in ruling_notices_of(paper)]
    assert notices == [(words or NOTHING) if ruled else ()] * 2
    given = [one for one in at.file.events if isinstance(one.fact, RulingGiven)]
    assert tuple(w for one in reversed(at.rulings) for w in one.follows) == words
    assert len(at.rulings) == len(given)


def without_doors(line):
    """The words of a line, without the door to take it back."""
    return line.text.removesuffix(" ".join(door.text for door in line.all("a"))).rstrip()


def the_papers_say_it(done):
    """The papers of what was done beside a case: sanctions, slip, warning notice, round sheet."""
    at = done.at
    sheet, source = at.sheet, at.source
    given = sanctions_of(sheet, source)
    slip = amendments_of(sheet, source)
    for event in done.written:
        fact = event.fact
        if isinstance(fact, PenaltyApplied | GameForfeited):
            seats = [fact.seat] if isinstance(fact, PenaltyApplied) else [fact.loser or A]
            called = f"C-{at.number}" if event.envelope.case == at.case is not None else ""
            assert [
                one for one in given if (one.player, one.case) == (sheet.name(seats[0]), called)
            ]
        if isinstance(fact, ResultAmended | RecordsSettled):
            assert [line for line in slip if amendment_words(fact, sheet, source) == line]
        if isinstance(fact, PenaltyApplied | CreditApplied) and fact.unit == "spread":
            assert [line for line in slip if amendment_words(fact, sheet, source) == line]
        if isinstance(fact, WarningGiven):
            act = at.rules.offences.get(fact.offence)
            of_it = fact.words or act.words
            if event.envelope.case:
                [notice] = warning_notices_of(at.at_hand)
            else:
                [notice] = warning_papers(at.desk_at_hand, event.originator_version).forms
            assert (notice.player, notice.kind, notice.notice) == (ONE, fact.kind, fact.notice)
            assert of_it in notice.what
        if isinstance(fact, MatterWaived | RoundClosed | RoundReopened):
            close = round_close_of(at.round_at_hand, 1)
            assert close.state == (
                "closed" if isinstance(done.written[-1].fact, RoundClosed) else "open"
            )
        if isinstance(fact, MatterWaived):
            assert [line for _, line in close.waived if fact.reason in line]
        if isinstance(fact, RoundReopened):
            assert [line for _, line in close.reopened if fact.reason in line]


def the_conduct_page_has_it(done):
    """Who was warned, put out, or whose spread or games count otherwise, is found there by name."""
    at = done.at
    about_players = [e.fact for e in done.written if isinstance(e.fact, OF_CONDUCT)]
    if not about_players:
        return
    listed = {one.player.name: one for one in at.conduct}
    shown_of = {row.one("b").text: row.text for row in at.page("conduct").all("div", class_="row")}
    assert list(shown_of) == list(listed)
    for fact in about_players:
        shown = shown_of[f"Player {fact.player}"]
        if isinstance(fact, WarningGiven):
            act = at.rules.offences.get(fact.offence)
            assert (fact.words or act.words) in shown
        if isinstance(fact, SpreadAdjusted):
            assert f"Spread −{-fact.points}" in shown
        if isinstance(fact, PlayerWithdrawn):
            assert "expelled" in shown
        if isinstance(fact, GamesVoided | GamesAwarded):
            assert words_of_fact(at, fact).partition(": ")[2] in shown
        if isinstance(fact, LevelOneLifted):
            assert "given to the opponents" not in shown
            assert " void" not in shown


OF_CONDUCT = (
    WarningGiven, SpreadAdjusted, PlayerWithdrawn, GamesVoided, GamesAwarded, LevelOneLifted,
)  # fmt: skip


TYPED = ("reason", "note", "finding", "outcome", "words", "effect")
"""Fields of requests in which an official says something in own words."""

KEPT_TO_THE_GAME = {Resign: "reason"}
"""Why somebody leaves may be about health: it stands in the game, not in lists and on paper."""


def told_in_words(done, act, request):
    """What the act says is told of it, and so is all that the official typed."""
    at = done.at
    told_of = [words_of(at, one) for one in done.written if not told_with_another(one.fact)]
    if at.case:
        told_of += [one.words for one in consequences_of(at.file, at.sheet, at.tournament)]
    whole = " | ".join(told_of)
    typed = [
        getattr(request, name, "") for name in TYPED if KEPT_TO_THE_GAME.get(type(request)) != name
    ]
    for word in (*act.says, *typed):
        assert str(word).replace("-", " ") in whole, f"{word!r} is not in {whole!r}"


@pytest.mark.one_in(2, "name")
@pytest.mark.parametrize(("book", "name"), rows(AT_THE_TABLE))
def test_what_is_decided_at_a_table_is_told_alike_everywhere(halls, book, name):
    act, hall = ACTS[name], halls(book)
    alone = hall.ground()
    act.begins(alone)
    if may_be_done_alone(alone, act.asks(alone)):
        the_day_finds_it(Done(alone, act.asks(alone)))

    at = hall.ground()
    act.begins(at)
    at.opened()
    request = act.asks(at)
    ruling = GiveRuling(
        game=at.game, finding="so it was", citation=at.cited, follows=(request,), alone="one"
    )
    done = Done(at, ruling)

    assert done.carrying
    assert (done.foreseen.stands, done.foreseen.clock.times) == (
        at.sheet.stands, at.sheet.clock.times,
    )  # fmt: skip
    told_in_words(done, act, request)
    the_case_tells_it(done)
    the_papers_say_it(done)
    the_conduct_page_has_it(done)
    the_day_finds_it(done)


@pytest.mark.one_in(2, "name")
@pytest.mark.parametrize(("book", "name"), rows(IN_A_CASE))
def test_what_is_done_in_a_case_is_told_alike_everywhere(halls, book, name):
    act, at = ACTS[name], halls(book).ground()
    act.begins(at)

    request = act.asks(at)

    done = Done(at, request, act.by)

    told_in_words(done, act, request)
    the_case_tells_it(done)
    the_papers_say_it(done)
    the_conduct_page_has_it(done)
    the_day_finds_it(done)


@pytest.mark.parametrize(("book", "name"), rows(IN_THE_TOURNAMENT))
def test_what_is_done_about_a_tournament_is_told_alike_everywhere(halls, book, name):
    act, at = ACTS[name], halls(book).ground()
    act.begins(at)

    request = act.asks(at)

    done = Done(at, request, act.by, case=at.case)

    told_in_words(done, act, request)
    the_papers_say_it(done)
    the_conduct_page_has_it(done)
    the_day_finds_it(done)
