"""Names that paper can't print are said where they are given, and where they are there already."""

from __future__ import annotations

from types import SimpleNamespace
from uuid import uuid4

import pytest
from click.testing import CliRunner

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.game.absences.facts import PlayerLeft
from ledger.game.absences.requests import LeaveTable
from ledger.game.drawing.facts import Overdrawn
from ledger.game.setting_up.facts import MonitorNamed
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import (
    AppealHeard,
    AppealLodged,
    BundleIssued,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.hearing import TakeStatement
from ledger.interchange.importing import Given, previewed
from ledger.record.events import tournament_id
from ledger.tournament.facts import Division, PlayerEntered, Prize
from ledger.tournament.names import must_be_printable
from ledger.tournament.opening import AnnouncePrizes, Particulars, SetUp
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role, Seat
from ledger.vocabulary.names import add_a_font
from ledger.vocabulary.refusals import Refusal
from printing.engine.page import characters_without_glyph
from tests.officials import Director, Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.command_line import commands

pytestmark = pytest.mark.found("PA4")

LACKING = "世界"
"""Two letters that our own fonts have not."""

SAYS_SO = "the fonts have no 世 界."


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        yield hall


def set_up(name="Spring Open", place="", **particulars):
    options = (("challenge-mode", "points-per-word-5"),)
    told = Particulars(**particulars)
    return SetUp(name=name, rules="wespa-5.1", place=place, options=options, particulars=told)


def ask(hall, request):
    return Organiser(hall.desk).asks(tournament_id(SLUG), request, CONSOLE)


def before(hall):
    """A hall whose fonts have every letter, on the same record."""
    desk = Desk(hall.here.log, followers=(hall.here.hall,), shelf=hall.here.shelf)
    return SimpleNamespace(desk=desk, office=Badges(desk, hall.here.local_store, Cost(2, 1, 1)))


GIVEN = {
    "The tournament": lambda hall: ask(hall, set_up(name=LACKING)),
    "The venue": lambda hall: ask(hall, set_up(place=LACKING)),
    "Division": lambda hall: ask(hall, set_up(divisions=(Division(LACKING, 7),))),
    "Prize 1": lambda hall: ask(hall, AnnouncePrizes(prizes=(Prize(1, LACKING),))),
    "Prize 2, class": lambda hall: ask(
        hall, AnnouncePrizes(prizes=(Prize(2, "a cup", class_name=LACKING),))
    ),
    "Player 9": lambda hall: enter(hall, name=LACKING),
    "Player 9, team": lambda hall: enter(hall, name="Ann", team=LACKING),
    "Player 9, class": lambda hall: enter(hall, name="Ann", classes=("A", LACKING)),
    "Badge D7": lambda hall: Organiser(hall.desk).issue_badge(
        "D7", LACKING, Role.DIRECTOR, by=CONSOLE
    ),
}


def enter(hall, **player):
    Organiser(hall.desk).enter_players(SLUG, [PlayerEntered(number=9, **player)], by=CONSOLE)


@pytest.mark.parametrize("whose", GIVEN)
def test_a_name_of_any_kind_is_refused_where_it_is_given(hall, whose):
    end = hall.desk.log.last_position()
    with pytest.raises(Refusal) as refused:
        GIVEN[whose](hall)

    assert refused.value.code == "unprintable-name"
    assert refused.value.what == f"{whose} {LACKING}: {SAYS_SO}"
    assert hall.desk.log.last_position() == end


IN_A_CASE = {
    "Who spoke,": StatementTaken(who=LACKING, role="witness"),
    "The interpreter": StatementTaken(who="Ana Lima", role="witness", interpreter=LACKING),
    "Who heard it,": StatementConfirmed(statement=2, how="witness", witness=LACKING),
    "Who appeals,": AppealLodged(who=LACKING, against="ruling", version=2, to="a body"),
    "Of the committee,": AppealHeard(by="the committee", committee=("Ana Lima", LACKING)),
    "Whom it is for,": BundleIssued(to=LACKING, digest="", version=1),
}


@pytest.mark.parametrize("whose", IN_A_CASE)
def test_who_has_a_part_in_a_case_is_named_in_letters_that_can_be_printed(whose):
    with pytest.raises(Refusal) as refused:
        must_be_printable([IN_A_CASE[whose]], tuple, characters_without_glyph)

    assert refused.value.what == f"{whose} {LACKING}: {SAYS_SO}"


OVERDRAW = {
    "seat": Seat.FIRST, "held": 8, "drawn": 4, "due": 3, "over": 1, "touched": True, "mixed": True,
    "noticed_by": "third-party", "group": "rack", "size": 8, "revealed": 3, "racks": (8, 7),
}  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "whose"),
    [
        (PlayerLeft(seat=Seat.FIRST, permission="director", supervisor=LACKING), "Who goes along,"),
        (
            Overdrawn(**OVERDRAW, observer=LACKING),
            "Who else noticed,",
        ),
        (MonitorNamed(monitor=LACKING, screens_shared=True, cameras=1), "The monitor"),
    ],
)
def test_who_is_named_at_a_table_is_named_in_letters_that_can_be_printed(fact, whose):
    with pytest.raises(Refusal) as refused:
        must_be_printable([fact], tuple, characters_without_glyph)

    assert refused.value.what == f"{whose} {LACKING}: {SAYS_SO}"


