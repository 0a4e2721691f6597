"""Codes on prints of an older state, and what a code tells of a game that visitors aren't shown."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from ledger.desk.opened import game_named
from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.proof.paper_codes import as_read
from ledger.proof.paper_verdicts import UNTOLD, Found
from ledger.tournament.opening import ChooseLiveBoards
from ledger.visibility import Paper, Viewer
from ledger.vocabulary import CONSOLE
from printing.checking import codes
from printing.checking.codes import check_paper
from printing.filling.table_papers import source_of
from printing.forms import filler, of_a_game
from tests.tiers import first_fast
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.opened import looked_at, opened
from web.demonstration.building import build
from web.site import RecordSite

pytestmark = pytest.mark.found("PA2")

GAME = "harbour-open/R3/T4"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The demonstration tournament: at R3/T4 the result is final, and was amended."""
    folder = tmp_path_factory.mktemp("older") / "data"
    with opened(folder, make=True) as here:
        build(here.desk, folder, by=CONSOLE)
        here.organise("harbour-open", ChooseLiveBoards(how="on"))
    with looked_at(folder) as here:
        yield here


def moments(here, every=7):
    sheet = here.shelf.sheet(game_named(here.hall, GAME).id)
    return [event.envelope.written_at for event in sheet.events[1::every]]


def printed(here, form, moment, viewer):
    """A form as the page gives it to somebody who asks for an older state."""
    site = RecordSite(here.log, here.hall, here.desk)
    sheet = site.sheet(game_named(here.hall, GAME).id, moment, viewer, form)
    return of_a_game(form, sheet, source_of(here, sheet)).forms[0]


@pytest.mark.parametrize(
    "viewer", first_fast([Viewer.VISITOR, Viewer.DIRECTOR, Viewer.PLAYER, Viewer.JUDGE], 2)
)
def test_a_print_of_an_older_state_has_a_code_that_says_what_changed_since(played, viewer):
    for moment in moments(played):
        form = printed(played, Paper.SCORE_SHEET, moment, viewer)
        found = check_paper(played, form.heading.check, form.heading.state)

        assert form.heading.state == f"{form.heading.event_number}/{GAME}"
        assert found.found is Found.SUPERSEDED, moment
        assert found.event < found.now
        assert any(sign == "+" for sign, _ in found.changed)
        assert f"at event {found.now} now" in found.explained


def test_the_last_state_asked_for_by_its_moment_is_the_latest(played):
    last = game_named(played.hall, GAME)
    moment = played.shelf.sheet(last.id).events[-1].envelope.written_at
    form = printed(played, Paper.RESULT_SLIP, moment + timedelta(days=1), Viewer.DIRECTOR)

    found = check_paper(played, form.heading.check, form.heading.state)
    assert found.found is Found.LATEST


def test_two_states_have_two_codes_and_one_does_not_verify_as_the_other(played):
    one, other = (
        printed(played, Paper.SCORE_SHEET, m, Viewer.DIRECTOR) for m in moments(played)[:2]
    )

    assert one.heading.check != other.heading.check
    crossed = check_paper(played, one.heading.check, other.heading.state)
    assert crossed.found is Found.NOT_OURS


# What a code tells of a game that visitors are not shown


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall of which no board is shown before its result is final."""
    with a_whole_hall(tmp_path_factory.mktemp("hidden") / "data") as hall:
        hall.here.organise(SLUG, ChooseLiveBoards(how="off"))
        yield hall


def a_sheet_of(hall):
    sheet = hall.desk.sheet(hall.games[0])
    [form, *_] = filler("score-sheet", "game")(sheet, source_of(hall.here, sheet)).forms
    return form.heading


def goes_on(hall):
    sent = Sent(by="K1", command_id=uuid4(), clocks=(1300, 1400))
    hall.desk.record(hall.games[0], ReadClocks(), sent)


@pytest.mark.parametrize("how", [{"how": "off"}, {"how": "delayed", "minutes": 10}])
def test_whether_a_game_goes_on_that_is_not_shown_is_told_to_officials_alone(hall, how):
    hall.here.organise(SLUG, ChooseLiveBoards(**how))
    head = a_sheet_of(hall)
    before = check_paper(hall.here, head.check, head.state, Viewer.VISITOR)
    goes_on(hall)
    after = check_paper(hall.here, head.check, head.state, Viewer.VISITOR)
    keeper = check_paper(hall.here, head.check, head.state, Viewer.OTHER_KEEPER)

    assert before == after
    assert (after.found, after.now, after.said) == (Found.GENUINE, UNTOLD, ())
    assert "This board is not public yet." in after.wording
    assert keeper.found is Found.SUPERSEDED


def test_the_page_says_that_it_is_genuine_and_no_more(hall):
    head = a_sheet_of(hall)
    goes_on(hall)
    where = f"/v/{as_read(head.check)}/{head.state}"
    visitor, director = (hall.ask(who, where).text for who in ("nobody", "director"))

    assert "This board is not public yet." in visitor
    assert "gone on since." not in visitor
    assert "Genuine, unchanged" in director


def test_how_many_entries_a_game_has_is_not_to_be_found_out_by_the_clock(hall, monkeypatch):
    """An event that isn't there is looked for just as long: as many forms are filled for it."""
    counts = []

    def counted(*request, **how):
        counts[-1] += 1
        return real(*request, **how)

    real = codes.filler
    monkeypatch.setattr(codes, "filler", counted)
    version = hall.desk.sheet(hall.games[0]).version
    for event in (version, version + 1, version + 400):
        counts.append(0)
        found = check_paper(hall.here, "TJ7K2M9QXX", f"{event}/{SLUG}/R1/T1", Viewer.VISITOR)
        assert found.found is Found.NOT_OURS
    assert counts[0] == counts[1] == counts[2] > 4
