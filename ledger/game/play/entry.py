"""Who is entering something, under which rulebook, and on whose authority."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from msgspec import Struct

from ledger.asking.requests_of import RequestsOf
from ledger.game.facts.exchanges import ExchangeChallenged, ExchangeJudged
from ledger.game.facts.leaving import GameAdjourned
from ledger.game.facts.placement import PlacementChallenged
from ledger.game.play.judging.adjudication_rule import differ, must_be_given
from ledger.game.sheet.absent import away
from ledger.game.sheet.one_more_play import yet_to_play
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.starts import StartRecord
from ledger.vocabulary import Clocks, Role, Seat, remarks
from ledger.vocabulary.refusals import Refusal

HELD_UP_BY = (ExchangeChallenged, PlacementChallenged)
"""Objections that must be settled before anybody makes the next turn."""


def awaits_verdict(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether a challenge, of words, a placement or an exchange, has not been judged to the end."""
    return (
        sheet.challenge is not None
        or must_hear_the_director(sheet, rules)
        or any(
            isinstance(one.fact, HELD_UP_BY) and not one.has(ExchangeJudged) for one in sheet.open
        )
    )


def is_held_up(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether no turn is made: a challenge is judged, or what was found is being put right."""
    return (
        sheet.challenge is not None
        or must_hear_the_director(sheet, rules)
        or any(isinstance(one.fact, HELD_UP_BY) for one in sheet.open)
    )


def waits_for_the_director(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether two verdicts differ and the director's, which is the final one, is not there yet."""
    judged = sheet.judged
    return judged is not None and judged.asked and differ(judged.verdicts, rules)


def must_hear_the_director(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether nothing goes on without that verdict, as the book has it (L-17)."""
    return waits_for_the_director(sheet, rules) and must_be_given(rules)


def played_on(sheet: Sheet, entry: Entry) -> tuple[str, ...]:
    """What is remarked on a turn that is made while two verdicts differ."""
    return (remarks.VERDICTS_DIFFER,) if waits_for_the_director(sheet, entry.rules) else ()


def _nobody_knows() -> bool | None:
    return None


def _none_before(_: Seat) -> int:
    return 0


def _no_starts() -> tuple[StartRecord, StartRecord] | None:
    return None


class Entry(Struct, frozen=True, kw_only=True):
    """The authority under which something is entered.

    Attributes:
      rules: the rulebook in force, with the organiser's options.
      by: badge of who enters it.
      role: what that badge allows.
      device: the tablet it comes from; ``desk`` for what is entered on the server itself.
      clocks: what both clocks showed, or ``None``.
      case: the case whose ruling is carried out. The desk sets it only after it has found a
        director's ``RulingGiven`` for this game there: a number sent proves nothing.
      citation: what the director cited in that ruling; empty where it is not known.
      last_round_over: asks the record whether the last round of the event is over; ``None``:
        it can't tell. Asked only where a rule depends on it.
      failed_before: how many challenges a player failed in earlier games that count here.
      starts_before: what both players did in earlier rounds, in the order of the pairing;
        ``None`` where the record can't tell.
    """

    rules: Rulebook
    by: str
    role: Role
    device: str = "desk"
    clocks: Clocks | None = None
    case: UUID | None = None
    citation: str = ""
    last_round_over: Callable[[], bool | None] = _nobody_knows
    failed_before: Callable[[Seat], int] = _none_before
    starts_before: Callable[[], tuple[StartRecord, StartRecord] | None] = _no_starts

    def unless_ruled(self, refusal: Refusal) -> None:
        """Raise ``refusal``, unless this entry carries out a director's ruling."""
        if self.case is None:
            raise refusal


OF_GAMES: RequestsOf[Sheet, Entry] = RequestsOf()
"""What can be asked about a game."""

decides = OF_GAMES.decides


def must_be_playing(sheet: Sheet, entry: Entry) -> None:
    """Refuse a turn outside play.

    Raises:
      Refusal: ``result-final``, ``game-over``, ``not-started``, ``played-out`` or
        ``adjourned``.
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
    elif find(sheet.open, GameAdjourned) is not None:
        entry.unless_ruled(
            Refusal(
                "adjourned",
                "This game was broken off; nobody is on turn until it is resumed.",
                "Resume the game first.",
                clause=str(entry.rules.absence.adjourned),
            )
        )


def must_be_under_way(sheet: Sheet, entry: Entry) -> None:
    """Refuse what happens only in a game that has started and is not over.

    Raises:
      Refusal: ``result-final`` or ``not-under-way``.
    """
    must_not_be_final(sheet, entry)
    if sheet.ended or not sheet.started:
        entry.unless_ruled(
            Refusal(
                "not-under-way",
                "This game is over." if sheet.ended else "This game has not been started.",
                "Check which game it is about.",
            )
        )


def must_not_be_final(sheet: Sheet, entry: Entry) -> None:
    """Refuse to touch a result both players signed, or a ruling has settled.

    Raises:
      Refusal: ``result-final``.
    """
    if sheet.is_final:
        entry.unless_ruled(
            Refusal(
                "result-final",
                "Both players have signed this result; it is final."
                if sheet.is_signed
                else "The director has ruled on this result; it is final.",
                "Ask the director whether it may be amended.",
                clause=str(entry.rules.signing.scores_correctable_until),
            )
        )


def must_be_on_move(sheet: Sheet, seat: Seat, what: str, entry: Entry) -> None:
    """Refuse a turn of who is not on move, is away, or has had the last play.

    Raises:
      Refusal: ``verdicts-differ``, ``challenge-pending``, ``not-your-turn``, ``player-away`` or
        ``time-called``.
    """
    if must_hear_the_director(sheet, entry.rules):
        entry.unless_ruled(
            Refusal(
                "verdicts-differ",
                "The two verdicts differ; no turn can be made before the director's.",
                "Call the director, who gives the final one.",
                clause=str(entry.rules.challenge.again),
            )
        )
    elif is_held_up(sheet, entry.rules):
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
    must_be_at_the_table(sheet, seat, entry)
    last_plays = yet_to_play(sheet)
    if last_plays is not None and seat not in last_plays:
        entry.unless_ruled(
            Refusal(
                "time-called",
                f"Time was called, and {sheet.name(seat)} has made the one more play.",
                "End the game.",
                clause=str(entry.rules.sand.then),
            )
        )


def must_be_at_the_table(sheet: Sheet, seat: Seat, entry: Entry) -> None:
    """Refuse what a player who is away can't have done (N-02).

    Raises:
      Refusal: ``player-away``.
    """
    if seat in away(sheet):
        entry.unless_ruled(
            Refusal(
                "player-away",
                f"{sheet.name(seat)} is away from the table.",
                "Enter the return first.",
                clause=str(entry.rules.absence.when),
            )
        )
