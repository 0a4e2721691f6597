"""Codes of lists: of those that visitors print too, and what looking one up gives away."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.desk.opened import Opened
from ledger.desk.requests import Sent
from ledger.desk.sheet_cache import SheetCache
from ledger.game.clock.requests import ReadClocks
from ledger.game.results.slips import TypeSlip
from ledger.hall import open_hall
from ledger.hall.rebuilding import as_it_stood
from ledger.proof.paper_codes import ListState, Place, as_read, list_state, shown_words
from ledger.proof.paper_requests import CourseToPrint
from ledger.proof.paper_verdicts import OF_STATE, UNTOLD, Found
from ledger.record.log import LogAt, position_at
from ledger.tournament.opening import ChooseLiveBoards
from ledger.visibility import Viewer, held_back
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.signs import true_minus
from migrations.hall_db import prepare
from printing.checking.codes import check_paper
from printing.filling.course_papers import course_paper
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.command_line.opened import looked_at, opened
from web.demonstration.building import build

pytestmark = pytest.mark.found("PA2")

HARBOUR = "harbour-open"


def printed_by(viewer, here, form, slug=SLUG, **what):
    """A list as the page gives it to somebody."""
    officially = viewer is Viewer.DIRECTOR
    hidden = held_back(viewer, here.hall.games(slug), here.hall.live_boards(slug))
    after = what.pop("after", 0)
    which = CourseToPrint(here.hall.course(slug, after, hidden), officially=officially, **what)
    return course_paper(here, form, which).forms


def looked_up(here, form, viewer=Viewer.DIRECTOR, *, wholly=True):
    state = form.heading.state
    if wholly and form.heading.place:
        state = f"{state}/{form.heading.place}"
    return check_paper(here, form.heading.check, state, viewer)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two games are being played, and nobody sees their boards."""
    with a_whole_hall(tmp_path_factory.mktemp("lists") / "data") as hall:
        hall.here.organise(SLUG, ChooseLiveBoards(how="off"))
        yield hall


def goes_on(hall):
    sent = Sent(by="K1", command_id=uuid4(), clocks=(1300, 1400))
    hall.desk.record(hall.games[0], ReadClocks(), sent)


LISTS = ("standings", "wall-chart", "missing-slips", "prizes", "player-card", "pairings")


@pytest.mark.one_in(2, "form", "wholly")
@pytest.mark.parametrize("wholly", [True, False])
@pytest.mark.parametrize("form", LISTS)
def test_a_list_that_a_visitor_prints_has_a_code_and_no_entry_of_the_record(hall, form, wholly):
    which = {"round_number": 1} if form == "pairings" else {}
    [printed, *_] = printed_by(Viewer.VISITOR, hall.here, form, **which)
    head = printed.heading
    visitor, director = (
        looked_up(hall.here, printed, viewer, wholly=wholly)
        for viewer in (Viewer.VISITOR, Viewer.DIRECTOR)
    )

    assert (head.record_to, head.state) == (None, f"s{head.shown}/{SLUG}")
    assert head.place.startswith(form)
    assert visitor.found is Found.LATEST
    assert (visitor.now, visitor.event) == (UNTOLD, 0)
    assert director.found is Found.LATEST
    assert visitor.said


def test_a_code_of_a_visitors_list_does_not_change_with_what_is_hidden(hall, monkeypatch):
    """Two prints of one second are one sheet, though a hidden game went on between them."""
    moment = hall.desk.now()
    monkeypatch.setattr(hall.desk, "now", lambda: moment)
    [before] = printed_by(Viewer.VISITOR, hall.here, "standings")
    monkeypatch.undo()
    goes_on(hall)
    monkeypatch.setattr(hall.desk, "now", lambda: moment)
    [after] = printed_by(Viewer.VISITOR, hall.here, "standings")

    assert before == after


def test_that_a_hidden_game_goes_on_is_told_by_no_list(hall):
    listed = [
        printed_by(viewer, hall.here, form)[0]
        for viewer in (Viewer.VISITOR, Viewer.DIRECTOR)
        for form in ("standings", "missing-slips")
    ]
    before = [looked_up(hall.here, one, Viewer.VISITOR) for one in listed]
    goes_on(hall)
    after = [looked_up(hall.here, one, Viewer.VISITOR) for one in listed]
    told = looked_up(hall.here, listed[2], Viewer.DIRECTOR)

    assert before == after
    assert (told.found, told.event < told.now) == (Found.UNCHANGED, True)


