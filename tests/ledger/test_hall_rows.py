"""What the hall says about a game, a tournament and its players."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.desk.requests import Sent
from ledger.game.challenges.holds import CallHold
from ledger.game.clock.requests import ReadClocks, RecordOvertime
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed, EndGame
from ledger.game.setting_up.requests import DetermineStarter
from ledger.game.sheet.rescoring import ABOUT, findings
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry, CorrectScore
from ledger.game.turns.taking_back import RetractTurn
from ledger.hall import ChangeRow, TournamentRow, open_hall
from ledger.hall.rows import disagreements
from ledger.vocabulary import Placement, Points
from migrations.hall_db import prepare
from tests.decisions.a_real_game import play_to_the_end
from tests.desks import DIRECTOR, A, B, Table, a_desk, a_table, a_tournament, signature


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        yield desk
        hall.close()


@pytest.fixture
def hall(desk):
    return desk.followers[0]


@pytest.fixture
def table(desk):
    return a_table(desk)


@pytest.fixture
def row(table, hall):
    return lambda: hall.game(table.game)


class TestAGame:
    def test_scheduled_it_stands_there_with_no_one_on_move(self, desk, hall):
        [game] = a_tournament(desk)

        row = hall.game(game)

        assert (row.id, row.tournament, row.round_number, row.table) == (game, "spring-open", 1, 1)
        assert (row.state, row.on_move, row.turns, row.last_line) == ("scheduled", None, 0, "")
        assert (row.names, row.unseen, row.clocks) == (("Player 1", "Player 2"), 93, None)

    def test_a_play_shows_its_score_who_is_on_move_and_what_is_unseen(self, table, row):
        table.play(A, "8D", "WINDY")

        assert row().totals == (32, 0)
        assert row().last_line == "Player 1 8D WINDY +32"
        assert (row().state, row().on_move, row().turns) == ("playing", "second", 1)
        assert row().unseen == 100 - 5 - 7

    def test_names_are_in_the_order_of_the_seats_not_of_the_pairing(self, desk, hall):
        [game] = a_tournament(desk)

        Table(desk, game).enter(DetermineStarter(starter=2, method="draw"))

        assert hall.game(game).names == ("Player 2", "Player 1")

    def test_version_and_position_are_those_of_its_last_event(self, table, row, desk):
        table.passes(A)

        assert row().version == table.sheet.version
        assert row().position == desk.log.last_position()
        written = table.sheet.events[-1].envelope.written_at
        assert row().written_at == f"{written:%Y-%m-%dT%H:%M:%S}Z"

    def test_an_exchange_has_no_points_to_show(self, table, row):
        table.exchange(A, 3)

        assert row().last_line == "Player 1 exchange 3"

    def test_it_is_found_by_where_it_is_played(self, desk, hall):
        games = a_tournament(desk, tables=3)

        assert hall.find("spring-open", 1, 3).id == games[2]
        assert hall.find("spring-open", 2, 3) is None
        assert hall.find("spring-open", 1, 3, division="A") is None
        assert hall.find("spring-open", 1, 3, replay=2) is None
        assert hall.game(UUID(int=7)) is None

    def test_the_list_goes_by_round_and_table(self, desk, hall):
        games = a_tournament(desk, tables=12)

        assert [row.id for row in hall.games("spring-open")] == list(games)
        assert hall.games("spring-open", round_number=2) == ()
        assert hall.games("spring-open", division="B") == ()

    def test_played_out_the_tiles_left_are_unseen_by_who_went_out(self, table, row):
        play_to_the_end(table)

        assert row().state == "played out"
        assert row().unseen == 100 - len([tile for tile in table.sheet.board.squares if tile])

    def test_over_it_shows_the_scores_with_the_tiles_left(self, table, row):
        play_to_the_end(table)
        table.enter(AcceptPlayOut(seat=table.sheet.out.opponent))
        sheet = table.enter(CountUnplayed())

        assert row().state == "over"
        assert row().totals == sheet.totals

    @pytest.mark.parametrize(
        ("seats", "state"), [((), "over"), ((A,), "signed by one"), ((A, B), "final")]
    )
    def test_the_result_slip_shows_in_the_state(self, table, row, seats, state):
        from ledger.game.results.signing import ProposeResult

        table.over_and_counted()
        table.enter(ProposeResult())
        for seat in seats:
            table.enter(signature(table.sheet, seat))

        assert row().state == state


class TestFlags:
    def test_an_ordinary_game_has_none(self, table, row):
        table.play(A, "8D", "WINDY")
        table.passes(B)

        assert row().flags == ()

    def test_a_hold_is_a_state_and_no_flag(self, table, row):
        table.play(A, "8D", "WINDY")
        table.enter(CallHold(seat=B))

        assert (row().state, row().flags) == ("on hold", ())

    def test_a_phoney_challenged_off(self, table, row):
        table.play(A, "8D", "WINDX")
        table.challenge(B, False, "WINDX")

        assert row().flags == ("challenge", "phoney")

    def test_a_challenge_that_failed(self, table, row):
        table.play(A, "8D", "WINDY")
        table.challenge(B, True, "WINDY")

        assert row().flags == ("challenge",)

    def test_a_score_corrected_and_the_sheet_agrees(self, table, row):
        table.play(A, "8D", "WINDY", announced=Points(40))
        table.enter(
            CorrectScore(
                version=table.sheet.lines[0].version,
                now=Points(32),
                reason="miscounted",
                approved_by="both players",
            ),
            by=DIRECTOR,
        )

        assert row().flags == ("correction",)
        assert row().totals == (32, 0)

    def test_a_turn_taken_back_is_no_correction(self, table, row):
        sheet = table.play(A, "8D", "WINDY")
        table.enter(RetractTurn(version=sheet.version))

        assert row().flags == ()

    def test_a_correction_that_later_turns_do_not_agree_with(self, table, row):
        table.play(A, "8D", "WINDY")
        table.play(B, "9D", "A")
        [first, _] = table.sheet.lines
        table.enter(
            CorrectEntry(
                version=first.version,
                replacement=PlayRecorded(
                    seat=A, placement=Placement("9D", "WINDY"), announced=Points(15)
                ),
                reason="one row down",
                approved_by="both players",
            ),
            by=DIRECTOR,
        )

        assert row().flags == ("correction", "board-differs")

    def test_overtime_shows_while_it_runs_and_once_it_is_recorded(self, table, row):
        table.enter(ReadClocks(), clocks=(-4, 300))
        assert row().flags == ("overtime",)
        assert row().clocks == (-4, 300)

        table.enter(ReadClocks(), clocks=(10, 300))
        assert row().flags == ()

        table.enter(RecordOvertime(seat=A, over=61))
        assert "overtime" in row().flags

    def test_what_was_entered_under_a_ruling(self, table, row):
        case = table.ruled()
        table.enter(EndGame(cause="ruling"), by=DIRECTOR, case=case)

        assert row().flags == ("ruling",)

    def test_six_scoreless_turns(self, table, row):
        table.six_zeros()

        assert "six-zeros" in row().flags

    @pytest.mark.found("DE5")
    def test_DE5_announced_otherwise_than_it_counts_needs_no_director(self, table, row):
        table.play(A, "8D", "WINDY", announced=Points(99))
        assert row().flags == ()

        for seat in (B, A, B, A, B, A):
            table.passes(seat)

        assert row().flags == ("six-zeros",)


class TestAgreeing:
    """The hall's quick look must say what the full count says."""

    @pytest.fixture(
        params=["as-announced", "misannounced", "phoney", "seven-of-a-rare-tile", "missing-turn"]
    )
    def over(self, request, table):
        case = table.ruled()
        if request.param == "missing-turn":
            table.play(A, "8D", "WINDY")
            table.play(A, "9D", "A", by=DIRECTOR, case=case)
        elif request.param == "seven-of-a-rare-tile":
            table.play(A, "8D", "QZQZ")
            table.play(B, "9D", "JXJX", by=DIRECTOR, case=case)
        elif request.param == "phoney":
            table.play(A, "8D", "WINDX")
            table.challenge(B, False, "WINDX")
        else:
            table.play(A, "8D", "WINDY", announced=99 if request.param == "misannounced" else None)
        return table.enter(EndGame(cause="ruling"), by=DIRECTOR, case=case)

    def test_a_quick_look_says_what_counting_again_says(self, over):
        needed = {ABOUT[one.code] for one in findings(over) if one.for_director}

        assert disagreements(over) == needed

    def test_over_a_real_game_too(self, table):
        play_to_the_end(table)
        sheet = table.enter(AcceptPlayOut(seat=table.sheet.out.opponent))

        assert not disagreements(sheet)
        assert not findings(sheet)


