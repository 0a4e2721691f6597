"""From a GCG record to facts of the ledger: what each line of the file becomes.

What the file does not tell stays unknown: racks, exchanged tiles, what was challenged and how,
clock readings. Points that make no sense as what they are called (a challenge bonus for a player
who was not challenged) are kept as a credit or a penalty, so that the totals stay as written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from ledger.equipment.board import load_board, read_square
from ledger.equipment.scoring import ScoredPlay
from ledger.equipment.tile_set import THROUGH, TileSet, load_tile_set
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    PhoneyWithdrawn,
)
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import GameEnded, PlayedOut, UnplayedTilesCounted
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnMissed, TurnPassed
from ledger.gcg.following import SIX_ZEROS, Followed, FollowedEvent, follow, takes_off
from ledger.gcg.record import NOT_RECORDED, TURNS, GcgEvent, GcgRecord, Kind, why_other
from ledger.record.fact import Fact
from ledger.vocabulary import NO_TILES, Placement, Points, Seat, Tiles
from ledger.vocabulary.refusals import Refusal

IMPORTED = "imported"
"""The challenge mode of a file: whatever was in force, the points are those written."""


class Move(Struct, frozen=True):
    """The facts that one line of a file becomes, oldest first.

    Attributes:
      line: number of the line, 0 for what no line says (that the record stops).
      notes: the lines of its notes.
    """

    line: int
    facts: tuple[Fact, ...]
    notes: tuple[str, ...] = ()


def source_digest(data: bytes) -> str:
    """Where an imported game came from: ``gcg:`` and the SHA-256 of the file's bytes."""
    return f"gcg:{hashlib.sha256(data).hexdigest()}"


def facts_of(record: GcgRecord, followed: Followed | None = None) -> tuple[Fact, ...]:
    """Oldest first, after the game was scheduled and started.

    The first seat is the player who moves first in the file.
    """
    return tuple(fact for move in moves_of(record, followed) for fact in move.facts)


def first_mover(record: GcgRecord) -> int:
    """Index of the player who moves first: whose turn comes first, else player 1.

    Points may come before the first turn: a penalty for being late.
    """
    turns = (event.player for event in record.events if event.kind in TURNS)
    return next(turns, record.events[0].player if record.events else 0)


def moves_of(record: GcgRecord, followed: Followed | None = None) -> tuple[Move, ...]:
    followed = followed or follow(record)
    moves = [
        Move(event.event.line, facts, event.event.notes)
        for event, facts in zip(followed.events, facts_by_event(record, followed), strict=True)
        if facts or event.event.notes
    ]
    if not followed.complete:
        moves.append(Move(0, (STOPPED,)))
    return tuple(moves)


STOPPED = GameEnded(cause="incomplete")
"""What a record ends with that does not say how the game ended."""


def facts_by_event(record: GcgRecord, followed: Followed) -> list[tuple[Fact, ...]]:
    """Nothing where another one said it for both."""
    if not record.readable:
        why = [oddity.what for oddity in record.oddities if oddity.code in NOT_A_GAME]
        raise Refusal(
            "gcg-unreadable",
            why[0] if why else "This is not the record of a game of two players.",
            "Choose another file, or mend this one and try again.",
        )
    importing = _Importing(record, followed)
    return [importing.facts(at, event) for at, event in enumerate(followed.events)]


NOT_A_GAME = frozenset({"no-players", "more-than-two-players", "same-nick", "mostly-unreadable"})


