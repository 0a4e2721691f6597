"""What plays score, and plays that lie where they may not. Cases P1 to P13."""

from __future__ import annotations

import pytest

from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.placement.facts import PlacementChallenged, StrayTilesPlaced
from ledger.game.placement.requests import ChallengePlacement, JudgePlacement
from ledger.game.sheet.folding import replay
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.rescoring import findings
from ledger.game.turns.facts import PlayRecorded, TurnPassed
from ledger.game.turns.requests import PlaceTiles
from ledger.replay.remarks import words_of
from ledger.vocabulary import Placement, Points, Role, remarks
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

every_book = pytest.mark.parametrize("book", FIVE)


def after(book, *placed):
    """A game in which these tiles lie on the board already, worth nothing; A is on move."""
    table = Tabletop(book)
    seat = A
    for square, letters in placed:
        put = PlayRecorded(seat=seat, placement=Placement(square, letters), announced=Points(0))
        table.write(put)
        seat = seat.opponent
    if seat is B:
        table.write(TurnPassed(seat=B))
    return table


def scored(table, square, letters):
    table.play(A, square, letters)
    play = table.fact(PlayRecorded)
    assert (
        play.announced
        == play.computed
        == sum(word.score for word in play.words)
        + (50 if len([x for x in letters if x != "."]) == 7 else 0)
    )
    return play.computed


@every_book
@pytest.mark.parametrize(
    ("square", "letters", "points"),
    [("8H", "RETINAS", 66), ("8F", "ZEBRA", 32), ("8F", "zEBRA", 12)],
)
def test_P1_P2_P3_a_first_play_with_its_premiums_and_seven_tiles(book, square, letters, points):
    assert scored(Tabletop(book), square, letters) == points


@every_book
def test_P4_a_premium_square_counts_only_when_it_is_covered(book):
    table = Tabletop(book)
    assert scored(table, "8H", "CARE") == 12
    table.passes(B)

    table.play(A, "8H", "....S")

    assert table.fact(PlayRecorded).computed == 8


@every_book
@pytest.mark.parametrize(
    ("square", "letters", "points"),
    [("L8", "SUN", 12), ("K8", ".XAM", 26), ("9H", "AT", 10)],
)
def test_P5_P6_P7_several_words_in_one_play(book, square, letters, points):
    table = Tabletop(book)
    table.play(A, "8H", "CARE")
    table.passes(B)

    assert scored(table, square, letters) == points


@every_book
def test_P8_two_triple_word_squares_and_seven_tiles(book):
    assert scored(after(book, ("E1", "N")), "1A", "TRAI.ERS") == 131


@every_book
def test_P9_two_double_word_squares(book):
    assert scored(after(book, ("H5", "I")), "5E", "NOT.CED") == 40


@every_book
def test_P10_a_first_play_that_misses_the_centre_is_scored_without_it(book):
    table = Tabletop(book)

    table.play(A, "7G", "CAT")

    assert table.fact(PlayRecorded).computed == 9
    assert remarks.MISSES_CENTRE in table.remarks
    table.play(B, "H7", ".S")  # the centre still doubles
    assert table.fact(PlayRecorded).computed == 4


@pytest.mark.clause("nsa-1998 IV.B")
def test_P11_nsa_a_missed_centre_comes_off_whatever_the_word():
    table = Tabletop("nsa-1998")
    table.play(A, "7G", "CAT")

    table.enter(ChallengePlacement(seat=B, ground="misses-centre"))
    table.enter(JudgePlacement(legal=False), role=Role.DIRECTOR)

    assert table.fact(PhoneyWithdrawn).lost == 9
    assert table.totals == (0, 0)
    assert table.sheet.on_move is B


def seven_tiles_two_astray(table, announced=None):
    table.play(A, "8H", "CARE")
    table.passes(B)
    return table.enter(
        PlaceTiles(
            seat=A,
            placement=Placement("L8", "SUNNY"),
            beside=(("1A", "A"), ("2B", "T")),
            announced=announced,
        )
    )


@pytest.mark.clause("nsa-1998 IV.D")
def test_P12_nsa_disconnected_words_score_nothing_then_and_later():
    table = Tabletop("nsa-1998")

    sheet = seven_tiles_two_astray(table)

    play = table.fact(PlayRecorded)
    assert [word.word for word in play.words] == ["SUNNY", "CARES"]
    assert play.computed == sum(word.score for word in play.words)  # no bonus by itself
    assert {remarks.TILES_ASTRAY, remarks.NOT_SCORED, remarks.DIRECTOR_TO_CONFIRM} <= {
        *table.remarks
    }
    assert len(sheet.last_turn.placed) == 7
    assert sheet.stock.bag == 75
    assert sheet.board.squares[square_index("2B", 15)] == "T"

    table.play(B, "2A", "A.")  # touches both stray tiles
    later = table.fact(PlayRecorded)
    assert later.computed == 0
    assert {word.word for word in later.words} == {"AT", "AA"}
    assert findings(table.sheet) == ()