def test_at_the_desk_nobody_leaves_a_table_with_somebody_whose_name_no_paper_prints(hall):
    request = LeaveTable(seat=Seat.FIRST, supervisor=LACKING)
    with pytest.raises(Refusal) as refused:
        hall.desk.record(hall.games[0], request, Sent(by="K1", command_id=uuid4()))

    assert refused.value.code == "unprintable-name"


def in_case(hall, request):
    _, case = case_numbered(hall.desk.log, SLUG, 1)
    Director(hall.desk).asks(case, request, "D1")
    return case


@pytest.mark.parametrize("name", ["who", "interpreter"])
def test_of_whom_was_heard_it_is_refused_at_the_desk(hall, name):
    end = hall.desk.log.last_position()
    heard = {"who": "Ana Lima", name: LACKING}
    with pytest.raises(Refusal) as refused:
        in_case(hall, TakeStatement(role="witness", **heard))

    assert refused.value.code == "unprintable-name"
    assert hall.desk.log.last_position() == end


def test_a_player_who_is_there_already_under_such_a_name_is_heard_in_a_case(hall):
    enter(before(hall), name=LACKING)
    case = in_case(hall, TakeStatement(who=LACKING, role="player"))

    assert case_in(hall.desk.log, case).each(StatementTaken)[-1].who == LACKING


def test_a_tournament_is_not_begun_under_such_a_name(hall):
    with pytest.raises(Refusal) as refused:
        Organiser(hall.desk).open_tournament("cup", LACKING, "wespa-5.1", by=CONSOLE)
    assert refused.value.code == "unprintable-name"


def test_what_is_there_already_keeps_nobody_from_changing_the_rest(hall):
    ask(before(hall), set_up(name=LACKING))
    enter(before(hall), name="Ann", team=LACKING)
    ask(hall, set_up(name=LACKING, zone="Europe/Lisbon"))
    enter(hall, name="Ann", team=LACKING, rating=1500)

    assert tournament_named(SLUG, hall.desk.log).time_zone == "Europe/Lisbon"
    with pytest.raises(Refusal):
        ask(hall, set_up(name=f"{LACKING} 2"))


