"""What plays are worth. Cases P1-P13, and every random play counted twice by different means."""

from __future__ import annotations

import itertools

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from ledger.equipment.board import empty_squares, load_board, read_square, write_square
from ledger.equipment.scoring import Unplaceable, lift, place, score_play
from ledger.equipment.tile_set import load_tile_set, tile_set_from
from ledger.vocabulary import Placement, WordScore

BOARD = load_board("standard")
ENGLISH = load_tile_set("english")
SPANISH = tile_set_from(
    tomli.loads('name = "x"\n[tiles]\n"?" = [0, 2]\nA = [1, 9]\n"CH" = [5, 1]\nO = [1, 9]')
)


def written(text):
    return Placement(*text.split())


def board_with(*plays):
    """The board after these plays, each laid whether or not it makes sense."""
    squares = empty_squares(BOARD)
    for play in plays:
        squares = place(squares, scored(squares, play).placed)
    return squares


def scored(squares, play):
    return score_play(squares, written(play), BOARD, ENGLISH)


def words(play):
    return [(word.word, word.score) for word in play.words]


@pytest.mark.parametrize(
    ("before", "play", "score", "formed"),
    [
        pytest.param([], "8H RETINAS", 66, ["RETINAS"], id="P1"),
        pytest.param([], "8F ZEBRA", 32, ["ZEBRA"], id="P2"),
        pytest.param([], "8F zEBRA", 12, ["zEBRA"], id="P3"),
        pytest.param([], "8H CARE", 12, ["CARE"], id="P4"),
        pytest.param(["8H CARE"], "8L S", 8, ["CARES"], id="P4"),
        pytest.param(["8H CARE"], "8H CARES", 8, ["CARES"], id="P4"),
        pytest.param(["8H CARE"], "L8 S", 8, ["CARES"], id="P4"),
        pytest.param(["8H CARE"], "L8 SUN", 12, ["SUN", "CARES"], id="P5"),
        pytest.param(["8H CARE"], "K8 .XAM", 26, ["EXAM"], id="P6"),
        pytest.param(["8H CARE"], "9H AT", 10, ["AT", "CA", "AT"], id="P7"),
        pytest.param(["E1 N"], "1A TRAI.ERS", 131, ["TRAINERS"], id="P8"),
        pytest.param(["H5 I"], "5E NOT.CED", 40, ["NOTICED"], id="P9"),
        pytest.param([], "7G CAT", 9, ["CAT"], id="P10"),
    ],
)
def test_wc_P_a_play_is_worth_its_words_with_new_tiles_on_premium_squares(
    before, play, score, formed
):
    found = scored(board_with(*before), play)

    assert found.score == score
    assert [word.word for word in found.words] == formed
    assert sum(word.score for word in found.words) + 50 * found.all_tiles == score


def test_wc_P1_seven_tiles_at_once_earn_fifty():
    found = scored(empty_squares(BOARD), "8H RETINAN")

    assert found.all_tiles
    assert words(found) == [("RETINAN", 16)]
    assert not scored(empty_squares(BOARD), "8H RETINA").all_tiles


def test_wc_P4_a_premium_square_counts_once():
    squares = board_with("8H CARE")

    assert words(scored(squares, "8L S")) == [("CARES", 8)]


def test_wc_P5_a_new_tile_on_a_premium_square_counts_in_both_words():
    assert words(scored(board_with("8H CARE"), "L8 SUN")) == [("SUN", 4), ("CARES", 8)]


def test_wc_P10_when_the_centre_is_missed_it_still_doubles_later():
    squares = board_with("7G CAT")

    assert scored(empty_squares(BOARD), "7G CAT").flaws == ("misses-centre",)
    assert scored(squares, "H7 .T").score == 4
    assert scored(squares, "H7 .T").flaws == ()


def test_wc_P11_and_P12_the_count_goes_by_where_tiles_lie_and_says_what_is_wrong():
    squares = board_with("8H CARE")

    found = scored(squares, "1A CAT")

    assert found.flaws == ("disconnected",)
    assert found.score == 15


@pytest.mark.parametrize(
    ("before", "play", "flaws"),
    [
        ([], "8H CARE", ()),
        ([], "8H A", ("one-tile-first",)),
        ([], "1A A", ("misses-centre", "one-tile-first")),
        ([], "8I CARE", ("misses-centre",)),
        (["8H CARE"], "7G TO", ()),
        (["8H CARE"], "7F TO", ("disconnected",)),
    ],
)
def test_a_play_that_may_be_challenged_for_its_place_is_scored_and_the_flaw_named(
    before, play, flaws
):
    assert scored(board_with(*before), play).flaws == flaws


def test_one_tile_may_be_written_in_either_direction():
    squares = board_with("8H CARE", "K8 .XAM")

    across, down = scored(squares, "9J A"), scored(squares, "J9 A")

    assert across.score == down.score
    assert sorted(words(across)) == sorted(words(down)) == [("AX", 9), ("RA", 2)]


def test_one_tile_written_where_it_forms_no_word_counts_only_the_word_it_does_form():
    assert words(scored(board_with("8H CARE"), "L8 S")) == [("CARES", 8)]


def test_tiles_before_and_after_what_is_written_belong_to_the_word():
    squares = board_with("8H CARE")

    assert words(scored(squares, "8L SS")) == [("CARESS", 9)]
    assert words(scored(squares, "8F SO")) == [("SOCARE", 8)]


