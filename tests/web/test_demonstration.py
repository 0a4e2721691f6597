"""The demonstration: its programme, its transcripts, and what the desk makes of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations

import msgspec
import pytest

from ledger.desk.desk import Desk
from ledger.game.clock.facts import TimeAdjusted
from ledger.game.results.facts import ResultAmended, ResultSigned
from ledger.game.setting_up.facts import StarterDetermined
from ledger.game.turns.facts import EntryCorrected, PlayRecorded
from ledger.incidents.case_file import case_in
from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    RulingGiven,
    RulingTold,
    StatementConfirmed,
    StatementTaken,
)
from ledger.lexicon.lexicon import open_lexicon
from ledger.record.engine import open_log
from ledger.record.events import game_id
from ledger.tournament.tournament import tournament_of
from ledger.transcript import write_transcript
from ledger.transcript.tally import Tally, names_in
from ledger.vocabulary import Seat
from migrations import bring_up_to_date
from tests.officials import Organiser
from web.demonstration.building import FOLDER, GAMES, SAME_FIELDS, SLUG, build, numbered, programme

PLAN = programme()
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY_FILE = {game.transcript: game for game in PLAN.games}
EACH_GAME = pytest.mark.parametrize("game", PLAN.games, ids=BY_FILE)


def names_of(game):
    return tuple(PLAN.players[number - 1] for number in game.players)


def in_seats(game):
    """The names, first seat first."""
    names = names_of(game)
    [starter] = [
        line.fact.starter for line in game.lines() if isinstance(line.fact, StarterDetermined)
    ]
    return names if starter == 1 else names[::-1]


def final_totals(game):
    tally = Tally(before=1)
    for line in game.lines():
        tally.add(line.fact)
    return tally.totals


# The programme.


def test_eight_players_meet_once_each_in_seven_rounds_of_four_tables():
    assert len(PLAN.players) == len(set(PLAN.players)) == 8
    assert {frozenset(game.players) for game in PLAN.games} == {
        frozenset(pair) for pair in combinations(range(1, 9), 2)
    }
    for number in PLAN.rounds:
        games = PLAN.round(number)
        assert [game.table for game in games] == [1, 2, 3, 4]
        assert sorted(sum((game.players for game in games), ())) == list(range(1, 9))
    assert GAMES == len(PLAN.games) == 28


def test_everybody_starts_three_or_four_times():
    starts = Counter(in_seats(game)[0] for game in PLAN.games)

    assert set(starts) == set(PLAN.players)
    assert set(starts.values()) <= {3, 4}


@EACH_GAME
def test_a_transcript_is_as_our_writer_writes_it_with_the_players_in_their_seats(game):
    text = (FOLDER / "games" / game.transcript).read_text("utf-8")

    assert text == write_transcript(game.lines(), in_seats(game), before=1)


def test_the_transcripts_show_what_a_tournament_is_made_of():
    found = Counter(type(line.fact).topic() for game in PLAN.games for line in game.lines())

    for topic in (
        "tiles-exchanged",
        "turn-passed",
        "hold-called",
        "hold-released",
        "phoney-withdrawn",
        "challenge-failed",
        "blank-designated",
        "overtime-recorded",
        "clock-neutralised",
        "time-adjusted",
        "score-corrected",
        "entry-corrected",
        "discrepancy-found",
        "cumulative-agreed",
        "result-amended",
        "result-signed",
    ):
        assert found[topic], topic
    assert found["result-handed-in"] == 26


def test_it_is_small():
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.txt")) < 150_000


# Where the moves come from.


def sources():
    rows = re.findall(
        r"^\| (r\dt\d\.txt) \| (\S+) \| `([^`]+)` \| ([0-9a-f]{40}) \| ([\d: ]*) \| (.+) \|$",
        (FOLDER / "sources.md").read_text("utf-8"),
        re.MULTILINE,
    )
    return {row[0]: row[1:] for row in rows}


def test_every_game_has_its_own_source():
    found = sources()

    assert set(found) == set(BY_FILE)
    assert len({row[:3] for row in found.values()}) == 28


@EACH_GAME
def test_a_game_ends_with_the_scores_its_file_declares_and_takes_no_name_from_it(game, shared):
    repository, path, commit, scores, _ = sources()[game.transcript]
    manifest = json.loads((shared / "gcg/manifest.json").read_text("utf-8"))["files"]
    [file] = [
        file
        for file in manifest
        if (file["source_repo"], file["source_path"], file["commit"]) == (repository, path, commit)
    ]
    text = (FOLDER / "games" / game.transcript).read_text("utf-8")
    declared = list(file["final_scores"].values())

    assert file["status"] == "valid"
    if scores:
        assert scores == "{} : {}".format(*final_totals(game))
        assert sorted(final_totals(game)) == sorted(declared)
    for player in file["players"]:
        for name in (player["nick"], player["name"]):
            assert not re.search(rf"\b{re.escape(name)}\b", text)


# At the desk.


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("demonstration")


class Onlooker:
    """A read model that counts how often it was asked to catch up."""

    def __init__(self):
        self.asked = 0

    def catch_up(self):
        self.asked += 1


@pytest.fixture(scope="module")
def built(folder):
    bring_up_to_date(folder)
    log = open_log(folder)
    onlooker = Onlooker()
    told = []
    desk = Desk(log, now=lambda: NOON, followers=(onlooker,))
    build(desk, folder, told.append)
    desk.told, desk.onlooker = told, onlooker
    yield desk
    log.close()


def stream_of(game):
    return game_id(SLUG, game.round_number, game.table)


def as_told(fact):
    """A fact without what only the desk can know."""
    if isinstance(fact, PlayRecorded):
        return msgspec.structs.replace(fact, computed=None, words=())
    if isinstance(fact, ResultSigned):
        return msgspec.structs.replace(fact, shown="", words="", covers=None)
    if isinstance(fact, ResultAmended):  # the desk says under which rule, and who was told
        return msgspec.structs.replace(fact, clause="", told=())
    if isinstance(fact, StarterDetermined):  # the desk counts the starts so far by itself
        return msgspec.structs.replace(fact, firsts=None, seconds=None, unplayed=None)
    if isinstance(fact, EntryCorrected):
        return msgspec.structs.replace(fact, replacement=as_told(fact.replacement))
    return fact


@EACH_GAME
def test_the_desk_writes_down_what_the_transcript_says_and_nothing_else(built, game):
    scheduled, *facts = [event.fact for event in built.sheet(stream_of(game)).events]

    assert scheduled.players == names_of(game)
    assert [as_told(fact) for fact in facts] == [line.fact for line in game.lines()]


@EACH_GAME
def test_our_own_count_of_every_play_is_the_score_announced_but_where_said(built, game):
    wrong = [
        event.fact
        for event in built.sheet(stream_of(game)).events
        if isinstance(event.fact, PlayRecorded) and event.fact.announced != event.fact.computed
    ]

    assert len(wrong) == (1 if game.transcript in ("r1t2.txt", "r2t3.txt", "r3t4.txt") else 0)


def test_the_record_tells_the_game_as_the_transcript_does(built):
    game = BY_FILE["r5t1.txt"]
    events = built.sheet(stream_of(game)).events

    assert names_in(event.fact for event in events) == in_seats(game)


def test_round_seven_has_a_game_in_progress_and_one_half_signed(built):
    states = {
        (game.transcript, sheet.challenges.hold is not None, len(sheet.signed_by))
        for game in PLAN.round(7)
        for sheet in [built.sheet(stream_of(game))]
    }

    assert states == {
        ("r7t1.txt", False, 2),
        ("r7t2.txt", False, 1),
        ("r7t3.txt", False, 2),
        ("r7t4.txt", True, 0),
    }


def test_the_game_in_progress_is_in_progress_now(built):
    last = built.sheet(stream_of(BY_FILE["r7t4.txt"])).events[-1].envelope

    assert NOON - timedelta(seconds=1) <= last.written_at <= NOON


def test_time_never_runs_backwards_in_the_log(built):
    times = [event.envelope.written_at for _, event in built.log.read(0, 10_000)]

    assert times == sorted(times)
    assert len(times) > 1200


def test_a_tablet_that_was_offline_hands_its_entries_in_together(built):
    game = BY_FILE["r4t2.txt"]
    waits = [
        event.envelope.written_at - event.envelope.occurred_at
        for event in built.sheet(stream_of(game)).events[1:]
    ]

    assert max(waits) > timedelta(minutes=5)
    assert min(waits) == timedelta(seconds=2)


def test_the_time_given_back_rests_on_a_ruling(built):
    [event] = [
        event
        for event in built.sheet(stream_of(BY_FILE["r5t3.txt"])).events
        if isinstance(event.fact, TimeAdjusted)
    ]

    case = case_in(built.log, event.envelope.case)

    assert case.opened.number == 1
    assert case.ruling.citation == "wespa-5.1 1.4.6"
    assert case.events[0].envelope.written_at < event.envelope.written_at
    given = [one for one in case.events if isinstance(one.fact, RulingGiven)]
    assert given[0].envelope.written_at < event.envelope.written_at


@pytest.fixture(scope="module")
def cases(built):
    return [case_in(built.log, case) for case in Organiser(built).tournament(SLUG).cases]


def test_three_cases_each_about_its_game_in_order_and_closed(cases):
    assert [case.opened.number for case in cases] == [1, 2, 3]
    assert [case.state for case in cases] == ["closed", "closed", "decided on appeal"]
    assert all(case.both_heard and case.each(RulingTold) for case in cases)


def test_C_1_is_a_dispute_ruled_with_the_facts_of_the_clock_that_stopped(cases):
    sheet_then = cases[0].opened.situation

    assert sheet_then.on_move is Seat.FIRST
    assert sheet_then.totals == (277, 230)
    assert len(cases[0].each(StatementConfirmed)) == 2


def test_C_2_is_a_warning_and_a_penalty_after_it_that_leaves_the_score(built, cases):
    assert [one.kind for one in cases[1].penalties] == ["official-warning", "reduced-margin"]
    tournament = Organiser(built).tournament(SLUG)
    [warned] = tournament.conduct.warnings_of(7)
    assert (warned.kind, warned.turn) == ("official-warning", 7)
    assert tournament.conduct.spread == ((7, -20),)
    assert built.sheet(cases[1].opened.game).stands == final_totals(BY_FILE["r6t3.txt"])


def test_C_3_is_an_appeal_decided_with_who_sat_and_why_it_was_taken_before_the_end(cases):
    [lodged], [heard], [decided] = (
        cases[2].each(kind) for kind in (AppealLodged, AppealHeard, AppealDecided)
    )

    assert (lodged.to, lodged.seat, bool(lodged.although)) == ("local body", Seat.SECOND, True)
    assert heard.declared == heard.committee
    assert (decided.outcome, decided.accepted) == ("dismissed", "whole")


def test_what_was_said_lies_beside_the_log(built, cases):
    said = [one.words for case in cases for one in case.each(StatementTaken) if one.words]

    assert len(said) == 8
    assert all(built.log.words_of(words) for words in said)


def test_a_game_stands_still_while_the_director_is_at_its_table(built):
    events = built.sheet(stream_of(BY_FILE["r5t3.txt"])).events
    [at] = [n for n, event in enumerate(events) if isinstance(event.fact, TimeAdjusted)]

    stopped, set_again = (events[n].envelope.occurred_at for n in (at - 1, at))
    assert set_again - stopped >= timedelta(minutes=6)


def test_the_tournament_names_its_rulebook_and_the_free_list(built, folder):
    tournament = Organiser(built).tournament(SLUG)

    assert tournament.rulebook == "wespa-5.1"
    assert dict(tournament.options)["challenge-mode"] == "points-per-word-5"
    assert open_lexicon(folder, tournament.lexicon).digest == tournament.lexicon_digest
    assert [number for _, number in tournament.closed] == [1, 2, 3, 4, 5, 6]
    assert tournament_of(()) is None


def test_progress_is_told_and_the_read_models_take_it_in_at_the_end(built):
    assert built.told == [4, 8, 12, 16, 20, 24, 28]
    assert built.onlooker.asked == 1


def test_a_requests_number_is_the_same_every_time_and_of_version_7():
    one = numbered("r1t1.txt 4", NOON)

    assert one == numbered("r1t1.txt 4", NOON) != numbered("r1t1.txt 5", NOON)
    assert one.version == 7
    assert one.int >> 80 == int(NOON.timestamp() * 1000)


@pytest.mark.parametrize(("fact", "desk_request"), SAME_FIELDS.items())
def test_requests_that_follow_a_fact_have_its_fields(fact, desk_request):
    """What a request asks for beyond them is about what went wrong, and may be left out."""
    fields = {field.name for field in msgspec.structs.fields(fact)}
    needed = {field.name for field in msgspec.structs.fields(desk_request) if field.required}

    assert needed <= fields