def test_the_check_list_names_what_is_there_already(hall):
    def done():
        return hall.ask("organiser", f"/t/{SLUG}/organise/").text

    said = "Our fonts lack letters of printed names"
    nothing_lacks = done()
    ask(before(hall), set_up(name=LACKING))
    before(hall).office.issue("D8", f"{LACKING} Duarte", Role.DIRECTOR, by=CONSOLE)
    hall.office.pins.set("D8", "a good pin")
    after = done()
    request = ["checklist", SLUG, "--data", str(hall.here.folder)]
    command = CliRunner().invoke(commands, ["tournament", *request]).output

    assert said not in nothing_lacks
    assert said in after
    for told in (f"The tournament {LACKING} (世 界)", f"Badge D8 {LACKING} Duarte (世 界)"):
        assert told in command
    assert "open    Our fonts lack" in command


# Files


CSV = (
    "Name,Division,Team,Class\nAnn Lee,A,Gulls,U18\n"
    f"Bo Ode,A,{LACKING},U18\nCy Ray,A,Gulls,{LACKING}\n"
)


def taken(hall, text, name="a.csv", **how):
    found = tournament_named(SLUG, hall.desk.log)
    given = [Given(name, text.encode())]
    return previewed(found, given, hall.desk.shelf.sheet, unprintable=hall.desk.unprintable, **how)


def test_a_line_of_a_file_with_such_a_team_or_class_is_left_out_by_its_number(hall):
    seen = taken(hall, CSV, into="")
    refused = [(one.line, one.said) for one in seen.changes if one.verdict == "refused"]

    assert [line for line, _ in refused] == [3, 4]
    assert f"team: our fonts lack letters of {LACKING}: 世 界" in refused[0][1]
    assert f"class: our fonts lack letters of {LACKING}: 世 界" in refused[1][1]
    assert [player.name for player in seen.asked.players] == ["Ann Lee"]
    ask(hall, seen.asked)


def test_a_division_of_a_file_with_such_a_name_is_left_out(hall):
    seen = taken(hall, f"Name,Division\nAnn Lee,{LACKING}\nBo Ode,B\n")
    refused = [one.said for one in seen.changes if one.verdict == "refused"]

    assert refused == [f"Division: our fonts lack letters of {LACKING}: 世 界. {add_a_font()}"]
    assert [player.name for player in seen.asked.players] == ["Bo Ode"]


# From the command line and on the page


@pytest.mark.found("PP-13")
def test_commands_say_it(hall, tmp_path):
    """All say in the same words what to do: a hall read of a setting here, of an operator there."""
    file = tmp_path / "a.csv"
    file.write_text(CSV, "utf-8")
    data = ["--data", str(hall.here.folder)]
    new = ["new", "cup", "--name", LACKING, "--rulebook", "wespa-5.1", *data]
    begun = CliRunner().invoke(commands, ["tournament", *new])
    given = CliRunner().invoke(commands, ["badge", "new", "D9", "--name", LACKING, *data])
    imported = CliRunner().invoke(commands, ["player", "import", SLUG, str(file), "--yes", *data])

    assert SAYS_SO in str(begun.exception)
    assert SAYS_SO in str(given.exception)
    assert f"our fonts lack letters of {LACKING}: 世 界" in imported.output
    assert add_a_font() in imported.output
    for refused in (begun.exception, given.exception):
        assert getattr(refused, "refusal", refused).next_step == add_a_font()


def test_pages_say_it_and_a_players_at_its_field(hall):
    def answer(where, **form):
        sent = {"request": str(uuid4()), "was": "{}", **form}
        return hall.ask("organiser", where, "POST", headers=FROM_HERE | FOR_PEOPLE, data=sent)

    for where, form in (
        (f"/t/{SLUG}/organise/set-up", {"name": LACKING, "rules": "wespa-5.1"}),
        (f"/t/{SLUG}/organise/prizes", {"place-1": "1", "wins-1": LACKING}),
        (f"/t/{SLUG}/organise/players/1", {"name": "Player 1", "team": LACKING}),
        ("/badges/issue", {"badge": "D9", "name": LACKING, "role": "director"}),
    ):
        answered = answer(where, **form)
        assert answered.status_code >= 400, where
        assert SAYS_SO in answered.text, where
        if "players" in where:
            assert 'id="f-team-wrong"' in answered.text
