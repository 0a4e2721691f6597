"""One made-up table: the clerk, the hands, the players, and what is really so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from ledger import rulebook
from ledger.equipment.board import load_board
from ledger.game.sheet import Line, LineKind, Sheet
from ledger.rulebook import Rulebook
from ledger.simulation.clerk import Clerk
from ledger.simulation.hands import Hands
from ledger.simulation.players import Intent, Player
from ledger.simulation.report import Tally
from ledger.simulation.word_graph import WordGraph
from ledger.vocabulary import Seat, Seconds


@dataclass
class Table:
    """Where one game is played.

    Attributes:
      random: the one source of chance at this table.
      pace: how long both think, as a factor; well over 1 ends in overtime.
      waiting: turns nobody could follow, whose tiles are to be supplied.
      given_up: procedures that nobody here knew how to go on with, by name and version, and
        the moment when.
      watched: procedures that were open a moment ago, by name and version.
      taken: how often each step of each procedure was recorded.
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
        """The sheet as the desk has it."""
        return self.clerk.sheet

    @property
    def rules(self) -> Rulebook:
        """The rulebook in force, with the organiser's options."""
        scheduled = self.sheet.scheduled
        return rulebook.rules_of(scheduled)

    @property
    def seat(self) -> Seat:
        """Who is on move; where the sheet names nobody, who did not move last."""
        last = self.sheet.last_turn
        return self.sheet.on_move or (last.seat.opponent if last else Seat.FIRST)

    @property
    def moment(self) -> tuple[int, str]:
        """The turn the game is at, and how it ended."""
        return self.sheet.turn_count, self.sheet.ended

    def chance(self, of: float) -> bool:
        """True once in a while."""
        return self.random.random() < of

    def irregular(self, kind: str) -> None:
        """Count something that does not happen in every game."""
        self.tally.irregularities[kind] += 1

    def intent(self, seat: Seat) -> Intent:
        """What ``seat`` is about to do."""
        sheet, hands = self.sheet, self.hands
        board = load_board(sheet.scheduled.board)
        rack = "".join(hands.racks[seat])
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
        """Whether a word of ``play`` is in no list."""
        return any(word.word.upper() not in self.graph for word in play.words)
