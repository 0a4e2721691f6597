"""Standings: wins, ties, spread, forfeits, penalties in spread, starts."""

from __future__ import annotations

from itertools import count

import pytest

from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import Resign
from ledger.game.results.amending import AmendResult
from ledger.game.results.signing import ProposeResult
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.hall import open_hall
from ledger.hall.rows import StandingRow
from ledger.hall.standings import standings
from ledger.record.events import Envelope, Event, game_id
from ledger.tournament.facts import Pairing
from ledger.vocabulary import Points
from migrations.hall_db import prepare
from tests.desks import DIRECTOR, ORGANISER, A, B, Table, a_desk, a_table, a_tournament, signature
from tests.officials import Organiser


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        desk.followers = (hall,)
        yield desk
        hall.close()


@pytest.fixture
def table(desk):
    return a_table(desk)


@pytest.fixture
def stand(desk):
    """Number, wins, losses, spread, games and starts of each player, in order."""
    return lambda: [
        (row.number, row.wins, row.losses, row.spread, row.games, row.starts)
        for row in desk.followers[0].standings("spring-open")
    ]


def forfeited(table, **what):
    """A forfeit, on the terms of a director's ruling."""
    return table.enter(Forfeit(**what), by=DIRECTOR, case=table.ruled())


def test_before_the_first_result_everybody_stands_there_with_nothing(desk, stand):
    a_tournament(desk, tables=2)

    assert stand() == [(number, 0, 0, 0, 0, 0) for number in (1, 2, 3, 4)]


def test_a_game_being_played_does_not_count(table, stand):
    table.play(A, "8D", "WINDY")

    assert stand() == [(1, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0)]


def test_a_win_its_spread_and_who_began(table, stand):
    sheet = table.over_and_counted()
    spread = sheet.totals[0] - sheet.totals[1]

    assert stand() == [(1, 1, 0, spread, 1, 1), (2, 0, 1, -spread, 1, 0)]


def test_a_tie_is_half_a_win_and_half_a_loss(table, stand):
    table.signed()
    table.enter(
        AmendResult(now=(30, 30), reason="agreed"),
        by=DIRECTOR,
        case=table.ruled(),
    )

    assert stand() == [(1, 0.5, 0.5, 0, 1, 1), (2, 0.5, 0.5, 0, 1, 0)]


def test_an_amended_result_takes_the_place_of_the_signed_one(table, stand):
    table.signed()
    table.enter(
        AmendResult(now=(300, 350), reason="swapped"),
        by=DIRECTOR,
        case=table.ruled(),
    )

    assert stand() == [(2, 1, 0, 50, 1, 0), (1, 0, 1, -50, 1, 1)]


def test_a_forfeit_margin_is_the_spread_whatever_the_table_says(table, stand):
    table.play(A, "8D", "WINDY")
    forfeited(table, loser=A, cause="left", margin=Points(50))

    assert stand() == [(2, 1, 0, 50, 1, 0), (1, 0, 1, -50, 1, 1)]


def test_a_forfeit_before_the_start_is_no_start(desk, stand):
    [game] = a_tournament(desk)
    forfeited(Table(desk, game), loser=B, cause="no-show", margin=Points(50))

    assert stand() == [(1, 1, 0, 50, 1, 0), (2, 0, 1, -50, 1, 0)]


def test_the_scores_of_a_forfeit_are_the_spread(table, stand):
    forfeited(table, loser=B, cause="late", scores=(75, 0))

    assert stand() == [(1, 1, 0, 75, 1, 1), (2, 0, 1, -75, 1, 0)]


def test_a_margin_stands_after_both_signed_the_scores_at_the_table(table, stand):
    table.play(A, "8D", "WINDY")
    forfeited(table, loser=A, cause="left", margin=Points(50))
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))

    assert stand() == [(2, 1, 0, 50, 1, 0), (1, 0, 1, -50, 1, 1)]


def test_forfeited_by_both_it_is_a_loss_for_both(table, stand):
    forfeited(table, loser=None, cause="misconduct")

    assert stand() == [(1, 0, 1, 0, 1, 1), (2, 0, 1, 0, 1, 0)]


def test_who_resigns_loses_by_the_margin_even_when_ahead(table, stand):
    table.play(A, "8D", "WINDY")
    table.enter(Resign(seat=A, margin=Points(50)), by=DIRECTOR)

    assert stand() == [(2, 1, 0, 50, 1, 0), (1, 0, 1, -50, 1, 1)]


def test_a_penalty_in_spread_is_the_players_own_and_no_matter_of_the_score(table, stand):
    table.enter(
        ApplyPenalty(seat=A, unit="spread", amount=20, reason="late"),
        by=DIRECTOR,
        case=table.ruled(),
    )
    table.enter(
        ApplyPenalty(seat=B, unit="spread", amount=5, reason="late"),
        by=DIRECTOR,
        case=table.ruled(),
    )
    sheet = table.over_and_counted()
    spread = sheet.totals[0] - sheet.totals[1]

    assert stand() == [(1, 1, 0, spread - 20, 1, 1), (2, 0, 1, -spread - 5, 1, 0)]


