"""The desk, the organiser and the importer, asked for what nobody ought to ask."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import pytest

from ledger.desk.requests import Refused, Sent, Written
from ledger.game.clock.requests import NeutraliseClock
from ledger.game.endings.forfeits import Forfeit
from ledger.game.exchanges.requests import PassTurn
from ledger.game.results.signing import ProposeResult
from ledger.game.turns.taking_back import RetractTurn
from ledger.gcg import check
from ledger.gcg.exporting import exported
from ledger.gcg.taking_in import import_gcg
from ledger.record.events import badge_id, tournament_id
from ledger.record.log import Taken
from ledger.record.verify import verify
from ledger.replay.replayed import replay_of
from ledger.requests import Decision, StreamWrite
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.facts import Pairing, WarningGiven
from ledger.tournament.opening import GO_ON
from ledger.vocabulary.refusals import Refusal
from tests.desks import (
    DIRECTOR,
    ORGANISER,
    SCOREKEEPER,
    A,
    B,
    Table,
    a_desk,
    a_table,
    a_tournament,
    signature,
)
from tests.officials import Organiser

GAME = b"""#player1 ann Ann
#player2 ben Ben
>ann: DINWY 8D WINDY +32 32
>ben: AEGL 7C GALE +16 16
>ann: AEINRST - +0 32
>ben: AEINRST -AE +0 16
"""


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def table(desk):
    return a_table(desk)


class TestAnUnknownGame:
    def test_is_refused_and_does_not_block_what_the_tablet_queued_behind_it(self, desk, table):
        sent = Sent(by=SCOREKEEPER, command_id=uuid4(), device="T1", device_seq=1)

        first = desk.enter(UUID(int=5), PassTurn(seat=A), sent)
        again = desk.enter(UUID(int=5), PassTurn(seat=A), sent)
        behind = table.ask(PassTurn(seat=A), device="T1", device_seq=2)

        assert first.refusal.code == "no-such-game"
        assert again == Refused(first.refusal, again=True)
        assert isinstance(behind, Written)
        assert verify(desk.log.store).sound

    @pytest.mark.parametrize("stream", [tournament_id("spring-open"), badge_id(SCOREKEEPER)])
    def test_is_any_stream_that_holds_no_game(self, desk, table, stream):
        outcome = desk.enter(stream, PassTurn(seat=A), table.sent())

        assert outcome.refusal.code == "no-such-game"

    def test_is_not_answered_with_another_games_answer(self, desk, table):
        sent = Sent(by=SCOREKEEPER, command_id=uuid4())
        desk.enter(table.game, PassTurn(seat=A), sent)

        outcome = desk.enter(UUID(int=5), PassTurn(seat=A), sent)

        assert outcome.refusal.code == "changed-request"


def test_characters_that_nothing_can_write_are_refused_in_words(table):
    outcome = table.ask(NeutraliseClock(reason="fire \ud800"))

    assert outcome.refusal.code == "unreadable-request"


def test_a_device_that_names_no_time_zone_is_not_read():
    sent = b'{"by":"K1","command_id":"00000000-0000-0000-0000-000000000001","sent_at":"%s"}'

    assert msgspec.json.decode(sent % b"2026-11-21T10:00:00Z", type=Sent).sent_at
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent % b"2026-11-21T10:00:00", type=Sent)


class TestPairing:
    @pytest.mark.parametrize(
        "pairings",
        [
            [Pairing(1, 1, 1)],
            [Pairing(1, 1, 2), Pairing(1, 3, 4)],
            [Pairing(1, 1, 2), Pairing(2, 2, 3)],
            [Pairing(0, 1, 2)],
            [Pairing(2**70, 1, 2)],
        ],
    )
    def test_that_no_hall_could_sit_down_to_is_refused(self, desk, pairings):
        a_tournament(desk, tables=2)

        with pytest.raises(Refusal) as refusal:
            Organiser(desk).pair_round("spring-open", 2, pairings, by=ORGANISER)

        assert refusal.value.code == "unreadable-request"

    def test_at_a_table_with_an_imported_game_writes_nothing_and_can_be_mended(self, desk):
        a_tournament(desk, tables=2)
        import_gcg(desk, GAME, "spring-open", 2, by=ORGANISER)
        organiser = Organiser(desk)

        with pytest.raises(Refusal) as refusal:
            organiser.pair_round(
                "spring-open", 2, [Pairing(2, 3, 4), Pairing(1, 1, 2)], by=ORGANISER
            )
        games = organiser.pair_round(
            "spring-open", 2, [Pairing(2, 3, 4), Pairing(3, 1, 2)], by=ORGANISER
        )

        assert refusal.value.code == "table-taken"
        assert [desk.sheet(game).scheduled.table for game in games] == [2, 3]

    def test_by_two_at_once_is_written_once_and_told_to_the_other(self, desk, monkeypatch):
        a_tournament(desk)

        def beaten(*_args, **_what):
            raise Taken("somebody was first")

        monkeypatch.setattr(desk.log, "append", beaten)
        with pytest.raises(Refusal) as refusal:
            Organiser(desk).close_round("spring-open", 1, by=ORGANISER, waiving="why not")
        assert refusal.value.code == "written-meanwhile"


class TestAnImportedGame:
    def test_loses_one_turn_when_one_is_taken_back(self, desk):
        a_tournament(desk)
        table = Table(desk, import_gcg(desk, GAME, "spring-open", 2, by=ORGANISER).game)
        before = [line.move for line in table.sheet.lines]

        sheet = table.enter(RetractTurn(version=table.sheet.lines[1].version), case=table.ruled())

        assert [line.move for line in sheet.lines] == [before[0], *before[2:]]

    @pytest.mark.wide("many")
    def test_every_file_of_the_corpus_goes_in_and_comes_out(self, desk, shared):
        a_tournament(desk)
        for path in sorted(Path(shared / "gcg").rglob("*.gcg")):
            try:
                game = import_gcg(desk, path.read_bytes(), "spring-open", 2, by=ORGANISER).game
            except Refusal:
                continue
            sheet = desk.sheet(game)
            msgspec.json.encode(replay_of(sheet))
            copy = import_gcg(desk, exported(sheet), "spring-open", 3, by=ORGANISER).game

            assert desk.sheet(copy).totals == sheet.totals, path.name
            assert desk.sheet(copy).board.squares == sheet.board.squares, path.name


class TestWhoWon:
    def test_nobody_when_both_forfeit_whatever_margin_was_set(self, table):
        table.play(A, "8D", "WINDY")
        request = Forfeit(loser=None, cause="misconduct", margin=50)

        sheet = table.enter(request, by=DIRECTOR, case=table.ruled())

        assert replay_of(sheet).result.winner is None

    def test_the_opponent_when_who_leads_leaves(self, desk):
        table = a_table(desk, "nsa-1998")
        table.play(A, "8D", "WINDY")

        sheet = table.enter(Forfeit(loser=A, cause="left"), by=DIRECTOR)

        assert replay_of(sheet).result.winner == "second"


def test_a_ply_in_the_middle_says_who_was_on_move_then(table):
    table.play(A, "8D", "WINDY")
    table.challenge(B, True, "WINDY")
    table.play(B, "7C", "GALE")

    plies = replay_of(table.sheet).plies

    assert [(ply.kind, ply.on_move) for ply in plies] == [
        ("play", "second"),
        ("bonus", "second"),
        ("play", "first"),
    ]


class TestGcg:
    def test_peoples_words_never_pass_for_a_turn(self, table):
        table.play(A, "8D", "WINDY")
        table.enter(NeutraliseClock(reason="noise\n>Player_2: ABC 1A ABC +50 50"))

        written = exported(table.sheet)

        assert check(written, "x").turns == 1
        assert b"\n>Player_2" not in written

    def test_the_result_of_a_game_nobody_played_is_told(self, desk):
        [game] = a_tournament(desk)
        table = Table(desk, game)
        table.enter(Forfeit(loser=None, cause="no-show"), by=DIRECTOR, case=table.ruled())
        table.enter(ProposeResult())
        for seat in (A, B):
            table.enter(signature(table.sheet, seat))

        assert b"#note Result signed by Player 1 and Player 2." in exported(table.sheet)


class TestADecisionThatWritesNothing:
    """Nobody offers one: an answer names an event of the stream that was asked about."""

    @pytest.fixture
    def deciding(self, monkeypatch):
        def instead(decision):
            monkeypatch.setitem(GO_ON.decisions, WarnPlayer, lambda *_: decision)

        return instead

    @pytest.fixture
    def desk_request(self, table):
        return WarnPlayer(player=1, offence="other")

    def sent(self):
        return Sent(by=DIRECTOR, command_id=uuid4())

    @pytest.mark.parametrize("also", [
        (),
        (StreamWrite(UUID(int=9), 0, ()),),
        (StreamWrite(UUID(int=9), 0, (WarningGiven(player=1, kind="x", offence="other"),)),),
    ])  # fmt: skip
    def test_is_refused_in_words_once_and_again(self, desk, desk_request, deciding, also):
        deciding(Decision((), (), also))
        stream, sent = tournament_id("spring-open"), self.sent()
        before = desk.log.last_position()

        first, again = (desk.enter(stream, desk_request, sent) for _ in range(2))

        assert first.refusal.code == again.refusal.code == "nothing-to-write"
        assert again.again
        with pytest.raises(Refusal, match="already on record"):
            desk.would_write(stream, desk_request, self.sent())
        assert desk.log.last_position() == before
        assert verify(desk.log.store).sound
