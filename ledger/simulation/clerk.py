"""Who tells the desk what happens at a made-up table, and what is really so there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import sin
from random import Random
from typing import Any, Literal
from uuid import UUID, uuid4

from msgspec import Struct

from ledger import rulebook
from ledger.desk.desk import Desk
from ledger.desk.requests import Refused, Sent, Written, from_the_desk
from ledger.equipment.board import load_board
from ledger.equipment.scoring import unseen_tiles
from ledger.equipment.tile_set import BLANK, USUAL_TILES, TileSet, load_tile_set
from ledger.game.deciding import MAY_ASK
from ledger.game.keeping.requests import TakeOverTable
from ledger.game.results.amending import SignAmendment
from ledger.game.results.signatures import digest, digest_shown, shown_amendment
from ledger.game.results.signing import SignResult
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.opening import CloseCase, OpenCase
from ledger.incidents.ruling import GiveRuling
from ledger.record.events import Event
from ledger.record.kept_words import KeptWords, Strokes, kept_strokes
from ledger.requests import Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import trap
from ledger.rulebook.reading import load
from ledger.simulation.word_graph import Intent, Player, WordGraph
from ledger.vocabulary import NO_TILES, Clocks, Role, Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import SignedHow
from ledger.vocabulary.refusals import Refusal

# What came of a simulation: counts, speed, and every defect with what led to it.


SHOWN = 12  # kinds of defects a person is shown; the rest are counted


class Defect(Struct, frozen=True, kw_only=True):
    """Something that must not happen: an exception, a game nobody can end, a law broken.

    Attributes:
      game: number of the game in the simulation, from 1; with book and seed it says which.
      trace: where in the code, innermost last.
    """

    game: int
    place: str
    kind: Literal["exception", "stuck", "law"]
    what: str
    asked: str = ""
    trace: tuple[str, ...] = ()

    def __str__(self) -> str:
        after = f" after {self.asked}" if self.asked else ""
        return f"game {self.game} ({self.place}): {self.kind}: {self.what}{after}"


@dataclass
class Tally:
    requests: int = 0
    rulings: int = 0
    events: int = 0
    turns: int = 0
    games: int = 0
    points: int = 0
    topics: Counter[str] = field(default_factory=Counter)
    remarks: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    irregularities: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    wrong_answers: int = 0
    closed: Counter[str] = field(default_factory=Counter)
    left_open: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    met: set[tuple[str, str]] = field(default_factory=set)
    defects: list[Defect] = field(default_factory=list)

    def written(self, event: Event) -> None:
        self.events += 1
        self.topics[str(type(event.fact).__struct_config__.tag)] += 1
        for code in event.envelope.remarks:
            self.remarks[code] += 1

    def refused(self, code: str, request: str) -> None:
        self.refusals[code] += 1
        self.met.add((request, code))


class Report(Struct, frozen=True, kw_only=True):
    """The whole simulation in numbers; ``facts`` is a digest of all facts of all games.

    ``wrong_answers``: how often something offered was refused for what was answered. Were it
    refused whatever is answered, a law would be broken.
    """

    book: str
    seed: int
    games: int
    turns: int
    events: int
    requests: int
    rulings: int
    average_score: float
    seconds: float
    games_a_second: float
    facts: str
    ends: dict[str, int]
    irregularities: dict[str, int]
    topics: dict[str, int]
    remarks: dict[str, int]
    refusals: dict[str, int]
    steps: dict[str, int]
    skipped: dict[str, int]
    wrong_answers: int
    closed: dict[str, int]
    left_open: dict[str, int]
    exceptions: int
    stuck: int
    laws_broken: int
    defects: tuple[Defect, ...]

    @property
    def sound(self) -> bool:
        return not self.defects


def reported(tally: Tally, *, book: str, seed: int, seconds: float, facts: str) -> Report:
    kinds = Counter(defect.kind for defect in tally.defects)
    return Report(
        book=book,
        seed=seed,
        games=tally.games,
        turns=tally.turns,
        events=tally.events,
        requests=tally.requests,
        rulings=tally.rulings,
        average_score=round(tally.points / max(1, tally.games * len(Seat)), 1),
        seconds=round(seconds, 2),
        games_a_second=round(tally.games / seconds, 1) if seconds else 0.0,
        facts=facts,
        ends=_most_first(tally.ends),
        irregularities=_most_first(tally.irregularities),
        topics=_most_first(tally.topics),
        remarks=_most_first(tally.remarks),
        refusals=_most_first(tally.refusals),
        steps=_most_first(tally.steps),
        skipped=_most_first(tally.skipped),
        wrong_answers=tally.wrong_answers,
        closed=_most_first(tally.closed),
        left_open=_most_first(tally.left_open),
        exceptions=kinds["exception"],
        stuck=kinds["stuck"],
        laws_broken=kinds["law"],
        defects=tuple(tally.defects),
    )


def in_sentences(report: Report) -> str:
    rows = [
        (
            f"{report.book}, seed {report.seed}: {report.games} games, {report.turns} turns, "
            f"{report.events} events; {report.average_score} points a player on average."
        ),
        f"Ended: {_wording(report.ends)}.",
        f"Irregularities: {_wording(report.irregularities)}.",
        f"Refused: {_wording(report.refusals)}; {report.rulings} rulings.",
    ]
    closed, left = sum(report.closed.values()), sum(report.left_open.values())
    rows.append(
        f"Procedures: {closed} closed, {left} open at the end ({_wording(report.left_open)})."
    )
    rows.append(f"Offered, and refused for what was answered: {report.wrong_answers}.")
    if report.skipped:
        rows.append(f"Not followed to its end: {_wording(report.skipped)}.")
    alike: dict[tuple[str, str, tuple[str, ...]], list[Defect]] = {}
    for defect in report.defects:
        alike.setdefault((defect.kind, defect.what, defect.trace[-1:]), []).append(defect)
    for first, *others in list(alike.values())[:SHOWN]:
        rows.append(f"{first}; {len(others)} more like it" if others else str(first))
        rows += [f"  {frame}" for frame in first.trace]
    if (unsaid := len(alike) - SHOWN) > 0:
        rows.append(f"and {unsaid} more kinds; `--json` lists them all")
    rows.append(
        f"{report.exceptions} exceptions, {report.stuck} games stuck, "
        f"{report.laws_broken} laws broken."
    )
    rows.append(f"{report.seconds} s, {report.games_a_second} games a second.")
    return "\n".join(rows)


def _wording(counted: dict[str, int]) -> str:
    return ", ".join(f"{what} {number}" for what, number in counted.items()) or "nothing"


def _most_first(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda pair: (-pair[1], pair[0])))


# What the hand of a made-up player draws where a player signs: a wave, and a line under it.


A_HAND: Strokes = (
    tuple((8.0 * x, 40.0 + 24.0 * sin(x / 2.0) - 1.2 * x, 16.0 * x) for x in range(36)),
    ((20.0, 70.0, 700.0), (260.0, 58.0, 860.0)),
)
"""Strokes of nobody's."""