def test_rounds_add_up(desk, stand):
    games = list(a_tournament(desk, tables=1))
    games += Organiser(desk).pair_round("spring-open", 2, [Pairing(1, 2, 1)], by=ORGANISER)
    numbers = count(1)
    for game in games:
        table = Table(desk, game)
        table.numbers = numbers
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.over_and_counted()

    assert stand() == [(1, 1, 1, 0, 2, 1), (2, 1, 1, 0, 2, 1)]


def test_a_pairing_played_again_counts_once(table, desk, stand):
    table.over_and_counted()
    scheduled = table.sheet.scheduled
    again = game_id("spring-open", 1, 1, replay=2)
    fact = GameScheduled(
        tournament="spring-open",
        round_number=1,
        table=1,
        replay=2,
        players=scheduled.players,
        numbers=scheduled.numbers,
        rulebook=scheduled.rulebook,
        options=scheduled.options,
    )
    sent = table.sent()
    envelope = Envelope(
        written_at=desk.now(), written_by=DIRECTOR, command_id=sent.command_id, fact=fact
    )
    desk.log.append([Event(again, 1, envelope)])
    desk.caught_up()
    assert stand() == [(1, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0)]

    second = Table(desk, again)
    second.numbers = table.numbers
    forfeited(second, loser=A, cause="left", margin=Points(10))

    assert stand() == [(2, 1, 0, 10, 1, 0), (1, 0, 1, -10, 1, 0)]


def test_who_never_entered_goes_by_name_and_the_division_of_the_game():
    rows = standings([], [("B", 0, "Ann Lee", 2, 31, 0, "Ben Ode", 0, -31, True)])

    assert rows == (
        StandingRow(
            number=0, name="Ann Lee", division="B", wins=1.0, losses=0.0, spread=31, games=1,
            starts=1, place=1,
        ),
        StandingRow(
            number=0, name="Ben Ode", division="B", wins=0.0, losses=1.0, spread=-31, games=1,
            starts=0, place=2,
        ),
    )  # fmt: skip


def test_divisions_first_then_wins_then_spread_then_name():
    players = [(1, "Zoe", "A"), (2, "Ann", "B"), (3, "Cy", "A"), (4, "Bo", "A"), (5, "Di", "A")]
    results = [
        ("A", 1, "Zoe", 2, 10, 3, "Cy", 0, -10, True),
        ("A", 4, "Bo", 2, 90, 5, "Di", 0, -10, True),
    ]

    assert [row.name for row in standings(players, results)] == ["Bo", "Zoe", "Cy", "Di", "Ann"]


ROUND_OF_FOUR = [
    ("A", 1, "Ann", 2, 10, 2, "Ben", 0, -10, True),
    ("A", 3, "Cy", 2, 90, 4, "Di", 0, -90, True),
    ("A", 1, "Ann", 2, 5, 3, "Cy", 0, -5, True),
    ("A", 2, "Ben", 2, 200, 4, "Di", 0, -200, True),
    ("A", 4, "Di", 2, 40, 1, "Ann", 0, -40, True),
    ("A", 2, "Ben", 0, -70, 3, "Cy", 2, 70, True),
]  # Ann 2 wins −25, Ben 1 +120, Cy 2 +155, Di 1 −250


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        (("spread",), ["Cy 1", "Ann 2", "Ben 3", "Di 4"]),
        (("head-to-head", "spread"), ["Ann 1", "Cy 2", "Ben 3", "Di 4"]),
        (("opponents-wins",), ["Ann 1", "Cy 1", "Ben 3", "Di 3"]),
        (("opponents-wins", "spread"), ["Cy 1", "Ann 2", "Ben 3", "Di 4"]),
        ((), ["Ann 1", "Cy 1", "Ben 3", "Di 3"]),
    ],
)
def test_ties_are_broken_as_announced_and_who_is_level_shares_a_place(ties, order):
    rows = standings([(n, name, "A") for n, name in enumerate(("Ann", "Ben", "Cy", "Di"), 1)],
                     ROUND_OF_FOUR, ties=ties)  # fmt: skip

    assert [f"{row.name} {row.place}" for row in rows] == order


def test_who_met_whom_counts_only_among_those_who_are_level():
    """Three on one win: their games with the fourth, who has none, say nothing about them."""
    players = [(n, name, "A") for n, name in enumerate(("Ann", "Ben", "Cy", "Di"), 1)]
    results = [
        ("A", 1, "Ann", 2, 1, 4, "Di", 0, -1, True),
        ("A", 2, "Ben", 2, 300, 3, "Cy", 0, -300, True),
        ("A", 3, "Cy", 2, 2, 4, "Di", 0, -2, True),
    ]

    rows = standings(players, results, ties=("head-to-head", "spread"))

    assert [row.name for row in rows] == ["Ben", "Ann", "Cy", "Di"]
