"""A tournament without a ledger: rows made up here, and one whole game read from a fixture."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

WHOLE_GAME = Path(__file__).with_name("fixtures") / "whole_game.json"

PLAYERS = [
    "Ottilie Brandt", "Kwabena Osei-Lund", "Marisol Teague", "Piotr Wilczak", "Anneke Voss",
    "Dara Quillan", "Ignatius Okoro", "Sunniva Hale", "Tobias Renn", "Leocadia Marsh",
    "Yusuf Denholm", "Bríd Calloway", "Noor Abendroth", "Casimir Pell", "Xiomara Lunt",
    "Hollis Greenaway",
]  # fmt: skip


@dataclass(frozen=True)
class Row:
    slug: str
    name: str
    place: str
    rulebook: str
    lexicon: str
    players: int
    rounds: int
    games: int
    finished: int


@dataclass(frozen=True)
class Game:
    id: UUID
    tournament: str
    division: str
    round_number: int
    table: int
    replay: int
    names: tuple[str, str]
    totals: tuple[int, int]
    state: str
    on_move: str | None = None
    turns: int = 0
    version: int = 1
    position: int = 1
    unseen: int = 100
    clocks: tuple[int, int] | None = None
    flags: tuple[str, ...] = ()
    last_line: str = ""
    written_at: str = "2026-11-14T14:00:00Z"


@dataclass(frozen=True)
class Standing:
    number: int
    name: str
    division: str
    wins: float
    losses: float
    spread: int
    games: int
    starts: int


@dataclass(frozen=True)
class Change:
    position: int
    game: UUID | None
    tournament: str
    version: int
    topic: str


@dataclass
class FakeSite:
    """The hall, the games and the log of one invented tournament, in memory."""

    rows: dict[UUID, Game] = field(default_factory=dict)
    tournament_rows: list[Row] = field(default_factory=list)
    standing_rows: list[Standing] = field(default_factory=list)
    log: list[Change] = field(default_factory=list)
    replays: dict[UUID, dict] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)
    moved: threading.Condition = field(default_factory=threading.Condition)

    @property
    def hall(self):
        return self

    def tournaments(self):
        return tuple(self.tournament_rows)

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
        asked = (slug, round_number, table, division, replay)
        return next((row for row in self.rows.values() if _place(row) == asked), None)

    def standings(self, slug):
        return tuple(self.standing_rows)

    def search(self, text, limit=20):
        found = [r for r in self.rows.values() if text.lower() in " ".join(r.names).lower()]
        return tuple(found[:limit])

    def replay(self, game, asof):
        whole = self.replays[game]
        return json.dumps(as_known(whole, asof) if asof else whole).encode()

    def sheet(self, game, asof):
        return (game, asof)

    def gcg(self, game):
        return f"#player1 a {self.rows[game].names[0]}\n".encode()

    def last_position(self):
        return self.log[-1].position if self.log else 0

    def changes(self, after, limit):
        return [change for change in self.log if change.position > after][:limit]

    def wait_past(self, position, timeout):
        with self.moved:
            return self.moved.wait_for(lambda: self.last_position() > position, timeout)

    def troubles(self):
        return self.trouble

    def happen(self, game: UUID, topic="play-recorded", **changes):
        """Change a row and write it to the log."""
        with self.moved:
            row = self.rows[game]
            position = self.last_position() + 1
            version = row.version + 1
            self.rows[game] = replace(row, version=version, position=position, **changes)
            self.log.append(Change(position, game, row.tournament, version, topic))
            self.moved.notify_all()


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


def a_site(slug="kestrel-bay-2026") -> FakeSite:
    """Round 3 of the Kestrel Bay Open, with the whole game at table 14 and others under way."""
    site = FakeSite()
    site.tournament_rows.append(
        Row(slug, "Kestrel Bay Open 2026", "Harbour Hall, Kestrel Bay", "wespa-5.1", "CSW24",
            len(PLAYERS), 7, 56, 19)
    )  # fmt: skip
    game = whole_game()
    whole = UUID(game["game"]["id"])
    site.replays[whole] = game
    states = [
        "playing",
        "challenge",
        "final",
        "on hold",
        "signed by one",
        "amended",
        "over",
        "final",
    ]
    for number in range(1, 6):
        for table in range(8):
            names = (PLAYERS[(table * 2 + number) % 16], PLAYERS[(table * 2 + 1 + number * 3) % 16])
            place = (slug, "", number, 11 + table)
            state = "final" if number < 3 else states[table] if number == 3 else "scheduled"
            row = Game(
                uuid5(NAMESPACE_URL, str(place)), slug, "", number, 11 + table, 1, names,
                (0, 0) if state == "scheduled" else (380 + 7 * table, 361 + 11 * ((table * 5) % 7)),
                state,
                on_move="second" if state in ("playing", "challenge") else None,
                turns=12, version=20 + table, unseen=34,
                flags=("challenge",) if state == "challenge" else ("correction",) if table == 5 else (),
                last_line="" if state == "scheduled" else "10H PYGIDIUM +67",
            )  # fmt: skip
            if number == 3 and table == 3:
                row = replace(
                    row, id=whole, names=tuple(p["name"] for p in game["players"]),
                    totals=tuple(game["result"]["totals"]), state="final", unseen=2, on_move=None,
                    version=game["game"]["version"], last_line="A4 AEROBIa +78",
                    flags=("challenge", "phoney", "correction", "overtime"),
                )  # fmt: skip
            site.rows[row.id] = row
            site.log.append(Change(len(site.log) + 1, row.id, slug, row.version, "game-scheduled"))
    site.standing_rows.extend(
        Standing(n + 1, name, "", max(0, 3 - n // 4) - (0.5 if n == 5 else 0), n // 4, 312 - 41 * n, 3, 1 + n % 2)
        for n, name in enumerate(PLAYERS)
    )  # fmt: skip
    return site


def a_game_being_played(site: FakeSite, plies=9) -> UUID:
    """The whole game stopped after so many plies, at table 11 of round 3."""
    row = site.find("kestrel-bay-2026", 3, 11)
    game = whole_game()
    game["game"].update(id=str(row.id), table=11, state="playing", version=row.version)
    game.update(result=None, plies=game["plies"][:plies])
    game["moments"] = [m for m in game["moments"] if m["version"] <= game["plies"][-1]["version"]]
    site.replays[row.id] = game
    return row.id