class TestATournament:
    def test_it_counts_players_rounds_games_and_those_finished(self, desk, hall):
        first, *_ = a_tournament(desk, tables=3)
        table = Table(desk, first)
        table.enter(DetermineStarter(starter=1, method="draw"))
        from ledger.game.setting_up.requests import StartGame

        table.enter(StartGame())
        table.over_and_counted()

        assert hall.tournament("spring-open") == TournamentRow(
            slug="spring-open",
            name="Spring Open",
            place="",
            rulebook="wespa-5.1",
            lexicon="",
            players=6,
            rounds=1,
            games=3,
            finished=1,
            ties="spread",
            starts_by="draw",
        )
        assert hall.tournaments() == (hall.tournament("spring-open"),)
        assert hall.tournament("autumn-open") is None


class TestChanges:
    def test_each_names_the_game_or_the_tournament_it_is_about(self, table, hall, desk):
        before = desk.log.last_position()
        table.passes(A)
        table.ruled()

        passed, opened, listed, ruled = hall.changes(before)

        assert passed == ChangeRow(
            position=before + 1,
            game=table.game,
            tournament="spring-open",
            version=table.sheet.version,
            topic="turn-passed",
        )
        assert (opened.topic, opened.game, opened.version) == ("case-opened", table.game, 1)
        assert (listed.topic, listed.tournament) == ("case-listed", "spring-open")
        assert (ruled.topic, ruled.tournament) == ("ruling-given", "spring-open")

    def test_badges_are_about_nobodys_game(self, hall):
        first = hall.changes(0, 1)[0]

        assert (first.topic, first.game, first.tournament) == ("badge-issued", None, "")

    def test_a_tournaments_own_events_name_it(self, table, hall):
        topics = {row.topic: row for row in hall.changes(0)}

        assert topics["round-paired"].tournament == "spring-open"
        assert topics["round-paired"].game is None

    def test_nothing_new_is_nothing(self, hall, desk):
        assert hall.changes(desk.log.last_position()) == ()

    def test_what_another_desk_wrote_is_in_the_hall_once_it_was_told(self, table, hall, desk):
        assert hall.game(table.game).turns == 0
        desk.followers = ()
        before = desk.log.last_position()
        desk.enter(table.game, table_passes(), Sent(by="K1", command_id=UUID(int=5)))
        assert hall.game(table.game).turns == 0

        assert len(hall.changes(before)) == 1

        assert hall.game(table.game).turns == 1


def table_passes():
    from ledger.game.exchanges.requests import PassTurn

    return PassTurn(seat=A)
