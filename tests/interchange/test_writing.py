"""What is written, byte by byte, as other programs want it."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.interchange.aupair import not_carried, results_file
from ledger.interchange.from_record import told_here
from ledger.interchange.importing import Given, read_files
from ledger.interchange.parsed import DivisionView, Entrant, Outing, ParsedTournament
from ledger.interchange.tsh_division import config_file, division_file, names_of
from ledger.tournament.facts import Pairing, RoundPaired, SatOut
from ledger.tournament.tournament import Player, Tournament

BYE, LOST = Outing(opponent=0, score=50, half_wins=2), Outing(opponent=0, score=-50, half_wins=0)
CUP = ParsedTournament(
    (
        DivisionView(
            entrants=(
                Entrant(1, "Fernweh, Ada", rating=1650, classes=("A",), outings=(
                    Outing(2, 98, None, True, 1), Outing(3, -5, None, False, 1), BYE,
                )),
                Entrant(2, "Żółć, Łucja", team="Gulls; Old", outings=(
                    Outing(1, 50, None, False, 1), BYE, Outing(3, 377, None, True, 1),
                )),
                Entrant(3, "Byers 7", rating=900, member="AA000123", off=0, outings=(
                    LOST, Outing(1, -20, None, True, 1), Outing(2, 377, None, False, 1),
                )),
            )
        ),
    ),
    "Hafen-Cup “Süd”",
    "2026-03-14",
)  # fmt: skip


def test_a_results_file_is_ascii_with_zeros_behind_each_outcome_and_lines_as_wanted():
    assert results_file(CUP).decode("ascii").split("\r\n") == [
        "*M14.03.2026 Hafen-Cup ?Sud?",
        "*A",
        "                                      0",
        "Ada Fernweh          2098  +2 1995   3 2050   1",
        "Lucja Zolc             50   1 2050   2 1377  +3",
        "Byers 7              0000   3  -20  +1 1377   2",
        "*** END OF FILE ***",
        "",
    ]


def test_a_division_file_has_names_of_22_and_keywords_in_order():
    assert division_file(CUP.divisions[0], ["Round 1: not rated."]).decode().split("\n") == [
        "# Round 1: not rated.",
        "Fernweh, Ada           1650 2 3 0; 98 -5 50; board 1 1 0; class A; p12 1 2 0",
        "Żółć, Łucja               0 1 0 3; 50 50 377; board 1 0 1; p12 2 0 1; team Gulls\\; Old",
        "Byers 7:AA000123        900 0 1 2; -50 -20 377; board 0 1 1; off 0; p12 0 1 2",
        "",
    ]


@pytest.mark.parametrize("name", ["Ada", "Vößmann"])
def test_a_division_file_is_in_iso_8859_1_where_that_can_be(name):
    written = division_file(DivisionView(entrants=(Entrant(1, name),)))
    assert written.decode("latin-1").startswith(name)


def test_what_a_results_file_can_not_say_is_said_beside_it():
    said = list(not_carried(CUP))
    assert "Byers 7: some programs read a name with BYE in it as a bye." in said


def test_who_sat_out_has_a_zero_for_who_went_first_in_that_round_and_in_an_event_of_one_round():
    withdrawn = Entrant(1, "Ada", off=0, outings=(Outing(2, 380, None, None), Outing(0, 0)))
    stays = Entrant(2, "Bo", outings=(Outing(1, 400, None, None), Outing(0, 50, 2)))
    two = division_file(DivisionView(entrants=(withdrawn, stays))).decode().splitlines()
    assert [line.rpartition("p12 ")[2] for line in two] == ["4 0", "4 0"]

    one = division_file(DivisionView(entrants=(Entrant(1, "Cy", outings=(BYE,)),))).decode()
    assert one.strip().endswith(" 0 0; 50; p12 0")


def test_a_table_kept_for_a_player_goes_with_the_configuration_and_comes_back():
    one, two = (
        DivisionView(name, (Entrant(1, "Gull, Bo", table=table), Entrant(2, "Fernweh, Ada")))
        for name, table in (("Open", 0), ("Late Birds", 14))
    )
    names = names_of([one, two])
    files = [(name, f"{name}.t", each) for name, each in zip(names, (one, two), strict=True)]

    config = config_file(ParsedTournament((one, two)), files, "")

    given = [Given(file, division_file(each)) for _, file, each in files]
    back = read_files([Given("config.tsh", config), *given]).told
    assert [[each.table for each in division.entrants] for division in back.divisions] == [
        [0, 0],
        [14, 0],
    ]


@pytest.mark.found("OG-11")
def test_a_bye_whose_worth_was_said_for_itself_is_told_of_once():
    tournament = Tournament(
        id=UUID(int=1), version=1, slug="x", name="X", rulebook="wespa-5.1",
        players=tuple(Player(n, f"P{n}", "") for n in (1, 2)),
        rounds=(
            RoundPaired(round_number=1, pairings=(Pairing(0, 1, 0),)),
            RoundPaired(round_number=2, pairings=(Pairing(0, 2, 0),)),
        ),
        sat_out=(SatOut(round_number=1, player=1, half_wins=2, spread=50),),
    )  # fmt: skip
    remarks = told_here(tournament, lambda _: pytest.fail("there is no game")).remarks
    assert len([one for one in remarks if "P1" in one]) == 1
    assert any("P1 had a bye (+50), not rated" in one for one in remarks)
    assert any("P2 had a bye. The rulebook does not say" in one for one in remarks)
