"""A tournament without a ledger: rows made up here, and one whole game read from a fixture."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from msgspec.structs import replace

from ledger.hall import ChangeRow, GameRow, StandingRow, TournamentName, TournamentRow
from ledger.hall.standings_building import Entered, Sat
from ledger.hall.standings_view import Entrant
from ledger.replay.replayed import Replayed
from tests.courses import a_course
from web.frame.wording import FINISHED
from web.monitoring.checks import Check

WHOLE_GAME = Path(__file__).with_name("fixtures") / "whole_game.json"

PLAYERS = [
    "Ottilie Brandt", "Kwabena Osei-Lund", "Marisol Teague", "Piotr Wilczak", "Anneke Voss",
    "Dara Quillan", "Ignatius Okoro", "Sunniva Hale", "Tobias Renn", "Leocadia Marsh",
    "Yusuf Denholm", "Bríd Calloway", "Noor Abendroth", "Casimir Pell", "Xiomara Lunt",
    "Hollis Greenaway",
]  # fmt: skip


def a_row(**what) -> GameRow:
    """A game's row with the parts a test cares about set."""
    plain = {
        "id": UUID(int=1), "tournament": "kestrel-bay-2026", "division": "", "round_number": 3,
        "table": 14, "replay": 1, "names": ("Ann Lee", "Ben Ode"), "totals": (0, 0),
        "state": "scheduled", "on_move": None, "turns": 0, "version": 1, "position": 1,
        "unseen": 93, "clocks": None, "flags": (), "last_line": "",
        "written_at": "2026-11-14T14:00:00Z",
    }  # fmt: skip
    return GameRow(**(plain | what))


@dataclass
class FakeSite:
    """The hall, the games and the log of one invented tournament, in memory."""

    rows: dict[UUID, GameRow] = field(default_factory=dict)
    tournament_rows: list[TournamentRow] = field(default_factory=list)
    standing_rows: list[StandingRow] = field(default_factory=list)
    log: list[ChangeRow] = field(default_factory=list)
    replays: dict[UUID, dict] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)
    moved: threading.Condition = field(default_factory=threading.Condition)

    @property
    def hall(self):
        return self

    def time_zone(self, slug):
        return ""

    def elsewhere(self, slug, number):
        return ""

    def language(self, slug):
        return ""

    def tournaments(self):
        return tuple(self.tournament_rows)

    def tournament_names(self):
        rows = self.tournament_rows
        return tuple(TournamentName(row.slug, row.name, row.first_day, row.over) for row in rows)

    def tournament(self, slug):
        return next((row for row in self.tournament_rows if row.slug == slug), None)

    def games(self, slug, round_number=None, division=None):
        rows = [
            row
            for row in self.rows.values()
            if row.tournament == slug
            and round_number in (None, row.round_number)
            and division in (None, row.division)
        ]
        return tuple(sorted(rows, key=lambda r: (r.division, r.round_number, r.table, r.replay)))

    def game(self, game):
        return self.rows.get(game)

    def find(self, slug, round_number, table, division="", replay=1):
        request = (slug, round_number, table, division, replay)
        return next((row for row in self.rows.values() if _place(row) == request), None)

    def standings(self, slug):
        """Placed as the hall places them: who has as many wins and as much spread shares one."""
        level = [(row.wins, row.spread) for row in self.standing_rows]
        return tuple(
            replace(row, place=1 + level.index((row.wins, row.spread)))
            for row in self.standing_rows
        )

    def course(self, slug, after=0):
        """The rows as a course, with numbers by ``PLAYERS``; the standings as they are set."""
        row = self.tournament(slug)
        if row is None:
            return None
        numbers = {name: number for number, name in enumerate(PLAYERS, 1)}
        sat = [a_sat(each, numbers) for each in self.games(slug)]
        course = a_course(
            [Entered(Entrant(number=number, name=name), 0) for name, number in numbers.items()],
            [one for one in sat if not after or one.round_number <= after],
            row=row, after=after, ties=("spread",),
        )  # fmt: skip
        return replace(course, standings=self.standings(slug))

    def stamp(self, slug):
        return (self.last_position(), len(self.standing_rows))

    def bests(self, slug, division="", most=1):
        return ()

    def search(self, text, limit=20):
        found = [r for r in self.rows.values() if text.lower() in " ".join(r.names).lower()]
        return tuple(found[:limit])

    def hall_shown_to(self, viewer):
        return self

    def shown(self, viewer, row):
        return row

    def now(self):
        return datetime.now(UTC)

    def fell_due(self, viewer, slug, since, until):
        return ()

    def replay(self, game, asof, viewer):
        whole = self.replays[game]
        return msgspec.convert(as_known(whole, asof) if asof else whole, Replayed)

    def sheet(self, game, asof, viewer, paper):
        return (game, asof)

    def gcg(self, game, viewer):
        return f"#player1 a {self.rows[game].names[0]}\n".encode()

    era = ""

    def tell_other_nodes(self, game):
        pass

    def on_table_told(self, tell):
        pass

    def last_position(self):
        return self.log[-1].position if self.log else 0

    def follows_to(self):
        return self.last_position()

    def changes(self, after, limit):
        return [change for change in self.log if change.position > after][:limit]

    def wait_past(self, position, timeout):
        with self.moved:
            return self.moved.wait_for(lambda: self.last_position() > position, timeout)

    def checks(self):
        return [Check("record", "trouble", told) for told in self.trouble]

    def happen(self, game: UUID, topic="play-recorded", **changes):
        """Change a row and write it to the log."""
        with self.moved:
            row = self.rows[game]
            position = self.last_position() + 1
            version = row.version + 1
            self.rows[game] = replace(row, version=version, position=position, **changes)
            change = {"position": position, "game": game, "tournament": row.tournament}
            self.log.append(ChangeRow(**change, version=version, topic=topic))
            self.moved.notify_all()