@pytest.mark.parametrize("book", [*WESPA, "wsc-2003"])
def test_P12_elsewhere_the_score_announced_stands_until_the_director_rules(book):
    table = Tabletop(book)
    table.play(A, "8H", "CARE")
    table.passes(B)
    astray = PlaceTiles(seat=A, placement=Placement("L8", "SUN"), beside=(("1A", "A"),))

    assert table.refused(astray).code == "unreadable-request"

    table = Tabletop(book)
    seven_tiles_two_astray(table, announced=Points(30))
    play = table.fact(PlayRecorded)
    assert (play.announced, play.computed) == (30, None)
    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks


@pytest.mark.clause("nsa-1998 IV.D")
def test_E_13_nsa_a_word_that_touches_nothing_scores_nothing():
    table = Tabletop("nsa-1998")
    table.play(A, "8H", "CARE")

    sheet = table.play(B, "1A", "DOG")

    assert table.fact(PlayRecorded).computed == 0
    assert {remarks.DISCONNECTED, remarks.NOT_SCORED} <= {*table.remarks}
    table.play(A, "1A", "...S")
    assert table.fact(PlayRecorded).computed == 0
    assert len(sheet.board.unscored) == 3


def test_E_13_what_comes_off_can_be_scored_again():
    table = Tabletop("nsa-1998")
    seven_tiles_two_astray(table)
    stray = table.fact(StrayTilesPlaced)
    assert stray.tiles == (("1A", "A"), ("2B", "T"))

    table.enter(ChallengePlacement(seat=B, ground="disconnected"))
    sheet = table.enter(JudgePlacement(legal=False), role=Role.DIRECTOR)

    assert sheet.board.unscored == ()
    assert not sheet.board.squares[square_index("2B", 15)]
    assert sheet.stock.racks == (7, 7)
    assert sheet.totals == (12, 0)


def test_E_13_a_tile_beside_a_play_must_have_somewhere_to_lie():
    table = Tabletop("nsa-1998")
    for beside, code in (
        ((("8H", "A"),), "square-taken"),
        ((("8Z", "A"),), "no-such-square"),
        ((("1A", "AB"),), "not-in-tile-set"),
    ):
        request = PlaceTiles(seat=A, placement=Placement("8H", "CARE"), beside=beside)
        assert table.refused(request).code == code


@every_book
def test_P13_an_exchange_and_a_pass_score_nothing(book):
    table = Tabletop(book)

    table.enter(ExchangeTiles(seat=A, count=4))
    sheet = table.passes(B)

    assert [line.score for line in sheet.lines] == [0, 0]
    assert [line.kind for line in sheet.lines] == [LineKind.EXCHANGE, LineKind.PASS]
    assert sheet.totals == (0, 0)
    assert sheet.zero_turns == 2


@every_book
def test_E_15_a_word_that_leaves_the_board_is_no_entry_but_can_be_an_incident(book):
    table = Tabletop(book)
    out = PlaceTiles(seat=A, placement=Placement("8L", "WINDY"), announced=Points(20))

    assert table.refused(out).code == "off-the-board"

    table.enter(out, ruled=True)
    assert remarks.DOES_NOT_FIT in table.remarks
    table.enter(ChallengePlacement(seat=B, ground="off-the-grid"))
    assert (remarks.GROUND_NOT_LISTED in table.remarks) is (book == "nsa-1998")
    table.enter(JudgePlacement(legal=False), role=Role.DIRECTOR)
    assert table.totals == (0, 0)


@every_book
def test_E_14_E_16_odd_first_plays_are_written_with_a_remark(book):
    table = Tabletop(book)

    table.enter(PlaceTiles(seat=A, placement=Placement("8H", "A"), misoriented=True))

    assert {remarks.ONE_TILE_FIRST, remarks.MISORIENTED} <= {*table.remarks}
    assert all(words_of(code) for code in table.remarks)


def test_a_game_with_stray_tiles_folds_again_to_the_same_sheet():
    table = Tabletop("nsa-1998")
    seven_tiles_two_astray(table)
    table.enter(ChallengePlacement(seat=B, ground="disconnected"))

    assert replay(table.sheet.events) == table.sheet
    assert isinstance(table.sheet.open[-1].fact, PlacementChallenged)
