"""Real games that nobody here wrote, read in place. Every one is read, followed and scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.turns.facts import PlayRecorded
from ledger.gcg import check, facts_of, first_mover, follow, read_gcg, write_gcg
from tests.tiers import all_at_once

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "gcg"
MANIFEST = FOLDER / "manifest.json"
ALL = (
    {entry["file"]: entry for entry in json.loads(MANIFEST.read_text("utf-8"))["files"]}
    if MANIFEST.is_file()
    else {}
)
ENGLISH = [name for name in ALL if "/" not in name]

pytestmark = pytest.mark.skipif(not ALL, reason="no shared GCG files beside the project")

FAULTS = {
    "challenge_bonus_rack_malformed": ("rack-not-tiles", 24),
    "description_after_events": ("pragma-after-events", 31),
    "encoding_wrong_place": ("encoding-misplaced", 20),
    "end_game_event_before_game_end": ("time-before-end", 18),
    "end_points_rack_malformed": ("end-not-tiles", 45),
    "last_rack1_not_in_bag": ("rack-not-in-bag", 14),
    "last_rack_penalty_incorrect": ("end-value-differs", 17),
    "malformed_rack": ("rack-not-tiles", 30),
    "move_before_player": ("event-before-players", 3),
    "move_event_after_game_end": ("play-after-the-end", 45),
    "pass_rack_malformed": ("rack-not-tiles", 28),
    "play_out_of_bounds": ("off-the-board", 18),
    "player_number_redundant": ("declared-twice", 3),
    "time_penalty_between_rack_penalties": ("time-between-end-lines", 16),
    "time_penalty_duplicate": ("time-twice", 47),
    "time_penalty_midgame": ("time-before-end", 15),
    "unrecognized_game_variant": ("game-type-unknown", 2),
}
"""Files made wrong on purpose: the fault, and its line."""


def read(name):
    return (FOLDER / name).read_bytes()


@all_at_once
@pytest.mark.parametrize("name", ALL)
def test_a_real_file_reads_back_the_same_once_it_is_written(name):
    record = read_gcg(read(name))
    written = write_gcg(record)
    again = read_gcg(written)

    assert again.bare() == record.bare()
    assert write_gcg(again) == written


@all_at_once
@pytest.mark.parametrize("name", ALL)
def test_a_real_file_is_readable_and_says_whether_it_is_complete(name):
    found = check(read(name), name)

    assert found.readable
    assert found.complete == ALL[name]["complete"]
    assert set(found.players) >= {player["nick"] for player in ALL[name]["players"]}


@all_at_once
@pytest.mark.parametrize("name", ENGLISH)
def test_our_own_count_is_what_the_players_signed(name):
    found = check(read(name), name)

    for nick, declared in ALL[name]["final_scores"].items():
        assert found.declared[nick] == declared
        assert declared in (None, found.scores[nick])


@all_at_once
@pytest.mark.parametrize("name", ENGLISH)
def test_every_turn_is_counted(name):
    unscored = sum(odd.startswith("no score") for odd in ALL[name]["odd"])

    assert check(read(name), name).turns == ALL[name]["moves"] + unscored


SIGNS = {
    "no end-of-game line": "no-end-line",
    "racks near the end are partial": "racks-partial",
    "no score": "no-score",
    "no cumulative": "no-cumulative",
    "through tiles written as letters": "through-spelled-out",
    "the rack of a (challenge) line is the word UNKNOWN": "rack-unknown-word",
    "event 5: tiles not in rack": "tiles-not-on-rack",
    "event 7: withdrawal 0 does not undo 45": "withdrawal-differs",
    "1 cumulative(s) do not add up": "withdrawal-differs",
    "no events": "no-events",
}
"""What the collection calls odd, and what we call it."""


@all_at_once
@pytest.mark.parametrize("name", [name for name in ALL if not name.startswith("malformed/")])
def test_what_the_collection_finds_odd_we_find_odd(name):
    codes = {oddity.code for oddity in check(read(name), name).oddities}

    for odd in ALL[name]["odd"]:
        [code] = [code for sign, code in SIGNS.items() if odd.startswith(sign)]
        assert code in codes


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_made_wrong_on_purpose_is_told_its_fault_and_the_line(fault):
    found = check(read(f"malformed/magpie__{fault}.gcg"), fault)

    assert FAULTS[fault] in {(oddity.code, oddity.line) for oddity in found.oddities}
    assert sum(found.scores.values()) != 0


def test_every_file_made_wrong_on_purpose_has_its_fault_above():
    wrong = {Path(name).stem.removeprefix("magpie__") for name in ALL if "malformed/" in name}

    assert wrong == set(FAULTS)


def points_in(facts):
    """Points of each seat, added up from the facts alone."""
    totals = {"first": 0, "second": 0}
    for fact in facts:
        match fact:
            case PlayRecorded():
                totals[fact.seat] += fact.announced
            case PhoneyWithdrawn():
                totals[fact.seat] -= fact.lost
            case ChallengeFailed():
                totals[fact.seat] -= fact.debited
                totals[fact.seat.opponent] += fact.credited
            case UnplayedTilesCounted():
                totals["first"] += fact.adjustments[0]
                totals["second"] += fact.adjustments[1]
            case OvertimeRecorded():
                totals[fact.seat] -= fact.penalty
            case CreditApplied():
                totals[fact.seat] += fact.amount
            case PenaltyApplied():
                totals[fact.seat] -= fact.amount
    return (totals["first"], totals["second"])


@all_at_once
@pytest.mark.parametrize("name", ALL)
def test_the_facts_of_a_file_add_up_to_its_scores(name):
    record = read_gcg(read(name))
    followed = follow(record)
    first = first_mover(record)

    assert points_in(facts_of(record, followed)) == (
        followed.scores[first],
        followed.scores[1 - first],
    )
