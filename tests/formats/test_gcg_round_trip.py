"""A game file taken into the record comes out again as it came: words, lines and points."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.game.endings.facts import GameEnded, PlayedOut, UnplayedTilesCounted
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import TurnMissed
from ledger.game.turns.requests import CorrectScore
from ledger.gcg import check
from ledger.gcg.exporting import exported
from ledger.gcg.taking_in import MOST_SAID, game_file, import_gcg
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event, game_id
from ledger.replay.replayed import replay_of
from ledger.replay.text_sheet import game_text
from ledger.rulebook import NAMES
from ledger.simulation import simulated, tournament
from ledger.visibility import Viewer, sheet_visible_to
from ledger.vocabulary import Seat
from migrations import bring_up_to_date
from tests.desks import a_desk
from tests.long_runs import in_shares, seed_of
from tests.officials import Organiser

HEAD = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"
OWN = sorted((Path(__file__).parent / "gcg").glob("*.gcg"))
RETAINS = ">ann: AEINRST 8D RETAINS +66 66\n"


def taken_in(data):
    """A file as ``import_gcg`` takes it in, and the sheet of its game, without a desk."""
    file = game_file(data)
    facts = (
        GameScheduled(
            tournament="club-night", round_number=1, table=1, players=file.names,
            rulebook="wespa-5.1", lexicon=file.lexicon, tile_set=file.tile_set, board=file.board,
            source=file.digest,
        ),
        StarterDetermined(starter=1, method="not-known"),
        GameStarted(),
        *file.facts,
    )  # fmt: skip
    start = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
    return file, replay(
        Event(
            UUID(int=1),
            n,
            Envelope(
                written_at=start + timedelta(seconds=n), written_by="O1",
                command_id=UUID(int=7), fact=fact,
            ),
        )
        for n, fact in enumerate(facts, 1)
    )  # fmt: skip


def replayed(facts, envelope):
    """The sheet of these facts, for a game that no file was taken in for."""
    return replay(
        Event(UUID(int=1), n, replace(envelope, fact=fact)) for n, fact in enumerate(facts, 1)
    )


def again(text):
    """What comes out of the record, without the title and number that we give a game."""
    _, sheet = taken_in(text.encode())
    lines = exported(sheet, "Club Night").decode().splitlines(keepends=True)
    ours = ("#title Club Night, round 1", "#id tilescribe", "#character-encoding")
    return "".join(line for line in lines if not line.startswith(ours))


ANNOTATED = (
    HEAD
    + "#title Final\n#description A cold day\n#lexicon CSW24\n#id org.example 4711\n"
    + "#style wsc2001\n#wombat yes\n#note before the first turn\n"
    + RETAINS
    + "#note fish\n#note > begins like a turn\n"
    + ">bob: DEGHOOW J6 DO.E +9 9 DOSE, DO\n#note\n"
    + ">ann: ABCDEFG (challenge) +5 71\n#note which word?\n"
    + "#rack1 ABCDEFG\n#rack2 GHOW\n#incomplete ABCDEFG\n"
)


@pytest.mark.found("PB-1")
def test_all_that_a_file_says_beside_its_turns_comes_out_again_as_it_came():
    assert again(ANNOTATED) == ANNOTATED
    assert taken_in(ANNOTATED.encode())[0].said == ()


@pytest.mark.found("PB-1")
def test_a_line_nobody_understood_and_one_that_changes_nothing_are_kept_as_words():
    text = HEAD + RETAINS + ">bob: ANS @-64 drop +44\n>ann:  (challenge) +0 66\n#note why\n"

    written = again(text)

    assert RETAINS + "#note >bob: ANS @-64 drop +44\n#note >ann:  (challenge) +0 66\n" in written
    assert written.endswith("#note why\n")


@pytest.mark.found("PB-1")
def test_notes_are_told_with_their_turn_and_to_officials_alone():
    _, sheet = taken_in(ANNOTATED.encode())

    told = " ".join(replay_of(sheet).plies[0].notes)
    moments = " ".join(moment.what for moment in replay_of(sheet).moments)
    visitor = exported(sheet_visible_to(Viewer.VISITOR, sheet)).decode()

    assert "fish > begins like a turn" in told
    assert "Final" in moments
    assert "#title Final" in visitor
    assert "#note" not in visitor


@pytest.mark.found("PB-1")
def test_what_is_too_much_is_left_out_and_the_import_says_what():
    long = "x" * 400
    notes = "".join(f"#note {number} {long}\n" for number in range(200))
    file, sheet = taken_in((HEAD + "#title Final\n" + RETAINS + notes).encode())

    written = exported(sheet).decode()
    [said] = file.said

    assert len(written) < MOST_SAID + 2_000
    kept = written.count("#note")
    assert f"{200 - kept} notes or lines" in said
    assert 100 < kept < 200
    assert "line 4" in said
    assert "#title Final" in written


@pytest.mark.found("PB-1")
def test_what_happens_here_later_is_told_beside_what_the_file_said(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        Organiser(desk).open_tournament("club-night", "Club Night", "wespa-5.1", by="O1")
        game = import_gcg(desk, ANNOTATED.encode(), "club-night", by="O1").game
        play = desk.shelf.sheet(game).lines[0]
        request = CorrectScore(version=play.version, now=76, reason="miscounted", approved_by="D1")
        desk.must_write(game, request, Sent(by="D1", command_id=UUID(int=9), device="desk"))
        written = exported(desk.shelf.sheet(game)).decode()

    assert "#note fish\n" in written
    assert "#note Corrected: was 8D RETAINS +66, now 8D RETAINS +76 (miscounted; D1).\n" in written
    assert "#note which word?" in written


@pytest.mark.found("PB-2")
@pytest.mark.parametrize(
    "end",
    [
        ">ann:  (?) +0 66\n",
        ">ann:  (??) +0 66\n",
        ">bob: ? (?) -0 9\n>ann:  (?) +0 66\n",
        ">ann:  (?) +0 66\n>bob: ? (time) -0 9\n",
        ">ann:  (EGN) +8 74\n>bob:  (time) -10 -1\n",
    ],
)
def test_a_line_at_the_end_that_adds_nothing_is_a_line(end):
    text = HEAD + ">bob: DEGHOOW 8D DO +9 9\n>ann: AEINRST 8D ..RETAINS +66 66\n" + end
    _, sheet = taken_in(text.encode())
    written = exported(sheet).decode()

    assert check(written.encode(), "x").complete
    assert set(end.splitlines()) <= set(written.splitlines())
    assert "unplayed tiles" in game_text(sheet)


@pytest.mark.found("PB-2")
def test_six_zeros_take_nothing_off_a_player_who_holds_a_blank():
    passes = "".join(f">{nick} - +0 0\n" for nick in ("ann: ?", "bob: QZ") * 3)
    text = HEAD + passes + ">ann: ? (?) -0 0\n>bob: QZ (QZ) -20 -20\n"

    assert again(text) == text


@pytest.mark.found("PB-2")
def test_an_end_at_nothing_of_a_game_played_here_is_a_line_as_well():
    _, sheet = taken_in((HEAD + RETAINS).encode())
    facts = [
        *(event.fact for event in sheet.events[:4]),
        PlayedOut(seat=Seat.FIRST),
        GameEnded(cause="played-out"),
        UnplayedTilesCounted(racks=("-", "?"), adjustments=(0, 0), mode="double"),
    ]
    played = replayed(facts, sheet.events[0].envelope)

    assert ">Ann_Example:  (?) +0 66\n" in exported(played).decode()


@pytest.mark.found("PB-7")
def test_a_challenge_line_has_the_rack_of_the_players_next_turn():
    text = (
        HEAD + RETAINS + ">ann:  (challenge) +5 71\n>bob: DEGHOOW J6 DO.E +9 9\n"
        ">ann: BCDEFGH - +0 71\n>bob:  - +0 9\n>ann:  - +0 71\n>bob: GHOWXYZ - +0 9\n"
    )

    written = again(text)

    assert ">ann: BCDEFGH (challenge) +5 71\n" in written
    assert ">bob: GHOWXYZ - +0 9\n>ann:  - +0 71\n>bob: GHOWXYZ - +0 9\n" in written


@pytest.mark.found("PB-8")
@pytest.mark.parametrize(
    ("line", "bob"),
    [
        (">bob: DEGHOOW (challenge) -10 -10", -1),
        (">bob: DEGHOOW (challenge) +5 5", 14),
        (">ann: ABC (challenge) -5 61", 9),
        (">ann: ABC (time) +10 76", 9),
        (">bob: ABC -- -5 -5", 4),
    ],
)
def test_points_are_written_in_the_form_that_they_were_read_in(line, bob):
    text = f"{HEAD}{RETAINS}{line}\n>bob: DEGHOOW J6 DO.E +9 {bob}\n#incomplete\n"

    assert again(text) == text


@pytest.mark.found("PB-8")
def test_penalties_and_credits_are_lines_that_other_programs_add_up():
    _, sheet = taken_in((HEAD + RETAINS + ">bob: DEGHOOW J6 DO.E +9 9\n").encode())
    [*begun, ann, bob] = (event.fact for event in sheet.events[:5])
    facts = [
        *begun,
        PenaltyApplied(seat=Seat.SECOND, unit="points", amount=10, reason="late"),
        ann,
        CreditApplied(seat=Seat.FIRST, unit="points", amount=7, reason="as ruled"),
        PenaltyApplied(seat=Seat.FIRST, unit="points", amount=3, reason="as ruled"),
        bob,
    ]
    played = replayed(facts, sheet.events[0].envelope)
    written = exported(played)
    report = check(written, "x")
    _, once_more = taken_in(written)

    assert ">Ann_Example:  (challenge) +7 73\n#note No challenge: Ann Example: credit" in (
        written.decode()
    )
    assert ">Bob_Sample:  (time) -10 -10\n#note No overtime: " in written.decode()
    assert list(report.scores.values()) == list(played.totals) == [70, -1]
    assert not {one.code for one in report.oddities} & {"cumulative-slip", "totals-differ"}
    assert once_more.totals == played.totals
    assert [type(event.fact) for event in once_more.events].count(PenaltyApplied) == 2
    assert exported(once_more) == written


@pytest.mark.found("PB-8")
def test_a_turn_of_which_only_the_points_are_known_keeps_them():
    text = (
        HEAD + RETAINS + ">bob: DEGHOOW - +24 24\n#note The tiles of this turn were not recorded.\n"
    )
    _, sheet = taken_in(text.encode())

    assert TurnMissed in {type(event.fact) for event in sheet.events}
    assert (sheet.totals, again(text)) == ((66, 24), text)


@pytest.mark.found("PB-15")
def test_an_import_says_where_the_record_follows_the_score_as_announced():
    file, sheet = taken_in((HEAD + ">ann: AEINRST 8D RETAINS +76 76\n").encode())

    [said] = file.said

    assert sheet.totals == (76, 0)
    assert said == (
        "The record follows the file's scores, 76 to 0; by our count they are 66 to 0 "
        "(8D RETAINS +76, counts +66)."
    )


def test_a_game_that_the_second_player_begins_keeps_its_players_in_their_order():
    text = HEAD + ">bob: AEINRST 8D RETAINS +66 66\n>ann: ABC - +0 0\n#rack1 ABC\n#rack2 XYZ\n"
    end = HEAD + ">bob: AEINRST 8D RETAINS +66 66\n>ann: A (A) -1 -1\n>bob:  (A) +1 67\n"

    assert again(text) == text
    assert again(end) == end


def test_a_tile_that_lay_there_is_a_dot_however_it_was_entered():
    _, sheet = taken_in((HEAD + RETAINS + ">bob: DEGHOOW J6 DO.E +9 9\n").encode())
    facts = [event.fact for event in sheet.events[:5]]
    facts[4] = replace(facts[4], placement=replace(facts[4].placement, letters="DOSE"))

    written = exported(replayed(facts, sheet.events[0].envelope)).decode()

    assert ">Bob_Sample: DEGHOOW J6 DO.E +9 9\n" in written


def test_a_slip_in_a_total_stays_as_the_players_signed_it():
    text = HEAD + ">ann: AEINRST 8D RETAINS +66 76\n>bob: DEGHOOW J6 DO.E +9 9\n>ann: ABC - +0 76\n"

    assert again(text) == text


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_what_came_out_once_comes_out_the_same_for_ever(path):
    once = exported(taken_in(path.read_bytes())[1], "Club Night")

    assert exported(taken_in(once)[1], "Another Night") == once


def with_mode(number):
    """Options as a made-up tournament chooses them, with the book's challenge modes in turn."""
    choose = tournament.chosen_options

    def chosen(rules, random):
        options = choose(rules, random)
        if (choice := rules.choices.get("challenge-mode")) is None:
            return options
        mode = sorted(choice.values)[number % len(choice.values)]
        kept = [(name, value) for name, value in options if not name.startswith("challenge-")]
        kept.append(("challenge-mode", mode))
        lacking = {words.name for words in rules.with_options(kept).unsettled()}
        for name in sorted(lacking):
            values = getattr(rules.choices.get(name), "values", None)
            kept.append((name, tournament.NUMBERS.get(name) or min(values)))
        return tuple(kept)

    return chosen


