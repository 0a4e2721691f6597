"""Issue 12: won and lost and spread so far on result slips, as the standings had them."""

from __future__ import annotations

from io import BytesIO
from uuid import uuid4

import pikepdf
import pytest

from ledger.desk.requests import Sent
from ledger.game.results.slips import TakeBackSlip, TypeSlip, typed_slips
from ledger.hall.standings_view import Card, CardLine, Course, Entrant
from ledger.proof.paper_verdicts import Found
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.visibility import Viewer
from ledger.vocabulary import CONSOLE
from printing.checking.files import check_pdf
from printing.engine.heading import Beside, SoFar, as_word, from_word
from printing.filling.course_papers import by_hand_named, by_hand_paper
from printing.filling.table_papers import filled
from printing.source import so_far_in
from tests.courses import a_row
from tests.officials import Organiser
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite, ShownHall

pytestmark = pytest.mark.usefixtures("read_here")

SLUG = "cup"


class Hall:
    """Four players: round 1 is over, round 2 is paired."""

    def __init__(self, here):
        self.here, organiser = here, Organiser(here.desk)
        organiser.open_tournament(SLUG, "The Cup", "wespa-5.1", by=CONSOLE)
        players = [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, 5)]
        organiser.enter_players(SLUG, players, by=CONSOLE)
        self.first = organiser.pair_round(SLUG, 1, [Pairing(1, 1, 2), Pairing(2, 3, 4)], by=CONSOLE)
        self.type(0, 412, 388)
        self.type(1, 300, 410)
        pairings = [Pairing(1, 1, 4), Pairing(2, 2, 3)]
        self.second = organiser.pair_round(SLUG, 2, pairings, by=CONSOLE)

    def enter(self, nth, request, round_number=1):
        game = (self.first if round_number == 1 else self.second)[nth]
        self.here.desk.record(game, request, Sent(by=CONSOLE, command_id=uuid4()))

    def type(self, nth, *scores, round_number=1):
        self.enter(nth, TypeSlip(scores=scores), round_number)

    def take_back(self, nth):
        [version] = typed_slips(self.here.desk.sheet(self.first[nth]))
        self.enter(nth, TakeBackSlip(version=version))

    def slips(self, round_number=2):
        return filled(self.here, "result-slip", f"{SLUG}/R{round_number}", None)


@pytest.fixture
def hall(tmp_path):
    with opened(tmp_path / "data", make=True) as here:
        yield Hall(here)


def so_far(papers):
    return [tuple(side.so_far for side in slip.sides) for slip in papers.forms]


def test_a_slip_says_how_both_stood_before_the_round_as_the_standings_do(hall):
    assert so_far(hall.slips()) == [
        (SoFar(2, 0, 24), SoFar(2, 0, 110)),
        (SoFar(0, 2, -24), SoFar(0, 2, -110)),
    ]
    one = filled(hall.here, "result-slip", f"{SLUG}/R2/T1", None)
    by_hand = by_hand_paper(hall.here, "result-slip", by_hand_named(f"{SLUG}/R2", 0))
    assert [*so_far(one), so_far(by_hand)[1]] == so_far(hall.slips())
    lines = one.drawing.lines(one.forms[0])
    assert "Won–lost so far 1–0" in lines
    assert "Spread so far +24" in lines


def test_before_the_first_round_and_after_a_game_without_a_result_it_is_left_to_the_hand(hall):
    assert so_far(hall.slips(1)) == [(None, None)] * 2

    hall.take_back(1)
    assert so_far(hall.slips()) == [(SoFar(2, 0, 24), None), (SoFar(0, 2, -24), None)]


def test_a_result_changed_later_at_another_table_leaves_slip_and_file_genuine(hall):
    pdf = hall.slips().pdf("a4", "https://hall.example")
    codes = [slip.heading.check for slip in hall.slips().forms]

    hall.take_back(1)
    hall.type(1, 310, 410)

    assert so_far(hall.slips())[0][1] == SoFar(2, 0, 100)
    assert [slip.heading.check for slip in hall.slips().forms] == codes
    verdict = check_pdf(hall.here, pdf)
    assert [one.found for one in verdict.sheets] == [Found.LATEST] * 2
    assert verdict.as_printed


def test_a_visitor_is_told_no_more_than_the_standings_show_them(hall, monkeypatch):
    here, printed, request = hall.here, [], []
    hall.type(0, 400, 380, round_number=2)
    course = ShownHall.course

    def spied(self, slug, after=0):
        request.append(self._viewer)
        return course(self, slug, after)

    monkeypatch.setattr(ShownHall, "course", spied)
    site = RecordSite(here.log, here.hall, here.desk)
    app = create_app(site, printer=lambda *what: printed.append(what) or b"%PDF", TESTING=True)
    answer = app.test_client().get(f"/t/{SLUG}/r2/t1/result-slip.pdf")

    assert answer.status_code == 200
    [(_, told, _)] = printed
    assert request == [Viewer.VISITOR]
    assert told.before == site.hall_shown_to(Viewer.VISITOR).course(SLUG, 1)


@pytest.mark.parametrize("paper", ["letter", "receipt"])
def test_a_file_on_any_paper_is_byte_for_byte_as_it_is_printed(hall, paper):
    verdict = check_pdf(hall.here, hall.slips().pdf(paper, "https://hall.example"))

    assert [one.about for one in verdict.sheets] == [f"{SLUG}/R2/T1", f"{SLUG}/R2/T2"]
    assert verdict.as_printed


def test_a_drawing_that_says_otherwise_than_its_file_keeps_is_found(hall):
    with pikepdf.open(BytesIO(hall.slips().pdf("a4", "https://hall.example"))) as pdf:
        words = str(pdf.docinfo["/Keywords"])
        assert "so-far:2/0/24:2/0/110" in words
        pdf.docinfo["/Keywords"] = words.replace("2/0/24:", "4/0/24:")
        out = BytesIO()
        pdf.save(out)

    assert check_pdf(hall.here, out.getvalue()).pages == (1,)


def test_what_a_file_keeps_is_read_back_and_nothing_else_is():
    for told in (Beside((SoFar(5, 1, -40), None)), Beside(starts=2)):
        assert from_word(as_word(told)) == told
    for word in ("", "so-far:", "so-far:1/2:", "so-far:1/2/3", "so-far:1e9/2/3:", "x" * 400):
        assert from_word(word) == Beside()


def test_of_a_player_with_an_earlier_round_still_played_nothing_is_said():
    def card(number, **second):
        won = CardLine(
            round_number=1, opponent=9, half_wins=2, spread=30, games=1, wins=2, total=30
        )
        return Card(
            player=Entrant(number=number, name=f"P{number}"),
            lines=(won, CardLine(round_number=2, opponent=8, games=1, wins=2, total=30, **second)),
            ruled=-5,
        )

    course = Course(tournament=a_row(), cards=(card(1), card(2, how="void")))
    assert so_far_in(course, 3) == {2: SoFar(2, 0, 25)}
    assert so_far_in(course, 2) == {1: SoFar(2, 0, 25), 2: SoFar(2, 0, 25)}
    assert so_far_in(None, 3) == {}