def a_result_comes_in(hall, *, unsigned=()):
    """A slip is typed in; one that nobody signed is a result, and not a final one."""
    slip = TypeSlip(scores=(431, 398), starter=1, unsigned=unsigned, sure=True)
    hall.desk.record(hall.games[0], slip, Sent(by="D1", command_id=uuid4()))


def test_what_an_officials_list_says_of_a_hidden_game_is_not_told_to_who_has_its_code(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        hall.here.organise(SLUG, ChooseLiveBoards(how="off"))
        [early] = printed_by(Viewer.DIRECTOR, hall.here, "standings")
        a_result_comes_in(hall, unsigned=(1, 2))
        [late] = printed_by(Viewer.DIRECTOR, hall.here, "standings")
        request = [(one, who) for one in (early, late) for who in (Viewer.VISITOR, Viewer.DIRECTOR)]
        of_early, whole_early, of_late, whole_late = (
            looked_up(hall.here, one, who) for one, who in request
        )

    assert "+33" in " ".join(whole_early.says_now)
    assert "+33" in " ".join(whole_late.said)
    public = (*of_early.says_now, *of_late.said, *of_late.says_now)
    assert "33" not in " ".join(line for line in public if not OF_STATE.search(line))
    assert (of_early.found, of_late.found) == (Found.LATEST, Found.GENUINE)
    assert (of_early.for_officials, of_late.for_officials) == (False, True)


def test_a_visitors_list_is_superseded_by_what_visitors_see(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        [printed] = printed_by(Viewer.VISITOR, hall.here, "standings")
        a_result_comes_in(hall)
        found = looked_up(hall.here, printed, Viewer.VISITOR)
        known = looked_up(hall.here, printed, Viewer.DIRECTOR)

    assert found.headline == known.headline == "Genuine, but superseded"
    assert any("+33" in line for sign, line in found.changed if sign == "+")
    assert "as shown on" in found.explained


def test_a_visitors_list_with_other_words_or_of_another_second_is_not_ours(hall):
    [printed] = printed_by(Viewer.VISITOR, hall.here, "standings")
    shown = datetime.strptime(printed.heading.shown, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    for seconds in (-1, 1, 60):
        other = f"s{shown_words(shown + timedelta(seconds=seconds))}/{SLUG}"
        assert check_paper(hall.here, printed.heading.check, other).found is Found.NOT_OURS
    wrong = f"{printed.heading.state}/prizes"
    assert check_paper(hall.here, printed.heading.check, wrong).found is Found.NOT_OURS


def test_a_list_of_the_last_entry_is_none_of_an_entry_that_there_is_not(hall):
    [printed] = printed_by(Viewer.DIRECTOR, hall.here, "standings")
    later = f"e{hall.here.log.last_position() + 1}/{SLUG}/standings"

    assert looked_up(hall.here, printed).found is Found.LATEST
    assert check_paper(hall.here, printed.heading.check, later).found is Found.NOT_OURS


def test_a_keepers_list_says_what_a_keeper_sees_and_a_visitor_reads_what_is_public(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        hall.here.organise(SLUG, ChooseLiveBoards(how="off"))
        [printed] = printed_by(Viewer.OTHER_KEEPER, hall.here, "standings")
        assert looked_up(hall.here, printed, Viewer.OTHER_KEEPER).found is Found.LATEST
        assert looked_up(hall.here, printed, Viewer.VISITOR).genuine


def test_a_visitors_list_is_scanned_and_typed_on_the_page(hall):
    [printed] = printed_by(Viewer.VISITOR, hall.here, "standings")
    head = printed.heading
    page = hall.ask("nobody", f"/v/{as_read(head.check)}/{head.state}/{head.place}").text
    request = f"/verify?code={head.check}&of={SLUG}&event={head.shown}"
    typed = hall.ask("nobody", request, headers=FROM_HERE).text

    for one in (page, typed):
        assert "Genuine, and the latest" in one
        assert not re.search(r"entry \d", one.partition("</section>")[0])


# One tournament as it stood


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The demonstration tournament."""
    folder = tmp_path_factory.mktemp("stood") / "data"
    with opened(folder, make=True) as here:
        build(here.desk, folder, by=CONSOLE)
    with looked_at(folder) as here:
        yield here


@pytest.mark.wide("a whole hall")
def test_a_tournament_as_it_stood_is_what_the_whole_record_read_again_makes_of_it(played, tmp_path):
    end = played.log.last_position()
    for position in range(40, end, end // 7):
        log = LogAt(played.log, position)
        there, again = tmp_path / f"quick{position}", tmp_path / f"whole{position}"
        there.mkdir()
        again.mkdir()
        whole = open_hall(again, log, SheetCache(log), prepare=prepare)
        with as_it_stood(played.hall, log, HARBOUR, there, shelf=SheetCache(log)) as quick:
            for after in (0, 1, 3):
                assert quick.course(HARBOUR, after) == whole.course(HARBOUR, after), position
            assert quick.tournament(HARBOUR) == whole.tournament(HARBOUR)
            states = [(row.state, row.version, row.totals) for row in quick.games(HARBOUR)]
            assert states == [(r.state, r.version, r.totals) for r in whole.games(HARBOUR)]
        whole.close()


def test_a_list_of_any_entry_is_found_by_its_place_and_without_it(played):
    end = played.log.last_position()
    for position in (end // 3, end // 2, end - 1):
        log = LogAt(played.log, position)
        at, code = a_list_up_to(played, log)
        for state in (f"e{position}/{HARBOUR}/standings", f"e{position}/{HARBOUR}"):
            found = check_paper(played, code, state)
            assert found.found is (Found.SUPERSEDED if found.changed else Found.UNCHANGED), state
            assert found.said == tuple(map(true_minus, at))


def a_list_up_to(played, log):
    """The standings as they were printed by officials, up to where a log ends."""
    with TemporaryDirectory() as folder:
        hall = open_hall(Path(folder), log, SheetCache(log), prepare=prepare)
        here = Opened(played.folder, log, hall, SheetCache(log), played.local_store)
        papers = course_paper(
            here, "standings", CourseToPrint(hall.course(HARBOUR), officially=True)
        )
        hall.close()
    return tuple(papers.drawing.lines(papers.filled[0][0])), papers.forms[0].heading.check


def test_the_last_position_of_a_moment_is_found_whatever_was_written_later(played):
    log = played.log
    events = log.read(0, log.last_position())
    for _, event in events[:: len(events) // 40]:
        moment = event.envelope.written_at
        expected = max(at for at, one in events if one.envelope.written_at <= moment)
        assert position_at(log, moment) == expected
        assert position_at(LogAt(log, expected), moment) == expected
    first = min(event.envelope.written_at for _, event in events)
    assert position_at(log, first - timedelta(seconds=1)) == 0


# What an address names

names = st.text("abcdefg-", min_size=1, max_size=12)


@given(
    names,
    st.integers(1, 10**9) | st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1)),
    st.sampled_from(["", "standings", "player-card"]),
    st.none() | st.integers(0, 9999),
    st.none() | st.text("AB /-", min_size=1, max_size=5),
)
def test_a_state_is_read_as_it_is_written(slug, state, form, number, division):
    place = Place(form, number, division) if form else Place()
    if isinstance(state, int):
        wanted, text = ListState(slug, event=state, place=place), f"e{state}"
    else:
        moment = state.replace(microsecond=0, tzinfo=UTC)
        wanted, text = ListState(slug, shown=moment, place=place), f"s{shown_words(moment)}"
    written = "/".join(part for part in (text, slug, str(place)) if part)

    assert list_state(written) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e1",
        "e/x",
        "x1/y",
        "s2026/x",
        "s20269999T999999Z/x",
        "e1/x/standings/what",
        "31/x/R1/T1",
    ],
)
def test_what_names_no_list_is_told_from_one_that_does(text):
    assert list_state(text) is None


def test_a_log_as_it_stood_has_of_each_stream_what_was_written_by_then(played):
    log = played.log
    every = log.read(0, log.last_position())
    streams = list({event.originator_id for _, event in every})[:12]
    for position in (1, len(every) // 3, len(every) - 1):
        then = LogAt(log, position)
        for stream in streams:
            told = [e for at, e in every if at <= position and e.originator_id == stream]
            assert then.version_of(stream) == len(told)
            assert [e for _, e in then.placed_events_of(stream)] == told
            for after in (0, 1, len(told)):
                assert list(then.events_of(stream, after=after)) == told[after:]


def test_how_many_events_a_stream_had_is_told_without_reading_one_of_them(played, monkeypatch):
    then = LogAt(played.log, played.log.last_position())
    game = played.hall.games(HARBOUR)[0]

    def read(*_row):
        raise AssertionError("an event was read")

    monkeypatch.setattr(then, "_mapper", SimpleNamespace(event=read))
    assert then.version_of(game.id) == game.version
    assert then.events_of(game.id, after=game.version) == ()