def a_sat(row, numbers):
    """A row as a game of a course."""
    over = row.state in FINISHED and row.totals is not None
    one, two = row.totals or (0, 0)
    return Sat(
        id=row.id.hex, division=row.division, round_number=row.round_number, table=row.table,
        replay=row.replay, first_number=numbers.get(row.names[0], 0), first=row.names[0],
        second_number=numbers.get(row.names[1], 0), second=row.names[1], first_total=one,
        second_total=two, state=row.state, counted=int(over), begun=int(over),
        first_half_wins=(1 + (one > two) - (one < two)) if over else 0,
        second_half_wins=(1 + (two > one) - (two < one)) if over else 0,
        first_spread=one - two, second_spread=two - one, turns=row.turns,
    )  # fmt: skip


def _place(row):
    return (row.tournament, row.round_number, row.table, row.division, row.replay)


def as_known(whole: dict, asof: datetime) -> dict:
    """The record at a moment: later plies gone, later corrections not yet made."""
    moment = asof.strftime("%Y-%m-%dT%H:%M:%SZ")
    known = json.loads(json.dumps(whole))
    known["asof"] = moment
    known["plies"] = [ply for ply in known["plies"] if ply["written_at"] <= moment]
    for ply in known["plies"]:
        later = [each for each in ply["corrections"] if each["at"] > moment]
        if later:
            off = ply["score"] - ply["announced"]
            ply["score"] = ply["announced"]
            place = ["first", "second"].index(ply["seat"])
            for after in known["plies"][ply["ply"] - 1 :]:
                after["totals"][place] -= off
            ply["corrections"] = [each for each in ply["corrections"] if each["at"] <= moment]
            ply["marks"] = [mark for mark in ply["marks"] if mark != "correction"]
    if len(known["plies"]) < len(whole["plies"]):
        known["result"] = None
        known["game"]["state"] = "playing"
    versions = [each["version"] for each in known["moments"] if each["at"] <= moment]
    known["game"]["version"] = max(versions, default=0)
    return known


