"""Made-up games come to their end and obey the laws; what does not is found and told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from ledger.desk.desk import Desk
from ledger.equipment.tile_set import load_tile_set, own_tile_set, tile_set_names
from ledger.game import deciding
from ledger.game.clock.requests import NeutraliseClock
from ledger.game.going_on import Offer, Procedure, Question, Step
from ledger.game.results.signing import HandIn
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet import folding
from ledger.game.sheet.line import LineKind
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import PlaceTiles
from ledger.hall import open_hall
from ledger.messages import ENGLISH, PSEUDO, speaking
from ledger.record.engine import open_log
from ledger.replay.text_sheet import board_text
from ledger.requests import Decision
from ledger.rulebook import NAMES, load
from ledger.simulation import following, simulated
from ledger.simulation.clerk import in_sentences
from ledger.simulation.following import Unanswerable, filled
from ledger.simulation.game import broken_laws
from ledger.simulation.tournament import FIELD, ROUNDS, Ticking, chosen_options, everybody_meets
from ledger.tournament.facts import EquipmentChosen
from ledger.vocabulary.refusals import Refusal
from migrations import bring_up_to_date
from migrations.hall_db import prepare
from tests.desks import A, B, a_desk, a_table
from tests.long_runs import SEED
from tests.recount.compared import differences_in

HOUSE = Path(__file__).resolve().parents[2]


@pytest.fixture
def desk(tmp_path):
    bring_up_to_date(tmp_path, {})
    log = open_log(tmp_path, {})
    yield Desk(log, now=Ticking())
    log.close()


@pytest.mark.one_in(3, "book")
@pytest.mark.parametrize("book", NAMES)
def test_games_come_to_their_end_and_obey_the_laws(desk, book):
    report = simulated(desk, book, seed=3, games=4)

    assert report.defects == (), in_sentences(report)
    assert report.games == 4
    assert report.turns > 40
    assert report.topics["result-handed-in"] >= 4
    assert report.topics["result-signed"] >= 8
    assert sum(report.irregularities.values()) > 8
    assert sum(report.ends.values()) == 4
    assert differences_in(desk.log) == []


def test_the_same_seed_plays_the_same_games_whatever_the_run(desk, tmp_path):
    once = simulated(desk, "wespa-4.0", seed=7, games=2)
    program = (
        "import sys; from pathlib import Path; from ledger.desk.desk import Desk\n"
        "from ledger.record.engine import open_log; from ledger.simulation import simulated\n"
        "from migrations import bring_up_to_date\n"
        "folder = Path(sys.argv[1]); bring_up_to_date(folder, {}); log = open_log(folder, {})\n"
        "print(simulated(Desk(log), 'wespa-4.0', 7, 2).facts); log.close()\n"
    )
    hashed_otherwise = os.environ | {"PYTHONHASHSEED": "4711"}
    again = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "again"],
        cwd=HOUSE, env=hashed_otherwise, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip

    assert again == once.facts


@pytest.mark.one_in(5, "book")
@pytest.mark.parametrize("book", NAMES)
def test_what_is_recorded_is_the_same_in_whatever_language_it_was_asked_for(book, tmp_path):
    """Pages are told in the language of who reads; no event is, and no row of the hall."""
    written = {}
    for of in (ENGLISH, PSEUDO):
        folder = tmp_path / of
        folder.mkdir()
        bring_up_to_date(folder, {})
        log = open_log(folder, {})
        desk = Desk(log, now=Ticking())
        hall = open_hall(folder, log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        with speaking(of):
            facts = simulated(desk, book, seed=11, games=3).facts
            written[of] = facts, [hall.game_rows(one.slug) for one in hall.tournaments()]
        hall.close()
        log.close()
    assert written[PSEUDO] == written[ENGLISH]


def test_another_seed_plays_other_games(desk):
    assert simulated(desk, "nsa-1998", 1, 1).facts != simulated(desk, "nsa-1998", 2, 1).facts


def test_an_exception_is_found_and_told_with_the_request_that_led_to_it(desk, monkeypatch):
    def broken(sheet, request, entry):
        raise ZeroDivisionError("a slip of ours")

    monkeypatch.setitem(deciding.DECISIONS, HandIn, broken)
    report = simulated(desk, "wespa-5.1", seed=1, games=2)

    assert report.exceptions == 2
    assert not report.sound
    assert "a slip of ours" in in_sentences(report)
    assert "HandIn" in report.defects[0].asked
    assert report.defects[0].trace


def test_a_game_nobody_can_end_is_found(desk, monkeypatch):
    def never(sheet, request, entry):
        raise Refusal("never", "This is never written.", "Do something else.")

    monkeypatch.setitem(deciding.DECISIONS, HandIn, never)
    report = simulated(desk, "wespa-5.1", seed=1, games=1)

    assert report.stuck == 1
    assert report.defects[0].what.endswith(": never")
    assert report.refusals["never"] > 5


def test_a_fold_that_loses_a_point_is_found(desk, monkeypatch):
    folds = folding.FOLDS[PlayRecorded]

    def lossy(sheet, fact, entry):
        after = folds(sheet, fact, entry)
        return replace(after, totals=(after.totals[0] - 1, after.totals[1]))

    monkeypatch.setitem(folding.FOLDS, PlayRecorded, lossy)
    report = simulated(desk, "wespa-5.1", seed=1, games=1)

    assert report.laws_broken
    assert "the lines come to" in report.defects[0].what


def test_what_is_remarked_is_counted(desk, monkeypatch):
    plays = deciding.DECISIONS[PlaceTiles]

    def twice(sheet, request, entry):
        decision = plays(sheet, request, entry)
        return Decision(decision.facts, (*decision.remarks, "odd"))

    monkeypatch.setitem(deciding.DECISIONS, PlaceTiles, twice)

    assert simulated(desk, "wespa-5.1", seed=1, games=1).remarks["odd"] > 5


def without_a_line(sheet):
    return replace(sheet, lines=sheet.lines[:-1])


def a_tile_too_many(sheet):
    return replace(sheet, stock=replace(sheet.stock, bag=sheet.stock.bag + 1))


def stopped_clocks(sheet):
    return replace(sheet, clock=replace(sheet.clock, neutral="spill"))


def unknown_line(sheet):
    lines = (*sheet.lines[:-1], replace(sheet.lines[-1], kind=LineKind.RESIGNED))
    return replace(sheet, lines=lines)


@pytest.mark.parametrize(
    ("damaged", "law"),
    [
        (without_a_line, "the totals are"),
        (a_tile_too_many, "not the 100 tiles"),
        (unknown_line, "the parts of the result"),
        (stopped_clocks, "differs in clock"),
    ],
)
def test_each_law_is_broken_by_a_sheet_that_breaks_it(tmp_path, damaged, law):
    with a_desk(tmp_path) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY")
        sheet = table.play(B, "7C", "GALE")

    assert broken_laws(sheet, Random(1)) == []
    assert any(law in broken for broken in broken_laws(damaged(sheet), Random(1)))


def test_everybody_meets_everybody_once():
    met = [
        frozenset((pairing.first, pairing.second))
        for round_number in range(1, ROUNDS + 1)
        for pairing in everybody_meets(round_number)
    ]

    assert len(met) == len(set(met)) == FIELD * (FIELD - 1) // 2
    assert {len(pair) for pair in met} == {2}


@pytest.mark.parametrize("book", NAMES)
def test_the_options_chosen_leave_nothing_unsettled(book):
    rules = load(book)
    for seed in range(60):
        assert rules.with_options(chosen_options(rules, Random(seed))).unsettled() == ()


QUESTIONS = (
    Question(field="seat", says="which-player", kind="seat"),
    Question(field="reason", says="why", kind="choice", listed=(("noise", "Noise"),)),
    Question(field="amount", says="how-many-seconds", kind="number"),
)


@pytest.fixture
def table(desk):
    return a_simulated_table(desk)


def a_simulated_table(desk):
    from ledger.simulation import tournament
    from ledger.simulation.clerk import Staff, Tally

    tournament._issue_badges(desk, Staff(), "O1")
    [(game, _)] = tournament._scheduled(desk, load("wespa-4.0"), 1, 1, "O1")
    graph = tournament.words_for("english")
    return tournament._table(desk, game, Random(1), graph, Staff(), Tally())


def offer(asks, *questions):
    return Offer(name="made up", title="Made up", asks=asks, clause="1", questions=questions)


def test_what_is_offered_is_reported_with_its_questions_answered(table):
    questions = (Question(field="reason", says="why", kind="text"),)

    assert following.report(table, offer("neutralise-clock", *questions))

    assert table.sheet.clock.neutral == "as told: reason"
    assert table.tally.irregularities == {"made up": 1}


def test_what_is_offered_and_refused_whatever_is_answered_breaks_a_law(table):
    whose = Question(field="seat", says="which-player", kind="seat")

    assert not following.report(table, offer("pass-turn", whose))

    assert table.hopeless == ["made up is offered and refused whatever is answered: not-started"]
    assert table.tally.wrong_answers == 0


def test_what_is_refused_for_an_answer_alone_breaks_none(table):
    starter = Question(field="starter", says="which-player", kind="number")
    method = Question(field="method", says="how", kind="choice", listed=(("draw", "Drawn"),))

    for _ in range(12):
        following.report(table, offer("determine-starter", starter, method))

    assert table.tally.wrong_answers > 0
    assert table.hopeless == []


def test_a_step_that_nobody_can_take_breaks_a_law_unless_another_comes_first(table, monkeypatch):
    seat = (("seat", "first"),)
    passes = Step(who="player", does="Pass.", clause="1", asks="pass-turn", answers=seat)
    later = Step(who="both", does="Hand in.", clause="1", asks="hand-in", answers=seat)
    monkeypatch.setattr(following, "TAKEN_IF_OPTIONAL", 1)
    monkeypatch.setattr(following, "INSISTING", 0)

    for steps, found in (
        ((passes, later), ["pass-turn"]),
        ((passes, replace(later, optional=True)), ["hand-in", "pass-turn"]),
    ):
        shown = (Procedure(name="made up", title="Made up", clause="1", steps=steps),)
        monkeypatch.setattr(following, "open_procedures", lambda sheet, rules, now=shown: now)
        table.given_up.clear()
        table.hopeless.clear()
        following.go_on(table)
        assert sorted(law.split()[2] for law in table.hopeless) == found


def test_a_law_broken_by_an_offer_is_a_defect_of_its_game(desk, monkeypatch):
    made_up = (offer("pass-turn", Question(field="rack", says="which-player", kind="tiles")),)
    monkeypatch.setattr(following, "offers", lambda sheet, rules: made_up)

    report = simulated(desk, "wespa-4.0", seed=6, games=3)

    assert report.laws_broken
    assert {defect.kind for defect in report.defects} == {"law"}
    assert "made up is offered and refused whatever is answered" in in_sentences(report)


def test_what_nobody_can_report_is_skipped_and_counted(table):
    assert not following.report(table, offer("no-such-request"))
    assert not following.report(table, offer("correct-entry"))

    assert len(table.tally.skipped) == 2


def test_a_procedure_is_followed_step_by_step_and_given_up_where_it_sticks(table, monkeypatch):
    steps = [
        Step(
            who="staff",
            does="Stop the clocks.",
            clause="1",
            asks="neutralise-clock",
            answers=(("reason", "noise"),),
        ),
        Step(who="staff", does="Nobody can do this.", clause="1", asks="no-such-request"),
    ]

    def now(sheet, rules):
        done = bool(sheet.clock.neutral)
        shown = (replace(steps[0], done=done), steps[1])
        return (Procedure(name="made up", title="Made up", clause="1", steps=shown),)

    monkeypatch.setattr(following, "open_procedures", now)

    assert following.go_on(table)
    assert not following.go_on(table)
    assert not following.go_on(table)
    assert table.tally.steps == {"made up: neutralise-clock": 1}
    assert table.tally.skipped == {"made up: no-such-request": 1}


def test_what_a_step_neither_knows_nor_asks_is_not_made_up(table):
    step = Step(who="staff", does="Stop the clocks.", clause="1", asks="neutralise-clock")
    reason = Question(field="reason", says="why", kind="text")

    with pytest.raises(Unanswerable):
        filled(NeutraliseClock, table, step=step)
    request = filled(NeutraliseClock, table, step=replace(step, questions=(reason,)))
    assert request.reason == "as told: reason"


def test_a_procedure_that_is_no_longer_open_is_counted_as_closed(table):
    following.out_of_the_blue(table, "call-director", insisting=1)
    assert [p.name for p in following.watched(table)] == ["director-called"]

    for _ in range(6):
        following.go_on(table)

    assert following.watched(table) == ()
    assert table.tally.closed == {"director-called": 1}


def test_an_answer_of_the_wrong_kind_is_no_request(table):
    from ledger.game.scores.requests import ApplyPenalty

    assert filled(ApplyPenalty, table, questions=QUESTIONS).reason == "noise"
    with pytest.raises(Unanswerable):
        filled(ApplyPenalty, table, questions=(replace(QUESTIONS[1], field="amount"),))


@pytest.mark.torture
@pytest.mark.dear
@pytest.mark.parametrize("book", NAMES)
def test_a_thousand_games_a_book_without_an_exception_or_a_game_stuck(desk, book):
    report = simulated(desk, book, seed=SEED, games=1000)

    assert (report.exceptions, report.stuck, report.laws_broken) == (0, 0, 0), in_sentences(report)
    assert len(report.topics) > 30
    assert differences_in(desk.log) == []


@pytest.mark.one_in(7, "tiles")
@pytest.mark.parametrize("tiles", tile_set_names())
def test_games_are_played_out_with_every_set(desk, tiles):
    played_with = EquipmentChosen(tile_set=tiles)
    report = simulated(desk, "wespa-5.1", seed=5, games=3, played_with=played_with)
    scheduled = [event for _, event in desk.log.about(GameScheduled)]
    sheets = [folding.replay(desk.log.events_of(event.originator_id)) for event in scheduled]

    assert report.sound, report.defects
    assert report.average_score > 100
    assert {sheet.scheduled.tile_set for sheet in sheets} == {tiles}
    lying = {tile.upper() for sheet in sheets for tile in sheet.board.squares if tile}
    assert lying <= load_tile_set(tiles).values.keys()
    assert not load_tile_set(tiles).several or any(len(tile) > 1 for tile in lying)


@pytest.mark.wide("many")
def test_games_are_played_with_a_set_from_a_file_on_the_large_board(desk):
    own = own_tile_set(
        'name = "Club"\n[tiles]\n"?" = [0, 2]\n'
        'A = [1, 30]\nO = [1, 20]\nB = [2, 30]\n"CH" = [5, 9]',
        "club.toml",
    )
    played_with = EquipmentChosen(tile_set=own.kept, board="super")
    report = simulated(desk, "wespa-4.0", seed=2, games=3, played_with=played_with)
    [(_, game), *_] = desk.log.about(GameScheduled)
    sheet = folding.replay(desk.log.events_of(game.originator_id))

    assert report.sound, report.defects
    board = board_text(sheet).splitlines()
    assert board[0].split() == list("ABCDEFGHIJKLMNOPQRSTU")
    assert len(board) == 23
    assert [len(row.split()) for row in board[1:-1]] == [22] * 21
    assert sum(row.count("CH") for row in board) == sheet.board.squares.count("CH") > 0
    assert "~ 4W" in board[-1]
