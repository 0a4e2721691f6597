"""The tablet counts as the ledger does: 10,000 placements on random positions, in a browser."""

from __future__ import annotations

import json
import random

import pytest

from ledger.equipment.board import load_board, write_square
from ledger.equipment.scoring import Unplaceable, place, score_play
from ledger.equipment.tile_set import load_tile_set
from ledger.vocabulary import Placement
from web.frame.modules import release

POSITIONS, PLACEMENTS = 200, 50

COUNT = """async ([address, told]) => {
  const { board, tiles, cases } = JSON.parse(told);
  const { boardOf, facesOf, score } = await import(address);
  const laid = boardOf(board), faces = facesOf(tiles);
  return JSON.stringify(cases.map(({ squares, tries }) => tries.map(([first, across, written]) => {
    const told = score(squares, first, across, written, laid, faces);
    if (told.problem) return told.problem;
    return [told.score, told.words.map((w) => [w.word, w.score]), told.allTiles, told.flaws,
            told.placed.map((p) => [p.at, p.tile])];
  })));
}"""


def a_position(rng, board, tile_set):
    """A board with some words on it, blanks among them, as plays would leave it."""
    squares = ("",) * (board.size * board.size)
    faces = [tile for tile in tile_set.counts if tile != "?"]
    for _ in range(rng.randrange(0, 14)):
        across = rng.random() < 0.5
        length = rng.randrange(2, 8)
        row, column = rng.randrange(board.size), rng.randrange(board.size)
        step = 1 if across else board.size
        if (column if across else row) + length > board.size:
            continue
        at = row * board.size + column
        tiles = [rng.choice(faces) for _ in range(length)]
        tiles = [tile.lower() if rng.random() < 0.05 else tile for tile in tiles]
        empty = [(at + k * step, t) for k, t in enumerate(tiles) if not squares[at + k * step]]
        squares = place(squares, empty)
    return squares, faces


def a_try(rng, board, squares, faces):
    """A placement that mostly fits, from anywhere, either way."""
    first, across = rng.randrange(board.size**2), rng.random() < 0.5
    step = 1 if across else board.size
    tiles = []
    for k in range(rng.randrange(1, 9)):
        at = first + k * step
        lies = squares[at] if at < len(squares) else ""
        if lies and rng.random() < 0.95:
            tiles.append("." if rng.random() < 0.9 else lies)
        elif rng.random() < 0.02:
            tiles.append(".")
        else:
            tile = rng.choice(faces)
            tiles.append(tile.lower() if rng.random() < 0.08 else tile)
    return first, across, tiles


def by_python(board, tile_set, squares, first, across, tiles):
    square = write_square(*divmod(first, board.size), across)
    try:
        told = score_play(squares, Placement(square, tile_set.spell(tiles)), board, tile_set)
    except Unplaceable as wrong:
        return wrong.code
    return [
        told.score,
        [[word.word, word.score] for word in told.words],
        told.all_tiles,
        list(told.flaws),
        [list(one) for one in told.placed],
    ]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("set_name", "board_name"),
    [
        ("english", "standard"),
        ("polish", "super"),
    ],
)
def test_the_tablet_counts_as_the_ledger_does(browser, served, set_name, board_name):
    rng = random.Random(20261121)
    board, tile_set = load_board(board_name), load_tile_set(set_name)
    cases, expected = [], []
    for _ in range(POSITIONS // 2):
        squares, faces = a_position(rng, board, tile_set)
        tries = [a_try(rng, board, squares, faces) for _ in range(PLACEMENTS)]
        cases.append({"squares": squares, "tries": tries})
        expected.append([by_python(board, tile_set, squares, *each) for each in tries])
    page = browser.new_page()
    page.goto(f"{served.address}/healthz")

    told = {
        "board": {"size": board.size, "premiums": board.premiums},
        "tiles": [{"tile": tile, "value": value} for tile, value in tile_set.values.items()],
        "cases": cases,
    }
    address = f"{served.address}/static/{release()}/js/entry/board/scoring.js"
    # As one string: Playwright would wrap each of half a million values.
    counted = json.loads(page.evaluate(COUNT, [address, json.dumps(told)]))
    page.close()

    assert counted == expected
    kinds = {told if isinstance(told, str) else "counted" for each in expected for told in each}
    assert kinds >= {"counted", "square-taken", "nothing-to-play-through", "off-the-board"}
