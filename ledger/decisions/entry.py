"""Who is entering something, under which rulebook, and on whose authority."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from msgspec import Struct

from ledger.facts.fact import Fact
from ledger.refusals import Refusal
from ledger.rulebook import Rulebook
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Clocks, Role, Seat


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="ask"):
    """What every request is: an order, which the decision of the same name answers."""


class Entry(Struct, frozen=True, kw_only=True):
    """The authority under which something is entered.

    Attributes:
      rules: the rulebook in force, with the organiser's options.
      by: badge of who enters it.
      role: what that badge allows.
      clocks: what both clocks showed, or ``None``.
      case: the case whose ruling is carried out. The desk sets it only after it has found a
        director's ``RulingGiven`` for this game there: a number sent proves nothing.
    """

    rules: Rulebook
    by: str
    role: Role
    clocks: Clocks | None = None
    case: UUID | None = None

    def unless_ruled(self, refusal: Refusal) -> None:
        """Raise ``refusal``, unless this entry carries out a director's ruling."""
        if self.case is None:
            raise refusal


class Decision(Struct, frozen=True):
    """What is to be written: facts, oldest first, saved together, and what was noticed."""

    facts: tuple[Fact, ...]
    remarks: tuple[str, ...] = ()


Decide = Callable[[Sheet, Any, Entry], Decision]
"""A decision: the sheet as it stands, what was asked, and the entry it is asked under."""


def must_be_playing(sheet: Sheet, entry: Entry) -> None:
    """Refuse a turn outside play.

    Raises:
      Refusal: ``result-final``, ``game-over``, ``not-started`` or ``played-out``.
    """
    must_not_be_final(sheet, entry)
    if sheet.ended:
        entry.unless_ruled(
            Refusal(
                "game-over",
                "This game is over; no more turns can be entered.",
                "Correct an earlier entry, or call the director.",
            )
        )
    elif not sheet.started:
        entry.unless_ruled(
            Refusal(
                "not-started",
                "This game has not been started.",
                "Enter who starts and start the game first.",
            )
        )
    elif sheet.out is not None:
        entry.unless_ruled(
            Refusal(
                "played-out",
                f"{sheet.name(sheet.out)} has played out; no turn follows.",
                "Enter a hold, a challenge, or that the play-out was accepted.",
            )
        )


def must_not_be_final(sheet: Sheet, entry: Entry) -> None:
    """Refuse to touch a result both players signed.

    Raises:
      Refusal: ``result-final``.
    """
    if sheet.is_signed:
        entry.unless_ruled(
            Refusal(
                "result-final",
                "Both players have signed this result; it is final.",
                "Ask the director whether it may be amended.",
                clause=str(entry.rules.signing.scores_correctable_until),
            )
        )


def must_be_on_move(sheet: Sheet, seat: Seat, what: str, entry: Entry) -> None:
    """Refuse a turn of the player who is not on move, or while a challenge is open.

    Raises:
      Refusal: ``challenge-pending`` or ``not-your-turn``.
    """
    if sheet.challenge is not None:
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "A challenge is being adjudicated; no turn can be made before the verdict.",
                "Enter the verdict first.",
            )
        )
    if sheet.on_move is not None and seat is not sheet.on_move:
        entry.unless_ruled(
            Refusal(
                "not-your-turn",
                f"{sheet.name(sheet.on_move)} is on move; this {what} is for {sheet.name(seat)}.",
                "Enter it for the player on move, or call the director.",
            )
        )
