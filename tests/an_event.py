"""A small tournament whose games are over with given margins, for tests of what follows later."""

from __future__ import annotations

from itertools import count
from uuid import UUID

from ledger.desk.requests import Sent
from ledger.game.endings.facts import GameEnded
from ledger.game.results.facts import ResultProposed, ResultSigned
from ledger.game.setting_up.facts import GameStarted, StarterDetermined
from ledger.game.turns.facts import PlayRecorded
from ledger.record.kept_words import KeptWords
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import Placement, Points, Seat
from tests.desks import DIRECTOR, OPTIONS, ORGANISER, SHOWN
from tests.officials import Organiser

SLUG = "autumn-open"
SALTS = count()


class AnEvent:
    """Player 1 meets player 2 in round 1, player 3 in round 2, and so on.

    Args:
      margins: what player 1 won each round by (negative: lost); ``None``: the game is running.
      rounds: how many rounds are paired; those without a margin are still to come.
    """

    def __init__(self, desk, book, margins=(30,), rounds=None, options=(), last=False):
        self.desk, self.book = desk, book
        self.organiser = Organiser(desk)
        rounds = rounds or len(margins)
        chosen = (*OPTIONS.get(book, ()), *options)
        self.organiser.open_tournament(SLUG, "Autumn Open", book, by=ORGANISER, options=chosen)
        self.organiser.enter_players(
            SLUG,
            [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, rounds + 2)],
            by=ORGANISER,
        )
        self.games = [self.paired(nth) for nth in range(1, rounds + 1)]
        for game, margin in zip(self.games, margins, strict=False):
            play(desk, game, margin)
        if last:
            self.end()

    def paired(self, round_number):
        pairing = Pairing(1, 1, round_number + 1)
        [game] = self.organiser.pair_round(SLUG, round_number, [pairing], by=ORGANISER)
        return game

    def end(self):
        """Close the last round."""
        why, number = "handed in on paper", len(self.games)
        self.organiser.close_round(SLUG, number, by=DIRECTOR, last=True, waiving=why)

    @property
    def tournament(self):
        return self.organiser.tournament(SLUG)

    @property
    def last_game(self):
        return self.games[-1]


def play(desk, game, margin):
    """Let a game be over and signed, won by the first seat by ``margin``; or leave it running."""
    facts = [StarterDetermined(starter=1, method="draw"), GameStarted()]
    if margin is not None:
        totals = (Points(300 + margin), Points(300))
        facts += [
            PlayRecorded(seat=seat, placement=Placement(square, "AB"), announced=points)
            for seat, square, points in zip(Seat, ("8G", "9H"), totals, strict=True)
        ]
        facts += [GameEnded(cause="six-zeros"), ResultProposed(totals=totals)]
        facts += [ResultSigned(seat=s, totals=totals, how="pin", shown=SHOWN) for s in Seat]
    sent = Sent(by="K1", command_id=UUID(int=game.int ^ 1))
    desk.log.append(desk.enveloped(game, desk.log.version_of(game), facts, sent))
    desk.caught_up()


def said(words="I saw it."):
    """What somebody said, as it is kept beside the log."""
    return KeptWords(next(SALTS).to_bytes(16), words.encode())