def whole_game() -> dict:
    return json.loads(WHOLE_GAME.read_text("utf-8"))


STATES = ("playing", "challenge", "final", "on hold", "signed by one", "amended", "over", "final")


def a_site(slug="kestrel-bay-2026") -> FakeSite:
    """Round 3 of the Kestrel Bay Open, with the whole game at table 14 and others under way."""
    site = FakeSite()
    site.tournament_rows.append(
        TournamentRow(
            slug=slug, name="Kestrel Bay Open 2026", place="Harbour Hall, Kestrel Bay",
            first_day="2026-03-14", last_day="2026-03-15",
            rulebook="wespa-5.1", lexicon="CSW24", players=len(PLAYERS), rounds=7, games=40,
            finished=22,
        )
    )  # fmt: skip
    for number in range(1, 6):
        for table in range(11, 19):
            add(
                site, the_game(slug) if (number, table) == (3, 14) else a_table(slug, number, table)
            )
    site.replays[the_game(slug).id] = whole_game()
    site.standing_rows.extend(a_standing(place, name) for place, name in enumerate(PLAYERS))
    return site


def add(site: FakeSite, row: GameRow) -> GameRow:
    position = len(site.log) + 1
    site.rows[row.id] = replace(row, position=position)
    site.log.append(
        ChangeRow(
            position=position, game=row.id, tournament=row.tournament, version=row.version,
            topic="game-scheduled",
        )
    )  # fmt: skip
    return row


@cache
def the_game(slug: str) -> GameRow:
    game = whole_game()
    return a_row(
        id=UUID(game["game"]["id"]), tournament=slug, state="final", turns=23, unseen=2,
        names=tuple(player["name"] for player in game["players"]),
        totals=tuple(game["result"]["totals"]), version=game["game"]["version"],
        last_line="Kwabena Osei-Lund A4 AEROBIa +78",
        flags=("challenge", "phoney", "correction", "overtime"),
    )  # fmt: skip


def a_table(slug: str, number: int, table: int) -> GameRow:
    seat = (table - 11) * 2 + number
    names = (PLAYERS[seat % 16], PLAYERS[(seat + 1 + number * 2) % 16])
    state = "final" if number < 3 else STATES[table - 11] if number == 3 else "scheduled"
    totals = (303 + 7 * table, 277 + 11 * (table * 5 % 13))
    return a_row(
        id=uuid5(NAMESPACE_URL, f"{slug}/{number}/{table}"), tournament=slug, round_number=number,
        table=table, names=names, totals=(0, 0) if state == "scheduled" else totals, state=state,
        on_move="second" if state in ("playing", "challenge") else None, turns=12,
        version=20 + table, unseen=34, flags=("challenge",) if state == "challenge" else (),
        last_line="" if state == "scheduled" else f"{names[0]} 10H PYGIDIUM +67",
    )  # fmt: skip


def a_standing(place: int, name: str) -> StandingRow:
    losses = place // 4
    return StandingRow(
        number=place + 1, name=name, division="", wins=3 - losses - (0.5 if place == 5 else 0),
        losses=losses, spread=312 - 41 * place, games=3, starts=1 + place % 2,
    )  # fmt: skip


def a_game_being_played(site: FakeSite, plies=9) -> UUID:
    """The whole game stopped after so many plies, at table 11 of round 3."""
    row = site.find("kestrel-bay-2026", 3, 11)
    game = whole_game()
    game["game"].update(id=str(row.id), table=11, state="playing", version=row.version)
    game.update(result=None, plies=game["plies"][:plies])
    game["moments"] = [m for m in game["moments"] if m["version"] <= game["plies"][-1]["version"]]
    site.replays[row.id] = game
    return row.id