def drawn_by(game: UUID, seat: Seat, version: int) -> KeptWords:
    """What is kept of a signature given once ``version`` was written; each has a salt of its own.

    The same every time a game is made up, for no chance is in it.
    """
    return kept_strokes(A_HAND, sha256(f"{game} {seat} {version}".encode()).digest()[:16])


# Made-up players sign for what they are shown: a tablet would send its digest.


def signature(sheet: Sheet, seat: Seat, how: SignedHow) -> SignResult:
    words = drawn_by(sheet.id, seat, sheet.version).digest if how == "stroke" else ""
    shown = digest_shown(sheet, seat)
    return SignResult(seat=seat, totals=sheet.stands, how=how, shown=shown, words=words)


def agreement(sheet: Sheet, seat: Seat, how: SignedHow) -> SignAmendment:
    petition = sheet.result.amending
    if petition is None or petition.now is None:
        raise ValueError("no amendment is asked for")
    text = shown_amendment(sheet, seat, petition.now, petition.reason)
    words = drawn_by(sheet.id, seat, sheet.version).digest
    return SignAmendment(seat=seat, totals=petition.now, how=how, shown=digest(text), words=words)


def kept_with(request: Request, sheet: Sheet) -> tuple[KeptWords, ...]:
    if not isinstance(request, SignResult | SignAmendment) or not request.words:
        return ()
    # It was drawn before, where something else had to be written first.
    for version in range(sheet.version, 0, -1):
        kept = drawn_by(sheet.id, request.seat, version)
        if kept.digest == request.words:
            return (kept,)
    return ()


def seen_by_signer(
    request: type[Request], answers: Mapping[str, Any], table: Table
) -> dict[str, object]:
    """What a request for a signature holds that nobody is asked for."""
    if request not in (SignResult, SignAmendment):
        return {}
    seat, sheet = Seat(answers["seat"]), table.sheet
    if request is SignResult:
        signed: Request = signature(sheet, seat, "stroke")
    elif sheet.result.amending is None or sheet.result.amending.now is None:
        nothing = drawn_by(sheet.id, seat, sheet.version).digest
        return {"shown": nothing, "words": nothing}
    else:
        signed = agreement(sheet, seat, "stroke")
    names = [name for name in ("totals", "shown", "words") if hasattr(signed, name)]
    return {name: getattr(signed, name) for name in names}


