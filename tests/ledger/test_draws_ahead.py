"""A draw is worked out while tablets go on, and enters only if what it is made from still holds."""

from __future__ import annotations

from threading import Thread

import pytest
from msgspec.structs import replace

from ledger.game.results.slips import TypeSlip
from ledger.requests import WorkedOut
from ledger.tournament.draw import from_record
from ledger.tournament.facts import RoundDrawn
from ledger.tournament.players import ForbidPair
from ledger.tournament.round_repairs import RepairRound
from ledger.tournament.standing_now import RoundsRead
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, SCOREKEEPER, a_desk
from tests.ledger.test_draws_written import STREAM, Event


@pytest.fixture
def event(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        event = Event(desk).begin()
        event.draws(1)
        yield event


@pytest.fixture
def while_drawing(monkeypatch):
    """Does something, each time from another thread, while a draw is worked out; counts draws."""
    draws, to_do = [], []
    drawn = from_record.drawn

    def draw(told):
        draws.append(told)
        if to_do:
            other = Thread(target=to_do.pop(0), daemon=True)
            other.start()
            other.join(timeout=60)
            assert not other.is_alive(), "who is at a table waits for the draw"
        return drawn(told)

    monkeypatch.setattr(from_record, "drawn", draw)
    monkeypatch.setattr(from_record, "_kept", WorkedOut())
    return draws, to_do


def types(slip, event, game):
    return lambda: event.asks(game, TypeSlip(scores=slip, starter=1), SCOREKEEPER)


def order(event):
    """Streams in the order in which they were written to, the draw as ``"drawn"``."""
    return [
        "drawn" if isinstance(one.fact, RoundDrawn) else one.originator_id
        for _, one in event.desk.log.read(0, 1000)
    ]


def test_a_tablet_enters_a_turn_while_a_draw_is_worked_out(event, while_drawing):
    draws, to_do = while_drawing
    games = event.games(1)
    to_do.append(lambda: event.start(games[0]))
    event.draws(2)
    written = order(event)
    last_draw = len(written) - 1 - written[::-1].index("drawn")
    assert games[0] in written[:last_draw][-3:]
    assert event.desk.sheet(games[0]).started
    # The game goes on, its starter is who was named first: the draw is as it was, and made once.
    assert len(draws) == 1


def test_a_result_that_comes_meanwhile_is_drawn_from(event, while_drawing):
    draws, to_do = while_drawing
    event.play(1)
    games = event.games(1)
    event.draws(2)
    to_do.append(types((300, 500), event, event.games(2)[0]))
    event.draws(3)
    assert len(games) == 4
    assert len(draws) == 3  # round 2, round 3, and that once more
    inputs = event.now.draws[-1]
    winner = event.desk.sheet(event.games(2)[0]).scheduled.numbers[1]
    wins = {one.number: one.half_wins for one in draws[-1].entrants}
    assert wins[winner] == max(wins.values())
    assert inputs.round_number == 3


def test_who_confirms_a_draw_is_told_that_it_moved_on_meanwhile(event, while_drawing, monkeypatch):
    draws, to_do = while_drawing
    request = event.asked(2)
    seen = event.looks(request).digest
    monkeypatch.setattr(from_record, "_kept", WorkedOut())
    to_do.append(types((300, 500), event, event.games(1)[0]))
    with pytest.raises(Refusal) as caught:
        event.draws(2, seen=seen)
    assert caught.value.code == "draw-moved-on"
    assert len(event.now.draws) == 1
    assert draws


def test_a_pair_that_is_kept_apart_meanwhile_does_not_meet(event, while_drawing, monkeypatch):
    draws, to_do = while_drawing
    first = event.looks(event.asked(2)).drawn.pairings[0]
    monkeypatch.setattr(from_record, "_kept", WorkedOut())
    to_do.append(
        lambda: event.asks(STREAM, ForbidPair(one=first.first, other=first.second), ORGANISER)
    )
    event.draws(2)
    assert {first.first, first.second} not in [{x.first, x.second} for x in event.holds(2)]
    assert len(draws) >= 2


def test_a_round_paired_meanwhile_is_not_paired_twice(event, while_drawing):
    _, to_do = while_drawing
    to_do.append(lambda: event.draws(2, seed=7))
    with pytest.raises(Refusal) as caught:
        event.draws(2)
    assert caught.value.code == "round-paired"
    assert [one.round_number for one in event.now.rounds] == [1, 2]


def test_more_written_than_can_be_looked_through_is_drawn_anew(event, while_drawing, monkeypatch):
    draws, to_do = while_drawing
    monkeypatch.setattr("ledger.desk.tournaments.MOST_SINCE", 1)
    to_do.append(lambda: event.start(event.games(1)[0]))
    event.draws(2)
    assert len(draws) == 1  # of the same inputs, so it is the draw that was made
    assert len(event.now.draws) == 2


def test_all_that_a_draw_wants_is_worked_out_again_only_where_it_was_written_to(event, monkeypatch):
    read = []
    sheet = event.desk.shelf.sheet
    monkeypatch.setattr(event.desk.shelf, "sheet", lambda game: read.append(game) or sheet(game))
    drawn = from_record.drawn
    games = event.games(1)

    def draw(told):
        event.start(games[0])
        read.clear()
        return drawn(told)

    monkeypatch.setattr(from_record, "drawn", draw)
    monkeypatch.setattr(from_record, "_kept", WorkedOut())
    event.draws(2)
    assert set(read) & set(games) == {games[0]}


class Counting:
    """What is at hand for a draw, and which games were read."""

    def __init__(self, desk):
        self.desk, self.read = desk, []
        self.version_of = desk.log.version_of

    def sheet(self, game):
        self.read.append(game)
        return self.desk.sheet(game)


def test_who_looks_again_reads_only_the_games_that_were_written_to_since(event):
    games, counting = event.games(1), Counting(event.desk)

    def looked():
        counting.read.clear()
        return event.desk.rounds_read.before(event.now, "", 2, counting)

    first = looked()
    assert sorted(counting.read) == sorted(games)
    assert looked() == first
    assert counting.read == []
    types((300, 500), event, games[0])()
    assert looked() != first
    assert counting.read == [games[0]]
    assert looked() == RoundsRead(event.desk.log).before(event.now, "", 2, event.at_hand)


def test_a_game_played_again_and_players_moved_are_seen_by_who_looks_again(event):
    event.play(1)
    event.looks(event.asked(2))
    event.draws(2)
    event.looks(event.asked(3))
    holds = event.holds(2)
    swap = tuple(
        replace(one, second=other.second)
        for one, other in zip(holds, (*holds[1:], holds[0]), strict=True)
    )
    event.asks(STREAM, RepairRound(round_number=2, pairings=swap, reason="wrong"), ORGANISER)
    assert event.desk.rounds_read.before(event.now, "", 3, event.at_hand) == (
        RoundsRead(event.desk.log).before(event.now, "", 3, event.at_hand)
    )