@pytest.mark.parametrize("letters", ["K8 EXAM", "K8 .XAM", "K8 eXAM"])
def test_a_letter_spelled_out_where_it_already_lies_is_played_through(letters):
    assert scored(board_with("8H CARE"), letters).score == 26


def test_a_blank_that_lies_there_is_worth_nothing_however_it_is_spelled():
    squares = board_with("8H CARe")

    assert scored(squares, "K8 .XAM").score == scored(squares, "K8 EXAM").score == 24
    assert words(scored(squares, "K8 EXAM")) == [("eXAM", 24)]


@pytest.mark.parametrize(
    ("play", "code", "says"),
    [
        ("8J OX", "square-taken", "R is already on 8J."),
        ("8H CARE", "no-new-tile", "puts no new tile"),
        ("9H .T", "nothing-to-play-through", "Nothing lies on 9H"),
        ("8M CARE", "off-the-board", "goes off the board"),
        ("P8 A", "off-the-board", "goes off the board"),
        ("16A A", "off-the-board", "goes off the board"),
        ("H13 CARE", "off-the-board", "goes off the board"),
        ("H CARE", "no-such-square", "'H' is not the name of a square"),
        ("9H CA7", "not-in-tile-set", "'7' is not a tile"),
    ],
)
def test_what_cannot_lie_on_the_board_is_refused_with_the_square(play, code, says):
    with pytest.raises(Unplaceable) as refused:
        scored(board_with("8H CARE"), play)

    assert refused.value.code == code
    assert says in str(refused.value)


def test_a_placement_without_letters_puts_no_tile():
    with pytest.raises(Unplaceable) as refused:
        score_play(empty_squares(BOARD), Placement("8H", ""), BOARD, ENGLISH)

    assert refused.value.code == "no-new-tile"


def test_a_tile_of_several_characters_takes_one_square():
    squares = place(
        empty_squares(BOARD),
        score_play(empty_squares(BOARD), Placement("8G", "[CH]A"), BOARD, SPANISH).placed,
    )

    found = score_play(squares, Placement("G8", ".[ch]O"), BOARD, SPANISH)

    assert squares[111] == "CH"
    assert found.placed == ((126, "ch"), (141, "O"))
    assert found.words == (WordScore("[CH][ch]O", 6),)


def test_tiles_put_down_and_lifted_leave_the_board_as_it_was():
    squares = board_with("8H CARE")
    placed = scored(squares, "K8 .XAM").placed

    assert lift(place(squares, placed), placed) == squares


# A second scorer, to check the first. It knows nothing of paths or directions: it writes the
# board down as lines of text, before and after, and counts each word that was not there before.


LINES = [[(row, column) for column in range(15)] for row in range(15)]
LINES += [list(line) for line in zip(*LINES, strict=True)]


def runs(squares):
    found = set()
    for line in LINES:
        for filled, group in itertools.groupby(line, key=lambda c: squares[c[0] * 15 + c[1]] != ""):
            cells = tuple(group)
            if filled and len(cells) > 1:
                found.add(cells)
    return found


def naive_score(squares, play):
    start = read_square(play.square)
    after, new = list(squares), set()
    for number, letter in enumerate(play.letters):
        row = start.row + (0 if start.across else number)
        column = start.column + (number if start.across else 0)
        if not squares[row * 15 + column]:
            after[row * 15 + column] = letter
            new.add((row, column))
    total = 0
    formed = runs(after) - runs(squares) or {tuple(new)}
    for cells in formed:
        worth, times = 0, 1
        for row, column in cells:
            letter = after[row * 15 + column]
            value = 0 if letter.islower() else VALUES[letter]
            premium = BOARD.premiums[row * 15 + column] if (row, column) in new else ""
            worth += value * {"2L": 2, "3L": 3}.get(premium, 1)
            times *= {"2W": 2, "3W": 3}.get(premium, 1)
        total += worth * times
    return total + (50 if len(new) == 7 else 0)


VALUES = {
    letter: worth
    for worth, letters in {
        1: "AEIOULNRST", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ",
    }.items()
    for letter in letters
}  # fmt: skip


@st.composite
def a_placement(draw, squares):
    """Up to seven new tiles in a line, anywhere they fit."""
    across = draw(st.booleans())
    line, first = draw(st.integers(0, 14)), draw(st.integers(0, 14))
    wanted, letters, at = draw(st.integers(1, 7)), "", first
    while wanted and at < 15:
        lies = squares[line * 15 + at] if across else squares[at * 15 + line]
        if lies:
            letters += draw(st.sampled_from([".", lies]))
        else:
            letters += draw(st.sampled_from("ABEIJKNOQSTXZaez"))
            wanted -= 1
        at += 1
    if all(letter == "." for letter in letters):
        return None
    square = write_square(line, first, True) if across else write_square(first, line, False)
    return Placement(square, letters)


@given(st.data())
def test_two_scorers_of_different_make_agree_on_every_play(data):
    squares = empty_squares(BOARD)
    for _ in range(6):
        play = data.draw(a_placement(squares))
        if play is None:
            continue
        try:
            found = score_play(squares, play, BOARD, ENGLISH)
        except Unplaceable as refused:
            assert refused.code == "no-new-tile"  # noqa: PT017
            continue
        assert found.score == naive_score(squares, play)
        assert sum(word.score for word in found.words) + 50 * found.all_tiles == found.score
        squares = place(squares, found.placed)
