"""Games of chance as facts: any letters anywhere, and whatever moves points afterwards."""

from __future__ import annotations

from ledger.equipment.board import load_board
from ledger.equipment.scoring import Unplaceable, score_play
from ledger.equipment.tile_set import load_tile_set
from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.results.facts import ResultAmended
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.turns.facts import (
    EntryCorrected,
    PlayRecorded,
    PlayRetracted,
    ScoreCorrected,
    TilesExchanged,
    TurnPassed,
)
from ledger.vocabulary import NO_TILES, Placement, Points, Seat, Seconds, Tiles
from tests.tabletop import Tabletop

LETTERS = (
    "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMM"
    "NNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ"
)


class RandomGame:
    """One game; ``table.sheet`` is what the product makes of it."""

    def __init__(self, chance, book):
        self.chance = chance
        self.table = Tabletop(book)
        self.board, self.tiles = load_board("standard"), load_tile_set("english")
        self.seat = Seat.FIRST
        self.last = None

    def played(self, turns):
        """Play so many turns, with corrections among them, and end the game."""
        for _ in range(turns):
            self.chance.choices(
                (self.play, self.no_play, self.challenged, self.corrected, self.fined),
                (70, 6, 10, 9, 5),
            )[0]()
        self.end()
        return self.table.sheet

    def write(self, *facts):
        self.table.write(*facts)

    def placed(self):
        """A placement that can lie there, and what the product counts for it."""
        squares, chance = self.table.sheet.board.squares, self.chance
        for _ in range(400):
            across, length = chance.random() < 0.5, chance.randint(1, 7)
            row, column = chance.randint(1, 15), chance.choice("ABCDEFGHIJKLMNO")
            letters, left = "", length
            at_row, at_column = row - 1, ord(column) - ord("A")
            while left and at_row < 15 and at_column < 15:
                if squares[at_row * 15 + at_column]:
                    letters += "."
                else:
                    letter, left = chance.choice(LETTERS), left - 1
                    letters += letter.lower() if chance.random() < 0.03 else letter
                at_row, at_column = at_row + (not across), at_column + across
            place = f"{row}{column}" if across else f"{column}{row}"
            placement = Placement(place, letters)
            try:
                scored = score_play(squares, placement, self.board, self.tiles)
            except Unplaceable:
                continue
            if not scored.flaws:
                return placement, scored
        return None

    def recorded(self, seat):
        found = self.placed()
        if found is None:
            return None
        placement, scored = found
        slip = self.chance.choice((0, 0, 0, 0, 1, -2, 10))
        return PlayRecorded(
            seat=seat,
            placement=placement,
            announced=Points(max(0, scored.score + slip)),
            computed=scored.score,
            words=scored.words,
        )

    def play(self):
        fact = self.recorded(self.seat)
        if fact is None:
            return
        self.write(fact)
        self.last = fact, self.table.sheet.version
        self.seat = self.seat.opponent

    def no_play(self):
        seat, self.last = self.seat, None
        self.write(
            self.chance.choice(
                (TurnPassed(seat=seat), TilesExchanged(seat=seat, count=2, tiles=Tiles("AB")))
            )
        )
        self.seat = seat.opponent

    def challenged(self):
        if self.last is None:
            return
        fact, version = self.last
        kind, self.last = self.chance.randrange(4), None
        if kind == 0:
            self.write(PhoneyWithdrawn(seat=fact.seat, lost=fact.announced))
        elif kind == 1:
            self.write(
                ChallengeFailed(seat=self.seat, mode="points-per-word-5", credited=Points(5))
            )
        elif kind == 2:
            self.write(
                ChallengeFailed(seat=self.seat, mode="points-per-word-5", debited=Points(10))
            )
        else:
            self.write(PlayRetracted(supersedes=version))
            self.seat = fact.seat

    def corrected(self):
        if self.last is None:
            return
        fact, version = self.last
        now = Points(self.chance.randint(0, 90))
        by = {"reason": "miscounted", "approved_by": "both"}
        if self.chance.random() < 0.6:
            self.write(ScoreCorrected(supersedes=version, was=fact.announced, now=now, **by))
            self.last = None
            return
        self.write(EntryCorrected(supersedes=version, replacement=None, **by))
        instead = self.recorded(fact.seat)
        if instead is not None:
            self.write(EntryCorrected(supersedes=version, replacement=instead, **by))
        self.last = None

    def fined(self):
        kind = self.chance.choice((PenaltyApplied, CreditApplied))
        amount = self.chance.choice((5, 10, 25))
        self.write(kind(seat=self.seat, unit="points", amount=amount, reason="conduct"))

    def end(self):
        tiles = self.chance.randint(0, 30)
        if self.chance.random() < 0.7:
            self.write(
                UnplayedTilesCounted(
                    racks=(NO_TILES, Tiles("VV")),
                    adjustments=(Points(tiles), Points(0)),
                    mode="double",
                )
            )
        if self.chance.random() < 0.2:
            late = Seconds(self.chance.randint(1, 400))
            self.write(
                OvertimeRecorded(seat=self.seat, over=late, penalty=Points(10 * (late // 60 + 1)))
            )
        if self.chance.random() < 0.2:
            was = self.table.sheet.totals
            now = (Points(was[0] + self.chance.randint(-20, 20)), was[1])
            self.write(
                ResultAmended(
                    was=was, now=now, kind="ruling", reason="recounted", agreed_by=("D1",)
                )
            )
