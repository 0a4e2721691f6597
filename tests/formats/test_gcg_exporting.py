"""A game of the ledger written as GCG: read back it has the same moves, scores and totals."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import replay
from ledger.gcg import Kind, check, follow, read_gcg
from ledger.gcg.exporting import exported
from ledger.gcg.importing import facts_of, first_mover
from ledger.messages import speaking
from ledger.record.events import Envelope, Event
from tests.tiers import all_at_once

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "gcg"
FILES = [*SHARED.glob("*.gcg"), *(Path(__file__).parent / "gcg").glob("*.gcg")]


def imported(data):
    """The sheet an imported file folds to, without a desk."""
    record = read_gcg(data)
    followed = follow(record)
    first = first_mover(record)
    names = [player.name or player.nick for player in record.players]
    facts = (
        GameScheduled(
            tournament="spring-open", round_number=1, table=1, rulebook="wespa-5.1",
            players=(names[first], names[1 - first]),
            tile_set=followed.tile_set or "english", board=followed.board,
        ),
        StarterDetermined(starter=1, method="not-known"),
        GameStarted(),
        *facts_of(record, followed),
    )  # fmt: skip
    start = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
    return followed, replay(
        Event(
            UUID(int=1),
            n,
            Envelope(
                written_at=start + timedelta(seconds=n), written_by="K1",
                command_id=UUID(int=n), fact=fact,
            ),
        )
        for n, fact in enumerate(facts, 1)
    )  # fmt: skip


@all_at_once
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_imported_game_written_out_is_the_same_game(path):
    followed, sheet = imported(path.read_bytes())

    written = exported(sheet, "Spring Open")
    again = read_gcg(written)
    first = first_mover(read_gcg(path.read_bytes()))

    assert again.readable
    assert follow(again).scores == (followed.scores[first], followed.scores[1 - first])
    assert follow(again).complete == followed.complete

    def moves(record):
        kinds = (Kind.PLAY, Kind.EXCHANGE, Kind.PASS, Kind.WITHDRAWN)
        return [(e.kind, e.square, e.count) for e in record.events if e.kind in kinds]

    assert moves(again) == moves(read_gcg(path.read_bytes()))
    assert exported(imported(written)[1], "Spring Open").count(b"\n>") == written.count(b"\n>")


def test_the_demonstration_of_what_gcg_cannot_hold_becomes_notes(tmp_path):
    from ledger.game.challenges.holds import CallHold, ReleaseHold
    from ledger.game.turns.requests import CorrectScore
    from tests.desks import A, B, a_desk, a_table

    with a_desk(tmp_path / "data") as desk:
        table = a_table(desk)
        sheet = table.play(A, "8D", "WINDY", announced=30, clocks=(1400, 1500))
        table.enter(CallHold(seat=B))
        table.enter(ReleaseHold(seat=B))
        table.play(B, "7C", "GALE")
        table.challenge(A, True, "GALE")
        table.play(A, "4B", "TILTZ")
        table.challenge(B, False)
        table.enter(
            CorrectScore(version=sheet.version, now=32, reason="miscounted", approved_by="D1")
        )
        written = exported(table.sheet, "Spring Open").decode()
        with speaking("de"):  # whoever asks for it, it is the same file
            assert exported(table.sheet, "Spring Open").decode() == written

    assert "#note Clocks 23:20 25:00." in written
    assert "Corrected: was 8D WINDY +30, now 8D WINDY +32 (miscounted; D1)." in written
    assert "Player 2 called hold" in written
    assert ">Player_2:  (challenge) +5 21" in written
    assert ">Player_1:  -- " in written
    assert "#incomplete" in written
    report = check(written.encode(), "x")
    assert report.scores == {"Player_1": 32, "Player_2": 21}
