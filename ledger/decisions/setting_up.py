"""Before the first tile: the set, the starter, the time, the start."""

from __future__ import annotations

from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.facts.setting_up import (
    GameStarted,
    SetChecked,
    StarterDetermined,
    TimeAssigned,
)
from ledger.refusals import Refusal
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Seat, Seconds


class CheckSet(Asked, frozen=True, tag="check-set", kw_only=True):
    """The players counted the tiles."""

    complete: bool = True
    note: str = ""


class DetermineStarter(Asked, frozen=True, tag="determine-starter", kw_only=True):
    """Player 1 or 2 of the pairing starts, by ``method``, after ``draws`` in pairing order."""

    starter: int
    method: str
    draws: tuple[tuple[str, str], ...] = ()


class AssignTime(Asked, frozen=True, tag="assign-time", kw_only=True):
    """``seat`` has ``seconds`` for the game, for a reason other than the standard."""

    seat: Seat
    seconds: Seconds
    reason: str


class StartGame(Asked, frozen=True, tag="start-game", kw_only=True):
    """The starter's clock was started."""


def check_set(sheet: Sheet, asked: CheckSet, entry: Entry) -> Decision:
    """Write down that the set was counted (A-03)."""
    return Decision((SetChecked(complete=asked.complete, note=asked.note),))


def determine_starter(sheet: Sheet, asked: DetermineStarter, entry: Entry) -> Decision:
    """Write down who starts; once the game runs only a ruling may change it.

    Raises:
      Refusal: ``unreadable-request``, ``already-started`` or ``game-over``.
    """
    if asked.starter not in (1, 2):
        raise Refusal(
            "unreadable-request",
            f"Player {asked.starter} is not at this table.",
            "Enter 1 or 2: which of the two starts.",
        )
    if sheet.started:
        entry.unless_ruled(
            Refusal(
                "already-started",
                "The game has started; who starts can't be changed now.",
                "Call the director if the wrong player started.",
            )
        )
    _must_not_be_over(sheet, entry)
    return Decision(
        (StarterDetermined(starter=asked.starter, method=asked.method, draws=asked.draws),)
    )


def assign_time(sheet: Sheet, asked: AssignTime, entry: Entry) -> Decision:
    """Write down another allowance than the standard one (C-03, A-17).

    Raises:
      Refusal: ``unreadable-request`` or ``result-final``.
    """
    must_not_be_final(sheet, entry)
    if asked.seconds < 0:
        raise Refusal(
            "unreadable-request",
            "A time allowance can't be below zero.",
            "Enter the seconds the player has for the game.",
        )
    return Decision((TimeAssigned(seat=asked.seat, seconds=asked.seconds, reason=asked.reason),))


def start_game(sheet: Sheet, asked: StartGame, entry: Entry) -> Decision:
    """Write down that the first clock was started.

    Raises:
      Refusal: ``already-started`` or ``game-over``.
    """
    if sheet.started:
        entry.unless_ruled(
            Refusal(
                "already-started",
                "This game has already been started.",
                "Go on with the first turn.",
            )
        )
    _must_not_be_over(sheet, entry)
    return Decision((GameStarted(),))


def _must_not_be_over(sheet: Sheet, entry: Entry) -> None:
    """Refuse to set up a game that has ended: who sits where decides who lost it."""
    if sheet.ended:
        entry.unless_ruled(
            Refusal("game-over", "This game is over.", "Call the director to reopen it.")
        )


DECISIONS: dict[type[Asked], Decide] = {
    CheckSet: check_set,
    DetermineStarter: determine_starter,
    AssignTime: assign_time,
    StartGame: start_game,
}