class _Importing:
    def __init__(self, record: GcgRecord, followed: Followed) -> None:
        first = first_mover(record)
        self.seats = {first: Seat.FIRST, 1 - first: Seat.SECOND}
        self.followed = followed
        self.tile_set: TileSet | None = (
            load_tile_set(followed.tile_set) if followed.tile_set else None
        )
        self.board = load_board(followed.board)
        self.left = [event for event in record.events if event.kind is Kind.LEFT]
        self.out_at = self._play_that_went_out(followed.events)

    def facts(self, at: int, followed: FollowedEvent) -> tuple[Fact, ...]:
        event = followed.event
        seat, points = self.seats[event.player], Points(event.score or 0)
        match event.kind:
            case Kind.PLAY:
                went_out = (PlayedOut(seat=seat),) if at == self.out_at else ()
                return (self._play(followed, seat), *went_out)
            case Kind.EXCHANGE:
                tiles = self._known(event.letters)
                rack = self._known(event.rack)
                return (TilesExchanged(seat=seat, count=event.count, tiles=tiles, rack=rack),)
            case Kind.PASS:
                if points or NOT_RECORDED in event.notes:
                    return (TurnMissed(seat=seat, announced=points),)
                return (TurnPassed(seat=seat, rack=self._known(event.rack)),)
            case Kind.WITHDRAWN:
                return self._withdrawn(followed, seat)
            case Kind.CHALLENGE:
                return self._challenged(followed, seat, points)
            case Kind.LEFT:
                return self._ended() if event is self.left[0] else ()
            case Kind.TIME:
                return _time(event, seat, points)

    def _known(self, tiles: str) -> Tiles:
        """Tiles as they are written, or ``""`` where that makes no sense."""
        if self.tile_set is None:
            return Tiles(tiles)
        try:
            return Tiles(self.tile_set.spell(self.tile_set.cut_rack(tiles)))
        except ValueError:
            return Tiles("")

    def _play(self, followed: FollowedEvent, seat: Seat) -> PlayRecorded:
        event, play = followed.event, followed.play
        return PlayRecorded(
            seat=seat,
            placement=Placement(event.square, self._letters(event, play)),
            announced=announced(followed),
            computed=play.score if play else None,
            words=play.words if play else (),
            rack=self._known(event.rack),
        )

    def _letters(self, event: GcgEvent, play: ScoredPlay | None) -> str:
        """The word, with dots for tiles that lay there already, even if they are spelled out."""
        if play is None or self.tile_set is None:
            return event.letters
        start, size = read_square(event.square), self.board.size
        first, step = start.row * size + start.column, 1 if start.across else size
        new = {at for at, _ in play.placed}
        written = self.tile_set.cut(event.letters)
        return self.tile_set.spell(
            [
                tile if first + number * step in new else THROUGH
                for number, tile in enumerate(written)
            ]
        )

    def _withdrawn(self, followed: FollowedEvent, seat: Seat) -> tuple[Fact, ...]:
        if followed.answers is None:
            return _kept_as_points(seat, Points(followed.counted), "a withdrawal without a play")
        lost = announced(self.followed.events[followed.answers])
        return (
            ChallengeIssued(seat=seat.opponent),
            ChallengeAdjudicated(acceptable=False),
            PhoneyWithdrawn(seat=seat, lost=lost),
        )

    def _challenged(self, followed: FollowedEvent, seat: Seat, points: Points) -> tuple[Fact, ...]:
        if why := why_other(followed.event):
            return _kept_as_points(seat, points, why)
        about = followed.answers
        played_it = about is not None and (
            self.followed.events[about].event.player == followed.event.player
        )
        if about is None or played_it != (points >= 0):
            return _kept_as_points(seat, points, "a challenge, as in the imported file")
        challenger = seat.opponent if played_it else seat
        failed = (
            ChallengeFailed(seat=challenger, mode=IMPORTED, credited=points)
            if played_it
            else ChallengeFailed(seat=challenger, mode=IMPORTED, debited=Points(-points))
        )
        return (ChallengeIssued(seat=challenger), ChallengeAdjudicated(acceptable=True), failed)

    def _ended(self) -> tuple[Fact, ...]:
        """The lines that end the game, taken together: of each player the first."""
        racks, adjustments = [Tiles(""), Tiles("")], [0, 0]
        left = list({event.player: event for event in reversed(self.left)}.values())[::-1]
        gains = [event for event in left if not takes_off(event)]
        losses = [event for event in left if takes_off(event)]
        for event in left:
            adjustments[self.seats[event.player].place] += event.score or 0
        for event in gains:
            seat = self.seats[event.player]
            racks[seat.place], racks[seat.opponent.place] = NO_TILES, self._known(event.letters)
        for event in losses:
            racks[self.seats[event.player].place] = self._known(event.letters)
        mode = "own" if not gains else "single" if losses else "double"
        six = self.followed.zeros >= SIX_ZEROS or (not gains and len(losses) > 1)
        ending: list[Fact] = []
        if not six and gains and self.out_at is None:
            ending.append(PlayedOut(seat=self.seats[gains[0].player]))
        ending.append(GameEnded(cause="six-zeros" if six else "played-out"))
        counted = UnplayedTilesCounted(
            racks=(racks[0], racks[1]),
            adjustments=(Points(adjustments[0]), Points(adjustments[1])),
            mode=mode,
        )
        return (*ending, counted)

    def _play_that_went_out(self, events: Sequence[FollowedEvent]) -> int | None:
        """Place of the last turn, if it is the play of the player who gets the points."""
        out = next((event.player for event in self.left if not takes_off(event)), None)
        turns = [at for at, event in enumerate(events) if event.event.kind in TURNS]
        if out is None or not turns:
            return None
        last = events[turns[-1]]
        went_out = last.event.kind is Kind.PLAY and last.event.player == out and not last.undone
        return turns[-1] if went_out else None


def announced(followed: FollowedEvent) -> Points:
    score = followed.event.score
    return Points(followed.counted if score is None else score)


def _time(event: GcgEvent, seat: Seat, points: Points) -> tuple[Fact, ...]:
    """Overtime, or points that say of themselves to be none, or that nobody loses."""
    if why := why_other(event):
        return _kept_as_points(seat, points, why)
    if points > 0:
        return _kept_as_points(seat, points, "time, as in the imported file")
    return (OvertimeRecorded(seat=seat, over=None, penalty=Points(-points)),)


def _kept_as_points(seat: Seat, points: Points, reason: str) -> tuple[Fact, ...]:
    if not points:
        return ()
    if points > 0:
        return (CreditApplied(seat=seat, unit="points", amount=points, reason=reason),)
    return (PenaltyApplied(seat=seat, unit="points", amount=-points, reason=reason),)