# The tiles nobody can see: what is really on the two racks and in the bag of a made-up game.


def _letters(tile_set: TileSet) -> tuple[str, ...]:
    """Tiles that people speak of, the common ones oftener."""
    usual = tuple("EEEAAIONRTLSUDGQZ")
    if tile_set.name == USUAL_TILES:
        return usual
    counts = tile_set.counts.items()
    return tuple(tile for tile, count in counts if tile != BLANK for _ in range(max(1, count // 3)))


class Hands:
    """Both racks and the bag, kept in step with the sheet.

    The sheet knows how many tiles are where, and this which. After each entry the racks are
    settled again: tiles that lie on the board leave the rack, and what is lacking is drawn.
    """

    def __init__(self, random: Random, tile_set: str = USUAL_TILES) -> None:
        self.random = random
        self.tile_set: TileSet = load_tile_set(tile_set)
        self.letters = _letters(self.tile_set)
        self.racks: dict[Seat, list[str]] = {seat: [] for seat in Seat}
        self.bag: list[str] = []

    def settle(self, sheet: Sheet) -> None:
        unseen = unseen_tiles(self.tile_set, sheet.board.squares)
        left = Counter({tile: count for tile, count in unseen.items() if count > 0})
        missing, extra = (self.tile_set.cut_rack(tiles) for tiles in _irregular(sheet))
        left += Counter(extra)
        left += Counter({self.commonest: sheet.irregular.extra - len(extra)})
        left -= Counter(missing)
        for seat in Seat:
            kept: list[str] = []
            for tile in self.racks[seat][: max(0, sheet.stock.racks[seat.place])]:
                if left[tile] > 0:
                    left[tile] -= 1
                    kept.append(tile)
            self.racks[seat] = kept
        self.bag = list(left.elements())
        self.random.shuffle(self.bag)
        for seat in Seat:
            rack = self.racks[seat]
            while len(rack) < sheet.stock.racks[seat.place] and self.bag:
                rack.append(self.bag.pop())

    @property
    def commonest(self) -> str:
        """What a tile too many is, where nobody noted it."""
        counts = self.tile_set.counts
        return max((tile for tile in counts if tile != BLANK), key=counts.__getitem__)

    def rack(self, seat: Seat) -> Tiles:
        return Tiles(self.tile_set.spell(self.racks[seat])) or NO_TILES

    def put_back(self, seat: Seat, number: int) -> Tiles:
        """Take ``number`` tiles off the rack of ``seat``, for an exchange: which they were."""
        rack = self.racks[seat]
        self.random.shuffle(rack)
        gone, self.racks[seat] = rack[:number], rack[number:]
        return Tiles(self.tile_set.spell(gone))

    def some(self, seat: Seat, number: int) -> Tiles:
        rack = self.racks[seat]
        return Tiles(self.tile_set.spell(self.random.sample(rack, min(number, len(rack)))))

    def any_tile(self) -> str:
        return self.random.choice(self.bag or [BLANK])


def _irregular(sheet: Sheet) -> tuple[Tiles, Tiles]:
    return sheet.irregular.missing_tiles, sheet.irregular.extra_tiles


class Staff(Struct, frozen=True):
    scorekeeper: str = "K1"
    judge: str = "J1"
    director: str = "D1"

    def badge(self, request: Request) -> str:
        """Who may ask for this: the scorekeeper where possible."""
        may = MAY_ASK.get(type(request), frozenset())
        if Role.SCOREKEEPER in may:
            return self.scorekeeper
        return self.judge if Role.WORD_JUDGE in may else self.director


class Clerk:
    """The scorekeeper of one game, and the officials when they are called.

    Attributes:
      clocks: what both clocks show; read at each press.
      refusal: why the last request was refused; ``None`` if it was written.
    """

    def __init__(self, desk: Desk, game: UUID, staff: Staff, hands: Hands, tally: Tally) -> None:
        self.desk = desk
        self.game = game
        self.staff = staff
        self.hands = hands
        self.tally = tally
        self.sheet: Sheet = desk.sheet(game)
        self.clocks: Clocks | None = None
        self.refusal: Refusal | None = None
        self.asked: Request | None = None
        self._sent = 0
        self.device = f"T{self.sheet.scheduled.table}-{game.hex[:8]}"
        hands.settle(self.sheet)

    def ask(self, request: Request, *, by: str = "", ruled: str = "") -> bool:
        """Enter a request: whether it was written.

        Args:
          by: whose badge; whoever may ask for it, if empty.
          ruled: what the director found; the request is then entered under that ruling.
        """
        gap = self.refusal.trap if self.refusal and self.asked is request else ""
        self.asked, self._sent = request, self._sent + 1
        case = self._ruling(ruled, gap) if ruled else None
        sent = Sent(
            by=by or (self.staff.director if ruled else self.staff.badge(request)),
            command_id=UUID(int=self.hands.random.getrandbits(128), version=4),
            device=self.device,
            device_seq=self._sent,
            after=self.sheet.events[-1].envelope.command_id,
            clocks=self.clocks,
            case=case,
        )
        outcome = self.desk.enter(self.game, request, sent, kept_with(request, self.sheet))
        self.tally.requests += 1
        if isinstance(outcome, Refused) and outcome.refusal.code == "table-handed-over":
            self.ask(TakeOverTable(reason="the tablet is back"))
            return self.ask(request, by=by, ruled=ruled)
        if isinstance(outcome, Refused):
            self.refusal = outcome.refusal
            self.tally.refused(outcome.refusal.code, type(request).__name__)
            return False
        if not isinstance(outcome, Written):
            raise TypeError(f"The only scorekeeper of this game was told {outcome}.")
        self.refusal = None
        self._written(outcome.events)
        return True

    def insist(self, request: Request, finding: str) -> bool:
        """Enter a request, under a director's ruling if it is refused without one."""
        return self.ask(request) or self.ask(request, ruled=finding)

    def _written(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.tally.written(event)
        self.sheet = self.desk.sheet(self.game)
        if self.sheet.clock.times is not None:
            self.clocks = self.sheet.clock.times  # what was adjusted there, is adjusted here
        self.hands.settle(self.sheet)

    def _ruling(self, finding: str, gap: str) -> UUID:
        """Rule on what was refused; on a gap of the book by one of the readings offered."""
        case = uuid4()
        reading = str(self.hands.random.randint(1, len(trap(gap).readings))) if gap else ""
        ruling = GiveRuling(
            game=self.game,
            finding=finding,
            citation=str(load(self.sheet.scheduled.rulebook).fallback.decides),
            trap=gap,
            reading=reading,
        )
        about = self.sheet.version
        for request in (
            OpenCase(game=self.game, category="other", about_event=about), ruling, CloseCase(),
        ):  # fmt: skip
            self.desk.must_write(case, request, from_the_desk(self.staff.director))
        self.tally.rulings += 1
        return case


# One made-up table: the clerk, the hands, the players, and what is really so.


@dataclass
class Table:
    """Where one game is played.

    Attributes:
      pace: how long both think, as a factor; well over 1 ends in overtime.
      waiting: turns nobody could follow, whose tiles are to be supplied.
      given_up: procedures that nobody here knew how to go on with, by name and version, and
        the moment when.
      watched: procedures that were open a moment ago, by name and version.
      hopeless: what was offered and refused whatever was answered.
    """

    random: Random
    clerk: Clerk
    hands: Hands
    graph: WordGraph
    players: dict[Seat, Player]
    tally: Tally
    pace: float = 1.0
    waiting: list[tuple[int, Intent]] = field(default_factory=list)
    given_up: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)
    watched: set[tuple[str, int]] = field(default_factory=set)
    taken: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    hopeless: list[str] = field(default_factory=list)

    @property
    def sheet(self) -> Sheet:
        return self.clerk.sheet

    @property
    def rules(self) -> Rulebook:
        scheduled = self.sheet.scheduled
        return rulebook.rules_of(scheduled)

    @property
    def seat(self) -> Seat:
        """Who is on move; where the sheet names nobody, who did not move last."""
        last = self.sheet.last_turn
        return self.sheet.on_move or (last.seat.opponent if last else Seat.FIRST)

    @property
    def moment(self) -> tuple[int, str]:
        return self.sheet.turn_count, self.sheet.ended

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    def irregular(self, kind: str) -> None:
        self.tally.irregularities[kind] += 1

    def intent(self, seat: Seat) -> Intent:
        sheet, hands = self.sheet, self.hands
        board = load_board(sheet.scheduled.board)
        rack = hands.racks[seat]
        return self.players[seat].chooses(
            sheet.board.squares, rack, sheet.stock.bag, board, hands.tile_set
        )

    def press(self, seat: Seat) -> None:
        """``seat`` thinks for a while, presses the clock, and both clocks are read."""
        thought = int(self.random.triangular(3, 165, 25) * self.pace)
        clocks = list(self.clerk.clocks or self.sheet.clock.limits)
        clocks[seat.place] = Seconds(clocks[seat.place] - thought)
        self.clerk.clocks = (clocks[0], clocks[1])

    def last_play(self) -> Line | None:
        """The play just made, if the last turn was one and it still stands."""
        line = self.sheet.last_turn
        stands = line is not None and line.kind is LineKind.PLAY and not line.withdrawn
        return line if stands else None

    def is_phoney(self, play: Line) -> bool:
        return any(word.word.upper() not in self.graph for word in play.words)
