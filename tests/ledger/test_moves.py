"""The move generator finds every play there is, no other, and says what each is worth."""

from __future__ import annotations

import gzip
from collections import Counter
from itertools import permutations, product
from random import Random
from string import ascii_uppercase

import pytest
import tomli

from ledger.equipment.board import board_from, empty_squares, load_board, write_square
from ledger.equipment.scoring import Unplaceable, place, score_play
from ledger.equipment.tile_set import load_tile_set, tile_set_names
from ledger.lexicon.lexicon import FREE_LIST
from ledger.simulation.word_graph import Position, WordGraph, free_words, invented
from ledger.vocabulary import Placement

ENGLISH = load_tile_set("english")
STANDARD = load_board("standard")
SMALL = board_from(
    tomli.loads(
        '''name = "small"
centre = "4D"
layout = """
= . ' . ' . =
. - . " . - .
' . - . - . '
. " . - . " .
' . - . - . '
. - . " . - .
= . ' . ' . =
"""
'''
    )
)
FEW = set(
    """
    AB ABLE AE AI AN ANT AT ATE BAN BANE BAT BE BEN BET BIN BIT EN ET ETA IN INN IT LAB
    LEA LEI LIE LIEN LIT NA NAB NE NET NIB NIT TA TAB TABLE TAN TEA TEN TI TIE TIN TINE
""".split()  # noqa: SIM905
)

BOARDS = {
    "empty": "",
    "one word": """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . T I N . .""",
    "a corner": """
        T . . . . . .
        A . . . . . .
        B E T . . . .
        . . I . . . .
        . . N E T . .
        . . . . . . .
        . . . . . . B""",
    "side by side": """
        . . . . . . .
        . . . . . . .
        . . N E . . .
        . . A T E . .
        . . . a N . .""",
    "a word of no list": """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . Z I T . .""",
}


def drawn(picture, board):
    """A board as drawn, row by row from the top; rows at the end may be left out."""
    rows = [row.split() for row in picture.strip().splitlines()]
    squares = list(empty_squares(board))
    for at, row in enumerate(rows):
        for column, tile in enumerate(row):
            if tile != ".":
                squares[at * board.size + column] = tile
    return tuple(squares)


def by_brute_force(words, squares, rack, board):
    """Every play: each order of some tiles, put down from each square in both directions."""
    found = {}
    for tiles in orders(rack):
        for at in range(board.size**2):
            for across in (True, False):
                placement = through(squares, tiles, at, across, board)
                if placement is None:
                    continue
                try:
                    scored = score_play(squares, placement, board, ENGLISH)
                except Unplaceable:
                    continue
                if not scored.flaws and all(word.word.upper() in words for word in scored.words):
                    found[frozenset(scored.placed)] = scored.score
    return found


def orders(rack):
    for length in range(1, len(rack) + 1):
        for tiles in set(permutations(rack, length)):
            yield from with_blanks(tiles)


def with_blanks(tiles):
    if "?" not in tiles:
        yield tiles
        return
    at = tiles.index("?")
    for letter in ascii_uppercase.lower():
        yield from with_blanks((*tiles[:at], letter, *tiles[at + 1 :]))


def through(squares, tiles, at, across, board):
    """The tiles put down from ``at``, whatever lies in the way played through."""
    step, left = (1, board.size - at % board.size) if across else (board.size, 0)
    left = left or board.size - at // board.size
    if squares[at]:
        return None
    letters, to_come, here = "", list(tiles), at
    while to_come and left:
        letters += "." if squares[here] else to_come.pop(0)
        here, left = here + step, left - 1
    if to_come:
        return None
    return Placement(write_square(*divmod(at, board.size), across), letters)


def found_by(graph, squares, rack, board):
    found = {}
    for move in Position(graph, squares, rack, board, ENGLISH).plays():
        scored = score_play(squares, move.placement, board, ENGLISH)
        assert scored.score == move.score
        assert len(scored.placed) == move.tiles
        found[frozenset(scored.placed)] = move.score
    return found


@pytest.mark.parametrize("picture", BOARDS)
@pytest.mark.parametrize("rack", ["TEN", "A?", "BLIE", "Z", ""])
def test_it_finds_what_trying_everything_finds(picture, rack):
    squares = drawn(BOARDS[picture], SMALL)
    if picture == "empty" and rack == "Z":
        assert found_by(WordGraph(sorted(FEW)), squares, rack, SMALL) == {}

    assert found_by(WordGraph(sorted(FEW)), squares, rack, SMALL) == by_brute_force(
        FEW, squares, rack, SMALL
    )


def test_the_first_play_covers_the_centre_in_both_directions():
    plays = found_by(WordGraph(["IN"]), empty_squares(SMALL), "NI", SMALL)

    assert len(plays) == 4
    assert all(SMALL.centre in {at for at, _ in placed} for placed in plays)


def best(picture, rack):
    position = Position(free_words(), drawn(picture, STANDARD), rack, STANDARD, ENGLISH)
    return max(position.plays(), key=lambda move: move.score)


def test_the_best_first_play_of_seven_one_point_tiles_is_sixty_six():
    assert best("", "AEINRST").score == 2 * (7 + 1) + 50


