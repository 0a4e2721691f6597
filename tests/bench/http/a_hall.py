"""A record with 200 tables, each with its tablet and a scorekeeper who is signed in."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import msgspec

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.requests import PlaceTiles
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Role, Seat
from tests.decisions.a_real_game import turns
from tests.officials import Organiser
from web.command_line.opened import opened

SLUG, TABLES, ROUNDS, PIN = "spring-open", 200, 4, "a good pin"
MOVES = tuple(turns())


class Tablet(msgspec.Struct):
    """What one tablet knows: its cookies, and its games, one a round."""

    device: str
    cookies: str
    games: list[str]


class Hall(msgspec.Struct):
    """What whoever asks must know of the hall."""

    tablets: list[Tablet]
    director: str


def a_hall(folder: Path, tables: int = TABLES) -> Hall:
    """Make the record."""
    with opened(folder, make=True) as here:
        office, organiser = Badges(here.desk, here.local_store, Cost(2, 1, 1)), Organiser(here.desk)
        office.issue("D1", "Dora", Role.DIRECTOR, by=CONSOLE)
        here.badges.pins.set("D1", PIN)  # at what a guess costs in earnest
        organiser.open_tournament(
            SLUG, "Spring Open", "wespa-5.1", by=CONSOLE,
            options=(("challenge-mode", "points-per-word-5"),),
        )  # fmt: skip
        players = [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, 2 * tables + 1)]
        organiser.enter_players(SLUG, players, by=CONSOLE)
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, tables + 1)]
        rounds = [
            organiser.pair_round(SLUG, number, pairings, by=CONSOLE)
            for number in range(1, ROUNDS + 1)
        ]
        tablets = []
        for table in range(1, tables + 1):
            badge = f"K{table}"
            office.issue(badge, f"Keeper {table}", Role.SCOREKEEPER, by=CONSOLE)
            taken = office.tablets.enrol(office.tablets.invite(f"{SLUG}/T{table}", by="D1"))
            token = office.sessions.begin(badge, taken.device)
            games = [games[table - 1] for games in rounds]
            for game in games:
                for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
                    here.desk.record(game, request, Sent(by=badge, command_id=uuid4()))
            cookies = f"tilescribe-session={token}; tilescribe-device={taken.key}"
            tablets.append(Tablet(taken.device, cookies, [str(game) for game in games]))
        director = f"tilescribe-session={office.sessions.begin('D1')}"
    return Hall(tablets, director)


class Entries:
    """The turns of one tablet, in order: whole games, one after another."""

    def __init__(self, tablet: Tablet) -> None:
        self._tablet = tablet
        self._seq = 0
        self._turns = self._all()

    def __next__(self) -> bytes:
        """The next turn, as JSON."""
        return next(self._turns)

    def _all(self):
        for game in self._tablet.games:
            seat, after = Seat.FIRST, None
            for placement, score in MOVES:
                self._seq += 1
                command = str(uuid4())
                entry = {
                    "command_id": command, "device_seq": self._seq, "game": game,
                    "asked": PlaceTiles(seat=seat, placement=placement, announced=score),
                    "clocks": [1400, 1400],
                }  # fmt: skip
                if after:
                    entry["after"] = after
                yield msgspec.json.encode(entry)
                seat, after = seat.opponent, command
