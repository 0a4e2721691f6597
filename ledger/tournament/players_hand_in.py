"""Players who tell results on their own phones: let, or no longer; and the secrets in their QRs."""

from __future__ import annotations

import hmac
from base64 import b32encode
from hashlib import sha256
from uuid import UUID

from ledger.asking.asked import Decision
from ledger.asking.permission import ORGANISERS
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.facts.tournaments import PlayersHandIn
from ledger.tournament.tournament import Tournament

LENGTH = 20
"""Letters of a secret, five bits each: nobody guesses one, and a QR of it stays coarse."""


class LetPlayersHandIn(AskedOfTournament, frozen=True, tag="let-players-hand-in", kw_only=True):
    """Let players tell results on their own phones; without a key, no longer.

    Attributes:
      by: whose badge it is, under which their reports are written.
      key: digest of the key kept with the request.
    """

    by: str = ""
    key: str = ""


@decides(LetPlayersHandIn, may=ORGANISERS)
def let_players_hand_in(tournament: Tournament, asked: LetPlayersHandIn, under: Under) -> Decision:
    """Write it down; a new key makes every QR before it worthless.

    Raises:
      Refusal: ``nothing-changed``.
    """
    del under
    fact = PlayersHandIn(by=asked.by if asked.key else "", key=asked.key)
    if fact == tournament.hand_in:
        raise refusal("nothing-changed")
    return Decision((fact,))


def secret_of(key: bytes, game: UUID, player: int) -> str:
    """What stands in the QR of a player, 1 or 2 of the pairing, for one game and no other."""
    said = hmac.new(key, f"{game.hex}:{player}".encode(), sha256).digest()
    return b32encode(said).decode()[:LENGTH]


def player_by(key: bytes, game: UUID, secret: str) -> int:
    """Whose secret it is, 1 or 2; 0: nobody's."""
    for player in (1, 2):
        if hmac.compare_digest(secret_of(key, game, player).encode(), secret.encode()):
            return player
    return 0
