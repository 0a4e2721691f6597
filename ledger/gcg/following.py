"""Playing a record through on a board: our own scores, our own totals, and what does not fit.

Plays are worked out; a withdrawal takes off what the play gave; every other line counts as it is
written. Nothing stops the replay: a play that can't lie on the board counts as written and puts
nothing down.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.scoring import ScoredPlay, Unplaceable, score_play
from ledger.equipment.tile_set import THROUGH
from ledger.gcg.ending import SIX_ZEROS, check_end
from ledger.gcg.equipment import Equipment, equipment_of
from ledger.gcg.lines import tile_count
from ledger.gcg.oddities import Oddity, in_order
from ledger.gcg.position import Position
from ledger.gcg.record import GcgEvent, GcgRecord, Kind
from ledger.vocabulary import Placement, Points

FLAWS = {
    "misses-centre": "The first play does not cover the centre.",
    "one-tile-first": "The first play has one tile only.",
    "disconnected": "The play touches nothing on the board.",
}


class FollowedEvent(Struct, frozen=True):
    """An event and what came of it.

    Attributes:
      counted: points it adds to the player's total by our own count.
      total: the player's total after it by our own count.
      play: the play as it lies on the board; ``None`` for other events, and for a play that
        could not be placed or scored.
      undone: True for a play that the next event took back.
      answers: index of the play that a withdrawal or a challenge is about, or ``None``.
    """

    event: GcgEvent
    counted: Points
    total: Points
    play: ScoredPlay | None = None
    undone: bool = False
    answers: int | None = None


class Followed(Struct, frozen=True, kw_only=True):
    """A game played through.

    Attributes:
      scores: each player's points by our own count, in the order of the players.
      declared: each player's last total as the file writes it, ``None`` where it writes none.
      complete: whether the file says how the game ended.
      turns: plays, exchanges and passes; a play taken back is one.
      zeros: scoreless turns in a row at the end.
      squares: the board at the end.
      tile_set: name of the tiles, ``""`` where they are not known here.
    """

    events: tuple[FollowedEvent, ...]
    scores: tuple[Points, ...]
    declared: tuple[Points | None, ...]
    complete: bool
    turns: int
    zeros: int
    squares: tuple[str, ...]
    tile_set: str
    board: str
    oddities: tuple[Oddity, ...]


def follow(record: GcgRecord) -> Followed:
    """Play a record through. It never raises; what does not fit is in ``oddities``."""
    noted: list[Oddity] = []
    game = _Game(record, equipment_of(record, noted), noted)
    for event in record.events:
        game.take(event)
    check_end(record, game.position, game.zeros, game.standing, noted)
    game.compare_totals()
    tile_set = game.equipment.tile_set
    return Followed(
        events=tuple(game.events),
        scores=tuple(map(Points, game.scores)),
        declared=tuple(game.declared),
        complete=game.ended,
        turns=game.turns,
        zeros=game.zeros,
        squares=tuple(game.position.squares),
        tile_set=tile_set.name if tile_set else "",
        board=game.equipment.board.name,
        oddities=in_order(noted),
    )


class _Game:
    """A game in the course of being played through."""

    def __init__(self, record: GcgRecord, equipment: Equipment, noted: list[Oddity]) -> None:
        players = len(record.players)
        self.equipment, self.noted = equipment, noted
        self.position = Position(equipment, noted)
        self.events: list[FollowedEvent] = []
        self.scores = [0] * players
        self.written = [0] * players
        self.declared: list[Points | None] = [None] * players
        self.told_last = [0] * players
        self.standing: list[GcgEvent] = []
        self.open_play: int | None = None
        self.turn_by = -1
        self.turns = self.zeros = self.zeros_before = 0
        self.ended = self.went_on = False
        self.ended_by: set[int] = set()

    def note(self, event: GcgEvent, code: str, what: str) -> None:
        self.noted.append(Oddity(event.line, code, what))

    def take(self, event: GcgEvent) -> None:
        """One event more."""
        kind, counted = event.kind, event.score or 0
        play, answers = None, None
        if self.ended and kind in ENDED_BY_THEN:
            self.note(event, "after-the-end", f"This {kind} comes after the end of the game.")
        if kind is Kind.PLAY:
            self.turn(event)
            play = self.play(event)
            if play is not None:
                counted = play.score
            self.zeros_before, self.zeros = self.zeros, 0 if counted else self.zeros + 1
            self.open_play = len(self.events)
            self.standing.append(event)
        elif kind is Kind.EXCHANGE or kind is Kind.PASS:
            self.turn(event)
            self.position.hold(event)
            self.zeros = 0 if counted else self.zeros + 1
            self.open_play = None
            if kind is Kind.EXCHANGE:
                self.position.exchange(event)
        elif kind is Kind.WITHDRAWN:
            answers = self.withdrawal(event)
            if answers is not None:
                counted = -self.events[answers].counted
            self.position.hold(event)
        elif kind is Kind.CHALLENGE:
            answers = self.challenge(event)
            self.position.hold(event)
        elif kind is Kind.LEFT:
            self.ended = True
            counted = 0 if event.player in self.ended_by else counted
            self.ended_by.add(event.player)
        self.scores[event.player] += counted
        self.add_up(event, counted, answers)
        total = Points(self.scores[event.player])
        followed = FollowedEvent(event, Points(counted), total, play, False, answers)
        self.events.append(followed)

    def turn(self, event: GcgEvent) -> None:
        if event.player == self.turn_by and len(self.scores) == 2:
            what = "The same player has two turns in a row; one between them is missing."
            self.note(event, "twice-in-a-row", what)
        if self.zeros == SIX_ZEROS and not self.went_on:
            what = f"Six scoreless turns in a row end a game; this {event.kind} comes after them."
            self.note(event, "after-six-zeros", what)
            self.went_on = True
        self.turn_by = event.player
        self.turns += 1

    def play(self, event: GcgEvent) -> ScoredPlay | None:
        """The play as it lies, or ``None`` if it can't lie there or nothing can be scored."""
        equipment, position = self.equipment, self.position
        position.hold(event)
        if equipment.tile_set is None:
            return None
        placement = Placement(event.square, event.letters)
        try:
            play = score_play(position.squares, placement, equipment.board, equipment.tile_set)
        except Unplaceable as wrong:
            self.note(event, wrong.code, f"{str(wrong)[:200]} Counted as written.")
            position.sure = False
            return None
        position.lay(event, play.placed)
        letters = event.letters
        written = tile_count(letters) if "[" in letters else len(letters)
        if len(play.placed) + letters.count(THROUGH) < written and "|" not in letters:
            what = f"{placement} spells out tiles that were on the board."
            self.note(event, "through-spelled-out", what)
        for flaw in play.flaws:
            self.note(event, flaw, FLAWS[flaw])
        if event.score is not None and event.score != play.score:
            what = f"{placement} is written as {event.score:+}; by our count it is {play.score:+}."
            self.note(event, "score-differs", what)
        return play

    def withdrawal(self, event: GcgEvent) -> int | None:
        """Take the last play off the board; its place in ``events``, or ``None``."""
        about = self.open_play
        if about is None:
            what = "There is no play to take back. Counted as written."
            self.note(event, "withdrawal-without-play", what)
            return None
        undone = self.events[about]
        if undone.event.player != event.player:
            what = "The play before was the other player's and stays. Counted as written."
            self.note(event, "withdrawal-of-other", what)
            return None
        if undone.play is not None:
            self.position.lift(undone.play.placed)
        self.events[about] = replace(undone, undone=True)
        self.standing.pop()
        self.open_play, self.zeros = None, self.zeros_before + 1
        scored = undone.event.score
        if event.score is not None and scored is not None and event.score != -scored:
            what = f"The play had scored {scored:+}, the withdrawal says {event.score:+}."
            self.note(event, "withdrawal-differs", what)
        return about

    def challenge(self, event: GcgEvent) -> int | None:
        """Who was challenged, as far as it can be told; the play's place in ``events``."""
        about, points = self.open_play, event.score or 0
        if about is None:
            self.note(event, "challenge-without-play", "There is no play that was challenged.")
        elif self.events[about].event.player == event.player:
            if points < 0:
                what = "Points are taken off the player whose play was challenged."
                self.note(event, "challenge-negative", what)
        elif points < 0:
            what = f"The challenger pays {-points}; other programs refuse this."
            self.note(event, "challenge-fine", what)
        else:
            what = "The bonus is for the player who did not just play. Counted as written."
            self.note(event, "challenge-wrong-player", what)
        return about

    def add_up(self, event: GcgEvent, counted: int, answers: int | None) -> None:
        """Compare the total as written with the total before and the score as written."""
        player, score = event.player, event.score
        expected = self.written[player] + (counted if score is None else score)
        total = event.total
        if total is None:
            self.written[player] = expected
            return
        if total != expected and not self.took_off_silently(event, answers):
            what = f"The total is written as {total}; before and score give {expected}."
            self.note(event, "cumulative-slip", what)
        self.written[player] = total
        self.declared[player] = Points(total)
        self.told_last[player] = event.line

    def took_off_silently(self, event: GcgEvent, answers: int | None) -> bool:
        """Whether a withdrawal of +0 sets the total back all the same, as old files have it."""
        if event.kind is not Kind.WITHDRAWN or answers is None:
            return False
        lost = self.events[answers].event.score or 0
        return event.total == self.written[event.player] - lost

    def compare_totals(self) -> None:
        """At the end, compare the totals as written with ours."""
        for at, declared in enumerate(self.declared):
            if declared is not None and declared != self.scores[at]:
                what = f"The last total written is {declared}; our count is {self.scores[at]}."
                self.noted.append(Oddity(self.told_last[at], "totals-differ", what))


ENDED_BY_THEN = frozenset({Kind.PLAY, Kind.EXCHANGE, Kind.PASS, Kind.WITHDRAWN, Kind.CHALLENGE})
