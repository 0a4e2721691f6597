"""What a play costs at the tablet, over real games: a tap each, counted where they land."""

from __future__ import annotations

import re
import statistics
import time
from pathlib import Path

import pytest

from ledger.equipment.board import empty_squares, load_board
from ledger.equipment.scoring import Unplaceable, place, score_play
from ledger.equipment.tile_set import load_tile_set
from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.setting_up.facts import StarterDetermined
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.gcg.importing import facts_of
from ledger.gcg.reading import read_gcg
from ledger.transcript import read_transcript
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.places import strays, watch

GAMES = Path(__file__).resolve().parents[2] / "web" / "demonstration" / "games"
TURNS = (PlayRecorded, TilesExchanged, TurnPassed)
VERDICTS = (PhoneyWithdrawn, ChallengeFailed)
ODD = {"PlayRetracted", "EntryCorrected", "TurnMissed"}
FIVE = (("challenge-mode", "points-per-turn-5"),)
"""What a play that was challenged and stood brings in most of the files."""


def real_games():
    """The turns of the demonstration's games, as far as they are turns alone."""
    for path in sorted(GAMES.glob("*.txt")):
        facts = [line.fact for line in read_transcript(path.read_text("utf-8"))]
        turns = [fact for fact in facts if isinstance(fact, TURNS)]
        if {type(fact).__name__ for fact in facts} & {*ODD, *(kind.__name__ for kind in VERDICTS)}:
            continue
        [starter] = [fact.starter for fact in facts if isinstance(fact, StarterDetermined)]
        yield path.stem, starter, turns


def counted(turns, tiles="english"):
    """The sheet by our count, whatever was announced: each line's score and new total."""
    board, tiles = load_board("standard"), load_tile_set(tiles)
    squares, totals, lines = empty_squares(board), {Seat.FIRST: 0, Seat.SECOND: 0}, []
    for turn in turns:
        points, seat = 0, turn.seat
        if isinstance(turn, PlayRecorded):
            before = squares
            told = score_play(squares, turn.placement, board, tiles)
            squares, points = place(squares, told.placed), told.score
        elif isinstance(turn, PhoneyWithdrawn):
            squares, points = before, -lines[-1][0]
        elif isinstance(turn, ChallengeFailed):
            points, seat = turn.credited, turn.seat.opponent
        totals[seat] += points
        lines.append((points, totals[seat]))
    return lines, tuple(totals.values())


def plays_of(games):
    return [turn for *_, turns in games for turn in turns if isinstance(turn, PlayRecorded)]


def games_of_files(shared):
    """The whole games of the files in ``shared``, read in place, with their challenges."""
    for path in sorted((shared / "gcg").rglob("*.gcg")):
        try:
            facts = facts_of(read_gcg(path.read_bytes()))
            turns = [fact for fact in facts if isinstance(fact, TURNS + VERDICTS)]
            counted(turns)
        except (Refusal, Unplaceable):  # malformed on purpose, or tiles of another language
            continue
        brought = {turn.credited for turn in turns if isinstance(turn, ChallengeFailed)}
        if not {type(fact).__name__ for fact in facts} & ODD and len(turns) > 10 and brought <= {5}:
            yield path.stem, 1, turns


LINES = """() => [...document.querySelectorAll("#lines li")].map((line) => line.textContent)"""
POINTS = re.compile(r"([+-]\d+)\s+(-?\d+)$")


def unseen_games(shared):
    """Whole games of the files after the first hundred, which nothing here was tuned on."""
    yield from list(games_of_files(shared))[100:118]


def enter_games(browser, folder, games, *, delay=0.0, watched=False, sliding=False, **how):
    """Enter games at the tablet; the taps of every play.

    Args:
      delay: seconds that every answer takes longer.
      watched: whether it is watched that no control moves.
      sliding: the first tile is slid from its key to its square, else the square is tapped first.
    """
    taps = []
    with a_hall(folder, tables=len(games), **how) as hall:
        tablet = Tablet(browser, hall)
        for table, (name, starter, turns) in enumerate(games, 1):
            hall.delay = 0.0
            if table > 1:
                tablet.open(table)
            tablet.start(starter)
            hall.delay = delay
            if watched:
                watch(tablet)
            for turn in turns:
                if isinstance(turn, PlayRecorded):
                    before = tablet.taps
                    where = turn.placement.square, turn.placement.letters
                    tablet.play(*where, sliding=sliding)
                    taps.append(tablet.taps - before)
                elif isinstance(turn, TilesExchanged):
                    tablet.exchange(turn.count)
                elif isinstance(turn, VERDICTS):
                    tablet.challenged(stands=isinstance(turn, ChallengeFailed))
                else:
                    tablet.passes()
            lines, totals = counted(turns, how.get("tiles", "english"))
            if watched:
                assert strays(tablet) == [], name
            hall.delay = 0.0
            # The last play is on the sheet before it can have been sent.
            tablet.until(f"document.querySelectorAll('#lines li').length >= {len(lines)}")
            tablet.sent()
            shown = [POINTS.search(line).groups() for line in tablet.page.evaluate(LINES)]
            shown = [tuple(map(int, line)) for line in shown]
            assert shown == lines, name
            sheet = hall.sheet(table)
            assert sheet.totals == totals, name
            assert [line.score for line in sheet.lines] == [points for points, _ in lines]
        tablet.close()
    return taps


def summary(taps):
    tenths = statistics.quantiles(taps, n=10)
    return statistics.mean(taps), tenths[4], tenths[8]


@pytest.mark.browser
def test_real_games_are_entered_right_and_a_play_costs_what_it_must(browser, tmp_path):
    games = sorted(real_games(), key=lambda game: len(game[2]))[:2]

    taps = enter_games(browser, tmp_path, games)

    for cost, play in zip(taps, plays_of(games), strict=True):
        new = [tile for tile in play.placement.letters if tile != "."]
        blanks = sum(tile.islower() for tile in new)
        # Square, commit, perhaps the arrow; of a blank the key before its letter, and its slip.
        assert cost - len(new) - 2 * blanks in (2, 3), play


@pytest.mark.browser
def test_quixotry_at_8a_through_a_tile_with_a_blank_costs_ten_taps_and_its_slip_one(
    browser, tmp_path
):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        tablet.play("H8", "YES")
        tablet.taps = 0

        tablet.play("8A", "QUIxOTR.")

        assert tablet.taps == 11
        tablet.sent()
        assert hall.sheet().plays[-1].move == "8A QUIxOTR."
        tablet.close()


@pytest.mark.browser
@pytest.mark.torture
@pytest.mark.dear
def test_over_a_hundred_real_games_a_play_costs_six_taps_and_a_half_at_most(
    browser, tmp_path, shared
):
    games = list(games_of_files(shared))[:100]
    assert len(games) == 100

    started = time.monotonic()

    taps = enter_games(browser, tmp_path, games, options=FIVE)

    mean, half, p90 = summary(taps)
    print(f"{len(games)} games right, {len(taps)} plays in {time.monotonic() - started:.0f} s")
    print(f"taps a play: mean {mean:.2f}, p50 {half:.0f}, p90 {p90:.0f}")
    assert mean <= 6.5
    assert p90 <= 9