def simulated_files(folder, book, seed, games):
    """The files of made-up games, each with its sheet."""
    bring_up_to_date(folder, {})
    log = open_log(folder, {})
    desk = Desk(log, now=tournament.Ticking())
    simulated(desk, book, seed=seed, games=games)
    slug = f"{book.replace('.', '-')}-{seed}-1"
    for n in range(games):
        round_number, table = 1 + n // (tournament.FIELD // 2), 1 + n % (tournament.FIELD // 2)
        sheet = desk.shelf.sheet(game_id(slug, round_number, table))
        if sheet.turn_count:
            yield sheet, exported(sheet, "Spring Open")
    log.close()


@in_shares(2, 200)
@pytest.mark.found("PB-1", "PB-2", "PB-8")
def test_a_file_of_ours_comes_out_byte_for_byte(share, tmp_path, monkeypatch, request):
    """2,000 games in full: every book, each challenge mode of it in turn, and six zeros."""
    games = 10 if request.config.getoption("--full") else 1
    book = NAMES[share % len(NAMES)]
    monkeypatch.setattr(tournament, "chosen_options", with_mode(share // len(NAMES)))
    for sheet, written in simulated_files(tmp_path, book, seed_of(share), games):
        _, once_more = taken_in(written)

        totals = once_more.totals[::-1] if once_more.file.told.turned else once_more.totals
        assert exported(once_more, "Another Open") == written
        assert totals == sheet.totals
        found = {oddity.code for oddity in check(written, "x").oddities}
        assert sheet.result.amended or "cumulative-slip" not in found
