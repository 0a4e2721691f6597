"""Whole games by touch in other tiles, those of several letters among them: right, and as dear."""

from __future__ import annotations

from random import Random

import pytest

from ledger.equipment.board import empty_squares, load_board
from ledger.equipment.scoring import place, score_play
from ledger.equipment.tile_set import load_tile_set
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.simulation.word_graph import Player, words_for
from ledger.vocabulary import Placement, Points, Seat
from tests.web.a_tablet import Tablet, tiles_of
from tests.web.entry_hall import a_hall
from tests.web.test_taps import enter_games, plays_of

LANGUAGES = ("spanish", "french", "german", "polish")
MOST_TURNS = 60


def made_up(tiles, seed):
    """The turns of a game that two players of the simulator play with these tiles."""
    tile_set, board, random = load_tile_set(tiles), load_board("standard"), Random(seed)
    bag = [tile for tile, count in tile_set.counts.items() for _ in range(count)]
    random.shuffle(bag)
    player = Player(random, words_for(tiles), boldness=0.0)
    racks = {seat: [bag.pop() for _ in range(7)] for seat in Seat}
    squares, seat, turns = empty_squares(board), Seat.FIRST, []
    while all(racks.values()) and len(turns) < MOST_TURNS:
        rack = racks[seat]
        intent = player.chooses(squares, tuple(rack), len(bag), board, tile_set)
        if intent.kind == "play":
            played = score_play(squares, intent.placement, board, tile_set)
            squares = place(squares, played.placed)
            for _, tile in played.placed:
                rack.remove(tile if tile in tile_set.values else "?")
            turns.append(
                PlayRecorded(seat=seat, placement=intent.placement, announced=played.score)
            )
        elif intent.kind == "exchange" and len(bag) >= 7:
            gone = [rack.pop(0) for _ in range(intent.count)]
            rack += [bag.pop() for _ in gone]
            bag += gone
            random.shuffle(bag)
            turns.append(TilesExchanged(seat=seat, count=len(gone)))
        else:
            turns.append(TurnPassed(seat=seat))
        while bag and len(rack) < 7:
            rack.append(bag.pop())
        if [type(turn) for turn in turns[-5:]] == [TurnPassed] * 5:
            break
        seat = seat.opponent
    return f"{tiles} {seed}", 1, turns


def costs(taps, games):
    """What each play cost beside its tiles: square and commit, perhaps the arrow; as in English."""
    for cost, play in zip(taps, plays_of(games), strict=True):
        new = tiles_of(play.placement.letters)
        blanks = sum(tile.islower() for tile in new)
        yield cost - len(new) - 2 * blanks


@pytest.mark.browser
@pytest.mark.parametrize("tiles", LANGUAGES)
def test_a_game_in_other_tiles_is_entered_right_and_costs_what_an_english_one_does(
    browser, tmp_path, tiles
):
    games = [made_up(tiles, 3)]
    letters = "".join(play.placement.letters for play in plays_of(games))
    assert len(plays_of(games)) > 12
    assert ("[" in letters) == (tiles == "spanish")

    taps = enter_games(browser, tmp_path, games, tiles=tiles)

    assert set(costs(taps, games)) <= {2, 3}


@pytest.mark.browser
@pytest.mark.torture
@pytest.mark.parametrize("tiles", [*LANGUAGES, "catalan"])
def test_ten_games_in_other_tiles_are_entered_right(browser, tmp_path, tiles):
    games = [made_up(tiles, seed) for seed in range(10, 20)]

    taps = enter_games(browser, tmp_path, games, tiles=tiles)

    assert set(costs(taps, games)) <= {2, 3}
    print(f"{tiles}: {len(taps)} plays, {sum(taps) / len(taps):.2f} taps a play")


@pytest.mark.browser
@pytest.mark.parametrize("tiles", ["spanish", "catalan", "polish", "german"])
def test_every_tile_has_a_key_in_sight_and_a_blank_can_be_any_of_them(browser, tmp_path, tiles):
    kinds = [tile for tile in load_tile_set(tiles).values if tile != "?"]
    with a_hall(tmp_path, tiles=tiles) as hall:
        tablet = Tablet(browser, hall, size=(1180, 820))
        tablet.start()
        tablet.square("8H")
        keys = tablet.page.evaluate(
            """() => [...document.querySelectorAll(".key[data-tile]")].map((key) => {
              const { left, right, top, bottom, width, height } = key.getBoundingClientRect();
              const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
              const cut = [...key.querySelectorAll("*"), key].some(
                (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth);
              return [key.dataset.tile, within && !cut && Math.min(width, height) >= 44];
            })"""
        )
        assert sorted(tile for tile, _ in keys) == sorted(kinds)
        assert [tile for tile, fits in keys if not fits] == []

        wanted = next((tile for tile in kinds[::-1] if len(tile) > 1), kinds[-1])
        letters = f"[{wanted.lower()}]A" if len(wanted) > 1 else f"{wanted.lower()}A"
        tablet.play("8H", letters)
        tablet.sent()
        sheet = hall.sheet()
        assert sheet.plays[-1].placement == Placement("8H", letters)
        assert sheet.board.squares[112] == wanted.lower()
        assert [blank.letter for blank in sheet.board.blanks] == [wanted]
        assert sheet.totals == (Points(2), Points(0))

        tablet.page.click("[data-do=blanks]")
        circles = tablet.page.locator(".panel.slip .letters button").all_inner_texts()
        assert circles == kinds
        tablet.close()
