"""Words on pages and papers of officials: none names a file of ours, and each says who and what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.incidents.facts import CaseOpened
from ledger.incidents.wording import case_wording, raised_wording
from ledger.rulebook.ambiguities import ambiguities
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseRaisedBy, choices
from printing.cases.case_at_hand import CaseAtHand
from printing.cases.filled_cases import finding_of, incident_record_of
from tests.desks import DIRECTOR
from tests.officials import Director
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall

pytestmark = pytest.mark.found("DI-17")

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
NAMES = {Seat.FIRST: "Ann", Seat.SECOND: "Ben"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("words"), tables=2) as hall:
        hall.director = hall.app.test_client()
        hall.director.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
        yield hall


def settled_trap():
    return next(one for one in ambiguities().values() if one.settled and "wespa-5.1" in one.clauses)


def test_DI17_a_paper_names_no_gap_by_its_id_though_its_ruling_says_not_how_it_is_read(hall):
    officials, trap = Director(hall.desk), settled_trap()
    case = officials.open_case(hall.games[0], "other", by=DIRECTOR)
    for seat in Seat:
        officials.take_statement(case, seat.value, "player", None, by=DIRECTOR, seat=seat)
    cited = trap.cited("wespa-5.1")
    officials.rule(case, hall.games[0], "as it stands", cited, by=DIRECTOR, trap=trap.id)
    file = officials.case_file(case)
    assert (file.ruling.trap, file.ruling.reading) == (trap.id, "")
    at_hand = CaseAtHand(
        file=file,
        tournament=tournament_named(SLUG, hall.desk.log),
        sheet=hall.desk.sheet(hall.games[0]),
    )

    assert ("Unclear", trap.sentence) in finding_of(at_hand)
    told = f"{finding_of(at_hand)} {incident_record_of(at_hand)}"
    page = hall.director.get(f"/t/{SLUG}/cases/{file.opened.number}", headers=FOR_PEOPLE).text
    shown = re.sub(r"<[^>]+>", " ", page)
    for known in ambiguities():
        assert known not in told
        assert known not in shown


def test_DI17_who_called_is_named_where_it_is_known_and_nobody_else_is_said_to_have():
    name = NAMES.__getitem__

    assert raised_wording("player", Seat.FIRST, name) == "a player at the table"
    assert raised_wording("opponent", Seat.FIRST, name) == "Ben, the opponent"
    assert raised_wording("opponent", None, name) == "the opponent of the player responsible"
    assert raised_wording("", Seat.FIRST, name) == ""
    told = case_wording(
        CaseOpened(category="conduct", raised_by="opponent", seat=Seat.SECOND), name
    )
    assert told == "Case opened about Ben: conduct; raised by Ann, the opponent"
    assert "the player" not in dict(choices(CaseRaisedBy)).values()
    peek = (STATIC / "js" / "desk" / "peek.js").read_text("utf-8")
    assert "called by a player" not in peek
    assert "said by the player" not in peek


def test_DI17_the_desk_leads_to_cases_and_organise_says_that_its_badge_opens_a_menu_and_the_zone(
    hall,
):
    page = hall.director.get("/desk", headers=FOR_PEOPLE).text

    named = r'<span class="one-line"[^>]*>[^<]*Director</span>'
    assert re.search(named, page), "a name, and no number"
    assert f'href="/t/{SLUG}/cases/"' in page
    assert f'href="/t/{SLUG}/organise/"' in page
    assert "Times are UTC: <a" in page


def test_DI17_a_number_of_an_exchange_that_is_nothing_is_not_shown():
    steps = (STATIC / "js" / "entry" / "irregular" / "irregular.js").read_text("utf-8")

    assert "procedure.counts.filter(([, count]) => count)" in steps


def test_DI17_what_an_address_leads_to_is_not_covered_by_the_bar():
    """After *Try it* the page stands at its part of it, under a bar that stays."""
    base = (STATIC / "css" / "base.css").read_text("utf-8")
    frame = (STATIC / "css" / "templates.css").read_text("utf-8")
    bar, tabs = (int(re.search(rf"--{name}: (\d+)px", frame).group(1)) for name in ("bar", "tabs"))
    padding = re.search(r"\nhtml \{[^}]*?scroll-padding-top: ([^;]+);", base).group(1)
    below = sum(int(pixels) for pixels in re.findall(r"(\d+)px", padding))

    assert below >= bar + tabs + 8


def test_DI17_a_clock_nobody_read_is_left_out_of_the_table_in_short():
    peek = (STATIC / "js" / "desk" / "peek.js").read_text("utf-8")

    assert "clock != null && make(" in peek
    assert "–:––" not in peek
