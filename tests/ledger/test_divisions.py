"""Which division somebody means, and in which ones players are entered."""

from __future__ import annotations

import pytest

from ledger.interchange.importing import Given, previewed
from ledger.record.events import tournament_id
from ledger.tournament.facts import Division, Pairing, PlayerEntered
from ledger.tournament.opening import Particulars, SetUp
from ledger.tournament.players import AddPlayers, EnterPlayers
from ledger.tournament.rounds import PairRound
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, a_desk
from tests.officials import Organiser


class Cup:
    """A tournament with divisions that are planned, and what is asked of it."""

    def __init__(self, desk, *names):
        self.desk = desk
        planned = Particulars(divisions=tuple(Division(name, 5) for name in names))
        Organiser(desk).open_tournament(
            "cup", "Cup", "wespa-5.1", by=ORGANISER, particulars=planned
        )

    @property
    def now(self):
        return tournament_named("cup", self.desk.log)

    def ask(self, request):
        Organiser(self.desk).asks(tournament_id("cup"), request, ORGANISER)

    def preview(self, text, **how):
        given = [Given("players.csv", text.encode())]
        return previewed(self.now, given, self.desk.shelf.sheet, **how)

    def divisions(self):
        return {player.name: player.division for player in self.now.players}


@pytest.fixture
def of(tmp_path):
    with a_desk(tmp_path) as desk:
        yield lambda *names: Cup(desk, *names)


def called(name, division="", number=0):
    return PlayerEntered(number=number, name=name, division=division)


@pytest.mark.parametrize("desk_request", [AddPlayers, EnterPlayers])
def test_the_only_division_that_is_planned_is_that_of_who_names_none(of, desk_request):
    cup = of("A")

    cup.ask(desk_request(players=(called("Solo", number=1),)))

    assert cup.divisions() == {"Solo": "A"}


@pytest.mark.parametrize("desk_request", [AddPlayers, EnterPlayers])
@pytest.mark.parametrize(
    ("division", "code"), [("", "which-division"), ("Z", "division-not-planned")]
)
def test_a_division_that_is_not_planned_is_refused_with_those_there_are(
    of, desk_request, division, code
):
    cup = of("A", "B")

    with pytest.raises(Refusal) as refused:
        cup.ask(desk_request(players=(called("Solo", division, 1),)))

    assert (refused.value.code, "A, B" in refused.value.next_step) == (code, True)
    assert not cup.now.players


def test_where_none_is_planned_players_make_the_divisions(of):
    cup = of()

    cup.ask(AddPlayers(players=(called("Ann", "A"), called("Bo", "B"))))

    assert cup.divisions() == {"Ann": "A", "Bo": "B"}


def test_a_file_says_line_by_line_who_is_in_no_division_that_is_planned(of):
    cup = of("A", "B")
    text = "name,division\nAnn,A\nBo,Q\nCy,\nDee,B\n"

    preview = cup.preview(text)

    refused = [(one.line, one.said) for one in preview.changes if one.verdict == "refused"]
    assert sorted(refused) == [
        (
            3,
            (
                "Bo: division Q is not planned here. Divisions here: A, B. "
                "You can plan another in the set-up."
            ),
        ),
        (4, "Cy: no division is given. Divisions here: A, B. You can plan another in the set-up."),
    ]
    cup.ask(preview.asked)
    assert cup.divisions() == {"Ann": "A", "Dee": "B"}


def test_a_file_of_one_division_goes_into_the_only_one_and_that_is_said(of):
    cup = of("A")

    preview = cup.preview("name,division\nAnn,Q\n")

    assert ("said", "Division Q in the file goes into A") in [
        (one.verdict, one.said) for one in preview.changes
    ]
    cup.ask(preview.asked)
    assert cup.divisions() == {"Ann": "A"}


def test_a_file_goes_into_no_division_that_is_not_there(of):
    with pytest.raises(Refusal, match="has no division Z"):
        of("A", "B").preview("name\nAnn\n", into="Z")


NO_NAMES = ["A/B", "A\\B", "A?", "A#1", "50%", " A", "A ", "r1", "R12", "P7", "t3", ".", ".."]


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_no_address_can_have_is_refused_at_every_door(of, name):
    with pytest.raises(Refusal, match="A division can't be called “"):
        of(name)
    cup = of()

    for request in (
        AddPlayers(players=(called("Ann", name),)),
        EnterPlayers(players=(called("Ann", name, 1),)),
        PairRound(round_number=1, pairings=(Pairing(1, 1, 2),), division=name),
        SetUp(name="Cup", rules="wespa-5.1", particulars=Particulars(divisions=(Division(name),))),
    ):
        with pytest.raises(Refusal, match="A division can't be called “"):
            cup.ask(request)
    preview = cup.preview(f'name,division\nAnn,"{name}"\n')
    assert name != name.strip() or [one.verdict for one in preview.changes] == ["refused"]
    assert not cup.now.rounds