def test_the_best_play_may_be_one_tile_at_the_end_of_a_word():
    picture = "\n".join([". . . . . . . . . . . . . . ."] * 7 + [". . . W I N D . . . . . . . ."])

    play = best(picture, "Y")

    assert (str(play.placement), play.score) == ("8D ....Y", 2 * (4 + 1 + 1 + 2 + 4))


def test_the_best_play_may_run_through_a_blank():
    picture = "\n".join([". . . . . . . . . . . . . . ."] * 7 + [". . . . . . . Q u I Z . . . ."])

    play = best(picture, "ZES")

    assert str(play.placement).startswith("8H")
    assert play.score == by_hand_quizzes()


def by_hand_quizzes():
    """QUIZZES from 8H, the U a blank: Q10 Z10 + Z10 E1 S1 on 8L (2L), 8M, 8N; I1."""
    return 10 + 0 + 1 + 10 + 2 * 10 + 1 + 1


@pytest.mark.parametrize("seed", range(3))
def test_every_play_of_a_game_is_in_the_list_and_from_the_rack(seed):
    random, graph = Random(seed), free_words()
    bag = [tile for tile, count in ENGLISH.counts.items() for _ in range(count)]
    random.shuffle(bag)
    squares, turns = empty_squares(STANDARD), 0
    while len(bag) > 60:
        rack = [bag.pop() for _ in range(7)]
        moves = list(Position(graph, squares, "".join(rack), STANDARD, ENGLISH).plays())
        if not moves:
            continue
        for move in random.sample(moves, min(60, len(moves))):
            scored = score_play(squares, move.placement, STANDARD, ENGLISH)
            used = Counter(tile if tile in ENGLISH.values else "?" for _, tile in scored.placed)
            assert not used - Counter(rack)
            assert not scored.flaws
            assert all(word.word.upper() in graph for word in scored.words), scored.words
        squares = place(squares, score_play(squares, move.placement, STANDARD, ENGLISH).placed)
        turns += 1

    assert turns > 2


def test_the_graph_holds_the_list_and_nothing_else():
    with gzip.open(FREE_LIST, "rt", encoding="utf-8") as file:
        words = file.read().split()
    graph, listed, random = free_words(), set(words), Random(5)

    assert all(word in graph for word in words)
    for word in random.sample(words, 3000):
        altered = list(word)
        altered[random.randrange(len(word))] = random.choice(ascii_uppercase)
        for other in ("".join(altered), word[:-1], word + "S", word[::-1]):
            assert (other in graph) == (other in listed), other


def test_equal_endings_are_shared():
    nodes, path = set(), [WordGraph(["BAKING", "MAKING", "TAKING"]).root]
    while path:
        node = path.pop()
        if id(node) not in nodes:
            nodes.add(id(node))
            path += node.values()

    assert len(nodes) == len("BAKING") + 2


SPANISH = load_tile_set("spanish")
SPANISH_FEW = ["CHICA", "CALLE", "ACHE", "RRA", "LLA", "CHA", "ALL", "OCHO", "AÑO"]


@pytest.mark.one_in(3, "rack", "lying")
@pytest.mark.parametrize("rack", [("CH", "A", "O"), ("?", "A"), ("LL", "E", "RR", "A"), ("O", "?")])
@pytest.mark.parametrize("lying", [(), ((112, "CH"), (113, "A")), ((112, "o"), (113, "ll"))])
def test_tiles_of_several_letters_are_found_as_trying_everything_finds_them(rack, lying):
    squares = place(empty_squares(STANDARD), lying)
    graph = WordGraph(SPANISH_FEW, SPANISH)
    words = {SPANISH.cut_word(word) for word in SPANISH_FEW}

    found = {}
    for move in Position(graph, squares, rack, STANDARD, SPANISH).plays():
        scored = score_play(squares, move.placement, STANDARD, SPANISH)
        assert scored.score == move.score
        assert not scored.flaws
        assert all(SPANISH.cut_word(one.word) in words for one in scored.words)
        found[frozenset(scored.placed)] = move.score

    tried = {}
    for word, start, across in product(words, range(225), (True, False)):
        used = [at for at in _squares_of(len(word), start, across) if not squares[at]]
        for tiles in _with_blanks(word):
            placement = Placement(write_square(*divmod(start, 15), across), SPANISH.spell(tiles))
            try:
                scored = score_play(squares, placement, STANDARD, SPANISH)
            except Unplaceable:
                continue
            held = Counter(tile if tile in SPANISH.values else "?" for _, tile in scored.placed)
            fits = not held - Counter(rack) and not scored.flaws and len(used) == len(scored.placed)
            if fits and all(SPANISH.cut_word(one.word) in words for one in scored.words):
                tried[frozenset(scored.placed)] = scored.score
    assert found == tried


def _squares_of(length, start, across):
    step = 1 if across else 15
    return [at for nth in range(length) if (at := start + nth * step) < 225]


def _with_blanks(word):
    """The word with none of its tiles, or any one of them, a blank."""
    yield word
    for at in range(len(word)):
        yield (*word[:at], word[at].lower(), *word[at + 1 :])


@pytest.mark.one_in(7, "name")
@pytest.mark.parametrize("name", tile_set_names())
def test_invented_words_are_the_same_each_time_and_use_every_tile(name):
    tiles = load_tile_set(name)
    words = invented(tiles)

    assert words == invented(tiles)
    used = {tile for word in words for tile in tiles.cut_word(word)}
    assert used == tiles.values.keys() - {"?"}
