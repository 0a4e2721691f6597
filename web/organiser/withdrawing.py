"""A player withdraws: what becomes of the games the player is paired for, by the book.

Nothing becomes of them by itself. The game at the table goes on unless a director declares it
forfeited with the withdrawal; a round that is paired already is paired anew without the player.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from flask import request
from msgspec.structs import replace

from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.results.comparing import told_by_phone
from ledger.game.sheet import Sheet
from ledger.hall.results import result_of
from ledger.tournament.tournament import Player, Tournament
from ledger.tournament.unfinished import PairedIn, paired_in
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.closed_lists import ForfeitCause
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.frame.sent_forms import sent_by_form
from web.organiser.forfeit_worth import Worth, told, worth_of

How = Literal["over", "under-way", "to-come"]


class PairedFor(NamedTuple):
    """A game of a round that is not closed, for which the player is paired.

    Attributes:
      how: whether it is over, under way, or nobody has begun it.
      words: what it came to, of one that is over.
      worth: what it comes to if the player forfeits it; ``None`` of one that is over.
      by_phone: what players told of it on their phones; empty: nothing.
    """

    round_number: int
    table: int
    division: str
    opponent: str
    how: How
    words: str
    worth: Worth | None
    by_phone: str
    sheet: Sheet


def paired_for(tournament: Tournament, player: Player) -> tuple[PairedFor, ...]:
    """The player's games of rounds that are not closed, the earliest round first."""
    desk = the_badges().desk
    games = paired_in(tournament, player.number, desk.log, desk.sheet)
    return tuple(_paired(tournament, game, player) for game in games)


def at_table(games: tuple[PairedFor, ...]) -> PairedFor | None:
    """The game that the player would be playing now: the earliest that is not over."""
    return next((one for one in games if one.how != "over"), None)


def forfeit_first(tournament: Tournament, player: Player) -> None:
    """Declare the game at the table lost by who withdraws.

    It is declared before the withdrawal is written, so that what the book leaves to a ruling
    leaves nothing half done. Sent again, it is the same request.

    Raises:
      Refusal: ``nothing-to-forfeit``, or why it is not forfeited; only a director declares it.
    """
    sent = sent_by_form(signed_in().badge)
    numbered = sent.followed_by("forfeited on withdrawing")
    desk = the_badges().desk
    answered = desk.log.answer_to(numbered.command_id)
    if answered is not None and answered.kind == "written":
        return  # the form was sent again, its withdrawal had not been written
    game = at_table(paired_for(tournament, player))
    if game is None:
        raise Refusal(
            "nothing-to-forfeit",
            f"{player.name} has no game that is not over.",
            "Withdraw the player without it.",
        )
    desk.must_write(game.sheet.id, _asked(game.sheet, player), numbered)


def may_forfeit() -> bool:
    """Whether who looks may declare a game forfeited."""
    return signed_in().role is Role.DIRECTOR


def _paired(tournament: Tournament, game: PairedIn, player: Player) -> PairedFor:
    sheet, other = game.sheet, game.opponent_of(player.number)
    opponent = tournament.player(other)
    is_over = game.is_over or result_of(sheet) is not None
    how: How = "over" if is_over else "under-way" if sheet.started else "to-come"
    return PairedFor(
        game.paired.round_number,
        game.pairing.table,
        game.paired.division,
        opponent.name if opponent else str(other),
        how,
        told(sheet) if result_of(sheet) is not None else "",
        None if is_over else worth_of(sheet, replace(_asked(sheet, player), sure=True)),
        told_by_phone(sheet),
        sheet,
    )


def _asked(sheet: Sheet, player: Player) -> Forfeit:
    """Who began to play left the game (C-12); who did not, never came (C-09)."""
    loser = next(
        seat for seat, number in zip(Seat, sheet.numbers or (), strict=True)
        if number == player.number
    )  # fmt: skip
    cause: ForfeitCause = "left" if sheet.started else "no-show"
    return Forfeit(loser=loser, cause=cause, sure=bool(request.form.get("sure")))
