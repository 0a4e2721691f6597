"""A tournament that is closed: nobody plays on in it, and what the books have follow still does."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from ledger.game.results.amending import AmendResult
from ledger.game.results.slips import TypeSlip
from ledger.incidents.facts import AppealLodged
from ledger.interchange.taking_in import ResultTold, TakeInFile
from ledger.record.events import game_id, tournament_id
from ledger.tournament.draw.inputs import Settings
from ledger.tournament.drawing import DrawRound
from ledger.tournament.facts import Pairing, PlayerEntered, RoundPaired
from ledger.tournament.opening import Announce, CloseTournament, ReopenTournament
from ledger.tournament.players import AddPlayers, BringBackPlayer, CheckIn, EnterPlayers
from ledger.tournament.round_repairs import RepairRound
from ledger.tournament.rounds import PairRound
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, ORGANISER, a_desk, a_tournament
from tests.officials import Director, Organiser

SLUG = "spring-open"
NEW = PlayerEntered(number=9, name="Noor Abendroth")
TWO = (Pairing(1, 1, 2), Pairing(2, 3, 4))


@pytest.fixture
def hall(tmp_path):
    """Two tables, a result at the first; and the tournament is closed."""
    with a_desk(tmp_path) as desk:
        a_tournament(desk, tables=2)
        hall = Hall(desk)
        hall.result(1, 412, 388)
        hall.ask(CloseTournament())
        yield hall


class Hall:
    """What is asked of the tournament and its games."""

    def __init__(self, desk):
        self.desk = desk

    def ask(self, request):
        Organiser(self.desk).asks(tournament_id(SLUG), request, ORGANISER)

    def result(self, table, one, two, **more):
        request = TypeSlip(scores=(one, two), starter=1, **more)
        return Organiser(self.desk).asks(game_id(SLUG, 1, table), request, ORGANISER)

    def sheet(self, table):
        return self.desk.sheet(game_id(SLUG, 1, table))

    @property
    def now(self):
        return tournament_named(SLUG, self.desk.log)


GOES_ON = [
    AddPlayers(players=(NEW,)),
    EnterPlayers(players=(NEW,)),
    TakeInFile(file="x", digest="0" * 64, players=(NEW,)),
    TakeInFile(file="x", digest="0" * 64, rounds=(RoundPaired(round_number=2, pairings=TWO),)),
    CheckIn(players=(1,)),
    BringBackPlayer(player=1),
    PairRound(round_number=2, pairings=TWO),
    RepairRound(round_number=1, pairings=(Pairing(1, 1, 3), Pairing(2, 2, 4)), reason="x"),
    DrawRound(round_number=2, settings=Settings(method="swiss-1"), seed=1),
]


@pytest.mark.parametrize(
    "desk_request", GOES_ON, ids=lambda desk_request: type(desk_request).__name__
)
def test_nobody_is_entered_or_paired_until_it_is_opened_again(hall, desk_request):
    before = hall.now.version

    with pytest.raises(Refusal) as refused:
        hall.ask(desk_request)

    assert refused.value.code == "tournament-closed"
    assert "Open it again first, with a reason." in refused.value.next_step
    assert hall.now.version == before


def test_opened_again_it_goes_on(hall):
    hall.ask(ReopenTournament(reason="a tie for first place"))

    hall.ask(AddPlayers(players=(NEW,)))
    hall.ask(PairRound(round_number=2, pairings=TWO))

    assert hall.now.rounds[-1].round_number == 2


def test_a_name_is_corrected_after_the_close(hall):
    player = PlayerEntered(**asdict(hall.now.player(3)))

    hall.ask(EnterPlayers(players=(replace(player, name="Noor Abendroth"),)))

    assert hall.now.player(3).name == "Noor Abendroth"


def test_results_still_out_and_signatures_come_after_the_close(hall):
    hall.result(2, 350, 420, unsigned=(1, 2))
    assert hall.sheet(2).state == "over"

    hall.result(2, 350, 420)

    assert hall.sheet(2).state == "final"


def test_a_file_brings_results_after_the_close(hall):
    told = ResultTold(1, 2, (350, 420))

    hall.ask(TakeInFile(file="x", digest="0" * 64, results=(told,)))

    assert hall.sheet(2).result.from_file
    assert hall.sheet(2).stands == (350, 420)


def test_a_case_is_ruled_a_result_amended_and_an_appeal_lodged_after_the_close(hall):
    director, game = Director(hall.desk), game_id(SLUG, 1, 1)
    case = director.open_case(game, "other", by=DIRECTOR)
    director.rule(case, game, "added up wrongly", "wespa-5.1 5.4.1", by=DIRECTOR)

    director.asks(game, AmendResult(now=(402, 388), reason="added up wrongly"), DIRECTOR, case=case)
    director.lodge_appeal(case, "Player 1", by=DIRECTOR)

    assert hall.sheet(1).stands == (402, 388)
    assert director.case_file(case).last(AppealLodged)


def test_rounds_are_closed_and_things_announced_after_the_close(hall):
    why = "the second table left"
    Organiser(hall.desk).close_round(SLUG, 1, by=ORGANISER, last=True, waiving=why)
    hall.ask(Announce(words="Prizes at six"))

    assert hall.now.closed == (("", 1),)
