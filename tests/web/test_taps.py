"""What a play costs at the tablet, over real games: a tap each, counted where they land."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from ledger.board import empty_squares, load_board
from ledger.facts.setting_up import StarterDetermined
from ledger.facts.turns import PlayRecorded, TilesExchanged, TurnPassed
from ledger.gcg.importing import facts_of
from ledger.gcg.reading import read_gcg
from ledger.refusals import Refusal
from ledger.scoring import place, score_play
from ledger.tile_set import load_tile_set
from ledger.transcript import read_transcript
from ledger.vocabulary import Seat
from tests.web.entry_hall import Tablet, a_hall

GAMES = Path(__file__).resolve().parents[2] / "web" / "demonstration" / "games"
TURNS = (PlayRecorded, TilesExchanged, TurnPassed)
ODD = {"PhoneyWithdrawn", "PlayRetracted", "EntryCorrected", "ChallengeFailed", "TurnMissed"}


def real_games():
    """The turns of the demonstration's games, as far as they are turns alone."""
    for path in sorted(GAMES.glob("*.txt")):
        facts = [line.fact for line in read_transcript(path.read_text("utf-8"))]
        turns = [fact for fact in facts if isinstance(fact, TURNS)]
        if {type(fact).__name__ for fact in facts} & ODD:
            continue
        [starter] = [fact.starter for fact in facts if isinstance(fact, StarterDetermined)]
        yield path.stem, starter, turns


def totals_of(turns):
    """What the turns add up to by our count, whatever was announced: a game of its own."""
    squares, totals = empty_squares(load_board("standard")), {Seat.FIRST: 0, Seat.SECOND: 0}
    for turn in turns:
        if isinstance(turn, PlayRecorded):
            told = score_play(
                squares, turn.placement, load_board("standard"), load_tile_set("english")
            )
            squares = place(squares, told.placed)
            totals[turn.seat] += told.score
    return tuple(totals.values())


def plays_of(games):
    return [turn for *_, turns in games for turn in turns if isinstance(turn, PlayRecorded)]


def games_of_files(shared):
    """The games of the files in ``shared``, read in place, as far as they are turns alone."""
    for path in sorted((shared / "gcg").rglob("*.gcg")):
        try:
            facts = facts_of(read_gcg(path.read_bytes()))
        except Refusal:
            continue
        turns = [fact for fact in facts if isinstance(fact, TURNS)]
        if not {type(fact).__name__ for fact in facts} & ODD and len(turns) > 10:
            yield path.stem, 1, turns


def enter_games(browser, folder, games):
    """Enter games at the tablet; the taps of every play."""
    taps = []
    with a_hall(folder, tables=len(games)) as hall:
        tablet = Tablet(browser, hall)
        for table, (_, starter, turns) in enumerate(games, 1):
            tablet.open(table)
            tablet.start(starter)
            for turn in turns:
                if isinstance(turn, PlayRecorded):
                    before = tablet.taps
                    tablet.play(turn.placement.square, turn.placement.letters)
                    taps.append(tablet.taps - before)
                elif isinstance(turn, TilesExchanged):
                    tablet.exchange(turn.count)
                else:
                    tablet.passes()
            tablet.sent()
            sheet = hall.sheet(table)
            assert sheet.turn_count == len(turns)
            assert sheet.totals == totals_of(turns)
        tablet.close()
    return taps


def summary(taps):
    return statistics.mean(taps), statistics.quantiles(taps, n=10)[8]


@pytest.mark.browser
def test_real_games_are_entered_right_and_a_play_costs_what_it_must(browser, tmp_path):
    games = list(real_games())[:4]  # a tap takes two frames of the browser: 5 s a game

    taps = enter_games(browser, tmp_path, games)

    for cost, play in zip(taps, plays_of(games), strict=True):
        new = [tile for tile in play.placement.letters if tile != "."]
        blanks = sum(tile.islower() for tile in new)
        assert cost - len(new) - blanks in (2, 3), play  # square, commit, perhaps the arrow


@pytest.mark.browser
def test_quixotry_at_8a_through_a_tile_with_a_blank_costs_ten_taps(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        tablet.play("H8", "YES")
        tablet.taps = 0

        tablet.play("8A", "QUIxOTR.")

        assert tablet.taps == 10
        tablet.sent()
        assert hall.sheet().plays[-1].move == "8A QUIxOTR."
        tablet.close()


@pytest.mark.browser
@pytest.mark.torture
def test_over_a_hundred_real_games_a_play_costs_six_taps_and_a_half_at_most(
    browser, tmp_path, shared
):
    games = list(games_of_files(shared))[:100]
    assert len(games) == 100

    taps = enter_games(browser, tmp_path, games)

    mean, p90 = summary(taps)
    print(f"{len(taps)} plays of 100 games: mean {mean:.2f} taps, p90 {p90:.0f}")
    assert mean <= 6.5
    assert p90 <= 9
